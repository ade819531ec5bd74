//! That an input is the least on which two programs differ, by running them on all before it.
//!
//! In the order of [`Key`](super::order::Key) inputs with fewer words other than zero come
//! first. Before an input with a single such word are the input of zeros, those with that
//! word nearer to zero, and those with a single word *behind* it, whatever that word is. The
//! last ones are too many to be run. But where neither program reads such a word on the input
//! of zeros, both do on all of them what they do there. So that programs of one argument agree
//! on all before `$1 = 27` takes 54 runs, however hard their paths are.

use super::session::{End, Session};
use super::way::WayRecorder;
use crate::machine::mips::Reg;
use crate::machine::setup::Initial;
use crate::machine::{Image, Inputs};

/// Inputs before another, if all of them can be run.
pub(super) struct Before {
    /// What a word at `index` may be, by rank.
    ranks: u32,
    index: usize,
    words: usize,
}

/// Ranks of a word that are tried at most.
const RANKS: u32 = 4_096;

impl Before {
    /// Those before an input, whose word other than zero has this rank. `None` where there is
    /// another number of such words, or too many are before it.
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
            // Of an input that is not allowed nothing is known to agree.
            if !search.options.contract.allows(&zeros) {
                return Ok(None);
            }
            for (side, image) in search.images.into_iter().enumerate() {
                let mut recorder = WayRecorder::<true>::new(image);
                search.outcome(side, &zeros, &mut recorder).await?;
                if !(index + 1..words).all(|input| is_unread(image, &recorder, input)) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Before { ranks, index, words }))
    }

    /// The inputs to run, in order; `word` is that of a rank.
    pub fn inputs(self, word: impl Fn(u32) -> u32) -> impl Iterator<Item = Inputs> {
        let Before { ranks, index, words } = self;
        let with = move |word| (0..words).map(|at| if at == index { word } else { 0 }).collect();
        (0..ranks).map(move |rank| with(word(rank)))
    }
}

/// Whether all that a program does and shows of a run would be the same with another word for
/// this input: it was in registers only, and those were not read.
fn is_unread(image: &Image, recorder: &WayRecorder<true>, input: usize) -> bool {
    // What is observed beside `$3` may tell of a register that no instruction reads, and of a
    // routine that prints at once nothing is told: it leaves registers on the stack.
    let is_told = image.setup().observation.others.is_empty() && image.printer().is_none();
    let mut held = is_told.then_some(false);
    for reg in Reg::all().filter(|&reg| image.initial(reg) == Initial::Input(input)) {
        let is_known = reg == Reg::RESULT || recorder.has_read(reg);
        held = held.filter(|_| !is_known).map(|_| true);
    }
    held == Some(true)
}
