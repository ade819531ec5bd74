//! Case splits: goals that hold in each case.
//!
//! Many words depend on the outcome of a comparison: `y + (y < x) * (x - y)` is `x` where `y < x`
//! and `y` where not. With either outcome assumed, rewriting decides the goal, whereas a solver
//! would have to find that out bit by bit. The effort for a goal, over all its cases, is counted
//! and never depends on earlier queries.

use std::collections::BTreeSet;

use super::why::{Reason, Rule, Why};
use super::{Facts, Taken};
use crate::term::{Node, Sort, Term, Terms};

/// Maximum depth of nested case splits.
const MAX_TESTS: usize = 4;
/// Maximum number of terms below a goal that is split.
const MAX_TERMS: usize = 300;
/// Maximum number of terms inspected for a goal, over all its cases.
const INSPECTED_TERMS: usize = 20_000;

/// The current case of a goal.
#[derive(Debug, Default)]
struct Cases {
    /// The depth of nesting.
    tests: usize,
    /// The number of terms that may still be inspected.
    effort: usize,
}

impl Facts {
    /// Why a goal holds, as far as the theories show.
    pub fn prove(&mut self, terms: &mut Terms, goal: Term) -> Option<Why> {
        let mark = self.theories.mark();
        let mut cases = Cases { effort: INSPECTED_TERMS, ..Cases::default() };
        let conditions = self.prove_in(terms, goal, &mut cases);
        self.theories.undo_to(&mark);
        Some(Why { rule: Rule::Cases, conditions: conditions? })
    }

    /// The conditions that imply a goal in the current case.
    fn prove_in(
        &mut self,
        terms: &mut Terms,
        goal: Term,
        cases: &mut Cases,
    ) -> Option<BTreeSet<u32>> {
        let (short, why) = self.theories.simplified(terms, goal);
        match terms.as_bool(short) {
            Some(true) => return Some(self.theories.reasons.conditions(why)),
            Some(false) => return None,
            None => {}
        }
        let below = terms.reachable([short]);
        if below.len() > MAX_TERMS {
            return None;
        }
        cases.effort = cases.effort.checked_sub(below.len())?;
        if let Node::Eq(a, b) = terms.node(short)
            && terms.sort(a) == Sort::Word
            && let Some(equal) = self.theories.are_equal(terms, [a, b], &below)
        {
            let why = self.theories.reasons.both(why, equal);
            return Some(self.theories.reasons.conditions(why));
        }
        let test = self.test(terms, &below, cases).filter(|_| cases.tests < MAX_TESTS)?;
        let mut conditions = self.theories.reasons.conditions(why);
        for case in [test, terms.not(test)] {
            let mark = self.theories.mark();
            cases.tests += 1;
            let settled = match self.theories.take(terms, case, u32::MAX, Reason::ALWAYS) {
                Taken::Contradiction(why) => Some(self.theories.reasons.conditions(why)),
                Taken::New | Taken::Implied(..) => self.prove_in(terms, short, cases),
            };
            cases.tests -= 1;
            self.theories.undo_to(&mark);
            conditions.extend(settled?);
        }
        Some(conditions)
    }

    /// The test to split by: that of the oldest `ite`, which contains no other, or else a factor
    /// that is 0 or 1, if there are few.
    fn test(&self, terms: &mut Terms, below: &[Term], cases: &Cases) -> Option<Term> {
        let choice = below.iter().find_map(|&term| match terms.node(term) {
            Node::Ite(test, ..) => Some(test),
            _ => None,
        });
        if choice.is_some() {
            return choice;
        }
        let mut flags = BTreeSet::new();
        for &term in below {
            if let Node::Mul(a, b) = terms.node(term)
                && terms.as_const(b).is_none()
            {
                let is_flag = |word: &Term| self.theories.bounds.limits(terms, *word).0 == (0, 1);
                flags.extend([a, b].into_iter().filter(is_flag));
            }
        }
        let flag = *flags.first().filter(|_| cases.tests + flags.len() <= MAX_TESTS)?;
        let zero = terms.word(0);
        Some(terms.eq(flag, zero))
    }
}
