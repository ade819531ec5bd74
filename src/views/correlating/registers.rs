//! Where the correlating program keeps the registers of its halves.
//!
//! The left half keeps its registers where it can, and the right half gets those that are left.
//! Registers that do not fit are words of memory: the most used ones are in registers.

use super::text::Text;
use crate::flow::cfg::Graph;
use crate::machine::mips::{Instruction, Op, Reg, decode};
use crate::machine::{Image, Initial};
use crate::program::Address;

/// The register that holds the end of memory, by which the words of [`Place::Word`] are accessed.
pub(super) const BASE: Reg = Reg::STACK_POINTER;

/// Words that are kept by their distance from [`BASE`], in words.
const FIRST_WORD: i16 = 32;

/// Where a register of a half is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It is `$0`, or the half has no use for it.
    Nowhere,
    /// In a register.
    Register(Reg),
    /// In memory, at this distance from [`BASE`].
    Word(i16),
}

/// The number of `hi`, behind those of the registers.
pub(super) const HIGH: usize = 32;
/// The number of `lo`.
pub(super) const LOW: usize = 33;
/// How many numbers there are.
const KEPT: usize = 34;

/// The places of all registers of both halves.
pub(super) struct Registers {
    places: [[Place; KEPT]; 2],
    /// Registers that neither half has, for addresses, words, links and numbers.
    pub scratch: [Reg; 4],
}

impl Registers {
    /// None where the contract gives the programs words in nearly all registers.
    pub fn of(images: [&Image; 2], graphs: &[Graph; 2]) -> Option<Registers> {
        let uses = [0, 1].map(|side| uses(images[side], &graphs[side]));
        let is_zero =
            |reg: Reg| images.iter().all(|image| matches!(image.initial(reg), Initial::Word(0)));
        // `$31` ends the whole.
        let taken = [Reg::ZERO, BASE, Reg::RETURN_ADDRESS];
        let mut free: Vec<Reg> = Reg::all().filter(|reg| !taken.contains(reg)).collect();
        let mut scratch: Vec<Reg> = free.iter().copied().filter(|&reg| is_zero(reg)).collect();
        scratch.sort_by_key(|reg| (uses[0][reg.index()], std::cmp::Reverse(reg.index())));
        let scratch: [Reg; 4] = scratch.get(..4)?.try_into().ok()?;
        free.retain(|reg| !scratch.contains(reg));
        let mut places = [[Place::Nowhere; KEPT]; 2];
        let mut homeless = Vec::new();
        for side in [0, 1] {
            for kept in (1..KEPT).filter(|&kept| uses[side][kept] > 0) {
                let same = free.iter().position(|reg| side == 0 && reg.index() == kept);
                match same {
                    Some(same) => places[side][kept] = Place::Register(free.remove(same)),
                    None => homeless.push((side, kept)),
                }
            }
        }
        homeless.sort_by_key(|&(side, kept)| std::cmp::Reverse(uses[side][kept]));
        free.retain(|&reg| is_zero(reg));
        let mut words = (FIRST_WORD..).map(|word| -4 * word);
        for (side, kept) in homeless {
            places[side][kept] = match free.pop() {
                Some(reg) => Place::Register(reg),
                None => Place::Word(words.next().expect("there are at most 68")),
            };
        }
        Some(Registers { places, scratch })
    }

    pub fn place(&self, side: usize, kept: usize) -> Place {
        self.places[side][kept]
    }

    /// The register in which a half's register is once `text` has run, `scratch` where it is in
    /// memory.
    pub fn read(&self, text: &mut Text, side: usize, kept: usize, scratch: Reg) -> Reg {
        match self.place(side, kept) {
            Place::Nowhere => Reg::ZERO,
            Place::Register(reg) => reg,
            Place::Word(at) => {
                text.line(&format!("lw {scratch}, {at}({BASE})"));
                scratch
            }
        }
    }

    /// The register into which a value is computed for a half's register, `scratch` where that is
    /// in memory or nowhere. [`Registers::written`] belongs behind it.
    pub fn target(&self, side: usize, kept: usize, scratch: Reg) -> Reg {
        match self.place(side, kept) {
            Place::Register(reg) => reg,
            Place::Nowhere | Place::Word(_) => scratch,
        }
    }

    /// Stores what was computed into [`Registers::target`].
    pub fn written(&self, text: &mut Text, side: usize, kept: usize, scratch: Reg) {
        if let Place::Word(at) = self.place(side, kept) {
            text.line(&format!("sw {scratch}, {at}({BASE})"));
        }
    }
}

/// How often the reached instructions of a program name each register, `hi` and `lo`.
fn uses(image: &Image, graph: &Graph) -> [usize; KEPT] {
    let mut uses = [0; KEPT];
    let (mut high, mut low) = (0, 0);
    for (index, &word) in image.words().iter().enumerate() {
        let at = Address(4 * index as u32);
        let Some(instruction) = decode(word).filter(|_| graph.is_reached(at)) else { continue };
        let Instruction { op, s, t, d, .. } = instruction;
        [s, t, d].into_iter().for_each(|reg| uses[reg.index()] += 1);
        uses[Reg::RETURN_ADDRESS.index()] += usize::from(op == Op::Jalr);
        high += usize::from(op == Op::Mfhi);
        low += usize::from(op == Op::Mflo);
    }
    uses[Reg::RESULT.index()] += 1;
    uses[0] = 0;
    (uses[HIGH], uses[LOW]) = (high, low);
    uses
}
