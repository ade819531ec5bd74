//! The order in which engines try to prove that two programs agree.
//!
//! | turn | what is tried |
//! |---|---|
//! | 0 | procedures, where a program's own routine prints numbers in one step: [`routines`] |
//! | 1 | [procedures](versions::equality), for programs that are nearly the same or recursive; recursive ones then [as long as their stacks have room](evidence::within_room) |
//! | 2 | invariants by the [`alignment`] engine, within a little work |
//! | 3 | [evidence] from the claim alone, if that was not enough |
//! | 4 | the alignment engine again, within all work |
//! | 5 | an input on which loops differ beyond the fuel, or one program never ends |
//! | 6 | evidence, if turn 2 ended within its work and without a proof |

use std::rc::Rc;

#[cfg(feature = "evidence")]
use tamarin_prove::Open;
#[cfg(feature = "evidence")]
use tamarin_prove::recursion::room::Roomy;

#[cfg(any(feature = "evidence", feature = "versions"))]
use super::attempt::Proved;
use super::attempt::{Attempt, Parted};
use super::further;
use crate::contract::Contract;
use crate::engines::alignment;
#[cfg(feature = "evidence")]
use crate::engines::evidence::{self, Unproved};
use crate::engines::nontermination;
use crate::engines::pause::Pause;
#[cfg(feature = "versions")]
use crate::engines::routines;
#[cfg(feature = "evidence")]
use crate::engines::statement::Statement;
#[cfg(feature = "versions")]
use crate::engines::versions::{self, Equality, Printing};
#[cfg(any(feature = "evidence", feature = "versions"))]
use crate::evidence::ProofKind;
use crate::evidence::Termination;
#[cfg(feature = "versions")]
use crate::flow::cfg::is_recursive;
use crate::machine::{Image, Inputs};
#[cfg(feature = "versions")]
use crate::solver::bitblast::Bitblast;
use crate::solver::{self, Solver};

/// Attempts to prove that two programs agree for every number of steps, or for as many as the
/// recursion has room for: by procedures if one is recursive or both are nearly the same, else by
/// invariants of their loops. `first` is an input to begin with.
pub async fn prove(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    solver: &mut dyn Solver,
    stop: &solver::Stop,
    pause: Pause<'_>,
) -> Attempt {
    prove_in_turn(images, contract, first, solver, stop, pause, Turn::of(images)).await
}

/// When programs are compared by procedures.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Turn {
    /// Before their loops are examined.
    First,
    /// If no proof about their loops was found.
    Last,
    /// Not at all.
    Never,
}

pub(super) async fn prove_in_turn(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    solver: &mut dyn Solver,
    stop: &solver::Stop,
    mut pause: Pause<'_>,
    by_texts: Turn,
) -> Attempt {
    if let Some(attempt) = by_summaries(images, &mut *solver, stop, pause.again()).await {
        return attempt;
    }
    if by_texts == Turn::First {
        let by_procedures = by_procedures(images, stop, pause.again()).await;
        if let Some(attempt) = by_procedures.or_else(|| by_room(images, contract, stop)) {
            return attempt;
        }
    }
    let most = stop.left().unwrap_or(LOOK).min(LOOK);
    let look = stop.within(most);
    let mut attempt =
        alignment::prove(images, contract, first, &mut *solver, &look, pause.again()).await;
    stop.spend(most - look.left().unwrap_or(0));
    let is_unsure = attempt.proved.is_none() && look.is_spent() && !stop.is_due();
    if is_unsure {
        let found = by_evidence(images, contract, stop, Attempt::default());
        if found.proved.is_some() || !found.suspects.is_empty() {
            return found;
        }
        let before = attempt.questions;
        attempt = alignment::prove(images, contract, first, solver, stop, pause.again()).await;
        attempt.questions += before;
    }
    let differs = attempt.suspects.first().is_some_and(|it| alignment::differ(images, it));
    let likely = attempt.likely_to_part();
    let attempt = Attempt::from(attempt);
    if by_texts == Turn::Last
        && attempt.proved.is_none()
        && !attempt.was_stopped
        && let Some(of_texts) = by_procedures(images, stop, pause.again()).await
    {
        return Attempt { questions: attempt.questions, ..of_texts };
    }
    let stop_alike = attempt.proved.is_some_and(|it| it.termination != Termination::Open);
    if differs || stop_alike || attempt.was_stopped || stop.is_due() {
        return attempt;
    }
    // Loops that were not proved equal may differ in an iteration beyond the fuel.
    if attempt.proved.is_none()
        && let Some(inputs) = further::find(images, contract, first, stop, pause.again()).await
    {
        return Attempt { suspects: vec![inputs], ..attempt };
    }
    let parting = nontermination::find(images, contract, first, &likely, stop);
    match parting.map(Parted::from) {
        None if !is_unsure => by_evidence(images, contract, stop, attempt),
        parted => Attempt { parted, ..attempt },
    }
}

/// Work after which an attempt by the alignment engine yields to one by evidence: most of its
/// proofs take less, and most of those by evidence take less than the rest.
const LOOK: u64 = 1_000_000;

