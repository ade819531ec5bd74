//! Bounds propagation through linear inequalities between sums.
//!
//! A loop that subtracts `b` from `a` leaves `a - b >= b`, `a - 2 * b >= b` and so on. Where both
//! are known to be small, none of these sums wraps around. They are then inequalities of integers,
//! and each bounds each of its words: `3 * b <= a` and `a <= 7` imply `b <= 2`. After eight of them
//! `b` is 0, and all later conditions of the loop are decided. Constraint solvers call this bounds
//! propagation.
//!
//! A word is read as a signed integer here, so that it may be negative.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::linear::{Sum, Sums};
use super::needed::Bounds;
use super::range::{Limits, SIGNED, UNSIGNED};
use super::why::{Reason, Reasons};
use crate::term::{Node, Sort, Term, Terms};
use crate::trail::TrailMap;

/// Bounds within which a difference is 0 exactly if it is 0 modulo 2^32.
const WITHIN_A_TURN: Limits = (-UNSIGNED.1, UNSIGNED.1);

/// Maximum number of propagation rounds, and of older inequalities per round.
const MAX_ROUNDS: usize = 8;
const MAX_OLDER: usize = 32;

/// A word that has only one value left, and why.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub word: Term,
    pub value: u32,
    pub why: Reason,
}

/// The result of reading a condition under the earlier ones.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// It holds, with the reason.
    Implied(Reason),
    /// It is false, with the reason.
    Contradiction(Reason),
    /// Undecided. If it holds, these words have these values.
    Open(Vec<Value>),
}

/// The words of a sum with their coefficients, up to sign, as a number: the same for `a - b + 1`
/// and `b - a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape(u32);

/// An inequality: a sum that is not negative.
#[derive(Debug)]
pub(super) struct Row {
    sum: Sum,
    why: Reason,
}

/// The inequalities of a path, in order.
#[derive(Debug, Default)]
pub(super) struct Rows {
    sums: Sums,
    /// The shape of a sum, by its words, which are normalized so that the first coefficient is positive.
    shapes: FxHashMap<Vec<(Term, i64)>, Shape>,
    pub rows: Vec<Rc<Row>>,
    pub of_shapes: TrailMap<Shape, (Limits, Reason)>,
}

/// The inequalities together with the bounds on single words.
pub(super) struct Reader<'a> {
    pub terms: &'a Terms,
    pub reasons: &'a mut Reasons,
    pub bounds: &'a mut Bounds,
    pub rows: &'a mut Rows,
}

