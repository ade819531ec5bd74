//! An assembled program: its words, and how they lead back to the text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Span;

/// The byte address of a word of the program or of memory.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Address(pub u32);

impl Address {
    /// The address of the word with this index.
    pub const fn of_word(index: usize) -> Address {
        Address((index as u32).wrapping_mul(4))
    }

    /// The index of the word here; the address must be a multiple of 4.
    pub const fn word_index(self) -> usize {
        (self.0 / 4) as usize
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#04x}", self.0)
    }
}

/// A name for an address of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// Its name, as the text spells it.
    pub name: String,
    /// The address of the word that follows it.
    pub address: Address,
}

/// A program, loaded at address 0.
///
/// Equality is of the words alone: two texts of the same program are equal.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its words, the first at address 0.
    pub words: Vec<u32>,
    /// Its labels, by address and then in the order of the text.
    pub labels: Vec<Label>,
    /// For each word, the part of the text that it was assembled from; a
    /// word that the assembler added (an expansion) has the span of the
    /// line that caused it. Empty for a program made from bare words.
    pub spans: Vec<Span>,
    /// For each word, whether the assembler added it: the `lis` and `.word`
    /// of a branch against a number. As long as `spans`.
    pub expanded: Vec<bool>,
}

impl Program {
    /// The most words that a program has: as many as the memory, 16 MiB.
    pub const CAPACITY: usize = 0x0100_0000 / 4;

    /// A program of these words, with no text behind it.
    pub fn from_words(words: Vec<u32>) -> Program {
        Program { words, ..Program::default() }
    }

    /// The first address behind the program, in bytes.
    pub fn end(&self) -> Address {
        Address::of_word(self.words.len())
    }

    /// The first label at this address.
    pub fn label_at(&self, address: Address) -> Option<&str> {
        self.labels_at(address).next()
    }

    /// Every label at this address, in the order of the text.
    pub fn labels_at(&self, address: Address) -> impl Iterator<Item = &str> {
        let first = self.labels.partition_point(|label| label.address < address);
        let here = self.labels[first..].iter().take_while(move |label| label.address == address);
        here.map(|label| label.name.as_str())
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.words == other.words
    }
}

impl Eq for Program {}
