//! The constructors of quotients and remainders.
//!
//! Both truncate. For positive constants `c` and `d`, dividing by `c` and then by `d` is therefore
//! division by `c * d`, and digits can be split off from either end. This holds for signed division
//! too, because signed division of `-x` is the negated division of `x`.

use super::interval::Width;
use super::reciprocal::Made;
use super::sign::Sign::{self, Signed, Unsigned};
use super::{Node, Sort, Term, Terms, eval};

impl Sign {
    fn quotient(self, a: Term, b: Term) -> Node {
        match self {
            Unsigned => Node::Udiv(a, b),
            Signed => Node::Sdiv(a, b),
        }
    }

    fn remainder(self, a: Term, b: Term) -> Node {
        match self {
            Unsigned => Node::Urem(a, b),
            Signed => Node::Srem(a, b),
        }
    }
}

/// A dividend and the positive constant that divides it.
struct Divided {
    x: Term,
    by: u64,
}

/// `x / from mod (to / from)`: in base 10, for example, a range of decimal digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digits {
    pub sign: Sign,
    pub x: Term,
    pub from: u64,
    /// Exceeds every word where the range has no upper end.
    pub to: u64,
}

impl Terms {
    /// `a / b`, unsigned, as SMT-LIB's `bvudiv`; for words.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.quotient(Unsigned, a, b)
    }

    /// The remainder of [`Terms::udiv`].
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.remainder(Unsigned, a, b)
    }

    /// `a / b`, signed, as SMT-LIB's `bvsdiv`; for words.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        self.quotient(Signed, a, b)
    }

    /// The remainder of [`Terms::sdiv`].
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        self.remainder(Signed, a, b)
    }

    /// `a / b`, signed or unsigned; for words.
    pub(crate) fn quotient(&mut self, sign: Sign, a: Term, b: Term) -> Term {
        let (a, b) = (self.representative(a), self.representative(b));
        debug_assert!(self.sort(a) == Sort::Word, "double words are not divided");
        if let (Some(c), Some(d)) = (self.as_const(a), self.as_const(b)) {
            let (c, d) = (c as u32, d as u32);
            return self.word(if sign == Signed { eval::sdiv(c, d) } else { eval::udiv(c, d) });
        }
        if sign == Signed && self.is_natural(a) && self.is_natural(b) {
            return self.quotient(Unsigned, a, b);
        }
        let Some(d) = self.positive(sign, b) else { return self.intern(sign.quotient(a, b)) };
        // x / 1 = x
        if d == 1 {
            return a;
        }
        // x / c / d = x / (c * d)
        if let Some(Divided { x, by: c }) = self.as_quotient(sign, a) {
            let product = c * d;
            // A product that overflows exceeds every dividend; but -2^31 is as large as 2^31.
            match product {
                _ if product <= sign.max() => {
                    let product = self.word(product as u32);
                    return self.quotient(sign, x, product);
                }
                _ if product > 1 << 31 => return self.word(0),
                _ => {}
            }
        }
        if let Some(Divided { x, by: c }) = self.as_remainder(sign, a) {
            // x mod c / d = 0, for c <= d
            if c <= d {
                return self.word(0);
            }
            // x mod c / d = x / d mod (c / d), for c a multiple of d
            if c.is_multiple_of(d) {
                let fewer = self.word((c / d) as u32);
                let x = self.quotient(sign, x, b);
                return self.remainder(sign, x, fewer);
            }
        }
        // m * x / 2^32 / d = x / n, and the like
        if let Some(quotient) = self.reciprocal(Made::Quotient(sign, a, d as i64)) {
            return quotient;
        }
        self.intern(sign.quotient(a, b))
    }

    /// The remainder of [`Terms::quotient`].
    pub(crate) fn remainder(&mut self, sign: Sign, a: Term, b: Term) -> Term {
        let (a, b) = (self.representative(a), self.representative(b));
        debug_assert!(self.sort(a) == Sort::Word, "double words are not divided");
        if let (Some(c), Some(d)) = (self.as_const(a), self.as_const(b)) {
            let (c, d) = (c as u32, d as u32);
            return self.word(if sign == Signed { eval::srem(c, d) } else { eval::urem(c, d) });
        }
        if sign == Signed && self.is_natural(a) && self.is_natural(b) {
            return self.remainder(Unsigned, a, b);
        }
        let Some(d) = self.positive(sign, b) else { return self.intern(sign.remainder(a, b)) };
        // x mod 1 = 0
        if d == 1 {
            return self.word(0);
        }
        if let Some(Divided { x, by: c }) = self.as_remainder(sign, a) {
            // x mod c mod d = x mod c, for c <= d
            if c <= d {
                return a;
            }
            // x mod c mod d = x mod d, for c a multiple of d
            if c.is_multiple_of(d) {
                return self.remainder(sign, x, b);
            }
        }
        self.intern(sign.remainder(a, b))
    }

    /// Rewrites `a - b` as a remainder, where `b` is `a / d * d` for some divisor `d`.
    pub(super) fn remainder_of(&mut self, a: Term, b: Term) -> Option<Term> {
        let Node::Mul(x, y) = self.node(b) else { return None };
        for (quotient, by) in [(x, y), (y, x)] {
            let (sign, dividend, divisor) = match self.node(quotient) {
                Node::Udiv(dividend, divisor) => (Unsigned, dividend, divisor),
                Node::Sdiv(dividend, divisor) => (Signed, dividend, divisor),
                _ => continue,
            };
            if dividend == self.representative(a) && divisor == self.representative(by) {
                return Some(self.remainder(sign, dividend, divisor));
            }
        }
        None
    }

    /// A remainder as a range of digits of a number.
    pub(crate) fn as_digits(&self, term: Term) -> Option<Digits> {
        let sign = match self.node(term) {
            Node::Urem(..) => Unsigned,
            Node::Srem(..) => Signed,
            _ => return None,
        };
        let Divided { x, by } = self.as_remainder(sign, term)?;
        Some(match self.as_quotient(sign, x) {
            Some(Divided { x, by: from }) => Digits { sign, x, from, to: from * by },
            None => Digits { sign, x, from: 1, to: by },
        })
    }

    /// Whether a word is never negative, read as signed.
    fn is_natural(&self, word: Term) -> bool {
        self.interval(word).is_natural(Width::Word)
    }

    /// The value of a positive constant.
    fn positive(&self, sign: Sign, term: Term) -> Option<u64> {
        self.as_const(term).filter(|value| (1..=sign.max()).contains(value))
    }

    fn as_quotient(&self, sign: Sign, term: Term) -> Option<Divided> {
        let (x, by) = match (sign, self.node(term)) {
            (Unsigned, Node::Udiv(x, by)) | (Signed, Node::Sdiv(x, by)) => (x, by),
            _ => return None,
        };
        Some(Divided { x, by: self.positive(sign, by)? })
    }

    fn as_remainder(&self, sign: Sign, term: Term) -> Option<Divided> {
        let (x, by) = match (sign, self.node(term)) {
            (Unsigned, Node::Urem(x, by)) | (Signed, Node::Srem(x, by)) => (x, by),
            _ => return None,
        };
        Some(Divided { x, by: self.positive(sign, by)? })
    }
}
