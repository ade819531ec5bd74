//! A recorded run whose state is available after each step.

use std::rc::Rc;

use super::super::recording::{Accesses, Keyframes, RECORDED_STEPS};
use crate::engines::paths::outcome::Outcome;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::{Instruction, Reg, decode};
use crate::machine::values::Values;
use crate::machine::{BinaryOp, HiLo, Image, Inputs, Machine, Recorder, Signedness, Stop, Tagged};
use crate::program::Address;

/// The registers, `hi` and `lo` at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// `$0` to `$31`.
    pub general: [u32; 32],
    /// The high word of the last product, or the last remainder.
    pub hi: u32,
    /// The low word of the last product, or the last quotient.
    pub lo: u32,
}

impl Registers {
    fn of(machine: &Machine) -> Registers {
        let mut general = [0; 32];
        for reg in Reg::all() {
            general[reg.index()] = machine.state.reg(reg);
        }
        Registers { general, hi: machine.state.hi, lo: machine.state.lo }
    }

    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Register { reg, new, .. } | Effect::Load { reg, new, .. } => {
                self.general[reg.index()] = new;
            }
            Effect::Product { new: [hi, lo], .. } => (self.hi, self.lo) = (hi, lo),
            Effect::None | Effect::Store { .. } | Effect::Output(_) => {}
        }
    }
}

/// The effect of a step. An instruction changes at most one thing; `hi` and `lo` together count as
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing but pc: a branch, `jr`, a write to `$0`, or a fault.
    None,
    /// A register was written.
    Register {
        /// The register.
        reg: Reg,
        /// Its old value.
        old: u32,
        /// Its new value.
        new: u32,
    },
    /// A register was loaded from memory. A load into `$0` is recorded too.
    Load {
        /// The register.
        reg: Reg,
        /// Its old value.
        old: u32,
        /// Its new value.
        new: u32,
        /// The address of the word.
        address: Address,
    },
    /// `hi` and `lo` were written.
    Product {
        /// Both old values.
        old: [u32; 2],
        /// Both new values.
        new: [u32; 2],
    },
    /// A word of memory was written.
    Store {
        /// Its address.
        address: Address,
        /// Its old value.
        old: u32,
        /// Its new value.
        new: u32,
    },
    /// A byte was written to the output.
    Output(u8),
}

impl Effect {
    /// The word of memory that was read or written.
    pub fn touched(&self) -> Option<Address> {
        match *self {
            Effect::Load { address, .. } | Effect::Store { address, .. } => Some(address),
            _ => None,
        }
    }
}

/// An executed instruction. The last one of a run may have faulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineStep {
    /// Its address.
    pub pc: Address,
    /// The word that was fetched.
    pub word: u32,
    /// Its effect.
    pub effect: Effect,
}

impl TimelineStep {
    /// The instruction. `None` if the word is no instruction, which faults.
    pub fn instruction(&self) -> Option<Instruction> {
        decode(self.word)
    }

    /// The instruction as text, or the word if it is no instruction.
    pub fn text(&self) -> String {
        match self.instruction() {
            Some(instruction) => instruction.to_string(),
            None => format!(".word {:#010x}", self.word),
        }
    }
}

/// An accessed word of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchedWord {
    /// Its address.
    pub address: Address,
    /// Its value.
    pub value: u32,
}

/// A recorded run of a program, with its state after each step.
///
/// It stores the effect of each step, a copy of the registers after every 1,024 steps, and for each
/// word of memory its stores. So any state is found without running the program, and stepping back
/// is as cheap as stepping forward. A step takes some 30 bytes, a store 8 more.
#[derive(Debug)]
pub struct Timeline {
    image: Rc<Image>,
    inputs: Inputs,
    steps: Vec<TimelineStep>,
    keyframes: Keyframes<Registers>,
    accesses: Accesses<Address, u32>,
    outcome: Outcome,
    last_pc: Address,
    is_cut: bool,
}

impl Timeline {
    /// The maximal number of recorded steps.
    pub const LIMIT: u64 = RECORDED_STEPS;

    /// Runs a program for at most `fuel` and at most [`Timeline::LIMIT`] steps.
    pub fn record(image: &Rc<Image>, inputs: impl AsRef<[u32]>, fuel: u64) -> Timeline {
        let kept = fuel.min(Timeline::LIMIT);
        let mut machine = Machine::new(image, inputs.as_ref());
        let mut timeline = Timeline {
            image: Rc::clone(image),
            inputs: inputs.as_ref().into(),
            steps: Vec::new(),
            keyframes: Keyframes::new(Registers::of(&machine)),
            accesses: Accesses::default(),
            outcome: Outcome::of(&machine, Stop::OutOfFuel),
            last_pc: Address(0),
            is_cut: false,
        };
        // The return address may be 0.
        let mut stop = machine.run(0, &mut ());
        while stop == Stop::OutOfFuel && machine.steps < kept {
            stop = timeline.step(&mut machine);
        }
        timeline.outcome = Outcome::of(&machine, stop);
        timeline.last_pc = Address(machine.state.pc);
        timeline.is_cut = stop == Stop::OutOfFuel && kept < fuel;
        timeline
    }

