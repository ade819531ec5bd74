//! A second evaluator of traces, written only from the meaning of their steps: it shares no code with the emulator or
//! the terms.

use std::collections::HashMap;

use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Machine};
use tamarin::program::Program;
use tamarin::trace::{
    BaseOffset, BinaryOp, Condition, Entry, Half, Operand, Step, Storage, Test, Trace,
    TraceRecorder, Var, passes,
};

/// What a trace in single-assignment form computes on an input.
pub struct Evaluation {
    /// `$3` at the end.
    pub result: u32,
    /// For each condition, whether it came out as the trace says.
    pub conditions: Vec<bool>,
}

pub fn evaluate(ssa: &Trace, inputs: [u32; 2]) -> Evaluation {
    let mut state = State { ssa, inputs, values: HashMap::new(), stores: HashMap::new() };
    let mut result = Var::reg(Reg::RESULT).with_version(1);
    let mut conditions = Vec::new();
    for Entry { step, .. } in &ssa.entries {
        match *step {
            Step::Binary(op, d, s, t) => {
                let value = binary(op, state.word(s), state.word(t));
                state.assign(d, value);
                if d.place() == result.place() {
                    result = d;
                }
            }
            Step::Half(half, d, s) => {
                let value = state.values[&s];
                let half = match half {
                    Half::Low => value & 0xffff_ffff,
                    Half::High => value >> 32,
                };
                state.assign(d, half);
                assert_ne!(d.place(), result.place(), "only hi and lo are halves");
            }
            Step::Load { d, memory, address } => {
                let value = state.load(memory, state.sum(address));
                state.assign(d, value.into());
                if d.place() == result.place() {
                    result = d;
                }
            }
            Step::Store { to, from, address, value } => {
                let store = (from, state.sum(address), state.word(value));
                assert!(state.stores.insert(to, store).is_none(), "assigned once");
            }
            Step::Condition(condition) => conditions.push(state.comes_out(&condition)),
            // It changes no word.
            Step::Output(value) => drop(state.word(value)),
            other => panic!("not desugared: {other:?}"),
        }
    }
    let result = state.word(Operand::Var(result));
    Evaluation { result, conditions }
}

struct State<'t> {
    ssa: &'t Trace,
    inputs: [u32; 2],
    values: HashMap<Var, u64>,
    /// A memory is the one before it, and a word at an address.
    stores: HashMap<Var, (Var, u32, u32)>,
}

impl State<'_> {
    fn assign(&mut self, d: Var, value: u64) {
        assert!(self.values.insert(d, value).is_none(), "assigned once");
    }

    fn word(&self, operand: Operand) -> u32 {
        let var = match operand {
            Operand::Const(value) => return value,
            Operand::Input(index) => return self.inputs[usize::from(index)],
            Operand::Var(var) => var,
        };
        if let Some(&value) = self.values.get(&var) {
            return value as u32;
        }
        assert_eq!(var.version(), 1, "read before it is written");
        match var.place().as_reg().map(Reg::number) {
            Some(1) => self.inputs[0],
            Some(2) => self.inputs[1],
            Some(30) => 0x0100_0000,
            Some(31) => self.ssa.image.return_address(),
            _ => 0,
        }
    }

    fn sum(&self, sum: BaseOffset) -> u32 {
        (i64::from(self.word(sum.base)) + i64::from(sum.offset)) as u32
    }

    fn load(&self, memory: Var, address: u32) -> u32 {
        assert_eq!(memory.place(), Storage::MEMORY);
        match self.stores.get(&memory) {
            Some(&(_, at, value)) if at == address => value,
            Some(&(older, ..)) => self.load(older, address),
            None => self.ssa.image.words().get(address as usize / 4).copied().unwrap_or(0),
        }
    }

    fn comes_out(&self, condition: &Condition) -> bool {
        let holds = match condition.test {
            Test::Equal(a, b) => self.word(a) == self.word(b),
            Test::Aligned(sum) => self.sum(sum).is_multiple_of(4),
            Test::Below(sum, bound) => self.sum(sum) < bound,
            Test::At(sum, address) => self.sum(sum) == address,
            Test::Word { memory, address, value } => self.load(memory, self.word(address)) == value,
        };
        holds == condition.holds
    }
}

fn binary(op: BinaryOp, s: u32, t: u32) -> u64 {
    let (ws, wt) = (i128::from(s as i32), i128::from(t as i32));
    let (us, ut) = (i128::from(s), i128::from(t));
    let wide = match op {
        BinaryOp::Add => us + ut,
        BinaryOp::Sub => us - ut,
        BinaryOp::Slt => i128::from(ws < wt),
        BinaryOp::Sltu => i128::from(us < ut),
        BinaryOp::Mult64 => return (ws * wt) as u64,
        BinaryOp::Multu64 => return (us * ut) as u64,
        BinaryOp::Quot => ws / wt,
        BinaryOp::Rem => ws % wt,
        BinaryOp::Quotu => us / ut,
        BinaryOp::Remu => us % ut,
    };
    u64::from(wide as u32)
}

/// The lowered trace of a run computes what the emulator did, and every
/// condition is true of the inputs; after trimming to this depth too.
pub fn check_passes(program: &Program, inputs: [u32; 2], depth: usize) {
    const FUEL: u64 = 300;
    let image = Image::new(program);
    let mut machine = Machine::new(&image, inputs);
    let mut recorder = TraceRecorder::new(&image);
    machine.run(FUEL, &mut recorder);
    let raw = recorder.finish();
    let evaluation = evaluate(&passes::lower(&raw, usize::MAX), inputs);
    assert_eq!(evaluation.result, machine.state.result());
    assert!(evaluation.conditions.iter().all(|&holds| holds));

    let all = evaluation.conditions.len();
    let trimmed = passes::lower(&raw, depth);
    let evaluation = evaluate(&trimmed, inputs);
    assert_eq!(evaluation.conditions.len(), all.min(depth));
    assert_eq!(trimmed.complete, all <= depth);
    assert!(evaluation.conditions.iter().all(|&holds| holds));
}
