//! Drops conditions that are no news, and names constants.
//!
//! Most of what a program depends on is no news: that the stack pointer is a
//! multiple of 4, that `beq $0, $0` jumps, that `jr $31` returns. Some was
//! said before: a loop checks the same address each time around. This pass
//! numbers values: constants are known as such, and what is computed in the
//! same way from the same values is the same value. It follows them through
//! registers and memory. A condition all of whose operands are constants is
//! dropped, and so is one that an earlier one says; in one that stays, a
//! register known to be constant is replaced by its value, so that a path
//! reads `$1 != 42`.

use std::rc::Rc;

use super::{BinaryOp, Cause, Condition, Entry, Half, Operand, Place, Step, Sum, Test, Trace, Var};
use crate::isa::Reg;
use crate::machine::{Image, Initial};
use crate::program::Address;
use crate::trail::{self, TrailMap};

/// The pass.
pub fn run(trace: &Trace) -> Trace {
    let mut known = Known::at_start(&trace.image);
    let entries = trace.entries.iter().filter_map(|&entry| known.simplify(entry));
    trace.with_entries(entries.collect())
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

/// A value: equal ones are equal on every input that takes the path so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Value {
    /// This; 64-bit for a product.
    Const(u64),
    /// One that depends on the input, by its number.
    Number(u32),
}

impl Value {
    /// An input word, by its index; inputs have the first numbers.
    fn of_input(index: usize) -> Value {
        Value::Number(index as u32)
    }

    fn as_word(self) -> Option<u32> {
        match self {
            Value::Const(value) => Some(value as u32),
            Value::Number(_) => None,
        }
    }
}

/// How a value that depends on the input came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Binary(BinaryOp, Value, Value),
    Half(Half, Value),
    /// A word of a memory, at an address that depends on the input or where
    /// such a store may have hit.
    Load(Generation, Value, i16),
}

/// A test over values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fact {
    /// It does not depend on the input.
    Decided(bool),
    Equal(Value, Value),
    Aligned(Value, i16),
    Below(Value, i16, u32),
    At(Value, i16, u32),
}

/// How many stores a memory has behind it.
type Generation = u32;

/// What is known at a point of a trace, and of the points before it as far as
/// there are marks.
#[derive(Clone, Debug)]
pub(super) struct Known {
    image: Rc<Image>,
    plain: Plain,
    /// Words stored at known addresses.
    stored: TrailMap<u32, Value>,
    numbers: TrailMap<Origin, Value>,
    /// How the tests so far came out.
    facts: TrailMap<Fact, bool>,
}

/// The part that is copied to be kept.
#[derive(Clone, Copy, Debug)]
struct Plain {
    /// By place; memory's is not used.
    values: [Value; Place::COUNT],
    /// Numbers given, those of the inputs included.
    count: u32,
    /// Whether a store to an unknown address may have changed any other word.
    clobbered: bool,
    generation: Generation,
}

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    plain: Plain,
    stored: trail::Mark,
    numbers: trail::Mark,
    facts: trail::Mark,
}

impl Known {
    /// What is known before the first step of a program.
    pub fn at_start(image: &Rc<Image>) -> Known {
        let mut values = [Value::Const(0); Place::COUNT];
        for reg in Reg::all() {
            values[Place::reg(reg).index()] = match image.initial(reg) {
                Initial::Word(value) => Value::Const(value.into()),
                Initial::Input(index) => Value::of_input(index),
            };
        }
        let count = image.setup().names.len() as u32;
        Known {
            image: Rc::clone(image),
            plain: Plain { values, count, clobbered: false, generation: 0 },
            stored: TrailMap::default(),
            numbers: TrailMap::default(),
            facts: TrailMap::default(),
        }
    }

    pub fn mark(&self) -> Mark {
        Mark {
            plain: self.plain,
            stored: self.stored.mark(),
            numbers: self.numbers.mark(),
            facts: self.facts.mark(),
        }
    }

    pub fn undo_to(&mut self, mark: &Mark) {
        self.plain = mark.plain;
        self.stored.undo_to(mark.stored);
        self.numbers.undo_to(mark.numbers);
        self.facts.undo_to(mark.facts);
    }

