//! Translates traces into terms, and builds queries for inputs that leave a path.
//!
//! [`translate`] walks a trace in single-assignment form and gives each variable its term over the
//! two inputs (section 4.3 of the Tamarin paper). A [`Query`] asks for an input that follows a path
//! up to one of its conditions and takes another branch there.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::facts::Redundancy;
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
use crate::trace::{
    BaseOffset, Cause, Condition, Entry, Half, Operand, Step, Storage, Test, Trace, Var,
};

/// A path condition as a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathCondition {
    /// The instruction that depended on it.
    pub at: Address,
    /// The kind of decision.
    pub cause: Cause,
    /// The condition that held, as a boolean.
    pub term: Term,
    /// For a decision with many alternatives: the word that it depends on, and the word's value.
    pub alternative: Option<(Term, u32)>,
    /// Whether the path's other conditions make it redundant.
    pub redundancy: Redundancy,
}

impl PathCondition {
    /// Maximum length in bytes of a condition that is shown over the inputs.
    pub const SHORT: usize = 60;

    /// A premise of the contract, which belongs to no instruction.
    pub(crate) fn premise(term: Term) -> PathCondition {
        let (at, cause) = (Address(0), Cause::Contract);
        PathCondition { at, cause, term, alternative: None, redundancy: Redundancy::UNKNOWN }
    }

    /// A line for a reader: over the inputs where that is short, else as `shown` in the trace.
    pub fn describe(&self, terms: &Terms, shown: impl FnOnce() -> String) -> String {
        terms.infix(self.term, Self::SHORT).unwrap_or_else(shown)
    }
}

/// A path of a program, as terms over its inputs.
#[derive(Clone, Debug)]
pub struct Path {
    /// The input words at the start.
    pub inputs: Rc<[Term]>,
    /// The path conditions, in order.
    pub conditions: Vec<PathCondition>,
    /// `$3` at the end of the trace.
    pub result: Term,
    /// The other words observed there, without the output.
    pub others: Rc<[Term]>,
    /// The output, in order.
    pub output: Rc<[Written]>,
}

/// The content of a trace line other than an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A path condition.
    Condition(PathCondition),
    /// A part of the output.
    Written(Written),
}

/// Translates a trace in single-assignment form into a path over these terms.
///
/// All paths over the same terms have the same inputs, so one query can combine the paths of two
/// programs.
pub fn translate(terms: &mut Terms, ssa: &Trace) -> Path {
    let mut translator = Translator::new(terms, &ssa.image);
    let (mut conditions, mut output) = (Vec::new(), Vec::new());
    for entry in &ssa.entries {
        match translator.translate(terms, entry) {
            Some(Content::Condition(condition)) => conditions.push(condition),
            Some(Content::Written(written)) => output.push(written),
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
    /// The length of the array, once a line has fixed it.
    length: Option<u32>,
    /// The current value of each variable: reads refer to the last version.
    values: [Term; Storage::COUNT],
}

impl Translator {
    /// A translator at the start of a program.
    pub fn new(terms: &mut Terms, image: &Rc<Image>) -> Translator {
        let inputs = inputs(terms, &image.setup().names);
        let values = [terms.word(0); Storage::COUNT];
        let (inputs_too, image_too) = (Rc::clone(&inputs), Rc::clone(image));
        let mut translator =
            Translator { image: image_too, inputs: inputs_too, length: None, values };
        for reg in Reg::all() {
            translator.values[Storage::reg(reg).index()] = match image.initial(reg) {
                Initial::Word(word) => terms.word(word),
                Initial::Input(index) => inputs[index],
            };
        }
        let memory = terms.image(image.words());
        Lines { terms, inputs: &inputs, values: &mut translator.values }
            .define(Var::of(Storage::MEMORY).with_version(1), memory);
        translator
    }

    /// Translates the next line; returns its content unless it is an assignment.
    pub fn translate(&mut self, terms: &mut Terms, entry: &Entry) -> Option<Content> {
        let mut lines = Lines { terms, inputs: &self.inputs, values: &mut self.values };
        match &entry.step {
            Step::Condition(condition) => {
                if condition.cause == Cause::Length {
                    self.length = condition.alternative();
                }
                Some(Content::Condition(lines.condition(entry.at, condition)))
            }
            Step::Output(word) => Some(Content::Written(Written::Byte(lines.operand(*word)))),
            Step::Print(word) => Some(Content::Written(Written::Number(lines.operand(*word)))),
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

    /// The words that are observed.
    pub fn observation(&self) -> &Observation {
        &self.image.setup().observation
    }

    /// The current `$3`.
    pub fn result(&self) -> Term {
        self.values[Storage::reg(Reg::RESULT).index()]
    }

    /// The current value of a part of the state: a word, or all of memory.
    pub fn part(&self, terms: &mut Terms, part: Part) -> Term {
        match part {
            Part::Reg(reg) => self.values[Storage::reg(reg).index()],
            Part::Hi => self.values[Storage::HI.index()],
            Part::Lo => self.values[Storage::LO.index()],
            Part::Memory => self.values[Storage::MEMORY.index()],
            Part::Cell(address) => {
                let address = terms.word(address.0);
                terms.select(self.values[Storage::MEMORY.index()], address)
            }
        }
    }

    /// The other observed words, without the output.
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

/// The current values, as the scene of an observation.
struct Values<'v>(&'v [Term; Storage::COUNT]);

impl contract::Scene for Values<'_> {
    fn reg(&self, reg: Reg) -> Term {
        self.0[Storage::reg(reg).index()]
    }

    fn load(&self, terms: &mut Terms, address: Address) -> Option<Term> {
        let address = terms.word(address.0);
        Some(terms.select(self.0[Storage::MEMORY.index()], address))
    }
}

/// A [`Translator`] during one line.
struct Lines<'t> {
    terms: &'t mut Terms,
    inputs: &'t [Term],
    values: &'t mut [Term; Storage::COUNT],
}

impl Lines<'_> {
    fn define(&mut self, var: Var, term: Term) {
        self.values[var.place().index()] = term;
        // A constant or an input is more readable than a name for it.
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

    fn sum(&mut self, sum: BaseOffset) -> Term {
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
                // From here on, every variable that holds the word holds that constant.
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
        PathCondition {
            at,
            cause: condition.cause,
            term,
            alternative,
            redundancy: Redundancy::UNKNOWN,
        }
    }
}

impl Path {
    /// The query for an input that follows this path up to the condition with this index and takes
    /// another outcome there, different also from the `excluded` values.
    ///
    /// Conditions that share no input with the negated one, directly or through others, are
    /// omitted: the path's own inputs satisfy them, so an input that the query does not mention
    /// keeps its value. Conditions that others imply are omitted as well.
    pub fn flip(&self, terms: &mut Terms, name: String, index: usize, excluded: &[u32]) -> Query {
        let goal = self.other_way(terms, index, excluded);
        self.ask(terms, name, index, goal)
    }

    /// The goal of [`Path::flip`]: the condition with this index has another outcome than on this
    /// path, and none of the `excluded` values.
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

    /// The query for an input that follows this path up to the condition with this index and
    /// satisfies the goal there.
    pub fn ask(&self, terms: &mut Terms, name: String, index: usize, goal: Term) -> Query {
        let prefix = &self.conditions[..index];
        let mut mentioned = terms.mentions(goal);
        // A condition over several inputs connects them.
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
        for &PathCondition { term, redundancy, .. } in prefix {
            if redundancy.is_needed_before(index)
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
