//! A second evaluator of terms and facts, which computes their values directly.

use std::collections::HashMap;

use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::Operator;

/// Values of all symbols, memories and functions.
#[derive(Clone, Default)]
pub struct Model {
    /// Values of symbols.
    pub symbols: HashMap<String, u64>,
    /// Words of memories by their addresses; a memory of one name is one function.
    pub memories: HashMap<String, Vec<u64>>,
    /// The memories of both programs at the start.
    pub starts: [Vec<u64>; 2],
    /// Functions, by their numbers.
    pub functions: Vec<fn(&[u64]) -> u64>,
    /// The result of a division by zero.
    pub by_zero: u64,
}

impl Model {
    /// The value of a term.
    pub fn term(&self, terms: &Terms, term: Term) -> u64 {
        let product = |(monomial, factor): &(Vec<Atom>, u64)| {
            let atoms = monomial.iter().map(|atom| self.atom(terms, *atom));
            atoms.fold(*factor, u64::wrapping_mul)
        };
        let sum = terms.polynomial(term).iter().map(product).fold(0, u64::wrapping_add);
        terms.width.wrap(sum)
    }

    fn atom(&self, terms: &Terms, atom: Atom) -> u64 {
        let Node { head, operands } = terms.node(atom);
        let of: Vec<u64> = operands.iter().map(|of| self.term(terms, *of)).collect();
        match head {
            Head::Symbol(name) => self.symbols[name],
            Head::Operator(Operator::Quotient | Operator::Remainder) if of[1] == 0 => self.by_zero,
            Head::Operator(operator) => operator.apply(terms.width, of[0], of[1]),
            Head::Load(memory) => self.load(terms, *memory, of[0]),
            Head::Function(function) => terms.width.wrap(self.functions[*function](&of)),
        }
    }

    /// The word at an address. Where words overlap, a cell is one unit of addresses, and the word at an address is two cells.
    pub fn load(&self, terms: &Terms, memory: Memory, at: u64) -> u64 {
        if terms.layout.cell < terms.layout.word {
            let half = terms.width.bits() / 2;
            let next = terms.width.wrap(at + 1);
            return self.cell(terms, memory, at) | self.cell(terms, memory, next) << half;
        }
        let word = |words: &Vec<u64>| words.get(at as usize).copied().unwrap_or(0);
        match terms.contents(memory) {
            Contents::Start(side) => word(&self.starts[*side]),
            Contents::Symbol(name) | Contents::Elements(name) => word(&self.memories[name]),
            Contents::Store { before, at: stored_at, value } => {
                match self.term(terms, *stored_at) == at {
                    true => self.term(terms, *value),
                    false => self.load(terms, *before, at),
                }
            }
        }
    }

    fn cell(&self, terms: &Terms, memory: Memory, at: u64) -> u64 {
        let half = terms.width.bits() / 2;
        let low = |word: u64| word & ((1 << half) - 1);
        let word = |words: &Vec<u64>| words.get(at as usize).copied().unwrap_or(0);
        match terms.contents(memory) {
            Contents::Start(side) => low(word(&self.starts[*side])),
            Contents::Symbol(name) | Contents::Elements(name) => low(word(&self.memories[name])),
            Contents::Store { before, at: stored_at, value } => {
                match terms.width.wrap(at.wrapping_sub(self.term(terms, *stored_at))) {
                    0 => low(self.term(terms, *value)),
                    1 => self.term(terms, *value) >> half,
                    _ => self.cell(terms, *before, at),
                }
            }
        }
    }

    /// Whether a fact holds.
    pub fn holds(&self, terms: &Terms, fact: &Fact) -> bool {
        let value = |&(term, factor): &(Term, i128)| factor * i128::from(self.term(terms, term));
        fact.sum.iter().map(value).sum::<i128>() <= fact.most
    }
}
