//! Values and domains: the parameters of the transition function.
//!
//! The transition function leaves open what a word is. A *domain*, which is an implementation of
//! [`Arm64`], defines it; the domain of numbers is the emulator. An instruction depends only on its
//! operands and on [`Test`]s, which the domain decides ([`Arm64::decide`]). A domain that does not
//! know the answer chooses one outcome, and later executes the instruction again for the other.
//! This is sound because an instruction decides all its tests before it changes anything.

use std::fmt;

use super::table::{Condition, Reg};
use crate::machine::values::Cause;

/// Which source the machine follows where the sources differ; see [`super`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(rename = "ModeName"))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The course's documents: division by zero faults, only `cmp` writes the flags.
    #[default]
    Usual,
    /// The processor: as usual, but division by zero gives 0.
    Arm,
    /// The course's emulator, with its undocumented effects on the flags.
    Course,
}

/// An operation on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The low word of the product.
    Mul,
    /// The high word of the signed product.
    Smulh,
    /// The high word of the unsigned product.
    Umulh,
    /// The signed quotient; the divisor is not zero.
    Sdiv,
    /// The unsigned quotient; the divisor is not zero.
    Udiv,
}

impl BinaryOp {
    /// The result of the operation; a divisor must not be zero.
    #[inline(always)]
    pub const fn apply(self, n: u64, m: u64) -> u64 {
        match self {
            BinaryOp::Add => n.wrapping_add(m),
            BinaryOp::Sub => n.wrapping_sub(m),
            BinaryOp::Mul => n.wrapping_mul(m),
            BinaryOp::Smulh => ((n as i64 as i128 * m as i64 as i128) >> 64) as u64,
            BinaryOp::Umulh => ((n as u128 * m as u128) >> 64) as u64,
            // Only -2^63 / -1 wraps.
            BinaryOp::Sdiv => (n as i64).wrapping_div(m as i64) as u64,
            BinaryOp::Udiv => n / m,
        }
    }
}

/// A register that an instruction reads or writes. The slot of a register field determines which
/// one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register(u8);

impl Register {
    /// The stack pointer.
    pub const SP: Register = Register(31);
    /// The zero that `xzr` reads. No instruction writes it.
    pub const ZERO: Register = Register(32);
    /// `x0`, the result.
    pub const RESULT: Register = Register(0);
    /// The register that `blr` writes.
    pub const LINK: Register = Register(30);
    /// The number of registers, including the zero register.
    pub const COUNT: usize = 33;

    /// The register of a field in slot d or n.
    pub const fn d_or_n(reg: Reg) -> Register {
        Register(reg.number())
    }

    /// The register of a field in slot m.
    pub const fn m(reg: Reg) -> Register {
        if reg.number() == 31 { Register::ZERO } else { Register(reg.number()) }
    }

    /// The register with this number: `x0` to `x30`, or `sp` for 31.
    pub fn new(number: u32) -> Option<Register> {
        (number < 32).then_some(Register(number as u8))
    }

    /// The register with this name: `x0` to `x30`, or `sp`.
    pub fn named(name: &str) -> Option<Register> {
        let number = |name: &str| name.parse().ok().filter(|number| *number < 31);
        match name {
            "sp" => Some(Register::SP),
            _ => Register::new(name.strip_prefix('x').and_then(number)?),
        }
    }

    /// `x0` to `x30` by their numbers, then `sp`, then zero.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Register::SP => f.write_str("sp"),
            Register::ZERO => f.write_str("xzr"),
            Register(number) => write!(f, "x{number}"),
        }
    }
}

/// A test that an instruction depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test<W> {
    /// A condition holds for a pair of words.
    Holds(Condition, [W; 2]),
    /// A word has this value.
    Is(W, u64),
    /// An address is a multiple of 4.
    Aligned(W),
    /// An address is below a bound, unsigned.
    Below(W, u64),
}

/// A fault of the program. `W` is the type of the address of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind<W = u64> {
    /// `sdiv` or `udiv` with a zero divisor.
    DivisionByZero,
    /// -2^63 / -1, which crashes the course's emulator; only in [`Mode::Course`].
    QuotientOverflow,
    /// pc is not a multiple of 4, or not in memory.
    BadPc(u64),
    /// The word at pc is not an instruction.
    InvalidInstruction(u32),
    /// An access at an address that is not a multiple of 4.
    MisalignedAddress(W),
    /// An access at an address that is neither in memory nor of a device.
    AddressOutOfRange(W),
}

/// A kind of faults: what happened, without the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultClass {
    /// A division by zero, or whose quotient overflows.
    Division,
    /// A jump to where no instruction can be.
    Jump,
    /// A word that is not an instruction.
    Instruction,
    /// An access at an address that is not allowed.
    Access,
}

impl<W> FaultKind<W> {
    /// The kind of fault.
    pub const fn class(&self) -> FaultClass {
        match self {
            FaultKind::DivisionByZero | FaultKind::QuotientOverflow => FaultClass::Division,
            FaultKind::BadPc(_) => FaultClass::Jump,
            FaultKind::InvalidInstruction(_) => FaultClass::Instruction,
            FaultKind::MisalignedAddress(_) | FaultKind::AddressOutOfRange(_) => FaultClass::Access,
        }
    }

