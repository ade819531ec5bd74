//! `tamarin versions` for ARM64.

use super::html::{Shown, of_programs};
use super::{VersionsArgs, folder, name};
use crate::cli::arm64::Asked;
use crate::cli::compare::SolverName;
use crate::cli::console::{DIFFERENT, answer, pretty, tell, write};
use crate::cli::contract::both;
use crate::cli::files::Sources;
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::cli::watch::stop_after;
use crate::engines::arm64::versions::versions;
use crate::machine::Architecture;
use crate::report::VersionsVerdict;
use crate::report::words::arm64 as words;
use crate::views::versions::arm64::{report, sections};
use crate::views::versions::marks;

/// Compares two versions of an ARM64 program.
pub fn versions_of(args: &VersionsArgs) -> Result<u8, Trouble> {
    refuse_for_arm64([
        ("--solver", args.solver != SolverName::Portfolio),
        ("--no-smt", args.no_smt),
        ("--timing", args.timing),
        ("--pattern", !args.patterns.is_empty()),
        ("--certificate", args.certificate.is_some()),
        ("a comparison of folders", folder(&args.old).is_some() || folder(&args.new).is_some()),
    ])?;
    let files = [&args.old, &args.new];
    let sources = both(files.map(|it| it.read_for(Some(Architecture::Arm64))))?;
    let asked = Asked::new(&sources, &args.contract.spec()?, args.mode.mode(), 0, &tell)?;
    let found = versions(asked.programs.each_ref(), &asked.options, &stop_after(args.seconds));
    let report = report(&found, asked.programs.each_ref(), asked.lines.each_ref());
    if let Some(path) = &args.html {
        let texts = sources.each_ref().map(Sources::texts);
        let texts = texts.each_ref().map(Vec::as_slice);
        let sections = sections(&found, &report, asked.programs.each_ref(), texts);
        let notes = report.comparison.summary.notes.iter();
        let says: Vec<String> = notes.map(|note| note.text.clone()).collect();
        let marks = marks(&sections);
        let names = files.map(name);
        let shown = Shown::arm64(&report, &says, &sections, &marks);
        write(path, of_programs(names.each_ref().map(String::as_str), &shown).as_bytes())?;
    }
    answer(&match args.json {
        true => pretty(&report),
        false => words::versions(&report),
    })?;
    Ok(if report.verdict == VersionsVerdict::Different { DIFFERENT } else { 0 })
}
