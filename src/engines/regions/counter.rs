//! The number of inputs that satisfy conditions, by decision diagrams.

use num_bigint::BigUint;

use super::diagram::{Diagram, TermDiagrams, TooLarge};
use super::{TOO_LARGE, power};
use crate::engines::tree::Bench;
use crate::solver::Stop;
use crate::term::{Symbol, Term};

/// Counts inputs of the contract.
pub(super) struct Counter {
    symbols: Vec<Symbol>,
    diagrams: TermDiagrams,
    premises: Vec<Term>,
    /// The number of all inputs; an upper bound, if the contract's cannot be counted.
    pub all: BigUint,
    /// Whether that number is exact.
    pub is_all_exact: bool,
    stop: Stop,
    too_large: u32,
}

impl Counter {
    pub fn new(bench: &mut Bench<'_>) -> Counter {
        let symbols = symbols(bench);
        let premises: Vec<Term> = bench.premises().collect();
        let diagrams = TermDiagrams::new(&symbols, bench.stop);
        let all = power::<u32>(symbols.len());
        let stop = bench.stop.clone();
        let (is_all_exact, too_large) = (false, 0);
        let mut counter =
            Counter { symbols, diagrams, premises, all, is_all_exact, stop, too_large };
        if let Some(all) = counter.count(bench, []) {
            (counter.all, counter.is_all_exact) = (all, true);
        }
        counter
    }

    /// The number of the contract's inputs that satisfy all of these.
    pub fn count(
        &mut self,
        bench: &Bench<'_>,
        of: impl IntoIterator<Item = Term>,
    ) -> Option<BigUint> {
        if self.too_large == TOO_LARGE {
            return None;
        }
        let premises = self.premises.clone();
        let all = premises.into_iter().chain(of);
        match conjunction(&mut self.diagrams, bench, all) {
            Ok(diagram) => Some(self.diagrams.set.count(diagram)),
            Err(TooLarge) => {
                self.diagrams = TermDiagrams::new(&self.symbols, &self.stop);
                self.too_large += 1;
                None
            }
        }
    }
}

pub(super) fn symbols(bench: &mut Bench<'_>) -> Vec<Symbol> {
    let inputs = bench.inputs();
    let of = |&word: &Term| {
        let set = bench.terms.mentions(word);
        bench.terms.members(set)[0]
    };
    inputs.iter().map(of).collect()
}

pub(super) fn conjunction(
    diagrams: &mut TermDiagrams,
    bench: &Bench<'_>,
    of: impl IntoIterator<Item = Term>,
) -> Result<Diagram, TooLarge> {
    of.into_iter().try_fold(Diagram::TRUE, |all, term| {
        let one = diagrams.of(&bench.terms, term)?;
        diagrams.set.and(all, one)
    })
}
