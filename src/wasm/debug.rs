//! The debugger for the page: two runs in lockstep, one position at a time.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use super::stepping::{Access, FindRequest, Origins, PartingView, direction};
use super::{checked, contract, from_js, to_js};
use crate::asm::SourceLine;
use crate::contract::{Contract, SIDES, Spec};
use crate::engines::paths::outcome::output_report;
use crate::machine::{Image, Inputs, Output};
use crate::program::Address;
use crate::report::{OutputReport, RunReport};
use crate::views::lockstep::Lockstep;
use crate::views::lockstep::mips::{Effect, Timeline, TouchedWord};

/// Two programs to step through.
#[derive(Deserialize, Tsify)]
pub struct DebugRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The inputs.
    pub inputs: Inputs,
    /// The maximal number of steps of each run.
    pub fuel: u64,
}

/// A complete run.
#[derive(Serialize, Tsify)]
pub struct RunOverview {
    /// Its result.
    pub report: RunReport,
    /// Whether the run continues beyond the recorded steps, so that its end is unknown.
    pub cut: bool,
    /// The names of the registers that it writes, including `hi` and `lo`.
    pub written: Vec<String>,
}

/// Two complete runs.
#[derive(Serialize, Tsify)]
pub struct DebugOverview {
    /// The last position; the first one is 0.
    pub last: u32,
    /// Where the runs diverge, if they do.
    pub parting: Option<PartingView>,
    /// The left and the right run.
    pub runs: [RunOverview; 2],
    /// Whether one of the programs has lines of WLP4 to step through.
    pub has_lines: bool,
}

/// A register, `hi` or `lo`.
#[derive(Serialize, Tsify)]
pub struct RegisterView {
    /// Its name, `$3` or `hi`.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// Its value before the last step, if that step changed or set it.
    pub before: Option<u32>,
}

/// A word of memory.
#[derive(Serialize, Tsify)]
pub struct WordView {
    /// Its address.
    pub address: u32,
    /// Its value.
    pub value: u32,
    /// Whether the last step read or wrote it.
    pub access: Option<Access>,
    /// Its value before it was written.
    pub before: Option<u32>,
}

/// A run at a position.
#[derive(Serialize, Tsify)]
pub struct SideView {
    /// The number of steps taken.
    pub steps: u32,
    /// Whether the run took a step to reach this position. Otherwise it waits for the other run,
    /// has ended, or is at its start.
    pub moved: bool,
    /// Whether it has ended.
    pub ended: bool,
    /// The address of the last executed instruction.
    pub address: Option<u32>,
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
    pub pc: u32,
    /// `$0` to `$31`, `hi` and `lo`.
    pub registers: Vec<RegisterView>,
    /// The accessed words by address; the last 64 of them.
    pub memory: Vec<WordView>,
    /// The words from `$30` to the end of memory, at most 32.
    pub stack: Vec<WordView>,
    /// The output so far.
    pub output: OutputReport,
}

/// Two runs at a position.
#[derive(Serialize, Tsify)]
pub struct DebugFrame {
    /// The position.
    pub position: u32,
    /// The left and the right run there.
    pub sides: [SideView; 2],
}

/// Two recorded runs.
#[wasm_bindgen]
pub struct Debugger {
    lockstep: Lockstep<Timeline>,
    origins: [Origins; 2],
}

