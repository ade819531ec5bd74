//! Memories: initial contents, regions on which both programs agree, and stores.

use std::collections::HashMap;

use crate::certificate::{Array, Footprint};
use crate::terms::{Condition, Fact, Node, Terms, Word};

/// A memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(u32);

/// The definition of a memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// The initial memory of the left (0) or the right (1) program: its words from address 0, then zeros, and its
    /// array.
    Initial(usize),
    /// An arbitrary memory of the left or the right program.
    Any(usize),
    /// A memory that both programs agree on within a footprint; elsewhere arbitrary for each program.
    Common(usize, Footprint),
    /// An arbitrary memory that both programs share.
    Shared,
    /// An arbitrary memory with the elements of an array, identified by the input that is the first element.
    Given(usize),
    /// An arbitrary memory, by its number.
    Free(u32),
    /// A memory after a store of a word at an address.
    Store(Memory, Word, Word),
}

/// All memories of two programs.
#[derive(Clone, Debug)]
pub struct Memories {
    all: Vec<Contents>,
    known: HashMap<Contents, Memory>,
    images: [Vec<u32>; 2],
    arrays: [Option<Array>; 2],
    /// The size in bytes of the array that both programs get.
    size: Word,
    /// Number of stores that loads have passed.
    passed: u64,
}

impl Memories {
    /// The memories of programs without arrays.
    pub fn new(images: [Vec<u32>; 2]) -> Memories {
        Memories::with_arrays(images, [None, None], Terms::ZERO)
    }

    /// The memories of programs with arrays; `size` is the size in bytes of an array that both programs get.
    pub fn with_arrays(images: [Vec<u32>; 2], arrays: [Option<Array>; 2], size: Word) -> Memories {
        let known = HashMap::new();
        let mut memories = Memories { all: Vec::new(), known, images, arrays, size, passed: 0 };
        memories.memory(Contents::Shared);
        for side in [0, 1] {
            memories.memory(Contents::Any(side));
            if let Some(array) = arrays[side] {
                memories.memory(Contents::Given(array.first));
            }
        }
        memories
    }

    /// A memory with these contents.
    pub fn memory(&mut self, contents: Contents) -> Memory {
        let next = Memory(self.all.len() as u32);
        let Memories { all, known, .. } = self;
        *known.entry(contents).or_insert_with_key(|contents| {
            all.push(contents.clone());
            next
        })
    }

    /// An existing memory with these contents.
    pub(crate) fn made(&self, contents: &Contents) -> Option<Memory> {
        self.known.get(contents).copied()
    }

    /// The definition of a memory.
    pub fn contents(&self, memory: Memory) -> &Contents {
        &self.all[memory.0 as usize]
    }

    /// The number of stores that loads have passed on the way to their word, as a measure of cost.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Counts a passed store.
    pub(crate) fn pass(&mut self) {
        self.passed += 1;
    }

    /// The words of a program.
    pub fn image(&self, side: usize) -> &[u32] {
        &self.images[side]
    }

    /// The array that a program gets.
    pub fn array(&self, side: usize) -> Option<Array> {
        self.arrays[side]
    }

    /// The size in bytes of the array that both programs get.
    pub(crate) fn size(&self) -> Word {
        self.size
    }

    /// The first address after a program's text.
    pub fn text_end(&self, side: usize) -> u32 {
        4 * self.images[side].len() as u32
    }

    /// The first address after both texts.
    pub fn common_end(&self) -> u32 {
        self.text_end(0).max(self.text_end(1))
    }

    /// The condition that an address is in a footprint.
    pub fn is_on(&self, terms: &mut Terms, footprint: Footprint, address: Word) -> Condition {
        match (footprint, self.arrays[0]) {
            (Footprint::Array, Some(array)) => {
                let first = terms.constant(array.address);
                let offset = terms.sub(address, first);
                Condition { fact: Fact::Less(false, offset, self.size), holds: true }
            }
            // Without an array its footprint is empty.
            (Footprint::Array, None) => {
                Condition { fact: Fact::Less(false, address, Terms::ZERO), holds: true }
            }
            (Footprint::Everywhere, _) => {
                Condition { fact: below(terms, address, self.common_end()), holds: false }
            }
        }
    }

