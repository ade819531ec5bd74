//! Predicts comparisons from earlier ones of the same programs in other registers.
//!
//! Programs that differ only by a renaming of registers are of one *kind*. All comparisons of
//! programs of two given kinds are the same question up to register names, so if one is undecided,
//! the others probably are, too, and take as long. No conclusion is drawn from that, except which
//! comparisons are not worthwhile.

use std::collections::BTreeMap;

use crate::machine::mips::{Instruction, Op, Reg, decode};

/// Maximum number of undecided comparisons of two kinds: the first one may have been an accident.
const IN_VAIN: u32 = 2;

/// The kinds of programs, and the results of their comparisons.
#[derive(Debug)]
pub struct Kinds {
    of: Vec<usize>,
    past: BTreeMap<[usize; 2], Past>,
}

/// The results of comparisons of two kinds.
#[derive(Clone, Copy, Debug, Default)]
struct Past {
    /// Whether one was a proof.
    is_proved: bool,
    /// Number of undecided ones.
    open: u32,
    /// Whether one is undecided for which more work would not help, or that had more.
    is_settled: bool,
}

impl Kinds {
    /// The kinds of programs with these representations.
    pub fn new(programs: impl Iterator<Item = Vec<u32>>) -> Kinds {
        let mut kinds = BTreeMap::new();
        let of = programs.map(|canonical| {
            let next = kinds.len();
            *kinds.entry(canonical).or_insert(next)
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

    /// Records a proof that programs of these kinds are equivalent.
    pub fn proved(&mut self, programs: [usize; 2]) {
        self.past.entry(self.of_both(programs)).or_default().is_proved = true;
    }

    /// Records an undecided comparison. `is_settled` is a property of it: more work would not help.
    pub fn left_open(&mut self, programs: [usize; 2], is_settled: bool) {
        let past = self.past.entry(self.of_both(programs)).or_default();
        past.open += 1;
        past.is_settled |= is_settled;
    }

    fn past(&self, programs: [usize; 2]) -> Past {
        self.past.get(&self.of_both(programs)).copied().unwrap_or_default()
    }

    /// Whether programs of these kinds were proved equivalent.
    pub fn is_proved(&self, programs: [usize; 2]) -> bool {
        self.past(programs).is_proved
    }

    /// Whether a first comparison would probably fail as others did. `is_likely` is an estimate of the
    /// caller from the programs alone: that it fails.
    pub fn would_fail(&self, programs: [usize; 2], is_likely: bool) -> bool {
        let Past { is_proved, open, .. } = self.past(programs);
        !is_proved && open >= if is_likely { 1 } else { IN_VAIN }
    }

    /// Whether a comparison with a larger budget may help.
    pub fn is_worth_more(&self, programs: [usize; 2]) -> bool {
        let Past { is_proved, is_settled, .. } = self.past(programs);
        is_proved || !is_settled
    }

    /// Whether the result of a comparison cannot be predicted yet.
    pub fn is_new(&self, programs: [usize; 2]) -> bool {
        !self.is_proved(programs) && !self.would_fail(programs, false)
    }
}

/// The words of a program with its registers renumbered by first use, except those with a special
/// meaning: zero, the inputs, the result, and those that manage the stack.
pub fn canonical(words: &[u32]) -> Vec<u32> {
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
