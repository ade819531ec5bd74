//! Decides which of two differing programs has the mistake.
//!
//! A difference does not say so. The caller may name the reference. Otherwise the left program is
//! the reference, unless its run on the witness shows a mistake and the right one's does not. A run
//! shows a mistake if it repeats a state and therefore never stops, executes a word that is not an
//! instruction, or accesses an address outside memory. No program does so on purpose. A division by
//! zero is not a sign of a mistake, because some tasks ask for a division. Nor is running out of
//! fuel: the program may stop later.

use crate::engines::difference::Difference;
use crate::engines::paths::outcome::{Outcome, watched};
use crate::machine::{FaultKind, Stop};
use crate::report::Side;

/// The program whose text is repaired.
pub(super) fn wrong(difference: &Difference<'_>) -> Side {
    let Difference { images, options, inputs } = difference;
    let runs = images.map(|image| watched(image, inputs, options.fuel));
    match runs.each_ref().map(shows_a_mistake) {
        [true, false] => Side::Left,
        _ => Side::Right,
    }
}

/// Whether the run does something that no program is meant to do.
fn shows_a_mistake(run: &Outcome) -> bool {
    match run.stop {
        Stop::Done => false,
        Stop::OutOfFuel => run.recurrence.is_some(),
        Stop::Fault(fault) => !matches!(fault.kind, FaultKind::DivisionByZero),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::paths::Options;
    use crate::link;
    use crate::machine::{Image, Inputs};

    fn of(left: &str, right: &str) -> Side {
        let images = [left, right]
            .map(|text| Image::new(&link::assemble(text).program.expect("it is a program")));
        let options = Options { fuel: 100, ..Options::default() };
        let inputs = Inputs::from([1, 1]);
        wrong(&Difference { images: images.each_ref(), options: &options, inputs })
    }

    #[test]
    fn the_left_program_is_wrong_only_if_its_run_shows_it() {
        let right = "sub $3, $1, $2\njr $31\n";
        let shows = ["add $3, $1, $2\n", "jr $1\n", "lw $3, 1($0)\njr $31\n", "x: beq $0, $0, x\n"];
        for left in shows {
            assert_eq!(of(left, right), Side::Left, "{left}");
            assert_eq!(of(left, left), Side::Right, "{left}");
        }
        let slow = "lis $4\n.word 1\nlis $5\n.word 50\nx: sub $5, $5, $4\nbne $5, $0, x\njr $31\n";
        for left in ["add $3, $1, $2\njr $31\n", "div $1, $0\njr $31\n", slow] {
            assert_eq!(of(left, right), Side::Right, "{left}");
        }
    }
}
