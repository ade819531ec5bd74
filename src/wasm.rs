//! Every function that the page calls, and nothing else.
//!
//! Values cross as plain objects whose TypeScript types are derived from the
//! Rust ones. Places in a text are given as an editor counts them, in UTF-16
//! units.

pub mod comparison;
pub mod debug;
pub mod map;

use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::asm::{self, ListingRow};
use crate::compare::explain::{self, Asked};
use crate::compare::outcome::{self, Outcome};
use crate::cpu::{self, Image, Machine, Run, TraceRecorder};
use crate::diagnostic::{Diagnostic, Severity};
use crate::isa::Op;
use crate::program::Program;
use crate::report::{Agreement, RunReport, Side};
use crate::solver::smtlib::Dialogue;
use crate::trace::{Trace, passes};
use comparison::Options;

mod editor;

/// Lines of a trace that are shown.
const SHOWN_LINES: usize = 5_000;

/// Sends a panic's message to the console; the page shows it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The engine's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// An instruction, for completion, highlighting and help.
#[derive(Serialize, Tsify)]
pub struct InstructionInfo {
    /// Its name.
    pub mnemonic: &'static str,
    /// Its operands, `$d, $s, $t`.
    pub operands: &'static str,
    /// What it does.
    pub effect: &'static str,
}

/// The machine's instructions.
#[wasm_bindgen(unchecked_return_type = "InstructionInfo[]")]
pub fn instruction_set() -> Result<JsValue, JsError> {
    let info = |op: &Op| InstructionInfo {
        mnemonic: op.mnemonic(),
        operands: op.shape().operands(),
        effect: op.effect(),
    };
    to_js(&Op::ALL.iter().map(info).collect::<Vec<_>>())
}

/// A replacement in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorFix {
    /// What it does.
    pub title: String,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What to put there.
    pub replacement: String,
}

/// A diagnostic in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorDiagnostic {
    /// `error` or `warning`.
    pub severity: Severity,
    /// Its stable name.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// More that helps.
    pub help: Option<String>,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, in characters.
    pub column: u32,
    /// A replacement that answers it.
    pub fix: Option<EditorFix>,
}

/// What the assembler says of a text.
#[derive(Serialize, Tsify)]
pub struct AssembleReply {
    /// Errors and warnings, by place.
    pub diagnostics: Vec<EditorDiagnostic>,
    /// The program's words; none where there is an error.
    pub listing: Option<Vec<ListingRow>>,
}

/// Assembles a text.
#[wasm_bindgen(unchecked_return_type = "AssembleReply")]
pub fn assemble(text: &str) -> Result<JsValue, JsError> {
    let assembly = asm::assemble(text);
    let offsets = Utf16::new(text);
    let listing = assembly.program.as_ref().map(|program| asm::listing(text, program));
    let diagnostics = assembly.diagnostics.into_iter();
    let diagnostics = diagnostics.map(|diagnostic| offsets.diagnostic(diagnostic)).collect();
    to_js(&AssembleReply { diagnostics, listing })
}

/// Places of a text in UTF-16 units, by byte.
struct Utf16(Vec<u32>);

impl Utf16 {
    fn new(text: &str) -> Utf16 {
        let mut offsets = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for c in text.chars() {
            offsets.resize(offsets.len() + c.len_utf8(), units);
            units += c.len_utf16() as u32;
        }
        offsets.push(units);
        Utf16(offsets)
    }

    fn diagnostic(&self, diagnostic: Diagnostic) -> EditorDiagnostic {
        EditorDiagnostic {
            severity: diagnostic.severity,
            code: diagnostic.code.name().to_owned(),
            from: self.0[diagnostic.span.start],
            to: self.0[diagnostic.span.end],
            line: diagnostic.line as u32,
            column: diagnostic.column as u32,
            message: diagnostic.message,
            help: diagnostic.help,
            fix: diagnostic.fix.map(|fix| EditorFix {
                from: self.0[fix.span.start],
                to: self.0[fix.span.end],
                title: fix.title,
                replacement: fix.replacement,
            }),
        }
    }
}

/// A run of a program on an input.
#[derive(Deserialize, Tsify)]
pub struct RunRequest {
    /// The text of the program.
    pub text: String,
    /// `$1` and `$2`.
    pub inputs: [u32; 2],
    /// Steps that it may take.
    pub fuel: u64,
    /// Whether to record a trace, whose length is then in the reply.
    pub trace: bool,
}

/// How a run ended.
#[derive(Serialize, Tsify)]
pub struct RunReply {
    /// Its end.
    pub run: RunReport,
    /// What it wrote to the output device, as text.
    pub output: String,
    /// Lines of the trace, where one was recorded.
    pub trace_lines: Option<u32>,
}

/// Runs a program.
#[wasm_bindgen(unchecked_return_type = "RunReply")]
pub fn run(
    #[wasm_bindgen(unchecked_param_type = "RunRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let request: RunRequest = from_js(request)?;
    let image = image("given", &request.text)?;
    let mut machine = Machine::new(&image, request.inputs);
    let (stop, trace_lines) = if request.trace {
        let mut recorder = TraceRecorder::new(&image);
        let stop = machine.run(request.fuel, &mut recorder);
        (stop, Some(recorder.finish().entries.len() as u32))
    } else {
        (machine.run(request.fuel, &mut ()), None)
    };
    to_js(&RunReply {
        run: Outcome::of(&machine, stop).report(),
        output: String::from_utf8_lossy(&machine.output.bytes).into_owned(),
        trace_lines,
    })
}

