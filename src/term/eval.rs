//! The ground evaluator: a term's value under a model.
//!
//! It is simple on purpose. Every model of every solver is checked with it before use, and every
//! rewrite is tested against it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Node, Sort, Symbol, Term, Terms};

/// The contents of a memory: words at some byte addresses, and one word at all other addresses.
/// Equal contents are equal memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The words that differ from `elsewhere`.
    words: BTreeMap<u32, u32>,
    elsewhere: u32,
}

impl Contents {
    /// The memory that holds the same word everywhere.
    pub fn filled(elsewhere: u32) -> Contents {
        Contents { words: BTreeMap::new(), elsewhere }
    }

    /// Sets the word at an address.
    pub fn set(&mut self, address: u32, word: u32) {
        if word == self.elsewhere {
            self.words.remove(&address);
        } else {
            self.words.insert(address, word);
        }
    }

    /// The word at an address.
    pub fn get(&self, address: u32) -> u32 {
        self.words.get(&address).copied().unwrap_or(self.elsewhere)
    }

    /// The words that differ from the default word, with their addresses.
    pub fn words(&self) -> impl Iterator<Item = (u32, u32)> {
        self.words.iter().map(|(&address, &word)| (address, word))
    }
}

/// Values for symbols. A word without a value is 0, and a memory without contents is zero
/// everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: FxHashMap<Symbol, u32>,
    memories: FxHashMap<Symbol, Contents>,
}

impl Model {
    /// The model in which every symbol is 0.
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives a word a value.
    pub fn set(&mut self, symbol: Symbol, value: u32) {
        self.values.insert(symbol, value);
    }

    /// A word's value.
    pub fn get(&self, symbol: Symbol) -> u32 {
        self.values.get(&symbol).copied().unwrap_or(0)
    }

    /// Gives a memory its contents.
    pub fn set_memory(&mut self, symbol: Symbol, contents: Contents) {
        self.memories.insert(symbol, contents);
    }

    /// The contents of a memory, if the model sets them.
    pub fn memory(&self, symbol: Symbol) -> Option<&Contents> {
        self.memories.get(&symbol)
    }
}

impl Terms {
    /// The values of terms of any sort except memory; booleans are 0 and 1.
    pub fn eval(&self, roots: &[Term], model: &Model) -> Vec<u64> {
        let mut evaluation = self.evaluation(roots.iter().copied());
        evaluation.run(model);
        roots.iter().map(|root| evaluation.values[root.index()]).collect()
    }

    /// Whether a boolean term is true.
    pub fn holds(&self, term: Term, model: &Model) -> bool {
        self.eval(&[term], model)[0] == 1
    }

    /// An evaluator of these terms under many models.
    pub fn evaluation(&self, roots: impl IntoIterator<Item = Term>) -> Evaluation<'_> {
        let roots: Vec<Term> = roots.into_iter().collect();
        let order = self.reachable(roots.iter().copied());
        Evaluation { terms: self, roots, order, values: Vec::new() }
    }

    /// A node's value from those of its arguments. A memory has no value: it is read through its
    /// stores and choices.
    fn eval_node(&self, node: Node, values: &[u64], model: &Model) -> u64 {
        let value = |term: Term| values[term.index()];
        let word = |term: Term| values[term.index()] as u32;
        let wrap = |like: Term, value: u64| match self.sort(like) {
            Sort::Double => value,
            _ => u64::from(value as u32),
        };
        match node {
            Node::Bool(value) => value.into(),
            Node::Word(value) => value.into(),
            Node::Double(value) => value,
            _ if self.sort_of(&node) == Sort::Memory => 0,
            Node::Symbol(symbol) => model.get(symbol).into(),
            Node::Image(_) | Node::Store(..) => unreachable!("memories"),
            Node::Not(a) => 1 - value(a),
            Node::And(a, b) => value(a) & value(b),
            Node::Or(a, b) => value(a) | value(b),
            Node::Eq(a, b) if self.sort(a) == Sort::Memory => {
                (self.contents(a, values, model) == self.contents(b, values, model)).into()
            }
            Node::Eq(a, b) => (value(a) == value(b)).into(),
            Node::Ult(a, b) => (value(a) < value(b)).into(),
            Node::Slt(a, b) => slt(self.sort(a), value(a), value(b)).into(),
            Node::Ite(test, a, b) => value(if value(test) == 1 { a } else { b }),
            Node::Add(a, b) => wrap(a, value(a).wrapping_add(value(b))),
            Node::Sub(a, b) => wrap(a, value(a).wrapping_sub(value(b))),
            Node::Mul(a, b) => wrap(a, value(a).wrapping_mul(value(b))),
            Node::BitAnd(a, b) => value(a) & value(b),
            Node::Udiv(a, b) => udiv(word(a), word(b)).into(),
            Node::Urem(a, b) => urem(word(a), word(b)).into(),
            Node::Sdiv(a, b) => sdiv(word(a), word(b)).into(),
            Node::Srem(a, b) => srem(word(a), word(b)).into(),
            Node::SignExtend(a) => i64::from(word(a) as i32) as u64,
            Node::ZeroExtend(a) => value(a),
            Node::Low(a) => value(a) & 0xffff_ffff,
            Node::High(a) => value(a) >> 32,
            Node::Select(memory, address) => self.read(memory, word(address), values, model),
        }
    }

    fn read(&self, memory: Term, address: u32, values: &[u64], model: &Model) -> u64 {
        let mut memory = memory;
        loop {
            match self.node(memory) {
                Node::Store(_, a, value) if values[a.index()] as u32 == address => {
                    return values[value.index()];
                }
                Node::Store(older, ..) => memory = older,
                Node::Ite(test, a, b) => memory = if values[test.index()] == 1 { a } else { b },
                Node::Image(image) => return self.image_word(image, address).into(),
                Node::Symbol(symbol) => {
                    return model.memory(symbol).map_or(0, |memory| memory.get(address)).into();
                }
                _ => unreachable!("no other operator makes a memory"),
            }
        }
    }

    /// The contents of a memory.
    fn contents(&self, memory: Term, values: &[u64], model: &Model) -> Contents {
        let mut stores = Vec::new();
        let mut memory = memory;
        let mut contents = loop {
            match self.node(memory) {
                Node::Store(older, address, value) => {
                    stores.push([address, value].map(|term| values[term.index()] as u32));
                    memory = older;
                }
                Node::Ite(test, a, b) => memory = if values[test.index()] == 1 { a } else { b },
                Node::Image(image) => {
                    let mut contents = Contents::default();
                    for (index, &word) in self.image_words(image).iter().enumerate() {
                        contents.set(4 * index as u32, word);
                    }
                    break contents;
                }
                Node::Symbol(symbol) => break model.memory(symbol).cloned().unwrap_or_default(),
                _ => unreachable!("no other operator makes a memory"),
            }
        };
        for [address, word] in stores.into_iter().rev() {
            contents.set(address, word);
        }
        contents
    }
}

