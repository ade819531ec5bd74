//! What quotients are beyond their meaning in bits.
//!
//! Of unsigned numbers, where `x = k * d + y` without wrapping around, the quotient of `x` by
//! `d` is `k` more than that of `y`, and the remainders are the same; and where `y < d`, the
//! quotient is `k` and the remainder `y`. For: `y = q * d + r` with `r < d` gives
//! `x = (k + q) * d + r`. A [`Lemma`] names `x`, `k`, `y` and `d`. That the sum is right is
//! shown by algebra, that it does not wrap around by bits: `k * d` is less than 2^32, and
//! no more than the sum. That is so without bits where `k` is `c` times the quotient of the same
//! `x` by a number, and `c * d` is no more than that number: its product with its quotient is no
//! more than `x`. Where `k` is zero, a quotient is the same as another one whose arguments
//! are, whatever it is of zero.
//!
//! A quotient of a quotient is one quotient ([`Nested`]): where `a * b` is not zero and below 2^32,
//! dividing `x` by `a` and then by `b` is dividing it by `a * b`. For: `x = q * a + r` with
//! `r < a`, and `q = p * b + s` with `s < b`, give `x = p * (a * b) + (s * a + r)`, and what is left
//! is at most `(b - 1) * a + (a - 1)`, which is below `a * b`.
//!
//! A quotient and a remainder by a number may be spoken of that the programs do not compute
//! ([`Division`]): any word can be divided by a number that is not zero.

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
        if k != Terms::ZERO && !is_part(terms, k, d, x) {
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

/// Whether `k * d` is no more than `x`, and does not wrap around, as `k` is a number `c` times the
/// quotient of `x` by another one, which is not zero and no less than `c * d`.
fn is_part(terms: &Terms, k: Word, d: Word, x: Word) -> bool {
    let mut sum = terms.polynomial(k).iter();
    let (Some((product, &c)), None) = (sum.next(), sum.next()) else { return false };
    let &[atom] = &product[..] else { return false };
    let Some(&Node::Quotient(false, dividend, by)) = terms.node(atom) else { return false };
    let (Some(by), Some(d)) = (terms.as_constant(by), terms.as_constant(d)) else { return false };
    dividend == x && by != 0 && d != 0 && u64::from(c) * u64::from(d) <= u64::from(by)
}

/// A quotient of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Nested {
    /// The unsigned quotient by `b`, an atom by its number.
    pub of: u32,
    /// The unsigned quotient of `x` by `a`, which is divided by `b`; an atom, too.
    pub inner: u32,
    /// By which words that are zero are multiplied to give what is divided by `b` without the
    /// inner quotient.
    pub same: Vec<(usize, Factor)>,
    /// Why the conditions hold, those that constants do not say.
    pub bits: Vec<String>,
}

/// [`Nested`] over words.
#[derive(Clone, Debug)]
pub struct StatedNested {
    /// What has to be zero.
    pub same: Word,
    /// What has to hold: that `a * b` is not zero, and its high word is.
    pub conditions: Vec<Condition>,
    /// What is zero then.
    pub zero: Word,
}

impl Nested {
    /// What it says; none where it speaks of what is no quotient.
    pub fn stated(&self, terms: &mut Terms) -> Option<StatedNested> {
        let quotient = |terms: &mut Terms, atom: u32| match terms.node(Atom(atom)) {
            Some(&Node::Quotient(false, dividend, divisor)) => {
                let word = terms.word(Polynomial::from([(vec![Atom(atom)], 1)]));
                Some((word, dividend, divisor))
            }
            _ => None,
        };
        let (outer, y, b) = quotient(terms, self.of)?;
        let (inner, x, a) = quotient(terms, self.inner)?;
        let (product, high) = (terms.mul(a, b), terms.high(false, a, b));
        let mut conditions = vec![
            Condition { fact: Fact::Zero(product), holds: false },
            Condition { fact: Fact::Zero(high), holds: true },
        ];
        conditions.retain(|condition| terms.folded(condition.fact) != Some(condition.holds));
        let whole = terms.quotient(false, x, product);
        Some(StatedNested { same: terms.sub(y, inner), conditions, zero: terms.sub(outer, whole) })
    }
}

