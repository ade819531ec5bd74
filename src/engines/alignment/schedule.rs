//! Which program goes on, and how far: the alignment.
//!
//! From a node the left program runs a number of pieces and the right one
//! another (both fewer where they end). A [`Schedule`] says how many, from the
//! start and from where both are in loops; once one has ended, the other goes
//! on piece by piece. From the start how far one goes may depend on the path that
//! the other has taken ([`Lead`]): of an odd number of words that one program takes
//! two at a time, one is taken before the loop, and the other program has to go
//! a round further. As programs are deterministic, whatever depends on a path of
//! the one still covers all inputs. Candidates are ranked by what they do on runs: how often
//! one program ends before the other, how many nodes they visit, how many
//! pieces they take at once.

use std::collections::{BTreeMap, BTreeSet};

use super::location::Location;
use super::runs::{Pair, Run};
pub use tamarin_checker::certificate::Lead;

/// Where both programs are.
pub type Node = [Location; 2];

/// How many pieces each program goes on.
pub type Pieces = [u32; 2];

/// An alignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// From the start.
    pub entry: Pieces,
    /// From where both are in loops.
    pub cycle: Pieces,
    /// Who goes first from the start, if the other depends on it.
    pub lead: Option<Lead>,
}

/// From the start.
const ENTRIES: [Pieces; 9] =
    [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 2], [2, 3], [3, 2], [3, 3]];
/// From where both are in loops.
const CYCLES: [Pieces; 9] =
    [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 3], [3, 2], [1, 4], [4, 1]];
/// Paths at most that the other program's way depends on.
const LED: usize = 6;
/// Pieces at most that it goes on then.
const BEHIND: u32 = 4;
/// Alignments that are tried.
const TRIED: usize = 3;

impl Schedule {
    /// How many pieces each program goes on from a node that is not the end.
    pub fn pieces(&self, node: Node) -> Pieces {
        match node {
            [left, right] if left.is_final() && right.is_final() => [0, 0],
            [left, _] if left.is_final() => [0, 1],
            [_, right] if right.is_final() => [1, 0],
            [Location::Entry, Location::Entry] => self.entry,
            _ => self.cycle,
        }
    }

    /// The program that goes first from a node.
    pub fn first(&self, node: Node) -> usize {
        match &self.lead {
            Some(lead) if node == [Location::Entry; 2] => lead.side,
            _ => 0,
        }
    }

    /// How many pieces the program goes on that does not go first, where the first
    /// one took so many steps.
    pub fn behind(&self, node: Node, steps: u64) -> u32 {
        let pieces = self.pieces(node)[1 - self.first(node)];
        match &self.lead {
            Some(lead) if node == [Location::Entry; 2] => {
                lead.pieces.get(&steps).copied().unwrap_or(pieces)
            }
            _ => pieces,
        }
    }

    /// The positions in two runs at which the alignment has a node, until one of
    /// them is not known any further.
    pub fn positions(&self, pair: &Pair) -> Vec<[usize; 2]> {
        let mut positions = vec![[0, 0]];
        let mut at = [0, 0];
        loop {
            let node = [0, 1].map(|side| pair[side].cuts[at[side]].at);
            let mut pieces = self.pieces(node);
            if pieces == [0, 0] {
                return positions;
            }
            let first = self.first(node);
            for side in [first, 1 - first] {
                let Run { cuts } = &pair[side];
                for _ in 0..pieces[side] {
                    if cuts[at[side]].at.is_final() {
                        break;
                    }
                    at[side] += 1;
                    if at[side] == cuts.len() {
                        return positions;
                    }
                }
                if side == first {
                    pieces[1 - first] = self.behind(node, cuts[at[side]].steps);
                }
            }
            positions.push(at);
        }
    }
}

