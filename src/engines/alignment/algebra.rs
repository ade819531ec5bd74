//! Derives that words are zero from other zero words: linear algebra over polynomials.
//!
//! A goal and its premises are polynomials modulo 2^32 over atoms, which are neither sums nor
//! products. The goal follows if it is a linear combination of premises and of their products with
//! one word. Premises that are linear in a word with an odd coefficient are first used to eliminate
//! it.

use std::collections::{BTreeMap, BTreeSet};

use super::equations::{Sparse, eliminate};
use crate::term::polynomial::{self, Limits, inverse};
pub use crate::term::polynomial::{Monomial, Polynomial, plus};
pub use crate::term::polynomial::{atom, constant};
use crate::term::{Node, Sort, Term, Terms};

/// Maximum number of products in a polynomial.
const PRODUCTS: usize = 200;
/// Limits on a product.
const LIMITS: Limits = Limits { monomials: PRODUCTS, degree: 6 };
/// Maximum number of premises that are multiplied by words.
const PREMISES: usize = 32;
/// Maximum number of words that they are multiplied by.
const FACTORS: usize = 8;

/// The sums that are zero if the premises are.
#[derive(Clone, Debug)]
pub struct Zeros<A> {
    /// Solved words with their values, each over later ones.
    solved: Vec<(A, Polynomial<A>)>,
    /// All products that occur, with their column.
    columns: BTreeMap<Monomial<A>, usize>,
    /// Sums that are zero, in echelon form, by their pivots.
    rows: BTreeMap<usize, Sparse>,
}

impl<A: Copy + Ord> Zeros<A> {
    /// The consequences of these premises.
    pub fn new(premises: impl IntoIterator<Item = Polynomial<A>>) -> Zeros<A> {
        let mut premises: Vec<Polynomial<A>> =
            premises.into_iter().filter(|p| !p.is_empty()).collect();
        let mut solved = Vec::new();
        // Each premise that solves a word is used up.
        while let Some((at, word)) = premises.iter().enumerate().find_map(|(at, premise)| {
            let word = solvable(premise)?;
            Some((at, word))
        }) {
            let mut value = premises.swap_remove(at);
            let factor = value.remove(&vec![word]).map_or(1, inverse);
            value.values_mut().for_each(|c| *c = c.wrapping_mul(factor).wrapping_neg());
            // A premise that becomes too large is dropped.
            let substitute = |premise: &Polynomial<A>| substituted(premise, word, &value);
            premises = premises.iter().filter_map(substitute).collect();
            premises.retain(|premise| !premise.is_empty());
            solved.push((word, value));
        }
        premises.truncate(PREMISES);
        let words: BTreeSet<A> =
            premises.iter().flat_map(BTreeMap::keys).flatten().copied().collect();
        let mut sums = premises.clone();
        for premise in &premises {
            for &word in words.iter().take(FACTORS) {
                sums.extend(times(premise, &atom(word)));
            }
        }
        let mut products: Vec<&Monomial<A>> = sums.iter().flat_map(BTreeMap::keys).collect();
        // The longest products are eliminated first.
        products.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then(b.cmp(a)));
        products.dedup();
        let columns: BTreeMap<Monomial<A>, usize> =
            products.into_iter().cloned().zip(0..).collect();
        let mut left: Vec<Sparse> = sums.iter().map(|sum| in_columns(sum, &columns).0).collect();
        let pivots = (0..columns.len()).filter_map(|at| Some((at, eliminate(&mut left, at)?)));
        let rows = pivots.collect();
        Zeros { solved, columns, rows }
    }

    /// A sum reduced modulo the zeros: empty, if it is zero too. `None` where the polynomials are
    /// too large.
    pub fn reduced(&self, sum: Polynomial<A>) -> Option<Polynomial<A>> {
        let sum = self.substituted(sum)?;
        let (mut row, others) = in_columns(&sum, &self.columns);
        let mut left: Polynomial<A> = others.collect();
        for (&at, pivot) in &self.rows {
            let factor = row[at] >> pivot[at].trailing_zeros();
            row.subtract(factor, pivot);
        }
        if !row.is_zero() {
            let rest = self.columns.iter().filter(|&(_, &at)| row[at] != 0);
            left.extend(rest.map(|(product, &at)| (product.clone(), row[at])));
        }
        Some(left)
    }

    /// A sum with the solved words replaced by their values; `None` where it becomes too large.
    pub fn substituted(&self, mut sum: Polynomial<A>) -> Option<Polynomial<A>> {
        for (word, value) in &self.solved {
            sum = substituted(&sum, *word, value)?;
        }
        Some(sum)
    }

    /// Solved words with their values, each over later ones.
    pub fn solved(&self) -> &[(A, Polynomial<A>)] {
        &self.solved
    }

    /// Whether a sum is zero, too.
    pub fn is_zero(&self, sum: &Polynomial<A>) -> bool {
        self.reduced(sum.clone()).is_some_and(|left| left.is_empty())
    }

    /// Sums that are zero although none of their summands is: the sum of two residues may be a
    /// multiple of a premise.
    pub fn relations(&self) -> impl Iterator<Item = Polynomial<A>> {
        let products: BTreeMap<usize, &Monomial<A>> =
            self.columns.iter().map(|(product, &at)| (at, product)).collect();
        let partial = self.rows.iter().filter(|(at, row)| row[**at] != 1);
        partial.map(move |(_, row)| {
            row.iter().map(|(at, factor)| (products[&at].clone(), factor)).collect()
        })
    }
}