#[wasm_bindgen]
impl Debugger {
    /// Runs two programs. Throws if one of them has an error.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "DebugRequest")] request: JsValue,
    ) -> Result<Debugger, JsError> {
        let request: DebugRequest = from_js(request)?;
        let contract = contract(&request.contract)?;
        checked(&contract, &request.inputs)?;
        let (left, left_origins) = program(&contract, 0, &request.left)?;
        let (right, right_origins) = program(&contract, 1, &request.right)?;
        let lockstep = Lockstep::record([&left, &right], &request.inputs, request.fuel);
        Ok(Debugger { lockstep, origins: [left_origins, right_origins] })
    }

    /// An overview of both runs.
    #[wasm_bindgen(unchecked_return_type = "DebugOverview")]
    pub fn overview(&self) -> Result<JsValue, JsError> {
        let parting = PartingView::of(&self.lockstep);
        let runs = self.lockstep.runs().each_ref().map(|run| RunOverview {
            report: run.outcome().report(),
            cut: run.is_cut(),
            written: written(run),
        });
        let has_lines = self.origins.iter().any(Origins::has_lines);
        to_js(&DebugOverview { last: self.lockstep.last() as u32, parting, runs, has_lines })
    }

    /// Both runs at a position.
    #[wasm_bindgen(unchecked_return_type = "DebugFrame")]
    pub fn frame(&self, position: u32) -> Result<JsValue, JsError> {
        let position = (position as usize).min(self.lockstep.last());
        let sides = [0, 1].map(|side| self.side(position, side));
        to_js(&DebugFrame { position: position as u32, sides })
    }

    /// The next position in this direction at which the line of a breakpoint was executed, or else
    /// the last position in this direction.
    pub fn find(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FindRequest")] request: JsValue,
    ) -> Result<u32, JsError> {
        let request: FindRequest = from_js(request)?;
        let addresses = |side: usize| self.origins[side].addresses(&request.lines[side]).collect();
        let (left, right): (FxHashSet<_>, FxHashSet<_>) = (addresses(0), addresses(1));
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

    fn side(&self, position: usize, side: usize) -> SideView {
        let run = &self.lockstep.runs()[side];
        let steps = self.lockstep.steps(position)[side];
        let moved = self.lockstep.moves(position)[side];
        let last = steps.checked_sub(1).map(|index| run.steps()[index]);
        let effect = last.map_or(Effect::None, |step| step.effect);
        // A change is shown only at the position of its step.
        let news = if moved { effect } else { Effect::None };
        let ended = steps == run.len();
        let line = last.and_then(|step| self.line(side, step.pc));
        let pc = run.pc(steps);
        SideView {
            steps: steps as u32,
            moved,
            ended,
            address: last.map(|step| step.pc.0),
            instruction: last.map(|step| step.text()),
            line,
            called_from: line.map_or_else(|| self.last_line(side, steps), |_| None),
            routine: last.and_then(|step| self.origins[side].routine(step.pc)),
            next_line: if ended { None } else { self.line(side, pc) },
            pc: pc.0,
            registers: registers(run, steps, news),
            memory: words(run.touched(steps), news),
            stack: words(run.stack(steps), news),
            output: output(run, steps),
        }
    }

    fn line(&self, side: usize, address: Address) -> Option<SourceLine> {
        self.origins[side].line(address)
    }

    /// The line of the last of the first `steps` steps that has a line.
    fn last_line(&self, side: usize, steps: usize) -> Option<SourceLine> {
        let steps = &self.lockstep.runs()[side].steps()[..steps];
        steps.iter().rev().find_map(|step| self.line(side, step.pc))
    }
}

/// A program, with the sources of its words.
fn program(
    contract: &Contract,
    side: usize,
    files: &[SourceFile],
) -> Result<(Rc<Image>, Origins), JsError> {
    let program = files::whole(SIDES[side], files)?;
    let origins = Origins::new(&files::texts(files), &program);
    let image = contract.image(side, &program).map_err(|why| JsError::new(&why))?;
    Ok((image, origins))
}

fn registers(run: &Timeline, steps: usize, news: Effect) -> Vec<RegisterView> {
    let registers = run.registers(steps);
    let changed = match news {
        Effect::Register { reg, old, .. } | Effect::Load { reg, old, .. } => {
            Some((reg.index(), old))
        }
        _ => None,
    };
    let general = registers.general.iter().enumerate().map(|(index, &value)| RegisterView {
        name: format!("${index}"),
        value,
        before: changed.filter(|&(reg, _)| reg == index).map(|(_, old)| old),
    });
    let before = match news {
        Effect::Product { old, .. } => old.map(Some),
        _ => [None, None],
    };
    let products = [("hi", registers.hi, before[0]), ("lo", registers.lo, before[1])];
    let products =
        products.map(|(name, value, before)| RegisterView { name: name.to_owned(), value, before });
    general.chain(products).collect()
}

fn words(words: Vec<TouchedWord>, news: Effect) -> Vec<WordView> {
    let view = |TouchedWord { address, value }| {
        let (access, before) = match news {
            Effect::Load { address: read, .. } if read == address => (Some(Access::Read), None),
            Effect::Store { address: written, old, .. } if written == address => {
                (Some(Access::Written), Some(old))
            }
            _ => (None, None),
        };
        WordView { address: address.0, value, access, before }
    };
    words.into_iter().map(view).collect()
}

/// The names of the written registers, in display order.
fn written(run: &Timeline) -> Vec<String> {
    let mut is_written = [false; 33];
    for step in run.steps() {
        match step.effect {
            Effect::Register { reg, .. } | Effect::Load { reg, .. } => {
                is_written[reg.index()] = true;
            }
            Effect::Product { .. } => is_written[32] = true,
            Effect::None | Effect::Store { .. } | Effect::Output(_) => {}
        }
    }
    let general = (0..32).filter(|&reg| is_written[reg]).map(|reg| format!("${reg}"));
    let products = ["hi", "lo"].into_iter().filter(|_| is_written[32]).map(str::to_owned);
    general.chain(products).collect()
}

/// The output of a run after a number of steps.
fn output(run: &Timeline, steps: usize) -> OutputReport {
    let mut output = Output::default();
    for step in &run.steps()[..steps] {
        if let Effect::Output(byte) = step.effect {
            output.push(byte);
        }
    }
    output_report(&output)
}
