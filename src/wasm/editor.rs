//! Functions for an editor besides diagnostics: the content of a file, the assembly of WLP4,
//! formatting, labels and their renaming, and whether programs take arrays.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::asm::{self, Generated};
use crate::contract::Contract;
use crate::engines::array_use;
use crate::link;
use crate::source::Language;
use crate::wlp4::{self, Compiled};

use super::diagnostics::{EditorDiagnostic, Utf16};
use super::files::{self, SourceFile};
use super::replies::{EditorSymbol, FormatReply, RenameTrouble};
use super::style::Style;
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
    let style: Style = from_js(style)?;
    let Compiled { object, assembly, reordered, diagnostics, .. } =
        wlp4::compile(text, style.into());
    let diagnostics = Utf16::new(text).diagnostics(diagnostics);
    let compiled = assembly.filter(|_| object.is_some());
    to_js(&CompileReply { compiled, reordered, diagnostics })
}

/// Formats a text.
#[wasm_bindgen(unchecked_return_type = "FormatReply")]
pub fn format(text: &str) -> Result<JsValue, JsError> {
    let asm::Formatted { text, unparsed } = asm::format(text);
    to_js(&FormatReply { text, unparsed })
}

/// The labels of a text, which may have errors.
#[wasm_bindgen(unchecked_return_type = "EditorSymbol[]")]
pub fn symbols(text: &str) -> Result<JsValue, JsError> {
    to_js(&EditorSymbol::list(text, asm::symbols(text)))
}

/// Why the label `old` of a text cannot be renamed to `new`. Null if it can.
#[wasm_bindgen(unchecked_return_type = "RenameTrouble | undefined")]
pub fn rename_trouble(text: &str, old: &str, new: &str) -> Result<JsValue, JsError> {
    let problem = asm::rename_problem(&asm::symbols(text), old, new);
    to_js(&problem.map(RenameTrouble::from))
}
