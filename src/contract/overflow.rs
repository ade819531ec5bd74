//! Overflow as a condition on input words: SMT-LIB's `bvsaddo`, `bvuaddo` and related predicates.
//!
//! An operation overflows if its result does not fit in a word. The condition consists of
//! comparisons, so every [`Meaning`](super::Meaning) of formulas supports it.

use super::formula::{Formula, Operator, Relation, Sum};

/// Whether words are read as signed or unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Signed,
    Unsigned,
}

/// The condition that an operation on two words overflows. `None` for remainders, which never
/// overflow.
pub(super) fn overflow(reading: Reading, operator: Operator, words: [Sum; 2]) -> Option<Formula> {
    let [a, b] = words.clone();
    let of = |operator, words| Sum::Of(operator, Box::new(words));
    let result = of(operator, words.clone());
    Some(match (operator, reading) {
        (Operator::Add, Reading::Unsigned) => below(result, a),
        (Operator::Subtract, Reading::Unsigned) => below(a, b),
        (Operator::Multiply, Reading::Unsigned) => {
            equal(of(Operator::MultiplyHighUnsigned, words), 0).negated()
        }
        // The result lies on the other side of `a` than the sign of `b` implies.
        (Operator::Add, Reading::Signed) => differ(less(b, Sum::Const(0)), less(result, a)),
        (Operator::Subtract, Reading::Signed) => differ(less(Sum::Const(0), b), less(result, a)),
        // The upper half is not the sign extension of the lower half.
        (Operator::Multiply, Reading::Signed) => {
            let high = of(Operator::MultiplyHigh, words);
            let is_negative = less(result, Sum::Const(0));
            let below = Formula::All(vec![is_negative.clone(), equal(high.clone(), u32::MAX)]);
            let above = Formula::All(vec![is_negative.negated(), equal(high, 0)]);
            Formula::Any(vec![below, above]).negated()
        }
        (Operator::Divide, Reading::Signed) => {
            Formula::All(vec![equal(a, 1 << 31), equal(b, u32::MAX)])
        }
        _ => return None,
    })
}

fn below(a: Sum, b: Sum) -> Formula {
    Formula::relation(Relation::Below, a, b)
}

fn less(a: Sum, b: Sum) -> Formula {
    Formula::relation(Relation::Less, a, b)
}

fn equal(a: Sum, value: u32) -> Formula {
    Formula::relation(Relation::Equal, a, Sum::Const(value))
}

/// The condition that exactly one of them holds.
fn differ(a: Formula, b: Formula) -> Formula {
    let one = Formula::All(vec![a.clone(), b.clone().negated()]);
    let other = Formula::All(vec![a.negated(), b]);
    Formula::Any(vec![one, other])
}
