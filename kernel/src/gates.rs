//! Bit-blasting: words as bits, and operations as gates defined by clauses (Tseitin).
//!
//! A gate is a variable with the clauses that define it. Equal gates are shared, and gates with constant operands are
//! simplified. For each choice of the bits that [`Gates::word`] and [`Gates::divide`] introduce, as far as these exist,
//! the clauses of this module are satisfiable. So if the clauses are contradictory, so are the facts they come from.

use std::collections::HashMap;

use crate::lrat::Literal;

/// The literal that is true.
pub const TRUE: Literal = 1;

/// The bits of a number, the lowest first.
pub type Bits = Vec<Literal>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Literal, Literal),
    Xor(Literal, Literal),
}

/// Gates and their clauses.
pub struct Gates {
    /// The clauses so far.
    pub clauses: Vec<Vec<Literal>>,
    variables: i32,
    gates: HashMap<Gate, Literal>,
}

/// The bits of a constant.
pub fn number(value: u128, width: usize) -> Bits {
    let is_set = |bit: usize| value.checked_shr(bit as u32).unwrap_or(0) & 1 == 1;
    (0..width).map(|bit| if is_set(bit) { TRUE } else { -TRUE }).collect()
}

/// The bits of `-x - 1`, given those of `x`.
pub fn flip(bits: &[Literal]) -> Bits {
    bits.iter().map(|bit| -bit).collect()
}

/// A number zero-extended or truncated to a width.
pub fn resize(bits: &[Literal], width: usize) -> Bits {
    let mut bits = bits.to_vec();
    bits.resize(width, -TRUE);
    bits
}

impl Default for Gates {
    fn default() -> Gates {
        Gates { clauses: vec![vec![TRUE]], variables: 1, gates: HashMap::new() }
    }
}

impl Gates {
    /// Adds a clause: one of the literals holds.
    pub fn clause(&mut self, literals: &[Literal]) {
        if !literals.contains(&TRUE) {
            let open = literals.iter().copied().filter(|&literal| literal != -TRUE);
            self.clauses.push(open.collect());
        }
    }

    fn variable(&mut self) -> Literal {
        self.variables += 1;
        self.variables
    }

    /// The bits of an arbitrary word.
    pub fn word(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.variable()).collect()
    }

    /// The variable of a gate, and whether it is new.
    fn gate(&mut self, gate: Gate) -> (Literal, bool) {
        match self.gates.get(&gate) {
            Some(&bit) => (bit, false),
            None => {
                let bit = self.variable();
                self.gates.insert(gate, bit);
                (bit, true)
            }
        }
    }

    /// `a` and `b`
    pub fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || b == TRUE {
            return a;
        }
        if a == -TRUE || b == -TRUE || a == -b {
            return -TRUE;
        }
        if a == TRUE {
            return b;
        }
        let (bit, is_new) = self.gate(Gate::And(a, b));
        if is_new {
            self.clause(&[-bit, a]);
            self.clause(&[-bit, b]);
            self.clause(&[bit, -a, -b]);
        }
        bit
    }

    /// `a` or `b`
    pub fn or(&mut self, a: Literal, b: Literal) -> Literal {
        -self.and(-a, -b)
    }

    /// Either `a` or `b`.
    pub fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        // Gates are defined over variables; a negated operand negates the output.
        let sign = if (a < 0) == (b < 0) { 1 } else { -1 };
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        if a == b {
            return -TRUE * sign;
        }
        if a == TRUE {
            return -b * sign;
        }
        let (bit, is_new) = self.gate(Gate::Xor(a, b));
        if is_new {
            self.clause(&[-bit, a, b]);
            self.clause(&[-bit, -a, -b]);
            self.clause(&[bit, -a, b]);
            self.clause(&[bit, a, -b]);
        }
        bit * sign
    }

    /// The sum of two numbers of one width and a carry, modulo 2^width, and the carry out.
    pub fn add(&mut self, a: &[Literal], b: &[Literal], mut carry: Literal) -> (Bits, Literal) {
        let mut sum = Bits::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let (half, both, either) = (self.xor(a, b), self.and(a, b), self.or(a, b));
            sum.push(self.xor(half, carry));
            let carried = self.and(carry, either);
            carry = self.or(both, carried);
        }
        (sum, carry)
    }

    /// The product modulo 2^width.
    pub fn multiply(&mut self, a: &[Literal], b: &[Literal], width: usize) -> Bits {
        let mut sum = number(0, width);
        for (shift, &bit) in b.iter().enumerate().take(width) {
            if bit == -TRUE {
                continue;
            }
            let mut row = number(0, shift);
            row.extend(a.iter().map(|&a| self.and(a, bit)));
            sum = self.add(&sum, &resize(&row, width), -TRUE).0;
        }
        sum
    }

    /// Whether a number is below another one of the same width: `b - a - 1` does not borrow.
    pub fn below(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        -self.add(a, &flip(b), TRUE).1
    }

    /// Whether two numbers are equal.
    pub fn equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let mut all = TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            all = self.and(all, -differ);
        }
        all
    }

    /// The quotient and the remainder of numbers of one width. If `b` is zero, arbitrary words; otherwise the words
    /// with `q·b + r = a` in twice the width and `r < b`.
    pub fn divide(&mut self, a: &[Literal], b: &[Literal]) -> (Bits, Bits) {
        let width = a.len();
        let (q, r) = (self.word(width), self.word(width));
        let by_zero = self.equal(b, &number(0, width));
        let product = self.multiply(&q, b, 2 * width);
        let (sum, _) = self.add(&product, &resize(&r, 2 * width), -TRUE);
        let is_sum = self.equal(&sum, &resize(a, 2 * width));
        let is_below = self.below(&r, b);
        self.clause(&[by_zero, is_sum]);
        self.clause(&[by_zero, is_below]);
        (q, r)
    }
}
