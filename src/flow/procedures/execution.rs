//! One instruction over [`Value`]s: what it does to registers and stack words, and where it stores.

use std::collections::BTreeMap;

use crate::flow::values::{Set, Value};
use crate::machine::mips::{Destination, Mips, Reg};
use crate::machine::values::{Cause, Domain, Halt, Outcome, Test, Values};
use crate::machine::{BinaryOp, Image, Signedness};
use crate::program::Address;

/// Frame size in bytes: a procedure that stores, or moves `$30` before a call, within this distance
/// of its entry's `$30` stays in its frame.
///
/// Frames of this size keep addresses from wrapping around. Calls that are not recursive use at
/// most the frames of all procedures, 2^30 bytes. Recursive calls that return keep return addresses
/// in memory in all of their frames, and memory ends at 2^24 bytes.
pub(super) const FRAME: u32 = 1 << 16;

/// The addresses at which a procedure and its callees store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stores {
    /// The bound of its stores to the stack: at or below this distance from the entry's `$30`.
    pub below: Option<i32>,
    /// The addresses that are numbers.
    pub at: Option<Set>,
    /// Whether it may store at any address.
    pub anywhere: bool,
}

impl Stores {
    pub const NONE: Stores = Stores { below: None, at: None, anywhere: false };

    pub fn join(&mut self, other: Stores) {
        self.anywhere |= other.anywhere;
        self.below = self.below.max(other.below);
        self.at = match (self.at, other.at) {
            (Some(a), Some(b)) => {
                let both = a.union(b);
                self.anywhere |= both.is_none();
                both
            }
            (a, b) => a.or(b),
        };
    }
}

/// The abstract state before an instruction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FlowState {
    pub regs: [Value; 32],
    pub hi: Value,
    pub lo: Value,
    /// Words at these distances from the entry's `$30`.
    pub slots: BTreeMap<i32, Value>,
}

impl FlowState {
    pub fn join(&mut self, other: &FlowState) {
        let join = |a: &mut Value, b: &Value| *a = a.join(*b);
        self.regs.iter_mut().zip(&other.regs).for_each(|(a, b)| join(a, b));
        join(&mut self.hi, &other.hi);
        join(&mut self.lo, &other.lo);
        self.slots.retain(|slot, value| match other.slots.get(slot) {
            Some(other) => {
                join(value, other);
                *value != Value::Any
            }
            None => false,
        });
    }
}

/// A distance from the entry's `$30`, if it lies in the frame.
pub(super) fn in_frame(offset: u32) -> Option<i32> {
    let offset = offset as i32;
    (offset.unsigned_abs() <= FRAME).then_some(offset)
}

/// Drops the slots that a store may have hit.
pub(super) fn forget(slots: &mut BTreeMap<i32, Value>, entry: &[Option<Set>; 32], stores: Stores) {
    slots.retain(|&slot, _| {
        let is_hit = |at: Set| {
            let address = words(entry, Value::Entry(Reg::STACK_POINTER, slot as u32));
            address.is_none_or(|address| address.iter().any(|address| at.contains(address)))
        };
        !stores.anywhere
            && stores.below.is_none_or(|below| slot > below)
            && !stores.at.is_some_and(is_hit)
    });
}

/// The words that a value may be, given the entry values.
pub(super) fn words(entry: &[Option<Set>; 32], value: Value) -> Option<Set> {
    match value {
        Value::Set(set) => Some(set),
        Value::Entry(reg, offset) => match Value::Set(entry[reg.index()]?).plus(offset) {
            Value::Set(set) => Some(set),
            _ => None,
        },
        Value::Any => None,
    }
}

/// A branch may have either outcome.
pub(super) struct Undecided;

/// The execution of one instruction.
pub(super) struct Execution<'a> {
    pub state: FlowState,
    pub image: &'a Image,
    /// The possible values of each register at the entry.
    pub entry: &'a [Option<Set>; 32],
    /// The assumed outcome of an undecided branch.
    pub equal: Option<bool>,
    pub stores: Stores,
    pub may_store_text: bool,
}

impl Execution<'_> {
    fn words(&self, value: Value) -> Option<Set> {
        words(self.entry, value)
    }

    /// A word as the set of its possible values, where they are known.
    fn known(&self, value: Value) -> Value {
        self.words(value).map_or(value, Value::Set)
    }

    /// Whether two words are equal, where that is known.
    fn equals(&self, s: Value, t: Value) -> Option<bool> {
        s.equal(t).or_else(|| self.known(s).equal(self.known(t)))
    }

    /// Whether a test of an address holds for at least one of its possible values.
    fn may(&self, address: Value, test: impl Fn(u32) -> bool) -> bool {
        self.words(address).is_none_or(|words| words.iter().any(test))
    }
}

