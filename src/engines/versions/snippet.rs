//! Snippets of code that a user's pattern is made of, and where they are in the text of a program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use thiserror::Error;

use super::relation::{HI, LO};
use crate::flow::{Ways, ways};
use crate::machine::Image;
use crate::machine::mips::{self, Instruction, Op, Reg};
use crate::term::Term;

/// What a snippet's words are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Held {
    /// A register.
    Register(Reg),
    /// `hi`.
    High,
    /// `lo`.
    Low,
}

impl Held {
    /// Its place among the words of a state.
    pub(super) fn index(self) -> usize {
        match self {
            Held::Register(reg) => reg.index(),
            Held::High => HI,
            Held::Low => LO,
        }
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::Register(reg) => reg.fmt(f),
            Held::High => f.write_str("hi"),
            Held::Low => f.write_str("lo"),
        }
    }
}

/// Two snippets of code, the old one and the new one, and what corresponds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippets {
    /// What the pattern is called.
    pub name: String,
    /// The words of both.
    pub words: [Vec<u32>; 2],
    /// Words that may be any, though they are the same wherever they have the same number, by
    /// their index in the snippet.
    pub any: [BTreeMap<usize, usize>; 2],
    /// What holds the same before both, in the old one and in the new one.
    pub entry: Vec<[Held; 2]>,
    /// What holds the same behind both.
    pub exit: Vec<[Held; 2]>,
    /// What else each may change.
    pub scratch: [BTreeSet<Held>; 2],
}

/// Why a snippet is none, and in which of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// It has no instructions.
    #[error("there are no instructions")]
    Empty,
    /// It does something that snippets may not.
    #[error("a snippet computes with registers only: no memory, calls, returns or other words")]
    Instruction,
    /// It branches back, out of the snippet or into a constant.
    #[error("a snippet may branch forward only, to one of its instructions or to its end")]
    Branch,
    /// `lis` has no word.
    #[error("the word of `lis` is missing")]
    NoWord,
    /// A word that may be any is not one that `lis` loads.
    #[error("only a word behind `lis` may be any")]
    Any,
    /// It changes what corresponds to nothing at the exit and is not said to be free.
    #[error("{0} is changed, and is neither at the exit nor scratch")]
    Changes(Held),
}

/// How a pattern was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// By rewriting, by what is known of numbers, or by a solver.
    Solver,
    /// By trying all words.
    AllWords,
}

/// A pattern that is proved: there is none else.
#[derive(Clone, Debug)]
pub struct Custom {
    pub(super) snippets: Snippets,
    /// The old snippet as a program.
    pub(super) old: Rc<Image>,
    /// How that is known.
    pub shown: Shown,
}

impl Custom {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.snippets.name
    }
}

/// Whether the old snippet (0), or the new one, is one; else at which of its words it is not.
pub(super) fn fit(snippets: &Snippets, side: usize) -> Result<(), (usize, Unfit)> {
    let words = &snippets.words[side];
    let unfit = |at: usize, why: Unfit| Err((at, why));
    if words.is_empty() {
        return unfit(0, Unfit::Empty);
    }
    let mut starts = BTreeSet::from([words.len()]);
    let mut targets = Vec::new();
    let mut constants = BTreeSet::new();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        starts.insert(at);
        let Some(it) = mips::decode(word).filter(|it| computes(*it)) else {
            return unfit(at, Unfit::Instruction);
        };
        if let Some(Ways::Branch { target, .. }) = ways(4 * at as u32, word) {
            targets.push((at, target as usize / 4));
        }
        let is_free = |held: Held| {
            held == Held::Register(Reg::ZERO)
                || snippets.scratch[side].contains(&held)
                || snippets.exit.iter().any(|exit| exit[side] == held)
        };
        if let Some(held) = written(it).into_iter().find(|&held| !is_free(held)) {
            return unfit(at, Unfit::Changes(held));
        }
        if it.op == Op::Lis {
            constants.insert(at + 1);
            if at + 1 == words.len() {
                return unfit(at, Unfit::NoWord);
            }
        }
        at += if it.op == Op::Lis { 2 } else { 1 };
    }
    if let Some(&at) = snippets.any[side].keys().find(|at| !constants.contains(at)) {
        return unfit(at, Unfit::Any);
    }
    match targets.into_iter().find(|(at, target)| target <= at || !starts.contains(target)) {
        Some((at, _)) => unfit(at, Unfit::Branch),
        None => Ok(()),
    }
}

