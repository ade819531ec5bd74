//! Symbolic traces: the assignments and path conditions of a run.
//!
//! While the emulator runs a program it records a [`Trace`] (Tamarin 4.1). It names registers and memory instead of their
//! values. *Assignments* say how a register or memory got its value from others. *Path conditions* say what the control
//! flow of the run depended on. On every input that satisfies all path conditions, the program
//! executes the same instructions.
//!
//! A branch gives an explicit condition. The machine depends on more than branches, and a trace
//! without these conditions would allow runs that do not exist. So the following also give
//! conditions ([`Cause`]): whether a divisor is zero; an address's alignment and range, and whether
//! a store changes the program's text; the target of a computed jump; an instruction fetched from a
//! word that may have been stored to. Each negation of a condition is another path, and a fault is
//! a path like any other. When every negation has been tried or refuted, all paths are known.
//!
//! A raw trace mirrors the instructions. [`passes`] lowers it in steps, each a function from
//! `Trace` to `Trace`, to single-assignment form over a few simple operations.
//! [`query`](crate::symbolic::path) turns that form into terms. The [`Trace`]'s `Display` prints
//! each form in the notation of the Tamarin paper.

pub mod desugar;
mod lowering;
pub mod passes;
mod recorder;
pub mod simplify;
pub mod ssa;
mod text;
pub mod trim;

pub use crate::machine::values::Cause;
pub use crate::machine::{BinaryOp, Signedness};
pub use lowering::{Lowering, Mark};
pub use recorder::{Run, Source, TraceRecorder, run};
pub(crate) use text::ShownWord;

use std::rc::Rc;

use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::program::Address;

/// A location of which a trace's variables are versions: a register, `hi`, `lo`, a product, or
/// memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Storage(u8);

impl Storage {
    /// The high word of the last product, or the last remainder.
    pub const HI: Storage = Storage(32);
    /// The low word of the last product, or the last quotient.
    pub const LO: Storage = Storage(33);
    /// The 64-bit product that desugaring introduces.
    pub const PRODUCT: Storage = Storage(34);
    /// All of memory.
    pub const MEMORY: Storage = Storage(35);
    /// The number of places.
    pub const COUNT: usize = 36;

    /// The place of a register.
    pub const fn reg(reg: Reg) -> Storage {
        Storage(reg.number())
    }

    /// The register, if this place is one.
    pub fn as_reg(self) -> Option<Reg> {
        Reg::new(u32::from(self.0))
    }

    /// The index of the place, below [`Storage::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable: a place, or a version of one.
///
/// Before single-assignment form each place has one variable, of version 0. In that form, version 1
/// is the initial value and each assignment makes the next version (Tamarin, Fig. 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest version; no trace is long enough to exceed it.
    pub const MAX_VERSION: u32 = (1 << 26) - 1;

    /// The variable of a place before single-assignment form.
    pub const fn of(place: Storage) -> Var {
        Var(place.0 as u32)
    }

    /// The variable of a register before single-assignment form.
    pub const fn reg(reg: Reg) -> Var {
        Var::of(Storage::reg(reg))
    }

    /// The place of this variable.
    pub const fn place(self) -> Storage {
        Storage((self.0 & 63) as u8)
    }

    /// The version; 0 before single-assignment form.
    pub const fn version(self) -> u32 {
        self.0 >> 6
    }

    /// The variable of the same place with another version, at most [`Var::MAX_VERSION`].
    pub const fn with_version(self, version: u32) -> Var {
        Var(version << 6 | self.0 & 63)
    }
}

/// A value that an assignment or a condition reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value of a variable.
    Var(Var),
    /// A constant.
    Const(u32),
    /// The input word with this index, read from the input stream or from the input array.
    Input(u16),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::Var(Var::reg(reg))
    }
}

/// The address `base + offset`, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BaseOffset {
    /// Usually a register.
    pub base: Operand,
    /// In bytes.
    pub offset: i16,
}

/// Which half of a 64-bit value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// Bits 0 to 31.
    Low,
    /// Bits 32 to 63.
    High,
}

