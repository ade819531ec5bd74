//! What each instruction does, stated once, over a trait of values.
//!
//! [`execute`] is the machine's transition function. It says nothing about
//! what a word is: a *domain* does. Over numbers it is the emulator; over
//! numbers with a record of how each came about it yields traces; over terms
//! it yields formulas and the transition relations of blocks; over sets of
//! words it yields control-flow graphs. So an instruction is added by a row
//! in [`isa`](crate::isa) and an arm here.
//!
//! All that an instruction depends on beside its operands is a [`Test`], for
//! which the domain is asked ([`Domain::decide`]): one that knows the values
//! answers; one that does not says which way it takes now, and has the
//! instruction executed again for the other way. That may be done because an
//! instruction asks before it changes anything.
//!
//! The traits come in two layers. [`Values`] and [`Domain`] are about words,
//! tests and memory, and name no register; [`Mips`] is what a machine of this
//! instruction set has. Another instruction set is another module with a
//! transition function and a trait of its own over the first two.

use super::FaultKind;
use super::memory::{INPUT_ADDRESS, MEMORY_END, OUTPUT_ADDRESS};
use super::word::{BinaryOp, Signedness};
use crate::isa::{self, Instruction, Op, Reg};

/// Words and addresses, and how they are made.
pub trait Values {
    /// What stands for a word.
    type Word: Copy;
    /// What stands for the address of an access.
    type Address: Copy;

    /// A known word.
    fn constant(&mut self, value: u32) -> Self::Word;

    /// An operation on two words whose result is a word.
    fn binary(&mut self, op: BinaryOp, s: Self::Word, t: Self::Word) -> Self::Word;

    /// The address `base + offset`, modulo 2^32, offset in bytes.
    fn address(&mut self, base: Self::Word, offset: i16) -> Self::Address;

    /// The address behind a call.
    #[inline(always)]
    fn link(&mut self, address: u32) -> Self::Word {
        self.constant(address)
    }
}

/// What an instruction depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test<W, A> {
    /// Two words are equal.
    Equal(W, W),
    /// A word is this one.
    Is(W, u32),
    /// An address is a multiple of 4.
    Aligned(A),
    /// An address is below a bound, unsigned.
    Below(A, u32),
    /// An address is this one.
    At(A, u32),
}

/// Why a run depends on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// `beq` or `bne` compared two registers.
    Branch,
    /// A division checked its divisor.
    Divisor,
    /// `lw` or `sw` checked that its address is a multiple of 4.
    Alignment,
    /// `lw` or `sw` checked that its address is in range.
    Range,
    /// `sw` out of range may be a write to the output.
    Output,
    /// `lw` out of range may be a read from the input.
    Input,
    /// `sw` may change the program's text.
    TextStore,
    /// `jr` or `jalr` may go to the return address, which ends the run.
    Return,
    /// `jr` or `jalr` checked that its target can be fetched.
    JumpRange,
    /// `jr` or `jalr` went to just this target.
    JumpTarget,
    /// An instruction was fetched from a word that may have been stored to.
    Fetch,
    /// How long the array is that the program was given: each length is a path.
    Length,
    /// The contract allows no other input: it holds on all paths.
    Contract,
}

/// Why an instruction has no next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt<A, X> {
    /// It faults; no register and no word has changed.
    Fault(FaultKind<A>),
    /// The domain cannot say what it does.
    Abort(X),
}

/// What comes of an instruction in a domain, or of a part of one.
pub type Outcome<T, D> = Result<T, Halt<<D as Values>::Address, <D as Domain>::Abort>>;

/// Tests, memory and devices.
pub trait Domain: Values {
    /// Why this domain gives up on an instruction.
    type Abort;

    /// Whether a test holds.
    fn decide(
        &mut self,
        cause: Cause,
        test: Test<Self::Word, Self::Address>,
    ) -> Outcome<bool, Self>;