/// An input of which somebody says what both programs do with it.
#[derive(Deserialize, Tsify)]
pub struct ReplayRequest {
    /// The text of the left program.
    pub left: String,
    /// The text of the right program.
    pub right: String,
    /// `$1` and `$2`.
    pub inputs: [u32; 2],
    /// Steps that each program may take.
    pub fuel: u64,
}

/// What both programs do with one input.
#[derive(Serialize, Tsify)]
pub struct ReplayReply {
    /// What the left program does.
    pub left: RunReport,
    /// What the right program does.
    pub right: RunReport,
    /// Whether that is the same.
    pub agreement: Agreement,
}

/// Runs both programs on one input: no search and no solver.
#[wasm_bindgen(unchecked_return_type = "ReplayReply")]
pub fn replay(
    #[wasm_bindgen(unchecked_param_type = "ReplayRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let ReplayRequest { left, right, inputs, fuel } = from_js(request)?;
    let left = outcome::outcome(&image("left", &left)?, inputs, fuel);
    let right = outcome::outcome(&image("right", &right)?, inputs, fuel);
    let agreement = outcome::agreement(&left, &right);
    to_js(&ReplayReply { left: left.report(), right: right.report(), agreement })
}

/// A run of a program to look at.
#[derive(Deserialize, Tsify)]
pub struct InspectRequest {
    /// The text of the program.
    pub text: String,
    /// `$1` and `$2`.
    pub inputs: [u32; 2],
    /// The limits of the comparison.
    pub options: Options,
}

/// A trace as text.
#[derive(Serialize, Tsify)]
pub struct PassView {
    /// The pass that it comes from; `raw` for the emulator's.
    pub name: &'static str,
    /// What the pass does.
    pub summary: &'static str,
    /// The trace, a step a line; the beginning where it is long.
    pub text: String,
    /// Lines that are left out.
    pub omitted: u32,
}

/// A run's trace, raw and after each pass.
#[wasm_bindgen(unchecked_return_type = "PassView[]")]
pub fn inspect(
    #[wasm_bindgen(unchecked_param_type = "InspectRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let request: InspectRequest = from_js(request)?;
    let raw = raw_trace(&request.text, request.inputs, request.options.fuel)?;
    let depth = request.options.for_engine().trace_depth();
    let mut views = vec![view("raw", "What the emulator recorded.", &raw)];
    let lowered = passes::each(&raw, depth);
    views.extend(lowered.iter().map(|(pass, trace)| view(pass.name, pass.summary, trace)));
    to_js(&views)
}

fn view(name: &'static str, summary: &'static str, trace: &Trace) -> PassView {
    PassView {
        name,
        summary,
        text: trace.text(SHOWN_LINES),
        omitted: trace.entries.len().saturating_sub(SHOWN_LINES) as u32,
    }
}

/// A query of a comparison, as its event tells of it.
#[derive(Deserialize, Tsify)]
pub struct QueryRequest {
    /// The text of the left program.
    pub left: String,
    /// The text of the right program.
    pub right: String,
    /// The limits of the comparison.
    pub options: Options,
    /// The query's name.
    pub name: String,
    /// The program whose path is left.
    pub side: Side,
    /// The inputs of the run whose path is left.
    pub inputs: [u32; 2],
    /// The index of the negated condition; none for the question whether
    /// results differ.
    pub flip: Option<u32>,
    /// Outcomes that were taken already.
    pub excluded: Vec<u32>,
}

/// The SMT-LIB text of a query, as z3 is given it.
#[wasm_bindgen]
pub fn query_text(
    #[wasm_bindgen(unchecked_param_type = "QueryRequest")] request: JsValue,
) -> Result<String, JsError> {
    let request: QueryRequest = from_js(request)?;
    let left = image("left", &request.left)?;
    let right = image("right", &request.right)?;
    let options = request.options.for_engine();
    let QueryRequest { name, side, inputs, flip, excluded, .. } = request;
    let asked = Asked { name, side, inputs, flip, excluded };
    let (terms, query) = explain::query([&left, &right], &options, &asked)
        .ok_or_else(|| JsError::new("the run has no such path condition"))?;
    Ok(Dialogue::of(&terms, &query, options.limit).text)
}

fn raw_trace(text: &str, inputs: [u32; 2], fuel: u64) -> Result<Trace, JsError> {
    Ok(match cpu::run(&image("given", text)?, inputs, fuel) {
        Run::Done { trace, .. } | Run::OutOfFuel { trace } | Run::Fault { trace, .. } => trace,
    })
}

fn image(which: &str, text: &str) -> Result<Rc<Image>, JsError> {
    let program: Option<Program> = asm::assemble(text).program;
    let program =
        program.ok_or_else(|| JsError::new(&format!("the {which} program has errors")))?;
    Ok(Image::new(&program))
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new();
    value.serialize(&serializer).map_err(|error| JsError::new(&error.to_string()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsError::new(&error.to_string()))
}
