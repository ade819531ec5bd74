//! Deductions: facts that an answer derives before its final proof.
//!
//! An answer may need more than an obligation's conditions: words that are zero by algebra; the values of quotients
//! ([`lemma`](crate::lemma), [`reciprocal`](crate::reciprocal)) and of high words of products
//! ([`signed`](crate::signed)); and orders of products ([`Products`]). Later proofs over bits may use them. Each
//! deduction is verified with the facts known by then. So, by induction, every known fact holds whenever the
//! obligation's conditions hold and its words are zero.

use serde::{Deserialize, Serialize};

use crate::algebra::{self, Factor};
use crate::lemma::{Division, Lemma, Nested};
use crate::obligation::{Goal, Obligation, Scene};
use crate::reciprocal::Reciprocal;
use crate::signed::SignedHigh;
use crate::terms::{Condition, Fact, Terms, Word};

/// A fact that follows from known facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Deduction {
    /// A sum is zero; later proofs over bits may use it.
    Zero(Sum),
    /// The value of a quotient.
    Quotient(Lemma),
    /// A quotient of a quotient is a single quotient.
    Nested(Nested),
    /// Introduces a division.
    Division(Division),
    /// A product that computes a quotient equals it.
    Reciprocal(Reciprocal),
    /// The high word of a signed product, in terms of the unsigned one.
    SignedHigh(SignedHigh),
    /// An order of two products; later proofs over bits may use it.
    Products(Products),
    /// An order of two sums without their common summand; later proofs over bits may use it.
    Shorter(Shorter),
}

/// A sum that is zero, as a combination of words that are zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sum {
    /// The sum, as a polynomial over atoms.
    pub of: Factor,
    /// The factors of words that are zero.
    pub by: Vec<(usize, Factor)>,
}

/// Orders two products with a common factor. For unsigned numbers, if `a <= c` and the high word of `c * b` is zero,
/// then the high word of `a * b` is zero, and `a * b <= c * b` as words. Reason: as natural numbers `a * b <= c * b <
/// 2^32`, so neither product wraps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Products {
    /// The smaller factor `a`, as a polynomial over atoms.
    pub less: Factor,
    /// The larger factor `c`.
    pub more: Factor,
    /// The common factor `b`.
    pub times: Factor,
    /// Proofs that `a` is not above `c`, and that the high word of `c * b` is zero; none for those that hold by
    /// constants.
    pub bits: Vec<String>,
}

/// Removes a common summand from an order. For unsigned numbers, if `a + s` and `b + s` do not wrap, then `a + s < b +
/// s` if and only if `a < b`. A sum does not wrap if and only if the word `a + s` is not below `s`: one that wraps is
/// `2^32 - a` less than `s`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Shorter {
    /// The index, among the known conditions, of the one that orders `a + s` and `b + s`.
    pub of: usize,
    /// The rest `a` of the first word, as a polynomial over atoms.
    pub first: Factor,
    /// The rest `b` of the second word.
    pub second: Factor,
    /// The common summand `s`.
    pub common: Factor,
    /// The factors of words that are zero which show each word equal to its sum.
    pub same: [Vec<(usize, Factor)>; 2],
    /// Proofs that neither sum is below the common summand; none for those that hold by constants.
    pub bits: Vec<String>,
}

/// The facts known when an obligation's conditions hold and its words are zero.
#[derive(Clone, Debug)]
pub struct Known {
    /// Conditions that hold.
    pub conditions: Vec<Condition>,
    /// Words that are zero.
    pub zeros: Vec<Word>,
}

impl Known {
    /// The facts of an obligation.
    pub fn of(terms: &mut Terms, obligation: &Obligation<'_>) -> Known {
        Known { conditions: obligation.conditions.to_vec(), zeros: obligation.zeros(terms) }
    }

    /// Whether a proof over bits shows a goal from all known conditions.
    pub fn shows(
        &self,
        scene: &Scene,
        obligation: &Obligation<'_>,
        goal: Goal,
        text: &str,
    ) -> bool {
        let all = Obligation { conditions: &self.conditions, ..*obligation };
        all.is_shown_by_bits(scene, goal, text)
    }

