//! Proofs for every number of steps, where the search by paths has met loops or recursion.
//!
//! What the engines [`alignment`] and [`versions`](crate::engines::versions) prove ends the
//! search, or makes its verdict stronger; the inputs on which an obligation of its failed are suspects, which
//! are run much further than the fuel goes.

use super::attempt::{Attempt, Parted, Proved};
use super::outcome;
use super::session::{End, STEPS_PLAIN, Session};
#[cfg(all(feature = "alignment", feature = "versions"))]
use super::turns::{LARGE, are_alike};
#[cfg(feature = "alignment")]
use super::turns::{Turn, prove_in_turn};
#[cfg(feature = "alignment")]
use std::rc::Rc;

#[cfg(feature = "alignment")]
use crate::contract::Contract;
#[cfg(all(feature = "alignment", feature = "versions"))]
use crate::engines::certify;
#[cfg(all(feature = "alignment", feature = "versions"))]
use crate::engines::certify::Uncertified;
#[cfg(feature = "alignment")]
use crate::engines::nontermination;
#[cfg(feature = "alignment")]
use crate::engines::pause::Pause;
use crate::evidence::{Claim, OpenClaim, OpenClaimKind, Proof, ProofKind, Termination};
#[cfg(feature = "alignment")]
use crate::machine::Image;
use crate::machine::{Inputs, Stop};
#[cfg(feature = "alignment")]
use crate::report::{Agreement, RunReport};
use crate::report::{Cuts, ReasonCode, Side};
#[cfg(feature = "alignment")]
use crate::solver;

/// Steps of both programs on all suspects, at most.
const STEPS: u64 = 40_000_000;
/// Steps of a program on one of them, at most.
pub(in crate::engines) const STEPS_OF_RUN: u64 = 10_000_000;
/// Runs and queries after a proof that leaves open whether the programs stop alike.
const AFTER_PROOF: u32 = 32;

/// What a brief attempt may take at least, in units of [`Stop::spend`](crate::solver::Stop::spend):
/// many proofs take less.
const BRIEF: u64 = 50_000;
/// What of all that was spent on paths a brief attempt may take.
const PART: u64 = 4;

/// Tries once to prove that the programs agree whatever the number of steps. A proof
/// that they stop alike, too, ends the search.
pub(super) async fn attempt_once(search: &mut Session<'_>) -> Result<(), End> {
    if std::mem::replace(&mut search.proof_tried, true) {
        return Ok(());
    }
    // What is rare is boxed: a future is moved with all that it may await.
    Box::pin(attempt(search, search.options.max_work)).await
}

/// The same where paths are only dear: all of them may be decided soon, and an attempt that fails
/// must not cost more than these. A longer one may follow.
pub(super) async fn attempt_briefly(search: &mut Session<'_>) -> Result<(), End> {
    if search.proof_tried || std::mem::replace(&mut search.brief_proof_tried, true) {
        return Ok(());
    }
    let work = BRIEF.max(search.solver.spent() / PART);
    let most = search.options.max_work.unwrap_or(u64::MAX);
    Box::pin(attempt(search, Some(work.min(most)))).await
}

/// An attempt, within so much work where that is limited.
async fn attempt(search: &mut Session<'_>, work: Option<u64>) -> Result<(), End> {
    search.tell_of_proof().await?;
    let left = search.options.time_limit_ms.map(|limit| limit.saturating_sub((search.clock)()));
    let elsewhere = match search.observer.prove(&search.first, left, work) {
        Some(attempt) => Some(attempt.await),
        None => None,
    };
    let Attempt { proved, open, suspects, parted, questions, was_stopped } = match elsewhere {
        Some(attempt) => attempt,
        None => here(search, work).await,
    };
    search.side_queries += questions;
    let contract = std::sync::Arc::clone(&search.options.contract);
    search.unproved = open.map(|open| OpenClaim {
        // They are those of a state: what a contract does not allow is nothing to look at.
        inputs: open
            .inputs
            .map(|inputs| contract.fit(&inputs))
            .filter(|inputs| contract.allows(inputs)),
        ..open
    });
    if was_stopped {
        search.check_time()?;
        return Err(End::Cancelled);
    }
    if let Some(proved) = proved {
        accept(search, proved)?;
    }
    if let Some(parted) = parted {
        part(search, parted)?;
    }
    let mut steps = 0;
    let suspects = suspects.iter().map(|inputs| contract.fit(inputs));
    for inputs in suspects.filter(|inputs| contract.allows(inputs)) {
        if steps > STEPS {
            break;
        }
        search.check_time()?;
        let of_both = replay(search, &inputs)?;
        search.spend_steps(of_both, STEPS_PLAIN)?;
        steps += of_both;
    }
    Ok(())
}

