//! Runs a program, reports what its instructions read and write, and replaces these words where the
//! observer says so.
//!
//! It is an instance of the transition function, like the emulator, whose state it changes. Without
//! replaced words a run is that of the emulator.

use std::convert::Infallible;

use super::emulator::{Machine, Stop};
use super::memory::{HALT, MEMORY_END};
use super::step::{Operands, execute};
use super::table::{Condition, Instruction, Shape, decode};
use super::values::{Arm64, BinaryOp, Fault, FaultKind, Flow, Halt, Mode, Outcome, Register, Test};
use crate::machine::values::Cause;

/// Which word of an execution of an instruction is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The first source operand, of an instruction that computes or compares.
    First,
    /// The second one.
    Second,
    /// The address of a load or a store.
    Address,
    /// Whether a conditional branch is taken: 1 or 0.
    Taken,
    /// The word that is written to a register.
    Register,
    /// The word that is stored to memory.
    Memory,
    /// The word whose low byte is printed.
    Output,
}

/// Where a word is read from or written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// A register.
    Register(Register),
    /// The 8 bytes at an address.
    Memory(u64),
    /// The device, or whether a branch is taken, or an address.
    None,
}

/// What watches a run.
pub trait Observer {
    /// An instruction begins.
    fn begin(&mut self, _at: u64) {}

    /// A word of this instruction. Returns the word that it uses instead, or the same one.
    fn word(&mut self, _slot: Slot, _location: Location, value: u64) -> u64 {
        value
    }

    /// The instruction reads a register.
    fn reads(&mut self, _place: Register) {}

    /// The instruction writes a register.
    fn writes(&mut self, _place: Register) {}

    /// The instruction loads 8 bytes from memory.
    fn loads(&mut self, _address: u64) {}

    /// The instruction reads the flags.
    fn reads_flags(&mut self) {}

    /// The instruction writes the flags.
    fn writes_flags(&mut self) {}
}

/// Continues a run for at most `fuel` steps, as [`Machine::run`] does.
pub fn run(machine: &mut Machine, fuel: u64, observer: &mut dyn Observer) -> Stop {
    let end = machine.steps.saturating_add(fuel);
    let mut watched = Watched { machine, observer, operand: Operand::None };
    loop {
        if let Some(stop) = advance(&mut watched, end) {
            return stop;
        }
    }
}

/// A domain that executes on the emulator's state.
pub(super) trait Executes: Arm64<Abort = Infallible> {
    /// The emulator.
    fn machine(&mut self) -> &mut Machine;

    /// The value of a word.
    fn value(word: Self::Word) -> u64;

    /// The instruction at an address begins.
    fn begin(&mut self, at: u64, instruction: Option<Instruction>);
}

/// Takes one step, as [`Machine::run`] does, unless `end` steps have been taken. Returns why the run stopped, or
/// `None` if it goes on.
pub(super) fn advance<D: Executes>(domain: &mut D, end: u64) -> Option<Stop> {
    let machine = domain.machine();
    let pc = machine.pc;
    let memory = machine.memory_start()..MEMORY_END;
    let word = (pc.is_multiple_of(4) && memory.contains(&pc)).then(|| machine.memory.cell(pc));
    if word == Some(HALT) {
        return Some(Stop::Done);
    }
    if machine.steps == end {
        return Some(Stop::OutOfFuel);
    }
    let fault = |kind| Some(Stop::Fault(Fault { kind, at: pc }));
    let Some(word) = word else { return fault(FaultKind::BadPc(pc)) };
    machine.steps += 1;
    let instruction = decode(word);
    domain.begin(pc, instruction);
    let Some(instruction) = instruction else {
        return fault(FaultKind::InvalidInstruction(word));
    };
    match execute(domain, pc, instruction.op, Operands::of(instruction)) {
        Ok(Flow::To(next)) => domain.machine().pc = next,
        Ok(Flow::Jump(next) | Flow::Call(next)) => domain.machine().pc = D::value(next),
        Ok(Flow::Done) => return Some(Stop::Done),
        Err(Halt::Fault(kind)) => return fault(kind.at(D::value)),
    }
    None
}

