//! Recognizes programs that differ only by a renaming of registers.
//!
//! Let `p` be an injective map of registers such that each instruction of one program is the
//! other's at the same place with its registers mapped. Their runs on an input then proceed in
//! parallel: after the same number of steps both are at the same place, `hi` and `lo` are equal,
//! and a register `r` of the first holds what `p(r)` of the other does. This holds at the start,
//! where `p` maps only to registers with the same initial word. A step preserves it, as long as
//! only instruction fetches read the words in which the texts differ. So programs that load or
//! store are excluded, and the words that `lis` reads have to be equal in both. After the texts
//! memory is zero, which is no instruction, and stays so; with an array there would be other words.
//! Observed registers have to be mapped to themselves. Then both stop, fault or run for ever on the
//! same inputs, with the same observations. No run and no solver is involved.

use crate::machine::Image;
use crate::machine::mips::{Instruction, Op, Reg, decode};
use crate::machine::setup::Observable;

/// Whether two programs are a renaming of each other, and therefore equivalent on all inputs.
pub fn is_renaming(left: &Image, right: &Image) -> bool {
    let setup = left.setup();
    let is_plain = setup == right.setup()
        && setup.array.is_none()
        && [left, right].iter().all(|image| image.printer().is_none());
    let (words, others) = (left.words(), right.words());
    if !is_plain || words.len() != others.len() || decode(0).is_some() {
        return false;
    }
    let mut registers = Registers::default();
    for reg in [Reg::ZERO, Reg::RESULT, Reg::RETURN_ADDRESS] {
        registers.maps(reg, reg);
    }
    for observable in &setup.observation.others {
        let is_kept = match *observable {
            Observable::Register(reg) | Observable::Kept(reg) => registers.maps(reg, reg),
            Observable::Word(address) => address.0 >= left.text_end(),
            Observable::Element(_) | Observable::Array => false,
        };
        if !is_kept {
            return false;
        }
    }
    let mut is_data = false;
    let mut both = words.iter().zip(others);
    both.all(|(&word, &other)| {
        let is_read = std::mem::take(&mut is_data);
        let (first, second) = match (decode(word), decode(other)) {
            (Some(first), Some(second)) => (first, second),
            (None, None) => return word == other,
            _ => return false,
        };
        let Instruction { op, s, t, d, i } = first;
        is_data = op == Op::Lis;
        let is_same = op == second.op && i == second.i && !matches!(op, Op::Lw | Op::Sw);
        let maps = |&(from, to): &(Reg, Reg)| {
            left.initial(from) == left.initial(to) && registers.maps(from, to)
        };
        let operands = [(s, second.s), (t, second.t), (d, second.d)];
        is_same && (!is_read || word == other) && operands.iter().all(maps)
    })
}

/// An injective map of registers.
#[derive(Default)]
struct Registers {
    to: [Option<Reg>; 32],
    from: [Option<Reg>; 32],
}

impl Registers {
    /// Maps a register to another if that is possible; returns whether it was.
    fn maps(&mut self, from: Reg, to: Reg) -> bool {
        *self.to[from.index()].get_or_insert(to) == to
            && *self.from[to.index()].get_or_insert(from) == from
    }
}
