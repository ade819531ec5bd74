//! Facts: linear inequalities over the integers.
//!
//! A fact is `c1·U(t1) + ... + cn·U(tn) <= most`. `U(t)` is the unsigned value of the word `t`, which is below
//! 2^width. This form expresses everything that is proved:
//!
//! - `t = 0` is `U(t) <= 0`, and `a = b` is `U(a - b) <= 0`;
//! - `a < b` unsigned is `U(a) - U(b) <= -1`;
//! - `a < b` signed is the unsigned order of `a + half` and `b + half`;
//! - "`a + b` does not wrap" is `U(a) + U(b) <= 2^width - 1`.
//!
//! The negation of a fact is a fact. Facts are kept in a normal form, so that equal ones are found.

use std::collections::BTreeMap;

use crate::refusal::{Refusal, ensure, wrong};
use crate::term::{Head, Node, Term, Terms};
use crate::word::{Operator, Width};

/// An inequality.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Terms, each once, in order, with their factors.
    pub sum: Vec<(Term, i128)>,
    /// The upper bound of the sum.
    pub most: i128,
}

/// Factors times 2^width must be smaller than this, so that no integer computation overflows.
pub const PRODUCT: i128 = 1 << 104;

/// Bounds must be smaller than this, for the same reason.
pub const BOUND: i128 = 1 << 120;

impl Fact {
    /// A contradiction.
    pub fn never() -> Fact {
        Fact { sum: Vec::new(), most: -1 }
    }

    /// The inequality in normal form. Constants move to the right side. Factors are divided by their common divisor,
    /// and the right side is rounded down, since the left one is an integer. `t = 0` is written for one of `t` and
    /// `-t`. An order atom used as a number becomes the order itself. A fact that holds for all words, or for none, has
    /// no terms.
    pub fn new(
        terms: &mut Terms,
        sum: impl IntoIterator<Item = (Term, i128)>,
        most: i128,
    ) -> Result<Fact, Refusal> {
        let (mut all, mut most) = (BTreeMap::<Term, i128>::new(), most);
        for (term, factor) in sum {
            match terms.as_constant(term) {
                Some(value) => {
                    let product = times(i128::from(value), factor)?;
                    most = most.checked_sub(product).ok_or_else(too_large)?;
                }
                None => {
                    let by = all.entry(term).or_default();
                    *by = by.checked_add(factor).ok_or_else(too_large)?;
                }
            }
        }
        let mut sum: Vec<_> = all.into_iter().filter(|(_, factor)| *factor != 0).collect();
        let is_small = |(_, factor): &(Term, i128)| factor.abs() < PRODUCT / terms.width.modulus();
        ensure(sum.iter().all(is_small) && most.abs() < BOUND, "an integer is too large")?;
        terms.pay(1 + sum.len())?;
        let divisor = sum.iter().fold(0, |divisor, (_, factor)| gcd(divisor, factor.abs()));
        if divisor > 1 {
            sum.iter_mut().for_each(|(_, factor)| *factor /= divisor);
            most = most.div_euclid(divisor);
        }
        let (low, high) = Fact::range(&sum, terms.width);
        match sum[..] {
            _ if high <= most => Ok(Fact { sum: Vec::new(), most: 0 }),
            _ if low > most => Ok(Fact::never()),
            [(term, factor)] => Fact::of_one(terms, term, factor, most),
            _ => Ok(Fact { sum, most }),
        }
    }

    fn of_one(terms: &mut Terms, term: Term, factor: i128, most: i128) -> Result<Fact, Refusal> {
        let (constant, rest) = match terms.polynomial(term) {
            [(none, constant), rest @ ..] if none.is_empty() => (*constant, rest),
            all => (0, all),
        };
        if let [(monomial, by)] = rest
            && let [atom] = monomial[..]
            && let Node { head: Head::Operator(Operator::Less), operands } = terms.node(atom)
            && let [a, b] = operands[..]
        {
            // Evaluate the fact with the order as 0 and as 1.
            let value =
                |order: u64| terms.width.wrap(constant.wrapping_add(order.wrapping_mul(*by)));
            let holds = |order: u64| factor * i128::from(value(order)) <= most;
            return match (holds(0), holds(1)) {
                (true, true) => Ok(Fact { sum: Vec::new(), most: 0 }),
                (false, false) => Ok(Fact::never()),
                (false, true) => Fact::below(terms, a, b),
                (true, false) => Ok(Fact::below(terms, a, b)?.negated()),
            };
        }
        let is_of_zero = matches!((factor, most), (1, 0) | (-1, -1));
        let first = terms.polynomial(term).first().map_or(0, |(_, factor)| *factor);
        let is_turned = is_of_zero && first > terms.width.half();
        let term = if is_turned { terms.scale(term, u64::MAX)? } else { term };
        Ok(Fact { sum: vec![(term, factor)], most })
    }

    /// `t = 0`
    pub fn zero(terms: &mut Terms, term: Term) -> Result<Fact, Refusal> {
        Fact::new(terms, [(term, 1)], 0)
    }

    /// `a = b`
    pub fn equal(terms: &mut Terms, a: Term, b: Term) -> Result<Fact, Refusal> {
        terms.sub(a, b).and_then(|difference| Fact::zero(terms, difference))
    }

    /// `a < b` as unsigned numbers.
    pub fn below(terms: &mut Terms, a: Term, b: Term) -> Result<Fact, Refusal> {
        Fact::new(terms, [(a, 1), (b, -1)], -1)
    }

    /// `a < b` as signed numbers.
    pub fn below_signed(terms: &mut Terms, a: Term, b: Term) -> Result<Fact, Refusal> {
        let half = terms.constant(terms.width.half());
        let (a, b) = (terms.add(a, half)?, terms.add(b, half)?);
        Fact::below(terms, a, b)
    }

    /// The negation.
    #[must_use]
    pub fn negated(&self) -> Fact {
        let sum = self.sum.iter().map(|&(term, factor)| (term, -factor)).collect();
        Fact { sum, most: -self.most - 1 }
    }

    /// The least and the greatest value of the left side, over all words.
    pub fn range(sum: &[(Term, i128)], width: Width) -> (i128, i128) {
        let ends = sum.iter().map(|(_, factor)| factor * i128::from(width.most()));
        ends.fold((0, 0), |(low, high), end| (low + end.min(0), high + end.max(0)))
    }

    /// Whether the fact holds for all words, or fails for all; none otherwise.
    pub fn folded(&self) -> Option<bool> {
        self.sum.is_empty().then_some(self.most >= 0)
    }

    /// The term that this fact states to be zero.
    pub fn as_zero(&self) -> Option<Term> {
        match (&self.sum[..], self.most) {
            (&[(term, 1)], 0) => Some(term),
            _ => None,
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The product of integers, if it is small enough.
pub fn times(a: i128, b: i128) -> Result<i128, Refusal> {
    a.checked_mul(b).filter(|product| product.abs() < BOUND).ok_or_else(too_large)
}

/// A refusal because an integer is too large.
pub fn too_large() -> Refusal {
    wrong("an integer is too large")
}
