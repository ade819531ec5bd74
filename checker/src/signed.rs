//! The high word of a product of signed numbers.
//!
//! The signed value of a negative word is its unsigned value minus 2^32. So the product of two signed numbers is the
//! unsigned product, minus `2^32 * b` if `a` is negative and minus `2^32 * a` if `b` is, modulo 2^64. Its high word is
//! the unsigned high word, minus `b` and minus `a`, respectively.

use serde::{Deserialize, Serialize};

use crate::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word};

/// States the high word of a signed product in terms of the unsigned one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignedHigh {
    /// The index of the atom.
    pub of: u32,
}

impl SignedHigh {
    /// The word that is zero: the high word minus its value. Known signs of factors are used. None if the atom is no
    /// signed high word.
    pub fn stated(&self, terms: &mut Terms, known: &[Condition]) -> Option<Word> {
        let &Node::High(true, a, b) = terms.node(Atom(self.of))? else { return None };
        let of = terms.word(Polynomial::from([(vec![Atom(self.of)], 1)]));
        let unsigned = terms.high(false, a, b);
        let mut zero = terms.sub(of, unsigned);
        for (factor, other) in [(a, b), (b, a)] {
            let is_negative = Fact::Less(true, factor, Terms::ZERO);
            let said = known.iter().find(|condition| condition.fact == is_negative);
            let flag = match said {
                Some(condition) => terms.constant(u32::from(condition.holds)),
                None => terms.less(true, factor, Terms::ZERO),
            };
            let taken = terms.mul(flag, other);
            zero = terms.add(zero, taken);
        }
        Some(zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [u32; 9] =
        [0, 1, 2, 0xffff, 0x1_0001, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX];

    /// For all constants the stated word is zero, whether the signs of the factors are known or not.
    #[test]
    fn a_signed_product_is_an_unsigned_one_with_corrections() {
        for a in EDGES {
            for b in EDGES {
                let mut terms = Terms::default();
                let symbols = ["a", "b"].map(|name| terms.symbol(name));
                let atoms = symbols.map(|word| terms.symbol_and_number(word).expect("a symbol").0);
                let high = terms.high(true, symbols[0], symbols[1]);
                let of = terms.polynomial(high).keys().next().expect("one")[0].0;
                let signs: Vec<Condition> = [(symbols[0], a), (symbols[1], b)]
                    .map(|(word, value)| Condition {
                        fact: Fact::Less(true, word, Terms::ZERO),
                        holds: (value as i32) < 0,
                    })
                    .to_vec();
                for known in [&signs[..], &signs[..1], &[]] {
                    let zero = SignedHigh { of }.stated(&mut terms, known).expect("it is one");
                    let values = [a, b].map(|value| terms.constant(value));
                    let zero = terms.with(zero, atoms[0], values[0]);
                    let zero = terms.with(zero, atoms[1], values[1]);
                    assert_eq!(terms.as_constant(zero), Some(0), "{a:#x} {b:#x}");
                }
            }
        }
    }

    #[test]
    fn other_words_are_not_taken() {
        let mut terms = Terms::default();
        let [a, b] = ["a", "b"].map(|name| terms.symbol(name));
        terms.high(false, a, b);
        terms.quotient(true, a, b);
        for of in 0..8 {
            assert_eq!(SignedHigh { of }.stated(&mut terms, &[]), None);
        }
    }
}
