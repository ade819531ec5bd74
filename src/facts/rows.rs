//! What inequalities between sums say of the words in them.
//!
//! A loop that takes `b` away from `a` leaves `a - b >= b`, `a - 2 * b >= b`
//! and so on. Where both are known to be small, none of these sums wraps
//! around, so they are inequalities of integers, and each bounds each of its
//! words: `3 * b <= a` and `a <= 7` leave `b <= 2`. At the eighth of them `b`
//! is 0, and whatever else the loop asks is settled. Solvers of constraints
//! call this bounds propagation.
//!
//! A word counts as an integer with a sign here, so that it may be below 0.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::linear::{Sum, Sums};
use super::needed::Bounds;
use super::range::{Limits, SIGNED, UNSIGNED};
use super::why::{Reason, Reasons};
use crate::term::{Node, Sort, Term, Terms};
use crate::trail::{self, TrailMap};

/// The differences that are 0 wherever they are 0 modulo 2^32.
const WITHIN_A_TURN: Limits = (-UNSIGNED.1, UNSIGNED.1);

/// How often what older inequalities say is looked at again, and how many of
/// them.
const MAX_ROUNDS: usize = 8;
const MAX_OLDER: usize = 32;

/// What a condition comes to, where all before it hold.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// It holds, and why.
    Implied(Reason),
    /// It may hold or not, as far as this can tell; where it does, these words
    /// have these values.
    Open(Vec<(Term, u32, Reason)>),
}

/// The words of a sum with their coefficients, as a number: the same for
/// `a - b + 1` and `b - a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Shape(u32);

/// A sum that is not negative.
#[derive(Debug)]
struct Row {
    sum: Sum,
    why: Reason,
}

/// The inequalities of a path, in order.
#[derive(Debug, Default)]
pub(super) struct Rows {
    sums: Sums,
    /// By the words of a sum, the first of which has a positive coefficient.
    shapes: FxHashMap<Vec<(Term, i64)>, Shape>,
    rows: Vec<Rc<Row>>,
    of_shapes: TrailMap<Shape, (Limits, Reason)>,
    /// What sums of these shapes are not, without their constants: of each the
    /// last that was said.
    excluded: TrailMap<Shape, (i64, Reason)>,
}

/// A state of [`Rows`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    rows: usize,
    of_shapes: trail::Mark,
    excluded: trail::Mark,
}

/// What a condition says of integers.
enum Says {
    /// These sums are not negative.
    NotNegative(Vec<Sum>),
    /// This sum is not 0.
    NotZero(Sum),
}

/// The inequalities, with the bounds that each word has by itself.
pub(super) struct Reader<'a> {
    pub terms: &'a Terms,
    pub reasons: &'a mut Reasons,
    pub bounds: &'a mut Bounds,
    pub rows: &'a mut Rows,
}

impl Rows {
    /// The state now.
    pub fn mark(&self) -> Mark {
        Mark {
            rows: self.rows.len(),
            of_shapes: self.of_shapes.mark(),
            excluded: self.excluded.mark(),
        }
    }

    /// Goes back to an earlier state.
    pub fn undo_to(&mut self, mark: Mark) {
        self.rows.truncate(mark.rows);
        self.of_shapes.undo_to(mark.of_shapes);
        self.excluded.undo_to(mark.excluded);
    }
}

