//! What each instruction does: one transition function over a trait of values.
//!
//! [`execute`] is the machine's transition function. The emulator is its instance
//! for numbers; whatever else executes this machine is to be another one. An
//! instruction is a row in the [table](super::table) and an arm here.
//!
//! Beside its operands an instruction depends on [`Test`]s alone, which
//! [`Arm64::decide`] decides, and poses all of them before it changes anything.
//! A domain that does not know the answer names the outcome that it takes now,
//! and executes the instruction again for the other one.

use super::memory::{HALT, INPUT_ADDRESS, LAST_ACCESS, OUTPUT_ADDRESS};
use super::table::{self, Condition, Instruction, Op, Reg};
use crate::machine::values::Cause;

/// Which source the machine follows where they differ; see [`super`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The course's documents: division by zero faults, only `cmp` writes the flags.
    #[default]
    Usual,
    /// The processor: as usual, but division by zero gives 0.
    Arm,
    /// The course's emulator, with its undocumented effects on the flags.
    Course,
}

/// How two words make one.
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
    /// The operation on words; a divisor is not zero.
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

/// A register that an instruction reads or writes: what its field means in its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u8);

impl Place {
    /// The stack pointer.
    pub const SP: Place = Place(31);
    /// The zero that `xzr` reads. No instruction writes it.
    pub const ZERO: Place = Place(32);
    /// The register that `blr` writes.
    pub const LINK: Place = Place(30);
    /// How many places there are.
    pub const COUNT: usize = 33;

    /// The field of slot d or n.
    pub const fn d_or_n(reg: Reg) -> Place {
        Place(reg.number())
    }

    /// The field of slot m.
    pub const fn m(reg: Reg) -> Place {
        if reg.number() == 31 { Place::ZERO } else { Place(reg.number()) }
    }

    /// `x0` to `x30` by their numbers, then `sp`, then zero.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an instruction depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test<W> {
    /// A condition holds of a pair of words.
    Holds(Condition, [W; 2]),
    /// A word is this one.
    Is(W, u64),
    /// An address is a multiple of 4.
    Aligned(W),
    /// An address is below a bound, unsigned.
    Below(W, u64),
}

/// What a program did that the machine does not allow; `W` is what stands for
/// the address of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind<W = u64> {
    /// `sdiv` or `udiv` with a zero divisor.
    DivisionByZero,
    /// -2^63 / -1, which ends the course's emulator; only in [`Mode::Course`].
    QuotientOverflow,
    /// pc is not a multiple of 4, or not in memory.
    BadPc(u64),
    /// The word at pc is not an instruction.
    InvalidInstruction(u32),
    /// An access at an address that is not a multiple of 4.
    MisalignedAddress(W),
    /// An access at an address that is neither in memory nor a device's.
    AddressOutOfRange(W),
}

impl<W> FaultKind<W> {
    /// The same fault with its address as something else.
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
    /// A stable name, in kebab-case; the same as on the other machine.
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

/// A fault, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The address of the instruction; of the fetch, for a bad pc.
    pub at: u64,
}

/// Why an instruction has no next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt<W, X> {
    /// It faults; no register and no byte of memory has changed.
    Fault(FaultKind<W>),
    /// The domain cannot say what it does.
    Abort(X),
}

/// What comes of an instruction in a domain, or of a part of one.
pub type Outcome<T, D> = Result<T, Halt<<D as Arm64>::Word, <D as Arm64>::Abort>>;

/// Where execution goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<W> {
    /// At the next instruction, or at a branch's target.
    To(u64),
    /// At a computed address.
    Jump(W),
    /// At a computed address, with the address behind the call in `x30`.
    Call(W),
    /// Nowhere: it is the word that ends the program.
    Done,
}

/// What the transition function is written over: words, registers, flags, tests,
/// memory and devices.
pub trait Arm64 {
    /// What stands for a word, of 64 bits.
    type Word: Copy;
    /// Why this domain gives up on an instruction.
    type Abort;

