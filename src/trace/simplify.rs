//! Constant propagation: drops the conditions that depend on constants only.
//!
//! Most tests of a run depend on no input: the stack pointer is a multiple of 4, `beq $0, $0`
//! jumps, `jr $31` returns. The pass propagates constants through registers and memory. It drops a
//! condition with only constant operands. In other conditions it replaces constant registers by
//! their values, so that a path reads `$1 != 42`. A later stage finds conditions that follow from
//! others: [`facts`](crate::facts).

use std::rc::Rc;

use super::{BaseOffset, Cause, Condition, Entry, Half, Operand, Step, Storage, Test, Trace, Var};
use crate::machine::mips::Reg;
use crate::machine::{Image, Initial};
use crate::program::Address;
use crate::trail::{self, Trail, TrailMap};

/// The pass.
pub fn run(trace: &Trace) -> Trace {
    let mut known = Known::at_start(&trace.image);
    let entries = trace.entries.iter().filter_map(|&entry| known.simplify(entry));
    trace.with_entries(entries.collect())
}

/// Checks that every condition has an operand that is not constant.
pub fn validate(trace: &Trace) -> Result<(), String> {
    for (at, condition) in trace.conditions() {
        let constant = |operand| matches!(operand, Operand::Const(_));
        let trivial = match condition.test {
            Test::Equal(a, b) => constant(a) && constant(b),
            Test::Aligned(sum) | Test::Below(sum, _) | Test::At(sum, _) => constant(sum.base),
            Test::Word { .. } => false,
        };
        if trivial {
            return Err(format!("the condition at {at} depends on nothing"));
        }
    }
    Ok(())
}

/// The value of a place if it is the same on every input that takes the path so far; 64-bit for a
/// product.
type Value = Option<u64>;

/// The known constants at a point of a trace. It can return to earlier points that were marked.
#[derive(Clone, Debug)]
pub(super) struct Known {
    image: Rc<Image>,
    plain: Plain,
    /// Words stored at known addresses.
    stored: TrailMap<u32, Value>,
}

/// The part of the state that a mark copies.
#[derive(Clone, Copy, Debug)]
struct Plain {
    /// The value of each place; memory's entry is unused.
    values: [Value; Storage::COUNT],
    /// Whether a store to an unknown address may have changed any other word.
    clobbered: bool,
}

/// A point to which the state can return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    plain: Plain,
    stored: trail::Mark,
}

impl Known {
    /// The constants before the first step of a program.
    pub fn at_start(image: &Rc<Image>) -> Known {
        let mut values = [Some(0); Storage::COUNT];
        for reg in Reg::all() {
            values[Storage::reg(reg).index()] = match image.initial(reg) {
                Initial::Word(value) => Some(value.into()),
                Initial::Input(_) => None,
            };
        }
        let plain = Plain { values, clobbered: false };
        Known { image: Rc::clone(image), plain, stored: TrailMap::default() }
    }

    pub fn mark(&self) -> Mark {
        Mark { plain: self.plain, stored: self.stored.mark() }
    }

    pub fn undo_to(&mut self, mark: &Mark) {
        self.plain = mark.plain;
        self.stored.undo_to(mark.stored);
    }

    /// Processes the next step; returns the simplified step, if any is left.
    pub fn simplify(&mut self, Entry { at, step }: Entry) -> Option<Entry> {
        let step = match step {
            Step::Condition(condition) => {
                if let Some(outcome) = self.decided(condition.test) {
                    debug_assert_eq!(outcome, condition.holds, "{condition:?} at {at}");
                    return None;
                }
                let test = self.substitute(condition.test);
                self.settle_length(&condition);
                Step::Condition(Condition { test, ..condition })
            }
            output @ (Step::Output(_) | Step::Print(_)) => output,
            assignment => {
                self.assign(&assignment);
                assignment
            }
        };
        Some(Entry { at, step })
    }

    /// Records the array's length, which is constant on a path: the path begins with a condition on
    /// it.
    fn settle_length(&mut self, condition: &Condition) {
        if let (Cause::Length, Test::Equal(Operand::Input(length), Operand::Const(number))) =
            (condition.cause, condition.test)
        {
            let is_length = |reg: &Reg| self.image.initial(*reg) == Initial::Input(length.into());
            for reg in Reg::all().filter(is_length) {
                self.plain.values[Storage::reg(reg).index()] = Some(number.into());
            }
        }
    }

    fn value(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Const(value) => Some(value),
            Operand::Var(var) => self.plain.values[var.place().index()].map(|value| value as u32),
            Operand::Input(_) => None,
        }
    }

    /// The value of an address that does not depend on the input.
    fn address(&self, BaseOffset { base, offset }: BaseOffset) -> Option<u32> {
        Some(self.value(base)?.wrapping_add_signed(offset.into()))
    }

    fn assign(&mut self, step: &Step) {
        let (d, value) = match *step {
            Step::Binary(op, d, s, t) => {
                let value = self.value(s).zip(self.value(t)).map(|(s, t)| op.apply(s, t));
                (d, value)
            }
            Step::Half(half, d, s) => {
                let product = self.plain.values[s.place().index()];
                let value = product.map(|value| match half {
                    Half::Low => value & 0xffff_ffff,
                    Half::High => value >> 32,
                });
                (d, value)
            }
            Step::Load { d, address, .. } => {
                (d, self.address(address).and_then(|address| self.word(address)))
            }
            Step::Store { address, value, .. } => {
                let value = self.value(value).map(u64::from);
                return match self.address(address) {
                    Some(address) => {
                        self.stored.insert(address, value);
                    }
                    None => {
                        self.stored.clear();
                        self.plain.clobbered = true;
                    }
                };
            }
            Step::Mult(..)
            | Step::Div(..)
            | Step::Mfhi(_)
            | Step::Mflo(_)
            | Step::Lis(..)
            | Step::Jalr(_) => unreachable!("desugared before"),
            Step::Condition(_) | Step::Output(_) | Step::Print(_) => {
                unreachable!("it assigns nothing")
            }
        };
        self.plain.values[Var::place(d).index()] = value;
    }

    /// The value of the word at an address, if known.
    fn word(&self, address: u32) -> Value {
        match self.stored.get(address) {
            Some(value) => value,
            None if self.plain.clobbered => None,
            None => {
                let words = self.image.words();
                let word = words.get(Address(address).word_index()).copied().unwrap_or(0);
                Some(word.into())
            }
        }
    }

    /// The test with registers known to be constant replaced by their values.
    fn substitute(&self, test: Test) -> Test {
        let operand = |operand| self.value(operand).map_or(operand, Operand::Const);
        let sum = |sum: BaseOffset| BaseOffset { base: operand(sum.base), ..sum };
        match test {
            Test::Equal(a, b) => Test::Equal(operand(a), operand(b)),
            Test::Aligned(a) => Test::Aligned(sum(a)),
            Test::Below(a, bound) => Test::Below(sum(a), bound),
            Test::At(a, address) => Test::At(sum(a), address),
            Test::Word { memory, address, value } => {
                Test::Word { memory, address: operand(address), value }
            }
        }
    }

    /// The result of a test that does not depend on the input.
    fn decided(&self, test: Test) -> Option<bool> {
        Some(match test {
            Test::Equal(a, b) => self.value(a)? == self.value(b)?,
            Test::Aligned(a) => self.address(a)?.is_multiple_of(4),
            Test::Below(a, bound) => self.address(a)? < bound,
            Test::At(a, at) => self.address(a)? == at,
            Test::Word { address, value, .. } => {
                self.word(self.value(address)?)? == u64::from(value)
            }
        })
    }
}
