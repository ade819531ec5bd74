//! The pair of instructions whose values, made equal, make two programs agree.
//!
//! After Lahiri, Sinha and Hawblitzel, "Automatic Rootcausing for Program Equivalence Failures in Binaries"
//! (RootCause, CAV 2015). A *fix* (l, r) replaces the word that instruction r of one program writes by the
//! word that instruction l of the other program, the *reference*, wrote on the same input ([`Fix`], section
//! 3.1's `AssignFix`; `ConstrainFix` is in [`constrain`]). It needs no template and repairs nothing: it
//! points at two instructions whose words should have been equal. There are three checks, each weaker than
//! the one before (Theorem 2):
//!
//! - [`Check::AllFix`]: with the fix the programs agree on all inputs;
//! - [`Check::LeftPathFix`]: they agree on all inputs on which the reference takes the path that it takes on
//!   the witness (`HoldLeftPath`);
//! - [`Check::LeftPathEarliestFix`]: on each of these inputs they agree, or the first two words that should
//!   be equal, and are not on the witness, are equal (`AddEarlyDiseqAssumes`, [`violation`]).
//!
//! There are two searches ([`Strategy`]): Algorithm 1 of RootCause as printed ([`algorithm`]), with its
//! prunings and syntactic filters ([`filters`]), and the search that the rest of this text describes.
//!
//! A label is a word of one execution of an instruction, or of all its executions ([`labels`]). The word is
//! what the instruction writes (a register, `hi` or `lo`, a word of memory, a byte of output) or what it
//! depends on (whether it branches, an address, a word that it reads). If a repair says so, it may also be
//! what a register holds before the instruction. Labels of all executions come first: the k-th execution
//! takes the word of the k-th one. A label of a single execution takes the word of any single execution, so
//! the result of a loop can replace a word where the other program has no loop.
//!
//! Candidates are compared by running them on the witness and on other inputs; the emulator takes overrides.
//! An input on which a fix fails rules it out, as a query does in Theorem 1, so this search needs no
//! `ConstrainFix`. Each input on which a proof fails joins the inputs. Fixes that pass all inputs are proved
//! by a walk over all pairs of paths of the fixed programs ([`tree`](super::tree)). The first fix that holds
//! is reported, in the order of labels (section 3). Labels of words that the two runs on the witness do not
//! have in common come before all others; RootCause looks around the first mismatch only. If a repair is
//! known, fixes of the instructions that it edits ([`suspects()`]) come first, whichever check they pass.
//! Among fixes with the same check, those come first whose lines are not in both texts, if the texts have
//! most lines in common (Fig. 1: the changed lines are the answer), then those at [`anomalies`]. Fixes that
//! replace the output itself (trivial fixes in RootCause) come last, because nearly every program with one
//! output has one; they do not if the repair concerns just the output.
//!
//! A reference that runs for ever writes endlessly many words. If its whole state recurs, so do its words,
//! and a fix may replace words for ever: the fixed program repeats if its own state recurs at the same point
//! of the reference's cycle ([`Steering`](crate::machine::recurrence::Steering)). Otherwise the words after
//! the end of the fuel are unknown, and nothing is concluded from a fixed run that would need them.
//!
//! A proof fails with the first query that is undecided, and it ends soon after: an input that refutes the
//! fix is found by easy queries or not at all. The number of terms in all queries of a check is limited,
//! because queries about paths with many rounds are long even if each one is easy. Their cost is limited too,
//! because the first query of each proof may take all that one query may.

mod algorithm;
mod anomalies;
#[cfg(feature = "evidence")]
pub mod arm64;
mod common;
mod constrain;
mod direction;
mod filters;
mod heads;
mod hitting;
mod labels;
mod likely;
mod mended;
mod near;
mod options;
mod points;
mod samples;
mod sets;
mod suspects;
mod violation;

use super::difference::Difference;
use super::paths::Observer;
use super::tree::{Fix, Site};
use crate::machine::mips::Reg;
use crate::report::Side;
use crate::solver::{Effort, Solver, Stop};
use crate::symbolic::concolic::Instance;
use constrain::Instrumented;
use direction::Direction;
pub use options::{Candidates, Check, Filter, Options, Pruning, Strategy};
pub use sets::{Member, Set};
pub use suspects::{Suspects, suspects};

/// Maximum number of fixes of a set.
const FIXES_PER_SET: usize = 3;
/// Maximum effort of a query about fixes.
const EFFORT_PER_QUERY: Effort = Effort(4_000);

