//! The memory of a program on a path from a node, with unknown addresses.
//!
//! A memory is its base at the node ([`Base`]) plus the stores since. The base is a function from
//! addresses to words:
//!
//! - the *start*: the program's text, then zeros, and the input array, if there is one. An element
//!   is the word at its address in one free memory; if both programs have the same array, they
//!   share it.
//! - *common* to both programs on a [`Footprint`]: there both have one free memory. So both load
//!   the same term from the same address, whatever the address is.
//! - *any* memory.
//!
//! The text equals the image in all of them, since a path that may store into it is not a path of a
//! product. Whether an address is in the footprint (or in the text) is a test like that of a
//! branch: the paths of a load split there, and each continues only if it is possible (`segments`).
//! A load without such a test becomes an `ite`. Loads go through the stores that may have had the
//! same address, as `ite`s, so no solver needs a theory of arrays.
//!
//! That two memories agree on a footprint is one goal without a quantifier: their words at one free
//! address of it are equal ([`agree`]).

use std::rc::Rc;

use crate::contract::Contract;
use crate::machine::setup::{self, Setup};
use crate::machine::{Image, Initial};
use crate::program::Address;
use crate::symbolic::{Memory, contract, path};
use crate::term::{Node, Term, Terms};

/// A region where two memories agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footprint {
    /// All addresses after both texts.
    Everywhere,
    /// The elements of the array that both have as input.
    Array,
}

/// The contents of a memory before any store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The initial memory of the program.
    Start,
    /// Shared by both programs on this footprint, and arbitrary elsewhere.
    Common(Footprint),
    /// Arbitrary.
    Any,
}

/// The inputs of both programs.
#[derive(Clone, Debug)]
pub struct Given {
    /// The input words. An element of an array is the word at its address in the initial memory.
    pub inputs: Rc<[Term]>,
    /// The premises on all inputs, except for those about array elements. Leaving these out is
    /// sound, but proves less.
    pub premises: Vec<Term>,
    /// Whether the contract has premises; more effort is spent then.
    pub is_special: bool,
    /// The array of each program.
    arrays: [Option<setup::Array>; 2],
    /// The array that both have, if it is the same.
    pub array: Option<setup::Array>,
    /// The first address after both texts.
    pub text_end: u32,
}

impl Given {
    /// The inputs of two programs under a contract.
    pub fn new(terms: &mut Terms, images: [&Image; 2], contract: &Contract) -> Given {
        let [left, right] = images.map(Image::setup);
        let symbols = path::inputs(terms, &left.names);
        let mut inputs = symbols.to_vec();
        let none = terms.bool(false);
        let mut elements = terms.mentions(none);
        for array in [left, right].into_iter().filter_map(|setup| setup.array) {
            let memory = terms.memory_symbol(&name_of_start(array));
            for (address, index) in array.first_elements(array.capacity) {
                let symbol = terms.mentions(symbols[index]);
                elements = terms.union(elements, symbol);
                let address = terms.word(address.0);
                inputs[index] = terms.select(memory, address);
            }
            for position in 0..array.beyond.count {
                let index = array.beyond.first + position as usize;
                let symbol = terms.mentions(symbols[index]);
                elements = terms.union(elements, symbol);
                let address = address_behind(terms, array, symbols[array.length], position);
                inputs[index] = terms.select(memory, address);
            }
        }
        let mut premises = contract::premises(terms, contract, &symbols);
        premises.retain(|&premise| {
            let mentioned = terms.mentions(premise);
            terms.as_bool(premise) != Some(true) && !terms.meet(mentioned, elements)
        });
        let text_end = images.map(Image::text_end).into_iter().max().unwrap_or(0);
        let array = left.array.filter(|_| left.array == right.array);
        let arrays = [left.array, right.array];
        let is_special = *contract != Contract::default();
        Given { inputs: inputs.into(), premises, is_special, arrays, array, text_end }
    }

    /// Numbers that pointers may be compared with: the start of an array, and its end at maximum
    /// length.
    pub fn bounds(&self) -> impl Iterator<Item = u32> {
        let arrays = self.arrays.iter().flatten();
        arrays.flat_map(|array| [array.address.0, array.element(array.capacity).0])
    }

    /// Whether an address is that of an element of a program's array.
    pub fn is_of_array(&self, side: usize, address: u32) -> bool {
        let offset = |array: setup::Array| address.wrapping_sub(array.address.0);
        self.arrays[side].is_some_and(|array| offset(array) < 4 * array.end())
    }

    /// The smaller footprint to try if memories do not agree on this one.
    pub fn weaker(&self, footprint: Footprint) -> Option<Footprint> {
        match footprint {
            Footprint::Everywhere => self.array.map(|_| Footprint::Array),
            Footprint::Array => None,
        }
    }