    /// Adds a deduction if it is correct.
    pub fn take(
        &mut self,
        scene: &mut Scene,
        obligation: &Obligation<'_>,
        deduction: &Deduction,
    ) -> Option<()> {
        let shown = |known: &Known, scene: &Scene, conditions: &[Condition], bits: &[String]| {
            let mut both = conditions.iter().zip(bits);
            conditions.len() == bits.len()
                && both.all(|(&condition, text)| {
                    known.shows(scene, obligation, Goal::Holds(condition), text)
                })
        };
        match deduction {
            Deduction::Zero(sum) => {
                let word = sum.stated(&mut scene.terms)?;
                if !algebra::is_sum(&scene.terms, word, &self.zeros, &sum.by) {
                    return None;
                }
                self.is_zero(&mut scene.terms, word);
            }
            Deduction::Quotient(lemma) => {
                let stated = lemma.stated(&mut scene.terms)?;
                if !shown(self, scene, &stated.conditions, &lemma.bits)
                    || !stated.is_right(&scene.terms, lemma, &self.zeros)
                {
                    return None;
                }
                self.zeros.extend(stated.zeros);
            }
            Deduction::Nested(nested) => {
                let stated = nested.stated(&mut scene.terms)?;
                if !shown(self, scene, &stated.conditions, &nested.bits)
                    || !algebra::is_sum(&scene.terms, stated.same, &self.zeros, &nested.same)
                {
                    return None;
                }
                self.zeros.push(stated.zero);
            }
            Deduction::Division(division) => {
                let zero = division.stated(&mut scene.terms)?;
                self.zeros.push(zero);
            }
            Deduction::Reciprocal(reciprocal) => {
                let zero = reciprocal.stated(&mut scene.terms)?;
                self.zeros.push(zero);
            }
            Deduction::SignedHigh(high) => {
                let zero = high.stated(&mut scene.terms, &self.conditions)?;
                self.zeros.push(zero);
            }
            Deduction::Products(products) => {
                let stated = products.stated(&mut scene.terms)?;
                if !shown(self, scene, &stated.conditions, &products.bits) {
                    return None;
                }
                self.holds(&mut scene.terms, &stated.follow);
            }
            Deduction::Shorter(shorter) => {
                let stated = shorter.stated(&mut scene.terms, &self.conditions)?;
                let mut same = stated.same.iter().zip(&shorter.same);
                if !same.all(|(&word, by)| algebra::is_sum(&scene.terms, word, &self.zeros, by))
                    || !shown(self, scene, &stated.conditions, &shorter.bits)
                {
                    return None;
                }
                self.holds(&mut scene.terms, &[stated.follow]);
            }
        }
        Some(())
    }

    /// Adds a word that is zero.
    pub fn is_zero(&mut self, terms: &mut Terms, word: Word) {
        let zero = Condition { fact: Fact::Zero(word), holds: true };
        self.holds(terms, &[zero]);
        self.zeros.push(word);
    }

    /// Adds conditions that hold.
    pub fn holds(&mut self, terms: &mut Terms, conditions: &[Condition]) {
        self.conditions.extend(conditions.iter().filter_map(|&it| terms.stated(it)));
    }
}

impl Sum {
    /// The word of the sum; none if an atom does not exist.
    pub fn stated(&self, terms: &mut Terms) -> Option<Word> {
        let sum = algebra::polynomial(terms, &self.of)?;
        Some(terms.word(sum))
    }
}

/// [`Products`] over words.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The conditions to prove.
    pub conditions: Vec<Condition>,
    /// The conditions that follow.
    pub follow: [Condition; 2],
}

impl Products {
    /// The statement over words; none if an atom does not exist.
    pub fn stated(&self, terms: &mut Terms) -> Option<Stated> {
        let mut word = |of: &Factor| {
            let sum = algebra::polynomial(terms, of)?;
            Some(terms.word(sum))
        };
        let (a, c, b) = (word(&self.less)?, word(&self.more)?, word(&self.times)?);
        let (small, large) = (terms.mul(a, b), terms.mul(c, b));
        let (high_of_small, high_of_large) = (terms.high(false, a, b), terms.high(false, c, b));
        let zero = |word| Condition { fact: Fact::Zero(word), holds: true };
        let at_most = |a, c| Condition { fact: Fact::Less(false, c, a), holds: false };
        let mut conditions = vec![at_most(a, c), zero(high_of_large)];
        conditions.retain(|condition| terms.folded(condition.fact) != Some(condition.holds));
        Some(Stated { conditions, follow: [at_most(small, large), zero(high_of_small)] })
    }
}

