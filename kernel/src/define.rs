//! Functions and lemmas: that the functions exist, and that the lemmas hold.
//!
//! A function is defined by an equation on its domain. There is a function that satisfies it if whatever
//! the function applies itself to is in the domain again, and smaller by a measure of natural numbers:
//! then its value is defined by well-founded recursion. Without this condition an equation such as
//! `F(x) = F(x) + 1` would prove everything. Arguments of applications and decisions must not use the
//! function themselves, so what has to hold of them does not depend on it. Values may depend on the
//! inputs, which are the same during a whole proof.

use crate::context::Context;
use std::collections::BTreeMap;

use crate::evidence::{Body, Evidence, Function, How, Lemma};
use crate::proof::Prover;
use crate::refusal::{Refusal, wrong};
use crate::scope::Definitions;
use crate::term::{Atom, Contents, Memory, Node, Term, Terms};

/// Refuses unless all functions exist and all lemmas hold; makes them available.
pub fn define<'e>(prover: &mut Prover<'e>, evidence: &'e Evidence) -> Result<(), Refusal> {
    let (functions, lemmas) = (&evidence.functions[..], &evidence.lemmas[..]);
    for (number, function) in functions.iter().enumerate() {
        prover.definitions =
            Definitions { functions: &functions[..=number], unfoldable: number, lemmas: &[] };
        exists(prover, number, function)
            .map_err(|refusal| refusal.within(|| format!("function `{}`", function.name)))?;
    }
    let unfoldable = functions.len();
    for (number, lemma) in lemmas.iter().enumerate() {
        prover.definitions = Definitions { functions, unfoldable, lemmas: &lemmas[..=number] };
        holds(prover, number, lemma)
            .map_err(|refusal| refusal.within(|| format!("lemma `{}`", lemma.name)))?;
    }
    prover.definitions = Definitions { functions, unfoldable, lemmas };
    Ok(())
}

/// The context of the inputs, and words that may be anything.
fn any(prover: &mut Prover<'_>, names: &[String]) -> Result<(Context, Vec<Term>), Refusal> {
    let mut values = Vec::new();
    for name in names {
        values.push(prover.terms.fresh(name)?);
    }
    let names = names.iter().cloned().zip(values.iter().copied());
    let inputs = prover.inputs.clone();
    let context = prover.scope(&inputs, [None; 2]).inputs_and(names)?;
    Ok((context, values))
}

/// A function that is being defined.
struct Defined<'e> {
    number: usize,
    function: &'e Function,
    measure: Vec<Term>,
}

fn exists(prover: &mut Prover<'_>, number: usize, function: &Function) -> Result<(), Refusal> {
    let (mut context, _) = any(prover, &function.arguments)?;
    let mut scope = prover.scope(&context, [None; 2]);
    let domain = scope.facts(&function.domain)?;
    let measure = scope.all_terms(&function.measure)?;
    let words = domain.iter().flat_map(|fact| fact.sum.iter().map(|(term, _)| *term));
    let all: Vec<Term> = words.chain(measure.iter().copied()).collect();
    if all.into_iter().any(|term| !applications(&prover.terms, term, number).is_empty()) {
        return Err(wrong("the domain or the measure uses the function itself"));
    }
    context.assume_all("domain", domain);
    let defined = Defined { number, function, measure };
    recursion_ends(prover, &defined, context, &function.body, 0)
}

fn recursion_ends(
    prover: &mut Prover<'_>,
    defined: &Defined<'_>,
    context: Context,
    body: &Body,
    depth: usize,
) -> Result<(), Refusal> {
    match body {
        Body::Choice { fact, then, otherwise } => {
            let fact = prover.scope(&context, [None; 2]).fact(fact)?;
            let mut words = fact.sum.iter().map(|(term, _)| *term);
            if words.any(|term| !applications(&prover.terms, term, defined.number).is_empty()) {
                return Err(wrong("a decision uses the function itself"));
            }
            for (fact, body) in [(fact.clone(), then), (fact.negated(), otherwise)] {
                let mut context = context.clone();
                context.assume(&format!("decision.{depth}"), fact);
                recursion_ends(prover, defined, context, body, depth + 1)?;
            }
            Ok(())
        }
        Body::Value { is, how } => {
            let value = prover.scope(&context, [None; 2]).term(is)?;
            for (count, arguments) in
                applications(&prover.terms, value, defined.number).into_iter().enumerate()
            {
                admissible(prover, defined, &context, &arguments, how, count)?;
            }
            Ok(())
        }
    }
}

/// Refuses unless an application of a function to itself is in the domain and smaller.
fn admissible(
    prover: &mut Prover<'_>,
    defined: &Defined<'_>,
    context: &Context,
    arguments: &[Term],
    how: &How,
    count: usize,
) -> Result<(), Refusal> {
    for &argument in arguments {
        if !applications(&prover.terms, argument, defined.number).is_empty() {
            return Err(wrong("the function is applied to a value of itself"));
        }
    }
    let names = defined.function.arguments.iter().cloned().zip(arguments.iter().copied());
    let within = prover.scope(context, [None; 2]).inputs_and(names)?;
    let mut scope = prover.scope(&within, [None; 2]);
    let domain = scope.facts(&defined.function.domain)?;
    let after = scope.all_terms(&defined.function.measure)?;
    for (index, fact) in domain.iter().enumerate() {
        let label = format!("domain.{index}.{count}");
        prover.prove(context, [None; 2], fact, &how.by, &label)?;
    }
    prover.descends(context, [None; 2], [&defined.measure, &after], how, &format!(".{count}"))
}

/// The arguments of all applications of a function within a term, in the order in which the terms were
/// made.
fn applications(terms: &Terms, term: Term, function: usize) -> Vec<Vec<Term>> {
    let mut found = Vec::new();
    let mut seen = (Vec::<Atom>::new(), Vec::<Memory>::new());
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        for &atom in terms.polynomial(term).iter().flat_map(|(monomial, _)| monomial) {
            if seen.0.contains(&atom) {
                continue;
            }
            seen.0.push(atom);
            let (mut memory, operands) = terms.operands(terms.node(atom));
            if matches!(terms.node(atom), Node::Apply(number, _) if *number == function) {
                found.push((atom, operands.clone()));
            }
            open.extend(operands);
            while let Some(within) = memory.filter(|memory| !seen.1.contains(memory)) {
                seen.1.push(within);
                memory = match *terms.contents(within) {
                    Contents::Store { before, at, value } => {
                        open.extend([at, value]);
                        Some(before)
                    }
                    _ => None,
                };
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, arguments)| arguments).collect()
}

fn holds(prover: &mut Prover<'_>, number: usize, lemma: &Lemma) -> Result<(), Refusal> {
    let (mut context, _) = any(prover, &lemma.any)?;
    let mut scope = prover.scope(&context, [None; 2]);
    let assume = scope.facts(&lemma.assume)?;
    let goal = scope.fact(&lemma.show)?;
    let measure = scope.all_terms(&lemma.measure)?;
    context.assume_all("assume", assume);
    context.hypothesis = Some((number, measure));
    let by = BTreeMap::from([("show".to_owned(), lemma.by.clone())]);
    prover.prove(&context, [None; 2], &goal, &by, "show")
}
