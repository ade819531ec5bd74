//! From a trace to terms, and from a trace to the question about its neighbour.
//!
//! [`translate`] walks a trace in single-assignment form and gives each
//! variable the term that it stands for over the two inputs (section 4.3 of
//! the paper). A [`Query`] asks for an input that follows a path up to one of
//! its conditions and there goes another way.

use rustc_hash::FxHashSet;

use crate::cpu::Image;
use crate::isa::Reg;
use crate::program::Address;
use crate::term::news::Said;
use crate::term::{Model, Node, Term, Terms};
use crate::trace::{
    BinaryOp, Cause, Condition, Entry, Half, Operand, Place, Step, Sum, Test, Trace, Var, Word,
};

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
    /// As a reader's line: over the inputs where that is short, else as it is
    /// `shown` in the trace.
    pub fn describe(&self, terms: &Terms, shown: impl FnOnce() -> String) -> String {
        terms.infix(self.term, SHORT).unwrap_or_else(shown)
    }
}

/// A path of a program over its inputs.
#[derive(Clone, Debug)]
pub struct Path {
    /// `$1` and `$2` at the start.
    pub inputs: [Term; 2],
    /// What the path depends on, in order.
    pub conditions: Vec<PathCondition>,
    /// `$3` at the end of the trace.
    pub result: Term,
}

/// The path of a trace in single-assignment form, over these terms.
///
/// Paths over the same terms have the same inputs, so those of two programs
/// can be asked about together.
pub fn translate(terms: &mut Terms, ssa: &Trace) -> Path {
    let mut translator = Translator::new(terms, &ssa.image);
    let conditions = ssa.entries.iter().filter_map(|entry| translator.translate(terms, entry));
    let conditions = conditions.collect();
    Path::new(terms, conditions, translator.result())
}

/// Translates a trace in single-assignment form, a line at a time.
#[derive(Clone, Debug)]
pub struct Translator {
    /// The value of each place now: reads are of last versions.
    values: [Term; Place::COUNT],
}

impl Translator {
    /// At the start of a program.
    pub fn new(terms: &mut Terms, image: &Image) -> Translator {
        let [first, second] = inputs(terms);
        let mut translator = Translator { values: [terms.word(0); Place::COUNT] };
        for reg in Reg::all() {
            translator.values[Place::reg(reg).index()] = match image.initial(reg) {
                Some(value) => terms.word(value),
                None if reg == Reg::SECOND_INPUT => second,
                None => first,
            };
        }
        let memory = terms.image(image.words());
        Lines { terms, values: &mut translator.values }
            .define(Var::of(Place::MEMORY).with_version(1), memory);
        translator
    }

    /// Takes the next line; returns the condition, if it is one.
    pub fn translate(&mut self, terms: &mut Terms, entry: &Entry) -> Option<PathCondition> {
        let mut lines = Lines { terms, values: &mut self.values };
        match &entry.step {
            Step::Condition(condition) => Some(lines.condition(entry.at, condition)),
            assignment => {
                lines.assign(assignment);
                None
            }
        }
    }

    /// `$3` now.
    pub fn result(&self) -> Term {
        self.values[Place::reg(Reg::RESULT).index()]
    }
}

/// `$1` and `$2` at the start: the same terms for all programs.
pub fn inputs(terms: &mut Terms) -> [Term; 2] {
    [Reg::FIRST_INPUT, Reg::SECOND_INPUT].map(|reg| terms.symbol(&reg.to_string()))
}

/// A [`Translator`] at work.
struct Lines<'t> {
    terms: &'t mut Terms,
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
        }
    }

    fn sum(&mut self, sum: Sum) -> Term {
        let base = self.operand(sum.base);
        let offset = self.terms.word(i32::from(sum.offset) as u32);
        self.terms.add(base, offset)
    }

    /// Defines the variable that the step assigns, and returns it.
    fn assign(&mut self, step: &Step) -> Var {
        let (var, term) = match *step {
            Step::Binary(op, d, s, t) => {
                let (s, t) = (self.operand(s), self.operand(t));
                (d, self.binary(op, s, t))
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
            Step::Condition(_) => unreachable!("a condition assigns nothing"),
        };
        self.define(var, term);
        var
    }

    fn binary(&mut self, op: BinaryOp, s: Term, t: Term) -> Term {
        let terms = &mut *self.terms;
        match op {
            BinaryOp::Add => terms.add(s, t),
            BinaryOp::Sub => terms.sub(s, t),
            BinaryOp::Quot => terms.sdiv(s, t),
            BinaryOp::Quotu => terms.udiv(s, t),
            BinaryOp::Rem => terms.srem(s, t),
            BinaryOp::Remu => terms.urem(s, t),
            BinaryOp::Slt | BinaryOp::Sltu => {
                let less = if op == BinaryOp::Slt { terms.slt(s, t) } else { terms.ult(s, t) };
                let (one, zero) = (terms.word(1), terms.word(0));
                terms.ite(less, one, zero)
            }
            BinaryOp::Mult64 => {
                let (s, t) = (terms.sign_extend(s), terms.sign_extend(t));
                terms.mul(s, t)
            }
            BinaryOp::Multu64 => {
                let (s, t) = (terms.zero_extend(s), terms.zero_extend(t));
                terms.mul(s, t)
            }
        }
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
                (a, self.terms.eq(a, b))
            }
            Test::Aligned(sum) => {
                let address = self.sum(sum);
                let (three, zero) = (self.terms.word(3), self.terms.word(0));
                let rest = self.terms.bit_and(address, three);
                (address, self.terms.eq(rest, zero))
            }
            Test::Below(sum, bound) => {
                let (address, bound) = (self.sum(sum), self.terms.word(bound));
                (address, self.terms.ult(address, bound))
            }
            Test::At(sum, at) => {
                let (address, at) = (self.sum(sum), self.terms.word(at));
                (address, self.terms.eq(address, at))
            }
            Test::Word { memory, address, value } => {
                let (memory, address) = (self.value(memory), self.operand(address));
                let word = self.terms.select(memory, address);
                let value = self.terms.word(value);
                (word, self.terms.eq(word, value))
            }
        };
        let term = if condition.holds { test } else { self.terms.not(test) };
        let alternative = condition.alternative().map(|value| (of, value));
        PathCondition { at, cause: condition.cause, term, alternative, said: Said::UNKNOWN }
    }
}

