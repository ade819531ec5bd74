//! Tracks a lap of a run in which some words are replaced.

use super::Stepping;
use super::dependences::Words;
use super::lap::Lap;
use crate::machine::mips::Reg;
use crate::machine::values::{Cause, Test, Values};
use crate::machine::{BinaryOp, HiLo, Machine, Recorder, Signedness, Slot, State, Stop, Tagged};
use crate::program::Address;

/// Replaces words of a run, depending only on values.
pub trait Steering: Recorder<Word = (), Address = ()> {
    /// Numbers that determine all further replacements: if they are equal at two points, the same
    /// executions are replaced by the same words from there on.
    fn phase(&self) -> Vec<u32>;
}

/// Replaces nothing.
impl Steering for () {
    #[inline(always)]
    fn phase(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// A steered run takes its steps with replaced words.
impl<S: Steering> Stepping<Machine> for S {
    fn step(&mut self, machine: &mut Machine, lap: &mut Lap) -> Option<Stop> {
        let stop = machine.run(1, &mut Steered { lap, by: self });
        (stop != Stop::OutOfFuel).then_some(stop)
    }

    fn rest(&mut self, machine: &mut Machine) -> Stop {
        machine.run(0, &mut ())
    }

    fn phase(&self) -> Vec<u32> {
        Steering::phase(self)
    }
}

/// Tracks a lap of a steered run. It treats a replaced word as computed from what the original word
/// was computed from, and a replaced branch as determined by the words that it compares. This
/// overestimates the dependences, so more of the state must repeat, which is sound.
pub(super) struct Steered<'s, S> {
    pub lap: &'s mut Lap,
    pub by: &'s mut S,
}

impl<S: Steering> Recorder for Steered<'_, S> {
    #[inline(always)]
    fn begin(&mut self, at: Address) {
        self.by.begin(at);
        self.lap.begin(at);
    }

    #[inline(always)]
    fn reach(&mut self, state: &mut State) {
        self.by.reach(state);
    }

    #[inline(always)]
    fn overwrite(&mut self, slot: Slot, value: u32) -> u32 {
        self.by.overwrite(slot, value)
    }

    #[inline(always)]
    fn read(&mut self, reg: Reg, value: u32) -> Tagged<Words> {
        Tagged { value: self.by.read(reg, value).value, tag: self.lap.get(reg) }
    }

    #[inline(always)]
    fn access(&mut self, base: Words, offset: i16, value: u32) -> Tagged<Words> {
        let value = self.by.access((), offset, value).value;
        Tagged { value, tag: self.lap.address(base, offset) }
    }

    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Words; 2], equal: bool) -> bool {
        self.lap.test(Cause::Branch, Test::Equal(s, t), equal);
        self.by.branch(where_equal, [(), ()], equal)
    }

    #[inline(always)]
    fn test(&mut self, cause: Cause, test: Test<Words, Words>, holds: bool) {
        self.lap.test(cause, test, holds);
    }

    #[inline(always)]
    fn test_memory(&mut self, cause: Cause, address: Words, word: u32, holds: bool) {
        self.lap.test_memory(cause, address, word, holds);
    }

    #[inline(always)]
    fn get(&mut self, reg: Reg) -> Words {
        self.lap.get(reg)
    }

    #[inline(always)]
    fn hi(&mut self) -> Words {
        self.lap.hi()
    }

    #[inline(always)]
    fn lo(&mut self) -> Words {
        self.lap.lo()
    }

    #[inline(always)]
    fn text_word(&mut self, address: u32, value: u32, original: bool) -> Words {
        self.lap.text_word(address, value, original)
    }

    #[inline(always)]
    fn input(&mut self, index: usize, value: u32) -> Words {
        self.lap.input(index, value)
    }

    #[inline(always)]
    fn load(&mut self, address: Tagged<Words>, value: u32) -> Words {
        self.lap.load(address, value)
    }

    #[inline(always)]
    fn set(&mut self, reg: Reg, old: u32, new: Tagged<Words>) {
        self.lap.set(reg, old, new);
    }

    #[inline(always)]
    fn multiply(&mut self, of: Signedness, factors: [Tagged<Words>; 2], words: HiLo) {
        self.lap.multiply(of, factors, words);
    }

    #[inline(always)]
    fn divide(&mut self, of: Signedness, operands: [Tagged<Words>; 2], words: HiLo) {
        self.lap.divide(of, operands, words);
    }

    #[inline(always)]
    fn store(&mut self, at: Tagged<Words>, old: u32, new: Tagged<Words>) {
        self.lap.store(at, old, new);
    }

    #[inline(always)]
    fn output(&mut self, value: Tagged<Words>) {
        self.lap.output(value);
    }
}

impl<S: Steering> Values for Steered<'_, S> {
    type Word = Words;
    type Address = Words;

    #[inline(always)]
    fn constant(&mut self, value: u32) -> Words {
        self.lap.constant(value)
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, s: Words, t: Words) -> Words {
        self.lap.binary(op, s, t)
    }

    #[inline(always)]
    fn address(&mut self, base: Words, offset: i16) -> Words {
        self.lap.address(base, offset)
    }
}
