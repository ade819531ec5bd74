//! Compares a pair of ARM64 programs from a line of `tamarin batch`.

use super::limits::Limits;
use crate::cli::arm64::Asked as Programs;
use crate::cli::files::Sources;
use crate::cli::trouble::Trouble;
use crate::cli::watch::stop_after;
use crate::contract::Spec;
use crate::engines::arm64::{Options, compare};
use crate::machine::arm64::Mode;
use crate::report::arm64::Report;
use crate::solver::Stop;

/// What a line says about a pair.
pub struct Asked {
    pub mode: Mode,
    pub spec: Spec,
    pub limits: Limits,
    /// If present, arrays begin at this address, or after the longer program if that is later.
    pub array_at: Option<u64>,
}

/// Compares two programs.
///
/// # Errors
///
/// A program or the question has errors.
pub fn report(asked: &Asked, sources: &[Sources; 2]) -> Result<Report, Trouble> {
    let Asked { mode, ref spec, limits, array_at } = *asked;
    let programs = Programs::new(sources, spec, mode, array_at.unwrap_or(0), &|_| {})?;
    let usual = &programs.options;
    let options = Options {
        fuel: limits.fuel.unwrap_or(usual.fuel),
        work: limits.max_work.unwrap_or(usual.work),
        ..usual.clone()
    };
    let stop = limits.seconds.map_or(Stop::NEVER, stop_after);
    let (findings, _) = compare(programs.words(), &options, &stop);
    Ok(Report::from(&findings))
}
