//! Runs of one program over terms.

use super::Bench;
use super::cycles::{Comes, Cycle};
use crate::engines::paths::outcome::Outcome;
use crate::machine::mips::Reg;
use crate::machine::recurrence::Recurrence;
use crate::machine::{Inputs, Machine, Slot, Stop as End};
use crate::program::Address;
use crate::solver::Stop;
use crate::symbolic::concolic::{Overflow, Overrides, Rest, TermRecorder, Written};
use crate::symbolic::contract::Scene;
use crate::symbolic::paths::Ran;
use crate::term::Term;

/// Steps between two pauses.
const SLICE: u64 = 1 << 12;

/// A run of one program over terms.
pub(super) struct OneRun {
    pub outcome: Outcome,
    pub ran: Ran,
    pub kept: Kept,
}

/// The data kept for a run beside its path.
pub(super) struct Kept {
    pub written: Vec<Written<Term>>,
    /// How it continues.
    pub rest: Rest,
    /// Whether a word kept its own value because its replacement is unknown.
    pub is_beyond: bool,
    pub overflows: Option<Vec<Overflow>>,
}

impl Bench<'_> {
    /// Runs one program over terms.
    pub(super) fn run_one(
        &mut self,
        program: usize,
        inputs: &Inputs,
        overrides: &Overrides<Term>,
        wanted: &[(Address, Slot)],
        cycles: Vec<Cycle>,
    ) -> Option<OneRun> {
        let image = self.images[program];
        let mut machine = Machine::new(image, inputs);
        let Bench { terms, stop, steps, overflows, .. } = self;
        let mut recorder = TermRecorder::new(terms, image, overrides, wanted);
        recorder.overflows = overflows.then(Vec::new);
        let limits = Limits { fuel: self.options.fuel, steps, stop };
        let Ended { end, repetition } = follow(&mut machine, &mut recorder, cycles, limits)?;
        let mut outcome = Outcome::of(&machine, end);
        let mut printed_before = None;
        let mut rest = match end {
            End::OutOfFuel => Rest::Unknown(recorder.counts().clone()),
            _ => Rest::Ended,
        };
        if let Some(repetition) = repetition {
            outcome.recurrence = Some(repetition.recurrence);
            printed_before = repetition.printed_before;
            rest = repetition.rest.unwrap_or(rest);
        }
        let others = match end {
            End::Done => recorder.observed(image)?,
            _ => Vec::new(),
        };
        let is_beyond = recorder.is_beyond();
        let result = Scene::reg(&recorder.held, Reg::RESULT);
        let TermRecorder { conditions, holds, written, printed, overflows, .. } = recorder;
        let ran = Ran { conditions, holds, result, others, output: printed, cycle: printed_before };
        Some(OneRun { outcome, ran, kept: Kept { written, rest, is_beyond, overflows } })
    }
}

/// The limits of a run.
struct Limits<'l> {
    fuel: u64,
    /// Remaining steps of all runs.
    steps: &'l mut u64,
    stop: &'l Stop,
}

/// How a run over terms ended.
struct Ended {
    end: End,
    repetition: Option<Repetition>,
}

/// A cycle of states that all inputs of a path repeat.
struct Repetition {
    recurrence: Recurrence,
    /// The number of words that were printed before it, if it prints.
    printed_before: Option<usize>,
    /// How the run continues, if the cycle repeats all words.
    rest: Option<Rest>,
}

/// Runs a program until it ends or one of these cycles returns on all inputs of the path. `None` if
/// no steps are left or time is up.
fn follow(
    machine: &mut Machine,
    recorder: &mut TermRecorder<'_>,
    cycles: Vec<Cycle>,
    limits: Limits<'_>,
) -> Option<Ended> {
    let Limits { fuel, steps, stop } = limits;
    let mut cycles = cycles.into_iter().peekable();
    let mut before_again = None;
    loop {
        let cycle = cycles.peek().map(|cycle| cycle.recurrence);
        if cycle.is_some_and(|cycle| cycle.first == machine.steps) {
            let printed = recorder.printed.len();
            before_again = Some((recorder.held.clone(), recorder.counts().clone(), printed));
        }
        let to = match cycle {
            Some(cycle) if machine.steps < cycle.first => cycle.first,
            Some(cycle) => cycle.again,
            None => fuel,
        };
        let slice = SLICE.min(to - machine.steps).min(*steps);
        if stop.is_due() || slice == 0 && to > machine.steps {
            return None;
        }
        let before = machine.steps;
        let end = machine.run(slice, recorder);
        *steps -= machine.steps - before;
        stop.spend(machine.steps - before);
        if end != End::OutOfFuel || cycle.is_none() && machine.steps >= fuel {
            return Some(Ended { end, repetition: None });
        }
        if let Some((first, counts, printed)) = before_again.take_if(|_| machine.steps == to)
            && let Some(cycle) = cycles.next()
            && let again = recorder.ask(|terms, held| cycle.comes_again(terms, [&first, held]))
            && again != Comes::Nothing
        {
            let repeats_output = again == Comes::Output;
            let recurrence = Recurrence { repeats_output, ..cycle.recurrence };
            let printed_before = repeats_output.then_some(printed);
            let counts = [counts, recorder.counts().clone()];
            let rest = cycle.is_strict().then_some(Rest::Again(counts));
            return Some(Ended {
                end,
                repetition: Some(Repetition { recurrence, printed_before, rest }),
            });
        }
    }
}
