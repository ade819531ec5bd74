//! Facts at a point, over words: states that satisfy them, and proofs that states do.
//!
//! An equation that begins with a word defines that word: everything computed from it uses the defined value. This
//! assumes only the equation. Other facts, and equations that define nothing, become conditions of all obligations from
//! that point on.

use std::collections::BTreeMap;

use super::claim::{Expression, Fact, Operator, Spot, Value, Variant};
use super::relation::{Showing, word};
use crate::certificate::Relation;
use crate::node::related;
use crate::obligation::{Goal, Obligation};
use crate::refusal::{Refusal, malformed};
use crate::terms::Fact::Zero;
use crate::terms::{Condition, Terms, Word};

/// Looks up words of two states.
type Held<'h> = &'h mut dyn FnMut(&mut Terms, Spot) -> Word;

/// The word of an expression.
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

/// The word of an expression over values.
pub fn of_values(
    terms: &mut Terms,
    expression: &Expression,
    values: &BTreeMap<u32, Word>,
) -> Result<Word, Refusal> {
    let mut is_made_of_others = false;
    let word = evaluated(terms, expression, values, &mut |_, _| {
        is_made_of_others = true;
        Terms::ZERO
    })?;
    match is_made_of_others {
        true => malformed("something is made of other words than values"),
        false => Ok(word),
    }
}

/// Applies facts to the words at a point, or after a call; unknown words become symbols with this prefix. Returns the
/// remaining conditions.
pub fn assume(
    terms: &mut Terms,
    facts: &[Fact],
    (words, prefix): (&mut BTreeMap<Spot, Word>, &str),
    values: &BTreeMap<u32, Word>,
) -> Result<Vec<Condition>, Refusal> {
    for Fact(left, relation, right) in facts {
        let (&Expression::Word(spot), Relation::Eq) = (left, relation) else { continue };
        let here = word(terms, words, spot, prefix);
        words.insert(spot, here);
        let Some((symbol, number)) = terms.symbol_and_number(here) else { continue };
        let is_value = |terms: &Terms, value| {
            terms.symbol_and_number(value).is_some_and(|(of, _)| of == symbol)
        };
        if values.values().any(|&value| is_value(terms, value)) {
            continue;
        }
        let mut at = |terms: &mut Terms, spot: Spot| word(terms, words, spot, prefix);
        let right = evaluated(terms, right, values, &mut at)?;
        let number = terms.constant(number);
        let value = terms.sub(right, number);
        // A word that depends on itself is not defined by the equation.
        if terms.with(value, symbol, Terms::ZERO) != value {
            continue;
        }
        for word in words.values_mut() {
            *word = terms.with(*word, symbol, value);
        }
    }
    let mut kept = Vec::new();
    for fact in facts {
        let mut at = |terms: &mut Terms, spot: Spot| word(terms, words, spot, prefix);
        let condition = condition(terms, fact, values, &mut at)?;
        kept.extend(terms.stated(condition));
    }
    kept.sort_unstable();
    kept.dedup();
    Ok(kept)
}

impl Showing<'_, '_, '_> {
    /// Refuses unless facts hold. `first` is the index of the first one among those of all points.
    pub fn facts(
        &mut self,
        (first, facts): (usize, &[Fact]),
        values: &BTreeMap<u32, Word>,
        held: Held<'_>,
    ) -> Result<(), Refusal> {
        for (number, fact) in (first..).zip(facts) {
            let condition = condition(&mut self.walk.scene.terms, fact, values, held)?;
            self.holds(condition, Some(number))?;
        }
        Ok(())
    }

    /// Refuses unless the variant of an activation is at most its bound and, if the caller has one, below the caller's.
    pub fn bounds(
        &mut self,
        variant: Option<&Variant>,
        values: &BTreeMap<u32, Word>,
        callers: Option<(&Expression, &BTreeMap<u32, Word>)>,
    ) -> Result<(), Refusal> {
        let Some(Variant { of, most }) = variant else { return Ok(()) };
        let terms = &mut self.walk.scene.terms;
        let word = of_values(terms, of, values)?;
        let most = terms.constant(*most);
        let is_bounded = related(terms, word, Relation::Ule, most);
        self.holds(is_bounded, None)?;
        let Some((of, values)) = callers else { return Ok(()) };
        let terms = &mut self.walk.scene.terms;
        let callers = of_values(terms, of, values)?;
        let is_less = related(terms, word, Relation::Ult, callers);
        self.holds(is_less, None)
    }

    fn holds(&mut self, condition: Condition, claim: Option<usize>) -> Result<(), Refusal> {
        if self.walk.scene.terms.folded(condition.fact) == Some(condition.holds) {
            return Ok(());
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
            claim,
        })
    }
}
