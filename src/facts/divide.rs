//! What inequalities tell of divisions: their quotients, or that no sign matters.
//!
//! A loop that takes `b` away from `a` as often as it can has divided: where
//! `a - 3 * b` is not less than 0 and `a - 4 * b` is, `a / b` is 3. On its path
//! a program that divides says the same, or comes to the same result, and no
//! solver has to find that out.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::linear::Sum;
use super::range::{Limits, SIGNED, UNSIGNED};
use super::rows::Reader;
use super::why::Reason;
use crate::term::{Node, Term, Terms};

/// Divisions in a term that are looked at.
const MAX_DIVISIONS: usize = 8;
/// Quotients that are tried.
const MAX_QUOTIENT: u32 = 10_000;

/// Divisions, inner ones first; none where there are none.
type Found = Option<Rc<[Term]>>;

/// The last divisions by words that are not constants in each term: those in
/// them were looked at where the path came to them.
#[derive(Debug, Default)]
pub(super) struct Divisions(FxHashMap<Term, Found>);

impl Divisions {
    /// The last divisions in a term.
    pub fn of(&mut self, terms: &Terms, root: Term) -> Found {
        terms.fill(&mut self.0, root, |_| true, |known, term| divisions(terms, known, term));
        self.0[&root].clone()
    }
}

/// The divisions in a term whose arguments have theirs.
fn divisions(terms: &Terms, known: &FxHashMap<Term, Found>, term: Term) -> Found {
    let node = terms.node(term);
    let is_division = match node {
        Node::Udiv(_, by) | Node::Urem(_, by) | Node::Sdiv(_, by) | Node::Srem(_, by) => {
            terms.as_const(by).is_none()
        }
        _ => false,
    };
    let parts: Vec<&Rc<[Term]>> = node.args().filter_map(|part| known[&part].as_ref()).collect();
    match parts[..] {
        [] if !is_division => return None,
        [part] if !is_division => return Some(Rc::clone(part)),
        _ => {}
    }
    let parts = parts.iter().flat_map(|part| part.iter().copied());
    let mut all: Vec<Term> = Vec::new();
    for division in parts.chain(is_division.then_some(term)) {
        if !all.contains(&division) {
            all.push(division);
        }
    }
    Some(all[all.len().saturating_sub(MAX_DIVISIONS)..].into())
}

/// What is known of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Its quotient.
    Quotient(u32),
    /// Neither number has a sign, so the unsigned one is the same.
    Unsigned,
}

impl Reader<'_> {
    /// What inequalities tell of a division, and why.
    pub fn division(&mut self, division: Term) -> Option<(Known, Reason)> {
        let (a, b, words) = match self.terms.node(division) {
            Node::Udiv(a, b) | Node::Urem(a, b) => (a, b, UNSIGNED),
            Node::Sdiv(a, b) | Node::Srem(a, b) => (a, b, (0, SIGNED.1)),
            _ => return None,
        };
        let [a, b] = [a, b].map(|word| self.sum(word));
        if !self.is_within(&a, words) || !self.is_within(&b, words) {
            return None;
        }
        let why = [&a, &b].into_iter().fold(Reason::ALWAYS, |why, sum| self.also(why, sum));
        let quotient = self.quotient(&a, &b, why);
        let unsigned = (words != UNSIGNED).then_some((Known::Unsigned, why));
        quotient.map(|(quotient, why)| (Known::Quotient(quotient), why)).or(unsigned)
    }

    /// The quotient of natural numbers, where inequalities tell.
    fn quotient(&mut self, a: &Sum, b: &Sum, mut why: Reason) -> Option<(u32, Reason)> {
        let by = self.extent(b)?;
        // What is nothing can be taken away without end.
        if by.1 == 0 {
            return None;
        }
        let (mut rest, mut extent) = (Sum::clone(a), self.extent(a)?);
        for quotient in 0..MAX_QUOTIENT {
            rest = rest.plus(b, -1)?;
            let (least, most): Limits = self.extent(&rest)?;
            why = self.also(why, &rest);
            extent = (least.max(extent.0 - by.1), most.min(extent.1 - by.0));
            match extent {
                (_, ..0) => return Some((quotient, why)),
                (0.., _) => {}
                _ => return None,
            }
        }
        None
    }
}

impl Known {
    /// The word that a division is.
    pub fn applied(self, terms: &mut Terms, division: Term) -> Term {
        match (self, terms.node(division)) {
            (Known::Unsigned, Node::Sdiv(a, b)) => terms.udiv(a, b),
            (Known::Unsigned, Node::Srem(a, b)) => terms.urem(a, b),
            (Known::Quotient(quotient), Node::Urem(a, b) | Node::Srem(a, b)) => {
                let quotient = terms.word(quotient);
                let multiple = terms.mul(b, quotient);
                terms.sub(a, multiple)
            }
            (Known::Quotient(quotient), _) => terms.word(quotient),
            (Known::Unsigned, _) => division,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let (mut rows, mut reasons, mut bounds) = Default::default();
        let mut reader =
            Reader { terms, reasons: &mut reasons, bounds: &mut bounds, rows: &mut rows };
        for &condition in conditions {
            reader.take(condition, Reason::ALWAYS);
        }
        match reader.division(division)? {
            (Known::Quotient(quotient), _) => Some(quotient),
            (Known::Unsigned, _) => None,
        }
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
