//! From a trace to terms, and from a trace to the question about its neighbour.
//!
//! [`translate`] walks a trace in single-assignment form and gives each
//! variable the term that it stands for over the two inputs (section 4.3 of
//! the paper). A [`Query`] asks for an input that follows a path up to one of
//! its conditions and there goes another way.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::facts::Said;
use crate::machine::mips::Reg;
use crate::machine::recurrence::Part;
use crate::machine::setup::Observation;
use crate::machine::{Image, Initial, values};
use crate::program::Address;
use crate::symbolic::contract;
use crate::symbolic::output::Written;
use crate::symbolic::query::Query;
use crate::symbolic::step;
use crate::term::{Node, Term, Terms};
use crate::trace::{Cause, Condition, Entry, Half, Operand, Place, Step, Sum, Test, Trace, Var};

/// A path condition as a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathCondition {
    /// The instruction that depended on it.
    pub at: Address,
    /// Why it did.
    pub cause: Cause,
    /// What held, a boolean.
    pub term: Term,
    /// For one of many alternatives: the word whose value was taken, and the value.
    pub alternative: Option<(Term, u32)>,
    /// What it says beside the path's other conditions.
    pub said: Said,
}

impl PathCondition {
    /// The length of a line that a reader likes, in bytes.
    pub const SHORT: usize = 60;

    /// What all inputs of the contract satisfy; it belongs to no instruction.
    pub(crate) fn premise(term: Term) -> PathCondition {
        let (at, cause) = (Address(0), Cause::Contract);
        PathCondition { at, cause, term, alternative: None, said: Said::UNKNOWN }
    }

    /// As a reader's line: over the inputs where that is short, else as it is
    /// `shown` in the trace.
    pub fn describe(&self, terms: &Terms, shown: impl FnOnce() -> String) -> String {
        terms.infix(self.term, Self::SHORT).unwrap_or_else(shown)
    }
}

/// A path of a program over its inputs.
#[derive(Clone, Debug)]
pub struct Path {
    /// The input words at the start.
    pub inputs: Rc<[Term]>,
    /// What the path depends on, in order.
    pub conditions: Vec<PathCondition>,
    /// `$3` at the end of the trace.
    pub result: Term,
    /// What else is observed there, beside the output.
    pub others: Rc<[Term]>,
    /// What was printed, in order.
    pub output: Rc<[Written]>,
}

/// What a line of a trace says, if it is no assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// What the path depends on.
    Condition(PathCondition),
    /// What it prints.
    Written(Written),
}

/// The path of a trace in single-assignment form, over these terms.
///
/// Paths over the same terms have the same inputs, so those of two programs
/// can be asked about together.
pub fn translate(terms: &mut Terms, ssa: &Trace) -> Path {
    let mut translator = Translator::new(terms, &ssa.image);
    let (mut conditions, mut output) = (Vec::new(), Vec::new());
    for entry in &ssa.entries {
        match translator.translate(terms, entry) {
            Some(Told::Condition(condition)) => conditions.push(condition),
            Some(Told::Written(written)) => output.push(written),
            None => {}
        }
    }
    let (inputs, result) = (translator.inputs(), translator.result());
    let others = translator.others(terms).into();
    Path { inputs, conditions, result, others, output: output.into() }
}

/// Translates a trace in single-assignment form, a line at a time.
#[derive(Clone, Debug)]
pub struct Translator {
    image: Rc<Image>,
    inputs: Rc<[Term]>,
    /// How long the array is, once that was said.
    length: Option<u32>,
    /// The value of each place now: reads are of last versions.
    values: [Term; Place::COUNT],
}

impl Translator {
    /// At the start of a program.
    pub fn new(terms: &mut Terms, image: &Rc<Image>) -> Translator {
        let inputs = inputs(terms, &image.setup().names);
        let values = [terms.word(0); Place::COUNT];
        let (inputs_too, image_too) = (Rc::clone(&inputs), Rc::clone(image));
        let mut translator =
            Translator { image: image_too, inputs: inputs_too, length: None, values };
        for reg in Reg::all() {
            translator.values[Place::reg(reg).index()] = match image.initial(reg) {
                Initial::Word(word) => terms.word(word),
                Initial::Input(index) => inputs[index],
            };
        }
        let memory = terms.image(image.words());
        Lines { terms, inputs: &inputs, values: &mut translator.values }
            .define(Var::of(Place::MEMORY).with_version(1), memory);
        translator
    }

