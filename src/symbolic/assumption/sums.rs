//! Prints words as sums of products with coefficients, in their shortest form.

use num_traits::{Bounded, One, PrimInt, WrappingMul, WrappingNeg, Zero};

use super::{Expression, Expressions, Writer};
use crate::contract::Operator;
use crate::term::polynomial::{self, Limits, Monomial, Polynomial, atom, constant, inverse, plus};
use crate::word::Word;

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

/// A sum of products of words.
type SumOfProducts<E> = Polynomial<<E as Expressions>::Word, <E as Expressions>::Value>;

impl<E: Expressions> Writer<'_, E> {
    /// Prints a word, in parentheses where its precedence is lower than the context requires.
    pub(super) fn word(&mut self, word: E::Word, reading: Reading, place: Level) -> Option<String> {
        if let Some(value) = self.number(word) {
            return Some(match reading {
                Reading::Signed if place > Level::Sum && value.is_negative() => {
                    format!("({})", value.signed())
                }
                Reading::Signed => value.signed().to_string(),
                Reading::Unsigned => value.to_string(),
            });
        }
        let unchanged = self.operation(word);
        let normal = self.polynomial(word).filter(|sum| *sum != atom(word));
        let normal = normal.and_then(|sum| self.sum(&sum));
        let (text, level) = match (unchanged, normal) {
            (Some(one), Some(other)) if one.0.len() < other.0.len() => one,
            (_, Some(other)) => other,
            (one, None) => one?,
        };
        Some(if level < place { format!("({text})") } else { text })
    }

    /// A word as a polynomial.
    pub(super) fn polynomial(&mut self, word: E::Word) -> Option<SumOfProducts<E>> {
        self.spend()?;
        let made = match self.of.expression(word) {
            Expression::Number(value) => return Some(constant(value)),
            Expression::Apply(operator @ (Operator::Add | Operator::Subtract), [a, b]) => {
                let is_sum = operator == Operator::Add;
                let sign = if is_sum { E::Value::one() } else { E::Value::max_value() };
                Some(plus(&self.polynomial(a)?, &self.polynomial(b)?, sign))
            }
            Expression::Apply(Operator::Multiply, [a, b]) => {
                polynomial::times(&self.polynomial(a)?, &self.polynomial(b)?, LIMITS)
            }
            Expression::Sum(number, parts) => {
                let mut sum = constant(number);
                for (word, factor) in parts {
                    sum = plus(&sum, &self.polynomial(word)?, factor);
                }
                Some(sum)
            }
            _ => None,
        };
        let fits = |sum: &SumOfProducts<E>| sum.len() <= LIMITS.monomials;
        Some(made.filter(fits).unwrap_or_else(|| atom(word)))
    }

    /// Prints an operation unchanged.
    fn operation(&mut self, word: E::Word) -> Option<(String, Level)> {
        self.spend()?;
        let (operator, [a, b], level) = match self.of.expression(word) {
            Expression::Input(name) => return Some((name.to_owned(), Level::Atom)),
            Expression::Masked(a, modulus) => {
                let a = self.word(a, Reading::Signed, Level::Product)?;
                return Some((format!("{a} %u {modulus}"), Level::Product));
            }
            Expression::Apply(operator, words) => {
                let (text, level) = match operator {
                    Operator::Add => ("+", Level::Sum),
                    Operator::Subtract => ("-", Level::Sum),
                    Operator::Multiply => ("*", Level::Product),
                    Operator::Divide => ("/", Level::Product),
                    Operator::Remainder => ("%", Level::Product),
                    Operator::DivideUnsigned => ("/u", Level::Product),
                    Operator::RemainderUnsigned => ("%u", Level::Product),
                    Operator::MultiplyHigh | Operator::MultiplyHighUnsigned => return None,
                };
                (text, words, level)
            }
            _ => return None,
        };
        let a = self.word(a, Reading::Signed, level)?;
        let b = self.word(b, Reading::Signed, Level::Atom)?;
        Some((format!("{a} {operator} {b}"), level))
    }

    /// Prints a sum, positive summands first.
    fn sum(&mut self, sum: &SumOfProducts<E>) -> Option<(String, Level)> {
        let known = sum.get(&Monomial::new()).copied().unwrap_or_default();
        let parts: Vec<(&Monomial<E::Word>, E::Value)> = sum
            .iter()
            .filter(|(monomial, _)| !monomial.is_empty())
            .map(|(monomial, &coefficient)| (monomial, coefficient))
            .collect();
        let is_negative = |it: E::Value| it.is_negative() && it != E::Value::sign_bit();
        let mut text = String::new();
        let mut level = Level::Sum;
        let (below, above): (Vec<_>, Vec<_>) = parts.into_iter().partition(|it| is_negative(it.1));
        match (&above[..], &below[..]) {
            ([], _) => text.push_str(&known.signed().to_string()),
            ([(monomial, coefficient)], []) if known.is_zero() => {
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
        if !above.is_empty() && !known.is_zero() {
            text.push_str(&match is_negative(known) {
                true => format!(" - {}", known.wrapping_neg()),
                false => format!(" + {known}"),
            });
        }
        Some((text, level))
    }

    /// Prints a product of words after its coefficient.
    fn product(
        &mut self,
        words: &Monomial<E::Word>,
        coefficient: E::Value,
    ) -> Option<(String, Level)> {
        if let ([word], true) = (&words[..], coefficient.is_one()) {
            return self.operation(*word);
        }
        let mut text = if coefficient.is_one() { String::new() } else { coefficient.to_string() };
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
        mut sum: SumOfProducts<E>,
        relation: &str,
    ) -> Option<String> {
        let known = sum.remove(&Monomial::new()).unwrap_or_default();
        let common = sum.values().fold(known.magnitude(), |all, it| gcd(all, it.magnitude()));
        let odd = match common.is_zero() {
            true => return Some(format!("0 {relation} {}", known.wrapping_neg().signed())),
            false => inverse(common >> common.trailing_zeros() as usize),
        };
        // An odd factor has an inverse modulo 2^width.
        let factor = match sum.iter().next() {
            Some((_, &coefficient)) if sum.len() == 1 && is_odd(coefficient) => {
                inverse(coefficient)
            }
            _ => odd,
        };
        let known = known.wrapping_mul(&factor);
        sum.values_mut().for_each(|coefficient| *coefficient = coefficient.wrapping_mul(&factor));
        let [mut right, mut left] = [true, false].map(|of| {
            let side = sum.iter().filter(|(_, coefficient)| coefficient.is_negative() == of);
            let side = side.map(|(monomial, coefficient)| {
                let coefficient = if of { coefficient.wrapping_neg() } else { *coefficient };
                (monomial.clone(), coefficient)
            });
            side.collect::<SumOfProducts<E>>()
        });
        let mut known = known.wrapping_neg();
        let is_turned = match (left.is_empty(), right.is_empty()) {
            (true, _) => true,
            (_, true) => false,
            _ if known.is_zero() => {
                let sizes = |side| (SumOfProducts::<E>::len(side), weight(side));
                let first = |side: &SumOfProducts<E>| side.keys().next().cloned();
                match sizes(&left) == sizes(&right) {
                    true => first(&left) > first(&right),
                    false => left.len() > right.len() || weight(&left) > weight(&right),
                }
            }
            _ => known.is_negative(),
        };
        if is_turned {
            std::mem::swap(&mut left, &mut right);
            known = known.wrapping_neg();
        }
        let left = self.sum(&left)?.0;
        let right = match right.is_empty() {
            true => known.signed().to_string(),
            false => self.sum(&plus(&right, &constant(known), E::Value::one()))?.0,
        };
        Some(format!("{left} {relation} {right}"))
    }
}

/// The largest coefficient. The simpler side comes first, then the one with the older word.
fn weight<A, W: Word>(sum: &Polynomial<A, W>) -> W {
    sum.values().copied().max().unwrap_or_default()
}

fn is_odd<W: Word>(word: W) -> bool {
    (word & W::one()).is_one()
}

fn gcd<W: Word>(a: W, b: W) -> W {
    if b.is_zero() { a } else { gcd(b, a % b) }
}
