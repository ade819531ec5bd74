//! Loop heads as points at which two equivalent programs hold equal words.
//!
//! A round of a loop begins where a backward branch leads. The loops of two runs are matched in the order of
//! their first backward branches, and their rounds by number. The texts do not show which registers should be
//! equal there. Runs on inputs on which the programs agree show it: a pair of registers is expected to be
//! equal if it is equal at every common round (Ernst et al., "Dynamically discovering likely program
//! invariants", 2001). This is only an expectation, as for stores to the same address. That a fix restores
//! the equality is proved.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::samples::{Run, Synchronised};
use crate::engines::difference::Difference;
use crate::engines::paths::outcome::{self, Outcome};
use crate::engines::paths::sweep;
use crate::flow::{self, Successors};
use crate::machine::mips::Reg;
use crate::machine::{Image, Slot, Stop as End};
use crate::program::Address;
use crate::report::Agreement;
use crate::symbolic::concolic::{Instance, Operands};

/// Maximum number of inputs that are run.
const INPUTS: usize = 48;
/// Maximum number of steps of a run that is considered.
const STEPS_PER_RUN: u64 = 2_000;
/// Minimum number of rounds at which a pair of registers is equal.
const ROUNDS: u32 = 4;

/// Maximum number of rounds of a run that are considered.
const LOOKED_AT: usize = 1_000;

/// A round: the number of the loop, and the number of the round.
type Round = (usize, usize);

/// The registers at the beginning of a round: the position of the word in the run, the instance that wrote
/// it, and the word.
type Held = BTreeMap<Reg, (usize, Instance, u32)>;

/// The first words at a loop head that are expected to be equal and are not on the witness, with the position
/// of the second one.
pub(super) fn violated(
    images: [&Rc<Image>; 2],
    runs: &[Run; 2],
    difference: &Difference<'_>,
) -> Option<(usize, Synchronised)> {
    let [first, second] = [0, 1].map(|side| rounds(images[side], &runs[side]));
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let expected = expected(images, difference);
    let mut violated = Vec::new();
    for (round, held) in &first {
        let Some(other) = second.get(round) else { continue };
        for &(of, a, b) in &expected {
            if of == round.0
                && let (Some(&(_, a, word)), Some(&(position, b, other))) =
                    (held.get(&a), other.get(&b))
                && word != other
            {
                violated.push((position, Synchronised(a, b)));
            }
        }
    }
    violated.into_iter().min_by_key(|(position, _)| *position)
}

/// The pairs of registers that are equal at every round of a loop where the programs agree.
fn expected(images: [&Rc<Image>; 2], difference: &Difference<'_>) -> Vec<(usize, Reg, Reg)> {
    let contract = &difference.options.contract;
    let fuel = difference.options.fuel.min(STEPS_PER_RUN);
    // How often a pair was equal; `None` once it was not.
    let mut equal: BTreeMap<(usize, Reg, Reg), Option<u32>> = BTreeMap::new();
    for inputs in sweep::spread(contract, images, INPUTS) {
        let runs = images.map(|image| Run::of(image, &inputs, fuel, Operands::None));
        let [a, b]: [&Outcome; 2] = runs.each_ref().map(|run| &run.outcome);
        let is_done = [a, b].iter().all(|outcome| outcome.stop == End::Done);
        if !is_done || outcome::agreement(a, b) != Agreement::Agree {
            continue;
        }
        let [first, second] = [0, 1].map(|side| rounds(images[side], &runs[side]));
        for (round, held) in &first {
            let Some(other) = second.get(round) else { continue };
            for (&a, &(.., word)) in held {
                for (&b, &(.., other)) in other {
                    let count = equal.entry((round.0, a, b)).or_insert(Some(0));
                    *count = count.filter(|_| word == other).map(|count| count + 1);
                }
            }
        }
    }
    let is_expected = |count: &Option<u32>| count.is_some_and(|count| count >= ROUNDS);
    equal.into_iter().filter(|(_, count)| is_expected(count)).map(|(pair, _)| pair).collect()
}

/// The registers at the rounds of a run.
fn rounds(image: &Image, run: &Run) -> BTreeMap<Round, Held> {
    let mut rounds = BTreeMap::new();
    let mut counts: Vec<(Address, usize)> = Vec::new();
    let mut held = Held::new();
    for (position, one) in run.written.iter().enumerate() {
        match (one.instance.slot, one.reg) {
            (Slot::Register, Some(reg)) => {
                held.insert(reg, (position, one.instance, one.word.value));
            }
            (Slot::Taken, _) if one.word.value == 1 => {
                let at = one.instance.at;
                let word = image.words().get(at.word_index());
                let target = match word.and_then(|&word| flow::successors(at.0, word)) {
                    Some(Successors::Branch { target, .. } | Successors::One(target)) => target,
                    _ => continue,
                };
                if target > at.0 {
                    continue;
                }
                if rounds.len() == LOOKED_AT {
                    break;
                }
                let target = Address(target);
                let index = counts.iter().position(|(head, _)| *head == target);
                let index = index.unwrap_or_else(|| {
                    counts.push((target, 0));
                    counts.len() - 1
                });
                rounds.insert((index, counts[index].1), held.clone());
                counts[index].1 += 1;
            }
            _ => {}
        }
    }
    rounds
}
