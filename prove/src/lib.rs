//! Produces evidence that the kernel accepts.
//!
//! [`prove`] takes a claim and a [`Proposal`]: an engine's guess of pairs of locations with invariants. It returns
//! evidence that [`tamarin_kernel::check`] accepted, or the reason why there is none ([`Open`]). The empty proposal
//! means a tree of paths: all paths of both programs are followed from the start to their ends.
//!
//! # Design
//!
//! The *walker* ([`walk`]) executes both programs with the kernel's own step on the kernel's own terms, so the search
//! and the check cannot disagree. If a branch depends on an undecided fact, the walker tries to prove one case
//! impossible; otherwise it follows both. The end of a path gives *obligations*: observed results are equal, or the
//! invariant of a node holds.
//!
//! Each obligation becomes a [`lemma`]: a fact about arbitrary words that follows from other facts. Symbols and loads
//! become words of the lemma. This has three advantages:
//!
//! - A lemma is proved in a world of its own. There the same text gives the same terms in the same order as in the
//!   kernel, so a SAT proof of the kernel's clauses stays valid.
//! - Obligations that differ only in the names of their words are proved once.
//! - Scripts of nodes stay short: each arithmetic argument is one application of a lemma.
//!
//! *Tactics* ([`tactics`]) prove lemmas. One table lists them in the order in which they are tried: known facts,
//! polynomial identities, counterexamples (which prove nothing, but end the search for most false statements), case splits
//! with linear arithmetic (factors from [`farkas`]), and bit-blasting with a SAT solver that the caller provides.
//!
//! *Samples* ([`samples`]) are inputs on which facts are evaluated. They show early that a case is possible or that an
//! obligation is false. They only guide the search; no proof depends on them.
//!
//! | module | what it is |
//! |---|---|
//! | [`names`] | terms as texts |
//! | [`samples`] | values of terms |
//! | [`lemma`] | from facts at a point to a lemma |
//! | [`world`] | a lemma's proof under way |
//! | [`farkas`] | factors with which inequalities contradict each other |
//! | [`tactics`] | proofs of lemmas |
//! | [`memory`], [`addresses`] | loads and stores |
//! | [`unfolding`] | goals about functions of the proposal |
//! | [`align`](mod@align) | proposals from the machine words alone |
//! | [`length`] | runs as numbers, and how long they are |
//! | [`arm64`] | claims about ARM64 programs, evidence for them, and runs |
//! | [`recursion`](mod@recursion) | loops as recursive functions, and lemmas about them by induction |
//! | [`words`] | evidence from the machine words alone, by either |
//! | [`refute`] | inputs on which programs differ, by a concolic search |
//! | [`walk`], [`end`], [`arrive`], [`exempt`] | scripts |
//! | [`strategy`], [`values`] | on which facts paths are split; words of few values |
//! | [`tidy`] | evidence without what it does not need |

#![warn(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use tamarin_kernel::claim::Statement;
use tamarin_kernel::evidence::{Exercise, FactText, Function, Input, Invariant, Lemma, Node, Side};
use tamarin_kernel::proof::Prover;
use tamarin_kernel::word::Width;
use tamarin_kernel::{Claim, Evidence, Refusal, check, check as start};

pub mod addresses;
pub mod align;
pub mod arm64;
pub mod arrive;
pub mod end;
pub mod exempt;
pub mod farkas;
pub mod lemma;
pub mod length;
pub mod memory;
pub mod names;
pub mod recursion;
pub mod refute;
pub mod samples;
pub mod strategy;
pub mod tactics;
pub mod tidy;
pub mod unfolding;
pub mod values;
pub mod walk;
pub mod words;
pub mod world;

/// An engine's guess about a claim.
///
/// Runs are cut into *path segments* (pieces): a segment ends with a branch to the same or a lower address. Computed
/// jumps do not end one.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The addresses after the protected text of programs that store into their text.
    pub protected: BTreeMap<Side, u64>,
    /// How far both programs run from the start.
    pub start: Ways,
    /// Facts about the inputs that split the start into cases. A node for some cases has a fact whose label begins with
    /// `case`.
    pub splits: Vec<FactText>,
    /// Pairs of locations with their invariants.
    pub nodes: BTreeMap<String, ProposedNode>,
    /// Addresses of each program at which a segment ends; none for ends after backward branches and at joins.
    pub cuts: Option<[BTreeSet<u64>; 2]>,
    /// [Joins](align::joins) of each program at which a segment ends, besides those after backward branches.
    pub joins: align::joins::Joins,
    /// Functions that invariants use.
    pub functions: Vec<Function>,
    /// Lemmas about the functions, each about one word.
    pub lemmas: Vec<Lemma>,
    /// Evaluates the functions, for samples.
    pub value: Option<Value>,
}

