//! Laps of ARM64 runs, for [`recurrence`](crate::machine::recurrence): what each instruction adds to the dependences of a
//! lap.
//!
//! It is an instance of the transition function, like the emulator, whose state it changes. Each word has the set of
//! words of the lap's beginning from which it was computed.

use std::convert::Infallible;
use std::ops::Range;

use super::emulator::{Machine, Stop};
use super::memory::Memory;
use super::record::{Executes, advance};
use super::table::{Condition, Instruction, Reg};
use super::values::{Arm64, BinaryOp, Halt, Mode, Outcome, Register, Test};
use crate::machine::recurrence::{self, Dependences, REGISTERS, Recurring, Stepping, Words};
use crate::machine::values::Cause;

/// The numbers of both words of the flags among the words besides memory, behind `x0` to `x30` and `sp`.
const FLAGS: [u32; 2] = [32, 33];

/// The dependences of a run since the kept state.
#[derive(Debug)]
pub struct Lap {
    text: Range<u64>,
    words: Dependences,
}

impl recurrence::Lap for Lap {
    fn words(&self) -> &Dependences {
        &self.words
    }

    fn restart(&mut self) {
        self.words = Dependences::default();
    }
}

/// The parts of the machine's state at one moment. What the emulator remembers for its remarks does not influence a
/// run.
#[derive(Debug)]
pub struct Kept {
    registers: [u64; REGISTERS as usize],
    pc: u64,
    memory: Memory,
    taken: usize,
}

/// The word with a number, besides memory.
fn register(machine: &Machine, number: u32) -> u64 {
    match Reg::new(number) {
        Some(reg) => machine.register(reg),
        None => machine.compared()[usize::from(number != FLAGS[0])],
    }
}

impl Recurring for Machine {
    type Stop = Stop;
    type State = Kept;
    type Lap = Lap;

    fn lap(&self) -> Lap {
        let text = self.memory_start()..self.text_end();
        Lap { text, words: Dependences::default() }
    }

    fn state(&self) -> Kept {
        Kept {
            registers: std::array::from_fn(|number| register(self, number as u32)),
            pc: self.pc,
            memory: self.memory.clone(),
            taken: self.taken(),
        }
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn written(&self) -> u64 {
        self.output.written
    }

    fn may_be(&self, kept: &Kept) -> bool {
        kept.pc == self.pc && kept.taken == self.taken()
    }

    fn has_register(&self, kept: &Kept, number: u32) -> bool {
        kept.registers[number as usize] == register(self, number)
    }

    fn has_cell(&self, kept: &Kept, address: u64) -> bool {
        kept.memory.cell(address) == self.memory.cell(address)
    }

    fn has_memory(&self, kept: &Kept) -> bool {
        kept.memory.nonzero().eq(self.memory.nonzero())
    }
}

/// Takes the steps of a run as they are.
#[derive(Clone, Copy, Debug)]
pub struct AsWritten;

impl Stepping<Machine> for AsWritten {
    fn step(&mut self, machine: &mut Machine, lap: &mut Lap) -> Option<Stop> {
        advance(&mut Tracking { machine, lap }, u64::MAX)
    }

    fn rest(&mut self, machine: &mut Machine) -> Stop {
        machine.run(0)
    }

    fn phase(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// A word, and the words of the lap's beginning from which it was computed.
#[derive(Clone, Copy, Debug)]
struct Tracked {
    value: u64,
    of: Words,
}

/// The emulator, and the lap that it is on.
struct Tracking<'t> {
    machine: &'t mut Machine,
    lap: &'t mut Lap,
}

impl Tracking<'_> {
    /// The addresses of both cells of a word in memory, whose address is determined by the words from which it was
    /// computed.
    fn cells(&mut self, address: Tracked) -> [u64; 2] {
        self.lap.words.goes_to(address.of);
        [address.value, address.value + 4]
    }

    fn loaded(&mut self, address: Tracked) -> Words {
        // The lap does not store to text, so words of the text are constant.
        let cells = self.cells(address).map(|cell| match self.lap.text.contains(&cell) {
            true => Words::NONE,
            false => self.lap.words.load(cell),
        });
        cells[0].and(cells[1])
    }
}

/// A call of the emulator that cannot fail.
fn always<T>(outcome: Outcome<T, Machine>) -> Outcome<T, Tracking<'static>> {
    outcome.map_err(|halt| match halt {
        Halt::Fault(kind) => Halt::Fault(kind.at(|value| Tracked { value, of: Words::NONE })),
    })
}

