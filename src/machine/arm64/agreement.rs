//! Runs two programs side by side and compares what is observed.
//!
//! Two runs agree if both are done with the same observed words, both fault, or neither ever ends, and if they print the
//! same. The [image](Image::observation) says what is observed; by default that is `x0` and the output.
//! A run that is out of fuel may be known never to end, because it repeats a state
//! ([`recurrence`](crate::machine::recurrence)) or by a proof.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::lap::AsWritten;
use super::{Given, Image, Machine, Mode, Observable, Observation, Remarks, Stop};
use crate::machine::printed::Printed;
use crate::machine::recurrence::{Recurrence, Watch, Watched};
use crate::machine::{Output, ProvedEnd, ProvedRun};

/// How a run of a program ended, and what is observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Why it stopped.
    pub stop: Stop,
    /// `x0` at the end.
    pub result: u64,
    /// The other observed words, if it is done.
    pub others: Vec<(Observable, u64)>,
    /// The output.
    pub output: Output,
    /// Whether `x0` is observed.
    pub observes_result: bool,
    /// Whether the output is observed.
    pub observes_output: bool,
    /// The number of executed instructions.
    pub steps: u64,
    /// What the run did that other sources define differently.
    pub remarks: Remarks,
    /// The repeated state, if it is out of fuel and one is known.
    pub recurrence: Option<Recurrence>,
    /// What is proved about its end, if it is out of fuel and no repeated state is known.
    pub proved: Option<ProvedRun>,
}

impl Run {
    /// The run of a machine that stopped.
    pub fn of(machine: &Machine, stop: Stop) -> Run {
        let observation = machine.image().observation();
        let is_more = stop == Stop::Done && !observation.others.is_empty();
        Run {
            stop,
            result: machine.result(),
            others: if is_more { machine.observed() } else { Vec::new() },
            output: machine.output.clone(),
            observes_result: observation.result,
            observes_output: observation.output,
            steps: machine.steps,
            remarks: machine.remarks(),
            recurrence: None,
            proved: None,
        }
    }

    /// Whether it finally ends. `None` if that is not known.
    pub fn ends(&self) -> Option<bool> {
        match (self.stop, &self.recurrence, &self.proved) {
            (Stop::Done | Stop::Fault(_), ..) => Some(true),
            (Stop::OutOfFuel, Some(_), _) => Some(false),
            (Stop::OutOfFuel, None, Some(proved)) => Some(proved.ends == ProvedEnd::Stops),
            (Stop::OutOfFuel, None, None) => None,
        }
    }

    /// `x0`, if the program is done and it is observed.
    pub fn observed_result(&self) -> Option<u64> {
        (self.stop == Stop::Done && self.observes_result).then_some(self.result)
    }

    /// The observed words, if the program is done.
    pub fn observed_words(&self) -> impl Iterator<Item = u64> {
        self.observed_result().into_iter().chain(self.others.iter().map(|(_, word)| *word))
    }

    /// A hash of what is observed, where all of it is known: how it ends, the output, and the words if it is done. All
    /// faults are the same.
    pub fn fingerprint(&self) -> Option<u64> {
        if self.stop == Stop::OutOfFuel && self.ends() != Some(false) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (self.ends(), self.stop == Stop::Done).hash(&mut hasher);
        self.observed_words().for_each(|word| word.hash(&mut hasher));
        if self.observes_output {
            self.printed().hash_into(&mut hasher)?;
        }
        Some(hasher.finish())
    }

    fn printed(&self) -> Printed<'_> {
        Printed::of(&self.output, self.stop != Stop::OutOfFuel, self.recurrence.as_ref())
    }

    /// Whether two runs print the same, if that is known. True if the output is not observed.
    fn prints_as(&self, other: &Run) -> Option<bool> {
        match self.observes_output {
            true => self.printed().is_the_same_as(&other.printed()),
            false => Some(true),
        }
    }
}

/// The difference between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The outputs differ.
    Outputs,
    /// The values of `x0` differ.
    Results,
    /// Other observed words differ.
    Observed,
    /// Only one of them faults.
    Faults,
    /// Only one of them ever ends.
    Ends,
}

/// The observed difference of two runs. `None` if they agree or if that is not known. The output
/// counts however a run ends.
pub fn difference(left: &Run, right: &Run) -> Option<Difference> {
    if let (Some(left), Some(right)) = (left.ends(), right.ends())
        && left != right
    {
        return Some(Difference::Ends);
    }
    if left.prints_as(right) == Some(false) {
        return Some(Difference::Outputs);
    }
    match (left.stop, right.stop) {
        (Stop::Done, Stop::Done) if left.observed_result() != right.observed_result() => {
            Some(Difference::Results)
        }
        (Stop::Done, Stop::Done) if left.others != right.others => Some(Difference::Observed),
        (Stop::Done, Stop::Fault(_)) | (Stop::Fault(_), Stop::Done) => Some(Difference::Faults),
        _ => None,
    }
}

