//! Hash-consed terms over words, double words, booleans and memory.
//!
//! A [`Terms`] owns the terms; a [`Term`] is a 4-byte reference into it, and
//! two references are equal exactly when the terms are. Constructors fold:
//! what they return may be simpler than what was asked for, and always means
//! the same. The operators are SMT-LIB's, on the sorts that the
//! machine needs: bit-vectors of 32 and 64 bits, booleans, and memory, an
//! array from the byte address of a word to the word. (Each access has a path
//! condition that says that its address is a multiple of 4, so addresses need
//! no shift.)
//!
//! An argument is always older than the term that it is an argument of, so
//! the order of references is a topological order, and walking a term is a
//! loop over sorted references; nothing here recurses on a term.

pub mod assume;
mod build;
mod cases;
mod division;
mod eval;
mod inequality;
mod infix;
pub mod news;
mod numbers;
mod poly;
mod quotient;
pub mod range;
mod smtlib;
mod sum;

use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

pub use eval::{Evaluation, Model};
pub use smtlib::Script;

/// A reference to a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What kind of value a term has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// 32 bits.
    Word,
    /// 64 bits.
    Double,
    /// An array from word addresses to words.
    Memory,
}

/// A free variable, by its index in the [`Terms`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// An operator with its arguments. Bit-vector operators take two words or
/// two double words, as SMT-LIB's do; divisions take words only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true` or `false`.
    Bool(bool),
    /// A word.
    Word(u32),
    /// A double word.
    Double(u64),
    /// A free word.
    Symbol(Symbol),
    /// The memory at the start: a program's words at 0, zeros elsewhere.
    Image(u32),

    /// `not`
    Not(Term),
    /// `and`
    And(Term, Term),
    /// `or`
    Or(Term, Term),
    /// `=` on words or double words.
    Eq(Term, Term),
    /// `bvult`
    Ult(Term, Term),
    /// `bvslt`
    Slt(Term, Term),
    /// `ite` on words.
    Ite(Term, Term, Term),

    /// `bvadd`
    Add(Term, Term),
    /// `bvsub`
    Sub(Term, Term),
    /// `bvmul`
    Mul(Term, Term),
    /// `bvand`
    BitAnd(Term, Term),
    /// `bvudiv`: all ones where the divisor is zero.
    Udiv(Term, Term),
    /// `bvurem`: the dividend where the divisor is zero.
    Urem(Term, Term),
    /// `bvsdiv`: 1 or -1 where the divisor is zero.
    Sdiv(Term, Term),
    /// `bvsrem`: the dividend where the divisor is zero.
    Srem(Term, Term),
    /// `(_ sign_extend 32)`
    SignExtend(Term),
    /// `(_ zero_extend 32)`
    ZeroExtend(Term),
    /// `(_ extract 31 0)` of a double word.
    Low(Term),
    /// `(_ extract 63 32)` of a double word.
    High(Term),

    /// `select`
    Select(Term, Term),
    /// `store`
    Store(Term, Term, Term),
}