/// The alignments to try, the likeliest first.
pub fn candidates(runs: &[Pair]) -> Vec<Schedule> {
    let plain =
        ENTRIES.iter().flat_map(|&entry| CYCLES.map(|cycle| Schedule { entry, cycle, lead: None }));
    let all = plain.chain([0, 1].into_iter().flat_map(|side| led(runs, side)));
    let mut ranked: Vec<_> = all
        .map(|schedule| {
            let mut nodes = BTreeSet::new();
            let mut alone = 0;
            for pair in runs {
                for at in schedule.positions(pair) {
                    let node = [0, 1].map(|side| pair[side].cuts[at[side]].at);
                    alone += usize::from(node[0].is_final() != node[1].is_final());
                    nodes.insert(node);
                }
            }
            let led = schedule.lead.iter().flat_map(|lead| lead.pieces.values()).sum::<u32>();
            let entry = schedule.entry.iter().sum::<u32>();
            let pieces = schedule.cycle.iter().sum::<u32>() + entry + led;
            ((alone, nodes.len(), pieces), schedule, nodes)
        })
        .collect();
    // Stable, so ties are in the order of the lists.
    ranked.sort_by_key(|(rank, ..)| *rank);
    let mut taken: Vec<(usize, BTreeSet<Node>)> = Vec::new();
    let mut chosen = Vec::new();
    for ((alone, ..), schedule, nodes) in ranked {
        // What does the same on all runs is tried once.
        if taken.contains(&(alone, nodes.clone())) {
            continue;
        }
        taken.push((alone, nodes));
        chosen.push(schedule);
    }
    chosen.truncate(TRIED);
    // Side by side, whatever runs say: two copies of a program may part and meet.
    let lockstep = Schedule { entry: [1, 1], cycle: [1, 1], lead: None };
    if !chosen.contains(&lockstep) {
        chosen.insert(chosen.len().min(1), lockstep);
    }
    chosen
}

/// The alignments in which this side goes first, a piece at a time, and the other
/// one so far that as many words as can be are equal.
fn led(runs: &[Pair], side: usize) -> Vec<Schedule> {
    let mut by_steps: BTreeMap<u64, Vec<&Pair>> = BTreeMap::new();
    for pair in runs {
        if let Some(cut) = pair[side].cuts.get(1).filter(|cut| !cut.at.is_final()) {
            by_steps.entry(cut.steps).or_default().push(pair);
        }
    }
    if !(2..=LED).contains(&by_steps.len()) {
        return Vec::new();
    }
    let pieces: BTreeMap<u64, u32> = by_steps
        .into_iter()
        .map(|(steps, pairs)| {
            let equal = |pieces: &u32| equal_words(&pairs, side, *pieces as usize);
            // Of those that are as good the last is taken: the least.
            let best = (1..=BEHIND).rev().max_by_key(equal);
            (steps, best.unwrap_or(1))
        })
        .collect();
    if pieces.values().collect::<BTreeSet<_>>().len() == 1 {
        return Vec::new();
    }
    let of_cycle = |cycle: &Pieces| cycle[side] == 1;
    let cycles = CYCLES.into_iter().filter(of_cycle);
    let lead = Lead { side, pieces };
    cycles.map(|cycle| Schedule { entry: [1, 1], cycle, lead: Some(lead.clone()) }).collect()
}

/// How many words of the one program are equal to words of the other, where the
/// first is a piece behind its start.
fn equal_words(pairs: &[&Pair], side: usize, pieces: usize) -> usize {
    let cuts: Vec<[&[u32]; 2]> = pairs
        .iter()
        .filter_map(|pair| {
            let other = pair[1 - side].cuts.get(pieces).filter(|cut| !cut.at.is_final())?;
            Some([&pair[side].cuts[1].values[..], &other.values[..]])
        })
        .collect();
    let Some([first, _]) = cuts.first() else { return 0 };
    let words = 0..first.len();
    let is_met =
        |word: usize| words.clone().any(|other| cuts.iter().all(|[a, b]| a[word] == b[other]));
    words.clone().filter(|&word| is_met(word)).count()
}
