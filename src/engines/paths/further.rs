//! Runs beyond the fuel, where it was not proved that loops do the same.
//!
//! Programs may part in a round that no run within the fuel comes to: the counter has passed a constant, or
//! a product no longer fits a word. How often a loop goes round hangs on one word as a rule, so one word of
//! an input is a likely one in turn, and all others are 0 or 1; and the first inputs of the sweep are
//! among those that are run. What a smaller number counts is over sooner, so these come first, those
//! below zero for themselves: a number that is counted up to zero is another one than one that is
//! counted down.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::outcome::{self, Outcome};
use super::sweep;
use crate::contract::Contract;
use crate::machine::{Image, Inputs, Machine, Stop as Ended};
use crate::solver::Stop;

/// The steps of a run, at most, one time after the other.
const FUELS: [u64; 2] = [100_000, 1_000_000];
/// Steps of both programs each time, for inputs of either sign.
const STEPS: u64 = 20_000_000;
/// Inputs that are made of one likely word, at most.
const ALONE: usize = 4_096;
/// Inputs of the sweep.
const OF_SWEEP: usize = 256;

/// An input on which the programs differ, if one is found.
pub(super) async fn find(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    stop: &Stop,
    mut pause: impl AsyncFnMut() -> ControlFlow<()>,
) -> Option<Inputs> {
    let mut machines = images.map(|image| Machine::new(image, first));
    let mut all: Vec<Inputs> = sweep::candidates(contract, images, first).take(OF_SWEEP).collect();
    all.extend(one_by_one(contract, &sweep::words(images)));
    let largest = |inputs: &Inputs| inputs.iter().map(|&word| (word as i32).unsigned_abs()).max();
    all.sort_by_cached_key(largest);
    let is_negative = |inputs: &Inputs| inputs.iter().any(|&word| (word as i32) < 0);
    let (negative, others) = all.into_iter().partition(is_negative);
    let mut left: [Vec<Inputs>; 2] = [others, negative];
    for fuel in FUELS {
        for inputs in &mut left {
            if stop.is_due() || pause().await.is_break() {
                return None;
            }
            *inputs = match run(&mut machines, std::mem::take(inputs), fuel) {
                ControlFlow::Break(differ) => return Some(differ),
                ControlFlow::Continue(left) => left,
            };
        }
    }
    None
}

/// Runs both programs on inputs: those on which one of them goes on, or the first one on which they differ.
fn run(
    machines: &mut [Machine; 2],
    all: Vec<Inputs>,
    fuel: u64,
) -> ControlFlow<Inputs, Vec<Inputs>> {
    let (mut steps, mut going_on) = (0, Vec::new());
    for inputs in all {
        if steps > STEPS {
            break;
        }
        let mut of = |program: usize| {
            let machine = &mut machines[program];
            machine.restart(&inputs);
            let ended = machine.run(fuel, &mut ());
            steps += machine.steps;
            Outcome::of(machine, ended)
        };
        let left = of(0);
        // Where one has no end, there is nothing to compare.
        if left.stop == Ended::OutOfFuel {
            going_on.push(inputs);
            continue;
        }
        let right = of(1);
        if outcome::difference(&left, &right).is_some() {
            return ControlFlow::Break(inputs);
        }
        if right.stop == Ended::OutOfFuel {
            going_on.push(inputs);
        }
    }
    ControlFlow::Continue(going_on)
}

/// Inputs with one of the words, and no others but zeros, or ones, that a contract allows.
fn one_by_one<'c>(contract: &'c Contract, words: &'c [u32]) -> impl Iterator<Item = Inputs> {
    let count = contract.names().len();
    let all = words.iter().flat_map(move |&word| {
        (0..count).flat_map(move |at| {
            [0, 1].map(|other| (0..count).map(|it| if it == at { word } else { other }).collect())
        })
    });
    let fitted = all.take(ALONE).map(|inputs: Inputs| contract.fit(&inputs));
    fitted.filter(|inputs| contract.allows(inputs))
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
            let pause = async || ControlFlow::Continue(());
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
