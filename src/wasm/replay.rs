//! What both programs do with one input, of which somebody says that they differ on it.

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
#[cfg(feature = "proofs")]
use super::proof::{ProofHost, stop_after};
use super::{checked, contract, from_js, to_js};
use crate::contract::{Contract, Spec};
#[cfg(feature = "proofs")]
use crate::engines::paths::ends_proved;
#[cfg(feature = "search")]
use crate::engines::paths::outcome;
#[cfg(feature = "proofs")]
use crate::engines::pause::Pause;
use crate::machine::{Image, Inputs};
use crate::report::{Agreement, Names, RunReport, Values, words};

/// An input of which somebody says what both programs do with it.
#[derive(Deserialize, Tsify)]
pub struct ReplayRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
    /// Steps that each program may take.
    pub fuel: u64,
}

/// What both programs do with one input.
#[derive(Serialize, Tsify)]
pub struct ReplayReply {
    /// What the left program does.
    pub left: RunReport,
    /// What the right program does.
    pub right: RunReport,
    /// Whether that is the same.
    pub agreement: Agreement,
    /// The input and what each program does, ready to be shown.
    pub values: Values,
}

fn reply(
    contract: &Contract,
    inputs: &Inputs,
    [left, right]: [RunReport; 2],
    agreement: Agreement,
) -> Result<JsValue, JsError> {
    let values = words::values(contract, &Names::default(), (inputs, [&left, &right]));
    to_js(&ReplayReply { left, right, agreement, values })
}

/// The contract, the programs, the inputs and the fuel of a request.
type Ready = (Arc<Contract>, [Rc<Image>; 2], Inputs, u64);

fn ready(request: JsValue) -> Result<Ready, JsError> {
    let ReplayRequest { left, right, contract: spec, inputs, fuel } = from_js(request)?;
    let contract = contract(&spec)?;
    checked(&contract, &inputs)?;
    let images = [files::image(&contract, 0, &left)?, files::image(&contract, 1, &right)?];
    Ok((contract, images, inputs, fuel))
}

/// Runs both programs on one input: no search and no solver.
#[cfg(feature = "search")]
#[wasm_bindgen(unchecked_return_type = "ReplayReply")]
pub fn replay(
    #[wasm_bindgen(unchecked_param_type = "ReplayRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let (contract, images, inputs, fuel) = ready(request)?;
    let [left, right] = outcome::ends(images.each_ref(), &inputs, fuel);
    let agreement = outcome::agreement(&left, &right);
    reply(&contract, &inputs, [left.report(), right.report()], agreement)
}

/// The same; where runs leave open whether the programs differ, it is tried to prove that one of them
/// never ends, for so many milliseconds at most.
#[cfg(feature = "proofs")]
#[wasm_bindgen(unchecked_return_type = "ReplayReply")]
pub async fn prove_replay(
    #[wasm_bindgen(unchecked_param_type = "ReplayRequest")] request: JsValue,
    milliseconds: f64,
    host: ProofHost,
) -> Result<JsValue, JsError> {
    let (contract, images, inputs, fuel) = ready(request)?;
    let (stop, pause) = (stop_after(Some(milliseconds)), Pause::new(async || host.signal().await));
    let ended = ends_proved(images.each_ref(), &contract, (&inputs, fuel), &stop, pause).await;
    let ([left, right], agreement) = ended;
    reply(&contract, &inputs, [left, right], agreement)
}
