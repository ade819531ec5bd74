//! Functions and lemmas of the evidence.

use super::Cases;
use crate::evidence::{Body, Rule};
use crate::fact::Fact;
use crate::refusal::{Refusal, ensure, wrong};
use crate::scope::{Scope, descent};
use crate::term::{Head, Term};

/// `unfold F at a1, ..., an`: unless a fact of the domain fails, `F(a1, ..., an)` equals its body. There is a case for
/// each path through the body, with the equation first and then the decisions.
///
/// The kernel has proved that a function with this equation on its domain exists ([`define`](crate::define)), and
/// interprets `F` as this function.
pub(super) fn unfold(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let number = scope.function(&rule.name)?;
    let function = &scope.definitions.functions[number];
    let values = scope.all_terms(&rule.terms)?;
    let is_applied = values.len() == function.arguments.len();
    ensure(is_applied, "the function has another number of arguments")?;
    let point = scope.inputs_and(&function.arguments, &values)?;
    let applied = scope.terms.atom(Head::Function(number), values)?;
    let mut within = scope.at(&point);
    let mut cases: Cases = Vec::new();
    for fact in within.facts(&function.domain)? {
        cases.push(vec![fact.negated()]);
    }
    ways(&mut within, applied, &function.body, &[], &mut cases)?;
    Ok(cases)
}

/// Adds a case for each path through a body on which these decisions were made.
fn ways(
    scope: &mut Scope<'_>,
    applied: Term,
    body: &Body,
    decisions: &[Fact],
    cases: &mut Cases,
) -> Result<(), Refusal> {
    scope.terms.pay(1 + decisions.len())?;
    match body {
        Body::Value { is, .. } => {
            let value = scope.term(is)?;
            let equation = Fact::equal(scope.terms, applied, value)?;
            cases.push([&[equation], decisions].concat());
        }
        Body::Choice { fact, then, otherwise } => {
            let fact = scope.fact(fact)?;
            for (fact, body) in [(fact.clone(), then), (fact.negated(), otherwise)] {
                ways(scope, applied, body, &[decisions, &[fact]].concat(), cases)?;
            }
        }
    }
    Ok(())
}

/// `lemma L with x1 = t1, ...`: unless a hypothesis fails, the conclusion holds. Within the proof of the lemma itself,
/// there is also the case that its measure does not decrease.
///
/// A lemma is proved for all words before it is used. In its own proof it is the induction hypothesis: it is used only
/// at a smaller measure, and no measure decreases forever.
pub(super) fn lemma(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let lemmas = scope.definitions.lemmas;
    let number = lemmas.iter().position(|lemma| lemma.name == rule.name);
    let number = number.ok_or_else(|| wrong(format!("there is no lemma `{}`", rule.name)))?;
    let lemma = &lemmas[number];
    let words = scope.values(&lemma.any, &rule.with)?;
    let point = scope.inputs_and(&lemma.any, &words)?;
    let hypothesis = scope.point.context.hypothesis.clone();
    let mut within = scope.at(&point);
    let mut cases: Cases = Vec::new();
    for fact in within.facts(&lemma.assume)? {
        cases.push(vec![fact.negated()]);
    }
    if let Some((_, before)) = hypothesis.filter(|(proved, _)| *proved == number) {
        let after = within.all_terms(&lemma.measure)?;
        for fact in descent(within.terms, &before, &after, rule.component)? {
            cases.push(vec![fact.negated()]);
        }
    }
    cases.push(vec![within.fact(&lemma.show)?]);
    Ok(cases)
}
