//! Machines: what an instruction does, apart from how it is encoded.
//!
//! A [`Machine`] is data: its width, its registers, its memory, its devices, and a function that decodes a
//! word into an [`Instruction`]. The executor knows instructions only, so another machine is another table.

use crate::word::{Operator, Width};

pub mod arm64;
pub mod mips;

/// A machine.
pub struct Machine {
    /// The name in a claim.
    pub name: &'static str,
    /// The number of bits of a word.
    pub width: Width,
    /// How its memory is divided.
    pub layout: Layout,
    /// The names of the registers.
    pub registers: &'static [&'static str],
    /// The register that is always zero.
    pub zero: Option<usize>,
    /// The register that points to the stack, which grows down.
    pub stack: usize,
    /// Whether registers are set to zero where the divisor is zero. The program faults otherwise.
    pub divides_by_zero: bool,
    /// A load from here takes a byte of the input stream, or all ones at its end.
    pub input: u64,
    /// A store here prints the low byte.
    pub output: u64,
    /// The instruction that a word encodes, if it is one.
    pub decode: fn(u64) -> Option<Instruction>,
}

/// How memory is divided. Addresses and sizes are in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The size of a word, a power of two.
    pub word: u64,
    /// The size of an instruction: that of a word, or half of it. Words are loaded from and stored to its
    /// multiples, so words overlap where it is smaller than a word: the lower address has the lower part.
    pub cell: u64,
    /// The first address behind memory.
    pub end: u64,
    /// The first address that the machine keeps for itself: no program may store there, nor execute what is
    /// there. What it holds is not known.
    pub kept: u64,
}

impl Layout {
    /// A word at a multiple of the size of a cell ends at or before an end if its address is below this.
    pub const fn accesses(&self, end: u64) -> u64 {
        (end + self.cell).saturating_sub(self.word)
    }

    /// The greatest word of a program.
    pub const fn cell_most(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.cell)
    }
}

impl Machine {
    /// The number of a register.
    pub fn register(&self, name: &str) -> Option<usize> {
        self.registers.iter().position(|register| *register == name)
    }

    /// The machine of a name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        let all = [&mips::MIPS, &arm64::ARM64, &arm64::ARM64_ARM];
        all.into_iter().find(|machine| machine.name == name)
    }
}

/// An instruction. Registers are numbers; the program counter is behind the instruction when offsets
/// are added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Sets registers, all from the values before.
    Compute {
        /// A register. If it is zero the program faults, or all of them are set to zero.
        divisor: Option<usize>,
        /// The registers to set.
        sets: Vec<(usize, Value)>,
    },
    /// Sets a register to the word at an address.
    Load(Access),
    /// Stores a register at an address.
    Store(Access),
    /// Adds a number to the program counter if a relation of two registers holds, or if it does not.
    Branch {
        /// The relation.
        when: Comparison,
        /// Whether it is to hold.
        holds: bool,
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
    /// Ends the program.
    Halt,
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
    /// The register with the base of the address, or else the program counter.
    pub base: Option<usize>,
    /// The number of bytes that is added to the base, modulo 2^width.
    pub offset: u64,
    /// The number of bytes that are skipped behind the instruction.
    pub skipped: u64,
}

/// A relation of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They are equal.
    Equal,
    /// The first unsigned number is below the second.
    Below,
    /// The first signed number is below the second.
    BelowSigned,
}
