//! Two programs side by side: what is observed of each, and in what they differ.

use std::rc::Rc;

use super::{Given, Image, Machine, Mode, Remarks, Stop};
use crate::machine::Output;

/// How a program's run ended, and what is observed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Why it stopped.
    pub stop: Stop,
    /// `x0` at the end.
    pub result: u64,
    /// What it printed.
    pub output: Output,
    /// Instructions that it executed.
    pub steps: u64,
    /// What it did that other sources of the machine answer otherwise.
    pub remarks: Remarks,
}

/// In what two runs differ that have both ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// They print something else.
    Outputs,
    /// They give another `x0`.
    Results,
    /// Only one of them faults.
    Faults,
}

/// What is observed of two runs: none where nothing differs, or one has not ended. The output counts
/// however a run ends.
pub fn difference(left: &Run, right: &Run) -> Option<Difference> {
    let is_done = |run: &Run| run.stop == Stop::Done;
    if [left, right].iter().any(|run| run.stop == Stop::OutOfFuel) {
        return None;
    }
    if left.output != right.output {
        return Some(Difference::Outputs);
    }
    match (is_done(left), is_done(right)) {
        (true, true) if left.result != right.result => Some(Difference::Results),
        (true, false) | (false, true) => Some(Difference::Faults),
        _ => None,
    }
}

/// An input on which both programs were run.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The input.
    pub given: Given,
    /// What each program did.
    pub runs: [Run; 2],
}

/// Two programs, ready to be run side by side.
#[derive(Debug)]
pub struct Both {
    machines: [Machine; 2],
}

impl Both {
    /// Two programs as instruction words that are loaded at address 0.
    pub fn new(words: [&[u32]; 2], mode: Mode) -> Both {
        let machine = |words: &[u32]| {
            let image: Rc<Image> = Image::new(words.to_vec(), mode);
            Machine::new(&image, &Given::default()).expect("nothing is given that may not fit")
        };
        Both { machines: words.map(machine) }
    }

    /// Runs both programs; none where the array does not fit.
    pub fn run(&mut self, given: &Given, fuel: u64) -> Option<Tried> {
        let run = |machine: &mut Machine| {
            let fits = machine.restart(given);
            let stop = machine.run(fuel);
            fits.then(|| Run {
                stop,
                result: machine.result(),
                output: machine.output.clone(),
                steps: machine.steps,
                remarks: machine.remarks(),
            })
        };
        let [left, right] = &mut self.machines;
        let runs = [run(left)?, run(right)?];
        Some(Tried { given: given.clone(), runs })
    }

    /// The same, of an input on which the programs differ.
    pub fn witness(&mut self, given: &Given, fuel: u64) -> Option<(Tried, Difference)> {
        let tried = self.run(given, fuel)?;
        let difference = difference(&tried.runs[0], &tried.runs[1])?;
        Some((tried, difference))
    }
}
