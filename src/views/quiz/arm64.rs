//! Converts the questions about an ARM64 program, and marked answers, to reports.

use std::rc::Rc;

#[cfg(feature = "cli")]
use super::with_solution;
use super::{Judged, marked};
use crate::engines::arm64::Options;
use crate::engines::classes::Arm64;
use crate::engines::quiz::{Answer, Question};
#[cfg(feature = "cli")]
use crate::engines::quiz::{Judge, Key};
#[cfg(feature = "cli")]
use crate::link::File;
use crate::machine::arm64::Given;
use crate::machine::arm64::agreement::{Run, Tried};
#[cfg(feature = "cli")]
use crate::report::SolvedReport;
use crate::report::arm64::{Arm64JudgedReport, Arm64Witness, Findings, Report};

/// The mark of an answer, with reasons. The solution is omitted while the question is open.
pub fn judged(
    question: &Question<Rc<Arm64>, Given, Box<Findings>>,
    answer: &Answer<Given>,
    options: &Options,
) -> Arm64JudgedReport {
    let tried =
        |given: &Given, runs: [Run; 2]| Arm64Witness::from(&Tried { given: given.clone(), runs });
    let Judged { mark, points, tried, same, proof, witness, minimal } =
        marked(question, answer, options, tried);
    let proof = proof.map(|findings| Report::from(&**findings).message);
    Arm64JudgedReport { mark, points, tried, same, proof, witness, minimal }
}

/// A question with its solution; the files have names.
#[cfg(feature = "cli")]
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
