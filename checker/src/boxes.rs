//! Interval splitting (branch and prune): shows that conditions are contradictory.
//!
//! A *box* assigns an interval to each word that is not computed from others. Interval arithmetic bounds everything
//! that the conditions compute in a box. If a condition cannot have its required value, the box is refuted; otherwise
//! it is split at the middle of its widest word. Every assignment lies in the initial box, so once all boxes are
//! refuted, the conditions are contradictory. A certificate states only how many boxes this takes.
//!
//! Long chains of products and quotients of unknown words are hard for bit-blasting; here they cost no more than sums.
//!
//! An interval consists of consecutive words modulo 2^32, and may wrap past 2^32 - 1. Each operation is bounded over
//! the integers, signed or unsigned, and reduced modulo 2^32 only if its range has fewer than 2^32 numbers. Unbounded
//! results may be any word: loads, and quotients by a word that may be zero.

use std::collections::HashMap;

use crate::terms::{Atom, Condition, Fact, Monomial, Node, Terms, Word};

/// Consecutive words modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    first: u32,
    /// The number of words after the first.
    more: u32,
}

/// The integers between two bounds, both included.
type Integers = (i64, i64);

impl Interval {
    /// All words.
    pub const ALL: Interval = Interval { first: 0, more: u32::MAX };

    const FLAG: Interval = Interval { first: 0, more: 1 };

    fn single(word: u32) -> Interval {
        Interval { first: word, more: 0 }
    }

    /// Integers reduced modulo 2^32.
    fn of((least, most): Integers) -> Interval {
        match most.checked_sub(least).map(u32::try_from) {
            Some(Ok(more)) => Interval { first: least as u32, more },
            _ => Interval::ALL,
        }
    }

    /// As unsigned numbers.
    fn unsigned(self) -> Integers {
        match self.first.checked_add(self.more) {
            Some(last) => (self.first.into(), last.into()),
            None => (0, u32::MAX.into()),
        }
    }

    /// As signed numbers.
    fn signed(self) -> Integers {
        let first = i64::from(self.first as i32);
        match first + i64::from(self.more) {
            last if last <= i32::MAX.into() => (first, last),
            _ => (i32::MIN.into(), i32::MAX.into()),
        }
    }

    fn as_signed(self, is_signed: bool) -> Integers {
        if is_signed { self.signed() } else { self.unsigned() }
    }

    /// As signed or unsigned numbers, whichever is the smaller range.
    fn closest(self) -> Integers {
        let (least, most) = self.unsigned();
        if most - least == i64::from(self.more) { (least, most) } else { self.signed() }
    }

    fn has(self, word: u32) -> bool {
        word.wrapping_sub(self.first) <= self.more
    }

    /// The first word.
    pub fn first(self) -> u32 {
        self.first
    }

    /// The only word, if the interval has one word.
    fn only(self) -> Option<u32> {
        (self.more == 0).then_some(self.first)
    }
}

/// A box: the interval of each word that is not computed from others, in the order of [`Query::words`].
pub type Inputs = Vec<Interval>;

/// Both halves of a box, split at its widest word (the last of several); none if each interval is a single word.
pub fn halves(of: &[Interval]) -> Option<[Inputs; 2]> {
    let at = (0..of.len()).max_by_key(|&at| of[at].more)?;
    let Interval { first, more } = of[at];
    if more == 0 {
        return None;
    }
    let half = more / 2;
    let lower = Interval { first, more: half };
    let upper = Interval { first: first.wrapping_add(half + 1), more: more - half - 1 };
    Some([lower, upper].map(|part| {
        let mut inputs = of.to_vec();
        inputs[at] = part;
        inputs
    }))
}

/// The box that contains a single assignment.
pub fn point(of: impl IntoIterator<Item = u32>) -> Inputs {
    of.into_iter().map(Interval::single).collect()
}

/// A sum over atoms, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum {
    /// Monomials, each with a coefficient.
    products: Vec<(i32, Vec<usize>)>,
    /// Terms of the form `r + x / r`.
    means: Vec<Mean>,
}

/// A word plus a quotient by it, twice the mean of Newton's method. As the word grows, the quotient falls, so separate
/// bounds say little about the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mean {
    word: usize,
    quotient: usize,
    signed: bool,
    dividend: Box<Sum>,
}

