//! The second question of a comparison: do the programs agree if only the output, or only `$3`, is observed?
//!
//! It is posed where the witness shows a difference in one of the two and agreement in the other
//! ([`Summary::second_question`](crate::report::Summary::second_question)): of two programs that both print, a
//! reader of the output wants to know whether they print the same on all inputs.

use std::sync::Arc;

use super::paths::{self, Observer, Options};
use crate::contract::{Contract, Spec};
use crate::program::Program;
use crate::report::{AloneReport, Report, words};
use crate::solver::Solver;

/// Runs of the second comparison: enough for most programs that students write. Twice as many take up to twice as
/// long where it stays open.
const RUNS: u32 = 1_000;

/// Work of the second comparison, in units of [`Options::max_work`]. Twice as much takes up to twice as long where it
/// stays open.
const WORK: u64 = 2_000_000;

/// Compares the programs by `observe` alone, an entry of `observe` in a contract, beside how they end.
///
/// `asked` are the options of the first comparison; this one takes at most [`RUNS`] runs and [`WORK`] of them.
///
/// # Errors
///
/// Messages if the contract cannot observe that, or a program does not fit the contract.
pub async fn alone(
    observe: &str,
    asked: &Options,
    programs: [&Program; 2],
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Result<AloneReport, String> {
    let observed = Some(vec![observe.to_owned()]);
    let spec = Spec { observe: observed, ..asked.contract.spec().clone() };
    let contract = Contract::new(&spec).map_err(|problems| {
        let messages = problems.into_iter().map(|problem| problem.message);
        messages.collect::<Vec<_>>().join("; ")
    })?;
    let left = contract.image(0, programs[0])?;
    let right = contract.image(1, programs[1])?;
    let options = Options {
        contract: Arc::new(contract),
        max_runs: asked.max_runs.min(RUNS),
        max_work: Some(asked.max_work.map_or(WORK, |work| work.min(WORK))),
        ..asked.clone()
    };
    let report = paths::compare(&left, &right, &options, solver, observer).await;
    let says = words::alone(observe, &report);
    let Report { verdict, reason, witness, .. } = report;
    Ok(AloneReport { observe: observe.to_owned(), verdict, reason, witness, says })
}
