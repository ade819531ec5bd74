//! Multiples: words, and differences of two words, that leave the same remainder in each round.
//!
//! A counter that goes up by two meets a limit that it may be equal to, but not exceed, only if their distance is even. The
//! change of such a word in each round is a number; the greatest common divisor of these changes is the divisor
//! (a congruence domain: Granger, *Static analysis of arithmetical congruences*, 1989).

use super::*;
use crate::farkas::gcd;
use tamarin_kernel::word::Operator;

/// The facts `word % divisor = remainder` that the first state of a cut suggests, about the words that take part in control.
pub(super) fn multiples(
    graph: &mut Graph<'_>,
    cut: usize,
    control: &[bool],
    states: &[Vec<u64>],
) -> Result<Vec<Fact>, Open> {
    let all = graph.words(cut)?;
    let words: Vec<Term> =
        all.iter().zip(control).filter(|(_, it)| **it).map(|(word, _)| *word).collect();
    let mut of = words.clone();
    for &x in &words {
        for &y in words.iter().filter(|y| **y != x) {
            of.push(graph.prover.terms.sub(y, x)?);
        }
    }
    let samples = samples_of(graph, cut, states)?;
    let arrivals = graph.cuts[cut].tree.clone().arrivals(&graph.calls);
    let mut found = Vec::new();
    for term in of {
        let (mut divisor, mut is_counted) = (0, true);
        for Arrival { to, state, .. } in &arrivals {
            if *to != cut {
                continue;
            }
            let after = moved_term(graph, cut, state, term)?;
            let change = graph.prover.terms.sub(after, term)?;
            let terms = &graph.prover.terms;
            match terms.as_constant(change) {
                Some(change) => divisor = gcd(divisor, terms.width.signed(change).abs()),
                None => is_counted = false,
            }
        }
        let first = samples.first().map(|it| it.term(&graph.prover.terms, term));
        if let (true, 2.., Some(first)) = (is_counted, divisor, first) {
            let terms = &mut graph.prover.terms;
            let divisor = divisor as u64;
            let by = terms.constant(divisor);
            let remainder = terms.apply(Operator::Remainder, term, by)?;
            let rest = terms.constant(first % divisor);
            found.push(Fact::equal(terms, remainder, rest)?);
        }
    }
    Ok(found)
}
