//! Which program goes on, and how far: the alignment.
//!
//! From a node the left program runs a number of pieces and the right one
//! another (both fewer where they end). A [`Schedule`] says how many, from the
//! start and from where both are in loops; once one has ended, the other goes
//! on piece by piece. Candidates are ranked by what they do on runs: how often
//! one program ends before the other, how many nodes they visit, how many
//! pieces they take at once.

use std::collections::BTreeSet;

use super::location::Location;
use super::runs::{Pair, Run};

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
}

/// From the start.
const ENTRIES: [Pieces; 9] =
    [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 2], [2, 3], [3, 2], [3, 3]];
/// From where both are in loops.
const CYCLES: [Pieces; 9] =
    [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 3], [3, 2], [1, 4], [4, 1]];
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

    /// The positions in two runs at which the alignment has a node, until one of
    /// them is not known any further.
    pub fn positions(&self, pair: &Pair) -> Vec<[usize; 2]> {
        let mut positions = vec![[0, 0]];
        let mut at = [0, 0];
        loop {
            let node = [0, 1].map(|side| pair[side].cuts[at[side]].at);
            let pieces = self.pieces(node);
            if pieces == [0, 0] {
                return positions;
            }
            for side in [0, 1] {
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
            }
            positions.push(at);
        }
    }
}

/// The alignments to try, the likeliest first.
pub fn candidates(runs: &[Pair]) -> Vec<Schedule> {
    let all = ENTRIES.iter().flat_map(|&entry| CYCLES.map(|cycle| Schedule { entry, cycle }));
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
            let pieces = schedule.cycle.iter().sum::<u32>() + schedule.entry.iter().sum::<u32>();
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
    chosen
}
