//! Differences of two programs at the points of their correlating program (DIZY 4 to 6).
//!
//! [`analyse`] computes the abstract states of the correlating program in the correlating abstract
//! domain ([`domain`]), with a choice of strategies ([`Options`]): how the programs are interleaved,
//! where sub-states are joined and which of them, and where they are widened. Then it compares both
//! programs at each *differencing point*:
//!
//! - at a label, a pair of locations: the words that both programs use from there on; at the end
//!   these are the observed ones;
//! - where they print: the words that are printed;
//! - where they access an array: the addresses.
//!
//! Equivalence under abstraction does not entail concrete equivalence (DIZY 2): two words in the same
//! interval may differ. So [`Verdict::Agree`] needs an equality that holds for all inputs. A
//! difference counts only if a run shows it. Whatever the abstract states leave open is reported as
//! imprecise. All runs that are tried are compared with the abstract states ([`concrete`]).
//!
//! What programs do is compared where they move together. So a program that prints or accesses an
//! array while the other one waits leaves that point open.

mod comparing;
mod concrete;
mod observed;
mod sameness;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::claim::{Name, NodeClaim};
use super::claims;
use super::decider::{Decider, Ended};
use super::domain::{self, Analysed, Next, Reached, Refuting, Strategy};
pub use super::domain::{Partition, Widening};
use super::interleaving::{Interleaved, Interleaving, JoinAt, Partner};
use super::invariant::Words;
use super::location::Location;
use super::memory::Given;
use super::schedule::{LocationPair, Order, candidates};
use super::{ROUNDS, runs};
use crate::contract::Contract;
use crate::engines::pause::Pause;
use crate::machine::setup::Observable;
use crate::machine::{Image, Inputs};
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use comparing::{At, Compared};

/// Maximum number of queries to the solver, which are about loads and faults.
const QUESTIONS: u32 = 20_000;

/// The limits of the analysis. Doubling them takes as much longer where programs are large.
const LIMITS: Strategy = Strategy {
    partition: Partition::Equivalence,
    widening: Widening::Everywhere,
    refuting: Refuting::Solver,
    sub_states: 32,
    nodes: 512,
    transfers: 4_000,
};

/// The strategies of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The order in which the programs move.
    pub interleaving: Interleaving,
    /// Where sub-states are joined. With [`Interleaving::Rounds`] only [`JoinAt::Loops`] is
    /// possible, and taken.
    pub join_at: JoinAt,
    /// Which sub-states are joined.
    pub partition: Partition,
    /// Where they are widened.
    pub widening: Widening,
}

/// How two words compare in a sub-state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sameness {
    /// They are equal in all its members.
    Equal,
    /// They are different in all its members.
    Different,
    /// Both are sums of inputs, so they are equal where these sums are: the delta (DIZY 5.1) is
    /// exact.
    ByInput,
    /// Neither is known.
    Open,
}

/// The result at a differencing point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both programs agree there, on all inputs.
    Agree,
    /// They differ there on an input, as a run shows.
    Differ {
        /// The input.
        witness: Inputs,
        /// Whether each abstract state separates: its words are equal; or they are different, or
        /// sums of inputs, and a run reaches it.
        is_precise: bool,
    },
    /// The abstract states do not show that they agree, and no run shows a difference.
    Open,
}

impl Verdict {
    /// Whether the abstract states describe exactly where the programs differ, as far as runs tell.
    pub fn is_precise(&self) -> bool {
        matches!(self, Verdict::Agree | Verdict::Differ { is_precise: true, .. })
    }
}

/// An abstract sub-state at a point.
#[derive(Clone, Debug)]
pub struct PointState {
    /// Its facts about words that are used from there on, and about inputs.
    pub claim: NodeClaim,
    /// The compared words, as names of the left program, and how they compare.
    pub words: Vec<(Name, Sameness)>,
    /// At the end, what else is observed, and how it compares.
    pub observed: Vec<(Observable, Sameness)>,
    /// The facts that hold where all compared words are equal, if these may be different: the rest
    /// of the state is the delta (DIZY 5.1).
    pub where_equal: Option<NodeClaim>,
    /// The first input that is known to lead there.
    pub seen: Option<Inputs>,
}

/// A differencing point: a pair of locations.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where both programs are.
    pub at: LocationPair,
    /// The abstract states. None at the start, where all inputs are equal.
    pub states: Vec<PointState>,
    /// Whether the compared words are equal.
    pub words: Verdict,
    /// Whether both print the same from there to the next point, if one prints.
    pub output: Option<Verdict>,
    /// Whether both access the same elements in this order, if one accesses an array.
    pub accesses: Option<Verdict>,
    /// Whether its sub-states were too many, and joined.
    pub is_merged: bool,
}

/// Both programs at all points of their correlating program.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The points that may be reached, ends last.
    pub points: Vec<Point>,
    /// Points from which a path of a program is not followed: it may store into the program's text,
    /// or jump to an unknown address. Where there are any, no verdict is [`Verdict::Agree`].
    pub lost: BTreeSet<(LocationPair, usize)>,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanalysed {
    /// A limit was reached.
    #[error("the programs have too many points, paths or abstract states for an analysis")]
    Limit,
    /// The caller stopped it.
    #[error("the analysis was stopped")]
    Stopped,
}

