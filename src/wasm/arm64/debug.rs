//! The debugger for ARM64 programs: two runs in lockstep, one position at a time.
//!
//! The shapes are those of MIPS, except that words and addresses are BigInts.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::GivenInputs;
use super::files::{self, SourceFile};
use crate::asm::SourceLine;
use crate::engines::arm64::{Options, Stream};
use crate::engines::paths::outcome::output_report;
use crate::machine::Output;
use crate::machine::arm64::{Image, Mode, Stop};
use crate::program::Address;
use crate::report::words::arm64 as words;
use crate::report::{OutcomeKind, OutputReport};
use crate::views::lockstep::Lockstep;
use crate::views::lockstep::arm64::{
    Effect, Registers, Timeline, TimelineStep, TouchedWord, printer, register_name,
};
use crate::wasm::stepping::{Access, FindRequest, Origins, PartingView, direction};
use crate::wasm::{from_js, to_js_with_bigints as to_js};

/// The names of the compared pair, as two registers.
const COMPARED: [&str; 2] = ["cmp left", "cmp right"];

/// Two programs to step through.
#[derive(Deserialize, Tsify)]
pub struct Arm64DebugRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The source of the machine.
    #[tsify(type = "ModeName")]
    pub mode: Mode,
    /// The input.
    pub inputs: GivenInputs,
    /// The input stream.
    #[serde(default)]
    pub stream: String,
    /// Whether the input has bytes of the input stream behind the numbers, in place of a text.
    #[serde(default)]
    pub bytes: bool,
    /// The maximal number of steps of each run.
    pub fuel: u64,
}

/// Why a program faulted.
#[derive(Serialize, Tsify)]
pub struct Arm64DebugFault {
    /// A phrase.
    pub message: String,
}

/// What a run wrote to the output device.
#[derive(Serialize)]
struct Printed {
    /// The first 2,000 bytes as text; invalid UTF-8 is replaced.
    text: String,
    /// The number of bytes.
    bytes: u32,
}

impl From<OutputReport> for Printed {
    fn from(OutputReport { text, bytes }: OutputReport) -> Printed {
        // A step prints at most a byte.
        Printed { text, bytes: bytes as u32 }
    }
}

/// The result of a run.
#[derive(Serialize, Tsify)]
pub struct Arm64DebugReport {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// `x0`, if done.
    #[tsify(type = "bigint | undefined")]
    pub result: Option<u64>,
    /// The fault, when there was one.
    pub fault: Option<Arm64DebugFault>,
    /// The output.
    #[tsify(type = "OutputReport")]
    output: Printed,
    /// Instructions executed.
    pub steps: u32,
}

/// A complete run.
#[derive(Serialize, Tsify)]
pub struct Arm64RunOverview {
    /// Its result.
    pub report: Arm64DebugReport,
    /// Whether the run continues beyond the recorded steps, so that its end is unknown.
    pub cut: bool,
    /// The names of the registers that it writes, including those of the compared pair.
    pub written: Vec<String>,
}

/// Two complete runs.
#[derive(Serialize, Tsify)]
pub struct Arm64DebugOverview {
    /// The last position; the first one is 0.
    pub last: u32,
    /// Where the runs diverge, if they do.
    pub parting: Option<PartingView>,
    /// The left and the right run.
    pub runs: [Arm64RunOverview; 2],
    /// Whether one of the programs has lines of WLP4 to step through.
    pub has_lines: bool,
}

/// A register, or a word of the compared pair.
#[derive(Serialize, Tsify)]
pub struct Arm64RegisterView {
    /// Its name: `x3`, `sp`, `cmp left` or `cmp right`.
    pub name: String,
    /// Its value.
    #[tsify(type = "bigint")]
    pub value: u64,
    /// Its value before the last step, if that step changed or set it.
    #[tsify(type = "bigint | undefined")]
    pub before: Option<u64>,
}

/// 8 bytes of memory.
#[derive(Serialize, Tsify)]
pub struct Arm64WordView {
    /// Their address, a multiple of 4.
    #[tsify(type = "bigint")]
    pub address: u64,
    /// Their value.
    #[tsify(type = "bigint")]
    pub value: u64,
    /// Whether the last step read or wrote them. A word is also written if half of it is.
    pub access: Option<Access>,
    /// Their value before they were written.
    #[tsify(type = "bigint | undefined")]
    pub before: Option<u64>,
}

