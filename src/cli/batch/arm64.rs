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
use crate::machine::arm64::agreement::Tried;
use crate::machine::arm64::emulator::Array;
use crate::machine::arm64::{Given, Mode};
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
    let stream = options.stream.clone();
    let given = match options.array {
        None if numbers.len() != 2 => return Err(of_line("an input has two words".to_owned())),
        None => Given { registers: numbers, array: None, stream },
        Some(most) if numbers.len() as u64 > most => {
            return Err(of_line(format!("an array has at most {most} elements")));
        }
        Some(_) => {
            let address = Some(array_at(programs.words(), options));
            let array = Some(Array { address, elements: numbers });
            Given { registers: Vec::new(), array, stream }
        }
    };
    if !options.assumed.allows(&given) {
        return Err(of_line(NOT_ALLOWED.to_owned()));
    }
    Ok(replay(programs.words(), options, &given, stop))
}
