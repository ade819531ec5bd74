//! The snippets of user patterns, and their matches in the text of a program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use thiserror::Error;

use super::relation::{HI, LO};
use crate::flow::{Successors, successors};
use crate::machine::Image;
use crate::machine::mips::{self, Instruction, Op, Reg};
use crate::term::Term;

/// A place that a snippet's words are in.
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
    /// Its index among the words of a state.
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

/// Two snippets of code, the old one and the new one, and their correspondence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippets {
    /// The name of the pattern.
    pub name: String,
    /// The words of both.
    pub words: [Vec<u32>; 2],
    /// Wildcard words, by their index in the snippet; those with the same number must be equal.
    pub any: [BTreeMap<usize, usize>; 2],
    /// The places that are equal before both, in the old one and in the new one.
    pub entry: Vec<[Held; 2]>,
    /// The places that are equal after both.
    pub exit: Vec<[Held; 2]>,
    /// Further places that each may change.
    pub scratch: [BTreeSet<Held>; 2],
}

/// Why a snippet is invalid, at one of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// It has no instructions.
    #[error("there are no instructions")]
    Empty,
    /// It does something that is not allowed in snippets.
    #[error("a snippet computes with registers only: no memory, calls, returns or other words")]
    Instruction,
    /// It branches back, out of the snippet or into a constant.
    #[error("a snippet may branch forward only, to one of its instructions or to its end")]
    Branch,
    /// `lis` is the last word, without a constant.
    #[error("the word of `lis` is missing")]
    NoWord,
    /// A wildcard is not the constant of a `lis`.
    #[error("only a word behind `lis` may be any")]
    Any,
    /// It changes a place that neither corresponds at the exit nor is declared as scratch.
    #[error("{0} is changed, and is neither at the exit nor scratch")]
    Changes(Held),
}

/// How a pattern was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// By rewriting, by theories, or by a solver.
    Solver,
    /// By trying all words.
    AllWords,
}

/// A proved pattern: every value of this type is proved.
#[derive(Clone, Debug)]
pub struct Custom {
    pub(super) snippets: Snippets,
    /// The old snippet as a program.
    pub(super) old: Rc<Image>,
    /// How it was proved.
    pub shown: Shown,
}

impl Custom {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.snippets.name
    }
}

/// Checks that the old snippet (0), or the new one, is valid; the error is the word at which it is
/// not.
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
        if let Some(Successors::Branch { target, .. }) = successors(4 * at as u32, word) {
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

/// Whether an instruction only computes with registers and branches.
fn computes(it: Instruction) -> bool {
    !matches!(it.op, Op::Lw | Op::Sw | Op::Jr | Op::Jalr)
}

/// The places that an instruction changes.
fn written(it: Instruction) -> Vec<Held> {
    match it.op {
        Op::Mult | Op::Multu | Op::Div | Op::Divu => vec![Held::High, Held::Low],
        Op::Beq | Op::Bne => vec![],
        _ => vec![Held::Register(it.d)],
    }
}

/// A match of a snippet in a program's text, up to registers and wildcards.
#[derive(Clone, Debug)]
pub(super) struct Match {
    /// The index of the pattern.
    pub pattern: usize,
    /// The snippet: 0 is the old one.
    pub snippet: usize,
    pub names: Names,
    /// Its end address.
    pub end: u32,
}

/// The registers and wildcard words that a match assigns to those of a snippet, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub registers: [Option<Reg>; 32],
    pub any: BTreeMap<usize, u32>,
}

/// An executed snippet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    pub pattern: usize,
    pub snippet: usize,
    /// The words before it, and its wildcards.
    pub before: (Vec<Term>, BTreeMap<usize, u32>),
    /// Its instructions, by their indices in the path.
    pub path: std::ops::Range<usize>,
}

impl Instance {
    /// Whether the two are the two snippets of one pattern, with the same words before them.
    pub fn belongs_to(&self, other: &Instance) -> bool {
        self.pattern == other.pattern
            && self.snippet != other.snippet
            && self.before == other.before
    }
}

/// The matches of some patterns in a program's text.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    at: BTreeMap<u32, Match>,
    pub patterns: Rc<[Custom]>,
}

impl Matches {
    /// The matches in the text of the old program (0), or of the new one.
    pub fn of(patterns: &Rc<[Custom]>, image: &Image, side: usize) -> Matches {
        let mut at = BTreeMap::new();
        // If both snippets match, the one that belongs to this version is preferred.
        for snippet in [side, 1 - side] {
            for (pattern, custom) in patterns.iter().enumerate() {
                for start in 0..image.words().len() {
                    let place = custom.snippets.place(snippet, &image.words()[start..]);
                    if let Some(names) = place {
                        let length = custom.snippets.words[snippet].len();
                        let end = 4 * (start + length) as u32;
                        let place = Match { pattern, snippet, names, end };
                        at.entry(4 * start as u32).or_insert(place);
                    }
                }
            }
        }
        Matches { at, patterns: Rc::clone(patterns) }
    }

    /// The match that begins at an address.
    pub fn get(&self, at: u32) -> Option<&Match> {
        self.at.get(&at)
    }
}

impl Snippets {
    /// The registers and words that a match at the beginning of a text assigns; `None` where there
    /// is no match.
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
