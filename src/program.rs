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

/// A file that a program was linked from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called; empty for a text without a name.
    pub name: String,
    /// Where its words begin. They go on to the next part.
    pub start: Address,
    /// What it was made of.
    pub kind: PartKind,
}

/// What a part of a program was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A text in assembly.
    Assembly,
    /// A text in WLP4.
    Wlp4,
    /// An object file.
    Object,
    /// A routine of ours, which is linked where it is asked for.
    Routine,
}

/// Where a program prints a number: instructions without a side door.
///
/// Whatever gets to `entry` gets to `exit` after this many steps, having
/// written the decimal text of `$1` and a newline to the output. Besides, it
/// changes nothing but registers that are written behind `exit` before they
/// are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printer {
    /// The first instruction.
    pub entry: Address,
    /// The first instruction behind.
    pub exit: Address,
    /// The steps from one to the other, the same for every number.
    pub steps: u64,
    /// The routine around it: its first instruction, and its `jr $31`. On the
    /// way from one to the other it keeps `$2` to `$9` below `$30` and gives
    /// them back, and sets `hi` and `lo` to 0.
    pub routine: [Address; 2],
    /// The steps from the first of these to the second.
    pub routine_steps: u64,
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
    /// The files that it was linked from, by address. None for a program made
    /// from bare words.
    pub parts: Vec<Part>,
    /// For each word, the part of its file's text that it was assembled from;
    /// a word that the assembler added (an expansion) has the span of the
    /// line that caused it. Empty for a program made from bare words, and of
    /// no meaning for a word of a file that is no text.
    pub spans: Vec<Span>,
    /// For each word, whether the assembler added it: the `lis` and `.word`
    /// of a branch against a number. As long as `spans`.
    pub expanded: Vec<bool>,
    /// Where it prints numbers, if the routine that does is a part of it.
    pub printer: Option<Printer>,
    /// The indices of the words that hold an address of the program itself, in
    /// order. None where nobody knows, as of bare words.
    pub relocations: Option<Vec<usize>>,
    /// The same program with the variables of each procedure in another order
    /// in memory, if a part of it is WLP4 to which that may matter.
    pub reordered: Option<Box<Program>>,
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

    /// The index of the part that a word belongs to; none in a program made
    /// from bare words.
    pub fn part_of(&self, word: usize) -> Option<usize> {
        let behind = self.parts.partition_point(|part| part.start.word_index() <= word);
        behind.checked_sub(1)
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