/// A run at a position.
#[derive(Serialize, Tsify)]
pub struct Arm64SideView {
    /// The number of steps taken.
    pub steps: u32,
    /// Whether the run took a step to reach this position. Otherwise it waits for the other run,
    /// has ended, or is at its start.
    pub moved: bool,
    /// Whether it has ended.
    pub ended: bool,
    /// The address of the last executed instruction.
    #[tsify(type = "bigint | undefined")]
    pub address: Option<u64>,
    /// Its text.
    pub instruction: Option<String>,
    /// Its line, if it is in the program's text.
    pub line: Option<SourceLine>,
    /// If it has no line in a text: the last line that was executed before.
    pub called_from: Option<SourceLine>,
    /// The routine that contains it, such as `print`, if it has no line.
    pub routine: Option<String>,
    /// The line of the next instruction, unless the run has ended.
    pub next_line: Option<SourceLine>,
    /// The address of the next instruction.
    #[tsify(type = "bigint")]
    pub pc: u64,
    /// `x0` to `x30`, `sp`, and the pair that was compared last.
    pub registers: Vec<Arm64RegisterView>,
    /// The accessed words by address; the last 64 of them. Words 4 bytes apart overlap.
    pub memory: Vec<Arm64WordView>,
    /// The words from `sp` to its initial value, at most 32.
    pub stack: Vec<Arm64WordView>,
    /// The output so far.
    #[tsify(type = "OutputReport")]
    output: Printed,
}

/// Two runs at a position.
#[derive(Serialize, Tsify)]
pub struct Arm64DebugFrame {
    /// The position.
    pub position: u32,
    /// The left and the right run there.
    pub sides: [Arm64SideView; 2],
}

/// Two recorded runs.
#[wasm_bindgen]
pub struct Debugger {
    lockstep: Lockstep<Timeline>,
    origins: [Origins; 2],
}

#[wasm_bindgen]
impl Debugger {
    /// Runs two programs. Throws if one of them has an error, or if the array does not fit.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Arm64DebugRequest")] request: JsValue,
    ) -> Result<Debugger, JsError> {
        let Arm64DebugRequest { left, right, mode, inputs, stream, bytes, fuel } =
            from_js(request)?;
        let programs = files::both(&left, &right, inputs.is_array())?;
        let words = programs.each_ref().map(|program| program.words.as_slice());
        let stream = match bytes {
            true => Stream::Free(inputs.count().saturating_sub(2)),
            false => Stream::Text(stream.into_bytes()),
        };
        let array = inputs.is_array().then(|| inputs.count() as u64);
        let options = Options { array, stream, ..Options::default() };
        let given = inputs.given(words, &options)?;
        let run = |side: usize| {
            let program = &programs[side];
            let image = Image::new(program.words.clone(), mode);
            let timeline = Timeline::record(&image, printer(program), &given, fuel);
            timeline.ok_or_else(|| JsError::new("the array does not fit into memory"))
        };
        let lockstep = Lockstep::of([run(0)?, run(1)?]);
        let origins = [(&left, &programs[0]), (&right, &programs[1])];
        let origins = origins.map(|(files, program)| Origins::new(&files::texts(files), program));
        Ok(Debugger { lockstep, origins })
    }

    /// An overview of both runs.
    #[wasm_bindgen(unchecked_return_type = "Arm64DebugOverview")]
    pub fn overview(&self) -> Result<JsValue, JsError> {
        let runs = self.lockstep.runs().each_ref().map(|run| Arm64RunOverview {
            report: report(run),
            cut: run.is_cut(),
            written: written(run),
        });
        to_js(&Arm64DebugOverview {
            last: self.lockstep.last() as u32,
            parting: PartingView::of(&self.lockstep),
            runs,
            has_lines: self.origins.iter().any(Origins::has_lines),
        })
    }

    /// Both runs at a position.
    #[wasm_bindgen(unchecked_return_type = "Arm64DebugFrame")]
    pub fn frame(&self, position: u32) -> Result<JsValue, JsError> {
        let position = (position as usize).min(self.lockstep.last());
        let sides = [0, 1].map(|side| self.side(position, side));
        to_js(&Arm64DebugFrame { position: position as u32, sides })
    }

    /// The next position in this direction at which the line of a breakpoint was executed, or else
    /// the last position in this direction.
    pub fn find(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FindRequest")] request: JsValue,
    ) -> Result<u32, JsError> {
        let request: FindRequest = from_js(request)?;
        let addresses = |side: usize| -> FxHashSet<u64> {
            let addresses = self.origins[side].addresses(&request.lines[side]);
            addresses.map(|address| address.0.into()).collect()
        };
        let (left, right) = (addresses(0), addresses(1));
        let position = request.position as usize;
        Ok(self.lockstep.find(position, direction(request.back), [&left, &right]) as u32)
    }

    /// The next or the previous position at which a WLP4 program reaches another line, or else the
    /// last position in this direction. JavaScript passes a boolean.
    pub fn find_line(&self, position: u32, back: bool) -> u32 {
        let lines = self.origins.each_ref().map(|origins| origins.wlp4.as_slice());
        self.lockstep.find_line(position as usize, direction(back), lines) as u32
    }

    /// Both runs as a table in CSV.
    pub fn csv(&self) -> String {
        self.lockstep.csv()
    }

    fn side(&self, position: usize, side: usize) -> Arm64SideView {
        let run = &self.lockstep.runs()[side];
        let steps = self.lockstep.steps(position)[side];
        let moved = self.lockstep.moves(position)[side];
        let last = steps.checked_sub(1).map(|index| run.steps()[index]);
        let ended = steps == run.len();
        let line = last.and_then(|step| self.line(side, step.pc));
        let pc = run.pc(steps);
        let moment = Moment { run, steps, moved };
        Arm64SideView {
            steps: steps as u32,
            moved,
            ended,
            address: last.map(|step| step.pc),
            instruction: last.map(|step| step.text()),
            line,
            called_from: line.map_or_else(|| self.last_line(side, steps), |_| None),
            routine: last.and_then(|step| self.origins[side].routine(address(step.pc)?)),
            next_line: if ended { None } else { self.line(side, pc) },
            pc,
            registers: moment.registers(),
            memory: moment.words(run.touched(steps)),
            stack: moment.words(run.stack(steps)),
            output: moment.output(),
        }
    }

    fn line(&self, side: usize, pc: u64) -> Option<SourceLine> {
        self.origins[side].line(address(pc)?)
    }

    /// The line of the last of the first `steps` steps that has a line.
    fn last_line(&self, side: usize, steps: usize) -> Option<SourceLine> {
        let steps = &self.lockstep.runs()[side].steps()[..steps];
        steps.iter().rev().find_map(|step| self.line(side, step.pc))
    }
}