/// Terms that are evaluated many times.
#[derive(Clone, Debug)]
pub struct Evaluation<'t> {
    terms: &'t Terms,
    roots: Vec<Term>,
    /// All terms to evaluate, arguments first.
    order: Vec<Term>,
    /// Indexed by reference. Empty before the first evaluation: often only the symbols are needed.
    values: Vec<u64>,
}

impl Evaluation<'_> {
    fn run(&mut self, model: &Model) {
        // Values of unreachable terms are never read.
        if self.values.is_empty() {
            // Fresh memory is zero already: so the time depends on the evaluated terms, not on all older ones.
            self.values = vec![0; self.order.last().map_or(0, |last| last.index() + 1)];
        }
        for &term in &self.order {
            let value = self.terms.eval_node(self.terms.node(term), &self.values, model);
            self.values[term.index()] = value;
        }
    }

    /// The values of all terms, none of which is a memory.
    #[cfg(feature = "alignment")]
    pub fn values(&mut self, model: &Model) -> Vec<u64> {
        self.run(model);
        self.roots.iter().map(|root| self.values[root.index()]).collect()
    }

    /// Whether all terms, which are booleans, are true.
    pub fn all_hold(&mut self, model: &Model) -> bool {
        self.run(model);
        self.roots.iter().all(|root| self.values[root.index()] == 1)
    }

    /// The symbols that the terms depend on, in order of creation.
    pub fn free_symbols(&self) -> Vec<Symbol> {
        let symbol = |&term: &Term| match self.terms.node(term) {
            Node::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        self.order.iter().filter_map(symbol).collect()
    }
}

/// `bvslt`
pub(super) fn slt(sort: Sort, a: u64, b: u64) -> bool {
    match sort {
        Sort::Double => (a as i64) < b as i64,
        _ => (a as i32) < b as i32,
    }
}

/// `bvudiv`
pub(super) fn udiv(a: u32, b: u32) -> u32 {
    a.checked_div(b).unwrap_or(u32::MAX)
}

/// `bvurem`
pub(super) fn urem(a: u32, b: u32) -> u32 {
    a.checked_rem(b).unwrap_or(a)
}

/// `bvsdiv`
pub(super) fn sdiv(a: u32, b: u32) -> u32 {
    let (a, b) = (a as i32, b as i32);
    match b {
        0 if a < 0 => 1,
        0 => u32::MAX,
        _ => a.wrapping_div(b) as u32,
    }
}

/// `bvsrem`
pub(super) fn srem(a: u32, b: u32) -> u32 {
    let (a, b) = (a as i32, b as i32);
    if b == 0 { a as u32 } else { a.wrapping_rem(b) as u32 }
}
