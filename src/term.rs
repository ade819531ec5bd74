//! Hash-consed terms over words, double words, booleans and memory.
//!
//! A [`Terms`] owns the terms. A [`Term`] is a 4-byte reference into it, and two references are
//! equal exactly when the terms are. Constructors fold: they may return a simpler term than
//! requested, always with the same meaning. The operators are SMT-LIB's, on the sorts that the
//! machine needs: bit-vectors of 32 and 64 bits, booleans, and memory, an array from the byte
//! address of a word to the word. (A path condition states that the address of each access is a
//! multiple of 4, so addresses need no shift.)
//!
//! Arguments are always older than the terms that use them. The order of references is therefore a
//! topological order, and a traversal is a loop over sorted references; nothing here recurses on a
//! term.

mod build;
#[cfg(feature = "versions")]
mod columns;
mod division;
mod eval;
mod infix;
pub(crate) mod interval;
mod memories;
mod poly;
pub(crate) mod polynomial;
mod reciprocal;
mod relations;
mod sign;
mod smtlib;
mod symbols;
pub(crate) mod walk;

use std::convert::Infallible;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use interval::{Interval, Width};
use rustc_hash::FxHashMap;
use symbols::{SymbolSets, Symbols};

pub(crate) use division::Digits;
pub use eval::{Contents, Evaluation, Model};
pub(crate) use sign::Sign;
pub use smtlib::Script;
pub use symbols::SymbolSet;

/// A reference to a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    pub(crate) fn index(self) -> usize {
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

/// An operator with its arguments. Bit-vector operators take two words or two double words, as
/// SMT-LIB's do; divisions take words only.
///
/// The argument type is [`Term`], or an index for callers that keep nodes in a list of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node<T = Term> {
    /// `true` or `false`.
    Bool(bool),
    /// A word.
    Word(u32),
    /// A double word.
    Double(u64),
    /// A free word, or a free memory.
    Symbol(Symbol),
    /// The initial memory: a program's words from address 0 on, zeros elsewhere.
    Image(u32),

    /// `not`
    Not(T),
    /// `and`
    And(T, T),
    /// `or`
    Or(T, T),
    /// `=` on words, double words or memories.
    Eq(T, T),
    /// `bvult`
    Ult(T, T),
    /// `bvslt`
    Slt(T, T),
    /// `ite` on words or memories.
    Ite(T, T, T),

    /// `bvadd`
    Add(T, T),
    /// `bvsub`
    Sub(T, T),
    /// `bvmul`
    Mul(T, T),
    /// `bvand`
    BitAnd(T, T),
    /// `bvudiv`: all ones where the divisor is zero.
    Udiv(T, T),
    /// `bvurem`: the dividend where the divisor is zero.
    Urem(T, T),
    /// `bvsdiv`: 1 or -1 where the divisor is zero.
    Sdiv(T, T),
    /// `bvsrem`: the dividend where the divisor is zero.
    Srem(T, T),
    /// `(_ sign_extend 32)`
    SignExtend(T),
    /// `(_ zero_extend 32)`
    ZeroExtend(T),
    /// `(_ extract 31 0)` of a double word.
    Low(T),
    /// `(_ extract 63 32)` of a double word.
    High(T),

    /// `select`
    Select(T, T),
    /// `store`
    Store(T, T, T),
}

