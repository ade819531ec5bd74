//! Whether a difference depends on where things are in memory.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{SourceFile, image};
use super::{checked, contract, from_js, to_js};
use crate::contract::Spec;
use crate::engines::paths::layout;
use crate::machine::Inputs;
use crate::report::{LayoutReport, words};

/// A witness to look at.
#[derive(Deserialize, Tsify)]
pub struct LayoutRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
    /// Steps that each program may take; no fewer than it takes on the witness.
    pub fuel: u64,
}

/// What becomes of the difference in other layouts.
#[derive(Serialize, Tsify)]
pub struct LayoutReply {
    /// As a witness has it.
    pub layout: Option<LayoutReport>,
    /// What there is to say of it, behind the reason of the verdict.
    pub message: String,
}

/// Runs both programs on a witness in other layouts.
#[wasm_bindgen(unchecked_return_type = "LayoutReply")]
pub fn layout(
    #[wasm_bindgen(unchecked_param_type = "LayoutRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let LayoutRequest { left, right, contract: spec, inputs, fuel } = from_js(request)?;
    let contract = contract(&spec)?;
    checked(&contract, &inputs)?;
    let images = [image(&contract, 0, &left)?, image(&contract, 1, &right)?];
    let layout = layout::examine(images.each_ref(), &contract, &inputs, fuel);
    let message = layout.as_ref().map(words::layout).unwrap_or_default();
    to_js(&LayoutReply { layout, message })
}
