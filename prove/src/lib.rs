//! Makes evidence that the kernel accepts.
//!
//! [`prove`] takes a claim and a [`Proposal`], which holds what an engine guesses: pairs of locations with
//! invariants. It returns evidence that [`tamarin_kernel::check`] has accepted, or says what is
//! [`Open`]. The empty proposal means a tree of paths: from the start, all paths of both programs are followed to
//! their ends.
//!
//! # Design
//!
//! The *walker* ([`walk`]) executes both programs with the kernel's own step on the kernel's own terms, so that
//! nothing is decided by other code than what the kernel checks. Where a branch depends on a fact that is
//! not known, it asks whether one of both cases is impossible; if neither is, it follows both. At the end of a path
//! there are *obligations*: what is observed is equal, or the invariant of a node holds.
//!
//! Each obligation becomes a [`lemma`]: facts about any words, from which a fact follows. Symbols and
//! loads become words of the lemma. Three things come from this:
//!
//! - a lemma is proved in a world of its own, where the same text gives the same terms in the same order as in the
//!   kernel, so a SAT solver's proof about the kernel's clauses stays valid whatever the walker has computed before;
//! - obligations that differ only in the names of their words are proved once;
//! - scripts of nodes stay short: what needs arithmetic is one application of a lemma.
//!
//! *Tactics* ([`tactics`]) prove lemmas. They stand in one table, in the order in which they are tried, each with its
//! share of the budget: what is known, identities of polynomials, case splits with linear sums of
//! inequalities (their factors are found by [`farkas`]), and bits by a SAT solver that the caller brings.
//!
//! *Samples* ([`samples`]) are inputs on which facts are computed as numbers. They say early that a case is
//! possible, or that an obligation does not hold. Nothing rests on them but the order of the search.
//!
//! | module | what it is |
//! |---|---|
//! | [`names`] | terms as texts |
//! | [`samples`] | values of terms |
//! | [`lemma`] | from facts at a point to a lemma |
//! | [`world`] | a lemma's proof under way |
//! | [`farkas`] | factors with which inequalities contradict each other |
//! | [`tactics`] | proofs of lemmas |
//! | [`memory`] | loads |
//! | [`unfolding`] | goals about functions of the proposal |
//! | [`align`](mod@align) | proposals from the machine words alone |
//! | [`arm64`] | claims about ARM64 programs, evidence for them, and runs |
//! | [`recursion`](mod@recursion) | loops as recursive functions, and lemmas about them by induction |
//! | [`walk`], [`end`], [`arrive`] | scripts |
//! | [`tidy`] | evidence without what it does not need |

#![warn(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use tamarin_kernel::evidence::{Exercise, FactText, Function, Invariant, Lemma, Node, Side};
use tamarin_kernel::word::Width;
use tamarin_kernel::{Claim, Evidence, Refusal, check};

pub mod align;
pub mod arm64;
pub mod arrive;
pub mod end;
pub mod farkas;
pub mod lemma;
pub mod memory;
pub mod names;
pub mod recursion;
pub mod samples;
pub mod tactics;
pub mod tidy;
pub mod unfolding;
pub mod walk;
pub mod world;

/// What an engine guesses about a claim.
///
/// Runs are cut into *pieces*: a piece ends with a branch to the same or a lower address. Computed jumps do not
/// end one.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// How far both programs go from the start.
    pub start: Ways,
    /// Facts about the inputs, of which there are cases at the start. A node that is for some cases has a fact with a
    /// label that begins with `case`.
    pub splits: Vec<FactText>,
    /// Locations of both programs with what holds there.
    pub nodes: BTreeMap<String, ProposedNode>,
    /// Addresses of each program at which a piece ends, if not behind branches back.
    pub cuts: Option<[BTreeSet<u64>; 2]>,
    /// Functions that invariants use.
    pub functions: Vec<Function>,
    /// Lemmas about them, each about one word.
    pub lemmas: Vec<Lemma>,
    /// The value of the function of a number, for samples.
    pub value: Option<Value>,
}

impl Proposal {
    /// The values of its functions, for samples.
    fn values(&self) -> Option<Rc<dyn samples::Apply>> {
        self.value.map(|value| Rc::new(value) as Rc<dyn samples::Apply>)
    }
}

/// The value of the function of a number at some words.
pub type Value = fn(Width, usize, &[u64]) -> u64;

/// A location of both programs that an engine proposes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProposedNode {
    /// Where the programs are.
    pub at: [Place; 2],
    /// What holds there.
    pub holds: Invariant,
    /// The value of each word that the invariant names, as a text about the states that come there.
    pub values: BTreeMap<String, String>,
    /// Words that get smaller, in lexicographic order, in the names of the invariant.
    pub measure: Vec<String>,
    /// How far both programs go from it.
    pub ways: Ways,
    /// States that runs have come to it in.
    pub seen: Vec<Seen>,
}

