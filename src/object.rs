//! Object code: one file's words, and what is to be known to link them.
//!
//! An object stands at address 0. Where it is moved to another one, the words
//! that hold addresses of its own ([`Object::relocations`]) move with it, and
//! the words that wait for another file's address ([`Object::references`])
//! are filled in. [`asm`](crate::asm) makes objects of texts, the object
//! format MERL keeps them in files, and [`link`](crate::link) makes a program
//! of them.

use crate::diagnostic::Span;
use crate::program::{Address, Label};

/// Whether a text can be the name of a label: a letter, then letters, digits and underscores.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A name that is meant for another file, or comes from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name.
    pub name: String,
    /// Where the text asks for it; none where there is no text.
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

/// A name that other files may import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub address: Address,
    /// Where the text says so; none where there is no text.
    pub span: Option<Span>,
}

/// The words of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// Its words, the first at address 0.
    pub words: Vec<u32>,
    /// Its labels, by address and then in the order of the text.
    pub labels: Vec<Label>,
    /// For each word, the part of the text that it was assembled from; a word
    /// that the assembler added (an expansion) has the span of the line that
    /// caused it. Empty where there is no text.
    pub spans: Vec<Span>,
    /// For each word, whether the assembler added it: the `lis` and `.word`
    /// of a branch against a number. As long as `spans`.
    pub expanded: Vec<bool>,
    /// The indices of the words that hold an address of this file.
    pub relocations: Vec<usize>,
    /// Whether nobody knows which words those are: machine code without
    /// anything around it.
    pub is_fixed: bool,
    /// The names that it asks other files for, each once.
    pub imports: Vec<Import>,
    /// The words that hold such a name's address.
    pub references: Vec<Reference>,
    /// The names that it has for others.
    pub exports: Vec<Export>,
}

impl Object {
    /// The first address behind the words.
    pub fn end(&self) -> Address {
        Address::of_word(self.words.len())
    }
}
