//! Runs beyond the fuel, which bounds what a verdict claims, not what is tried.
//!
//! - Programs that fill an array in memory take more steps than the fuel on each input, but not many more. Their paths
//!   are followed to their ends ([`raise_fuel`]).
//! - On some inputs one program ends within the fuel, and the other is still running. It runs on ([`difference`]): a
//!   loop without an exit may walk through all of memory, and a stack that grows for ever reaches the program's text
//!   after some 30 million steps.

use super::outcome;
use super::session::{End, PLAIN_STEPS_PER_UNIT, Session};
use super::sweep;
use crate::machine::{self, Stop};

/// Maximum number of steps of the run on the first input, for paths to be followed beyond the fuel.
pub(in crate::engines) const STEPS_OF_LONG_RUNS: u64 = 1 << 18;
/// Number of inputs on which a program has to be unfinished within the fuel, for paths to be followed beyond it.
pub(in crate::engines) const UNFINISHED: usize = 8;

/// Raises the number of steps within which paths are followed, if on none of the first inputs both programs end within
/// the fuel, and on the first one both end soon after: to twice as many as that takes.
pub(super) async fn raise_fuel(search: &mut Session<'_>) -> Result<(), End> {
    let inputs: Vec<_> = sweep::inputs(search).take(UNFINISHED).collect();
    for inputs in &inputs {
        let stops = search.stops(inputs).await?;
        search.spend_steps(2 * search.fuel, PLAIN_STEPS_PER_UNIT)?;
        if !stops.contains(&machine::Stop::OutOfFuel) {
            return Ok(());
        }
    }
    let first = search.first.clone();
    let mut longest = 0;
    for program in 0..2 {
        let outcome = search.outcome_within(program, &first, STEPS_OF_LONG_RUNS).await?;
        if outcome.stop == Stop::OutOfFuel {
            return Ok(());
        }
        longest = longest.max(outcome.steps);
    }
    search.fuel = search.fuel.max(2 * longest);
    Ok(())
}

/// Maximum number of steps of each program, over all inputs: if one input takes them all without
/// ending, the next ones are likely to do the same.
pub const STEPS_BEYOND_FUEL: u64 = 100_000_000;

/// Looks for a difference on the inputs that are open because one program is still running. If a
/// limit comes first, the search ends as it would without this function.
pub(super) async fn difference(search: &mut Session<'_>) -> Option<End> {
    let mut left = [STEPS_BEYOND_FUEL; 2];
    for inputs in search.one_sided.clone() {
        let mut outcomes = Vec::new();
        for (program, left) in left.iter_mut().enumerate() {
            let outcome = search.outcome_within(program, &inputs, *left).await.ok()?;
            search.spend_steps(outcome.steps, PLAIN_STEPS_PER_UNIT).ok()?;
            *left -= outcome.steps;
            outcomes.push(outcome);
        }
        if outcome::difference(&outcomes[0], &outcomes[1]).is_some() {
            let contract = &search.options.contract;
            let (witness, reason) =
                outcome::replay_far(search.images, contract, &inputs, STEPS_BEYOND_FUEL);
            return Some(End::Differ(Box::new(witness), reason));
        }
    }
    None
}
