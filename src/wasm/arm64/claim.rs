//! Checks the claim of a link that two ARM64 programs agree.

use serde::Deserialize;
use tamarin_kernel::Evidence;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::Question;
use super::files::{self, SourceFile};
use crate::engines::arm64::claimed::confirm;
use crate::views::proof::Reading;
use crate::wasm::{clock, from_js};

/// A claim that two programs agree.
#[derive(Deserialize, Tsify)]
pub struct ClaimRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What they are compared on.
    pub question: Question,
    /// Whether the claim includes that they stop on the same inputs.
    pub stop: bool,
    /// The evidence, as JSON. If it is missing, evidence is searched for.
    #[serde(default)]
    pub evidence: Option<String>,
    /// The search ends after this many milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// What holds of both programs, in words. Throws if the claim is not shown.
#[wasm_bindgen]
pub fn check_claim(
    #[wasm_bindgen(unchecked_param_type = "ClaimRequest")] request: JsValue,
) -> Result<String, JsError> {
    let request: ClaimRequest = from_js(request)?;
    let options = request.question.options()?;
    let programs = files::both(&request.left, &request.right, options.array.is_some())?;
    let words = programs.each_ref().map(|program| program.words.as_slice());
    let given = request.evidence.map(|text| serde_json::from_str::<Evidence>(&text)).transpose()?;
    let stop = clock::stop_after(request.milliseconds);
    let statement = confirm(words, &options, request.stop, given, &stop);
    let statement = statement.map_err(|why| JsError::new(&why))?;
    Ok(Reading::arm64(options.array.is_some(), options.stream.free()).in_words(&statement))
}
