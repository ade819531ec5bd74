//! Produces evidence for the kernel.
//!
//! [`search`] starts from a claim alone: first by [alignment](tamarin_prove::align), then by [recursive
//! functions](tamarin_prove::recursion). [`of_certificate`] starts from another engine's result: it converts the
//! certificate's locations, invariants and measures to a proposal for [`tamarin_prove`], which proves everything again
//! on the kernel's terms and uses none of the certificate's answers. The kernel accepts all evidence before it is
//! returned.

use std::fmt;
use std::rc::Rc;

use tamarin_checker::certificate::{Certificate, Stopping};
use tamarin_kernel::{Claim, Evidence};
use tamarin_prove::recursion::room::{self, Roomy};
use tamarin_prove::refute::Modelled;
use tamarin_prove::words::from_words;
use tamarin_prove::{Budget, Open, Proposal, Solved};

use super::certify::refutation::{Refutation, refute};
use super::certify::{Statement, bare};
use crate::contract::Contract;
use crate::machine::Image;
use crate::solver::bitblast::clauses;
use crate::solver::{Effort, Stop};

pub mod claim;
pub mod proposal;

use claim::Unsaid;
use proposal::Memories;

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

/// The claim that two programs agree for every number of steps, and evidence for it by following all paths.
pub fn of_paths(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    budget: &Budget,
    stop: &Stop,
) -> Result<(Claim, Evidence), Unproved> {
    let bare =
        bare(images, contract, Stopping::Alike).map_err(|_| Unproved::Unsaid(Unsaid::BEYOND))?;
    of_certificate(&bare, budget, stop)
}

/// The claim of a certificate, and evidence for it: from its nodes, or from all paths if it has none.
pub fn of_certificate(
    certificate: &Certificate,
    budget: &Budget,
    stop: &Stop,
) -> Result<(Claim, Evidence), Unproved> {
    let certificate = &claim::with_plain_names(certificate);
    let claim = claim::claim(certificate).map_err(Unproved::Unsaid)?;
    let attempt = |memories: Memories| {
        let proposal = proposal::proposal(certificate, memories);
        of_claim(&claim, &proposal, &mut budget.clone(), stop)
    };
    let found = match attempt(Memories::Words) {
        Err(open) if certificate.is_of_paths() => Err(open),
        Err(_) => attempt(Memories::Regions),
        found => found,
    };
    found.map(|evidence| (claim.clone(), evidence)).map_err(Unproved::Open)
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
