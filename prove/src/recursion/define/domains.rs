//! Domains: facts that hold whenever a run reaches a cut. They are guessed from runs and proved to be preserved on all paths.

use super::super::extract::below;
use super::*;

/// The facts that a domain may have. The fewer it has, the more lemmas hold wherever the function is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Candidates {
    /// About one word each.
    Signs,
    /// Orders of two words, too.
    Orders,
    /// Remainders of words and of differences, and premises of the claim, too.
    All,
}

/// Finds domains: candidate facts that hold on runs and are preserved on all paths.
pub(super) fn find_domains(
    graph: &mut Graph<'_>,
    states: &[Vec<Vec<u64>>],
    of: Candidates,
    budget: &mut Budget,
) -> Result<(), Open> {
    let control = control(graph)?;
    for (cut, states) in states.iter().enumerate() {
        let samples = samples_of(graph, cut, states)?;
        let mut candidates = candidates(graph, cut, &control[cut], of)?;
        if of == Candidates::All {
            candidates.extend(multiples(graph, cut, &control[cut], states)?);
            candidates.extend(premises(graph, cut)?);
        }
        let terms = &graph.prover.terms;
        let holds = |fact: &Fact| samples.iter().all(|sample| sample.holds(terms, fact));
        graph.cuts[cut].domain = candidates.into_iter().filter(holds).collect();
    }
    loop {
        let mut is_same = true;
        for from in (0..graph.cuts.len()).map(Some).chain([None]) {
            let (tree, mut known) = match from {
                Some(cut) => (graph.cuts[cut].tree.clone(), graph.cuts[cut].domain.clone()),
                None => (graph.start.clone(), Vec::new()),
            };
            known.extend_from_slice(graph.prover.inputs.facts());
            for Arrival { facts, to, state } in tree.arrivals(&graph.calls) {
                if graph.is_dead(&known, &facts, budget) {
                    continue;
                }
                let facts: Vec<Fact> = known.iter().chain(&facts).cloned().collect();
                let count = graph.cuts[to].domain.len();
                for index in (0..count).rev() {
                    let fact = graph.cuts[to].domain[index].clone();
                    let there = moved(graph, to, &state, &fact)?;
                    let effort = match of {
                        Candidates::All => Effort::Full,
                        Candidates::Signs | Candidates::Orders => Effort::Brief,
                    };
                    if !graph.follows(&facts, &there, effort, budget) {
                        graph.cuts[to].domain.remove(index);
                        is_same = false;
                    }
                }
            }
        }
        if is_same {
            return Ok(());
        }
    }
}

/// The premises about inputs that words of a cut are when runs first reach it: they still hold if the words stay the same.
fn premises(graph: &mut Graph<'_>, cut: usize) -> Result<Vec<Fact>, Open> {
    let (words, variables) = (graph.words(cut)?, graph.cuts[cut].variables.clone());
    let first = graph.start.clone().arrivals(&graph.calls).into_iter().find(|it| it.to == cut);
    let Some(Arrival { state, .. }) = first else { return Ok(Vec::new()) };
    let mut with = HashMap::new();
    for (word, variable) in words.into_iter().zip(variables) {
        let value = graph.word(&state, variable)?;
        with.extend(graph.prover.terms.as_atom(value).map(|atom| (atom, word)));
    }
    let mut found = Vec::new();
    for fact in graph.prover.inputs.facts().to_vec() {
        let terms = &mut graph.prover.terms;
        let mut atoms = Default::default();
        fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
        if !atoms.iter().all(|atom| with.contains_key(atom)) {
            continue;
        }
        let mut sum = Vec::new();
        for (term, factor) in fact.sum {
            sum.push((crate::recursion::substitute(terms, term, &with)?, factor));
        }
        found.push(Fact::new(terms, sum, fact.most)?);
    }
    Ok(found)
}

/// Candidate facts for a domain, about the words that take part in control.
fn candidates(
    graph: &mut Graph<'_>,
    cut: usize,
    control: &[bool],
    of: Candidates,
) -> Result<Vec<Fact>, Open> {
    let words = graph.words(cut)?.into_iter().zip(control);
    let words: Vec<Term> =
        words.filter(|(_, is_control)| **is_control).map(|(word, _)| word).collect();
    let terms = &mut graph.prover.terms;
    let (half, mut found) = (terms.width.half(), Vec::new());
    let (sign, greatest) = (terms.constant(half), terms.constant(half - 1));
    for (index, &x) in words.iter().enumerate() {
        found.push(Fact::zero(terms, x)?.negated());
        found.push(Fact::below(terms, x, sign)?);
        found.push(Fact::below_signed(terms, x, greatest)?);
        let others = words[..index].iter().chain(&words[index + 1..]);
        for &y in others.filter(|_| of != Candidates::Signs) {
            found.push(Fact::below_signed(terms, y, x)?.negated());
        }
    }
    Ok(found)
}

/// A fact about the variables of a cut, applied to an arriving state.
fn moved(
    graph: &mut Graph<'_>,
    cut: usize,
    state: &tamarin_kernel::scope::TermState,
    fact: &Fact,
) -> Result<Fact, Open> {
    let mut sum = Vec::with_capacity(fact.sum.len());
    for &(term, factor) in &fact.sum {
        sum.push((moved_term(graph, cut, state, term)?, factor));
    }
    Ok(Fact::new(&mut graph.prover.terms, sum, fact.most)?)
}

/// A term over the variables of a cut, applied to an arriving state.
pub(super) fn moved_term(
    graph: &mut Graph<'_>,
    cut: usize,
    state: &tamarin_kernel::scope::TermState,
    term: Term,
) -> Result<Term, Open> {
    let words = graph.words(cut)?;
    let mut with = HashMap::new();
    for (word, variable) in words.into_iter().zip(graph.cuts[cut].variables.clone()) {
        if let Some(atom) = graph.prover.terms.as_atom(word) {
            with.insert(atom, graph.word(state, variable)?);
        }
    }
    Ok(crate::recursion::substitute(&mut graph.prover.terms, term, &with)?)
}
