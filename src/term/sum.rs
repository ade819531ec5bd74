//! Sums of words as integers.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Node, Term, Terms};

/// Words that a sum has at most; a longer one is a word of its own.
const MAX_WORDS: usize = 16;

/// A sum of words, times coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    /// In order, with coefficients that are not zero.
    pub words: Vec<(Term, i64)>,
    pub constant: i64,
}

impl Sum {
    pub fn constant(value: u32) -> Sum {
        Sum { constant: value.into(), ..Sum::default() }
    }

    pub fn word(word: Term) -> Sum {
        Sum { words: vec![(word, 1)], constant: 0 }
    }

    /// `self + other * factor`, where it is no longer than a sum may be.
    pub fn plus(&self, other: &Sum, factor: i64) -> Option<Sum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(word, coefficient) in &other.words {
            let coefficient = coefficient.checked_mul(factor)?;
            match sum.words.binary_search_by_key(&word, |&(known, _)| known) {
                Ok(at) => sum.words[at].1 = sum.words[at].1.checked_add(coefficient)?,
                Err(at) => sum.words.insert(at, (word, coefficient)),
            }
        }
        sum.words.retain(|&(_, coefficient)| coefficient != 0);
        (sum.words.len() <= MAX_WORDS).then_some(sum)
    }

    /// `self - 1`
    pub fn less_one(&self) -> Option<Sum> {
        self.plus(&Sum::constant(1), -1)
    }

    /// Each coefficient and the constant as it comes out.
    pub fn map(&self, change: impl Fn(i64) -> i64) -> Sum {
        let words = self.words.iter().map(|&(word, coefficient)| (word, change(coefficient)));
        Sum {
            words: words.filter(|&(_, coefficient)| coefficient != 0).collect(),
            constant: change(self.constant),
        }
    }
}

/// Words as sums of others that they are equal to modulo 2^32.
#[derive(Debug, Default)]
pub(super) struct Sums(FxHashMap<Term, Rc<Sum>>);

impl Sums {
    /// A word as a sum of others.
    pub fn sum(&mut self, terms: &Terms, root: Term) -> Rc<Sum> {
        // Arguments first: a term waits on the stack for those that miss.
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.0.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if let Node::Add(a, b) | Node::Sub(a, b) | Node::Mul(a, b) = terms.node(term) {
                stack.extend([a, b].iter().filter(|part| !self.0.contains_key(part)));
            }
            if stack.len() == before {
                let sum = self.of_args(terms, term).unwrap_or_else(|| Sum::word(term));
                self.0.insert(term, Rc::new(sum));
                stack.pop();
            }
        }
        Rc::clone(&self.0[&root])
    }

    fn of_args(&self, terms: &Terms, term: Term) -> Option<Sum> {
        let sum = match terms.node(term) {
            Node::Word(value) => Some(Sum::constant(value)),
            Node::Add(a, b) => self.0[&a].plus(&self.0[&b], 1),
            Node::Sub(a, b) => self.0[&a].plus(&self.0[&b], -1),
            Node::Mul(a, b) => {
                let factor = terms.as_const(b)? as i64;
                Sum::default().plus(&self.0[&a], factor)
            }
            _ => None,
        };
        // The nearest to 0 of those that are equal modulo 2^32.
        sum.map(|sum| sum.map(|number| number as i32 as i64))
    }
}
