//! The machine's state as terms.

use std::collections::BTreeMap;

use crate::machine::mips::Reg;
use crate::machine::{Image, Initial};
use crate::program::Address;
use crate::symbolic::contract::Scene;
use crate::term::{Term, Terms};

/// 32 registers, `hi`, `lo` and memory; the pc is known and kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicState<M> {
    /// `$0` to `$31`.
    regs: [Term; 32],
    /// The high word of the last product, or the last remainder.
    pub hi: Term,
    /// The low word of the last product, or the last quotient.
    pub lo: Term,
    /// Memory.
    pub memory: M,
}

impl<M> SymbolicState<M> {
    /// The state at the start of a program, over its inputs; if it has an array, the array has this
    /// length.
    pub fn at_start(
        terms: &mut Terms,
        image: &Image,
        inputs: &[Term],
        length: Option<u32>,
        memory: M,
    ) -> SymbolicState<M> {
        let array = image.setup().array;
        let zero = terms.word(0);
        let mut regs = [zero; 32];
        for reg in Reg::all() {
            regs[reg.index()] = match image.initial(reg) {
                Initial::Word(word) => terms.word(word),
                Initial::Input(index) => match (array, length) {
                    (Some(array), Some(length)) if index == array.length => terms.word(length),
                    _ => inputs[index],
                },
            };
        }
        SymbolicState { regs, hi: zero, lo: zero, memory }
    }

    /// An arbitrary state: each register except `$0`, `hi` and `lo` is a free word, named by the
    /// prefix and the register.
    pub fn fresh(terms: &mut Terms, prefix: &str, memory: M) -> SymbolicState<M> {
        let mut word = |name: &str| terms.symbol(&format!("{prefix}{name}"));
        let (hi, lo) = (word("hi"), word("lo"));
        let mut regs = [hi; 32];
        for reg in Reg::all().skip(1) {
            regs[reg.index()] = word(&reg.to_string());
        }
        regs[Reg::ZERO.index()] = terms.word(0);
        SymbolicState { regs, hi, lo, memory }
    }

    /// The value of a register.
    pub fn reg(&self, reg: Reg) -> Term {
        self.regs[reg.index()]
    }

    /// Puts a word in a register; `$0` stays zero.
    pub fn set(&mut self, reg: Reg, value: Term) {
        if reg != Reg::ZERO {
            self.regs[reg.index()] = value;
        }
    }

    /// The registers except `$0`.
    pub fn regs_mut(&mut self) -> &mut [Term] {
        &mut self.regs[1..]
    }
}

impl<M: Memory> Scene for SymbolicState<M> {
    fn reg(&self, reg: Reg) -> Term {
        SymbolicState::reg(self, reg)
    }

    fn load(&self, terms: &mut Terms, address: Address) -> Option<Term> {
        let address = terms.word(address.0);
        self.memory.load(terms, address)
    }
}

/// A model of memory. An operation returns `None` where the model cannot express it.
pub trait Memory: Clone {
    /// Whether accesses of this address can be modelled.
    fn knows(&self, terms: &Terms, address: Term) -> bool;

    /// The first address after the program's text.
    fn text_end(&self) -> u32;

    /// The word at a known address that is fetched together with an instruction.
    fn text_word(&self, terms: &mut Terms, address: u32) -> Option<Term>;

    /// The word at an aligned address in memory.
    fn load(&self, terms: &mut Terms, address: Term) -> Option<Term>;

    /// Takes the next byte of the input stream, if the number of bytes read so far is known.
    fn read(&mut self, terms: &mut Terms) -> Option<Term>;

    /// Stores a word at an aligned address in memory. The caller has decided whether it is a word
    /// of the program's text.
    fn store(&mut self, terms: &mut Terms, address: Term, value: Term, in_text: bool)
    -> Option<()>;
}

/// The result of reading from an empty input stream.
fn read_nothing(terms: &mut Terms, image: &Image) -> Option<Term> {
    image.setup().stream.is_empty().then(|| terms.word(u32::MAX))
}

/// Memory as one term with arbitrary addresses; the program's text equals its image.
///
/// Fetched code is the image's, so a transition that stores into the text ends with the store.
#[derive(Clone, Debug)]
pub struct Array<'i> {
    image: &'i Image,
    /// The array from word addresses to words.
    pub term: Term,
}

impl<'i> Array<'i> {
    /// Memory at the start of a program.
    pub fn at_start(terms: &mut Terms, image: &'i Image) -> Array<'i> {
        Array { image, term: terms.image(image.words()) }
    }

    /// An arbitrary memory: a free array of this name. Only instruction fetches assume that it
    /// holds the program's text. A caller that needs this for loads has to assume it.
    pub fn fresh(terms: &mut Terms, image: &'i Image, name: &str) -> Array<'i> {
        Array { image, term: terms.memory_symbol(name) }
    }
}

impl Memory for Array<'_> {
    fn knows(&self, _: &Terms, _: Term) -> bool {
        true
    }

    fn text_end(&self) -> u32 {
        self.image.text_end()
    }

    fn text_word(&self, terms: &mut Terms, address: u32) -> Option<Term> {
        let word = self.image.words().get(Address(address).word_index());
        match word {
            Some(&word) => Some(terms.word(word)),
            None => {
                let address = terms.word(address);
                Some(terms.select(self.term, address))
            }
        }
    }

    fn load(&self, terms: &mut Terms, address: Term) -> Option<Term> {
        Some(terms.select(self.term, address))
    }

    fn read(&mut self, terms: &mut Terms) -> Option<Term> {
        read_nothing(terms, self.image)
    }

    fn store(&mut self, terms: &mut Terms, address: Term, value: Term, _: bool) -> Option<()> {
        self.term = terms.store(self.term, address, value);
        Some(())
    }
}

/// Memory as words at known addresses over a program's image, and an array for stores elsewhere.
///
/// A program that stores into its own text at an address that depends on its inputs may have
/// changed any word of it. Each word then becomes a choice: the new word if that is its address,
/// else the old one. [`Addresses`] says whether unknown addresses are accepted.
#[derive(Clone, Debug)]
pub struct Words<'i> {
    image: &'i Image,
    accepts: Addresses,
    /// Words at known addresses. Those of the text are kept always; those behind it only until there is a store to an
    /// unknown address.
    stored: BTreeMap<u32, Term>,
    /// All of memory, once there was a store to an unknown address.
    array: Option<Term>,
}

