//! Bounds on single words, settled without any search.
//!
//! A loop that counts down from an input leaves one condition each time
//! around: `$1 - 1 > 0`, `$1 - 2 > 0` and so on. Each says that a word lies on
//! an arc of the circle of all words; together they leave a few intervals.
//! Where none is left, the answer is unsat; where nothing is asserted but
//! bounds on variables, any word in them will do; and else two bounds take the
//! place of all those conditions.
//!
//! The word may be any term, not just a variable. An operator may bound its
//! results, whatever its arguments are: a remainder by 10 is one of ten words.

use rustc_hash::FxHashMap;

use super::inequality::Limits;
use super::{Node, Sort, Symbol, Term, Terms};

/// How many words there are.
const ALL: u64 = 1 << 32;

/// The words from `start` on, `length` of them, around the circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arc {
    start: u32,
    length: u64,
}

impl Arc {
    /// The words from `first` to `last`, both included, going up.
    fn new(first: u32, last: u32) -> Arc {
        Arc { start: first, length: u64::from(last.wrapping_sub(first)) + 1 }
    }

    fn complement(self) -> Arc {
        let length = ALL - self.length;
        Arc { start: self.start.wrapping_add(self.length as u32), length }
    }

    /// Whether every word of the other arc is in this one.
    pub fn contains(self, other: Arc) -> bool {
        let ahead = other.start.wrapping_sub(self.start);
        u64::from(ahead) + other.length <= self.length
    }

    /// As intervals of natural numbers, in order.
    fn intervals(self) -> Vec<(u32, u32)> {
        if self.length == 0 {
            return Vec::new();
        }
        let last = u64::from(self.start) + self.length - 1;
        match u32::try_from(last) {
            Ok(last) => vec![(self.start, last)],
            Err(_) => vec![(0, (last - ALL) as u32), (self.start, u32::MAX)],
        }
    }
}

/// What is asserted of a word alone.
#[derive(Clone, Debug)]
pub struct Range {
    /// The word.
    pub term: Term,
    /// Where it lies: intervals in order, with gaps between them.
    pub intervals: Vec<(u32, u32)>,
    /// The assertions that say so, by their positions.
    pub said_by: Vec<usize>,
}

impl Range {
    /// Nothing is asserted of the word.
    pub(super) fn natural(terms: &Terms, term: Term) -> Range {
        Range { term, intervals: natural(terms, term), said_by: Vec::new() }
    }

    /// Returns whether the range is now smaller.
    pub(super) fn narrow(&mut self, arc: Arc) -> bool {
        let mut both = Vec::new();
        for &(a, b) in &self.intervals {
            for &(c, d) in &arc.intervals() {
                let (first, last) = (a.max(c), b.min(d));
                if first <= last {
                    both.push((first, last));
                }
            }
        }
        both.sort_unstable();
        let smaller = both != self.intervals;
        self.intervals = both;
        smaller
    }

    /// The one word that is left.
    pub(super) fn only(&self) -> Option<u32> {
        match self.intervals[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// Between what integers it lies, with a sign.
    pub(super) fn limits(&self) -> Option<Limits> {
        let halves =
            self.intervals.iter().map(|&(first, last)| match (first as i32, last as i32) {
                (first, last) if first <= last => (first, last),
                _ => (i32::MIN, i32::MAX),
            });
        let (first, last) = halves.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some((first.into(), last.into()))
    }

    /// A word that a person would choose: the one nearest to zero, positive
    /// rather than negative.
    pub fn plain_word(&self) -> Option<u32> {
        let ends = self.intervals.iter().flat_map(|&(first, last)| [first, last]);
        let near = |word: &u32| ((*word as i32).unsigned_abs(), (*word as i32) < 0);
        ends.min_by_key(near)
    }
}

/// The ranges of words, and which assertions they do not cover.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// By word, in the order of their first assertions.
    pub ranges: Vec<Range>,
    /// The positions of assertions that say something else.
    pub others: Vec<usize>,
    /// The positions of words in `ranges`.
    index: FxHashMap<Term, usize>,
}

impl Ranges {
    /// What assertions say, which are known by their positions.
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

    /// What is asserted of a variable, where anything is.
    pub fn variable<'a>(&'a self, terms: &'a Terms, symbol: Symbol) -> Option<&'a Range> {
        self.variables(terms).find(|(known, _)| *known == symbol).map(|(_, range)| range)
    }

