//! Where the values of a run come from.
//!
//! A forward walk over a run notes for each step which steps computed what it
//! reads. Steps that only hand a value on (`add $3, $4, $0`, a store with the
//! load of that word) are told from those that compute one, so that neither
//! the choice of registers nor a spill to memory makes a difference.

use rustc_hash::{FxHashMap, FxHashSet};

use super::timeline::{Effect, Timeline};
use crate::isa::{Instruction, Op, Reg};
use crate::program::Address;

/// A value that a step reads, and the step that put it there; none where it
/// has been there since the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub value: u32,
    pub from: Option<u32>,
}

/// What a step does to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It makes none.
    None,
    /// It hands one on.
    Move(Source),
    /// It makes one. `mfhi` and `mflo` count as the operation whose result
    /// they fetch.
    Compute { op: Operation, operands: [Option<Source>; 2], value: u32 },
}

/// What is computed from operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operation {
    op: Op,
    /// Whether it is the high word of a product, or a remainder.
    high: bool,
}

impl Operation {
    /// Whether its operands may change places.
    pub fn is_commutative(self) -> bool {
        matches!(self.op, Op::Add | Op::Mult | Op::Multu)
    }
}

/// A run as a graph of values.
pub(super) struct DataFlow {
    /// By step.
    pub flows: Vec<Flow>,
    /// `$3` at the end.
    pub result: Source,
    /// The indices of the steps that are branches, with whether the branch
    /// found its operands equal.
    pub branches: Vec<(u32, bool)>,
    /// The values that steps compute, with the number of branches before.
    computed: FxHashSet<(u32, u32)>,
}

impl DataFlow {
    pub fn of(run: &Timeline) -> DataFlow {
        Walk::new(run).walk(run)
    }

    /// How many branches there are before a step.
    pub fn branches_before(&self, step: u32) -> u32 {
        self.branches.partition_point(|&(branch, _)| branch < step) as u32
    }

    /// What a step computes, if it does.
    pub fn value(&self, step: u32) -> Option<u32> {
        match self.flows[step as usize] {
            Flow::Compute { value, .. } => Some(value),
            Flow::None | Flow::Move(_) => None,
        }
    }

    /// Whether a step between those branches computes this value.
    pub fn computes(&self, branches_before: u32, value: u32) -> bool {
        self.computed.contains(&(branches_before, value))
    }

    /// The step that computed what this one only hands on; none where the
    /// value has been there since the start.
    pub fn origin(&self, mut step: u32) -> Option<u32> {
        while let Flow::Move(source) = self.flows[step as usize] {
            step = source.from?;
        }
        Some(step)
    }
}

struct Walk {
    registers: [Source; 32],
    memory: FxHashMap<Address, Source>,
    /// What `hi` and `lo` were computed by.
    product: Option<(Op, [Option<Source>; 2])>,
    flow: DataFlow,
}

impl Walk {
    fn new(run: &Timeline) -> Walk {
        let registers = run.registers(0).general.map(|value| Source { value, from: None });
        let flow = DataFlow {
            flows: Vec::with_capacity(run.len()),
            result: registers[Reg::RESULT.index()],
            branches: Vec::new(),
            computed: FxHashSet::default(),
        };
        Walk { registers, memory: FxHashMap::default(), product: None, flow }
    }

    fn walk(mut self, run: &Timeline) -> DataFlow {
        for (index, step) in run.steps().iter().enumerate() {
            let index = index as u32;
            let flow = match step.instruction() {
                Some(instruction) => self.step(index, instruction, step.effect),
                None => Flow::None,
            };
            self.note(index, flow, step.effect);
            self.flow.flows.push(flow);
        }
        self.flow.result = self.registers[Reg::RESULT.index()];
        self.flow
    }

    fn step(&mut self, index: u32, instruction: Instruction, effect: Effect) -> Flow {
        let Instruction { op, s, t, .. } = instruction;
        let read = |reg: Reg| self.registers[reg.index()];
        let both = [Some(read(s)), Some(read(t))];
        let value = match effect {
            Effect::Register { new, .. } | Effect::Load { new, .. } => new,
            _ => 0,
        };
        let compute =
            |operands| Flow::Compute { op: Operation { op, high: false }, operands, value };
        match op {
            Op::Add if s == Reg::ZERO => Flow::Move(read(t)),
            Op::Add | Op::Sub if t == Reg::ZERO => Flow::Move(read(s)),
            Op::Add | Op::Sub | Op::Slt | Op::Sltu => compute(both),
            Op::Mult | Op::Multu | Op::Div | Op::Divu => {
                self.product = Some((op, both));
                Flow::None
            }
            Op::Mfhi | Op::Mflo => match self.product {
                Some((op, operands)) => {
                    let high = instruction.op == Op::Mfhi;
                    Flow::Compute { op: Operation { op, high }, operands, value }
                }
                None => Flow::Move(Source { value: 0, from: None }),
            },
            Op::Lis | Op::Jalr => compute([None, None]),
            Op::Lw => match effect {
                Effect::Load { new, address, .. } => {
                    let initial = Source { value: new, from: None };
                    Flow::Move(self.memory.get(&address).copied().unwrap_or(initial))
                }
                _ => Flow::None,
            },
            Op::Sw => {
                if let Effect::Store { address, .. } = effect {
                    let stored = read(t);
                    self.memory.insert(address, stored);
                }
                Flow::None
            }
            Op::Beq | Op::Bne => {
                self.flow.branches.push((index, read(s).value == read(t).value));
                Flow::None
            }
            Op::Jr => Flow::None,
        }
    }

    /// Keeps who has put a value into a register.
    fn note(&mut self, index: u32, flow: Flow, effect: Effect) {
        let (Effect::Register { reg, new, .. } | Effect::Load { reg, new, .. }) = effect else {
            return;
        };
        if reg != Reg::ZERO {
            self.registers[reg.index()] = Source { value: new, from: Some(index) };
        }
        if matches!(flow, Flow::Compute { .. }) {
            self.flow.computed.insert((self.flow.branches.len() as u32, new));
        }
    }
}