/// The states of both programs in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The input.
    pub input: Vec<u64>,
    /// The registers.
    pub registers: [Vec<u64>; 2],
    /// Words that were stored, by their addresses.
    pub cells: [BTreeMap<u64, u64>; 2],
}

/// Where a program is between two pieces of its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// At its start.
    #[default]
    Start,
    /// Behind a branch back.
    Behind {
        /// The address of the branch.
        from: u64,
        /// Where it went.
        at: u64,
    },
    /// At an address where the proposal ends a piece.
    Cut {
        /// The address.
        at: u64,
    },
    /// At its return address.
    Done,
    /// At an instruction that faults.
    Fault,
}

/// How many pieces both programs go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// How many pieces each goes on; none where it goes to its end.
    pub pieces: [Option<u32>; 2],
    /// The program that goes first, if how far the other one goes depends on its path.
    pub lead: Option<Lead>,
}

/// How far a program goes, by the path that the other one has taken before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The program that goes first.
    pub side: Side,
    /// Where its path leads, its steps, and how many pieces the other one goes on then; what is none may be
    /// anything. The first that fits counts.
    pub ways: Vec<(Option<Place>, Option<u64>, u32)>,
}

/// What a SAT solver says of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// They contradict each other, by this proof in LRAT.
    Refuted(String),
    /// They can hold together.
    Satisfiable,
    /// It is not known within the limit.
    Open,
}

/// A SAT solver: clauses, and how many conflicts it may take.
pub type Solver<'s> = dyn Fn(&[Vec<i32>], u64) -> Solved + 's;

/// How much the search may do.
#[derive(Clone)]
pub struct Budget {
    /// Work that is left, in about the units of the kernel; a conflict of the solver counts as [`CONFLICT`].
    pub work: u64,
    /// Conflicts of the solver for one lemma at most.
    pub conflicts: u64,
    /// Paths at most.
    pub paths: u32,
    /// Instructions of a path at most.
    pub steps: u64,
    /// Whether the caller wants the search to end.
    pub is_due: Option<Rc<dyn Fn() -> bool>>,
}

/// Work that a conflict of the SAT solver counts as.
pub const CONFLICT: u64 = 200;

impl Default for Budget {
    fn default() -> Budget {
        Budget { work: 50_000_000, conflicts: 20_000, paths: 2_000, steps: 20_000, is_due: None }
    }
}

impl Budget {
    /// Subtracts work. Returns whether any is left and the caller does not want the search to end.
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
    /// The programs differ on an allowed input, by the samples.
    Differ(Vec<u64>),
    /// The budget is spent.
    Spent(&'static str),
    /// No tactic proves an obligation.
    Obligation(String),
    /// The kernel does not follow a program, or refuses the evidence.
    Refused(Refusal),
}

impl Open {
    /// The same with the node at which it is so.
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

/// Units of work in evidence at least, and at most.
const WORK: [u64; 2] = [1 << 12, 1 << 36];

/// Makes evidence for a claim, which the kernel has accepted.
pub fn prove(
    claim: &Claim,
    proposal: &Proposal,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    let mut strategies = walk::STRATEGIES.into_iter();
    let attempt = |strategy, budget: &mut Budget| {
        let mut found = walk::Walker::new(claim, proposal, solver, budget, strategy)?;
        accepted(claim, found.all()?)
    };
    let first = strategies.next().ok_or(Open::Spent("strategies"))?;
    let mut open = match attempt(first, budget) {
        Ok(evidence) => return Ok(evidence),
        Err(open) => open,
    };
    for strategy in strategies {
        if matches!(open, Open::Differ(_)) {
            break;
        }
        match attempt(strategy, budget) {
            Ok(evidence) => return Ok(evidence),
            Err(differ @ Open::Differ(_)) => open = differ,
            Err(_) => {}
        }
    }
    Err(open)
}

/// The evidence with as much work as it needs, if the kernel accepts it.
pub(crate) fn accepted(claim: &Claim, mut evidence: Evidence) -> Result<Evidence, Open> {
    tidy::tidy(&mut evidence);
    evidence.work = WORK[0].max(evidence.exercise.steps);
    loop {
        match check(claim, &evidence) {
            Ok(_) => return Ok(evidence),
            Err(Refusal::Cost) if evidence.work < WORK[1] => evidence.work *= 2,
            Err(refusal) => return Err(Open::Refused(refusal)),
        }
    }
}

/// Evidence of parts that were found.
fn assembled(
    exercise: Exercise,
    functions: Vec<Function>,
    lemmas: Vec<Lemma>,
    nodes: BTreeMap<String, Node>,
    start: tamarin_kernel::evidence::Script,
) -> Evidence {
    Evidence { exercise, functions, lemmas, nodes, start, ..Evidence::default() }
}