/// The coefficients of a sum by the columns of its products, and the products without a column.
fn in_columns<'s, A: Copy + Ord>(
    sum: &'s Polynomial<A>,
    columns: &'s BTreeMap<Monomial<A>, usize>,
) -> (Sparse, impl Iterator<Item = (Monomial<A>, u32)> + use<'s, A>) {
    let with_column = |(product, &factor)| Some((*columns.get(product)?, factor));
    let mut factors: Vec<(usize, u32)> = sum.iter().filter_map(with_column).collect();
    factors.sort_unstable();
    let others = sum.iter().filter(|(product, _)| !columns.contains_key(*product));
    (factors.into_iter().collect(), others.map(|(product, &factor)| (product.clone(), factor)))
}

/// A word that occurs in a single product of a polynomial, alone, with an odd coefficient.
fn solvable<A: Copy + Ord>(polynomial: &Polynomial<A>) -> Option<A> {
    polynomial.iter().find_map(|(monomial, factor)| {
        let &[word] = &monomial[..] else { return None };
        let alone = polynomial.keys().filter(|other| other.contains(&word)).count() == 1;
        (factor % 2 == 1 && alone).then_some(word)
    })
}

/// `a * b`; `None` where it is too large.
pub fn times<A: Copy + Ord>(a: &Polynomial<A>, b: &Polynomial<A>) -> Option<Polynomial<A>> {
    polynomial::times(a, b, LIMITS)
}

/// A polynomial with a word replaced by a value.
fn substituted<A: Copy + Ord>(
    polynomial: &Polynomial<A>,
    word: A,
    value: &Polynomial<A>,
) -> Option<Polynomial<A>> {
    let mut sum = Polynomial::new();
    for (monomial, &factor) in polynomial {
        let mut product = constant(factor);
        for &part in monomial {
            let by = if part == word { value.clone() } else { atom(part) };
            product = times(&product, &by)?;
        }
        sum = plus(&sum, &product, 1);
    }
    Some(sum)
}