impl<T: Copy> Node<T> {
    /// The arguments, in order.
    pub fn args(&self) -> impl Iterator<Item = T> + use<T> {
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

    /// The same operator with each argument mapped.
    pub fn map<U>(&self, mut of: impl FnMut(T) -> U) -> Node<U> {
        match *self {
            Node::Bool(value) => Node::Bool(value),
            Node::Word(value) => Node::Word(value),
            Node::Double(value) => Node::Double(value),
            Node::Symbol(symbol) => Node::Symbol(symbol),
            Node::Image(image) => Node::Image(image),
            Node::Not(a) => Node::Not(of(a)),
            Node::And(a, b) => Node::And(of(a), of(b)),
            Node::Or(a, b) => Node::Or(of(a), of(b)),
            Node::Eq(a, b) => Node::Eq(of(a), of(b)),
            Node::Ult(a, b) => Node::Ult(of(a), of(b)),
            Node::Slt(a, b) => Node::Slt(of(a), of(b)),
            Node::Ite(test, a, b) => Node::Ite(of(test), of(a), of(b)),
            Node::Add(a, b) => Node::Add(of(a), of(b)),
            Node::Sub(a, b) => Node::Sub(of(a), of(b)),
            Node::Mul(a, b) => Node::Mul(of(a), of(b)),
            Node::BitAnd(a, b) => Node::BitAnd(of(a), of(b)),
            Node::Udiv(a, b) => Node::Udiv(of(a), of(b)),
            Node::Urem(a, b) => Node::Urem(of(a), of(b)),
            Node::Sdiv(a, b) => Node::Sdiv(of(a), of(b)),
            Node::Srem(a, b) => Node::Srem(of(a), of(b)),
            Node::SignExtend(a) => Node::SignExtend(of(a)),
            Node::ZeroExtend(a) => Node::ZeroExtend(of(a)),
            Node::Low(a) => Node::Low(of(a)),
            Node::High(a) => Node::High(of(a)),
            Node::Select(memory, address) => Node::Select(of(memory), of(address)),
            Node::Store(memory, address, word) => Node::Store(of(memory), of(address), of(word)),
        }
    }
}

/// Distinguishes one [`Terms`] from all others.
#[derive(Debug)]
struct Identity(u64);

impl Default for Identity {
    fn default() -> Identity {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Identity(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    /// A clone is a different set of terms from here on.
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
    intervals: Vec<Interval>,
    /// The symbols below each term, see [`Terms::mentions`].
    mentions: Vec<SymbolSet>,
    symbol_sets: SymbolSets,
    ids: FxHashMap<Node, Term>,
    symbols: Symbols,
    images: Vec<Rc<[u32]>>,
    image_ids: FxHashMap<Rc<[u32]>, u32>,
    /// Suggested names for scripts.
    names: FxHashMap<Term, String>,
    /// Polynomials of words, see [`poly`].
    polys: FxHashMap<Term, Rc<poly::Poly>>,
    /// The first term of each polynomial.
    representatives: FxHashMap<Rc<poly::Poly>, Term>,
}

impl Terms {
    /// An empty set of terms.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// Identifies this set of terms; a reference is valid only for terms of the same identity.
    pub fn identity(&self) -> u64 {
        self.identity.0
    }

    /// The node that a reference refers to.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    /// An interval that contains the term's value for all values of its symbols, computed from its
    /// arguments. A memory has no meaningful interval.
    pub(crate) fn interval(&self, term: Term) -> Interval {
        self.intervals[term.index()]
    }

    /// The symbols that a term depends on.
    pub fn mentions(&self, term: Term) -> SymbolSet {
        self.mentions[term.index()]
    }

    /// The symbols of a set, in order of creation.
    pub fn members(&self, set: SymbolSet) -> &[Symbol] {
        self.symbol_sets.members(set)
    }

    /// Whether two sets have a symbol in common.
    pub fn meet(&self, a: SymbolSet, b: SymbolSet) -> bool {
        self.symbol_sets.meet(a, b)
    }

    /// The symbols of both sets.
    pub fn union(&mut self, a: SymbolSet, b: SymbolSet) -> SymbolSet {
        self.symbol_sets.union(a, b)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term exists.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The free word of this name. The same name gives the same symbol.
    pub fn symbol(&mut self, name: &str) -> Term {
        let symbol = self.symbols.named(name, Sort::Word);
        self.intern(Node::Symbol(symbol))
    }

    /// The free memory of this name, which must not be a word's name. The same name gives the same
    /// symbol.
    pub fn memory_symbol(&mut self, name: &str) -> Term {
        let symbol = self.symbols.named(name, Sort::Memory);
        self.intern(Node::Symbol(symbol))
    }

    /// Whether a variable is a word or a memory.
    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols.sort(symbol)
    }

    /// The name of a variable.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// The memory that holds these words from address 0 on, and zeros.
    pub fn image(&mut self, words: &[u32]) -> Term {
        // Trailing zeros are implied; without them, equal memories have one image.
        let zeros = words.iter().rev().take_while(|&&word| word == 0).count();
        let words = &words[..words.len() - zeros];
        let image = self.image_ids.get(words).copied().unwrap_or_else(|| {
            let (image, words) = (self.images.len() as u32, Rc::from(words));
            self.images.push(Rc::clone(&words));
            self.image_ids.insert(words, image);
            image
        });
        self.intern(Node::Image(image))
    }

    /// The word of an initial memory at an address.
    fn image_word(&self, image: u32, address: u32) -> u32 {
        let words = &self.images[image as usize];
        match address.is_multiple_of(4) {
            true => words.get((address / 4) as usize).copied().unwrap_or(0),
            // Beyond the image, as beyond the array of a script, every word is zero.
            false => 0,
        }
    }

    /// The words of an initial memory, from address 0 on.
    pub(crate) fn image_words(&self, image: u32) -> &[u32] {
        &self.images[image as usize]
    }

    /// The term of a node, if there is one.
    pub(crate) fn find(&self, node: Node) -> Option<Term> {
        self.ids.get(&node).copied()
    }

    fn intern(&mut self, node: Node) -> Term {
        if let Some(&term) = self.ids.get(&node) {
            return term;
        }
        let sort = self.sort_of(&node);
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms fit memory"));
        let mentions = match node {
            Node::Symbol(symbol) => self.symbol_sets.single(symbol),
            _ => node.args().fold(SymbolSet::EMPTY, |all, arg| {
                self.symbol_sets.union(all, self.mentions[arg.index()])
            }),
        };
        // For an `ite` the last two arguments are the branches, which have one sort.
        let of_args = node.args().last().map_or(sort, |arg| self.sort(arg));
        let interval = match of_args {
            Sort::Memory => None,
            of_args => Interval::of_node(node, Width::of(of_args), |arg| self.interval(arg)),
        };
        self.intervals.push(interval.unwrap_or_else(|| Interval::of_sort(sort)));
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
            Symbol(symbol) => self.symbols.sort(symbol),
            Word(_) | Low(_) | High(_) | Select(..) => Sort::Word,
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

    /// Computes a value for a term and its subterms that have none yet, arguments first. It
    /// descends below a node only where `goes_on` holds.
    pub(crate) fn fill<V>(
        &self,
        known: &mut FxHashMap<Term, V>,
        root: Term,
        goes_on: impl Fn(Node) -> bool,
        value: impl Fn(&FxHashMap<Term, V>, Term) -> V,
    ) {
        let Ok(()) = walk::arguments_first(root, |term, waiting| -> Result<(), Infallible> {
            let (before, node) = (waiting.len(), self.node(term));
            if known.contains_key(&term) {
                return Ok(());
            }
            if goes_on(node) {
                waiting.extend(node.args().filter(|arg| !known.contains_key(arg)));
            }
            if waiting.len() == before {
                let value = value(known, term);
                known.insert(term, value);
            }
            Ok(())
        });
    }

    /// The symbols that these terms depend on, in order of creation.
    pub fn free_symbols(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Symbol> {
        self.evaluation(roots).free_symbols()
    }
}
