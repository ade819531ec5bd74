//! The numbers that a program loads from its text.

use super::table::{Instruction, Op, decode};

/// A number in a program's text, and the `ldr` that loads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The index of the instruction's word.
    pub at: usize,
    /// The instruction.
    pub instruction: Instruction,
    /// The number.
    pub value: u64,
}

/// The numbers that the instructions of a program load from its text.
pub fn literals(words: &[u32]) -> impl Iterator<Item = Literal> {
    words.iter().enumerate().filter_map(|(at, &word)| {
        let instruction = decode(word).filter(|it| it.op == Op::Ldr)?;
        let first = usize::try_from(at as i64 + i64::from(instruction.i) / 4).ok()?;
        let half = |index: usize| words.get(index).copied().map(u64::from);
        let value = half(first)? | half(first + 1)? << 32;
        Some(Literal { at, instruction, value })
    })
}
