//! Runs two programs side by side and compares what is observed.

use std::rc::Rc;

use super::{Given, Image, Machine, Mode, Remarks, Stop};
use crate::machine::Output;

/// How a run of a program ended, and what is observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Why it stopped.
    pub stop: Stop,
    /// `x0` at the end.
    pub result: u64,
    /// The output.
    pub output: Output,
    /// The number of executed instructions.
    pub steps: u64,
    /// What the run did that other sources define differently.
    pub remarks: Remarks,
}

/// The difference between two runs that have both ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The outputs differ.
    Outputs,
    /// The values of `x0` differ.
    Results,
    /// Only one of them faults.
    Faults,
}

/// The observed difference of two runs. `None` if they agree or if one has not ended. The output
/// counts however a run ends.
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

/// An input and the runs of both programs on it.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The input.
    pub given: Given,
    /// The run of each program.
    pub runs: [Run; 2],
}

/// A program, ready to run.
#[derive(Debug)]
pub struct Alone(Machine);

impl Alone {
    /// A program, given as instruction words, loaded at address 0.
    pub fn new(words: &[u32], mode: Mode) -> Alone {
        let image: Rc<Image> = Image::new(words.to_vec(), mode);
        let machine = Machine::new(&image, &Given::default());
        Alone(machine.expect("nothing is given that may not fit"))
    }

    /// Runs it. `None` if the array does not fit.
    pub fn run(&mut self, given: &Given, fuel: u64) -> Option<Run> {
        let machine = &mut self.0;
        let fits = machine.restart(given);
        let stop = machine.run(fuel);
        fits.then(|| Run {
            stop,
            result: machine.result(),
            output: machine.output.clone(),
            steps: machine.steps,
            remarks: machine.remarks(),
        })
    }
}

/// Two programs, ready to run side by side.
#[derive(Debug)]
pub struct Both([Alone; 2]);

impl Both {
    /// Two programs, given as instruction words, loaded at address 0.
    pub fn new(words: [&[u32]; 2], mode: Mode) -> Both {
        Both(words.map(|words| Alone::new(words, mode)))
    }

    /// Runs both programs. `None` if the array does not fit.
    pub fn run(&mut self, given: &Given, fuel: u64) -> Option<Tried> {
        let [left, right] = &mut self.0;
        let runs = [left.run(given, fuel)?, right.run(given, fuel)?];
        Some(Tried { given: given.clone(), runs })
    }

    /// Runs both programs. `None` unless they differ.
    pub fn witness(&mut self, given: &Given, fuel: u64) -> Option<(Tried, Difference)> {
        let tried = self.run(given, fuel)?;
        let difference = difference(&tried.runs[0], &tried.runs[1])?;
        Some((tried, difference))
    }
}
