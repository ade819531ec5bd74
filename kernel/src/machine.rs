//! Machines: what an instruction does, apart from how it is encoded.
//!
//! A [`Machine`] is data: its width, its registers, its devices, and a function that decodes a word into
//! an [`Instruction`]. The executor knows instructions only, so another machine is another table.

use crate::word::{Operator, Width};

pub mod mips;

/// A machine.
pub struct Machine {
    /// The name in a claim.
    pub name: &'static str,
    /// The number of bits of a word.
    pub width: Width,
    /// The number of bytes of a word, a power of two.
    pub bytes: u64,
    /// The names of the registers.
    pub registers: &'static [&'static str],
    /// The register that is always zero.
    pub zero: Option<usize>,
    /// The register that points to the stack, which grows down.
    pub stack: usize,
    /// The first address behind memory.
    pub memory_end: u64,
    /// A load from here takes a byte of the input stream, or all ones at its end.
    pub input: u64,
    /// A store here prints the low byte.
    pub output: u64,
    /// The instruction that a word encodes, if it is one.
    pub decode: fn(u64) -> Option<Instruction>,
}

impl Machine {
    /// The number of a register.
    pub fn register(&self, name: &str) -> Option<usize> {
        self.registers.iter().position(|register| *register == name)
    }

    /// The machine of a name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        [&mips::MIPS].into_iter().find(|machine| machine.name == name)
    }
}

/// An instruction. Registers are numbers; the program counter is behind the instruction when offsets
/// are added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Faults if a register is zero; then sets registers, all from the values before.
    Compute {
        /// The register that must not be zero.
        divisor: Option<usize>,
        /// The registers to set.
        sets: Vec<(usize, Value)>,
    },
    /// Sets a register to the next word of the program, which is skipped.
    LoadNext(usize),
    /// Sets a register to the word at an address.
    Load(Access),
    /// Stores a register at an address.
    Store(Access),
    /// Adds a number to the program counter if two registers are equal, or if they are not.
    Branch {
        /// Which of both.
        when: Comparison,
        /// The registers.
        of: [usize; 2],
        /// The number of bytes, modulo 2^width.
        offset: u64,
    },
    /// Sets the program counter to the value of a register before, and then a register to the address
    /// behind the jump.
    Jump {
        /// The register with the target.
        to: usize,
        /// The register for the address behind.
        link: Option<usize>,
    },
}

/// A value that an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The value of a register.
    Register(usize),
    /// An operator applied to two registers.
    Apply(Operator, usize, usize),
}

/// A register, and the address that it is loaded from or stored to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The register.
    pub register: usize,
    /// The register with the base of the address.
    pub base: usize,
    /// The number of bytes that is added to the base, modulo 2^width.
    pub offset: u64,
}

/// When a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Where the registers are equal.
    Equal,
    /// Where they are not.
    Different,
}