impl Values for Execution<'_> {
    type Word = Value;
    type Address = Value;

    fn constant(&mut self, value: u32) -> Value {
        Value::word(value)
    }

    fn binary(&mut self, op: BinaryOp, s: Value, t: Value) -> Value {
        // Sums with entry values are kept as long as possible.
        let [(s, known_s), (t, known_t)] = [s, t].map(|value| (value, self.known(value)));
        let tries = [(s, t), (s, known_t), (known_s, t), (known_s, known_t)];
        let results = tries.map(|(s, t)| Value::binary(op, s, t));
        results.into_iter().find(|&result| result != Value::Any).unwrap_or(Value::Any)
    }

    fn address(&mut self, base: Value, offset: i16) -> Value {
        base.plus(i32::from(offset) as u32)
    }
}

impl Domain for Execution<'_> {
    type Abort = Undecided;

    /// A fault ends a run, so a possible but not certain fault is ignored. So is a write to the
    /// output, which changes no state.
    fn decide(&mut self, cause: Cause, test: Test<Value, Value>) -> Outcome<bool, Self> {
        Ok(match (cause, test) {
            (_, Test::Equal(s, t)) => match self.equals(s, t).or(self.equal) {
                Some(equal) => equal,
                None => return Err(Halt::Abort(Undecided)),
            },
            (_, Test::Is(t, word)) => self.equals(t, Value::word(word)) == Some(true),
            (_, Test::Aligned(at)) => self.may(at, |at| at.is_multiple_of(4)),
            (Cause::TextStore, Test::Below(at, bound)) => {
                self.may_store_text = self.may(at, |at| at < bound);
                self.may_store_text
            }
            (_, Test::Below(at, bound)) => self.may(at, |at| at < bound),
            (_, Test::At(at, address)) => self.may(at, |at| at == address),
        })
    }

    fn text_end(&self) -> u32 {
        self.image.text_end()
    }

    fn text_word(&mut self, address: u32) -> Outcome<Value, Self> {
        let word = self.image.words().get(Address(address).word_index());
        Ok(word.map_or(Value::Any, |&word| Value::word(word)))
    }

    fn load(&mut self, address: Value) -> Outcome<Value, Self> {
        if let Value::Entry(Reg::STACK_POINTER, slot) = address
            && let Some(&value) = self.state.slots.get(&(slot as i32))
        {
            return Ok(value);
        }
        let text = self.image.words();
        let Some(words) = self.words(address) else { return Ok(Value::Any) };
        let loaded: Option<Vec<u32>> = words
            .iter()
            .filter(|at| at.is_multiple_of(4))
            .map(|at| text.get(Address(at).word_index()).copied())
            .collect();
        Ok(loaded.and_then(Set::from_words).map_or(Value::Any, Value::Set))
    }

    fn read(&mut self) -> Outcome<Value, Self> {
        Ok(Value::Any)
    }

    fn store(&mut self, address: Value, value: Value, _: bool) -> Outcome<(), Self> {
        let mut stores = Stores::NONE;
        match address {
            Value::Entry(Reg::STACK_POINTER, slot) if in_frame(slot).is_some() => {
                // A slot at another distance has another address.
                self.state.slots.insert(slot as i32, value);
                stores.below = in_frame(slot);
            }
            address => {
                stores.at = self.words(address);
                stores.anywhere = stores.at.is_none();
                forget(&mut self.state.slots, self.entry, stores);
            }
        }
        self.stores = stores;
        Ok(())
    }

    fn output(&mut self, _: Value) -> Outcome<(), Self> {
        Ok(())
    }
}

impl Mips for Execution<'_> {
    fn get(&mut self, reg: Reg) -> Value {
        self.state.regs[reg.index()]
    }

    fn set(&mut self, to: Destination, value: Value) {
        if let Some(reg) = to.register() {
            self.state.regs[reg.index()] = value;
        }
    }

    fn hi(&mut self) -> Value {
        self.state.hi
    }

    fn lo(&mut self) -> Value {
        self.state.lo
    }

    fn multiply(&mut self, signedness: Signedness, s: Value, t: Value) {
        (self.state.hi, self.state.lo) = match (s.single(), t.single()) {
            (Some(s), Some(t)) => {
                let product = BinaryOp::product(signedness).apply(s, t);
                (Value::word((product >> 32) as u32), Value::word(product as u32))
            }
            _ => (Value::Any, Value::Any),
        };
    }

    fn divide(&mut self, _: Signedness, _: Value, _: Value) {
        (self.state.hi, self.state.lo) = (Value::Any, Value::Any);
    }
}
