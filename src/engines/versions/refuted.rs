//! Words on which two programs part, and inputs that are made of them.
//!
//! A block that is refuted comes with a model (Section 4.2 of the paper): words at the point before it
//! with which what is observed behind it differs. Whether a run of the programs ever gets there with
//! such words is another question, which only a run answers: [`suspects`] are inputs to try.

use std::collections::BTreeSet;

use tamarin_checker::procedures::claim::Spot;

use super::Comparison;
use crate::machine::Inputs;
use crate::program::Address;

/// Inputs that are made of one refutation, at most.
const SUSPECTS: usize = 256;

/// Words at a pair of places with which two procedures, or the programs, part behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The places, in the left program and in the right one.
    pub at: [Address; 2],
    /// What registers and words of the stack hold there: those on which it depends.
    pub held: Vec<(Spot, u32)>,
    /// Inputs of the programs that are known of it, by their index.
    pub inputs: Vec<(usize, u32)>,
}

/// Inputs, of so many words, that may show a difference, the likeliest first: made of the words on
/// which the programs or two of their procedures part.
pub fn suspects(found: &Comparison, count: usize) -> Vec<Inputs> {
    let mut suspects: Vec<Inputs> = Vec::new();
    for refuted in found.procedures.iter().filter_map(|it| it.refuted.as_ref()) {
        let mut words: Vec<u32> = refuted.held.iter().map(|&(_, word)| word).collect();
        words.extend([0, 1, u32::MAX]);
        let mut seen = BTreeSet::new();
        words.retain(|&word| seen.insert(word));
        let mut made: Vec<Vec<u32>> = vec![vec![]];
        for input in 0..count {
            let known = refuted.inputs.iter().find(|(index, _)| *index == input);
            let choices = match known {
                Some(&(_, word)) => vec![word],
                None => words.clone(),
            };
            let longer = made.iter().flat_map(|inputs| {
                choices.iter().map(move |&word| [&inputs[..], &[word]].concat())
            });
            made = longer.take(SUSPECTS).collect();
        }
        suspects.extend(made.iter().map(|inputs| inputs.iter().copied().collect::<Inputs>()));
    }
    let mut seen = BTreeSet::new();
    suspects.retain(|inputs| seen.insert(inputs.to_vec()));
    suspects
}
