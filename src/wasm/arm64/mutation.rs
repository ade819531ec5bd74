//! What the tests of an ARM64 program miss, for the page.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::{GivenInputs, Question};
use super::files::{self, SourceFile};
use crate::engines::arm64::table::{Row, Rows};
use crate::engines::arm64::{ARRAY_AT, Options, with_room};
use crate::engines::classes::Arm64;
use crate::engines::mutation::{Analysis, Arm64Suite, MUTANTS, WORK};
use crate::link::Content;
use crate::machine::arm64::Given;
use crate::program::Program;
use crate::report::arm64::Arm64Mutation;
use crate::report::words::arm64 as words;
use crate::views::mutation::arm64 as views;
use crate::wasm::mutating::{MutationHost, NoProgram, RowProblem, Searching, why_none};
use crate::wasm::{from_js, to_js};

/// A program and its tests.
#[derive(Deserialize, Tsify)]
pub struct Arm64MutationRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// What the program and its mutants are compared on.
    pub question: Question,
    /// The tests, as a CSV table.
    pub tests: String,
    /// Other programs that may be wrong, treated as mutants.
    #[serde(default)]
    pub others: Vec<Arm64OtherProgram>,
}

/// A program beside the tested one, such as a submission.
#[derive(Deserialize, Tsify)]
pub struct Arm64OtherProgram {
    /// Its name.
    pub name: String,
    /// Its files.
    pub files: Vec<SourceFile>,
}

/// The results for a test set.
#[derive(Serialize, Tsify)]
pub struct Arm64MutationView {
    /// The report.
    pub report: Arm64Mutation,
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
pub struct Arm64MutationReply {
    /// Invalid rows of the tests. If there are any, no search was made.
    pub problems: Vec<RowProblem>,
    /// The results.
    pub view: Option<Arm64MutationView>,
}

/// Searches what the tests of a program miss. Rejects if the program has errors or no assembly.
#[wasm_bindgen(unchecked_return_type = "Arm64MutationReply")]
pub async fn look_into_tests(
    #[wasm_bindgen(unchecked_param_type = "Arm64MutationRequest")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "MutationHost<Arm64MutationView>")] host: MutationHost,
) -> Result<JsValue, JsError> {
    let request: Arm64MutationRequest = from_js(request)?;
    let options = options(request.question.clone())?;
    let (mut tests, mut problems) = (Vec::new(), Vec::new());
    for Row { line, given } in Rows(&options).table(&request.tests) {
        match given {
            Ok(given) => tests.push(given),
            Err(message) => problems.push(RowProblem { line: line as u32, message }),
        }
    }
    if !problems.is_empty() {
        return to_js(&Arm64MutationReply { problems, view: None });
    }
    let linked = files::linked(&request.files);
    let image = image(&request.files, &options).map_err(|why| JsError::new(&why))?;
    let (mut others, mut left_out) = (Vec::new(), Vec::new());
    for Arm64OtherProgram { name, files } in request.others {
        match self::image(&files, &options) {
            Ok(image) => others.push((name, image)),
            Err(message) => left_out.push(NoProgram { name, message }),
        }
    }
    if others.is_empty() && !linked.iter().any(|file| matches!(file.content, Content::Text(_))) {
        return Err(JsError::new("mutants are made of assembly, and this program has none"));
    }
    let searching = Searching::new(host);
    let stop = searching.stop.clone();
    let place = |program: Program| with_room(program, &options);
    let suite = Arm64Suite {
        files: &linked,
        image,
        tests: &tests,
        others: &others,
        options: &options,
        most: MUTANTS,
        place: &place,
        stop: &stop,
    };
    let names: Vec<&str> = request.files.iter().map(|file| file.name.as_str()).collect();
    let view = |analysis: &Analysis<Rc<Arm64>, Given>, cut: bool| {
        let report = views::report(&suite, analysis, &names);
        let notes = report.survivors.iter().map(|it| it.witness.as_ref().map(words::missed));
        let (notes, left_out) = (notes.collect(), left_out.clone());
        Arm64MutationView { says: words::score(&report), notes, report, left_out, cut }
    };
    let view = searching.through(&suite, view).await?;
    to_js(&Arm64MutationReply { problems, view: Some(view) })
}

/// Adds a row to a table of tests, unless the table contains it already.
#[wasm_bindgen]
pub fn with_test(
    #[wasm_bindgen(unchecked_param_type = "Question")] question: JsValue,
    tests: &str,
    #[wasm_bindgen(unchecked_param_type = "GivenInputs")] inputs: JsValue,
) -> Result<String, JsError> {
    let options = options(from_js(question)?)?;
    let inputs: GivenInputs = from_js(inputs)?;
    let (rows, given) = (Rows(&options), inputs.given_at(ARRAY_AT, &options)?);
    if rows.table(tests).iter().any(|row| row.given.as_ref() == Ok(&given)) {
        return Ok(tests.to_owned());
    }
    let end = if tests.is_empty() || tests.ends_with('\n') { "" } else { "\n" };
    Ok(format!("{tests}{end}{}\n", rows.write(&given)))
}

/// The options for comparing mutants.
fn options(question: Question) -> Result<Options, JsError> {
    let array_at = if question.array.is_some() { ARRAY_AT } else { 0 };
    Ok(Options { array_at, work: WORK, ..question.options()? })
}

/// A program, ready to run.
fn image(files: &[SourceFile], options: &Options) -> Result<Rc<Arm64>, String> {
    let built = files::program(files);
    let program = built.output.ok_or_else(|| why_none(&built.diagnostics))?;
    let words = with_room(program, options);
    let words = words.ok_or_else(|| format!("it is longer than {ARRAY_AT:#x} bytes"))?;
    Ok(Rc::new(Arm64::new(words, options)))
}
