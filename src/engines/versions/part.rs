//! The instructions that both programs executed between two points, and their correspondence (`smap`
//! of DiffKemp).
//!
//! The DiffKemp paper's `smap` (Section 2.2) maps equal instructions. Here instructions correspond
//! if they are equal, or if they are similar and operate on the same word: what they write, store,
//! print or branch by is one term. Renamed registers, other frames and other orders therefore keep
//! their instructions paired. An instruction that is paired across another pair is moved code (a
//! *relocation* of DiffKemp, section 2.3). The pairing proves nothing: everything known about the points comes
//! from their relation.

use std::iter::Peekable;

use super::said::Said;
use rustc_hash::FxHashSet;

use super::relation::ProgramState;
use super::run::Run;
use super::snippet::Instance;
use crate::machine::Image;
use crate::machine::mips::{self, Instruction, Op};
use crate::program::Address;
use crate::term::Term;

/// Maximum number of pairs of instructions that are weighed to align two sequences.
const WEIGHED: usize = 1 << 16;
/// The maximum weight of a pair: the same instruction on the same words.
const FULL_WEIGHT: u32 = 6;

/// How both programs have reached the end of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// Their last instructions meet.
    Met,
    /// Their last instructions meet, and branch on inverse conditions.
    Inverse,
    /// They continue with blocks that begin at their last instructions.
    GoesOn,
    /// It is a block, without a final instruction.
    Block,
    /// They are not known to agree.
    Open,
}

/// Two blocks that a solver compared.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Their first addresses.
    pub from: [u32; 2],
    /// Their end addresses.
    pub to: [u32; 2],
    /// The relation at the beginning.
    pub before: Said,
    /// Further facts there, for a reader.
    pub given: Vec<String>,
    /// The relation at the end.
    pub after: Said,
}

/// The execution of both programs between two points.
#[derive(Clone, Debug)]
pub(super) struct Part {
    paths: [Vec<u32>; 2],
    /// The words that instructions operate on, each with its index in the path.
    values: [Vec<(usize, Term)>; 2],
    /// The words that they read from registers, in the same form.
    operands: [Vec<(usize, Term)>; 2],
    /// The words of both at the end.
    ends: [Vec<Term>; 2],
    pub close: Close,
    /// The blocks given to a solver.
    pub asked: Option<Asked>,
    inlined: u32,
    /// Pairs of corresponding snippets of user patterns that both executed.
    snippets: Vec<[Instance; 2]>,
}

impl Part {
    /// The execution of two runs, which is moved out of them.
    pub fn of(runs: &mut [Run; 2], close: Close, asked: Option<Asked>, inlined: u32) -> Part {
        let paths = runs.each_mut().map(|run| {
            let mut path = std::mem::take(&mut run.path);
            if close != Close::Block {
                path.push(run.at);
            }
            path
        });
        let values = runs.each_mut().map(|run| std::mem::take(&mut run.values));
        let operands = runs.each_mut().map(|run| std::mem::take(&mut run.operands));
        let words = |ProgramState { words, slots, .. }: &ProgramState| {
            words.iter().chain(slots.values()).copied().collect()
        };
        let ends = runs.each_ref().map(|run| words(&run.state));
        let [old, mut new] = runs.each_mut().map(|run| std::mem::take(&mut run.instances));
        let snippets = old.into_iter().filter_map(|left| {
            let right = new.iter().position(|right| left.belongs_to(right))?;
            Some([left, new.remove(right)])
        });
        let snippets = snippets.collect();
        Part { paths, values, operands, ends, close, asked, inlined, snippets }
    }

    /// Whether one program has inlined what the other calls.
    pub fn is_inlined(&self) -> bool {
        self.inlined > 0
    }

    /// Aligns its instructions. Words that `belong` together are not a difference: addresses of
    /// corresponding procedures, and their return addresses. Words that are `related` were computed
    /// by corresponding instructions, too: if they differ, the instruction that reads them is not
    /// the cause.
    pub fn aligned(
        &self,
        images: [&Image; 2],
        related: &mut FxHashSet<[Term; 2]>,
        belong: impl Fn([Term; 2]) -> bool,
    ) -> Aligned {
        let items = [0, 1].map(|side| self.items(side, images[side]));
        let alignment = Alignment { part: self, items: &items, belong };
        let chosen = alignment.chosen();
        let pairs = alignment.pairs(&chosen, related);
        let rest = [0, 1].map(|side| alignment.rest(side, &chosen));
        let customs = self.snippets.iter().map(|instances| {
            let at = [0, 1].map(|side| self.paths[side][instances[side].path.clone()].to_vec());
            (instances[0].pattern, at)
        });
        Aligned { pairs, rest, customs: customs.collect() }
    }

