//! Diagnostics for an editor, with positions in UTF-16 units.

use serde::Serialize;
use tsify::Tsify;

use crate::diagnostic::{Diagnostic, Severity};

/// Maps byte offsets of a text to UTF-16 offsets.
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
    /// A description of the fix.
    pub title: String,
    /// The start of the replaced part.
    pub from: u32,
    /// The end of the replaced part.
    pub to: u32,
    /// The text to insert instead.
    pub replacement: String,
}

/// A diagnostic in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorDiagnostic {
    /// `error` or `warning`.
    pub severity: Severity,
    /// The stable name of its kind.
    pub code: String,
    /// The message.
    pub message: String,
    /// Further advice.
    pub help: Option<String>,
    /// The start of its span.
    pub from: u32,
    /// The end of its span.
    pub to: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, in characters.
    pub column: u32,
    /// A replacement that fixes the problem.
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