impl Sum {
    fn of(terms: &Terms, places: &HashMap<Atom, usize>, word: Word) -> Sum {
        let mut polynomial = terms.polynomial(word).clone();
        let mut means = Vec::new();
        for product in polynomial.keys().cloned().collect::<Vec<Monomial>>() {
            let &[quotient] = &product[..] else { continue };
            let Some(&Node::Quotient(signed, x, divisor)) = terms.node(quotient) else { continue };
            let Some((atom, 0)) = terms.atom_and_number(divisor) else { continue };
            let both = [&product, &vec![atom]];
            if both.iter().all(|product| polynomial.get(*product) == Some(&1)) {
                polynomial.retain(|product, _| !both.contains(&product));
                let dividend = Box::new(Sum::of(terms, places, x));
                let [word, quotient] = [atom, quotient].map(|atom| places[&atom]);
                means.push(Mean { word, quotient, signed, dividend });
            }
        }
        let product = |(monomial, &factor): (&Monomial, &u32)| {
            (factor as i32, monomial.iter().map(|atom| places[atom]).collect())
        };
        Sum { products: polynomial.iter().map(product).collect(), means }
    }
}

/// The operation of an atom, over sums.
enum Op {
    /// A word that is not computed from others.
    Given,
    /// An unconstrained word.
    Any,
    Less(bool, Sum, Sum),
    High(bool, Sum, Sum),
    Product(Sum, Sum),
    Quotient(bool, Sum, Sum),
    Remainder(bool, Sum, Sum),
}

/// A condition, over sums.
enum Goal {
    Zero(Sum),
    LowZero(Sum, u32),
    Less(bool, Sum, Sum),
}

/// Conditions and the operations that they depend on, in evaluation order.
pub struct Query {
    /// The operation of each atom, after those of its operands.
    ops: Vec<Op>,
    /// The facts, their required truth values, and how many of the first atoms each needs, in the order of these
    /// numbers.
    goals: Vec<(Goal, bool, usize)>,
    words: Vec<Atom>,
}

impl Query {
    /// The query for some conditions.
    pub fn new(terms: &Terms, conditions: &[Condition]) -> Query {
        let atoms = terms.atoms_of(conditions.iter().flat_map(|it| it.fact.words()));
        let places: HashMap<Atom, usize> = atoms.iter().copied().zip(0..).collect();
        let sum = |word: Word| Sum::of(terms, &places, word);
        let op = |atom: &Atom| match terms.node(*atom) {
            None | Some(Node::Load(..)) => Op::Any,
            Some(Node::Symbol(_)) => Op::Given,
            Some(&Node::Less(signed, a, b)) => Op::Less(signed, sum(a), sum(b)),
            Some(&Node::High(signed, a, b)) => Op::High(signed, sum(a), sum(b)),
            Some(&Node::Product(a, b)) => Op::Product(sum(a), sum(b)),
            Some(&Node::Quotient(signed, a, b)) => Op::Quotient(signed, sum(a), sum(b)),
            Some(&Node::Remainder(signed, a, b)) => Op::Remainder(signed, sum(a), sum(b)),
        };
        let goal = |condition: &Condition| {
            let goal = match condition.fact {
                Fact::Zero(word) => Goal::Zero(sum(word)),
                Fact::LowZero(word, bits) => Goal::LowZero(sum(word), bits),
                Fact::Less(signed, a, b) => Goal::Less(signed, sum(a), sum(b)),
            };
            let words = condition.fact.words().into_iter();
            let atoms = words.flat_map(|word| terms.polynomial(word).keys().flatten());
            let last = atoms.map(|atom| places[atom] + 1).max();
            (goal, condition.holds, last.unwrap_or(0))
        };
        let mut goals: Vec<(Goal, bool, usize)> = conditions.iter().map(goal).collect();
        goals.sort_by_key(|(.., atoms)| *atoms);
        let is_given = |atom: &&Atom| matches!(terms.node(**atom), Some(Node::Symbol(_)));
        Query {
            ops: atoms.iter().map(op).collect(),
            goals,
            words: atoms.iter().filter(is_given).copied().collect(),
        }
    }

    /// The words that are not computed from others; a box assigns intervals to them.
    pub fn words(&self) -> &[Atom] {
        &self.words
    }

    /// The number of operations.
    pub fn steps(&self) -> usize {
        self.ops.len() + self.goals.len()
    }

    /// Whether constants give constant results: nothing is loaded.
    pub fn is_closed(&self) -> bool {
        !self.ops.iter().any(|op| matches!(op, Op::Any))
    }

