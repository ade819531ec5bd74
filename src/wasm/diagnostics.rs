//! Diagnostics as an editor has them, whose places are in UTF-16 units.

use serde::Serialize;
use tsify::Tsify;

use crate::diagnostic::{Diagnostic, Severity};

/// Places of a text in UTF-16 units, by byte.
pub(super) struct Utf16(pub(super) Vec<u32>);

impl Utf16 {
    pub(super) fn new(text: &str) -> Utf16 {
        let mut offsets = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for c in text.chars() {
            offsets.resize(offsets.len() + c.len_utf8(), units);
            units += c.len_utf16() as u32;
        }
        offsets.push(units);
        Utf16(offsets)
    }
}

/// A replacement in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorFix {
    /// What it does.
    pub title: String,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What to put there.
    pub replacement: String,
}

/// A diagnostic in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorDiagnostic {
    /// `error` or `warning`.
    pub severity: Severity,
    /// Its stable name.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// More that helps.
    pub help: Option<String>,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, in characters.
    pub column: u32,
    /// A replacement that answers it.
    pub fix: Option<EditorFix>,
}

impl Utf16 {
    pub(super) fn diagnostics(&self, said: Vec<Diagnostic>) -> Vec<EditorDiagnostic> {
        said.into_iter().map(|diagnostic| self.diagnostic(diagnostic)).collect()
    }

    fn diagnostic(&self, diagnostic: Diagnostic) -> EditorDiagnostic {
        EditorDiagnostic {
            severity: diagnostic.severity,
            code: diagnostic.code.name().to_owned(),
            from: self.0[diagnostic.span.start],
            to: self.0[diagnostic.span.end],
            line: diagnostic.line as u32,
            column: diagnostic.column as u32,
            message: diagnostic.message,
            help: diagnostic.help,
            fix: diagnostic.fix.map(|fix| EditorFix {
                from: self.0[fix.span.start],
                to: self.0[fix.span.end],
                title: fix.title,
                replacement: fix.replacement,
            }),
        }
    }
}
