//! A run over terms, word by word, with values that are asked to be others.
//!
//! A [`TermRecorder`] is told of a run by the emulator and keeps the term of each
//! register and of memory as it goes, the conditions that the run depended on, and
//! of each word that an instruction wrote its value and its term ([`Written`]): of those
//! that it went by, too, which are whether it branched, where it loaded or stored, and what it
//! read from registers. A
//! trace ([`trace`](crate::trace)) says the same for a reader and for the search for
//! other paths; this is for who asks about one instruction of a run, which passes
//! over traces may have taken out.
//!
//! An [`Instance`] is one execution of an instruction. Words of instances
//! can be replaced ([`Overrides`]): the run then goes on with the other value, and
//! its terms with the other term (`AssignFix` of Lahiri, Sinha and Hawblitzel, CAV
//! 2015, section 3.1).

mod terms;
mod values;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::isa::Reg;
use crate::machine::{Slot, Tagged};
use crate::program::Address;

pub use terms::{Held, TermRecorder};
pub use values::ValueRecorder;

/// A word of an instruction, at one of its executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// The address of the instruction.
    pub at: Address,
    /// How-manieth time it is executed, from 1.
    pub occurrence: u32,
    /// Which of its words.
    pub slot: Slot,
}

/// A word that was written, or that an instruction went by.
#[derive(Clone, Copy, Debug)]
pub struct Written<W> {
    /// By what.
    pub instance: Instance,
    /// The word.
    pub word: Tagged<W>,
    /// The address of the word of memory, where it is one.
    pub to: Option<u32>,
    /// The register that was written, or read, where it is one.
    pub reg: Option<Reg>,
    /// The address of the word of memory that it was read from, where it was loaded.
    pub loaded: Option<u32>,
}

/// Words that stand in place of others.
#[derive(Clone, Debug)]
pub struct Overrides<W> {
    /// By instructions, which are few, and the numbers of their executions.
    places: Vec<(Address, Slot, FxHashMap<u32, Tagged<W>>)>,
}

impl<W> Default for Overrides<W> {
    fn default() -> Overrides<W> {
        Overrides { places: Vec::new() }
    }
}

impl<W: Copy> Overrides<W> {
    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Puts this word in place of that of an instance.
    pub fn insert(&mut self, Instance { at, occurrence, slot }: Instance, word: Tagged<W>) {
        let is_here = |place: &&mut (Address, Slot, _)| (place.0, place.1) == (at, slot);
        match self.places.iter_mut().find(is_here) {
            Some((_, _, words)) => _ = words.insert(occurrence, word),
            None => self.places.push((at, slot, FxHashMap::from_iter([(occurrence, word)]))),
        }
    }

    /// What is put in place of a word.
    fn get(&self, Instance { at, occurrence, slot }: Instance) -> Option<Tagged<W>> {
        let mut places = self.places.iter();
        let (_, _, words) = places.find(|place| (place.0, place.1) == (at, slot))?;
        words.get(&occurrence).copied()
    }

    /// The instructions of which executions after so many have words replaced.
    fn ahead(&self, counts: &FxHashMap<Address, u32>) -> Vec<(Address, u32)> {
        let places = self.places.iter().filter_map(|(at, _, words)| {
            let count = counts.get(at).copied().unwrap_or(0);
            words.keys().any(|&occurrence| occurrence > count).then_some((*at, count))
        });
        places.collect()
    }

    /// Whether a word of this instruction is replaced.
    fn is_about(&self, at: Address) -> bool {
        self.places.iter().any(|place| place.0 == at)
    }
}

/// Which execution of which instruction a run is at.
#[derive(Clone, Debug)]
struct Counter {
    at: Address,
    /// Of the instruction there.
    occurrence: u32,
    counts: FxHashMap<Address, u32>,
    /// Whether it has read a register.
    has_read: bool,
}

impl Counter {
    fn new() -> Counter {
        Counter { at: Address(0), occurrence: 0, counts: FxHashMap::default(), has_read: false }
    }

    fn begin(&mut self, at: Address) {
        let count = self.counts.entry(at).or_default();
        *count += 1;
        (self.at, self.occurrence, self.has_read) = (at, *count, false);
    }

    fn instance(&self, slot: Slot) -> Instance {
        Instance { at: self.at, occurrence: self.occurrence, slot }
    }

    /// Takes note that the instruction reads a register.
    fn operand(&mut self) -> Instance {
        let is_second = std::mem::replace(&mut self.has_read, true);
        self.instance(if is_second { Slot::SecondOperand } else { Slot::FirstOperand })
    }
}

/// The words of which it is kept what was read from registers.
#[derive(Clone, Debug, Default)]
pub enum Operands {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those of these instructions.
    Of(Rc<FxHashSet<(Address, Slot)>>),
}

impl Operands {
    fn contains(&self, instance: Instance) -> bool {
        match self {
            Operands::None => false,
            Operands::All => true,
            Operands::Of(these) => these.contains(&(instance.at, instance.slot)),
        }
    }
}
