//! Definitions: checks that functions are well defined, and proves lemmas.
//!
//! A function is defined by an equation on its domain. Such a function exists if every recursive application is in the
//! domain again, and its measure, a tuple of natural numbers, is smaller: then well-founded recursion defines its
//! value. Without this condition an equation such as `F(x) = F(x) + 1` would make the logic inconsistent. Decisions,
//! and arguments of applications, must not use the function itself, so their conditions do not depend on it. Values may
//! depend on the inputs, which are fixed during a whole proof.

use std::collections::BTreeMap;

use crate::evidence::{Body, Evidence, Function, How, Lemma};
use crate::proof::Prover;
use crate::refusal::{Refusal, wrong};
use crate::scope::{Definitions, Point};
use crate::term::Term;
use crate::text::{self, Expression};

/// Refuses unless all functions are well defined and all lemmas hold; then makes them available.
pub fn define<'e>(prover: &mut Prover<'e>, evidence: &'e Evidence) -> Result<(), Refusal> {
    let (functions, lemmas) = (&evidence.functions[..], &evidence.lemmas[..]);
    for (number, function) in functions.iter().enumerate() {
        exists(prover, &functions[..=number])
            .map_err(|refusal| refusal.within(|| format!("function `{}`", function.name)))?;
    }
    for (number, lemma) in lemmas.iter().enumerate() {
        prover.definitions = Definitions { functions, lemmas: &lemmas[..=number] };
        holds(prover, number, lemma)
            .map_err(|refusal| refusal.within(|| format!("lemma `{}`", lemma.name)))?;
    }
    prover.definitions = Definitions { functions, lemmas };
    Ok(())
}

/// A point at which the names are arbitrary words.
fn any(prover: &mut Prover<'_>, names: &[String]) -> Result<Point, Refusal> {
    let words: Result<Vec<Term>, Refusal> =
        names.iter().map(|name| prover.terms.fresh(name)).collect();
    prover.scope(&Point::of(prover.inputs.clone())).inputs_and(names, &words?)
}

fn exists<'e>(prover: &mut Prover<'e>, functions: &'e [Function]) -> Result<(), Refusal> {
    let Some((function, before)) = functions.split_last() else { return Ok(()) };
    // Only values may apply the function itself.
    prover.definitions = Definitions { functions: before, lemmas: &[] };
    let mut point = any(prover, &function.arguments)?;
    let mut scope = prover.scope(&point);
    let domain = scope.facts(&function.domain)?;
    let measure = scope.all_terms(&function.measure)?;
    point.context.assume_all("domain", domain);
    recursion_ends(prover, functions, &measure, point, &function.body, 0)
}

/// Refuses unless each recursive application in a part of the body of the last function ends. `depth` is the number of
/// decisions before this part.
fn recursion_ends<'e>(
    prover: &mut Prover<'e>,
    functions: &'e [Function],
    measure: &[Term],
    point: Point,
    body: &Body,
    depth: usize,
) -> Result<(), Refusal> {
    match body {
        Body::Choice { fact, then, otherwise } => {
            let fact = prover.scope(&point).fact(fact)?;
            for (fact, body) in [(fact.clone(), then), (fact.negated(), otherwise)] {
                let mut point = point.clone();
                point.context.assume(&format!("decision.{depth}"), fact);
                recursion_ends(prover, functions, measure, point, body, depth + 1)?;
            }
        }
        Body::Value { is, how } => {
            let (value, mut found) = (text::term(is)?, Vec::new());
            // Later functions are not available in it.
            let before = std::mem::replace(&mut prover.definitions.functions, functions);
            prover.scope(&point).meaning(&value)?;
            prover.definitions.functions = before;
            let function = functions.last().ok_or_else(|| wrong("there is no function"))?;
            value.applications(&function.name, &mut found);
            for (count, arguments) in found.into_iter().enumerate() {
                admissible(prover, function, measure, &point, arguments, how, count)?;
            }
        }
    }
    Ok(())
}

/// Refuses unless a recursive application is in the domain and has a smaller measure.
fn admissible(
    prover: &mut Prover<'_>,
    function: &Function,
    measure: &[Term],
    point: &Point,
    arguments: &[Expression],
    how: &How,
    count: usize,
) -> Result<(), Refusal> {
    let mut scope = prover.scope(point);
    let words: Result<Vec<Term>, Refusal> =
        arguments.iter().map(|argument| scope.meaning(argument)).collect();
    let within = scope.inputs_and(&function.arguments, &words?)?;
    let mut scope = prover.scope(&within);
    let domain = scope.facts(&function.domain)?;
    let after = scope.all_terms(&function.measure)?;
    for (index, fact) in domain.iter().enumerate() {
        prover.prove(point, fact, &how.by, &format!("domain.{index}.{count}"))?;
    }
    prover.descends(point, [measure, &after], how, &format!(".{count}"))
}

fn holds(prover: &mut Prover<'_>, number: usize, lemma: &Lemma) -> Result<(), Refusal> {
    let mut point = any(prover, &lemma.any)?;
    let mut scope = prover.scope(&point);
    let assume = scope.facts(&lemma.assume)?;
    let goal = scope.fact(&lemma.show)?;
    let measure = scope.all_terms(&lemma.measure)?;
    point.context.assume_all("assume", assume);
    point.context.hypothesis = Some((number, measure));
    let by = BTreeMap::from([("show".to_owned(), lemma.by.clone())]);
    prover.prove(&point, &goal, &by, "show")
}
