//! The answer to the second question of a comparison, as a sentence.

use crate::report::{Report, Verdict};

/// The verdict of a comparison by `observe` alone, an entry of `observe` in its contract.
pub fn alone(observe: &str, report: &Report) -> String {
    let what = if observe == "output" { "what they print" } else { observe };
    let verdict = match report.verdict {
        Verdict::Disequivalent => format!("differ. {}", report.reason.message),
        Verdict::Equivalent => "agree on all inputs.".to_owned(),
        Verdict::EquivalentIfBothStop => "agree on all inputs on which both stop.".to_owned(),
        Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent => {
            "no difference was found, and no proof.".to_owned()
        }
    };
    format!("Compared by how they end and {what} alone: {verdict}")
}
