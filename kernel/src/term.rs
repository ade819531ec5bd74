//! Terms: hash-consed polynomials modulo 2^width over atoms.
//!
//! A [`Term`] is a number that identifies a polynomial, so polynomials are equal if and only if their numbers are. An
//! atom is a symbol, or an operation that is not polynomial: an order as 0 or 1, a high word, a quotient, a remainder,
//! a load, or a function that the evidence defines. Normal forms identify only terms that are equal in every
//! interpretation; they need not identify all of those.
//!
//! A [`Memory`] is a total function from addresses to words. A machine accesses it only at multiples of the cell size;
//! its values elsewhere are meaningless. If a cell is smaller than a word, a store also changes the words that overlap
//! it ([`Terms::overlapped`]).

use std::collections::HashMap;
use std::hash::Hash;

use crate::machine::Layout;
use crate::refusal::{Refusal, ensure, wrong};
use crate::word::{Operator, Width};

/// A polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

/// An indivisible factor of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

/// The contents of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(u32);

/// The kind of an atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// An arbitrary word, by name.
    Symbol(String),
    /// An unsigned operator that is not polynomial: an order (1 or 0), a high word, a quotient or a remainder. A
    /// quotient by zero is an arbitrary word, the same one for the same operands.
    Operator(Operator),
    /// The word at an address of a memory.
    Load(Memory),
    /// A function of the evidence, by index.
    Function(usize),
}

/// The definition of an atom: a head applied to words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The kind.
    pub head: Head,
    /// The operands.
    pub operands: Vec<Term>,
}

/// The definition of a memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// The initial memory of a program.
    Start(usize),
    /// An arbitrary memory.
    Symbol(String),
    /// The elements of the array with this name, by offset in bytes.
    Elements(String),
    /// A memory after a store.
    Store {
        /// The memory before.
        before: Memory,
        /// The address.
        at: Term,
        /// The word.
        value: Term,
    },
}

/// A program's initial memory: its text from address 0, an array, and zero elsewhere.
#[derive(Clone, Debug, Default)]
pub struct StartMemory {
    /// The words of the program.
    pub text: Vec<u64>,
    /// The address after the protected text, if it is not the whole text.
    pub protected: Option<u64>,
    /// The array, if there is one.
    pub array: Option<StartArray>,
}

/// An array in an initial memory.
#[derive(Clone, Debug)]
pub struct StartArray {
    /// The address of the first element.
    pub address: u64,
    /// The number of elements.
    pub length: Term,
    /// The greatest number of elements.
    pub capacity: u64,
    /// The elements.
    pub elements: Memory,
}

type Polynomial = Vec<(Vec<Atom>, u64)>;

/// Hash-consed values, each with its number and its nesting depth.
struct Table<T> {
    things: Vec<T>,
    depths: Vec<u32>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn new() -> Table<T> {
        Table { things: Vec::new(), depths: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, thing: T, depth: u32) -> u32 {
        if let Some(&number) = self.numbers.get(&thing) {
            return number;
        }
        let number = self.things.len() as u32;
        self.things.push(thing.clone());
        self.depths.push(depth);
        self.numbers.insert(thing, number);
        number
    }
}

/// All terms, and the work left for them.
pub struct Terms {
    /// The number of bits of a word.
    pub width: Width,
    /// How memory is divided.
    pub layout: Layout,
    /// The memories at the start.
    pub starts: [StartMemory; 2],
    polynomials: Table<Polynomial>,
    nodes: Table<Node>,
    memories: Table<Contents>,
    work_left: u64,
    fresh: usize,
}

/// Maximum nesting of atoms and stores. It bounds the stack of recursive functions.
const DEPTH: u32 = 400;

impl Terms {
    /// The term 0.
    pub const ZERO: Term = Term(0);

    /// An empty table with `work` units of work: a unit is about one monomial, instruction or literal.
    pub fn new(width: Width, layout: Layout, work: u64) -> Terms {
        let mut terms = Terms {
            width,
            layout,
            starts: Default::default(),
            polynomials: Table::new(),
            nodes: Table::new(),
            memories: Table::new(),
            work_left: work,
            fresh: 0,
        };
        terms.term(Polynomial::new());
        terms
    }

    /// Subtracts work from the budget and returns the rest; refuses if the budget is too small.
    pub fn pay(&mut self, work: usize) -> Result<u64, Refusal> {
        self.work_left = self.work_left.checked_sub(work as u64).ok_or(Refusal::Cost)?;
        Ok(self.work_left)
    }

    /// The term of a normalised sum: ordered monomials, each once and with a nonzero factor.
    fn term(&mut self, polynomial: Polynomial) -> Term {
        let atoms = polynomial.iter().flat_map(|(monomial, _)| monomial);
        let depth = atoms.map(|atom| self.nodes.depths[atom.0 as usize]).max().unwrap_or(0);
        Term(self.polynomials.number(polynomial, depth))
    }

