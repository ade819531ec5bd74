//! Congruences: remainders of words modulo constants.
//!
//! The remainder of a number by 1000 determines its remainder by 10 and the remainder of its tenth by 100; these two
//! determine the first. Together with intervals, this is all that is known about the value of a single word.

use super::why::{Reason, Reasons};
use crate::term::{Digits, Term, Terms};

/// The integers with a given remainder by a modulus. Divisions truncate, so the remainder has the sign of the dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Congruence {
    pub modulus: u64,
    pub rest: i64,
}

impl Congruence {
    /// The congruence of its members' quotients by a divisor of the modulus.
    fn quotient(self, by: u64) -> Congruence {
        Congruence { modulus: self.modulus / by, rest: self.rest / by as i64 }
    }

    /// The remainder of its members by a divisor of the modulus.
    fn remainder(self, by: u64) -> i64 {
        self.rest % by as i64
    }

    /// Whether 0 is the only member possible in this range.
    pub fn is_zero_within(self, (least, most): (i128, i128)) -> bool {
        let modulus = i128::from(self.modulus);
        match self.modulus {
            0 => self.rest == 0,
            _ => self.remainder(self.modulus) == 0 && -modulus < least && most < modulus,
        }
    }
}

/// A known congruence: of which number, its residue class, and the reason.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    of: Digits,
    congruence: Congruence,
    why: Reason,
}

impl Known {
    /// The congruence of numbers whose quotients by the modulus satisfy another one.
    fn with_quotient(&self, quotient: &Known, reasons: &mut Reasons) -> Option<Known> {
        let (of, further) = (self.of, quotient.of);
        if (of.sign, of.x, of.to) != (further.sign, further.x, further.from) {
            return None;
        }
        let Congruence { modulus, rest } = self.congruence;
        let congruence = Congruence {
            modulus: modulus.checked_mul(quotient.congruence.modulus)?,
            rest: quotient.congruence.rest.checked_mul(modulus as i64)?.checked_add(rest)?,
        };
        let why = reasons.both(self.why, quotient.why);
        Some(Known { of: Digits { to: further.to, ..of }, congruence, why })
    }
}

/// Maximum number of known congruences; more are seldom of use.
const MAX_KNOWN: usize = 64;

/// The known congruences of a path.
#[derive(Debug, Default)]
pub(super) struct Congruences(pub Vec<Known>);

impl Congruences {
    /// Adds that a word is a constant. Returns the term whose congruence is now known, if any.
    pub fn assume(
        &mut self,
        terms: &Terms,
        reasons: &mut Reasons,
        word: Term,
        constant: Term,
        why: Reason,
    ) -> Option<Term> {
        let of = terms.as_digits(word)?;
        let rest = of.sign.number(terms.as_const(constant)? as u32);
        let congruence = Congruence { modulus: of.to / of.from, rest };
        let mut new = vec![Known { of, congruence, why }];
        while let Some(known) = new.pop() {
            let is_known = |old: &Known| old.of == known.of;
            if self.0.len() == MAX_KNOWN || self.0.iter().any(is_known) {
                continue;
            }
            for old in &self.0 {
                let both = old.with_quotient(&known, reasons);
                new.extend(both.or_else(|| known.with_quotient(old, reasons)));
            }
            self.0.push(known);
        }
        Some(of.x)
    }

    /// The value of a remainder that a congruence determines, and the reason.
    pub fn value(&self, terms: &Terms, term: Term) -> Option<(u32, Reason)> {
        if self.0.is_empty() {
            return None;
        }
        let Digits { sign, x, from, to } = terms.as_digits(term)?;
        let covers = |known: &&Known| {
            (known.of.sign, known.of.x) == (sign, x)
                && from.is_multiple_of(known.of.from)
                && known.of.to.is_multiple_of(to)
        };
        let Known { of, congruence, why } = *self.0.iter().find(covers)?;
        Some((congruence.quotient(from / of.from).remainder(to / from) as u32, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_and_remainders_of_members_are_members() {
        for number in -3_000i64..3_000 {
            let congruence = Congruence { modulus: 60, rest: number % 60 };
            for by in [1, 2, 3, 4, 5, 6, 10, 12, 60] {
                let quotient = congruence.quotient(by);
                assert_eq!(quotient.rest, number / by as i64 % quotient.modulus as i64);
                assert_eq!(congruence.remainder(by), number % by as i64);
            }
        }
    }

    #[test]
    fn zero_is_the_only_multiple_nearer_than_the_modulus() {
        let is_zero = |modulus, rest, within| Congruence { modulus, rest }.is_zero_within(within);
        assert!(is_zero(9, 0, (-8, 8)) && is_zero(9, 18, (0, 8)) && is_zero(0, 0, (-9, 9)));
        assert!(!is_zero(9, 0, (-9, 8)) && !is_zero(9, 0, (-8, 9)));
        assert!(!is_zero(9, 1, (-8, 8)) && !is_zero(0, 1, (-8, 8)));
    }
}
