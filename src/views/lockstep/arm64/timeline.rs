//! A recorded ARM64 run whose state is available after each step.

use std::ops::Range;
use std::rc::Rc;

use super::super::recording::{Accesses, Keyframes, RECORDED_STEPS};
use super::effects::{Effect, TimelineStep};
use super::recorder::Recorder;
use crate::machine::arm64::agreement::Run;
use crate::machine::arm64::memory::{MEMORY_END, Memory};
use crate::machine::arm64::{Given, Image, Machine, Reg, Register, Stop};

/// The maximal number of words of the stack that are shown.
const STACK_WORDS: usize = 32;

/// The registers and the compared pair at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// `x0` to `x30`, then `sp`.
    pub general: [u64; 32],
    /// The pair that was compared last, which is what the flags hold.
    pub compared: [u64; 2],
}

impl Registers {
    fn of(machine: &Machine) -> Registers {
        let mut general = [0; 32];
        for reg in (0..32).filter_map(Reg::new) {
            general[usize::from(reg.number())] = machine.register(reg);
        }
        Registers { general, compared: machine.compared() }
    }

    fn apply(&mut self, step: &TimelineStep) {
        if let Some((place, _, new)) = step.effect.written() {
            self.general[place.index()] = new;
        }
        self.compared = step.compared.unwrap_or(self.compared);
    }
}

/// 8 bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchedWord {
    /// Their address, a multiple of 4.
    pub address: u64,
    /// Their value.
    pub value: u64,
}

/// A recorded run of an ARM64 program, with its state after each step.
///
/// It stores the effect of each step, a copy of the registers after every 1,024 steps, and for each
/// memory cell of 4 bytes its stores. So any state is found without running the program, and
/// stepping back is as cheap as stepping forward. A step takes some 80 bytes, a store 16 more.
#[derive(Debug)]
pub struct Timeline {
    image: Rc<Image>,
    printer: Option<Range<u64>>,
    given: Given,
    steps: Vec<TimelineStep>,
    keyframes: Keyframes<Registers>,
    /// The initial memory.
    memory: Memory,
    /// By cells of 4 bytes, because accesses 4 bytes apart overlap by half.
    accesses: Accesses<u64, u32>,
    run: Run,
    last_pc: u64,
    is_cut: bool,
}

impl Timeline {
    /// The maximal number of recorded steps.
    pub const LIMIT: u64 = RECORDED_STEPS;

    /// Runs a program for at most `fuel` and at most [`Timeline::LIMIT`] steps. `printer` is the
    /// program's routine that prints a number ([`printer`](super::printer)). `None` if the array
    /// does not fit into memory.
    pub fn record(
        image: &Rc<Image>,
        printer: Option<Range<u64>>,
        given: &Given,
        fuel: u64,
    ) -> Option<Timeline> {
        let kept = fuel.min(Timeline::LIMIT);
        let mut recorder = Recorder::new(Machine::new(image, given)?, given);
        let machine = recorder.machine();
        let (keyframes, memory) = (Keyframes::new(Registers::of(machine)), machine.memory.clone());
        let mut timeline = Timeline {
            image: Rc::clone(image),
            printer,
            given: given.clone(),
            steps: Vec::new(),
            keyframes,
            memory,
            accesses: Accesses::default(),
            run: Run::of(machine, Stop::OutOfFuel),
            last_pc: 0,
            is_cut: false,
        };
        let mut stop = recorder.begin();
        while stop == Stop::OutOfFuel && recorder.machine().steps < kept {
            stop = timeline.step(&mut recorder);
        }
        let machine = recorder.machine();
        timeline.run = Run::of(machine, stop);
        timeline.last_pc = machine.pc;
        timeline.is_cut = stop == Stop::OutOfFuel && kept < fuel;
        Some(timeline)
    }

    /// With what is known of the end of the run, if it is out of fuel.
    pub fn ending_as(mut self, run: &Run) -> Timeline {
        if self.run.stop == Stop::OutOfFuel {
            (self.run.recurrence, self.run.proved) = (run.recurrence, run.proved.clone());
        }
        self
    }

    fn step(&mut self, recorder: &mut Recorder) -> Stop {
        let index = self.steps.len();
        self.keyframes.before_step(index, || Registers::of(recorder.machine()));
        let (step, stop) = recorder.step();
        if let Some(step) = step {
            self.remember(index, step.effect);
            self.steps.push(step);
        }
        stop
    }

    /// Records the access of a step to memory.
    fn remember(&mut self, index: usize, effect: Effect) {
        let Some(address) = effect.touched() else { return };
        self.accesses.touch(index, address);
        if let Effect::Store { old, new, .. } = effect {
            self.accesses.store(index, address, old as u32, new as u32);
            self.accesses.store(index, address + 4, (old >> 32) as u32, (new >> 32) as u32);
        }
    }

    /// The program.
    pub fn image(&self) -> &Rc<Image> {
        &self.image
    }

    /// The addresses of the routine that prints a number.
    pub fn printer(&self) -> Option<&Range<u64>> {
        self.printer.as_ref()
    }

    /// The input.
    pub fn given(&self) -> &Given {
        &self.given
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

    /// How the run ended, and what is observed.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Whether the run continued, within its fuel, after the last recorded step. Then its end is
    /// unknown, and it ended out of fuel.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The address of the next instruction after `steps` steps.
    pub fn pc(&self, steps: usize) -> u64 {
        self.steps.get(steps).map_or(self.last_pc, |step| step.pc)
    }

    /// The registers after `steps` steps, at most [`Timeline::len`].
    pub fn registers(&self, steps: usize) -> Registers {
        let steps = steps.min(self.len());
        let (mut registers, before) = self.keyframes.last(steps);
        for step in &self.steps[before..steps] {
            registers.apply(step);
        }
        registers
    }

    /// The 8 bytes of memory at an address, a multiple of 4, after `steps` steps.
    pub fn word(&self, address: u64, steps: usize) -> u64 {
        let cell = |at: u64| {
            let stored = self.accesses.value(at, steps);
            u64::from(stored.unwrap_or_else(|| self.memory.cell(at)))
        };
        cell(address) | cell(address + 4) << 32
    }

    /// The words that were accessed in the first `steps` steps, by address: at most the 64 that
    /// were accessed last. Words 4 bytes apart overlap.
    pub fn touched(&self, steps: usize) -> Vec<TouchedWord> {
        let addresses = self.accesses.touched(steps).into_iter();
        addresses.map(|address| TouchedWord { address, value: self.word(address, steps) }).collect()
    }

    /// The words from the address in `sp` up to the initial one, after `steps` steps, at most 32.
    /// If `sp` is above its initial value, up to the end of memory. Empty if `sp` is not an address
    /// of memory.
    pub fn stack(&self, steps: usize) -> Vec<TouchedWord> {
        let sp = Register::SP.index();
        let (top, bottom) = (self.registers(steps).general[sp], self.registers(0).general[sp]);
        let end = if top <= bottom { bottom } else { MEMORY_END };
        if !top.is_multiple_of(4) || top > end {
            return Vec::new();
        }
        let addresses = (top..=end - 8).step_by(8).take(STACK_WORDS);
        addresses.map(|address| TouchedWord { address, value: self.word(address, steps) }).collect()
    }
}
