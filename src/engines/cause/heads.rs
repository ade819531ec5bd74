//! Heads of loops as points at which two programs that compute the same hold the same.
//!
//! A round of a loop begins where a branch back leads to. The loops of two runs are matched in
//! the order in which they are first gone back in, and their rounds by number. Which registers
//! are to be equal there is not known from the texts; it is what holds on inputs on which the
//! programs agree (Ernst et al., "Dynamically discovering likely program invariants", 2001): a
//! register of one and a register of the other that hold the same at every round that both
//! have. It is an expectation, as that equal addresses are stored to in the same order is one:
//! that a fix meets it is proved.

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

/// Inputs that are run at most.
const INPUTS: usize = 48;
/// Steps of a run from which on it is not looked at.
const STEPS: u64 = 2_000;
/// Rounds that a pair of registers is to be equal at.
const ROUNDS: u32 = 4;

/// Rounds of a run that are looked at.
const LOOKED_AT: usize = 1_000;

/// A round: the number of the loop, and that of the round.
type Round = (usize, usize);

/// What registers hold as a round begins: the position of the word in the run, who wrote it,
/// and the word.
type Held = BTreeMap<Reg, (usize, Instance, u32)>;

/// The first words of a round, at the head of a loop, that are expected to be equal on the
/// witness and are not, with the position of the second one.
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
    let fuel = difference.options.fuel.min(STEPS);
    // How often a pair was equal; none once it was not.
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

/// What is held at the rounds of a run.
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
