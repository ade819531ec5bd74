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

/// Which execution of which instruction a run is at.
#[derive(Clone, Debug)]
struct Counter {
    at: Address,
    /// Of the instruction there.
    occurrence: u32,
    counts: Counts,
    /// Whether it has read a register.
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
