//! The explanation of a difference for the page: a cause, a fix, regions, and the answers to the
//! second questions, each a separate search.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use super::watching::{SearchHost, watched};
use super::{checked, contract, from_js, to_js};
use crate::asm::{SourceLine, SourceLines};
use crate::contract::{Contract, SIDES, Spec};
use crate::engines::cause::Suspects;
use crate::engines::difference::Difference;
use crate::engines::paths::{Options, outcome};
use crate::engines::{cause, mend, regions, second};
use crate::machine::mips::Reg;
use crate::machine::{Image, Inputs};
use crate::program::Address;
use crate::report::{
    AloneReport, CauseReport, Headline, LibrariesReport, MendReport, Names, Note, PlaceReport,
    RegionsReport, Side, Values, Verdict, words,
};
use crate::solver::bitblast::Bitblast;
use crate::views::explanation;

/// A difference to explain.
#[derive(Deserialize, Tsify)]
pub struct ExplainRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The maximal number of steps of a run.
    pub fuel: u64,
    /// The witness.
    pub inputs: Inputs,
    /// The programs' names for sentences.
    #[serde(default)]
    pub names: Option<[String; 2]>,
    /// The program that is right, if known; no edit of it is suggested.
    #[serde(default)]
    pub reference: Option<Side>,
    /// For a cause: the instructions at which a fix points in the right program ([`MendView`] has
    /// them). Pairs with these are tried first.
    #[serde(default)]
    pub near: Vec<SuspectView>,
    /// For a cause: the file with a proved fix. The fixed program supplies words that the left
    /// program lacks.
    #[serde(default)]
    pub mended: Option<MendedFile>,
    /// The observation that is worth comparing alone, an entry of `observe` in a contract. Null if
    /// the report names none.
    #[serde(default)]
    pub observe: Option<String>,
    /// The time limit of the search in milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// A file of the right program after a fix.
#[derive(Deserialize, Tsify)]
pub struct MendedFile {
    /// The index of the file.
    pub file: u32,
    /// Its whole text.
    pub text: String,
}

/// The pair of instructions such that replacing the word of one by that of the other makes the
/// programs agree.
#[derive(Serialize, Tsify)]
pub struct CauseView {
    /// The pair, or the result that there is none. Null if the search found neither.
    pub report: Option<CauseReport>,
    /// The result as a sentence.
    pub says: String,
    /// The pairs that together make the programs agree, in sentences, if there are several.
    pub together: Vec<String>,
    /// How the other pairs were ruled out, as a sentence.
    pub ruled_out: Option<String>,
    /// The lines of the left and of the right instructions, those of the first pair first.
    pub lines: [Vec<SourceLine>; 2],
    /// For each program, the number of steps on the witness up to and including its instruction.
    pub steps: Option<[u32; 2]>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// An instruction that a fix points at.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct SuspectView {
    /// The address of an instruction of the right program.
    pub at: u32,
    /// The number of a register that should have another value there. Null if the instruction
    /// itself is meant.
    pub register: Option<u8>,
}

impl SuspectView {
    fn all(suspects: &Suspects) -> Vec<SuspectView> {
        let Suspects { instructions, held, .. } = suspects;
        let instructions = instructions.iter().map(|at| SuspectView { at: at.0, register: None });
        let held =
            held.iter().map(|(at, reg)| SuspectView { at: at.0, register: Some(reg.number()) });
        instructions.chain(held).collect()
    }

    fn suspects(views: &[SuspectView]) -> Suspects {
        let mut suspects = Suspects::default();
        for &SuspectView { at, register } in views {
            match register {
                None => _ = suspects.instructions.insert(Address(at)),
                Some(number) => {
                    suspects.held.extend(Reg::new(number.into()).map(|reg| (Address(at), reg)));
                }
            }
        }
        suspects
    }
}

