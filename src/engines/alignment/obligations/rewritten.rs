//! Rewrites queries about products of two words into a form that suits bit-blasting.
//!
//! A path may depend on both words of `(k + 1) * (k + 1)` while an equation contains `k * k`, and a
//! word may be the residue of another; bit-blasting takes very long to relate these. Here words are
//! rewritten as sums of products, with the values that the equations give. Facts about the order of
//! products are added: where `a <= c` and the high word of `c * b` is zero, so is that of `a * b`,
//! and `a * b <= c * b`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::algebra::{Polynomial as Sum, Zeros, atom, constant, plus, polynomial, times};
use super::super::decider::{Decided, Ended};
use super::super::precedence;
use super::{Polynomial, Prover};
use crate::solver::Effort;
use crate::term::{Model, Node, Sort, Term};

/// Maximum number of pairs of products that are ordered.
const ORDERED: usize = 8;
/// Largest number for which a sum is reduced by one at a time.
const SMALL: u32 = 4;
/// The effort of the query whether a factor is above another.
const EFFORT_PER_FACTOR: Effort = Effort(500);

/// An implication to decide.
pub struct Question {
    /// The assumptions.
    pub assumptions: Vec<Term>,
    /// The goal.
    pub goal: Term,
}

/// A rewritten query.
pub struct Rewritten {
    /// A shorter query with weaker assumptions: products are arbitrary.
    pub weaker: Question,
    /// An equivalent query.
    pub question: Question,
    /// The zeros used for rewriting.
    zeros: Rc<Zeros<Term>>,
}

/// Whether facts about products are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Products {
    /// Products have their values.
    Known,
    /// Products may be any words.
    Any,
}

impl<'s> Prover<'s> {
    /// An equivalent query for the case that some words are zero; `None` where nothing depends on a
    /// word of a 64-bit product.
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
            // Facts about a few low bits are of little use, and long.
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

    /// Whether facts depend on a word of a 64-bit product.
    pub(in crate::engines::alignment) fn look_at_products(&self, facts: &[Term]) -> bool {
        let all = self.decider.terms.reachable(facts.iter().copied());
        all.into_iter().any(|term| self.factors(term).is_some())
    }

    /// Extends a model of a rewritten query to the words that it does not contain.
    pub(super) fn completed(&mut self, rewritten: &Rewritten, model: &Model) -> Model {
        let mut model = model.clone();
        // Each value is over later words.
        for (word, value) in rewritten.zeros.solved().iter().rev() {
            if let Node::Symbol(symbol) = self.decider.terms.node(*word) {
                let value = self.word_of(value);
                let value = self.decider.terms.eval(&[value], &model)[0];
                model.set(symbol, value as u32);
            }
        }
        model
    }

    /// The factors of the unsigned product of which a term is a word.
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

    /// Orders between two sums after cancelling a common summand without products: where neither
    /// sum wraps around, they are ordered like the rests. Bit-blasting takes long to find that.
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
                let decided =
                    self.decider.decide_within(EFFORT_PER_FACTOR, assumptions, is_whole).await?;
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

