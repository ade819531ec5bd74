//! Digits of numbers that remainders tell.
//!
//! What a number leaves when it is divided by 1000 are its last three digits,
//! and so what it leaves by 10 and what a tenth of it leaves; and digits that
//! are known side by side are known together.

use super::why::{Reason, Reasons};
use crate::term::{Digits, Sign, Term, Terms};

/// Digits with their value.
#[derive(Clone, Copy, Debug)]
struct Known {
    digits: Digits,
    value: u32,
    reason: Reason,
}

/// Digits that are known at most: beyond, few more are of use.
const MAX_KNOWN: usize = 64;

/// The digits that are known.
#[derive(Debug, Default)]
pub(super) struct KnownDigits(Vec<Known>);

impl KnownDigits {
    /// The state now.
    pub fn mark(&self) -> usize {
        self.0.len()
    }

    /// Goes back to an earlier state.
    pub fn undo_to(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// Takes it that a word is a constant. Returns the number of which digits
    /// are known since.
    pub fn assume(
        &mut self,
        terms: &Terms,
        reasons: &mut Reasons,
        word: Term,
        constant: Term,
        reason: Reason,
    ) -> Option<Term> {
        let value = terms.as_const(constant)? as u32;
        let digits = terms.as_digits(word)?;
        let mut new = vec![Known { digits, value, reason }];
        while let Some(known) = new.pop() {
            let is_known = |old: &Known| old.digits == known.digits;
            if self.0.len() == MAX_KNOWN || self.0.iter().any(is_known) {
                continue;
            }
            for old in &self.0 {
                let both = beside(old, &known, reasons).or_else(|| beside(&known, old, reasons));
                new.extend(both);
            }
            self.0.push(known);
        }
        Some(digits.x)
    }

    /// The value of a remainder whose digits are among those that are known.
    pub fn value(&self, terms: &Terms, term: Term) -> Option<(u32, Reason)> {
        if self.0.is_empty() {
            return None;
        }
        let Digits { sign, x, from, to } = terms.as_digits(term)?;
        let covers = |known: &&Known| {
            let digits = &known.digits;
            digits.sign == sign
                && digits.x == x
                && from.is_multiple_of(digits.from)
                && digits.to.is_multiple_of(to)
        };
        let Known { digits, value, reason } = *self.0.iter().find(covers)?;
        let (further, count) = ((from / digits.from) as u32, (to / from) as u32);
        let value = match sign {
            Sign::Unsigned => value / further % count,
            Sign::Signed => (value as i32 / further as i32 % count as i32) as u32,
        };
        Some((value, reason))
    }
}

/// Digits with those in front of them, where that is what the two are.
fn beside(back: &Known, front: &Known, reasons: &mut Reasons) -> Option<Known> {
    let (low, high) = (&back.digits, &front.digits);
    if low.sign != high.sign || low.x != high.x || low.to != high.from {
        return None;
    }
    let places = (low.to / low.from) as u32;
    let value = front.value.wrapping_mul(places).wrapping_add(back.value);
    let reason = reasons.both(back.reason, front.reason);
    Some(Known { digits: Digits { to: high.to, ..*low }, value, reason })
}
