//! Stack frames: words of the stack, identified by their offset from the value of `$30` at a procedure's entry.
//!
//! With a frame, an access must be to such a word or to a constant address; other accesses are not followed. This
//! module does not check that both kinds of words lie in memory after the text and never overlap. It records the
//! accesses ([`Used`]), and [`procedures`](crate::procedures) checks them.

use std::collections::{BTreeMap, BTreeSet};

use crate::execute::{END_OF_INPUT, Flow, INPUT, MEMORY_END, Machine, OUTPUT, Stuck};
use crate::terms::Word;

/// Maximum offset of a stack word from the entry's `$30`, in bytes.
pub(crate) const FRAME: u32 = 1 << 20;

/// The known stack words of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The left (0) or the right (1) program.
    pub side: usize,
    /// The value of `$30` at the entry.
    pub stack: Word,
    /// Words by their offset in bytes. Others are unchanged since the path began.
    pub slots: BTreeMap<i32, Word>,
    /// The accesses so far.
    pub used: Used,
    /// The number of input bytes read since the path began.
    pub read: u32,
}

/// The accesses of paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    /// The lowest and the highest offset of stack words.
    pub stack: Option<[i32; 2]>,
    /// The highest constant address in memory.
    pub fixed: Option<u32>,
    /// Offsets of stack words at or above the entry's `$30` that were stored to.
    pub stored: BTreeSet<i32>,
}

impl Used {
    fn slot(&mut self, slot: i32) {
        let [low, high] = self.stack.unwrap_or([slot; 2]);
        self.stack = Some([low.min(slot), high.max(slot)]);
    }

    /// Adds an access to a constant address.
    pub fn fixed(&mut self, at: u32) {
        self.fixed = Some(self.fixed.map_or(at, |known| known.max(at)));
    }

    /// Adds other accesses.
    pub fn extend(&mut self, other: &Used) {
        for slot in other.stack.into_iter().flatten() {
            self.slot(slot);
        }
        other.fixed.into_iter().for_each(|at| self.fixed(at));
        self.stored.extend(&other.stored);
    }
}

/// The name of a stack word.
pub(crate) fn name(side: usize, slot: i32) -> String {
    format!("{}.stack[{slot}]", ["left", "right"][side])
}

enum Place {
    Fixed(u32),
    Slot(i32),
    Unknown,
}

impl Machine<'_> {
    fn frame(&mut self) -> &mut Frame {
        self.path.state.frame.as_mut().expect("it has one")
    }

    fn place(&mut self, address: Word) -> Place {
        if let Some(at) = self.terms().as_constant(address) {
            return Place::Fixed(at);
        }
        let stack = self.frame().stack;
        let distance = self.terms().sub(address, stack);
        match self.terms().as_constant(distance).map(|distance| distance as i32) {
            Some(slot) if slot % 4 == 0 && slot.unsigned_abs() <= FRAME => Place::Slot(slot),
            _ => Place::Unknown,
        }
    }

    /// The word at an address; an error is any other outcome of the load.
    pub(crate) fn load_with_frame(&mut self, address: Word) -> Result<Word, Flow> {
        let at = match self.place(address) {
            Place::Unknown => return Err(Flow::Stuck(Stuck::UnknownAddress)),
            Place::Slot(slot) => {
                let frame = self.frame();
                frame.used.slot(slot);
                if let Some(&word) = frame.slots.get(&slot) {
                    return Ok(word);
                }
                let name = name(frame.side, slot);
                let word = self.terms().symbol(&name);
                self.frame().slots.insert(slot, word);
                return Ok(word);
            }
            Place::Fixed(at) => at,
        };
        match at {
            at if !at.is_multiple_of(4) => Err(Flow::Fault),
            at if at < self.text_end => {
                let word = self.scene.memories.image(self.program.side)[at as usize / 4];
                Ok(self.terms().constant(word))
            }
            at if at < MEMORY_END => {
                self.frame().used.fixed(at);
                let memory = self.path.state.memory;
                Ok(self.scene.memories.load(&mut self.scene.terms, memory, address, &|_| None))
            }
            INPUT if self.program.stream.is_empty() => Ok(self.terms().constant(END_OF_INPUT)),
            INPUT => {
                let read = self.frame().read;
                self.frame().read += 1;
                Ok(self.terms().symbol(&format!("read.{read}")))
            }
            _ => Err(Flow::Fault),
        }
    }

    /// Stores a word at an address; an error is any other outcome of the store.
    pub(crate) fn store_with_frame(&mut self, address: Word, word: Word) -> Result<(), Flow> {
        let at = match self.place(address) {
            Place::Unknown => return Err(Flow::Stuck(Stuck::UnknownAddress)),
            Place::Slot(slot) => {
                let frame = self.frame();
                frame.used.slot(slot);
                frame.slots.insert(slot, word);
                if slot >= 0 {
                    frame.used.stored.insert(slot);
                }
                return Ok(());
            }
            Place::Fixed(at) => at,
        };
        match at {
            at if !at.is_multiple_of(4) => return Err(Flow::Fault),
            at if at < self.text_end => return Err(Flow::Stuck(Stuck::OtherCode)),
            at if at < MEMORY_END => {
                self.frame().used.fixed(at);
                let memory = self.path.state.memory;
                self.path.state.memory = self.scene.memories.store(memory, address, word);
            }
            OUTPUT => self.path.output.push(word),
            _ => return Err(Flow::Fault),
        }
        Ok(())
    }
}
