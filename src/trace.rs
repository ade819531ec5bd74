//! Symbolic traces: what a run did, with names in place of values.
//!
//! While the emulator runs a program it records a [`Trace`] (section 4.1 of
//! the paper): *assignments*, which say how a register or the memory got its
//! value from others, and *path conditions*, which say what the run depended
//! on to go where it went. Run again on any input that satisfies all the path
//! conditions, the program executes the same instructions.
//!
//! A branch gives an explicit condition. The machine depends on more than
//! branches, and a trace that kept quiet about it would let a solver believe
//! in runs that do not exist, so these give conditions too ([`Cause`]): a
//! divisor's being zero; an address's alignment and range, and whether a
//! store hits the program's text; a computed jump's target; an instruction
//! fetched from a word that may have been stored to. Each negation of a
//! condition is another path, a fault is a path like any other, and where
//! every negation has been tried or refuted there are no more paths.
//!
//! A raw trace mirrors the instructions. [`passes`] lowers it, a `Trace ->
//! Trace` at a time, to single-assignment form over a few simple operations,
//! which [`query`](crate::symbolic::path) turns into terms. Each form has a text that
//! reads like the paper's, see [`Trace`]'s `Display`.

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
pub(crate) use text::Word;

use std::rc::Rc;

use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::program::Address;

/// What a variable of a trace is a version of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// The high word of the last product, or the last remainder.
    pub const HI: Place = Place(32);
    /// The low word of the last product, or the last quotient.
    pub const LO: Place = Place(33);
    /// The 64-bit product that desugaring introduces.
    pub const PRODUCT: Place = Place(34);
    /// All of memory.
    pub const MEMORY: Place = Place(35);
    /// How many places there are.
    pub const COUNT: usize = 36;

    /// The place of a register.
    pub const fn reg(reg: Reg) -> Place {
        Place(reg.number())
    }

    /// The register that this is, if it is one.
    pub fn as_reg(self) -> Option<Reg> {
        Reg::new(u32::from(self.0))
    }

    /// As an index below [`Place::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place, or a version of one.
///
/// Before single-assignment form there is one variable a place, of version 0;
/// in it, version 1 is the value at the start and each assignment makes the
/// next (Fig. 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var(u32);

impl Var {
    /// Versions that fit: a trace is never longer.
    pub const MAX_VERSION: u32 = (1 << 26) - 1;

    /// The variable of a place before single-assignment form.
    pub const fn of(place: Place) -> Var {
        Var(place.0 as u32)
    }

    /// The variable of a register before single-assignment form.
    pub const fn reg(reg: Reg) -> Var {
        Var::of(Place::reg(reg))
    }

    /// This variable's place.
    pub const fn place(self) -> Place {
        Place((self.0 & 63) as u8)
    }

    /// Its version; 0 before single-assignment form.
    pub const fn version(self) -> u32 {
        self.0 >> 6
    }

    /// The same place in another version, at most [`Var::MAX_VERSION`].
    pub const fn with_version(self, version: u32) -> Var {
        Var(version << 6 | self.0 & 63)
    }
}

/// A value that an assignment or a condition reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A variable's.
    Var(Var),
    /// This word.
    Const(u32),
    /// The input word with this index, where it was read from the input stream,
    /// or is an element of the array that the program was given.
    Input(u16),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::Var(Var::reg(reg))
    }
}

/// The address `base + offset`, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// A register, as a rule.
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

/// One line of a trace.
///
/// The first group occurs in raw traces only: desugaring replaces it by the
/// second (Fig. 9).
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
    /// `d := ` the word behind the instruction, concrete: it is program text
    /// that was not stored to.
    Lis(Var, u32),
    /// `$31 := ` the address behind the instruction, concrete.
    Jalr(Address),

    /// `d := s op t`
    Binary(BinaryOp, Var, Operand, Operand),
    /// `d := ` half of a 64-bit variable.
    Half(Half, Var, Var),
    /// `d := memory[address]`; the address is aligned and in range.
    Load {
        /// Where the word goes.
        d: Var,
        /// The memory that is read.
        memory: Var,
        /// From where.
        address: Sum,
    },
    /// `to := from`, but for `value` at `address`, which is aligned and in range.
    Store {
        /// The memory behind the store.
        to: Var,
        /// The memory before it.
        from: Var,
        /// Where to.
        address: Sum,
        /// What.
        value: Operand,
    },

    /// The low byte of a word went to the output.
    Output(Operand),
    /// The decimal text of a word and a newline went to the output: see
    /// [`Printer`](crate::program::Printer).
    Print(Operand),

    /// The run depended on this.
    Condition(Condition),
}

/// A path condition: a test, and how it came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Why the run depended on it.
    pub cause: Cause,
    /// What was tested.
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
    Aligned(Sum),
    /// An address is below a bound, unsigned.
    Below(Sum, u32),
    /// An address is this one.
    At(Sum, u32),
    /// The word of memory at an address is this one.
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
    /// The value taken, where the condition is one of many alternatives and
    /// its negation leaves the others: a jump's target, a fetched word, the
    /// array's length.
    pub fn alternative(&self) -> Option<u32> {
        match (self.cause, self.test) {
            (Cause::JumpTarget, Test::Equal(_, Operand::Const(value))) if self.holds => Some(value),
            (Cause::Length, Test::Equal(_, Operand::Const(value))) if self.holds => Some(value),
            (Cause::Fetch, Test::Word { value, .. }) if self.holds => Some(value),
            _ => None,
        }
    }

    /// The same test, the other way.
    pub fn negated(self) -> Condition {
        Condition { holds: !self.holds, ..self }
    }
}

/// A line of a trace and the instruction that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address of the instruction.
    pub at: Address,
    /// What it did, or what it depended on.
    pub step: Step,
}

/// What a run did, in order.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The program and the machine's start, from which the trace goes.
    pub image: Rc<Image>,
    /// Its lines.
    pub entries: Vec<Entry>,
    /// Whether the trace goes on to the end of the run; not so where it was
    /// trimmed, or where recording stopped at its limit.
    pub complete: bool,
}

impl Trace {
    /// A trace of no steps.
    pub fn new(image: Rc<Image>) -> Trace {
        Trace { image, entries: Vec::new(), complete: true }
    }

    /// Its path conditions, with their instructions' addresses, in order.
    pub fn conditions(&self) -> impl Iterator<Item = (Address, &Condition)> {
        self.entries.iter().filter_map(|entry| match &entry.step {
            Step::Condition(condition) => Some((entry.at, condition)),
            _ => None,
        })
    }

    /// This trace with other lines, for a pass that keeps all else.
    fn with_entries(&self, entries: Vec<Entry>) -> Trace {
        Trace { image: Rc::clone(&self.image), entries, complete: self.complete }
    }
}