    fn step(&mut self, machine: &mut Machine) -> Stop {
        let index = self.steps.len();
        self.keyframes.before_step(index, || Registers::of(machine));
        let pc = Address(machine.state.pc);
        let can_be_fetched = pc.0.is_multiple_of(4) && pc.0 < MEMORY_END;
        let word = if can_be_fetched { machine.memory.load(pc) } else { 0 };
        let mut recorder = EffectRecorder { effect: Effect::None };
        let taken = machine.steps;
        let stop = machine.run(1, &mut recorder);
        // A jump to an address that cannot be fetched faults without a step.
        if machine.steps > taken {
            let effect = recorder.effect;
            self.remember(index, effect);
            self.steps.push(TimelineStep { pc, word, effect });
        }
        stop
    }

    /// Updates the data about memory.
    fn remember(&mut self, index: usize, effect: Effect) {
        let Some(address) = effect.touched() else { return };
        self.accesses.touch(index, address);
        if let Effect::Store { old, new, .. } = effect {
            self.accesses.store(index, address, old, new);
        }
    }

    /// The program.
    pub fn image(&self) -> &Rc<Image> {
        &self.image
    }

    /// The inputs.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// All steps, in order. The state *after n steps* is the state after the first n of them.
    pub fn steps(&self) -> &[TimelineStep] {
        &self.steps
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps, because the program is done at its start.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How the run ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome.clone()
    }

    /// Whether the run continued, within its fuel, after the last recorded step. Then its end is
    /// unknown, and its outcome is out of fuel.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The address of the next instruction after `steps` steps.
    pub fn pc(&self, steps: usize) -> Address {
        self.steps.get(steps).map_or(self.last_pc, |step| step.pc)
    }

    /// The registers after `steps` steps, at most [`Timeline::len`].
    pub fn registers(&self, steps: usize) -> Registers {
        let steps = steps.min(self.len());
        let (mut registers, before) = self.keyframes.last(steps);
        for step in &self.steps[before..steps] {
            registers.apply(step.effect);
        }
        registers
    }

    /// The word of memory at a multiple of 4 below the end of memory, after
    /// `steps` steps.
    pub fn word(&self, address: Address, steps: usize) -> u32 {
        let at_start = || self.image.words().get(address.word_index()).copied().unwrap_or(0);
        self.accesses.value(address, steps).unwrap_or_else(at_start)
    }

    /// The words that were accessed in the first `steps` steps, by address: at most the 64 that
    /// were accessed last.
    pub fn touched(&self, steps: usize) -> Vec<TouchedWord> {
        let addresses = self.accesses.touched(steps).into_iter();
        addresses.map(|address| TouchedWord { address, value: self.word(address, steps) }).collect()
    }

    /// The words from the address in `$30` to the end of memory, after `steps` steps, at most 32.
    /// Empty if `$30` is not an address of memory.
    pub fn stack(&self, steps: usize) -> Vec<TouchedWord> {
        let top = self.registers(steps).general[Reg::STACK_POINTER.index()];
        if !top.is_multiple_of(4) {
            return Vec::new();
        }
        let addresses = (top..MEMORY_END).step_by(4).take(32).map(Address);
        addresses.map(|address| TouchedWord { address, value: self.word(address, steps) }).collect()
    }
}

/// Records the effect of an instruction.
#[derive(Debug)]
struct EffectRecorder {
    effect: Effect,
}

impl Values for EffectRecorder {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}

    fn binary(&mut self, _: BinaryOp, _: (), _: ()) {}

    fn address(&mut self, _: (), _: i16) {}
}

impl Recorder for EffectRecorder {
    fn get(&mut self, _: Reg) {}

    fn hi(&mut self) {}

    fn lo(&mut self) {}

    fn text_word(&mut self, _: u32, _: u32, _: bool) {}

    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, address: Tagged<()>, _: u32) {
        // The register is set when it gets the word; `$0` never does.
        let address = Address(address.value);
        self.effect = Effect::Load { reg: Reg::ZERO, old: 0, new: 0, address };
    }

    fn set(&mut self, reg: Reg, old: u32, Tagged { value: new, .. }: Tagged<()>) {
        self.effect = match self.effect {
            Effect::Load { address, .. } => Effect::Load { reg, old, new, address },
            _ => Effect::Register { reg, old, new },
        };
    }

    fn multiply(&mut self, _: Signedness, _: [Tagged<()>; 2], HiLo { old, new }: HiLo) {
        self.effect = Effect::Product { old, new };
    }

    fn divide(&mut self, _: Signedness, _: [Tagged<()>; 2], HiLo { old, new }: HiLo) {
        self.effect = Effect::Product { old, new };
    }

    fn store(&mut self, address: Tagged<()>, old: u32, new: Tagged<()>) {
        self.effect = Effect::Store { address: Address(address.value), old, new: new.value };
    }

    fn output(&mut self, value: Tagged<()>) {
        self.effect = Effect::Output(value.value as u8);
    }
}
