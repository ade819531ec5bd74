//! Words that are zero because others are: a sum of multiples.
//!
//! Where `p1, p2, ...` are zero, so is `c1 * p1 + c2 * p2 + ...`, whatever the
//! words `c1, c2, ...` are. A justification gives these; the sum is expanded
//! here, modulo 2^32, and has to be the word in question, polynomial by
//! polynomial.

use crate::terms::{Atom, Polynomial, Terms, Word, plus, times};

/// What a premise is multiplied by: the atoms of each product, by number, and
/// its factor.
pub type Factor = Vec<(Vec<u32>, u32)>;

/// Whether a word is the sum of these premises, each times its factor.
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

/// The polynomial over atoms that there are; none where it speaks of others.
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
