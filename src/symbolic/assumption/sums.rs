//! Prints words as sums of products with coefficients, in their shortest form.

use super::Writer;
use crate::term::polynomial::{self, Limits, Monomial, Polynomial, atom, constant, inverse, plus};
use crate::term::{Node, Term};

/// Limits on a sum.
const LIMITS: Limits = Limits { monomials: 12, degree: 4 };

/// How the constant in a comparison is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Signed,
    Unsigned,
}

/// The precedence that a context requires of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Sum,
    Product,
    Atom,
}

impl Writer<'_> {
    /// Prints a word, in parentheses where its precedence is lower than the context requires.
    pub(super) fn word(&mut self, term: Term, reading: Reading, place: Level) -> Option<String> {
        if let Node::Word(value) = self.terms.node(term) {
            return Some(match reading {
                Reading::Signed if place > Level::Sum && (value as i32) < 0 => {
                    format!("({})", value as i32)
                }
                Reading::Signed => (value as i32).to_string(),
                Reading::Unsigned => value.to_string(),
            });
        }
        let unchanged = self.operation(term);
        let normal = self.polynomial(term).filter(|sum| *sum != atom(term));
        let normal = normal.and_then(|sum| self.sum(&sum));
        let (text, level) = match (unchanged, normal) {
            (Some(one), Some(other)) if one.0.len() < other.0.len() => one,
            (_, Some(other)) => other,
            (one, None) => one?,
        };
        Some(if level < place { format!("({text})") } else { text })
    }

    /// A word as a polynomial.
    pub(super) fn polynomial(&mut self, term: Term) -> Option<Polynomial<Term>> {
        self.spend()?;
        let made = match self.terms.node(term) {
            Node::Word(value) => return Some(constant(value)),
            Node::Add(a, b) => Some(plus(&self.polynomial(a)?, &self.polynomial(b)?, 1)),
            Node::Sub(a, b) => Some(plus(&self.polynomial(a)?, &self.polynomial(b)?, u32::MAX)),
            Node::Mul(a, b) => {
                polynomial::times(&self.polynomial(a)?, &self.polynomial(b)?, LIMITS)
            }
            _ => None,
        };
        let fits = |sum: &Polynomial<Term>| sum.len() <= LIMITS.monomials;
        Some(made.filter(fits).unwrap_or_else(|| atom(term)))
    }

    /// Prints an operation unchanged.
    fn operation(&mut self, term: Term) -> Option<(String, Level)> {
        self.spend()?;
        let (operator, a, b, level) = match self.terms.node(term) {
            Node::Symbol(symbol) => {
                return Some((self.terms.symbol_name(symbol).to_owned(), Level::Atom));
            }
            Node::Add(a, b) => ("+", a, b, Level::Sum),
            Node::Sub(a, b) => ("-", a, b, Level::Sum),
            Node::Mul(a, b) => ("*", a, b, Level::Product),
            Node::Sdiv(a, b) => ("/", a, b, Level::Product),
            Node::Srem(a, b) => ("%", a, b, Level::Product),
            Node::Udiv(a, b) => ("/u", a, b, Level::Product),
            Node::Urem(a, b) => ("%u", a, b, Level::Product),
            Node::BitAnd(a, b) => {
                let mask = self.terms.as_const(b)? as u32;
                let (true, false) = (mask & mask.wrapping_add(1) == 0, mask == u32::MAX) else {
                    return None;
                };
                let a = self.word(a, Reading::Signed, Level::Product)?;
                return Some((format!("{a} %u {}", mask + 1), Level::Product));
            }
            _ => return None,
        };
        let a = self.word(a, Reading::Signed, level)?;
        let b = self.word(b, Reading::Signed, Level::Atom)?;
        Some((format!("{a} {operator} {b}"), level))
    }

    /// Prints a sum, positive summands first.
    fn sum(&mut self, sum: &Polynomial<Term>) -> Option<(String, Level)> {
        let known = sum.get(&Monomial::new()).copied().unwrap_or(0);
        let parts: Vec<(&Monomial<Term>, u32)> = sum
            .iter()
            .filter(|(monomial, _)| !monomial.is_empty())
            .map(|(monomial, &coefficient)| (monomial, coefficient))
            .collect();
        let is_negative = |coefficient: u32| (coefficient as i32) < 0 && coefficient != 1 << 31;
        let mut text = String::new();
        let mut level = Level::Sum;
        let (below, above): (Vec<_>, Vec<_>) = parts.into_iter().partition(|it| is_negative(it.1));
        match (&above[..], &below[..]) {
            ([], _) => text.push_str(&(known as i32).to_string()),
            ([(monomial, coefficient)], []) if known == 0 => {
                let (product, of_product) = self.product(monomial, *coefficient)?;
                (text, level) = (product, of_product);
            }
            _ => {
                for (monomial, coefficient) in &above {
                    let (product, _) = self.product(monomial, *coefficient)?;
                    let plus = if text.is_empty() { "" } else { " + " };
                    text.push_str(&format!("{plus}{product}"));
                }
            }
        }
        for (monomial, coefficient) in &below {
            let (product, _) = self.product(monomial, coefficient.wrapping_neg())?;
            text.push_str(&format!(" - {product}"));
        }
        if !above.is_empty() && known != 0 {
            text.push_str(&match is_negative(known) {
                true => format!(" - {}", known.wrapping_neg()),
                false => format!(" + {known}"),
            });
        }
        Some((text, level))
    }

    /// Prints a product of words after its coefficient.
    fn product(&mut self, words: &Monomial<Term>, coefficient: u32) -> Option<(String, Level)> {
        if let ([word], 1) = (&words[..], coefficient) {
            return self.operation(*word);
        }
        let mut text = if coefficient == 1 { String::new() } else { coefficient.to_string() };
        for &word in words {
            let (word, level) = self.operation(word)?;
            let times = if text.is_empty() { "" } else { " * " };
            text.push_str(&match level {
                Level::Atom => format!("{times}{word}"),
                _ => format!("{times}({word})"),
            });
        }
        Some((text, Level::Product))
    }

    /// Prints that a sum is zero, or that it is not, with the negative summands moved to the other
    /// side.
    pub(super) fn equal_to_zero(
        &mut self,
        mut sum: Polynomial<Term>,
        relation: &str,
    ) -> Option<String> {
        let known = sum.remove(&Monomial::new()).unwrap_or(0);
        let size = |value: u32| (value as i32).unsigned_abs();
        let common = sum.values().fold(size(known), |all, &it| gcd(all, size(it)));
        let odd = match common {
            0 => return Some(format!("0 {relation} {}", known.wrapping_neg() as i32)),
            _ => inverse(common >> common.trailing_zeros()),
        };
        // An odd factor has an inverse modulo 2^32.
        let factor = match sum.iter().next() {
            Some((_, coefficient)) if sum.len() == 1 && coefficient % 2 == 1 => {
                inverse(*coefficient)
            }
            _ => odd,
        };
        let known = known.wrapping_mul(factor);
        sum.values_mut().for_each(|coefficient| *coefficient = coefficient.wrapping_mul(factor));
        let is_negative = |value: u32| (value as i32) < 0;
        let [mut right, mut left] = [true, false].map(|of| {
            let side = sum.iter().filter(|(_, coefficient)| is_negative(**coefficient) == of);
            let side = side.map(|(monomial, coefficient)| {
                let coefficient = if of { coefficient.wrapping_neg() } else { *coefficient };
                (monomial.clone(), coefficient)
            });
            side.collect::<Polynomial<Term>>()
        });
        let mut known = known.wrapping_neg();
        let is_turned = match (left.is_empty(), right.is_empty()) {
            (true, _) => true,
            (_, true) => false,
            _ if known == 0 => {
                let sizes = |side| (Polynomial::len(side), weight(side));
                let first = |side: &Polynomial<Term>| side.keys().next().cloned();
                match sizes(&left) == sizes(&right) {
                    true => first(&left) > first(&right),
                    false => left.len() > right.len() || weight(&left) > weight(&right),
                }
            }
            _ => is_negative(known),
        };
        if is_turned {
            std::mem::swap(&mut left, &mut right);
            known = known.wrapping_neg();
        }
        let left = self.sum(&left)?.0;
        let right = match right.is_empty() {
            true => (known as i32).to_string(),
            false => self.sum(&plus(&right, &constant(known), 1))?.0,
        };
        Some(format!("{left} {relation} {right}"))
    }
}

/// The largest coefficient. The simpler side comes first, then the one with the older word.
fn weight(sum: &Polynomial<Term>) -> u32 {
    sum.values().copied().max().unwrap_or(0)
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
