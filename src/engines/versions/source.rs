//! Where an unknown word comes from: the call, the entry or the input behind an open question.

use tamarin_checker::procedures::claim::{Held, Spot};

use super::relation::State;
use crate::evidence::Why;
use crate::program::Address;
use crate::term::Term;

/// Where a word comes from that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A procedure that was called leaves another word there, or one that is not known: where it
    /// begins in each program.
    NotKept([Address; 2]),
    /// A procedure was called that may overwrite the word, which lies below `$30` at the call.
    Below([Address; 2]),
    /// A procedure was called whose two versions are not known to do the same, so it is not known
    /// whether it keeps the word.
    Unknown([Address; 2]),
    /// It was there when the procedure was entered.
    Entry,
    /// It was there when the program began: an input.
    Input,
}

/// A word on which an open question depends, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Because {
    /// The program, and the register or the word of the stack.
    pub spot: Spot,
    /// Where it comes from.
    pub source: Source,
}

/// The terms of each program on which an open question depends, and the words there.
pub(super) struct Suspects {
    pub why: Why,
    pub terms: [Vec<Term>; 2],
    pub states: [State; 2],
    /// The registers that the instructions there read.
    pub read: [Vec<Held>; 2],
}
