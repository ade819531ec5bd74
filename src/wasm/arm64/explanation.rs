//! The explanation of a difference of ARM64 programs for the page: where the runs part, a fix, a cause,
//! and the inputs on which they differ, each a call of its own.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::{GivenInputs, PROVING, Question};
use super::files::{self, SourceFile};
use crate::asm::{SourceLine, SourceLines};
use crate::engines::arm64::{self, Differing, Options};
use crate::engines::cause::arm64::{Suspects, cause};
use crate::engines::mend;
use crate::engines::regions::arm64::{self as regions, Standing};
use crate::link::{File, routines};
use crate::machine::arm64::agreement::Tried;
use crate::program::{Address, Program};
use crate::report::arm64::{Arm64Cause, Arm64Parting, Arm64RegionsReport, Arm64Witness};
use crate::report::words::arm64::{self as words, Telling};
use crate::report::{MendReport, Names, Proof, Side};
use crate::views::explanation::{self, arm64 as views};
use crate::wasm::watching::{SearchHost, watched};
use crate::wasm::{clock, from_js, to_js};

/// A difference to explain.
#[derive(Deserialize, Tsify)]
pub struct Arm64ExplainRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What they were compared on.
    pub question: Question,
    /// The witness.
    pub inputs: GivenInputs,
    /// The programs' names for sentences.
    #[serde(default)]
    pub names: Option<[String; 2]>,
    /// The program that is right, if known: no edit of it is suggested, and its text is not shown.
    #[serde(default)]
    pub reference: Option<Side>,
    /// For a cause: the addresses that a fix changes ([`Arm64MendView`] has them). Causes with these
    /// are tried first.
    #[serde(default)]
    pub near: Vec<u32>,
    /// The time limit of the search in milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// Where the runs on the witness part.
#[derive(Serialize, Tsify)]
pub struct Arm64PartingView {
    /// The steps of both programs. Null if none was found within the recorded steps.
    pub report: Option<Arm64Parting>,
    /// The same as a sentence.
    pub says: String,
    /// Whether the search was stopped early. It never is.
    pub cut: bool,
}

