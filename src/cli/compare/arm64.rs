//! `tamarin compare` for ARM64.

use super::CompareArgs;
use crate::cli::arm64::Asked;
use crate::cli::console::{answer, pretty};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::engines::arm64::{self, Options};
use crate::report::arm64::{Answer, Report};
use crate::report::words;

/// Compares two ARM64 programs.
pub fn compare(args: &CompareArgs) -> Result<u8, Trouble> {
    refuse_what_is_for_mips(args)?;
    let asked = Asked::read([&args.left, &args.right], &args.contract, &args.mode)?;
    let work = args.max_work.unwrap_or(asked.options.work);
    let options = Options { fuel: args.fuel, work, ..asked.options.clone() };
    let stop = super::time(args);
    let (findings, _) = arm64::compare(asked.words(), &options, &stop);
    let mut report = Report::from(&findings);
    if let Answer::Differ(tried, _) = &findings.answer {
        asked.claim(&mut report, &options, tried, None, &stop);
    }
    answer(&if args.json { pretty(&report) } else { words::arm64::report(&report) })?;
    Ok(super::status(args, report.verdict, report.proof.as_ref()))
}

/// # Errors
///
/// Names the first option that only applies to MIPS.
fn refuse_what_is_for_mips(args: &CompareArgs) -> Result<(), Trouble> {
    refuse_for_arm64(args.for_mips())
}
