//! Where a program is between two pieces of a run.
//!
//! A run is cut where it branches back, to a lower or the same address: every
//! loop has such a branch, so the pieces are finite, and a path that goes
//! around no loop is not cut at all. Jumps to computed addresses (calls and
//! returns above all) do not cut; a loop that is made of them is too long to be
//! one piece, and nothing is claimed then. A cut says what `$31` holds, so that a
//! procedure's loop is one for each call.

pub use tamarin_checker::certificate::Location;

use crate::flow::{self, Ways};
use crate::machine::{Image, Machine};
use crate::program::Address;

/// Whether a step by anything but a computed jump is cut.
pub fn is_back(from: u32, to: u32) -> bool {
    to <= from
}

/// Whether a word of a program's text branches back, if it is executed.
pub fn may_go_back(image: &Image) -> bool {
    image.words().iter().enumerate().any(|(index, &word)| {
        let pc = Address::of_word(index).0;
        match flow::ways(pc, word) {
            Some(Ways::One(next)) => is_back(pc, next),
            Some(Ways::Branch { target, next }) => is_back(pc, target) || is_back(pc, next),
            Some(Ways::Jump | Ways::Call) | None => false,
        }
    })
}

/// Whether a step of a machine from this address was a branch back. The text is
/// that of the image.
pub fn went_back(image: &Image, from: u32, machine: &Machine) -> bool {
    let word = image.words().get(Address(from).word_index());
    let jumps = |word| matches!(flow::ways(from, word), Some(Ways::Jump | Ways::Call) | None);
    is_back(from, machine.state.pc) && word.is_some_and(|&word| !jumps(word))
}