/// The attempt by evidence from the claim alone if it succeeds, else the previous one.
#[cfg(feature = "evidence")]
fn by_evidence(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stop: &solver::Stop,
    before: Attempt,
) -> Attempt {
    let statement = &Statement::EQUIVALENT;
    match evidence::search(images, contract, statement, evidence::WORK, stop) {
        Ok((_, evidence)) => {
            let [nodes, obligations] = evidence::sizes(&evidence);
            let (kind, termination) = (ProofKind::Evidence, Termination::Same);
            let proved = Proved { kind, steps: None, termination, nodes, obligations };
            Attempt { proved: Some(proved), questions: before.questions, ..Attempt::default() }
        }
        Err(Unproved::Open(Open::Differ(words))) => {
            let words: Option<Vec<u32>> =
                words.into_iter().map(|word| word.try_into().ok()).collect();
            let suspect = words.map(|words| Inputs::from(&words[..]));
            Attempt { suspects: before.suspects.into_iter().chain(suspect).collect(), ..before }
        }
        Err(_) => before,
    }
}

/// The attempt to prove that recursive programs agree as long as their stacks have room, if it succeeds.
#[cfg(feature = "evidence")]
fn by_room(images: [&Rc<Image>; 2], contract: &Contract, stop: &solver::Stop) -> Option<Attempt> {
    if !images.iter().any(|image| is_recursive(image)) {
        return None;
    }
    let Roomy { evidence, steps, .. } =
        evidence::within_room(images, contract, evidence::WORK, stop).ok()?;
    // Each program has a contract of its own for what is compared.
    let nodes = evidence.contracts.len().div_ceil(2) as u32;
    let [_, obligations] = evidence::sizes(&evidence);
    let (kind, termination) = (ProofKind::Procedures, Termination::Same);
    let proved = Proved { kind, steps: Some(steps), termination, nodes, obligations };
    Some(Attempt { proved: Some(proved), ..Attempt::default() })
}

#[cfg(not(feature = "evidence"))]
fn by_room(_: [&Rc<Image>; 2], _: &Contract, _: &solver::Stop) -> Option<Attempt> {
    None
}

#[cfg(not(feature = "evidence"))]
fn by_evidence(_: [&Rc<Image>; 2], _: &Contract, _: &solver::Stop, before: Attempt) -> Attempt {
    before
}

#[cfg(feature = "versions")]
impl Turn {
    pub(super) fn of(images: [&Rc<Image>; 2]) -> Turn {
        // If one is recursive, the other may have a loop.
        let are_recursive = || images.iter().any(|image| is_recursive(image));
        let [old, new] = images.map(|image| image.words());
        // For a small program compared with itself, invariants are found at once, and they show
        // that it stops.
        let is_one = old == new && old.len() < LARGE;
        match (is_one, !is_one && are_alike(images) || are_recursive()) {
            (_, true) => Turn::First,
            (true, false) => Turn::Last,
            (false, false) => Turn::Never,
        }
    }
}

#[cfg(not(feature = "versions"))]
impl Turn {
    pub(super) fn of(_: [&Rc<Image>; 2]) -> Turn {
        Turn::Never
    }
}

/// The attempt by procedures where printing by a program's own routine is one step, if it succeeded.
#[cfg(feature = "versions")]
async fn by_summaries(
    images: [&Rc<Image>; 2],
    solver: &mut dyn Solver,
    stop: &solver::Stop,
    pause: Pause<'_>,
) -> Option<Attempt> {
    let images = match images.iter().any(|image| image.summary().is_some()) {
        true => images.map(Rc::clone),
        false => routines::summarised(images, solver, stop).await?,
    };
    let of = images.each_ref();
    of_equality(versions::equality(of, Printing::AtOnce, solver, stop, pause).await)
}

/// The attempt that a comparison by procedures is, if it succeeded or was stopped.
#[cfg(feature = "versions")]
fn of_equality(found: Option<Option<Equality>>) -> Option<Attempt> {
    match found {
        Some(equality) => {
            equality.map(|it| Attempt { proved: Some(it.into()), ..Attempt::default() })
        }
        None => Some(Attempt { was_stopped: true, ..Attempt::default() }),
    }
}

#[cfg(not(feature = "versions"))]
async fn by_summaries(
    _: [&Rc<Image>; 2],
    _: &mut dyn Solver,
    _: &solver::Stop,
    _: Pause<'_>,
) -> Option<Attempt> {
    None
}

/// The attempt by procedures, if it succeeded.
#[cfg(feature = "versions")]
async fn by_procedures(
    images: [&Rc<Image>; 2],
    stop: &solver::Stop,
    pause: Pause<'_>,
) -> Option<Attempt> {
    let mut solver = Bitblast::new();
    of_equality(versions::equality(images, Printing::AsWritten, &mut solver, stop, pause).await)
}

#[cfg(not(feature = "versions"))]
async fn by_procedures(_: [&Rc<Image>; 2], _: &solver::Stop, _: Pause<'_>) -> Option<Attempt> {
    None
}

/// Number of words from which a program counts as large. Smaller ones are usually decided by few
/// paths, with a stronger verdict, so they are compared as versions only after paths have cost
/// something.
#[cfg(feature = "versions")]
pub(super) const LARGE: usize = 256;

/// Whether nine of ten words of either program also occur in the other. Comparing such programs as
/// versions is very fast, and the changes between them are local.
#[cfg(feature = "versions")]
pub(super) fn are_alike(images: [&Rc<Image>; 2]) -> bool {
    let [mut left, mut right] = images.map(|image| image.words().to_vec());
    let most = left.len().max(right.len());
    left.sort_unstable();
    right.sort_unstable();
    let (mut common, mut i, mut j) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        common += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    common * 10 >= most * 9
}
