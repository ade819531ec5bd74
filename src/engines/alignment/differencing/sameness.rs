//! Whether two words are equal or different where conditions hold.

use super::Sameness;
use crate::engines::alignment::domain::Known;
use crate::term::{Term, Terms};

/// How two words compare where conditions hold.
pub fn sameness(terms: &mut Terms, conditions: &[Term], [a, b]: [Term; 2]) -> Sameness {
    let equal = terms.eq(a, b);
    let different = terms.not(equal);
    match () {
        () if excludes(terms, conditions, different) => Sameness::Equal,
        () if excludes(terms, conditions, equal) => Sameness::Different,
        () => Sameness::Open,
    }
}

/// Whether a further condition contradicts conditions, as far as is known.
pub fn excludes(terms: &mut Terms, conditions: &[Term], further: Term) -> bool {
    match terms.as_bool(further) {
        Some(holds) => !holds,
        None => Known::of(terms, &[conditions, &[further]].concat()).is_none(),
    }
}
