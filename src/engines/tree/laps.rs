//! Laps of runs that go round, over terms.
//!
//! A run that comes back to what decides its way goes round on its input
//! ([`recurrence`](crate::machine::recurrence)). Where the words that decide it are the same *terms* at
//! the lap's beginning and end, and addresses are constant at its beginning, so does every input of the path: the
//! argument is that of [`lasso`](crate::engines::paths), which a comparison goes by.

use std::rc::Rc;

use crate::machine::recurrence::{Part, Recurrence, Slice, Steering, Watch, Watched};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::symbolic::concolic::{Held, Overrides, ValueRecorder};
use crate::term::{Node, Terms};

/// Laps of a run that are looked at: the first one often ends in what it did not begin with.
const LAPS: usize = 4;

/// A lap of a run on one input.
#[derive(Debug)]
pub(super) struct Lap {
    /// When it begins and ends.
    pub recurrence: Recurrence,
    /// What it hangs on; none where that is all of the state.
    slice: Option<Slice>,
}

/// The first laps of a run, one after the other, where it is out of fuel and goes round.
pub(super) fn laps(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Vec<Lap> {
    let mut machine = Machine::new(image, inputs);
    if machine.run(fuel, &mut ()) != Stop::OutOfFuel {
        return Vec::new();
    }
    machine.restart(inputs);
    watched(machine, fuel, &mut (), false)
}

/// The same of a run with words replaced, and for all of the state: each lap from there on does the
/// same, with the same words.
pub(super) fn strict_laps(
    image: &Rc<Image>,
    inputs: &Inputs,
    fuel: u64,
    overrides: &Overrides<()>,
) -> Vec<Lap> {
    let recorder = ValueRecorder::overriding(image, overrides);
    let mut machine = Machine::new(image, inputs);
    if machine.run(fuel, &mut recorder.clone()) != Stop::OutOfFuel {
        return Vec::new();
    }
    machine.restart(inputs);
    watched(machine, fuel, &mut { recorder }, true)
}

fn watched(mut machine: Machine, fuel: u64, by: &mut impl Steering, is_strict: bool) -> Vec<Lap> {
    let mut laps = Vec::new();
    while laps.len() < LAPS {
        let watch = Watch::steered(&machine, by);
        let mut watch = if is_strict { watch.strictly() } else { watch };
        let left = fuel.saturating_sub(machine.steps);
        let Watched::Recurs(recurrence) = watch.run_steered(&mut machine, left, by) else { break };
        let slice = watch.slice().filter(|_| !is_strict);
        laps.push(Lap { recurrence, slice });
    }
    laps
}

impl Lap {
    /// Whether each lap from there on does the same, with the same words.
    pub fn is_strict(&self) -> bool {
        self.slice.is_none()
    }

    /// What comes again for all inputs of the path, by what the machine holds at the lap's beginning and
    /// end.
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

/// What comes again at the end of a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    /// Nothing is known to.
    Nothing,
    /// What decides how the program goes on.
    Way,
    /// That, and what decides what it prints.
    Output,
}
