//! Runs reported to loop forever are compared with the emulator.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tamarin::machine::recurrence::{Watch, Watched};
use tamarin::machine::{Image, Machine, Stop};
use tamarin_testing::generate::{cases, looping};
use tamarin_testing::rounds::goes_round;

/// Random programs with backward branches: a run reported to loop forever repeats its locations for 30 rounds, and does
/// not stop within 100,000 steps.
#[test]
fn what_goes_round_does_not_stop() {
    let said = [Cell::new(0), Cell::new(0)];
    let inputs = (0u32..5, prop_oneof![Just(0u32), Just(1), Just(40), Just(u32::MAX)]);
    TestRunner::new(cases(4_000))
        .run(&(looping(), inputs), |(program, (a, b))| {
            let image = Image::new(&program);
            let mut machine = Machine::new(&image, [a, b]);
            if let Watched::Recurs(recurrence) = Watch::new(&machine).run(&mut machine, 400) {
                prop_assert!(goes_round(&image, &[a, b], recurrence), "{:?}", recurrence);
                let mut machine = Machine::new(&image, [a, b]);
                prop_assert_eq!(machine.run(100_000, &mut ()), Stop::OutOfFuel);
                let said = &said[usize::from(recurrence.is_whole)];
                said.set(said.get() + 1);
            }
            Ok(())
        })
        .expect("they go round");
    let [deciding, whole] = said.map(Cell::into_inner);
    println!("{whole} in the same state, {deciding} in all that decides");
    assert!(whole > 20 && deciding > 20, "{whole} {deciding}");
}
