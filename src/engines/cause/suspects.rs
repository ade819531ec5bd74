//! The instructions that a repair concerns: those that it edits, and those that read what these write.
//!
//! Many pairs may be fixes, since programs have the same values in many places. If it is known which edit
//! makes the programs agree, pairs whose right instruction it concerns explain most. The readers of a word
//! are found in the runs on the witness of the right program and of the edited one: if a word was written to
//! the wrong register, only the edited program shows which instructions should have read it.
//!
//! An edit may also write to a register that the right program does not write to there. Then what this
//! register holds is suspect.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::engines::difference::Difference;
use crate::engines::mend::{Edit, Mend};
use crate::evidence::EditKind;
use crate::link::File;
use crate::machine::mips::Operands;
use crate::machine::mips::{Op, Reg, decode};
use crate::machine::values::Values;
use crate::machine::{BinaryOp, HiLo, Image, Machine, Recorder, Signedness, Tagged};
use crate::program::Address;
use crate::report::Side;

/// What a repair concerns in the right program.
#[derive(Clone, Debug, Default)]
pub struct Suspects {
    /// Instructions.
    pub instructions: BTreeSet<Address>,
    /// Registers that hold another word before an instruction because the repair writes them and the program
    /// does not.
    pub held: BTreeSet<(Address, Reg)>,
    /// The repaired program, if it is proved to agree with the left one.
    pub mended: Option<Rc<Image>>,
    /// Instructions of both programs whose lines are not in both texts
    /// ([`differing`](crate::engines::mend::differing)). They come first among equally strong causes.
    pub differing: [BTreeSet<Address>; 2],
}

/// What a repair of the right program, which was linked from `files`, concerns. Nothing if it edits the left
/// one.
pub fn suspects(difference: &Difference<'_>, mend: &Mend, files: &[File<'_>]) -> Suspects {
    if mend.side == Side::Left {
        return Suspects::default();
    }
    let Edit { kind, words, from, to, more, .. } = &mend.edit;
    let right = difference.images[1];
    let edited = mend.image(files, difference.options);
    // If several lines were edited, words of the edited program cannot be assigned to them.
    let Some(mended) = edited.as_ref().filter(|_| more.is_empty()) else {
        let places = std::iter::once(words).chain(more.iter().map(|change| &change.words));
        let all = places.flat_map(|words| readers(right, difference, words.clone()));
        let (instructions, mended) = (all.collect(), edited.filter(|_| mend.proved));
        return Suspects { instructions, mended, ..Suspects::default() };
    };
    // The text after the edit may begin at another address.
    let (before, after) = (right.words().len(), mended.words().len());
    let end = (words.end + after).saturating_sub(before).max(words.start);
    let last = words.end.saturating_sub(1).max(words.start);
    let back = |at: Address| match at.word_index() {
        index if index < end => Address((index.min(last) * 4) as u32),
        index => Address(((index + before - after) * 4) as u32),
    };
    let is_beside = to.ends_with(&format!("\n{from}")) || to.starts_with(&format!("{from}\n"));
    let is_inserted = match kind {
        EditKind::Restored => is_beside,
        kind => *kind == EditKind::Inserted,
    };
    let (old, new) = match is_inserted {
        // The instruction that was there is unchanged.
        true if to.ends_with(from.as_str()) => (0..0, words.start..end - words.len()),
        true => (0..0, words.end..end),
        false => (words.clone(), words.start..end),
    };
    let mut instructions = readers(right, difference, old.clone());
    instructions.extend(readers(mended, difference, new.clone()).into_iter().map(back));
    let was = destinations(right.words(), old);
    let is = destinations(mended.words(), new);
    let mut held = BTreeSet::new();
    if is_inserted {
        let here = Address(words.start as u32 * 4);
        instructions.insert(here);
        held.extend(is.iter().filter_map(|it| Some((here, it.1?))));
    } else {
        // An instruction writes to another register, or was moved.
        for &(at, own) in &was {
            let others = is.iter().filter_map(|it| it.1).filter(|reg| Some(*reg) != own);
            held.extend(others.map(|reg| (at, reg)));
        }
    }
    let mended = mend.proved.then(|| Rc::clone(mended));
    Suspects { instructions, held, mended, ..Suspects::default() }
}

/// The instructions among these words of a program, each with the register that it writes.
fn destinations(words: &[u32], of: Range<usize>) -> Vec<(Address, Option<Reg>)> {
    let mut destinations = Vec::new();
    let mut is_loaded = false;
    for index in of {
        let instruction = decode(words[index]).filter(|_| !is_loaded);
        is_loaded = instruction.is_some_and(|it| it.op == Op::Lis);
        let Some(instruction) = instruction else { continue };
        let reg = match instruction.op {
            Op::Beq | Op::Bne | Op::Jr | Op::Jalr | Op::Sw => None,
            Op::Mult | Op::Multu | Op::Div | Op::Divu => None,
            _ => Operands::of(instruction).d.register(),
        };
        destinations.push((Address(index as u32 * 4), reg));
    }
    destinations
}

/// The instructions among these words, and those that read a word which one of them wrote, in the run on the
/// witness.
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

/// Tracks for each word whether one of the instructions wrote it.
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

    /// Records the instruction as a reader if the word that it reads `is_meant`: a suspect wrote it.
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
        // The word after `lis` is written by it.
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