impl Executes for Tracking<'_> {
    fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    fn value(word: Tracked) -> u64 {
        word.value
    }

    fn begin(&mut self, at: u64, _: Option<Instruction>) {
        let is_text = self.lap.text.contains(&at);
        self.lap.words.require(is_text);
    }
}

impl Arm64 for Tracking<'_> {
    type Word = Tracked;
    type Abort = Infallible;

    fn mode(&self) -> Mode {
        self.machine.mode()
    }

    fn constant(&mut self, value: u64) -> Tracked {
        Tracked { value, of: Words::NONE }
    }

    fn binary(&mut self, op: BinaryOp, n: Tracked, m: Tracked) -> Tracked {
        Tracked { value: self.machine.binary(op, n.value, m.value), of: n.of.and(m.of) }
    }

    fn address(&mut self, base: Tracked, offset: i32) -> Tracked {
        Tracked { value: self.machine.address(base.value, offset), of: base.of }
    }

    fn get(&mut self, place: Register) -> Tracked {
        let value = self.machine.get(place);
        let of = match place {
            Register::ZERO => Words::NONE,
            place => self.lap.words.get(place.index() as u32),
        };
        Tracked { value, of }
    }

    fn set(&mut self, place: Register, word: Tracked) {
        self.machine.set(place, word.value);
        self.lap.words.set(place.index() as u32, word.of);
    }

    fn flags(&mut self) -> [Tracked; 2] {
        let values = self.machine.flags();
        [0, 1].map(|at| Tracked { value: values[at], of: self.lap.words.get(FLAGS[at]) })
    }

    fn set_flags(&mut self, pair: [Tracked; 2]) {
        self.machine.set_flags(pair.map(|word| word.value));
        for (word, flag) in pair.into_iter().zip(FLAGS) {
            self.lap.words.set(flag, word.of);
        }
    }

    fn decide(&mut self, cause: Cause, test: Test<Tracked>) -> Outcome<bool, Self> {
        let (of, test) = match test {
            Test::Holds(condition, [a, b]) => {
                (a.of.and(b.of), Test::Holds(condition, [a.value, b.value]))
            }
            Test::Is(word, value) => (word.of, Test::Is(word.value, value)),
            Test::Aligned(address) => (address.of, Test::Aligned(address.value)),
            Test::Below(address, bound) => (address.of, Test::Below(address.value, bound)),
        };
        self.lap.words.depends_on(of);
        always(self.machine.decide(cause, test))
    }

    fn condition(&mut self, condition: Condition) -> Outcome<bool, Self> {
        let [a, b] = FLAGS.map(|flag| self.lap.words.get(flag));
        self.lap.words.depends_on(a.and(b));
        always(self.machine.condition(condition))
    }

    fn memory_start(&self) -> u64 {
        self.machine.memory_start()
    }

    fn text_end(&self) -> u64 {
        self.machine.text_end()
    }

    fn literal(&mut self, address: u64) -> Outcome<Tracked, Self> {
        let of = self.loaded(Tracked { value: address, of: Words::NONE });
        let value = always(self.machine.literal(address))?;
        Ok(Tracked { value, of })
    }

    fn load(&mut self, address: Tracked) -> Outcome<Tracked, Self> {
        let of = self.loaded(address);
        let value = always(self.machine.load(address.value))?;
        Ok(Tracked { value, of })
    }

    fn store(&mut self, address: Tracked, word: Tracked, in_text: bool) -> Outcome<(), Self> {
        let cells = self.cells(address);
        let old = cells.map(|cell| self.machine.memory.cell(cell));
        always(self.machine.store(address.value, word.value, in_text))?;
        for (cell, old) in cells.into_iter().zip(old) {
            let new = self.machine.memory.cell(cell);
            self.lap.words.store(cell, [old, new], word.of);
        }
        self.lap.words.require(!in_text);
        Ok(())
    }

    /// A lap reads only the end of the input stream, which is a constant.
    fn read(&mut self) -> Outcome<Tracked, Self> {
        let value = always(self.machine.read())?;
        Ok(Tracked { value, of: Words::NONE })
    }

    fn output(&mut self, word: Tracked) -> Outcome<(), Self> {
        self.lap.words.print(word.of);
        always(self.machine.output(word.value))
    }

    fn target(&mut self, target: Tracked) -> Outcome<Tracked, Self> {
        self.lap.words.depends_on(target.of);
        Ok(target)
    }
}
