//! Functions and lemmas: that the functions exist, and that the lemmas hold.
//!
//! A function is defined by an equation on its domain. There is a function that satisfies it if whatever
//! the function applies itself to is in the domain again, and smaller by a measure of natural numbers:
//! then its value is defined by well-founded recursion. Without this condition an equation such as
//! `F(x) = F(x) + 1` would prove everything. Arguments of applications and decisions must not use the
//! function themselves, so what has to hold of them does not depend on it. Values may depend on the
//! inputs, which are the same during a whole proof.

use std::collections::BTreeMap;

use crate::evidence::{Body, Evidence, Function, How, Lemma};
use crate::proof::Prover;
use crate::refusal::Refusal;
use crate::scope::{Definitions, Point};
use crate::term::Term;
use crate::text::{self, Expression};

/// Refuses unless all functions exist and all lemmas hold; makes them available.
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

/// A point at which names are any words.
fn any(prover: &mut Prover<'_>, names: &[String]) -> Result<Point, Refusal> {
    let words: Result<Vec<Term>, Refusal> =
        names.iter().map(|name| prover.terms.fresh(name)).collect();
    prover.scope(&Point::of(prover.inputs.clone())).inputs_and(names, &words?)
}

/// A function that is being defined.
struct Defined<'d, 'e> {
    /// Those before it, and itself.
    functions: &'e [Function],
    function: &'d Function,
    measure: Vec<Term>,
}

fn exists<'e>(prover: &mut Prover<'e>, functions: &'e [Function]) -> Result<(), Refusal> {
    let Some((function, before)) = functions.split_last() else { return Ok(()) };
    // The function itself has a meaning in its values only.
    prover.definitions = Definitions { functions: before, lemmas: &[] };
    let mut point = any(prover, &function.arguments)?;
    let mut scope = prover.scope(&point);
    let domain = scope.facts(&function.domain)?;
    let measure = scope.all_terms(&function.measure)?;
    point.context.assume_all("domain", domain);
    let defined = Defined { functions, function, measure };
    recursion_ends(prover, &defined, point, &function.body, 0)
}

fn recursion_ends<'e>(
    prover: &mut Prover<'e>,
    defined: &Defined<'_, 'e>,
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
                recursion_ends(prover, defined, point, body, depth + 1)?;
            }
        }
        Body::Value { is, how } => {
            let (value, mut found) = (text::term(is)?, Vec::new());
            // Functions that come later have no meaning in it.
            let before = std::mem::replace(&mut prover.definitions.functions, defined.functions);
            prover.scope(&point).meaning(&value)?;
            prover.definitions.functions = before;
            value.applications(&defined.function.name, &mut found);
            for (count, arguments) in found.into_iter().enumerate() {
                admissible(prover, defined, &point, arguments, how, count)?;
            }
        }
    }
    Ok(())
}

/// Refuses unless an application of a function to itself is in the domain and smaller.
fn admissible(
    prover: &mut Prover<'_>,
    defined: &Defined<'_, '_>,
    point: &Point,
    arguments: &[Expression],
    how: &How,
    count: usize,
) -> Result<(), Refusal> {
    let (function, mut scope) = (defined.function, prover.scope(point));
    let words: Result<Vec<Term>, Refusal> =
        arguments.iter().map(|argument| scope.meaning(argument)).collect();
    let within = scope.inputs_and(&function.arguments, &words?)?;
    let mut scope = prover.scope(&within);
    let domain = scope.facts(&function.domain)?;
    let after = scope.all_terms(&function.measure)?;
    for (index, fact) in domain.iter().enumerate() {
        prover.prove(point, fact, &how.by, &format!("domain.{index}.{count}"))?;
    }
    prover.descends(point, [&defined.measure, &after], how, &format!(".{count}"))
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
