//! Memories: what is there at the start, what both programs have in common, and
//! stores on top of it.

use std::collections::HashMap;

use crate::certificate::{Array, Footprint};
use crate::terms::{Condition, Fact, Node, Terms, Word};

/// A memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(u32);

/// What a memory is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// That of the left program at the start (0), or of the right one (1): its
    /// words from address 0, and behind them zeros and the array that it is given.
    Initial(usize),
    /// Any memory of the left program, or of the right one.
    Any(usize),
    /// That of both programs on a footprint; elsewhere any of the left program, or of
    /// the right one.
    Common(usize, Footprint),
    /// Any memory that both programs have.
    Shared,
    /// Any memory, of which the elements of an array are those that programs are
    /// given. It is known by the input that is the first one.
    Given(usize),
    /// Any memory, by its number.
    Free(u32),
    /// Another one, but for the word at an address.
    Store(Memory, Word, Word),
}

/// All memories of two programs.
#[derive(Clone, Debug)]
pub struct Memories {
    all: Vec<Contents>,
    known: HashMap<Contents, Memory>,
    images: [Vec<u32>; 2],
    arrays: [Option<Array>; 2],
    /// Four times the length of the array that both are given.
    size: Word,
    /// Stores that loads have passed.
    passed: u64,
}

impl Memories {
    /// Of programs with these words.
    pub fn new(images: [Vec<u32>; 2]) -> Memories {
        Memories::with_arrays(images, [None, None], Terms::ZERO)
    }

    /// Of programs with these words that are given arrays; the size in bytes is of one
    /// that both are given.
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

    /// A memory that was made before.
    pub(crate) fn made(&self, contents: &Contents) -> Option<Memory> {
        self.known.get(contents).copied()
    }

    /// What is in a memory.
    pub fn contents(&self, memory: Memory) -> &Contents {
        &self.all[memory.0 as usize]
    }

    /// How many stores loads have passed on their way to the word: what they cost.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Takes note that one was passed.
    pub(crate) fn pass(&mut self) {
        self.passed += 1;
    }

    /// The words of a program.
    pub fn image(&self, side: usize) -> &[u32] {
        &self.images[side]
    }

    /// The array that a program is given.
    pub fn array(&self, side: usize) -> Option<Array> {
        self.arrays[side]
    }

    /// Four times the length of the array that both are given.
    pub(crate) fn size(&self) -> Word {
        self.size
    }

    /// The first address behind a program's text.
    pub fn text_end(&self, side: usize) -> u32 {
        4 * self.images[side].len() as u32
    }

    /// The first address behind both texts.
    pub fn common_end(&self) -> u32 {
        self.text_end(0).max(self.text_end(1))
    }

    /// That an address is on a footprint.
    pub fn is_on(&self, terms: &mut Terms, footprint: Footprint, address: Word) -> Condition {
        match (footprint, self.arrays[0]) {
            (Footprint::Array, Some(array)) => {
                let first = terms.constant(array.address);
                let offset = terms.sub(address, first);
                Condition { fact: Fact::Less(false, offset, self.size), holds: true }
            }
            // There is nothing on the footprint of no array.
            (Footprint::Array, None) => {
                Condition { fact: Fact::Less(false, address, Terms::ZERO), holds: true }
            }
            (Footprint::Everywhere, _) => {
                Condition { fact: below(terms, address, self.common_end()), holds: false }
            }
        }
    }

    /// What a load depends on beside the stores, and by which outcome it is a load
    /// behind the text or of what both have in common.
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

    /// What is under the stores.
    fn base(&self, mut memory: Memory) -> Memory {
        while let Contents::Store(before, ..) = *self.contents(memory) {
            memory = before;
        }
        memory
    }

    /// The word at an address that is a multiple of 4, where some facts are decided.
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

    /// A memory with a word in the place of another.
    pub fn store(&mut self, memory: Memory, address: Word, value: Word) -> Memory {
        self.memory(Contents::Store(memory, address, value))
    }

    /// Whether a memory is as at the start but for words at these addresses.
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

/// That an address is below a bound.
pub fn below(terms: &mut Terms, address: Word, bound: u32) -> Fact {
    let bound = terms.constant(bound);
    Fact::Less(false, address, bound)
}