    fn items(&self, side: usize, image: &Image) -> Vec<Item> {
        let path = &self.paths[side];
        let own = path.len() - usize::from(self.close == Close::GoesOn);
        let mut values = self.values[side].iter().copied().peekable();
        let mut operands = self.operands[side].iter().copied().peekable();
        let mut items = Vec::with_capacity(own);
        for (index, &at) in path[..own].iter().enumerate() {
            let mut about = noted(&mut values, index);
            let operands = noted(&mut operands, index);
            let word = image.words().get(Address(at).word_index());
            let Some(it) = word.and_then(|&word| mips::decode(word)) else { continue };
            // The return address of a call differs between versions.
            if it.op == Op::Jalr && !about.is_empty() {
                about.remove(0);
            }
            if self.snippets.iter().any(|both| both[side].path.contains(&index)) {
                continue;
            }
            let is_jump = it.op == Op::Beq && it.s == it.t;
            let is_last = self.close != Close::Block && index + 1 == path.len();
            items.push(Item { at, it, is_jump, is_last, values: about, operands });
        }
        items
    }
}

/// An executed instruction.
struct Item {
    at: u32,
    it: Instruction,
    /// Whether it always branches: jumps take no part in the computation.
    is_jump: bool,
    /// Whether the part stops at it.
    is_last: bool,
    /// The words that it operates on.
    values: Vec<Term>,
    /// The words that it reads from registers.
    operands: Vec<Term>,
}

/// The notes for an instruction of a path.
fn noted(notes: &mut Peekable<impl Iterator<Item = (usize, Term)>>, index: usize) -> Vec<Term> {
    let mut noted = Vec::new();
    while let Some((_, term)) = notes.next_if(|(of, _)| *of <= index) {
        noted.push(term);
    }
    noted
}

impl Item {
    /// Whether both are the same instruction, up to the branch target.
    fn is_same(&self, other: &Item) -> bool {
        let [a, b] = [self.it, other.it];
        let is_branch = matches!(a.op, Op::Beq | Op::Bne);
        a == b || is_branch && (a.op, a.s, a.t) == (b.op, b.s, b.t)
    }
}

/// The pairing of the instructions of a part.
struct Alignment<'a, B> {
    part: &'a Part,
    items: &'a [Vec<Item>; 2],
    /// Whether different words are not a difference.
    belong: B,
}

/// Two instructions that correspond, by their indices.
struct Chosen {
    at: [usize; 2],
    is_moved: bool,
}

