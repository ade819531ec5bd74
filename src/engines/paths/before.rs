//! Proves a witness the least one by running both programs on all smaller inputs.
//!
//! In the order of [`Key`](super::order::Key), inputs with fewer nonzero words come first. The
//! inputs smaller than one with a single nonzero word are the input of zeros, those with that word
//! nearer to zero, and those with a single nonzero word *after* it, whatever its value. The last
//! group is too large to run. But if neither program reads such a word on the input of zeros, both
//! behave on all of this group as they do there. To show that programs of one argument agree on all
//! inputs smaller than `$1 = 27` takes 54 runs, however hard their paths are.

use super::path_hash::PathHasher;
use super::session::{End, Session};
use crate::machine::mips::Reg;
use crate::machine::setup::Initial;
use crate::machine::{Image, Inputs};

/// The inputs smaller than another, if all of them can be run.
pub(super) struct Before {
    /// The ranks that the word at `index` may have.
    ranks: u32,
    index: usize,
    words: usize,
}

/// Maximum rank of a word that is tried.
const RANKS: u32 = 4_096;

impl Before {
    /// The inputs smaller than one with a single nonzero word; `rank` computes that word's rank.
    /// `None` if it has another number of nonzero words, or if too many inputs are smaller.
    pub async fn of(
        search: &mut Session<'_>,
        inputs: &Inputs,
        rank: impl Fn(u32) -> u32,
    ) -> Result<Option<Before>, End> {
        let mut others = (0..inputs.len()).filter(|&index| inputs[index] != 0);
        let (Some(index), None) = (others.next(), others.next()) else { return Ok(None) };
        let (ranks, words) = (rank(inputs[index]), inputs.len());
        if ranks > RANKS {
            return Ok(None);
        }
        let zeros: Inputs = (0..words).map(|_| 0).collect();
        if index + 1 < words {
            // If the input is not allowed, agreement on it is unknown.
            if !search.options.contract.allows(&zeros) {
                return Ok(None);
            }
            for (side, image) in search.images.into_iter().enumerate() {
                let mut recorder = PathHasher::<true>::new(image);
                search.outcome(side, &zeros, &mut recorder).await?;
                if !(index + 1..words).all(|input| is_unread(image, &recorder, input)) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Before { ranks, index, words }))
    }

    /// The inputs to run, in order; `word` returns the word of a rank.
    pub fn inputs(self, word: impl Fn(u32) -> u32) -> impl Iterator<Item = Inputs> {
        let Before { ranks, index, words } = self;
        let with = move |word| (0..words).map(|at| if at == index { word } else { 0 }).collect();
        (0..ranks).map(move |rank| with(word(rank)))
    }
}

/// Whether all observations of a run would be the same with another word for this input: it was
/// only in registers that were never read.
fn is_unread(image: &Image, recorder: &PathHasher<true>, input: usize) -> bool {
    // An observation beside `$3` may expose a register that no instruction reads. The printing
    // routine is not tracked either: it leaves registers on the stack.
    let observes_result_only =
        image.setup().observation.others.is_empty() && image.printer().is_none();
    let mut held = observes_result_only.then_some(false);
    for reg in Reg::all().filter(|&reg| image.initial(reg) == Initial::Input(input)) {
        let is_known = reg == Reg::RESULT || recorder.has_read(reg);
        held = held.filter(|_| !is_known).map(|_| true);
    }
    held == Some(true)
}
