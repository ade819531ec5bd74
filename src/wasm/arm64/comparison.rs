//! Compares two ARM64 programs, and runs both on one input.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use crate::asm::SourceLines;
use crate::contract::table::NOT_ALLOWED;
use crate::contract::{Problem, Spec};
use crate::engines::arm64::explored::explore;
use crate::engines::arm64::table::word;
use crate::engines::arm64::{self, Options};
use crate::engines::evidence;
use crate::machine::arm64::agreement::agree;
use crate::machine::arm64::{Given, Mode};
use crate::report::arm64::{Arm64Explored, Arm64Run, Report};
use crate::report::words;
use crate::report::{Agreement, Names, OutcomeKind, Values};
use crate::views::proof::{ProofView, Reading};
use crate::wasm::{clock, from_js, to_js};

/// What two programs are compared on.
#[derive(Clone, Deserialize, Tsify)]
pub struct Question {
    /// The source of the machine.
    #[tsify(type = "ModeName")]
    pub mode: Mode,
    /// The maximal number of elements of the array that the programs get. None for two numbers.
    #[serde(default)]
    pub array: Option<u32>,
    /// The input stream.
    #[serde(default)]
    pub stream: String,
    /// The number of free bytes of the input stream, in place of a text.
    #[serde(default)]
    pub bytes: Option<u32>,
    /// What is assumed about the inputs: a condition in each line.
    #[serde(default)]
    pub assume: String,
    /// What is observed: the items of a list with commas between. None for the usual.
    #[serde(default)]
    pub observe: Option<String>,
    /// The maximal number of steps of a run that looks for a difference.
    pub fuel: u32,
}

impl Question {
    /// The question as the engines take it, with the usual work. Throws if a condition, or what is observed, has an error.
    pub(super) fn options(self) -> Result<Options, JsError> {
        let listed = |text: &str, between: char| -> Vec<String> {
            let items = text.split(between).map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect()
        };
        let spec = Spec {
            array: self.array,
            stdin: (!self.stream.is_empty()).then_some(self.stream),
            stdin_bytes: self.bytes,
            assume: listed(&self.assume, '\n'),
            observe: self.observe.map(|text| listed(&text, ',')),
            ..Spec::default()
        };
        let options = Options::of(&spec).map_err(|problems| {
            let said = |it: &Problem| match it.part {
                "assume" => format!("`{}`: {}", spec.assume[it.index], it.message),
                _ => it.message.clone(),
            };
            JsError::new(&problems.iter().map(said).collect::<Vec<_>>().join("; "))
        })?;
        Ok(Options { mode: self.mode, fuel: self.fuel.into(), ..options })
    }
}

/// A request to compare two programs.
#[derive(Deserialize, Tsify)]
pub struct CompareRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What they are compared on.
    pub question: Question,
    /// The programs' names for sentences.
    #[serde(default)]
    pub names: Option<[String; 2]>,
    /// The search for evidence may do this many times the usual work.
    pub effort: u32,
    /// The search for evidence ends after this many milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// A report, with the evidence.
#[derive(Serialize, Tsify)]
pub struct CompareReply {
    /// The report.
    #[tsify(type = "Arm64Report")]
    pub report: Report,
    /// The evidence that the kernel accepted, as JSON. None if no agreement is claimed, or if both
    /// programs are the same machine code.
    pub evidence: Option<String>,
    /// The evidence for display.
    #[tsify(type = "ProofView | undefined")]
    pub proof: Option<ProofView>,
    /// The runs and queries.
    #[tsify(type = "Arm64Explored")]
    pub explored: Arm64Explored,
}

/// Compares two programs for all inputs. Throws if one of them has an error.
#[wasm_bindgen(unchecked_return_type = "CompareReply")]
pub fn compare(
    #[wasm_bindgen(unchecked_param_type = "CompareRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let request: CompareRequest = from_js(request)?;
    let question = request.question.clone();
    let names = request.names.as_ref().map(|[left, right]| Names::new([left, right]));
    let names = names.unwrap_or_default();
    let programs = files::both(&request.left, &request.right, question.array.is_some())?;
    let work = evidence::WORK.saturating_mul(request.effort.into());
    let options = Options { work, ..question.options()? };
    let stop = clock::stop_after(request.milliseconds);
    let words = programs.each_ref().map(|program| program.words.as_slice());
    arm64::is_about_inputs(words, &options, &stop).map_err(JsError::new)?;
    let (findings, evidence, explored) = explore(words, &options, &stop);
    let proof = evidence.as_ref().zip(arm64::shown(&findings)).map(|(evidence, shown)| {
        let [left, right] = &programs;
        let lines = [
            SourceLines::new(&files::texts(&request.left), left),
            SourceLines::new(&files::texts(&request.right), right),
        ];
        let reading = Reading::arm64(options.array.is_some(), options.stream.free());
        ProofView::of(evidence, &shown, &reading, &lines)
    });
    let evidence = evidence.map(|it| serde_json::to_string(&it).expect("it is plain data"));
    let report = Report::named(&findings, &names);
    to_js(&CompareReply { report, evidence, proof, explored })
}

