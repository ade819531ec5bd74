//! Executes an ARM64 program step by step and records the effect and the data flow of each step.
//!
//! The recorder is an instance of the machine's transition function: its words are numbers with
//! their origin. It only reads the machine's state; the emulator then executes the step itself.

use std::convert::Infallible;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::flow::{self, DataFlow, Origin, Source};
use super::branches::Decision;
use super::effects::{Effect, TimelineStep};
use crate::machine::arm64::memory::MEMORY_END;
use crate::machine::arm64::{
    Arm64, BinaryOp, Condition, Given, Machine, Mode, Outcome, Reg, Register, Stop, Test, step,
};
use crate::machine::values::Cause;

/// An operation that computes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An operation on words.
    Binary(BinaryOp),
    /// A constant of the program's text.
    Text,
    /// A value that the instruction determines: a return address, or a quotient by zero.
    Constant,
    /// A load that joins halves of two words. The operands are the halves.
    Join,
}

impl flow::Operation for Operation {
    fn is_commutative(self) -> bool {
        use BinaryOp::{Add, Mul, Smulh, Umulh};
        matches!(self, Operation::Binary(Add | Mul | Smulh | Umulh))
    }
}

/// The data-flow graph of a run.
type Arm64Flow = DataFlow<u64, Operation, Decision>;

/// The data flow of the first steps of a run that starts with this machine. `printer` is the routine
/// that prints a number.
pub(super) fn data_flow(
    start: Machine,
    given: &Given,
    printer: Option<Range<u64>>,
    steps: usize,
) -> Arm64Flow {
    let mut recorder = Recorder::new(start, given);
    recorder.printer = printer;
    recorder.flow = Some(DataFlow::with_capacity(steps));
    recorder.begin();
    for _ in 0..steps {
        recorder.step();
    }
    let mut flow = recorder.flow.expect("it was set above");
    flow.result = recorder.registers[Register::d_or_n(Reg::RESULT).index()];
    flow
}

/// A number and its origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    value: u64,
    origin: Origin<u64, Operation>,
}

/// The half of a word in a memory cell.
#[derive(Clone, Copy, Debug)]
struct Half {
    /// The word.
    of: Source<u64>,
    is_high: bool,
}

impl Half {
    /// The half as a value.
    fn source(self) -> Source<u64> {
        let shift = if self.is_high { 32 } else { 0 };
        Source { value: (self.of.value >> shift) & 0xffff_ffff, ..self.of }
    }
}

/// The source of the value that the current step writes to a register.
#[derive(Clone, Copy, Debug)]
enum Loaded {
    Computed,
    Memory(u64),
    Input,
}

/// A machine whose steps are recorded.
#[derive(Debug)]
pub(super) struct Recorder {
    machine: Machine,
    stream: Vec<u8>,
    /// The routine that prints a number. `None` once the program has stored into its text.
    printer: Option<Range<u64>>,
    /// The data flow so far, if it is recorded.
    flow: Option<Arm64Flow>,
    registers: [Source<u64>; Register::COUNT],
    /// The cells that were stored to, by address.
    cells: FxHashMap<u64, Half>,
    loaded: Loaded,
    effect: Effect,
    compared: Option<[u64; 2]>,
}

impl Recorder {
    /// Records a machine at its start, without the data flow.
    pub fn new(machine: Machine, given: &Given) -> Recorder {
        let mut registers = [Source::default(); Register::COUNT];
        for reg in (0..32).filter_map(Reg::new) {
            registers[Register::d_or_n(reg).index()] = Source::initial(machine.register(reg));
        }
        Recorder {
            machine,
            stream: given.stream.clone(),
            printer: None,
            flow: None,
            registers,
            cells: FxHashMap::default(),
            loaded: Loaded::Computed,
            effect: Effect::None,
            compared: None,
        }
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Whether the program is done at its start; otherwise out of fuel.
    pub fn begin(&mut self) -> Stop {
        self.machine.run(0)
    }

    /// Executes a step. Returns it, unless no instruction can be fetched, and whether the program
    /// continues: then it is out of fuel.
    pub fn step(&mut self) -> (Option<TimelineStep>, Stop) {
        let pc = self.machine.pc;
        let memory = self.machine.memory_start()..MEMORY_END;
        let word = (pc.is_multiple_of(4) && memory.contains(&pc)).then(|| {
            let word = self.machine.memory.cell(pc);
            self.observe(pc, word);
            word
        });
        let taken = self.machine.steps;
        let stop = self.machine.run(1);
        debug_assert_eq!(word.is_some(), self.machine.steps > taken);
        let (effect, compared) = (self.effect, self.compared);
        (word.map(|word| TimelineStep { pc, word, effect, compared }), stop)
    }

    /// Records what the machine is about to do.
    fn observe(&mut self, pc: u64, word: u32) {
        (self.loaded, self.effect, self.compared) = (Loaded::Computed, Effect::None, None);
        if let Some(flow) = &mut self.flow {
            flow.begin();
        }
        // A fault changes nothing, and the emulator reports it.
        let _ = step(self, pc, word);
    }

    /// The origin of the 8 bytes at an address.
    fn origin(&self, address: u64, value: u64) -> Origin<u64, Operation> {
        let half = |at: u64| self.cells.get(&at).copied();
        let (low, high) = (half(address), half(address + 4));
        match (low, high) {
            (None, None) => Origin::Held(Source::initial(value)),
            (Some(low), Some(high)) if !low.is_high && high.is_high && low.of == high.of => {
                Origin::Held(low.of)
            }
            _ => {
                let source = |half: Option<Half>, value: u64| match half {
                    Some(half) => half.source(),
                    None => Source::initial(value),
                };
                let low = source(low, value & 0xffff_ffff);
                let high = source(high, value >> 32);
                Origin::Computed { op: Operation::Join, operands: [Some(low), Some(high)] }
            }
        }
    }

    /// Whether the 8 bytes at an address are of the program's text and were not stored to.
    fn is_constant(&self, address: u64) -> bool {
        let is_stored = |at: u64| self.cells.contains_key(&at);
        address + 8 <= self.text_end() && !is_stored(address) && !is_stored(address + 4)
    }
}

impl Arm64 for Recorder {
    type Word = Number;
    type Abort = Infallible;

