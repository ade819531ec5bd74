//! Second questions of a comparison, which follow from the answer to the first one.
//!
//! - *Do the programs agree if only the output, or only `$3`, is observed?* This is asked where the witness shows a
//!   difference in one of the two and agreement in the other
//!   ([`Summary::second_question`](crate::report::Summary::second_question)): of two programs that both print, a
//!   reader of the output wants to know whether they print the same on all inputs.
//! - *Do they agree with the same libraries?* This is asked where agreement on all inputs is not proved, and
//!   the programs call a routine that their libraries define differently
//!   ([`with_libraries_of`]): then the programs themselves may be equivalent.

use std::sync::Arc;

use super::paths::{self, Observer, Options};
use crate::contract::{Contract, Spec};
use crate::link::File;
use crate::link::libraries::{Relinked, with_libraries_of};
use crate::program::Program;
use crate::report::{AloneReport, LibrariesReport, Report, Verdict, words};
use crate::solver::Solver;

/// Runs of a second comparison: enough for most programs that students write. Twice as many take up to twice as
/// long where it stays open.
const RUNS: u32 = 1_000;

/// Work of a second comparison, in units of [`Options::max_work`]. Twice as much takes up to twice as long where it
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
    let options = Options { contract: Arc::new(contract), ..asked.clone() };
    let report = compare(&options, programs, solver, observer).await?;
    let says = words::alone(observe, &report);
    let Report { verdict, reason, witness, .. } = report;
    Ok(AloneReport { observe: observe.to_owned(), verdict, reason, witness, says })
}

/// Compares the left program with the right one after this is linked with the libraries of the left one. `None` if
/// the `verdict` of the first comparison leaves nothing to ask, or the libraries are the same.
///
/// `asked` and the limits are those of [`alone`].
///
/// # Errors
///
/// A message if the program that is linked anew does not fit the contract.
pub async fn with_same_libraries(
    verdict: Verdict,
    asked: &Options,
    (left, files): (&Program, [&[File<'_>]; 2]),
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Result<Option<LibrariesReport>, String> {
    if verdict == Verdict::Equivalent {
        return Ok(None);
    }
    let Some(relinked) = with_libraries_of(files[0], files[1]) else { return Ok(None) };
    let Relinked { program, routines, libraries: [left_names, right_names] } = relinked;
    let report = compare(asked, [left, &program], solver, observer).await?;
    let says = words::with_same_libraries((&routines, &left_names), &report);
    let Report { verdict, reason, witness, .. } = report;
    let (left, right) = (left_names, right_names);
    Ok(Some(LibrariesReport { routines, left, right, verdict, reason, witness, says }))
}

/// A comparison within the limits of a second question.
async fn compare(
    asked: &Options,
    programs: [&Program; 2],
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Result<Report, String> {
    let left = asked.contract.image(0, programs[0])?;
    let right = asked.contract.image(1, programs[1])?;
    let options = Options {
        max_runs: asked.max_runs.min(RUNS),
        max_work: Some(asked.max_work.map_or(WORK, |work| work.min(WORK))),
        ..asked.clone()
    };
    Ok(paths::compare(&left, &right, &options, solver, observer).await)
}
