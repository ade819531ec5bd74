//! Counterexamples: values of a lemma's words for which its assumptions hold and its conclusion does not.
//!
//! Most statements that are tried are false: a branch is possible, or a guess from runs does not hold in general. To find
//! that by cases takes hundreds of times as much work as to evaluate a few samples. Equations are solved first, so that
//! only the other words are chosen: boundary values, constants of the statement, other words and their neighbours, and
//! pseudo-random ones.

use std::collections::BTreeSet;

use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Head, Term, Terms};

use super::ring::Pivots;
use super::{Outcome, Tools};
use crate::lemma::Statement;
use crate::samples::{Random, Sample};
use crate::world::{Here, World};

/// Number of samples of a statement.
const SAMPLES: u64 = 200;

/// The tactic. It proves nothing; it finds that a statement is false.
pub fn tactic(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let Ok((mut world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    if !has_values(&world.prover.terms, &here) {
        return Outcome::Open;
    }
    let mut work = 0;
    let found = fails(&mut world, &here, &statement.any, &mut work);
    tools.budget.spend(work);
    match found {
        Ok(true) => Outcome::Fails,
        _ => Outcome::Open,
    }
}

/// Whether operators and words are all that facts contain: applications of functions and loads have no values here.
fn has_values(terms: &Terms, here: &Here) -> bool {
    let facts = here.point.context.facts().iter();
    let (mut open, mut seen) = (Vec::new(), BTreeSet::new());
    open.extend(facts.flat_map(|fact| fact.sum.iter().map(|(term, _)| *term)));
    while let Some(term) = open.pop() {
        for atom in terms.polynomial(term).iter().flat_map(|(monomial, _)| monomial) {
            if seen.insert(*atom) {
                let node = terms.node(*atom);
                if matches!(node.head, Head::Function(_) | Head::Load(_)) {
                    return false;
                }
                open.extend(node.operands.iter().copied());
            }
        }
    }
    true
}

/// Whether all facts of a point hold on a sample of its words. Adds the number of facts that were evaluated to the work.
fn fails(world: &mut World, here: &Here, any: &[String], work: &mut u64) -> Result<bool, Refusal> {
    let words: Vec<Term> = any.iter().map(|name| here.point.context.names[name]).collect();
    let solved = Pivots::all(world, here)?.solutions(&world.prover.terms, &words);
    let (terms, facts) = (&world.prover.terms, here.point.context.facts());
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let pool = pool(terms, here);
    for _ in 0..SAMPLES {
        let mut values: Vec<u64> = Vec::new();
        for _ in &words {
            let value = choose(&mut random, &pool, &values);
            values.push(terms.width.wrap(value));
        }
        // A solution may contain the words of later ones.
        for &(index, zero) in solved.iter().rev() {
            values[index] = 0;
            let rest = Sample::new(0, values.clone(), terms, &words).term(terms, zero);
            values[index] = terms.width.wrap(rest.wrapping_neg());
        }
        let sample = Sample::new(0, values, terms, &words);
        let mut holds = |fact| {
            *work += 1;
            sample.holds(terms, fact)
        };
        if facts.iter().all(&mut holds) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Boundary values, and the constants of facts.
fn pool(terms: &Terms, here: &Here) -> Vec<u64> {
    let half = terms.width.half();
    let mut pool = vec![0, 1, 2, half, terms.width.most()];
    for fact in here.point.context.facts() {
        pool.push(terms.width.of_integer(fact.most));
        for (term, _) in &fact.sum {
            let constants = terms.polynomial(*term).iter().filter(|(of, _)| of.is_empty());
            pool.extend(constants.map(|(_, constant)| constant.wrapping_neg()));
        }
    }
    pool
}

/// A word: one of the pool, or one chosen before, or a neighbour of these, or any word.
fn choose(random: &mut Random, pool: &[u64], before: &[u64]) -> u64 {
    let one_of = |random: &mut Random, of: &[u64]| of[(random.word() % of.len() as u64) as usize];
    let word = match random.word() % 4 {
        0 => return random.word() >> (random.word() % 64),
        1 if !before.is_empty() => one_of(random, before),
        2 => random.word() % 9,
        _ => one_of(random, pool),
    };
    word.wrapping_add(random.word() % 3).wrapping_sub(1)
}
