//! An assembled program: its words, with the source locations of each.

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

    /// The index of the word at this address, which must be a multiple of 4.
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
    /// The address of the word behind the label.
    pub address: Address,
}

/// A file that a program was linked from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name; empty for a text without a name.
    pub name: String,
    /// The address of its first word. Its words extend to the next part.
    pub start: Address,
    /// The kind of the file.
    pub kind: PartKind,
}

/// The kind of file that a part was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A text in assembly.
    Assembly,
    /// A text in WLP4.
    Wlp4,
    /// An object file.
    Object,
    /// A built-in routine, which is linked if a file imports it.
    Routine,
}

/// The part of a program that prints a number. It has one entry and one exit.
///
/// A run that reaches `entry` reaches `exit` after exactly `steps` steps, and has then written `$1`
/// in decimal and a newline to the output. It changes nothing else, except registers that are
/// written behind `exit` before they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printer {
    /// The first instruction.
    pub entry: Address,
    /// The first instruction behind the printer.
    pub exit: Address,
    /// The number of steps from `entry` to `exit`, the same for every number.
    pub steps: u64,
    /// The routine around it: its first instruction, and its `jr $31`. Between them the routine
    /// saves `$2` to `$9` below `$30`, restores them, and sets `hi` and `lo` to 0.
    pub routine: [Address; 2],
    /// The number of steps from the first to the second instruction of `routine`.
    pub routine_steps: u64,
}

/// A routine of the program that was proved to print `$1` in decimal and a newline, whatever its code is.
///
/// A run that reaches `entry` with `$30` a multiple of 4, and with `frame` bytes of memory below it that are behind the
/// text, reaches `exit` after some number of steps, at least `steps`. All registers but `hi` and `lo` then
/// hold what they held at `entry`. `hi`, `lo` and the frame may hold anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintSummary {
    /// The first instruction.
    pub entry: Address,
    /// The `jr` that returns to the caller, the only one.
    pub exit: Address,
    /// The least and the largest number of steps from `entry` to `exit`.
    pub steps: [u64; 2],
    /// The number of bytes below `$30` that it may store to.
    pub frame: u32,
}

/// A program, loaded at address 0.
///
/// Equality compares only the words, so two texts of the same program are equal.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its words, the first at address 0.
    pub words: Vec<u32>,
    /// Its labels, by address and then in the order of the text.
    pub labels: Vec<Label>,
    /// The files that it was linked from, by address. Empty for a program made from bare words.
    pub parts: Vec<Part>,
    /// For each word, the part of its file's text that it was assembled from. A word that the
    /// assembler added (an expansion) has the span of the line that caused it. Empty for a program
    /// made from bare words, and meaningless for a word of a file that is no text.
    pub spans: Vec<Span>,
    /// For each word, whether the assembler added it: the `lis` and `.word` of a branch against a
    /// number. Has the length of `spans`.
    pub expanded: Vec<bool>,
    /// Where it prints numbers, if the routine for that is part of it.
    pub printer: Option<Printer>,
    /// The address of its own `print`, if it has one and no [`Printer`].
    pub own_print: Option<Address>,
    /// The indices of the words that hold an address of the program itself, in order. `None` if
    /// unknown, as for bare words.
    pub relocations: Option<Vec<usize>>,
    /// The same program with the variables of each procedure in another order in memory. `None`
    /// unless a part of it is WLP4 for which the order may matter.
    pub reordered: Option<Box<Program>>,
}

impl Program {
    /// The maximal number of words: the size of memory, 16 MiB.
    pub const CAPACITY: usize = 0x0100_0000 / 4;

    /// A program of bare words, without a text.
    pub fn from_words(words: Vec<u32>) -> Program {
        Program { words, ..Program::default() }
    }

    /// The first address behind the program, in bytes.
    pub fn end(&self) -> Address {
        Address::of_word(self.words.len())
    }

    /// The index of the part that contains a word. `None` for a program made from bare words.
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