    /// Takes the next line; returns what it says, if it is no assignment.
    pub fn translate(&mut self, terms: &mut Terms, entry: &Entry) -> Option<Told> {
        let mut lines = Lines { terms, inputs: &self.inputs, values: &mut self.values };
        match &entry.step {
            Step::Condition(condition) => {
                if condition.cause == Cause::Length {
                    self.length = condition.alternative();
                }
                Some(Told::Condition(lines.condition(entry.at, condition)))
            }
            Step::Output(word) => Some(Told::Written(Written::Byte(lines.operand(*word)))),
            Step::Print(word) => Some(Told::Written(Written::Number(lines.operand(*word)))),
            assignment => {
                lines.assign(assignment);
                None
            }
        }
    }

    /// The input words.
    pub fn inputs(&self) -> Rc<[Term]> {
        Rc::clone(&self.inputs)
    }

    /// What is observed.
    pub fn observation(&self) -> &Observation {
        &self.image.setup().observation
    }

    /// `$3` now.
    pub fn result(&self) -> Term {
        self.values[Place::reg(Reg::RESULT).index()]
    }

    /// What a part of the state holds now: a word, or all of memory.
    pub fn part(&self, terms: &mut Terms, part: Part) -> Term {
        match part {
            Part::Reg(reg) => self.values[Place::reg(reg).index()],
            Part::Hi => self.values[Place::HI.index()],
            Part::Lo => self.values[Place::LO.index()],
            Part::Memory => self.values[Place::MEMORY.index()],
            Part::Cell(address) => {
                let address = terms.word(address.0);
                terms.select(self.values[Place::MEMORY.index()], address)
            }
        }
    }

    /// What else is observed now, beside the output.
    pub fn others(&self, terms: &mut Terms) -> Vec<Term> {
        let Translator { image, inputs, length, values } = self;
        let others = contract::observed(terms, image.setup(), inputs, *length, &Values(values));
        others.expect("a trace says how long the array is, and all of memory is known")
    }
}

/// The input words at the start: the same terms for all programs.
pub fn inputs(terms: &mut Terms, names: &[String]) -> Rc<[Term]> {
    names.iter().map(|name| terms.symbol(name)).collect()
}

/// The values of places, as what is observed.
struct Values<'v>(&'v [Term; Place::COUNT]);

impl contract::Scene for Values<'_> {
    fn reg(&self, reg: Reg) -> Term {
        self.0[Place::reg(reg).index()]
    }

    fn load(&self, terms: &mut Terms, address: Address) -> Option<Term> {
        let address = terms.word(address.0);
        Some(terms.select(self.0[Place::MEMORY.index()], address))
    }
}

/// A [`Translator`] at work.
struct Lines<'t> {
    terms: &'t mut Terms,
    inputs: &'t [Term],
    values: &'t mut [Term; Place::COUNT],
}

