//! Linear inequalities over the integers, and wrapping sums.

use super::{Cases, operands};
use crate::evidence::Rule;
use crate::fact::{Fact, PRODUCT, times, too_large};
use crate::refusal::{Refusal, ensure, wrong};
use crate::scope::Scope;
use crate::term::{Term, Terms};
use crate::word::Operator;

/// Maximum number of ways in which a sum may wrap.
const CARRIES: i128 = 64;

/// Words with their factors.
type Summands = [(Term, i128)];

/// `linear on f1, ..., fn times m1, ..., mn`: a nonnegative combination of inequalities (Farkas).
///
/// If `si <= ki` and `mi >= 0` for all `i`, then `m1·s1 + ... + mn·sn <= m1·k1 + ... + mn·kn`. The sum is divided by
/// the common divisor of its factors, and its right side is rounded down, since its left side is an integer. If the sum
/// fails for all words, the case is closed, since the kernel knows the range of words.
pub(super) fn linear(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let has_factors = rule.on.len() == rule.times.len() && rule.times.iter().all(|&it| it >= 0);
    ensure(has_factors, "`linear` has a factor for each fact, and none is negative")?;
    let (mut sum, mut most) = (Vec::new(), 0i128);
    for (label, &factor) in rule.on.iter().zip(&rule.times) {
        let (fact, factor) = (scope.labelled(label)?, i128::from(factor));
        for (term, by) in fact.sum {
            sum.push((term, times(by, factor)?));
        }
        most = most.checked_add(times(fact.most, factor)?).ok_or_else(too_large)?;
    }
    Ok(vec![vec![Fact::new(scope.terms, sum, most)?]])
}

/// `carry sum c1·t1, ..., cn·tn plus c`: the unsigned value of the word `t = c1·t1 + ... + cn·tn + c` is the sum of the
/// unsigned values plus a multiple of 2^width; there is a case for each possible multiple.
///
/// Both sides are equal modulo 2^width, since `U(x)` is `x` modulo 2^width. So there is an integer `k` with `U(t) = s +
/// 2^width·k`, where `s` is the sum of the integers. `U(t)` is between 0 and 2^width - 1, and `s` between its least and
/// its greatest value over all words; facts listed in `on` may bound `s` more tightly. Each case has two facts, `U(t)
/// <= ...` and `U(t) >= ...`.
pub(super) fn carry(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let sum = scope.sum(&rule.sum)?;
    let (width, modulus) = (scope.terms.width, scope.terms.width.modulus());
    let is_small = |(_, factor): &(Term, i128)| factor.abs() < PRODUCT / modulus;
    ensure(sum.iter().all(is_small), "a factor is too large")?;
    let mut term = scope.terms.constant(width.of_integer(i128::from(rule.plus)));
    for &(of, factor) in &sum {
        term = scope.terms.combine(term, 1, of, width.of_integer(factor))?;
    }
    let (least, most) = bounds(scope, rule, &sum)?;
    // 0 <= s + 2^width·k < 2^width, where `s` is between `least` and `most`
    let first = (-most).div_euclid(modulus) + i128::from((-most).rem_euclid(modulus) != 0);
    let last = (modulus - 1 - least).div_euclid(modulus);
    ensure(last - first < CARRIES, "a sum may wrap in too many ways")?;
    let rest = sum.iter().map(|&(term, factor)| (term, -factor)).chain([(term, 1)]);
    let rest: Vec<(Term, i128)> = rest.collect();
    let plus = i128::from(rule.plus);
    let case = |carry| Ok(equal(scope.terms, &rest, plus + modulus * carry)?.into());
    (first..=last).map(case).collect()
}

/// The two inequalities that state that a sum is a number.
pub(super) fn equal(terms: &mut Terms, sum: &Summands, number: i128) -> Result<[Fact; 2], Refusal> {
    let at_most = Fact::new(terms, sum.iter().copied(), number)?;
    let negated = sum.iter().map(|&(term, factor)| (term, -factor));
    Ok([at_most, Fact::new(terms, negated, -number)?])
}

/// `product a, c` for a number `c`: `c·U(a) = 2^width·U(high(a, c)) + U(c·a)`.
///
/// The two words are the upper and the lower half of the product of integers.
pub(super) fn product(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [a, c] = operands(scope, rule)?;
    let terms = &mut *scope.terms;
    let factor = terms.as_constant(c).ok_or_else(|| wrong("`product` is with a number"))?;
    let (high, low) = (terms.apply(Operator::High, a, c)?, terms.mul(a, c)?);
    let sum = [(a, i128::from(factor)), (high, -terms.width.modulus()), (low, -1)];
    Ok(vec![equal(terms, &sum, 0)?.into()])
}

/// Bounds of the rule's sum, from the range of words and from the rule's facts.
fn bounds(scope: &mut Scope<'_>, rule: &Rule, sum: &Summands) -> Result<(i128, i128), Refusal> {
    // The sum in normal form: `divisor` times the left side of a fact, plus a constant.
    let (mut whole, mut number) = (Vec::new(), i128::from(rule.plus));
    for &(term, factor) in sum {
        match scope.terms.as_constant(term) {
            Some(value) => {
                let product = times(i128::from(value), factor)?;
                number = number.checked_add(product).ok_or_else(too_large)?;
            }
            None => whole.push((term, factor)),
        }
    }
    whole.sort_unstable();
    let (mut least, mut most) = Fact::range(&whole, scope.terms.width);
    for label in &rule.on {
        let fact = scope.labelled(label)?;
        let factor = quotient(&whole, &fact.sum);
        let factor = factor.ok_or_else(|| wrong(format!("`{label}` does not bound the sum")))?;
        let bound = times(fact.most, factor)?;
        (least, most) =
            if factor > 0 { (least, most.min(bound)) } else { (least.max(bound), most) };
    }
    Ok((least + number, most + number))
}

/// The integer `q` with `sum = q · of`, if there is one. Both are in order.
fn quotient(sum: &Summands, of: &Summands) -> Option<i128> {
    let factor = sum.first()?.1.checked_div(of.first()?.1)?;
    let multiple = of.iter().map(|&(term, by)| (term, by * factor));
    (factor != 0 && multiple.eq(sum.iter().copied())).then_some(factor)
}

/// `monotone a, c, b`: if `a <= c` and the integer `c·b` fits into a word, then so does `a·b`, and it is at most `c·b`.
///
/// All numbers are unsigned. `high(c, b) = 0` means `U(c)·U(b) < 2^width`. `U(a) <= U(c)` implies `U(a)·U(b) <=
/// U(c)·U(b)`, so neither product wraps.
pub(super) fn monotone(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [a, c, b] = operands(scope, rule)?;
    let terms = &mut *scope.terms;
    let (high_a, high_c) = (terms.apply(Operator::High, a, b)?, terms.apply(Operator::High, c, b)?);
    let (low_a, low_c) = (terms.mul(a, b)?, terms.mul(c, b)?);
    Ok(vec![
        vec![Fact::below(terms, c, a)?],
        vec![Fact::zero(terms, high_c)?.negated()],
        vec![Fact::zero(terms, high_a)?, at_most(terms, low_a, low_c)?],
    ])
}

/// `a <= b` as unsigned numbers.
pub(super) fn at_most(terms: &mut Terms, a: Term, b: Term) -> Result<Fact, Refusal> {
    Ok(Fact::below(terms, b, a)?.negated())
}
