//! Object code: the words of one file, with what the linker needs to know.
//!
//! An object starts at address 0. When it is moved, the words that hold addresses of its own
//! ([`Object::relocations`]) are adjusted, and the words that refer to another file's labels
//! ([`Object::references`]) are filled in. [`asm`](crate::asm) makes objects from texts, the file
//! format MERL stores them, and [`link`](crate::link) makes a program from them.
//!
//! A *relocation* of DiffKemp is something else, code that was moved: see `engines/versions/part.rs`.

use crate::diagnostic::Span;
use crate::program::{Address, Label};

/// Whether a text can be the name of a label: a letter, then letters, digits and underscores.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// An imported name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name.
    pub name: String,
    /// The span of the import; `None` if there is no text.
    pub span: Option<Span>,
}

/// A word that holds an imported address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The index of the word.
    pub word: usize,
    /// The index of the name among the imports.
    pub import: usize,
}

/// An exported name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The name.
    pub name: String,
    /// Its address.
    pub address: Address,
    /// The span of the export; `None` if there is no text.
    pub span: Option<Span>,
}

/// The words of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// Its words, the first at address 0.
    pub words: Vec<u32>,
    /// Its labels, by address and then in the order of the text.
    pub labels: Vec<Label>,
    /// For each word, the part of the text that it was assembled from. A word that the assembler
    /// added (an expansion) has the span of the line that caused it. Empty if there is no text.
    pub spans: Vec<Span>,
    /// For each word, whether the assembler added it: the `lis` and `.word` of a branch against a
    /// number. Has the length of `spans`.
    pub expanded: Vec<bool>,
    /// The indices of the words that hold an address of this file.
    pub relocations: Vec<usize>,
    /// Whether these words are unknown, as in machine code without an object file around it.
    pub is_fixed: bool,
    /// The imported names, each once.
    pub imports: Vec<Import>,
    /// The words that hold the address of an imported name.
    pub references: Vec<Reference>,
    /// The exported names.
    pub exports: Vec<Export>,
}

impl Object {
    /// The first address behind the words.
    pub fn end(&self) -> Address {
        Address::of_word(self.words.len())
    }
}
