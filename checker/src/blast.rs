//! Bit-blasting: conditions as clauses over bits.
//!
//! A gate is a variable with the clauses that define it; equal gates are shared. Unknown words are unconstrained: a
//! quotient by zero, a word of an unknown memory (the same one at the same address), and words at unknown addresses of
//! a long program. So if the clauses are contradictory, so are the conditions.

use std::collections::HashMap;

use crate::certificate::Footprint;
use crate::memory::{Contents, Memories, Memory};
use crate::terms::{Atom, Condition, Fact, Monomial, Node, Polynomial, Terms, Word};

/// A literal: the number of a variable, or its negation as a negative number.
type Bit = i32;

/// The literal that is true.
const TRUE: Bit = 1;

/// The bits of a word, the lowest first.
type Bits = Vec<Bit>;

/// Maximum length in words of a program in which unknown addresses are looked up.
const LOOKED_UP: usize = 1_024;

/// Maximum nesting of atoms.
const DEPTH: u32 = 200;

/// Maximum number of clauses.
const CLAUSES: usize = 2_000_000;

/// The clauses of the conditions; none if there are too many. Equal terms give equal clauses.
pub fn clauses(
    terms: &Terms,
    memories: &Memories,
    conditions: &[Condition],
) -> Option<Vec<Vec<i32>>> {
    let mut blaster = Blaster {
        terms,
        memories,
        clauses: vec![vec![TRUE]],
        variables: 1,
        gates: HashMap::new(),
        sums: HashMap::new(),
        atoms: HashMap::new(),
        highs: HashMap::new(),
        divisions: HashMap::new(),
        orders: HashMap::new(),
        loads: HashMap::new(),
        unknown: HashMap::new(),
        depth: 0,
        is_full: false,
    };
    for condition in conditions {
        let bit = blaster.fact(condition.fact);
        let bit = if condition.holds { bit } else { -bit };
        blaster.clause(&[bit]);
    }
    (!blaster.is_full).then_some(blaster.clauses)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Bit, Bit),
    Xor(Bit, Bit),
    Majority(Bit, Bit, Bit),
    Choice(Bit, Bit, Bit),
}

struct Blaster<'t> {
    terms: &'t Terms,
    memories: &'t Memories,
    clauses: Vec<Vec<Bit>>,
    variables: i32,
    gates: HashMap<Gate, Bit>,
    sums: HashMap<Polynomial, Bits>,
    atoms: HashMap<u32, Bits>,
    /// High words of unsigned products.
    highs: HashMap<(Bits, Bits), Bits>,
    /// Quotients and remainders of unsigned divisions.
    divisions: HashMap<(Bits, Bits), (Bits, Bits)>,
    /// Unsigned comparisons.
    orders: HashMap<(Bits, Bits), Bit>,
    loads: HashMap<(Memory, Word), Bits>,
    /// The loads from each unknown memory: address and value.
    unknown: HashMap<Memory, Vec<(Bits, Bits)>>,
    /// Current nesting depth of atoms.
    depth: u32,
    is_full: bool,
}

fn constant(value: u32) -> Bits {
    (0..32).map(|bit| if value >> bit & 1 == 1 { TRUE } else { -TRUE }).collect()
}

