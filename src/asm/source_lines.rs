//! Maps each word of a program to its line of source text.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Positions, Span};
use crate::program::{Address, PartKind, Program};

/// A line of a program's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SourceLine {
    /// The index of the file among the linked files, from 0.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// The source lines of a program's words.
#[derive(Clone, Debug, Default)]
pub struct SourceLines(Vec<Option<SourceLine>>);

impl SourceLines {
    /// The lines of a program that was linked from files with these texts, in the order of the
    /// files. A word has no line if its file is no text or its text is missing.
    pub fn new(texts: &[&str], program: &Program) -> SourceLines {
        let mut positions: Vec<_> = texts.iter().map(|text| Positions::new(text)).collect();
        let line = |(word, span): (usize, &Span)| {
            let file = program.part_of(word)?;
            let is_text = matches!(program.parts[file].kind, PartKind::Assembly | PartKind::Wlp4);
            let line = positions.get_mut(file).filter(|_| is_text)?.at(span.start).line;
            Some(SourceLine { file: file as u32, line: line as u32 })
        };
        SourceLines(program.spans.iter().enumerate().map(line).collect())
    }

    /// The line of the word at an address.
    pub fn at(&self, address: Address) -> Option<SourceLine> {
        let is_aligned = address.0.is_multiple_of(4);
        self.0.get(address.word_index()).copied().flatten().filter(|_| is_aligned)
    }

    /// All words that have a line, by address.
    pub fn iter(&self) -> impl Iterator<Item = (Address, SourceLine)> {
        let words = self.0.iter().enumerate();
        words.filter_map(|(word, line)| Some((Address::of_word(word), (*line)?)))
    }
}