    /// Orders of products of two words in sums, where one factor is in both and the larger product
    /// fits in a word: where `a < c`, `(a + 1) * b <= c * b`.
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
                if !self.decider.holds_alone(assumptions, is_word, EFFORT_PER_FACTOR).await? {
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

    /// Orders of products that do not exceed products whose high words are zero.
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
            if !self.decider.holds_alone(assumptions, at_most, EFFORT_PER_FACTOR).await? {
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

/// The same sum with the smallest possible coefficients: 2^31 times a square equals 2^31 times the
/// word, as both have the same low bit. Equations that hold for all words become empty.
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

/// Slightly smaller than a sum of words and a number: by one, or by the whole number if it is
/// large.
pub fn a_little_less<A: Copy + Ord>(sum: &Sum<A>) -> Option<Sum<A>> {
    let number = *sum.get(&vec![])?;
    let by = if number <= SMALL { 1 } else { number };
    (number < 1 << 31 && sum.len() > 1).then(|| plus(sum, &constant(by), u32::MAX))
}

/// The words that multiply a given sum in some sums.
pub fn factors_beside<A: Copy + Ord>(sum: &Sum<A>, sums: &[Sum<A>]) -> BTreeSet<A> {
    let Some(([word], 1)) = sum.iter().next().map(|(of, &factor)| (&of[..], factor)) else {
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

/// The common part of two sums, without numbers: each product as often as it is in both.
pub fn in_common<A: Copy + Ord>(a: &Sum<A>, b: &Sum<A>) -> Sum<A> {
    let both = a.iter().filter_map(|(product, &factor)| {
        let least = factor.min(*b.get(product)?);
        (!product.is_empty() && least < 1 << 16).then(|| (product.clone(), least))
    });
    both.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::decider::Decider;
    use crate::engines::alignment::draws::Draws;
    use crate::engines::pause::Pause;
    use crate::solver::Stop;
    use crate::solver::bitblast::Bitblast;

    const EDGES: [u32; 9] = [0, 1, 2, 5, 63, 64, 0xffff, 1 << 16, u32::MAX];

    /// The value of a sum for these values of its words.
    fn value(sum: &Sum<usize>, words: &[u32]) -> u32 {
        let product = |(of, &factor): (&Vec<usize>, &u32)| {
            of.iter().fold(factor, |product, &word| product.wrapping_mul(words[word]))
        };
        sum.iter().map(product).fold(0, u32::wrapping_add)
    }

    fn random_sum(draws: &mut Draws) -> Sum<usize> {
        let mut sum = Sum::new();
        for _ in 0..draws.below(4) {
            let mut product: Vec<usize> =
                (0..draws.below(3)).map(|_| draws.below(2) as usize).collect();
            product.sort_unstable();
            sum = plus(&sum, &Sum::from([(product, 1 + draws.below(9))]), 1);
        }
        sum
    }

    /// Compares with evaluation: the common part is in both sums, and a slightly smaller sum
    /// differs by a number.
    #[test]
    fn what_is_made_of_sums_is_what_it_is_called() {
        let mut draws = Draws::new(3);
        let (mut shared, mut less, mut beside) = (0, 0, 0);
        for _ in 0..400 {
            let (a, b) = (random_sum(&mut draws), random_sum(&mut draws));
            let common = in_common(&a, &b);
            shared += u32::from(!common.is_empty());
            for (product, factor) in &common {
                assert!(!product.is_empty() && a[product] >= *factor && b[product] >= *factor);
            }
            if let Some(smaller) = a_little_less(&a) {
                less += 1;
                let by = plus(&a, &smaller, u32::MAX);
                assert!(by.len() == 1 && by[&vec![]] > 0 && by[&vec![]] <= a[&vec![]], "{by:?}");
            }
            for other in factors_beside(&atom(0), &[a.clone(), b.clone()]) {
                beside += 1;
                let product = if other == 0 { vec![0, 0] } else { vec![0, other] };
                assert!(a.contains_key(&product) || b.contains_key(&product));
            }
            assert!(factors_beside(&plus(&atom(0), &constant(1), 1), &[a]).is_empty());
        }
        assert!(shared > 20 && less > 20 && beside > 20, "{shared} {less} {beside}");
    }

    /// `x * x` and `x` have the same low bit.
    #[test]
    fn sums_with_smaller_factors_are_the_same() {
        let mut terms = crate::term::Terms::new();
        let words = ["a", "b"].map(|name| terms.symbol(name));
        let mut draws = Draws::new(4);
        let mut changed = 0;
        for _ in 0..300 {
            let mut of_numbers = random_sum(&mut draws);
            for factor in of_numbers.values_mut() {
                *factor = [1 << 31, 3 << 30, 1, u32::MAX][draws.below(4) as usize];
            }
            let of_terms = |product: &Vec<usize>| {
                let mut of: Vec<Term> = product.iter().map(|&word| words[word]).collect();
                of.sort_unstable();
                of
            };
            let sum: Polynomial =
                of_numbers.iter().map(|(of, &factor)| (of_terms(of), factor)).collect();
            let same = of_last_bits(&sum);
            changed += u32::from(same != sum);
            let back = same.iter().map(|(of, &factor)| {
                let at = |word: &Term| words.iter().position(|other| other == word);
                (of.iter().map(|word| at(word).expect("it has a value")).collect(), factor)
            });
            let back: Sum<usize> = back.collect();
            for numbers in EDGES.iter().flat_map(|&a| EDGES.map(|b| [a, b])) {
                assert_eq!(value(&of_numbers, &numbers), value(&back, &numbers), "{sum:?}");
            }
        }
        assert!(changed > 10, "{changed}");
    }

    /// Rewrites a query and compares it with the original for all values of `a`, `b` and `c` among
    /// some numbers; `d` is chosen so that the premise is zero. Wherever the assumptions hold, so
    /// do the rewritten ones, with products at their values, and the goal has the same value.
    /// Returns how often the assumptions hold.
    fn holds_where_it_did(is_live: bool, facts: &[&str], goal: &str, numbers: &[u32]) -> u32 {
        let (mut solver, stop) = (Bitblast::new(), Stop::NEVER);
        let pause = Pause::never();
        let mut prover = Prover::new(Decider::new(&mut solver, &stop, pause));
        match is_live {
            true => prover.begin_live(),
            false => prover.begin_rich(true),
        }
        let terms = &mut prover.decider.terms;
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.symbol(name));
        // d = c * b - a * b
        let (large, small) = (terms.mul(c, b), terms.mul(a, b));
        let rest = terms.sub(large, small);
        let premise = terms.sub(d, rest);
        let mut fact = |text: &str| {
            let (sixty, zero) = (terms.word(64), terms.word(0));
            match text {
                "a<c" => terms.ult(a, c),
                "a<=c" => {
                    let above = terms.ult(c, a);
                    terms.not(above)
                }
                "a!=c" => {
                    let equal = terms.eq(a, c);
                    terms.not(equal)
                }
                "b<64" => terms.ult(b, sixty),
                "c<64" => terms.ult(c, sixty),
                "d=0" => terms.eq(d, zero),
                "high(c*b)=0" => {
                    let wide = [c, b].map(|word| terms.zero_extend(word));
                    let product = terms.mul(wide[0], wide[1]);
                    let high = terms.high(product);
                    terms.eq(high, zero)
                }
                "never" => terms.bool(false),
                other => panic!("{other}"),
            }
        };
        let assumptions: Vec<Term> = facts.iter().map(|text| fact(text)).collect();
        let goal = fact(goal);
        let premises = [premise];
        let rewritten = prover.rewritten(&assumptions, &premises, goal);
        let rewritten = pollster::block_on(rewritten).expect("there is no limit");
        let rewritten = rewritten.expect("there is something to be said");
        let products: Vec<(Term, [Term; 2])> = [[a, b], [b, c]]
            .into_iter()
            .filter_map(|mut product| {
                product.sort_unstable();
                let any = prover.decider.terms.symbol(&format!("product.{:?}", product.to_vec()));
                prover.products.contains(&any).then_some((any, product))
            })
            .collect();
        let mut held = 0;
        for (&x, &y, &z) in numbers
            .iter()
            .flat_map(|x| numbers.iter().flat_map(move |y| numbers.iter().map(move |z| (x, y, z))))
        {
            let mut model = Model::new();
            let terms = &prover.decider.terms;
            let mut set = |word: Term, value: u32| {
                let Node::Symbol(symbol) = terms.node(word) else { unreachable!() };
                model.set(symbol, value);
            };
            let of_d = z.wrapping_mul(y).wrapping_sub(x.wrapping_mul(y));
            for (word, value) in [(a, x), (b, y), (c, z), (d, of_d)] {
                set(word, value);
            }
            let number = |word: Term| [(a, x), (b, y), (c, z)].into_iter().find(|of| of.0 == word);
            for (any, product) in &products {
                let factors = product.map(|word| number(word).expect("one of three").1);
                set(*any, factors[0].wrapping_mul(factors[1]));
            }
            if !prover.decider.are_true(&assumptions, &model) {
                continue;
            }
            held += 1;
            let is_goal = prover.decider.are_true(&[goal], &model);
            for Question { assumptions, goal } in [&rewritten.weaker, &rewritten.question] {
                assert!(prover.decider.are_true(assumptions, &model), "{facts:?} {x} {y} {z}");
                assert_eq!(prover.decider.are_true(&[*goal], &model), is_goal, "{x} {y} {z}");
            }
        }
        held
    }

    #[test]
    fn a_question_in_other_words_says_no_more() {
        let looks = ["a<=c", "high(c*b)=0"];
        assert!(holds_where_it_did(false, &looks, "d=0", &EDGES) > 50);
        let small = [0, 1, 2, 3, 7, 62, 63];
        for order in [&["a<c"][..], &["a<=c", "a!=c"], &["a<=c"]] {
            let facts = [order, &["b<64", "c<64"]].concat();
            assert!(holds_where_it_did(true, &facts, "never", &small) > 50);
        }
        assert!(holds_where_it_did(true, &["a<=c", "b<64", "c<64", "d=0"], "never", &small) > 10);
    }

    /// `(c - a) * b` is nonzero where `a < c` and `b` is nonzero; bit-blasting alone does not find
    /// that quickly.
    #[test]
    fn a_product_of_what_is_not_zero_is_not() {
        let (mut solver, stop) = (Bitblast::new(), Stop::NEVER);
        let pause = Pause::never();
        let mut prover = Prover::new(Decider::new(&mut solver, &stop, pause));
        prover.begin_live();
        let terms = &mut prover.decider.terms;
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name));
        let (sixty, zero, never) = (terms.word(64), terms.word(0), terms.bool(false));
        let (large, small) = (terms.mul(c, b), terms.mul(a, b));
        let premises = [terms.sub(large, small)];
        let less = terms.ult(a, c);
        let is_zero = terms.eq(b, zero);
        let (b_is, c_is) = (terms.ult(b, sixty), terms.ult(c, sixty));
        let all = [less, terms.not(is_zero), b_is, c_is];
        let mut decided = |facts: &[Term]| {
            let decided = prover.decide_where_zero(facts, &premises, never);
            pollster::block_on(decided).expect("there is no limit")
        };
        assert!(matches!(decided(&all), Decided::Holds));
        for without in 0..all.len() {
            let mut fewer = all.to_vec();
            fewer.remove(without);
            assert!(!matches!(decided(&fewer), Decided::Holds), "{without}");
        }
    }
}