impl Blaster<'_> {
    fn clause(&mut self, literals: &[Bit]) {
        if literals.contains(&TRUE) {
            return;
        }
        if self.clauses.len() >= CLAUSES {
            self.is_full = true;
            return;
        }
        let mut clause: Vec<Bit> = literals.iter().copied().filter(|&l| l != -TRUE).collect();
        clause.sort_unstable();
        clause.dedup();
        self.clauses.push(clause);
    }

    fn variable(&mut self) -> Bit {
        self.variables += 1;
        self.variables
    }

    fn any(&mut self) -> Bits {
        (0..32).map(|_| self.variable()).collect()
    }

    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut Self, Bit)) -> Bit {
        if let Some(&bit) = self.gates.get(&gate) {
            return bit;
        }
        let bit = self.variable();
        self.gates.insert(gate, bit);
        define(self, bit);
        bit
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        match (a.min(b), a.max(b)) {
            (a, b) if a == b || b == TRUE => a,
            (a, b) if a == -TRUE || b == -TRUE || a == -b => -TRUE,
            (TRUE, b) => b,
            (a, b) => self.gate(Gate::And(a, b), |gates, bit| {
                gates.clause(&[-bit, a]);
                gates.clause(&[-bit, b]);
                gates.clause(&[bit, -a, -b]);
            }),
        }
    }

    fn or(&mut self, a: Bit, b: Bit) -> Bit {
        -self.and(-a, -b)
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        // Gates are defined over positive variables.
        let is_negated = (a < 0) != (b < 0);
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        let bit = match (a, b) {
            (a, b) if a == b => -TRUE,
            (TRUE, b) => -b,
            (a, b) => self.gate(Gate::Xor(a, b), |gates, bit| {
                gates.clause(&[-bit, a, b]);
                gates.clause(&[-bit, -a, -b]);
                gates.clause(&[bit, -a, b]);
                gates.clause(&[bit, a, -b]);
            }),
        };
        if is_negated { -bit } else { bit }
    }

    fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut all = [a, b, c];
        all.sort_unstable();
        let [a, b, c] = all;
        if a == b || b == c {
            return b;
        }
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            match z {
                TRUE => return self.or(x, y),
                z if z == -TRUE => return self.and(x, y),
                _ if x == -y => return z,
                _ => {}
            }
        }
        self.gate(Gate::Majority(a, b, c), |gates, bit| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                gates.clause(&[bit, -x, -y]);
                gates.clause(&[-bit, x, y]);
            }
        })
    }

    /// `a` if the condition holds, else `b`.
    fn choice(&mut self, condition: Bit, a: Bit, b: Bit) -> Bit {
        match condition {
            TRUE => return a,
            c if c == -TRUE => return b,
            _ if a == b => return a,
            _ => {}
        }
        if a == -b {
            return self.xor(condition, b);
        }
        if [a, b].iter().any(|bit| bit.abs() == TRUE) {
            let (x, y) = (self.and(condition, a), self.and(-condition, b));
            return self.or(x, y);
        }
        self.gate(Gate::Choice(condition, a, b), |gates, bit| {
            gates.clause(&[-condition, -a, bit]);
            gates.clause(&[-condition, a, -bit]);
            gates.clause(&[condition, -b, bit]);
            gates.clause(&[condition, b, -bit]);
            gates.clause(&[-a, -b, bit]);
            gates.clause(&[a, b, -bit]);
        })
    }

    fn choices(&mut self, condition: Bit, a: &[Bit], b: &[Bit]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.choice(condition, a, b)).collect()
    }

    /// The sum of two numbers of equal width, and the carry out.
    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> (Bits, Bit) {
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    fn negated(&mut self, a: &[Bit]) -> Bits {
        let (flipped, zero) = (flip(a), vec![-TRUE; a.len()]);
        self.sum(&flipped, &zero, TRUE).0
    }

    /// The low `width` bits of a product.
    fn product(&mut self, a: &[Bit], b: &[Bit], width: usize) -> Bits {
        let mut sum = vec![-TRUE; width];
        for (shift, &bit) in b.iter().enumerate().take(width) {
            if bit == -TRUE {
                continue;
            }
            let mut row = vec![-TRUE; shift];
            row.extend(a.iter().map(|&a| self.and(a, bit)));
            row.resize(width, -TRUE);
            sum = self.sum(&sum, &row, -TRUE).0;
        }
        sum
    }

    /// A word times a constant, by the constant's non-adjacent form: digits 1 and -1, no two adjacent, as few as
    /// possible.
    fn multiple(&mut self, a: &[Bit], factor: u32) -> Bits {
        let mut sum: Option<Bits> = None;
        let mut rest = factor;
        for shift in 0..32 {
            if rest >> shift & 1 == 0 {
                continue;
            }
            let is_negative = shift < 31 && rest >> (shift + 1) & 1 == 1;
            rest = if is_negative { rest.wrapping_add(1 << shift) } else { rest & !(1 << shift) };
            let mut row = vec![-TRUE; shift];
            row.extend(&a[..32 - shift]);
            let row = if is_negative { self.negated(&row) } else { row };
            sum = Some(match sum {
                None => row,
                Some(sum) => self.sum(&sum, &row, -TRUE).0,
            });
        }
        sum.unwrap_or_else(|| constant(0))
    }

    fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut all = TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            all = self.and(all, -differ);
        }
        all
    }

    fn zero(&mut self, a: &[Bit]) -> Bit {
        a.iter().fold(TRUE, |all, &bit| self.and(all, -bit))
    }

    /// Whether `a` is below `b`, unsigned: `a - b` borrows.
    fn below(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut carry = TRUE;
        for (&a, &b) in a.iter().zip(b) {
            carry = self.majority(a, -b, carry);
        }
        let is_below = -carry;
        let this = (a.to_vec(), b.to_vec());
        let is_new = self.orders.insert(this, is_below).is_none();
        // Implied: of two words at most one is below the other. Bit by bit this takes long to find.
        if is_new && let Some(&is_above) = self.orders.get(&(b.to_vec(), a.to_vec())) {
            self.clause(&[-is_below, -is_above]);
        }
        is_below
    }

    fn less(&mut self, signed: bool, a: Word, b: Word) -> Bit {
        let (mut a, mut b) = (self.word(a), self.word(b));
        if signed {
            // Adding 2^31 turns the signed order into the unsigned one.
            (a[31], b[31]) = (-a[31], -b[31]);
        }
        self.below(&a, &b)
    }

    fn fact(&mut self, fact: Fact) -> Bit {
        match fact {
            Fact::Less(signed, a, b) => self.less(signed, a, b),
            Fact::LowZero(word, bits) => {
                let word = self.word(word);
                self.zero(&word[..bits as usize])
            }
            Fact::Zero(word) => self.is_zero(word),
        }
    }

    /// Whether a word is zero. For a difference: whether the two words are equal, bit by bit. The clauses constrain
    /// both forms, as a proof may need facts about the difference or about the words.
    fn is_zero(&mut self, word: Word) -> Bit {
        let polynomial = self.terms.polynomial(word);
        let negative = |(_, factor): &(&Monomial, &u32)| **factor >> 31 == 1;
        let (right, left): (Vec<_>, Vec<_>) = polynomial.iter().partition(negative);
        let owned = |factor: fn(u32) -> u32| {
            move |(monomial, &of): (&Monomial, &u32)| (monomial.clone(), factor(of))
        };
        let left: Polynomial = left.into_iter().map(owned(|factor| factor)).collect();
        let right: Polynomial = right.into_iter().map(owned(u32::wrapping_neg)).collect();
        let is_constant = |side: &Polynomial| side.keys().all(Vec::is_empty);
        let one_side = is_constant(&left) || is_constant(&right);
        let (left, right) = (self.sum_of(&left), self.sum_of(&right));
        let are_equal = self.equal(&left, &right);
        if !one_side && are_equal.abs() != TRUE {
            let difference = self.word(word);
            let is_zero = self.zero(&difference);
            self.clause(&[-are_equal, is_zero]);
            self.clause(&[are_equal, -is_zero]);
        }
        are_equal
    }

    fn word(&mut self, word: Word) -> Bits {
        let terms = self.terms;
        self.sum_of(terms.polynomial(word))
    }

    /// The bits of a polynomial. Monomials are added in order and the constant last; partial sums are cached, so
    /// polynomials with a common prefix share them.
    fn sum_of(&mut self, polynomial: &Polynomial) -> Bits {
        if let Some(bits) = self.sums.get(polynomial) {
            return bits.clone();
        }
        let mut so_far = Polynomial::new();
        let mut sum: Option<Bits> = None;
        let (constants, products): (Vec<_>, Vec<_>) =
            polynomial.iter().partition(|(monomial, _)| monomial.is_empty());
        for (monomial, &factor) in products.into_iter().chain(constants) {
            so_far.insert(monomial.clone(), factor);
            if let Some(bits) = self.sums.get(&so_far) {
                sum = Some(bits.clone());
                continue;
            }
            let mut row: Option<Bits> = None;
            for &atom in monomial {
                let bits = self.atom(atom);
                row = Some(match row {
                    None => bits,
                    Some(row) => self.product(&row, &bits, 32),
                });
            }
            let row = match row {
                None => constant(factor),
                Some(row) => self.multiple(&row, factor),
            };
            let bits = match sum {
                None => row,
                Some(sum) => self.sum(&sum, &row, -TRUE).0,
            };
            self.sums.insert(so_far.clone(), bits.clone());
            sum = Some(bits);
        }
        sum.unwrap_or_else(|| constant(0))
    }

    fn atom(&mut self, atom: Atom) -> Bits {
        if let Some(bits) = self.atoms.get(&atom.0) {
            return bits.clone();
        }
        if self.depth == DEPTH {
            self.is_full = true;
            return self.any();
        }
        self.depth += 1;
        let bits = match self.terms.node(atom).cloned() {
            // There is no such atom, so the bits are unconstrained.
            None | Some(Node::Symbol(_)) => self.any(),
            Some(Node::Less(signed, a, b)) => {
                let mut bits = vec![-TRUE; 32];
                bits[0] = self.less(signed, a, b);
                bits
            }
            Some(Node::High(signed, a, b)) => self.high(signed, a, b),
            Some(Node::Quotient(signed, a, b)) => self.division(signed, a, b).0,
            Some(Node::Remainder(signed, a, b)) => self.division(signed, a, b).1,
            Some(Node::Product(a, b)) => {
                let (a, b) = (self.word(a), self.word(b));
                self.product(&a, &b, 32)
            }
            Some(Node::Load(memory, address)) => self.load(memory, address),
        };
        self.depth -= 1;
        self.atoms.insert(atom.0, bits.clone());
        bits
    }

    fn high(&mut self, signed: bool, a: Word, b: Word) -> Bits {
        let key = (self.word(a), self.word(b));
        let (a, b) = &key;
        let mut high = match self.highs.get(&key) {
            Some(high) => high.clone(),
            None => {
                let high = self.product(a, b, 64).split_off(32);
                self.highs.insert(key.clone(), high.clone());
                high
            }
        };
        if signed {
            // The signed value of a negative word is its unsigned value minus 2^32.
            for (sign, other) in [(a[31], b), (b[31], a)] {
                let taken: Bits = other.iter().map(|&bit| self.and(sign, bit)).collect();
                high = self.sum(&high, &flip(&taken), TRUE).0;
            }
            // Implied, but otherwise only after all bits of the product: a product is negative if the signs differ and
            // neither factor is zero.
            let (differ, zeros) = (self.xor(a[31], b[31]), [self.zero(a), self.zero(b)]);
            let is_zero = self.or(zeros[0], zeros[1]);
            let is_negative = self.and(differ, -is_zero);
            self.clause(&[-high[31], is_negative]);
            self.clause(&[high[31], -is_negative]);
        }
        high
    }

    fn division(&mut self, signed: bool, a: Word, b: Word) -> (Bits, Bits) {
        let (a, b) = (self.word(a), self.word(b));
        if !signed {
            return self.unsigned_division(a, b);
        }
        let (minus_a, minus_b) = (self.negated(&a), self.negated(&b));
        let (sign_a, sign_b) = (a[31], b[31]);
        let (size_a, size_b) =
            (self.choices(sign_a, &minus_a, &a), self.choices(sign_b, &minus_b, &b));
        let (quotient, remainder) = self.unsigned_division(size_a, size_b);
        let (minus_q, minus_r) = (self.negated(&quotient), self.negated(&remainder));
        let differ = self.xor(sign_a, sign_b);
        (self.choices(differ, &minus_q, &quotient), self.choices(sign_a, &minus_r, &remainder))
    }

    /// The words `q` and `r` with `q * b + r = a` and `r < b`, unless `b` is zero.
    fn unsigned_division(&mut self, a: Bits, b: Bits) -> (Bits, Bits) {
        let key = (a, b);
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let (quotient, remainder) = (self.any(), self.any());
        let (a, b) = &key;
        let by_zero = self.zero(b);
        let product = self.product(&quotient, b, 64);
        let mut wide = remainder.clone();
        wide.resize(64, -TRUE);
        let (sum, _) = self.sum(&product, &wide, -TRUE);
        let mut dividend = a.clone();
        dividend.resize(64, -TRUE);
        for (sum, dividend) in sum.into_iter().zip(dividend) {
            let differ = self.xor(sum, dividend);
            self.clause(&[by_zero, -differ]);
        }
        let is_below = self.below(&remainder, b);
        self.clause(&[by_zero, is_below]);
        // Implied, but otherwise only after all bits of the product.
        let is_small = self.below(a, b);
        for (&quotient, (&remainder, &a)) in quotient.iter().zip(remainder.iter().zip(a)) {
            self.clause(&[-is_small, -quotient]);
            self.clause(&[-is_small, -remainder, a]);
            self.clause(&[-is_small, remainder, -a]);
        }
        let is_large = self.below(a, &quotient);
        self.clause(&[by_zero, -is_large]);
        self.divisions.insert(key, (quotient.clone(), remainder.clone()));
        (quotient, remainder)
    }

    fn load(&mut self, memory: Memory, address: Word) -> Bits {
        if let Some(bits) = self.loads.get(&(memory, address)) {
            return bits.clone();
        }
        let at = self.word(address);
        // The stores, from the newest to the memory below them.
        let (mut below, mut stores) = (memory, Vec::new());
        let bottom = loop {
            match *self.memories.contents(below) {
                Contents::Store(before, stored_at, value) => {
                    stores.push((stored_at, value));
                    below = before;
                }
                Contents::Initial(side) => break self.initial(side, &at),
                Contents::Common(side, footprint) => break self.common(side, footprint, &at),
                Contents::Any(_) | Contents::Shared | Contents::Given(_) | Contents::Free(_) => {
                    break self.unknown(below, &at);
                }
            }
        };
        let mut bits = bottom;
        for (stored_at, value) in stores.into_iter().rev() {
            let (stored_at, value) = (self.word(stored_at), self.word(value));
            let is_there = self.equal(&stored_at, &at);
            bits = self.choices(is_there, &value, &bits);
        }
        self.loads.insert((memory, address), bits.clone());
        bits
    }

    fn initial(&mut self, side: usize, at: &[Bit]) -> Bits {
        let words = self.memories.image(side);
        if words.len() > LOOKED_UP {
            return self.any();
        }
        let words: Vec<u32> = words.to_vec();
        let mut bits = match self.memories.array(side) {
            None => constant(0),
            Some(array) => self.known_or_any(&Contents::Given(array.first), at),
        };
        for (index, word) in words.into_iter().enumerate() {
            let is_there = self.equal(at, &constant(4 * index as u32));
            bits = self.choices(is_there, &constant(word), &bits);
        }
        bits
    }

    /// The common memory of both programs on a footprint.
    fn common(&mut self, side: usize, footprint: Footprint, at: &[Bit]) -> Bits {
        let is_common = match (footprint, self.memories.array(0)) {
            (Footprint::Everywhere, _) => {
                let end = constant(self.memories.common_end());
                -self.below(at, &end)
            }
            (Footprint::Array, None) => -TRUE,
            (Footprint::Array, Some(array)) => {
                let (offset, _) = self.sum(at, &flip(&constant(array.address)), TRUE);
                let size = self.word(self.memories.size());
                self.below(&offset, &size)
            }
        };
        let shared = self.known_or_any(&Contents::Shared, at);
        let own = self.known_or_any(&Contents::Any(side), at);
        self.choices(is_common, &shared, &own)
    }

    fn known_or_any(&mut self, contents: &Contents, at: &[Bit]) -> Bits {
        match self.memories.made(contents) {
            Some(memory) => self.unknown(memory, at),
            None => self.any(),
        }
    }

    fn unknown(&mut self, memory: Memory, at: &[Bit]) -> Bits {
        let bits = self.any();
        for (other_at, other) in self.unknown.get(&memory).cloned().unwrap_or_default() {
            let same = self.equal(&other_at, at);
            for (&a, &b) in bits.iter().zip(&other) {
                self.clause(&[-same, -a, b]);
                self.clause(&[-same, a, -b]);
            }
        }
        self.unknown.entry(memory).or_default().push((at.to_vec(), bits.clone()));
        bits
    }
}

fn flip(bits: &[Bit]) -> Bits {
    bits.iter().map(|bit| -bit).collect()
}