/// The address of a word of the program. `None` if a word of the program cannot be there.
fn address(pc: u64) -> Option<Address> {
    u32::try_from(pc).ok().map(Address)
}

fn report(run: &Timeline) -> Arm64DebugReport {
    let steps = run.len() as u32;
    let run = run.run();
    let (outcome, result, fault) = match run.stop {
        Stop::Done => (OutcomeKind::Done, Some(run.result), None),
        Stop::OutOfFuel => (OutcomeKind::OutOfFuel, None, None),
        Stop::Fault(fault) => (OutcomeKind::Fault, None, Some(words::fault(fault))),
    };
    let fault = fault.map(|message| Arm64DebugFault { message });
    Arm64DebugReport { outcome, result, fault, output: output_report(&run.output).into(), steps }
}

/// The names of the written registers, in display order.
fn written(run: &Timeline) -> Vec<String> {
    let mut is_written = [false; 32];
    let mut compares = false;
    for step in run.steps() {
        if let Some((place, _, _)) = step.effect.written() {
            is_written[place.index()] = true;
        }
        compares |= step.compared.is_some();
    }
    let general = (0..32).filter(|&index| is_written[index]).map(register_name);
    let compared = COMPARED.into_iter().filter(|_| compares).map(str::to_owned);
    general.chain(compared).collect()
}

/// A run after some steps.
struct Moment<'r> {
    run: &'r Timeline,
    steps: usize,
    /// Whether the last step was taken now. A change is shown only at the position of its step.
    moved: bool,
}

impl Moment<'_> {
    /// The step that was taken now.
    fn news(&self) -> Option<TimelineStep> {
        let last = self.steps.checked_sub(1).filter(|_| self.moved)?;
        Some(self.run.steps()[last])
    }

    fn registers(&self) -> Vec<Arm64RegisterView> {
        let Registers { general, compared } = self.run.registers(self.steps);
        let news = self.news();
        let changed = news.and_then(|step| step.effect.written());
        let general = general.into_iter().enumerate().map(|(index, value)| {
            let before = changed.filter(|(place, ..)| place.index() == index);
            let before = before.map(|(_, old, _)| old);
            Arm64RegisterView { name: register_name(index), value, before }
        });
        let before = match news.and_then(|step| step.compared) {
            Some(_) => self.run.registers(self.steps - 1).compared.map(Some),
            None => [None; 2],
        };
        let compared = [0, 1].map(|index| Arm64RegisterView {
            name: COMPARED[index].to_owned(),
            value: compared[index],
            before: before[index],
        });
        general.chain(compared).collect()
    }

    fn words(&self, words: Vec<TouchedWord>) -> Vec<Arm64WordView> {
        let effect = self.news().map_or(Effect::None, |step| step.effect);
        let view = |TouchedWord { address, value }| {
            let (access, before) = match effect {
                Effect::Load { address: read, .. } if read == address => (Some(Access::Read), None),
                Effect::Store { address: written, .. } if written.abs_diff(address) < 8 => {
                    (Some(Access::Written), Some(self.run.word(address, self.steps - 1)))
                }
                _ => (None, None),
            };
            Arm64WordView { address, value, access, before }
        };
        words.into_iter().map(view).collect()
    }

    fn output(&self) -> Printed {
        let mut output = Output::default();
        for step in &self.run.steps()[..self.steps] {
            if let Effect::Output(byte) = step.effect {
                output.push(byte);
            }
        }
        output_report(&output).into()
    }
}
