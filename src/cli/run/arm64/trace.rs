//! The trace of an ARM64 run: a line for each step with the address, the instruction, and what it changed.

use crate::machine::arm64::memory::{MEMORY_END, OUTPUT_ADDRESS};
use crate::machine::arm64::{Instruction, Machine, Op, Reg, Slot, Stop, decode};
use crate::report::words::arm64::Value;

/// The width of the column of instructions.
const WIDTH: usize = 26;

/// Continues a run for at most `fuel` steps. Returns why it stopped, and a line for each step.
pub fn traced(machine: &mut Machine, fuel: u64) -> (Stop, Vec<String>) {
    let mut lines = Vec::new();
    for _ in 0..fuel {
        let (before, step) = (machine.steps, Step::at(machine));
        let stop = machine.run(1);
        // The program was done before, or there is nothing to execute.
        if machine.steps == before {
            return (stop, lines);
        }
        lines.push(step.line(machine, stop));
        if stop != Stop::OutOfFuel {
            return (stop, lines);
        }
    }
    // A program may be done without a further step.
    (machine.run(0), lines)
}

/// A step before it is made.
struct Step {
    pc: u64,
    /// The word at `pc`, if memory has one there.
    word: Option<u32>,
    instruction: Option<Instruction>,
    /// The address that an `ldur` or `stur` accesses.
    address: u64,
    compared: [u64; 2],
}

impl Step {
    fn at(machine: &Machine) -> Step {
        let pc = machine.pc;
        let is_in_memory = pc.is_multiple_of(4) && pc < MEMORY_END;
        let word = is_in_memory.then(|| machine.memory.cell(pc));
        let instruction = word.and_then(decode);
        let address =
            instruction.map_or(0, |it| machine.register(it.n).wrapping_add_signed(i64::from(it.i)));
        Step { pc, word, instruction, address, compared: machine.compared() }
    }

    /// The line of this step, which the machine has made.
    fn line(&self, machine: &Machine, stop: Stop) -> String {
        let text = match (self.instruction, self.word) {
            (Some(instruction), _) => instruction.to_string(),
            (None, Some(word)) => format!("{word:#010x}"),
            (None, None) => String::new(),
        };
        let changes = match stop {
            Stop::Fault(_) => String::new(),
            Stop::Done | Stop::OutOfFuel => self.changes(machine).join(", "),
        };
        let line = format!("{:#08x}  {text:WIDTH$}{changes}", self.pc);
        line.trim_end().to_owned()
    }

    fn changes(&self, machine: &Machine) -> Vec<String> {
        let Some(Instruction { op, d, .. }) = self.instruction else { return Vec::new() };
        let register =
            |reg: Reg| format!("{} = {}", reg.name(Slot::D), Value(machine.register(reg)));
        let mut changes = Vec::new();
        match op {
            Op::Add | Op::Sub | Op::Mul | Op::Smulh | Op::Umulh => changes.push(register(d)),
            Op::Sdiv | Op::Udiv | Op::Ldur | Op::Ldr => changes.push(register(d)),
            Op::Blr => changes.push(register(Reg::RETURN_ADDRESS)),
            Op::Stur => changes.push(self.stored(machine, machine.register(d))),
            Op::Cmp | Op::BCond | Op::B | Op::Br => {}
        }
        let [left, right] = machine.compared();
        if op == Op::Cmp || self.compared != [left, right] {
            changes.push(format!("compared {} with {}", Value(left), Value(right)));
        }
        if machine.pc != self.pc.wrapping_add(4) {
            changes.push(format!("to {:#x}", machine.pc));
        }
        changes
    }

    fn stored(&self, machine: &Machine, word: u64) -> String {
        match self.address {
            OUTPUT_ADDRESS => format!("prints {:?}", char::from(word as u8)),
            address => format!("[{address:#x}] = {}", Value(machine.memory.load(address))),
        }
    }
}
