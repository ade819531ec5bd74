//! Assembly languages as edits see them: tokens, likely slips and statements of a machine's text.
//!
//! Everything else about edits is the same for all machines.

mod arm64;
mod mips;

use crate::machine::Architecture;

pub use arm64::{ARM64, loading};
pub use mips::{MIPS, Mips, constants};

/// The assembly language of a machine.
pub trait Language {
    /// The machine.
    fn architecture(&self) -> Architecture;

    /// The signs that begin a comment.
    fn comments(&self) -> &'static [&'static str];

    /// Whether a token may have this character behind its first one.
    fn is_in_name(&self, c: char) -> bool;

    /// Whether a token is a register.
    fn is_register(&self, token: &str) -> bool;

    /// The register that reads as zero.
    fn zero(&self) -> &'static str;

    /// Mnemonics that are often confused with this one, which is in lower case.
    fn confused_with(&self, mnemonic: &str) -> &'static [&'static str];

    /// Distances between numbers that are one word apart, in bytes.
    fn strides(&self) -> &'static [i64];

    /// Whether the instruction that a word encodes does something else with its source operands
    /// exchanged. Branches of MIPS that compare do not.
    fn order_matters(&self, word: u32) -> bool;

    /// Whether the instruction that a word encodes loads the next word, with which it is one
    /// statement.
    fn loads_next(&self, word: u32) -> bool;

    /// Whether nobody would write a register in this statement: one for the stack, the frame or the
    /// return address outside an access, or a jump through any other one.
    fn is_odd(&self, statement: &str, register: &str) -> bool;

    /// The numbers in a program's text: its data, and its load and store offsets. Each one once.
    fn constants(&self, words: &[u32]) -> Vec<i64>;

    /// Numbers at which the machine's arithmetic has its corners, which a mistake puts in the place
    /// of another number.
    fn edges(&self) -> &'static [i64];

    /// The statements of a program without a text, except branches, whose targets have no names in
    /// another text.
    fn statements(&self, words: &[u32]) -> Vec<String>;
}
