//! Case splits: goals that hold in each case.
//!
//! Many a word depends on how a comparison comes out: `y + (y < x) * (x - y)`
//! is `x` where `y < x` and `y` where it is not. With the one and with the
//! other among the conditions, rewriting settles either, where a solver would
//! have to find out bit by bit. What a goal may cost, all its cases together,
//! is counted, and depends on nothing that was asked before.

use std::collections::BTreeSet;

use super::why::{Reason, Rule, Why};
use super::{Facts, Taken};
use crate::term::{Node, Sort, Term, Terms};

/// Comparisons at most that are taken to come out both ways, one in the case
/// of the other.
const MAX_TESTS: usize = 4;
/// Terms below a goal at most, if it is to be split.
const MAX_TERMS: usize = 300;
/// Terms that are looked at for a goal, all its cases together.
const EFFORT: usize = 20_000;

/// The cases that a goal is in.
#[derive(Debug, Default)]
struct Cases {
    /// Comparisons, as they come out.
    tests: Vec<Term>,
    /// Terms that may yet be looked at.
    effort: usize,
}

impl Facts {
    /// Why a goal holds, as far as this can tell.
    pub fn prove(&mut self, terms: &mut Terms, goal: Term) -> Option<Why> {
        self.close(terms);
        let mark = self.theories.mark();
        let mut cases = Cases { effort: EFFORT, ..Cases::default() };
        let conditions = self.prove_in(terms, goal, &mut cases);
        self.theories.undo_to(&mark);
        Some(Why { rule: Rule::Cases, conditions: conditions? })
    }

    /// The conditions that a goal follows from in these cases.
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
        if let Node::Eq(a, b) = terms.node(short)
            && terms.sort(a) == Sort::Word
        {
            let facts = self.needed().chain(cases.tests.iter().map(|&t| (t, Reason::ALWAYS)));
            let facts: Vec<(Term, Reason)> = facts.collect();
            let numbers = self.theories.are_equal_numbers(terms, &facts, [a, b], &mut cases.effort);
            if let Some(equal) = numbers {
                let why = self.theories.reasons.both(why, equal);
                return Some(self.theories.reasons.conditions(why));
            }
        }
        if below.len() > MAX_TERMS || cases.tests.len() == MAX_TESTS {
            return None;
        }
        cases.effort = cases.effort.checked_sub(below.len())?;
        // The oldest first: it has no other in it.
        let test = below.into_iter().find_map(|term| match terms.node(term) {
            Node::Ite(test, ..) => Some(test),
            _ => None,
        })?;
        let mut conditions = self.theories.reasons.conditions(why);
        for case in [test, terms.not(test)] {
            let mark = self.theories.mark();
            cases.tests.push(case);
            let settled = match self.theories.take(terms, case, u32::MAX, Reason::ALWAYS) {
                Taken::Contradiction(why) => Some(self.theories.reasons.conditions(why)),
                Taken::New | Taken::Implied(..) => {
                    self.theories.classes.exclude_others(terms, case, Reason::ALWAYS);
                    self.prove_in(terms, short, cases)
                }
            };
            cases.tests.pop();
            self.theories.undo_to(&mark);
            conditions.extend(settled?);
        }
        Some(conditions)
    }
}
