//! The text of a query of a comparison, for display.

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{SourceFile, image};
use super::options::Options;
use super::{checked, from_js};
use crate::engines::paths::explain::{self, Asked};
use crate::machine::Inputs;
use crate::report::Side;
use crate::solver::Question;
use crate::solver::smtlib::Dialogue;

/// Identifies a query of a comparison, as in its event.
#[derive(Deserialize, Tsify)]
pub struct QueryRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The options of the comparison.
    pub options: Options,
    /// The query's name.
    pub name: String,
    /// The program whose path the query leaves.
    pub side: Side,
    /// The inputs of the run whose path the query leaves.
    pub inputs: Inputs,
    /// The index of the negated condition. Null if the query asks whether results differ.
    pub flip: Option<u32>,
    /// Alternatives that other runs already took.
    pub excluded: Vec<u32>,
}

/// The SMT-LIB text of a query, as it is passed to z3.
#[wasm_bindgen]
pub fn query_text(
    #[wasm_bindgen(unchecked_param_type = "QueryRequest")] request: JsValue,
) -> Result<String, JsError> {
    let request: QueryRequest = from_js(request)?;
    let options = request.options.for_engine()?;
    let left = image(&options.contract, 0, &request.left)?;
    let right = image(&options.contract, 1, &request.right)?;
    let QueryRequest { name, side, inputs, flip, excluded, .. } = request;
    checked(&options.contract, &inputs)?;
    let asked = Asked { name, side, inputs, flip, excluded };
    let (terms, query) = explain::query([&left, &right], &options, &asked)
        .ok_or_else(|| JsError::new("the run has no such path condition"))?;
    let question = Question::new(&query.name).within(options.effort);
    Ok(Dialogue::of(&terms, &query, question).text)
}
