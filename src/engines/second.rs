//! Second questions of a comparison, which follow from the answer to the first one.
//!
//! - *Do the programs agree if only the output, or only `$3`, is observed?* This is asked where the witness shows a
//!   difference in one of the two and agreement in the other
//!   ([`Summary::second_question`](crate::report::Summary::second_question)): of two programs that both print, a
//!   reader of the output wants to know whether they print the same on all inputs.
//! - *Do they agree with the same libraries?* This is asked where agreement on all inputs is not proved, and
//!   the programs call a routine that is not the same in both, or is none that is compared in one step
//!   ([`with_the_same`]): then the programs themselves may be equivalent.

use std::sync::Arc;

use super::paths::{self, Observer, Options};
use crate::contract::{Contract, Spec};
use crate::link::File;
use crate::link::libraries::{Common, Relinked, with_the_same};
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
    let says = words::alone(observe, report.verdict, &report.reason.message);
    let Report { verdict, reason, witness, .. } = report;
    Ok(AloneReport { observe: observe.to_owned(), verdict, reason, witness, says })
}

/// Compares two programs, given by their files, after both are linked with the same libraries: those of the left one
/// if the `verdict` of the first comparison is a difference, and the built-in ones, which are compared faster, if it is
/// open. `None` if it leaves nothing to ask, or the programs have these libraries already.
///
/// `asked` and the limits are those of [`alone`].
///
/// # Errors
///
/// A message if a program that is linked anew does not fit the contract.
pub async fn with_same_libraries(
    verdict: Verdict,
    asked: &Options,
    files: [&[File<'_>]; 2],
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Result<Option<LibrariesReport>, String> {
    let common = match verdict {
        Verdict::Equivalent => return Ok(None),
        Verdict::Disequivalent => Common::Left,
        _ => Common::BuiltIn,
    };
    let Some(relinked) = with_the_same(common, files) else { return Ok(None) };
    let Relinked { programs, routines, libraries: [left, right], .. } = relinked;
    let report = compare(asked, programs.each_ref(), solver, observer).await?;
    let (with, says) = match common {
        Common::Left => (left.clone(), words::with_left_libraries(&routines, &left, &report)),
        Common::BuiltIn => (Vec::new(), words::with_built_in_routines(&routines, &report)),
    };
    let Report { verdict, reason, witness, .. } = report;
    Ok(Some(LibrariesReport { routines, left, right, with, verdict, reason, witness, says }))
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
