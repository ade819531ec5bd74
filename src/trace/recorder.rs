//! Records the trace of a run: the machine's semantics over names.
//!
//! The emulator reports how each word was computed. The recorder adds a step to the trace when the
//! word is written to a register or to memory, and a condition for each test that the run depended
//! on.

use std::rc::Rc;

use super::{BaseOffset, Condition, Entry, Operand, Step, Storage, Test, Trace, Var};
use crate::machine::mips::Reg;
use crate::machine::setup::Array;
use crate::machine::values::{self, Cause, Values};
use crate::machine::{
    BinaryOp, Fault, FaultKind, HiLo, Image, Machine, Printing, Recorder, Signedness, Stop, Tagged,
};
use crate::program::Address;

const MEMORY: Var = Var::of(Storage::MEMORY);

/// Records a [`Trace`], up to a limit of steps.
#[derive(Debug)]
pub struct TraceRecorder {
    trace: Trace,
    limit: usize,
    /// The current instruction.
    at: Address,
    /// Detects printing of a number, which is recorded as one step.
    printing: Printing,
}

impl TraceRecorder {
    /// The maximal length of a trace in steps. It keeps the trace's memory below 200 MB, and the
    /// versions of each variable fit a [`Var`].
    pub const LIMIT: usize = 4_000_000;

    /// A recorder of a run of this program.
    pub fn new(image: &Rc<Image>) -> TraceRecorder {
        TraceRecorder::with_limit(image, TraceRecorder::LIMIT)
    }

    /// A recorder that keeps the first `limit` steps, but at most [`TraceRecorder::LIMIT`].
    pub fn with_limit(image: &Rc<Image>, limit: usize) -> TraceRecorder {
        const { assert!(TraceRecorder::LIMIT < Var::MAX_VERSION as usize) };
        let limit = limit.min(TraceRecorder::LIMIT);
        let (trace, printing) = (Trace::new(Rc::clone(image)), Printing::summarising(image));
        TraceRecorder { trace, limit, at: Address(0), printing }
    }

    /// The current number of steps in the trace.
    pub fn lines(&self) -> usize {
        self.trace.entries.len()
    }

    /// Whether the run is within the routine that prints a number. The whole routine is one step,
    /// so the trace does not yet contain the part that was executed.
    pub fn is_printing(&self) -> bool {
        self.printing.is_on()
    }

    /// The trace.
    pub fn finish(self) -> Trace {
        self.trace
    }

    #[inline]
    fn record(&mut self, step: Step) {
        if self.printing.is_on() {
            return;
        }
        self.keep(step);
    }

    #[inline]
    fn keep(&mut self, step: Step) {
        if self.trace.entries.len() < self.limit {
            self.trace.entries.push(Entry { at: self.at, step });
        } else {
            self.trace.complete = false;
        }
    }
}

fn input(index: usize) -> Operand {
    Operand::Input(u16::try_from(index).expect("a contract has few inputs"))
}

/// How a word was computed.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A register or a known value.
    Operand(Operand),
    /// The value of `hi`.
    Hi,
    /// The value of `lo`.
    Lo,
    /// Program text that was never stored to.
    Text(u32),
    /// The return address of a call.
    Link(u32),
    /// The result of an operation.
    Binary(BinaryOp, Operand, Operand),
    /// A word loaded from memory.
    Load(BaseOffset),
}

impl Source {
    /// The word as an instruction's operand.
    #[inline(always)]
    fn operand(self) -> Operand {
        match self {
            Source::Operand(operand) => operand,
            _ => unreachable!("an instruction computes one word, from registers"),
        }
    }
}

impl Values for TraceRecorder {
    type Word = Source;
    type Address = BaseOffset;

    #[inline(always)]
    fn constant(&mut self, value: u32) -> Source {
        Source::Operand(Operand::Const(value))
    }

    #[inline(always)]
    fn link(&mut self, address: u32) -> Source {
        Source::Link(address)
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, s: Source, t: Source) -> Source {
        Source::Binary(op, s.operand(), t.operand())
    }

    #[inline(always)]
    fn address(&mut self, base: Source, offset: i16) -> BaseOffset {
        BaseOffset { base: base.operand(), offset }
    }
}

impl Recorder for TraceRecorder {
    const SUMMARISES: bool = true;

    #[inline(always)]
    fn output(&mut self, value: Tagged<Source>) {
        self.record(Step::Output(value.tag.operand()));
    }

    #[inline(always)]
    fn begin(&mut self, at: Address) {
        self.at = at;
        if self.printing.begin(at) {
            self.keep(Step::Print(Reg::FIRST_INPUT.into()));
        }
    }

