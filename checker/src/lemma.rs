//! What quotients are beyond their meaning in bits.
//!
//! Of unsigned numbers, where `x = k * d + y` without wrapping around, the quotient of `x` by
//! `d` is `k` more than that of `y`, and the remainders are the same; and where `y < d`, the
//! quotient is `k` and the remainder `y`. For: `y = q * d + r` with `r < d` gives
//! `x = (k + q) * d + r`. A [`Lemma`] names `x`, `k`, `y` and `d`. That the sum is right is
//! shown by algebra, that it does not wrap around by bits: `k * d` is less than 2^32, and
//! no more than the sum. Where `k` is zero, a quotient is the same as another one whose arguments
//! are, whatever it is of zero.

use serde::{Deserialize, Serialize};

use crate::algebra::{self, Factor};
use crate::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word};

/// What is said of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lemma {
    /// The unsigned quotient, an atom by its number.
    pub of: u32,
    /// How often the divisor is taken off the dividend, as a polynomial over atoms.
    pub times: Factor,
    /// What is left then.
    pub rest: Rest,
    /// By which words that are zero are multiplied to give the dividend without both.
    pub same: Vec<(usize, Factor)>,
    /// By which they are for the difference of both divisors, where there are two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divisors: Vec<(usize, Factor)>,
    /// Why the conditions hold, those that constants do not say.
    pub bits: Vec<String>,
}

/// What is left of a dividend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Rest {
    /// The dividend of another unsigned quotient, an atom by its number.
    Of(u32),
    /// A polynomial over atoms that is below the divisor.
    Below(Factor),
}

/// A lemma over words.
#[derive(Clone, Debug)]
pub struct Stated {
    /// What has to be zero.
    pub same: Word,
    /// And that, too.
    pub divisors: Word,
    /// What has to hold beside.
    pub conditions: Vec<Condition>,
    /// What is zero then: of the quotients, and of the remainders where there are such.
    pub zeros: Vec<Word>,
}

impl Lemma {
    /// What it says; none where it speaks of what is no quotient.
    pub fn stated(&self, terms: &mut Terms) -> Option<Stated> {
        let quotient = |terms: &Terms, atom: u32| match terms.node(Atom(atom)) {
            Some(&Node::Quotient(false, dividend, divisor)) => Some((dividend, divisor)),
            _ => None,
        };
        let word =
            |terms: &mut Terms, atom: u32| terms.word(Polynomial::from([(vec![Atom(atom)], 1)]));
        let (x, d) = quotient(terms, self.of)?;
        let times = algebra::polynomial(terms, &self.times)?;
        let k = terms.word(times);
        let kd = terms.mul(k, d);
        let of_this = word(terms, self.of);
        let (y, other, rest) = match &self.rest {
            Rest::Of(atom) => {
                let (y, other) = quotient(terms, *atom)?;
                (y, other, Some(word(terms, *atom)))
            }
            Rest::Below(rest) => {
                let rest = algebra::polynomial(terms, rest)?;
                (terms.word(rest), d, None)
            }
        };
        let sum = terms.add(kd, y);
        let same = terms.sub(x, sum);
        let divisors = terms.sub(d, other);
        let holds = |fact, holds| Condition { fact, holds };
        let mut conditions = Vec::new();
        match rest {
            None => conditions.push(holds(Fact::Less(false, y, d), true)),
            Some(_) if k != Terms::ZERO => conditions.push(holds(Fact::Zero(d), false)),
            Some(_) => {}
        }
        if k != Terms::ZERO {
            // Both are the same word; of the one as it stands, or as it is made up, more is known.
            let whole = if rest.is_some() { x } else { sum };
            conditions.push(holds(Fact::Less(false, whole, kd), false));
            // One time the divisor is the divisor.
            if terms.as_constant(k) != Some(1) {
                let high = terms.high(false, k, d);
                conditions.push(holds(Fact::Zero(high), true));
            }
        }
        conditions.retain(|condition| terms.folded(condition.fact) != Some(condition.holds));
        let of_rest = rest.unwrap_or(Terms::ZERO);
        let quotients = terms.sub(of_this, of_rest);
        let mut zeros = vec![terms.sub(quotients, k)];
        // Remainders that nobody speaks of are not made.
        let this = terms.made(&Node::Remainder(false, x, d));
        let left = match rest {
            Some(_) => terms.made(&Node::Remainder(false, y, other)),
            None => Some(y),
        };
        if let (Some(this), Some(left)) = (this, left) {
            zeros.push(terms.sub(this, left));
        }
        Some(Stated { same, divisors, conditions, zeros })
    }
}

impl Stated {
    /// Whether the algebra of it is right where these words are zero.
    pub fn is_right(&self, terms: &Terms, lemma: &Lemma, zeros: &[Word]) -> bool {
        algebra::is_sum(terms, self.same, zeros, &lemma.same)
            && algebra::is_sum(terms, self.divisors, zeros, &lemma.divisors)
    }
}
