//! Circuits: facts about forms as clauses for a SAT solver, with the gates of the kernel.

use std::collections::{BTreeMap, HashMap};

use tamarin_kernel::gates::{Bits, Gates, TRUE, flip, number, resize};
use tamarin_kernel::word::Operator;

use super::forms::{Atom, AtomId, Fact, Form, Forms, InputId};

/// A literal: the number of a variable, from 1, or negative for its negation.
type Literal = i32;

/// Gates for forms.
pub struct Circuit<'f> {
    forms: &'f Forms,
    gates: Gates,
    atoms: HashMap<AtomId, Bits>,
    divisions: HashMap<[Bits; 2], [Bits; 2]>,
    inputs: BTreeMap<InputId, Bits>,
    most: usize,
}

/// The clauses exceed the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl<'f> Circuit<'f> {
    /// An empty circuit that may have about `most` clauses.
    pub fn new(forms: &'f Forms, most: usize) -> Circuit<'f> {
        let (gates, inputs) = (Gates::default(), BTreeMap::new());
        let (atoms, divisions) = (HashMap::new(), HashMap::new());
        Circuit { forms, gates, atoms, divisions, inputs, most }
    }

    /// The clauses so far.
    pub fn clauses(&self) -> &[Vec<Literal>] {
        &self.gates.clauses
    }

    /// Requires that the truth of a fact is `holds`.
    pub fn assume(&mut self, fact: Fact, holds: bool) -> Result<(), TooLarge> {
        let literal = self.fact(fact)?;
        self.gates.clause(&[if holds { literal } else { -literal }]);
        Ok(())
    }

    /// Demands that some form is not zero.
    pub fn assume_any_nonzero(&mut self, forms: &[Form]) -> Result<(), TooLarge> {
        let literals: Result<Vec<_>, _> =
            forms.iter().map(|form| Ok(-self.fact(Fact::Zero(*form))?)).collect();
        self.gates.clause(&literals?);
        Ok(())
    }

    /// The values of the inputs in a model, which has the value of each variable.
    pub fn inputs(&self, model: &[bool]) -> BTreeMap<InputId, u64> {
        let bit = |literal: &Literal| {
            let value = model.get(literal.unsigned_abs() as usize - 1).copied().unwrap_or(false);
            u64::from(value == (*literal > 0))
        };
        let word = |bits: &Bits| bits.iter().rev().fold(0, |word, it| word << 1 | bit(it));
        self.inputs.iter().map(|(input, bits)| (*input, word(bits))).collect()
    }

    fn width(&self) -> usize {
        self.forms.width.bits() as usize
    }

    fn fact(&mut self, fact: Fact) -> Result<Literal, TooLarge> {
        for atom in self.forms.atoms_below(fact.forms()) {
            self.define(atom)?;
        }
        Ok(match fact {
            Fact::Zero(form) => {
                let [left, right] = self.balanced(form);
                self.gates.equal(&left, &right)
            }
            Fact::Below(a, b) => {
                let [a, b] = [a, b].map(|form| self.word(form));
                self.gates.below(&a, &b)
            }
        })
    }

    /// Two words that are equal if and only if a form is zero: summands with a factor above half of 2^width move to the
    /// other side.
    fn balanced(&mut self, form: Form) -> [Bits; 2] {
        let (sum, width) = (self.forms.sum(form).clone(), self.forms.width);
        let [mut left, mut right] = [number(0, self.width()), number(0, self.width())];
        for (atom, factor) in sum.parts {
            let bits = self.atoms[&atom].clone();
            if factor > width.half() {
                right = self.add_multiple(&right, &bits, width.wrap(factor.wrapping_neg()));
            } else {
                left = self.add_multiple(&left, &bits, factor);
            }
        }
        let negated = number(u128::from(width.wrap(sum.constant.wrapping_neg())), self.width());
        if right.iter().all(|bit| *bit == -TRUE) {
            return [left, negated];
        }
        let constant = number(u128::from(sum.constant), self.width());
        [self.gates.add(&left, &constant, -TRUE).0, right]
    }

    /// The bits of a form whose atoms are defined.
    fn word(&mut self, form: Form) -> Bits {
        let sum = self.forms.sum(form).clone();
        let mut word = number(u128::from(sum.constant), self.width());
        for (atom, factor) in sum.parts {
            let bits = self.atoms[&atom].clone();
            word = self.add_multiple(&word, &bits, factor);
        }
        word
    }

    /// `sum + bits * factor`, modulo 2^width of `sum`. The factor is written with digits -1, 0 and 1, no two adjacent
    /// ones nonzero, so that it has few of them.
    fn add_multiple(&mut self, sum: &[Literal], bits: &[Literal], factor: u64) -> Bits {
        let (mut sum, width) = (sum.to_vec(), sum.len());
        let mut rest = i128::from(factor);
        if factor > self.forms.width.half() {
            rest -= self.forms.width.modulus();
        }
        let mut shift = 0;
        while rest != 0 && shift < width {
            if rest & 1 == 1 {
                let digit = if rest & 3 == 3 { -1 } else { 1 };
                let mut row = number(0, shift);
                row.extend(bits);
                let row = resize(&row, width);
                let (row, carry) = if digit < 0 { (flip(&row), TRUE) } else { (row, -TRUE) };
                sum = self.gates.add(&sum, &row, carry).0;
                rest -= digit;
            }
            rest >>= 1;
            shift += 1;
        }
        sum
    }

    /// Gives bits to an atom whose operands' atoms have bits.
    fn define(&mut self, atom: AtomId) -> Result<(), TooLarge> {
        if self.atoms.contains_key(&atom) {
            return Ok(());
        }
        if self.gates.clauses.len() > self.most {
            return Err(TooLarge);
        }
        let width = self.width();
        let bits = match self.forms.atom(atom) {
            Atom::Input(input) => {
                let bits = self.gates.word(width);
                self.inputs.insert(input, bits.clone());
                bits
            }
            Atom::Apply(operator, a, b) => {
                let [a, b] = [a, b].map(|form| self.word(form));
                self.apply(operator, &a, &b)
            }
        };
        self.atoms.insert(atom, bits);
        Ok(())
    }

    fn apply(&mut self, operator: Operator, a: &[Literal], b: &[Literal]) -> Bits {
        let width = self.width();
        let sign = |bits: &[Literal]| bits[width - 1];
        match operator {
            Operator::Add => self.gates.add(a, b, -TRUE).0,
            Operator::Sub => self.gates.add(a, &flip(b), TRUE).0,
            Operator::Mul => self.multiply(a, b),
            Operator::High => self.gates.multiply(a, b, 2 * width).split_off(width),
            Operator::HighSigned => {
                // A negative factor is its unsigned value minus 2^width.
                let mut high = self.gates.multiply(a, b, 2 * width).split_off(width);
                for (one, other) in [(a, b), (b, a)] {
                    let row = other.iter().map(|bit| self.gates.and(*bit, sign(one)));
                    let row = flip(&row.collect::<Bits>());
                    high = self.gates.add(&high, &row, TRUE).0;
                }
                high
            }
            Operator::Quotient => self.divide(a, b)[0].clone(),
            Operator::Remainder => self.divide(a, b)[1].clone(),
            Operator::QuotientSigned | Operator::RemainderSigned => {
                let (x, y) = (self.negated_if(sign(a), a), self.negated_if(sign(b), b));
                let [quotient, remainder] = self.divide(&x, &y);
                if operator == Operator::RemainderSigned {
                    return self.negated_if(sign(a), &remainder);
                }
                let sign = self.gates.xor(sign(a), sign(b));
                self.negated_if(sign, &quotient)
            }
            Operator::Less => resize(&[self.gates.below(a, b)], width),
            Operator::LessSigned => {
                let [a, b] = [a, b].map(|bits| {
                    let mut bits = bits.to_vec();
                    bits[width - 1] = -bits[width - 1];
                    bits
                });
                resize(&[self.gates.below(&a, &b)], width)
            }
        }
    }

    /// The product modulo 2^width. The factor with fewer rows is the second one: if the high bits of a factor are equal,
    /// they are its sign, and one row is subtracted for all of them.
    fn multiply(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let [a, b] = if rows(a) < rows(b) { [b, a] } else { [a, b] };
        let (width, sign) = (a.len(), b[b.len() - 1]);
        let mut product = number(0, width);
        for (shift, &bit) in b.iter().enumerate().take(low_bits(b) + 1) {
            if bit == -TRUE {
                continue;
            }
            let mut row = number(0, shift);
            row.extend(a.iter().map(|&a| self.gates.and(a, bit)));
            let row = resize(&row, width);
            let is_sign = shift == low_bits(b) && bit == sign;
            let (row, carry) = if is_sign { (flip(&row), TRUE) } else { (row, -TRUE) };
            product = self.gates.add(&product, &row, carry).0;
        }
        product
    }

    /// The negative of a word if a literal holds, else the word.
    fn negated_if(&mut self, sign: Literal, bits: &[Literal]) -> Bits {
        let turned: Bits = bits.iter().map(|bit| self.gates.xor(*bit, sign)).collect();
        self.gates.add(&turned, &number(0, bits.len()), sign).0
    }

    /// Quotient and remainder of unsigned words.
    fn divide(&mut self, a: &[Literal], b: &[Literal]) -> [Bits; 2] {
        let key = [a.to_vec(), b.to_vec()];
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let result = match as_number(b) {
            Some(divisor) if divisor > 0 => self.divide_by(a, divisor),
            _ => self.divide_unknown(a, b),
        };
        self.divisions.insert(key, result.clone());
        result
    }

    /// The words with `q*b + r = a` and `r < b`, if `b` is not zero. No summand of the product is larger than `a`, so no
    /// bit leaves the word.
    fn divide_unknown(&mut self, a: &[Literal], b: &[Literal]) -> [Bits; 2] {
        let width = a.len();
        let (quotient, remainder) = (self.gates.word(width), self.gates.word(width));
        let by_zero = self.gates.equal(b, &number(0, width));
        let mut sum = remainder.clone();
        for (shift, &bit) in quotient.iter().enumerate() {
            let (inside, outside) = b.split_at(width - shift);
            outside.iter().for_each(|b| self.gates.clause(&[by_zero, -bit, -b]));
            let mut row = number(0, shift);
            row.extend(inside.iter().map(|b| self.gates.and(*b, bit)));
            let (next, carry) = self.gates.add(&sum, &row, -TRUE);
            self.gates.clause(&[by_zero, -carry]);
            sum = next;
        }
        let is_sum = self.gates.equal(&sum, a);
        let is_below = self.gates.below(&remainder, b);
        self.gates.clause(&[by_zero, is_sum]);
        self.gates.clause(&[by_zero, is_below]);
        [quotient, remainder]
    }

    /// Quotient and remainder by a constant of `size` bits: the remainder has at most as many, and the quotient at most
    /// `width + 1 - size`. Nothing wraps in two bits more than a word.
    fn divide_by(&mut self, a: &[Literal], divisor: u64) -> [Bits; 2] {
        let width = a.len();
        let size = (u64::BITS - divisor.leading_zeros()) as usize;
        if divisor.is_power_of_two() {
            let (low, high) = a.split_at(size - 1);
            return [resize(high, width), resize(low, width)];
        }
        let wide = width + 2;
        let quotient = resize(&self.gates.word(width + 1 - size), wide);
        let remainder = resize(&self.gates.word(size), wide);
        let product = self.gates.multiply(&quotient, &number(u128::from(divisor), wide), wide);
        let sum = self.gates.add(&product, &remainder, -TRUE).0;
        let is_sum = self.gates.equal(&sum, &resize(a, wide));
        let is_below = self.gates.below(&remainder, &number(u128::from(divisor), wide));
        self.gates.clause(&[is_sum]);
        self.gates.clause(&[is_below]);
        [resize(&quotient, width), resize(&remainder, width)]
    }
}

/// The number of bits below those that are equal to the highest one.
fn low_bits(bits: &[Literal]) -> usize {
    let sign = bits[bits.len() - 1];
    bits.iter().rposition(|bit| *bit != sign).map_or(0, |last| last + 1)
}

/// The number of rows of a product by a factor.
fn rows(factor: &[Literal]) -> usize {
    factor.iter().take(low_bits(factor) + 1).filter(|bit| **bit != -TRUE).count()
}

/// The number whose bits are all constant.
fn as_number(bits: &[Literal]) -> Option<u64> {
    bits.iter().rev().try_fold(0, |word: u64, bit| match *bit {
        TRUE => Some(word << 1 | 1),
        _ if *bit == -TRUE => Some(word << 1),
        _ => None,
    })
}
