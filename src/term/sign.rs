//! Signed and unsigned readings of words.

/// How a word is read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Without.
    Unsigned,
    /// Two's complement.
    Signed,
}

use Sign::{Signed, Unsigned};

impl Sign {
    /// The value of a word.
    pub fn number(self, word: u32) -> i64 {
        match self {
            Unsigned => word.into(),
            Signed => (word as i32).into(),
        }
    }

    /// The largest value.
    pub fn max(self) -> u64 {
        match self {
            Unsigned => u32::MAX.into(),
            Signed => i32::MAX as u64,
        }
    }
}
