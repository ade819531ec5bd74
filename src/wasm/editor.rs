//! Functions for an editor besides diagnostics: the content of a file, the assembly of WLP4,
//! formatting, labels and their renaming, and whether programs take arrays.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::asm::{self, Generated, RenameProblem};
use crate::contract::Contract;
use crate::diagnostic::Span;
use crate::engines::array_use;
use crate::link;
use crate::source::Language;
use crate::wlp4::{self, Compiled};

use super::diagnostics::{EditorDiagnostic, Utf16};
use super::files::{self, SourceFile};
use super::{from_js, to_js};

/// Two programs whose inputs are two integers.
#[derive(Deserialize, Tsify)]
pub struct ArrayUseRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
}

/// Whether one of two programs loads elements of an array at `$1`, so that it may be meant for
/// arrays.
#[wasm_bindgen]
pub fn takes_array(
    #[wasm_bindgen(unchecked_param_type = "ArrayUseRequest")] request: JsValue,
) -> Result<bool, JsError> {
    let ArrayUseRequest { left, right } = from_js(request)?;
    let contract = Contract::default();
    let images = [files::image(&contract, 0, &left)?, files::image(&contract, 1, &right)?];
    Ok(images.iter().any(array_use::takes_array))
}

/// The disassembly of a file that holds machine code or an object file. Null for a text.
#[wasm_bindgen]
pub fn disassemble(name: &str, bytes: &[u8]) -> Result<Option<String>, JsError> {
    if Language::of(name, bytes) != Language::Code {
        return Ok(None);
    }
    let object = link::machine_code(bytes).map_err(|why| JsError::new(&why))?;
    Ok(Some(asm::disassemble(&object)))
}

/// The style of code generated from WLP4. All styles have the same behaviour.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Operands are pushed on the stack, variables are in memory.
    Stack,
    /// Operands and variables are in registers.
    Registers,
    /// As [`Style::Stack`], with constant expressions evaluated by the compiler.
    Folded,
}

/// The result of compiling a WLP4 text.
#[derive(Serialize, Tsify)]
pub struct CompileReply {
    /// The assembly. `None` if there is an error.
    pub compiled: Option<Generated>,
    /// The same program with its variables in another order, if the order may matter.
    pub reordered: Option<Generated>,
    /// All errors and warnings, in the order of the text.
    pub diagnostics: Vec<EditorDiagnostic>,
}

/// Compiles a WLP4 text.
#[wasm_bindgen(unchecked_return_type = "CompileReply")]
pub fn compile(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Style")] style: JsValue,
) -> Result<JsValue, JsError> {
    let style = match from_js(style)? {
        Style::Stack => wlp4::Style::Stack,
        Style::Registers => wlp4::Style::Registers,
        Style::Folded => wlp4::Style::Folded,
    };
    let Compiled { object, assembly, reordered, diagnostics, .. } = wlp4::compile(text, style);
    let diagnostics = Utf16::new(text).diagnostics(diagnostics);
    let compiled = assembly.filter(|_| object.is_some());
    to_js(&CompileReply { compiled, reordered, diagnostics })
}

/// A formatted text.
#[derive(Serialize, Tsify)]
pub struct FormatReply {
    /// The text.
    pub text: String,
    /// The lines of the original text, from 1, that do not parse and stay unchanged.
    pub unparsed: Vec<usize>,
}

/// Formats a text.
#[wasm_bindgen(unchecked_return_type = "FormatReply")]
pub fn format(text: &str) -> Result<JsValue, JsError> {
    let asm::Formatted { text, unparsed } = asm::format(text);
    to_js(&FormatReply { text, unparsed })
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

/// The labels of a text, which may have errors.
#[wasm_bindgen(unchecked_return_type = "EditorSymbol[]")]
pub fn symbols(text: &str) -> Result<JsValue, JsError> {
    let offsets = Utf16::new(text);
    let ranges = |spans: Vec<Span>| spans.into_iter().map(|span| offsets.range(span)).collect();
    let symbols = asm::symbols(text).into_iter().map(|symbol| EditorSymbol {
        name: symbol.name,
        definitions: ranges(symbol.definitions),
        uses: ranges(symbol.uses),
    });
    to_js(&symbols.collect::<Vec<_>>())
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

/// Why the label `old` of a text cannot be renamed to `new`. Null if it can.
#[wasm_bindgen(unchecked_return_type = "RenameTrouble | undefined")]
pub fn rename_trouble(text: &str, old: &str, new: &str) -> Result<JsValue, JsError> {
    let problem = asm::rename_problem(&asm::symbols(text), old, new);
    to_js(&problem.map(|problem| match problem {
        RenameProblem::NotAName => RenameTrouble::NotAName,
        RenameProblem::Mnemonic => RenameTrouble::Mnemonic,
        RenameProblem::Taken => RenameTrouble::Taken,
    }))
}

impl Utf16 {
    fn range(&self, span: Span) -> EditorRange {
        EditorRange { from: self.0[span.start], to: self.0[span.end] }
    }
}
