//! Instructions as the emulator's loop wants them.

use crate::isa::{self, Op, Reg};
use crate::program::Address;

/// What to do with a word that is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Execute it.
    Run(Op),
    /// It is no instruction: a fault.
    Invalid,
    /// The program is done when it gets here, whatever the word.
    Return,
}

/// A word, decoded for execution.
///
/// Registers are indices into [`State`](super::State)'s array, where a
/// destination of `$0` is [`Decoded::NOWHERE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Decoded {
    pub kind: Kind,
    pub s: u8,
    pub t: u8,
    pub d: u8,
    /// In bytes, for branches too.
    pub immediate: i32,
}

impl Decoded {
    /// The slot that takes writes to `$0`.
    pub const NOWHERE: u8 = 32;

    /// The word at an address of the text.
    pub fn new(word: u32, address: Address, return_address: u32) -> Decoded {
        if address.0 == return_address {
            return Decoded { kind: Kind::Return, s: 0, t: 0, d: 0, immediate: 0 };
        }
        Decoded::of_word(word)
    }

    /// A word that is not the return address's.
    pub fn of_word(word: u32) -> Decoded {
        let Some(instruction) = isa::decode(word) else {
            return Decoded { kind: Kind::Invalid, s: 0, t: 0, d: 0, immediate: 0 };
        };
        let offset = i32::from(instruction.i);
        let (d, immediate) = match instruction.op {
            Op::Beq | Op::Bne => (instruction.d, offset * 4),
            // A load's destination is in the field rt.
            Op::Lw => (instruction.t, offset),
            Op::Jalr => (Reg::RETURN_ADDRESS, offset),
            _ => (instruction.d, offset),
        };
        Decoded {
            kind: Kind::Run(instruction.op),
            s: instruction.s.number(),
            t: instruction.t.number(),
            d: if d == Reg::ZERO { Decoded::NOWHERE } else { d.number() },
            immediate,
        }
    }
}
