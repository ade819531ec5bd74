//! Quotients and remainders of unsigned numbers.

use super::{
    Cases,
    integers::{at_most, equal},
    operands,
};
use crate::evidence::Rule;
use crate::fact::{Fact, PRODUCT};
use crate::refusal::Refusal;
use crate::scope::Scope;
use crate::word::Operator;

/// `divide a, d`: unless `d = 0`, with `q = a / d` and `r = a % d`,
///
/// 0. `a = q·d + r`, as words;
/// 1. `r < d`;
/// 2. `high(q, d) = 0`: the product of integers fits into a word;
/// 3. `U(q·d) + U(r) <= U(a)` and 4. `U(q·d) + U(r) >= U(a)`: nor does the sum wrap;
/// 5. `q <= a`.
///
/// If `d` is a constant, 3 and 4 are about `d·U(q)`.
///
/// `q` and `r` are the integers with `U(a) = q·U(d) + r` and `0 <= r < U(d)`. So `q·U(d) <= U(a)`, which
/// is a word, and `q <= U(a)` as `U(d) >= 1`.
pub(super) fn divide(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [a, d] = operands(scope, rule)?;
    let terms = &mut *scope.terms;
    let (q, r) = (terms.apply(Operator::Quotient, a, d)?, terms.apply(Operator::Remainder, a, d)?);
    let product = terms.mul(q, d)?;
    let sum = terms.add(product, r)?;
    let high = terms.apply(Operator::High, q, d)?;
    let multiple = match terms.as_constant(d) {
        Some(d) if i128::from(d) < PRODUCT / terms.width.modulus() => (q, i128::from(d)),
        _ => (product, 1),
    };
    let [sum_at_most, sum_at_least] = equal(terms, &[multiple, (r, 1), (a, -1)], 0)?;
    Ok(vec![
        vec![Fact::zero(terms, d)?],
        vec![
            Fact::equal(terms, a, sum)?,
            Fact::below(terms, r, d)?,
            Fact::zero(terms, high)?,
            sum_at_most,
            sum_at_least,
            at_most(terms, q, a)?,
        ],
    ])
}

/// `quotient a, d, x, y`: quotient and remainder are unique. If `a = x·d + y`, `y < d`, `high(x, d) = 0`
/// and `U(x·d) + U(y) < 2^width`, then `a / d = x` and `a % d = y`.
///
/// By the last two, `U(a) = U(x)·U(d) + U(y)` holds for the integers, and `U(y) < U(d)`. There is one such
/// pair of integers.
pub(super) fn quotient(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [a, d, x, y] = operands(scope, rule)?;
    let terms = &mut *scope.terms;
    let (q, r) = (terms.apply(Operator::Quotient, a, d)?, terms.apply(Operator::Remainder, a, d)?);
    let product = terms.mul(x, d)?;
    let sum = terms.add(product, y)?;
    let high = terms.apply(Operator::High, x, d)?;
    let most = terms.width.modulus() - 1;
    Ok(vec![
        vec![Fact::equal(terms, a, sum)?.negated()],
        vec![at_most(terms, d, y)?],
        vec![Fact::zero(terms, high)?.negated()],
        vec![Fact::new(terms, [(product, 1), (y, 1)], most)?.negated()],
        vec![Fact::equal(terms, q, x)?, Fact::equal(terms, r, y)?],
    ])
}
