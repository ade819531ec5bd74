//! Functions for single programs: assembling, and running.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile, image};
use super::replies::{AssembleReply, InstructionInfo};
use super::{checked, contract, from_js, to_js};
use crate::asm;
use crate::contract::Spec;
use crate::engines::paths::outcome::Outcome;
use crate::machine::mips::Op;
use crate::machine::{Inputs, Machine};
use crate::report::RunReport;
use crate::trace::TraceRecorder;

/// The engine's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
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

/// Assembles and links the files of a program.
#[wasm_bindgen(unchecked_return_type = "AssembleReply")]
pub fn assemble(
    #[wasm_bindgen(unchecked_param_type = "SourceFile[]")] files: JsValue,
) -> Result<JsValue, JsError> {
    let files: Vec<SourceFile> = from_js(files)?;
    let built = files::program(&files);
    let listing = built.output.as_ref().map(|it| asm::listing(&files::texts(&files), it));
    to_js(&AssembleReply::new(&files::texts(&files), built.diagnostics.clone(), listing))
}

/// A request to run a program on an input.
#[derive(Deserialize, Tsify)]
pub struct RunRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// The contract; the program is treated as the left one.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
    /// The maximal number of steps.
    pub fuel: u64,
    /// Whether to record a trace; the reply then contains its length.
    pub trace: bool,
}

/// The result of a run.
#[derive(Serialize, Tsify)]
pub struct RunReply {
    /// How it ended.
    pub run: RunReport,
    /// The output, as text.
    pub output: String,
    /// The number of lines of the trace, if one was recorded.
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
    let image = image(&contract, 0, &request.files)?;
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
