//! The effects of ARM64 instructions, as a timeline keeps them.

use crate::machine::arm64::{Instruction, Register, decode};

/// The effect of a step on registers, memory and devices. An instruction changes at most one of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: a branch, `cmp`, or a fault.
    None,
    /// A register was written.
    Register {
        /// The register.
        place: Register,
        /// Its old value.
        old: u64,
        /// Its new value.
        new: u64,
    },
    /// A register was loaded from memory. A constant of the program's text, which `ldr` reads, is
    /// [`Effect::Register`].
    Load {
        /// The register.
        place: Register,
        /// Its old value.
        old: u64,
        /// Its new value.
        new: u64,
        /// The address of the 8 bytes.
        address: u64,
    },
    /// A register was loaded from the input stream.
    Read {
        /// The register.
        place: Register,
        /// Its old value.
        old: u64,
        /// The byte, or -1 at the end of the stream.
        new: u64,
    },
    /// 8 bytes of memory were written.
    Store {
        /// Their address, a multiple of 4.
        address: u64,
        /// Their old value.
        old: u64,
        /// Their new value.
        new: u64,
    },
    /// A byte was written to the output.
    Output(u8),
}

impl Effect {
    /// The address of the 8 bytes of memory that were read or written.
    pub fn touched(&self) -> Option<u64> {
        match *self {
            Effect::Load { address, .. } | Effect::Store { address, .. } => Some(address),
            _ => None,
        }
    }

    /// The register that was written, its old and its new value.
    pub fn written(&self) -> Option<(Register, u64, u64)> {
        match *self {
            Effect::Register { place, old, new }
            | Effect::Load { place, old, new, .. }
            | Effect::Read { place, old, new } => Some((place, old, new)),
            Effect::None | Effect::Store { .. } | Effect::Output(_) => None,
        }
    }
}

/// An executed instruction. The last one of a run may have faulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineStep {
    /// Its address.
    pub pc: u64,
    /// The word that was fetched.
    pub word: u32,
    /// Its effect.
    pub effect: Effect,
    /// The pair that it compared. In [`Mode::Course`](crate::machine::arm64::Mode::Course) loads
    /// and stores compare, too.
    pub compared: Option<[u64; 2]>,
}

impl TimelineStep {
    /// The instruction. `None` if the word is no instruction, which faults.
    pub fn instruction(&self) -> Option<Instruction> {
        decode(self.word)
    }

    /// The instruction as text, or the word if it is no instruction.
    pub fn text(&self) -> String {
        match self.instruction() {
            Some(instruction) => instruction.to_string(),
            None => format!("{:#010x}", self.word),
        }
    }
}
