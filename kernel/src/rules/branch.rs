//! Case distinctions on any fact.

use super::Cases;
use crate::evidence::Rule;
use crate::refusal::Refusal;
use crate::scope::Scope;

/// `split F`: the fact holds, or its negation does.
///
/// A fact is an inequality of integers, `sum <= most`, and its negation is `-sum <= -most - 1`.
pub(super) fn split(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let fact = scope.fact(&rule.fact)?;
    Ok(vec![vec![fact.clone()], vec![fact.negated()]])
}

/// `cut F`: the negation of the fact holds, which a script of its own refutes, or the fact does.
pub(super) fn cut(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let fact = scope.fact(&rule.fact)?;
    Ok(vec![vec![fact.negated()], vec![fact]])
}
