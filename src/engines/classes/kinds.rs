//! What comparisons tell of programs that are the same in other registers.
//!
//! Such programs are of one *kind*. A comparison of programs of two kinds asks what every other
//! comparison of programs of these kinds does, but for the names of registers, so what one leaves open
//! the others most likely do, too, and take as long. Nothing is concluded from that but what is not
//! worth asking.

use std::collections::BTreeMap;

use crate::machine::Image;
use crate::machine::mips::{Instruction, Op, Reg, decode};

/// Comparisons of two kinds that stay open, at most: the first one might have stayed so by a chance.
const IN_VAIN: u32 = 2;

/// The kinds of programs, and how comparisons of them came out.
#[derive(Debug)]
pub struct Kinds {
    of: Vec<usize>,
    past: BTreeMap<[usize; 2], Past>,
}

/// How comparisons of two kinds came out.
#[derive(Clone, Copy, Debug, Default)]
struct Past {
    /// Whether one was a proof.
    is_proved: bool,
    /// How many stayed open.
    open: u32,
    /// Whether one stayed open that more work would not have helped, or that had more.
    is_settled: bool,
}

impl Kinds {
    /// Of these programs.
    pub fn new(images: &[impl AsRef<Image>]) -> Kinds {
        let mut kinds = BTreeMap::new();
        let of = images.iter().map(|image| {
            let next = kinds.len();
            *kinds.entry(canonical(image.as_ref().words())).or_insert(next)
        });
        Kinds { of: of.collect(), past: BTreeMap::new() }
    }

    /// The kind of a program.
    pub fn of(&self, program: usize) -> usize {
        self.of[program]
    }

    /// The kinds of two programs.
    pub fn of_both(&self, programs: [usize; 2]) -> [usize; 2] {
        let [a, b] = programs.map(|program| self.of[program]);
        [a.min(b), a.max(b)]
    }

    /// Takes note that programs of these kinds were proved to be the same.
    pub fn proved(&mut self, programs: [usize; 2]) {
        self.past.entry(self.of_both(programs)).or_default().is_proved = true;
    }

    /// Takes note that a comparison stayed open; `is_settled`, whether more work would not help.
    pub fn left_open(&mut self, programs: [usize; 2], is_settled: bool) {
        let past = self.past.entry(self.of_both(programs)).or_default();
        past.open += 1;
        past.is_settled |= is_settled;
    }

    fn past(&self, programs: [usize; 2]) -> Past {
        self.past.get(&self.of_both(programs)).copied().unwrap_or_default()
    }

    /// Whether programs of these kinds were proved to be the same.
    pub fn is_proved(&self, programs: [usize; 2]) -> bool {
        self.past(programs).is_proved
    }

    /// Whether a first comparison is likely to be in vain as others were; `is_likely` where it was so
    /// before any.
    pub fn is_in_vain(&self, programs: [usize; 2], is_likely: bool) -> bool {
        let Past { is_proved, open, .. } = self.past(programs);
        !is_proved && open >= if is_likely { 1 } else { IN_VAIN }
    }

    /// Whether a comparison with a larger budget may tell more.
    pub fn is_worth_more(&self, programs: [usize; 2]) -> bool {
        let Past { is_proved, is_settled, .. } = self.past(programs);
        is_proved || !is_settled
    }

    /// Whether it is not known yet what a comparison is likely to tell.
    pub fn is_new(&self, programs: [usize; 2]) -> bool {
        !self.is_proved(programs) && !self.is_in_vain(programs, false)
    }
}

/// The words of a program with its registers in the order in which it names them, but for those
/// that have a meaning of their own: zero, the inputs, the result, and what the stack is kept with.
fn canonical(words: &[u32]) -> Vec<u32> {
    let mut names: [Option<Reg>; 32] = [None; 32];
    let mut next = 4;
    let mut renamed = |reg: Reg| match reg.number() {
        0..4 | 29.. => reg,
        _ => *names[reg.index()].get_or_insert_with(|| {
            next += 1;
            Reg::new(next - 1).expect("no more than there are")
        }),
    };
    let mut data = false;
    let word = |&word: &u32| {
        let is_data = std::mem::take(&mut data);
        match decode(word) {
            Some(instruction) if !is_data => {
                let Instruction { op, s, t, d, i } = instruction;
                data = op == Op::Lis;
                Instruction { op, s: renamed(s), t: renamed(t), d: renamed(d), i }.encode()
            }
            _ => word,
        }
    };
    words.iter().map(word).collect()
}
