//! ARM64 programs for pairing: control flow with the constants that calls jump to, and live registers.
//!
//! A call is a `blr` whose register holds a constant, loaded from the text. Constants are propagated along branches, into
//! procedures (those that are the same at every call), and behind a call if nothing in the program sets the register to
//! anything else. The built-in routines keep all registers but `x0`, by their contract
//! ([`routines`](crate::machine::arm64::routines)).

use std::collections::{BTreeMap, BTreeSet};

use super::{Code, Next, Procedure, Step};
use crate::machine::arm64::table::{Condition, Slot};
use crate::machine::arm64::{Instruction, Op, Reg, decode};
use crate::program::{Address, PartKind, Program};

/// A set of registers: bit 31 is `sp`, bit 32 stands for the flags.
pub type Registers = u64;

/// The bit of the flags.
pub const FLAGS: Registers = 1 << 32;
/// The number of `sp`, and of the zero register in slot m.
const SP: u8 = 31;
/// The register that `blr` writes.
const LINK: u8 = 30;

/// The constants that registers hold.
type Constants = [Option<u64>; 32];

/// A program.
pub struct Arm64<'p> {
    program: &'p Program,
    /// What registers hold at each address that is reached.
    constants: BTreeMap<u64, Constants>,
}

/// What an instruction does, without addresses of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Does {
    /// The instruction with this word; of a branch, without its distance.
    Word(u32),
    /// It loads a number into a register.
    Number(u8, u64),
    /// It loads an address of the program into a register.
    Address(u8),
    /// It is no instruction.
    Nothing,
}

impl<'p> Arm64<'p> {
    /// A program, loaded at address 0.
    pub fn of(program: &'p Program) -> Arm64<'p> {
        let mut code = Arm64 { program, constants: BTreeMap::new() };
        code.propagate();
        code
    }

    /// The instruction at an address.
    pub fn instruction(&self, at: u64) -> Option<Instruction> {
        self.word(at).and_then(decode)
    }

    fn word(&self, at: u64) -> Option<u32> {
        let index = usize::try_from(at / 4).ok().filter(|_| at.is_multiple_of(4))?;
        self.program.words.get(index).copied()
    }

    /// The constant that a register holds before an instruction.
    pub fn constant(&self, at: u64, register: u8) -> Option<u64> {
        self.constants.get(&at)?[usize::from(register)]
    }

    /// The number that an `ldr` loads from the text, and whether it is an address of the program.
    pub fn literal(&self, at: u64, instruction: Instruction) -> Option<(u64, bool)> {
        let first = at.checked_add_signed(i64::from(instruction.i))?;
        let number = u64::from(self.word(first)?) | u64::from(self.word(first + 4)?) << 32;
        let relocations = self.program.relocations.as_ref()?;
        Some((number, relocations.binary_search(&((first / 4) as usize)).is_ok()))
    }

    /// Whether an address is in a built-in routine.
    fn is_in_routine(&self, at: u64) -> bool {
        let part = self.program.part_of((at / 4) as usize);
        part.is_some_and(|part| self.program.parts[part].kind == PartKind::Routine)
    }

    /// Registers that every instruction outside of the routines which writes them sets to one number.
    fn kept(&self) -> Constants {
        let (mut kept, mut lost) = ([None; 32], LINK_AND_STACK);
        for at in (0..self.program.words.len() as u64).map(|index| 4 * index) {
            let instruction = self.instruction(at).filter(|_| !self.is_in_routine(at));
            let Some(instruction) = instruction else { continue };
            let written = accesses(instruction).writes & !FLAGS;
            let number = match instruction.op {
                Op::Ldr => self.literal(at, instruction).map(|(number, _)| number),
                _ => None,
            };
            let register = written.trailing_zeros() as usize;
            match number {
                Some(number) if kept[register].is_none_or(|it| it == number) => {
                    kept[register] = Some(number);
                }
                _ => lost |= written,
            }
        }
        for (register, number) in kept.iter_mut().enumerate() {
            *number = number.filter(|_| lost >> register & 1 == 0);
        }
        kept
    }

    fn propagate(&mut self) {
        let kept = self.kept();
        let behind_call = |mut constants: Constants, is_routine: bool| {
            for (register, (now, kept)) in constants.iter_mut().zip(kept).enumerate() {
                let by_routine = ROUTINES_WRITE >> register & 1 == 0;
                *now = now.filter(|_| if is_routine { by_routine } else { kept.is_some() });
            }
            constants
        };
        let mut open = vec![(0, [None; 32])];
        while let Some((at, arriving)) = open.pop() {
            let joined = match self.constants.get(&at) {
                None => arriving,
                Some(known) => {
                    let mut joined = *known;
                    for (known, arriving) in joined.iter_mut().zip(arriving) {
                        *known = known.filter(|it| arriving == Some(*it));
                    }
                    if joined == *known {
                        continue;
                    }
                    joined
                }
            };
            self.constants.insert(at, joined);
            let mut behind = joined;
            if let Some(instruction) = self.instruction(at) {
                let written = accesses(instruction).writes & !FLAGS;
                if written != 0 {
                    let loaded = self.literal(at, instruction).map(|(number, _)| number);
                    let number = loaded.filter(|_| instruction.op == Op::Ldr);
                    behind[written.trailing_zeros() as usize] = number;
                }
            }
            match self.step(at).next {
                Next::To(next) => open.push((next, behind)),
                Next::Either(one, other) => open.extend([(one, behind), (other, behind)]),
                Next::Call { to, back } => {
                    open.extend(to.map(|to| (to, behind)));
                    let is_routine = to.is_some_and(|to| self.is_in_routine(to));
                    open.push((back, behind_call(behind, is_routine)));
                }
                Next::Return | Next::End => {}
            }
        }
    }
}

/// Registers whose constants no caller keeps.
const LINK_AND_STACK: Registers = 1 << LINK | 1 << SP;

/// Registers that a call of a routine may change.
const ROUTINES_WRITE: Registers = 1 << LINK | 1;
/// Registers that routines read, besides those that they save.
const ROUTINES_READ: Registers = 0b11;

impl Code for Arm64<'_> {
    type Does = Does;