/// Whether two runs agree. `None` if that is not known.
pub fn agree(left: &Run, right: &Run) -> Option<bool> {
    if difference(left, right).is_some() {
        return Some(false);
    }
    match (left.stop, right.stop) {
        (Stop::OutOfFuel, Stop::OutOfFuel) => {
            let never_end = [left, right].iter().all(|run| run.ends() == Some(false));
            left.prints_as(right).filter(|_| never_end)
        }
        (Stop::OutOfFuel, _) | (_, Stop::OutOfFuel) => None,
        _ => Some(true),
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

impl Tried {
    /// The program that has not ended while the other one has.
    pub fn unfinished(&self) -> Option<usize> {
        match self.runs.each_ref().map(|run| run.stop == Stop::OutOfFuel) {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    /// The number of steps of the longer run.
    pub fn longest(&self) -> u64 {
        self.runs.iter().map(|run| run.steps).max().unwrap_or(0)
    }

    /// The number of steps after which the runs show the difference: the steps of the longer one. A run whose end is
    /// proved, but was not reached, does not count.
    pub fn steps(&self) -> u64 {
        let shows = self.runs.iter().filter(|run| run.proved.is_none());
        shows.map(|run| run.steps).max().unwrap_or(0)
    }
}

/// Maximum number of steps in which a run is watched for a repeated state. A watched step takes about ten times as long
/// as another one.
const WATCHED: u64 = 1_000_000;

/// A program, ready to run.
#[derive(Debug)]
pub struct Alone(Machine);

impl Alone {
    /// A program, given as instruction words, loaded at address 0.
    pub fn new(words: &[u32], mode: Mode) -> Alone {
        Alone::of(&Image::new(words.to_vec(), mode))
    }

    /// A program.
    pub fn of(image: &Rc<Image>) -> Alone {
        let machine = Machine::new(image, &Given::default());
        Alone(machine.expect("nothing is given that may not fit"))
    }

    /// Runs it. `None` if the array does not fit.
    pub fn run(&mut self, given: &Given, fuel: u64) -> Option<Run> {
        let machine = &mut self.0;
        let fits = machine.restart(given);
        let stop = machine.run(fuel);
        fits.then(|| Run::of(machine, stop))
    }

    /// Runs it. If it is out of fuel, it is watched for a repeated state, for as many steps again and at most a million.
    /// `None` if the array does not fit.
    pub fn watch(&mut self, given: &Given, fuel: u64) -> Option<Run> {
        let run = self.run(given, fuel)?;
        if run.stop != Stop::OutOfFuel {
            return Some(run);
        }
        match self.recurrence(given, fuel.min(WATCHED)) {
            None => Some(run),
            recurs => Some(Run { recurrence: recurs, ..Run::of(&self.0, Stop::OutOfFuel) }),
        }
    }

    /// A state that repeats within the fuel, and the machine behind it. If there is one, a state is preferred with
    /// which the output repeats, too.
    fn recurrence(&mut self, given: &Given, fuel: u64) -> Option<Recurrence> {
        let machine = &mut self.0;
        machine.restart(given);
        let mut watch = Watch::stepping(machine, &AsWritten);
        let Watched::Recurs(first) = watch.follow(machine, fuel, &mut AsWritten) else {
            return None;
        };
        if first.repeats_output {
            return Some(first);
        }
        let left = fuel.saturating_sub(machine.steps);
        let mut watch = Watch::stepping(machine, &AsWritten).with_output();
        match watch.follow(machine, left, &mut AsWritten) {
            Watched::Recurs(recurrence) => Some(recurrence),
            Watched::Stopped(_) => Some(first),
        }
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

    /// The same, with what is observed of them.
    pub fn observed(words: [&[u32]; 2], mode: Mode, observation: &Observation) -> Both {
        Both(words.map(|words| Alone::of(&Image::observed(words.to_vec(), mode, observation))))
    }

    /// Runs both programs. `None` if the array does not fit.
    pub fn run(&mut self, given: &Given, fuel: u64) -> Option<Tried> {
        let [left, right] = &mut self.0;
        let runs = [left.run(given, fuel)?, right.run(given, fuel)?];
        Some(Tried { given: given.clone(), runs })
    }

    /// Runs both programs. Runs that are out of fuel are watched for repeated states. `None` if the array does not fit.
    pub fn watch(&mut self, given: &Given, fuel: u64) -> Option<Tried> {
        let [left, right] = &mut self.0;
        let runs = [left.watch(given, fuel)?, right.watch(given, fuel)?];
        Some(Tried { given: given.clone(), runs })
    }

    /// If only one of two runs has ended, watches the other one for a repeated state.
    pub fn look_on(&mut self, tried: &mut Tried, fuel: u64) {
        if let Some(side) = tried.unfinished()
            && let Some(run) = self.0[side].watch(&tried.given, fuel)
        {
            tried.runs[side] = run;
        }
    }

    /// Runs both programs. If only one of them has ended, the other one is watched for a repeated state. `None`
    /// unless they differ.
    pub fn witness(&mut self, given: &Given, fuel: u64) -> Option<(Tried, Difference)> {
        let mut tried = self.run(given, fuel)?;
        self.look_on(&mut tried, fuel);
        let difference = difference(&tried.runs[0], &tried.runs[1])?;
        Some((tried, difference))
    }
}