    /// Whether the query computes quotients or products of words, which are hard for bit-blasting.
    pub fn is_arithmetic(&self) -> bool {
        let multiplies = |sum: &Sum| sum.products.iter().any(|(_, product)| product.len() > 1);
        let is_hard = |op: &Op| match op {
            Op::Given | Op::Any => false,
            Op::Less(_, a, b) => multiplies(a) || multiplies(b),
            Op::High(..) | Op::Product(..) | Op::Quotient(..) | Op::Remainder(..) => true,
        };
        let is_hard_goal = |(goal, ..): &(Goal, bool, usize)| match goal {
            Goal::Zero(sum) | Goal::LowZero(sum, _) => multiplies(sum),
            Goal::Less(_, a, b) => multiplies(a) || multiplies(b),
        };
        self.ops.iter().any(is_hard) || self.goals.iter().any(is_hard_goal)
    }

    /// Whether the query divides by a word, which is hardest for bit-blasting.
    pub fn divides_by_words(&self) -> bool {
        let is_word = |sum: &Sum| {
            !sum.means.is_empty() || sum.products.iter().any(|(_, product)| !product.is_empty())
        };
        self.ops.iter().any(|op| match op {
            Op::Quotient(_, _, by) | Op::Remainder(_, _, by) => is_word(by),
            _ => false,
        })
    }

    /// The initial box.
    pub fn whole(&self) -> Inputs {
        vec![Interval::ALL; self.words.len()]
    }

    /// Whether the box contains no assignment that satisfies all conditions.
    pub fn is_refuted(&self, of: &[Interval]) -> bool {
        let mut values = Vec::with_capacity(self.ops.len());
        let (mut given, mut goals) = (of.iter(), self.goals.iter().peekable());
        for atoms in 0..=self.ops.len() {
            while let Some((goal, holds, _)) = goals.next_if(|(.., made_of)| *made_of <= atoms) {
                if outcome(goal, &values) == Some(!holds) {
                    return true;
                }
            }
            let Some(op) = self.ops.get(atoms).filter(|_| goals.peek().is_some()) else { break };
            values.push(match op {
                Op::Given => given.next().copied().unwrap_or(Interval::ALL),
                op => value(op, &values),
            });
        }
        false
    }
}

/// The truth value of a goal in a box, if it is constant.
fn outcome(goal: &Goal, values: &[Interval]) -> Option<bool> {
    match goal {
        Goal::Zero(sum) => {
            let word = value_of(sum, values);
            match word.only() {
                Some(word) => Some(word == 0),
                None => (!word.has(0)).then_some(false),
            }
        }
        Goal::LowZero(sum, bits) => {
            let word = value_of(sum, values).only()?;
            Some(*bits <= word.trailing_zeros())
        }
        Goal::Less(signed, a, b) => is_less(*signed, [a, b], values),
    }
}

fn is_less(signed: bool, sums: [&Sum; 2], values: &[Interval]) -> Option<bool> {
    let [a, b] = sums.map(|sum| value_of(sum, values).as_signed(signed));
    match sums[0] == sums[1] || a.0 >= b.1 {
        true => Some(false),
        false => (a.1 < b.0).then_some(true),
    }
}

/// Bounds of a sum.
fn value_of(sum: &Sum, values: &[Interval]) -> Interval {
    let mut all: Integers = (0, 0);
    let mut add = |of: Integers| {
        all = (all.0.checked_add(of.0)?, all.1.checked_add(of.1)?);
        Some(())
    };
    for mean in &sum.means {
        let known = twice_mean(mean, values);
        let each = || [mean.word, mean.quotient].map(|place| values[place].closest());
        let is_added = match known {
            Some(known) => add(known),
            None => each().into_iter().try_for_each(&mut add),
        };
        if is_added.is_none() {
            return Interval::ALL;
        }
    }
    for (factor, product) in &sum.products {
        let mut so_far = (i64::from(*factor), i64::from(*factor));
        for &atom in product {
            match product_of(so_far, values[atom].closest()) {
                Some(next) => so_far = next,
                None => return Interval::ALL,
            }
        }
        if add(so_far).is_none() {
            return Interval::ALL;
        }
    }
    Interval::of(all)
}

