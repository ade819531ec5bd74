//! Queries, and reasons for unknown answers, in words.

use crate::solver::UnknownReason;
use crate::symbolic::path::PathCondition;
use crate::term::Terms;
use crate::trace::ShownWord;

/// The query about the results of a pair of paths, if they are too large to print.
pub const RESULTS_DIFFER: &str = "the results differ";

/// A query that leaves a path at a condition. With many alternatives, it asks for one not among
/// `excluded`.
pub fn flip(terms: &Terms, condition: &PathCondition, excluded: &[u32]) -> String {
    let PathCondition { at, cause, term, alternative, .. } = *condition;
    let line = match (alternative, excluded) {
        (Some((of, _)), [_, _, ..]) => terms.infix(of, PathCondition::SHORT).map(|of| {
            let taken: Vec<String> =
                excluded.iter().map(|&value| ShownWord(value).to_string()).collect();
            format!("{of} is none of {}", taken.join(", "))
        }),
        _ => terms.infix_negated(term, PathCondition::SHORT),
    };
    line.unwrap_or_else(|| format!("the {cause} at {at} goes another way"))
}

/// Why the answer is unknown.
pub fn unknown(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Limit => "the solver reached its limit".to_owned(),
        UnknownReason::Hung => "the solver did not answer in time and was ended".to_owned(),
        UnknownReason::Cancelled => "cancelled".to_owned(),
        UnknownReason::Unavailable(why) => format!("no solver: {why}"),
        UnknownReason::Died(how) => format!("the solver died: {how}"),
        UnknownReason::Garbage(said) => format!("the solver's answer makes no sense: {said}"),
        UnknownReason::WrongModel => "the solver's model does not satisfy the query".to_owned(),
        UnknownReason::Other(words) => format!("the solver says: {words}"),
    }
}
