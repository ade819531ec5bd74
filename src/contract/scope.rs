//! What the names of inputs in a condition mean.

use super::Setup;
use super::formula::WordExpression;
use crate::machine::mips::Reg;
use crate::machine::setup::{Array, Beyond, Initial};
use crate::program::Address;
use crate::word::Word;

/// A register as a text names it.
#[derive(Clone, Copy, Debug)]
pub(super) enum RegisterName {
    Mips(Reg),
    /// `x` with this number.
    Arm64(u32),
}

impl RegisterName {
    /// `$` with a number below 32.
    pub fn mips(number: u32) -> RegisterName {
        RegisterName::Mips(Reg::new(number).expect("the number is below 32"))
    }

    /// `x0` and so on.
    pub fn arm64(name: &str) -> Option<RegisterName> {
        let number = name.strip_prefix('x')?.parse().ok();
        number.filter(|number| *number < 31).map(RegisterName::Arm64)
    }
}

/// What the names of inputs mean, for each program.
pub(super) trait Scope<W> {
    /// A register at the start of a program. The error is a message.
    fn register(&self, program: usize, name: RegisterName) -> Result<WordExpression<W>, String>;

    /// The array of a program.
    fn array(&self, program: usize) -> Option<Array>;

    /// A byte of a program's input stream. The error is a message.
    fn byte(&self, program: usize, index: u32) -> Result<WordExpression<W>, String>;
}

impl Scope<u32> for [Setup; 2] {
    fn register(&self, program: usize, name: RegisterName) -> Result<WordExpression, String> {
        let reg = match name {
            RegisterName::Mips(reg) => reg,
            RegisterName::Arm64(number) => return Err(no_input(&format!("x{number}"))),
        };
        let setup = &self[program];
        match setup.initial(reg) {
            Initial::Input(index) => Ok(WordExpression::Input(index)),
            Initial::Word(word) if setup.array.is_some() && reg == Reg::FIRST_INPUT => {
                Ok(WordExpression::Const(word))
            }
            Initial::Word(_) => Err(format!("{reg} holds no input at the start")),
        }
    }

    fn array(&self, program: usize) -> Option<Array> {
        self[program].array
    }

    fn byte(&self, program: usize, index: u32) -> Result<WordExpression, String> {
        let stream = &self[program].stream;
        match stream.get(index as usize) {
            Some(Initial::Input(input)) => Ok(WordExpression::Input(*input)),
            Some(Initial::Word(_)) => Err("the input stream is a text, not free".to_owned()),
            None => Err(format!("the input stream has {} free bytes", stream.len())),
        }
    }
}

/// The message for a name that is no input.
pub(super) fn no_input(name: &str) -> String {
    format!("`{name}` is no input; there are `$1`, `$2`, `a[0]`, `len` and `in[0]`")
}

/// The inputs of an ARM64 program.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arm64 {
    /// Numbers in registers, from `x0` on, and behind them bytes of the input stream.
    Numbers { registers: usize, bytes: usize },
    /// The length of an array of at most this many elements, in `x1`, and its elements.
    Array(u32),
}

impl<W: Word> Scope<W> for Arm64 {
    fn register(&self, _: usize, name: RegisterName) -> Result<WordExpression<W>, String> {
        match (name, *self) {
            (RegisterName::Arm64(number), Arm64::Numbers { registers, .. })
                if (number as usize) < registers =>
            {
                Ok(WordExpression::Input(number as usize))
            }
            (RegisterName::Arm64(1), Arm64::Array(_)) => Ok(WordExpression::Input(0)),
            (RegisterName::Arm64(number), _) => {
                Err(format!("x{number} holds no input at the start"))
            }
            (RegisterName::Mips(reg), _) => Err(format!("{reg} is a register of MIPS")),
        }
    }

    fn array(&self, _: usize) -> Option<Array> {
        let Arm64::Array(capacity) = *self else { return None };
        // Where it is in memory is not part of a condition.
        let address = Address(0);
        Some(Array { address, length: 0, first: 1, capacity, beyond: Beyond::default() })
    }

    fn byte(&self, _: usize, index: u32) -> Result<WordExpression<W>, String> {
        match *self {
            Arm64::Numbers { registers, bytes } if (index as usize) < bytes => {
                Ok(WordExpression::Input(registers + index as usize))
            }
            Arm64::Numbers { bytes, .. } if bytes > 0 => {
                Err(format!("the input stream has {bytes} free bytes"))
            }
            _ => Err("the input stream is not free".to_owned()),
        }
    }
}
