//! The outcomes of runs.

mod agreement;

use std::rc::Rc;

pub(in crate::engines) use agreement::both;
use agreement::fingerprint;
pub use agreement::{agreement, difference};

use crate::contract::Contract;
use crate::machine::recurrence::{Recurrence, Watch, Watched};
use crate::machine::setup::Observable;
use crate::machine::{Fault, Image, Inputs, Machine, Output, ProvedRun, Stop};
use crate::report::{
    Agreement, FaultReport, GivenReport, ObservedReport, OutcomeKind, OutputReport, ReasonCode,
    RecurrenceReport, RunReport, Witness, words,
};
use crate::symbolic::paths::Both;

/// The outcome of a program on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it stopped.
    pub stop: Stop,
    /// `$3` at the end.
    pub result: u32,
    /// The other observed words at the end, without the output.
    pub others: Vec<(Observable, u32)>,
    /// The output until then.
    pub output: Output,
    pub(super) observes: Observes,
    /// Steps taken.
    pub steps: u64,
    /// The proof that it runs for ever, if it was out of fuel and one is known.
    pub recurrence: Option<Recurrence>,
}

/// Maximum number of output bytes in a report.
const OUTPUT_SHOWN: usize = 2_000;

/// The observations of a run that are compared, beside how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Observes {
    /// `$3`, if it stops.
    pub result: bool,
    /// Its output.
    pub output: bool,
}

/// How a run finally ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    Fault,
    ForEver,
    Unknown,
}

/// Runs a program to its end.
pub fn outcome(image: &Rc<Image>, inputs: impl AsRef<[u32]>, fuel: u64) -> Outcome {
    let mut machine = Machine::new(image, inputs);
    let stop = machine.run(fuel, &mut ());
    Outcome::of(&machine, stop)
}

/// Whether both programs stop or fault on an input within the fuel.
pub(super) fn end_within(images: [&Rc<Image>; 2], inputs: &Inputs, fuel: u64) -> bool {
    images.iter().all(|image| outcome(image, inputs, fuel).stop != Stop::OutOfFuel)
}

/// Runs a program to its end; if it is out of fuel, watches for a recurring state for as many steps
/// again.
pub fn watched(image: &Rc<Image>, inputs: impl AsRef<[u32]>, fuel: u64) -> Outcome {
    let outcome = outcome(image, &inputs, fuel);
    if outcome.ending() != Ending::Unknown {
        return outcome;
    }
    let recurrence = recurrence(&mut Machine::new(image, inputs), fuel);
    Outcome { recurrence, ..outcome }
}

/// A recurring state of a machine, if one is found within the fuel. If the output is observed,
/// prefers a cycle whose output is known.
fn recurrence(machine: &mut Machine, fuel: u64) -> Option<Recurrence> {
    let Watched::Recurs(first) = Watch::new(machine).run(machine, fuel) else { return None };
    if !leaves_output_open(machine, &first) {
        return Some(first);
    }
    let left = fuel.saturating_sub(machine.steps);
    match Watch::new(machine).with_output().run(machine, left) {
        Watched::Recurs(recurrence) => Some(recurrence),
        Watched::Stopped(_) => Some(first),
    }
}

/// Whether the output is observed and not determined by the cycle.
fn leaves_output_open(machine: &Machine, lap: &Recurrence) -> bool {
    machine.image().setup().observation.output && !lap.repeats_output
}

impl Outcome {
    /// The outcome of a machine that stopped.
    pub fn of(machine: &Machine, stop: Stop) -> Outcome {
        let (result, steps) = (machine.state.result(), machine.steps);
        let observation = &machine.image().setup().observation;
        let is_more = stop == Stop::Done && !observation.others.is_empty();
        let others = if is_more { machine.observed() } else { Vec::new() };
        let observes = Observes { result: observation.result, output: observation.output };
        let output = machine.output.clone();
        Outcome { stop, result, others, output, observes, steps, recurrence: None }
    }

    /// The outcome as a report.
    pub fn report(&self) -> RunReport {
        let (outcome, result, fault) = match self.stop {
            Stop::Done => (OutcomeKind::Done, Some(self.result), None),
            Stop::OutOfFuel => (OutcomeKind::OutOfFuel, None, None),
            Stop::Fault(fault) => (OutcomeKind::Fault, None, Some(fault)),
        };
        let fault = fault.map(|Fault { kind, at }| FaultReport {
            kind: kind.name(),
            at: at.0,
            message: words::fault(kind),
        });
        let recurrence = self.recurrence.map(RecurrenceReport::of);
        let output = output_report(&self.output);
        let observed = self.others.iter().map(|(observable, value)| ObservedReport {
            name: observable.to_string(),
            value: *value,
        });
        let observed = observed.collect();
        let (steps, proved) = (self.steps, None);
        RunReport {
            outcome,
            result,
            result_unobserved: !self.observes.result,
            observed,
            fault,
            output,
            steps,
            recurrence,
            proved,
        }
    }

