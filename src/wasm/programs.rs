//! One program or two by themselves: what the assembler says, and single runs.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{Utf16, checked, contract, from_js, image, to_js};
use crate::asm::{self, ListingRow};
use crate::contract::Spec;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engines::paths::outcome::{self, Outcome};
use crate::isa::Op;
use crate::link;
use crate::machine::{Inputs, Machine};
use crate::report::{Agreement, RunReport};
use crate::trace::TraceRecorder;

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
    let assembly = link::assemble(text);
    let offsets = Utf16::new(text);
    let listing = assembly.program.as_ref().map(|program| asm::listing(&[text], program));
    let diagnostics = assembly.diagnostics.into_iter();
    let diagnostics = diagnostics.map(|diagnostic| offsets.diagnostic(diagnostic)).collect();
    to_js(&AssembleReply { diagnostics, listing })
}

impl Utf16 {
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
    /// What is compared; a single program is the left one.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
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
    let contract = contract(&request.contract)?;
    checked(&contract, &request.inputs)?;
    let image = image(&contract, 0, &request.text)?;
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
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
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
    let ReplayRequest { left, right, contract: spec, inputs, fuel } = from_js(request)?;
    let contract = contract(&spec)?;
    checked(&contract, &inputs)?;
    let images = [image(&contract, 0, &left)?, image(&contract, 1, &right)?];
    let [left, right] = outcome::ends(images.each_ref(), &inputs, fuel);
    let agreement = outcome::agreement(&left, &right);
    to_js(&ReplayReply { left: left.report(), right: right.report(), agreement })
}
