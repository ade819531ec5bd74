//! Identities of polynomials, and equal operands.

use super::{Cases, operands};
use crate::evidence::Rule;
use crate::fact::Fact;
use crate::refusal::{Refusal, wrong};
use crate::scope::Scope;
use crate::term::{Term, Terms};
use crate::word::Operator;

/// `ring on p1 = 0, ..., pn = 0 factors f1, ..., fn`: `f1·p1 + ... + fn·pn = 0`.
///
/// Words are a ring, in which a multiple of zero is zero and so is a sum of zeros. The sum is put into
/// normal form, so it is the goal's polynomial wherever the two are equal. A fact `a < b` may stand for
/// `less(a, b) - 1 = 0`, and its negation for `less(a, b) = 0`, by the meaning of `less`.
pub(super) fn ring(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    if rule.on.len() != rule.factors.len() {
        return Err(wrong("`ring` has a factor for each fact"));
    }
    let mut sum = Terms::ZERO;
    for (label, factor) in rule.on.iter().zip(&rule.factors) {
        let fact = scope.labelled(label)?;
        let zero = zero(scope.terms, &fact)?;
        let zero = zero.ok_or_else(|| wrong(format!("`{label}` is no equation")))?;
        let factor = scope.term(factor)?;
        let product = scope.terms.mul(zero, factor)?;
        sum = scope.terms.add(sum, product)?;
    }
    Ok(vec![vec![Fact::zero(scope.terms, sum)?]])
}

/// The term that is zero where a fact holds, if the fact is an equation or an unsigned order.
fn zero(terms: &mut Terms, fact: &Fact) -> Result<Option<Term>, Refusal> {
    if let Some(term) = fact.as_zero() {
        return Ok(Some(term));
    }
    // Which words are in order, and whether they are.
    let bound = |terms: &mut Terms, bound: i128| {
        (bound >= 0 && bound < terms.width.modulus()).then(|| terms.constant(bound as u64))
    };
    let order = match (&fact.sum[..], fact.most) {
        (&[(a, 1), (b, -1)] | &[(b, -1), (a, 1)], -1) => Some((a, b, 1)),
        (&[(a, -1), (b, 1)] | &[(b, 1), (a, -1)], 0) => Some((a, b, 0)),
        (&[(a, 1)], most) => bound(terms, most + 1).map(|bound| (a, bound, 1)),
        (&[(a, -1)], most) => bound(terms, -most).map(|bound| (a, bound, 0)),
        _ => None,
    };
    let Some((a, b, value)) = order else { return Ok(None) };
    let (less, value) = (terms.apply(Operator::Less, a, b)?, terms.constant(value));
    Ok(Some(terms.sub(less, value)?))
}

/// `congruence s, t`: two atoms of one kind are equal, or one of their operands differs.
///
/// An atom is a function of its operands: equal words give equal words.
pub(super) fn congruence(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [s, t] = operands(scope, rule)?;
    let terms = &mut *scope.terms;
    let (Some(a), Some(b)) = (terms.as_atom(s), terms.as_atom(t)) else {
        return Err(wrong("`congruence` is of two atoms"));
    };
    let (a, b) = (terms.node(a).clone(), terms.node(b).clone());
    if a.head != b.head || a.operands.len() != b.operands.len() {
        return Err(wrong("`congruence` is of two atoms of one kind"));
    }
    let mut cases = Vec::new();
    for (a, b) in a.operands.into_iter().zip(b.operands) {
        if a != b {
            cases.push(vec![Fact::equal(terms, a, b)?.negated()]);
        }
    }
    cases.push(vec![Fact::equal(terms, s, t)?]);
    Ok(cases)
}
