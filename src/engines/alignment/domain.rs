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
//! - *Partition* ([`Partition`]): which sub-states of a node are joined. By default (Join-Equiv) the
//!   key of a sub-state is the set of correlated words that are equal in it, where correlated words
//!   have the same place in both programs. Sub-states with the same key are joined, others kept
//!   apart.
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
//! DIZY matches sub-states for widening by their guards, the conditions and the return flag. So
//! sub-states that adhere to the same behaviour, or loop path, are widened together. In a product the
//! node determines which loops continue: each program is in a loop, or has ended. So a sub-state is widened with the one of the same node and
//! key. With [`Partition::Never`] the key is the guards: the last outcome of each branch.
//!
//! Proofs take the [`Strategy`] that is the default. [`differencing`](super::differencing) offers
//! the others, and prints the abstract states.
//!
//! Numbers in DIZY are integers, and its relations are octagons or polyhedra. These are
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
use super::decider::{Decided, Decider, Ended};
use super::invariant::{Invariant, Realised, Words};
use super::location::Location;
use super::memory::{Footprint, Given, agree};
use super::product::{self, Failure};
use super::schedule::{LocationPair, Order};
use super::segments::{Event, PathSegment, Stuck, paths};
use crate::flow::liveness::Liveness;
use crate::machine::Image;
use crate::machine::mips::{self, Op};
use crate::symbolic::output::Written;
use crate::term::{Term, Terms};
pub use state::{Guards, SubState};
pub use transfer::Known;

/// Number of joins of a sub-state before widening, and before intervals that still grow are
/// dropped.
const DELAY: u32 = 2;
const LAST: u32 = 8;
/// Maximum number of pairs of paths from a node.
const PAIRS: usize = 128;

/// Which sub-states of a node are joined (DIZY 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Partition {
    /// Join-Equiv: those in which the same correlated words are equal.
    #[default]
    Equivalence,
    /// Join-All: all of them.
    All,
    /// Those that had the same guards, the last outcomes of each branch: DIZY's analysis without
    /// partitioning, with its widening by guards.
    Never,
}

/// At which nodes sub-states are widened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widening {
    /// At all.
    #[default]
    Everywhere,
    /// Where a program is at the head of a loop.
    Loops,
}

/// How impossible pairs of paths are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refuting {
    /// By rewriting and intervals.
    #[default]
    Rewriting,
    /// Those that end in a fault also by a solver.
    Solver,
}

/// How abstract states are joined and widened, and when the analysis gives up.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Which sub-states are joined.
    pub partition: Partition,
    /// Where they are widened.
    pub widening: Widening,
    /// How impossible pairs of paths are left out.
    pub refuting: Refuting,
    /// Maximum number of sub-states of a node; if there are more, all are joined.
    pub sub_states: usize,
    /// Maximum number of nodes.
    pub nodes: usize,
    /// Maximum number of transfers of a sub-state to the next nodes.
    pub transfers: u32,
}

impl Default for Strategy {
    /// The strategy of proofs.
    fn default() -> Strategy {
        Strategy {
            partition: Partition::default(),
            widening: Widening::default(),
            refuting: Refuting::default(),
            sub_states: 6,
            nodes: 32,
            transfers: 96,
        }
    }
}

/// The inputs of the analysis.
pub struct Analysed<'a> {
    /// The programs.
    pub images: [&'a Image; 2],
    /// Their inputs and premises.
    pub given: &'a Rc<Given>,
    /// The words of states.
    pub words: &'a Words,
    /// The alignment of the programs.
    pub order: &'a dyn Order,
}

/// The fixpoint: the sub-states of each reachable node, including ends.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// By node.
    pub nodes: BTreeMap<LocationPair, Vec<SubState>>,
    /// The nodes with too many sub-states, which were joined.
    pub merged: BTreeSet<LocationPair>,
}

/// A pair of paths from a sub-state.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where it leads.
    pub to: LocationPair,
    /// The state there.
    pub state: SubState,
    /// The conditions along it.
    pub along: Vec<Term>,
    /// What each program prints.
    pub output: [Vec<Written>; 2],
    /// What else each program does.
    pub events: [Vec<Event>; 2],
}