/// An edit of the right program that makes the programs agree.
#[derive(Serialize, Tsify)]
pub struct MendView {
    /// The edit. Null if none was found.
    pub report: Option<MendReport>,
    /// The result as a sentence.
    pub says: String,
    /// The index of the edited file.
    pub file: u32,
    /// The whole text of the file after the edit.
    pub text: Option<String>,
    /// The instructions of the right program that the edit points at.
    pub near: Vec<SuspectView>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// The inputs on which the programs differ.
#[derive(Serialize, Tsify)]
pub struct RegionsView {
    /// What is known of the regions.
    pub report: RegionsReport,
    /// The number of inputs, and the overflow that explains them, in sentences.
    pub says: String,
    /// The verdict's headline with the number of inputs. Null if the number is unknown.
    pub headline: Option<Headline>,
    /// The explanation for most of these inputs.
    pub because: Option<Note>,
    /// An input of the largest region, with both runs.
    pub example: Option<ExampleView>,
    /// The assumptions that exclude all of these inputs, if the regions are complete.
    pub leave_out: Option<Vec<String>>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// The answers to the second questions of a comparison.
#[derive(Serialize, Tsify)]
pub struct SecondView {
    /// The verdict if only one observation is compared. Null if the request names none.
    pub alone: Option<AloneReport>,
    /// The verdict with the libraries of the left program. Null if both have the same.
    pub libraries: Option<LibrariesReport>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// Answers the second questions: by the one observation that is the same on the witness, and with
/// the same libraries.
#[wasm_bindgen(unchecked_return_type = "SecondView")]
pub async fn explain_second(
    #[wasm_bindgen(unchecked_param_type = "ExplainRequest")] request: JsValue,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let ExplainRequest { left, right, observe, milliseconds, .. } = &asked.request;
    let (mut page, stop) = watched(host, *milliseconds);
    let programs = [files::whole(SIDES[0], left)?, files::whole(SIDES[1], right)?];
    let time_limit_ms = milliseconds.map(|limit| limit as u64);
    let options = Options { time_limit_ms, ..asked.options.clone() };
    let error = |message: String| JsError::new(&message);
    let mut solver = Bitblast::new();
    let alone = match observe {
        None => None,
        Some(observe) => {
            let both = programs.each_ref();
            let answer = second::alone(observe, &options, both, &mut solver, &mut page).await;
            Some(answer.map_err(error)?)
        }
    };
    let linked = [left, right].map(|files| files::linked(files));
    let of = linked.each_ref().map(|files| &files[..]);
    let (verdict, solver) = (Verdict::Disequivalent, &mut solver);
    let answer = second::with_same_libraries(verdict, &options, of, solver, &mut page).await;
    let libraries = answer.map_err(error)?;
    to_js(&SecondView { alone, libraries, cut: stop.is_due() })
}

/// Searches the pair of instructions that causes the difference.
#[wasm_bindgen(unchecked_return_type = "CauseView")]
pub async fn explain_cause(
    #[wasm_bindgen(unchecked_param_type = "ExplainRequest")] request: JsValue,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let (mut page, stop) = watched(host, asked.request.milliseconds);
    let mut near = SuspectView::suspects(&asked.request.near);
    let mended = asked.mended()?;
    near.mended = mended.as_ref().map(|(image, _)| Rc::clone(image));
    near.differing = asked.differing()?;
    let (difference, mut solver) = (asked.difference(), Bitblast::new());
    let found = cause::cause_near(&difference, &near, &mut solver, &stop, &mut page).await;
    let of_mended = mended.as_ref().map(|(_, lines)| lines);
    let images = difference.images.map(|it| &**it);
    let report = explanation::cause(&found, images, &asked.lines, &near, of_mended);
    let places = report.as_ref().and_then(|report| Some([report.left?, report.right?]));
    let first = report.iter().map(|report| [report.left, report.right]);
    let more = report.iter().flat_map(|report| &report.more);
    let all: Vec<[Option<PlaceReport>; 2]> =
        first.chain(more.map(|pair| [Some(pair.left), Some(pair.right)])).collect();
    let lines = [0, 1].map(|side| {
        let places = all.iter().filter_map(|pair| pair[side]);
        places.filter_map(|place| asked.lines[side].at(Address(place.address))).collect()
    });
    to_js(&CauseView {
        says: words::first_pair(report.as_ref()),
        together: report
            .as_ref()
            .map(|report| words::together(&asked.options.contract, report))
            .unwrap_or_default(),
        ruled_out: report.as_ref().map(|report| words::ruled_out(&report.ruled_out)),
        report,
        lines,
        steps: places.and_then(|places| asked.steps(places)),
        cut: stop.is_due(),
    })
}

/// Searches an edit of one program that makes the programs agree.
#[wasm_bindgen(unchecked_return_type = "MendView")]
pub async fn explain_mend(
    #[wasm_bindgen(unchecked_param_type = "ExplainRequest")] request: JsValue,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let (mut page, stop) = watched(host, asked.request.milliseconds);
    let ExplainRequest { left, right, reference, .. } = &asked.request;
    let files = [left, right];
    let linked = files.map(|files| files::linked(files));
    let difference = asked.difference();
    let both = linked.each_ref().map(|files| &files[..]);
    let mut solver = Bitblast::new();
    let found = mend::mend(&difference, both, *reference, &mut solver, &stop, &mut page).await;
    let names = files.map(|files| files.iter().map(|it| it.name.as_str()).collect::<Vec<_>>());
    let names = names.each_ref().map(Vec::as_slice);
    let report = found.as_ref().map(|found| explanation::mend(found, names));
    let near = found.as_ref().map(|found| cause::suspects(&difference, found, both[1]));
    let edit = found.as_ref().map(|found| (&found.edit, files[found.side.index()]));
    to_js(&MendView {
        says: words::mend(report.as_ref()),
        report,
        file: edit.map_or(0, |(edit, _)| edit.file as u32),
        text: edit.map(|(edit, files)| edit.apply(&files[edit.file].text)),
        near: near.as_ref().map(SuspectView::all).unwrap_or_default(),
        cut: stop.is_due(),
    })
}

/// Searches all inputs on which two programs differ.
#[wasm_bindgen(unchecked_return_type = "RegionsView")]
pub async fn explain_regions(
    #[wasm_bindgen(unchecked_param_type = "ExplainRequest")] request: JsValue,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let (mut page, stop) = watched(host, asked.request.milliseconds);
    let difference = asked.difference();
    let found = regions::regions(&difference, &mut Bitblast::new(), &stop, &mut page).await;
    let report = explanation::regions(&found, &asked.lines);
    let counted = words::counted(&asked.options.contract, &report);
    let says = match words::overflow(&report) {
        Some(overflow) => format!("{counted} {overflow}"),
        None => counted,
    };
    let (contract, names) = (&asked.options.contract, &asked.options.names);
    to_js(&RegionsView {
        headline: words::counted_headline(contract, &report),
        because: words::because(names, &report),
        example: asked.example(&report),
        leave_out: leave_out(&report),
        says,
        report,
        cut: stop.is_due(),
    })
}

/// An input on which the programs differ, with both runs.
#[derive(Serialize, Tsify)]
pub struct ExampleView {
    /// The input.
    pub inputs: Inputs,
    /// The formatted values.
    pub values: Values,
}

/// The maximal length of the excluding assumptions, in characters.
const LEFT_OUT: usize = 600;

/// The assumptions that exclude all regions, if these are complete.
fn leave_out(report: &RegionsReport) -> Option<Vec<String>> {
    let conditions = report.regions.iter().map(|region| &region.condition);
    let all: Vec<String> = conditions.map(|condition| format!("not ({condition})")).collect();
    let length: usize = all.iter().map(String::len).sum();
    let is_some_left = report.regions.iter().all(|region| region.condition != "true");
    (report.exact && !all.is_empty() && is_some_left && length <= LEFT_OUT).then_some(all)
}

/// A parsed request.
struct Asked {
    request: ExplainRequest,
    options: Options,
    images: [Rc<Image>; 2],
    lines: [SourceLines; 2],
}

impl Asked {
    fn new(request: ExplainRequest) -> Result<Asked, JsError> {
        let contract = contract(&request.contract)?;
        checked(&contract, &request.inputs)?;
        let (left, left_lines) = program(&contract, 0, &request.left)?;
        let (right, right_lines) = program(&contract, 1, &request.right)?;
        let given = request.names.as_ref();
        let names = given.map(|[left, right]| Names::new([left, right])).unwrap_or_default();
        let options = Options { fuel: request.fuel, contract, names, ..Options::default() };
        Ok(Asked { request, options, images: [left, right], lines: [left_lines, right_lines] })
    }

