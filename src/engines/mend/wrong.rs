//! Which of two programs that differ has the mistake.
//!
//! A difference does not say so. Whoever asks may name the reference. Otherwise the left program is the
//! reference, unless its run on the witness shows a mistake and the right one's does not. A run shows one if it
//! never stops, or executes a word that is no instruction, or accesses no word of memory. No program does so on
//! purpose. A division by zero is no such sign: dividing is what some tasks ask for.

use crate::engines::difference::Difference;
use crate::engines::paths::outcome::outcome;
use crate::machine::{FaultKind, Stop};
use crate::report::Side;

/// The program whose text a mend changes.
pub(super) fn wrong(difference: &Difference<'_>) -> Side {
    let Difference { images, options, inputs } = difference;
    let stops = images.map(|image| outcome(image, inputs, options.fuel).stop);
    match stops.map(shows_a_mistake) {
        [true, false] => Side::Left,
        _ => Side::Right,
    }
}

/// Whether no program is meant to end so. A run of a witness that is out of fuel is known to go on for ever.
fn shows_a_mistake(stop: Stop) -> bool {
    match stop {
        Stop::Done => false,
        Stop::OutOfFuel => true,
        Stop::Fault(fault) => !matches!(fault.kind, FaultKind::DivisionByZero),
    }
}
