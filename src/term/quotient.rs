//! Divisions whose quotients inequalities tell.
//!
//! A loop that takes `b` away from `a` as often as it can has divided: where
//! `a - 3 * b` is not less than 0 and `a - 4 * b` is, `a / b` is 3. On its path
//! a program that divides says the same, or comes to the same result, and no
//! solver has to find that out.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::inequality::{Limits, Reader, SIGNED, UNSIGNED};
use super::sum::Sum;
use super::{Node, Term, Terms};

/// Divisions in a term that are looked at.
const MAX_DIVISIONS: usize = 8;
/// Quotients that are tried.
const MAX_QUOTIENT: u32 = 10_000;

/// The divisions by words that are not constants in each term, inner ones
/// first; none for a term without.
#[derive(Debug, Default)]
pub(super) struct Divisions(FxHashMap<Term, Option<Rc<[Term]>>>);

impl Divisions {
    /// The first divisions in a term.
    pub fn of(&mut self, terms: &Terms, root: Term) -> Option<Rc<[Term]>> {
        // Arguments first: a term waits on the stack for those that miss.
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.0.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.node(term).args().filter(|arg| !self.0.contains_key(arg)));
            if stack.len() == before {
                let divisions = self.of_args(terms, term);
                self.0.insert(term, divisions);
                stack.pop();
            }
        }
        self.0[&root].clone()
    }

    fn of_args(&self, terms: &Terms, term: Term) -> Option<Rc<[Term]>> {
        let node = terms.node(term);
        let is_division = match node {
            Node::Udiv(_, by) | Node::Urem(_, by) | Node::Sdiv(_, by) | Node::Srem(_, by) => {
                terms.as_const(by).is_none()
            }
            _ => false,
        };
        let mut parts = node.args().filter_map(|part| self.0[&part].as_ref());
        if !is_division {
            let first = parts.next()?;
            if parts.next().is_none() {
                return Some(Rc::clone(first));
            }
        }
        let parts = node.args().filter_map(|part| self.0[&part].as_ref());
        let mut all: Vec<Term> = Vec::new();
        for division in
            parts.flat_map(|part| part.iter().copied()).chain(is_division.then_some(term))
        {
            if !all.contains(&division) && all.len() < MAX_DIVISIONS {
                all.push(division);
            }
        }
        Some(all.into())
    }
}

impl Reader<'_> {
    /// The quotient of a division, where inequalities tell.
    pub fn quotient(&mut self, division: Term) -> Option<u32> {
        let (a, b, words) = match self.terms.node(division) {
            Node::Udiv(a, b) | Node::Urem(a, b) => (a, b, UNSIGNED),
            // Where neither is negative, it is the same.
            Node::Sdiv(a, b) | Node::Srem(a, b) => (a, b, (0, SIGNED.1)),
            _ => return None,
        };
        let [a, b] = [a, b].map(|word| self.sum(word));
        if !self.is_within(&a, words) || !self.is_within(&b, words) {
            return None;
        }
        let by = self.extent(&b)?;
        // What is nothing can be taken away without end.
        if by.1 == 0 {
            return None;
        }
        let (mut rest, mut extent) = (Sum::clone(&a), self.extent(&a)?);
        for quotient in 0..MAX_QUOTIENT {
            rest = rest.plus(&b, -1)?;
            let (least, most): Limits = self.extent(&rest)?;
            extent = (least.max(extent.0 - by.1), most.min(extent.1 - by.0));
            match extent {
                (_, ..0) => return Some(quotient),
                (0.., _) => {}
                _ => return None,
            }
        }
        None
    }
}

impl Terms {
    /// A quotient or a remainder, where the quotient is known.
    pub(super) fn divided(&mut self, division: Term, quotient: u32) -> Term {
        let quotient = self.word(quotient);
        match self.node(division) {
            Node::Urem(a, b) | Node::Srem(a, b) => {
                let multiple = self.mul(b, quotient);
                self.sub(a, multiple)
            }
            _ => quotient,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::inequality::Inequalities;
    use crate::term::range::Range;

    /// The quotient of two words below 8 where conditions on them hold.
    fn quotient(build: impl FnOnce(&mut Terms, [Term; 2]) -> Vec<Term>) -> Option<u32> {
        let mut terms = Terms::new();
        let eight = terms.word(8);
        let words = ["x", "y"].map(|name| {
            let word = terms.symbol(name);
            terms.urem(word, eight)
        });
        let conditions = build(&mut terms, words);
        quotient_of(&mut terms, words, &conditions)
    }

    fn quotient_of(terms: &mut Terms, [a, b]: [Term; 2], conditions: &[Term]) -> Option<u32> {
        let division = terms.udiv(a, b);
        let mut path = Inequalities::default();
        let alone = |word| Range::natural(terms, word).limits().expect("a word has values");
        for &condition in conditions {
            path.take(terms, condition, &alone);
        }
        path.reader(terms, &alone).quotient(division)
    }

    fn no_less(terms: &mut Terms, a: Term, b: Term) -> Term {
        let less = terms.slt(a, b);
        terms.not(less)
    }

    #[test]
    fn it_is_how_often_the_divisor_can_be_taken_away() {
        let found = quotient(|terms, [a, b]| {
            let rest = terms.sub(a, b);
            vec![no_less(terms, a, b), terms.slt(rest, b)]
        });
        assert_eq!(found, Some(1));
        // Nothing is left.
        let found = quotient(|terms, [a, b]| {
            let zero = terms.word(0);
            vec![terms.slt(zero, b), no_less(terms, a, b), no_less(terms, b, a)]
        });
        assert_eq!(found, Some(1));
        let found = quotient(|terms, [a, b]| vec![terms.slt(a, b)]);
        assert_eq!(found, Some(0));
    }

    #[test]
    fn it_is_not_told_where_there_may_be_another() {
        // a >= b - 1 and a < 2 * b
        let found = quotient(|terms, [a, b]| {
            let one = terms.word(1);
            let (less, rest) = (terms.sub(b, one), terms.sub(a, b));
            vec![no_less(terms, a, less), terms.slt(rest, b)]
        });
        assert_eq!(found, None);
        // b may be 0.
        let found = quotient(|terms, [a, b]| vec![no_less(terms, a, b), no_less(terms, b, a)]);
        assert_eq!(found, None);
    }

    #[test]
    fn a_divisor_that_wraps_around_is_none() {
        // 2^29 * 8 is 0.
        let mut terms = Terms::new();
        let (eight, nine, factor) = (terms.word(8), terms.word(9), terms.word(1 << 29));
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        let (a, b) = (terms.urem(x, eight), terms.urem(y, nine));
        let is_eight = no_less(&mut terms, b, eight);
        let product = terms.mul(b, factor);
        assert_eq!(quotient_of(&mut terms, [a, product], &[is_eight]), None);
    }
}