/// The operand that an instruction reads next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    First,
    Second,
    /// One that is no word of its own: a base, a target, or what is stored.
    None,
}

struct Watched<'w> {
    machine: &'w mut Machine,
    observer: &'w mut dyn Observer,
    operand: Operand,
}

impl Executes for Watched<'_> {
    fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    fn value(word: u64) -> u64 {
        word
    }

    fn begin(&mut self, at: u64, instruction: Option<Instruction>) {
        self.observer.begin(at);
        self.operand = match instruction.map(|it| it.op.shape()) {
            Some(Shape::Dnm | Shape::Nm) => Operand::First,
            _ => Operand::None,
        };
    }
}

/// A call of the emulator that cannot fail.
fn always<T>(outcome: Outcome<T, Machine>) -> Outcome<T, Watched<'static>> {
    outcome
}

impl Arm64 for Watched<'_> {
    type Word = u64;
    type Abort = Infallible;

    fn mode(&self) -> Mode {
        self.machine.mode()
    }

    fn constant(&mut self, value: u64) -> u64 {
        value
    }

    fn binary(&mut self, op: BinaryOp, n: u64, m: u64) -> u64 {
        self.machine.binary(op, n, m)
    }

    fn address(&mut self, base: u64, offset: i32) -> u64 {
        let address = self.machine.address(base, offset);
        self.observer.word(Slot::Address, Location::None, address)
    }

    fn get(&mut self, place: Register) -> u64 {
        self.observer.reads(place);
        let value = self.machine.get(place);
        let slot = match self.operand {
            Operand::First => Slot::First,
            Operand::Second => Slot::Second,
            Operand::None => return value,
        };
        self.operand = match self.operand {
            Operand::First => Operand::Second,
            Operand::Second | Operand::None => Operand::None,
        };
        self.observer.word(slot, Location::Register(place), value)
    }

    fn set(&mut self, place: Register, value: u64) {
        self.observer.writes(place);
        let value = self.observer.word(Slot::Register, Location::Register(place), value);
        self.machine.set(place, value);
    }

    fn flags(&mut self) -> [u64; 2] {
        self.machine.flags()
    }

    fn set_flags(&mut self, pair: [u64; 2]) {
        self.observer.writes_flags();
        self.machine.set_flags(pair);
    }

    fn decide(&mut self, cause: Cause, test: Test<u64>) -> Outcome<bool, Self> {
        always(self.machine.decide(cause, test))
    }

    fn condition(&mut self, condition: Condition) -> Outcome<bool, Self> {
        self.observer.reads_flags();
        let holds = always(self.machine.condition(condition))?;
        Ok(self.observer.word(Slot::Taken, Location::None, holds.into()) != 0)
    }

    fn memory_start(&self) -> u64 {
        self.machine.memory_start()
    }

    fn text_end(&self) -> u64 {
        self.machine.text_end()
    }

    fn literal(&mut self, address: u64) -> Outcome<u64, Self> {
        self.observer.loads(address);
        always(self.machine.literal(address))
    }

    fn load(&mut self, address: u64) -> Outcome<u64, Self> {
        self.observer.loads(address);
        always(self.machine.load(address))
    }

    fn store(&mut self, address: u64, value: u64, in_text: bool) -> Outcome<(), Self> {
        let value = self.observer.word(Slot::Memory, Location::Memory(address), value);
        always(self.machine.store(address, value, in_text))
    }

    fn read(&mut self) -> Outcome<u64, Self> {
        always(self.machine.read())
    }

    fn output(&mut self, value: u64) -> Outcome<(), Self> {
        let value = self.observer.word(Slot::Output, Location::None, value);
        always(self.machine.output(value))
    }
}
