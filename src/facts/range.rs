//! Ranges: bounds on single words, decided without search.
//!
//! A loop that counts down from an input leaves one condition per iteration: `$1 - 1 > 0`, `$1 - 2 > 0` and so on. Each
//! restricts a word to an interval modulo 2^32; together they leave a few intervals. If none is left, the answer is
//! unsat. If all assertions are bounds on variables, any words in their ranges are a model. Otherwise two bounds
//! replace all these conditions.
//!
//! The word may be any term, not just a variable. Operators bound their results: a remainder by 10 is one of ten words.

use rustc_hash::FxHashMap;

use crate::term::interval::{Interval, Width};
use crate::term::{Node, Sign, Sort, Symbol, Term, Terms};

/// Bounds on an integer, both included.
pub(super) type Limits = (i64, i64);

/// The range of signed words.
pub(super) const SIGNED: Limits = (i32::MIN as i64, i32::MAX as i64);
/// The range of unsigned words.
pub(super) const UNSIGNED: Limits = (0, u32::MAX as i64);

/// The assertions about one word alone.
#[derive(Clone, Debug)]
pub struct Range {
    /// The word.
    pub term: Term,
    /// The intervals that it lies in, in order, with gaps between them.
    pub intervals: Vec<(u32, u32)>,
    /// The positions of these assertions.
    pub said_by: Vec<usize>,
}

impl Range {
    /// The range without assertions.
    pub(super) fn natural(terms: &Terms, term: Term) -> Range {
        Range { term, intervals: terms.interval(term).words(), said_by: Vec::new() }
    }

    /// Restricts the range to an interval; returns whether it became smaller.
    pub(super) fn narrow(&mut self, arc: Interval) -> bool {
        let gap = arc.complement().map(Interval::words).unwrap_or_default();
        let removed = gap.into_iter().filter(|&gap| self.remove(gap));
        removed.count() > 0
    }

    /// Removes the words of a gap. Takes time only for the intervals that it meets, as a loop may have left thousands.
    /// Returns whether any were removed.
    fn remove(&mut self, (least, most): (u32, u32)) -> bool {
        let from = self.intervals.partition_point(|&(_, last)| last < least);
        let to = self.intervals.partition_point(|&(first, _)| first <= most);
        if from == to {
            return false;
        }
        let (first, last) = (self.intervals[from].0, self.intervals[to - 1].1);
        let before = (first < least).then(|| (first, least - 1));
        let after = (last > most).then(|| (most + 1, last));
        self.intervals.splice(from..to, before.into_iter().chain(after));
        true
    }

    /// Signed integer bounds of the range.
    pub(super) fn limits(&self) -> Option<Limits> {
        let halves = self
            .intervals
            .iter()
            .map(|&(first, last)| Interval::between(first, last).signed(Width::Word));
        let (first, last) = halves.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some((first, last))
    }

    /// The word that a person would choose: the one nearest to zero, positive before negative.
    pub fn plain_word(&self) -> Option<u32> {
        let ends = self.intervals.iter().flat_map(|&(first, last)| [first, last]);
        let near = |word: &u32| ((*word as i32).unsigned_abs(), (*word as i32) < 0);
        ends.min_by_key(near)
    }
}

/// The ranges of words, and the assertions that they do not cover.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// By word, in the order of their first assertions.
    pub ranges: Vec<Range>,
    /// The positions of all other assertions.
    pub others: Vec<usize>,
    /// The positions of words in `ranges`.
    index: FxHashMap<Term, usize>,
}

impl Ranges {
    /// Analyses assertions, which are identified by their positions.
    pub fn new(terms: &Terms, assertions: impl Iterator<Item = Term>) -> Ranges {
        let mut ranges = Ranges::default();
        for (position, assertion) in assertions.enumerate() {
            ranges.assert(terms, assertion, position);
        }
        ranges
    }

    fn assert(&mut self, terms: &Terms, assertion: Term, position: usize) {
        let Some((term, arc)) = arc(terms, assertion) else {
            self.others.push(position);
            return;
        };
        let at = *self.index.entry(term).or_insert_with(|| {
            self.ranges.push(Range::natural(terms, term));
            self.ranges.len() - 1
        });
        let range = &mut self.ranges[at];
        range.said_by.push(position);
        range.narrow(arc);
    }

    /// The ranges of variables.
    pub fn variables<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = (Symbol, &'a Range)> {
        self.ranges.iter().filter_map(|range| match terms.node(range.term) {
            Node::Symbol(symbol) => Some((symbol, range)),
            _ => None,
        })
    }

    /// The range of a variable, if an assertion bounds it.
    pub fn variable<'a>(&'a self, terms: &'a Terms, symbol: Symbol) -> Option<&'a Range> {
        self.variables(terms).find(|(known, _)| *known == symbol).map(|(_, range)| range)
    }

