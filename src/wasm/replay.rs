//! Replays an input on which the programs allegedly differ.

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[cfg(feature = "proofs")]
use super::clock;
use super::files::{self, SourceFile};
use super::{checked, contract, from_js, to_js};
use crate::contract::{Contract, Spec};
#[cfg(feature = "proofs")]
use crate::engines::paths::ends_proved;
#[cfg(feature = "search")]
use crate::engines::paths::outcome;
use crate::machine::{Image, Inputs};
use crate::report::{Agreement, Names, RunReport, Values, words};

/// A request to run both programs on an input.
#[derive(Deserialize, Tsify)]
pub struct ReplayRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
    /// The maximal number of steps of each program.
    pub fuel: u64,
}

/// The runs of both programs on an input.
#[derive(Serialize, Tsify)]
pub struct ReplayReply {
    /// The run of the left program.
    pub left: RunReport,
    /// The run of the right program.
    pub right: RunReport,
    /// Whether the runs agree.
    pub agreement: Agreement,
    /// The input and both runs, formatted.
    pub values: Values,
}

fn reply(
    contract: &Contract,
    inputs: &Inputs,
    [left, right]: [RunReport; 2],
    agreement: Agreement,
) -> Result<JsValue, JsError> {
    let values = words::values(contract, &Names::default(), inputs, [&left, &right]);
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

/// Runs both programs on one input, without a search or a solver.
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

/// As [`replay`]. If the runs leave open whether the programs differ, it tries to prove that one of
/// them never ends, within a time limit in milliseconds.
#[cfg(feature = "proofs")]
#[wasm_bindgen(unchecked_return_type = "ReplayReply")]
pub fn prove_replay(
    #[wasm_bindgen(unchecked_param_type = "ReplayRequest")] request: JsValue,
    milliseconds: f64,
) -> Result<JsValue, JsError> {
    let (contract, images, inputs, fuel) = ready(request)?;
    let stop = clock::stop_after(Some(milliseconds));
    let ended = ends_proved(images.each_ref(), &contract, (&inputs, fuel), &stop);
    let ([left, right], agreement) = ended;
    reply(&contract, &inputs, [left, right], agreement)
}