/// Whether an instruction does nothing but compute with registers and branch.
fn computes(it: Instruction) -> bool {
    !matches!(it.op, Op::Lw | Op::Sw | Op::Jr | Op::Jalr)
}

/// What an instruction changes.
fn written(it: Instruction) -> Vec<Held> {
    match it.op {
        Op::Mult | Op::Multu | Op::Div | Op::Divu => vec![Held::High, Held::Low],
        Op::Beq | Op::Bne => vec![],
        _ => vec![Held::Register(it.d)],
    }
}

/// Where a program's text is a snippet, up to what may be any.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The pattern, by its index.
    pub pattern: usize,
    /// The snippet: 0 is the old one.
    pub snippet: usize,
    pub names: Names,
    /// Where it ends.
    pub end: u32,
}

/// What stands for a snippet's registers, by their numbers, and for its words that may be any.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub registers: [Option<Reg>; 32],
    pub any: BTreeMap<usize, u32>,
}

/// A snippet that was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    pub pattern: usize,
    pub snippet: usize,
    /// What is held before, and the words that may be any.
    pub before: (Vec<Term>, BTreeMap<usize, u32>),
    /// Its instructions, by their indices in the path.
    pub path: std::ops::Range<usize>,
}

impl Instance {
    /// Whether one is the other snippet of the same pattern, with the same words before.
    pub fn belongs_to(&self, other: &Instance) -> bool {
        self.pattern == other.pattern
            && self.snippet != other.snippet
            && self.before == other.before
    }
}

/// Where snippets of some patterns are in a program's text.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    at: BTreeMap<u32, Place>,
    pub patterns: Rc<[Custom]>,
}

impl Places {
    /// Those in the text of the old program (0), or of the new one.
    pub fn of(patterns: &Rc<[Custom]>, image: &Image, side: usize) -> Places {
        let mut at = BTreeMap::new();
        // Where both snippets fit, one is taken that the program should have.
        for snippet in [side, 1 - side] {
            for (pattern, custom) in patterns.iter().enumerate() {
                for start in 0..image.words().len() {
                    let place = custom.snippets.place(snippet, &image.words()[start..]);
                    if let Some(names) = place {
                        let length = custom.snippets.words[snippet].len();
                        let end = 4 * (start + length) as u32;
                        let place = Place { pattern, snippet, names, end };
                        at.entry(4 * start as u32).or_insert(place);
                    }
                }
            }
        }
        Places { at, patterns: Rc::clone(patterns) }
    }

    /// The snippet that begins at an address.
    pub fn get(&self, at: u32) -> Option<&Place> {
        self.at.get(&at)
    }
}

impl Snippets {
    /// The registers and the words that stand for a snippet's at the beginning of a text; none where
    /// it is not there.
    fn place(&self, snippet: usize, text: &[u32]) -> Option<Names> {
        let words = &self.words[snippet];
        let mut registers = [None; 32];
        registers[0] = Some(Reg::ZERO);
        let mut taken = FxHashSet::from_iter([Reg::ZERO]);
        let mut any = BTreeMap::new();
        let mut stands_for = |reg: Reg, here: Reg| match registers[reg.index()] {
            Some(known) => known == here,
            None => {
                registers[reg.index()] = Some(here);
                taken.insert(here)
            }
        };
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            let of = mips::decode(word).expect("a snippet is made of instructions");
            let it = text.get(at).and_then(|&word| mips::decode(word))?;
            if (of.op, of.i) != (it.op, it.i) {
                return None;
            }
            let pairs = [(of.s, it.s), (of.t, it.t), (of.d, it.d)];
            if !pairs.into_iter().all(|(of, it)| stands_for(of, it)) {
                return None;
            }
            at += 1;
            if of.op == Op::Lis {
                let here = *text.get(at)?;
                match self.any[snippet].get(&at) {
                    Some(&number) if *any.entry(number).or_insert(here) == here => {}
                    None if words[at] == here => {}
                    _ => return None,
                }
                at += 1;
            }
        }
        Some(Names { registers, any })
    }
}