    fn step(&self, at: u64) -> Step<Does> {
        let end = Step { does: Does::Nothing, address: None, next: Next::End, is_jump: false };
        let Some(word) = self.word(at) else { return end };
        let Some(instruction) = decode(word) else { return Step { does: Does::Word(word), ..end } };
        let here = |i: i32| at.wrapping_add_signed(i64::from(i));
        let to = self.constant(at, instruction.n.number());
        let next = match instruction.op {
            Op::B => Next::To(here(instruction.i)),
            Op::BCond => Next::Either(here(instruction.i), at + 4),
            Op::Blr => Next::Call { to, back: at + 4 },
            Op::Br => to.map_or(Next::Return, Next::To),
            _ => Next::To(at + 4),
        };
        let does = match instruction.op {
            Op::B | Op::BCond => Does::Word(Instruction { i: 0, ..instruction }.encode()),
            Op::Ldr => match self.literal(at, instruction) {
                Some((_, true)) => Does::Address(instruction.d.number()),
                Some((number, false)) => Does::Number(instruction.d.number(), number),
                None => Does::Word(word),
            },
            _ => Does::Word(word),
        };
        let address = match (does, self.literal(at, instruction)) {
            (Does::Address(_), Some((number, _))) => Some(number),
            _ => None,
        };
        let is_jump = instruction.op == Op::B;
        Step { does, address, next, is_jump }
    }

    fn name(&self, entry: u64) -> Option<&str> {
        self.program.label_at(Address(u32::try_from(entry).ok()?))
    }

    fn entry(&self) -> u64 {
        0
    }
}