impl<B: Fn([Term; 2]) -> bool> Alignment<'_, B> {
    fn is_same(&self, a: Term, b: Term) -> bool {
        a == b || (self.belong)([a, b])
    }

    /// Whether two instructions operate on the same words.
    fn are_equal(&self, a: &Item, b: &Item) -> bool {
        a.values.len() == b.values.len()
            && a.values.iter().zip(&b.values).all(|(&a, &b)| self.is_same(a, b))
    }

    /// How well two instructions fit together.
    fn weight(&self, a: &Item, b: &Item) -> u32 {
        if a.is_jump || b.is_jump {
            return if a.is_jump && b.is_jump { 2 } else { 0 };
        }
        match (a.is_same(b), a.it.op == b.it.op, self.are_equal(a, b)) {
            (true, _, true) => FULL_WEIGHT,
            (_, true, true) if !a.values.is_empty() => 5,
            (true, ..) => 4,
            (_, true, _) => 1,
            _ => 0,
        }
    }

    /// The last instructions of both programs, if the programs meet there.
    fn met(&self) -> Option<[&Item; 2]> {
        let is_met = matches!(self.part.close, Close::Met | Close::Inverse);
        match self.items.each_ref().map(|items| items.last()) {
            [Some(a), Some(b)] if is_met && a.is_last && b.is_last => Some([a, b]),
            _ => None,
        }
    }

    /// The instructions before those where the programs meet.
    fn before_met(&self) -> [&[Item]; 2] {
        let last = usize::from(self.met().is_some());
        self.items.each_ref().map(|items| &items[..items.len() - last])
    }

    /// The pairs of greatest weight in the same order, then those in a different order.
    fn chosen(&self) -> Vec<Chosen> {
        let [left, right] = self.before_met();
        let in_order =
            brought_together(left.len(), right.len(), |i, j| self.weight(&left[i], &right[j]));
        let mut free = [vec![true; left.len()], vec![true; right.len()]];
        for &[i, j] in &in_order {
            (free[0][i], free[1][j]) = (false, false);
        }
        let in_order = in_order.into_iter().map(|at| Chosen { at, is_moved: false });
        let mut chosen: Vec<Chosen> = in_order.collect();
        for i in 0..left.len() {
            if !free[0][i] || left[i].is_jump {
                continue;
            }
            let is_it = |&j: &usize| {
                free[1][j] && self.are_equal(&left[i], &right[j]) && left[i].it.op == right[j].it.op
            };
            if let Some(j) = (0..right.len()).find(is_it) {
                (free[0][i], free[1][j]) = (false, false);
                chosen.push(Chosen { at: [i, j], is_moved: true });
            }
        }
        chosen
    }

    /// What is known about these pairs, and about the one where the programs meet. Their words
    /// become `related`.
    fn pairs(&self, chosen: &[Chosen], related: &mut FxHashSet<[Term; 2]>) -> Vec<Pair> {
        let [left, right] = self.before_met();
        let items = |chosen: &Chosen| [&left[chosen.at[0]], &right[chosen.at[1]]];
        let pair = |chosen: &Chosen| self.pair(items(chosen), chosen.is_moved, related);
        let mut pairs: Vec<Pair> = chosen.iter().map(pair).collect();
        // A dead word that a live one was computed from may still be the cause.
        let mut read: FxHashSet<[Term; 2]> = FxHashSet::default();
        for (pair, chosen) in pairs.iter_mut().zip(chosen).rev() {
            let [a, b] = items(chosen);
            let is_read = a.values.iter().zip(&b.values).any(|(&a, &b)| read.contains(&[a, b]));
            pair.is_harmless &= pair.is_equal || !is_read;
            if !pair.is_harmless {
                let reads = a.operands.iter().zip(&b.operands).map(|(&a, &b)| [a, b]);
                read.extend(reads.filter(|[a, b]| a != b));
            }
        }
        pairs.extend(self.met().map(|[a, b]| Pair {
            at: [a.at, b.at],
            instructions: [a.it, b.it],
            is_same: a.is_same(b),
            is_moved: false,
            is_last: true,
            is_equal: true,
            is_carried: false,
            is_harmless: true,
        }));
        pairs
    }

    /// The pair of two instructions. `is_moved` is a property of the alignment: the pair crosses another one.
    fn pair(&self, [a, b]: [&Item; 2], is_moved: bool, related: &mut FxHashSet<[Term; 2]>) -> Pair {
        let reads_the_same = a.operands.len() == b.operands.len()
            && a.operands
                .iter()
                .zip(&b.operands)
                .all(|(&a, &b)| self.is_same(a, b) || related.contains(&[a, b]));
        let made = a.values.iter().zip(&b.values).map(|(&a, &b)| [a, b]);
        related.extend(made.filter(|[a, b]| a != b));
        // For blocks only the results are known.
        let is_known = match self.part.close {
            Close::Block => false,
            Close::Open => !(a.is_last && b.is_last),
            Close::Met | Close::Inverse | Close::GoesOn => true,
        };
        let is_equal = is_known && self.are_equal(a, b);
        Pair {
            at: [a.at, b.at],
            instructions: [a.it, b.it],
            is_same: a.is_same(b),
            is_moved,
            is_last: false,
            is_equal,
            is_carried: reads_the_same && (a.it.op, a.it.i) == (b.it.op, b.it.i),
            is_harmless: is_equal || self.is_dead(0, a) && self.is_dead(1, b),
        }
    }

    /// The instructions of a program in none of these pairs.
    fn rest(&self, side: usize, chosen: &[Chosen]) -> Vec<Rest> {
        let mut is_free = vec![true; self.before_met()[side].len()];
        for chosen in chosen {
            is_free[chosen.at[side]] = false;
        }
        let free = self.items[side].iter().zip(is_free).filter(|(_, is_free)| *is_free);
        let rest = free.map(|(item, _)| Rest {
            at: item.at,
            is_jump: item.is_jump,
            is_harmless: self.is_dead(side, item) || self.is_known(side, item),
        });
        rest.collect()
    }

    /// Whether what an instruction writes is dead at the end of the part.
    fn is_dead(&self, side: usize, item: &Item) -> bool {
        self.part.close != Close::Open
            && item.values.iter().all(|value| !self.part.ends[side].contains(value))
    }

    /// Whether the other program has the words that an instruction operates on, too.
    fn is_known(&self, side: usize, item: &Item) -> bool {
        let others = self.items[1 - side].iter().flat_map(|item| &item.values);
        let mut values = item.values.iter();
        item.is_jump
            || values.all(|value| {
                self.part.ends[1 - side].contains(value) || others.clone().any(|it| it == value)
            })
    }
}

