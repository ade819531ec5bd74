//! The conditions of a path in one context, with everything that is derived from them.
//!
//! Conditions are assumed in order and retracted in the opposite order ([`Facts::follow`] moves
//! from one path to the next through their common prefix). For each condition it reports whether
//! earlier ones imply it, and whether a query needs it ([`Redundancy`]). Terms are simplified under all
//! conditions ([`Facts::simplified`]), and goals are proved ([`Facts::prove`]) without a solver.
//!
//! It is a small combination of theories, each in a file of its own, which exchange their
//! conclusions:
//!
//! - [`classes`]: equal terms, and terms rewritten by these equalities;
//! - [`congruence`], [`needed`] and [`range`]: the intervals of single words, their remainders by
//!   constants, and which bounds on them are redundant;
//! - [`linear`] and [`rows`]: sums that do not wrap around, and inequalities between them, which
//!   bound their words;
//! - [`equal`]: differences of quotients and remainders that are 0;
//! - [`split`]: goals that hold case by case.
//!
//! Each conclusion has a [`Why`]: the conditions that imply it, and the rule. Others can therefore
//! check what is decided without a solver, and the conditions that a query omits follow from those
//! that it keeps.
//!
//! Answers never depend on earlier queries: a context that has returned to a path gives the same
//! answers as a new one for that path.

mod classes;
mod congruence;
mod equal;
mod linear;
mod needed;
pub mod range;
mod rows;
mod split;
mod why;

use std::collections::BTreeSet;

use classes::Classes;
use needed::Bounds;
use range::arc;
use rows::{Finding, Reader, Rows, Value};
use why::Reasons;

pub use needed::Redundancy;
pub use why::{Reason, Rule, Why};

use crate::term::{Model, Node, Sort, Term, Terms};
use crate::trail::{Mark, Trail};

/// The result of assuming a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// Earlier conditions do not imply it, as far as the theories show.
    New,
    /// Earlier conditions imply it.
    Implied(Why),
}

/// The facts that follow from the conditions of a path; for terms of one [`Terms`].
#[derive(Debug, Default)]
pub struct Facts {
    conditions: Vec<Condition>,
    theories: Theories,
}

#[derive(Debug)]
struct Condition {
    term: Term,
    /// How earlier conditions imply it, if they do.
    implied: Option<(Rule, Reason)>,
    before: [Mark; TRAILS],
}

/// The theories, which refer to conditions only as reasons.
#[derive(Debug, Default)]
struct Theories {
    reasons: Reasons,
    classes: Classes,
    bounds: Bounds,
    rows: Rows,
}

/// The number of parts of [`Theories`] that are undone when conditions are retracted.
const TRAILS: usize = 9;

/// The result of assuming a condition, or a case, and why.
#[derive(Clone, Copy, Debug)]
enum Taken {
    New,
    Implied(Rule, Reason),
    /// It contradicts the earlier ones.
    Contradiction(Reason),
}

/// Number of conditions between two calls of `is_due`.
const CONDITIONS_PER_LOOK: usize = 16;

impl Facts {
    /// Moves to the next path, keeping the prefix that it shares with the last one.
    pub fn follow(&mut self, terms: &mut Terms, path: impl Iterator<Item = Term> + Clone) {
        self.follow_until(terms, path, &|| false);
    }

    /// The same; returns false once `is_due`, which is polled now and then, reports that time is
    /// up. The conditions assumed until then remain.
    pub fn follow_until(
        &mut self,
        terms: &mut Terms,
        path: impl Iterator<Item = Term> + Clone,
        is_due: &dyn Fn() -> bool,
    ) -> bool {
        let known = self.conditions.iter().map(|condition| condition.term);
        let common = known.zip(path.clone()).take_while(|(a, b)| a == b).count();
        self.truncate(common);
        for (count, term) in path.skip(common).enumerate() {
            if count % CONDITIONS_PER_LOOK == CONDITIONS_PER_LOOK - 1 && is_due() {
                return false;
            }
            self.take(terms, term);
        }
        true
    }

    /// Assumes the next condition.
    pub fn assume(&mut self, terms: &mut Terms, condition: Term) -> Assumed {
        self.take(terms, condition);
        self.assumed(self.conditions.len() - 1)
    }

    fn take(&mut self, terms: &mut Terms, condition: Term) {
        let position = self.conditions.len() as u32;
        let before = self.theories.mark();
        let reason = self.theories.reasons.condition(position);
        let implied = match self.theories.take(terms, condition, position, reason) {
            Taken::Implied(rule, why) => Some((rule, why)),
            Taken::New | Taken::Contradiction(_) => None,
        };
        self.conditions.push(Condition { term: condition, implied, before });
    }

    /// Retracts the conditions from this position on.
    pub fn truncate(&mut self, position: usize) {
        if let Some(first) = self.conditions.get(position) {
            self.theories.undo_to(&first.before);
            self.conditions.truncate(position);
        }
    }

    /// The redundancy of each condition, in order.
    pub fn redundancies(&self) -> impl Iterator<Item = Redundancy> {
        (0..).zip(&self.conditions).map(|(position, condition)| Redundancy {
            is_new: condition.implied.is_none(),
            superseded: self.theories.bounds.superseded(position),
        })
    }