    /// Whether a branch is taken that is where two words are equal, or where they are not.
    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Self::Word; 2]) -> Outcome<bool, Self> {
        Ok(self.decide(Cause::Branch, Test::Equal(s, t))? == where_equal)
    }

    /// The first address behind the program's text.
    fn text_end(&self) -> u32;

    /// The word at a known address that is fetched with an instruction: a
    /// multiple of 4 in memory.
    fn text_word(&mut self, address: u32) -> Outcome<Self::Word, Self>;

    /// The word at an aligned address in memory.
    fn load(&mut self, address: Self::Address) -> Outcome<Self::Word, Self>;

    /// The next byte of the input stream, or -1 at its end.
    fn read(&mut self) -> Outcome<Self::Word, Self>;

    /// Puts a word at an aligned address in memory; whether it is one of the
    /// program's text has been decided.
    fn store(
        &mut self,
        address: Self::Address,
        value: Self::Word,
        in_text: bool,
    ) -> Outcome<(), Self>;

    /// Writes the low byte of a word to the output.
    fn output(&mut self, value: Self::Word) -> Outcome<(), Self>;

    /// Takes the target of a computed jump before anything has changed, and
    /// gives it back, or what it is known to be.
    #[inline(always)]
    fn target(&mut self, target: Self::Word) -> Outcome<Self::Word, Self> {
        Ok(target)
    }
}

/// The registers of the MIPS subset.
pub trait Mips: Domain {
    /// What a register holds; `$0` holds zero.
    fn get(&mut self, reg: Reg) -> Self::Word;

    /// Puts a word in a register.
    fn set(&mut self, to: Destination, value: Self::Word);

    /// The high word of the last product, or the last remainder.
    fn hi(&mut self) -> Self::Word;

    /// The low word of the last product, or the last quotient.
    fn lo(&mut self) -> Self::Word;

    /// `hi:lo := s * t`
    fn multiply(&mut self, signedness: Signedness, s: Self::Word, t: Self::Word);

    /// `lo := s / t`, `hi := s mod t`; the divisor is not zero.
    fn divide(&mut self, signedness: Signedness, s: Self::Word, t: Self::Word);
}

/// A register that is written, where `$0` is a place of its own that nobody reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination(u8);

impl Destination {
    /// The slot that takes writes to `$0`.
    const NOWHERE: u8 = 32;

    /// A register as a destination.
    pub const fn new(reg: Reg) -> Destination {
        match reg.number() {
            0 => Destination(Destination::NOWHERE),
            number => Destination(number),
        }
    }

    /// The register; none for `$0`, where a write is dropped.
    #[inline(always)]
    pub const fn register(self) -> Option<Reg> {
        Reg::new(self.0 as u32)
    }

    /// As an index, at most 32.
    #[inline(always)]
    pub const fn slot(self) -> usize {
        self.0 as usize
    }
}

/// An instruction's operands, prepared for execution.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The register in the field `rs`.
    pub s: Reg,
    /// The register in the field `rt`.
    pub t: Reg,
    /// The register that is written.
    pub d: Destination,
    /// In bytes, for branches too.
    pub immediate: i32,
}

impl Operands {
    /// Those of an instruction.
    pub fn of(instruction: Instruction) -> Operands {
        let offset = i32::from(instruction.i);
        let (d, immediate) = match instruction.op {
            Op::Beq | Op::Bne => (instruction.d, offset * 4),
            // A load's destination is in the field rt.
            Op::Lw => (instruction.t, offset),
            Op::Jalr => (Reg::RETURN_ADDRESS, offset),
            _ => (instruction.d, offset),
        };
        Operands { s: instruction.s, t: instruction.t, d: Destination::new(d), immediate }
    }
}

/// Where execution goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<W> {
    /// At the next instruction, or at a branch's target.
    To(u32),
    /// At a computed address.
    Jump(W),
    /// At a computed address, with the address behind the call in `$31`.
    Call(W),
}

/// Executes the instruction that a word encodes, fetched at `pc`.
pub fn step<D: Mips>(domain: &mut D, pc: u32, word: u32) -> Outcome<Flow<D::Word>, D> {
    match isa::decode(word) {
        Some(instruction) => execute(domain, pc, instruction.op, Operands::of(instruction)),
        None => Err(Halt::Fault(FaultKind::InvalidInstruction(word))),
    }
}

