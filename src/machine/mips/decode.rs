//! Decoded instructions, in the form that the emulator's loop uses.

use super::step::{Destination, Operands};
use super::table::{self, Op, Reg};
use crate::program::Address;

/// What to do with a fetched word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::machine) enum Kind {
    /// Execute it.
    Run(Op),
    /// The word is no instruction: a fault.
    Invalid,
    /// The first instruction of the routine that prints a number, unless the text was changed.
    Print,
    /// The return address: the program is done, whatever the word.
    Return,
}

/// A word, decoded for execution.
#[derive(Clone, Copy, Debug)]
pub(in crate::machine) struct Decoded {
    pub kind: Kind,
    pub operands: Operands,
}

impl Decoded {
    /// Decodes the word at an address of the text.
    pub fn new(word: u32, address: Address, return_address: u32) -> Decoded {
        if address.0 == return_address {
            return Decoded::without_operands(Kind::Return);
        }
        Decoded::of_word(word)
    }

    /// Decodes a word that is not at the return address.
    pub fn of_word(word: u32) -> Decoded {
        match table::decode(word) {
            Some(instruction) => {
                Decoded { kind: Kind::Run(instruction.op), operands: Operands::of(instruction) }
            }
            None => Decoded::without_operands(Kind::Invalid),
        }
    }

    fn without_operands(kind: Kind) -> Decoded {
        let d = Destination::new(Reg::ZERO);
        Decoded { kind, operands: Operands { s: Reg::ZERO, t: Reg::ZERO, d, immediate: 0 } }
    }
}