    /// The test whether an address is in a footprint, and its outcome if it is.
    fn is_in(&self, terms: &mut Terms, footprint: Footprint, address: Term) -> (Term, bool) {
        match (footprint, self.array) {
            (Footprint::Array, Some(array)) => {
                let (first, four) = (terms.word(array.address.0), terms.word(4));
                let offset = terms.sub(address, first);
                let size = terms.mul(four, self.inputs[array.length]);
                (terms.ult(offset, size), true)
            }
            (Footprint::Array, None) => (terms.bool(false), true),
            (Footprint::Everywhere, _) => {
                let end = terms.word(self.text_end);
                (terms.ult(address, end), false)
            }
        }
    }
}

/// Whether an input word is an element of a program's array, or behind its last element.
pub fn is_element(setup: &Setup, index: usize) -> bool {
    setup.array.is_some_and(|array| array.has_word(index))
}

/// The initial memory of a program with this array. Programs share it if they share all words that are inputs.
fn name_of_start(array: setup::Array) -> String {
    match array.beyond.count {
        0 => format!("start.{}", array.first),
        _ => format!("start.{}.{}", array.first, array.beyond.first),
    }
}

/// The address of a word behind the last element, by its position from there.
fn address_behind(terms: &mut Terms, array: setup::Array, length: Term, position: u32) -> Term {
    let (first, four) = (terms.word(array.element(position).0), terms.word(4));
    let size = terms.mul(four, length);
    terms.add(first, size)
}

/// A program's memory, and its position in the input stream.
#[derive(Clone, Debug)]
pub struct Space<'i> {
    image: &'i Image,
    given: Rc<Given>,
    side: usize,
    base: Base,
    /// Addresses and words, latest last.
    stores: Vec<(Term, Term)>,
    /// Tests of addresses with their outcomes.
    decided: Vec<(Term, bool)>,
    /// Number of bytes read from the input stream.
    pub taken: Term,
}

impl<'i> Space<'i> {
    /// The memory of the left program (0) or the right one (1) before any store.
    pub fn new(
        image: &'i Image,
        given: &Rc<Given>,
        side: usize,
        base: Base,
        taken: Term,
    ) -> Space<'i> {
        let given = Rc::clone(given);
        Space { image, given, side, base, stores: Vec::new(), decided: Vec::new(), taken }
    }

    /// The contents before any store.
    pub fn base(&self) -> Base {
        self.base
    }

    /// The addresses of stores.
    pub fn stored_at(&self) -> impl Iterator<Item = Term> {
        self.stores.iter().map(|&(at, _)| at)
    }

    /// Stores a word at an address.
    pub fn put(&mut self, address: Term, value: Term) {
        self.stores.retain(|&(at, _)| at != address);
        self.stores.push((address, value));
    }

    /// The undecided test that a load at this address depends on, if there is one.
    pub fn test(&self, terms: &mut Terms, address: Term) -> Option<Term> {
        let test = self.tested(terms, address)?;
        self.outcome(terms, test).is_none().then_some(test)
    }

    /// Records the outcome of a test: `holds` is its truth on this path.
    pub fn decide(&mut self, test: Term, holds: bool) {
        self.decided.push((test, holds));
    }

    fn tested(&self, terms: &mut Terms, address: Term) -> Option<Term> {
        match self.base {
            Base::Any => None,
            Base::Common(footprint) => Some(self.given.is_in(terms, footprint, address).0),
            Base::Start => {
                let end = terms.word(self.image.text_end());
                Some(terms.ult(address, end))
            }
        }
    }

    fn outcome(&self, terms: &mut Terms, test: Term) -> Option<bool> {
        terms.as_bool(test).or_else(|| {
            let fails = terms.not(test);
            self.decided.iter().find_map(|&(of, holds)| match of {
                of if of == test => Some(holds),
                of if of == fails => Some(!holds),
                _ => None,
            })
        })
    }

    /// The word at an address.
    pub fn word(&self, terms: &mut Terms, address: Term) -> Term {
        let mut choices = Vec::new();
        let mut bottom = None;
        for &(at, value) in self.stores.iter().rev() {
            let here = terms.eq(at, address);
            match self.outcome(terms, here) {
                Some(true) => {
                    bottom = Some(value);
                    break;
                }
                Some(false) => {}
                None => choices.push((here, value)),
            }
        }
        let bottom = match bottom {
            Some(bottom) => bottom,
            None => self.word_of_base(terms, address),
        };
        choices.into_iter().rev().fold(bottom, |word, (here, value)| terms.ite(here, value, word))
    }

    fn word_of_base(&self, terms: &mut Terms, address: Term) -> Term {
        let Some(test) = self.tested(terms, address) else { return self.any(terms, address) };
        let way = |terms: &mut Terms, holds: bool| match (self.base, holds) {
            (Base::Any, _) | (Base::Common(Footprint::Array), false) => self.any(terms, address),
            (Base::Common(Footprint::Array), true) | (Base::Common(_), false) => {
                let common = terms.memory_symbol("memory");
                terms.select(common, address)
            }
            (Base::Common(Footprint::Everywhere), true) => self.below(terms, address),
            (Base::Start, true) => self.text(terms, address),
            (Base::Start, false) => self.at_start(terms, address),
        };
        match self.outcome(terms, test) {
            Some(holds) => way(terms, holds),
            None => {
                let (held, failed) = (way(terms, true), way(terms, false));
                terms.ite(test, held, failed)
            }
        }
    }

    fn text(&self, terms: &mut Terms, address: Term) -> Term {
        let text = terms.image(self.image.words());
        terms.select(text, address)
    }

    /// The word below the end of the longer text.
    fn below(&self, terms: &mut Terms, address: Term) -> Term {
        let end = self.image.text_end();
        let text = self.text(terms, address);
        if end == self.given.text_end {
            return text;
        }
        let any = self.any(terms, address);
        let end = terms.word(end);
        let in_text = terms.ult(address, end);
        terms.ite(in_text, text, any)
    }

    fn any(&self, terms: &mut Terms, address: Term) -> Term {
        let any = terms.memory_symbol(["left.memory", "right.memory"][self.side]);
        terms.select(any, address)
    }

    /// The word after the text, initially.
    fn at_start(&self, terms: &mut Terms, address: Term) -> Term {
        let Some(array) = self.image.setup().array else { return terms.word(0) };
        if let Some(at) = terms.as_const(address) {
            let offset = (at as u32).wrapping_sub(array.address.0);
            if offset >= 4 * array.end() {
                return terms.word(0);
            }
        }
        let start = terms.memory_symbol(&name_of_start(array));
        terms.select(start, address)
    }
}

