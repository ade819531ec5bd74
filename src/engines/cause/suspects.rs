//! What a mend points at: its instructions, and those that read what they write.
//!
//! Many pairs may be fixes, since programs hold the same values in many places. Where it is
//! known which edit makes the programs agree, pairs whose right instruction it is about tell
//! most. Who reads what is looked at in the run on the witness, of the right program and of
//! the one with the edit: where a word was written to the wrong register, only the latter
//! knows who should have read it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::engines::difference::Difference;
use crate::engines::mend::Mend;
use crate::isa::Reg;
use crate::link::File;
use crate::machine::semantics::Values;
use crate::machine::{BinaryOp, HiLo, Image, Machine, Recorder, Signedness, Tagged};
use crate::program::Address;

/// The instructions of the right program that a mend of it, which was linked from `files`,
/// points at.
pub fn suspects(difference: &Difference<'_>, mend: &Mend, files: &[File<'_>]) -> BTreeSet<Address> {
    let words = &mend.edit.words;
    let right = difference.images[1];
    let mut suspects = readers(right, difference, words.clone());
    if let Some(mended) = mend.image(files, difference.options) {
        // The text behind the edit may begin elsewhere.
        let (before, after) = (right.words().len(), mended.words().len());
        let end = (words.end + after).saturating_sub(before).max(words.start);
        let back = |at: Address| match at.word_index() {
            index if index < end => at,
            index => Address(((index + before - after) * 4) as u32),
        };
        suspects.extend(readers(&mended, difference, words.start..end).into_iter().map(back));
    }
    suspects
}

/// Instructions among these words, and those that read a word which one of these wrote, in
/// the run on the witness.
fn readers(
    image: &Rc<Image>,
    difference: &Difference<'_>,
    words: Range<usize>,
) -> BTreeSet<Address> {
    // Words of the text that a program loads as data are words of memory.
    let memory = words.clone().map(|word| word as u32 * 4).collect();
    let mut readers = Readers {
        words,
        at: Address(0),
        regs: [false; 32],
        hi_lo: false,
        memory,
        found: BTreeSet::new(),
    };
    Machine::new(image, &difference.inputs).run(difference.options.fuel, &mut readers);
    readers.found
}

/// Knows of each word that is held whether one of the instructions wrote it.
struct Readers {
    words: Range<usize>,
    at: Address,
    regs: [bool; 32],
    hi_lo: bool,
    memory: FxHashSet<u32>,
    found: BTreeSet<Address>,
}

impl Readers {
    fn is_meant(&self) -> bool {
        self.words.contains(&self.at.word_index())
    }

    fn read(&mut self, is_meant: bool) {
        if is_meant {
            self.found.insert(self.at);
        }
    }
}

impl Values for Readers {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}
    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}
    fn address(&mut self, (): (), _: i16) {}
}

impl Recorder for Readers {
    fn begin(&mut self, at: Address) {
        self.at = at;
        self.read(self.is_meant());
    }

    fn get(&mut self, reg: Reg) {
        self.read(self.regs[reg.index()]);
    }

    fn hi(&mut self) {
        self.read(self.hi_lo);
    }

    fn lo(&mut self) {
        self.read(self.hi_lo);
    }

    fn text_word(&mut self, address: u32, _: u32, _: bool) {
        self.read(self.words.contains(&Address(address).word_index()));
    }

    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, address: Tagged<()>, _: u32) {
        self.read(self.memory.contains(&address.value));
    }

    fn set(&mut self, reg: Reg, _: u32, _: Tagged<()>) {
        // The word behind `lis` is written by it.
        let next = self.at.word_index() + 1;
        self.regs[reg.index()] =
            self.is_meant() || self.found.contains(&self.at) && self.words.contains(&next);
    }

    fn multiply(&mut self, _: Signedness, _: [Tagged<()>; 2], _: HiLo) {
        self.hi_lo = self.is_meant();
    }

    fn divide(&mut self, _: Signedness, _: [Tagged<()>; 2], _: HiLo) {
        self.hi_lo = self.is_meant();
    }

    fn store(&mut self, at: Tagged<()>, _: u32, _: Tagged<()>) {
        match self.is_meant() {
            true => self.memory.insert(at.value),
            false => self.memory.remove(&at.value),
        };
    }
}