/// What follows a sub-state.
#[derive(Clone, Debug, Default)]
pub struct Next {
    /// The pairs of paths with known ends.
    pub steps: Vec<Step>,
    /// The conditions of the pairs that are not followed, each with the program and the reason.
    pub lost: Vec<(Vec<Term>, usize, Stuck)>,
}

impl Reached {
    /// The invariant at each node that holds in all its sub-states, without intervals of dead
    /// words, which are useless.
    pub fn invariants(&self, of: &Analysed<'_>) -> BTreeMap<LocationPair, Invariant> {
        let liveness = of.images.map(Liveness::of);
        let inner = self.nodes.iter().filter(|(node, _)| !node.iter().all(|at| at.is_final()));
        let invariant = |(&node, states): (&LocationPair, &Vec<SubState>)| {
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
) -> Result<BTreeMap<LocationPair, Invariant>, Failure> {
    match reached(decider, of, Strategy::default(), found).await? {
        Some(reached) => Ok(reached.invariants(of)),
        None => Err(Failure::Limit),
    }
}

/// Iterates from the entry to the fixpoint. Records addresses that are stored to and not tracked.
/// `None` where a limit is reached.
pub async fn reached(
    decider: &mut Decider<'_>,
    of: &Analysed<'_>,
    strategy: Strategy,
    found: &mut [BTreeSet<u32>; 2],
) -> Result<Option<Reached>, Ended> {
    let correlated = of.words.correlated();
    let numbers = numbers(of);
    let mut reached = Reached::default();
    let mut open: Vec<(LocationPair, Option<SubState>)> = vec![([Location::Entry; 2], None)];
    for _ in 0..strategy.transfers {
        let Some((node, from)) = open.pop() else { return Ok(Some(reached)) };
        // It may have grown meanwhile.
        let is_there = |states: &Vec<SubState>| from.as_ref().is_none_or(|it| states.contains(it));
        if !reached.nodes.get(&node).is_none_or(is_there) {
            continue;
        }
        let from = (node, from.as_ref());
        let next = behind(decider, of, strategy.refuting, &correlated, from, found).await?;
        let Some(Next { steps, .. }) = next else { return Ok(None) };
        for Step { to, state, .. } in steps {
            let widens = strategy.widening == Widening::Everywhere || of.order.is_in_cycle(to);
            let numbers = widens.then_some(&numbers);
            let states = reached.nodes.entry(to).or_default();
            let grown = arrive(states, state, strategy, numbers);
            if let Some(Arrived::Merged(_)) = grown {
                reached.merged.insert(to);
            }
            if !to.iter().all(|at| at.is_final()) {
                open.extend(grown.map(|arrived| (to, Some(arrived.state()))));
            }
            if reached.nodes.len() > strategy.nodes {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// A sub-state that is new at a node.
enum Arrived {
    /// One of its sub-states.
    Apart(SubState),
    /// The join of all, as there were too many.
    Merged(SubState),
}

impl Arrived {
    fn state(self) -> SubState {
        match self {
            Arrived::Apart(state) | Arrived::Merged(state) => state,
        }
    }
}

/// Adds a state to the sub-states of a node, which are widened with numbers, if any. Returns the
/// resulting sub-state, if that is new.
fn arrive(
    states: &mut Vec<SubState>,
    state: SubState,
    strategy: Strategy,
    numbers: Option<&BTreeSet<u32>>,
) -> Option<Arrived> {
    // The join of two states with one key has the same key.
    if let Some(known) = states.iter_mut().find(|known| strategy.partition.joins(known, &state)) {
        return grow(known, &state, numbers).then(|| Arrived::Apart(known.clone()));
    }
    states.push(state.clone());
    if states.len() <= strategy.sub_states {
        return Some(Arrived::Apart(state));
    }
    let mut all = states.swap_remove(0);
    states.drain(..).for_each(|other| _ = grow(&mut all, &other, numbers));
    states.push(all.clone());
    Some(Arrived::Merged(all))
}

impl Partition {
    /// Whether two sub-states of a node have the same key.
    fn joins(self, a: &SubState, b: &SubState) -> bool {
        match self {
            Partition::Equivalence => a.equal == b.equal,
            Partition::All => true,
            Partition::Never => a.guards == b.guards,
        }
    }
}

/// Joins a sub-state with another one, and widens it after too many joins.
fn grow(known: &mut SubState, other: &SubState, numbers: Option<&BTreeSet<u32>>) -> bool {
    let before = known.clone();
    if !known.join(other) {
        return false;
    }
    known.joined += 1;
    if let Some(numbers) = numbers
        && known.joined > DELAY
    {
        known.widen(&before, Some(numbers).filter(|_| known.joined <= LAST));
    }
    true
}

/// The pairs of paths from a sub-state; without a sub-state, those from the entry. `None` where a
/// limit is reached.
pub async fn behind(
    decider: &mut Decider<'_>,
    of: &Analysed<'_>,
    refuting: Refuting,
    correlated: &[[usize; 2]],
    (node, from): (LocationPair, Option<&SubState>),
    found: &mut [BTreeSet<u32>; 2],
) -> Result<Option<Next>, Ended> {
    let &Analysed { images, given, words, order } = of;
    let guards = from.map_or_else(Guards::new, |state| state.guards.clone());
    let terms = &mut decider.terms;
    let Realised { states, mut premises, .. } = match from {
        Some(state) => state.invariant(words, |_| true).realised(terms, words, images, given),
        None => Realised::at_start(terms, images, given),
    };
    premises.splice(0..0, given.premises.iter().copied());
    let first = order.first(node);
    let second = 1 - first;
    let begin = |side: usize| (node[side], states[side].clone());
    let pieces = (order.pieces(node)[first], order.cuts(first));
    let (start, known) = (begin(first), &mut Vec::new());
    let firsts = paths(decider, images[first], start, &premises, pieces, known).await?;
    let Some(firsts) = firsts else { return Ok(None) };
    let mut next = Next::default();
    let mut seconds: BTreeMap<u32, Vec<PathSegment>> = BTreeMap::new();
    let mut pairs = 0;
    for of_first in &firsts {
        let along = [&premises[..], &of_first.conditions].concat();
        if Known::of(&mut decider.terms, &along).is_none() {
            continue;
        }
        let pieces = order.behind(node, of_first.end.ok(), of_first.steps);
        if let Entry::Vacant(entry) = seconds.entry(pieces) {
            let (start, known) = (begin(second), &mut Vec::new());
            let cut = (pieces, order.cuts(second));
            let all = paths(decider, images[second], start, &premises, cut, known).await?;
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
            let along = [&along[..], &of_second.conditions].concat();
            let Some(known) = Known::of(&mut decider.terms, &along) else { continue };
            // That a path without a known end is not taken is an obligation of proofs.
            let (left, right) = match both.map(|path| path.end) {
                [Ok(left), Ok(right)] => (left, right),
                [Err(stuck), _] => {
                    next.lost.push((along, 0, stuck));
                    continue;
                }
                [_, Err(stuck)] => {
                    next.lost.push((along, 1, stuck));
                    continue;
                }
            };
            let is_fault = [left, right].contains(&Location::Fault);
            if refuting == Refuting::Solver && is_fault && is_refuted(decider, &along).await? {
                continue;
            }
            let terms = &mut decider.terms;
            let of_words = (words, correlated);
            let behind = known.behind(terms, of_words, &given.inputs, both.map(|path| &path.state));
            let Some((equations, equal, intervals)) = behind else { continue };
            let is_initial = [0, 1]
                .map(|side| product::is_initial(terms, (words, given), found, (side, both[side])));
            let agreement = agreement(&mut decider.terms, of, both);
            let events = both.map(|path| path.events.clone());
            let mut guards = guards.clone();
            state::take_branches(&mut guards, &events);
            let state =
                SubState { equations, equal, intervals, is_initial, agreement, guards, joined: 0 };
            let output = both.map(|path| path.output.clone());
            next.steps.push(Step { to: [left, right], state, along, output, events });
        }
    }
    Ok(Some(next))
}

/// Whether a solver shows that conditions contradict each other.
pub async fn is_refuted(decider: &mut Decider<'_>, conditions: &[Term]) -> Result<bool, Ended> {
    let never = decider.terms.bool(false);
    Ok(matches!(decider.decide(conditions, never).await?, Decided::Holds))
}

/// Where both memories agree after a pair of paths, as far as rewriting shows.
fn agreement(
    terms: &mut Terms,
    &Analysed { given, words, .. }: &Analysed<'_>,
    paths: [&PathSegment; 2],
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
