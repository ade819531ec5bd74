//! The machines that programs are compiled for.
//!
//! A machine is a row, [`Target`]: how its WLP4 spells the type of numbers, how wide a number is,
//! what the registers are for, and a function that writes a [`Step`] as instructions. The parser,
//! the checker, constant folding and the code generator take the row and know no machine.

mod arm64;
mod mips;

use std::fmt;

use super::emit::Writer;
use super::tree::{Compare, Type};
use crate::machine::Architecture;

/// A machine, as the compiler sees it.
pub(super) struct Target {
    /// The machine.
    pub(super) architecture: Architecture,
    /// The machine's name in messages.
    pub(super) name: &'static str,
    /// The type of numbers, a keyword.
    pub(super) integer: &'static str,
    /// The type of pointers, in messages.
    pub(super) pointer: &'static str,
    /// The number of bits of a number and of a pointer, at most 64.
    pub(super) bits: u32,
    /// The value of `NULL`. Memory does not have this address.
    pub(super) null: i64,
    /// The address whose loads read the input stream.
    pub(super) input: u64,
    /// The address whose stores write the output.
    pub(super) output: u64,
    /// What the label of a procedure begins with. No other label begins so.
    pub(super) procedure: &'static str,
    /// The operand of a branch that skips one instruction.
    pub(super) over_one: &'static str,
    /// The purposes of registers.
    pub(super) registers: Registers,
    /// Writes a step as instructions. They change no register but the step's destination, and
    /// registers that [`Registers`] does not list.
    pub(super) write: fn(&mut Writer, Step),
}

/// The purpose of each register of a machine. An instruction has a register by its number.
pub(super) struct Registers {
    /// The parameters of `wain`; the second one also is the length of the array for `init`.
    pub(super) inputs: [u8; 2],
    /// The argument of a routine. It may be `result`.
    pub(super) argument: u8,
    /// The result of a procedure, of a routine and of the program.
    pub(super) result: u8,
    /// A scratch register.
    pub(super) scratch: u8,
    /// The frame pointer.
    pub(super) frame: u8,
    /// The stack pointer.
    pub(super) stack: u8,
    /// The return address.
    pub(super) link: u8,
    /// Always the number of bytes of a word.
    pub(super) word: u8,
    /// Always `NULL`.
    pub(super) null: u8,
    /// Always 0, as a last operand.
    pub(super) zero: u8,
    /// For values of expressions, by depth; the first is `result`.
    pub(super) temporaries: &'static [u8],
    /// For variables whose address is never taken.
    pub(super) variables: &'static [u8],
}

/// A step of generated code: what each machine does in an instruction or a few. Three registers
/// are the destination and two operands, and a destination may be an operand, too.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    /// Loads a constant.
    Constant(u8, Constant<'a>),
    /// Loads 0.
    Zero(u8),
    Add([u8; 3]),
    Subtract([u8; 3]),
    Multiply([u8; 3]),
    Divide(Half, Sign, [u8; 3]),
    /// Multiplies a register by the number of bytes of a word.
    Scale(u8),
    /// Loads the word at an offset, in bytes, from an address.
    Load {
        to: u8,
        base: u8,
        offset: i32,
    },
    /// Stores a word there.
    Store {
        from: u8,
        base: u8,
        offset: i32,
    },
    /// Branches to a label.
    Jump(&'a str),
    /// Branches to a label if the comparison holds. The result register may change.
    Branch {
        compare: Compare,
        sign: Sign,
        operands: [u8; 2],
        to: &'a str,
    },
    /// Calls what is at the address in a register.
    Call(u8),
    /// Jumps to the return address.
    Return,
}

/// A constant that a step loads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constant<'a> {
    Number(i64),
    /// The address of a label or an imported name.
    Address(&'a str),
    /// The address of a device.
    Device(u64),
}

/// The result of a division that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Quotient,
    Remainder,
}

/// How words are read as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Signed,
    Unsigned,
}

impl fmt::Display for Constant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Number(value) => value.fmt(f),
            Constant::Address(name) => f.write_str(name),
            Constant::Device(address) => write!(f, "{address:#x}"),
        }
    }
}

impl Target {
    /// The row of a machine.
    pub(super) fn of(architecture: Architecture) -> &'static Target {
        match architecture {
            Architecture::Mips => &mips::TARGET,
            Architecture::Arm64 => &arm64::TARGET,
        }
    }

    /// The machine whose type of numbers is spelled so.
    pub(super) fn with_integer(word: &str) -> Option<&'static Target> {
        let all = [&mips::TARGET, &arm64::TARGET];
        all.into_iter().find(|target| target.integer == word)
    }

    /// The number of bytes of a word in memory.
    pub(super) fn word(&self) -> i32 {
        self.bits as i32 / 8
    }

    /// The largest number.
    pub(super) fn largest(&self) -> i64 {
        i64::MAX >> (64 - self.bits)
    }

    /// The number that the low bits of `value` are on this machine.
    pub(super) fn wrap(&self, value: i64) -> i64 {
        let unused = 64 - self.bits;
        value << unused >> unused
    }

    /// A type, as the language spells it.
    pub(super) fn spelled(&self, of: Type) -> &'static str {
        match of {
            Type::Integer => self.integer,
            Type::Pointer => self.pointer,
        }
    }
}
