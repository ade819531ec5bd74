//! The semantics of each instruction: one transition function over a trait of values.
//!
//! [`execute`] is the machine's transition function. The emulator, traces, formulas and
//! control-flow graphs are instances of it. Each implements [`Domain`], and [`Mips`] for the
//! registers. An instruction is a row in the [table](super::table) and a match arm here.

use super::table::{self, Instruction, Op, Reg};
use crate::machine::FaultKind;
use crate::machine::memory::{INPUT_ADDRESS, MEMORY_END, OUTPUT_ADDRESS};
use crate::machine::values::{Cause, Domain, Halt, Outcome, Test};
use crate::machine::word::{BinaryOp, Signedness};

/// The registers of the MIPS subset.
pub trait Mips: Domain {
    /// The value of a register; `$0` is zero.
    fn get(&mut self, reg: Reg) -> Self::Word;

    /// Sets a register.
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

/// The destination of a write. `$0` has a slot of its own that is never read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination(u8);

impl Destination {
    /// The slot for writes to `$0`.
    const NOWHERE: u8 = 32;

    /// A register as a destination.
    pub const fn new(reg: Reg) -> Destination {
        match reg.number() {
            0 => Destination(Destination::NOWHERE),
            number => Destination(number),
        }
    }

    /// The register; `None` for `$0`, which ignores writes.
    #[inline(always)]
    pub const fn register(self) -> Option<Reg> {
        Reg::new(self.0 as u32)
    }

    /// The index of the slot, at most 32.
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
    /// The immediate in bytes, for branches too.
    pub immediate: i32,
}

impl Operands {
    /// The operands of an instruction.
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

/// Where execution continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<W> {
    /// At the next instruction, or at a branch's target.
    To(u32),
    /// At a computed address.
    Jump(W),
    /// At a computed address, with the address behind the call in `$31`.
    Call(W),
}

/// Executes the instruction word that was fetched at `pc`.
pub fn step<D: Mips>(domain: &mut D, pc: u32, word: u32) -> Outcome<Flow<D::Word>, D> {
    match table::decode(word) {
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
            // The target is read first, because it may be in `$31`.
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

/// The address of an access, and whether it is in memory. A misaligned address is a fault.
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
