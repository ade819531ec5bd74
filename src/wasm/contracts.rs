//! Checks a contract as a person writes it.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::diagnostics::Utf16;
use super::{from_js, to_js};
use crate::contract::{Contract, Problem, Spec};
use crate::machine::Inputs;

/// An error in a contract.
#[derive(Serialize, Tsify)]
pub struct ContractProblem {
    /// The part: `array`, `stdin`, `stdin_bytes`, `separate`, `assume` or
    /// `observe`.
    pub part: &'static str,
    /// The index of the text, if the part has several.
    pub index: usize,
    /// The start of the error in that text.
    pub from: u32,
    /// The end of the error in that text.
    pub to: u32,
    /// The error message.
    pub message: String,
}

/// A checked contract.
#[derive(Serialize, Tsify)]
pub struct ContractReply {
    /// All errors. If there are any, the other fields are empty.
    pub problems: Vec<ContractProblem>,
    /// The names of the input words, in order.
    pub names: Vec<String>,
    /// The default first input of a comparison.
    pub first: Inputs,
}

/// Checks a contract.
#[wasm_bindgen(unchecked_return_type = "ContractReply")]
pub fn check_contract(
    #[wasm_bindgen(unchecked_param_type = "Spec")] spec: JsValue,
) -> Result<JsValue, JsError> {
    let spec: Spec = from_js(spec)?;
    to_js(&match Contract::new(&spec) {
        Ok(contract) => ContractReply {
            problems: Vec::new(),
            names: contract.names().to_vec(),
            first: contract.first_inputs(),
        },
        Err(problems) => {
            let problems = problems.into_iter().map(|problem| shown(&spec, problem));
            let (names, first) = (Vec::new(), Inputs::default());
            ContractReply { problems: problems.collect(), names, first }
        }
    })
}

fn shown(spec: &Spec, Problem { part, index, span, message }: Problem) -> ContractProblem {
    let text = spec.text(part, index).unwrap_or_default();
    let places = Utf16::new(text);
    let place = |byte: usize| places.0.get(byte).copied().unwrap_or_default();
    ContractProblem { part, index, from: place(span.start), to: place(span.end), message }
}