impl Reader<'_> {
    /// Takes the next condition, which holds for a reason.
    pub fn take(&mut self, condition: Term, why: Reason) -> Finding {
        self.read_and_take(condition, why).unwrap_or_else(|| Finding::Open(Vec::new()))
    }

    fn read_and_take(&mut self, condition: Term, why: Reason) -> Option<Finding> {
        let is_implied =
            |reader: &Reader, sum| reader.extent(sum).is_some_and(|(least, _)| least >= 0);
        let (says, exact) = self.read(condition)?;
        let not_negative = match says {
            Says::NotNegative(sums) if sums.iter().all(|sum| is_implied(self, sum)) => {
                let implied = sums.iter().fold(exact, |why, sum| self.also(why, sum));
                return Some(Finding::Implied(implied));
            }
            Says::NotNegative(sums) => sums,
            Says::NotZero(sum) => match self.extent(&sum)? {
                (1.., _) | (_, ..0) => {
                    let implied = self.also(exact, &sum);
                    return Some(Finding::Implied(implied));
                }
                extent => {
                    let why = self.reasons.both(why, exact);
                    self.exclude_zero(&sum, why);
                    // On which side of 0 it is may be known.
                    match extent {
                        (0, _) => vec![sum.less_one()?],
                        (_, 0) => vec![Sum::default().plus(&sum, -1)?.less_one()?],
                        _ => Vec::new(),
                    }
                }
            },
        };
        let why = self.reasons.both(why, exact);
        let mut values = Vec::new();
        let mut is_narrower = false;
        for sum in not_negative {
            // A side of 0 is known by the bounds of the sum.
            let why = self.also(why, &sum);
            let row = Row { sum, why };
            is_narrower |= self.bound_words(&row, &mut values)?;
            // Of a word alone that is all there is to say.
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

    /// Lets older inequalities say what they do now that words have narrower
    /// bounds, and adds those that have one value left.
    pub fn propagate(&mut self, values: &mut Vec<(Term, u32, Reason)>) {
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

    /// What a condition says of integers, if it is about them, and why it is.
    fn read(&mut self, condition: Term) -> Option<(Says, Reason)> {
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
        let (is_order, fits) = match self.terms.node(relation) {
            Node::Slt(..) => (true, self.is_within(&a, SIGNED) && self.is_within(&b, SIGNED)),
            Node::Ult(..) => (true, self.is_within(&a, UNSIGNED) && self.is_within(&b, UNSIGNED)),
            _ => (false, self.is_within(&more, WITHIN_A_TURN)),
        };
        let says = match (is_order, holds) {
            _ if !fits => return None,
            (true, true) => Says::NotNegative(vec![less.less_one()?]),
            (true, false) => Says::NotNegative(vec![more]),
            (false, true) => Says::NotNegative(vec![more, less]),
            (false, false) => Says::NotZero(more),
        };
        let exact = match is_order {
            true => [&a, &b].into_iter().fold(Reason::ALWAYS, |why, sum| self.also(why, sum)),
            false => {
                let more = a.plus(&b, -1)?;
                self.also(Reason::ALWAYS, &more)
            }
        };
        Some((says, exact))
    }

    /// Takes it that a sum is not 0.
    fn exclude_zero(&mut self, sum: &Sum, why: Reason) {
        let (shape, is_turned) = self.shape(sum);
        let other = -sum.constant;
        self.rows.excluded.insert(shape, (if is_turned { -other } else { other }, why));
    }

    /// A word as a sum of others.
    pub fn sum(&mut self, word: Term) -> Rc<Sum> {
        self.rows.sums.sum(self.terms, word)
    }

    /// Whether a sum lies between these.
    pub fn is_within(&self, sum: &Sum, (first, last): Limits) -> bool {
        self.extent(sum).is_some_and(|(least, most)| first <= least && most <= last)
    }

    /// Takes it that a sum is not negative.
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

    /// Bounds each word of a sum that is not negative, and adds those that have
    /// one value left since. Returns whether it says anything new.
    fn bound_words(&mut self, row: &Row, values: &mut Vec<(Term, u32, Reason)>) -> Option<bool> {
        let (_, most) = self.extent_by_words(&row.sum)?;
        let mut is_narrower = false;
        for &(word, coefficient) in &row.sum.words {
            let ((low, high), _) = self.bounds.limits(self.terms, word);
            // What the others leave to it at least.
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
                    values.push((word, limits.0 as u32, why));
                }
            }
        }
        Some(is_narrower)
    }

    /// Between what a sum lies.
    pub fn extent(&self, sum: &Sum) -> Option<Limits> {
        let (mut least, mut most) = self.extent_by_words(sum)?;
        let (key, is_turned) = turned(&sum.words);
        let Some(&shape) = self.rows.shapes.get(&key) else { return Some((least, most)) };
        if let Some((limits, _)) = self.rows.of_shapes.get(shape) {
            let (first, last) = if is_turned { negated(limits) } else { limits };
            least = least.max(first.checked_add(sum.constant)?);
            most = most.min(last.checked_add(sum.constant)?);
        }
        if let Some((other, _)) = self.rows.excluded.get(shape) {
            let other = if is_turned { -other } else { other }.checked_add(sum.constant)?;
            least += i64::from(least == other);
            most -= i64::from(most == other);
        }
        Some((least, most))
    }

    /// A reason, and that of what is known of a sum and of the words in it.
    pub fn also(&mut self, mut why: Reason, sum: &Sum) -> Reason {
        for &(word, _) in &sum.words {
            let (_, limits) = self.bounds.limits(self.terms, word);
            why = self.reasons.both(why, limits);
        }
        if let Some(&shape) = self.rows.shapes.get(&turned(&sum.words).0) {
            let of_shape = self.rows.of_shapes.get(shape).map(|(_, why)| why);
            let excluded = self.rows.excluded.get(shape).map(|(_, why)| why);
            for more in [of_shape, excluded].into_iter().flatten() {
                why = self.reasons.both(why, more);
            }
        }
        why
    }

    /// The shape of a sum, and whether it is that of its negative.
    fn shape(&mut self, sum: &Sum) -> (Shape, bool) {
        let (key, is_turned) = turned(&sum.words);
        let count = self.rows.shapes.len() as u32;
        (*self.rows.shapes.entry(key).or_insert(Shape(count)), is_turned)
    }

    /// Between what a sum lies, as far as the limits of its words tell.
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

/// The words of a sum or of its negative, and whether it is the negative.
fn turned(words: &[(Term, i64)]) -> (Vec<(Term, i64)>, bool) {
    let is_turned = words.first().is_some_and(|&(_, coefficient)| coefficient < 0);
    let sign = if is_turned { -1 } else { 1 };
    (words.iter().map(|&(word, coefficient)| (word, coefficient * sign)).collect(), is_turned)
}

fn negated((low, high): Limits) -> Limits {
    (-high, -low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each condition comes to, in order.
    fn findings(build: impl FnOnce(&mut Terms, [Term; 2]) -> Vec<Term>) -> Vec<Finding> {
        let mut terms = Terms::new();
        let inputs = ["x", "y"].map(|name| terms.symbol(name));
        let conditions = build(&mut terms, inputs);
        let (mut rows, mut reasons, mut bounds) = Default::default();
        let mut reader =
            Reader { terms: &terms, reasons: &mut reasons, bounds: &mut bounds, rows: &mut rows };
        conditions.iter().map(|&condition| reader.take(condition, Reason::ALWAYS)).collect()
    }

    fn open() -> Finding {
        Finding::Open(Vec::new())
    }

    type Less = fn(&mut Terms, Term, Term) -> Term;
    const ORDERS: [Less; 2] = [Terms::slt, Terms::ult];

    #[test]
    fn what_can_be_taken_away_again_and_again_is_nothing() {
        for less in ORDERS {
            let found = findings(|terms, inputs| {
                let eight = terms.word(8);
                let [mut rest, step] = inputs.map(|input| terms.urem(input, eight));
                let mut conditions = Vec::new();
                for _ in 0..9 {
                    let ends = less(terms, rest, step);
                    conditions.push(terms.not(ends));
                    rest = terms.sub(rest, step);
                }
                conditions
            });
            let step = found.iter().position(|finding| *finding != open());
            assert_eq!(step, Some(7), "8 * step <= 7");
            let [.., Finding::Open(values), Finding::Implied(_)] = &found[..] else {
                panic!("{found:?}");
            };
            assert_eq!(values.iter().map(|&(_, value, _)| value).collect::<Vec<_>>(), [0]);
        }
    }

    #[test]
    fn an_order_is_remembered() {
        for less in ORDERS {
            let found = findings(|terms, [x, y]| {
                let hundred = terms.word(100);
                let [x, y] = [x, y].map(|word| terms.urem(word, hundred));
                let two = terms.word(2);
                let more = terms.add(y, two);
                let conditions = [(x, y), (y, x), (x, more), (more, x)];
                let [lower, not_higher, lower_yet, not_higher_yet] =
                    conditions.map(|(a, b)| less(terms, a, b));
                let differ = terms.eq(x, y);
                [lower, terms.not(not_higher), lower_yet, terms.not(not_higher_yet)]
                    .into_iter()
                    .chain([terms.not(differ)])
                    .collect()
            });
            assert_eq!(found[0], open());
            assert!(
                found[1..].iter().all(|finding| *finding == Finding::Implied(Reason::ALWAYS)),
                "{found:?}"
            );
        }
    }

    #[test]
    fn sums_that_may_wrap_around_say_nothing() {
        let found = findings(|terms, [x, y]| {
            let one = terms.word(1);
            let [more, less] = [terms.add(x, one), terms.sub(x, one)];
            vec![terms.slt(x, y), terms.slt(less, y), terms.slt(more, y), terms.ult(x, y)]
        });
        assert!(found.iter().all(|finding| *finding == open()), "{found:?}");
        // 2^29 * x is 0 for x = 8, too.
        let found = findings(|terms, [x, _]| {
            let (nine, factor, zero) = (terms.word(9), terms.word(1 << 29), terms.word(0));
            let x = terms.urem(x, nine);
            let product = terms.mul(x, factor);
            vec![terms.eq(product, zero)]
        });
        assert_eq!(found, [open()]);
    }

    #[test]
    fn an_equation_bounds_both_sides() {
        // 3 * x + y = 12 and y <= 3 leave x >= 3.
        let found = findings(|terms, inputs| {
            let (five, four) = (terms.word(5), terms.word(4));
            let [x, y] = [(inputs[0], five), (inputs[1], four)].map(|(a, b)| terms.urem(a, b));
            let (three, twelve) = (terms.word(3), terms.word(12));
            let product = terms.mul(three, x);
            let sum = terms.add(product, y);
            let below = terms.slt(x, three);
            vec![terms.eq(sum, twelve), terms.not(below)]
        });
        assert_eq!(found, [open(), Finding::Implied(Reason::ALWAYS)]);
    }

    #[test]
    fn what_is_known_of_a_difference_moves_with_a_constant() {
        // x <= y - 3, so x + 4 may be more than y, or less.
        let found = findings(|terms, inputs| {
            let (hundred, two, four) = (terms.word(100), terms.word(2), terms.word(4));
            let x = terms.urem(inputs[0], hundred);
            let more = terms.add(x, four);
            let y = terms.urem(inputs[1], hundred);
            let less = terms.sub(y, two);
            let (equal, above) = (terms.eq(more, y), terms.slt(y, more));
            vec![terms.slt(x, less), terms.not(equal), terms.not(above)]
        });
        assert_eq!(found, [open(), open(), open()]);
    }

    #[test]
    fn conditions_may_contradict_each_other() {
        let found = findings(|terms, inputs| {
            let eight = terms.word(8);
            let [x, y] = inputs.map(|input| terms.urem(input, eight));
            let (one, seven) = (terms.word(1), terms.word(7));
            let [more, most] = [terms.add(x, one), terms.add(x, seven)];
            vec![terms.slt(most, y), terms.slt(y, x), terms.slt(more, y), terms.slt(x, y)]
        });
        assert_eq!(found.len(), 4);
    }
}