/// Executes an instruction at `pc`.
#[inline(always)]
pub fn execute<D: Mips>(
    domain: &mut D,
    pc: u32,
    op: Op,
    operands: Operands,
) -> Outcome<Flow<D::Word>, D> {
    let next = pc.wrapping_add(4);
    let Operands { s, t, d, immediate } = operands;
    match op {
        Op::Add => binary(domain, BinaryOp::Add, operands),
        Op::Sub => binary(domain, BinaryOp::Sub, operands),
        Op::Slt => binary(domain, BinaryOp::Slt, operands),
        Op::Sltu => binary(domain, BinaryOp::Sltu, operands),
        Op::Mult => multiply(domain, Signedness::Signed, operands),
        Op::Multu => multiply(domain, Signedness::Unsigned, operands),
        Op::Div => divide(domain, Signedness::Signed, operands)?,
        Op::Divu => divide(domain, Signedness::Unsigned, operands)?,
        Op::Mfhi => {
            let hi = domain.hi();
            domain.set(d, hi);
        }
        Op::Mflo => {
            let lo = domain.lo();
            domain.set(d, lo);
        }
        Op::Lis => {
            if next >= MEMORY_END {
                return Err(Halt::Fault(FaultKind::BadPc(next)));
            }
            let word = domain.text_word(next)?;
            domain.set(d, word);
            return Ok(Flow::To(next.wrapping_add(4)));
        }
        Op::Jr => {
            let target = domain.get(s);
            return Ok(Flow::Jump(domain.target(target)?));
        }
        Op::Jalr => {
            // The target is read first: it may be in `$31`.
            let target = domain.get(s);
            let target = domain.target(target)?;
            let link = domain.link(next);
            domain.set(d, link);
            return Ok(Flow::Call(target));
        }
        Op::Beq | Op::Bne => {
            let (s, t) = (domain.get(s), domain.get(t));
            if domain.branch(op == Op::Beq, [s, t])? {
                return Ok(Flow::To(next.wrapping_add_signed(immediate)));
            }
        }
        Op::Lw => {
            let (in_memory, address) = access(domain, operands)?;
            let word = if in_memory {
                domain.load(address)?
            } else if domain.decide(Cause::Input, Test::At(address, INPUT_ADDRESS))? {
                domain.read()?
            } else {
                return Err(Halt::Fault(FaultKind::AddressOutOfRange(address)));
            };
            domain.set(d, word);
        }
        Op::Sw => {
            let (in_memory, address) = access(domain, operands)?;
            if in_memory {
                let text = Test::Below(address, domain.text_end());
                let in_text = domain.decide(Cause::TextStore, text)?;
                let value = domain.get(t);
                domain.store(address, value, in_text)?;
            } else if domain.decide(Cause::Output, Test::At(address, OUTPUT_ADDRESS))? {
                let value = domain.get(t);
                domain.output(value)?;
            } else {
                return Err(Halt::Fault(FaultKind::AddressOutOfRange(address)));
            }
        }
    }
    Ok(Flow::To(next))
}

#[inline(always)]
fn binary<D: Mips>(domain: &mut D, op: BinaryOp, Operands { s, t, d, .. }: Operands) {
    let (s, t) = (domain.get(s), domain.get(t));
    let value = domain.binary(op, s, t);
    domain.set(d, value);
}

#[inline(always)]
fn multiply<D: Mips>(domain: &mut D, signedness: Signedness, Operands { s, t, .. }: Operands) {
    let (s, t) = (domain.get(s), domain.get(t));
    domain.multiply(signedness, s, t);
}

#[inline(always)]
fn divide<D: Mips>(
    domain: &mut D,
    signedness: Signedness,
    Operands { s, t, .. }: Operands,
) -> Outcome<(), D> {
    let (s, t) = (domain.get(s), domain.get(t));
    if domain.decide(Cause::Divisor, Test::Is(t, 0))? {
        return Err(Halt::Fault(FaultKind::DivisionByZero));
    }
    domain.divide(signedness, s, t);
    Ok(())
}

/// The address of an access, and whether it is in memory; one that is not
/// aligned is a fault.
#[inline(always)]
fn access<D: Mips>(
    domain: &mut D,
    Operands { s, immediate, .. }: Operands,
) -> Outcome<(bool, D::Address), D> {
    let base = domain.get(s);
    let address = domain.address(base, immediate as i16);
    if !domain.decide(Cause::Alignment, Test::Aligned(address))? {
        return Err(Halt::Fault(FaultKind::MisalignedAddress(address)));
    }
    let in_memory = domain.decide(Cause::Range, Test::Below(address, MEMORY_END))?;
    Ok((in_memory, address))
}
