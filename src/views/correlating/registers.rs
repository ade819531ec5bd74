//! Allocates the registers of both halves of a correlating program.
//!
//! The left half keeps its own registers where possible, and the right half gets the remaining
//! ones. If there are too few, the most used ones stay in registers and the others are stored in
//! memory.

use super::text::Text;
use crate::flow::cfg::Graph;
use crate::machine::mips::{Instruction, Op, Reg, decode};
use crate::machine::{Image, Initial};
use crate::program::Address;

/// The register that holds the end of memory, the base of accesses to [`RegisterHome::Word`].
pub(super) const BASE: Reg = Reg::STACK_POINTER;

/// The first of these words, as a distance from [`BASE`] in words.
const FIRST_WORD: i16 = 32;

/// The location of a half's register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegisterHome {
    /// `$0`, or a register that the half does not use.
    Nowhere,
    /// In a register.
    Register(Reg),
    /// In memory, at this distance from [`BASE`] in bytes.
    Word(i16),
}

/// The index of `hi`, after those of the registers.
pub(super) const HIGH: usize = 32;
/// The index of `lo`.
pub(super) const LOW: usize = 33;
/// The number of indices.
const KEPT: usize = 34;

/// The locations of all registers of both halves.
pub(super) struct Registers {
    places: [[RegisterHome; KEPT]; 2],
    /// Registers that neither half uses, for temporary values.
    pub scratch: [Reg; 4],
}

impl Registers {
    /// Allocates the registers. `None` if the contract has inputs in nearly all registers.
    pub fn of(images: [&Image; 2], graphs: &[Graph; 2]) -> Option<Registers> {
        let uses = [0, 1].map(|side| uses(images[side], &graphs[side]));
        let is_zero =
            |reg: Reg| images.iter().all(|image| matches!(image.initial(reg), Initial::Word(0)));
        // A jump to the address in `$31` ends the program.
        let taken = [Reg::ZERO, BASE, Reg::RETURN_ADDRESS];
        let mut free: Vec<Reg> = Reg::all().filter(|reg| !taken.contains(reg)).collect();
        let mut scratch: Vec<Reg> = free.iter().copied().filter(|&reg| is_zero(reg)).collect();
        scratch.sort_by_key(|reg| (uses[0][reg.index()], std::cmp::Reverse(reg.index())));
        let scratch: [Reg; 4] = scratch.get(..4)?.try_into().ok()?;
        free.retain(|reg| !scratch.contains(reg));
        let mut places = [[RegisterHome::Nowhere; KEPT]; 2];
        let mut homeless = Vec::new();
        for side in [0, 1] {
            for kept in (1..KEPT).filter(|&kept| uses[side][kept] > 0) {
                let same = free.iter().position(|reg| side == 0 && reg.index() == kept);
                match same {
                    Some(same) => places[side][kept] = RegisterHome::Register(free.remove(same)),
                    None => homeless.push((side, kept)),
                }
            }
        }
        homeless.sort_by_key(|&(side, kept)| std::cmp::Reverse(uses[side][kept]));
        free.retain(|&reg| is_zero(reg));
        let mut words = (FIRST_WORD..).map(|word| -4 * word);
        for (side, kept) in homeless {
            places[side][kept] = match free.pop() {
                Some(reg) => RegisterHome::Register(reg),
                None => RegisterHome::Word(words.next().expect("there are at most 68")),
            };
        }
        Some(Registers { places, scratch })
    }

    pub fn place(&self, side: usize, kept: usize) -> RegisterHome {
        self.places[side][kept]
    }

    /// Appends code to read a half's register; returns the register with the value, which is
    /// `scratch` if it is stored in memory.
    pub fn read(&self, text: &mut Text, side: usize, kept: usize, scratch: Reg) -> Reg {
        match self.place(side, kept) {
            RegisterHome::Nowhere => Reg::ZERO,
            RegisterHome::Register(reg) => reg,
            RegisterHome::Word(at) => {
                text.line(&format!("lw {scratch}, {at}({BASE})"));
                scratch
            }
        }
    }

    /// The register into which to compute the value of a half's register; `scratch` if that is in
    /// memory or unused. [`Registers::written`] must follow.
    pub fn target(&self, side: usize, kept: usize, scratch: Reg) -> Reg {
        match self.place(side, kept) {
            RegisterHome::Register(reg) => reg,
            RegisterHome::Nowhere | RegisterHome::Word(_) => scratch,
        }
    }

    /// Appends code to store the value in [`Registers::target`].
    pub fn written(&self, text: &mut Text, side: usize, kept: usize, scratch: Reg) {
        if let RegisterHome::Word(at) = self.place(side, kept) {
            text.line(&format!("sw {scratch}, {at}({BASE})"));
        }
    }
}

/// How often the reachable instructions of a program use each register, `hi` and `lo`.
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