impl Proposal {
    /// Evaluates the functions on samples.
    fn values(&self) -> Option<Rc<dyn samples::Apply>> {
        self.value.map(|value| Rc::new(value) as Rc<dyn samples::Apply>)
    }
}

/// Evaluates the function with an index at some words.
pub type Value = fn(Width, usize, &[u64]) -> u64;

/// A pair of locations that an engine proposes, with an invariant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProposedNode {
    /// The locations of the programs.
    pub at: [Place; 2],
    /// The invariant.
    pub holds: Invariant,
    /// The value of each word that the invariant names, as a text about the arriving states.
    pub values: BTreeMap<String, String>,
    /// The termination measure, in lexicographic order, in the names of the invariant.
    pub measure: Vec<String>,
    /// How far both programs run from this node.
    pub ways: Ways,
    /// States in which runs reached this node.
    pub seen: Vec<Seen>,
}

/// The states of both programs at one moment of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The input.
    pub input: Vec<u64>,
    /// The registers.
    pub registers: [Vec<u64>; 2],
    /// Stored words, by address.
    pub cells: [BTreeMap<u64, u64>; 2],
}

/// The location of a program between two path segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// At its start.
    #[default]
    Start,
    /// After a backward branch.
    Behind {
        /// The address of the branch.
        from: u64,
        /// The target of the branch.
        at: u64,
    },
    /// At an address at which the proposal ends a segment.
    Cut {
        /// The address.
        at: u64,
    },
    /// At its return address.
    Done,
    /// At an instruction that faults.
    Fault,
}

impl Place {
    /// The place where a path segment ends with an instruction that leads from one address to another one: behind a backward
    /// branch, or at a join.
    fn cut([from, at]: [u64; 2], is_branch: bool, joins: &BTreeSet<u64>) -> Option<Place> {
        match is_branch && at <= from {
            true => Some(Place::Behind { from, at }),
            false => joins.contains(&at).then_some(Place::Cut { at }),
        }
    }
}

/// How many path segments both programs run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// The number of segments of each program; none to run to its end.
    pub pieces: [Option<u32>; 2],
    /// The leading program, if the distance of the other one depends on its path.
    pub lead: Option<Lead>,
}

/// How far a program runs, depending on the path that the leading program took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The leading program.
    pub side: Side,
    /// How far the other program runs. The first match counts.
    pub ways: Vec<Way>,
}

/// How far a program runs after a path of the leader. None matches anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Where the leader's path begins.
    pub from: Option<Place>,
    /// Where it ends.
    pub to: Option<Place>,
    /// Its number of steps.
    pub steps: Option<u64>,
    /// How many segments the other program runs.
    pub pieces: u32,
}

impl Way {
    /// Whether it is about a path between two places with a number of steps.
    pub fn fits(&self, from: Place, to: Place, steps: u64) -> bool {
        self.from.is_none_or(|it| it == from)
            && self.to.is_none_or(|it| it == to)
            && self.steps.is_none_or(|it| it == steps)
    }
}

/// A SAT solver's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Unsatisfiable, with a proof in LRAT.
    Refuted(String),
    /// Satisfiable.
    Satisfiable,
    /// Not decided within the limit.
    Open,
}

/// A SAT solver: takes clauses and the maximum number of conflicts.
pub type Solver<'s> = dyn Fn(&[Vec<i32>], u64) -> Solved + 's;

/// Limits of the search.
#[derive(Clone)]
pub struct Budget {
    /// Remaining work, in about the units of the kernel; a conflict of the solver costs [`CONFLICT`].
    pub work: u64,
    /// Maximum number of solver conflicts for one lemma.
    pub conflicts: u64,
    /// Maximum number of paths.
    pub paths: u32,
    /// Maximum number of instructions of a path.
    pub steps: u64,
    /// Returns whether the caller wants the search to stop.
    pub is_due: Option<Rc<dyn Fn() -> bool>>,
}

/// Units of work charged for a conflict of the SAT solver.
pub const CONFLICT: u64 = 200;

