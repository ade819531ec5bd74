//! Polynomials modulo 2^width, over atoms of any type.

use std::collections::BTreeMap;

use crate::word::Word;

/// Atoms multiplied, in order; the empty product is 1.
pub type Monomial<A> = Vec<A>;

/// A sum of monomials with nonzero coefficients.
pub type Polynomial<A, W = u32> = BTreeMap<Monomial<A>, W>;

/// Limits on the product of two polynomials.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of monomials, before cancellation.
    pub monomials: usize,
    /// Maximum number of atoms in a monomial.
    pub degree: usize,
}

/// A constant polynomial.
pub fn constant<A: Ord, W: Word>(value: W) -> Polynomial<A, W> {
    match value.is_zero() {
        true => Polynomial::new(),
        false => Polynomial::from([(Vec::new(), value)]),
    }
}

/// The polynomial of one atom.
pub fn atom<A: Ord, W: Word>(atom: A) -> Polynomial<A, W> {
    Polynomial::from([(vec![atom], W::one())])
}

/// `a + factor * b`
pub fn plus<A: Clone + Ord, W: Word>(
    a: &Polynomial<A, W>,
    b: &Polynomial<A, W>,
    factor: W,
) -> Polynomial<A, W> {
    let mut sum = a.clone();
    for (monomial, coefficient) in b {
        let entry = sum.entry(monomial.clone()).or_insert(W::zero());
        *entry = entry.wrapping_add(&coefficient.wrapping_mul(&factor));
    }
    sum.retain(|_, coefficient| !coefficient.is_zero());
    sum
}

/// `a * b`; `None` where it exceeds the limits.
pub fn times<A: Clone + Ord, W: Word>(
    a: &Polynomial<A, W>,
    b: &Polynomial<A, W>,
    limits: Limits,
) -> Option<Polynomial<A, W>> {
    let mut product = Polynomial::new();
    for (x, p) in a {
        for (y, q) in b {
            let mut monomial = [&x[..], &y[..]].concat();
            if monomial.len() > limits.degree {
                return None;
            }
            monomial.sort_unstable();
            let entry = product.entry(monomial).or_insert(W::zero());
            *entry = entry.wrapping_add(&p.wrapping_mul(q));
        }
        if product.len() > limits.monomials {
            return None;
        }
    }
    product.retain(|_, coefficient| !coefficient.is_zero());
    Some(product)
}

/// The inverse of an odd number modulo 2^width.
pub fn inverse<W: Word>(odd: W) -> W {
    debug_assert!((odd & W::one()).is_one());
    let two = W::one() + W::one();
    // Each step of Newton's method doubles the number of correct bits; an odd number is its own
    // inverse modulo 8.
    let steps = (0..).take_while(|step| 3 << step < W::BITS);
    steps.fold(odd, |x, _| x.wrapping_mul(&two.wrapping_sub(&odd.wrapping_mul(&x))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses() {
        for odd in [1, 3, 5, 0x8000_0001, u32::MAX, 0xfee1_dead] {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
            let odd = u64::from(odd) << 32 | u64::from(odd);
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }

    /// (x + 2)(x - 2) = x x - 4, and what is too large is none.
    #[test]
    fn products_cancel_out_and_have_limits() {
        let limits = Limits { monomials: 3, degree: 2 };
        let [sum, difference]: [Polynomial<char>; 2] =
            [2, 2u32.wrapping_neg()].map(|c| plus(&atom('x'), &constant(c), 1));
        let product = times(&sum, &difference, limits).expect("it is small");
        assert_eq!(product, Polynomial::from([(vec!['x', 'x'], 1), (vec![], 4u32.wrapping_neg())]));
        assert_eq!(times(&product, &sum, limits), None);
        let other = plus(&atom('y'), &atom('z'), 1);
        assert_eq!(times(&plus(&other, &sum, 1), &other, limits), None);
    }
}
