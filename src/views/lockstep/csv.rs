//! Exports two runs as CSV, one position per line.

use std::fmt::Write;

use super::Lockstep;
use super::run::Run;

/// The maximal number of lines.
const LINES: usize = 200_000;

impl<R: Run> Lockstep<R> {
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

fn write_step<R: Run>(out: &mut String, run: &R, index: usize) {
    let text = run.step_text(index);
    let change = if index + 1 == run.step_count() {
        let separator = if text.change.is_empty() { "" } else { "; " };
        format!("{}{separator}{}", text.change, run.ending_text())
    } else {
        text.change
    };
    let (instruction, change) = (quoted(&text.instruction), quoted(&change));
    let _ = write!(out, ",{},{},{instruction},{change}", index + 1, text.address);
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
