//! The negated verification condition of a pair of paths, under each of the three checks.
//!
//! RootCause weakens the condition by assumptions in the programs (section 3.2). `HoldLeftPath` is a premise
//! of the walk over the pairs of paths ([`Check::hold_left_path`](super::Check::hold_left_path)).
//! `AddEarlyDiseqAssumes` blocks executions on which the words of the first violated synchronisation point
//! are equal; here it is a conjunct of the query about a leaf. [`points`](super::points) defines these points.

use super::samples::Synchronised;
use crate::engines::tree::{Ending, Leaf};
use crate::term::{Term, Terms};

/// The inputs of a leaf on which a check fails.
pub(super) struct Violation {
    /// It fails where this condition, a boolean, holds.
    pub goal: Term,
    /// Whether the programs are known to differ there; otherwise they may differ.
    pub is_known: bool,
}

impl Violation {
    /// The violation on a leaf. `wanted` are the first words that are expected to be equal.
    pub fn of(terms: &mut Terms, leaf: &Leaf, wanted: Option<Synchronised>) -> Violation {
        let differ = match leaf.ending {
            Ending::Agree => terms.bool(false),
            Ending::Results(differ) => differ,
            Ending::Differ | Ending::Open => terms.bool(true),
        };
        let goal = add_early_diseq_assumes(terms, leaf, differ, wanted);
        Violation { goal, is_known: leaf.ending != Ending::Open }
    }

    /// Whether it holds for no input.
    pub fn is_empty(&self, terms: &Terms) -> bool {
        terms.as_bool(self.goal) == Some(false)
    }
}

/// `AddEarlyDiseqAssumes`: blocks executions on which both words are equal; none if one of them is not
/// written.
fn add_early_diseq_assumes(
    terms: &mut Terms,
    leaf: &Leaf,
    differ: Term,
    wanted: Option<Synchronised>,
) -> Term {
    let word = |program: usize, instance| {
        let mut written = leaf.written[program].iter();
        written.find(|one| one.instance == instance).map(|one| one.word.tag)
    };
    match wanted.and_then(|Synchronised(a, b)| Some((word(0, a)?, word(1, b)?))) {
        Some((a, b)) => {
            let equal = terms.eq(a, b);
            let unequal = terms.not(equal);
            terms.and(differ, unequal)
        }
        None => differ,
    }
}
