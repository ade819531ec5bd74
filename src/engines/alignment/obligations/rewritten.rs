//! Questions about products of two words, in terms through which bits see.
//!
//! A path may depend on both words of `(k + 1) * (k + 1)` where an equation speaks of `k * k`,
//! and a word be what that leaves of another: bits take very long to see how these belong
//! together. Here words are put as the sums of products that they are, with what the equations
//! give the values of; and of products it is said how they are ordered: where `a <= c` and
//! the high word of `c * b` is zero, so is that of `a * b`, and `a * b <= c * b`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;

use super::super::algebra::{Polynomial as Sum, Zeros, atom, constant, plus, polynomial, times};
use super::super::decider::{Decided, Ended};
use super::super::precedence;
use super::{Polynomial, Prover};
use crate::solver::Effort;
use crate::term::{Model, Node, Sort, Term};

/// Pairs of products at most of which it is said how they are ordered.
const ORDERED: usize = 8;
/// Numbers up to which a sum is taken to be less by one at a time.
const SMALL: u32 = 4;
/// What the question may cost whether a factor is above another.
const EFFORT: Effort = Effort(500);

/// What follows from what.
pub struct Question {
    /// What holds.
    pub assumptions: Vec<Term>,
    /// What is to follow.
    pub goal: Term,
}

/// A question in other words.
pub struct Rewritten {
    /// One that is weaker, where nothing is known of products: it is short.
    pub weaker: Question,
    /// One that says as much.
    pub question: Question,
    /// What the words were rewritten by.
    zeros: Rc<Zeros<Term>>,
}

/// Whether something is known of products.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Products {
    /// They are what they are.
    Known,
    /// They may be any words.
    Any,
}

impl<'s, P: AsyncFnMut() -> ControlFlow<()>> Prover<'s, P> {
    /// A question where some words are zero, which says as much; none where nothing depends
    /// on a word of a product of 64 bits.
    pub(super) async fn rewritten(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
        goal: Term,
    ) -> Result<Option<Rewritten>, Ended> {
        let mut sums = Vec::new();
        for &premise in premises {
            sums.extend(polynomial(&mut self.decider.terms, premise));
        }
        let ordered = if self.look_at_products(assumptions) || self.look_at_products(&[goal]) {
            self.orders_of_products(assumptions).await?
        } else {
            let is_impossible = self.decider.terms.as_bool(goal) == Some(false);
            if !is_impossible || !self.decider.is_live {
                return Ok(None);
            }
            let ordered = self.orders_of_small_products(assumptions, &sums).await?;
            if ordered.is_empty() {
                return Ok(None);
            }
            ordered
        };
        let zeros = self.zeros(&sums);
        let facts: Vec<Term> = assumptions.iter().chain(&ordered).copied().collect();
        let [mut weaker, mut question] = [Products::Any, Products::Known].map(|products| {
            let mut fact = |fact| self.rewritten_fact(&zeros, products, fact);
            let assumptions = facts.iter().map(|&it| fact(it)).collect();
            Question { assumptions, goal: fact(goal) }
        });
        weaker.assumptions.retain(|&fact| !self.decider.has_product(fact));
        let shorter = self.without_common(&weaker.assumptions).await?;
        weaker.assumptions.extend(&shorter);
        question.assumptions.extend(&shorter);
        let none = self.decider.terms.word(0);
        for &premise in premises {
            let sum = polynomial(&mut self.decider.terms, premise);
            let Some(sum) = sum.and_then(|sum| zeros.substituted(sum)) else { continue };
            // What holds of some of the last bits is of little use, and long.
            if sum.values().any(|factor| factor % 2 == 1) {
                let word = self.word_of(&sum);
                question.assumptions.push(self.decider.terms.eq(word, none));
            }
        }
        for Question { assumptions, .. } in [&mut weaker, &mut question] {
            assumptions.retain(|&fact| self.decider.terms.as_bool(fact) != Some(true));
        }
        Ok(Some(Rewritten { weaker, question, zeros }))
    }