    /// Which source the machine follows.
    fn mode(&self) -> Mode;

    /// A known word.
    fn constant(&mut self, value: u64) -> Self::Word;

    /// An operation on two words.
    fn binary(&mut self, op: BinaryOp, n: Self::Word, m: Self::Word) -> Self::Word;

    /// The address `base + offset`, modulo 2^64, offset in bytes.
    fn address(&mut self, base: Self::Word, offset: i32) -> Self::Word;

    /// What a register holds; zero for [`Place::ZERO`].
    fn get(&mut self, place: Place) -> Self::Word;

    /// Puts a word in a register.
    fn set(&mut self, place: Place, value: Self::Word);

    /// The pair that was compared last.
    fn flags(&mut self) -> [Self::Word; 2];

    /// Compares a pair.
    fn set_flags(&mut self, pair: [Self::Word; 2]);

    /// Whether a test holds.
    fn decide(&mut self, cause: Cause, test: Test<Self::Word>) -> Outcome<bool, Self>;

    /// Whether a condition holds of the flags.
    #[inline(always)]
    fn condition(&mut self, condition: Condition) -> Outcome<bool, Self> {
        let pair = self.flags();
        self.decide(Cause::Branch, Test::Holds(condition, pair))
    }

    /// The least address that may be accessed: 0, or where a file was loaded.
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

    /// Puts 8 bytes at an address in memory that is a multiple of 4; whether the
    /// first of them is one of the program's text has been decided.
    fn store(&mut self, address: Self::Word, value: Self::Word, in_text: bool)
    -> Outcome<(), Self>;

    /// The next byte of the input stream, or -1 at its end.
    fn read(&mut self) -> Outcome<Self::Word, Self>;

    /// Writes the low byte of a word to the output.
    fn output(&mut self, value: Self::Word) -> Outcome<(), Self>;

    /// Takes the target of a computed jump before anything has changed, and
    /// gives it back, or what it is known to be.
    #[inline(always)]
    fn target(&mut self, target: Self::Word) -> Outcome<Self::Word, Self> {
        Ok(target)
    }
}

/// An instruction's operands, prepared for execution.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The register in slot d.
    pub d: Place,
    /// The register in slot n.
    pub n: Place,
    /// The register in slot m.
    pub m: Place,
    /// The immediate, in bytes.
    pub i: i32,
    /// The condition of `b.cond`.
    pub condition: Condition,
}

impl Operands {
    /// Those of an instruction.
    pub const fn of(instruction: Instruction) -> Operands {
        let Instruction { d, n, m, i, condition, .. } = instruction;
        let (d, n, m) = (Place::d_or_n(d), Place::d_or_n(n), Place::m(m));
        Operands { d, n, m, i, condition }
    }
}

/// Executes the word that was fetched at `pc`.
///
/// # Errors
///
/// Why there is no next instruction, where the program is not done.
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
            // The target is read first: it may be in `x30`.
            let target = domain.get(operands.n);
            let target = domain.target(target)?;
            let link = domain.constant(next);
            domain.set(Place::LINK, link);
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

/// The address of an access, and whether it is in memory; one that is not
/// aligned is a fault.
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

    /// A domain that knows nothing: its words are all the same, and tests have the outcomes
    /// that are listed.
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

        fn get(&mut self, _: Place) {}

        fn set(&mut self, _: Place, (): ()) {
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

    /// How many ways an instruction may end, each by outcomes of its tests.
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
                    // Of -2^63 / -1, each is a test.
                    Op::Sdiv if mode == Mode::Course => 4,
                    Op::Sdiv | Op::Udiv | Op::BCond => 2,
                    // Misaligned; in memory; below the start or beyond the end, and there a
                    // device or not.
                    Op::Ldur => 1 + 1 + 2 + 2,
                    // In memory it is in the text or not.
                    Op::Stur => 1 + 2 + 2 + 2,
                    _ => 1,
                };
                assert_eq!(ways(mode, op, &[]), expected, "{mode:?} {op:?}");
            }
        }
    }
}
