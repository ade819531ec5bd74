//! `tamarin compare` for ARM64.

use std::time::{Duration, Instant};

use super::CompareArgs;
use crate::cli::console::{DIFFERENT, WEAKER, answer, pretty, tell};
use crate::cli::contract::{both, usual_array};
use crate::cli::files::{Files, Sources};
use crate::cli::trouble::Trouble;
use crate::engines::arm64::{self, Options};
use crate::engines::{evidence, paths};
use crate::link::routines;
use crate::machine::Architecture;
use crate::report::Verdict;
use crate::report::arm64::Report;
use crate::report::words;
use crate::solver::{Effort, Stop};

/// Compares two ARM64 programs.
pub fn compare(args: &CompareArgs) -> Result<u8, Trouble> {
    refuse_what_is_for_mips(args)?;
    let read = |files: &Files| files.read_for(Some(Architecture::Arm64));
    let sources = both([&args.left, &args.right].map(read))?;
    let (array, stream) = args.contract.array_and_stream()?;
    let array = array.or_else(|| usual_array(&sources, &tell).map(u64::from));
    let options = Options {
        mode: args.mode.mode(),
        fuel: args.fuel,
        array,
        stream,
        work: args.max_work.unwrap_or(evidence::WORK),
    };
    let mut programs = both(sources.each_ref().map(Sources::program))?;
    if array.is_some() {
        routines::pad_alike(&mut programs);
    }
    let words = programs.each_ref().map(|program| program.words.as_slice());
    let begin = Instant::now();
    let stop = match args.seconds {
        Some(seconds) => {
            let limit = Duration::from_secs(seconds);
            Stop::when(move || begin.elapsed() >= limit)
        }
        None => Stop::NEVER,
    };
    let (findings, _) = arm64::compare(words, &options, &stop);
    let report = Report::from(&findings);
    answer(&if args.json { pretty(&report) } else { words::arm64::report(&report) })?;
    let required = args.require.map(super::RequiredVerdict::verdict);
    Ok(match report.verdict {
        Verdict::Disequivalent => DIFFERENT,
        verdict if required.is_some_and(|required| !verdict.is_at_least(required)) => WEAKER,
        _ => 0,
    })
}

/// # Errors
///
/// Names the first option that only applies to MIPS.
fn refuse_what_is_for_mips(args: &CompareArgs) -> Result<(), Trouble> {
    let usual = paths::Options::default();
    let set = [
        ("--depth", args.depth.is_some()),
        ("--inputs", args.inputs.is_some()),
        ("--proofs", args.proofs.is_some()),
        ("--strategy paper", args.strategy == super::StrategyName::Paper),
        ("--solver", args.solver != super::SolverName::Portfolio),
        ("--effort", args.effort != Effort::default().0),
        ("--max-runs", args.max_runs != usual.max_runs),
        ("--verbose", args.verbose),
    ];
    match set.into_iter().find(|(_, is_set)| *is_set) {
        Some((option, _)) => Err(Trouble::argument(format!("{option} is not there for ARM64 yet"))),
        None => Ok(()),
    }
}
