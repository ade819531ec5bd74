//! Converts the questions about an ARM64 program to a report.

use std::rc::Rc;

use super::with_solution;
use crate::engines::arm64::Options;
use crate::engines::classes::Arm64;
use crate::engines::quiz::{Judge, Key, Question};
use crate::link::File;
use crate::machine::arm64::Given;
use crate::machine::arm64::agreement::Tried;
use crate::report::SolvedReport;
use crate::report::arm64::{Arm64Witness, Findings, Report};

/// A question with its solution; the files have names.
pub fn solved(
    question: &Question<Rc<Arm64>, Given, Box<Findings>>,
    files: (&[File<'_>], &[&str]),
    options: &Options,
) -> SolvedReport<Arm64Witness> {
    let solution = match &question.key {
        Key::Same(findings) => (Some(Report::from(&**findings).message), None, None),
        Key::Differ { inputs, is_least } => {
            let runs = options.ends(&question.images, inputs);
            let mut witness = Arm64Witness::from(&Tried { given: inputs.clone(), runs });
            witness.minimal = *is_least;
            (None, Some(witness), *is_least)
        }
    };
    with_solution(question, files, solution)
}
