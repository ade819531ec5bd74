//! Produces evidence for the kernel.
//!
//! [`search`] starts from a claim alone: first by [alignment](tamarin_prove::align), then by [recursive
//! functions](tamarin_prove::recursion). [`of_loops`] starts from a proof of the alignment engine: it converts its
//! locations, invariants and measures to a proposal for [`tamarin_prove`], which proves everything again on the kernel's
//! terms. [`of_statement`] tries everything. The kernel accepts all evidence before it is returned.

use std::fmt;
use std::rc::Rc;

use tamarin_kernel::{Claim, Evidence, claim as kernel};
use tamarin_prove::recursion::room::{self, Roomy};
use tamarin_prove::refute::Modelled;
use tamarin_prove::words::from_words;
use tamarin_prove::{Budget, Open, Proposal, Solved};

use super::alignment::{self, Hints, Proved, Stopping};
use super::pause::Pause;
use super::statement::{Among, Extent, Statement};
use crate::contract::Contract;
use crate::evidence::ProofKind;
use crate::machine::Image;
use crate::solver::bitblast::{Bitblast, clauses};
use crate::solver::{Effort, Solver, Stop};

pub mod claim;
pub mod exercise;
mod premises;
pub mod proposal;
pub mod refutation;

use claim::{Stated, Unsaid};
pub(super) use premises::conjuncts;
use proposal::Memories;
use refutation::{Refutation, refute};

/// Why there is no evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The kernel's claims cannot express this.
    Unsaid(Unsaid),
    /// No proof was found.
    Open(Open),
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Unsaid(unsaid) => unsaid.fmt(f),
            Unproved::Open(open) => open.fmt(f),
        }
    }
}

/// What a proof about loops shows, and evidence for it from its invariants.
pub fn of_loops(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    proved: &Proved,
    budget: &Budget,
    stop: &Stop,
) -> Result<(Claim, Evidence), Unproved> {
    let stated = Stated::new(images, contract).map_err(Unproved::Unsaid)?;
    let claim = stated.agree(match proved.stopping {
        Stopping::Open => kernel::Stopping::Unclaimed,
        Stopping::Alike | Stopping::Always => kernel::Stopping::Same,
    });
    let attempt = |memories: Memories| {
        let proposal = proposal::proposal(images, &stated.names, &proved.claims, memories);
        of_claim(&claim, &proposal, &mut budget.clone(), stop)
    };
    let found = attempt(Memories::Words).or_else(|_| attempt(Memories::Regions));
    found.map(|evidence| (claim.clone(), evidence)).map_err(Unproved::Open)
}

/// A statement for which evidence is wanted, and what may help to find it.
pub struct Wanted<'w> {
    /// The statement.
    pub statement: &'w Statement,
    /// How a comparison proved it, if one did.
    pub kind: Option<ProofKind>,
    /// Hints for the alignment engine.
    pub hints: &'w Hints,
}

/// Evidence for a statement, which the kernel accepted: from the claim alone, or from invariants of the alignment engine.
/// Only the first covers statements about some inputs or some steps. If a comparison proved the statement by invariants,
/// these are tried after a little work on the claim alone.
///
/// # Errors
///
/// There is no evidence: why the search from the claim alone failed.
pub async fn of_statement(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    wanted: &Wanted<'_>,
    stop: &Stop,
    mut pause: Pause<'_>,
) -> Result<Evidence, Unproved> {
    let Wanted { statement, kind, hints } = *wanted;
    let claim = claim::of_statement(images, contract, statement).map_err(Unproved::Unsaid)?;
    let is_general = statement.inputs == Among::All
        && matches!(statement.extent, Extent::Always | Extent::IfBothStop);
    if kind == Some(ProofKind::Invariants) && is_general {
        if let Ok(evidence) = of_words(&claim, LITTLE, stop) {
            return Ok(evidence);
        }
        let found = by_invariants(images, contract, &claim, hints, stop, pause.again()).await;
        if let Some(evidence) = found {
            return Ok(evidence);
        }
    }
    let why = match of_words(&claim, WORK, stop) {
        Ok(evidence) => return Ok(evidence),
        Err(why) => Unproved::Open(why),
    };
    if !is_general || kind == Some(ProofKind::Invariants) {
        return Err(why);
    }
    by_invariants(images, contract, &claim, hints, stop, pause).await.ok_or(why)
}

/// Evidence for a claim from invariants of the alignment engine.
async fn by_invariants(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    claim: &Claim,
    hints: &Hints,
    stop: &Stop,
    pause: Pause<'_>,
) -> Option<Evidence> {
    let (mut solver, first) = (Bitblast::new(), contract.first_inputs());
    let solver: (&mut dyn Solver, &Stop) = (&mut solver, stop);
    let attempt = alignment::prove_with(hints, images, contract, &first, solver, pause).await;
    let (_, evidence) = of_loops(images, contract, &attempt.proved?, &bounded(stop), stop).ok()?;
    accepted(claim, evidence)
}

