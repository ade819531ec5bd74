//! The data flow of a run: where its values come from.
//!
//! The run is repeated with a recorder that represents each word by the step that computed it.
//! Steps that only copy a value (`add $3, $4, $0`, a store and the load of its word) are
//! distinguished from those that compute one, so that neither the choice of registers nor a spill
//! to memory makes a difference.

use rustc_hash::{FxHashMap, FxHashSet};

use super::timeline::Timeline;
use crate::machine::mips::Reg;
use crate::machine::values::{Cause, Test, Values};
use crate::machine::{BinaryOp, HiLo, Machine, Printing, Recorder, Signedness, Tagged};
use crate::program::Address;

/// A value that a step reads, and the step that wrote it; `None` if it is an initial value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub value: u32,
    pub from: Option<u32>,
}

/// The data flow of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It produces no value.
    None,
    /// It copies a value.
    Move(Source),
    /// It computes a value. `mfhi` and `mflo` count as the operation whose result they read.
    Compute { op: Operation, operands: [Option<Source>; 2], value: u32 },
}

/// An operation that computes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// An operation on words; for a product, the low word.
    Low(BinaryOp),
    /// The high word of a product.
    High(BinaryOp),
    /// A word of the program's text.
    Text,
    /// The return address of a call.
    Link,
}

impl Operation {
    /// Whether the operands can be swapped.
    pub fn is_commutative(self) -> bool {
        match self {
            Operation::Low(op) | Operation::High(op) => op.is_commutative(),
            Operation::Text | Operation::Link => false,
        }
    }
}

/// A run as a data-flow graph.
pub(super) struct DataFlow {
    /// For each step, its data flow.
    pub flows: Vec<Flow>,
    /// `$3` at the end.
    pub result: Source,
    /// The indices of the branch steps, with whether the operands were equal. Branches of the
    /// routine that prints a number are excluded.
    pub branches: Vec<(u32, bool)>,
    /// The computed values, each with the number of branches before it.
    computed: FxHashSet<(u32, u32)>,
}

impl DataFlow {
    pub fn of(run: &Timeline) -> DataFlow {
        Walk::new(run).walk(run)
    }

    /// The number of branches before a step.
    pub fn branches_before(&self, step: u32) -> u32 {
        self.branches.partition_point(|&(branch, _)| branch < step) as u32
    }

    /// The value that a step computes, if it does.
    pub fn value(&self, step: u32) -> Option<u32> {
        match self.flows[step as usize] {
            Flow::Compute { value, .. } => Some(value),
            Flow::None | Flow::Move(_) => None,
        }
    }

    /// Whether a step after this number of branches computes this value.
    pub fn computes(&self, branches_before: u32, value: u32) -> bool {
        self.computed.contains(&(branches_before, value))
    }

    /// The step that computed the value that this step copies. `None` if it is an initial value.
    pub fn origin(&self, mut step: u32) -> Option<u32> {
        while let Flow::Move(source) = self.flows[step as usize] {
            step = source.from?;
        }
        Some(step)
    }
}

/// A word of an instruction, by its origin.
#[derive(Clone, Copy, Debug)]
enum Word {
    /// `$0`.
    Zero,
    /// A word in a register, `hi`, `lo` or memory.
    Held(Source),
    /// A word that the instruction computes.
    Computed { op: Operation, operands: [Option<Source>; 2] },
}

impl Word {
    /// The source of a word that is held somewhere.
    fn source(self) -> Option<Source> {
        match self {
            Word::Zero => Some(Source::START),
            Word::Held(source) => Some(source),
            Word::Computed { .. } => None,
        }
    }
}

impl Source {
    /// An initial zero.
    const START: Source = Source { value: 0, from: None };
}

/// Traverses a run, tracking the step that wrote each word.
struct Walk {
    registers: [Source; 32],
    memory: FxHashMap<Address, Source>,
    /// The words of `hi` and `lo`.
    hi_lo: [Word; 2],
    printing: Printing,
    flow: DataFlow,
}

