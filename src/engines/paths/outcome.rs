//! How runs end, and whether two of them agree.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use crate::contract::Contract;
use crate::evidence::ProvedRun;
use crate::machine::recurrence::{Recurrence, Watch, Watched};
use crate::machine::setup::Observable;
use crate::machine::{Fault, Image, Inputs, Machine, Output, Stop};
use crate::report::{
    Agreement, FaultReport, GivenReport, ObservedReport, OutcomeKind, OutputReport, ReasonCode,
    RecurrenceReport, RunReport, Witness, words,
};

/// How a program ended on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it stopped.
    pub stop: Stop,
    /// `$3` as it stopped.
    pub result: u32,
    /// What else is observed of it then, beside the output.
    pub others: Vec<(Observable, u32)>,
    /// What it printed until then.
    pub output: Output,
    /// Whether `$3` is observed, and the output.
    observes: (bool, bool),
    /// Steps taken.
    pub steps: u64,
    /// That it runs for ever, where it was out of fuel and that is known.
    pub recurrence: Option<Recurrence>,
}

/// Bytes of output that a report shows.
const OUTPUT_SHOWN: usize = 2_000;

/// What becomes of a run in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
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

/// Runs a program to its end, watched for a state that recurs where it is out of fuel, as far as the
/// fuel goes.
pub fn watched(image: &Rc<Image>, inputs: impl AsRef<[u32]>, fuel: u64) -> Outcome {
    let outcome = outcome(image, &inputs, fuel);
    if outcome.ending() != Ending::Unknown {
        return outcome;
    }
    let mut machine = Machine::new(image, inputs);
    let recurrence = match Watch::new(&machine).run(&mut machine, fuel) {
        Watched::Recurs(recurrence) => Some(recurrence),
        Watched::Stopped(_) => None,
    };
    Outcome { recurrence, ..outcome }
}

impl Outcome {
    /// How a machine stopped.
    pub fn of(machine: &Machine, stop: Stop) -> Outcome {
        let (result, steps) = (machine.state.result(), machine.steps);
        let observation = &machine.image().setup().observation;
        let is_more = stop == Stop::Done && !observation.others.is_empty();
        let others = if is_more { machine.observed() } else { Vec::new() };
        let observes = (observation.result, observation.output);
        let output = machine.output.clone();
        Outcome { stop, result, others, output, observes, steps, recurrence: None }
    }

    /// In the form that leaves the engine.
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
        let recurrence = self.recurrence.map(|Recurrence { first, again, is_whole: whole }| {
            RecurrenceReport { first, again, whole }
        });
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
            result_unobserved: !self.observes.0,
            observed,
            fault,
            output,
            steps,
            recurrence,
            proved,
        }
    }

    /// By the rules of the paper: `$3` alone is observed.
    pub fn by_the_paper(&mut self) {
        self.output = Output::default();
        self.others = Vec::new();
        self.observes = (true, false);
    }

    /// `$3` and the output, as far as they are observed where the program stops.
    #[cfg(feature = "tools")]
    pub(super) fn observed(&self) -> (Option<u32>, Option<&Output>) {
        let (result, output) = self.observes;
        (result.then_some(self.result), output.then_some(&self.output))
    }

    /// A number for what is observed: other numbers are other observations. None where
    /// it may yet stop.
    pub fn fingerprint(&self) -> Option<u64> {
        let mut hasher = FxHasher::default();
        let ending = self.ending();
        match ending {
            Ending::Unknown => return None,
            Ending::Fault | Ending::ForEver => {}
            Ending::Done => {
                let (result, output) = self.observes;
                self.others.iter().for_each(|(_, value)| value.hash(&mut hasher));
                if result {
                    self.result.hash(&mut hasher);
                }
                if output {
                    self.output.hash(&mut hasher);
                }
            }
        }
        (ending as u8).hash(&mut hasher);
        Some(hasher.finish())
    }

    fn ending(&self) -> Ending {
        match (self.stop, self.recurrence) {
            (Stop::Done, _) => Ending::Done,
            (Stop::Fault(_), _) => Ending::Fault,
            (Stop::OutOfFuel, Some(_)) => Ending::ForEver,
            (Stop::OutOfFuel, None) => Ending::Unknown,
        }
    }

    /// Whether it runs for ever.
    pub fn is_for_ever(&self) -> bool {
        self.ending() == Ending::ForEver
    }
}

/// Whether two programs agree on an input: both fault, both run for ever, or
/// both stop with the same result. Of a run that is out of fuel and may yet
/// stop nothing is concluded.
pub fn agreement(left: &Outcome, right: &Outcome) -> Agreement {
    match difference(left, right) {
        Some(_) => Agreement::Differ,
        None if [left, right].iter().any(|run| run.ending() == Ending::Unknown) => {
            Agreement::Inconclusive
        }
        None => Agreement::Agree,
    }
}

/// An output for a reader: the beginning of it.
pub(crate) fn output_report(output: &Output) -> OutputReport {
    let shown = &output.bytes[..output.bytes.len().min(OUTPUT_SHOWN)];
    let text = String::from_utf8_lossy(shown).into_owned();
    OutputReport { text, bytes: output.written }
}