impl Node {
    /// The arguments, in order.
    pub fn args(&self) -> impl Iterator<Item = Term> + use<> {
        use Node::*;
        let args = match *self {
            Bool(_) | Word(_) | Double(_) | Symbol(_) | Image(_) => [None; 3],
            Not(a) | SignExtend(a) | ZeroExtend(a) | Low(a) | High(a) => [Some(a), None, None],
            And(a, b)
            | Or(a, b)
            | Eq(a, b)
            | Ult(a, b)
            | Slt(a, b)
            | Add(a, b)
            | Sub(a, b)
            | Mul(a, b)
            | BitAnd(a, b)
            | Udiv(a, b)
            | Urem(a, b)
            | Sdiv(a, b)
            | Srem(a, b)
            | Select(a, b) => [Some(a), Some(b), None],
            Ite(a, b, c) | Store(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        args.into_iter().flatten()
    }
}

/// Tells one [`Terms`] from all others.
#[derive(Debug)]
struct Identity(u64);

impl Default for Identity {
    fn default() -> Identity {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Identity(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    /// A copy goes its own way.
    fn clone(&self) -> Identity {
        Identity::default()
    }
}

/// The terms of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    identity: Identity,
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    /// The variables below each term, see [`Terms::mentions`].
    mentions: Vec<u64>,
    ids: FxHashMap<Node, Term>,
    symbols: Vec<String>,
    images: Vec<Rc<[u32]>>,
    /// Suggested names, as they stand in scripts.
    names: FxHashMap<Term, String>,
    /// Polynomials of words, see [`poly`].
    polys: FxHashMap<Term, Rc<poly::Poly>>,
    /// The first term of each polynomial.
    representatives: FxHashMap<Rc<poly::Poly>, Term>,
    /// What was spent without success, see [`numbers`].
    steps_in_vain: usize,
}

impl Terms {
    /// No terms yet.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// What tells these terms from others: references are good for terms of
    /// the same identity only.
    pub fn identity(&self) -> u64 {
        self.identity.0
    }

    /// What a reference refers to.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    /// The variables that a term depends on, a bit each; the 64th and all
    /// later ones share a bit.
    pub fn mentions(&self, term: Term) -> u64 {
        self.mentions[term.index()]
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The free word of this name; the same name gives the same variable.
    pub fn symbol(&mut self, name: &str) -> Term {
        let index = self.symbols.iter().position(|known| known == name).unwrap_or_else(|| {
            self.symbols.push(name.to_owned());
            self.symbols.len() - 1
        });
        self.intern(Node::Symbol(Symbol(index as u32)))
    }

    /// The name of a variable.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize]
    }

    /// The memory that holds these words from address 0 on, and zeros.
    pub fn image(&mut self, words: &[u32]) -> Term {
        let index = self.images.iter().position(|known| **known == *words).unwrap_or_else(|| {
            self.images.push(words.into());
            self.images.len() - 1
        });
        self.intern(Node::Image(index as u32))
    }

    /// The word of an initial memory at an address.
    fn image_word(&self, image: u32, address: u32) -> u32 {
        let words = &self.images[image as usize];
        match address.is_multiple_of(4) {
            true => words.get((address / 4) as usize).copied().unwrap_or(0),
            // No word is there, as in the array of a script.
            false => 0,
        }
    }

    /// The words of an initial memory, from address 0 on.
    pub(crate) fn image_words(&self, image: u32) -> &[u32] {
        &self.images[image as usize]
    }

    fn intern(&mut self, node: Node) -> Term {
        if let Some(&term) = self.ids.get(&node) {
            return term;
        }
        let sort = self.sort_of(&node);
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms fit memory"));
        let mentions = match node {
            Node::Symbol(symbol) => 1 << symbol.0.min(63),
            _ => node.args().fold(0, |all, arg| all | self.mentions(arg)),
        };
        self.mentions.push(mentions);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.ids.insert(node, term);
        term
    }

    fn sort_of(&self, node: &Node) -> Sort {
        use Node::*;
        match *node {
            Bool(_) | Not(_) | And(..) | Or(..) | Eq(..) | Ult(..) | Slt(..) => Sort::Bool,
            Word(_) | Symbol(_) | Low(_) | High(_) | Select(..) => Sort::Word,
            Double(_) | SignExtend(_) | ZeroExtend(_) => Sort::Double,
            Image(_) | Store(..) => Sort::Memory,
            Ite(_, a, _)
            | Add(a, _)
            | Sub(a, _)
            | Mul(a, _)
            | BitAnd(a, _)
            | Udiv(a, _)
            | Urem(a, _)
            | Sdiv(a, _)
            | Srem(a, _) => self.sort(a),
        }
    }

    /// Every term that these are made of, themselves included, arguments
    /// before the terms that use them.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut stack: Vec<Term> = roots.into_iter().collect();
        let Some(last) = stack.iter().max() else { return Vec::new() };
        // A bit a term: an argument is older than what it is an argument of.
        let mut seen = vec![0u64; last.index() / 64 + 1];
        while let Some(term) = stack.pop() {
            let (word, bit) = (&mut seen[term.index() / 64], 1 << (term.index() % 64));
            if *word & bit == 0 {
                *word |= bit;
                stack.extend(self.node(term).args());
            }
        }
        let mut terms = Vec::new();
        for (index, mut word) in seen.into_iter().enumerate() {
            while word != 0 {
                terms.push(Term(index as u32 * 64 + word.trailing_zeros()));
                word &= word - 1;
            }
        }
        terms
    }

    /// The variables that these terms depend on, in the order of their making.
    pub fn free_symbols(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Symbol> {
        self.evaluation(roots).free_symbols()
    }
}
