//! Linear sums of words over the integers.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::term::{Node, Term, Terms};

/// Maximum number of words in a sum; a longer one is treated as one word.
const MAX_WORDS: usize = 16;

/// A linear combination of words, plus a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    /// In order, with nonzero coefficients.
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

    /// `self + other * factor`; none if it would be too long.
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

    /// Applies a function to each coefficient and the constant.
    pub fn map(&self, change: impl Fn(i64) -> i64) -> Sum {
        let words = self.words.iter().map(|&(word, coefficient)| (word, change(coefficient)));
        Sum {
            words: words.filter(|&(_, coefficient)| coefficient != 0).collect(),
            constant: change(self.constant),
        }
    }
}

/// Words as sums that they equal modulo 2^32.
#[derive(Debug, Default)]
pub(super) struct Sums(FxHashMap<Term, Rc<Sum>>);

impl Sums {
    /// A word as a sum of others.
    pub fn sum(&mut self, terms: &Terms, root: Term) -> Rc<Sum> {
        let is_sum = |node| matches!(node, Node::Add(..) | Node::Sub(..) | Node::Mul(..));
        terms.fill(&mut self.0, root, is_sum, |known, term| {
            Rc::new(sum_of_args(terms, known, term).unwrap_or_else(|| Sum::word(term)))
        });
        Rc::clone(&self.0[&root])
    }
}

fn sum_of_args(terms: &Terms, known: &FxHashMap<Term, Rc<Sum>>, term: Term) -> Option<Sum> {
    let sum = match terms.node(term) {
        Node::Word(value) => Some(Sum::constant(value)),
        Node::Add(a, b) => known[&a].plus(&known[&b], 1),
        Node::Sub(a, b) => known[&a].plus(&known[&b], -1),
        Node::Mul(a, b) => {
            let factor = terms.as_const(b)? as i64;
            Sum::default().plus(&known[&a], factor)
        }
        _ => None,
    };
    // Choose the coefficient nearest to 0 modulo 2^32.
    sum.map(|sum| sum.map(|number| number as i32 as i64))
}