impl Default for Budget {
    fn default() -> Budget {
        Budget { work: 50_000_000, conflicts: 20_000, paths: 2_000, steps: 20_000, is_due: None }
    }
}

impl Budget {
    /// Subtracts work. Returns whether any is left and the caller does not want to stop.
    pub fn spend(&mut self, work: u64) -> bool {
        if self.is_due.as_ref().is_some_and(|is_due| is_due()) {
            self.work = 0;
        }
        self.work = self.work.saturating_sub(work);
        self.work > 0
    }
}

/// Why there is no evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// The programs differ on this allowed input, according to the samples.
    Differ(Vec<u64>),
    /// A limit was reached; names the limit.
    Spent(&'static str),
    /// No tactic proves this obligation.
    Obligation(String),
    /// The kernel cannot follow a program, or refuses the evidence.
    Refused(Refusal),
}

impl Open {
    /// Adds the node at which an obligation is open.
    #[must_use]
    pub(crate) fn at(self, node: &str) -> Open {
        match self {
            Open::Obligation(what) => Open::Obligation(format!("at {node}: {what}")),
            other => other,
        }
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Open::Differ(input) => write!(f, "the programs differ on {input:?}"),
            Open::Spent(what) => write!(f, "too many {what}"),
            Open::Obligation(what) => write!(f, "not proved: {what}"),
            Open::Refused(refusal) => write!(f, "{refusal}"),
        }
    }
}

impl From<Refusal> for Open {
    fn from(refusal: Refusal) -> Open {
        Open::Refused(refusal)
    }
}

/// Minimum and maximum units of work recorded in evidence.
const WORK: [u64; 2] = [1 << 12, 1 << 36];

/// Produces evidence for a claim, and checks it with the kernel. The last strategy works in another way than those before it,
/// so it may spend as much as all of them.
pub fn prove(
    claim: &Claim,
    proposal: &Proposal,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    let (mut first, whole) = (None, budget.work);
    for (number, strategy) in strategy::STRATEGIES.into_iter().enumerate() {
        let is_last = number + 1 == strategy::STRATEGIES.len();
        let share = if is_last { whole } else { budget.work };
        let mut within = Budget { work: share, ..budget.clone() };
        let found = walk::Walker::new(claim, proposal, solver, &mut within, strategy)
            .and_then(|mut walker| accepted(claim, walker.all()?));
        budget.work = budget.work.saturating_sub(share - within.work);
        match found {
            Err(Open::Differ(input)) => return Err(Open::Differ(input)),
            Err(open) => first = first.or(Some(open)),
            found => return found,
        }
    }
    Err(first.unwrap_or(Open::Spent("strategies")))
}

/// The program and the input of a claim about one run.
pub(crate) fn one_run(claim: &Claim) -> Option<(Side, &Input)> {
    match &claim.statement {
        Statement::NeverStops { side, input } => Some((*side, input)),
        _ => None,
    }
}

/// The kernel's prover at the start of a claim: about all inputs, or about the input of its one run.
pub(crate) fn begin<'e>(claim: &Claim) -> Result<Prover<'e>, Refusal> {
    start::inputs(claim, one_run(claim).map(|(_, input)| input), u64::MAX)
}

/// Records the work that the evidence needs, if the kernel accepts it.
pub(crate) fn accepted(claim: &Claim, mut evidence: Evidence) -> Result<Evidence, Open> {
    let whole = evidence.clone();
    tidy::tidy(&mut evidence);
    match checked(claim, evidence) {
        // Without the lemmas that nothing uses, terms may have another order.
        Err(Open::Refused(_)) => checked(claim, whole),
        found => found,
    }
}

/// Records the work that the evidence needs, if the kernel accepts it as it is.
fn checked(claim: &Claim, mut evidence: Evidence) -> Result<Evidence, Open> {
    evidence.work = WORK[0].max(evidence.exercise.steps);
    loop {
        match check(claim, &evidence) {
            Ok(_) => return Ok(evidence),
            Err(Refusal::Cost) if evidence.work < WORK[1] => evidence.work *= 2,
            Err(refusal) => return Err(Open::Refused(refusal)),
        }
    }
}

/// Assembles evidence from its parts.
fn assembled(
    exercise: Exercise,
    functions: Vec<Function>,
    lemmas: Vec<Lemma>,
    nodes: BTreeMap<String, Node>,
    start: tamarin_kernel::evidence::Script,
) -> Evidence {
    Evidence { exercise, functions, lemmas, nodes, start, ..Evidence::default() }
}
