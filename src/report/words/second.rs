//! The answers to the second questions of a comparison, as sentences.

use crate::report::{Report, Verdict};

/// The verdict of a comparison by `observe` alone, an entry of `observe` in its contract.
pub fn alone(observe: &str, report: &Report) -> String {
    let what = if observe == "output" { "what they print" } else { observe };
    let verdict = match report.verdict {
        Verdict::Disequivalent => format!("differ. {}", report.reason.message),
        _ => agreement(report.verdict).to_owned(),
    };
    format!("Compared by how they end and {what} alone: {verdict}")
}

/// The verdict of a comparison with the library files of the left program in both. The programs had different words
/// for these routines.
pub fn with_same_libraries(
    (routines, libraries): (&[String], &[String]),
    report: &Report,
) -> String {
    let names = routines.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    let names = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    };
    let whose = match libraries {
        [] => "the built-in routines".to_owned(),
        files => format!("{} of the left program", files.join(" and ")),
    };
    let verdict = match report.verdict {
        Verdict::Disequivalent => format!("differ, too. {}", report.reason.message),
        _ => agreement(report.verdict).to_owned(),
    };
    format!("Their libraries differ in {names}. With {whose} in both: {verdict}")
}

/// What a verdict that is no difference claims.
fn agreement(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equivalent => "agree on all inputs.",
        Verdict::EquivalentIfBothStop => "agree on all inputs on which both stop.",
        Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent | Verdict::Disequivalent => {
            "no difference was found, and no proof."
        }
    }
}
