//! Decides whether words are zero and goals hold after a transition: by algebra over known zeros,
//! with lemmas about quotients, and by the decider.

pub(in crate::engines) mod rewritten;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::algebra::{self, Zeros, plus, polynomial, times};
use super::decider::{Decided, Decider, Ended};
use super::lemmas::{Apart, Candidate, Quotient, Rest, candidates, of_neighbours};
use super::states::States;
use crate::solver::Effort;
use crate::term::{Model, Node, Sort, Term};
use rewritten::Question;

/// The effort of a query if a model violated facts about products, and how many of these may remain
/// undecided.
const EFFORT_WITH_PRODUCTS: Effort = Effort(1_000);
const UNDECIDED_WITH_PRODUCTS: u32 = 4;
/// The same with orders, so that factors may be small; in total.
const EFFORT_WITH_ORDERS: Effort = Effort(4_000);
const UNDECIDED_WITH_ORDERS: u32 = 2;
/// The same for the conditions of a lemma, and for orders.
const EFFORT_OF_CONDITION: Effort = Effort(1_000);
/// Limits on lemmas about quotients: the number for a goal, the number tried, and the number of
/// quotients.
const LEMMAS: usize = 12;
const TRIED: usize = 48;
const DIVIDED: usize = 24;

/// A polynomial over terms.
pub type Polynomial = algebra::Polynomial<Term>;

/// The residue that algebra leaves of a word that may be nonzero, with the zeros used.
pub type Residue = Option<(Rc<Zeros<Term>>, Polynomial)>;

/// The kind of query about a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    /// Whether it can be taken. The whole proof depends on that.
    Impossible,
    /// Whether it preserves something; much of that may be unnecessary.
    Kept,
}

impl Asked {
    /// For queries about live words: the effort, the number already undecided, and the maximum of
    /// that number.
    fn limits(self, undecided: u32) -> (Effort, u32, u32) {
        match self {
            Asked::Impossible => (EFFORT_WITH_ORDERS, undecided, 3),
            Asked::Kept => (EFFORT_WITH_PRODUCTS, undecided, 8),
        }
    }
}

/// Decides obligations of a product.
pub struct Prover<'s> {
    /// Decides goals.
    pub decider: Decider<'s>,
    zeros: FxHashMap<Vec<Polynomial>, Rc<Zeros<Term>>>,
    /// Undecided queries that included facts about products.
    undecided_of_all: u32,
    /// Undecided queries that included facts about products and orders.
    undecided_of_bounded: u32,
    /// Undecided queries for invariants of live words only, by kind of query.
    undecided_of_live: BTreeMap<Asked, u32>,
    /// Whether invariants have orders.
    is_bounded: bool,
    /// Cached states in which transitions are taken.
    pub(super) states: States,
    /// Fresh words that replace products of unknown value.
    pub(super) products: BTreeSet<Term>,
}