    /// The words of each variable that must be tried, as intervals: its range, or one period if only its remainders are
    /// read. `assertions` are those that were analysed.
    pub fn candidates(
        &self,
        terms: &Terms,
        assertions: &[Term],
        symbols: &[Symbol],
    ) -> Vec<Vec<(u32, u32)>> {
        let mut is_bound = vec![false; assertions.len()];
        for (_, range) in self.variables(terms) {
            range.said_by.iter().for_each(|&position| is_bound[position] = true);
        }
        let others = assertions.iter().zip(is_bound).filter(|(_, is_bound)| !is_bound);
        let periods = periods(terms, others.map(|(&assertion, _)| assertion));
        let of = |&symbol: &Symbol| {
            let bounds = self.variable(terms, symbol);
            let bounds = bounds.map_or(vec![(0, u32::MAX)], |range| range.intervals.clone());
            let period = periods.get(&symbol).map(|period| period.words()).unwrap_or_default();
            let is_left = |&(first, last): &(u32, u32)| {
                bounds.iter().any(|&(least, most)| least <= first && last <= most)
            };
            match !period.is_empty() && period.iter().all(is_left) {
                true => period,
                false => bounds,
            }
        };
        symbols.iter().map(of).collect()
    }

    /// An empty range, if there is one.
    pub fn empty(&self) -> Option<&Range> {
        self.ranges.iter().find(|range| range.intervals.is_empty())
    }
}

/// For each variable that these terms read only through remainders by constants, one period of words.
fn periods(terms: &Terms, roots: impl Iterator<Item = Term>) -> FxHashMap<Symbol, Interval> {
    let constant = |term| terms.as_const(term).map(|value| value as u32);
    let mut found: FxHashMap<Symbol, Option<(Sign, u32)>> = FxHashMap::default();
    for term in terms.reachable(roots) {
        let node = terms.node(term);
        for (place, arg) in node.args().enumerate() {
            let Node::Symbol(symbol) = terms.node(arg) else { continue };
            let read = match node {
                Node::Urem(_, by) if place == 0 => constant(by).map(|by| (Sign::Unsigned, by)),
                Node::Srem(_, by) if place == 0 => constant(by).map(|by| (Sign::Signed, by)),
                Node::BitAnd(_, mask) if place == 0 => constant(mask)
                    .and_then(|mask| mask.checked_add(1)?.checked_next_power_of_two())
                    .map(|by| (Sign::Unsigned, by)),
                _ => None,
            };
            let known = found.entry(symbol).or_insert(read);
            *known = known.zip(read).and_then(|((sign, a), (other, b))| {
                (sign == other).then(|| Some((sign, common_multiple(a, b)?)))?
            });
        }
    }
    let interval = |(sign, by): (Sign, u32)| match (sign, i32::try_from(by).ok()? - 1) {
        (_, ..0) => None,
        (Sign::Unsigned, last) => Some(Interval::between(0, last as u32)),
        (Sign::Signed, last) => Some(Interval::between(-last as u32, last as u32)),
    };
    found.into_iter().filter_map(|(symbol, read)| Some((symbol, interval(read?)?))).collect()
}

/// The least common multiple, if it is a nonzero word.
pub(super) fn common_multiple(a: u32, b: u32) -> Option<u32> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a.checked_div(x)?.checked_mul(b).filter(|&multiple| multiple > 0)
}

/// The word of an assertion about a single word, and its interval.
pub(super) fn arc(terms: &Terms, assertion: Term) -> Option<(Term, Interval)> {
    const MIN: u32 = 1 << 31;
    let word = |term| terms.as_const(term).map(|value| value as u32);
    let (x, arc) = match terms.node(assertion) {
        Node::Not(positive) => {
            let (term, arc) = arc(terms, positive)?;
            return Some((term, arc.complement()?));
        }
        Node::Eq(x, value) => {
            let value = word(value)?;
            (x, Interval::between(value, value))
        }
        // Bounds that exclude nothing or everything are simplified earlier.
        Node::Ult(a, b) => match (word(a), word(b)) {
            (None, Some(bound)) => (a, Interval::between(0, bound.checked_sub(1)?)),
            (Some(bound), None) => (b, Interval::between(bound.checked_add(1)?, u32::MAX)),
            _ => return None,
        },
        Node::Slt(a, b) => match (word(a), word(b)) {
            (None, Some(bound)) if bound != MIN => {
                (a, Interval::between(MIN, bound.wrapping_sub(1)))
            }
            (Some(bound), None) if bound != MIN - 1 => {
                (b, Interval::between(bound.wrapping_add(1), MIN - 1))
            }
            _ => return None,
        },
        _ => return None,
    };
    let (x, offset) = terms.split_sum(x);
    let start = (arc.start as u32).wrapping_sub(offset as u32).into();
    (terms.sort(x) == Sort::Word).then_some((x, Interval { start, ..arc }))
}
