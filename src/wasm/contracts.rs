//! A contract as somebody writes it, checked.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::diagnostics::Utf16;
use super::{from_js, to_js};
use crate::contract::{Contract, Problem, Spec};
use crate::machine::Inputs;

/// Something that is wrong with a contract.
#[derive(Serialize, Tsify)]
pub struct ContractProblem {
    /// The part: `array`, `stdin`, `stdin_bytes`, `separate`, `assume` or
    /// `observe`.
    pub part: &'static str,
    /// Which of that part's texts, where it has several.
    pub index: usize,
    /// The first place of the text that is meant.
    pub from: u32,
    /// The place behind the last one.
    pub to: u32,
    /// What is wrong with it.
    pub message: String,
}

/// What a contract comes to.
#[derive(Serialize, Tsify)]
pub struct ContractReply {
    /// All that is wrong with it; then there is nothing else.
    pub problems: Vec<ContractProblem>,
    /// The names of the input words, in order.
    pub names: Vec<String>,
    /// The input that a comparison begins with.
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
