//! Memories as gates: the theory of arrays for the `bitblast` solver.
//!
//! Tamarin 4.3 represents memory as an array of bitvectors, and Z3 decides formulas with arrays. Here
//! each read becomes a choice among words.
//!
//! A memory is an image or a free symbol with stores and `ite`s. A read at an address is a choice
//! among the stored values and the image's constants. A free symbol has one fresh word for each
//! address that is read, and equal addresses have equal words (Ackermann, 1954).
//!
//! Two memories with a single common base are equal if they agree at the addresses that either was
//! stored to. All other equalities concern whole memories. They compare all addresses that occur in
//! the query, and one default word for the remaining addresses, which is free for each symbol. This
//! loses no model: where memories differ at other addresses, different defaults keep them
//! different, and otherwise equal defaults keep them equal. It adds no model either, since the
//! model that is read from the gates has exactly that default everywhere else. The definition of
//! such an equality depends on the addresses of one query, so its gates are not kept for others.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::circuit::constant;
use super::gates::{Bit, Gates};
use crate::solver::stop::{Stop, Stopped};
use crate::term::{Contents, Model, Node, Sort, Symbol, Term, Terms, walk};

/// The bits of a word.
type WordBits = Rc<[Bit]>;

/// The bits of terms.
type Bits = FxHashMap<Term, WordBits>;

/// The free memories of a session, and pending equalities.
#[derive(Default)]
pub(super) struct Memories {
    free: FxHashMap<Symbol, Free>,
    /// Literals of equalities without a definition yet.
    open: Vec<(Bit, [Term; 2])>,
}

/// A free memory.
#[derive(Default)]
struct Free {
    /// Words with the bits of their addresses.
    words: Vec<(WordBits, WordBits)>,
    index: FxHashMap<WordBits, usize>,
    /// The default word, if it was needed.
    elsewhere: Option<WordBits>,
}

impl Memories {
    /// Whether a query has equalities of memories with more than one base.
    pub fn need_all_addresses(terms: &Terms, roots: &[Term]) -> bool {
        terms.reachable(roots.iter().copied()).into_iter().any(|term| match terms.node(term) {
            Node::Eq(a, b) => terms.sort(a) == Sort::Memory && bases(terms, [a, b]).len() > 1,
            _ => false,
        })
    }

    /// The word of a memory at an address.
    pub fn read(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        bits: &Bits,
        memory: Term,
        address: &[Bit],
    ) -> Vec<Bit> {
        // The stores that the read depends on, down to one that certainly has this address.
        let mut known: FxHashMap<Term, WordBits> = FxHashMap::default();
        let order = walk::closure([memory], |memory, stack| match terms.node(memory) {
            Node::Store(_, at, value) if gates.equal(&bits[&at], address) == Bit::TRUE => {
                known.insert(memory, Rc::clone(&bits[&value]));
            }
            node => stack.extend(older(node)),
        });
        for memory in order {
            if known.contains_key(&memory) {
                continue;
            }
            let word: WordBits = match terms.node(memory) {
                _ if gates.stop.is_due() => constant(0, 32).into(),
                Node::Store(older, at, value) => {
                    let here = gates.equal(&bits[&at], address);
                    gates.choose(here, &bits[&value], &known[&older]).into()
                }
                Node::Ite(test, a, b) => {
                    gates.choose(bits[&test][0], &known[&a], &known[&b]).into()
                }
                Node::Image(image) => gates.table(terms.image_words(image), address).into(),
                Node::Symbol(symbol) => self.free.entry(symbol).or_default().read(gates, address),
                _ => unreachable!("no other operator makes a memory"),
            };
            known.insert(memory, word);
        }
        known[&memory].to_vec()
    }

    /// The condition that two memories are equal.
    pub fn equal(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        bits: &Bits,
        a: Term,
        b: Term,
    ) -> Bit {
        if bases(terms, [a, b]).len() > 1 {
            let equal = gates.fresh();
            self.open.push((equal, [a, b]));
            return equal;
        }
        let stored = parts(terms, [a, b]).into_iter().filter_map(|part| match terms.node(part) {
            Node::Store(_, at, _) => Some(Rc::clone(&bits[&at])),
            _ => None,
        });
        let addresses: FxHashSet<WordBits> = stored.collect();
        let mut addresses: Vec<WordBits> = addresses.into_iter().collect();
        addresses.sort_unstable();
        self.agree(gates, terms, bits, [a, b], &addresses)
    }

    /// The condition that two memories agree at these addresses.
    fn agree(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        bits: &Bits,
        memories: [Term; 2],
        addresses: &[WordBits],
    ) -> Bit {
        let mut agree = Vec::with_capacity(addresses.len());
        for address in addresses {
            let [a, b] = memories.map(|memory| self.read(gates, terms, bits, memory, address));
            agree.push(gates.equal(&a, &b));
        }
        gates.all(agree)
    }

