//! Relations (`varmap` of DiffKemp): which words of two programs are equal at a synchronisation point.
//!
//! A word is a class plus a constant, so two words of a class differ by a known constant on every
//! run, whichever programs they belong to; a word without a class is known. This is the DiffKemp
//! paper's `varmap` (Section 2.2) without its direction: a class may have any number of registers
//! and stack slots of either program, so copies, renamed registers and other frame layouts need no
//! rule of their own.
//!
//! Classes are of two kinds: the value of a place at the entry of the procedure, which keeps its
//! name as long as it is held, and later values. Joins only weaken relations, and there are
//! finitely many weaker ones.

use std::collections::BTreeMap;
use std::hash::Hash;

use super::spot::Held;
use rustc_hash::FxHashMap;

use crate::machine::mips::Reg;
use crate::term::{Term, Terms};

/// Registers, then `hi` and `lo`.
pub(super) const WORDS: usize = 34;
/// The index of `hi`.
pub(super) const HI: usize = 32;
/// The index of `lo`.
pub(super) const LO: usize = 33;
/// The index of the stack pointer.
pub(super) const STACK: usize = Reg::STACK_POINTER.index();
/// The index of the return address.
pub(super) const LINK: usize = Reg::RETURN_ADDRESS.index();

/// A class of words, or of memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Class {
    /// A value at the procedure's entry.
    Entry(u32),
    /// A later value.
    Since(u32),
}

/// A word: a class plus a constant, or a known word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RelatedWord {
    pub class: Option<Class>,
    pub offset: u32,
}

impl RelatedWord {
    fn known(offset: u32) -> RelatedWord {
        RelatedWord { class: None, offset }
    }
}

/// The words of both programs at a synchronisation point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    /// Registers, `hi` and `lo`.
    pub words: [[RelatedWord; WORDS]; 2],
    /// Words of memory that are known to exist, by their distance in bytes from each program's
    /// `$30` at the entry.
    pub slots: [BTreeMap<i32, RelatedWord>; 2],
    /// The rest of memory, without the stack.
    pub memory: [Class; 2],
}

/// A memory: a free one, and the stores since, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub base: Term,
    pub stores: Vec<(Term, Term)>,
}

impl Memory {
    /// A free memory.
    pub fn free(base: Term) -> Memory {
        Memory { base, stores: Vec::new() }
    }

    /// The word at an address: that of the last store to it, if it is known which one that is;
    /// otherwise an `ite`.
    pub fn load(&self, terms: &mut Terms, address: Term) -> Term {
        let mut word = terms.select(self.base, address);
        for &(at, stored) in &self.stores {
            let here = terms.eq(at, address);
            word = terms.ite(here, stored, word);
        }
        word
    }

    /// Stores a word at an address.
    pub fn store(&mut self, terms: &mut Terms, address: Term, word: Term) {
        // An overwritten store is dropped, unless one in between may alias it.
        for index in (0..self.stores.len()).rev() {
            let same = terms.eq(self.stores[index].0, address);
            match terms.as_bool(same) {
                Some(true) => {
                    self.stores.remove(index);
                    break;
                }
                Some(false) => {}
                None => break,
            }
        }
        self.stores.push((address, word));
    }
}

/// The words of one program.
#[derive(Clone, Debug)]
pub(super) struct ProgramState {
    pub words: [Term; WORDS],
    pub slots: BTreeMap<i32, Term>,
    pub memory: Memory,
}

impl ProgramState {
    /// The word at a place; `None` where none is known.
    pub fn held(&self, held: Held) -> Option<Term> {
        match held {
            Held::Register(number) => Some(self.words[usize::from(number)]),
            Held::High => Some(self.words[HI]),
            Held::Low => Some(self.words[LO]),
            Held::Stack(slot) => self.slots.get(&slot).copied(),
        }
    }

    /// Sets the word at a place.
    pub fn put(&mut self, held: Held, word: Term) {
        match held {
            Held::Register(number) => self.words[usize::from(number)] = word,
            Held::High => self.words[HI] = word,
            Held::Low => self.words[LO] = word,
            Held::Stack(slot) => _ = self.slots.insert(slot, word),
        }
    }

