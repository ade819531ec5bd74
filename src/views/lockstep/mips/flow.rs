//! The data flow of a MIPS run.
//!
//! The run is repeated with a recorder that represents each word by the step that computed it.
//! `mfhi` and `mflo` count as the operation whose result they read.

use rustc_hash::FxHashMap;

use super::super::flow::{self, DataFlow, Origin, Source};
use super::timeline::Timeline;
use crate::machine::mips::Reg;
use crate::machine::values::{Cause, Test, Values};
use crate::machine::{BinaryOp, HiLo, Machine, Printing, Recorder, Signedness, Tagged};
use crate::program::Address;

/// An operation that computes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An operation on words; for a product, the low word.
    Low(BinaryOp),
    /// The high word of a product.
    High(BinaryOp),
    /// A word of the program's text.
    Text,
    /// The return address of a call.
    Link,
}

impl flow::Operation for Operation {
    fn is_commutative(self) -> bool {
        match self {
            Operation::Low(op) | Operation::High(op) => op.is_commutative(),
            Operation::Text | Operation::Link => false,
        }
    }
}

/// The data-flow graph. A branch finds whether its operands are equal.
pub(super) type MipsFlow = DataFlow<u32, Operation, bool>;

/// The data flow of a run.
pub(super) fn data_flow(run: &Timeline) -> MipsFlow {
    Walk::new(run).walk(run)
}

/// A word of an instruction, by its origin.
type WordOrigin = Origin<u32, Operation>;

/// Traverses a run, tracking the step that wrote each word.
struct Walk {
    registers: [Source<u32>; 32],
    memory: FxHashMap<Address, Source<u32>>,
    /// The words of `hi` and `lo`.
    hi_lo: [WordOrigin; 2],
    printing: Printing,
    flow: MipsFlow,
}

impl Walk {
    fn new(run: &Timeline) -> Walk {
        let registers = run.registers(0).general.map(Source::initial);
        let flow = DataFlow::with_capacity(run.len());
        let hi_lo = [WordOrigin::Held(Source::default()); 2];
        let printing = Printing::of(run.image());
        Walk { registers, memory: FxHashMap::default(), hi_lo, printing, flow }
    }

    fn walk(mut self, run: &Timeline) -> MipsFlow {
        Machine::new(run.image(), run.inputs()).run(run.len() as u64, &mut self);
        self.flow.result = self.registers[Reg::RESULT.index()];
        self.flow
    }

    /// Sets `hi` and `lo` to the results of these operations.
    fn set_hi_lo(&mut self, ops: [Operation; 2], operands: [Tagged<WordOrigin>; 2]) {
        let operands = operands.map(|word| word.tag.source());
        self.hi_lo = ops.map(|op| WordOrigin::Computed { op, operands });
    }
}

impl Values for Walk {
    type Word = WordOrigin;
    type Address = ();

    fn constant(&mut self, value: u32) -> WordOrigin {
        WordOrigin::Held(Source::initial(value))
    }

    fn link(&mut self, _: u32) -> WordOrigin {
        WordOrigin::Computed { op: Operation::Link, operands: [None; 2] }
    }

    fn binary(&mut self, op: BinaryOp, s: WordOrigin, t: WordOrigin) -> WordOrigin {
        match (op, s, t) {
            (BinaryOp::Add, WordOrigin::Zero, moved)
            | (BinaryOp::Add | BinaryOp::Sub, moved, WordOrigin::Zero) => moved,
            _ => {
                WordOrigin::Computed { op: Operation::Low(op), operands: [s.source(), t.source()] }
            }
        }
    }

    fn address(&mut self, _: WordOrigin, _: i16) {}
}

impl Recorder for Walk {
    fn begin(&mut self, at: Address) {
        self.printing.begin(at);
        self.flow.begin();
    }

    fn test(&mut self, cause: Cause, _: Test<WordOrigin, ()>, holds: bool) {
        if cause == Cause::Branch && !self.printing.is_on() {
            self.flow.branch(holds);
        }
    }

    fn get(&mut self, reg: Reg) -> WordOrigin {
        match reg {
            Reg::ZERO => WordOrigin::Zero,
            reg => WordOrigin::Held(self.registers[reg.index()]),
        }
    }

    fn hi(&mut self) -> WordOrigin {
        self.hi_lo[0]
    }

    fn lo(&mut self) -> WordOrigin {
        self.hi_lo[1]
    }

    fn text_word(&mut self, _: u32, _: u32, _: bool) -> WordOrigin {
        WordOrigin::Computed { op: Operation::Text, operands: [None; 2] }
    }

    fn input(&mut self, _: usize, value: u32) -> WordOrigin {
        WordOrigin::Held(Source::initial(value))
    }

    fn load(&mut self, address: Tagged<()>, value: u32) -> WordOrigin {
        let initial = Source::initial(value);
        WordOrigin::Held(self.memory.get(&Address(address.value)).copied().unwrap_or(initial))
    }

    fn set(&mut self, reg: Reg, _: u32, Tagged { value, tag }: Tagged<WordOrigin>) {
        self.registers[reg.index()] = self.flow.set(value, tag);
    }

    fn multiply(&mut self, signedness: Signedness, factors: [Tagged<WordOrigin>; 2], _: HiLo) {
        let op = BinaryOp::product(signedness);
        self.set_hi_lo([Operation::High(op), Operation::Low(op)], factors);
    }

    fn divide(&mut self, signedness: Signedness, operands: [Tagged<WordOrigin>; 2], _: HiLo) {
        let ops = [BinaryOp::remainder(signedness), BinaryOp::quotient(signedness)];
        self.set_hi_lo(ops.map(Operation::Low), operands);
    }

    fn store(&mut self, address: Tagged<()>, _: u32, new: Tagged<WordOrigin>) {
        self.printing.store(address.value);
        let Some(source) = new.tag.source() else { return };
        self.memory.insert(Address(address.value), source);
    }
}
