//! Evidence for the kernel, made from what engines have found.
//!
//! A certificate's claims (locations of both programs, invariants, measures) become a proposal for
//! [`tamarin_prove`], which proves all of it anew on the kernel's own terms. Nothing of the certificate's answers is
//! used. The kernel accepts the evidence before it is given out.

use std::rc::Rc;

use tamarin_checker::certificate::{Certificate, Stopping};
use tamarin_kernel::{Claim, Evidence};
use tamarin_prove::{Budget, Open, Proposal, Solved};

use super::certify::bare;
use super::certify::refutation::{Refutation, refute};
use crate::contract::Contract;
use crate::machine::Image;
use crate::solver::{Effort, Stop};

pub mod claim;
pub mod proposal;

use claim::Unsaid;
use proposal::Memories;

/// Why there is no evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The kernel's claims cannot say it.
    Unsaid(Unsaid),
    /// It is open.
    Open(Open),
}

/// The claim that two programs agree for every number of steps, and evidence for it by all their paths.
pub fn of_paths(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    budget: &Budget,
    stop: &Stop,
) -> Result<(Claim, Evidence), Unproved> {
    of_certificate(&bare(images, contract, Stopping::Alike), budget, stop)
}

/// The claim of a certificate, and evidence for it: by its nodes, or by all paths where it has none.
pub fn of_certificate(
    certificate: &Certificate,
    budget: &Budget,
    stop: &Stop,
) -> Result<(Claim, Evidence), Unproved> {
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

/// Evidence for a claim, from a proposal, with our SAT solver.
pub fn of_claim(
    claim: &Claim,
    proposal: &Proposal,
    budget: &mut Budget,
    stop: &Stop,
) -> Result<Evidence, Open> {
    let solver =
        |clauses: &[Vec<i32>], conflicts: u64| match refute(clauses, Effort(conflicts), stop) {
            Refutation::Proof(text) => Solved::Refuted(text),
            Refutation::Satisfiable => Solved::Satisfiable,
            Refutation::Limit => Solved::Open,
        };
    tamarin_prove::prove(claim, proposal, &solver, budget)
}