/// A question to a solver: can all of these hold?
#[derive(Clone, Debug)]
pub struct Query {
    /// What is asked, as a name.
    pub name: String,
    /// `$1` and `$2`.
    inputs: [Term; 2],
    /// What is to hold, each under a name of its own.
    pub assertions: Vec<(String, Term)>,
    /// The answer, where rewriting has settled it: not satisfiable.
    pub refuted: bool,
}

impl Path {
    /// A path with these conditions.
    pub fn new(terms: &mut Terms, conditions: Vec<PathCondition>, result: Term) -> Path {
        Path { inputs: inputs(terms), conditions, result }
    }

    /// The question for an input that follows this path up to the condition
    /// with this index and there goes another way, other than those that took
    /// the `excluded` values.
    ///
    /// Conditions that share no input with the negated one, however
    /// indirectly, are left out: the path's own inputs satisfy them, so an
    /// input that the query does not mention keeps its value
    /// ([`Query::new_inputs`]). So are those that others say.
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
        let assertions = self.relevant(terms, index, goal);
        let held: FxHashSet<Term> = assertions.iter().map(|&(_, term)| term).collect();
        let refuted = assertions.iter().any(|&(_, term)| {
            terms.as_bool(term) == Some(false) || held.contains(&terms.not(term))
        });
        Query { name, inputs: self.inputs, assertions, refuted }
    }

    /// The goal, behind the conditions before `index` that bear on it.
    fn relevant(&self, terms: &Terms, index: usize, goal: Term) -> Vec<(String, Term)> {
        let prefix = &self.conditions[..index];
        let mut mentioned = terms.mentions(goal);
        // Conditions over several inputs tie them together.
        loop {
            let more = prefix
                .iter()
                .map(|condition| terms.mentions(condition.term))
                .filter(|inputs| inputs & mentioned != 0)
                .fold(mentioned, |all, inputs| all | inputs);
            if more == mentioned {
                break;
            }
            mentioned = more;
        }
        let mut seen = FxHashSet::default();
        let mut assertions = Vec::new();
        for (position, condition) in prefix.iter().enumerate() {
            let PathCondition { at, term, said, .. } = *condition;
            if said.is_needed_before(index)
                && terms.mentions(term) & mentioned != 0
                && terms.as_bool(term) != Some(true)
                && seen.insert(term)
            {
                assertions.push((format!("c{position}_at_{:x}", at.0), term));
            }
        }
        assertions.push(("goal".to_owned(), goal));
        assertions
    }

    /// The goal of [`Path::flip`] as a reader's line.
    pub fn describe_flip(&self, terms: &Terms, index: usize, excluded: &[u32]) -> String {
        let PathCondition { at, cause, term, alternative, .. } = self.conditions[index];
        let line = match (alternative, excluded) {
            (Some((of, _)), [_, _, ..]) => terms.infix(of, SHORT).map(|of| {
                let taken: Vec<String> =
                    excluded.iter().map(|&value| Word(value).to_string()).collect();
                format!("{of} is none of {}", taken.join(", "))
            }),
            _ => terms.infix_negated(term, SHORT),
        };
        line.unwrap_or_else(|| format!("the {cause} at {at} goes another way"))
    }
}

/// The length of a line that a reader likes, in bytes.
const SHORT: usize = 60;

impl Query {
    /// The question whether a goal can hold for any inputs.
    pub fn new(terms: &mut Terms, name: &str, goal: Term) -> Query {
        let inputs = inputs(terms);
        let refuted = terms.as_bool(goal) == Some(false);
        Query {
            name: name.to_owned(),
            inputs,
            assertions: vec![("goal".to_owned(), goal)],
            refuted,
        }
    }

    /// The inputs that a model of this query gives, where `inputs` took the
    /// path that it leaves: one that the query does not mention keeps its value.
    pub fn new_inputs(&self, terms: &Terms, model: &Model, inputs: [u32; 2]) -> [u32; 2] {
        let mentions = |all, &(_, term): &(String, Term)| all | terms.mentions(term);
        let mentioned = self.assertions.iter().fold(0, mentions);
        let mut new = inputs;
        for (value, input) in new.iter_mut().zip(self.inputs) {
            if let Node::Symbol(symbol) = terms.node(input)
                && terms.mentions(input) & mentioned != 0
            {
                *value = model.get(symbol);
            }
        }
        new
    }

    /// Whether a model satisfies the query.
    pub fn satisfied_by(&self, terms: &Terms, model: &Model) -> bool {
        terms.evaluation(self.assertions.iter().map(|&(_, term)| term)).all_hold(model)
    }
}
