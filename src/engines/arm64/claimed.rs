//! Checks a claim of agreement that somebody else makes, such as the author of a link.
//!
//! Nothing in the claim is trusted. Evidence that comes with it is checked by the kernel, within this build's limit on
//! work; without evidence the claim is searched for as in a comparison.

use tamarin_kernel::claim::Stopping;
use tamarin_kernel::{Evidence, check};

use super::{Options, agree, claim, is_about_inputs, search};
use crate::engines::evidence;
use crate::engines::statement::{Extent, Statement};
use crate::solver;

/// The statement that two programs agree where both stop, and if `stop_alike`, that they stop on the same inputs.
///
/// # Errors
///
/// The claim is not shown, with the reason.
pub fn confirm(
    words: [&[u32]; 2],
    options: &Options,
    stop_alike: bool,
    given: Option<Evidence>,
    stop: &solver::Stop,
) -> Result<Statement, String> {
    let (extent, stopping) = match stop_alike {
        true => (Extent::Always, Stopping::Same),
        false => (Extent::IfBothStop, Stopping::Unclaimed),
    };
    let statement = Statement { extent, ..Statement::EQUIVALENT };
    is_about_inputs(words, options, stop)?;
    if words[0] == words[1] {
        return Ok(statement);
    }
    let claim = claim(words, options, agree(stopping))?;
    match given {
        Some(mut evidence) => {
            evidence.work = evidence.work.min(evidence::WORK);
            check(&claim, &evidence).map_err(|refusal| refusal.to_string())?;
        }
        // The search returns only what the kernel accepted.
        None => drop(search(&claim, options.work, stop).map_err(|_| NOT_FOUND)?),
    }
    Ok(statement)
}

/// Why a claim without evidence is not confirmed.
const NOT_FOUND: &str = "no proof of it was found here";