/// In what way two programs differ on an input, if they do.
pub fn difference(left: &Outcome, right: &Outcome) -> Option<ReasonCode> {
    match (left.ending(), right.ending()) {
        (Ending::Unknown, _) | (_, Ending::Unknown) => None,
        (Ending::ForEver, Ending::ForEver) | (Ending::Fault, Ending::Fault) => None,
        (Ending::ForEver, _) => Some(ReasonCode::OnlyLeftRunsForEver),
        (_, Ending::ForEver) => Some(ReasonCode::OnlyRightRunsForEver),
        (Ending::Fault, Ending::Done) => Some(ReasonCode::OnlyLeftFaults),
        (Ending::Done, Ending::Fault) => Some(ReasonCode::OnlyRightFaults),
        (Ending::Done, Ending::Done) if left.observes.0 && left.result != right.result => {
            Some(ReasonCode::ResultsDiffer)
        }
        (Ending::Done, Ending::Done) if left.observes.1 && left.output != right.output => {
            Some(ReasonCode::OutputsDiffer)
        }
        (Ending::Done, Ending::Done) => {
            (left.others != right.others).then_some(ReasonCode::ObservedDiffer)
        }
    }
}

/// The fuel of a run whose counterpart has an end, as a multiple.
const FURTHER: u64 = 100;
/// Steps at most in runs that are watched, for all that a comparison tells.
pub(super) const LONGER_STEPS: u64 = 20_000_000;
/// The same between two looks at the outside world.
pub(super) const LONGER_SLICE: u64 = 1 << 17;

/// Two programs on an input on which at least one of them is out of fuel, run
/// again and watched for a state that recurs.
///
/// Each is watched as far as its fuel goes. Where then one has an end (it stops,
/// faults, or runs for ever), the other is watched for 100 times its fuel.
#[derive(Debug)]
pub struct Longer {
    /// How they end, as far as that is known by now.
    pub outcomes: [Outcome; 2],
    watched: [Option<(Machine, Watch)>; 2],
    fuel: u64,
}

impl Longer {
    /// Two programs that ended like that within the fuel.
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

    /// Runs on for at most this many steps; returns how many it were, none
    /// where there is nothing left to do.
    pub fn advance(&mut self, steps: u64) -> u64 {
        let Some((side, left)) = self.next() else { return 0 };
        let Some((machine, watch)) = &mut self.watched[side] else { return 0 };
        let before = machine.steps;
        let watched = watch.run(machine, steps.min(left));
        let taken = machine.steps - before;
        let outcome = match watched {
            Watched::Stopped(Stop::OutOfFuel) => return taken,
            Watched::Stopped(stop) => Outcome::of(machine, stop),
            Watched::Recurs(recurrence) => {
                let outcome = Outcome::of(machine, Stop::OutOfFuel);
                Outcome { recurrence: Some(recurrence), ..outcome }
            }
        };
        self.outcomes[side] = outcome;
        self.watched[side] = None;
        taken.max(1)
    }

    /// The program to run on, and how far.
    fn next(&self) -> Option<(usize, u64)> {
        let left = |side: usize, fuel: u64| {
            let (machine, _) = self.watched[side].as_ref()?;
            let left = fuel.checked_sub(machine.steps).filter(|&left| left > 0)?;
            Some((side, left))
        };
        let further = self.fuel.saturating_mul(FURTHER);
        let one_ended = |side: usize| self.watched[1 - side].is_none();
        let within_fuel = (0..2).find_map(|side| left(side, self.fuel));
        within_fuel
            .or_else(|| (0..2).filter(|&side| one_ended(side)).find_map(|side| left(side, further)))
    }
}

/// How two programs end on an input, with as much fuel as [`Longer`] gives.
pub fn ends(images: [&Rc<Image>; 2], inputs: &Inputs, fuel: u64) -> [Outcome; 2] {
    let outcomes = images.map(|image| outcome(image, inputs, fuel));
    let mut longer = Longer::new(images, inputs, &outcomes, fuel);
    let mut spent = 0;
    while spent < LONGER_STEPS {
        match longer.advance(LONGER_SLICE) {
            0 => break,
            steps => spent += steps,
        }
    }
    longer.outcomes
}

/// The witness that an input is, by a replay on fresh machines, and in what way
/// the programs differ on it.
///
/// # Panics
///
/// When the replay does not show the difference. That is a defect of this
/// crate, never a property of the programs, and no verdict may come of it.
pub fn replay(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
    fuel: u64,
) -> (Witness, ReasonCode) {
    witness(contract, inputs, ends(images, inputs, fuel))
}

/// The same of a difference that takes more than the fuel.
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

/// The witness that an input is by these runs, and by what is proved of them.
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
        within: None,
        beyond: None,
        #[cfg(feature = "tools")]
        layout: None,
    }
}

/// Reports on these runs, with what is proved of them.
pub(super) fn reports_proved(
    outcomes: [Outcome; 2],
    proved: [Option<ProvedRun>; 2],
) -> [RunReport; 2] {
    let [mut left, mut right] = outcomes.map(|outcome| outcome.report());
    [left.proved, right.proved] = proved;
    [left, right]
}

/// The first program that used up its fuel, and of which it is not known that it runs for ever.
pub(super) fn out_of_fuel(outcomes: &[Outcome; 2]) -> Option<usize> {
    outcomes.iter().position(|outcome| outcome.ending() == Ending::Unknown)
}
