//! Facts about words along a pair of paths, and about the states after it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::engines::alignment::algebra::{self, Polynomial, atom, constant, plus};
use crate::engines::alignment::equations::{Equations, Sparse};
use crate::engines::alignment::invariant::{Words, values};
use crate::engines::alignment::memory::Space;
use crate::facts::range::Ranges;
use crate::symbolic::SymbolicState;
use crate::symbolic::query::Query;
use crate::term::interval::{Interval, Width};
use crate::term::{Node, Sort, Term, Terms};

/// Number of times that orders between words are used to bound each of them.
const ROUNDS: usize = 2;

/// The facts about words that conditions imply.
pub struct Known {
    /// Intervals of words implied by conditions.
    limits: FxHashMap<Term, Interval>,
    /// Intervals computed from subterms, cached.
    intervals: FxHashMap<Term, Interval>,
    /// Sums that are zero.
    zeros: Vec<Polynomial<Term>>,
}

impl Known {
    /// `None` where conditions contradict each other.
    pub fn of(terms: &mut Terms, conditions: &[Term]) -> Option<Known> {
        let truth = terms.bool(true);
        let mut all = Query::new("along", truth);
        all.assumptions = conditions.to_vec();
        if all.contradiction(terms).is_some() {
            return None;
        }
        let mut known = Known::by_numbers(terms, conditions)?;
        let mut facts = conditions.to_vec();
        for _ in 0..ROUNDS {
            let count = facts.len();
            for &condition in conditions {
                known.each_alone(terms, condition, &mut facts);
            }
            if facts[count..].iter().any(|&fact| terms.as_bool(fact) == Some(false)) {
                return None;
            }
            facts.dedup();
            known = Known::by_numbers(terms, &facts)?;
        }
        let mut others = Vec::new();
        for &condition in conditions {
            if known.interval(terms, condition)? == Interval::FALSE {
                return None;
            }
            let (equal, sums) = match terms.node(condition) {
                Node::Not(equal) => (equal, &mut others),
                _ => (condition, &mut known.zeros),
            };
            if let Node::Eq(a, b) = terms.node(equal)
                && terms.sort(a) == Sort::Word
            {
                let difference = terms.sub(a, b);
                sums.extend(algebra::polynomial(terms, difference));
            }
        }
        let single = |(&word, limit): (&Term, &Interval)| {
            let value = limit.only()? as u32;
            Some(plus(&atom(word), &constant(value), u32::MAX))
        };
        known.zeros.extend(known.limits.iter().filter_map(single).collect::<Vec<_>>());
        let is_zero = |sum: &Polynomial<Term>| {
            let of_it = vanishing(std::slice::from_ref(sum), &known.zeros);
            of_it.solutions().is_empty()
        };
        (!others.iter().any(is_zero)).then_some(known)
    }

    /// The facts implied by orders between words and numbers.
    fn by_numbers(terms: &Terms, facts: &[Term]) -> Option<Known> {
        let ranges = Ranges::new(terms, facts.iter().copied());
        let mut limits = FxHashMap::default();
        for range in &ranges.ranges {
            let arcs = range.intervals.iter().map(|&(first, last)| Interval::between(first, last));
            limits.insert(range.term, arcs.reduce(|a, b| a.union(b, Width::Word))?);
        }
        Some(Known { limits, intervals: FxHashMap::default(), zeros: Vec::new() })
    }

    /// Adds the bound on each of two ordered words that the other's interval implies.
    fn each_alone(&mut self, terms: &mut Terms, condition: Term, facts: &mut Vec<Term>) {
        let (order, holds) = match terms.node(condition) {
            Node::Not(order) => (order, false),
            _ => (condition, true),
        };
        let (a, b, is_signed) = match terms.node(order) {
            Node::Ult(a, b) => (a, b, false),
            Node::Slt(a, b) => (a, b, true),
            _ => return,
        };
        let is_free = |word| terms.sort(word) == Sort::Word && terms.as_const(word).is_none();
        if !is_free(a) || !is_free(b) {
            return;
        }
        let (Some(of_a), Some(of_b)) = (self.interval(terms, a), self.interval(terms, b)) else {
            return;
        };
        let ends = |of: Interval| match is_signed {
            true => {
                let (least, most) = of.signed(Width::Word);
                [least as u32, most as u32]
            }
            false => {
                let (least, most) = of.unsigned(Width::Word);
                [least as u32, most as u32]
            }
        };
        // A word is below the maximum of what it is below, or not below the minimum of what it is
        // not below.
        let [for_a, for_b] = match holds {
            true => [ends(of_b)[1], ends(of_a)[0]],
            false => [ends(of_b)[0], ends(of_a)[1]],
        };
        let [for_a, for_b] = [for_a, for_b].map(|number| terms.word(number));
        for (x, y) in [(a, for_a), (for_b, b)] {
            let below = if is_signed { terms.slt(x, y) } else { terms.ult(x, y) };
            facts.push(if holds { below } else { terms.not(below) });
        }
    }

