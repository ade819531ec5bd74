//! The answers to the second questions of a comparison, as sentences.

use crate::report::{Report, Verdict};

/// The verdict of a comparison by `observe` alone, an entry of `observe` in its contract, and its message.
pub fn alone(observe: &str, verdict: Verdict, message: &str) -> String {
    let what = if observe == "output" { "what they print" } else { observe };
    let verdict = match verdict {
        Verdict::Disequivalent => format!("they differ. {message}"),
        _ => agreement(verdict).to_owned(),
    };
    format!("If only how they end and {what} count, {verdict}")
}

/// The verdict of a comparison with these library files of the left program in both. The right one had other words
/// for these routines before.
pub fn with_left_libraries(routines: &[String], libraries: &[String], report: &Report) -> String {
    let with = match libraries {
        [] => BUILT_IN.to_owned(),
        files => format!("{} of the left program", files.join(" and ")),
    };
    format!("Their libraries differ in {}. {}", listed(routines), with_the_same(&with, report))
}

/// The verdict of a comparison with the built-in routines in both programs. One of them had other words for these
/// routines before.
pub fn with_built_in_routines(routines: &[String], report: &Report) -> String {
    let of = listed(routines);
    format!("A library replaces the built-in {of}. {}", with_the_same(BUILT_IN, report))
}

const BUILT_IN: &str = "the built-in routines";

fn with_the_same(libraries: &str, report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Disequivalent => format!("they differ. {}", report.reason.message),
        _ => agreement(report.verdict).to_owned(),
    };
    format!("With {libraries} in both, {verdict}")
}

/// The names of routines, quoted.
pub fn listed(routines: &[String]) -> String {
    let names = routines.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// What a verdict that is no difference claims.
fn agreement(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equivalent => "they agree on all inputs.",
        Verdict::EquivalentIfBothStop => "they agree on all inputs on which both stop.",
        Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent | Verdict::Disequivalent => {
            "no difference was found, and no proof."
        }
    }
}
