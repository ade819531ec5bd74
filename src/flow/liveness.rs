//! Live words: those of the state that may be read before they are written.
//!
//! The backward data-flow analysis of textbooks (Aho, Lam, Sethi and Ullman, section 9.2.5), over
//! single instructions. It covers the text as assembled. Where the next instruction is unknown,
//! after a computed jump or outside the text, all words are live.

use super::{Successors, successors, touched};
use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::machine::setup::Observable;
use crate::program::Address;

/// A set of registers, `hi` and `lo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(u64);

impl Places {
    const HI: u32 = 32;
    const LO: u32 = 33;
    const ALL: Places = Places((1 << 34) - 2);

    /// Whether a register is one of them.
    pub fn has_reg(self, reg: Reg) -> bool {
        self.has(reg.number().into())
    }

    /// Whether `hi` is one of them.
    pub fn has_hi(self) -> bool {
        self.has(Places::HI)
    }

    /// Whether `lo` is one of them.
    pub fn has_lo(self) -> bool {
        self.has(Places::LO)
    }

    pub(super) fn add_reg(&mut self, reg: Reg) {
        // `$0` is not part of the state.
        self.0 |= 1 << reg.number() & Places::ALL.0;
    }

    pub(super) fn add_hi(&mut self) {
        self.0 |= 1 << Places::HI;
    }

    pub(super) fn add_lo(&mut self) {
        self.0 |= 1 << Places::LO;
    }

    fn has(self, place: u32) -> bool {
        self.0 >> place & 1 == 1
    }

    fn and(self, others: Places) -> Places {
        Places(self.0 | others.0)
    }

    fn without(self, others: Places) -> Places {
        Places(self.0 & !others.0)
    }
}

/// The registers that an instruction reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    pub reads: Places,
    pub writes: Places,
}

/// The live words of a program.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// The words live before each word of the text.
    before: Vec<Places>,
    observed: Places,
}

impl Liveness {
    /// The live words of a program, given what is observed of it.
    pub fn of(image: &Image) -> Liveness {
        let words = image.words();
        let mut observed = Places::default();
        let observation = &image.setup().observation;
        if observation.result {
            observed.add_reg(Reg::RESULT);
        }
        for observable in &observation.others {
            match *observable {
                Observable::Register(reg) | Observable::Kept(reg) => observed.add_reg(reg),
                Observable::Word(_) | Observable::Element(_) | Observable::Array => {}
            }
        }
        let all =
            || words.iter().enumerate().map(|(index, &word)| (Address::of_word(index).0, word));
        // In a program that never changes `$31`, a jump to `$31` stops it.
        let may_return = all().any(|(pc, word)| {
            let calls = successors(pc, word) == Some(Successors::Call);
            calls || touched(pc, word).writes.has_reg(Reg::RETURN_ADDRESS)
        });
        let mut before = vec![Places::default(); words.len()];
        loop {
            let mut changed = false;
            for (pc, word) in all().collect::<Vec<_>>().into_iter().rev() {
                let at = |to: u32| match to.is_multiple_of(4) {
                    true => before.get(Address(to).word_index()).copied().unwrap_or(Places::ALL),
                    // The fetch faults.
                    false => Places::default(),
                };
                let Touched { reads, writes } = touched(pc, word);
                let behind = match successors(pc, word) {
                    None => Places::default(),
                    Some(Successors::One(next)) => at(next),
                    Some(Successors::Branch { target, next }) => at(target).and(at(next)),
                    Some(Successors::Jump) if !may_return && reads.has_reg(Reg::RETURN_ADDRESS) => {
                        observed
                    }
                    Some(Successors::Jump | Successors::Call) => Places::ALL,
                };
                let now = behind.without(writes).and(reads);
                let index = Address(pc).word_index();
                changed |= before[index] != now;
                before[index] = now;
            }
            if !changed {
                return Liveness { before, observed };
            }
        }
    }

    /// The words live before the instruction at an address.
    pub fn at(&self, pc: u32) -> Places {
        self.before.get(Address(pc).word_index()).copied().unwrap_or(Places::ALL)
    }

    /// The words observed where the program stops.
    pub fn at_end(&self) -> Places {
        self.observed
    }
}