    /// A range that holds no word.
    pub fn empty(&self) -> Option<&Range> {
        self.ranges.iter().find(|range| range.intervals.is_empty())
    }
}

/// Where a word lies whatever the inputs are, as far as its operator tells.
fn natural(terms: &Terms, term: Term) -> Vec<(u32, u32)> {
    let word = |term| terms.as_const(term).map(|value| value as u32);
    let arc = match terms.node(term) {
        Node::Urem(_, by) => word(by).filter(|&by| by > 0).map(|by| Arc::new(0, by - 1)),
        Node::Udiv(_, by) => word(by).filter(|&by| by > 0).map(|by| Arc::new(0, u32::MAX / by)),
        Node::Srem(_, by) => word(by).filter(|&by| by != 0).map(|by| {
            let most = (by as i32).unsigned_abs() - 1;
            Arc::new(most.wrapping_neg(), most)
        }),
        Node::Sdiv(_, by) => word(by).map(|by| by as i32).filter(|&by| by > 0).map(|by| {
            let [least, most] = [i32::MIN, i32::MAX].map(|end| (end / by) as u32);
            Arc::new(least, most)
        }),
        Node::BitAnd(_, mask) => word(mask).map(|mask| Arc::new(0, mask)),
        Node::Ite(_, a, b) => {
            let words =
                word(a).zip(word(b)).map(|(a, b)| vec![(a.min(b), a.min(b)), (a.max(b), a.max(b))]);
            return words.unwrap_or_else(|| vec![(0, u32::MAX)]);
        }
        _ => None,
    };
    arc.map_or_else(|| vec![(0, u32::MAX)], Arc::intervals)
}

/// The word of an assertion over one, and where it lies.
pub(super) fn arc(terms: &Terms, assertion: Term) -> Option<(Term, Arc)> {
    const MIN: u32 = 1 << 31;
    let word = |term| terms.as_const(term).map(|value| value as u32);
    let (x, arc) = match terms.node(assertion) {
        Node::Not(positive) => {
            let (term, arc) = arc(terms, positive)?;
            return Some((term, arc.complement()));
        }
        Node::Eq(x, value) => {
            let value = word(value)?;
            (x, Arc::new(value, value))
        }
        // Bounds that leave nothing or all fold before they get here.
        Node::Ult(a, b) => match (word(a), word(b)) {
            (None, Some(bound)) => (a, Arc::new(0, bound.checked_sub(1)?)),
            (Some(bound), None) => (b, Arc::new(bound.checked_add(1)?, u32::MAX)),
            _ => return None,
        },
        Node::Slt(a, b) => match (word(a), word(b)) {
            (None, Some(bound)) if bound != MIN => (a, Arc::new(MIN, bound.wrapping_sub(1))),
            (Some(bound), None) if bound != MIN - 1 => {
                (b, Arc::new(bound.wrapping_add(1), MIN - 1))
            }
            _ => return None,
        },
        _ => return None,
    };
    let (x, offset) = terms.split_sum(x);
    let start = arc.start.wrapping_sub(offset as u32);
    (terms.sort(x) == Sort::Word).then_some((x, Arc { start, ..arc }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intervals(build: impl FnOnce(&mut Terms, Term) -> Vec<Term>) -> Vec<(u32, u32)> {
        let mut terms = Terms::new();
        let x = terms.symbol("x");
        let assertions = build(&mut terms, x);
        let count = assertions.len();
        let ranges = Ranges::new(&terms, assertions.into_iter());
        assert!(ranges.others.is_empty(), "{ranges:?}");
        assert_eq!(ranges.ranges[0].said_by.len(), count);
        ranges.ranges[0].intervals.clone()
    }

    #[test]
    fn a_countdown_leaves_one_word() {
        let left = intervals(|t, x| {
            let zero = t.word(0);
            let mut conditions: Vec<Term> = (0..1970)
                .map(|k: u32| {
                    let k = t.word(k);
                    let rest = t.sub(x, k);
                    t.slt(zero, rest)
                })
                .collect();
            let k = t.word(1970);
            let rest = t.sub(x, k);
            let more = t.slt(zero, rest);
            conditions.push(t.not(more));
            conditions
        });
        assert_eq!(left, [(1970, 1970)]);
    }

    #[test]
    fn arcs_go_around() {
        let left = intervals(|t, x| {
            let (five, ten) = (t.word(5), t.word(10));
            let sum = t.add(x, five);
            vec![t.ult(sum, ten)]
        });
        assert_eq!(left, [(0, 4), (u32::MAX - 4, u32::MAX)]);
    }

    #[test]
    fn arcs_in_arcs() {
        let around = Arc::new(u32::MAX - 4, 4);
        assert!(around.contains(Arc::new(0, 4)) && around.contains(Arc::new(u32::MAX, 0)));
        assert!(around.contains(around) && around.complement().complement().contains(around));
        assert!(!around.contains(Arc::new(0, 5)) && !Arc::new(0, 4).contains(around));
        assert!(Arc::new(0, u32::MAX).contains(Arc::new(3, 3)));
    }

    #[test]
    fn an_operator_bounds_its_results() {
        // 3 <= x mod 10, and more is left by no remainder than 9.
        let left = intervals(|t, x| {
            let (three, ten) = (t.word(3), t.word(10));
            let digit = t.urem(x, ten);
            let below = t.ult(digit, three);
            vec![t.not(below)]
        });
        assert_eq!(left, [(3, 9)]);
        let left = intervals(|t, x| {
            let (zero, ten) = (t.word(0), t.word(10));
            let digit = t.srem(x, ten);
            vec![t.slt(digit, zero)]
        });
        assert_eq!(left, [(u32::MAX - 8, u32::MAX)]);
        // A sum is bounded by nothing but what is said of it.
        let left = intervals(|t, x| {
            let (y, seven) = (t.symbol("y"), t.word(7));
            let sum = t.add(x, y);
            vec![t.ult(sum, seven)]
        });
        assert_eq!(left, [(0, 6)]);
    }

    #[test]
    fn contradictions_leave_nothing() {
        let left = intervals(|t, x| {
            let five = t.word(5);
            let equal = t.eq(x, five);
            vec![equal, t.not(equal)]
        });
        assert_eq!(left, []);
    }

    #[test]
    fn the_plain_word_is_near_zero() {
        let range = |intervals: &[(u32, u32)]| Range {
            term: Terms::new().symbol("x"),
            intervals: intervals.to_vec(),
            said_by: Vec::new(),
        };
        assert_eq!(range(&[(0, 9)]).plain_word(), Some(0));
        assert_eq!(range(&[(7, 9), (u32::MAX - 9, u32::MAX)]).plain_word(), Some(u32::MAX));
        assert_eq!(range(&[(7, 9), (u32::MAX - 9, u32::MAX - 6)]).plain_word(), Some(7));
        assert_eq!(range(&[]).plain_word(), None);
    }
}
