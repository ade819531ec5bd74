//! What the assembler has to say about a text: errors and warnings as data.
//!
//! A [`Diagnostic`] has a place, a stable code, a message and, where one is
//! known, a fix that an editor can apply. Words are put on it where it is
//! made; how it looks on a terminal is decided here, in [`render`], and on
//! the page by the editor.

use serde::Serialize;

/// A part of a text, in bytes: from `start` up to and not including `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// There is no program.
    Error,
    /// There is a program, and it may not be the one that was meant.
    Warning,
}

/// A replacement of a part of the text that would answer the diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What the fix does, as an instruction: "replace `lop` with `loop`".
    pub title: String,
    /// The part to replace; empty to insert.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One thing said about a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable name for this kind of diagnostic, in kebab-case.
    pub code: &'static str,
    /// The offending text.
    pub span: Span,
    /// The line of the span's start, from 1.
    pub line: usize,
    /// The column of the span's start, from 1, in characters.
    pub column: usize,
    /// What is wrong: names the offending text and what was expected.
    pub message: String,
    /// More that helps, as a sentence of its own.
    pub help: Option<String>,
    /// A replacement that would answer it.
    pub fix: Option<Fix>,
}