    /// Whether facts depend on a word of a product of 64 bits.
    pub(in crate::engines::alignment) fn look_at_products(&self, facts: &[Term]) -> bool {
        let all = self.decider.terms.reachable(facts.iter().copied());
        all.into_iter().any(|term| self.factors(term).is_some())
    }

    /// A model of a question in other words, with the words that were not in it.
    pub(super) fn completed(&mut self, rewritten: &Rewritten, model: &Model) -> Model {
        let mut model = model.clone();
        // Each is over those that follow.
        for (word, value) in rewritten.zeros.solved().iter().rev() {
            if let Node::Symbol(symbol) = self.decider.terms.node(*word) {
                let value = self.word_of(value);
                let value = self.decider.terms.eval(&[value], &model)[0];
                model.set(symbol, value as u32);
            }
        }
        model
    }

    /// The words of which a term is a word of the unsigned product.
    fn factors(&self, term: Term) -> Option<[Term; 2]> {
        let (Node::Low(product) | Node::High(product)) = self.decider.terms.node(term) else {
            return None;
        };
        let Node::Mul(a, b) = self.decider.terms.node(product) else { return None };
        let word = |term| match self.decider.terms.node(term) {
            Node::ZeroExtend(word) => Some(word),
            _ => None,
        };
        Some([word(a)?, word(b)?])
    }

    fn rewritten_word(&mut self, zeros: &Zeros<Term>, products: Products, word: Term) -> Term {
        let sum = polynomial(&mut self.decider.terms, word);
        let Some(sum) = sum.and_then(|sum| zeros.substituted(sum)) else { return word };
        let mut sum = of_last_bits(&sum);
        if products == Products::Any {
            let product = |(product, factor): (Vec<Term>, u32)| match product[..] {
                [] | [_] => (product, factor),
                _ => {
                    let name = format!("product.{product:?}");
                    let any = self.decider.terms.symbol(&name);
                    self.products.insert(any);
                    (vec![any], factor)
                }
            };
            sum = sum.into_iter().map(product).collect();
        }
        self.word_of(&sum)
    }

    fn rewritten_fact(&mut self, zeros: &Zeros<Term>, products: Products, fact: Term) -> Term {
        let is_of_words = |a| self.decider.terms.sort(a) == Sort::Word;
        match self.decider.terms.node(fact) {
            Node::Not(of) => {
                let of = self.rewritten_fact(zeros, products, of);
                self.decider.terms.not(of)
            }
            Node::And(a, b) => {
                let [a, b] = [a, b].map(|of| self.rewritten_fact(zeros, products, of));
                self.decider.terms.and(a, b)
            }
            Node::Or(a, b) => {
                let [a, b] = [a, b].map(|of| self.rewritten_fact(zeros, products, of));
                self.decider.terms.or(a, b)
            }
            Node::Ult(a, b) if is_of_words(a) => {
                let [a, b] = [a, b].map(|of| self.rewritten_word(zeros, products, of));
                self.decider.terms.ult(a, b)
            }
            Node::Slt(a, b) if is_of_words(a) => {
                let [a, b] = [a, b].map(|of| self.rewritten_word(zeros, products, of));
                self.decider.terms.slt(a, b)
            }
            Node::Eq(a, b) if is_of_words(a) => {
                let [a, b] = [a, b].map(|of| self.rewritten_word(zeros, products, of));
                self.decider.terms.eq(a, b)
            }
            _ => fact,
        }
    }