/// [`Shorter`] over words.
#[derive(Clone, Debug)]
pub struct StatedShorter {
    /// The words to prove zero: each word of the order minus its sum.
    pub same: [Word; 2],
    /// The conditions to prove.
    pub conditions: Vec<Condition>,
    /// The condition that follows.
    pub follow: Condition,
}

impl Shorter {
    /// The statement over words; none if an atom does not exist, or if the condition is not an unsigned order.
    pub fn stated(&self, terms: &mut Terms, known: &[Condition]) -> Option<StatedShorter> {
        let &Condition { fact: Fact::Less(false, p, q), holds } = known.get(self.of)? else {
            return None;
        };
        let mut word = |of: &Factor| {
            let sum = algebra::polynomial(terms, of)?;
            Some(terms.word(sum))
        };
        let (a, b, s) = (word(&self.first)?, word(&self.second)?, word(&self.common)?);
        let sums = [terms.add(a, s), terms.add(b, s)];
        let same = [terms.sub(p, sums[0]), terms.sub(q, sums[1])];
        let is_whole = |sum| Condition { fact: Fact::Less(false, sum, s), holds: false };
        // No word is below zero.
        let mut conditions = if s == Terms::ZERO { vec![] } else { sums.map(is_whole).to_vec() };
        conditions.retain(|condition| terms.folded(condition.fact) != Some(condition.holds));
        let follow = Condition { fact: Fact::Less(false, a, b), holds };
        Some(StatedShorter { same, conditions, follow })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boundary words.
    const EDGES: [u32; 10] =
        [0, 1, 2, 3, 0xffff, 0x1_0000, 0x1_0001, 0x7fff_ffff, 0x8000_0000, u32::MAX];

    fn number(value: u32) -> Factor {
        vec![(vec![], value)]
    }

    /// The truth value of a condition on constants: whenever the required conditions hold, so do the conclusions.
    fn holds(terms: &Terms, condition: &Condition) -> bool {
        terms.folded(condition.fact) == Some(condition.holds)
    }

    #[test]
    fn products_of_numbers_are_ordered_as_is_said() {
        let mut taken = 0;
        for a in EDGES {
            for c in EDGES {
                for b in EDGES {
                    let mut terms = Terms::default();
                    let [less, more, times] = [a, c, b].map(number);
                    let products = Products { less, more, times, bits: Vec::new() };
                    let stated = products.stated(&mut terms).expect("it is of numbers");
                    if stated.conditions.iter().all(|condition| holds(&terms, condition)) {
                        taken += 1;
                        let follow = stated.follow;
                        assert!(follow.iter().all(|it| holds(&terms, it)), "{a} {c} {b}");
                    }
                }
            }
        }
        assert!(taken > 100 && taken < 900, "{taken}");
    }

    #[test]
    fn orders_of_numbers_are_those_of_their_sums() {
        let mut taken = [0, 0];
        for a in EDGES {
            for b in EDGES {
                for s in EDGES {
                    let mut terms = Terms::default();
                    let [p, q] = [a, b].map(|of| terms.constant(of.wrapping_add(s)));
                    let is_less = a.wrapping_add(s) < b.wrapping_add(s);
                    let known = [Condition { fact: Fact::Less(false, p, q), holds: is_less }];
                    let [first, second, common] = [a, b, s].map(number);
                    let (same, bits) = (Default::default(), Vec::new());
                    let shorter = Shorter { of: 0, first, second, common, same, bits };
                    let stated = shorter.stated(&mut terms, &known).expect("it is of numbers");
                    assert_eq!(stated.same, [Terms::ZERO; 2]);
                    let is_whole = stated.conditions.iter().all(|it| holds(&terms, it));
                    taken[usize::from(is_whole)] += 1;
                    assert!(!is_whole || holds(&terms, &stated.follow), "{a} {b} {s}");
                }
            }
        }
        assert!(taken.iter().all(|taken| *taken > 100), "{taken:?}");
    }
}