impl Lines<'_> {
    fn define(&mut self, var: Var, term: Term) {
        self.values[var.place().index()] = term;
        // A constant or an input reads better as itself.
        let plain = matches!(
            self.terms.node(term),
            Node::Bool(_) | Node::Word(_) | Node::Double(_) | Node::Symbol(_)
        );
        if !plain {
            self.terms.suggest_name(term, || var.to_string());
        }
    }

    fn value(&self, var: Var) -> Term {
        self.values[var.place().index()]
    }

    fn operand(&mut self, operand: Operand) -> Term {
        match operand {
            Operand::Const(value) => self.terms.word(value),
            Operand::Var(var) => self.value(var),
            Operand::Input(index) => self.inputs[usize::from(index)],
        }
    }

    fn sum(&mut self, sum: Sum) -> Term {
        let base = self.operand(sum.base);
        step::address(self.terms, base, sum.offset)
    }

    /// Defines the variable that the step assigns, and returns it.
    fn assign(&mut self, step: &Step) -> Var {
        let (var, term) = match *step {
            Step::Binary(op, d, s, t) => {
                let (s, t) = (self.operand(s), self.operand(t));
                (d, step::binary(self.terms, op, s, t))
            }
            Step::Half(half, d, s) => {
                let s = self.value(s);
                let half = match half {
                    Half::Low => self.terms.low(s),
                    Half::High => self.terms.high(s),
                };
                (d, half)
            }
            Step::Load { d, memory, address } => {
                let (memory, address) = (self.value(memory), self.sum(address));
                (d, self.terms.select(memory, address))
            }
            Step::Store { to, from, address, value } => {
                let (from, address) = (self.value(from), self.sum(address));
                let value = self.operand(value);
                (to, self.terms.store(from, address, value))
            }
            Step::Mult(..)
            | Step::Div(..)
            | Step::Mfhi(_)
            | Step::Mflo(_)
            | Step::Lis(..)
            | Step::Jalr(_) => unreachable!("desugared before"),
            Step::Condition(_) | Step::Output(_) | Step::Print(_) => {
                unreachable!("it assigns nothing")
            }
        };
        self.define(var, term);
        var
    }

    fn condition(&mut self, at: Address, condition: &Condition) -> PathCondition {
        let (of, test) = match condition.test {
            Test::Equal(a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                // From here on the word is that constant, in all places.
                if let Some((word, value)) = self.terms.settled(a, b, condition.holds) {
                    let held = self.values.iter_mut().filter(|held| **held == word);
                    held.for_each(|held| *held = value);
                }
                (a, values::Test::Equal(a, b))
            }
            Test::Aligned(sum) => {
                let address = self.sum(sum);
                (address, values::Test::Aligned(address))
            }
            Test::Below(sum, bound) => {
                let address = self.sum(sum);
                (address, values::Test::Below(address, bound))
            }
            Test::At(sum, at) => {
                let address = self.sum(sum);
                (address, values::Test::At(address, at))
            }
            Test::Word { memory, address, value } => {
                let (memory, address) = (self.value(memory), self.operand(address));
                let word = self.terms.select(memory, address);
                (word, values::Test::Is(word, value))
            }
        };
        let test = step::test(self.terms, test);
        let term = if condition.holds { test } else { self.terms.not(test) };
        let alternative = condition.alternative().map(|value| (of, value));
        PathCondition { at, cause: condition.cause, term, alternative, said: Said::UNKNOWN }
    }
}

impl Path {
    /// The question for an input that follows this path up to the condition
    /// with this index and there goes another way, other than those that took
    /// the `excluded` values.
    ///
    /// Conditions that share no input with the negated one, however
    /// indirectly, are left out: the path's own inputs satisfy them, so an
    /// input that the query does not mention keeps its value. So are those that
    /// others say.
    pub fn flip(&self, terms: &mut Terms, name: String, index: usize, excluded: &[u32]) -> Query {
        let goal = self.other_way(terms, index, excluded);
        self.ask(terms, name, index, goal)
    }

    /// That the condition with this index goes another way than on this path,
    /// and than those that took the `excluded` values: the goal of
    /// [`Path::flip`].
    pub fn other_way(&self, terms: &mut Terms, index: usize, excluded: &[u32]) -> Term {
        let flipped = self.conditions[index];
        let mut goal = terms.not(flipped.term);
        if let Some((of, _)) = flipped.alternative {
            for &value in excluded {
                let value = terms.word(value);
                let taken = terms.eq(of, value);
                let other = terms.not(taken);
                goal = terms.and(goal, other);
            }
        }
        goal
    }

    /// The question for an input that follows this path up to the condition
    /// with this index and there satisfies the goal.
    pub fn ask(&self, terms: &mut Terms, name: String, index: usize, goal: Term) -> Query {
        let prefix = &self.conditions[..index];
        let mut mentioned = terms.mentions(goal);
        // Conditions over several inputs tie them together.
        loop {
            let more = prefix.iter().fold(mentioned, |all, condition| {
                let symbols = terms.mentions(condition.term);
                if terms.meet(symbols, all) { terms.union(all, symbols) } else { all }
            });
            if more == mentioned {
                break;
            }
            mentioned = more;
        }
        let mut seen = FxHashSet::default();
        let mut assumptions = Vec::new();
        for &PathCondition { term, said, .. } in prefix {
            if said.is_needed_before(index)
                && terms.meet(terms.mentions(term), mentioned)
                && terms.as_bool(term) != Some(true)
                && seen.insert(term)
            {
                assumptions.push(term);
            }
        }
        Query { name, assumptions, goal }
    }
}
