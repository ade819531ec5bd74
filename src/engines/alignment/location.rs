//! Locations: the points between two segments of a run.
//!
//! A run is cut where it branches back, to a lower or equal address. Every loop has such a branch,
//! so segments are finite, and a path without loops is not cut at all. Jumps to computed addresses
//! (mainly calls and returns) are not cut points; a loop made only of them is too long for one
//! segment, and then nothing is claimed. A location includes the value of `$31`, so a procedure's
//! loop is a separate location for each call.

pub use tamarin_checker::certificate::Location;

use crate::flow::{self, Ways};
use crate::machine::{Image, Machine};
use crate::program::Address;

/// Whether a step other than a computed jump is a cut point.
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

/// Whether a machine's step from this address was a branch back. The text must equal the image's.
pub fn went_back(image: &Image, from: u32, machine: &Machine) -> bool {
    let word = image.words().get(Address(from).word_index());
    let jumps = |word| matches!(flow::ways(from, word), Some(Ways::Jump | Ways::Call) | None);
    is_back(from, machine.state.pc) && word.is_some_and(|&word| !jumps(word))
}
