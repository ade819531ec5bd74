//! The operators of terms on intervals.

use super::Interval;
use super::Width::{self, Double, Word};

impl Interval {
    pub fn not(self) -> Interval {
        self.only().map_or(self, |value| Interval::single(1 - value))
    }

    pub fn and(self, other: Interval) -> Interval {
        match (self.only(), other.only()) {
            (Some(0), _) | (_, Some(0)) => Interval::FALSE,
            (Some(1), Some(1)) => Interval::TRUE,
            _ => Interval::EITHER,
        }
    }

    pub fn or(self, other: Interval) -> Interval {
        self.not().and(other.not()).not()
    }

    pub fn equal(self, other: Interval, width: Width) -> Interval {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Interval::bool(a == b);
        }
        let apart = self.ahead(other.start, width) > self.more
            && other.ahead(self.start, width) > other.more;
        if apart { Interval::FALSE } else { Interval::EITHER }
    }

    pub fn below(self, other: Interval, width: Width) -> Interval {
        Interval::ordered(self.unsigned(width), other.unsigned(width))
    }

    pub fn below_signed(self, other: Interval, width: Width) -> Interval {
        Interval::ordered(self.signed(width), other.signed(width))
    }

    fn ordered<T: Ord>(a: (T, T), b: (T, T)) -> Interval {
        match () {
            () if a.1 < b.0 => Interval::TRUE,
            () if a.0 >= b.1 => Interval::FALSE,
            () => Interval::EITHER,
        }
    }

    pub fn add(self, other: Interval, width: Width) -> Interval {
        match self.more.checked_add(other.more) {
            Some(more) if more <= width.mask() => {
                let start = self.start.wrapping_add(other.start) & width.mask();
                Interval { start, more }
            }
            _ => Interval::all(width),
        }
    }

    pub fn subtract(self, other: Interval, width: Width) -> Interval {
        let last = other.start.wrapping_add(other.more);
        let minus = Interval { start: last.wrapping_neg() & width.mask(), more: other.more };
        self.add(minus, width)
    }

    pub fn multiply(self, other: Interval, width: Width) -> Interval {
        // Neither the signed nor the unsigned bound is always the better one.
        let signed = {
            let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
            let products =
                [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
            bounds(products, width)
        };
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        let (first, last) = (u128::from(a) * u128::from(c), u128::from(b) * u128::from(d));
        let more = last - first;
        if more < u128::from(signed.more) {
            return Interval { start: first as u64 & width.mask(), more: more as u64 };
        }
        signed
    }

    pub fn bit_and(self, other: Interval, width: Width) -> Interval {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Interval::single(a & b);
        }
        let largest = self.unsigned(width).1.min(other.unsigned(width).1);
        Interval { start: 0, more: largest }
    }

    /// `bvudiv`
    pub fn divide(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        let quotients = |c: u64| Interval { start: a / d, more: b / c - a / d };
        match (c, d) {
            (0, 0) => Interval::single(width.mask()),
            // By zero: all ones.
            (0, _) => Interval { start: a / d, more: width.mask() - a / d },
            _ => quotients(c),
        }
    }

    /// `bvurem`
    pub fn remainder(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        if c == d && c > 0 && a / c == b / c {
            return Interval { start: a % c, more: b - a };
        }
        match c {
            // The dividend is smaller than every divisor.
            _ if b < c => Interval { start: a, more: b - a },
            // By zero: the dividend.
            0 if d == 0 => self,
            0 => Interval { start: 0, more: b },
            _ => Interval { start: 0, more: b.min(d - 1) },
        }
    }

    /// `bvsdiv`
    pub fn divide_signed(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
        let mut quotients: Option<Interval> = None;
        let mut join = |more: Interval| {
            quotients = Some(quotients.map_or(more, |quotients| quotients.union(more, width)));
        };
        // A quotient is monotone in both, as long as the divisor keeps its sign.
        for (c, d) in [(c, d.min(-1)), (c.max(1), d)] {
            if c <= d {
                let corners = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x / y));
                // Where the dividend changes sign, so do the corners.
                join(bounds(corners, width));
            }
        }
        if c <= 0 && d >= 0 {
            // By zero: 1 or -1.
            if a < 0 {
                join(Interval::single(1));
            }
            if b >= 0 {
                join(Interval::single(width.mask()));
            }
        }
        quotients.expect("a divisor is negative, positive or zero")
    }

    /// `bvsrem`
    pub fn remainder_signed(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
        if a == b && c == d {
            let remainder = i128::from(a.checked_rem(c).unwrap_or(a));
            return Interval::modulo(remainder, remainder, width);
        }
        // The result has the sign of the dividend and is nearer to zero; division by zero returns
        // the dividend.
        let largest = c.unsigned_abs().max(d.unsigned_abs()) as i64 - 1;
        let (mut first, mut last) = (a.min(0), b.max(0));
        if c > 0 || d < 0 {
            (first, last) = (first.max(-largest), last.min(largest));
        }
        Interval::modulo(first.into(), last.into(), width)
    }

    /// `self + n / self`, unsigned, where the divisor is the same value as the summand.
    ///
    /// For a fixed `n` the sum decreases while `p * (p + 1) <= n` and increases afterwards. Its
    /// minimum is at the turning point and its maximum at an end, so the bounds are exact; treating
    /// the two operands as independent gives far wider bounds. Newton's method for square roots
    /// needs this.
    pub fn plus_quotient(self, n: Interval) -> Option<Interval> {
        let ((p, q), (a, b)) = (self.unsigned(Word), n.unsigned(Word));
        if p == 0 {
            return None;
        }
        let turn = turning_point(a).clamp(p, q);
        let sum = |n: u64, p: u64| i128::from(p + n / p);
        Some(Interval::modulo(sum(a, turn), sum(b, p).max(sum(b, q)), Word))
    }

    /// `(_ sign_extend 32)`
    pub fn sign_extend(self) -> Interval {
        let (first, last) = self.signed(Word);
        Interval::modulo(first.into(), last.into(), Double)
    }

    /// `(_ zero_extend 32)`
    pub fn zero_extend(self) -> Interval {
        let (first, last) = self.unsigned(Word);
        Interval { start: first, more: last - first }
    }

    /// `(_ extract 31 0)`
    pub fn low(self) -> Interval {
        match self.more {
            more if more >= Word.mask() => Interval::WORDS,
            more => Interval { start: self.start & Word.mask(), more },
        }
    }

    /// `(_ extract 63 32)`
    pub fn high(self) -> Interval {
        let start = self.start >> 32;
        let last = (u128::from(self.start) + u128::from(self.more)) >> 32;
        Interval::modulo(start.into(), last as i128, Word)
    }
}

/// The interval from the least to the largest of four integers.
fn bounds(values: [i128; 4], width: Width) -> Interval {
    let first = values.into_iter().fold(i128::MAX, i128::min);
    let last = values.into_iter().fold(i128::MIN, i128::max);
    Interval::modulo(first, last, width)
}

/// The least `p` with `p * (p + 1) > n`.
fn turning_point(n: u64) -> u64 {
    // Off by one at most: floating-point square roots are exact enough below 2^32.
    let mut p = (n as f64).sqrt() as u64;
    while p * (p + 1) > n && p > 0 {
        p -= 1;
    }
    while p * (p + 1) <= n {
        p += 1;
    }
    p
}