    /// A constant.
    pub fn constant(&mut self, value: u64) -> Term {
        self.sum(vec![(Vec::new(), value)])
    }

    /// The value of a term that is a constant.
    pub fn as_constant(&self, term: Term) -> Option<u64> {
        self.distance(term, Terms::ZERO)
    }

    /// The monomials of a term with their factors.
    pub fn polynomial(&self, term: Term) -> &[(Vec<Atom>, u64)] {
        &self.polynomials.things[term.0 as usize]
    }

    /// The definition of an atom.
    pub fn node(&self, atom: Atom) -> &Node {
        &self.nodes.things[atom.0 as usize]
    }

    /// The definition of a memory.
    pub fn contents(&self, memory: Memory) -> &Contents {
        &self.memories.things[memory.0 as usize]
    }

    /// The atom that a term consists of, if it is a single one.
    pub fn as_atom(&self, term: Term) -> Option<Atom> {
        match self.polynomial(term) {
            [(monomial, 1)] if monomial.len() == 1 => Some(monomial[0]),
            _ => None,
        }
    }

    /// The term of a head applied to operands.
    pub fn atom(&mut self, head: Head, operands: Vec<Term>) -> Result<Term, Refusal> {
        self.pay(1)?;
        let memory = match head {
            Head::Load(memory) => self.memories.depths[memory.0 as usize],
            _ => 0,
        };
        let depth = 1 + operands.iter().map(|term| self.depth(*term)).fold(memory, u32::max);
        ensure(depth <= DEPTH, "terms are nested too deeply")?;
        let atom = Atom(self.nodes.number(Node { head, operands }, depth));
        Ok(self.term(vec![(vec![atom], 1)]))
    }

    fn depth(&self, term: Term) -> u32 {
        self.polynomials.depths[term.0 as usize]
    }

    /// A new symbol. Its name cannot be written in evidence.
    pub fn fresh(&mut self, name: &str) -> Result<Term, Refusal> {
        self.fresh += 1;
        self.atom(Head::Symbol(format!("{name}#{}", self.fresh)), Vec::new())
    }

    /// A new memory.
    pub fn fresh_memory(&mut self, name: &str) -> Memory {
        self.fresh += 1;
        self.memory(Contents::Symbol(format!("{name}#{}", self.fresh)))
    }

    /// The term of a sum of monomials in any order.
    fn sum(&mut self, mut sum: Polynomial) -> Term {
        sum.sort_unstable();
        let mut merged = Polynomial::with_capacity(sum.len());
        for (monomial, factor) in sum {
            match merged.last_mut() {
                Some((last, by)) if *last == monomial => {
                    *by = self.width.wrap(by.wrapping_add(factor));
                }
                _ => merged.push((monomial, self.width.wrap(factor))),
            }
        }
        merged.retain(|(_, factor)| *factor != 0);
        self.term(merged)
    }

    /// The linear combination of two terms.
    pub fn combine(&mut self, a: Term, by: u64, b: Term, and: u64) -> Result<Term, Refusal> {
        self.pay(1 + self.polynomial(a).len() + self.polynomial(b).len())?;
        let mut sum = Polynomial::new();
        for (term, by) in [(a, by), (b, and)] {
            let times =
                |(monomial, factor): &(Vec<Atom>, u64)| (monomial.clone(), factor.wrapping_mul(by));
            sum.extend(self.polynomial(term).iter().map(times));
        }
        Ok(self.sum(sum))
    }

    /// The sum.
    pub fn add(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        self.combine(a, 1, b, 1)
    }

    /// The difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        self.combine(a, 1, b, u64::MAX)
    }

    /// A multiple.
    pub fn scale(&mut self, a: Term, by: u64) -> Result<Term, Refusal> {
        self.combine(a, by, Terms::ZERO, 0)
    }

    /// The product. An order is 0 or 1, so it is its own square.
    pub fn mul(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        let (left, right) = (self.polynomial(a).len(), self.polynomial(b).len());
        self.pay(1 + left.saturating_mul(right))?;
        let mut product = Polynomial::new();
        for (x, by) in self.polynomial(a) {
            for (y, and) in self.polynomial(b) {
                let mut monomial = [&x[..], &y[..]].concat();
                monomial.sort_unstable();
                monomial.dedup_by(|one, other| {
                    one == other && self.node(*one).head == Head::Operator(Operator::Less)
                });
                ensure(monomial.len() <= DEPTH as usize, "a product has too many factors")?;
                product.push((monomial, by.wrapping_mul(*and)));
            }
        }
        Ok(self.sum(product))
    }