    /// The right program after the fix, and its lines.
    fn mended(&self) -> Result<Option<(Rc<Image>, SourceLines)>, JsError> {
        let Some(MendedFile { file, text }) = &self.request.mended else { return Ok(None) };
        let mut files = self.request.right.clone();
        if let Some(edited) = files.get_mut(*file as usize) {
            edited.text.clone_from(text);
        }
        program(&self.options.contract, 1, &files).map(Some)
    }

    /// The instructions on lines that are not in both texts.
    fn differing(&self) -> Result<[BTreeSet<Address>; 2], JsError> {
        let ExplainRequest { left, right, .. } = &self.request;
        let programs = [files::whole(SIDES[0], left)?, files::whole(SIDES[1], right)?];
        let linked = [left, right].map(|files| files::linked(files));
        Ok(mend::differing(programs.each_ref(), linked.each_ref().map(|files| &files[..])))
    }

    fn difference(&self) -> Difference<'_> {
        let images = self.images.each_ref();
        Difference { images, options: &self.options, inputs: self.request.inputs.clone() }
    }

    /// The sample of the largest region, replayed.
    fn example(&self, report: &RegionsReport) -> Option<ExampleView> {
        let inputs = &report.regions.first()?.sample;
        let Options { contract, names, fuel, .. } = &self.options;
        let images = self.images.each_ref();
        let ends = outcome::ends(images, inputs, *fuel);
        // A run that is proved to run for ever has no end to replay.
        outcome::difference(&ends[0], &ends[1])?;
        let (witness, _) = outcome::replay(images, contract, inputs, *fuel);
        let values = words::values(contract, names, inputs, [&witness.left, &witness.right]);
        Some(ExampleView { inputs: inputs.clone(), values })
    }

    /// For each program, the number of steps up to and including this instruction.
    fn steps(&self, places: [PlaceReport; 2]) -> Option<[u32; 2]> {
        let ExplainRequest { inputs, fuel, .. } = &self.request;
        let [left, right] = [0, 1].map(|side| {
            let PlaceReport { address, execution, .. } = places[side];
            let instant = (Address(address), execution?);
            explanation::steps_until(&self.images[side], inputs, *fuel, instant)
        });
        Some([u32::try_from(left?).ok()?, u32::try_from(right?).ok()?])
    }
}

/// A program, and the lines of its words.
fn program(
    contract: &Contract,
    side: usize,
    files: &[SourceFile],
) -> Result<(Rc<Image>, SourceLines), JsError> {
    let program = files::whole(SIDES[side], files)?;
    let lines = SourceLines::new(&files::texts(files), &program);
    let image = contract.image(side, &program).map_err(|why| JsError::new(&why))?;
    Ok((image, lines))
}