/// Maximum length in words of a text of which every word becomes a choice.
const MAX_TEXT: usize = 2_000;

/// The addresses that a memory model accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// Known addresses only, and stores only outside the text.
    Known,
    /// All addresses.
    Any,
}

impl<'i> Words<'i> {
    /// Memory at the start of a program, over its inputs; if it has an array, the array has this
    /// length.
    pub fn at_start(
        image: &'i Image,
        inputs: &[Term],
        length: Option<u32>,
        accepts: Addresses,
    ) -> Words<'i> {
        let array = image.setup().array.zip(length);
        let words = array.into_iter().flat_map(|(array, length)| array.first_words(length));
        // Collecting them would sort them first.
        let mut stored = BTreeMap::new();
        for (address, index) in words {
            stored.insert(address.0, inputs[index]);
        }
        Words { image, accepts, stored, array: None }
    }

    /// Whether the word at an address after the text may have been stored.
    pub fn may_be_stored(&self, address: u32) -> bool {
        self.stored.contains_key(&address) || self.array.is_some()
    }

    /// The words that were stored at known addresses.
    pub fn stored_mut(&mut self) -> impl Iterator<Item = &mut Term> {
        self.stored.values_mut()
    }

    /// Merges two memories: `choose` combines each pair of words that may differ.
    pub fn merge(
        self,
        other: Words,
        terms: &mut Terms,
        mut choose: impl FnMut(&mut Terms, Term, Term) -> Term,
    ) -> Words<'i> {
        let array = (self.array.is_some() || other.array.is_some()).then(|| {
            let (a, b) = (self.as_array(terms), other.as_array(terms));
            choose(terms, a, b)
        });
        let addresses: std::collections::BTreeSet<u32> =
            self.stored.keys().chain(other.stored.keys()).copied().collect();
        let stored = addresses.into_iter().map(|address| {
            let (a, b) = (self.word(terms, address), other.word(terms, address));
            (address, choose(terms, a, b))
        });
        let stored = stored.collect();
        Words { stored, array, ..self }
    }

    fn word(&self, terms: &mut Terms, address: u32) -> Term {
        match (self.stored.get(&address), self.array) {
            (Some(&word), _) => word,
            (None, Some(array)) if address >= self.image.text_end() => {
                let address = terms.word(address);
                terms.select(array, address)
            }
            (None, _) => {
                let word = self.image.words().get(Address(address).word_index());
                terms.word(word.copied().unwrap_or(0))
            }
        }
    }

    /// All of memory as one term.
    fn as_array(&self, terms: &mut Terms) -> Term {
        self.array.unwrap_or_else(|| {
            let image = terms.image(self.image.words());
            self.stored.iter().fold(image, |array, (&address, &word)| {
                let address = terms.word(address);
                terms.store(array, address, word)
            })
        })
    }

    /// A store to an unknown address. One in the text may have changed any word of it, and one
    /// outside it any other word.
    fn store_anywhere(
        &mut self,
        terms: &mut Terms,
        address: Term,
        value: Term,
        in_text: bool,
    ) -> Option<()> {
        if in_text && self.image.words().len() > MAX_TEXT {
            return None;
        }
        let array = self.as_array(terms);
        if in_text {
            for at in (0..self.image.text_end()).step_by(4) {
                let (old, known) = (self.word(terms, at), terms.word(at));
                let here = terms.eq(address, known);
                self.stored.insert(at, terms.ite(here, value, old));
            }
        } else {
            let text_end = self.image.text_end();
            self.stored.retain(|&at, _| at < text_end);
        }
        self.array = Some(terms.store(array, address, value));
        Some(())
    }
}

impl Memory for Words<'_> {
    fn knows(&self, terms: &Terms, address: Term) -> bool {
        self.accepts == Addresses::Any || terms.as_const(address).is_some()
    }

    fn text_end(&self) -> u32 {
        self.image.text_end()
    }

    fn text_word(&self, terms: &mut Terms, address: u32) -> Option<Term> {
        (address < self.image.text_end()).then(|| self.word(terms, address))
    }

    fn load(&self, terms: &mut Terms, address: Term) -> Option<Term> {
        if let Some(address) = terms.as_const(address) {
            return Some(self.word(terms, address as u32));
        }
        let array = (self.accepts == Addresses::Any).then(|| self.as_array(terms))?;
        Some(terms.select(array, address))
    }

    fn read(&mut self, terms: &mut Terms) -> Option<Term> {
        read_nothing(terms, self.image)
    }

    fn store(
        &mut self,
        terms: &mut Terms,
        address: Term,
        value: Term,
        in_text: bool,
    ) -> Option<()> {
        if self.accepts == Addresses::Known && in_text {
            return None;
        }
        let Some(known) = terms.as_const(address) else {
            if self.accepts == Addresses::Known {
                return None;
            }
            return self.store_anywhere(terms, address, value, in_text);
        };
        self.array = self.array.map(|array| terms.store(array, address, value));
        self.stored.insert(known as u32, value);
        Some(())
    }
}
