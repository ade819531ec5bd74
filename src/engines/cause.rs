//! The pair of instructions whose values, made equal, make two programs agree.
//!
//! After Lahiri, Sinha and Hawblitzel, "Automatic Rootcausing for Program Equivalence
//! Failures in Binaries" (CAV 2015). A *fix* (l, r) replaces the word that the
//! instruction r of one program writes by the one that l of the other, the
//! *reference*, wrote on the same input ([`Fix`], section 3.1's `AssignFix`; `ConstrainFix` is in [`constrain`]). It needs
//! no template and repairs nothing: it points at two places where the programs should
//! have held the same. Three checks, each weaker than the one before (Theorem 2):
//!
//! - [`Check::AllFix`]: with the fix the programs agree on all inputs;
//! - [`Check::LeftPathFix`]: on all inputs on which the reference takes the path that
//!   it takes on the witness (`HoldLeftPath`);
//! - [`Check::LeftPathEarliestFix`]: on each of these they agree, or have equal
//!   words at the first point at which they should and on the witness do not
//!   (`AddEarlyDiseqAssumes`, [`violation`]).
//!
//! There are two searches ([`Strategy`]): Algorithm 1 of RootCause as it is printed ([`algorithm`]), with its
//! prunings and syntactic filters ([`filters`]), and the one that this text is about from here on.
//!
//! A label is a word of an execution of an instruction: a register, `hi` or `lo`, a
//! word of memory or a byte of the output that it writes, or what it goes by ([`labels`]:
//! whether it branches, an address, what it reads) or, where a mend says so, of what a register holds as it
//! begins; or of all of its executions, which goes first.
//! The k-th of all takes the word of the k-th; a single one takes that of a single one, whichever they
//! are, so that what a loop comes to at last may stand where the other program has no loop.
//! Candidates are compared by running them (the emulator takes an override), on the
//! witness and on other inputs: what Theorem 1 prunes by a question, an input on which
//! the fix fails prunes as well, and each input on which a proof failed joins the
//! others; so this search asks no `ConstrainFix`. What is left is proved by a walk over all pairs of paths of the fixed
//! programs ([`tree`](super::tree)). Of the fixes that hold the first one is taken, in
//! the order of the labels (section 3); before all others those of words that the runs
//! on the witness do not have in common (RootCause looks around the first mismatch
//! only; here that is a preference). Where a mend is known, which is most of what can be known,
//! those about what it edits ([`suspects()`]) go first, whichever check they pass. Of one check
//! those go first whose lines are not in both texts, where the texts have most lines in common (Fig. 1:
//! the lines that were changed are the answer), and of the others those at [`anomalies`]. Fixes that replace the output itself come last
//! (trivial ones in RootCause), but where a mend is about just that: nearly every program of one
//! output has one.
//!
//! A reference that runs for ever writes words without end. Where all of its state comes again, so do
//! they, and a fix may replace words by them for ever: the fixed program goes round where its own state
//! comes again at the same point of the reference's lap
//! ([`Steering`](crate::machine::recurrence::Steering)). Else no more of them are known than the fuel
//! shows, and of a fixed run that would take others nothing is concluded.
//!
//! A proof cannot succeed any more once a question of it was left undecided. It ends soon after: inputs that
//! rule a fix out are found by easy questions, or not at all. What all questions of a check ask is
//! limited besides, since those about paths of many rounds are long though each one is easy; and what
//! they cost, since the first of each proof may be as hard as a question may be.

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
use crate::solver::{Solver, Stop};
use crate::symbolic::concolic::Instance;
use constrain::Instrumented;
use direction::Direction;
pub use options::{Candidates, Check, Filter, Options, Pruning, Strategy};
pub use sets::{Member, Set};
pub use suspects::{Suspects, suspects};

/// Why two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What is proved of the fix.
    pub check: Check,
    /// The program whose words are taken.
    pub reference: Side,
    /// Whether it is the program with a proved mend that stands on the left, as the reference: it
    /// agrees with the left one.
    pub is_mended: bool,
    /// The fix: from the reference, to the other program.
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
    /// Whether, where it does, it is established that no other fix passes any check.
    pub is_nothing_before: bool,
    /// What the left and the right instruction write on the witness.
    pub words: [Word; 2],
    /// For [`Check::LeftPathEarliestFix`] the words, of the reference and of the other
    /// program, that first should be equal and on the witness are not.
    pub first: Option<[Instance; 2]>,
}

/// A word on the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub value: u32,
    /// How-manieth execution wrote it: of several the first that the fix changes.
    pub occurrence: u32,
    /// The register that it is of, where it is of one.
    pub register: Option<Reg>,
    /// The address of the word of memory that it is, where it is one.
    pub memory: Option<u32>,
}

/// How many fixes there are, of both references, by what was found of each. One that
/// was tried for several checks counts once, by the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// That write what was there on the witness.
    pub equal: u64,
    /// With which the programs differ on the witness.
    pub witness: u64,
    /// That fail on another input that was run.
    pub inputs: u64,
    /// That fail on an input that a proof came to.
    pub proof: u64,
    /// Of which it was left open.
    pub undecided: u64,
    /// That were not looked at, since the cause goes before them, or for a limit.
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

/// Why a fix is none, as far as was looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ruled {
    Witness,
    Inputs,
    Proof,
    Undecided,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The cause.
    pub found: Found,
    /// Where no fix makes the programs agree on all inputs, or only a trivial one does:
    /// several that together do more. The first is the cause, where there is one.
    pub set: Option<Set>,
    /// The fixes that are none.
    pub tally: Tally,
    /// What became of the pairs of [`Strategy::Paper`], of the last check that was tried.
    pub candidates: Option<Candidates>,
}

impl Cause {
    /// The place in a program.
    pub fn place(&self, side: Side) -> Site {
        if side == self.reference { self.fix.from } else { self.fix.to }
    }
}

/// What a search for a cause came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This is one.
    Cause(Cause),
    /// No check that was asked for holds of any pair that passes the filter: each one fails on an input.
    None,
    /// None was found within the limits.
    Unknown,
}

/// Who is asked, and when to end.
struct Tools<'t> {
    solver: &'t mut dyn Solver,
    stop: &'t Stop,
    observer: &'t mut dyn Observer,
}

/// Why two programs differ, as far as a few pairs of instructions say. Ends with what was
/// found once `stop` is due or the observer breaks.
pub async fn cause(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    cause_near(difference, &Suspects::default(), solver, stop, observer).await
}

/// As [`cause`]; pairs whose right instruction is a suspect go first, and among those are what
/// suspect registers hold.
pub async fn cause_near(
    difference: &Difference<'_>,
    suspects: &Suspects,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    cause_by(difference, (suspects, &Options::default()), solver, stop, observer).await
}

/// As [`cause_near`], by these options. [`Strategy::Paper`] has no suspects.
pub async fn cause_by(
    difference: &Difference<'_>,
    (suspects, options): (&Suspects, &Options),
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    let mut tools = Tools { solver, stop, observer };
    match options.strategy {
        Strategy::Likely => likely::cause(difference, (suspects, options), &mut tools).await,
        Strategy::Paper => algorithm::search(difference, options, &mut tools).await,
    }
}

/// `ConstrainFix` of pairs with the left program as the reference: whether a check holds of the unchanged
/// programs on all inputs on which each pair holds equal words; none where that is left open.
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

/// `CheckMAXSAT` of pairs with the left program as the reference: those of them that are ruled out.
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
