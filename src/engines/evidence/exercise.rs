//! Finds an allowed input for which a statement claims something.
//!
//! The kernel refuses a claim about nothing. But its claim leaves out the premises that it cannot express, so it covers
//! more inputs than the contract: its example may be one that the contract forbids.

use std::rc::Rc;

use tamarin_kernel::evidence::Input;

use crate::contract::Contract;
use crate::engines::paths::{outcome, sweep};
use crate::engines::statement::{Among, Extent, Statement};
use crate::machine::{Image, Inputs, Stop};

/// Maximum number of steps of a run.
const FUEL: u64 = 100_000;
/// Maximum number of steps of all runs.
const STEPS: u64 = 4_000_000;

/// An allowed input for which a statement about all inputs claims something: the kernel's example if it is one, else a
/// likely input. Of other statements only the example, which is about their witness. `None` if none is known.
pub fn exercised(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    statement: &Statement,
    example: &Input,
) -> Option<Inputs> {
    let words: Vec<u32> = example.words.iter().map(|&word| word as u32).collect();
    let example = contract.fit(&words);
    if statement.inputs != Among::All {
        return Some(example).filter(|example| contract.allows(example));
    }
    let likely = sweep::candidates(contract, images, &contract.first_inputs());
    let mut steps = 0;
    for inputs in std::iter::once(example).chain(likely) {
        if !contract.allows(&inputs) {
            continue;
        }
        let (most, both) = match statement.extent {
            Extent::Always => return Some(inputs),
            Extent::IfBothStop => (FUEL, true),
            Extent::UpTo(most) => (most.min(FUEL), false),
            Extent::IfBothStopWithin(most) => (most.min(FUEL), true),
        };
        let outcomes = images.map(|image| outcome::outcome(image, &inputs, most));
        let stops = outcomes.each_ref().map(|it| it.stop != Stop::OutOfFuel && it.steps <= most);
        if stops == [true; 2] || (!both && stops != [false; 2]) {
            return Some(inputs);
        }
        steps += outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
        if steps > STEPS {
            return None;
        }
    }
    None
}
