//! Proofs for every number of steps, where the search by paths has met loops.
//!
//! What the engine [`alignment`] proves ends the search, or makes its verdict
//! stronger; the inputs on which an obligation of its failed are suspects, which
//! are run much further than the fuel goes.

use super::outcome;
use super::session::{End, Session};
use crate::engines::alignment::{self, Attempt, Stopping};
use crate::evidence::{Claim, OpenClaim, OpenClaimKind, Proof, ProofKind, Termination};
use crate::machine::{Inputs, Stop};

/// Steps of both programs on all suspects, at most.
const STEPS: u64 = 40_000_000;
/// Steps of a program on one of them, at most.
const STEPS_OF_RUN: u64 = 10_000_000;

/// Tries to prove that the programs agree whatever the number of steps. A proof
/// that they stop alike, too, ends the search.
pub(super) async fn attempt(search: &mut Session<'_>) -> Result<(), End> {
    let Session { images, first, solver, observer, stop, .. } = search;
    let pause = async || observer.pause().await;
    let attempt = alignment::prove(*images, first, *solver, stop, pause).await;
    let Attempt { proved, suspects, questions, was_stopped } = attempt;
    search.side_queries += questions;
    if was_stopped {
        search.check_time()?;
        return Err(End::Cancelled);
    }
    if let Some(proved) = proved {
        let (termination, open) = match proved.stopping {
            Stopping::Always => (Termination::Proved, vec![]),
            Stopping::Alike => (Termination::Same, vec![]),
            Stopping::Open => {
                let open = OpenClaim { claim: OpenClaimKind::Termination, inputs: None };
                (Termination::Open, vec![open])
            }
        };
        search.proof = Some(Proof {
            kind: ProofKind::Invariants,
            claim: Claim { steps: None, termination },
            nodes: proved.nodes,
            obligations: proved.obligations,
            open,
        });
        if termination != Termination::Open {
            return Err(End::Proved);
        }
    }
    let mut steps = 0;
    let contract = std::sync::Arc::clone(&search.options.contract);
    for inputs in suspects.into_iter().filter(|inputs| contract.allows(inputs)) {
        if steps > STEPS {
            break;
        }
        search.check_time()?;
        steps += replay(search, &inputs)?;
    }
    Ok(())
}

/// Runs both programs far; returns the steps that they took.
fn replay(search: &mut Session<'_>, inputs: &Inputs) -> Result<u64, End> {
    let left = search.far(0, inputs, STEPS_OF_RUN);
    // Where one has no end, there is nothing to compare.
    if left.stop == Stop::OutOfFuel {
        return Ok(left.steps);
    }
    let right = search.far(1, inputs, STEPS_OF_RUN);
    let steps = left.steps + right.steps;
    match outcome::difference(&left, &right) {
        None => Ok(steps),
        Some(_) => {
            let contract = &search.options.contract;
            let (witness, reason) =
                outcome::replay_far(search.images, contract, inputs, STEPS_OF_RUN);
            Err(End::Differ(Box::new(witness), reason))
        }
    }
}
