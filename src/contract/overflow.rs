//! Overflow as a condition on input words: SMT-LIB's `bvsaddo`, `bvuaddo` and related predicates.
//!
//! An operation overflows if its result does not fit in a word. The condition consists of
//! comparisons, so every [`Meaning`](super::Meaning) of formulas supports it.

use super::formula::{Formula, Operator, Relation, WordExpression};
use crate::word::Word;

/// Whether words are read as signed or unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Signed,
    Unsigned,
}

/// The condition that an operation on two words overflows. `None` for remainders, which never
/// overflow.
pub(super) fn overflow<W: Word>(
    reading: Reading,
    operator: Operator,
    words: [WordExpression<W>; 2],
) -> Option<Formula<W>> {
    let zero = || WordExpression::Const(W::zero());
    let [a, b] = words.clone();
    let of = |operator, words| WordExpression::Of(operator, Box::new(words));
    let result = of(operator, words.clone());
    Some(match (operator, reading) {
        (Operator::Add, Reading::Unsigned) => below(result, a),
        (Operator::Subtract, Reading::Unsigned) => below(a, b),
        (Operator::Multiply, Reading::Unsigned) => {
            equal(of(Operator::MultiplyHighUnsigned, words), W::zero()).negated()
        }
        // The result lies on the other side of `a` than the sign of `b` implies.
        (Operator::Add, Reading::Signed) => differ(less(b, zero()), less(result, a)),
        (Operator::Subtract, Reading::Signed) => differ(less(zero(), b), less(result, a)),
        // The upper half is not the sign extension of the lower half.
        (Operator::Multiply, Reading::Signed) => {
            let high = of(Operator::MultiplyHigh, words);
            let is_negative = less(result, zero());
            let below =
                Formula::All(vec![is_negative.clone(), equal(high.clone(), W::max_value())]);
            let above = Formula::All(vec![is_negative.negated(), equal(high, W::zero())]);
            Formula::Any(vec![below, above]).negated()
        }
        (Operator::Divide, Reading::Signed) => {
            Formula::All(vec![equal(a, W::sign_bit()), equal(b, W::max_value())])
        }
        _ => return None,
    })
}

fn below<W: Word>(a: WordExpression<W>, b: WordExpression<W>) -> Formula<W> {
    Formula::relation(Relation::Below, a, b)
}

fn less<W: Word>(a: WordExpression<W>, b: WordExpression<W>) -> Formula<W> {
    Formula::relation(Relation::Less, a, b)
}

fn equal<W: Word>(a: WordExpression<W>, value: W) -> Formula<W> {
    Formula::relation(Relation::Equal, a, WordExpression::Const(value))
}

/// The condition that exactly one of them holds.
fn differ<W: Word>(a: Formula<W>, b: Formula<W>) -> Formula<W> {
    let one = Formula::All(vec![a.clone(), b.clone().negated()]);
    let other = Formula::All(vec![a.negated(), b]);
    Formula::Any(vec![one, other])
}