impl<'s> Prover<'s> {
    /// A prover without results.
    pub fn new(decider: Decider<'s>) -> Prover<'s> {
        Prover {
            decider,
            zeros: FxHashMap::default(),
            undecided_of_all: 0,
            undecided_of_bounded: 0,
            undecided_of_live: BTreeMap::new(),
            is_bounded: false,
            states: States::default(),
            products: BTreeSet::new(),
        }
    }

    /// Begins an attempt with simple invariants.
    pub fn begin_plain(&mut self) {
        self.is_bounded = false;
        self.decider.begin_plain();
    }

    /// Begins an attempt with rich invariants; `is_bounded` is a property of these: they contain orders.
    pub fn begin_rich(&mut self, is_bounded: bool) {
        (self.is_bounded, self.undecided_of_all) = (is_bounded, 0);
        self.decider.begin_rich();
    }

    /// Begins an attempt with rich invariants of live words only.
    pub fn begin_live(&mut self) {
        self.is_bounded = true;
        self.undecided_of_live = BTreeMap::new();
        self.decider.begin_live();
    }

    /// Decides whether a word is zero wherever the assumptions hold and the premises are zero; also
    /// returns the residue that algebra leaves of it, if algebra applies. Only algebra uses the
    /// premises, so a model that violates one is not a counterexample.
    pub async fn decide_zero(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
        word: Term,
    ) -> Result<(Decided, Residue), Ended> {
        let zero = self.decider.terms.word(0);
        let goal = self.decider.terms.eq(word, zero);
        if self.decider.terms.as_bool(goal) == Some(true) {
            return Ok((Decided::Holds, None));
        }
        let mut zeros = self.known_zeros(assumptions, premises);
        let sum = polynomial(&mut self.decider.terms, word);
        let is_zero = |zeros: &Zeros<Term>| sum.as_ref().is_some_and(|sum| zeros.is_zero(sum));
        if is_zero(&self.zeros(&zeros)) {
            return Ok((Decided::Holds, None));
        }
        if premises.is_empty() && !self.decider.has_product(word) {
            let decided = self.decider.decide(assumptions, goal).await?;
            let is_settled = !matches!(decided, Decided::Open);
            if is_settled || !self.decider.is_rich || !self.has_quotient(word) {
                return Ok((decided, None));
            }
        }
        for &assumption in assumptions {
            let Node::Not(fact) = self.decider.terms.node(assumption) else { continue };
            let gap = match self.decider.terms.node(fact) {
                // A loop that counts up to a bound ends when it reaches the bound.
                Node::Slt(a, b) | Node::Ult(a, b) if self.decider.terms.sort(a) == Sort::Word => {
                    (a, b)
                }
                // The low bit of an odd word is 1.
                Node::Eq(a, b)
                    if self.decider.is_rich && self.decider.terms.sort(a) == Sort::Word =>
                {
                    let one = self.decider.terms.word(1);
                    match self.decider.terms.as_const(b) {
                        Some(0) => (a, one),
                        _ if self.decider.terms.as_const(a) == Some(0) => (b, one),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let equal = self.decider.terms.eq(gap.0, gap.1);
            if let Decided::Holds = self.decider.decide(assumptions, equal).await? {
                zeros.extend(self.difference(gap.0, gap.1));
            }
        }
        if self.decider.is_rich && !is_zero(&self.zeros(&zeros)) {
            self.add_lemmas(assumptions, &mut zeros, sum.as_ref().unwrap_or(&Polynomial::new()))
                .await?;
        }
        let of_zeros = self.zeros(&zeros);
        let left = sum.and_then(|sum| of_zeros.reduced(sum));
        if left.as_ref().is_some_and(Polynomial::is_empty) {
            return Ok((Decided::Holds, None));
        }
        let residue = left.map(|left| (of_zeros, left));
        let decided = self.decide_where_zero(assumptions, premises, goal).await?;
        Ok((decided, residue))
    }

    fn difference(&mut self, a: Term, b: Term) -> Option<Polynomial> {
        let difference = self.decider.terms.sub(a, b);
        polynomial(&mut self.decider.terms, difference)
    }

    /// Adds the consequences of lemmas about the quotients in a sum and in these zeros.
    async fn add_lemmas(
        &mut self,
        assumptions: &[Term],
        zeros: &mut Vec<Polynomial>,
        sum: &Polynomial,
    ) -> Result<(), Ended> {
        // Quotients in the sum come first.
        let mut atoms = Vec::new();
        for sum in [sum].into_iter().chain(zeros.iter()) {
            let roots: Vec<Term> = sum.keys().flatten().copied().collect();
            atoms.extend(self.decider.terms.reachable(roots));
        }
        let mut seen = BTreeSet::new();
        let mut quotients = Vec::new();
        for atom in atoms.into_iter().filter(|&atom| seen.insert(atom)) {
            if quotients.len() < DIVIDED
                && let Node::Udiv(a, b) = self.decider.terms.node(atom)
                && let Some(dividend) = polynomial(&mut self.decider.terms, a)
                && let Some(divisor) = polynomial(&mut self.decider.terms, b)
            {
                quotients.push(Quotient { atom, dividend, divisor });
            }
        }
        let mut below = Vec::new();
        for &assumption in assumptions {
            if let Node::Ult(a, b) = self.decider.terms.node(assumption)
                && self.decider.terms.sort(a) == Sort::Word
                && let Some(a) = polynomial(&mut self.decider.terms, a)
                && let Some(b) = polynomial(&mut self.decider.terms, b)
            {
                below.push([a, b]);
            }
        }
        for apart in of_neighbours(&quotients, &self.zeros(zeros)) {
            let is_apart = self.are_apart(&quotients, &apart);
            // Assumptions about other words are not needed and may be many.
            let about = self.decider.about(assumptions, is_apart);
            if let Decided::Holds = self.decider.decide(&about, is_apart).await? {
                zeros.push(apart.zero(&quotients));
            }
        }
        let mut tried: Vec<Candidate<Term>> = Vec::new();
        for _ in 0..LEMMAS {
            if self.zeros(zeros).is_zero(sum) {
                break;
            }
            let all = candidates(&quotients, zeros, &self.zeros(zeros), &below);
            let mut found = None;
            for next in all {
                if tried.len() >= TRIED || tried.contains(&next) {
                    continue;
                }
                found = self.lemma(assumptions, &quotients, &next).await?;
                tried.push(next);
                if found.is_some() {
                    break;
                }
            }
            let Some(zero) = found else { break };
            zeros.push(zero);
        }
        Ok(())
    }

    /// The condition that quotients differ by a constant, in its best form for bit-blasting:
    /// computing the half of a number and of its predecessor borrows alike.
    fn are_apart(&mut self, quotients: &[Quotient<Term>], apart: &Apart) -> Term {
        let [more, less] = [apart.more, apart.less].map(|index| quotients[index].atom);
        let by = self.decider.terms.word(apart.by);
        let mut sum = self.decider.terms.sub(more, by);
        if let (true, Node::Udiv(x, d)) = (apart.without_remainder, self.decider.terms.node(more)) {
            let remainder = self.decider.terms.urem(x, d);
            sum = self.decider.terms.add(sum, remainder);
        }
        self.decider.terms.eq(sum, less)
    }

    /// The sum that a lemma makes zero, if its conditions hold.
    async fn lemma(
        &mut self,
        assumptions: &[Term],
        quotients: &[Quotient<Term>],
        Candidate { of, times: by, rest }: &Candidate<Term>,
    ) -> Result<Option<Polynomial>, Ended> {
        let Quotient { atom, ref dividend, ref divisor } = quotients[*of];
        let mut zero = plus(&Polynomial::from([(vec![atom], 1)]), by, u32::MAX);
        if let Rest::Of(other) = rest {
            let other = Polynomial::from([(vec![quotients[*other].atom], 1)]);
            zero = plus(&zero, &other, u32::MAX);
        }
        if zero.is_empty() {
            return Ok(None);
        }
        let Some(multiple) = times(by, divisor) else { return Ok(None) };
        // In the form composed of both: more facts apply to that.
        let whole = match rest {
            Rest::Of(_) => dividend.clone(),
            Rest::Below(rest) => plus(&multiple, rest, 1),
        };
        // More facts apply to the programs' own words than to sums equal to them.
        let Node::Udiv(divided, d) = self.decider.terms.node(atom) else { return Ok(None) };
        let x = if whole == *dividend { divided } else { self.word_of(&whole) };
        let k = self.word_of(by);
        let kd = self.decider.terms.mul(k, d);
        let none = self.decider.terms.word(0);
        let mut conditions = Vec::new();
        if let Rest::Below(rest) = rest {
            let rest = if *rest == *dividend { divided } else { self.word_of(rest) };
            conditions.push(self.decider.terms.ult(rest, d));
        } else if !by.is_empty() {
            let is_zero = self.decider.terms.eq(d, none);
            conditions.push(self.decider.terms.not(is_zero));
        }
        if !by.is_empty() {
            let wraps = self.decider.terms.ult(x, kd);
            conditions.push(self.decider.terms.not(wraps));
            let (wide_k, wide_d) =
                (self.decider.terms.zero_extend(k), self.decider.terms.zero_extend(d));
            let wide = self.decider.terms.mul(wide_k, wide_d);
            let high = self.decider.terms.high(wide);
            conditions.push(self.decider.terms.eq(high, none));
        }
        for condition in conditions {
            if !self.decider.holds_alone(assumptions, condition, EFFORT_OF_CONDITION).await? {
                return Ok(None);
            }
        }
        Ok(Some(zero))
    }

    /// A sum as a word.
    pub(super) fn word_of(&mut self, sum: &Polynomial) -> Term {
        let mut word = self.decider.terms.word(0);
        for (product, &factor) in sum {
            let is_negative = factor > 1 << 31;
            let size = if is_negative { factor.wrapping_neg() } else { factor };
            let size = self.decider.terms.word(size);
            let product = product.iter().fold(size, |of, &part| self.decider.terms.mul(of, part));
            word = match is_negative {
                true => self.decider.terms.sub(word, product),
                false => self.decider.terms.add(word, product),
            };
        }
        word
    }

    pub(super) fn zeros(&mut self, sums: &[Polynomial]) -> Rc<Zeros<Term>> {
        if let Some(known) = self.zeros.get(sums) {
            return Rc::clone(known);
        }
        let zeros = Rc::new(Zeros::new(sums.iter().cloned()));
        self.zeros.insert(sums.to_vec(), Rc::clone(&zeros));
        zeros
    }

    /// Decides by bits whether the assumptions imply a goal where all premises are zero. A premise is added only after a
    /// model in which it is not zero.
    pub async fn decide_where_zero(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
        goal: Term,
    ) -> Result<Decided, Ended> {
        let decided = self.decider.decide(assumptions, goal).await?;
        let is_real = |model: &Model| self.decider.are_zero(premises, model);
        match &decided {
            Decided::Holds => return Ok(decided),
            Decided::Fails(model) if is_real(model) => return Ok(decided),
            Decided::Fails(_) | Decided::Open if !self.decider.is_rich => return Ok(Decided::Open),
            Decided::Fails(_) | Decided::Open => {}
        }
        if self.are_contradicted(assumptions, premises).await? {
            return Ok(Decided::Holds);
        }
        if premises.is_empty() {
            return Ok(Decided::Open);
        }
        let asked = match self.decider.terms.as_bool(goal) {
            Some(false) => Asked::Impossible,
            _ => Asked::Kept,
        };
        let of_live = self.undecided_of_live.get(&asked).copied().unwrap_or(0);
        let (effort, undecided, most) = match (self.decider.is_live, self.is_bounded) {
            (true, _) => asked.limits(of_live),
            (false, true) => (EFFORT_WITH_ORDERS, self.undecided_of_bounded, UNDECIDED_WITH_ORDERS),
            (false, false) => {
                (EFFORT_WITH_PRODUCTS, self.undecided_of_all, UNDECIDED_WITH_PRODUCTS)
            }
        };
        if undecided >= most {
            return Ok(Decided::Open);
        }
        if let Some(rewritten) = self.rewritten(assumptions, premises, goal).await? {
            let Question { assumptions: weaker, goal: of_weaker } = &rewritten.weaker;
            let decided = self.decider.decide_within(EFFORT_OF_CONDITION, weaker, *of_weaker);
            if let Decided::Holds = decided.await? {
                return Ok(Decided::Holds);
            }
            let Question { assumptions: all, goal: of_all } = &rewritten.question;
            let question = self.decider.decide_within(effort, all, *of_all);
            let decided = match question.await? {
                Decided::Fails(model) => {
                    let model = self.completed(&rewritten, &model);
                    let is_real = self.decider.are_true(assumptions, &model)
                        && self.decider.are_zero(premises, &model)
                        && !self.decider.are_true(&[goal], &model);
                    if is_real { Decided::Fails(Rc::new(model)) } else { Decided::Open }
                }
                decided => decided,
            };
            self.count(&decided, asked);
            return Ok(decided);
        }
        let zero = self.decider.terms.word(0);
        let mut all = assumptions.to_vec();
        for &premise in premises {
            let parts = self.decider.terms.reachable([premise]);
            if !parts
                .into_iter()
                .any(|part| self.decider.divides_by_word(self.decider.terms.node(part)))
            {
                all.push(self.decider.terms.eq(premise, zero));
            }
        }
        let decided = match self.decider.decide_within(effort, &all, goal).await? {
            Decided::Fails(model) if !self.decider.are_zero(premises, &model) => Decided::Open,
            decided => decided,
        };
        self.count(&decided, asked);
        Ok(decided)
    }

    /// Counts a query with facts about products, if it remained undecided.
    fn count(&mut self, decided: &Decided, asked: Asked) {
        let is_open = u32::from(matches!(decided, Decided::Open));
        match (self.decider.is_live, self.is_bounded) {
            (true, _) => *self.undecided_of_live.entry(asked).or_insert(0) += is_open,
            (false, true) => self.undecided_of_bounded += is_open,
            (false, false) => self.undecided_of_all += is_open,
        }
    }

    /// Decides whether an order holds wherever the assumptions do and the premises are zero. Facts
    /// about products and divisions by words make a query slow, and few orders depend on them, so
    /// the first query omits them.
    pub async fn order_holds(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
        order: Term,
    ) -> Result<bool, Ended> {
        if !self.decider.is_rich {
            let decided = self.decide_where_zero(assumptions, premises, order).await?;
            return Ok(matches!(decided, Decided::Holds));
        }
        if !self.look_at_products(assumptions) {
            if !self.has_quotient(order) {
                let about = self.decider.about(assumptions, order);
                let is_shorter = about.len() < assumptions.len();
                if is_shorter && let Decided::Holds = self.decider.decide(&about, order).await? {
                    return Ok(true);
                }
            }
            let decided = self.decide_where_zero(assumptions, premises, order).await?;
            return Ok(matches!(decided, Decided::Holds));
        }
        // Queries about a product itself rarely succeed.
        if self.decider.has_product(order) {
            return Ok(matches!(self.decider.decide(assumptions, order).await?, Decided::Holds));
        }
        let is_plain = |assumption: &Term| !self.decider.has_product(*assumption);
        let plain: Vec<Term> = assumptions.iter().copied().filter(is_plain).collect();
        if plain.len() < assumptions.len() {
            let decided = self.decider.decide_within(EFFORT_OF_CONDITION, &plain, order);
            if let Decided::Holds = decided.await? {
                return Ok(true);
            }
        }
        let decided = self.decide_where_zero(assumptions, premises, order).await?;
        Ok(matches!(decided, Decided::Holds))
    }

    /// Whether an assumption says that a word is nonzero, while algebra shows that it is zero.
    async fn are_contradicted(
        &mut self,
        assumptions: &[Term],
        premises: &[Term],
    ) -> Result<bool, Ended> {
        let known = self.known_zeros(assumptions, premises);
        for &assumption in assumptions {
            let Node::Not(equal) = self.decider.terms.node(assumption) else { continue };
            let Node::Eq(a, b) = self.decider.terms.node(equal) else { continue };
            if self.decider.terms.sort(a) != Sort::Word {
                continue;
            }
            let Some(sum) = self.difference(a, b) else { continue };
            let mut zeros = known.clone();
            if !self.zeros(&zeros).is_zero(&sum) && self.has_quotient_of(&zeros, &sum) {
                self.add_lemmas(assumptions, &mut zeros, &sum).await?;
            }
            if self.zeros(&zeros).is_zero(&sum) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum contains quotients by words, given these zeros.
    fn has_quotient_of(&mut self, zeros: &[Polynomial], sum: &Polynomial) -> bool {
        let left = self.zeros(zeros).reduced(sum.clone());
        let mut atoms = left.iter().flat_map(Polynomial::keys).flatten();
        atoms.any(|&atom| self.decider.divides_by_word(self.decider.terms.node(atom)))
    }

    /// The sums that premises and assumptions make zero.
    fn known_zeros(&mut self, assumptions: &[Term], premises: &[Term]) -> Vec<Polynomial> {
        let mut zeros = Vec::new();
        for &premise in premises {
            zeros.extend(polynomial(&mut self.decider.terms, premise));
        }
        for &assumption in assumptions {
            if let Node::Eq(a, b) = self.decider.terms.node(assumption)
                && self.decider.terms.sort(a) == Sort::Word
            {
                zeros.extend(self.difference(a, b));
            }
        }
        zeros
    }

    fn has_quotient(&self, word: Term) -> bool {
        let is_quotient =
            |term| matches!(self.decider.terms.node(term), Node::Udiv(..) | Node::Urem(..));
        self.decider.terms.reachable([word]).into_iter().any(is_quotient)
    }
}
