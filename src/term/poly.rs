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

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;

use super::{Node, Sort, Term, Terms, walk};

/// Monomials that a polynomial has at most; a larger one is an atom.
const MAX_MONOMIALS: usize = 48;
/// Factors that a monomial has at most.
const MAX_DEGREE: usize = 32;

/// A product of atoms, sorted; the empty one is 1.
type Monomial = Vec<Term>;

/// A sum of monomials with coefficients that are not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Poly(BTreeMap<Monomial, u32>);

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

impl Poly {
    fn constant(value: u32) -> Poly {
        let mut poly = Poly::default();
        poly.add(Monomial::new(), value);
        poly
    }

    fn atom(term: Term) -> Poly {
        Poly(BTreeMap::from([(vec![term], 1)]))
    }

    fn add(&mut self, monomial: Monomial, coefficient: u32) {
        let sum = self.0.entry(monomial).or_insert(0);
        *sum = sum.wrapping_add(coefficient);
    }

    fn tidied(mut self) -> Poly {
        self.0.retain(|_, coefficient| *coefficient != 0);
        self
    }

    /// `self + other * factor`
    fn plus(&self, other: &Poly, factor: u32) -> Poly {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.add(monomial.clone(), coefficient.wrapping_mul(factor));
        }
        sum.tidied()
    }

    fn times(&self, other: &Poly) -> Option<Poly> {
        if self.0.len() * other.0.len() > 4 * MAX_MONOMIALS {
            return None;
        }
        let mut product = Poly::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut monomial = [a.as_slice(), b].concat();
                if monomial.len() > MAX_DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                product.add(monomial, x.wrapping_mul(*y));
            }
        }
        Some(product.tidied())
    }

    /// The atom, if any, with whether it is added or taken away, and the
    /// constant, where that is all.
    fn as_offset(&self) -> Option<(Option<(Term, bool)>, u32)> {
        let (mut atom, mut constant) = (None, 0);
        for (monomial, &coefficient) in &self.0 {
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

    /// What `self = 0` comes to.
    fn solve(&self) -> Equation {
        let constant = self.0.get(&Monomial::new()).copied().unwrap_or(0);
        let mut others = self.0.iter().filter(|(monomial, _)| !monomial.is_empty());
        let Some((first, coefficient)) = others.next() else {
            return Equation::Decided(constant == 0);
        };
        // The sum of the others is a multiple of the power of two that
        // divides all their coefficients; where the constant is not, the sum
        // is not zero.
        let zeros = others.clone().map(|(_, c)| c.trailing_zeros()).min();
        let zeros =
            zeros.map_or(coefficient.trailing_zeros(), |z| z.min(coefficient.trailing_zeros()));
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
}

/// The inverse of an odd number modulo 2^32.
fn inverse(odd: u32) -> u32 {
    // Each of Newton's steps doubles the number of digits that are right; an
    // odd number is its own inverse modulo 8.
    (0..4).fold(odd, |x, _| x.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(x))))
}

impl Terms {
    /// What an equation of words comes to.
    pub(super) fn solve_equation(&mut self, a: Term, b: Term) -> Equation {
        if ![a, b].iter().any(|&term| self.is_arithmetic(term)) {
            return Equation::Open;
        }
        let (a, b) = (self.poly(a), self.poly(b));
        a.plus(&b, u32::MAX).solve()
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
        let poly = self.poly(term);
        *self.representatives.entry(poly).or_insert(term)
    }

    /// `x + c`, `c - x` or `c`, where that is all that is left of a sum or a
    /// product once what cancels out is gone.
    pub(super) fn cancelled(&mut self, term: Term) -> Option<Term> {
        let (atom, constant) = self.poly(term).as_offset()?;
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

    fn poly(&mut self, root: Term) -> Rc<Poly> {
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
            return Poly::constant(value).tidied();
        }
        if !self.is_arithmetic(term) {
            return Poly::atom(term);
        }
        let of = |terms: &Terms, term: Term| Rc::clone(&terms.polys[&term]);
        let poly = match self.node(term) {
            Node::Add(a, b) => Some(of(self, a).plus(&of(self, b), 1)),
            Node::Sub(a, b) => Some(of(self, a).plus(&of(self, b), u32::MAX)),
            Node::Mul(a, b) => of(self, a).times(&of(self, b)),
            Node::Urem(a, b) | Node::Srem(a, b) => {
                let quotient = self.quotient_of(term).expect("a remainder has a quotient");
                let multiple = of(self, quotient).times(&of(self, b));
                multiple.map(|multiple| of(self, a).plus(&multiple, u32::MAX))
            }
            _ => None,
        };
        match poly {
            Some(poly) if poly.0.len() <= MAX_MONOMIALS => poly,
            _ => Poly::atom(term),
        }
    }
}