/// Why two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The check that is proved of the fix.
    pub check: Check,
    /// The program whose words are taken.
    pub reference: Side,
    /// Whether the reference is the repaired right program. It is proved to agree with the left one.
    pub is_mended: bool,
    /// The fix, from the reference to the other program.
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
    /// Whether it is established that no fix before it, in the order of the search, passes any check.
    pub is_nothing_before: bool,
    /// The words of the left and the right instruction on the witness.
    pub words: [WitnessWord; 2],
    /// For [`Check::LeftPathEarliestFix`]: the first two words, of the reference and of the other program,
    /// that should be equal and are not on the witness.
    pub first: Option<[Instance; 2]>,
}

/// A word on the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WitnessWord {
    /// The word.
    pub value: u32,
    /// The number of the execution that wrote it, from 1. If the fix changes several, the first of them.
    pub occurrence: u32,
    /// The register that holds it, if one does.
    pub register: Option<Reg>,
    /// The address of the word of memory, if it is one.
    pub memory: Option<u32>,
}

/// The number of fixes with each result, for both references. A fix that was tried for several checks counts
/// once, for the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Fixes that change nothing on the witness.
    pub equal: u64,
    /// Fixes with which the programs still differ on the witness.
    pub witness: u64,
    /// Fixes that fail on another input that was run.
    pub inputs: u64,
    /// Fixes that fail on an input that a proof has found.
    pub proof: u64,
    /// Undecided fixes.
    pub undecided: u64,
    /// Fixes that were not tried, because the cause comes before them or a limit was reached.
    pub untried: u64,
}

impl Tally {
    fn count(&mut self, of: Ruled) {
        *match of {
            Ruled::Witness => &mut self.witness,
            Ruled::Inputs => &mut self.inputs,
            Ruled::Proof => &mut self.proof,
            Ruled::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// Why a fix was ruled out or left undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ruled {
    Witness,
    Inputs,
    Proof,
    Undecided,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The cause.
    pub found: Found,
    /// If no fix makes the programs agree on all inputs, or only a trivial one does: several fixes that
    /// together do. The first is the cause, if there is one.
    pub set: Option<Set>,
    /// The fixes that were ruled out or not decided.
    pub tally: Tally,
    /// The results for the pairs of [`Strategy::Paper`], for the last check that was tried.
    pub candidates: Option<Candidates>,
}

impl Cause {
    /// The label of the fix in a program.
    pub fn place(&self, side: Side) -> Site {
        if side == self.reference { self.fix.from } else { self.fix.to }
    }
}

/// The result of a search for a cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A cause.
    Cause(Cause),
    /// No pair that passes the filter passes a requested check: each one fails on an input.
    None,
    /// No cause was found within the limits.
    Unknown,
}

/// The solver, and when to end.
struct Tools<'t> {
    solver: &'t mut dyn Solver,
    stop: &'t Stop,
    observer: &'t mut dyn Observer,
}

/// Why two programs differ, in terms of pairs of instructions. Returns the results so far once `stop` is due
/// or the observer breaks.
pub async fn cause(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    cause_near(difference, &Suspects::default(), solver, stop, observer).await
}

/// Searches like [`cause`], but pairs whose right instruction is a suspect come first. These include pairs
/// that replace the content of suspect registers.
pub async fn cause_near(
    difference: &Difference<'_>,
    suspects: &Suspects,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    cause_by(difference, suspects, &Options::default(), solver, stop, observer).await
}

/// Searches like [`cause_near`], with options. [`Strategy::Paper`] uses no suspects.
pub async fn cause_by(
    difference: &Difference<'_>,
    suspects: &Suspects,
    options: &Options,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    let mut tools = Tools { solver, stop, observer };
    match options.strategy {
        Strategy::Likely => likely::cause(difference, suspects, options, &mut tools).await,
        Strategy::Paper => algorithm::search(difference, options, &mut tools).await,
    }
}

/// `ConstrainFix` of pairs with the left program as the reference: whether a check holds for the unchanged
/// programs on all inputs on which each pair has equal words. `None` if undecided.
pub async fn constrain_fix(
    difference: &Difference<'_>,
    check: Check,
    pairs: &[Fix],
    solver: &mut dyn Solver,
) -> Option<bool> {
    let mut tools = Tools { solver, stop: &Stop::NEVER, observer: &mut () };
    let direction = Direction::new(Side::Left, difference, &Suspects::default());
    let mut p12 = Instrumented::new(&direction, check, difference, &mut tools).await;
    p12.constrain_fix(pairs, &mut tools).await
}

/// `CheckMAXSAT` of pairs with the left program as the reference: the pairs that are ruled out.
pub async fn check_maxsat(
    difference: &Difference<'_>,
    check: Check,
    pairs: &[Fix],
    solver: &mut dyn Solver,
) -> Vec<Fix> {
    let mut tools = Tools { solver, stop: &Stop::NEVER, observer: &mut () };
    let direction = Direction::new(Side::Left, difference, &Suspects::default());
    let mut p12 = Instrumented::new(&direction, check, difference, &mut tools).await;
    p12.check_maxsat(pairs, &mut tools).await
}
