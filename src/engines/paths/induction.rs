//! Attempts at proofs for every number of steps, when the search by paths meets loops or recursion.
//!
//! A proof by the engines [`alignment`] or [`versions`](crate::engines::versions) ends the search
//! or strengthens its verdict. Inputs on which an obligation failed are suspects, which are run far
//! beyond the fuel.

use super::attempt::{Attempt, Parted, Proved};
use super::outcome;
use super::session::{End, PLAIN_STEPS_PER_UNIT, Session};
#[cfg(all(feature = "alignment", feature = "versions"))]
use super::turns::{LARGE, are_alike};
#[cfg(feature = "alignment")]
use super::turns::{Turn, prove_in_turn};
#[cfg(feature = "alignment")]
use std::rc::Rc;

#[cfg(feature = "alignment")]
use crate::contract::Contract;
#[cfg(feature = "alignment")]
use crate::engines::nontermination;
#[cfg(feature = "alignment")]
use crate::engines::pause::Pause;
#[cfg(all(feature = "alignment", feature = "versions"))]
use crate::engines::versions::{self, Printing};
use crate::evidence::{Claim, OpenClaim, OpenClaimKind, Proof, ProofKind, Termination};
#[cfg(feature = "alignment")]
use crate::machine::Image;
use crate::machine::{Inputs, Stop};
#[cfg(feature = "alignment")]
use crate::report::{Agreement, RunReport};
use crate::report::{Cuts, ReasonCode, Side};
#[cfg(feature = "alignment")]
use crate::solver;
#[cfg(all(feature = "alignment", feature = "versions"))]
use crate::solver::bitblast::Bitblast;

/// Maximum number of steps of both programs over all suspects.
const STEPS_OF_SUSPECTS: u64 = 40_000_000;
/// Maximum number of steps of a program on one suspect.
pub(in crate::engines) const STEPS_PER_SUSPECT: u64 = 10_000_000;
/// Runs and queries after a proof that leaves open whether both programs stop on the same inputs.
const AFTER_PROOF: u32 = 32;

/// Minimum work of a brief attempt, in units of [`Stop::spend`](crate::solver::Stop::spend): many
/// proofs take less.
const BRIEF: u64 = 50_000;
/// A brief attempt may take one part in this many of all work spent on paths.
const PART: u64 = 4;

/// Attempts once to prove that the programs agree for every number of steps. A proof that also
/// covers termination ends the search.
pub(super) async fn attempt_once(search: &mut Session<'_>) -> Result<(), End> {
    if !search.attempts.begin() {
        return Ok(());
    }
    // Boxed because it is rare: a future is moved together with everything that it may await.
    Box::pin(attempt(search, search.options.max_work)).await
}

/// A brief attempt, when paths are expensive but all of them may be decided soon: a failed attempt
/// must not cost more than they do. A longer one may follow.
pub(super) async fn attempt_briefly(search: &mut Session<'_>) -> Result<(), End> {
    if !search.attempts.begin_briefly() {
        return Ok(());
    }
    let work = BRIEF.max(search.solver.spent() / PART);
    let most = search.options.max_work.unwrap_or(u64::MAX);
    Box::pin(attempt(search, Some(work.min(most)))).await
}

/// An attempt, within this much work if that is limited.
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
    // The inputs come from a state; those that the contract does not allow are dropped.
    let fitted =
        |inputs: Inputs| Some(contract.fit(&inputs)).filter(|inputs| contract.allows(inputs));
    let open = open.map(|open| OpenClaim { inputs: open.inputs.and_then(fitted), ..open });
    search.attempts.leave(open);
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
        if steps > STEPS_OF_SUSPECTS {
            break;
        }
        search.check_time()?;
        let of_both = replay(search, &inputs)?;
        search.spend_steps(of_both, PLAIN_STEPS_PER_UNIT)?;
        steps += of_both;
    }
    Ok(())
}

/// Records a proof, which ends the search if it leaves nothing open.
fn accept(search: &mut Session<'_>, proved: Proved) -> Result<(), End> {
    let Proved { kind, steps, termination, nodes, obligations } = proved;
    // For fewer steps than the fuel, the search itself is stronger.
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
    let claim = Claim { steps, termination };
    let proof = Proof { kind, claim, nodes, obligations, open, checked };
    search.attempts.accept(proof, search.runs + search.queries);
    match termination {
        Termination::Open => Ok(()),
        Termination::Proved | Termination::Same => Err(End::Proved),
    }
}

