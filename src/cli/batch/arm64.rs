//! Compares a pair of ARM64 programs from a line of `tamarin batch`, and explains their difference.

use super::limits::Limits;
use crate::cli::arm64::Asked as Programs;
use crate::cli::explain::Wanted;
use crate::cli::explain::arm64::{Explained, Parts};
use crate::cli::files::Sources;
use crate::cli::trouble::Trouble;
use crate::cli::watch::stop_after;
use crate::contract::Spec;
use crate::contract::table::NOT_ALLOWED;
use crate::engines::arm64::table::words;
use crate::engines::arm64::{Options, array_at, compare, replay};
use crate::machine::arm64::Mode;
use crate::machine::arm64::agreement::Tried;
use crate::report::arm64::{Answer, Report};
use crate::solver::Stop;

/// What a line says about a pair.
pub struct Asked {
    pub mode: Mode,
    pub spec: Spec,
    pub limits: Limits,
    /// If present, arrays begin at this address, or after the longer program if that is later.
    pub array_at: Option<u64>,
    /// The words of an input on which the programs are known to differ.
    pub differ: Option<Vec<String>>,
    /// What to explain if they differ.
    pub wanted: Option<Wanted>,
}

/// What is known of a pair.
pub enum Found {
    /// The report of a comparison.
    Report(Box<Report>),
    /// The words of an input on which the programs differ, as was known.
    Known(Vec<String>),
}

/// Compares two programs, unless they are known to differ, and explains their difference.
///
/// # Errors
///
/// A program or the question has errors.
pub fn answer(asked: &Asked, sources: &[Sources; 2]) -> Result<(Found, Parts), Trouble> {
    let Asked { mode, ref spec, limits, array_at, ref differ, ref wanted } = *asked;
    let programs = Programs::new(sources, spec, mode, array_at.unwrap_or(0), &|_| {})?;
    let usual = &programs.options;
    let options = Options {
        fuel: limits.fuel.unwrap_or(usual.fuel),
        work: limits.max_work.unwrap_or(usual.work),
        ..usual.clone()
    };
    let seconds = || limits.seconds.map_or(Stop::NEVER, stop_after);
    let known = match differ {
        Some(texts) => {
            known(&programs, &options, texts, &seconds())?.map(|tried| (texts.clone(), tried))
        }
        None => None,
    };
    let (found, tried) = match known {
        Some((texts, tried)) => (Found::Known(texts), Some(tried)),
        None => {
            let (findings, _) = compare(programs.words(), &options, &seconds());
            let mut report = Report::from(&findings);
            let tried = match findings.answer {
                Answer::Differ(tried, _) => Some(*tried),
                _ => None,
            };
            if let Some(tried) = &tried {
                programs.claim(&mut report, &options, tried, None, &seconds());
            }
            (Found::Report(Box::new(report)), tried)
        }
    };
    let (Some(wanted), Some(tried)) = (wanted, &tried) else {
        return Ok((found, Parts::default()));
    };
    let limit = || match limits.explain_work {
        Some(work) => seconds().within(work),
        None => seconds(),
    };
    let explained = Explained { asked: &programs, sources, options: &options, tried };
    Ok((found, explained.parts(wanted, &limit)))
}

/// The runs on an input that the line gives as a difference. `None` if they do not differ there.
fn known(
    programs: &Programs,
    options: &Options,
    texts: &[String],
    stop: &Stop,
) -> Result<Option<Tried>, Trouble> {
    let of_line = |why: String| Trouble::argument(format!("`differ`: {why}"));
    let numbers = words(&texts.join(",")).map_err(of_line)?;
    options.check_words(&numbers).map_err(of_line)?;
    let given = options.given(numbers, array_at(programs.words(), options));
    if !options.assumed.allows(&given) {
        return Err(of_line(NOT_ALLOWED.to_owned()));
    }
    Ok(replay(programs.words(), options, &given, stop))
}