    /// Defines the pending equalities, over all addresses of the query.
    pub fn settle(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        bits: &Bits,
        roots: &[Term],
        stop: &Stop,
    ) -> Result<(), Stopped> {
        if self.open.is_empty() {
            return Ok(());
        }
        let mut addresses: FxHashSet<WordBits> = FxHashSet::default();
        for term in terms.reachable(roots.iter().copied()) {
            match terms.node(term) {
                Node::Select(_, at) | Node::Store(_, at, _) => {
                    // Parts of a query may have no gates.
                    addresses.extend(bits.get(&at).cloned());
                }
                Node::Image(image) => {
                    let words = terms.image_words(image).iter().enumerate();
                    let words = words.filter(|(_, word)| **word != 0);
                    addresses.extend(words.map(|(index, _)| constant(4 * index as u64, 32).into()));
                }
                _ => {}
            }
        }
        let mut addresses: Vec<WordBits> = addresses.into_iter().collect();
        addresses.sort_unstable();
        while let Some((equal, memories)) = self.open.pop() {
            let mut parts = Vec::new();
            for address in addresses.chunks(ADDRESSES_PER_LOOK) {
                if stop.is_due() {
                    self.open.push((equal, memories));
                    return Err(Stopped);
                }
                parts.push(self.agree(gates, terms, bits, memories, address));
            }
            let [a, b] = memories.map(|memory| self.elsewhere(gates, terms, bits, memory));
            parts.push(gates.equal(&a, &b));
            let agree = gates.all(parts);
            gates.clause(&[!equal, agree]);
            gates.clause(&[equal, !agree]);
        }
        Ok(())
    }

    /// The default word of a memory at addresses that do not occur.
    fn elsewhere(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        bits: &Bits,
        memory: Term,
    ) -> WordBits {
        let mut known: FxHashMap<Term, WordBits> = FxHashMap::default();
        for part in parts(terms, [memory]) {
            let word = match terms.node(part) {
                Node::Store(older, ..) => Rc::clone(&known[&older]),
                Node::Ite(test, a, b) => {
                    gates.choose(bits[&test][0], &known[&a], &known[&b]).into()
                }
                // The addresses of its words occur.
                Node::Image(_) => constant(0, 32).into(),
                Node::Symbol(symbol) => {
                    let free = self.free.entry(symbol).or_default();
                    let fresh = || (0..32).map(|_| gates.fresh()).collect();
                    Rc::clone(free.elsewhere.get_or_insert_with(fresh))
                }
                _ => unreachable!("no other operator makes a memory"),
            };
            known.insert(part, word);
        }
        Rc::clone(&known[&memory])
    }

    /// Sets the contents of each free memory as in the last model.
    pub fn set_contents(&self, gates: &Gates, model: &mut Model) {
        for (&symbol, free) in &self.free {
            let elsewhere = free.elsewhere.as_ref().map_or(0, |bits| gates.word(bits));
            let mut contents = Contents::filled(elsewhere);
            for (address, word) in &free.words {
                contents.set(gates.word(address), gates.word(word));
            }
            model.set_memory(symbol, contents);
        }
    }
}

/// Addresses between two polls of the caller's [`Stop`].
const ADDRESSES_PER_LOOK: usize = 16;

impl Free {
    fn read(&mut self, gates: &mut Gates, address: &[Bit]) -> WordBits {
        if let Some(&known) = self.index.get(address) {
            return Rc::clone(&self.words[known].1);
        }
        let word: WordBits = (0..32).map(|_| gates.fresh()).collect();
        for (other, other_word) in &self.words {
            let same = gates.equal(other, address);
            if same == Bit::FALSE {
                continue;
            }
            for (&a, &b) in word.iter().zip(&**other_word) {
                gates.clause(&[!same, !a, b]);
                gates.clause(&[!same, a, !b]);
            }
        }
        let address: WordBits = address.into();
        self.index.insert(Rc::clone(&address), self.words.len());
        self.words.push((address, Rc::clone(&word)));
        word
    }
}

/// The direct submemories of a memory.
fn older(node: Node) -> impl Iterator<Item = Term> {
    let memories = match node {
        Node::Store(older, ..) => [Some(older), None],
        Node::Ite(_, a, b) => [Some(a), Some(b)],
        _ => [None, None],
    };
    memories.into_iter().flatten()
}

/// All submemories of these memories, including themselves, oldest first.
fn parts<const N: usize>(terms: &Terms, memories: [Term; N]) -> Vec<Term> {
    walk::closure(memories, |memory, stack| stack.extend(older(terms.node(memory))))
}

/// The images and symbols at their bases.
fn bases<const N: usize>(terms: &Terms, memories: [Term; N]) -> Vec<Term> {
    let mut parts = parts(terms, memories);
    parts.retain(|&part| matches!(terms.node(part), Node::Image(_) | Node::Symbol(_)));
    parts
}
