//! Facts at a point, over words: states of which they hold, and whether they hold of states.
//!
//! An equation that begins with a word gives it that value, wherever the states have the word, so
//! that what is computed of it is computed of the value. This takes nothing for granted but the
//! equation. Other facts, and what is left of equations, are conditions of all that is shown from
//! the point on.

use std::collections::BTreeMap;

use super::claim::{Expression, Fact, Operator, Spot, Value};
use super::relation::{Showing, word};
use crate::certificate::Relation;
use crate::node::related;
use crate::obligation::{Goal, Obligation};
use crate::refusal::{Refusal, malformed};
use crate::terms::Fact::Zero;
use crate::terms::{Condition, Terms, Word};

/// Words of two states, by where they are.
type Held<'h> = &'h mut dyn FnMut(&mut Terms, Spot) -> Word;

/// The word that an expression is.
fn evaluated(
    terms: &mut Terms,
    expression: &Expression,
    values: &BTreeMap<u32, Word>,
    held: Held<'_>,
) -> Result<Word, Refusal> {
    Ok(match expression {
        Expression::Number(number) => terms.constant(*number),
        Expression::Word(spot) => held(terms, *spot),
        Expression::Value(Value(value)) => match values.get(value) {
            Some(&word) => word,
            None => return malformed("a value has no name"),
        },
        Expression::Of(operator, a, b) => {
            let a = evaluated(terms, a, values, held)?;
            let b = evaluated(terms, b, values, held)?;
            match operator {
                Operator::Add => terms.add(a, b),
                Operator::Sub => terms.sub(a, b),
                Operator::Mul => terms.mul(a, b),
                Operator::High => terms.high(true, a, b),
                Operator::Highu => terms.high(false, a, b),
                Operator::Quot => terms.quotient(true, a, b),
                Operator::Quotu => terms.quotient(false, a, b),
                Operator::Rem => terms.remainder(true, a, b),
                Operator::Remu => terms.remainder(false, a, b),
                Operator::Slt => terms.less(true, a, b),
                Operator::Sltu => terms.less(false, a, b),
            }
        }
    })
}

/// A fact as a condition on words.
fn condition(
    terms: &mut Terms,
    Fact(a, relation, b): &Fact,
    values: &BTreeMap<u32, Word>,
    held: Held<'_>,
) -> Result<Condition, Refusal> {
    let a = evaluated(terms, a, values, held)?;
    let b = evaluated(terms, b, values, held)?;
    Ok(related(terms, a, *relation, b))
}

/// Puts what facts say into the words of a point. What else they say is returned.
pub fn assume(
    terms: &mut Terms,
    facts: &[Fact],
    words: &mut BTreeMap<Spot, Word>,
    values: &BTreeMap<u32, Word>,
) -> Result<Vec<Condition>, Refusal> {
    for Fact(left, relation, right) in facts {
        let (&Expression::Word(spot), Relation::Eq) = (left, relation) else { continue };
        let here = word(terms, words, spot, "");
        words.insert(spot, here);
        let Some((symbol, number)) = terms.symbol_and_number(here) else { continue };
        let is_value = |terms: &Terms, value| {
            terms.symbol_and_number(value).is_some_and(|(of, _)| of == symbol)
        };
        if values.values().any(|&value| is_value(terms, value)) {
            continue;
        }
        let mut at = |terms: &mut Terms, spot: Spot| word(terms, words, spot, "");
        let right = evaluated(terms, right, values, &mut at)?;
        let number = terms.constant(number);
        let value = terms.sub(right, number);
        // A word that is made of itself gets no value by that.
        if terms.with(value, symbol, Terms::ZERO) != value {
            continue;
        }
        for word in words.values_mut() {
            *word = terms.with(*word, symbol, value);
        }
    }
    let mut kept = Vec::new();
    for fact in facts {
        let mut at = |terms: &mut Terms, spot: Spot| word(terms, words, spot, "");
        let condition = condition(terms, fact, values, &mut at)?;
        kept.extend(terms.stated(condition));
    }
    kept.sort_unstable();
    kept.dedup();
    Ok(kept)
}

impl Showing<'_, '_, '_> {
    /// Refuses unless facts hold of words. The first one has this number among those of all points.
    pub fn facts(
        &mut self,
        (first, facts): (usize, &[Fact]),
        values: &BTreeMap<u32, Word>,
        held: Held<'_>,
    ) -> Result<(), Refusal> {
        for (number, fact) in (first..).zip(facts) {
            let terms = &mut self.walk.scene.terms;
            let condition = condition(terms, fact, values, held)?;
            if terms.folded(condition.fact) == Some(condition.holds) {
                continue;
            }
            let goal = match condition {
                Condition { fact: Zero(word), holds: true } => Goal::Zero(word),
                _ => Goal::Holds(condition),
            };
            self.walk.must(&Obligation {
                kind: self.kind,
                node: self.start.node,
                conditions: self.conditions,
                zeros: &[],
                goal,
                claim: Some(number),
            })?;
        }
        Ok(())
    }
}