/// Bounds of `r + x / r`, if neither is negative and `r` is not zero. It is the integer part of a convex function of
/// `r`: the largest value is at an end, and the smallest, twice the square root of `x`, where `r` is that root. It
/// increases with `x`.
fn twice_mean(mean: &Mean, values: &[Interval]) -> Option<Integers> {
    let numbers = |of: Interval| of.as_signed(mean.signed);
    let ((least, most), x) =
        (numbers(values[mean.word]), numbers(value_of(&mean.dividend, values)));
    if least <= 0 || x.0 < 0 {
        return None;
    }
    let of = |r: i64, x: i64| r + x / r;
    let smallest = if x.0 / least <= least {
        of(least, x.0)
    } else if x.0 / most >= most {
        of(most, x.0)
    } else {
        (4 * x.0).isqrt()
    };
    Some((smallest, of(least, x.1).max(of(most, x.1))))
}

fn value(op: &Op, values: &[Interval]) -> Interval {
    let numbers = |signed: bool, of: &Sum| value_of(of, values).as_signed(signed);
    let closest = |of: &Sum| value_of(of, values).closest();
    let result = match op {
        Op::Given | Op::Any => None,
        Op::Less(signed, a, b) => {
            return match is_less(*signed, [a, b], values) {
                Some(is_less) => Interval::single(u32::from(is_less)),
                None => Interval::FLAG,
            };
        }
        Op::High(signed, a, b) => high_of(numbers(*signed, a), numbers(*signed, b)),
        Op::Product(a, b) => product_of(closest(a), closest(b)),
        Op::Quotient(signed, a, b) => quotient(numbers(*signed, a), numbers(*signed, b)),
        Op::Remainder(signed, a, b) => remainder(numbers(*signed, a), numbers(*signed, b)),
    };
    result.map_or(Interval::ALL, Interval::of)
}

/// Bounds of products of integers; none on overflow.
fn product_of(a: Integers, b: Integers) -> Option<Integers> {
    if a.0 >= 0 && b.0 >= 0 {
        return Some((a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?));
    }
    let corners = [
        a.0.checked_mul(b.0)?,
        a.0.checked_mul(b.1)?,
        a.1.checked_mul(b.0)?,
        a.1.checked_mul(b.1)?,
    ];
    let (first, others) = corners.split_first()?;
    Some(others.iter().fold((*first, *first), |(least, most), &it| (least.min(it), most.max(it))))
}

/// Bounds of high words of products; unsigned products may exceed 2^63.
fn high_of(a: Integers, b: Integers) -> Option<Integers> {
    if a.0 >= 0 && b.0 >= 0 {
        let high = |a: i64, b: i64| ((a as u64 * b as u64) >> 32) as i64;
        return Some((high(a.0, b.0), high(a.1, b.1)));
    }
    // Shifting rounds down, as the high word of a negative number does.
    product_of(a, b).map(|(least, most)| (least >> 32, most >> 32))
}

/// Bounds of quotients, truncated towards zero; none if the divisor may be zero.
fn quotient(a: Integers, b: Integers) -> Option<Integers> {
    if b.1 < 0 {
        let (least, most) = quotient(a, (-b.1, -b.0))?;
        return Some((-most, -least));
    }
    if b.0 <= 0 {
        return None;
    }
    // The quotient is farther from zero for a smaller divisor.
    let of = |a: i64, nearest: bool| a / if nearest { b.1 } else { b.0 };
    Some((of(a.0, a.0 >= 0), of(a.1, a.1 < 0)))
}

/// Bounds of remainders, with the sign of the dividend; none if the divisor may be zero.
fn remainder(a: Integers, b: Integers) -> Option<Integers> {
    if b.1 < 0 {
        return remainder(a, (-b.1, -b.0));
    }
    if b.0 <= 0 {
        return None;
    }
    let (least, most) = quotient(a, b)?;
    let is_one_sign = a.0 >= 0 || a.1 <= 0;
    if least == most && b.0 == b.1 && is_one_sign {
        // The same multiple of a constant is subtracted from all of them.
        return Some((a.0 - least * b.0, a.1 - least * b.0));
    }
    let largest = b.1 - 1;
    Some((a.0.min(0).max(-largest), a.1.max(0).min(largest)))
}

