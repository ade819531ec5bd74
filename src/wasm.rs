//! Every function that the page calls, and nothing else.
//!
//! Values cross as plain objects whose TypeScript types are derived from the
//! Rust ones. Places in a text are given as an editor counts them, in UTF-16
//! units.

pub mod debug;
pub mod map;

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use js_sys::Promise;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::asm::{self, ListingRow};
use crate::compare::explain::{self, Asked};
use crate::compare::outcome::{self, Outcome};
use crate::compare::{self, Observer, Signal, Signalled, Strategy};
use crate::cpu::{self, Image, Machine, Run, TraceRecorder};
use crate::diagnostic::{Diagnostic, Severity};
use crate::isa::Op;
use crate::program::Program;
use crate::report::{Agreement, Event, RunReport, Side};
use crate::solver::bitblast::Bitblast;
use crate::solver::portfolio::Portfolio;
use crate::solver::smtlib::Dialogue;
use crate::solver::z3::{Z3, Z3Host};
use crate::solver::{Limit, Solver};
use crate::trace::{Trace, passes};

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

/// How to search.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum StrategyName {
    /// Every pair of paths, each decided for all its inputs.
    Product,
    /// Alternating bounded depth-first search, an input for each path.
    Paper,
}

/// Who answers queries.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum SolverName {
    /// Our own within a small budget, then z3, then our own within a large one.
    Portfolio,
    /// As the portfolio, but the two at once where a query is hard: the first
    /// answer counts, so runs may differ.
    Race,
    /// Our own, which needs no download.
    Bitblast,
    /// z3.
    Z3,
}

/// The limits of a comparison.
#[derive(Clone, Serialize, Deserialize, Tsify)]
pub struct Options {
    /// How to search.
    pub strategy: StrategyName,
    /// Who answers queries.
    pub solver: SolverName,
    /// Steps that a run may take.
    pub fuel: u64,
    /// Path conditions of a program's run that are looked at; without a
    /// number, 50 for the strategy of the paper and all for the product.
    pub depth: Option<u32>,
    /// The first `$1` and `$2`.
    pub inputs: [u32; 2],
    /// Runs after which the search ends.
    pub max_runs: u32,
    /// What a query may cost z3, its resource limit.
    pub rlimit: u64,
    /// What a query may cost our own solver, in conflicts.
    pub conflicts: u64,
    /// Seconds after which the search ends; without a number, never.
    pub seconds: Option<u32>,
}

impl Options {
    fn for_engine(&self) -> compare::Options {
        compare::Options {
            strategy: match self.strategy {
                StrategyName::Product => Strategy::Product,
                StrategyName::Paper => Strategy::Paper,
            },
            fuel: self.fuel,
            depth: self.depth.map(|depth| depth as usize),
            inputs: self.inputs,
            max_runs: self.max_runs,
            limit: Limit { rlimit: self.rlimit, conflicts: self.conflicts },
            time_limit_ms: self.seconds.map(|seconds| u64::from(seconds) * 1000),
        }
    }
}

/// The limits where nothing else is asked.
#[wasm_bindgen(unchecked_return_type = "Options")]
pub fn default_options() -> Result<JsValue, JsError> {
    let options = compare::Options::default();
    to_js(&Options {
        strategy: StrategyName::Product,
        solver: SolverName::Portfolio,
        fuel: options.fuel,
        depth: None,
        inputs: options.inputs,
        max_runs: options.max_runs,
        rlimit: options.limit.rlimit,
        conflicts: options.limit.conflicts,
        seconds: None,
    })
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

/// Two programs to compare.
#[derive(Deserialize, Tsify)]
pub struct CompareRequest {
    /// The text of the left program.
    pub left: String,
    /// The text of the right program.
    pub right: String,
    /// The limits.
    pub options: Options,
    /// Inputs that an earlier comparison ran, to go on from.
    #[serde(default)]
    pub known: Vec<[u32; 2]>,
}

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/** What a comparison asks of the page. */
export interface CompareHost {
    /** Takes an event; resolves to false to cancel the comparison. */
    event(event: Event): Promise<boolean>;
    /** Called now and then in a long run; resolves to false to cancel. */
    pause(): Promise<boolean>;
    /** The solver. */
    z3: Z3Host;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// What a comparison asks of the page.
    #[wasm_bindgen(typescript_type = "CompareHost")]
    #[derive(Clone)]
    pub type CompareHost;

    #[wasm_bindgen(method)]
    fn event(this: &CompareHost, event: JsValue) -> Promise;

    #[wasm_bindgen(method)]
    fn pause(this: &CompareHost) -> Promise;

    #[wasm_bindgen(method, getter)]
    fn z3(this: &CompareHost) -> Z3Host;
}

struct Page {
    host: CompareHost,
    begin: f64,
}

impl Page {
    /// Lets messages arrive. Whoever cancels is heard elsewhere.
    fn turn(host: &CompareHost) -> Pin<Box<dyn Future<Output = ()>>> {
        let pause = host.pause();
        Box::pin(async {
            let _ = Page::signal(pause).await;
        })
    }

    /// A host that fails cancels the comparison.
    async fn signal(promise: Promise) -> Signal {
        match JsFuture::from(promise).await {
            Ok(go_on) if go_on.is_truthy() => Signal::Continue(()),
            _ => Signal::Break(()),
        }
    }
}

impl Observer for Page {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        Box::pin(async move {
            match to_js(event) {
                Ok(event) => Page::signal(self.host.event(event)).await,
                Err(_) => Signal::Break(()),
            }
        })
    }

    fn pause(&mut self) -> Signalled<'_> {
        Box::pin(Page::signal(self.host.pause()))
    }

    fn elapsed_ms(&self) -> u64 {
        (js_sys::Date::now() - self.begin).max(0.0) as u64
    }
}

/// Compares two programs. Rejects when one of them has an error.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub async fn compare(
    #[wasm_bindgen(unchecked_param_type = "CompareRequest")] request: JsValue,
    host: CompareHost,
) -> Result<JsValue, JsError> {
    let request: CompareRequest = from_js(request)?;
    let left = image("left", &request.left)?;
    let right = image("right", &request.right)?;
    let z3 = Z3::new(host.z3());
    let mut solver: Box<dyn Solver> = match request.options.solver {
        SolverName::Portfolio => Box::new(Portfolio::new(Some(Box::new(z3)))),
        SolverName::Race => {
            let pauses = host.clone();
            let turn = Box::new(move || Page::turn(&pauses));
            Box::new(Portfolio::racing(Some(Box::new(z3)), turn))
        }
        SolverName::Bitblast => Box::new(Bitblast::new()),
        SolverName::Z3 => Box::new(z3),
    };
    let mut page = Page { host, begin: js_sys::Date::now() };
    let options = request.options.for_engine();
    let known = &request.known;
    let report = compare::resume(&left, &right, &options, known, &mut *solver, &mut page).await;
    to_js(&report)
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