    #[inline(always)]
    fn test(&mut self, cause: Cause, test: values::Test<Source, BaseOffset>, holds: bool) {
        let test = match test {
            values::Test::Equal(s, t) => Test::Equal(s.operand(), t.operand()),
            values::Test::Is(word, value) => Test::Equal(word.operand(), Operand::Const(value)),
            values::Test::Aligned(address) => Test::Aligned(address),
            values::Test::Below(address, bound) => Test::Below(address, bound),
            values::Test::At(address, at) => Test::At(address, at),
        };
        self.record(Step::Condition(Condition { cause, test, holds }));
    }

    #[inline(always)]
    fn test_memory(&mut self, cause: Cause, address: Source, value: u32, holds: bool) {
        let test = Test::Word { memory: MEMORY, address: address.operand(), value };
        self.record(Step::Condition(Condition { cause, test, holds }));
    }

    #[inline(always)]
    fn get(&mut self, reg: Reg) -> Source {
        Source::Operand(reg.into())
    }

    #[inline(always)]
    fn hi(&mut self) -> Source {
        Source::Hi
    }

    #[inline(always)]
    fn lo(&mut self) -> Source {
        Source::Lo
    }

    #[inline(always)]
    fn text_word(&mut self, address: u32, value: u32, original: bool) -> Source {
        if original {
            Source::Text(value)
        } else {
            Source::Load(BaseOffset { base: Operand::Const(address), offset: 0 })
        }
    }

    fn given(&mut self, array: Array, length: u32) {
        if !self.trace.entries.is_empty() {
            return;
        }
        let test = Test::Equal(input(array.length), Operand::Const(length));
        self.keep(Step::Condition(Condition { cause: Cause::Length, test, holds: true }));
        for (address, index) in array.first_words(length) {
            let address = BaseOffset { base: Operand::Const(address.0), offset: 0 };
            self.keep(Step::Store { to: MEMORY, from: MEMORY, address, value: input(index) });
        }
    }

    #[inline(always)]
    fn input(&mut self, index: usize, _: u32) -> Source {
        Source::Operand(input(index))
    }

    #[inline(always)]
    fn load(&mut self, address: Tagged<BaseOffset>, _: u32) -> Source {
        Source::Load(address.tag)
    }

    #[inline(always)]
    fn set(&mut self, reg: Reg, _: u32, new: Tagged<Source>) {
        let d = Var::reg(reg);
        self.record(match new.tag {
            Source::Operand(operand) => Step::Binary(BinaryOp::Add, d, operand, Operand::Const(0)),
            Source::Hi => Step::Mfhi(d),
            Source::Lo => Step::Mflo(d),
            Source::Text(word) => Step::Lis(d, word),
            Source::Link(address) => Step::Jalr(Address(address)),
            Source::Binary(op, s, t) => Step::Binary(op, d, s, t),
            Source::Load(address) => Step::Load { d, memory: MEMORY, address },
        });
    }

    #[inline(always)]
    fn multiply(&mut self, signedness: Signedness, [s, t]: [Tagged<Source>; 2], _: HiLo) {
        self.record(Step::Mult(signedness, s.tag.operand(), t.tag.operand()));
    }

    #[inline(always)]
    fn divide(&mut self, signedness: Signedness, [s, t]: [Tagged<Source>; 2], _: HiLo) {
        self.record(Step::Div(signedness, s.tag.operand(), t.tag.operand()));
    }

    #[inline(always)]
    fn store(&mut self, address: Tagged<BaseOffset>, _: u32, new: Tagged<Source>) {
        self.printing.store(address.value);
        let value = new.tag.operand();
        self.record(Step::Store { to: MEMORY, from: MEMORY, address: address.tag, value });
    }
}

/// A run that has stopped.
#[derive(Clone, Debug)]
pub enum Run {
    /// It reached the return address; the result is `$3` in `machine.state`.
    Done {
        /// The machine at the end.
        machine: Box<Machine>,
        /// The trace.
        trace: Trace,
    },
    /// It used up its fuel.
    OutOfFuel {
        /// The trace up to this point.
        trace: Trace,
    },
    /// It faulted.
    Fault {
        /// The kind of the fault.
        kind: FaultKind,
        /// The address of the instruction.
        at: Address,
        /// The trace up to this point.
        trace: Trace,
    },
}

/// Runs a program from the start for at most `fuel` steps and records its trace (Tamarin, section
/// 4.1).
pub fn run(image: &Rc<Image>, inputs: impl AsRef<[u32]>, fuel: u64) -> Run {
    let mut machine = Machine::new(image, inputs);
    let mut recorder = TraceRecorder::new(image);
    let stop = machine.run(fuel, &mut recorder);
    let trace = recorder.finish();
    match stop {
        Stop::Done => Run::Done { machine: Box::new(machine), trace },
        Stop::OutOfFuel => Run::OutOfFuel { trace },
        Stop::Fault(Fault { kind, at }) => Run::Fault { kind, at, trace },
    }
}
