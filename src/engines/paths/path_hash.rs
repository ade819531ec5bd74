//! A hash of the path of a run: inputs with the same path have the same one.
//!
//! It identifies the pairs of paths that the inputs of the sweep took, without their traces. It is
//! used for counting only; no claim depends on it. On demand the recorder also tracks which
//! registers a run has read, exactly except for the reads of the printing routine, which counts as
//! one step.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::machine::mips::Reg;
use crate::machine::setup::Array;
use crate::machine::values::{Cause, Test, Values};
use crate::machine::{BinaryOp, Image, Printing, Recorder, Tagged};
use crate::program::Address;

/// The path hashes of both programs on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PathHashes([u64; 2]);

impl PathHashes {
    /// The hashes of two runs.
    pub fn of(recorders: [PathHasher; 2]) -> PathHashes {
        PathHashes(recorders.map(|recorder| recorder.hasher.finish()))
    }
}

/// Records the outcomes of a run's tests and, with `READS`, which parts of the initial state it
/// reads.
#[derive(Clone)]
pub(super) struct PathHasher<const READS: bool = false> {
    hasher: FxHasher,
    /// Printing a number is one step, as in traces.
    printing: Printing,
    /// The registers that were read before they were written, and those that were written, as bit
    /// sets.
    read: u32,
    written: u32,
}

impl<const READS: bool> PathHasher<READS> {
    /// A recorder of a run of this program.
    pub fn new(image: &Image) -> Self {
        let printing = Printing::summarising(image);
        PathHasher { hasher: FxHasher::default(), printing, read: 0, written: 0 }
    }

    /// Adds a condition to the hash; `holds` is its truth on this run.
    fn take(&mut self, cause: Cause, value: u32, holds: bool) {
        // Nonzero, because 0 would not change the initial hash.
        let word = u64::from(value) << 32 | (cause as u64 + 1) << 1 | u64::from(holds);
        if !self.printing.is_on() {
            self.hasher.write_u64(word);
        }
    }
}

impl PathHasher<true> {
    /// Whether the run has read the initial value of a register.
    pub fn has_read(&self, reg: Reg) -> bool {
        self.read >> reg.index() & 1 == 1
    }
}

impl<const READS: bool> Recorder for PathHasher<READS> {
    const PRINTS_AT_ONCE: bool = true;
    const SUMMARISES: bool = true;

    fn begin(&mut self, at: Address) {
        self.printing.begin(at);
    }

    fn store(&mut self, at: Tagged<()>, _: u32, _: Tagged<()>) {
        self.printing.store(at.value);
    }

    fn given(&mut self, _: Array, length: u32) {
        self.take(Cause::Length, length, true);
    }

    fn test(&mut self, cause: Cause, test: Test<(), ()>, holds: bool) {
        let value = match test {
            Test::Is((), value) | Test::Below((), value) | Test::At((), value) => value,
            Test::Equal((), ()) | Test::Aligned(()) => 0,
        };
        self.take(cause, value, holds);
    }

    fn test_memory(&mut self, cause: Cause, (): (), word: u32, holds: bool) {
        self.take(cause, word, holds);
    }

    fn get(&mut self, reg: Reg) {
        if READS {
            self.read |= !self.written & 1 << reg.index();
        }
    }

    fn set(&mut self, reg: Reg, _: u32, _: Tagged<()>) {
        if READS {
            self.written |= 1 << reg.index();
        }
    }

    fn hi(&mut self) {}

    fn lo(&mut self) {}

    fn text_word(&mut self, _: u32, _: u32, _: bool) {}

    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, _: Tagged<()>, _: u32) {}
}

impl<const READS: bool> Values for PathHasher<READS> {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}

    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}

    fn address(&mut self, (): (), _: i16) {}
}