    /// The interval of a term; `None` if it is empty.
    pub fn interval(&mut self, terms: &Terms, term: Term) -> Option<Interval> {
        for part in terms.reachable([term]) {
            if self.intervals.contains_key(&part) {
                continue;
            }
            let node = terms.node(part);
            let sort = node.args().last().map_or(terms.sort(part), |arg| terms.sort(arg));
            let by_parts = match sort {
                Sort::Memory => None,
                sort => Interval::of_node(node, Width::of(sort), |arg| self.intervals[&arg]),
            };
            let mut interval = by_parts.unwrap_or_else(|| terms.interval(part));
            if let Some(&limit) = self.limits.get(&part) {
                interval = both(interval, limit)?;
            }
            self.intervals.insert(part, interval);
        }
        self.intervals.get(&term).copied()
    }

    /// The equalities of all words after a transition, which of these pairs they make equal, and
    /// the interval of each word; `None` where no state gets there.
    pub fn behind(
        mut self,
        terms: &mut Terms,
        (words, correlated): (&Words, &[[usize; 2]]),
        inputs: &[Term],
        states: [&SymbolicState<Space>; 2],
    ) -> Option<(Equations, Vec<bool>, Vec<Interval>)> {
        let after = values(terms, words, inputs, states);
        let mut sums = Vec::new();
        for &word in &after {
            sums.push(algebra::polynomial(terms, word).unwrap_or_else(|| atom(word)));
        }
        sums.push(constant(1));
        let equations = vanishing(&sums, &self.zeros);
        let solutions = equations.solutions();
        // If 2^31 is zero, the equations have no solution.
        if solutions.iter().all(|vector| vector[after.len()] % 2 == 0) {
            return None;
        }
        let are_equal = |&[a, b]: &[usize; 2]| solutions.iter().all(|it| it[a] == it[b]);
        let equal = correlated.iter().map(are_equal).collect();
        let intervals = after.iter().map(|&word| self.interval(terms, word));
        Some((equations, equal, intervals.collect::<Option<_>>()?))
    }
}

/// The intersection, or a slightly larger interval, as it may consist of two.
fn both(a: Interval, b: Interval) -> Option<Interval> {
    let mut pieces: Vec<(u32, u32)> = Vec::new();
    for (first, last) in a.words() {
        for (other_first, other_last) in b.words() {
            let (first, last) = (first.max(other_first), last.min(other_last));
            if first <= last {
                pieces.push((first, last));
            }
        }
    }
    pieces.sort_unstable();
    let pieces = pieces.into_iter().map(|(first, last)| Interval::between(first, last));
    let hull = pieces.reduce(|a, b| a.union(b, Width::Word))?;
    [hull, a, b].into_iter().min_by_key(|interval| interval.more)
}

/// The linear combinations of these sums that are zero wherever the others are, by linear algebra
/// over their products.
fn vanishing(sums: &[Polynomial<Term>], zeros: &[Polynomial<Term>]) -> Equations {
    let products = sums.iter().chain(zeros).flat_map(BTreeMap::keys);
    let products: BTreeSet<_> = products.collect();
    let columns: BTreeMap<_, usize> = products.into_iter().zip(0..).collect();
    // Both are sorted alike.
    let factors = |sum: &Polynomial<Term>| -> Sparse {
        sum.iter().map(|(product, &factor)| (columns[product], factor)).collect()
    };
    let rows = sums.iter().enumerate().map(|(at, sum)| (Sparse::unit(at), factors(sum))).collect();
    let mut equations = Equations::none(sums.len());
    equations.keep(rows, zeros.iter().map(factors).collect());
    equations
}
