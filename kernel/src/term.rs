//! Terms: polynomials modulo 2^width over atoms, each stored once.
//!
//! A [`Term`] is a number that identifies a polynomial, so equal numbers mean equal polynomials, and an
//! equation of polynomials is checked by comparing two numbers. An atom is a symbol, or an operation
//! that is no polynomial: an order as 0 or 1, a high word, a quotient, a remainder, a load, or a
//! function that the evidence defines. Normal forms only ever identify terms that are equal in every
//! interpretation; they need not identify all of those.
//!
//! A [`Memory`] is a total function from words to words. A machine accesses it at multiples of the size
//! of a word only, so no two accesses overlap.

use std::collections::HashMap;

use crate::refusal::{Refusal, wrong};
use crate::word::{Operator, Width};

/// A polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

/// Something that a polynomial is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

/// The contents of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(u32);

/// What an atom is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Any word.
    Symbol(String),
    /// 1 if the first word is below the second as an unsigned number, else 0.
    Less(Term, Term),
    /// The high word of the unsigned product.
    High(Term, Term),
    /// The unsigned quotient. By zero it is any word, but always the same one for the same operands.
    Quotient(Term, Term),
    /// The unsigned remainder, likewise.
    Remainder(Term, Term),
    /// The word at an address of a memory.
    Load(Memory, Term),
    /// A function of the evidence, by its number, applied to words.
    Apply(usize, Vec<Term>),
}

/// What a memory is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// The memory of a program at the start.
    Start(usize),
    /// Any memory.
    Symbol(String),
    /// The elements of the array of this name: the element at an offset in bytes.
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

/// A program's memory at the start: its text from address 0, an array, and zero elsewhere.
#[derive(Clone, Debug, Default)]
pub struct StartMemory {
    /// The words of the program.
    pub text: Vec<u64>,
    /// The array, if there is one.
    pub array: Option<StartArray>,
}

/// An array in memory at the start.
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

type Monomial = Vec<Atom>;
type Polynomial = Vec<(Monomial, u64)>;

/// All terms, and how much work may still be done on them.
pub struct Terms {
    /// The number of bits of a word.
    pub width: Width,
    /// The number of bytes of a word, a power of two.
    pub bytes: u64,
    /// The memories at the start.
    pub starts: [StartMemory; 2],
    polynomials: Vec<Polynomial>,
    term_numbers: HashMap<Polynomial, Term>,
    nodes: Vec<Node>,
    node_depths: Vec<u32>,
    atom_numbers: HashMap<Node, Atom>,
    memories: Vec<Contents>,
    memory_depths: Vec<u32>,
    memory_numbers: HashMap<Contents, Memory>,
    work_left: u64,
    fresh: usize,
}

/// Atoms and stores within each other at most. It bounds the stack of recursive functions.
const DEPTH: u32 = 400;

impl Terms {
    /// The term 0.
    pub const ZERO: Term = Term(0);

    /// No terms yet, and so many units of work: a unit is about one monomial, instruction or literal.
    pub fn new(width: Width, bytes: u64, work: u64) -> Terms {
        Terms {
            width,
            bytes,
            starts: Default::default(),
            polynomials: vec![Vec::new()],
            term_numbers: HashMap::from([(Vec::new(), Terms::ZERO)]),
            nodes: Vec::new(),
            node_depths: Vec::new(),
            atom_numbers: HashMap::new(),
            memories: Vec::new(),
            memory_depths: Vec::new(),
            memory_numbers: HashMap::new(),
            work_left: work,
            fresh: 0,
        }
    }

    /// Takes work off what is left, or refuses.
    pub fn pay(&mut self, work: usize) -> Result<(), Refusal> {
        self.work_left = self.work_left.checked_sub(work as u64).ok_or(Refusal::Cost)?;
        Ok(())
    }

