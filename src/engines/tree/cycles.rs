//! Cycles of runs that repeat a state, over terms.
//!
//! A run that repeats everything that its control flow depends on runs for ever on its input
//! ([`recurrence`](crate::machine::recurrence)). If these words are the same *terms* at the cycle's
//! beginning and end, and addresses are constant at its beginning, the same holds for every input
//! of the path. The argument is that of [`lasso`](crate::engines::paths), which a comparison uses.

use std::rc::Rc;

use crate::machine::recurrence::{Part, Recurrence, Slice, Steering, Watch, Watched};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::symbolic::concolic::{Held, Overrides, ValueRecorder};
use crate::term::{Node, Terms};

/// Maximum number of cycles of a run that are examined: the first one often ends with terms that it
/// did not begin with.
const CYCLES: usize = 4;

/// A cycle of a run on one input.
#[derive(Debug)]
pub(super) struct Cycle {
    /// Its first and last step.
    pub recurrence: Recurrence,
    /// The parts of the state that it depends on; `None` for all of the state.
    slice: Option<Slice>,
}

/// The first cycles of a run that is out of fuel and repeats a state, in order.
pub(super) fn cycles(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Vec<Cycle> {
    let mut machine = Machine::new(image, inputs);
    if machine.run(fuel, &mut ()) != Stop::OutOfFuel {
        return Vec::new();
    }
    machine.restart(inputs);
    watched(machine, fuel, &mut (), Recurring::Slice)
}

/// The cycles of a run with replaced words, compared by the whole state: each later cycle repeats the same
/// words.
pub(super) fn strict_cycles(
    image: &Rc<Image>,
    inputs: &Inputs,
    fuel: u64,
    overrides: &Overrides<()>,
) -> Vec<Cycle> {
    let recorder = ValueRecorder::overriding(image, overrides);
    let mut machine = Machine::new(image, inputs);
    if machine.run(fuel, &mut recorder.clone()) != Stop::OutOfFuel {
        return Vec::new();
    }
    machine.restart(inputs);
    watched(machine, fuel, &mut { recorder }, Recurring::State)
}

/// What has to be the same at the beginning and the end of a cycle.
#[derive(Clone, Copy)]
enum Recurring {
    /// The parts of the state that it depends on.
    Slice,
    /// All of the state.
    State,
}

fn watched(
    mut machine: Machine,
    fuel: u64,
    by: &mut impl Steering,
    recurring: Recurring,
) -> Vec<Cycle> {
    let mut cycles = Vec::new();
    while cycles.len() < CYCLES {
        let watch = Watch::steered(&machine, by);
        let mut watch = match recurring {
            Recurring::Slice => watch,
            Recurring::State => watch.strictly(),
        };
        let left = fuel.saturating_sub(machine.steps);
        let Watched::Recurs(recurrence) = watch.run_steered(&mut machine, left, by) else { break };
        let slice = match recurring {
            Recurring::Slice => watch.slice(),
            Recurring::State => None,
        };
        cycles.push(Cycle { recurrence, slice });
    }
    cycles
}

impl Cycle {
    /// Whether each later cycle repeats the same words.
    pub fn is_strict(&self) -> bool {
        self.slice.is_none()
    }

    /// The parts that recur for all inputs of the path, given the machine's terms at the cycle's
    /// beginning and end.
    pub fn comes_again(&self, terms: &mut Terms, [first, again]: [&Held; 2]) -> Comes {
        let mut is_constant = |&part: &Part| {
            part != Part::Memory && {
                let word = first.part(terms, part);
                matches!(terms.node(word), Node::Word(_))
            }
        };
        let slice = self.slice.as_ref().filter(|it| it.addresses.iter().all(&mut is_constant));
        let [way, output] = match slice {
            Some(Slice { decides, decides_output, .. }) => {
                [decides, decides_output].map(Vec::clone)
            }
            None => [Part::all(), Part::all()],
        };
        let mut are_same = |parts: Vec<Part>| {
            parts.into_iter().all(|part| first.part(terms, part) == again.part(terms, part))
        };
        match (are_same(way), are_same(output)) {
            (false, _) => Comes::Nothing,
            (true, false) => Comes::Way,
            (true, true) => Comes::Output,
        }
    }
}

/// The parts of the state that recur at the end of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    /// None is known to recur.
    Nothing,
    /// The parts that decide how the program continues.
    Way,
    /// Those, and the parts that decide its output.
    Output,
}
