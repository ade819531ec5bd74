//! Checks that a word is zero, as a combination of words that are zero.
//!
//! If `p1, p2, ...` are zero, so is `c1 * p1 + c2 * p2 + ...` for any words `c1, c2, ...`. An answer gives the factors.
//! The sum is expanded here, modulo 2^32, and must equal the word as a polynomial.

use crate::terms::{Atom, Polynomial, Terms, Word, plus, times};

/// The factor of a premise, as a polynomial: for each monomial the indices of its atoms, and its coefficient.
pub type Factor = Vec<(Vec<u32>, u32)>;

/// Whether a word equals the sum of these premises times their factors.
pub fn is_sum(terms: &Terms, word: Word, premises: &[Word], factors: &[(usize, Factor)]) -> bool {
    let mut rest = terms.polynomial(word).clone();
    for (premise, factor) in factors {
        let Some(&premise) = premises.get(*premise) else { return false };
        let Some(factor) = polynomial(terms, factor) else { return false };
        let Some(product) = times(terms.polynomial(premise), &factor) else { return false };
        rest = plus(&rest, &product, u32::MAX);
    }
    rest.is_empty()
}

/// A factor as a polynomial; none if an atom does not exist.
pub fn polynomial(terms: &Terms, factor: &Factor) -> Option<Polynomial> {
    let mut sum = Polynomial::new();
    for (atoms, factor) in factor {
        let mut monomial: Vec<Atom> = atoms.iter().map(|&atom| Atom(atom)).collect();
        if monomial.iter().any(|&atom| terms.node(atom).is_none()) {
            return None;
        }
        monomial.sort_unstable();
        sum = plus(&sum, &Polynomial::from([(monomial, 1)]), *factor);
    }
    Some(sum)
}
