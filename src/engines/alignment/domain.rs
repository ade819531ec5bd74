//! The correlating abstract domain: invariants of a product without runs and without models.
//!
//! This is the analysis of Partush and Yahav (Abstract Semantic Differencing for Numerical
//! Programs, sections 4 and 5): an abstract interpretation of two programs side by side, whose
//! inputs are equal at first. Here it follows the product given by a [`Schedule`], from node to
//! node.
//!
//! - An *abstract state* at a node is a set of sub-states ([`SubState`]). Each has affine
//!   equalities modulo 2^32 between the words of both programs, an interval for each word, and
//!   facts about both memories. It represents all pairs of states that satisfy all of these; the
//!   abstract state is their union.
//! - *Partition*: the key of a sub-state is the set of correlated words that are equal in it, where
//!   correlated words have the same place in both programs. Sub-states with the same key are
//!   joined, others kept apart.
//! - *Transfer* ([`transfer`]): a sub-state follows each pair of paths to the next node. A pair
//!   that contradicts its intervals or equalities is dropped. The new words are linear combinations
//!   of atoms. If these are words of the previous state, the new equalities are exact. Any other
//!   atom is a fresh unknown; only the identity of equal terms is kept, so both programs load equal
//!   words from a common memory.
//! - *Join*: the equalities that hold in both, computed as the sum of the generators of the modules
//!   of states ([`Equations::join`](super::equations::Equations::join)); the hull of the intervals.
//! - *Widening*: equalities need none, as modules over the integers modulo 2^32 have no infinite
//!   ascending chains (Müller-Olm and Seidl, TOPLAS 2007). The ends of an interval that keeps
//!   growing move to the next constant that a program loads, or to a neighbour of one.
//!
//! The Partush-Yahav paper matches sub-states for widening by their guards: the conditions and the
//! return flag, which determine which loops continue. In a product the node determines that: each
//! program is in a loop, or has ended. So a sub-state is widened with the one of the same node and
//! key.
//!
//! Numbers in that paper are integers, and its relations are octagons or polyhedra. These are
//! unsound for words that wrap around. Equalities modulo 2^32 are sound, and they include the only
//! congruences that are, those by powers of two: `2^30 * p = 0` says that 4 divides `p`. So no
//! separate congruence domain is needed. Intervals may wrap around, too
//! ([`interval`](crate::term::interval)).
//!
//! No proof depends on this analysis: the invariants that it proposes are decided like any others.
//! It asks a solver only where a load may be, because paths split there.

mod state;
#[cfg(test)]
mod tests;
mod transfer;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::candidates;
use super::decider::{Decider, Ended};
use super::invariant::{Invariant, Realised, Words};
use super::location::Location;
use super::memory::{Footprint, Given, agree};
use super::product::{self, Failure};
use super::schedule::{Node, Schedule};
use super::segments::{Path, paths};
use crate::flow::liveness::Liveness;
use crate::machine::Image;
use crate::machine::mips::{self, Op};
use crate::term::Terms;
pub use state::SubState;

/// Maximum number of sub-states of a node; if there are more, all are joined.
const SUB_STATES: usize = 6;
/// Number of joins of a sub-state before widening, and before intervals that still grow are
/// dropped.
const DELAY: u32 = 2;
const LAST: u32 = 8;
/// Maximum number of nodes.
const NODES: usize = 32;
/// Maximum number of pairs of paths from a node.
const PAIRS: usize = 128;
/// Maximum number of transfers of a sub-state to the next nodes.
const TRANSFERS: u32 = 96;

/// The inputs of the analysis.
pub struct Analysed<'a> {
    /// The programs.
    pub images: [&'a Image; 2],
    /// Their inputs and premises.
    pub given: &'a Rc<Given>,
    /// The words of states.
    pub words: &'a Words,
    /// The alignment of the programs.
    pub schedule: &'a Schedule,
}

/// The fixpoint: the sub-states of each reachable node, including ends.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// By node.
    pub nodes: BTreeMap<Node, Vec<SubState>>,
}

