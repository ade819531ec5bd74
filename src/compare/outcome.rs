//! How runs end, and whether two of them agree.

use std::rc::Rc;

use super::{Observer, Signal};
use crate::cpu::{Fault, Image, Machine, Recorder, Stop};
use crate::report::{Agreement, FaultReport, OutcomeKind, ReasonCode, RunReport, Witness};

/// How a program ended on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it stopped.
    pub stop: Stop,
    /// `$3` as it stopped.
    pub result: u32,
    /// Steps taken.
    pub steps: u64,
}

/// Steps between two looks at the outside world.
const SLICE: u64 = 1 << 20;

/// Runs a machine that is at its start, and looks up now and then. `None` when
/// cancelled.
pub(super) async fn run<R: Recorder>(
    machine: &mut Machine,
    fuel: u64,
    recorder: &mut R,
    observer: &mut dyn Observer,
) -> Option<Outcome> {
    let mut left = fuel;
    loop {
        let slice = left.min(SLICE);
        let stop = machine.run(slice, recorder);
        left -= slice;
        if stop != Stop::OutOfFuel || left == 0 {
            return Some(Outcome::of(machine, stop));
        }
        if observer.pause().await == Signal::Break(()) {
            return None;
        }
    }
}

/// Runs a program to its end.
pub fn outcome(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> Outcome {
    let mut machine = Machine::new(image, inputs);
    let stop = machine.run(fuel, &mut ());
    Outcome::of(&machine, stop)
}

impl Outcome {
    /// How a machine stopped.
    pub fn of(machine: &Machine, stop: Stop) -> Outcome {
        Outcome { stop, result: machine.state.result(), steps: machine.steps }
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
            message: kind.to_string(),
        });
        RunReport { outcome, result, fault, steps: self.steps }
    }
}

/// Whether two programs agree on an input: both fault, or both stop with the
/// same result. Of a run that is out of fuel nothing is concluded.
pub fn agreement(left: &Outcome, right: &Outcome) -> Agreement {
    match difference(left, right) {
        Some(_) => Agreement::Differ,
        None if [left, right].iter().any(|run| run.stop == Stop::OutOfFuel) => {
            Agreement::Inconclusive
        }
        None => Agreement::Agree,
    }
}

/// In what way two programs differ on an input, if they do.
pub fn difference(left: &Outcome, right: &Outcome) -> Option<ReasonCode> {
    match (left.stop, right.stop) {
        (Stop::OutOfFuel, _) | (_, Stop::OutOfFuel) => None,
        (Stop::Fault(_), Stop::Fault(_)) => None,
        (Stop::Fault(_), Stop::Done) => Some(ReasonCode::OnlyLeftFaults),
        (Stop::Done, Stop::Fault(_)) => Some(ReasonCode::OnlyRightFaults),
        (Stop::Done, Stop::Done) => {
            (left.result != right.result).then_some(ReasonCode::ResultsDiffer)
        }
    }
}

/// The witness that an input is, by a replay on fresh machines.
///
/// # Panics
///
/// When the replay does not show the difference. That is a defect of this
/// crate, never a property of the programs, and no verdict may come of it.
pub fn replay(left: &Rc<Image>, right: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> Witness {
    let outcomes = [left, right].map(|image| outcome(image, inputs, fuel));
    let shown = difference(&outcomes[0], &outcomes[1]).is_some();
    assert!(shown, "the difference on {inputs:?} does not replay: {outcomes:?}");
    let [left, right] = outcomes.map(|outcome| outcome.report());
    Witness { inputs, left, right, minimal: None, unique: None }
}
