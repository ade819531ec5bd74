//! Measures: words that decrease from round to round, or from call to call.

use super::*;

/// Maximum number of components of a measure.
const COMPONENTS: usize = 3;

/// Finds a measure for each cut that leads to itself; returns whether all have one.
pub(super) fn measures_of(
    graph: &mut Graph<'_>,
    states: &[Vec<Vec<u64>>],
    measures: &mut [Vec<Term>],
    budget: &mut Budget,
) -> Result<bool, Open> {
    for cut in 0..graph.cuts.len() {
        match measure(graph, cut, &states[cut], budget)? {
            Some(found) => measures[cut] = found,
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// In which rounds a component of a measure has to decrease.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Smaller {
    /// In each.
    Always,
    /// In one.
    Sometimes,
}

/// A path from a cut to itself: its decisions, and the values of the candidates after it.
struct Round {
    facts: Vec<Fact>,
    after: Vec<Term>,
}

/// Words, the differences of two, also one more, and for a procedure the sums of two.
fn simple(graph: &mut Graph<'_>, cut: usize, words: &[Term]) -> Result<Vec<Term>, Open> {
    let mut candidates = words.to_vec();
    let one = graph.prover.terms.constant(1);
    for &x in words {
        for &y in words.iter().filter(|y| **y != x) {
            let difference = graph.prover.terms.sub(y, x)?;
            candidates.extend([difference, graph.prover.terms.add(difference, one)?]);
        }
    }
    let is_procedure = graph.cuts[cut].procedure.is_some();
    for (index, &x) in words.iter().enumerate().filter(|_| is_procedure) {
        for &y in &words[..index] {
            candidates.push(graph.prover.terms.add(x, y)?);
        }
    }
    Ok(candidates)
}

fn measure(
    graph: &mut Graph<'_>,
    cut: usize,
    states: &[Vec<u64>],
    budget: &mut Budget,
) -> Result<Option<Vec<Term>>, Open> {
    let words = graph.words(cut)?;
    let mut candidates = simple(graph, cut, &words)?;
    let is_procedure = graph.cuts[cut].procedure.is_some();
    let tree = graph.cuts[cut].tree.clone();
    let mut arrivals = tree.arrivals(&graph.calls);
    arrivals.retain(|arrival| arrival.to == cut);
    for arrival in &arrivals {
        for fact in &arrival.facts {
            for distance in distances(graph, fact, &words)? {
                if !candidates.contains(&distance) {
                    candidates.push(distance);
                }
            }
        }
    }
    let mut rounds = Vec::new();
    for Arrival { facts, state, .. } in arrivals {
        let after = candidates.iter().map(|term| moved_term(graph, cut, &state, *term));
        let after = after.collect::<Result<_, _>>()?;
        let known = graph.cuts[cut].domain.iter().chain(&facts);
        rounds.push(Round { facts: known.cloned().collect(), after });
    }
    let samples = samples_of(graph, cut, states)?;
    let mut chosen: Vec<Term> = Vec::new();
    // The stack that a procedure needs is a multiple of a measure of one word.
    if is_procedure && !rounds.is_empty() {
        let single = component(graph, &candidates, &rounds, &samples, Smaller::Always, budget)?;
        if let Some((index, _)) = single {
            return Ok(Some(vec![candidates[index]]));
        }
    }
    while !rounds.is_empty() {
        if chosen.len() == COMPONENTS {
            return Ok(None);
        }
        let found = component(graph, &candidates, &rounds, &samples, Smaller::Sometimes, budget)?;
        let Some((index, smaller)) = found else { return Ok(None) };
        chosen.push(candidates[index]);
        let mut smaller = smaller.into_iter();
        rounds.retain(|_| !smaller.next().unwrap_or_default());
    }
    Ok(Some(chosen))
}

/// The distance of the two sides of a decision, which gets smaller until the decision is another: `b - a` for `a < b`, one more
/// for `a <= b`, and both differences for `a != b`. Only words of the cut may occur in it.
fn distances(graph: &mut Graph<'_>, fact: &Fact, words: &[Term]) -> Result<Vec<Term>, Open> {
    let terms = &mut graph.prover.terms;
    let minus = |terms: &mut Terms, term: Term| terms.scale(term, u64::MAX);
    let found = match fact.sum[..] {
        [(term, -1)] => vec![term, minus(terms, term)?],
        [(a, 1), (b, -1)] | [(b, -1), (a, 1)] => {
            let distance = terms.sub(b, a)?;
            let one = terms.constant(terms.width.of_integer(fact.most + 1));
            vec![terms.add(distance, one)?]
        }
        _ => Vec::new(),
    };
    let atoms: Vec<_> = words.iter().filter_map(|word| terms.as_atom(*word)).collect();
    let is_of_words = |term: &Term| {
        let all = terms.polynomial(*term).iter().flat_map(|(monomial, _)| monomial);
        let mut all = all.copied();
        all.all(|atom| atoms.contains(&atom))
    };
    Ok(found.into_iter().filter(is_of_words).collect())
}

/// A candidate that increases in no round and decreases in some, with the rounds in which it decreases.
fn component(
    graph: &mut Graph<'_>,
    candidates: &[Term],
    rounds: &[Round],
    samples: &[Sample],
    when: Smaller,
    budget: &mut Budget,
) -> Result<Option<(usize, Vec<bool>)>, Open> {
    for (index, &before) in candidates.iter().enumerate() {
        let mut smaller = Vec::new();
        for round in rounds {
            let after = round.after[index];
            let terms = &mut graph.prover.terms;
            let less = Fact::below(terms, after, before)?;
            let no_more = Fact::below(terms, before, after)?.negated();
            let holds = |terms: &Terms, goal: &Fact| {
                let takes = |it: &&Sample| round.facts.iter().all(|fact| it.holds(terms, fact));
                samples.iter().filter(takes).all(|sample| sample.holds(terms, goal))
            };
            let is_less = holds(terms, &less) && less.folded() != Some(false);
            if is_less && graph.follows(&round.facts, &less, Effort::Full, budget) {
                smaller.push(true);
                continue;
            }
            let may = when == Smaller::Sometimes && holds(&graph.prover.terms, &no_more);
            if !may || !graph.follows(&round.facts, &no_more, Effort::Brief, budget) {
                smaller.clear();
                break;
            }
            smaller.push(false);
        }
        if smaller.contains(&true) {
            return Ok(Some((index, smaller)));
        }
    }
    Ok(None)
}
