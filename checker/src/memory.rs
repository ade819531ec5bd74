//! Memories: what is there at the start, and stores on top of it.

use std::collections::HashMap;

use crate::terms::{Fact, Node, Terms, Word};

/// A memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(u32);

/// What a memory is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// That of the left program at the start (0), or of the right one (1): its
    /// words from address 0, and zero behind them.
    Initial(usize),
    /// Any memory of the left program, or of the right one.
    Any(usize),
    /// Another one, but for the word at an address.
    Store(Memory, Word, Word),
}

/// All memories of two programs.
#[derive(Debug)]
pub struct Memories {
    all: Vec<Contents>,
    known: HashMap<Contents, Memory>,
    images: [Vec<u32>; 2],
    /// Stores that loads have passed.
    passed: u64,
}

impl Memories {
    /// Of programs with these words.
    pub fn new(images: [Vec<u32>; 2]) -> Memories {
        Memories { all: Vec::new(), known: HashMap::new(), images, passed: 0 }
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

    /// What is in a memory.
    pub fn contents(&self, memory: Memory) -> &Contents {
        &self.all[memory.0 as usize]
    }

    /// How many stores loads have passed on their way to the word: what they cost.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The words of a program.
    pub fn image(&self, side: usize) -> &[u32] {
        &self.images[side]
    }

    /// The word at an address that is a multiple of 4.
    pub fn load(&mut self, terms: &mut Terms, mut memory: Memory, address: Word) -> Word {
        loop {
            match *self.contents(memory) {
                Contents::Store(before, at, value) => match terms.same(at, address) {
                    Some(true) => return value,
                    Some(false) => {
                        self.passed += 1;
                        memory = before;
                    }
                    None => return terms.atom(Node::Load(memory, address)),
                },
                Contents::Initial(side) => match terms.as_constant(address) {
                    Some(at) => {
                        let word = self.images[side].get(at as usize / 4);
                        return terms.constant(word.copied().unwrap_or(0));
                    }
                    None => return terms.atom(Node::Load(memory, address)),
                },
                Contents::Any(_) => return terms.atom(Node::Load(memory, address)),
            }
        }
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
                Contents::Any(_) => return false,
                Contents::Store(before, at, _) => match terms.as_constant(at) {
                    Some(at) if but_for.contains(&at) => memory = before,
                    _ => return false,
                },
            }
        }
    }
}

/// That an address is below a bound.
pub fn below(terms: &mut Terms, address: Word, bound: u32) -> Fact {
    let bound = terms.constant(bound);
    Fact::Less(false, address, bound)
}
