//! Functions for an editor besides diagnostics: machine code as text, formatting, labels.

use wasm_bindgen::prelude::*;

use crate::asm::{self, arm64};
use crate::link;
use crate::machine::Architecture;
use crate::source::Language;
use crate::wasm::replies::{EditorSymbol, FormatReply, RenameTrouble};
use crate::wasm::to_js;

/// The disassembly of a file that holds machine code or an object file. Null for a text.
#[wasm_bindgen]
pub fn disassemble(name: &str, bytes: &[u8]) -> Result<Option<String>, JsError> {
    if Language::of(name, bytes) != Language::Code {
        return Ok(None);
    }
    let object = link::machine_code_for(Architecture::Arm64, bytes);
    let object = object.map_err(|why| JsError::new(&why))?;
    Ok(Some(arm64::disassemble(&object)))
}

/// Formats a text.
#[wasm_bindgen(unchecked_return_type = "FormatReply")]
pub fn format(text: &str) -> Result<JsValue, JsError> {
    let asm::Formatted { text, unparsed } = arm64::format(text);
    to_js(&FormatReply { text, unparsed })
}

/// The labels of a text, which may have errors.
#[wasm_bindgen(unchecked_return_type = "EditorSymbol[]")]
pub fn symbols(text: &str) -> Result<JsValue, JsError> {
    to_js(&EditorSymbol::list(text, arm64::symbols(text)))
}

/// Why the label `old` of a text cannot be renamed to `new`. Null if it can.
#[wasm_bindgen(unchecked_return_type = "RenameTrouble | undefined")]
pub fn rename_trouble(text: &str, old: &str, new: &str) -> Result<JsValue, JsError> {
    let problem = arm64::rename_problem(&arm64::symbols(text), old, new);
    to_js(&problem.map(RenameTrouble::from))
}
