//! Wrapped intervals: arcs of the circle of all words.
//!
//! An interval that may wrap around the largest word favours neither the signed nor the unsigned
//! reading. Sums and differences are therefore exact, and a signed or unsigned range is an interval
//! ("Interval Analysis and Machine Arithmetic: Why Signedness Ignorance Is Bliss", Gange et al.,
//! 2015). Every operation returns an interval that contains the results for all members of its
//! arguments; for single words it returns exactly the ground evaluator's result. Booleans are 0 and
//! 1.
//!
//! This is the only abstract domain of values. Each term has its interval
//! ([`Terms::interval`](super::Terms::interval)); the bounds that conditions imply
//! ([`range`](crate::facts::range)), numbers, and the solver's intervals all use it.

mod operators;

use super::{Node, Sort};

/// The number of bits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Width {
    /// 32
    Word,
    /// 64
    Double,
    /// 4, small enough to test exhaustively.
    #[cfg(test)]
    Nibble,
}

impl Width {
    /// The width of a sort; a boolean's does not matter.
    pub fn of(sort: Sort) -> Width {
        match sort {
            Sort::Double => Double,
            _ => Word,
        }
    }

    /// The largest value.
    fn mask(self) -> u64 {
        match self {
            Width::Word => u32::MAX.into(),
            Width::Double => u64::MAX,
            #[cfg(test)]
            Width::Nibble => 15,
        }
    }

    /// The value of the sign bit.
    fn sign(self) -> u64 {
        self.mask() ^ self.mask() >> 1
    }
}

/// The values from `start` on: `start` and the next `more` values, wrapping around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub start: u64,
    pub more: u64,
}

use Width::{Double, Word};

impl Interval {
    pub const FALSE: Interval = Interval::single(0);
    pub const TRUE: Interval = Interval::single(1);
    /// Either boolean.
    pub const EITHER: Interval = Interval { start: 0, more: 1 };
    /// Every word.
    pub const WORDS: Interval = Interval { start: 0, more: u32::MAX as u64 };

    pub const fn single(value: u64) -> Interval {
        Interval { start: value, more: 0 }
    }

    /// The interval of a boolean constant.
    fn bool(value: bool) -> Interval {
        if value { Interval::TRUE } else { Interval::FALSE }
    }

    /// The only member, if there is just one.
    pub fn only(self) -> Option<u64> {
        (self.more == 0).then_some(self.start)
    }

    fn all(width: Width) -> Interval {
        Interval { start: 0, more: width.mask() }
    }

    /// The words from `first` to `last`, both included, going up and around.
    pub fn between(first: u32, last: u32) -> Interval {
        Interval { start: first.into(), more: last.wrapping_sub(first).into() }
    }

    /// All values of a sort.
    pub fn of_sort(sort: Sort) -> Interval {
        match sort {
            Sort::Bool => Interval::EITHER,
            Sort::Double => Interval::all(Double),
            _ => Interval::WORDS,
        }
    }

    /// The possible results of an operator whose arguments lie in these intervals; `None` for
    /// symbols and memory reads. `width` is the arguments' width, unless they are booleans.
    #[inline]
    pub fn of_node<T: Copy>(
        node: Node<T>,
        width: Width,
        of: impl Fn(T) -> Interval,
    ) -> Option<Interval> {
        Some(match node {
            Node::Word(value) => Interval::single(value.into()),
            Node::Double(value) => Interval::single(value),
            Node::Bool(value) => Interval::bool(value),
            Node::Not(a) => of(a).not(),
            Node::And(a, b) => of(a).and(of(b)),
            Node::Or(a, b) => of(a).or(of(b)),
            Node::Eq(a, b) => of(a).equal(of(b), width),
            Node::Ult(a, b) => of(a).below(of(b), width),
            Node::Slt(a, b) => of(a).below_signed(of(b), width),
            Node::Ite(test, a, b) => match of(test).only() {
                Some(1) => of(a),
                Some(_) => of(b),
                None => of(a).union(of(b), width),
            },
            Node::Add(a, b) => of(a).add(of(b), width),
            Node::Sub(a, b) => of(a).subtract(of(b), width),
            Node::Mul(a, b) => of(a).multiply(of(b), width),
            Node::BitAnd(a, b) => of(a).bit_and(of(b), width),
            Node::Udiv(a, b) => of(a).divide(of(b), width),
            Node::Urem(a, b) => of(a).remainder(of(b), width),
            Node::Sdiv(a, b) => of(a).divide_signed(of(b), width),
            Node::Srem(a, b) => of(a).remainder_signed(of(b), width),
            Node::SignExtend(a) => of(a).sign_extend(),
            Node::ZeroExtend(a) => of(a).zero_extend(),
            Node::Low(a) => of(a).low(),
            Node::High(a) => of(a).high(),
            Node::Symbol(_) | Node::Image(_) | Node::Select(..) | Node::Store(..) => return None,
        })
    }

