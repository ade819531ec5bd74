//! Runs far beyond the fuel, for inputs on which one program ends within it and the other is still
//! running.
//!
//! Fuel bounds what a verdict claims, not what is tried. A loop without an exit may walk through
//! all of memory, and a stack that grows for ever reaches the program's text after some 30 million
//! steps.

use super::outcome;
use super::session::{End, PLAIN_STEPS_PER_UNIT, Session};

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
