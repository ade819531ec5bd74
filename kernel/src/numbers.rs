//! Concrete runs of one input, over numbers.

use std::collections::HashMap;

use crate::execute::{Domain, Ending, Program, Question, State, Stop, step};
use crate::machine::Machine;
use crate::refusal::{Refusal, ensure};
use crate::word::Operator;

/// The domain of numbers. It decides every fact, except about memory that the machine reserves.
pub struct Numbers<'m> {
    /// The machine.
    pub machine: &'m Machine,
}

/// Nonzero cells by address.
pub type NumberMemory = HashMap<u64, u64>;

/// The state of a run of one input.
pub type NumberState = State<u64, NumberMemory>;

impl Domain for Numbers<'_> {
    type Word = u64;
    type Memory = NumberMemory;

    fn constant(&mut self, value: u64) -> u64 {
        value
    }

    fn value(&self, word: u64) -> Option<u64> {
        Some(word)
    }

    fn apply(&mut self, operator: Operator, a: u64, b: u64) -> Result<u64, Refusal> {
        Ok(operator.apply(self.machine.width, a, b))
    }

    fn holds(&mut self, question: Question<u64>) -> Result<Option<bool>, Refusal> {
        Ok(Some(match question {
            Question::Zero(word) => word == 0,
            Question::Below(a, b) => a < b,
            Question::BelowSigned(a, b) => self.apply(Operator::LessSigned, a, b)? == 1,
        }))
    }

    fn load(&mut self, memory: &NumberMemory, at: u64) -> Result<u64, Refusal> {
        let layout = self.machine.layout;
        ensure(at < layout.accesses(layout.kept), "a program loads what the machine keeps")?;
        let cell = |at: u64| memory.get(&at).copied().unwrap_or(0);
        let parts = (0..layout.word).step_by(layout.cell as usize);
        Ok(parts.fold(0, |word, part| word | cell(at + part) << (8 * part)))
    }

    fn store(&mut self, memory: &mut NumberMemory, at: u64, value: u64) {
        let layout = self.machine.layout;
        for part in (0..layout.word).step_by(layout.cell as usize) {
            memory.insert(at + part, value >> (8 * part) & layout.cell_most());
        }
    }

    fn fetch(&mut self, memory: &NumberMemory, at: u64) -> Result<Option<u64>, Refusal> {
        Ok(Some(memory.get(&at).copied().unwrap_or(0)))
    }

    fn protected_end(&self) -> u64 {
        0
    }
}

/// Runs a program for at most `steps` steps; returns how it ended, if it did. Sets `deepest` to the least value of the
/// stack pointer.
pub fn run(
    program: &Program<u64>,
    state: &mut NumberState,
    steps: u64,
    deepest: &mut u64,
) -> Result<Option<Ending>, Refusal> {
    let mut numbers = Numbers { machine: program.machine };
    loop {
        *deepest = state.registers[program.machine.stack].min(*deepest);
        if state.steps == steps {
            let is_done = state.pc == program.return_address && !state.has_faulted;
            return Ok(is_done.then_some(Ending::Done));
        }
        match step(&mut numbers, program, state) {
            Ok(()) => {}
            Err(Stop::Ended(ending)) => return Ok(Some(ending)),
            Err(Stop::Refused(refusal)) => return Err(refusal),
            Err(Stop::Undecided(_)) => unreachable!("numbers know everything"),
        }
    }
}
