//! The text of a query of a comparison, for display.

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::{GivenInputs, Question};
use super::files::{self, SourceFile};
use crate::engines::arm64::explored;
use crate::wasm::from_js;

/// Identifies a query of a comparison.
#[derive(Deserialize, Tsify)]
pub struct Arm64QueryRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What they are compared on.
    pub question: Question,
    /// The input of the run whose path the query is about.
    pub inputs: GivenInputs,
    /// The index of the condition that fails. Missing if the query asks whether results differ.
    #[serde(default)]
    pub flip: Option<u32>,
    /// Whether the query is about the path of one program alone.
    #[serde(default)]
    pub alone: bool,
}

/// A query as an SMT-LIB 2 text.
#[wasm_bindgen]
pub fn query_text(
    #[wasm_bindgen(unchecked_param_type = "Arm64QueryRequest")] request: JsValue,
) -> Result<String, JsError> {
    let Arm64QueryRequest { left, right, question, inputs, flip, alone } = from_js(request)?;
    let options = question.options()?;
    let programs = files::both(&left, &right, inputs.is_array())?;
    let words = programs.each_ref().map(|program| program.words.as_slice());
    let given = inputs.given(words, &options)?;
    let text = explored::query_text(words, &options, &given, (flip, alone));
    text.ok_or_else(|| JsError::new("the run has no such condition"))
}