    /// The term of a sum of monomials in order, each once and with a factor other than zero.
    fn term(&mut self, polynomial: Polynomial) -> Term {
        if let Some(&term) = self.term_numbers.get(&polynomial) {
            return term;
        }
        let term = Term(self.polynomials.len() as u32);
        self.polynomials.push(polynomial.clone());
        self.term_numbers.insert(polynomial, term);
        term
    }

    /// A number.
    pub fn constant(&mut self, value: u64) -> Term {
        self.sum(vec![(Vec::new(), value)])
    }

    /// The value of a term that is a number.
    pub fn as_constant(&self, term: Term) -> Option<u64> {
        match &self.polynomials[term.0 as usize][..] {
            [] => Some(0),
            [(monomial, value)] if monomial.is_empty() => Some(*value),
            _ => None,
        }
    }

    /// The monomials of a term with their factors.
    pub fn polynomial(&self, term: Term) -> &[(Vec<Atom>, u64)] {
        &self.polynomials[term.0 as usize]
    }

    /// What an atom is.
    pub fn node(&self, atom: Atom) -> &Node {
        &self.nodes[atom.0 as usize]
    }

    /// What a memory is.
    pub fn contents(&self, memory: Memory) -> &Contents {
        &self.memories[memory.0 as usize]
    }

    /// The atom that a term is, if it is just one.
    pub fn as_atom(&self, term: Term) -> Option<Atom> {
        match self.polynomial(term) {
            [(monomial, 1)] if monomial.len() == 1 => Some(monomial[0]),
            _ => None,
        }
    }

    fn atom(&mut self, node: Node) -> Result<Term, Refusal> {
        let atom = match self.atom_numbers.get(&node) {
            Some(&atom) => atom,
            None => {
                let depth = 1 + self.depth_within(&node);
                if depth > DEPTH {
                    return Err(wrong("terms are nested too deeply"));
                }
                let atom = Atom(self.nodes.len() as u32);
                self.nodes.push(node.clone());
                self.node_depths.push(depth);
                self.atom_numbers.insert(node, atom);
                atom
            }
        };
        Ok(self.term(vec![(vec![atom], 1)]))
    }

    fn depth(&self, term: Term) -> u32 {
        let atoms = self.polynomial(term).iter().flat_map(|(monomial, _)| monomial);
        atoms.map(|atom| self.node_depths[atom.0 as usize]).max().unwrap_or(0)
    }

    fn depth_within(&self, node: &Node) -> u32 {
        let (memory, terms) = self.operands(node);
        let memory = memory.map_or(0, |memory| self.memory_depths[memory.0 as usize]);
        terms.into_iter().map(|term| self.depth(term)).max().unwrap_or(0).max(memory)
    }

    /// The memory and the terms that an atom is made of.
    pub fn operands(&self, node: &Node) -> (Option<Memory>, Vec<Term>) {
        match node {
            Node::Symbol(_) => (None, Vec::new()),
            Node::Less(a, b) | Node::High(a, b) | Node::Quotient(a, b) | Node::Remainder(a, b) => {
                (None, vec![*a, *b])
            }
            Node::Load(memory, address) => (Some(*memory), vec![*address]),
            Node::Apply(_, arguments) => (None, arguments.clone()),
        }
    }

    /// The symbol of a name.
    pub fn symbol(&mut self, name: &str) -> Result<Term, Refusal> {
        self.atom(Node::Symbol(name.to_owned()))
    }

    /// A symbol that occurs nowhere yet. The evidence cannot write its name.
    pub fn fresh(&mut self, name: &str) -> Result<Term, Refusal> {
        self.fresh += 1;
        self.symbol(&format!("{name}#{}", self.fresh))
    }

    /// A memory that occurs nowhere yet.
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

