//! Proves words equal by showing that their difference can only be 0.
//!
//! Modulo 2^32, quotients of summands say little about the quotient of a sum. But if a path's facts show that a
//! dividend does not wrap around, it is a natural number, and `a = 12 * q + r` with `0 <= r < 12` relates integers. A
//! difference of two words can then be written in two ways. With quotients instead of remainders, its coefficients may
//! have a common divisor. Multiplied by the divisors, with remainders instead of quotients, it has narrow bounds. For
//! example, 12 times `(x + 11) / 12 - x / 12` is `11 - r + x mod 12`. If `x mod 12` is 0, that is between 0 and 11, so
//! the difference is 0. Likewise, the remainders by 9 of a number and of its digit sum differ by less than 9 and by a
//! multiple of 9.
//!
//! A SAT solver has to find this out bit by bit.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Theories;
use super::congruence::Congruence;
use super::linear::Sum;
use super::range::{Limits, UNSIGNED};
use super::why::Reason;
use crate::term::{Node, Sign, Term, Terms};

/// Maximum number of divisions within two words.
const MAX_DIVISIONS: usize = 16;

/// `dividend = by * quotient + remainder`, for natural numbers.
#[derive(Debug)]
struct Division {
    dividend: Rc<Sum>,
    by: i64,
    quotient: Term,
    remainder: Term,
}

/// Words as natural numbers, with their bounds.
struct Numbers<'a> {
    terms: &'a mut Terms,
    theories: &'a mut Theories,
    divisions: Vec<Division>,
    /// Bounds of quotients and remainders.
    limits: FxHashMap<Term, Limits>,
    /// The reason for all of it.
    why: Reason,
}

impl Theories {
    /// The reason why two words are equal, if the difference of their sums shows it.
    pub fn are_equal(
        &mut self,
        terms: &mut Terms,
        words: [Term; 2],
        below: &[Term],
    ) -> Option<Reason> {
        let mut numbers = Numbers {
            terms,
            theories: self,
            divisions: Vec::new(),
            limits: FxHashMap::default(),
            why: Reason::ALWAYS,
        };
        for &term in below {
            numbers.divide(term);
        }
        let [a, b] = words.map(|word| numbers.sum(word));
        let difference = a.plus(&b, -1)?;
        numbers.is_zero(&difference)?.then_some(numbers.why)
    }
}

