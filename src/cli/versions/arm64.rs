//! `tamarin versions` for ARM64.

use super::{VersionsArgs, folder};
use crate::cli::arm64::Asked;
use crate::cli::compare::SolverName;
use crate::cli::console::{DIFFERENT, answer, pretty};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::cli::watch::stop_after;
use crate::engines::arm64::versions::versions;
use crate::report::VersionsVerdict;
use crate::report::words::arm64 as words;
use crate::views::versions::arm64::report;

/// Compares two versions of an ARM64 program.
pub fn versions_of(args: &VersionsArgs) -> Result<u8, Trouble> {
    refuse_for_arm64([
        ("--solver", args.solver != SolverName::Portfolio),
        ("--no-smt", args.no_smt),
        ("--timing", args.timing),
        ("--pattern", !args.patterns.is_empty()),
        ("--certificate", args.certificate.is_some()),
        ("--html", args.html.is_some()),
        ("a comparison of folders", folder(&args.old).is_some() || folder(&args.new).is_some()),
    ])?;
    let asked = Asked::read([&args.old, &args.new], &args.contract, &args.mode)?;
    let found = versions(asked.programs.each_ref(), &asked.options, &stop_after(args.seconds));
    let report = report(&found, asked.programs.each_ref(), asked.lines.each_ref());
    answer(&match args.json {
        true => pretty(&report),
        false => words::versions(&report),
    })?;
    Ok(if report.verdict == VersionsVerdict::Different { DIFFERENT } else { 0 })
}