impl Reached {
    /// The invariant at each node that holds in all its sub-states, without intervals of dead
    /// words, which are useless.
    pub fn invariants(&self, of: &Analysed<'_>) -> BTreeMap<Node, Invariant> {
        let liveness = of.images.map(Liveness::of);
        let inner = self.nodes.iter().filter(|(node, _)| !node.iter().all(|at| at.is_final()));
        let invariant = |(&node, states): (&Node, &Vec<SubState>)| {
            let all = states.iter().cloned().reduce(|mut all, state| {
                all.join(&state);
                all
            });
            let all = all.expect("a node that is come to has a state");
            let live = candidates::live(of.words, liveness.each_ref(), node, of.images);
            (node, all.invariant(of.words, |column| live[column]))
        };
        inner.map(invariant).collect()
    }
}

/// The invariants that the analysis proposes at the nodes.
pub async fn proposed(
    decider: &mut Decider<'_>,
    of: &Analysed<'_>,
    found: &mut [BTreeSet<u32>; 2],
) -> Result<BTreeMap<Node, Invariant>, Failure> {
    match reached(decider, of, found).await? {
        Some(reached) => Ok(reached.invariants(of)),
        None => Err(Failure::Limit),
    }
}

/// Iterates from the entry to the fixpoint. Records addresses that are stored to and not tracked.
/// `None` where a limit is reached.
pub async fn reached(
    decider: &mut Decider<'_>,
    of: &Analysed<'_>,
    found: &mut [BTreeSet<u32>; 2],
) -> Result<Option<Reached>, Ended> {
    let correlated = of.words.correlated();
    let numbers = numbers(of);
    let mut reached = Reached::default();
    let mut open: Vec<(Node, Option<SubState>)> = vec![([Location::Entry; 2], None)];
    for _ in 0..TRANSFERS {
        let Some((node, from)) = open.pop() else { return Ok(Some(reached)) };
        // It may have grown meanwhile.
        let is_there = |states: &Vec<SubState>| from.as_ref().is_none_or(|it| states.contains(it));
        if !reached.nodes.get(&node).is_none_or(is_there) {
            continue;
        }
        let Some(next) = behind(decider, of, &correlated, (node, from.as_ref()), found).await?
        else {
            return Ok(None);
        };
        for (to, state) in next {
            let states = reached.nodes.entry(to).or_default();
            let grown = arrive(states, state, &numbers);
            if !to.iter().all(|at| at.is_final()) {
                open.extend(grown.map(|state| (to, Some(state))));
            }
            if reached.nodes.len() > NODES {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// Adds a state to the sub-states of a node. Returns the resulting sub-state, if that is new.
fn arrive(
    states: &mut Vec<SubState>,
    state: SubState,
    numbers: &BTreeSet<u32>,
) -> Option<SubState> {
    // The join of two states with one key has the same key.
    if let Some(known) = states.iter_mut().find(|known| known.equal == state.equal) {
        return grow(known, &state, numbers).then(|| known.clone());
    }
    states.push(state.clone());
    if states.len() <= SUB_STATES {
        return Some(state);
    }
    let mut all = states.swap_remove(0);
    states.drain(..).for_each(|other| _ = grow(&mut all, &other, numbers));
    states.push(all.clone());
    Some(all)
}

/// Joins a sub-state with another one, and widens it after too many joins.
fn grow(known: &mut SubState, other: &SubState, numbers: &BTreeSet<u32>) -> bool {
    let before = known.clone();
    if !known.join(other) {
        return false;
    }
    known.joined += 1;
    if known.joined > DELAY {
        known.widen(&before, Some(numbers).filter(|_| known.joined <= LAST));
    }
    true
}

/// The nodes after a sub-state, with the states there; without a sub-state, those after the entry.
/// `None` where a limit is reached.
async fn behind(
    decider: &mut Decider<'_>,
    of: &Analysed<'_>,
    correlated: &[[usize; 2]],
    (node, from): (Node, Option<&SubState>),
    found: &mut [BTreeSet<u32>; 2],
) -> Result<Option<Vec<(Node, SubState)>>, Ended> {
    let &Analysed { images, given, words, schedule } = of;
    let terms = &mut decider.terms;
    let Realised { states, mut premises, .. } = match from {
        Some(state) => state.invariant(words, |_| true).realised(terms, words, images, given),
        None => Realised::at_start(terms, images, given),
    };
    premises.splice(0..0, given.premises.iter().copied());
    let first = schedule.first(node);
    let second = 1 - first;
    let begin = |side: usize| (node[side], states[side].clone());
    let pieces = schedule.pieces(node)[first];
    let (start, known) = (begin(first), &mut Vec::new());
    let firsts = paths(decider, images[first], start, &premises, pieces, known).await?;
    let Some(firsts) = firsts else { return Ok(None) };
    let mut next = Vec::new();
    let mut seconds: BTreeMap<u32, Vec<Path>> = BTreeMap::new();
    let mut pairs = 0;
    for of_first in &firsts {
        let along = [&premises[..], &of_first.conditions].concat();
        if transfer::Known::of(&mut decider.terms, &along).is_none() {
            continue;
        }
        let pieces = schedule.behind(node, of_first.end.ok(), of_first.steps);
        if let Entry::Vacant(entry) = seconds.entry(pieces) {
            let (start, known) = (begin(second), &mut Vec::new());
            let all = paths(decider, images[second], start, &premises, pieces, known).await?;
            let Some(all) = all else { return Ok(None) };
            entry.insert(all);
        }
        for of_second in &seconds[&pieces] {
            pairs += 1;
            if pairs > PAIRS {
                return Ok(None);
            }
            let mut both = [of_first, of_second];
            both.rotate_left(first);
            // That a path without a known end is not taken is an obligation.
            let (Ok(left), Ok(right)) = (both[0].end, both[1].end) else { continue };
            let along = [&along[..], &of_second.conditions].concat();
            let terms = &mut decider.terms;
            let Some(known) = transfer::Known::of(terms, &along) else { continue };
            let states = both.map(|path| &path.state);
            let of_words = (words, correlated);
            let behind = known.behind(terms, of_words, &given.inputs, states);
            let Some((equations, equal, intervals)) = behind else { continue };
            let is_initial = [0, 1]
                .map(|side| product::is_initial(terms, (words, given), found, (side, both[side])));
            let agreement = agreement(&mut decider.terms, of, both);
            let state = SubState { equations, equal, intervals, is_initial, agreement, joined: 0 };
            next.push(([left, right], state));
        }
    }
    Ok(Some(next))
}

/// Where both memories agree after a pair of paths, as far as rewriting shows.
fn agreement(
    terms: &mut Terms,
    &Analysed { given, words, .. }: &Analysed<'_>,
    paths: [&Path; 2],
) -> Option<Footprint> {
    let spaces = paths.map(|path| &path.state.memory);
    let but_for = words.cells.concat();
    let mut footprint = Some(Footprint::Everywhere);
    while let Some(tried) = footprint {
        let (_, same) = agree(terms, spaces, tried, &but_for);
        if terms.as_bool(same) == Some(true) {
            break;
        }
        footprint = given.weaker(tried);
    }
    footprint
}

/// The constants that programs load, with their neighbours, since words are compared with them; and
/// the ends of the signed and unsigned ranges.
fn numbers(of: &Analysed<'_>) -> BTreeSet<u32> {
    let loads = |&word: &u32| mips::decode(word).is_some_and(|it| it.op == Op::Lis);
    let of_image = |image: &Image| {
        let words = image.words();
        let loaded = words.iter().zip(words.iter().skip(1)).filter(|(word, _)| loads(word));
        loaded.map(|(_, &number)| number).collect::<Vec<u32>>()
    };
    let mut numbers: BTreeSet<u32> = of.images.into_iter().flat_map(of_image).collect();
    numbers.extend([0, 1 << 31]);
    numbers.extend(of.given.bounds());
    numbers.iter().flat_map(|&it| [it.wrapping_sub(1), it, it.wrapping_add(1)]).collect()
}
