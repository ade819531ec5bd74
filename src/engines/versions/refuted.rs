//! Words for which two programs differ, and inputs made of them.
//!
//! A refuted block comes with a model (Section 4.2 of the DiffKemp paper): words at the point
//! before it for which the observations after it differ. Whether a run ever reaches the point with
//! such words is another question, which only a run answers: [`suspects`] are inputs to try.

use std::collections::BTreeSet;

use super::spot::Spot;

use super::Comparison;
use crate::machine::Inputs;
use crate::program::Address;

/// Maximum number of inputs made of one refutation.
const SUSPECTS: usize = 256;

/// Words at a pair of places for which two procedures, or the programs, differ later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The places, in the left program and in the right one.
    pub at: [Address; 2],
    /// The relevant registers and stack words there.
    pub held: Vec<(Spot, u32)>,
    /// The program inputs that it determines, by their index.
    pub inputs: Vec<(usize, u32)>,
}

/// Inputs of this length that may show a difference, likeliest first: made of the words for which
/// the programs or two of their procedures differ.
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