    fn mode(&self) -> Mode {
        self.machine.mode()
    }

    fn constant(&mut self, value: u64) -> Number {
        let op = Operation::Constant;
        Number { value, origin: Origin::Computed { op, operands: [None; 2] } }
    }

    fn binary(&mut self, op: BinaryOp, n: Number, m: Number) -> Number {
        let value = op.apply(n.value, m.value);
        let origin = match (op, m.origin) {
            (BinaryOp::Add | BinaryOp::Sub, Origin::Zero) => n.origin,
            _ => {
                let operands = [n.origin.source(), m.origin.source()];
                Origin::Computed { op: Operation::Binary(op), operands }
            }
        };
        Number { value, origin }
    }

    fn address(&mut self, base: Number, offset: i32) -> Number {
        let value = self.machine.address(base.value, offset);
        self.constant(value)
    }

    fn get(&mut self, place: Register) -> Number {
        let value = self.machine.get(place);
        let origin = match place {
            Register::ZERO => Origin::Zero,
            place => Origin::Held(self.registers[place.index()]),
        };
        Number { value, origin }
    }

    fn set(&mut self, place: Register, Number { value: new, origin }: Number) {
        let old = self.machine.get(place);
        self.effect = match self.loaded {
            Loaded::Computed => Effect::Register { place, old, new },
            Loaded::Memory(address) => Effect::Load { place, old, new, address },
            Loaded::Input => Effect::Read { place, old, new },
        };
        if let Some(flow) = &mut self.flow {
            self.registers[place.index()] = flow.set(new, origin);
        }
    }

    fn flags(&mut self) -> [Number; 2] {
        self.machine.compared().map(|value| self.constant(value))
    }

    fn set_flags(&mut self, pair: [Number; 2]) {
        self.compared = Some(pair.map(|number| number.value));
    }

    fn decide(&mut self, _: Cause, test: Test<Number>) -> Outcome<bool, Self> {
        Ok(match test {
            Test::Holds(condition, pair) => condition.holds(pair.map(|number| number.value)),
            Test::Is(word, value) => word.value == value,
            Test::Aligned(address) => address.value.is_multiple_of(4),
            Test::Below(address, bound) => address.value < bound,
        })
    }

    fn condition(&mut self, condition: Condition) -> Outcome<bool, Self> {
        let (at, pair) = (self.machine.pc, self.machine.compared());
        let holds = condition.holds(pair);
        let is_printing = self.printer.as_ref().is_some_and(|printer| printer.contains(&at));
        if let Some(flow) = self.flow.as_mut().filter(|_| !is_printing) {
            flow.branch(Decision { at, condition, pair, holds });
        }
        Ok(holds)
    }

    fn memory_start(&self) -> u64 {
        self.machine.memory_start()
    }

    fn text_end(&self) -> u64 {
        self.machine.text_end()
    }

    fn literal(&mut self, address: u64) -> Outcome<Number, Self> {
        let value = self.machine.memory.load(address);
        let origin = match self.is_constant(address) {
            true => Origin::Computed { op: Operation::Text, operands: [None; 2] },
            false => {
                self.loaded = Loaded::Memory(address);
                self.origin(address, value)
            }
        };
        Ok(Number { value, origin })
    }

    fn load(&mut self, Number { value: address, .. }: Number) -> Outcome<Number, Self> {
        self.loaded = Loaded::Memory(address);
        let value = self.machine.memory.load(address);
        Ok(Number { value, origin: self.origin(address, value) })
    }

    fn store(
        &mut self,
        Number { value: address, .. }: Number,
        Number { value: new, origin }: Number,
        in_text: bool,
    ) -> Outcome<(), Self> {
        self.effect = Effect::Store { address, old: self.machine.memory.load(address), new };
        let of = origin.source().unwrap_or(Source::initial(new));
        self.cells.insert(address, Half { of, is_high: false });
        self.cells.insert(address + 4, Half { of, is_high: true });
        if in_text {
            self.printer = None;
        }
        Ok(())
    }

    fn read(&mut self) -> Outcome<Number, Self> {
        self.loaded = Loaded::Input;
        let byte = self.stream.get(self.machine.taken()).copied();
        let value = byte.map_or(u64::MAX, u64::from);
        Ok(Number { value, origin: Origin::Held(Source::initial(value)) })
    }

    fn output(&mut self, value: Number) -> Outcome<(), Self> {
        self.effect = Effect::Output(value.value as u8);
        Ok(())
    }
}
