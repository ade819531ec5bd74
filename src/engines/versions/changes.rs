//! What was changed between two programs that do the same: instructions that are as they
//! were, and the others by what became of them.
//!
//! The paper has a pattern for each kind of refactoring, which is recognised and then checked
//! (Section 2.3). Here a refactoring is seen in what it does to words, and the patterns
//! are names for what was seen: nothing is concluded from them.

use std::collections::{BTreeMap, BTreeSet};

use super::run::Run;
use crate::evidence::Pattern;
use crate::isa::{self, Instruction, Op};
use crate::machine::Image;
use crate::program::Address;

/// What both programs executed between two synchronisation points.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    paths: [Vec<u32>; 2],
    /// Whether a solver was asked.
    is_block: bool,
    pub is_inverse: bool,
    inlined: u32,
}

impl Part {
    /// What two runs executed, which is taken from them.
    pub fn of(runs: &mut [Run; 2], is_block: bool, inlined: u32) -> Part {
        let paths = runs.each_mut().map(|run| {
            let mut path = std::mem::take(&mut run.path);
            path.push(run.at);
            path
        });
        Part { paths, is_block, is_inverse: false, inlined }
    }

    /// Two blocks that a solver has compared.
    pub fn block(runs: &mut [Run; 2]) -> Part {
        let paths = runs.each_mut().map(|run| std::mem::take(&mut run.path));
        Part { paths, is_block: true, is_inverse: false, inlined: 0 }
    }

    /// Adds what was executed to what was before.
    pub fn add_to(&self, trails: &mut [Vec<u32>; 2]) {
        trails.iter_mut().zip(&self.paths).for_each(|(trail, path)| trail.extend(path));
    }
}

/// How much of two procedures is as it was, and what became of the rest.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// Pairs of instructions that are the same.
    same: BTreeSet<[u32; 2]>,
    patterns: BTreeMap<Pattern, BTreeSet<u32>>,
    blocks: BTreeSet<[u32; 2]>,
}

impl Changes {
    /// Instructions that are the same.
    pub fn instructions(&self) -> usize {
        self.same.len()
    }

    /// How often each pattern was met.
    pub fn patterns(&self) -> BTreeMap<Pattern, usize> {
        self.patterns.iter().map(|(&pattern, at)| (pattern, at.len())).collect()
    }

    /// Blocks that a solver has compared.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Pairs of instructions that belong together, in the order of the left program.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.same.iter().copied()
    }

    /// Takes note of what was executed between two points.
    pub fn count(&mut self, images: [&Image; 2], part: &Part) {
        let decoded = [0, 1].map(|side| {
            let words = images[side].words();
            let decode = |&at: &u32| {
                let word = *words.get(Address(at).word_index())?;
                Some((at, isa::decode(word)?))
            };
            part.paths[side].iter().filter_map(decode).collect::<Vec<(u32, Instruction)>>()
        });
        let [left, right] = &decoded;
        let mut note = |pattern: Pattern, at: u32| {
            self.patterns.entry(pattern).or_default().insert(at);
        };
        if part.is_inverse
            && let Some(&(at, _)) = left.last()
        {
            note(Pattern::InverseBranch, at);
        }
        if part.inlined > 0
            && let Some(&(at, _)) = left.first()
        {
            note(Pattern::Inlined, at);
        }
        // Jumps have no part in what is computed.
        let jumps = |it: &Instruction| it.op == Op::Beq && it.s == it.t;
        let count = |path: &[(u32, Instruction)]| path.iter().filter(|(_, it)| jumps(it)).count();
        if count(left) != count(right) && part.inlined == 0 {
            let at = left.first().or(right.first()).map_or(0, |&(at, _)| at);
            note(Pattern::Jumps, at);
        }
        let straight = [left, right]
            .map(|path| path.iter().copied().filter(|(_, it)| !jumps(it)).collect::<Vec<_>>());
        let [left, right] = &straight;
        let is_alike = |a: &Instruction, b: &Instruction| a.op == b.op;
        let begin = left.iter().zip(right).take_while(|(a, b)| is_alike(&a.1, &b.1)).count();
        let most = left.len().min(right.len()) - begin;
        let ended = left.iter().rev().zip(right.iter().rev());
        let end = ended.take(most).take_while(|(a, b)| is_alike(&a.1, &b.1)).count();
        let firsts = left[..begin].iter().zip(&right[..begin]);
        let lasts = left[left.len() - end..].iter().zip(&right[right.len() - end..]);
        let mut same = Vec::new();
        for (&(a, one), &(b, other)) in firsts.chain(lasts) {
            match one == other
                || (one.s, one.t, one.d) == (other.s, other.t, other.d)
                    && matches!(one.op, Op::Beq | Op::Bne)
            {
                true => same.push([a, b]),
                false if (one.s, one.t, one.d) != (other.s, other.t, other.d) => {
                    note(Pattern::RenamedRegisters, a);
                }
                false => note(Pattern::MovedSlots, a),
            }
        }
        let middles = [&left[begin..left.len() - end], &right[begin..right.len() - end]];
        let at = middles[0].first().or(middles[1].first()).map(|&(at, _)| at);
        if let Some(at) = at
            && !part.is_block
            && part.inlined == 0
        {
            let sorted = middles.map(|path| {
                let mut words: Vec<u32> = path.iter().map(|(_, it)| it.encode()).collect();
                words.sort_unstable();
                words
            });
            let pattern = match sorted.each_ref().map(Vec::is_empty) {
                [false, false] if sorted[0] == sorted[1] => Pattern::MovedCode,
                [true, _] | [_, true] => Pattern::DeadCode,
                _ => Pattern::Arithmetic,
            };
            note(pattern, at);
        }
        if part.is_block {
            let ends = part.paths.each_ref().map(|path| path.first().copied().unwrap_or(0));
            self.blocks.insert(ends);
        }
        self.same.extend(same);
    }
}
