//! Concolic execution: a run over terms, word by word, in which words can be replaced.
//!
//! The emulator reports a run to a [`TermRecorder`]. The recorder keeps the terms of all registers
//! and of memory, the conditions that the run depended on, and the value and term of each word that
//! an instruction wrote ([`Written`]). It also keeps the words that decided what an instruction
//! did: whether it branched, the address that it accessed, and the registers that it read. A trace
//! ([`trace`](crate::trace)) has the same facts for readers and for the search for other paths.
//! This module serves queries about one instruction of a run, which passes over traces may have
//! removed.
//!
//! An [`Instance`] is one execution of an instruction. Words of instances can be replaced
//! ([`Overrides`]): the run then continues with the other value, and its terms with the other term
//! (`AssignFix` of Lahiri, Sinha and Hawblitzel, CAV 2015, section 3.1).

mod overrides;
mod terms;
mod values;

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::machine::mips::Reg;
use crate::machine::{Slot, Tagged};
use crate::program::Address;

pub use overrides::{Counts, Overrides, Rest};
pub use terms::{Held, Overflow, TermRecorder};
pub use values::ValueRecorder;

/// A word of one execution of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// The address of the instruction.
    pub at: Address,
    /// The n-th execution of the instruction, from 1.
    pub occurrence: u32,
    /// The word of the instruction.
    pub slot: Slot,
}

/// A word that an instruction wrote, or that decided what it did.
#[derive(Clone, Copy, Debug)]
pub struct Written<W> {
    /// The instruction's word and execution.
    pub instance: Instance,
    /// The word.
    pub word: Tagged<W>,
    /// The address in memory, if the word was stored.
    pub to: Option<u32>,
    /// The register that was written or read, if any.
    pub reg: Option<Reg>,
    /// The address in memory that it was loaded from, if it was loaded.
    pub loaded: Option<u32>,
}

/// The current instruction of a run and its execution count.
#[derive(Clone, Debug)]
struct Counter {
    at: Address,
    /// The execution count of the current instruction.
    occurrence: u32,
    counts: Counts,
    /// Whether the instruction has already read a register.
    has_read: bool,
}

impl Counter {
    fn new() -> Counter {
        Counter { at: Address(0), occurrence: 0, counts: Counts::default(), has_read: false }
    }

    fn begin(&mut self, at: Address) {
        let count = self.counts.entry(at).or_default();
        *count += 1;
        (self.at, self.occurrence, self.has_read) = (at, *count, false);
    }

    fn instance(&self, slot: Slot) -> Instance {
        Instance { at: self.at, occurrence: self.occurrence, slot }
    }

    /// Records that the instruction reads a register.
    fn operand(&mut self) -> Instance {
        let is_second = std::mem::replace(&mut self.has_read, true);
        self.instance(if is_second { Slot::SecondOperand } else { Slot::FirstOperand })
    }
}

/// The instruction operands whose values are recorded.
#[derive(Clone, Debug, Default)]
pub enum Operands {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those of these instruction words.
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
