//! Replies to an editor, which have the same shape for each machine.

use serde::Serialize;
use tsify::Tsify;

use super::diagnostics::{EditorDiagnostic, Utf16};
use crate::asm::{ListingRow, RenameProblem, Symbol};
use crate::diagnostic::{Diagnostic, Span};

/// An instruction, for completion, highlighting and help.
#[derive(Serialize, Tsify)]
pub struct InstructionInfo {
    /// Its name.
    pub mnemonic: &'static str,
    /// Its operands, `$d, $s, $t`.
    pub operands: &'static str,
    /// Its effect.
    pub effect: &'static str,
}

/// The result of assembling a program.
#[derive(Serialize, Tsify)]
pub struct AssembleReply {
    /// For each file, errors and warnings in the order of the text.
    pub diagnostics: Vec<Vec<EditorDiagnostic>>,
    /// The program's listing. `None` if there is an error.
    pub listing: Option<Vec<ListingRow>>,
}

impl AssembleReply {
    /// The reply for files with these texts.
    pub fn new(
        texts: &[&str],
        diagnostics: Vec<Vec<Diagnostic>>,
        listing: Option<Vec<ListingRow>>,
    ) -> AssembleReply {
        let found = texts.iter().zip(diagnostics);
        let diagnostics = found.map(|(text, found)| Utf16::new(text).diagnostics(found)).collect();
        AssembleReply { diagnostics, listing }
    }
}

/// A formatted text.
#[derive(Serialize, Tsify)]
pub struct FormatReply {
    /// The text.
    pub text: String,
    /// The lines of the original text, from 1, that do not parse and stay unchanged.
    pub unparsed: Vec<usize>,
}

/// A part of a text.
#[derive(Serialize, Tsify)]
pub struct EditorRange {
    /// Its start.
    pub from: u32,
    /// Its end.
    pub to: u32,
}

/// A label's name with all its occurrences.
#[derive(Serialize, Tsify)]
pub struct EditorSymbol {
    /// The name.
    pub name: String,
    /// The definitions, without their colons.
    pub definitions: Vec<EditorRange>,
    /// The uses.
    pub uses: Vec<EditorRange>,
}

impl EditorSymbol {
    /// The labels of a text.
    pub fn list(text: &str, symbols: Vec<Symbol>) -> Vec<EditorSymbol> {
        let offsets = Utf16::new(text);
        let range =
            |Span { start, end }| EditorRange { from: offsets.0[start], to: offsets.0[end] };
        let ranges = |spans: Vec<Span>| spans.into_iter().map(range).collect();
        let symbol = |Symbol { name, definitions, uses }| EditorSymbol {
            name,
            definitions: ranges(definitions),
            uses: ranges(uses),
        };
        symbols.into_iter().map(symbol).collect()
    }
}

/// Why a label cannot be renamed.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum RenameTrouble {
    /// The new name is not a letter followed by letters, digits and underscores.
    NotAName,
    /// The new name is a mnemonic.
    Mnemonic,
    /// Another label has the new name.
    Taken,
}

impl From<RenameProblem> for RenameTrouble {
    fn from(problem: RenameProblem) -> RenameTrouble {
        match problem {
            RenameProblem::NotAName => RenameTrouble::NotAName,
            RenameProblem::Mnemonic => RenameTrouble::Mnemonic,
            RenameProblem::Taken => RenameTrouble::Taken,
        }
    }
}
