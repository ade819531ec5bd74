//! Two versions of an ARM64 program, for the page: the verdict, and what is known of each procedure.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::Question;
use super::files::{self, SourceFile};
use crate::asm::SourceLines;
use crate::engines::arm64::versions;
use crate::report::VersionsVerdict;
use crate::report::arm64::{Arm64Procedure, Arm64Versions, Arm64Witness};
use crate::report::words::arm64 as words;
use crate::views::versions::arm64::{report, sections};
use crate::views::versions::{MarkView, SectionView, marks};
use crate::wasm::{clock, from_js, to_js};

/// A request to compare two versions.
#[derive(Deserialize, Tsify)]
pub struct Arm64VersionsRequest {
    /// The files of the old program.
    pub left: Vec<SourceFile>,
    /// The files of the new program.
    pub right: Vec<SourceFile>,
    /// What they are compared on.
    pub question: Question,
    /// The time limit of the search in milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// What is known of a pair of procedures.
#[derive(Serialize, Tsify)]
pub struct Arm64ProcedureView {
    /// Its name.
    pub name: String,
    /// The verdict.
    pub verdict: VersionsVerdict,
    /// The evidence, in a few words.
    pub basis: Option<String>,
    /// The input on which they differ, or why nothing is known, in a sentence.
    pub reason: Option<String>,
    /// The procedures that call it, in a sentence.
    pub callers: Option<String>,
    /// The index of the section in which it begins.
    pub section: Option<usize>,
}

/// The comparison of two versions.
#[derive(Serialize, Tsify)]
pub struct Arm64VersionsView {
    /// The verdict.
    pub verdict: VersionsVerdict,
    /// What the verdict means and which evidence there is, in sentences.
    pub says: Vec<String>,
    /// The input on which the programs differ, if one is known.
    pub witness: Option<Arm64Witness>,
    /// The pairs of procedures that can be reached, the programs' own code first.
    pub procedures: Vec<Arm64ProcedureView>,
    /// A sentence for each procedure without a counterpart.
    pub only: Vec<String>,
    /// Both listings.
    pub sections: Vec<SectionView>,
    /// The marks of their rows.
    pub marks: Vec<MarkView>,
    /// What the command line prints with `--json`.
    pub json: String,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// Compares two versions of a program. Throws if one of them has an error.
#[wasm_bindgen(unchecked_return_type = "Arm64VersionsView")]
pub fn compare_versions(
    #[wasm_bindgen(unchecked_param_type = "Arm64VersionsRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let Arm64VersionsRequest { left, right, question, milliseconds } = from_js(request)?;
    let options = question.options()?;
    let programs = files::both(&left, &right, options.array.is_some())?;
    let lines = [
        SourceLines::new(&files::texts(&left), &programs[0]),
        SourceLines::new(&files::texts(&right), &programs[1]),
    ];
    let stop = clock::stop_after(milliseconds);
    let found = versions::versions(programs.each_ref(), &options, &stop);
    let report = report(&found, programs.each_ref(), lines.each_ref());
    let is_open = report.verdict == VersionsVerdict::Unknown;
    let both = [files::texts(&left), files::texts(&right)];
    let both = both.each_ref().map(Vec::as_slice);
    let sections = sections(&found, &report, programs.each_ref(), both);
    to_js(&Arm64VersionsView::of(report, sections, is_open && stop.is_due()))
}

impl Arm64VersionsView {
    /// The view of a report. `cut` becomes its field: whether the search was stopped.
    fn of(report: Arm64Versions, sections: Vec<SectionView>, cut: bool) -> Arm64VersionsView {
        let json = serde_json::to_string_pretty(&report).expect("it is plain data");
        let procedures = report.procedures.iter().enumerate();
        let procedures = procedures.map(|(index, it)| {
            let section = sections.iter().position(|section| section.procedure == Some(index));
            procedure(&report, it, section)
        });
        let procedures = procedures.collect();
        let notes = report.comparison.summary.notes.iter();
        Arm64VersionsView {
            verdict: report.verdict,
            says: notes.map(|note| note.text.clone()).collect(),
            procedures,
            only: words::only(&report),
            marks: marks(&sections),
            sections,
            json,
            cut,
            witness: report.comparison.witness,
        }
    }
}

fn procedure(
    report: &Arm64Versions,
    of: &Arm64Procedure,
    section: Option<usize>,
) -> Arm64ProcedureView {
    Arm64ProcedureView {
        name: words::procedure_name(of),
        verdict: of.verdict,
        basis: words::basis(of),
        reason: words::reason(of),
        callers: words::callers(report, of),
        section,
    }
}