    /// The sum of two terms, each with a factor.
    pub fn combine(&mut self, a: Term, by: u64, b: Term, and: u64) -> Result<Term, Refusal> {
        self.pay(1 + self.polynomial(a).len() + self.polynomial(b).len())?;
        let mut sum = Polynomial::new();
        for (term, by) in [(a, by), (b, and)] {
            let times =
                |(monomial, factor): &(Monomial, u64)| (monomial.clone(), factor.wrapping_mul(by));
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
                    one == other && matches!(self.node(*one), Node::Less(..))
                });
                if monomial.len() > DEPTH as usize {
                    return Err(wrong("a product has too many factors"));
                }
                product.push((monomial, by.wrapping_mul(*and)));
            }
        }
        Ok(self.sum(product))
    }

    /// Whether the first word is below the second as an unsigned number, as 1 or 0.
    pub fn less(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        self.operation(Operator::Less, a, b, Node::Less(a, b))
    }

    /// The high word of the unsigned product. It is 0 where a factor is 0 or 1.
    pub fn high(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        if [a, b].iter().any(|factor| self.as_constant(*factor).is_some_and(|factor| factor < 2)) {
            return Ok(Terms::ZERO);
        }
        self.operation(Operator::High, a, b, Node::High(a.min(b), a.max(b)))
    }

    /// The unsigned quotient.
    pub fn quotient(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        self.operation(Operator::Quotient, a, b, Node::Quotient(a, b))
    }

    /// The unsigned remainder.
    pub fn remainder(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        self.operation(Operator::Remainder, a, b, Node::Remainder(a, b))
    }

    /// The operation as a number where both operands are numbers, except for a division by zero.
    fn operation(&mut self, of: Operator, a: Term, b: Term, node: Node) -> Result<Term, Refusal> {
        self.pay(1)?;
        let divides = matches!(of, Operator::Quotient | Operator::Remainder);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) if b != 0 || !divides => {
                Ok(self.constant(of.apply(self.width, a, b)))
            }
            _ => self.atom(node),
        }
    }

    /// A function of the evidence applied to words.
    pub fn function(&mut self, function: usize, arguments: Vec<Term>) -> Result<Term, Refusal> {
        self.pay(1)?;
        self.atom(Node::Apply(function, arguments))
    }

    /// A memory.
    pub fn memory(&mut self, contents: Contents) -> Memory {
        if let Some(&memory) = self.memory_numbers.get(&contents) {
            return memory;
        }
        let depth = match &contents {
            Contents::Store { before, at, value } => {
                let before = self.memory_depths[before.0 as usize];
                1 + before.max(self.depth(*at)).max(self.depth(*value))
            }
            _ => 0,
        };
        let memory = Memory(self.memories.len() as u32);
        self.memories.push(contents.clone());
        self.memory_depths.push(depth);
        self.memory_numbers.insert(contents, memory);
        memory
    }

    /// The word at an address: of the last store there, if the addresses of this store and of later
    /// ones differ from it by known numbers; a number at a known address of the memory at the start.
    pub fn load(&mut self, mut memory: Memory, address: Term) -> Result<Term, Refusal> {
        while let Contents::Store { before, at, value } = *self.contents(memory) {
            let distance = self.sub(address, at)?;
            match self.as_constant(distance) {
                Some(0) => return Ok(value),
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
        self.atom(Node::Load(memory, address))
    }

    /// The word at an address of a program's memory at the start; none within an array.
    fn word_at_start(&self, side: usize, address: u64) -> Option<u64> {
        let start = &self.starts[side];
        if let Some(array) = &start.array {
            let size = self.bytes * array.capacity;
            if address >= array.address && address - array.address < size {
                return None;
            }
        }
        let index = (address / self.bytes) as usize;
        let is_aligned = address.is_multiple_of(self.bytes);
        Some(start.text.get(index).copied().filter(|_| is_aligned).unwrap_or(0))
    }

    /// The address behind the last word of a program.
    pub fn text_end(&self, side: usize) -> u64 {
        self.bytes * self.starts[side].text.len() as u64
    }
}