/// Takes note of a proof, which ends the search where it leaves nothing open.
fn accept(search: &mut Session<'_>, proved: Proved) -> Result<(), End> {
    let Proved { kind, steps, termination, nodes, obligations } = proved;
    // Of fewer steps than are searched through the search itself says more.
    if steps.is_some_and(|steps| steps < search.options.fuel) {
        return Ok(());
    }
    let open = match termination {
        Termination::Open => {
            vec![OpenClaim { claim: OpenClaimKind::Termination, at: None, inputs: None }]
        }
        Termination::Proved | Termination::Same => vec![],
    };
    let checked = (kind == ProofKind::Evidence).then_some(true);
    search.proof = Some(Proof {
        kind,
        claim: Claim { steps, termination },
        nodes,
        obligations,
        open,
        checked,
    });
    match termination {
        Termination::Open => {
            search.proved_at = Some(search.runs + search.queries);
            Ok(())
        }
        Termination::Proved | Termination::Same => Err(End::Proved),
    }
}

/// Whether a search may end that can only find inputs on which one program runs for ever and the other
/// does not: what both give where they stop is proved, and as something was cut, no more will be. The first runs
/// after that tell of an input to look at; of those that follow each is as long as its fuel.
pub(super) fn is_enough(search: &Session<'_>) -> bool {
    let Cuts { depth, fuel, unknown, diverged, .. } = search.cuts;
    let is_cut = depth + fuel + unknown + diverged > 0;
    let done = search.runs + search.queries;
    is_cut && search.proved_at.is_some_and(|before| done - before >= AFTER_PROOF)
}

/// Compares two large programs that are nearly the same as versions, before any path is explored:
/// that takes time in proportion to their texts. A proof ends the search.
#[cfg(all(feature = "alignment", feature = "versions"))]
pub(super) async fn compare_texts(search: &mut Session<'_>) -> Result<(), End> {
    let stop = &search.stop_of_proof(search.options.max_work);
    let Session { images, observer, options, .. } = search;
    if images.iter().any(|image| image.words().len() < LARGE) || !are_alike(*images) {
        return Ok(());
    }
    let pause = Pause::new(async || observer.pause().await);
    let contract = &options.contract;
    match certify::of_procedures(*images, [&[]; 2], &Rc::default(), contract, stop, pause).await {
        Ok(certified) => accept(search, certified.into()),
        Err(Uncertified::Stopped) if !stop.is_spent() => {
            search.check_time()?;
            Err(End::Cancelled)
        }
        Err(_) => {
            search.texts_compared = true;
            Ok(())
        }
    }
}

#[cfg(not(all(feature = "alignment", feature = "versions")))]
pub(super) async fn compare_texts(_: &mut Session<'_>) -> Result<(), End> {
    Ok(())
}

/// The same attempt by this crate's own engines, where they were compiled in.
#[cfg(feature = "alignment")]
async fn here(search: &mut Session<'_>, work: Option<u64>) -> Attempt {
    let stop = &search.stop_of_proof(work);
    let Session { images, first, solver, observer, options, texts_compared, .. } = search;
    let pause = Pause::new(async || observer.pause().await);
    let tried = if *texts_compared { Turn::Never } else { Turn::of(*images) };
    let contract = &options.contract;
    let attempt = prove_in_turn(*images, contract, first, (*solver, stop), pause, tried).await;
    // The search may go on where only the work for a proof is done.
    Attempt { was_stopped: attempt.was_stopped && !stop.is_spent(), ..attempt }
}

#[cfg(not(feature = "alignment"))]
async fn here(_: &mut Session<'_>, _: Option<u64>) -> Attempt {
    Attempt::default()
}

/// Ends the search with an input on which one program never ends and the other one does.
fn part(search: &mut Session<'_>, parted: Parted) -> Result<(), End> {
    let outcomes = [0, 1].map(|program| search.far(program, &parted.inputs, STEPS_OF_RUN));
    let Parted { inputs, endless, .. } = &parted;
    let Some(proved) = parted.proved(&outcomes) else { return Ok(()) };
    let reason = match endless {
        Side::Left => ReasonCode::OnlyLeftRunsForEver,
        Side::Right => ReasonCode::OnlyRightRunsForEver,
    };
    let contract = &search.options.contract;
    let witness = outcome::witness_proved(contract, inputs, outcomes, proved);
    Err(End::Differ(Box::new(witness), reason))
}

/// What both programs do on an input, by runs ([`outcome::ends`]); where these leave open whether they
/// differ, it is tried to prove that one of them never ends and the other one does.
#[cfg(feature = "alignment")]
pub async fn ends_proved(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    (inputs, fuel): (&Inputs, u64),
    stop: &solver::Stop,
    pause: Pause<'_>,
) -> ([RunReport; 2], Agreement) {
    let outcomes = outcome::ends(images, inputs, fuel);
    let agreement = outcome::agreement(&outcomes[0], &outcomes[1]);
    if agreement == Agreement::Inconclusive
        && let Some(parting) = nontermination::examine(images, contract, inputs, stop, pause).await
    {
        let far = images.map(|image| outcome::outcome(image, inputs, STEPS_OF_RUN));
        if let Some(proved) = Parted::from(parting).proved(&far) {
            return (outcome::reports_proved(far, proved), Agreement::Differ);
        }
    }
    (outcomes.map(|outcome| outcome.report()), agreement)
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
