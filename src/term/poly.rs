//! Sums of products modulo 2^32, to settle equations without a solver.
//!
//! Sums, differences, products and remainders of words are polynomials over
//! the other words, the atoms. Equal polynomials are equal words, whatever
//! the atoms are, so the distributive law, commuted sums and products and
//! their like need no search. Where words are divided, compared, extended, masked
//! or read at, the first of those with the same polynomial stands for the others,
//! so that what depends on them is the same, too. A polynomial itself never takes a term's
//! place: multiplied out, a product of sums would be a larger circuit.
//!
//! A remainder is `x - x / y * y`, which holds for all words, zero divisors
//! included, as SMT-LIB defines division by them.

use std::convert::Infallible;
use std::rc::Rc;

use super::polynomial::{Limits, Monomial, Polynomial, atom, constant, inverse, plus, times};
use super::{Node, Sort, Term, Terms, walk};

/// Monomials that a polynomial has at most; a larger one is an atom.
const MAX_MONOMIALS: usize = 48;
/// What a product may get to before what cancels out is gone.
const LIMITS: Limits = Limits { monomials: 4 * MAX_MONOMIALS, degree: 32 };

/// A polynomial over terms.
pub(super) type Poly = Polynomial<Term>;

/// What an equation of polynomials comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equation {
    /// It is true, or false, for all values of the atoms.
    Decided(bool),
    /// It holds for just this value of an atom.
    Solved(Term, u32),
    /// It depends.
    Open,
}

/// The atom, if any, with whether it is added or taken away, and the
/// constant, where that is all.
fn as_offset(poly: &Poly) -> Option<(Option<(Term, bool)>, u32)> {
    let (mut atom, mut constant) = (None, 0);
    for (monomial, &coefficient) in poly {
        match (monomial.as_slice(), coefficient) {
            ([], _) => constant = coefficient,
            (&[only], 1 | u32::MAX) if atom.is_none() => {
                atom = Some((only, coefficient == 1));
            }
            _ => return None,
        }
    }
    Some((atom, constant))
}

/// What `poly = 0` comes to.
fn solve(poly: &Poly) -> Equation {
    let constant = poly.get(&Monomial::new()).copied().unwrap_or(0);
    let mut others = poly.iter().filter(|(monomial, _)| !monomial.is_empty());
    let Some((first, coefficient)) = others.next() else {
        return Equation::Decided(constant == 0);
    };
    // The sum of the others is a multiple of the power of two that
    // divides all their coefficients; where the constant is not, the sum
    // is not zero.
    let zeros = others.clone().map(|(_, c)| c.trailing_zeros()).min();
    let zeros = zeros.map_or(coefficient.trailing_zeros(), |z| z.min(coefficient.trailing_zeros()));
    if constant.trailing_zeros() < zeros {
        return Equation::Decided(false);
    }
    match (first.as_slice(), others.next()) {
        // c * x + d = 0, for an odd c
        (&[atom], None) if coefficient % 2 == 1 => {
            let value = constant.wrapping_neg().wrapping_mul(inverse(*coefficient));
            Equation::Solved(atom, value)
        }
        _ => Equation::Open,
    }
}

/// A product; none where it is too large.
fn multiplied(a: &Poly, b: &Poly) -> Option<Poly> {
    let is_small = a.len() * b.len() <= LIMITS.monomials;
    is_small.then(|| times(a, b, LIMITS)).flatten()
}

impl Terms {
    /// What an equation of words comes to.
    pub(super) fn solve_equation(&mut self, a: Term, b: Term) -> Equation {
        if ![a, b].iter().any(|&term| self.is_arithmetic(term)) {
            return Equation::Open;
        }
        let (a, b) = (self.poly_of(a), self.poly_of(b));
        solve(&plus(&a, &b, u32::MAX))
    }

    /// The term that stands for all that have its polynomial: an atom with a
    /// constant where it comes to no more, else the first one that was divided,
    /// compared or extended. So `(x + x + x) / 2` and `(3 * x) / 2` are one
    /// term, and so are `(0 - (0 - x)) / 2` and `x / 2`.
    pub(crate) fn representative(&mut self, term: Term) -> Term {
        if !self.is_arithmetic(term) {
            return term;
        }
        if let Some(shorter) = self.cancelled(term) {
            return shorter;
        }
        let poly = self.poly_of(term);
        *self.representatives.entry(poly).or_insert(term)
    }

    /// `x + c`, `c - x` or `c`, where that is all that is left of a sum or a
    /// product once what cancels out is gone.
    pub(super) fn cancelled(&mut self, term: Term) -> Option<Term> {
        let (atom, constant) = as_offset(&self.poly_of(term))?;
        let constant = self.word(constant);
        Some(match atom {
            Some((atom, true)) => self.add(atom, constant),
            Some((atom, false)) => self.intern(Node::Sub(constant, atom)),
            None => constant,
        })
    }

    /// Whether a word is a sum, a product or the like.
    fn is_arithmetic(&self, term: Term) -> bool {
        use Node::*;
        self.sort(term) == Sort::Word
            && matches!(self.node(term), Add(..) | Sub(..) | Mul(..) | Urem(..) | Srem(..))
    }

    /// A word as a polynomial.
    pub(super) fn poly_of(&mut self, root: Term) -> Rc<Poly> {
        let Ok(()) = walk::arguments_first(root, |term, waiting| -> Result<(), Infallible> {
            if self.polys.contains_key(&term) {
                return Ok(());
            }
            let before = waiting.len();
            if self.is_arithmetic(term) {
                let parts = self.node(term).args().chain(self.quotient_of(term));
                waiting.extend(parts.filter(|part| !self.polys.contains_key(part)));
            }
            if waiting.len() == before {
                let poly = self.poly_of_args(term);
                self.polys.insert(term, Rc::new(poly));
            }
            Ok(())
        });
        Rc::clone(&self.polys[&root])
    }

    /// The quotient that belongs to a remainder.
    fn quotient_of(&mut self, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Urem(a, b) => Some(self.udiv(a, b)),
            Node::Srem(a, b) => Some(self.sdiv(a, b)),
            _ => None,
        }
    }

    /// The polynomial of a term whose parts have theirs.
    fn poly_of_args(&mut self, term: Term) -> Poly {
        if let Node::Word(value) = self.node(term) {
            return constant(value);
        }
        if !self.is_arithmetic(term) {
            return atom(term);
        }
        let of = |terms: &Terms, term: Term| Rc::clone(&terms.polys[&term]);
        let poly = match self.node(term) {
            Node::Add(a, b) => Some(plus(&of(self, a), &of(self, b), 1)),
            Node::Sub(a, b) => Some(plus(&of(self, a), &of(self, b), u32::MAX)),
            Node::Mul(a, b) => multiplied(&of(self, a), &of(self, b)),
            Node::Urem(a, b) | Node::Srem(a, b) => {
                let quotient = self.quotient_of(term).expect("a remainder has a quotient");
                let multiple = multiplied(&of(self, quotient), &of(self, b));
                multiple.map(|multiple| plus(&of(self, a), &multiple, u32::MAX))
            }
            _ => None,
        };
        match poly {
            Some(poly) if poly.len() <= MAX_MONOMIALS => poly,
            _ => atom(term),
        }
    }
}
