//! Locations: the points between two segments of a run.
//!
//! A run is cut where it branches back, to a lower or equal address. Every loop has such a branch,
//! so segments are finite, and a path without loops is not cut at all. Jumps to computed addresses
//! (mainly calls and returns) are not cut points; a loop made only of them is too long for one
//! segment, and then nothing is claimed. A location includes the value of `$31`, so a procedure's
//! loop is a separate location for each call.

use std::collections::BTreeSet;

pub use super::claim::Location;
use crate::flow::{self, Successors};
use crate::machine::{Image, Machine};
use crate::program::Address;

/// Whether a step other than a computed jump is a cut point.
pub fn is_back(from: u32, to: u32) -> bool {
    to <= from
}

/// Where the paths of a program are cut.
#[derive(Clone, Copy, Debug)]
pub enum Cuts<'c> {
    /// Where it branches back.
    Back,
    /// Where it branches back, and before the instructions at these addresses. Paths are split by
    /// the outcome of each comparison, as the guards of DIZY are (Table 1).
    BackAndBefore(&'c BTreeSet<u32>),
}

impl Cuts<'_> {
    /// The location after a step, if the path is cut there. A location that is not reached by
    /// branching back is named by its address alone, whatever the step to it was. `jumps` is a property of
    /// the step: it is a jump, whose target may lie behind.
    pub fn location(self, from: u32, at: u32, jumps: bool, link: u32) -> Option<Location> {
        match self {
            _ if !jumps && is_back(from, at) => Some(Location::Cut { from, at, link }),
            Cuts::BackAndBefore(all) if all.contains(&at) => {
                Some(Location::Cut { from: at.wrapping_sub(4), at, link })
            }
            Cuts::Back | Cuts::BackAndBefore(_) => None,
        }
    }
}

/// Whether a word of a program's text branches back, if it is executed.
pub fn may_go_back(image: &Image) -> bool {
    image.words().iter().enumerate().any(|(index, &word)| {
        let pc = Address::of_word(index).0;
        match flow::successors(pc, word) {
            Some(Successors::One(next)) => is_back(pc, next),
            Some(Successors::Branch { target, next }) => is_back(pc, target) || is_back(pc, next),
            Some(Successors::Jump | Successors::Call) | None => false,
        }
    })
}

/// Whether a machine's step from this address was a branch back. The text must equal the image's.
pub fn went_back(image: &Image, from: u32, machine: &Machine) -> bool {
    let word = image.words().get(Address(from).word_index());
    let jumps = |word| {
        matches!(flow::successors(from, word), Some(Successors::Jump | Successors::Call) | None)
    };
    is_back(from, machine.state.pc) && word.is_some_and(|&word| !jumps(word))
}