/// The aligned instructions of a part.
pub(super) struct Aligned {
    pub pairs: Vec<Pair>,
    /// The instructions of each program without a counterpart.
    pub rest: [Vec<Rest>; 2],
    /// Instructions of snippets that correspond by a user's pattern, with its index.
    pub customs: Vec<(usize, [Vec<u32>; 2])>,
}

/// Two corresponding instructions.
pub(super) struct Pair {
    pub at: [u32; 2],
    pub instructions: [Instruction; 2],
    /// Whether they are the same instruction, up to the branch target.
    pub is_same: bool,
    /// Whether their order differs.
    pub is_moved: bool,
    /// Whether both programs have met there.
    pub is_last: bool,
    /// Whether they operate on the same words.
    pub is_equal: bool,
    /// Whether they apply the same operation to words that are equal, or that earlier instructions
    /// made different.
    pub is_carried: bool,
    /// Whether that holds, or what they write is dead at the end of the part.
    pub is_harmless: bool,
}

/// An instruction without a counterpart.
pub(super) struct Rest {
    pub at: u32,
    pub is_jump: bool,
    /// Whether what it writes is dead at the end of the part, or known to the other program as
    /// well.
    pub is_harmless: bool,
}

/// The order-preserving pairing of two sequences with the greatest total weight, as pairs of
/// indices.
fn brought_together(
    left: usize,
    right: usize,
    weigh: impl Fn(usize, usize) -> u32,
) -> Vec<[usize; 2]> {
    let least = left.min(right);
    let begin = (0..least).take_while(|&it| weigh(it, it) == FULL_WEIGHT).count();
    let ended = |it: usize| weigh(left - 1 - it, right - 1 - it) == FULL_WEIGHT;
    let end = (0..least - begin).take_while(|&it| ended(it)).count();
    let mut pairs: Vec<[usize; 2]> = (0..begin).map(|it| [it, it]).collect();
    let (rows, columns) = (left - begin - end, right - begin - end);
    if rows * columns <= WEIGHED {
        // The weight of the suffixes from a pair of indices on.
        let mut weights = vec![vec![0u32; columns + 1]; rows + 1];
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                let weight = weigh(begin + i, begin + j);
                let together = if weight > 0 { weight + weights[i + 1][j + 1] } else { 0 };
                weights[i][j] = together.max(weights[i + 1][j]).max(weights[i][j + 1]);
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < rows && j < columns {
            let weight = weigh(begin + i, begin + j);
            if weight > 0 && weights[i][j] == weight + weights[i + 1][j + 1] {
                pairs.push([begin + i, begin + j]);
                (i, j) = (i + 1, j + 1);
            } else if weights[i][j] == weights[i + 1][j] {
                i += 1;
            } else {
                j += 1;
            }
        }
    } else {
        let alike = (begin..left - end).zip(begin..right - end);
        pairs.extend(alike.take_while(|&(i, j)| weigh(i, j) > 0).map(|(i, j)| [i, j]));
    }
    pairs.extend((0..end).rev().map(|it| [left - 1 - it, right - 1 - it]));
    pairs
}