/// The instructions whose values, replaced by those of the reference, make the programs agree.
#[derive(Serialize, Tsify)]
pub struct Arm64CauseView {
    /// The instructions. Null if none were found.
    pub report: Option<Arm64Cause>,
    /// A sentence for each pair of instructions, or one that says that there is none.
    pub says: Vec<String>,
    /// The inputs on which they were tried, as a sentence.
    pub tested: Option<String>,
    /// The lines of the left and of the right instructions.
    pub lines: [Vec<SourceLine>; 2],
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// An edit of one program that makes the programs agree.
#[derive(Serialize, Tsify)]
pub struct Arm64MendView {
    /// The edit. Null if none was found.
    pub report: Option<MendReport>,
    /// The evidence that the programs then agree.
    pub proof: Option<Proof>,
    /// The result as a sentence.
    pub says: String,
    /// The index of the edited file.
    pub file: u32,
    /// The whole text of the file after the edit.
    pub text: Option<String>,
    /// The addresses that the edit changes.
    pub near: Vec<u32>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// The inputs on which the programs differ.
#[derive(Serialize, Tsify)]
pub struct Arm64RegionsView {
    /// What is known of the regions. Null if the inputs are no two numbers, or if the prover has no
    /// machine for the mode.
    pub report: Option<Arm64RegionsReport>,
    /// Their number, in a sentence.
    pub says: String,
    /// The witness, with what is established of it.
    pub witness: Arm64Witness,
    /// The same as a sentence, if the witness is the least or the only one.
    pub least: Option<&'static str>,
    /// Whether the search was stopped early.
    pub cut: bool,
}

/// Finds where the runs on the witness part.
#[wasm_bindgen(unchecked_return_type = "Arm64PartingView")]
pub fn explain_parting(
    #[wasm_bindgen(unchecked_param_type = "Arm64ExplainRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let report = asked.with(|differing| views::parting(differing, asked.sources()));
    let says = match &report {
        Some(parting) => words::parted(parting),
        None => words::NO_PARTING.to_owned(),
    };
    to_js(&Arm64PartingView { report, says, cut: false })
}

/// Searches the instructions that cause the difference.
#[wasm_bindgen(unchecked_return_type = "Arm64CauseView")]
pub fn explain_cause(
    #[wasm_bindgen(unchecked_param_type = "Arm64ExplainRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let stop = clock::stop_after(asked.request.milliseconds);
    let programs = asked.programs.each_ref();
    let linked = asked.files();
    let near = asked.request.near.iter().copied().map(Address);
    let suspects = Suspects::new(programs, linked.each_ref().map(Vec::as_slice), near);
    let found = asked.with(|differing| {
        let reference = asked.wrong(differing).other();
        cause(differing, reference, &suspects, &stop)
    });
    let report = found.map(|found| views::cause(&found, asked.sources()));
    let lines = [0, 1].map(|side| {
        let pairs = report.iter().flat_map(|report| &report.pairs);
        let places = pairs.map(|pair| [&pair.left, &pair.right][side]);
        places.filter_map(|place| asked.lines[side].at(Address(place.address))).collect()
    });
    let cut = report.is_none() && stop.is_due();
    let telling = asked.telling();
    let says = words::wanted(report.as_ref(), &telling);
    let tested = report.as_ref().map(words::tested);
    to_js(&Arm64CauseView { report, says, tested, lines, cut })
}

/// Searches an edit of one program that makes the programs agree.
#[wasm_bindgen(unchecked_return_type = "Arm64MendView")]
pub async fn explain_mend(
    #[wasm_bindgen(unchecked_param_type = "Arm64ExplainRequest")] request: JsValue,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let (mut page, stop) = watched(host, asked.request.milliseconds);
    let linked = asked.files();
    let files = linked.each_ref().map(Vec::as_slice);
    let place = |programs: &mut [Program; 2]| asked.place(programs);
    let differing = asked.differing(&place);
    let side = asked.wrong(&differing);
    let found = mend::mend_arm64(&differing, side, None, files, &stop, &mut page).await;
    let (found, proof) = found.unzip();
    let proof = proof.flatten();
    let Arm64ExplainRequest { left, right, .. } = &asked.request;
    let both = [left, right];
    let names = both.map(|files| files.iter().map(|it| it.name.as_str()).collect::<Vec<_>>());
    let names = names.each_ref().map(Vec::as_slice);
    let report = found.as_ref().map(|found| explanation::mend(found, names));
    let edit = found.as_ref().map(|found| (&found.edit, both[found.side.index()]));
    to_js(&Arm64MendView {
        says: words::fix(report.as_ref(), proof.as_ref()),
        report,
        proof,
        file: edit.map_or(0, |(edit, _)| edit.file as u32),
        text: edit.map(|(edit, files)| edit.apply(&files[edit.file].text)),
        near: edit.iter().flat_map(|(edit, _)| edit.addresses()).map(|it| it.0).collect(),
        cut: stop.is_due(),
    })
}

/// Searches all inputs on which two programs differ.
#[wasm_bindgen(unchecked_return_type = "Arm64RegionsView")]
pub async fn explain_regions(
    #[wasm_bindgen(unchecked_param_type = "Arm64ExplainRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let asked = Asked::new(from_js(request)?)?;
    let stop = clock::stop_after(asked.request.milliseconds);
    let place = |programs: &mut [Program; 2]| asked.place(programs);
    let differing = asked.differing(&place);
    let found = regions::regions(&differing, &stop).await;
    let Standing { is_least, is_only } = regions::standing(&differing, found.as_ref(), &stop);
    let report = found.as_ref().map(views::regions);
    let witness = Arm64Witness::from(&asked.tried);
    let witness = Arm64Witness { minimal: is_least, unique: is_only, ..witness };
    let (says, least) = (words::differing(report.as_ref()), words::least(&witness));
    to_js(&Arm64RegionsView { report, says, witness, least, cut: stop.is_due() })
}

/// A parsed request, with both runs on the witness.
struct Asked {
    request: Arm64ExplainRequest,
    options: Options,
    programs: [Program; 2],
    lines: [SourceLines; 2],
    tried: Tried,
}

impl Asked {
    fn new(request: Arm64ExplainRequest) -> Result<Asked, JsError> {
        let Arm64ExplainRequest { left, right, question, inputs, .. } = &request;
        let options = question.clone().options()?;
        let programs = files::both(left, right, options.array.is_some())?;
        let lines = [
            SourceLines::new(&files::texts(left), &programs[0]),
            SourceLines::new(&files::texts(right), &programs[1]),
        ];
        let words = programs.each_ref().map(|program| program.words.as_slice());
        let given = inputs.given(words, &options)?;
        let stop = clock::stop_after(Some(PROVING));
        let tried = arm64::replay(words, &options, &given, &stop)
            .ok_or_else(|| JsError::new("the programs do not differ on this input"))?;
        Ok(Asked { request, options, programs, lines, tried })
    }

    /// The files of both programs for the linker.
    fn files(&self) -> [Vec<File<'_>>; 2] {
        let Arm64ExplainRequest { left, right, .. } = &self.request;
        [left, right].map(|files| files::linked(files))
    }

    /// The program that is wrong.
    fn wrong(&self, differing: &Differing<'_>) -> Side {
        self.request.reference.map_or_else(|| mend::wrong_for_arm64(differing), Side::other)
    }

    fn telling(&self) -> Telling {
        let names = self.request.names.as_ref().map(|[left, right]| Names::new([left, right]));
        Telling { names: names.unwrap_or_default(), hidden: self.request.reference }
    }

    fn sources(&self) -> views::Sources<'_> {
        views::Sources { programs: self.programs.each_ref(), lines: &self.lines }
    }

    /// Makes room behind two programs for the array, if they are given one.
    fn place(&self, programs: &mut [Program; 2]) {
        if self.options.array.is_some() {
            routines::pad_alike(programs);
        }
    }

    fn differing<'a>(&'a self, place: &'a dyn Fn(&mut [Program; 2])) -> Differing<'a> {
        let Asked { options, tried, .. } = self;
        Differing { programs: self.programs.each_ref(), options, tried, place }
    }

    fn with<T>(&self, explain: impl FnOnce(&Differing<'_>) -> T) -> T {
        explain(&self.differing(&|programs| self.place(programs)))
    }
}