/// One step of a trace.
///
/// The first group occurs only in raw traces; desugaring replaces it by the second (Tamarin, Fig.
/// 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `hi:lo := s * t`
    Mult(Signedness, Operand, Operand),
    /// `lo := s / t`, `hi := s mod t`; the divisor is not zero.
    Div(Signedness, Operand, Operand),
    /// `d := hi`
    Mfhi(Var),
    /// `d := lo`
    Mflo(Var),
    /// `d := ` the word behind the instruction. It is concrete, because it is program text that was
    /// not stored to.
    Lis(Var, u32),
    /// `$31 := ` the address behind the instruction, which is concrete.
    Jalr(Address),

    /// `d := s op t`
    Binary(BinaryOp, Var, Operand, Operand),
    /// `d := ` half of a 64-bit variable.
    Half(Half, Var, Var),
    /// `d := memory[address]`; the address is aligned and in range.
    Load {
        /// The variable that gets the word.
        d: Var,
        /// The memory that is read.
        memory: Var,
        /// The address.
        address: BaseOffset,
    },
    /// `to := from`, except for `value` at `address`, which is aligned and in range.
    Store {
        /// The memory after the store.
        to: Var,
        /// The memory before the store.
        from: Var,
        /// The address.
        address: BaseOffset,
        /// The stored value.
        value: Operand,
    },

    /// The low byte of a word was written to the output.
    Output(Operand),
    /// A word in decimal and a newline were written to the output: see
    /// [`Printer`](crate::program::Printer).
    Print(Operand),

    /// The run depended on this condition.
    Condition(Condition),
}

/// A path condition: a test and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Why the run depended on it.
    pub cause: Cause,
    /// The test.
    pub test: Test,
    /// Whether it holds on the path.
    pub holds: bool,
}

/// What a path condition tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Two words are equal.
    Equal(Operand, Operand),
    /// An address is a multiple of 4.
    Aligned(BaseOffset),
    /// An address is below a bound, unsigned.
    Below(BaseOffset, u32),
    /// An address has this value.
    At(BaseOffset, u32),
    /// The word of memory at an address has this value.
    Word {
        /// The memory that is read.
        memory: Var,
        /// A multiple of 4 below the end of memory.
        address: Operand,
        /// The word.
        value: u32,
    },
}

impl Condition {
    /// The value of one of many alternatives: a jump's target, a fetched word, the array's length.
    /// The negation of the condition leaves the other alternatives. `None` for other conditions.
    pub fn alternative(&self) -> Option<u32> {
        match (self.cause, self.test) {
            (Cause::JumpTarget, Test::Equal(_, Operand::Const(value))) if self.holds => Some(value),
            (Cause::Length, Test::Equal(_, Operand::Const(value))) if self.holds => Some(value),
            (Cause::Fetch, Test::Word { value, .. }) if self.holds => Some(value),
            _ => None,
        }
    }

    /// The same test with the opposite result.
    pub fn negated(self) -> Condition {
        Condition { holds: !self.holds, ..self }
    }
}

/// A step of a trace, with the instruction that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address of the instruction.
    pub at: Address,
    /// The step.
    pub step: Step,
}

/// The steps of a run, in order.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The program and the initial state of the machine.
    pub image: Rc<Image>,
    /// The steps.
    pub entries: Vec<Entry>,
    /// Whether the trace extends to the end of the run. False if it was trimmed, or if recording
    /// stopped at its limit.
    pub complete: bool,
}

impl Trace {
    /// An empty trace.
    pub fn new(image: Rc<Image>) -> Trace {
        Trace { image, entries: Vec::new(), complete: true }
    }

    /// The path conditions in order, with the addresses of their instructions.
    pub fn conditions(&self) -> impl Iterator<Item = (Address, &Condition)> {
        self.entries.iter().filter_map(|entry| match &entry.step {
            Step::Condition(condition) => Some((entry.at, condition)),
            _ => None,
        })
    }

    /// This trace with other steps, for a pass that keeps everything else.
    fn with_entries(&self, entries: Vec<Entry>) -> Trace {
        Trace { image: Rc::clone(&self.image), entries, complete: self.complete }
    }
}