/// Whether the search may end because it can only find inputs on which one program runs for ever and
/// the other does not. It is proved that the results agree where both stop, and after a cut nothing
/// more will be proved. The first runs after the proof report an input worth running; each later run
/// uses up its fuel.
pub(super) fn is_enough(search: &Session<'_>) -> bool {
    let Cuts { depth, fuel, unknown, diverged, .. } = search.cuts;
    let is_cut = depth + fuel + unknown + diverged > 0;
    let done = search.runs + search.queries;
    is_cut && search.attempts.done_since(done).is_some_and(|since| since >= AFTER_PROOF)
}

/// Compares two large programs that are nearly the same as versions before any path is explored, in
/// time proportional to their texts. A proof ends the search.
#[cfg(all(feature = "alignment", feature = "versions"))]
pub(super) async fn compare_texts(search: &mut Session<'_>) -> Result<(), End> {
    let stop = &search.stop_of_proof(search.options.max_work);
    let Session { images, observer, .. } = search;
    if images.iter().any(|image| image.words().len() < LARGE) || !are_alike(*images) {
        return Ok(());
    }
    let pause = Pause::new(async || observer.pause().await);
    let mut solver = Bitblast::new();
    match versions::equality(*images, Printing::AsWritten, &mut solver, stop, pause).await {
        Some(Some(equality)) => accept(search, equality.into()),
        None if !stop.is_spent() => {
            search.check_time()?;
            Err(End::Cancelled)
        }
        None | Some(None) => {
            search.attempts.fail_texts();
            Ok(())
        }
    }
}

#[cfg(not(all(feature = "alignment", feature = "versions")))]
pub(super) async fn compare_texts(_: &mut Session<'_>) -> Result<(), End> {
    Ok(())
}

/// The attempt at a proof by the built-in engines, if they were compiled in.
#[cfg(feature = "alignment")]
async fn here(search: &mut Session<'_>, work: Option<u64>) -> Attempt {
    let stop = &search.stop_of_proof(work);
    let Session { images, first, solver, observer, options, attempts, .. } = search;
    let pause = Pause::new(async || observer.pause().await);
    let tried = if attempts.have_texts_failed() { Turn::Never } else { Turn::of(*images) };
    let contract = &options.contract;
    let attempt = prove_in_turn(*images, contract, first, *solver, stop, pause, tried).await;
    // The search may continue if only the proof's work is used up.
    Attempt { was_stopped: attempt.was_stopped && !stop.is_spent(), ..attempt }
}

#[cfg(not(feature = "alignment"))]
async fn here(_: &mut Session<'_>, _: Option<u64>) -> Attempt {
    Attempt::default()
}

/// Ends the search with an input on which one program never ends and the other one does.
fn part(search: &mut Session<'_>, parted: Parted) -> Result<(), End> {
    let outcomes = [0, 1].map(|program| search.far(program, &parted.inputs, STEPS_PER_SUSPECT));
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

/// The behaviour of both programs on an input, by runs ([`outcome::ends`]). If these do not show
/// whether the programs differ, attempts to prove that one of them never ends and the other does.
#[cfg(feature = "alignment")]
pub fn ends_proved(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    (inputs, fuel): (&Inputs, u64),
    stop: &solver::Stop,
) -> ([RunReport; 2], Agreement) {
    let outcomes = outcome::ends(images, inputs, fuel);
    let agreement = outcome::agreement(&outcomes[0], &outcomes[1]);
    if agreement == Agreement::Inconclusive
        && let Some(parting) = nontermination::examine_mips(images, contract, inputs, stop)
    {
        let far = images.map(|image| outcome::outcome(image, inputs, STEPS_PER_SUSPECT));
        if let Some(proved) = Parted::from(parting).proved(&far) {
            return (outcome::reports_proved(far, proved), Agreement::Differ);
        }
    }
    (outcomes.map(|outcome| outcome.report()), agreement)
}

/// Runs both programs far beyond the fuel; returns their total number of steps.
fn replay(search: &mut Session<'_>, inputs: &Inputs) -> Result<u64, End> {
    let left = search.far(0, inputs, STEPS_PER_SUSPECT);
    // If one run has no end, there is nothing to compare.
    if left.stop == Stop::OutOfFuel {
        return Ok(left.steps);
    }
    let right = search.far(1, inputs, STEPS_PER_SUSPECT);
    let steps = left.steps + right.steps;
    match outcome::difference(&left, &right) {
        None => Ok(steps),
        Some(_) => {
            let contract = &search.options.contract;
            let (witness, reason) =
                outcome::replay_far(search.images, contract, inputs, STEPS_PER_SUSPECT);
            Err(End::Differ(Box::new(witness), reason))
        }
    }
}
