//! Polynomial identities, and congruence.

use super::{Cases, operands};
use crate::evidence::Rule;
use crate::fact::Fact;
use crate::refusal::{Refusal, ensure, wrong};
use crate::scope::Scope;
use crate::term::{Head, Node, Terms};
use crate::word::Operator;

/// `ring on p1 = 0, ..., pn = 0 orders less(x1, y1), ... factors f1, ...`: the sum of the left sides, each times its
/// factor, is 0. The equations come first, then `less(x, y) - v = 0` for each order, where `v` is 1 if `x < y` is
/// known, and 0 if its negation is known.
///
/// Words form a ring, in which multiples and sums of zeros are zero. The sum is in normal form, so it is the goal's
/// polynomial whenever the two are equal.
pub(super) fn ring(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let mut zeros = Vec::new();
    for label in &rule.on {
        let zero = scope.labelled(label)?.as_zero();
        zeros.push(zero.ok_or_else(|| wrong(format!("`{label}` is no equation")))?);
    }
    for order in scope.all_terms(&rule.terms)? {
        let node = scope.terms.as_atom(order).map(|atom| scope.terms.node(atom).clone());
        let Some(Node { head: Head::Operator(Operator::Less), operands }) = node else {
            return Err(wrong("this is no order"));
        };
        let fact = Fact::below(scope.terms, operands[0], operands[1])?;
        let holds = scope.point.context.knows(&fact);
        let holds = holds.ok_or_else(|| wrong("it is not known whether an order holds"))?;
        let value = scope.terms.constant(u64::from(holds));
        zeros.push(scope.terms.sub(order, value)?);
    }
    ensure(zeros.len() == rule.factors.len(), "`ring` has a factor for each equation and order")?;
    let mut sum = Terms::ZERO;
    for (zero, factor) in zeros.into_iter().zip(&rule.factors) {
        let factor = scope.term(factor)?;
        let product = scope.terms.mul(zero, factor)?;
        sum = scope.terms.add(sum, product)?;
    }
    Ok(vec![vec![Fact::zero(scope.terms, sum)?]])
}

/// `congruence s, t`: two atoms of one kind are equal, or one of their operands differs.
///
/// An atom is a function of its operands: equal operands give equal values.
pub(super) fn congruence(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let [s, t] = operands(scope, rule)?;
    let terms = &mut *scope.terms;
    let (Some(a), Some(b)) = (terms.as_atom(s), terms.as_atom(t)) else {
        return Err(wrong("`congruence` is of two atoms"));
    };
    let (a, b) = (terms.node(a).clone(), terms.node(b).clone());
    let are_alike = a.head == b.head && a.operands.len() == b.operands.len();
    ensure(are_alike, "`congruence` is of two atoms of one kind")?;
    let mut cases = Vec::new();
    for (a, b) in a.operands.into_iter().zip(b.operands) {
        if a != b {
            cases.push(vec![Fact::equal(terms, a, b)?.negated()]);
        }
    }
    cases.push(vec![Fact::equal(terms, s, t)?]);
    Ok(cases)
}
