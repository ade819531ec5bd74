//! Joins: addresses where paths meet that a choice has parted.
//!
//! `n` choices in a row have 2^n paths. If both programs are cut behind each choice, as they are behind each round of a loop, every
//! choice is followed alone, and a node's invariant says what its paths leave. In the terms of program alignment automata
//! (PAA, section 2) these are more states; PAA cuts at the heads of loops only.
//!
//! An address is a join if at least two instructions lead there, and no branch jumps over it, except out of a loop. Where a word of
//! the right program is not given by words of the left one in runs, the programs are in the middle of something: they are not cut there.

use std::collections::BTreeSet;

use tamarin_kernel::claim::Claim;
use tamarin_kernel::evidence::Side;
use tamarin_kernel::machine::{Comparison, Instruction, Machine};

use super::nodes::{Maker, Node};
use super::{plan, traces};
use crate::{Open, Place};

/// With fewer joins, all paths together are soon followed.
const FEW: usize = 6;
/// In programs with more branches no alignment is found anyway.
const MOST: usize = 2_000;

/// The joins of both programs.
pub type Joins = [BTreeSet<u64>; 2];

/// The joins of both programs at which runs agree, if both programs have many joins. Adds the work for it.
pub fn joins(claim: &Claim, work: &mut u64) -> Result<Option<Joins>, Open> {
    let machine = claim.machine()?;
    let mut joins = claim.programs.each_ref().map(|words| of(words, machine));
    if joins.iter().any(|joins| joins.len() < FEW) {
        return Ok(None);
    }
    while joins.iter().all(|joins| !joins.is_empty()) {
        let runs = traces(claim, &joins)?;
        let maker = Maker::new(claim, machine, &runs, 1);
        let plans = plan::plans(&runs);
        let Some(plan) = plans.first() else { return Ok(None) };
        let before = joins.each_ref().map(BTreeSet::len);
        let nodes = maker.nodes(plan);
        *work += runs.work() + maker.work.take();
        for node in nodes.values().filter(|node| is_apart(node)) {
            for (joins, place) in joins.iter_mut().zip(node.at) {
                if let Place::Cut { at } = place {
                    joins.remove(&at);
                }
            }
        }
        if joins.each_ref().map(BTreeSet::len) == before {
            return Ok(Some(joins));
        }
    }
    Ok(None)
}

/// Whether a word of the right program is not given by words of the left one.
fn is_apart(node: &Node) -> bool {
    node.free.iter().any(|(side, _)| *side == Side::Right)
}

/// The joins of a program; empty if it has more than [`MOST`] branches.
fn of(words: &[u64], machine: &Machine) -> BTreeSet<u64> {
    let cell = machine.layout.cell;
    let decoded = |index: usize| (machine.decode)(words[index]);
    let branches: Vec<[usize; 2]> = (0..words.len())
        .filter_map(|from| match decoded(from)? {
            Instruction::Branch { offset, .. } => {
                let to =
                    machine.width.wrap((from as u64 + 1).wrapping_mul(cell).wrapping_add(offset));
                Some([from, usize::try_from(to / cell).ok().filter(|to| *to < words.len())?])
            }
            _ => None,
        })
        .collect();
    if branches.len() > MOST {
        return BTreeSet::new();
    }
    let is_passed = |at: usize| match decoded(at) {
        Some(Instruction::Branch { when, holds, of, .. }) => {
            !(when == Comparison::Equal && holds && of[0] == of[1])
        }
        Some(Instruction::Jump { .. } | Instruction::Halt) | None => false,
        Some(_) => true,
    };
    // How many forward branches lead to each address, and whether one jumps over it.
    let mut led = vec![0; words.len()];
    let mut over = vec![false; words.len()];
    for &[from, to] in branches.iter().filter(|[from, to]| from < to) {
        led[to] += 1;
        // Within a loop that it leaves, it jumps over nothing.
        let left = branches.iter().filter(|[last, head]| head <= last);
        let left = left.filter(|[last, head]| (*head..=*last).contains(&from) && *last < to);
        let last = left.map(|[last, _]| *last).max().unwrap_or(from);
        over[last + 1..to].fill(true);
    }
    let is_join = |at: &usize| {
        let passed = *at > 0 && is_passed(at - 1);
        led[*at] > 0 && led[*at] + usize::from(passed) > 1 && !over[*at]
    };
    (0..words.len()).filter(is_join).map(|index| index as u64 * cell).collect()
}

#[cfg(test)]
mod tests {
    use tamarin_kernel::machine::arm64::ARM64;

    use super::*;

    /// `b.eq` or `b` from one index to another one; all else adds.
    fn program(length: usize, branches: &[(usize, usize, bool)]) -> Vec<u64> {
        let mut words = vec![0x8b20_6000; length];
        for &(from, to, is_plain) in branches {
            let cells = to as i64 - from as i64;
            words[from] = match is_plain {
                true => 0x1400_0000 | (cells as u64 & 0x3ff_ffff),
                false => 0x5400_0000 | (cells as u64 & 0x7_ffff) << 5,
            };
        }
        words
    }

    #[test]
    fn joins_are_where_all_paths_meet_again() {
        let joins = |length, branches: &[_]| -> Vec<u64> {
            let found = of(&program(length, branches), &ARM64);
            found.into_iter().map(|at| at / 4).collect()
        };
        // One choice, then one with two sides.
        assert_eq!(joins(9, &[(0, 2, false), (3, 6, false), (5, 7, true)]), [2, 7]);
        // A choice in a choice: only the outer one ends where all paths meet.
        assert_eq!(joins(9, &[(0, 6, false), (2, 4, false)]), [6]);
        // A loop that is left from within has a join of its own; nothing joins where only one instruction leads.
        assert_eq!(joins(12, &[(1, 9, false), (3, 5, false), (8, 1, true)]), [5]);
        // A jump over data is no choice.
        let mut words = program(6, &[(0, 3, true)]);
        words[1..3].fill(0);
        assert_eq!(of(&words, &ARM64), BTreeSet::new());
    }
}