    /// The fact that a load depends on, apart from stores: with this outcome it reads after the text, or from the
    /// footprint.
    pub fn test(&self, terms: &mut Terms, memory: Memory, address: Word) -> Option<Condition> {
        match *self.contents(self.base(memory)) {
            Contents::Initial(side) => {
                let in_text = below(terms, address, self.text_end(side));
                Some(Condition { fact: in_text, holds: false })
            }
            Contents::Common(_, footprint) => Some(self.is_on(terms, footprint, address)),
            _ => None,
        }
    }

    /// The memory below all stores.
    fn base(&self, mut memory: Memory) -> Memory {
        while let Contents::Store(before, ..) = *self.contents(memory) {
            memory = before;
        }
        memory
    }

    /// The word at an address that is a multiple of 4, given the decided facts.
    pub fn load(
        &mut self,
        terms: &mut Terms,
        mut memory: Memory,
        address: Word,
        decided: &dyn Fn(Fact) -> Option<bool>,
    ) -> Word {
        while let Contents::Store(before, at, value) = *self.contents(memory) {
            let same = terms.same(at, address).or_else(|| {
                let difference = terms.sub(at, address);
                let stated = terms.fact(Fact::Zero(difference));
                decided(stated.fact).map(|holds| holds == stated.holds)
            });
            match same {
                Some(true) => return value,
                Some(false) => {
                    self.passed += 1;
                    memory = before;
                }
                None => return terms.atom(Node::Load(memory, address)),
            }
        }
        let outcome = self.test(terms, memory, address).and_then(|test| {
            let known = terms.folded(test.fact).or_else(|| decided(test.fact));
            known.map(|holds| holds == test.holds)
        });
        match (self.contents(memory).clone(), outcome) {
            (Contents::Initial(side), Some(behind_text)) => {
                self.load_initial(terms, side, address, behind_text)
            }
            (Contents::Common(side, _), Some(is_common)) => {
                let contents = if is_common { Contents::Shared } else { Contents::Any(side) };
                let memory = self.memory(contents);
                terms.atom(Node::Load(memory, address))
            }
            _ => terms.atom(Node::Load(memory, address)),
        }
    }

    fn load_initial(
        &mut self,
        terms: &mut Terms,
        side: usize,
        address: Word,
        behind_text: bool,
    ) -> Word {
        let at = terms.as_constant(address);
        if !behind_text {
            return match at.and_then(|at| self.images[side].get(at as usize / 4).copied()) {
                Some(word) => terms.constant(word),
                None => {
                    let memory = self.memory(Contents::Initial(side));
                    terms.atom(Node::Load(memory, address))
                }
            };
        }
        let Some(array) = self.arrays[side] else { return Terms::ZERO };
        if at.is_some_and(|at| at.wrapping_sub(array.address) / 4 >= array.capacity) {
            return Terms::ZERO;
        }
        let memory = self.memory(Contents::Given(array.first));
        terms.atom(Node::Load(memory, address))
    }

    /// The memory after a store.
    pub fn store(&mut self, memory: Memory, address: Word, value: Word) -> Memory {
        self.memory(Contents::Store(memory, address, value))
    }

    /// Whether a memory is unchanged since the start, except for words at these addresses.
    pub fn is_initial(&self, terms: &Terms, mut memory: Memory, but_for: &[u32]) -> bool {
        loop {
            match *self.contents(memory) {
                Contents::Initial(_) => return true,
                Contents::Store(before, at, _) => match terms.as_constant(at) {
                    Some(at) if but_for.contains(&at) => memory = before,
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}

/// The fact that an address is below a bound.
pub fn below(terms: &mut Terms, address: Word, bound: u32) -> Fact {
    let bound = terms.constant(bound);
    Fact::Less(false, address, bound)
}
