//! Exports two runs as CSV, one position per line.

use std::fmt::Write;

use super::{Effect, Lockstep, Timeline, TimelineStep};
use crate::engines::paths::outcome::Outcome;
use crate::machine::Stop;
use crate::report::words;

/// The maximal number of lines.
const LINES: usize = 200_000;

impl Lockstep {
    /// A table of both runs in CSV (RFC 4180): the position, then for each program its number of
    /// steps, the address and the text of the executed instruction, and its effect. The columns of
    /// a program that waits or has ended are empty, except for its end. The table has the first
    /// 200,000 positions; a final line says if there are more.
    pub fn csv(&self) -> String {
        let mut out = String::from("position");
        for side in ["left", "right"] {
            let _ = write!(out, ",{side} step,{side} address,{side} instruction,{side} change");
        }
        out += "\r\n";
        for position in 1..=self.last().min(LINES) {
            let (steps, moves) = (self.steps(position), self.moves(position));
            let _ = write!(out, "{position}");
            for side in [0, 1] {
                let run = &self.runs[side];
                match steps[side].checked_sub(1) {
                    Some(step) if moves[side] => write_step(&mut out, run, step),
                    _ => out += ",,,,",
                }
            }
            out += "\r\n";
        }
        if self.last() > LINES {
            let _ = write!(out, "{} more positions are left out\r\n", self.last() - LINES);
        }
        out
    }
}

fn write_step(out: &mut String, run: &Timeline, index: usize) {
    let step = run.steps()[index];
    let change = if index + 1 == run.len() {
        let change = change(&step);
        let separator = if change.is_empty() { "" } else { "; " };
        format!("{change}{separator}{}", end(&run.outcome()))
    } else {
        change(&step)
    };
    let text = instruction_text(&step);
    let _ = write!(out, ",{},{},{},{}", index + 1, step.pc, quoted(&text), quoted(&change));
}

/// An instruction as text, or its word if it is no instruction.
pub(crate) fn instruction_text(step: &TimelineStep) -> String {
    match step.instruction() {
        Some(instruction) => instruction.to_string(),
        None => format!(".word {:#010x}", step.word),
    }
}

fn change(step: &TimelineStep) -> String {
    match step.effect {
        Effect::None => String::new(),
        Effect::Register { reg, new, .. } => format!("{reg} = {new}"),
        Effect::Load { reg, new, address, .. } => format!("{reg} = {new} from {address}"),
        Effect::Product { new: [hi, lo], .. } => format!("hi = {hi}, lo = {lo}"),
        Effect::Store { address, new, .. } => format!("{address} := {new}"),
        Effect::Output(byte) => format!("output {byte}"),
    }
}

fn end(outcome: &Outcome) -> String {
    match outcome.stop {
        Stop::Done => format!("done, $3 = {}", outcome.result),
        Stop::OutOfFuel => "out of fuel".to_owned(),
        Stop::Fault(fault) => format!("fault: {}", words::fault(fault.kind)),
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