    /// Restricts the observations to `$3`, as in the Tamarin paper.
    pub fn by_the_paper(&mut self) {
        self.output = Output::default();
        self.others = Vec::new();
        self.observes = Observes { result: true, output: false };
    }

    /// `$3` and the output, as far as they are observed where the program stops.
    #[cfg(feature = "tools")]
    pub(super) fn observed(&self) -> (Option<u32>, Option<&Output>) {
        let Observes { result, output } = self.observes;
        (result.then_some(self.result), output.then_some(&self.output))
    }

    /// A hash of the observations: different hashes mean different observations. `None` if the run
    /// may yet stop, or if its infinite output is unknown.
    pub fn fingerprint(&self) -> Option<u64> {
        fingerprint(self)
    }

    pub(super) fn ending(&self) -> Ending {
        match (self.stop, self.recurrence) {
            (Stop::Done, _) => Ending::Done,
            (Stop::Fault(_), _) => Ending::Fault,
            (Stop::OutOfFuel, Some(_)) => Ending::ForEver,
            (Stop::OutOfFuel, None) => Ending::Unknown,
        }
    }

    /// Records what a running machine has printed, if that is more than before.
    fn prints_on(&mut self, machine: &Machine) {
        if machine.output.written > self.output.written {
            self.output.clone_from(&machine.output);
        }
    }

    /// Whether its output is observed.
    pub fn observes_output(&self) -> bool {
        self.observes.output
    }

    /// Whether it runs for ever.
    pub fn is_for_ever(&self) -> bool {
        self.ending() == Ending::ForEver
    }
}

/// The beginning of an output, for a reader.
pub(crate) fn output_report(output: &Output) -> OutputReport {
    let shown = &output.bytes[..output.bytes.len().min(OUTPUT_SHOWN)];
    let text = String::from_utf8_lossy(shown).into_owned();
    OutputReport { text, bytes: output.written }
}

/// The fuel, as a multiple, of a run whose counterpart has ended.
const FURTHER: u64 = 100;
/// Maximum number of steps in watched runs, over a whole comparison.
pub(super) const STEPS_OF_WATCHED_RUNS: u64 = 20_000_000;
/// Steps in watched runs between two pauses.
pub(super) const LONGER_SLICE: u64 = 1 << 17;

/// Runs two programs again, on an input on which at least one is out of fuel, and watches for
/// recurring states.
///
/// Each is watched until its fuel runs out. If one then has an end (it stops, faults, or runs for
/// ever), the other is watched for 100 times its fuel. If both run for ever and it is unknown
/// whether they print the same, each is watched further for a cycle whose output is known.
#[derive(Debug)]
pub struct Longer {
    /// The outcomes known so far.
    pub outcomes: [Outcome; 2],
    watched: [Option<(Machine, Watch)>; 2],
    fuel: u64,
}

impl Longer {
    /// Two programs with these outcomes within the fuel.
    pub fn new(
        images: [&Rc<Image>; 2],
        inputs: &Inputs,
        outcomes: &[Outcome; 2],
        fuel: u64,
    ) -> Longer {
        let watched = [0, 1].map(|side| {
            (outcomes[side].ending() == Ending::Unknown).then(|| {
                let machine = Machine::new(images[side], inputs);
                let watch = Watch::new(&machine);
                (machine, watch)
            })
        });
        Longer { outcomes: outcomes.clone(), watched, fuel }
    }

    /// Continues for at most this many steps; returns how many were taken, or `None` if nothing is
    /// left to do.
    pub fn advance(&mut self, steps: u64) -> u64 {
        let Some((side, left)) = self.next() else { return 0 };
        let Some((machine, watch)) = &mut self.watched[side] else { return 0 };
        let before = machine.steps;
        let watched = watch.run(machine, steps.min(left));
        let taken = machine.steps - before;
        let known = &mut self.outcomes[side];
        match watched {
            Watched::Stopped(Stop::OutOfFuel) => {
                known.prints_on(machine);
                return taken;
            }
            Watched::Stopped(stop) => *known = Outcome::of(machine, stop),
            Watched::Recurs(recurrence) => {
                (known.steps, known.recurrence) = (machine.steps, Some(recurrence));
                known.prints_on(machine);
                if leaves_output_open(machine, &recurrence) {
                    *watch = Watch::new(machine).with_output();
                    return taken.max(1);
                }
            }
        }
        self.watched[side] = None;
        taken.max(1)
    }

