//! Compares a pair of ARM64 programs from a line of `tamarin batch`.

use super::pair::Limits;
use crate::cli::contract::{both, plain};
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
    let (array, stream) = plain(spec)?;
    let usual = Options::default();
    let options = Options {
        mode,
        fuel: limits.fuel.unwrap_or(usual.fuel),
        array,
        array_at: array_at.unwrap_or(usual.array_at),
        stream,
        work: limits.max_work.unwrap_or(usual.work),
    };
    let [left, right] = both(sources.each_ref().map(|sources| sources.linked(&|_| {})))?;
    let stop = limits.seconds.map_or(Stop::NEVER, stop_after);
    let (findings, _) = compare([&left.words, &right.words], &options, &stop);
    Ok(Report::from(&findings))
}