/// What an instruction reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accesses {
    /// The registers that it reads.
    pub reads: Registers,
    /// The registers that it writes.
    pub writes: Registers,
}

/// What an instruction reads and writes.
pub fn accesses(instruction: Instruction) -> Accesses {
    let Instruction { op, d, n, m, .. } = instruction;
    let [d, n] = [d, n].map(|register| 1 << register.number());
    let m = if m == Reg::SP_OR_ZERO { 0 } else { 1 << m.number() };
    let (reads, writes) = match op {
        Op::Cmp => (n | m, FLAGS),
        Op::Br => (n, 0),
        Op::Blr => (n, 1 << LINK),
        Op::Ldur => (n, d),
        Op::Stur => (n | d, 0),
        Op::Ldr => (0, d),
        Op::B => (0, 0),
        Op::BCond => (FLAGS, 0),
        Op::Add | Op::Sub | Op::Mul | Op::Smulh | Op::Umulh | Op::Sdiv | Op::Udiv => (n | m, d),
    };
    Accesses { reads, writes }
}

/// The registers that are live behind the calls of each procedure: a caller may read them before it writes them. At the
/// end of the program `at_end` are.
pub fn live_at_returns(
    code: &Arm64<'_>,
    procedures: &BTreeMap<u64, Procedure>,
    at_end: Registers,
) -> BTreeMap<u64, Registers> {
    let mut live: BTreeMap<u64, Registers> = BTreeMap::new();
    let mut at_returns: BTreeMap<u64, Registers> = BTreeMap::from([(code.entry(), at_end)]);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (entry, procedure) in procedures {
            let at_return = at_returns.get(entry).copied().unwrap_or_default();
            for &at in procedure.instructions.iter().rev() {
                let behind = |at: u64| live.get(&at).copied().unwrap_or_default();
                let out = match code.step(at).next {
                    Next::To(next) => behind(next),
                    Next::Either(one, other) => behind(one) | behind(other),
                    Next::Call { to: Some(to), back } if code.is_in_routine(to) => {
                        behind(back) | ROUTINES_READ
                    }
                    Next::Call { to: Some(to), back } => {
                        let (behind_it, inside) = (behind(back), behind(to));
                        let known = at_returns.entry(to).or_default();
                        has_changed |= *known | behind_it != *known;
                        *known |= behind_it;
                        inside
                    }
                    Next::Call { to: None, .. } => Registers::MAX >> 31,
                    Next::Return => at_return,
                    Next::End => at_end,
                };
                let Accesses { reads, writes } =
                    code.instruction(at).map(accesses).unwrap_or_default();
                // Procedures may share instructions.
                let before = live.get(&at).copied().unwrap_or_default();
                let now = before | reads | out & !writes;
                has_changed |= now != before;
                live.insert(at, now);
            }
        }
    }
    at_returns
}

/// The instructions that a procedure and those that it calls may execute.
pub fn reach(procedures: &BTreeMap<u64, Procedure>, entry: u64) -> BTreeSet<u64> {
    let (mut seen, mut open, mut all) = (BTreeSet::new(), vec![entry], BTreeSet::new());
    while let Some(entry) = open.pop() {
        if !seen.insert(entry) {
            continue;
        }
        let Some(procedure) = procedures.get(&entry) else { continue };
        all.extend(&procedure.instructions);
        open.extend(procedure.calls.values().flatten());
    }
    all
}

/// The name of a register with this number, `sp` for 31.
pub fn name_of(register: u8) -> String {
    Reg::new(u32::from(register)).map_or_else(String::new, |register| register.name(Slot::D))
}

/// Instructions for a harness.
pub fn operation(op: Op, [d, n, m]: [u8; 3], i: i32) -> u32 {
    let register = |number: u8| Reg::new(u32::from(number)).expect("it is below 32");
    let (d, n, m) = (register(d), register(n), register(m));
    Instruction { op, d, n, m, i, condition: Condition::Eq }.encode()
}
