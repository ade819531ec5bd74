//! Contracts and inputs of MIPS programs.

use std::sync::Arc;

use wasm_bindgen::prelude::*;

use crate::contract::{Contract, Spec};
use crate::machine::Inputs;

/// The words of an input, in the order of the contract.
#[wasm_bindgen(typescript_custom_section)]
const INPUTS: &str = "export type Inputs = number[];";

pub(super) fn contract(spec: &Spec) -> Result<Arc<Contract>, JsError> {
    let contract = Contract::new(spec).map_err(|problems| {
        let messages = problems.into_iter().map(|problem| problem.message);
        JsError::new(&messages.collect::<Vec<_>>().join("; "))
    });
    contract.map(Arc::new)
}

/// Checks that inputs are of the contract's kind.
pub(super) fn checked(contract: &Contract, inputs: &Inputs) -> Result<(), JsError> {
    match inputs.len() == contract.names().len() {
        true => Ok(()),
        false => Err(JsError::new("these inputs are not those of the contract")),
    }
}