    /// An unsigned operator applied to words. The result is constant if both operands are, except for a division by
    /// zero; a high word is 0 if a factor is 0 or 1.
    pub fn apply(&mut self, operator: Operator, a: Term, b: Term) -> Result<Term, Refusal> {
        use Operator::*;
        self.pay(1)?;
        let head = Head::Operator(operator);
        match (operator, self.as_constant(a), self.as_constant(b)) {
            (Add, ..) => self.add(a, b),
            (Sub, ..) => self.sub(a, b),
            (Mul, ..) => self.mul(a, b),
            (HighSigned | QuotientSigned | RemainderSigned | LessSigned, ..) => {
                Err(wrong("a term has no signed operators"))
            }
            (Quotient | Remainder, _, Some(0)) => self.atom(head, vec![a, b]),
            (_, Some(a), Some(b)) => Ok(self.constant(operator.apply(self.width, a, b))),
            (High, Some(0 | 1), _) | (High, _, Some(0 | 1)) => Ok(Terms::ZERO),
            // A constant is always the second factor, however old it is.
            (High, Some(_), _) => self.atom(head, vec![b, a]),
            (High, _, None) => self.atom(head, vec![a.min(b), a.max(b)]),
            _ => self.atom(head, vec![a, b]),
        }
    }

    /// A memory.
    pub fn memory(&mut self, contents: Contents) -> Memory {
        let depth = match &contents {
            Contents::Store { before, at, value } => {
                let before = self.memories.depths[before.0 as usize];
                1 + before.max(self.depth(*at)).max(self.depth(*value))
            }
            _ => 0,
        };
        Memory(self.memories.number(contents, depth))
    }

    /// The word at an address. Stores are resolved while their addresses differ from it by constants; at a constant
    /// address of an initial memory the result is a constant.
    pub fn load(&mut self, mut memory: Memory, address: Term) -> Result<Term, Refusal> {
        let overlapping = self.distances();
        while let Contents::Store { before, at, value } = *self.contents(memory) {
            self.pay(1)?;
            match self.distance(address, at) {
                Some(0) => return Ok(value),
                Some(distance) if overlapping.contains(&distance) => {
                    let under = self.load(before, address)?;
                    return self.overlapped(distance, value, under);
                }
                Some(_) => memory = before,
                None => break,
            }
        }
        if let Contents::Start(side) = *self.contents(memory)
            && let Some(at) = self.as_constant(address)
            && let Some(word) = self.word_at_start(side, at)
        {
            return Ok(self.constant(word));
        }
        self.atom(Head::Load(memory), vec![address])
    }

    /// The difference of two terms whose other monomials are the same: a constant.
    fn distance(&self, a: Term, b: Term) -> Option<u64> {
        let parts = |term| match self.polynomial(term) {
            [(monomial, constant), rest @ ..] if monomial.is_empty() => (*constant, rest),
            all => (0, all),
        };
        let ((left, others), (right, same)) = (parts(a), parts(b));
        (others == same).then(|| self.width.wrap(left.wrapping_sub(right)))
    }

    /// The distances between the addresses of two words that overlap by half.
    pub fn distances(&self) -> Vec<u64> {
        let Layout { word, cell, .. } = self.layout;
        let both = vec![cell, self.width.wrap(cell.wrapping_neg())];
        if cell < word { both } else { Vec::new() }
    }

    /// The word at such a distance from a store of `value`, if it was `under` before. After the store's address, it
    /// takes the high part of `value` as its low part and keeps its own high part. Before the store's address, it keeps
    /// its low part and takes the low part of `value` as its high part.
    pub fn overlapped(&mut self, distance: u64, value: Term, under: Term) -> Result<Term, Refusal> {
        let half = 1 << (self.width.bits() / 2);
        let divisor = self.constant(half);
        let low = self.apply(Operator::Remainder, under, divisor)?;
        if distance != self.layout.cell {
            return self.combine(low, 1, value, half);
        }
        let high = self.apply(Operator::Quotient, value, divisor)?;
        let rest = self.sub(under, low)?;
        self.add(high, rest)
    }

    /// The word at an address of a program's initial memory; none if it overlaps an array or reserved memory.
    fn word_at_start(&self, side: usize, address: u64) -> Option<u64> {
        let Layout { word, cell, end, kept } = self.layout;
        let is_element = self.starts[side].array.as_ref().is_some_and(|array| {
            let behind = array.address + word * array.capacity;
            address.saturating_add(word - cell) >= array.address && address < behind
        });
        if is_element || kept < end && address >= self.layout.accesses(kept) {
            return None;
        }
        if !address.is_multiple_of(cell) {
            return Some(0);
        }
        let parts = (0..word).step_by(cell as usize);
        Some(parts.fold(0, |whole, part| {
            whole | self.text(side, address.saturating_add(part)) << (8 * part)
        }))
    }

    /// The program's word at an address, or 0.
    pub fn text(&self, side: usize, address: u64) -> u64 {
        let index = (address / self.layout.cell) as usize;
        self.starts[side].text.get(index).copied().unwrap_or(0)
    }

    /// The address after the program's last word.
    pub fn text_end(&self, side: usize) -> u64 {
        self.layout.cell * self.starts[side].text.len() as u64
    }
}
