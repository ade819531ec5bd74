//! The words of two programs, by where they hold them.

use std::fmt;

use crate::contract::SIDES;

/// A word of a program. As text, `left.$3`, `right.hi`, `left.lo`, `right.stack[-8]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The left program (0) or the right one (1).
    pub side: usize,
    /// Where the program holds the word.
    pub held: Held,
}

/// Where a program holds a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Held {
    /// In a register.
    Register(u8),
    /// In `hi`.
    High,
    /// In `lo`.
    Low,
    /// On the stack, at an offset in bytes from the entry's `$30`.
    Stack(i32),
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::Register(number) => write!(f, "${number}"),
            Held::High => f.write_str("hi"),
            Held::Low => f.write_str("lo"),
            Held::Stack(slot) => write!(f, "stack[{slot}]"),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", SIDES[self.side], self.held)
    }
}