/// An input, with words as texts: decimal with or without a sign, or hexadecimal.
#[derive(Clone, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum GivenInputs {
    /// The values of `x0` and `x1`, and the free bytes of the input stream.
    Numbers(Vec<String>),
    /// The elements of the array.
    Elements(Vec<String>),
}

/// A request to run both programs on one input.
#[derive(Deserialize, Tsify)]
pub struct ReplayRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What they are compared on.
    pub question: Question,
    /// The input.
    pub inputs: GivenInputs,
    /// Whether the runs may continue beyond the fuel, as those of a witness do, and whether a proof may show
    /// that one of them never ends.
    #[serde(default)]
    pub far: bool,
}

/// The time limit, in milliseconds, of a proof that a run on a witness never ends.
pub(super) const PROVING: f64 = 20_000.0;

/// The result of running both programs on one input.
#[derive(Serialize, Tsify)]
pub struct ReplayReply {
    /// Both results, formatted.
    pub values: Values,
    /// The run of the left program.
    pub left: Arm64Run,
    /// The run of the right program.
    pub right: Arm64Run,
    /// Whether they agree.
    pub agreement: Agreement,
}

/// Runs both programs on one input. Throws if a program has an error, if the question does not allow the input, or if the
/// array does not fit.
#[wasm_bindgen(unchecked_return_type = "ReplayReply")]
pub fn replay(
    #[wasm_bindgen(unchecked_param_type = "ReplayRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let ReplayRequest { left, right, question, inputs, far } = from_js(request)?;
    let programs = files::both(&left, &right, inputs.is_array())?;
    let words = programs.each_ref().map(|program| program.words.as_slice());
    let options = question.options()?;
    let given = inputs.given(words, &options)?;
    if !options.assumed.allows(&given) {
        return Err(JsError::new(NOT_ALLOWED));
    }
    let stop = clock::stop_after(Some(PROVING));
    let beyond = far.then(|| arm64::replay(words, &options, &given, &stop)).flatten();
    let tried = beyond.or_else(|| options.both(words).watch(&given, options.fuel));
    let tried = tried.ok_or_else(|| JsError::new("the array does not fit into memory"))?;
    let [left, right] = &tried.runs;
    let agreement = Agreement::of(agree(left, right));
    let [left, right] = [left, right].map(Arm64Run::from);
    let values = words::arm64::values(&tried, &Names::default());
    to_js(&ReplayReply { values, left, right, agreement })
}

/// A request to run a program on one input.
#[derive(Deserialize, Tsify)]
pub struct Arm64RunRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// What programs are given. An array begins behind the program.
    pub question: Question,
    /// The input.
    pub inputs: GivenInputs,
}

/// What is observed of a run.
#[derive(Serialize, Tsify)]
pub struct Arm64RunReply {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// `x0` in decimal, without a sign, if the program is done and it is observed.
    pub result: Option<String>,
    /// The other observed words, in the order of the question.
    pub observed: Vec<String>,
    /// The output, if it is observed.
    pub output: Option<String>,
}

/// Runs a program on one input. Throws if it has an error, or the array does not fit.
#[wasm_bindgen(unchecked_return_type = "Arm64RunReply")]
pub fn run(
    #[wasm_bindgen(unchecked_param_type = "Arm64RunRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let Arm64RunRequest { files, question, inputs } = from_js(request)?;
    let [program, _] = files::both(&files, &files, inputs.is_array())?;
    let words = [&program.words[..]; 2];
    let options = question.options()?;
    let given = inputs.given(words, &options)?;
    let tried = options.both(words).run(&given, options.fuel);
    let tried = tried.ok_or_else(|| JsError::new("the array does not fit into memory"))?;
    let Arm64Run { outcome, result, result_unobserved, observed, output, .. } =
        Arm64Run::from(&tried.runs[0]);
    to_js(&Arm64RunReply {
        outcome,
        result: result.filter(|_| !result_unobserved),
        observed: observed.into_iter().map(|one| one.value).collect(),
        output: tried.runs[0].observes_output.then_some(output),
    })
}

impl GivenInputs {
    /// Whether they are an array.
    pub(super) fn is_array(&self) -> bool {
        matches!(self, GivenInputs::Elements(_))
    }

    /// The number of words.
    pub(super) fn count(&self) -> usize {
        let (GivenInputs::Numbers(texts) | GivenInputs::Elements(texts)) = self;
        texts.len()
    }

    /// The inputs of both programs. Throws if the question has others.
    pub(super) fn given(&self, words: [&[u32]; 2], options: &Options) -> Result<Given, JsError> {
        self.given_at(arm64::array_address(words), options)
    }

    /// The inputs of programs that get an array at an address. Throws if the question has others.
    pub(super) fn given_at(&self, address: u64, options: &Options) -> Result<Given, JsError> {
        let (GivenInputs::Numbers(texts) | GivenInputs::Elements(texts)) = self;
        if self.is_array() != options.array.is_some() {
            return Err(JsError::new(match self.is_array() {
                true => "the inputs are an array, and the question is about numbers",
                false => "the inputs are numbers, and the question is about an array",
            }));
        }
        let words = texts.iter().map(|text| word(text)).collect::<Result<Vec<_>, _>>();
        let given = words.and_then(|words| {
            options.check_words(&words)?;
            Ok(options.given(words, address))
        });
        given.map_err(|why| JsError::new(&why))
    }
}
