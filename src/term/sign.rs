//! Whether words are numbers with or without a sign.

/// Whether words are numbers with or without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Without.
    Unsigned,
    /// Two's complement.
    Signed,
}

use Sign::{Signed, Unsigned};

impl Sign {
    /// The number that a word is.
    pub fn number(self, word: u32) -> i64 {
        match self {
            Unsigned => word.into(),
            Signed => (word as i32).into(),
        }
    }

    /// The largest number.
    pub fn max(self) -> u64 {
        match self {
            Unsigned => u32::MAX.into(),
            Signed => i32::MAX as u64,
        }
    }
}
