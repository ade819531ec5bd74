//! The origins of unknown words: the call, the entry or the input behind an open question.

use super::spot::{Held, Spot};

use super::relation::ProgramState;
use crate::evidence::Why;
use crate::program::Address;
use crate::term::Term;

/// The origin of an unknown word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A called procedure leaves a different or unknown word there; its entry in each program.
    NotKept([Address; 2]),
    /// A called procedure may overwrite the word, which lies below `$30` at the call.
    Below([Address; 2]),
    /// A called procedure's two versions are not known to be equivalent, so it may not preserve the
    /// word.
    Unknown([Address; 2]),
    /// It is the value at the procedure's entry.
    Entry,
    /// It is the value at the program's start: an input.
    Input,
}

/// A word that an open question depends on, and its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Because {
    /// The program, and the register or stack word.
    pub spot: Spot,
    /// The origin.
    pub source: Source,
}

/// The terms of each program that an open question depends on, and the words there.
pub(super) struct Suspects {
    pub why: Why,
    pub terms: [Vec<Term>; 2],
    pub states: [ProgramState; 2],
    /// The registers that the instructions there read.
    pub read: [Vec<Held>; 2],
}
