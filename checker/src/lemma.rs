//! Lemmas about quotients that are hard for bit-blasting.
//!
//! For unsigned numbers, if `x = k * d + y` without wrapping, then `x / d` is `y / d + k`, and the remainders are
//! equal; if also `y < d`, the quotient is `k` and the remainder `y`. Reason: `y = q * d + r` with `r < d` gives `x =
//! (k + q) * d + r`. A [`Lemma`] names `x`, `k`, `y` and `d`. Algebra proves the sum; a proof over bits shows that it
//! does not wrap: `k * d` is less than 2^32, and at most the sum. That needs no proof if `k` is `c` times the quotient
//! of the same `x` by a constant, and `c * d` is at most this constant, since a constant times its quotient is at most
//! `x`. If `k` is zero, two quotients with equal arguments are equal, whatever a quotient by zero is.
//!
//! A quotient of a quotient is a single quotient ([`Nested`]): if `a * b` is nonzero and below 2^32, dividing `x` by
//! `a` and then by `b` is dividing it by `a * b`. Reason: `x = q * a + r` with `r < a`, and `q = p * b + s` with `s <
//! b`, give `x = p * (a * b) + (s * a + r)`, and the rest is at most `(b - 1) * a + (a - 1)`, which is below `a * b`.
//!
//! A [`Division`] introduces a quotient and a remainder by a constant that the programs do not compute: any word can be
//! divided by a nonzero constant.

use serde::{Deserialize, Serialize};

use crate::algebra::{self, Factor};
use crate::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word};

/// A claim about a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lemma {
    /// The unsigned quotient, by the index of its atom.
    pub of: u32,
    /// `k`, the multiple of the divisor that is subtracted, as a polynomial over atoms.
    pub times: Factor,
    /// `y`, the rest.
    pub rest: Rest,
    /// The factors of words that are zero, which show `x = k * d + y`.
    pub same: Vec<(usize, Factor)>,
    /// The factors of words that are zero, which show two divisors equal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divisors: Vec<(usize, Factor)>,
    /// Proofs of the conditions, except for those that hold by constants.
    pub bits: Vec<String>,
}

/// The rest of a dividend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Rest {
    /// The dividend of another unsigned quotient, by the index of its atom.
    Of(u32),
    /// A polynomial over atoms, which is below the divisor.
    Below(Factor),
}

/// A lemma over words.
#[derive(Clone, Debug)]
pub struct Stated {
    /// A word to prove zero.
    pub same: Word,
    /// Another word to prove zero.
    pub divisors: Word,
    /// The conditions to prove.
    pub conditions: Vec<Condition>,
    /// The words that are then zero: from the quotients, and from the remainders if these exist.
    pub zeros: Vec<Word>,
}

impl Lemma {
    /// The statement over words; none if the atom is not an unsigned quotient.
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
            // Both are the same word; use the form about which more is known.
            let whole = if rest.is_some() { x } else { sum };
            conditions.push(holds(Fact::Less(false, whole, kd), false));
            // One times the divisor needs no high word.
            if terms.as_constant(k) != Some(1) {
                let high = terms.high(false, k, d);
                conditions.push(holds(Fact::Zero(high), true));
            }
        }
        conditions.retain(|condition| terms.folded(condition.fact) != Some(condition.holds));
        let of_rest = rest.unwrap_or(Terms::ZERO);
        let quotients = terms.sub(of_this, of_rest);
        let mut zeros = vec![terms.sub(quotients, k)];
        // Remainders are stated only if they exist already.
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

/// Whether `k * d` is at most `x` and does not wrap, since `k` is a constant `c` times the quotient of `x` by a nonzero
/// constant that is at least `c * d`.
fn is_part(terms: &Terms, k: Word, d: Word, x: Word) -> bool {
    let mut sum = terms.polynomial(k).iter();
    let (Some((product, &c)), None) = (sum.next(), sum.next()) else { return false };
    let &[atom] = &product[..] else { return false };
    let Some(&Node::Quotient(false, dividend, by)) = terms.node(atom) else { return false };
    let (Some(by), Some(d)) = (terms.as_constant(by), terms.as_constant(d)) else { return false };
    dividend == x && by != 0 && d != 0 && u64::from(c) * u64::from(d) <= u64::from(by)
}

/// A claim that a quotient of a quotient is a single quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Nested {
    /// The unsigned quotient by `b`, by the index of its atom.
    pub of: u32,
    /// The unsigned quotient of `x` by `a`, by the index of its atom.
    pub inner: u32,
    /// The factors of words that are zero, which show that the dividend of `of` is the inner quotient.
    pub same: Vec<(usize, Factor)>,
    /// Proofs of the conditions, except for those that hold by constants.
    pub bits: Vec<String>,
}

/// [`Nested`] over words.
#[derive(Clone, Debug)]
pub struct StatedNested {
    /// A word to prove zero.
    pub same: Word,
    /// The conditions to prove: `a * b` is nonzero, and its high word is zero.
    pub conditions: Vec<Condition>,
    /// The word that is then zero.
    pub zero: Word,
}

impl Nested {
    /// The statement over words; none if an atom is not an unsigned quotient.
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

/// An unsigned division to introduce.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Division {
    /// The dividend, as a polynomial over atoms.
    pub of: Factor,
    /// The divisor.
    pub by: u32,
}

impl Division {
    /// The word that is zero: quotient times divisor plus remainder minus dividend. None for a division by zero, or if
    /// an atom does not exist.
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
    /// Whether the algebra is correct if these words are zero.
    pub fn is_right(&self, terms: &Terms, lemma: &Lemma, zeros: &[Word]) -> bool {
        algebra::is_sum(terms, self.same, zeros, &lemma.same)
            && algebra::is_sum(terms, self.divisors, zeros, &lemma.divisors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boundary words.
    const EDGES: [u32; 12] =
        [0, 1, 2, 3, 10, 0xffff, 0x1_0000, 0x1_0001, 0x7fff_ffff, 0x8000_0000, 3_000_000_019, !0];

    /// Claims about symbols hold for all constants that satisfy the conditions. If the product wraps or is zero, the
    /// conditions fail.
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

    /// The function accepts parts of dividends for all constants, and rejects values slightly larger than a part.
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

    /// On constants, a false condition remains to be proved, which fails.
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

    /// Signed quotients, and atoms that are no quotients, are rejected.
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

    /// The stated word is zero for all constants, and a division by zero is rejected.
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
