//! Words as polynomials modulo 2^32, which decide equations without a solver.
//!
//! Sums, differences, products and remainders of words are polynomials over the other words, the
//! atoms. Equal polynomials mean equal words for all values of the atoms, so distributivity,
//! commuted sums and products and the like need no search. Where words are divided, compared,
//! extended, masked or used as addresses, the first word with a polynomial represents all others
//! with it, so terms built on them are equal too. The polynomial itself never replaces a term: a
//! product of sums, multiplied out, would be a larger circuit.
//!
//! A remainder is `x - x / y * y`. This holds for all words, including zero divisors, as SMT-LIB
//! defines division by zero.

use std::convert::Infallible;
use std::rc::Rc;

use super::polynomial::{Limits, Monomial, Polynomial, atom, constant, inverse, plus, times};
use super::{Node, Sort, Term, Terms, walk};

/// Maximum number of monomials; a larger polynomial becomes an atom.
const MAX_MONOMIALS: usize = 48;
/// Limits on an intermediate product, before monomials cancel out.
const LIMITS: Limits = Limits { monomials: 4 * MAX_MONOMIALS, degree: 32 };

/// A polynomial over terms.
pub(super) type Poly = Polynomial<Term>;

/// The result of simplifying an equation of polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equation {
    /// The equation is true, or false, for all values of the atoms.
    Decided(bool),
    /// It holds for exactly this value of an atom.
    Solved(Term, u32),
    /// Neither.
    Open,
}

/// Reads a polynomial that is a constant, or an atom added to or subtracted from a constant: the
/// atom, whether it is added, and the constant.
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

/// Simplifies `poly = 0`.
fn solve(poly: &Poly) -> Equation {
    let constant = poly.get(&Monomial::new()).copied().unwrap_or(0);
    let mut others = poly.iter().filter(|(monomial, _)| !monomial.is_empty());
    let Some((first, coefficient)) = others.next() else {
        return Equation::Decided(constant == 0);
    };
    // The sum of the other monomials is a multiple of the power of two that divides all their
    // coefficients. If the constant is not such a multiple, the total is nonzero.
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

/// A product; `None` where it exceeds the limits.
fn multiplied(a: &Poly, b: &Poly) -> Option<Poly> {
    let is_small = a.len() * b.len() <= LIMITS.monomials;
    is_small.then(|| times(a, b, LIMITS)).flatten()
}

impl Terms {
    /// Simplifies an equation of words.
    pub(super) fn solve_equation(&mut self, a: Term, b: Term) -> Equation {
        if ![a, b].iter().any(|&term| self.is_arithmetic(term)) {
            return Equation::Open;
        }
        let (a, b) = (self.poly_of(a), self.poly_of(b));
        solve(&plus(&a, &b, u32::MAX))
    }

    /// The representative of all terms with the same polynomial: an atom plus a constant if the
    /// polynomial has that form, else the first such term that was divided, compared or extended.
    /// So `(x + x + x) / 2` and `(3 * x) / 2` are one term, and so are `(0 - (0 - x)) / 2` and `x /
    /// 2`.
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

    /// Simplifies a sum or a product to `x + c`, `c - x` or `c`, where everything else cancels out.
    pub(super) fn cancelled(&mut self, term: Term) -> Option<Term> {
        let (atom, constant) = as_offset(&self.poly_of(term))?;
        let constant = self.word(constant);
        Some(match atom {
            Some((atom, true)) => self.add(atom, constant),
            Some((atom, false)) => self.intern(Node::Sub(constant, atom)),
            None => constant,
        })
    }

    /// Whether a word is a sum, a product or another polynomial operation.
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

    /// The quotient `x / y` for a remainder of `x` by `y`.
    fn quotient_of(&mut self, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Urem(a, b) => Some(self.udiv(a, b)),
            Node::Srem(a, b) => Some(self.sdiv(a, b)),
            _ => None,
        }
    }

    /// The polynomial of a term whose arguments have theirs.
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