    /// Takes the next line; returns what is left of it.
    pub fn simplify(&mut self, Entry { at, step }: Entry) -> Option<Entry> {
        let step = match step {
            Step::Condition(condition) => {
                let earlier = match self.fact(condition.test) {
                    Fact::Decided(outcome) => Some(outcome),
                    fact => self.facts.get(fact).or_else(|| {
                        self.facts.insert(fact, condition.holds);
                        None
                    }),
                };
                if let Some(outcome) = earlier {
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

    /// The length of the array is one number on a path.
    fn settle_length(&mut self, condition: &Condition) {
        if let (Cause::Length, Test::Equal(length, Operand::Const(number))) =
            (condition.cause, condition.test)
        {
            let length = self.value(length);
            let held = self.plain.values.iter_mut().filter(|held| **held == length);
            held.for_each(|held| *held = Value::Const(number.into()));
        }
    }

    fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Const(value) => Value::Const(value.into()),
            Operand::Var(var) => self.plain.values[var.place().index()],
            Operand::Input(index) => Value::of_input(index.into()),
        }
    }

    /// The number of a value that came about in this way.
    fn number(&mut self, origin: Origin) -> Value {
        self.numbers.get(origin).unwrap_or_else(|| {
            self.plain.count += 1;
            let value = Value::Number(self.plain.count);
            self.numbers.insert(origin, value);
            value
        })
    }

    fn load(&mut self, address: Sum) -> Value {
        let base = self.value(address.base);
        let known = base.as_word().map(|base| base.wrapping_add_signed(address.offset.into()));
        match known.and_then(|address| self.word(address)) {
            Some(value) => value,
            None => self.number(Origin::Load(self.plain.generation, base, address.offset)),
        }
    }

    fn assign(&mut self, step: &Step) {
        let (d, value) = match *step {
            Step::Binary(op, d, s, t) => {
                let (s, t) = (self.value(s), self.value(t));
                let value = match (s.as_word(), t.as_word()) {
                    (Some(s), Some(t)) => Value::Const(op.apply(s, t)),
                    // A copy is the same value.
                    (_, Some(0)) if op == BinaryOp::Add => s,
                    (Some(0), _) if op == BinaryOp::Add => t,
                    _ => self.number(Origin::Binary(op, s, t)),
                };
                (d, value)
            }
            Step::Half(half, d, s) => {
                let value = match self.plain.values[s.place().index()] {
                    Value::Const(value) => Value::Const(match half {
                        Half::Low => value & 0xffff_ffff,
                        Half::High => value >> 32,
                    }),
                    value => self.number(Origin::Half(half, value)),
                };
                (d, value)
            }
            Step::Load { d, address, .. } => (d, self.load(address)),
            Step::Store { address, value, .. } => {
                let value = self.value(value);
                let base = self.value(address.base).as_word();
                let address = base.map(|base| base.wrapping_add_signed(address.offset.into()));
                self.store(address, value);
                return;
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

    /// The word at a known address, where it is known.
    fn word(&self, address: u32) -> Option<Value> {
        match self.stored.get(address) {
            Some(value) => Some(value),
            None if self.plain.clobbered => None,
            None => {
                let words = self.image.words();
                let word = words.get(Address(address).word_index()).copied().unwrap_or(0);
                Some(Value::Const(word.into()))
            }
        }
    }

    fn store(&mut self, address: Option<u32>, value: Value) {
        self.plain.generation += 1;
        match address {
            Some(address) => {
                self.stored.insert(address, value);
            }
            None => {
                self.stored.clear();
                self.plain.clobbered = true;
            }
        }
    }

    /// The test with registers known to be constant replaced by their values.
    fn substitute(&self, test: Test) -> Test {
        let operand = |operand| self.value(operand).as_word().map_or(operand, Operand::Const);
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

    /// The test over the values that its operands have now.
    fn fact(&mut self, test: Test) -> Fact {
        let sum = |known: &Self, sum: Sum| match known.value(sum.base).as_word() {
            Some(base) => (Value::Const(base.wrapping_add_signed(sum.offset.into()).into()), 0),
            None => (known.value(sum.base), sum.offset),
        };
        match test {
            Test::Equal(a, b) => Fact::equal(self.value(a), self.value(b)),
            Test::Aligned(a) => match sum(self, a) {
                (Value::Const(address), _) => Fact::Decided(address.is_multiple_of(4)),
                (base, offset) => Fact::Aligned(base, offset),
            },
            Test::Below(a, bound) => match sum(self, a) {
                (Value::Const(address), _) => Fact::Decided(address < bound.into()),
                (base, offset) => Fact::Below(base, offset, bound),
            },
            Test::At(a, at) => match sum(self, a) {
                (Value::Const(address), _) => Fact::Decided(address == u64::from(at)),
                (base, offset) => Fact::At(base, offset, at),
            },
            Test::Word { address, value, .. } => {
                let word = self.load(Sum { base: address, offset: 0 });
                Fact::equal(word, Value::Const(value.into()))
            }
        }
    }
}

impl Fact {
    fn equal(a: Value, b: Value) -> Fact {
        match (a, b) {
            (Value::Const(a), Value::Const(b)) => Fact::Decided(a == b),
            _ if a == b => Fact::Decided(true),
            _ => Fact::Equal(a.min(b), a.max(b)),
        }
    }
}
