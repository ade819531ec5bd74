//! The trace of a run, before and after each pass.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{SourceFile, image};
use super::options::Options;
use super::{checked, from_js, to_js};
use std::rc::Rc;

use crate::machine::{Image, Inputs};
use crate::trace::{self, Run, Trace, passes};

/// The maximal number of displayed lines of a trace.
const SHOWN_LINES: usize = 5_000;

/// A request for the trace of a run.
#[derive(Deserialize, Tsify)]
pub struct InspectRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// The program: the left one is 0, the right one 1.
    #[serde(default)]
    pub program: usize,
    /// The inputs.
    pub inputs: Inputs,
    /// The options of the comparison.
    pub options: Options,
}

/// A trace as text.
#[derive(Serialize, Tsify)]
pub struct PassView {
    /// The name of the pass; `raw` for the emulator's trace.
    pub name: &'static str,
    /// A description of the pass.
    pub summary: &'static str,
    /// The trace, one step per line; only the beginning if it is long.
    pub text: String,
    /// The number of omitted lines.
    pub omitted: u32,
}

/// A run's trace, raw and after each pass.
#[wasm_bindgen(unchecked_return_type = "PassView[]")]
pub fn inspect(
    #[wasm_bindgen(unchecked_param_type = "InspectRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let request: InspectRequest = from_js(request)?;
    let options = request.options.for_engine()?;
    checked(&options.contract, &request.inputs)?;
    let image = image(&options.contract, request.program, &request.files)?;
    let raw = raw_trace(&image, &request.inputs, options.fuel);
    let depth = options.trace_depth();
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

fn raw_trace(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Trace {
    match trace::run(image, inputs, fuel) {
        Run::Done { trace, .. } | Run::OutOfFuel { trace } | Run::Fault { trace, .. } => trace,
    }
}