    /// The result of assuming the condition at a position.
    pub fn assumed(&self, position: usize) -> Assumed {
        match self.conditions[position].implied {
            Some((rule, why)) => {
                let conditions = self.theories.reasons.conditions(why);
                Assumed::Implied(Why { rule, conditions })
            }
            None => Assumed::New,
        }
    }

    /// Simplifies a term under all conditions, and returns the reason.
    pub fn simplified(&mut self, terms: &mut Terms, term: Term) -> (Term, Reason) {
        self.theories.simplified(terms, term)
    }

    /// The positions of the conditions behind a reason. The reason must be newer than the last
    /// retraction.
    pub fn premises(&self, reason: Reason) -> BTreeSet<u32> {
        self.theories.reasons.conditions(reason)
    }
}

impl Theories {
    /// Everything that is undone when conditions are retracted.
    fn trails(&mut self) -> [&mut dyn Trail; TRAILS] {
        let Theories { reasons, classes, bounds, rows } = self;
        [
            &mut reasons.0,
            &mut classes.is,
            &mut classes.normal,
            &mut classes.congruences.0,
            &mut bounds.words,
            &mut bounds.limits,
            &mut bounds.superseded,
            &mut rows.rows,
            &mut rows.of_shapes,
        ]
    }

    fn mark(&mut self) -> [Mark; TRAILS] {
        self.trails().map(|trail| trail.mark())
    }

    fn undo_to(&mut self, marks: &[Mark; TRAILS]) {
        self.trails().into_iter().zip(marks).for_each(|(trail, &mark)| trail.undo_to(mark));
    }

    /// Assumes a term for a reason: the condition at a position, or a case.
    fn take(&mut self, terms: &mut Terms, term: Term, position: u32, why: Reason) -> Taken {
        let (short, simpler) = self.simplified(terms, term);
        match terms.as_bool(short) {
            Some(true) => return Taken::Implied(Rule::Rewriting, simpler),
            Some(false) => return Taken::Contradiction(simpler),
            None => {}
        }
        let so = self.reasons.both(why, simpler);
        self.classes.assume(terms, &mut self.reasons, term, why);
        if short != term {
            self.classes.assume(terms, &mut self.reasons, short, so);
        }
        let bound = arc(terms, term);
        if let Some((word, arc)) = bound
            && let Some(why) = self.bounds.implies(terms, word, arc)
        {
            return Taken::Implied(Rule::Bounds, why);
        }
        let is_sum =
            |word| matches!(terms.node(word), Node::Add(..) | Node::Sub(..) | Node::Mul(..));
        // This comes before the bounds are updated: afterwards the condition would imply itself.
        if bound.is_none_or(|(word, _)| is_sum(word)) || short != term {
            match self.reader(terms).take(short, so) {
                Finding::Implied(rows) => {
                    return Taken::Implied(Rule::Rows, self.reasons.both(rows, simpler));
                }
                Finding::Contradiction(rows) => {
                    return Taken::Contradiction(self.reasons.both(rows, simpler));
                }
                Finding::Open(values) => self.are_values(terms, values),
            }
        }
        if let Some((word, arc)) = bound {
            if !self.bounds.narrow(terms, &mut self.reasons, (word, arc), (position, why)) {
                return Taken::Implied(Rule::Bounds, self.bounds.range(terms, word).1);
            }
            self.is_narrower(terms, word);
        }
        Taken::New
    }

    /// Passes narrower bounds on a word to the other theories.
    fn is_narrower(&mut self, terms: &mut Terms, word: Term) {
        let mut values = Vec::new();
        let ((first, last), why) = self.bounds.limits(terms, word);
        values.extend((first == last).then_some(Value { word, value: first as u32, why }));
        self.reader(terms).propagate(&mut values);
        self.are_values(terms, values);
    }

    fn are_values(&mut self, terms: &mut Terms, values: Vec<Value>) {
        for Value { word, value, why } in values {
            self.is_value(terms, word, value, why);
        }
    }

    fn is_value(&mut self, terms: &mut Terms, word: Term, value: u32, why: Reason) {
        let value = terms.word(value);
        self.classes.equate(terms, &mut self.reasons, [word, value], why);
    }

    /// The value of a term whose variables are all constants, and why. Evaluating a long sum is
    /// faster than rebuilding it.
    fn value(&mut self, terms: &mut Terms, term: Term) -> Option<(Term, Reason)> {
        let sort = terms.sort(term);
        if !matches!(sort, Sort::Word | Sort::Bool) {
            return None;
        }
        let (mut model, mut why) = (Model::new(), Reason::ALWAYS);
        for &symbol in terms.members(terms.mentions(term)) {
            let variable = terms.find(Node::Symbol(symbol))?;
            let (value, also) = self.classes.constant(terms, variable)?;
            model.set(symbol, value);
            why = self.reasons.both(why, also);
        }
        let value = terms.eval(&[term], &model)[0];
        Some((
            if sort == Sort::Bool { terms.bool(value == 1) } else { terms.word(value as u32) },
            why,
        ))
    }

    /// Simplifies a term under everything that was assumed, and returns the reason.
    fn simplified(&mut self, terms: &mut Terms, term: Term) -> (Term, Reason) {
        let value = self.value(terms, term);
        value.unwrap_or_else(|| self.classes.normal(terms, &mut self.reasons, term))
    }

    fn reader<'a>(&'a mut self, terms: &'a Terms) -> Reader<'a> {
        let Theories { reasons, bounds, rows, .. } = self;
        Reader { terms, reasons, bounds, rows }
    }
}