    /// The same fault, with its address mapped by a function.
    pub fn at<B>(self, address: impl FnOnce(W) -> B) -> FaultKind<B> {
        match self {
            FaultKind::DivisionByZero => FaultKind::DivisionByZero,
            FaultKind::QuotientOverflow => FaultKind::QuotientOverflow,
            FaultKind::BadPc(pc) => FaultKind::BadPc(pc),
            FaultKind::InvalidInstruction(word) => FaultKind::InvalidInstruction(word),
            FaultKind::MisalignedAddress(at) => FaultKind::MisalignedAddress(address(at)),
            FaultKind::AddressOutOfRange(at) => FaultKind::AddressOutOfRange(address(at)),
        }
    }
}

impl FaultKind {
    /// A stable name, in kebab-case; the same as for MIPS.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::QuotientOverflow => "quotient-overflow",
            FaultKind::BadPc(_) => "bad-pc",
            FaultKind::InvalidInstruction(_) => "invalid-instruction",
            FaultKind::MisalignedAddress(_) => "misaligned-address",
            FaultKind::AddressOutOfRange(_) => "address-out-of-range",
        }
    }
}

/// A fault and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The address of the instruction. For a bad pc, the address of the fetch.
    pub at: u64,
}

/// Why an instruction has no successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt<W, X> {
    /// It faults; no register and no byte of memory has changed.
    Fault(FaultKind<W>),
    /// The domain cannot execute the instruction.
    Abort(X),
}

/// The result of an instruction in a domain, or of a part of one.
pub type Outcome<T, D> = Result<T, Halt<<D as Arm64>::Word, <D as Arm64>::Abort>>;

/// Where execution continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<W> {
    /// At the next instruction, or at a branch's target.
    To(u64),
    /// At a computed address.
    Jump(W),
    /// At a computed address, with the address behind the call in `x30`.
    Call(W),
    /// Nowhere: the word ends the program.
    Done,
}

/// A domain of the transition function: words, registers, flags, tests, memory and devices.
pub trait Arm64 {
    /// The type of a 64-bit word.
    type Word: Copy;
    /// Why this domain cannot execute an instruction.
    type Abort;

    /// The source that the machine follows.
    fn mode(&self) -> Mode;

    /// The word with a known value.
    fn constant(&mut self, value: u64) -> Self::Word;

    /// The result of an operation on two words.
    fn binary(&mut self, op: BinaryOp, n: Self::Word, m: Self::Word) -> Self::Word;

    /// The address `base + offset`, modulo 2^64, offset in bytes.
    fn address(&mut self, base: Self::Word, offset: i32) -> Self::Word;

    /// The value of a register; zero for [`Register::ZERO`].
    fn get(&mut self, place: Register) -> Self::Word;

    /// Sets a register.
    fn set(&mut self, place: Register, value: Self::Word);

    /// The pair that was compared last.
    fn flags(&mut self) -> [Self::Word; 2];

    /// Sets the flags: compares a pair.
    fn set_flags(&mut self, pair: [Self::Word; 2]);

    /// Whether a test holds.
    fn decide(&mut self, cause: Cause, test: Test<Self::Word>) -> Outcome<bool, Self>;

    /// Whether the flags satisfy a condition.
    #[inline(always)]
    fn condition(&mut self, condition: Condition) -> Outcome<bool, Self> {
        let pair = self.flags();
        self.decide(Cause::Branch, Test::Holds(condition, pair))
    }

    /// The least address that may be accessed: 0, or the load address of an object file.
    fn memory_start(&self) -> u64;

    /// The first address behind the program's text.
    fn text_end(&self) -> u64;

    /// The 8 bytes at a known address in memory, a multiple of 4.
    #[inline(always)]
    fn literal(&mut self, address: u64) -> Outcome<Self::Word, Self> {
        let address = self.constant(address);
        self.load(address)
    }

    /// The 8 bytes at an address in memory that is a multiple of 4.
    fn load(&mut self, address: Self::Word) -> Outcome<Self::Word, Self>;

    /// Stores 8 bytes at an address in memory that is a multiple of 4. `in_text` says whether the
    /// first of them belongs to the program's text.
    fn store(&mut self, address: Self::Word, value: Self::Word, in_text: bool)
    -> Outcome<(), Self>;

    /// The next byte of the input stream, or -1 at its end.
    fn read(&mut self) -> Outcome<Self::Word, Self>;

    /// Writes the low byte of a word to the output.
    fn output(&mut self, value: Self::Word) -> Outcome<(), Self>;

    /// Called with the target of a computed jump before anything changes. Returns the target,
    /// perhaps as a constant if the domain knows its value.
    #[inline(always)]
    fn target(&mut self, target: Self::Word) -> Outcome<Self::Word, Self> {
        Ok(target)
    }
}