/// Whether exactly this number of boxes shows the conditions contradictory.
pub fn is_shown(terms: &Terms, conditions: &[Condition], boxes: u32) -> bool {
    let query = Query::new(terms, conditions);
    let mut open = vec![query.whole()];
    for _ in 0..boxes {
        let Some(of) = open.pop() else { return false };
        if !query.is_refuted(&of) {
            let Some([lower, upper]) = halves(&of) else { return false };
            open.extend([upper, lower]);
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [u32; 12] = [
        0,
        1,
        2,
        7,
        10,
        0xffff,
        0x1_0000,
        0x7fff_fffe,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_fff0,
        u32::MAX,
    ];

    fn numbers(mut seed: u64) -> impl FnMut() -> u64 {
        move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        }
    }

    /// Words over two others, each computed from those before it.
    fn words(terms: &mut Terms, x: Word, y: Word, seed: u64) -> Vec<Word> {
        let mut next = numbers(seed);
        let mut words = vec![x, y, terms.constant(7), terms.constant(u32::MAX)];
        for _ in 0..8 {
            let [a, b] = [(); 2].map(|()| words[next() as usize % words.len()]);
            let signed = next() & 1 == 1;
            words.push(match next() % 8 {
                0 => terms.add(a, b),
                1 => terms.sub(a, b),
                2 => terms.mul(a, b),
                3 => terms.high(signed, a, b),
                4 | 5 => terms.quotient(signed, a, b),
                6 => terms.remainder(signed, a, b),
                _ => terms.less(signed, a, b),
            });
        }
        words
    }

    /// The interval, within a box, of the word that a query's only `Zero` goal is about.
    fn interval_of(query: &Query, of: &[Interval]) -> Interval {
        let (mut values, mut given) = (Vec::new(), of.iter());
        for op in &query.ops {
            values.push(match op {
                Op::Given => *given.next().expect("each has one"),
                op => value(op, &values),
            });
        }
        let zero = query.goals.iter().find_map(|(goal, ..)| match goal {
            Goal::Zero(sum) => Some(value_of(sum, &values)),
            Goal::LowZero(..) | Goal::Less(..) => None,
        });
        zero.expect("it was asked whether a word is zero")
    }

    /// The value of a word for inputs in a box lies in the word's interval for the box.
    #[test]
    fn words_are_in_their_intervals() {
        let (mut inside, mut narrow) = (0, 0);
        for seed in 0..4_000 {
            let mut next = numbers(seed);
            let mut edge = || EDGES[next() as usize % EDGES.len()];
            let of: Vec<Interval> = (0..2)
                .map(|_| Interval {
                    first: edge(),
                    more: edge() / if edge() > 10 { 1 } else { 0xffff },
                })
                .collect();
            let mut terms = Terms::default();
            let symbols = ["x", "y"].map(|name| terms.symbol(name));
            let general = words(&mut terms, symbols[0], symbols[1], seed);
            let intervals: Vec<Interval> = general
                .iter()
                .map(|&word| {
                    // The query must have both symbols, in this order.
                    let spoken_of = symbols.map(|word| Fact::Less(false, word, word));
                    let facts = [spoken_of[0], spoken_of[1], Fact::Zero(word)];
                    let conditions = facts.map(|fact| Condition { fact, holds: true });
                    let query = Query::new(&terms, &conditions);
                    interval_of(&query, &of)
                })
                .collect();
            narrow += intervals.iter().filter(|interval| **interval != Interval::ALL).count();
            for _ in 0..8 {
                let values = [0, 1].map(|at| {
                    let Interval { first, more } = of[at];
                    first.wrapping_add((next() as u32) % more.saturating_add(1).max(1))
                });
                let [x, y] = values.map(|value| terms.constant(value));
                let special = words(&mut terms, x, y, seed);
                for (&word, interval) in special.iter().zip(&intervals) {
                    // A quotient by zero may be any word.
                    let Some(value) = terms.as_constant(word) else { continue };
                    assert!(
                        interval.has(value),
                        "{seed}: {values:?}, {value} is not in {interval:?}"
                    );
                    inside += 1;
                }
            }
        }
        assert!(inside > 100_000 && narrow > 10_000, "{inside} {narrow}");
    }

    /// `r + x / r` is bounded for all small words and dividends; if `x` is constant, by at most one and a half more
    /// than needed.
    #[test]
    fn a_word_and_a_quotient_by_it_are_bounded() {
        let mut terms = Terms::default();
        let [x, r] = ["x", "r"].map(|name| terms.symbol(name));
        let quotient = terms.quotient(false, x, r);
        let sum = terms.add(r, quotient);
        let query = Query::new(&terms, &[Condition { fact: Fact::Zero(sum), holds: true }]);
        for x in 0..60 {
            for (first, more) in (0..12).flat_map(|first| (0..12).map(move |more| (first, more))) {
                for of_x in [0, 3] {
                    let of = [Interval { first: x, more: of_x }, Interval { first, more }];
                    let (least, most) = interval_of(&query, &of).unsigned();
                    let all =
                        (x..=x + of_x).flat_map(|x| (first..=first + more).map(move |r| (x, r)));
                    let all = all.filter(|(_, r)| *r > 0).map(|(x, r)| i64::from(r + x / r));
                    let (smallest, largest) = (all.clone().min(), all.max());
                    assert!(smallest.is_none_or(|smallest| least <= smallest));
                    assert!(largest.is_none_or(|largest| most >= largest));
                    if of_x == 0 && first > 0 {
                        assert!(largest == Some(most) && smallest.is_some_and(|it| it - least < 2));
                    }
                }
            }
        }
    }

    fn below(terms: &mut Terms, word: Word, bound: u32, holds: bool) -> Condition {
        let bound = terms.constant(bound);
        Condition { fact: Fact::Less(false, word, bound), holds }
    }

    /// `x / (x / 5 + 1) < 5` for all `x < 64`: proved by all boxes, and not by fewer.
    #[test]
    fn all_boxes_are_refuted_or_nothing_is_shown() {
        let mut terms = Terms::default();
        let (x, one, five) = (terms.symbol("x"), terms.constant(1), terms.constant(5));
        let fifth = terms.quotient(false, x, five);
        let divisor = terms.add(fifth, one);
        let quotient = terms.quotient(false, x, divisor);
        let below_64 = below(&mut terms, x, 64, true);
        let conditions = [below_64, below(&mut terms, quotient, 5, false)];
        let query = Query::new(&terms, &conditions);
        assert!(query.is_arithmetic() && query.is_closed() && query.divides_by_words());
        let count = (0..200).filter(|&boxes| is_shown(&terms, &conditions, boxes));
        let [count] = count.collect::<Vec<u32>>()[..] else {
            panic!("one number of boxes shows it")
        };
        assert!(count > 32, "{count}");
        // With bound 4 the claim is false, and without the bound on `x` as well.
        let wrong = [below_64, below(&mut terms, quotient, 4, false)];
        assert!((0..1_000).all(|boxes| !is_shown(&terms, &wrong, boxes)));
        assert!((0..1_000).all(|boxes| !is_shown(&terms, &conditions[1..], boxes)));
    }

    /// A satisfying assignment is never refuted.
    #[test]
    fn a_point_that_satisfies_them_is_not_refuted() {
        let (mut satisfied, mut refuted) = (0, 0);
        for seed in 0..2_000 {
            let mut next = numbers(seed + 77);
            let mut terms = Terms::default();
            let symbols = ["x", "y"].map(|name| terms.symbol(name));
            let general = words(&mut terms, symbols[0], symbols[1], seed);
            let values = [0, 1].map(|_| EDGES[next() as usize % EDGES.len()]);
            let [x, y] = values.map(|value| terms.constant(value));
            let special = words(&mut terms, x, y, seed);
            let at = next() as usize % general.len();
            let facts = |of: &[Word]| {
                let (a, b) = (of[at], of[3]);
                [
                    Fact::Zero(a),
                    Fact::Less(true, a, b),
                    Fact::Less(false, b, a),
                    Fact::LowZero(a, 3),
                ]
            };
            for (fact, of_numbers) in facts(&general).into_iter().zip(facts(&special)) {
                let Some(holds) = terms.folded(of_numbers) else { continue };
                for wanted in [true, false] {
                    // The query must have both symbols, in this order.
                    let both = symbols.map(|word| Condition {
                        fact: Fact::Less(false, word, word),
                        holds: false,
                    });
                    let conditions = [both[0], both[1], Condition { fact, holds: wanted }];
                    let query = Query::new(&terms, &conditions);
                    let is_refuted = query.is_refuted(&point(values));
                    assert!(wanted != holds || !is_refuted, "{seed}: {values:?} {fact:?}");
                    satisfied += usize::from(wanted == holds);
                    refuted += usize::from(is_refuted);
                }
            }
        }
        assert!(satisfied > 4_000 && refuted > 3_000, "{satisfied} {refuted}");
    }
}