    /// Orders of what is left of two sums without a product, any word, that is in both: where
    /// neither sum wraps around, they are those of the sums. Bits take long to see that.
    async fn without_common(&mut self, assumptions: &[Term]) -> Result<Vec<Term>, Ended> {
        let mut shorter = Vec::new();
        for &assumption in assumptions {
            let (order, holds) = match self.decider.terms.node(assumption) {
                Node::Not(order) => (order, false),
                _ => (assumption, true),
            };
            let Node::Ult(a, b) = self.decider.terms.node(order) else { continue };
            if self.decider.terms.sort(a) != Sort::Word {
                continue;
            }
            let [of_a, of_b] = [a, b].map(|word| polynomial(&mut self.decider.terms, word));
            let (Some(of_a), Some(of_b)) = (of_a, of_b) else { continue };
            let common = in_common(&of_a, &of_b);
            if !common.keys().flatten().any(|word| self.products.contains(word)) {
                continue;
            }
            let word = self.word_of(&common);
            let mut are_whole = true;
            for sum in [a, b].into_iter().filter(|&sum| sum != word) {
                let wraps = self.decider.terms.ult(sum, word);
                let is_whole = self.decider.terms.not(wraps);
                let decided = self.decider.decide_within(EFFORT, assumptions, is_whole).await?;
                are_whole &= matches!(decided, Decided::Holds);
                if !are_whole {
                    break;
                }
            }
            if are_whole {
                let [a, b] = [of_a, of_b].map(|sum| self.word_of(&plus(&sum, &common, u32::MAX)));
                let order = self.decider.terms.ult(a, b);
                shorter.push(if holds { order } else { self.decider.terms.not(order) });
            }
        }
        Ok(shorter)
    }

    /// How products of two words are ordered that sums speak of, where one factor is and
    /// the larger product is a word: where `a < c`, so is `(a + 1) * b <= c * b`.
    async fn orders_of_small_products(
        &mut self,
        assumptions: &[Term],
        sums: &[Polynomial],
    ) -> Result<Vec<Term>, Ended> {
        let mut follow = Vec::new();
        let mut tried = Vec::new();
        for (a, c, is_strict) in precedence::orders(&self.decider.terms, assumptions) {
            let [of_a, of_c] = [a, c].map(|word| polynomial(&mut self.decider.terms, word));
            let (Some(of_a), Some(of_c)) = (of_a, of_c) else { continue };
            for b in factors_beside(&of_c, sums) {
                if tried.len() >= ORDERED || tried.contains(&(of_a.clone(), c, b)) {
                    continue;
                }
                tried.push((of_a.clone(), c, b));
                let wide = [c, b].map(|word| self.decider.terms.zero_extend(word));
                let product = self.decider.terms.mul(wide[0], wide[1]);
                let (high, zero) = (self.decider.terms.high(product), self.decider.terms.word(0));
                let is_word = self.decider.terms.eq(high, zero);
                if !self.decider.holds_alone(assumptions, is_word, EFFORT).await? {
                    continue;
                }
                let of_b = atom(b);
                let mut steps = vec![of_a.clone()];
                steps.extend(is_strict.then(|| plus(&of_a, &constant(1), 1)));
                steps.push(of_c.clone());
                let products = steps.iter().map(|sum| times(sum, &of_b));
                let Some(products) = products.collect::<Option<Vec<_>>>() else { continue };
                let words: Vec<Term> = products.iter().map(|sum| self.word_of(sum)).collect();
                for two in words.windows(2) {
                    let is_above = self.decider.terms.ult(two[1], two[0]);
                    follow.push(self.decider.terms.not(is_above));
                }
            }
        }
        Ok(follow)
    }

