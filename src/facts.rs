//! Path facts: everything that the conditions of a path imply, derived without a solver.
//!
//! Conditions are added in order and removed in reverse order ([`Facts::follow`] goes from one path to the next by
//! their common prefix). For each condition, [`Facts`] reports whether the earlier ones imply it, and which conditions
//! a question needs ([`Said`]). It simplifies terms under all conditions ([`Facts::simplified`]) and proves goals
//! ([`Facts::prove`]).
//!
//! It is a small combination of theories that exchange what they derive. Each is in its own file:
//!
//! - [`classes`]: equal terms, and terms rewritten by equalities;
//! - [`congruence`], [`needed`] and [`range`]: ranges of single words, their remainders by constants, and redundant
//!   bounds;
//! - [`linear`] and [`rows`]: sums that do not wrap around, and inequalities between them, which bound their words;
//! - [`equal`]: differences of quotients and remainders that are 0;
//! - [`split`]: goals that are proved by cases.
//!
//! Each conclusion has a [`Why`]: the conditions that imply it, and the rule. So a conclusion can be checked
//! independently, and conditions that a question omits follow from those it keeps.
//!
//! Results do not depend on earlier questions: a context that returns to a path behaves like a new one for that path.

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
use rows::{Finding, Reader, Rows};
use why::Reasons;

pub use needed::Said;
pub use why::{Reason, Rule, Why};

use crate::term::{Model, Node, Sort, Term, Terms};
use crate::trail::{Mark, Trail};

/// Whether a new condition adds information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// The earlier conditions do not imply it, as far as the theories can show.
    New,
    /// The earlier conditions imply it.
    Implied(Why),
}

/// The conditions of a path and their consequences. All terms belong to one [`Terms`].
#[derive(Debug, Default)]
pub struct Facts {
    conditions: Vec<Condition>,
    theories: Theories,
}

#[derive(Debug)]
struct Condition {
    term: Term,
    /// How the earlier conditions imply it, if they do.
    implied: Option<(Rule, Reason)>,
    before: [Mark; TRAILS],
}

/// The theories. They refer to conditions only as reasons.
#[derive(Debug, Default)]
struct Theories {
    reasons: Reasons,
    classes: Classes,
    bounds: Bounds,
    rows: Rows,
}

/// The number of parts of [`Theories`] that are restored when conditions are removed.
const TRAILS: usize = 9;

/// The effect of adding a condition or a case.
#[derive(Clone, Copy, Debug)]
enum Taken {
    New,
    Implied(Rule, Reason),
    /// It contradicts the earlier conditions.
    Contradiction(Reason),
}

/// Number of conditions between two checks of the caller's clock.
const CONDITIONS_PER_LOOK: usize = 16;

impl Facts {
    /// Moves to the next path: removes the conditions after the common prefix, then adds the rest.
    pub fn follow(&mut self, terms: &mut Terms, path: impl Iterator<Item = Term> + Clone) {
        self.follow_until(terms, path, &|| false);
    }

    /// The same; stops and returns false when `is_due`, which is polled now and then, returns true. The conditions
    /// added by then remain.
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

    /// Adds a condition.
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

    /// Removes the conditions from this position on.
    pub fn truncate(&mut self, position: usize) {
        if let Some(first) = self.conditions.get(position) {
            self.theories.undo_to(&first.before);
            self.conditions.truncate(position);
        }
    }

    /// For each condition in order, whether it adds information to the others.
    pub fn said(&self) -> impl Iterator<Item = Said> {
        (0..).zip(&self.conditions).map(|(position, condition)| Said {
            is_new: condition.implied.is_none(),
            superseded: self.theories.bounds.superseded(position),
        })
    }

    /// Whether the condition at a position added information.
    pub fn assumed(&self, position: usize) -> Assumed {
        match self.conditions[position].implied {
            Some((rule, why)) => {
                let conditions = self.theories.reasons.conditions(why);
                Assumed::Implied(Why { rule, conditions })
            }
            None => Assumed::New,
        }
    }

    /// A term simplified under all conditions, with the reason.
    pub fn simplified(&mut self, terms: &mut Terms, term: Term) -> (Term, Reason) {
        self.theories.simplified(terms, term)
    }

    /// The positions of the conditions that a reason depends on. The reason must be newer than the last removal.
    pub fn premises(&self, reason: Reason) -> BTreeSet<u32> {
        self.theories.reasons.conditions(reason)
    }
}

impl Theories {
    /// All parts that are restored when conditions are removed.
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

    /// Adds a fact with its reason: the condition at a position, or a case.
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
        let said = arc(terms, term);
        if let Some((word, arc)) = said
            && let Some(why) = self.bounds.implies(terms, word, arc)
        {
            return Taken::Implied(Rule::Bounds, why);
        }
        let is_sum =
            |word| matches!(terms.node(word), Node::Add(..) | Node::Sub(..) | Node::Mul(..));
        // This must precede the bounds, or the condition would be found to imply itself.
        if said.is_none_or(|(word, _)| is_sum(word)) || short != term {
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
        if let Some((word, arc)) = said {
            if !self.bounds.narrow(terms, &mut self.reasons, (word, arc), (position, why)) {
                return Taken::Implied(Rule::Bounds, self.bounds.range(terms, word).1);
            }
            self.is_narrower(terms, word);
        }
        Taken::New
    }

    /// Propagates narrower bounds on a word to the other theories.
    fn is_narrower(&mut self, terms: &mut Terms, word: Term) {
        let mut values = Vec::new();
        let ((first, last), why) = self.bounds.limits(terms, word);
        values.extend((first == last).then_some((word, first as u32, why)));
        self.reader(terms).propagate(&mut values);
        self.are_values(terms, values);
    }

    fn are_values(&mut self, terms: &mut Terms, values: Vec<(Term, u32, Reason)>) {
        for (word, value, why) in values {
            self.is_value(terms, word, value, why);
        }
    }

    fn is_value(&mut self, terms: &mut Terms, word: Term, value: u32, why: Reason) {
        let value = terms.word(value);
        self.classes.equate(terms, &mut self.reasons, [word, value], why);
    }

    /// The value of a term whose variables are all constants, and the reason. For a long sum, evaluation is faster than
    /// rebuilding.
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

    /// A term simplified under everything that was added, with the reason.
    fn simplified(&mut self, terms: &mut Terms, term: Term) -> (Term, Reason) {
        let value = self.value(terms, term);
        value.unwrap_or_else(|| self.classes.normal(terms, &mut self.reasons, term))
    }

    fn reader<'a>(&'a mut self, terms: &'a Terms) -> Reader<'a> {
        let Theories { reasons, bounds, rows, .. } = self;
        Reader { terms, reasons, bounds, rows }
    }
}