impl Memory for Space<'_> {
    fn knows(&self, _: &Terms, _: Term) -> bool {
        true
    }

    fn text_end(&self) -> u32 {
        self.image.text_end()
    }

    fn text_word(&self, terms: &mut Terms, address: u32) -> Option<Term> {
        Some(match self.image.words().get(Address(address).word_index()) {
            Some(&word) => terms.word(word),
            None => {
                let address = terms.word(address);
                self.word(terms, address)
            }
        })
    }

    fn load(&self, terms: &mut Terms, address: Term) -> Option<Term> {
        Some(self.word(terms, address))
    }

    fn read(&mut self, terms: &mut Terms) -> Option<Term> {
        let stream = &self.image.setup().stream;
        if stream.is_empty() {
            return Some(terms.word(u32::MAX));
        }
        let taken = terms.as_const(self.taken)? as usize;
        Some(match stream.get(taken) {
            None => terms.word(u32::MAX),
            Some(byte) => {
                self.taken = terms.word(taken as u32 + 1);
                match *byte {
                    Initial::Word(word) => terms.word(word),
                    Initial::Input(index) => self.given.inputs[index],
                }
            }
        })
    }

    fn store(&mut self, _: &mut Terms, address: Term, value: Term, _: bool) -> Option<()> {
        self.put(address, value);
        Some(())
    }
}

/// The goal that two memories agree on a footprint except for the words at these addresses: an
/// assumption about one free address, and the equality there.
pub fn agree(
    terms: &mut Terms,
    spaces: [&Space; 2],
    footprint: Footprint,
    but_for: &[u32],
) -> (Vec<Term>, Term) {
    let address = terms.symbol("anywhere");
    let (test, holds) = spaces[0].given.is_in(terms, footprint, address);
    let mut facts = vec![(test, holds)];
    if footprint == Footprint::Everywhere {
        for space in spaces {
            let end = terms.word(space.image.text_end());
            facts.push((terms.ult(address, end), false));
        }
    }
    for &at in but_for {
        let at = terms.word(at);
        facts.push((terms.eq(at, address), false));
    }
    let [left, right] = spaces.map(|space| {
        let mut space = space.clone();
        space.decided.extend(&facts);
        space.word(terms, address)
    });
    let assumed = facts.into_iter().map(|(test, holds)| if holds { test } else { terms.not(test) });
    let mut assumed: Vec<Term> = assumed.collect();
    assumed.retain(|&fact| terms.as_bool(fact) != Some(true));
    assumed.dedup();
    let same = terms.eq(left, right);
    debug_assert!(matches!(terms.node(address), Node::Symbol(_)));
    (assumed, same)
}