/// The polynomial of a word; `None` where it is too large. A remainder is the dividend minus the
/// quotient times the divisor, also for a zero divisor.
pub fn polynomial(terms: &mut Terms, root: Term) -> Option<Polynomial<Term>> {
    let mut known: BTreeMap<Term, Polynomial<Term>> = BTreeMap::new();
    for term in terms.reachable([root]) {
        if terms.sort(term) != Sort::Word {
            continue;
        }
        let polynomial = match terms.node(term) {
            Node::Word(value) => constant(value),
            Node::Add(a, b) => plus(&known[&a], &known[&b], 1),
            Node::Sub(a, b) => plus(&known[&a], &known[&b], u32::MAX),
            Node::Mul(a, b) => times(&known[&a], &known[&b])?,
            // The low word of a product is the product of the low words.
            Node::Low(product) => match low_factors(terms, product) {
                Some([a, b]) => times(&known[&a], &known[&b])?,
                None => atom(term),
            },
            Node::Urem(a, b) => {
                let quotient = terms.udiv(a, b);
                let of_quotient = match terms.as_const(quotient) {
                    Some(value) => constant(value as u32),
                    None => atom(quotient),
                };
                plus(&known[&a], &times(&of_quotient, &known[&b])?, u32::MAX)
            }
            _ => atom(term),
        };
        if polynomial.len() > PRODUCTS {
            return None;
        }
        known.insert(term, polynomial);
    }
    known.remove(&root)
}

/// The words whose product is the low word of this double word.
fn low_factors(terms: &Terms, product: Term) -> Option<[Term; 2]> {
    let Node::Mul(a, b) = terms.node(product) else { return None };
    let word = |term| match terms.node(term) {
        Node::SignExtend(word) | Node::ZeroExtend(word) => Some(word),
        _ => None,
    };
    Some([word(a)?, word(b)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_and_what_does_not() {
        let is_zero = |terms: &mut Terms, word, premises: &[Term]| {
            let mut sum = |word| polynomial(terms, word).expect("it is small");
            let (word, premises) = (sum(word), premises.iter().map(|&word| sum(word)));
            Zeros::new(premises.collect::<Vec<_>>()).is_zero(&word)
        };
        let mut terms = Terms::new();
        let [i, n, s, r] = ["i", "n", "s", "r"].map(|name| terms.symbol(name));
        // s - r = i * (n - i), and i = n: so s = r.
        let rest = terms.sub(n, i);
        let product = terms.mul(i, rest);
        let difference = terms.sub(s, r);
        let relation = terms.sub(difference, product);
        let end = terms.sub(i, n);
        assert!(is_zero(&mut terms, difference, &[relation, end]));
        assert!(!is_zero(&mut terms, difference, &[relation]));
        assert!(!is_zero(&mut terms, difference, &[end]));
        // 2s = 2r does not imply s = r, but 2^31 times the difference is enough.
        let two = terms.word(2);
        let twice = terms.mul(two, difference);
        let high = terms.word(1 << 31);
        let many = terms.mul(high, difference);
        assert!(!is_zero(&mut terms, difference, &[twice]));
        assert!(is_zero(&mut terms, many, &[twice]));
        // The low word of a 64-bit product.
        let (wide_i, wide_n) = (terms.sign_extend(i), terms.sign_extend(n));
        let wide = terms.mul(wide_i, wide_n);
        let low = terms.low(wide);
        let plain = terms.mul(i, n);
        let same = terms.sub(low, plain);
        assert!(is_zero(&mut terms, same, &[]));
    }
    #[test]
    fn a_remainder_is_what_its_quotient_leaves() {
        let mut terms = Terms::new();
        let [x, d] = ["x", "d"].map(|name| terms.symbol(name));
        let (quotient, remainder) = (terms.udiv(x, d), terms.urem(x, d));
        let product = terms.mul(quotient, d);
        let sum = terms.add(product, remainder);
        let rest = terms.sub(sum, x);
        assert_eq!(polynomial(&mut terms, rest), Some(Polynomial::new()));
        let rest = terms.sub(remainder, x);
        assert_ne!(polynomial(&mut terms, rest), Some(Polynomial::new()));
    }
}
