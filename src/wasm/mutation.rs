//! What the tests of a program miss, for the page.

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use super::mutating::{MutationHost, NoProgram, RowProblem, Searching, why_none};
use super::{contract, from_js, to_js};
use crate::contract::table::{Row, Table};
use crate::contract::{Contract, Spec};
use crate::engines::mutation::{Analysis, MUTANTS, QUERY, RUNS, Suite};
use crate::engines::paths::Options;
use crate::link::{Content, File};
use crate::machine::{Image, Inputs};
use crate::report::{MutationReport, words};
use crate::views;

/// A program and its tests.
#[derive(Deserialize, Tsify)]
pub struct MutationRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The maximal number of steps of a run.
    pub fuel: u64,
    /// The tests, as a CSV table.
    pub tests: String,
    /// Other programs that may be wrong, treated as mutants.
    #[serde(default)]
    pub others: Vec<OtherProgram>,
    /// The maximal number of mutants of the program; by default that of the command line.
    #[serde(default)]
    pub most: Option<u32>,
}

/// A program beside the tested one, such as a submission.
#[derive(Deserialize, Tsify)]
pub struct OtherProgram {
    /// Its name.
    pub name: String,
    /// Its files.
    pub files: Vec<SourceFile>,
}

/// The results for a test set.
#[derive(Serialize, Tsify)]
pub struct MutationView {
    /// The report.
    pub report: MutationReport,
    /// The score in a sentence.
    pub says: String,
    /// For each survivor, a sentence about an input that would kill it. Null if the mutant is open.
    pub notes: Vec<Option<String>>,
    /// Which of the other programs are invalid.
    pub left_out: Vec<NoProgram>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// The reply to a request.
#[derive(Serialize, Tsify)]
pub struct MutationReply {
    /// Invalid rows of the tests. If there are any, no search was made.
    pub problems: Vec<RowProblem>,
    /// The results.
    pub view: Option<MutationView>,
}

/// Searches what the tests of a program miss. Rejects if the program has errors or no assembly.
#[wasm_bindgen(unchecked_return_type = "MutationReply")]
pub async fn look_into_tests(
    #[wasm_bindgen(unchecked_param_type = "MutationRequest")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "MutationHost<MutationView>")] host: MutationHost,
) -> Result<JsValue, JsError> {
    let request: MutationRequest = from_js(request)?;
    let contract = contract(&request.contract)?;
    let (mut tests, mut problems) = (Vec::new(), Vec::new());
    for Row { line, inputs } in Table::read(&contract, &request.tests).rows {
        match inputs {
            Ok(inputs) => tests.push(inputs),
            Err(message) => problems.push(RowProblem { line: line as u32, message }),
        }
    }
    if !problems.is_empty() {
        return to_js(&MutationReply { problems, view: None });
    }
    let linked = files::linked(&request.files);
    let image = files::image(&contract, 0, &request.files)?;
    let (others, left_out) = others(&contract, &request.others);
    if others.is_empty() {
        has_assembly(&linked)?;
    }
    let options = options(request.fuel, &contract);
    let most = request.most.map_or(MUTANTS, |most| most as usize);
    let suite = Suite {
        files: &linked,
        image: &image,
        tests: &tests,
        others: &others,
        options: &options,
        most,
    };
    let names: Vec<&str> = request.files.iter().map(|file| file.name.as_str()).collect();
    let view = |analysis: &Analysis, cut: bool| {
        let report = views::mutation::report(&suite, analysis, &names);
        let witnesses = report.survivors.iter().map(|it| it.witness.as_ref());
        let notes = witnesses.map(|it| it.map(|it| words::missed(&report.names, it))).collect();
        let left_out = left_out.clone();
        MutationView { says: words::score(&report), notes, report, left_out, cut }
    };
    let view = Searching::new(host).through(&suite, view).await?;
    to_js(&MutationReply { problems, view: Some(view) })
}

/// The valid programs, by name, and why the others are invalid.
fn others(
    contract: &Contract,
    given: &[OtherProgram],
) -> (Vec<(String, Rc<Image>)>, Vec<NoProgram>) {
    let (mut others, mut left_out) = (Vec::new(), Vec::new());
    for OtherProgram { name, files } in given {
        let built = files::program(files);
        let image = match built.output.clone() {
            Some(program) => contract.image(1, &program),
            None => Err(why_none(&built.diagnostics)),
        };
        match image {
            Ok(image) => others.push((name.clone(), image)),
            Err(message) => left_out.push(NoProgram { name: name.clone(), message }),
        }
    }
    (others, left_out)
}

/// Adds a row to a table of tests, unless the table contains it already.
#[wasm_bindgen]
pub fn with_test(
    #[wasm_bindgen(unchecked_param_type = "Spec")] spec: JsValue,
    tests: &str,
    #[wasm_bindgen(unchecked_param_type = "Inputs")] inputs: JsValue,
) -> Result<String, JsError> {
    let contract = contract(&from_js(spec)?)?;
    let inputs: Inputs = from_js(inputs)?;
    super::checked(&contract, &inputs)?;
    let table = Table::read(&contract, tests);
    if table.rows.iter().any(|row| row.inputs.as_ref() == Ok(&inputs)) {
        return Ok(tests.to_owned());
    }
    let end = if tests.is_empty() || tests.ends_with('\n') { "" } else { "\n" };
    Ok(format!("{tests}{end}{}\n", table.row(&inputs)))
}

/// Checks that a program has an assembly text that can be edited.
pub(super) fn has_assembly(files: &[File<'_>]) -> Result<(), JsError> {
    let is_text = |file: &File<'_>| matches!(file.content, Content::Text(_));
    let why = "mutants are made of assembly, and this program has none";
    files.iter().any(is_text).then_some(()).ok_or_else(|| JsError::new(why))
}

/// The options for comparing mutants.
pub(super) fn options(fuel: u64, contract: &Arc<Contract>) -> Options {
    Options {
        fuel,
        inputs: contract.first_inputs(),
        contract: Arc::clone(contract),
        max_runs: RUNS,
        effort: QUERY,
        ..Options::default()
    }
}
