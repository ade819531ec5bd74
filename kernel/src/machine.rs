//! Machines: the semantics of instructions, apart from their encoding.
//!
//! A [`Machine`] is data: its width, registers, memory layout, devices, and a function that decodes a word into an
//! [`Instruction`]. The executor knows instructions only, so another machine is another table.

use crate::word::{Operator, Width};

pub mod arm64;
pub mod mips;

/// A machine.
pub struct Machine {
    /// The name that claims use.
    pub name: &'static str,
    /// The number of bits of a word.
    pub width: Width,
    /// The layout of memory.
    pub layout: Layout,
    /// The names of the registers.
    pub registers: &'static [&'static str],
    /// The register that is always zero.
    pub zero: Option<usize>,
    /// The stack pointer; the stack grows down.
    pub stack: usize,
    /// Whether a division by zero gives zero. Otherwise the program faults.
    pub divides_by_zero: bool,
    /// The address of the input device: a load reads a byte of the input stream, or all ones at its end.
    pub input: u64,
    /// The address of the output device: a store prints the low byte.
    pub output: u64,
    /// Decodes a word; none if it encodes no instruction.
    pub decode: fn(u64) -> Option<Instruction>,
}

/// The layout of memory. Addresses and sizes are in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The size of a word, a power of two.
    pub word: u64,
    /// The size of an instruction: a word, or half of it. Word addresses must be multiples of it. If it is smaller
    /// than a word, words can overlap; the lower address has the low part.
    pub cell: u64,
    /// The first address after memory.
    pub end: u64,
    /// The first address that the machine reserves: programs may not store there or execute there. The contents are
    /// unknown.
    pub kept: u64,
}

impl Layout {
    /// A word at a multiple of the cell size fits below `end` if and only if its address is below this.
    pub const fn accesses(&self, end: u64) -> u64 {
        (end + self.cell).saturating_sub(self.word)
    }

    /// The greatest value of a cell.
    pub const fn cell_most(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.cell)
    }
}

impl Machine {
    /// The index of a register.
    pub fn register(&self, name: &str) -> Option<usize> {
        self.registers.iter().position(|register| *register == name)
    }

    /// The machine with a name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        let all = [&mips::MIPS, &arm64::ARM64, &arm64::ARM64_ARM];
        all.into_iter().find(|machine| machine.name == name)
    }
}

/// An instruction. Registers are indices. Offsets are relative to the address after the instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Sets registers; all values are computed before any is set.
    Compute {
        /// The divisor's register. If it is zero, the program faults, or all targets are set to zero.
        divisor: Option<usize>,
        /// The registers to set.
        sets: Vec<(usize, Value)>,
    },
    /// Sets a register to the word at an address.
    Load(Access),
    /// Stores a register at an address.
    Store(Access),
    /// A conditional branch: adds an offset to the program counter if a relation of two registers holds, or fails.
    Branch {
        /// The relation.
        when: Comparison,
        /// Whether the relation must hold for the branch to be taken.
        holds: bool,
        /// The registers.
        of: [usize; 2],
        /// The offset in bytes, modulo 2^width.
        offset: u64,
    },
    /// Jumps to the address in a register, and optionally sets another register to the address after the jump.
    Jump {
        /// The register with the target.
        to: usize,
        /// The register for the return address.
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
    /// The register with the base address; none for the program counter.
    pub base: Option<usize>,
    /// The offset in bytes from the base, modulo 2^width.
    pub offset: u64,
    /// The number of bytes to skip after the instruction.
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
