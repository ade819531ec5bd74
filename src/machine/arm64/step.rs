//! The semantics of each instruction: one transition function over a trait of values.
//!
//! [`execute`] is the machine's transition function. The emulator is its instance for numbers;
//! everything else that executes this machine should be another instance. An instruction is a row
//! in the [table](super::table) and a match arm here. The arm decides all its [`Test`]s before it
//! changes anything.

use super::memory::{HALT, INPUT_ADDRESS, LAST_ACCESS, OUTPUT_ADDRESS};
use super::table::{self, Condition, Instruction, Op};
use super::values::{Arm64, BinaryOp, FaultKind, Flow, Halt, Mode, Outcome, Register, Test};
use crate::machine::values::Cause;

/// An instruction's operands, prepared for execution.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The register in slot d.
    pub d: Register,
    /// The register in slot n.
    pub n: Register,
    /// The register in slot m.
    pub m: Register,
    /// The immediate, in bytes.
    pub i: i32,
    /// The condition of `b.cond`.
    pub condition: Condition,
}

impl Operands {
    /// The operands of an instruction.
    pub const fn of(instruction: Instruction) -> Operands {
        let Instruction { d, n, m, i, condition, .. } = instruction;
        let (d, n, m) = (Register::d_or_n(d), Register::d_or_n(n), Register::m(m));
        Operands { d, n, m, i, condition }
    }
}

/// Executes the word that was fetched at `pc`.
///
/// # Errors
///
/// Why there is no next instruction, unless the program is done.
pub fn step<D: Arm64>(domain: &mut D, pc: u64, word: u32) -> Outcome<Flow<D::Word>, D> {
    match table::decode(word) {
        Some(instruction) => execute(domain, pc, instruction.op, Operands::of(instruction)),
        None if word == HALT => Ok(Flow::Done),
        None => Err(Halt::Fault(FaultKind::InvalidInstruction(word))),
    }
}

/// Executes an instruction at `pc`.
///
/// # Errors
///
/// Why there is no next instruction.
#[inline(always)]
pub fn execute<D: Arm64>(
    domain: &mut D,
    pc: u64,
    op: Op,
    operands: Operands,
) -> Outcome<Flow<D::Word>, D> {
    let next = pc.wrapping_add(4);
    let relative = pc.wrapping_add_signed(operands.i as i64);
    match op {
        Op::Add => binary(domain, BinaryOp::Add, operands),
        Op::Sub => binary(domain, BinaryOp::Sub, operands),
        Op::Mul => binary(domain, BinaryOp::Mul, operands),
        Op::Smulh => binary(domain, BinaryOp::Smulh, operands),
        Op::Umulh => binary(domain, BinaryOp::Umulh, operands),
        Op::Sdiv => divide(domain, BinaryOp::Sdiv, operands)?,
        Op::Udiv => divide(domain, BinaryOp::Udiv, operands)?,
        Op::Cmp => {
            let pair = [domain.get(operands.n), domain.get(operands.m)];
            domain.set_flags(pair);
        }
        Op::Br => {
            let target = domain.get(operands.n);
            return Ok(Flow::Jump(domain.target(target)?));
        }
        Op::Blr => {
            // The target is read first, because it may be in `x30`.
            let target = domain.get(operands.n);
            let target = domain.target(target)?;
            let link = domain.constant(next);
            domain.set(Register::LINK, link);
            return Ok(Flow::Call(target));
        }
        Op::Ldur => load(domain, operands)?,
        Op::Stur => store(domain, operands)?,
        Op::Ldr => {
            if relative < domain.memory_start() || relative > LAST_ACCESS {
                let address = domain.constant(relative);
                return Err(Halt::Fault(FaultKind::AddressOutOfRange(address)));
            }
            let word = domain.literal(relative)?;
            domain.set(operands.d, word);
        }
        Op::B => return Ok(Flow::To(relative)),
        Op::BCond => {
            if domain.condition(operands.condition)? {
                return Ok(Flow::To(relative));
            }
        }
    }
    Ok(Flow::To(next))
}

#[inline(always)]
fn binary<D: Arm64>(domain: &mut D, op: BinaryOp, Operands { d, n, m, .. }: Operands) {
    let (n, m) = (domain.get(n), domain.get(m));
    let value = domain.binary(op, n, m);
    domain.set(d, value);
}

#[inline(always)]
fn divide<D: Arm64>(
    domain: &mut D,
    op: BinaryOp,
    Operands { d, n, m, .. }: Operands,
) -> Outcome<(), D> {
    let (n, m) = (domain.get(n), domain.get(m));
    let value = if domain.decide(Cause::Divisor, Test::Is(m, 0))? {
        if domain.mode() != Mode::Arm {
            return Err(Halt::Fault(FaultKind::DivisionByZero));
        }
        domain.constant(0)
    } else {
        if op == BinaryOp::Sdiv
            && domain.mode() == Mode::Course
            && domain.decide(Cause::Divisor, Test::Is(m, u64::MAX))?
            && domain.decide(Cause::Divisor, Test::Is(n, 1 << 63))?
        {
            return Err(Halt::Fault(FaultKind::QuotientOverflow));
        }
        domain.binary(op, n, m)
    };
    domain.set(d, value);
    Ok(())
}