    /// How products are ordered that are no more than some whose high words are zero.
    async fn orders_of_products(&mut self, assumptions: &[Term]) -> Result<Vec<Term>, Ended> {
        let mut open: Vec<[Polynomial; 2]> = Vec::new();
        for &assumption in assumptions {
            let Node::Eq(a, b) = self.decider.terms.node(assumption) else { continue };
            let is_zero = |of| self.decider.terms.as_const(of) == Some(0);
            let high = [(a, b), (b, a)].into_iter().find(|&(_, zero)| is_zero(zero));
            let Some((high, _)) = high else { continue };
            if let Node::High(_) = self.decider.terms.node(high)
                && let Some([c, b]) = self.factors(high)
                && let Some(c) = polynomial(&mut self.decider.terms, c)
                && let Some(b) = polynomial(&mut self.decider.terms, b)
            {
                open.push([b.clone(), c.clone()]);
                open.push([c, b]);
            }
        }
        let mut follow = Vec::new();
        let mut tried: Vec<[Polynomial; 2]> = Vec::new();
        while let Some([c, b]) = open.pop() {
            if tried.len() >= ORDERED || tried.contains(&[c.clone(), b.clone()]) {
                continue;
            }
            tried.push([c.clone(), b.clone()]);
            let Some(a) = a_little_less(&c) else { continue };
            let (Some(small), Some(large)) = (times(&a, &b), times(&c, &b)) else { continue };
            let (of_a, of_c) = (self.word_of(&a), self.word_of(&c));
            let is_above = self.decider.terms.ult(of_c, of_a);
            let at_most = self.decider.terms.not(is_above);
            if !self.decider.holds_alone(assumptions, at_most, EFFORT).await? {
                continue;
            }
            let (small, large) = (self.word_of(&small), self.word_of(&large));
            let is_above = self.decider.terms.ult(large, small);
            follow.push(self.decider.terms.not(is_above));
            open.extend([[b.clone(), a.clone()], [a, b]]);
        }
        Ok(follow)
    }
}

/// The same sum, with factors that are as small as can be: half of 2^32 times a square is that of
/// the word, as the last bit of both is the same. Equations that hold of all words are nothing then.
fn of_last_bits(sum: &Polynomial) -> Polynomial {
    const HALF: u32 = 1 << 31;
    let mut same = Polynomial::new();
    for (product, &factor) in sum {
        let mut once = product.clone();
        once.dedup();
        let is_large = factor.min(factor.wrapping_neg()) > HALF / 2;
        if is_large && once.len() < product.len() {
            same = plus(&same, &Polynomial::from([(once, HALF)]), 1);
            same =
                plus(&same, &Polynomial::from([(product.clone(), 1)]), factor.wrapping_sub(HALF));
        } else {
            same = plus(&same, &Polynomial::from([(product.clone(), 1)]), factor);
        }
    }
    same
}

/// What is a little less than a sum of words and a number: by one, or by all of the number where it
/// is not small.
pub fn a_little_less<A: Copy + Ord>(sum: &Sum<A>) -> Option<Sum<A>> {
    let number = *sum.get(&vec![])?;
    let by = if number <= SMALL { 1 } else { number };
    (number < 1 << 31 && sum.len() > 1).then(|| plus(sum, &constant(by), u32::MAX))
}

/// The words by which one that is a sum is multiplied in some sums.
pub fn factors_beside<A: Copy + Ord>(sum: &Sum<A>, sums: &[Sum<A>]) -> BTreeSet<A> {
    let Some((&[ref word], 1)) = sum.iter().next().map(|(of, &factor)| (&of[..], factor)) else {
        return BTreeSet::new();
    };
    let products = sums.iter().flat_map(BTreeMap::keys).filter(|_| sum.len() == 1);
    let beside = products.filter_map(|product| match product[..] {
        [a, b] if a == *word => Some(b),
        [a, b] if b == *word => Some(a),
        _ => None,
    });
    beside.collect()
}

/// What two sums have in common beside numbers, each product as often as it is in both.
pub fn in_common<A: Copy + Ord>(a: &Sum<A>, b: &Sum<A>) -> Sum<A> {
    let both = a.iter().filter_map(|(product, &factor)| {
        let least = factor.min(*b.get(product)?);
        (!product.is_empty() && least < 1 << 16).then(|| (product.clone(), least))
    });
    both.collect()
}