impl Walk {
    fn new(run: &Timeline) -> Walk {
        let registers = run.registers(0).general.map(|value| Source { value, from: None });
        let flow = DataFlow {
            flows: Vec::with_capacity(run.len()),
            result: Source::START,
            branches: Vec::new(),
            computed: FxHashSet::default(),
        };
        let hi_lo = [Word::Held(Source::START); 2];
        let printing = Printing::of(run.image());
        Walk { registers, memory: FxHashMap::default(), hi_lo, printing, flow }
    }

    fn walk(mut self, run: &Timeline) -> DataFlow {
        Machine::new(run.image(), run.inputs()).run(run.len() as u64, &mut self);
        self.flow.result = self.registers[Reg::RESULT.index()];
        self.flow
    }

    /// The index of the current step.
    fn step(&self) -> u32 {
        self.flow.flows.len() as u32 - 1
    }

    /// Sets `hi` and `lo` to the results of these operations.
    fn set_hi_lo(&mut self, ops: [Operation; 2], operands: [Tagged<Word>; 2]) {
        let operands = operands.map(|word| word.tag.source());
        self.hi_lo = ops.map(|op| Word::Computed { op, operands });
    }
}

impl Values for Walk {
    type Word = Word;
    type Address = ();

    fn constant(&mut self, value: u32) -> Word {
        Word::Held(Source { value, from: None })
    }

    fn link(&mut self, _: u32) -> Word {
        Word::Computed { op: Operation::Link, operands: [None; 2] }
    }

    fn binary(&mut self, op: BinaryOp, s: Word, t: Word) -> Word {
        match (op, s, t) {
            (BinaryOp::Add, Word::Zero, moved)
            | (BinaryOp::Add | BinaryOp::Sub, moved, Word::Zero) => moved,
            _ => Word::Computed { op: Operation::Low(op), operands: [s.source(), t.source()] },
        }
    }

    fn address(&mut self, _: Word, _: i16) {}
}

impl Recorder for Walk {
    fn begin(&mut self, at: Address) {
        self.printing.begin(at);
        self.flow.flows.push(Flow::None);
    }

    fn test(&mut self, cause: Cause, _: Test<Word, ()>, holds: bool) {
        if cause == Cause::Branch && !self.printing.is_on() {
            self.flow.branches.push((self.step(), holds));
        }
    }

    fn get(&mut self, reg: Reg) -> Word {
        match reg {
            Reg::ZERO => Word::Zero,
            reg => Word::Held(self.registers[reg.index()]),
        }
    }

    fn hi(&mut self) -> Word {
        self.hi_lo[0]
    }

    fn lo(&mut self) -> Word {
        self.hi_lo[1]
    }

    fn text_word(&mut self, _: u32, _: u32, _: bool) -> Word {
        Word::Computed { op: Operation::Text, operands: [None; 2] }
    }

    fn input(&mut self, _: usize, value: u32) -> Word {
        Word::Held(Source { value, from: None })
    }

    fn load(&mut self, address: Tagged<()>, value: u32) -> Word {
        let initial = Source { value, from: None };
        Word::Held(self.memory.get(&Address(address.value)).copied().unwrap_or(initial))
    }

    fn set(&mut self, reg: Reg, _: u32, Tagged { value, tag }: Tagged<Word>) {
        let step = self.step();
        self.flow.flows[step as usize] = match tag {
            Word::Zero => Flow::Move(Source::START),
            Word::Held(source) => Flow::Move(source),
            Word::Computed { op, operands } => {
                self.flow.computed.insert((self.flow.branches.len() as u32, value));
                Flow::Compute { op, operands, value }
            }
        };
        self.registers[reg.index()] = Source { value, from: Some(step) };
    }

    fn multiply(&mut self, signedness: Signedness, factors: [Tagged<Word>; 2], _: HiLo) {
        let op = BinaryOp::product(signedness);
        self.set_hi_lo([Operation::High(op), Operation::Low(op)], factors);
    }

    fn divide(&mut self, signedness: Signedness, operands: [Tagged<Word>; 2], _: HiLo) {
        let ops = [BinaryOp::remainder(signedness), BinaryOp::quotient(signedness)];
        self.set_hi_lo(ops.map(Operation::Low), operands);
    }

    fn store(&mut self, address: Tagged<()>, _: u32, new: Tagged<Word>) {
        self.printing.store(address.value);
        let Some(source) = new.tag.source() else { return };
        self.memory.insert(Address(address.value), source);
    }
}