#[inline(always)]
fn load<D: Arm64>(domain: &mut D, operands: Operands) -> Outcome<(), D> {
    let (in_memory, address) = access(domain, operands)?;
    let word = if in_memory {
        domain.load(address)?
    } else if domain.decide(Cause::Input, Test::Is(address, INPUT_ADDRESS))? {
        domain.read()?
    } else {
        return Err(Halt::Fault(FaultKind::AddressOutOfRange(address)));
    };
    domain.set(operands.d, word);
    if domain.mode() == Mode::Course {
        let zero = domain.constant(0);
        domain.set_flags([word, zero]);
    }
    Ok(())
}

#[inline(always)]
fn store<D: Arm64>(domain: &mut D, operands: Operands) -> Outcome<(), D> {
    let (in_memory, address) = access(domain, operands)?;
    if in_memory {
        let text = Test::Below(address, domain.text_end());
        let in_text = domain.decide(Cause::TextStore, text)?;
        let value = domain.get(operands.d);
        domain.store(address, value, in_text)?;
    } else if domain.decide(Cause::Output, Test::Is(address, OUTPUT_ADDRESS))? {
        let value = domain.get(operands.d);
        domain.output(value)?;
    } else {
        return Err(Halt::Fault(FaultKind::AddressOutOfRange(address)));
    }
    if domain.mode() == Mode::Course {
        let zero = domain.constant(0);
        domain.set_flags([zero, zero]);
    }
    Ok(())
}

/// The address of an access, and whether it is in memory. A misaligned address is a fault.
#[inline(always)]
fn access<D: Arm64>(
    domain: &mut D,
    Operands { n, i, .. }: Operands,
) -> Outcome<(bool, D::Word), D> {
    let base = domain.get(n);
    let address = domain.address(base, i);
    if !domain.decide(Cause::Alignment, Test::Aligned(address))? {
        return Err(Halt::Fault(FaultKind::MisalignedAddress(address)));
    }
    let start = domain.memory_start();
    let in_memory = domain.decide(Cause::Range, Test::Below(address, LAST_ACCESS + 1))?
        && (start == 0 || !domain.decide(Cause::Range, Test::Below(address, start))?);
    Ok((in_memory, address))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A domain that knows no values: all its words are equal, and tests have the listed outcomes.
    #[derive(Default)]
    struct Blind {
        mode: Mode,
        outcomes: Vec<bool>,
        asked: usize,
        has_changed: bool,
    }

    impl Arm64 for Blind {
        type Word = ();
        type Abort = ();

        fn mode(&self) -> Mode {
            self.mode
        }

        fn constant(&mut self, _: u64) {}

        fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}

        fn address(&mut self, (): (), _: i32) {}

        fn get(&mut self, _: Register) {}

        fn set(&mut self, _: Register, (): ()) {
            self.has_changed = true;
        }

        fn flags(&mut self) -> [(); 2] {
            [(); 2]
        }

        fn set_flags(&mut self, _: [(); 2]) {
            self.has_changed = true;
        }

        fn decide(&mut self, _: Cause, _: Test<()>) -> Outcome<bool, Self> {
            assert!(!self.has_changed, "a test behind a change");
            let outcome = self.outcomes.get(self.asked).copied();
            self.asked += 1;
            outcome.ok_or(Halt::Abort(()))
        }

        fn memory_start(&self) -> u64 {
            4
        }

        fn text_end(&self) -> u64 {
            8
        }

        fn load(&mut self, (): ()) -> Outcome<(), Self> {
            Ok(())
        }

        fn store(&mut self, (): (), (): (), _: bool) -> Outcome<(), Self> {
            self.has_changed = true;
            Ok(())
        }

        fn read(&mut self) -> Outcome<(), Self> {
            self.has_changed = true;
            Ok(())
        }

        fn output(&mut self, (): ()) -> Outcome<(), Self> {
            self.has_changed = true;
            Ok(())
        }
    }

    /// Counts the ways in which an instruction may end, by the outcomes of its tests.
    fn ways(mode: Mode, op: Op, outcomes: &[bool]) -> usize {
        let operands = Operands::of(Instruction::of(op));
        let mut domain = Blind { mode, outcomes: outcomes.to_vec(), ..Blind::default() };
        match execute(&mut domain, 8, op, operands) {
            Err(Halt::Abort(())) => {
                let next = |outcome| [outcomes, &[outcome]].concat();
                ways(mode, op, &next(true)) + ways(mode, op, &next(false))
            }
            Err(Halt::Fault(_)) => {
                assert!(!domain.has_changed, "{op:?} changes something and faults");
                1
            }
            Ok(_) => 1,
        }
    }

    #[test]
    fn all_tests_come_before_the_first_change() {
        for mode in [Mode::Usual, Mode::Arm, Mode::Course] {
            for &op in Op::ALL {
                let expected = match op {
                    // -2^63 / -1 takes a test for each operand.
                    Op::Sdiv if mode == Mode::Course => 4,
                    Op::Sdiv | Op::Udiv | Op::BCond => 2,
                    // Misaligned; in memory; below the start or beyond the end, each with or
                    // without a device.
                    Op::Ldur => 1 + 1 + 2 + 2,
                    // In memory, the address is in the text or not.
                    Op::Stur => 1 + 2 + 2 + 2,
                    _ => 1,
                };
                assert_eq!(ways(mode, op, &[]), expected, "{mode:?} {op:?}");
            }
        }
    }
}