impl Numbers<'_> {
    fn sum(&mut self, word: Term) -> Rc<Sum> {
        self.theories.reader(self.terms).sum(word)
    }

    /// Records the quotient and the remainder of a division of a natural number by a constant.
    fn divide(&mut self, term: Term) -> Option<()> {
        let (sign, a, b) = match self.terms.node(term) {
            Node::Udiv(a, b) | Node::Urem(a, b) => (Sign::Unsigned, a, b),
            Node::Sdiv(a, b) | Node::Srem(a, b) => (Sign::Signed, a, b),
            _ => return None,
        };
        let by = i64::from(u32::try_from(self.terms.as_const(b)?).ok()?);
        if !(2..=i64::from(i32::MAX)).contains(&by) || self.divisions.len() == MAX_DIVISIONS {
            return None;
        }
        let (dividend, (least, most)) = self.dividend(a);
        if sign == Sign::Signed && most > i32::MAX.into() {
            return None;
        }
        let quotient = self.terms.quotient(sign, a, b);
        let remainder = self.terms.remainder(sign, a, b);
        let is_same = |known: &Division| (known.quotient, known.remainder) == (quotient, remainder);
        if self.divisions.iter().any(is_same) {
            return None;
        }
        for (word, limits) in [(quotient, (least / by, most / by)), (remainder, (0, by - 1))] {
            let known = self.limits(word);
            let both = (known.0.max(limits.0), known.1.min(limits.1));
            // If the conditions are contradictory, any bounds are sound.
            self.limits.insert(word, if both.0 <= both.1 { both } else { limits });
        }
        self.divisions.push(Division { dividend, by, quotient, remainder });
        Some(())
    }

    /// A sum that a word equals as a natural number.
    fn dividend(&mut self, word: Term) -> (Rc<Sum>, Limits) {
        let sum = self.sum(word);
        let is_natural = |(least, most): Limits| least >= 0 && most <= UNSIGNED.1;
        if let Some(limits) = self.extent(&sum).filter(|&limits| is_natural(limits)) {
            return (sum, limits);
        }
        // a - b does not wrap around if a is not less than b.
        if let Node::Sub(a, b) = self.terms.node(word) {
            let [more, less] = [a, b].map(|part| self.sum(part));
            if let [Some((_, most)), Some(taken)] =
                [&more, &less].map(|sum| self.extent(sum).filter(|&limits| is_natural(limits)))
                && self.is_never_less(a, b, taken)
                && let Some(difference) = more.plus(&less, -1)
            {
                return (Rc::new(difference), (0, most - taken.0));
            }
        }
        (Rc::new(Sum::word(word)), self.limits(word))
    }

    /// Whether `a < b` is known to be false, as natural numbers.
    fn is_never_less(&mut self, a: Term, b: Term, b_limits: Limits) -> bool {
        let mut orders = vec![self.terms.ult(a, b)];
        if b_limits.1 <= i32::MAX.into() {
            orders.push(self.terms.slt(a, b));
        }
        orders.into_iter().any(|less| {
            let (normal, why) = self.theories.simplified(self.terms, less);
            let is_never = self.terms.as_bool(normal) == Some(false);
            if is_never {
                self.rests_on(why);
            }
            is_never
        })
    }

    fn rests_on(&mut self, why: Reason) {
        self.why = self.theories.reasons.both(self.why, why);
    }

    /// Bounds of a word as a natural number.
    fn limits(&mut self, word: Term) -> Limits {
        if let Some(&limits) = self.limits.get(&word) {
            return limits;
        }
        let bounds = &self.theories.bounds;
        let (limits, why) = match bounds.limits(self.terms, word) {
            known @ ((0.., _), _) => known,
            _ => {
                let (range, why) = bounds.range(self.terms, word);
                match range.intervals[..] {
                    [(first, _), .., (_, last)] | [(first, last)] => {
                        ((first.into(), last.into()), why)
                    }
                    [] => (UNSIGNED, Reason::ALWAYS),
                }
            }
        };
        self.rests_on(why);
        limits
    }

    /// Bounds of a sum of natural numbers.
    fn extent(&mut self, sum: &Sum) -> Option<Limits> {
        let (mut least, mut most) = (sum.constant, sum.constant);
        for &(word, coefficient) in &sum.words {
            let (low, high) = self.limits(word);
            let [a, b] = [coefficient.checked_mul(low)?, coefficient.checked_mul(high)?];
            least = least.checked_add(a.min(b))?;
            most = most.checked_add(a.max(b))?;
        }
        Some((least, most))
    }

    /// Whether a sum of natural numbers is 0.
    fn is_zero(&mut self, sum: &Sum) -> Option<bool> {
        let with_quotients = self.with_quotients(sum.clone())?;
        let (with_remainders, times) = self.with_remainders(sum.clone())?;
        let modulus =
            with_quotients.words.iter().fold(0, |modulus, &(_, c)| gcd(modulus, c.unsigned_abs()));
        let congruence = Congruence { modulus, rest: with_quotients.constant };
        let (mut least, mut most) = self.extent(sum)?;
        let (times_least, times_most) = self.extent(&with_remainders)?;
        least = least.max(-(-times_least).div_euclid(times));
        most = most.min(times_most.div_euclid(times));
        Some(congruence.is_zero_within((least.into(), most.into())))
    }

    /// A sum with each remainder replaced by `a - b * (a / b)`.
    fn with_quotients(&self, mut sum: Sum) -> Option<Sum> {
        while let Some((division, factor)) = self.newest(&sum, |division| division.remainder) {
            let Division { dividend, by, quotient, remainder } = division;
            sum = sum.plus(&Sum::word(*remainder), -factor)?;
            sum = sum.plus(dividend, factor)?;
            sum = sum.plus(&Sum::word(*quotient), factor.checked_mul(-by)?)?;
        }
        Some(sum)
    }

    /// A multiple of a sum with each `b * (a / b)` replaced by `a - a mod b`, and the multiplier.
    fn with_remainders(&self, mut sum: Sum) -> Option<(Sum, i64)> {
        let mut times = 1i64;
        while let Some((division, factor)) = self.newest(&sum, |division| division.quotient) {
            let Division { dividend, by, quotient, remainder } = division;
            let common = gcd(factor.unsigned_abs(), *by as u64) as i64;
            let (more, factor) = (by / common, factor / common);
            times = times.checked_mul(more)?;
            sum = Sum::default().plus(&sum, more)?;
            sum = sum.plus(&Sum::word(*quotient), -by.checked_mul(factor)?)?;
            sum = sum.plus(dividend, factor)?;
            sum = sum.plus(&Sum::word(*remainder), -factor)?;
        }
        Some((sum, times))
    }

    /// The division whose given word is the newest in a sum, and the coefficient. The replacement consists of older
    /// words.
    fn newest(&self, sum: &Sum, word: impl Fn(&Division) -> Term) -> Option<(&Division, i64)> {
        sum.words.iter().rev().find_map(|&(of, factor)| {
            let division = self.divisions.iter().find(|division| word(division) == of)?;
            Some((division, factor))
        })
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