    /// All known words, the stack pointer first.
    pub fn all_held(&self) -> impl Iterator<Item = (Held, Term)> {
        let words = indices().map(|index| (held(index), self.words[index]));
        words.chain(self.slots.iter().map(|(&slot, &word)| (Held::Stack(slot), word)))
    }

    /// The terms of these words.
    pub fn terms_mut(&mut self) -> impl Iterator<Item = &mut Term> {
        self.words.iter_mut().chain(self.slots.values_mut())
    }
}

/// The place with an index among the words.
pub(super) fn held(index: usize) -> Held {
    match index {
        HI => Held::High,
        LO => Held::Low,
        number => Held::Register(number as u8),
    }
}

/// The symbols of classes.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    words: FxHashMap<Class, Term>,
    memories: FxHashMap<Class, Term>,
    /// The terms of entry values.
    entries: FxHashMap<Term, Class>,
}

impl Symbols {
    /// The free word of a class.
    pub fn word(&mut self, terms: &mut Terms, class: Class) -> Term {
        if let Some(&known) = self.words.get(&class) {
            return known;
        }
        let term = terms.symbol(&name("", class));
        self.words.insert(class, term);
        self.note(class, term);
        term
    }

    /// The free memory of a class.
    pub fn memory(&mut self, terms: &mut Terms, class: Class) -> Term {
        if let Some(&known) = self.memories.get(&class) {
            return known;
        }
        let term = terms.memory_symbol(&name("m", class));
        self.memories.insert(class, term);
        self.note(class, term);
        term
    }

    /// Whether a term is an entry value.
    pub fn is_of_entry(&self, term: Term) -> bool {
        self.entries.contains_key(&term)
    }

    fn note(&mut self, class: Class, term: Term) {
        if matches!(class, Class::Entry(_)) {
            self.entries.insert(term, class);
        }
    }
}

fn name(prefix: &str, class: Class) -> String {
    match class {
        Class::Entry(id) => format!("{prefix}e{id}"),
        Class::Since(id) => format!("{prefix}v{id}"),
    }
}

/// The term of a word.
pub(super) fn term_of(
    terms: &mut Terms,
    word: RelatedWord,
    class: impl FnOnce(&mut Terms, Class) -> Term,
) -> Term {
    let offset = terms.word(word.offset);
    match word.class {
        None => offset,
        Some(it) => {
            let base = class(terms, it);
            terms.add(base, offset)
        }
    }
}

/// Splits a term into its variable part and its constant summand: equal for equal sums.
pub(super) fn split(terms: &mut Terms, term: Term) -> (Term, u32) {
    let (mut base, mut sum) = (term, 0u32);
    loop {
        let (inner, constant) = terms.split_sum(base);
        sum = sum.wrapping_add(constant as u32);
        let representative = terms.representative(inner);
        if representative == base || (representative == inner && constant == 0) {
            return (representative, sum);
        }
        base = representative;
    }
}

/// Numbers classes in the order of their first words.
struct Numbers<K> {
    /// The number of a class, and the offset of its first word.
    known: FxHashMap<K, (u32, u32)>,
}

impl<K: Hash + Eq> Numbers<K> {
    fn new() -> Numbers<K> {
        Numbers { known: FxHashMap::default() }
    }

    /// The number of a class, and the distance of a word from its first one.
    fn of(&mut self, key: K, offset: u32) -> (u32, u32) {
        let next = self.known.len() as u32;
        let &mut (id, first) = self.known.entry(key).or_insert((next, offset));
        (id, offset.wrapping_sub(first))
    }
}

/// The order in which words are visited: the stack pointer first.
pub(super) fn indices() -> impl Iterator<Item = usize> {
    std::iter::once(STACK).chain((1..WORDS).filter(|&index| index != STACK))
}

