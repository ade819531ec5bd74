//! Runs beyond the fuel, where it was not proved that loops do the same.
//!
//! Programs may part in a round that no run within the fuel comes to: the counter has passed a constant, or
//! a product no longer fits a word. How often a loop goes round hangs on one word as a rule, so one word of
//! an input is a likely one in turn, and all others are 0 or 1. Of such a series, what a smaller
//! number counts is over sooner; once a few in a row have no end, the others have none within the same
//! fuel. Numbers below zero are a series of their own: one that is counted up to zero is over
//! soon where one that is counted down is not.

use std::rc::Rc;

use super::outcome::{self, Outcome};
use super::sweep;
use crate::contract::Contract;
use crate::engines::pause::Pause;
use crate::machine::{Image, Inputs, Machine, Stop as Ended};
use crate::solver::Stop;

/// The steps of a run, at most, one time after the other.
const FUELS: [u64; 2] = [100_000, 1_000_000];
/// Runs in a row without an end that end a series.
const IN_VAIN: u32 = 3;
/// Steps of both programs in a series, at most.
const STEPS: u64 = 10_000_000;
/// Words of an input that are likely ones in turn: the first ones.
const WORDS: usize = 8;

/// An input on which the programs differ, if one is found.
pub(super) async fn find(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    stop: &Stop,
    mut pause: Pause<'_>,
) -> Option<Inputs> {
    let mut machines = images.map(|image| Machine::new(image, first));
    let count = contract.names().len();
    let mut words = sweep::words(images).to_vec();
    words.sort_by_key(|&word| (word as i32).unsigned_abs());
    let (negative, others): (Vec<u32>, Vec<u32>) =
        words.into_iter().partition(|&word| (word as i32) < 0);
    for fuel in FUELS {
        for at in 0..count.min(WORDS) {
            for (signed, other) in [(&others, 0), (&negative, 0), (&others, 1), (&negative, 1)] {
                if stop.is_due() || pause.wait().await.is_break() {
                    return None;
                }
                let series = signed.iter().map(|&word| {
                    let inputs: Inputs =
                        (0..count).map(|it| if it == at { word } else { other }).collect();
                    contract.fit(&inputs)
                });
                let series = series.filter(|inputs| contract.allows(inputs));
                let found = in_series(&mut machines, series, fuel);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// The first input of a series on which the programs differ.
fn in_series(
    machines: &mut [Machine; 2],
    series: impl Iterator<Item = Inputs>,
    fuel: u64,
) -> Option<Inputs> {
    let (mut steps, mut in_vain) = (0, 0);
    for inputs in series {
        if steps > STEPS || in_vain == IN_VAIN {
            break;
        }
        let mut run = |program: usize| {
            let machine = &mut machines[program];
            machine.restart(&inputs);
            let ended = machine.run(fuel, &mut ());
            steps += machine.steps;
            Outcome::of(machine, ended)
        };
        let left = run(0);
        // Where one has no end, there is nothing to compare.
        let right = if left.stop == Ended::OutOfFuel { left.clone() } else { run(1) };
        if outcome::difference(&left, &right).is_some() {
            return Some(inputs);
        }
        in_vain = if right.stop == Ended::OutOfFuel { in_vain + 1 } else { 0 };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::assemble;

    /// Of two loops that part in a round that is far behind the fuel the first such round is found, whichever
    /// sign the counter has; of loops that do not nothing is.
    #[test]
    fn a_round_beyond_the_fuel_is_come_to() {
        let counting = |step: &str, slip: &str| {
            let text = format!(
                "lis $4\n.word {step}\nlis $5\n.word {slip}\nloop: beq $1, $0, done\n\
                 bne $1, $5, same\nadd $3, $3, $4\nsame: add $3, $3, $1\nadd $1, $1, $4\n\
                 beq $0, $0, loop\ndone: jr $31\n"
            );
            Image::new(&assemble(&text).program.expect("it is one"))
        };
        let found = |left: &Rc<Image>, right: &Rc<Image>| {
            let contract = Contract::default();
            let first = contract.first_inputs();
            let pause = Pause::never();
            pollster::block_on(find([left, right], &contract, &first, &Stop::NEVER, pause))
        };
        for (step, slip) in [("-1", 30_000_i32), ("1", -30_000), ("-1", 100_000)] {
            let (plain, wrong) = (counting(step, "0"), counting(step, &slip.to_string()));
            let inputs = found(&plain, &wrong).expect("they part");
            assert_eq!(inputs[0] as i32, slip, "{inputs:?}");
            assert_eq!(found(&plain, &plain), None);
        }
    }
}