impl From<Ended> for Unanalysed {
    fn from(ended: Ended) -> Unanalysed {
        match ended {
            Ended::Limit => Unanalysed::Limit,
            Ended::Stopped => Unanalysed::Stopped,
        }
    }
}

/// Compares two programs at the points of their correlating program. `partner` pairs instructions
/// of both texts.
///
/// # Errors
///
/// The analysis reached a limit, or was stopped.
pub async fn analyse(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    partner: &Partner,
    options: Options,
    stop: &Stop,
    pause: Pause<'_>,
) -> Result<Differences, Unanalysed> {
    let mut solver = Bitblast::new();
    let mut decider = Decider::new(&mut solver, stop, pause);
    decider.allow(QUESTIONS);
    let both = images.map(|image| &**image);
    let given = Rc::new(Given::new(&mut decider.terms, both, contract));
    let first = contract.first_inputs();
    let mut found: [BTreeSet<u32>; 2] = Default::default();
    for round in 0..ROUNDS {
        let tracked = found.clone();
        let words = Words::new(both, found.clone().map(|found| found.into_iter().collect()));
        let interleaved;
        let schedule;
        let order: &dyn Order = match options.interleaving {
            Interleaving::Rounds => {
                let runs = runs::training(images, contract, &words, &first);
                schedule = candidates(&runs).into_iter().next().ok_or(Unanalysed::Limit)?;
                &schedule
            }
            Interleaving::Diff | Interleaving::Sequential => {
                let Options { interleaving, join_at, .. } = options;
                interleaved = Interleaved::new(both, partner, interleaving, join_at);
                &interleaved
            }
        };
        let of = Analysed { images: both, given: &given, words: &words, order };
        let Options { partition, widening, .. } = options;
        let strategy = Strategy { partition, widening, ..LIMITS };
        let reached = domain::reached(&mut decider, &of, strategy, &mut found).await?;
        let reached = reached.ok_or(Unanalysed::Limit)?;
        // Words that were stored to are tracked in the next round.
        if found == tracked || round + 1 == ROUNDS {
            return of_fixpoint(&mut decider, (&of, images, contract), &reached).await;
        }
    }
    Err(Unanalysed::Limit)
}

/// The comparison at all points of a fixpoint.
async fn of_fixpoint(
    decider: &mut Decider<'_>,
    (of, images, contract): (&Analysed<'_>, [&Rc<Image>; 2], &Contract),
    reached: &Reached,
) -> Result<Differences, Unanalysed> {
    let correlated = of.words.correlated();
    let mut lost = BTreeSet::new();
    let mut points: BTreeMap<LocationPair, At> = BTreeMap::new();
    let start = [([Location::Entry; 2], vec![])];
    let nodes = reached.nodes.iter().map(|(&node, states)| (node, states.clone()));
    for (node, states) in start.into_iter().chain(nodes) {
        let at = points.entry(node).or_default();
        at.columns = comparing::compared(of, &correlated, node);
        for state in &states {
            at.states.push(comparing::state(&mut decider.terms, of, node, state, &at.columns));
        }
        if node.iter().all(|at| at.is_final()) {
            continue;
        }
        let is_start = states.is_empty();
        let from = states.iter().map(Some).chain(is_start.then_some(None));
        for state in from {
            let (from, found) = ((node, state), &mut Default::default());
            let refuting = Refuting::Solver;
            let next = domain::behind(decider, of, refuting, &correlated, from, found).await?;
            let Next { steps, lost: open } = next.ok_or(Unanalysed::Limit)?;
            for step in &steps {
                at.take(&mut decider.terms, of.given, node, step);
            }
            for (along, side, _) in open {
                if !domain::is_refuted(decider, &along).await? {
                    lost.insert((node, side));
                }
            }
        }
    }
    let is_whole = lost.is_empty();
    concrete::run_through(of, images, contract, reached, &mut points, is_whole);
    let mut all: Vec<Point> =
        points.into_iter().map(|(node, at)| at.point(node, &reached.merged, is_whole)).collect();
    all.sort_by_key(|point| point.at.iter().filter(|at| at.is_final()).count());
    Ok(Differences { points: all, lost })
}

/// The facts of a sub-state that are about words in these columns.
fn claim_of(
    of: &Analysed<'_>,
    node: LocationPair,
    state: &domain::SubState,
    shown: &[bool],
) -> NodeClaim {
    let mut invariant = state.invariant(of.words, |column| shown[column]);
    invariant.equations.project(|column| shown.get(column).is_none_or(|&shown| shown));
    claims::of_node(node, &invariant, of.words, (of.order.pieces(node), None))
}

/// The result of a comparison by abstract states and runs. `is_whole` is a property of the states: they cover all paths.
fn verdict(compared: &Compared, is_whole: bool) -> Verdict {
    match (&compared.witness, compared.worst) {
        (None, Sameness::Equal) if is_whole => Verdict::Agree,
        (Some(witness), worst) => Verdict::Differ {
            witness: witness.clone(),
            is_precise: is_whole && worst < Sameness::Open && compared.all_seen,
        },
        (None, _) => Verdict::Open,
    }
}
