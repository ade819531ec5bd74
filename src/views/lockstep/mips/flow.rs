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
type Word = Origin<u32, Operation>;

/// Traverses a run, tracking the step that wrote each word.
struct Walk {
    registers: [Source<u32>; 32],
    memory: FxHashMap<Address, Source<u32>>,
    /// The words of `hi` and `lo`.
    hi_lo: [Word; 2],
    printing: Printing,
    flow: MipsFlow,
}

impl Walk {
    fn new(run: &Timeline) -> Walk {
        let registers = run.registers(0).general.map(Source::initial);
        let flow = DataFlow::with_capacity(run.len());
        let hi_lo = [Word::Held(Source::default()); 2];
        let printing = Printing::of(run.image());
        Walk { registers, memory: FxHashMap::default(), hi_lo, printing, flow }
    }

    fn walk(mut self, run: &Timeline) -> MipsFlow {
        Machine::new(run.image(), run.inputs()).run(run.len() as u64, &mut self);
        self.flow.result = self.registers[Reg::RESULT.index()];
        self.flow
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
        Word::Held(Source::initial(value))
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
        self.flow.begin();
    }

    fn test(&mut self, cause: Cause, _: Test<Word, ()>, holds: bool) {
        if cause == Cause::Branch && !self.printing.is_on() {
            self.flow.branch(holds);
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
        Word::Held(Source::initial(value))
    }

    fn load(&mut self, address: Tagged<()>, value: u32) -> Word {
        let initial = Source::initial(value);
        Word::Held(self.memory.get(&Address(address.value)).copied().unwrap_or(initial))
    }

    fn set(&mut self, reg: Reg, _: u32, Tagged { value, tag }: Tagged<Word>) {
        self.registers[reg.index()] = self.flow.set(value, tag);
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
