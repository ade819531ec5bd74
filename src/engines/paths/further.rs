//! Searches beyond the fuel for a difference, where loops were not proved to agree.
//!
//! Programs may first differ in an iteration that no run within the fuel reaches: the counter has
//! passed a constant, or a product no longer fits in a word. The number of iterations usually
//! depends on one word. So each input word in turn takes typical values, and all others are 0 or 1.
//! In such a series, smaller numbers usually mean shorter loops; once a few runs in a row do not
//! end, the later ones will not either within the same fuel. Negative numbers are a series of their
//! own: a loop that counts up to zero ends soon where one that counts down does not.

use std::rc::Rc;

use super::outcome::{self, Outcome};
use super::sweep;
use crate::contract::Contract;
use crate::engines::pause::Pause;
use crate::machine::{Image, Inputs, Machine, Stop as Ended};
use crate::solver::Stop;

/// Maximum number of steps of a run, for the first and the second attempt.
const FUELS: [u64; 2] = [100_000, 1_000_000];
/// Number of consecutive runs without an end after which a series stops.
const IN_VAIN: u32 = 3;
/// Maximum number of steps of both programs in a series.
const STEPS_OF_SERIES: u64 = 10_000_000;
/// Number of input words that take typical values in turn: the first ones.
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
        if steps > STEPS_OF_SERIES || in_vain == IN_VAIN {
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
        // If one run has no end, there is nothing to compare.
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

    /// If two loops differ first in an iteration far beyond the fuel, that iteration is found for
    /// either sign of the counter; if they do not differ, nothing is found.
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