    /// The program to continue with, and its number of steps.
    fn next(&self) -> Option<(usize, u64)> {
        let left = |side: usize, fuel: u64| {
            let (machine, _) = self.watched[side].as_ref()?;
            let left = fuel.checked_sub(machine.steps).filter(|&left| left > 0)?;
            Some((side, left))
        };
        let [a, b] = &self.outcomes;
        let is_open = |side: usize| self.outcomes[side].ending() == Ending::Unknown;
        let mut sides = 0..2;
        match [0, 1].map(is_open) {
            [false, false] if both(a, b) != Some(Both::RunForEver) => None,
            [false, false] if agreement(a, b) != Agreement::Inconclusive => None,
            [false, false] => sides.find_map(|side| left(side, self.fuel)),
            are_open => {
                let further = self.fuel.saturating_mul(FURTHER);
                let mut open = sides.filter(|&side| are_open[side]);
                let within_fuel = open.clone().find_map(|side| left(side, self.fuel));
                let one_ended = are_open != [true; 2];
                within_fuel
                    .or_else(|| open.find_map(|side| left(side, further)).filter(|_| one_ended))
            }
        }
    }
}

/// The outcomes of two programs on an input, with as much fuel as [`Longer`] gives.
pub fn ends(images: [&Rc<Image>; 2], inputs: &Inputs, fuel: u64) -> [Outcome; 2] {
    let outcomes = images.map(|image| outcome(image, inputs, fuel));
    let mut longer = Longer::new(images, inputs, &outcomes, fuel);
    let mut spent = 0;
    while spent < STEPS_OF_WATCHED_RUNS {
        match longer.advance(LONGER_SLICE) {
            0 => break,
            steps => spent += steps,
        }
    }
    longer.outcomes
}

/// Replays an input on fresh machines and returns the witness, with the kind of difference.
///
/// # Panics
///
/// Panics if the replay does not show the difference. That is a defect of this crate, never a
/// property of the programs, and it must not lead to a verdict.
pub fn replay(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
    fuel: u64,
) -> (Witness, ReasonCode) {
    witness(contract, inputs, ends(images, inputs, fuel))
}

/// Replays a difference that takes more steps than the fuel.
pub fn replay_far(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
    fuel: u64,
) -> (Witness, ReasonCode) {
    witness(contract, inputs, images.map(|image| outcome(image, inputs, fuel)))
}

fn witness(contract: &Contract, inputs: &Inputs, outcomes: [Outcome; 2]) -> (Witness, ReasonCode) {
    let reason = difference(&outcomes[0], &outcomes[1]);
    assert!(
        reason.is_some() && contract.allows(inputs),
        "the difference on {inputs:?} does not replay: {outcomes:?}"
    );
    let reason = reason.expect("it was looked at");
    (witness_proved(contract, inputs, outcomes, [None, None]), reason)
}

/// The witness from these outcomes and what is proved about them.
pub(super) fn witness_proved(
    contract: &Contract,
    inputs: &Inputs,
    outcomes: [Outcome; 2],
    proved: [Option<ProvedRun>; 2],
) -> Witness {
    let [left, right] = reports_proved(outcomes, proved);
    let (minimal, unique, unique_within_fuel) = (None, None, None);
    let given = (!contract.spec().is_default())
        .then(|| [0, 1].map(|program| GivenReport::of(contract.given(program, inputs))));
    let inputs = inputs.clone();
    Witness {
        inputs,
        given,
        left,
        right,
        minimal,
        unique,
        unique_within_fuel,
        checked: None,
        within: None,
        beyond: None,
        #[cfg(feature = "tools")]
        layout: None,
    }
}

/// The reports of these outcomes, with what is proved about them.
pub(super) fn reports_proved(
    outcomes: [Outcome; 2],
    proved: [Option<ProvedRun>; 2],
) -> [RunReport; 2] {
    let [mut left, mut right] = outcomes.map(|outcome| outcome.report());
    [left.proved, right.proved] = proved;
    [left, right]
}

/// The first program that is out of fuel and not known to run for ever.
pub(super) fn out_of_fuel(outcomes: &[Outcome; 2]) -> Option<usize> {
    outcomes.iter().position(|outcome| outcome.ending() == Ending::Unknown)
}