/// A division of unsigned numbers that is spoken of from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Division {
    /// What is divided, as a polynomial over atoms.
    pub of: Factor,
    /// By which number.
    pub by: u32,
}

impl Division {
    /// What is zero: quotient times divisor and remainder, without the dividend. None where it is a
    /// division by zero, or speaks of what there is not.
    pub fn stated(&self, terms: &mut Terms) -> Option<Word> {
        if self.by == 0 {
            return None;
        }
        let of = algebra::polynomial(terms, &self.of)?;
        let (x, d) = (terms.word(of), terms.constant(self.by));
        let (quotient, remainder) = (terms.quotient(false, x, d), terms.remainder(false, x, d));
        let product = terms.mul(quotient, d);
        let sum = terms.add(product, remainder);
        Some(terms.sub(sum, x))
    }
}

impl Stated {
    /// Whether the algebra of it is right where these words are zero.
    pub fn is_right(&self, terms: &Terms, lemma: &Lemma, zeros: &[Word]) -> bool {
        algebra::is_sum(terms, self.same, zeros, &lemma.same)
            && algebra::is_sum(terms, self.divisors, zeros, &lemma.divisors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words at both ends, and in the middle, of what there is.
    const EDGES: [u32; 12] =
        [0, 1, 2, 3, 10, 0xffff, 0x1_0000, 0x1_0001, 0x7fff_ffff, 0x8000_0000, 3_000_000_019, !0];

    /// What is said of symbols holds of all numbers that are put for them, where the conditions
    /// do; and where the product wraps around, or is zero, they do not.
    #[test]
    fn a_quotient_of_a_quotient_is_one_quotient() {
        let mut terms = Terms::default();
        let [x, a, b] = ["x", "a", "b"].map(|name| terms.symbol(name));
        let symbols = [x, a, b].map(|word| terms.symbol_and_number(word).expect("a symbol").0);
        let inner = terms.quotient(false, x, a);
        let outer = terms.quotient(false, inner, b);
        let atom = |terms: &Terms, of| terms.polynomial(of).keys().next().expect("one")[0].0;
        let (of, inner) = (atom(&terms, outer), atom(&terms, inner));
        let nested = Nested { of, inner, same: Vec::new(), bits: Vec::new() };
        let stated = nested.stated(&mut terms).expect("both are quotients");
        assert_eq!((stated.same, stated.conditions.len()), (Terms::ZERO, 2));
        let with = |terms: &mut Terms, word, values: [u32; 3]| {
            let both = symbols.iter().zip(values);
            let word = both.fold(word, |word, (&symbol, value)| {
                let value = terms.constant(value);
                terms.with(word, symbol, value)
            });
            terms.as_constant(word)
        };
        let mut taken = [0, 0];
        for values in EDGES
            .iter()
            .flat_map(|&x| EDGES.iter().flat_map(move |&a| EDGES.iter().map(move |&b| [x, a, b])))
        {
            let is_met = stated.conditions.iter().all(|condition| {
                let Fact::Zero(word) = condition.fact else { panic!("of other facts") };
                let value = with(&mut terms, word, values).expect("it is a number");
                (value == 0) == condition.holds
            });
            let [_, a, b] = values.map(u64::from);
            assert_eq!(is_met, a * b != 0 && a * b < 1 << 32, "{values:?}");
            taken[usize::from(is_met)] += 1;
            if is_met {
                assert_eq!(with(&mut terms, stated.zero, values), Some(0), "{values:?}");
            }
        }
        assert!(taken.iter().all(|taken| *taken > 400), "{taken:?}");
    }

    /// Parts of dividends are no more than these, of all numbers; and what is a little more than a
    /// part is not said to be one.
    #[test]
    fn parts_of_dividends_are_no_more_than_these() {
        let mut taken = [0, 0];
        for (&c, &d) in EDGES.iter().flat_map(|c| EDGES.iter().map(move |d| (c, d))) {
            let exact = u64::from(c) * u64::from(d);
            for by in EDGES.into_iter().chain([0, 1].map(|less| (exact as u32).wrapping_sub(less)))
            {
                let mut terms = Terms::default();
                let [x, other] = ["x", "y"].map(|name| terms.symbol(name));
                let [c_word, d_word, by_word] = [c, d, by].map(|value| terms.constant(value));
                let q = terms.quotient(false, x, by_word);
                let k = terms.mul(c_word, q);
                assert!(!is_part(&terms, k, d_word, other));
                let is_taken = is_part(&terms, k, d_word, x);
                assert!(!is_taken || exact <= u64::from(by) && exact > 0);
                taken[usize::from(is_taken)] += 1;
                for x in EDGES.into_iter().filter(|_| is_taken) {
                    let k = u64::from(c) * u64::from(x / by);
                    assert!(k * u64::from(d) <= u64::from(x), "{c} {d} {by} {x}");
                }
            }
        }
        assert!(taken.iter().all(|taken| *taken > 100), "{taken:?}");
    }

    /// Of numbers, a condition that does not hold stays, to be shown, which nothing can.
    #[test]
    fn a_product_that_wraps_around_is_not_taken() {
        for (a, b) in [(0x1_0000, 0x1_0000), (0, 7), (7, 0), (3_000_000_019, 2)] {
            let mut terms = Terms::default();
            let x = terms.symbol("x");
            let [a, b] = [a, b].map(|value| terms.constant(value));
            let inner = terms.quotient(false, x, a);
            let outer = terms.quotient(false, inner, b);
            let atom = |terms: &Terms, of| terms.polynomial(of).keys().next().expect("one")[0].0;
            let (of, inner) = (atom(&terms, outer), atom(&terms, inner));
            let nested = Nested { of, inner, same: Vec::new(), bits: Vec::new() };
            let stated = nested.stated(&mut terms).expect("both are quotients");
            assert!(!stated.conditions.is_empty());
        }
    }

    /// A quotient of signed numbers, or what is no quotient, is none.
    #[test]
    fn signed_quotients_are_not_taken() {
        let mut terms = Terms::default();
        let x = terms.symbol("x");
        let ten = terms.constant(10);
        let inner = terms.quotient(true, x, ten);
        let outer = terms.quotient(false, inner, ten);
        let signed = terms.quotient(true, inner, ten);
        let atom = |of| terms.polynomial(of).keys().next().expect("one")[0].0;
        let all = [atom(x), atom(inner), atom(outer), atom(signed)];
        for (of, inner) in all.iter().flat_map(|&of| all.iter().map(move |&inner| (of, inner))) {
            let nested = Nested { of, inner, same: Vec::new(), bits: Vec::new() };
            let is_unsigned = of == all[2] && inner == all[2];
            assert_eq!(nested.stated(&mut terms.clone()).is_some(), is_unsigned);
        }
    }

    /// Of numbers what is said of a division is zero, and nothing is said of one by zero.
    #[test]
    fn any_word_may_be_divided_by_a_number() {
        for (&x, &by) in EDGES.iter().flat_map(|x| EDGES.iter().map(move |by| (x, by))) {
            let mut terms = Terms::default();
            let word = terms.symbol("x");
            let (symbol, _) = terms.symbol_and_number(word).expect("a symbol");
            let division = Division { of: vec![(vec![symbol.0], 1)], by };
            let Some(zero) = division.stated(&mut terms) else {
                assert_eq!(by, 0);
                continue;
            };
            let value = terms.constant(x);
            let zero = terms.with(zero, symbol, value);
            assert_eq!(terms.as_constant(zero), Some(0), "{x} {by}");
        }
        let unknown = Division { of: vec![(vec![5], 1)], by: 3 };
        assert_eq!(unknown.stated(&mut Terms::default()), None);
    }
}