/// The evidence, if the kernel accepts it for this claim. It may have been made for another claim.
fn accepted(claim: &Claim, evidence: Evidence) -> Option<Evidence> {
    tamarin_kernel::check(claim, &evidence).is_ok().then_some(evidence)
}

/// The usual budget, until the stop is due.
fn bounded(stop: &Stop) -> Budget {
    let stop = stop.clone();
    Budget { is_due: Some(Rc::new(move || stop.is_due())), ..Budget::default() }
}

/// Evidence for a claim from a proposal, with the built-in SAT solver.
pub fn of_claim(
    claim: &Claim,
    proposal: &Proposal,
    budget: &mut Budget,
    stop: &Stop,
) -> Result<Evidence, Open> {
    tamarin_prove::prove(claim, proposal, &solver(stop), budget)
}

/// The built-in SAT solver; it returns [`Solved::Open`] when the stop is due.
pub(super) fn solver(stop: &Stop) -> impl Fn(&[Vec<i32>], u64) -> Solved {
    move |clauses, conflicts| match refute(clauses, Effort(conflicts), stop) {
        Refutation::Proof(text) => Solved::Refuted(text),
        Refutation::Satisfiable => Solved::Satisfiable,
        Refutation::Limit => Solved::Open,
    }
}

/// A model of clauses, from the built-in SAT solver.
pub(super) fn modeller(stop: &Stop) -> impl Fn(&[Vec<i32>], u64) -> (Modelled, u64) {
    move |clauses, conflicts| {
        let (answer, conflicts) = clauses::model(clauses, Effort(conflicts), stop);
        let answer = match answer {
            clauses::Modelled::Model(model) => Modelled::Model(model),
            clauses::Modelled::Unsatisfiable => Modelled::Unsatisfiable,
            clauses::Modelled::Limit => Modelled::Open,
        };
        (answer, conflicts)
    }
}

/// Work limit of the search in a comparison. A unit is about one instruction, monomial or literal.
pub const WORK: u64 = 40_000_000;

/// The work on a claim alone before invariants are tried.
const LITTLE: u64 = WORK / 16;

/// The number of location pairs that evidence relates, and the number of parts that the kernel checks separately:
/// scripts, lemmas and functions.
pub fn sizes(evidence: &Evidence) -> [u32; 2] {
    let Evidence { nodes, contracts, lemmas, functions, .. } = evidence;
    let parts = 1 + nodes.len() + contracts.len() + lemmas.len() + functions.len();
    [nodes.len() as u32, parts as u32]
}

/// The claim that a statement holds for two programs under a contract, and evidence that the kernel accepted. The
/// search spends a few times `work` units, and at most what `stop` still allows; the work done is charged to `stop`.
///
/// # Errors
///
/// The kernel's claims cannot express the statement, or neither alignment nor recursive functions give evidence; the
/// error is that of the last alignment.
pub fn search(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    statement: &Statement,
    work: u64,
    stop: &Stop,
) -> Result<(Claim, Evidence), Unproved> {
    let claim = claim::of_statement(images, contract, statement).map_err(Unproved::Unsaid)?;
    let evidence = of_words(&claim, work, stop).map_err(Unproved::Open)?;
    Ok((claim, evidence))
}

/// Agreement of two programs as long as their stacks have room ([`tamarin_prove::recursion::room`]), within so many units
/// of work.
///
/// # Errors
///
/// As for [`search`]; or the stacks have room on all inputs.
pub fn within_room(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    work: u64,
    stop: &Stop,
) -> Result<Roomy, Unproved> {
    let claim = claim::of_statement(images, contract, &Statement::EQUIVALENT);
    let claim = claim.map_err(Unproved::Unsaid)?;
    let mut budget = budget(work, stop);
    let whole = budget.work;
    let found = room::within_room(&claim, &solver(stop), &mut budget);
    stop.spend(whole - budget.work);
    found.map_err(Unproved::Open)
}

fn budget(work: u64, stop: &Stop) -> Budget {
    let (is_due, work) = (stop.clone(), stop.left().unwrap_or(work).min(work));
    let is_due: Option<Rc<dyn Fn() -> bool>> = Some(Rc::new(move || is_due.is_due()));
    Budget { work, is_due, ..Budget::default() }
}

/// Evidence for a claim from the claim alone, with the limits of [`search`].
pub fn of_words(claim: &Claim, work: u64, stop: &Stop) -> Result<Evidence, Open> {
    let budget = budget(work, stop);
    let found = from_words(claim, &solver(stop), &budget, stop.left().unwrap_or(u64::MAX));
    stop.spend(found.work);
    found.evidence
}
