//! Case splits: proves goals that hold in each case.
//!
//! Many words depend on a comparison: `y + (y < x) * (x - y)` is `x` if `y < x`, and `y` otherwise. With either case as
//! a condition, rewriting simplifies the word; a solver would have to find this out bit by bit. The cost of a goal is
//! limited over all its cases, and does not depend on earlier questions.

use std::collections::BTreeSet;

use super::why::{Reason, Rule, Why};
use super::{Facts, Taken};
use crate::term::{Node, Sort, Term, Terms};

/// Maximum nesting of splits.
const MAX_TESTS: usize = 4;
/// Maximum number of terms within a goal to be split.
const MAX_TERMS: usize = 300;
/// Maximum number of terms visited for a goal, over all its cases.
const EFFORT: usize = 20_000;

/// The current cases of a goal.
#[derive(Debug, Default)]
struct Cases {
    /// The number of nested cases.
    tests: usize,
    /// The number of terms that may still be visited.
    effort: usize,
}

impl Facts {
    /// Proves a goal; returns the conditions it follows from, if a proof is found.
    pub fn prove(&mut self, terms: &mut Terms, goal: Term) -> Option<Why> {
        let mark = self.theories.mark();
        let mut cases = Cases { effort: EFFORT, ..Cases::default() };
        let conditions = self.prove_in(terms, goal, &mut cases);
        self.theories.undo_to(&mark);
        Some(Why { rule: Rule::Cases, conditions: conditions? })
    }

    /// The conditions that a goal follows from in the current cases.
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

    /// The test to split on: that of the oldest choice, which contains no other choice; otherwise a factor that is 0 or
    /// 1, if there are few.
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