impl Relation {
    /// The relation of two states.
    pub fn of(terms: &mut Terms, symbols: &Symbols, states: &[ProgramState; 2]) -> Relation {
        let mut numbers = Numbers::new();
        let mut word = |terms: &mut Terms, term: Term| {
            if let Some(value) = terms.as_const(term) {
                return RelatedWord::known(value as u32);
            }
            let (base, offset) = split(terms, term);
            if let Some(value) = terms.as_const(base) {
                return RelatedWord::known((value as u32).wrapping_add(offset));
            }
            if let Some(&class) = symbols.entries.get(&base) {
                return RelatedWord { class: Some(class), offset };
            }
            let (id, offset) = numbers.of(base, offset);
            RelatedWord { class: Some(Class::Since(id)), offset }
        };
        let mut words = [[RelatedWord::known(0); WORDS]; 2];
        let mut slots = [BTreeMap::new(), BTreeMap::new()];
        for side in 0..2 {
            for index in indices() {
                words[side][index] = word(terms, states[side].words[index]);
            }
            for (&slot, &term) in &states[side].slots {
                slots[side].insert(slot, word(terms, term));
            }
        }
        let entry = |memory: &Memory| {
            symbols.entries.get(&memory.base).copied().filter(|_| memory.stores.is_empty())
        };
        let since = |side: usize| {
            let is_same = states[0].memory == states[1].memory;
            Class::Since(if is_same { 0 } else { side as u32 })
        };
        let memory = [0, 1].map(|side| entry(&states[side].memory).unwrap_or_else(|| since(side)));
        Relation { words, slots, memory }
    }

    /// The join: what both relations imply.
    pub fn join(&self, other: &Relation) -> Relation {
        let mut numbers = Numbers::new();
        let mut word = |a: RelatedWord, b: RelatedWord| {
            let is_as_at_entry = matches!(a.class, None | Some(Class::Entry(_)));
            if a == b && is_as_at_entry {
                return a;
            }
            let apart = b.offset.wrapping_sub(a.offset);
            let (id, offset) = numbers.of((a.class, b.class, apart), a.offset);
            RelatedWord { class: Some(Class::Since(id)), offset }
        };
        let mut words = self.words;
        let mut slots = [BTreeMap::new(), BTreeMap::new()];
        for side in 0..2 {
            for index in indices() {
                words[side][index] = word(self.words[side][index], other.words[side][index]);
            }
            for (&slot, &here) in &self.slots[side] {
                if let Some(&there) = other.slots[side].get(&slot) {
                    slots[side].insert(slot, word(here, there));
                }
            }
        }
        let both = [0, 1].map(|side| (self.memory[side], other.memory[side]));
        let memory = [0, 1].map(|side| match both[side] {
            (Class::Entry(a), Class::Entry(b)) if a == b => Class::Entry(a),
            _ => Class::Since(if both[0] == both[1] { 0 } else { side as u32 }),
        });
        Relation { words, slots, memory }
    }

    /// The same relation for an entry: every class becomes an entry class, including that of a
    /// stack pointer even if it is known. Return addresses get a class each, since nothing may be
    /// assumed about them.
    pub fn at_entry(&self) -> Relation {
        let mut numbers = Numbers::new();
        let mut entry = |key: (Option<Class>, u32), offset: u32| {
            let (id, offset) = numbers.of(key, offset);
            RelatedWord { class: Some(Class::Entry(id)), offset }
        };
        let mut result = self.clone();
        for side in 0..2 {
            for index in indices() {
                let word = &mut result.words[side][index];
                *word = match (index, word.class) {
                    (STACK, None) => entry((None, 0), word.offset),
                    (LINK, _) => entry((None, 1 + side as u32), 0),
                    (_, None) => *word,
                    (_, class) => entry((class, 0), word.offset),
                };
            }
            for word in result.slots[side].values_mut() {
                if word.class.is_some() {
                    *word = entry((word.class, 0), word.offset);
                }
            }
        }
        let is_same = self.memory[0] == self.memory[1];
        result.memory = [Class::Entry(0), Class::Entry(u32::from(!is_same))];
        result
    }

    /// States that satisfy the relation, with free words for its classes.
    pub fn states(&self, terms: &mut Terms, symbols: &mut Symbols) -> [ProgramState; 2] {
        [0, 1].map(|side| {
            let mut term =
                |word: RelatedWord| term_of(terms, word, |terms, class| symbols.word(terms, class));
            let words = self.words[side].map(&mut term);
            let slots = self.slots[side].iter().map(|(&slot, &word)| (slot, term(word))).collect();
            let memory = Memory::free(symbols.memory(terms, self.memory[side]));
            ProgramState { words, slots, memory }
        })
    }
}
