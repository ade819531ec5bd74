//! Memory of a program on its way from a node, at addresses that are not known.
//!
//! A memory is what it was at the node ([`Base`]) and the stores since. The base
//! is a function from addresses to words:
//!
//! - as at the *start*: the program's text, then zeros, and the array that the
//!   programs are given, if they are. An element is the word at its address of one
//!   free memory; where both are given the same array, it is the same one.
//! - *common* to both programs on a [`Footprint`]: there it is one free memory
//!   for both. So what both load at the same address is one term, whatever the
//!   address is.
//! - *any* memory.
//!
//! The text is that of the image in all of them, as a path that may store into it
//! is no path of a product. Whether an address is in the footprint (or in the
//! text) is a test like that of a branch: the paths of a load part there, and each
//! goes on only if it is possible (`segments`). A load that was
//! not tested is a choice by it. Loads go through the stores that may have been to
//! the same address, as choices by whether they were; so no solver has to know of
//! stores.
//!
//! That two memories agree on a footprint is one goal without a quantifier: the
//! words at one free address of it are the same ([`agree`]).

use std::rc::Rc;

use crate::contract::Contract;
use crate::machine::setup::{self, Setup};
use crate::machine::{Image, Initial};
use crate::program::Address;
use crate::symbolic::{Memory, contract, path};
use crate::term::{Node, Term, Terms};

/// Where two memories agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footprint {
    /// Everywhere behind both texts.
    Everywhere,
    /// On the elements of the array that both are given.
    Array,
}

/// What a memory is where nothing was stored since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// As at the start of the program.
    Start,
    /// That of both programs on this footprint, and any elsewhere.
    Common(Footprint),
    /// Any.
    Any,
}

/// What both programs are given.
#[derive(Clone, Debug)]
pub struct Given {
    /// The input words. An element of an array is the word at its address in the
    /// memory at the start.
    pub inputs: Rc<[Term]>,
    /// What all inputs satisfy, but for what is said of the elements of arrays:
    /// without it less is proved, and nothing wrong.
    pub premises: Vec<Term>,
    /// Whether the contract says something: there is more to be looked at.
    pub is_special: bool,
    /// The arrays that they are given.
    arrays: [Option<setup::Array>; 2],
    /// The array that both are given, if it is one.
    pub array: Option<setup::Array>,
    /// The first address behind both texts.
    pub text_end: u32,
}

impl Given {
    /// What two programs are given under a contract.
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

    /// Numbers that pointers may be compared with: where an array begins, and where one
    /// of the most elements ends.
    pub fn bounds(&self) -> impl Iterator<Item = u32> {
        let arrays = self.arrays.iter().flatten();
        arrays.flat_map(|array| [array.address.0, array.element(array.capacity).0])
    }

    /// Whether an address is that of an element of a program's array.
    pub fn is_of_array(&self, side: usize, address: u32) -> bool {
        let offset = |array: setup::Array| address.wrapping_sub(array.address.0);
        self.arrays[side].is_some_and(|array| offset(array) < 4 * array.capacity)
    }

    /// What is left of a footprint on which memories do not agree.
    pub fn weaker(&self, footprint: Footprint) -> Option<Footprint> {
        match footprint {
            Footprint::Everywhere => self.array.map(|_| Footprint::Array),
            Footprint::Array => None,
        }
    }

    /// That an address is in a footprint, and the test that says so by its
    /// outcome.
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

/// Whether an input word is an element of a program's array.
pub fn is_element(setup: &Setup, index: usize) -> bool {
    let elements = |array: setup::Array| array.first..array.first + array.capacity as usize;
    setup.array.is_some_and(|array| elements(array).contains(&index))
}

fn name_of_start(array: setup::Array) -> String {
    format!("start.{}", array.first)
}

/// A program's memory, and how much of its input stream it has taken.
#[derive(Clone, Debug)]
pub struct Space<'i> {
    image: &'i Image,
    given: Rc<Given>,
    side: usize,
    base: Base,
    /// Addresses and words, the last one on top.
    stores: Vec<(Term, Term)>,
    /// Tests of addresses, and how they came out.
    decided: Vec<(Term, bool)>,
    /// Bytes of the input stream that were read.
    pub taken: Term,
}

impl<'i> Space<'i> {
    /// The memory of the left program (0) or the right one (1) with nothing stored
    /// since.
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

    /// What it is where nothing was stored.
    pub fn base(&self) -> Base {
        self.base
    }

    /// The addresses that were stored to.
    pub fn stored_at(&self) -> impl Iterator<Item = Term> {
        self.stores.iter().map(|&(at, _)| at)
    }

    /// Puts a word at an address.
    pub fn put(&mut self, address: Term, value: Term) {
        self.stores.retain(|&(at, _)| at != address);
        self.stores.push((address, value));
    }

    /// What a load at this address depends on, where it is not known.
    pub fn test(&self, terms: &mut Terms, address: Term) -> Option<Term> {
        let test = self.tested(terms, address)?;
        self.outcome(terms, test).is_none().then_some(test)
    }

    /// Takes note of how a test came out.
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

    /// Below the end of the longer text.
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

    /// Behind the text, at the start.
    fn at_start(&self, terms: &mut Terms, address: Term) -> Term {
        let Some(array) = self.image.setup().array else { return terms.word(0) };
        if let Some(at) = terms.as_const(address) {
            let offset = (at as u32).wrapping_sub(array.address.0);
            if offset >= 4 * array.capacity {
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

/// That two memories agree on a footprint but for the words at these addresses:
/// what holds of one free address, and what then has to.
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
