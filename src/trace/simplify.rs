//! Drops conditions that hold on every input, and names constants.
//!
//! Most of what a program depends on is no news: that the stack pointer is a
//! multiple of 4, that `beq $0, $0` jumps, that `jr $31` returns. This pass
//! follows constants through registers and memory. A condition all of whose
//! operands are known is dropped; in one that stays, a known register is
//! replaced by its value, so that a path reads `$1 != 42`.

use rustc_hash::FxHashMap;

use super::{BinaryOp, Condition, Entry, Half, Operand, Place, Step, Sum, Test, Trace, Var};
use crate::isa::Reg;
use crate::program::Address;

/// The pass.
pub fn run(trace: &Trace) -> Trace {
    let mut known = Known::at_start(trace);
    let mut entries = Vec::with_capacity(trace.entries.len());
    for &Entry { at, step } in &trace.entries {
        let step = match step {
            Step::Condition(condition) => {
                let test = known.substitute(condition.test);
                match known.decide(test) {
                    Some(outcome) => {
                        debug_assert_eq!(outcome, condition.holds, "{condition:?} at {at}");
                        continue;
                    }
                    None => Step::Condition(Condition { test, ..condition }),
                }
            }
            assignment => {
                known.assign(&assignment);
                assignment
            }
        };
        entries.push(Entry { at, step });
    }
    trace.with_entries(entries)
}

/// No condition has constant operands only.
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

/// What is known to be the same on every input that takes the path so far.
struct Known<'t> {
    /// By place; 64-bit for the product.
    values: [Option<u64>; Place::COUNT],
    words: Words<'t>,
}

/// What is known of memory.
struct Words<'t> {
    image: &'t [u32],
    /// Words stored at known addresses; `None` for one that depends on the input.
    stored: FxHashMap<u32, Option<u32>>,
    /// Whether a store to an unknown address may have changed any other word.
    clobbered: bool,
}

impl Known<'_> {
    fn at_start(trace: &Trace) -> Known<'_> {
        let mut values = [Some(0); Place::COUNT];
        for reg in Reg::all() {
            values[Place::reg(reg).index()] = trace.image.initial(reg).map(u64::from);
        }
        let image = trace.image.words();
        Known { values, words: Words { image, stored: FxHashMap::default(), clobbered: false } }
    }

    fn value(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Const(value) => Some(value),
            Operand::Var(var) => self.values[var.place().index()].map(|value| value as u32),
        }
    }

    fn address(&self, sum: Sum) -> Option<u32> {
        Some(self.value(sum.base)?.wrapping_add_signed(sum.offset.into()))
    }

    fn set(&mut self, d: Var, value: Option<u64>) {
        self.values[d.place().index()] = value;
    }

    fn assign(&mut self, step: &Step) {
        match *step {
            Step::Binary(op, d, s, t) => {
                let value = self.value(s).zip(self.value(t)).map(|(s, t)| op.apply(s, t));
                self.set(d, value);
            }
            Step::Half(half, d, s) => {
                let value = self.values[s.place().index()].map(|value| match half {
                    Half::Low => value & 0xffff_ffff,
                    Half::High => value >> 32,
                });
                self.set(d, value);
            }
            Step::Load { d, address, .. } => {
                let value = self.address(address).and_then(|address| self.words.load(address));
                self.set(d, value.map(u64::from));
            }
            Step::Store { address, value, .. } => {
                let value = self.value(value);
                self.words.store(self.address(address), value);
            }
            Step::Mult(..)
            | Step::Div(..)
            | Step::Mfhi(_)
            | Step::Mflo(_)
            | Step::Lis(..)
            | Step::Jalr(_) => unreachable!("desugared before"),
            Step::Condition(_) => unreachable!("a condition assigns nothing"),
        }
    }

    /// The test with known registers replaced by their values.
    fn substitute(&self, test: Test) -> Test {
        let operand = |operand| self.value(operand).map_or(operand, Operand::Const);
        let sum = |sum: Sum| Sum { base: operand(sum.base), ..sum };
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

    /// How the test comes out, where that does not depend on the input.
    fn decide(&self, test: Test) -> Option<bool> {
        Some(match test {
            Test::Equal(a, b) => self.value(a)? == self.value(b)?,
            Test::Aligned(sum) => self.address(sum)?.is_multiple_of(4),
            Test::Below(sum, bound) => self.address(sum)? < bound,
            Test::At(sum, address) => self.address(sum)? == address,
            Test::Word { address, value, .. } => self.words.load(self.value(address)?)? == value,
        })
    }
}

impl Words<'_> {
    fn load(&self, address: u32) -> Option<u32> {
        match self.stored.get(&address) {
            Some(&value) => value,
            None if self.clobbered => None,
            None => Some(self.image.get(Address(address).word_index()).copied().unwrap_or(0)),
        }
    }

    fn store(&mut self, address: Option<u32>, value: Option<u32>) {
        match address {
            Some(address) => {
                self.stored.insert(address, value);
            }
            None => {
                self.stored.clear();
                self.clobbered = true;
            }
        }
    }
}

impl BinaryOp {
    /// The operation on words; a divisor is not zero.
    fn apply(self, s: u32, t: u32) -> u64 {
        let (signed_s, signed_t) = (s as i32, t as i32);
        let word = match self {
            BinaryOp::Mult64 => {
                return (i64::from(signed_s) * i64::from(signed_t)) as u64;
            }
            BinaryOp::Multu64 => return u64::from(s) * u64::from(t),
            BinaryOp::Add => s.wrapping_add(t),
            BinaryOp::Sub => s.wrapping_sub(t),
            BinaryOp::Slt => u32::from(signed_s < signed_t),
            BinaryOp::Sltu => u32::from(s < t),
            BinaryOp::Quot => signed_s.wrapping_div(signed_t) as u32,
            BinaryOp::Rem => signed_s.wrapping_rem(signed_t) as u32,
            BinaryOp::Quotu => s / t,
            BinaryOp::Remu => s % t,
        };
        u64::from(word)
    }
}