    /// The words outside the interval; `None` where there are none.
    pub fn complement(self) -> Option<Interval> {
        let more = Word.mask().checked_sub(self.more + 1)?;
        Some(Interval { start: (self.start + self.more + 1) & Word.mask(), more })
    }

    /// Whether every word of another interval is in this one.
    pub fn contains(self, other: Interval) -> bool {
        self.ahead(other.start, Word) + other.more <= self.more
    }

    /// The interval as unsigned ranges, in order.
    pub fn words(self) -> Vec<(u32, u32)> {
        let (first, last) = (self.start as u32, (self.start + self.more) & Word.mask());
        match self.start + self.more <= Word.mask() {
            true => vec![(first, last as u32)],
            false => vec![(0, last as u32), (first, u32::MAX)],
        }
    }

    /// The members of a range of integers, modulo 2^width.
    fn modulo(first: i128, last: i128, width: Width) -> Interval {
        match last - first {
            more if more >= i128::from(width.mask()) => Interval::all(width),
            more => Interval { start: first as u64 & width.mask(), more: more as u64 },
        }
    }

    /// The least and the largest member, unsigned.
    pub fn unsigned(self, width: Width) -> (u64, u64) {
        match self.start.checked_add(self.more) {
            Some(last) if last <= width.mask() => (self.start, last),
            _ => (0, width.mask()),
        }
    }

    /// The least and the largest member in two's complement.
    pub fn signed(self, width: Width) -> (i64, i64) {
        let sign = width.sign();
        let shifted = Interval { start: self.start ^ sign, more: self.more };
        let (first, last) = shifted.unsigned(width);
        let back = |value: u64| (i128::from(value) - i128::from(sign)) as i64;
        (back(first), back(last))
    }

    /// Whether no member has the sign bit.
    pub fn is_natural(self, width: Width) -> bool {
        self.signed(width).0 >= 0
    }

    /// The distance from the start up to a value, modulo 2^width.
    fn ahead(self, value: u64, width: Width) -> u64 {
        value.wrapping_sub(self.start) & width.mask()
    }

    /// The smallest interval that starts where one of the two starts and contains both.
    pub fn union(self, other: Interval, width: Width) -> Interval {
        let from = |a: Interval, b: Interval| match a.ahead(b.start, width).checked_add(b.more) {
            Some(more) if more <= width.mask() => {
                Interval { start: a.start, more: more.max(a.more) }
            }
            _ => Interval::all(width),
        };
        let (one, two) = (from(self, other), from(other, self));
        if two.more < one.more { two } else { one }
    }

    /// Whether it contains words without and then words with the sign bit.
    pub fn has_both_signs(self) -> bool {
        let sign = Word.sign();
        self.start < sign && self.start + self.more >= sign
    }

    /// Splits the words in two: those without and those with the sign bit, or else in halves.
    pub fn split(self) -> [Interval; 2] {
        let more = match self.has_both_signs() {
            true => Word.sign() - 1 - self.start,
            false => self.more / 2,
        };
        let start = (self.start + more + 1) & Word.mask();
        [Interval { start: self.start, more }, Interval { start, more: self.more - more - 1 }]
    }
}

#[cfg(test)]
mod tests;
