//! Whether a difference depends on the memory layout.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{SourceFile, image};
use super::{checked, contract, from_js, to_js};
use crate::contract::Spec;
use crate::engines::paths::layout;
use crate::machine::Inputs;
use crate::report::{LayoutReport, words};

/// A witness to examine.
#[derive(Deserialize, Tsify)]
pub struct LayoutRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
    /// The maximal number of steps of each program; at least as many as it takes on the witness.
    pub fuel: u64,
}

/// How the difference depends on the memory layout.
#[derive(Serialize, Tsify)]
pub struct LayoutReply {
    /// The result, as in a witness.
    pub layout: Option<LayoutReport>,
    /// A sentence about it, to append to the reason of the verdict.
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
