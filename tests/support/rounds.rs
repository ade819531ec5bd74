//! Checks whether a run repeats its locations, round by round.

use std::rc::Rc;

use tamarin::machine::mips::Reg;
use tamarin::machine::recurrence::Recurrence;
use tamarin::machine::{Image, Machine, State, Stop};

/// Number of checked rounds.
const ROUNDS: usize = 30;

/// Whether a run visits the same locations round after round, and returns to the same state if that is claimed.
pub fn goes_round(image: &Rc<Image>, inputs: &[u32], recurrence: Recurrence) -> bool {
    let Recurrence { first, again, is_whole, .. } = recurrence;
    let Some(lap) = again.checked_sub(first).filter(|&lap| lap > 0) else { return false };
    let mut machine = Machine::new(image, inputs);
    if machine.run(first, &mut ()) != Stop::OutOfFuel {
        return false;
    }
    let before = machine.clone();
    let mut places = || -> Option<Vec<u32>> {
        let step = |_| match machine.run(1, &mut ()) {
            Stop::OutOfFuel => Some(machine.state.pc),
            _ => None,
        };
        (0..lap).map(step).collect()
    };
    let Some(round) = places() else { return false };
    let is_same = (1..ROUNDS).all(|_| places().as_ref() == Some(&round));
    is_same && (!is_whole || same_state(&before, image, inputs, again))
}

fn same_state(before: &Machine, image: &Rc<Image>, inputs: &[u32], again: u64) -> bool {
    let mut after = Machine::new(image, inputs);
    after.run(again, &mut ());
    let words = |machine: &Machine| {
        let State { hi, lo, pc, .. } = machine.state;
        let registers: Vec<u32> = Reg::all().map(|reg| machine.state.reg(reg)).collect();
        (registers, [hi, lo, pc])
    };
    words(before) == words(&after) && before.memory.holds_the_same_as(&after.memory)
}