impl Reader<'_> {
    /// Assumes the next condition for a reason.
    pub fn take(&mut self, condition: Term, why: Reason) -> Finding {
        self.read_and_take(condition, why).unwrap_or_else(|| Finding::Open(Vec::new()))
    }

    fn read_and_take(&mut self, condition: Term, why: Reason) -> Option<Finding> {
        let (sums, exact) = self.read(condition)?;
        let mut implied = Some(exact);
        for sum in &sums {
            let because = self.also(exact, sum);
            match self.extent(sum) {
                Some((_, ..0)) => return Some(Finding::Contradiction(because)),
                Some((0.., _)) => implied = implied.map(|why| self.reasons.both(why, because)),
                _ => implied = None,
            }
        }
        if let Some(implied) = implied {
            return Some(Finding::Implied(implied));
        }
        let why = self.reasons.both(why, exact);
        let (mut values, mut is_narrower) = (Vec::new(), false);
        for sum in sums {
            let row = Row { sum, why };
            is_narrower |= self.bound_words(&row, &mut values)?;
            // For a single word its bounds are all there is to record.
            if row.sum.words.len() > 1 {
                self.bound(&row)?;
                self.rows.rows.push(Rc::new(row));
            }
        }
        if is_narrower {
            self.propagate(&mut values);
        }
        Some(Finding::Open(values))
    }

    /// Propagates narrower bounds through older inequalities, and adds the words that have one
    /// value left.
    pub fn propagate(&mut self, values: &mut Vec<Value>) {
        for _ in 0..MAX_ROUNDS {
            let count = self.rows.rows.len();
            let older = self.rows.rows[count.saturating_sub(MAX_OLDER)..].to_vec();
            let mut is_narrower = false;
            for row in older.iter().rev() {
                match self.bound_words(row, values) {
                    Some(more) => is_narrower |= more,
                    None => return,
                }
            }
            if !is_narrower {
                return;
            }
        }
    }

    /// The sums that are nonnegative if a condition holds, provided that it is one on integers, and
    /// why it is.
    fn read(&mut self, condition: Term) -> Option<(Vec<Sum>, Reason)> {
        let (relation, holds) = match self.terms.node(condition) {
            Node::Not(relation) => (relation, false),
            _ => (condition, true),
        };
        let (Node::Slt(a, b) | Node::Ult(a, b) | Node::Eq(a, b)) = self.terms.node(relation) else {
            return None;
        };
        if self.terms.sort(a) != Sort::Word {
            return None;
        }
        let [a, b] = [a, b].map(|word| self.sum(word));
        let (more, less) = (a.plus(&b, -1)?, b.plus(&a, -1)?);
        let numbers = match self.terms.node(relation) {
            Node::Slt(..) => Some(SIGNED),
            Node::Ult(..) => Some(UNSIGNED),
            _ => None,
        };
        let fits = match numbers {
            Some(numbers) => self.is_within(&a, numbers) && self.is_within(&b, numbers),
            None => self.is_within(&more, WITHIN_A_TURN),
        };
        let exact = match numbers {
            _ if !fits => return None,
            Some(_) => {
                let why = self.also(Reason::ALWAYS, &a);
                self.also(why, &b)
            }
            None => self.also(Reason::ALWAYS, &more),
        };
        let sums = match (numbers, holds) {
            (Some(_), true) => vec![less.less_one()?],
            (Some(_), false) => vec![more],
            (None, true) => vec![more, less],
            // Their bounds may show which of the two is larger.
            (None, false) => match self.extent(&more)? {
                (0.., _) => vec![more.less_one()?],
                (_, ..=0) => vec![less.less_one()?],
                _ => return None,
            },
        };
        Some((sums, exact))
    }

    /// A word as a sum of others.
    pub fn sum(&mut self, word: Term) -> Rc<Sum> {
        self.rows.sums.sum(self.terms, word)
    }

    /// Whether a sum lies within these bounds.
    pub fn is_within(&self, sum: &Sum, (first, last): Limits) -> bool {
        self.extent(sum).is_some_and(|(least, most)| first <= least && most <= last)
    }

    /// Assumes that a sum is not negative.
    fn bound(&mut self, row: &Row) -> Option<()> {
        let varying = Sum { constant: 0, ..row.sum.clone() };
        let (least, most) = self.extent(&varying)?;
        let limits = (least.max(row.sum.constant.checked_neg()?), most);
        let why = self.also(row.why, &varying);
        let (shape, is_turned) = self.shape(&row.sum);
        let limits = if is_turned { negated(limits) } else { limits };
        self.rows.of_shapes.insert(shape, (limits, why));
        Some(())
    }

    /// Bounds each word of a sum that is not negative, and adds the words that now have one value
    /// left. Returns whether a bound is new.
    fn bound_words(&mut self, row: &Row, values: &mut Vec<Value>) -> Option<bool> {
        let (_, most) = self.extent_by_words(&row.sum)?;
        let mut is_narrower = false;
        for &(word, coefficient) in &row.sum.words {
            let ((low, high), _) = self.bounds.limits(self.terms, word);
            // The bound that the other words imply.
            let least = (coefficient * low).max(coefficient * high).checked_sub(most)?;
            let spare = least.checked_neg()?;
            let limits = match coefficient > 0 {
                true => (low.max(-spare.div_euclid(coefficient)), high),
                false => (low, high.min(spare.div_euclid(-coefficient))),
            };
            if limits == (low, high) {
                continue;
            }
            let why = self.also(row.why, &row.sum);
            if self.bounds.limit(self.terms, self.reasons, word, (limits, why)) {
                is_narrower = true;
                if limits.0 == limits.1 {
                    values.push(Value { word, value: limits.0 as u32, why });
                }
            }
        }
        Some(is_narrower)
    }

    /// Bounds on a sum.
    pub fn extent(&self, sum: &Sum) -> Option<Limits> {
        let (mut least, mut most) = self.extent_by_words(sum)?;
        let (key, is_turned) = turned(&sum.words);
        let Some(&shape) = self.rows.shapes.get(&key) else { return Some((least, most)) };
        if let Some((limits, _)) = self.rows.of_shapes.get(shape) {
            let (first, last) = if is_turned { negated(limits) } else { limits };
            least = least.max(first.checked_add(sum.constant)?);
            most = most.min(last.checked_add(sum.constant)?);
        }
        Some((least, most))
    }

    /// Extends a reason by the reasons for the bounds on a sum and on its words.
    pub fn also(&mut self, mut why: Reason, sum: &Sum) -> Reason {
        for &(word, _) in &sum.words {
            let (_, limits) = self.bounds.limits(self.terms, word);
            why = self.reasons.both(why, limits);
        }
        let shape = self.rows.shapes.get(&turned(&sum.words).0);
        match shape.and_then(|&shape| self.rows.of_shapes.get(shape)) {
            Some((_, of_shape)) => self.reasons.both(why, of_shape),
            None => why,
        }
    }

    /// The shape of a sum, and whether the sum was negated for it.
    fn shape(&mut self, sum: &Sum) -> (Shape, bool) {
        let (key, is_turned) = turned(&sum.words);
        let count = self.rows.shapes.len() as u32;
        (*self.rows.shapes.entry(key).or_insert(Shape(count)), is_turned)
    }

    /// Bounds on a sum, computed from the bounds on its words.
    fn extent_by_words(&self, sum: &Sum) -> Option<Limits> {
        let (mut least, mut most) = (sum.constant, sum.constant);
        for &(word, coefficient) in &sum.words {
            let ((low, high), _) = self.bounds.limits(self.terms, word);
            let [a, b] = [coefficient.checked_mul(low)?, coefficient.checked_mul(high)?];
            least = least.checked_add(a.min(b))?;
            most = most.checked_add(a.max(b))?;
        }
        Some((least, most))
    }
}

/// The words of a sum, negated where needed for normalization, and whether they were.
fn turned(words: &[(Term, i64)]) -> (Vec<(Term, i64)>, bool) {
    let is_turned = words.first().is_some_and(|&(_, coefficient)| coefficient < 0);
    let sign = if is_turned { -1 } else { 1 };
    (words.iter().map(|&(word, coefficient)| (word, coefficient * sign)).collect(), is_turned)
}

fn negated((low, high): Limits) -> Limits {
    (-high, -low)
}
