//! Classifies the changes between two procedures: unchanged instructions, and the others by the
//! kind of change.
//!
//! The DiffKemp paper has a pattern for each kind of refactoring, which is recognised and then
//! checked (Section 2.3). Here a refactoring is recognised by its effect on words, and the patterns
//! are names for it: no conclusion depends on them. In procedures that are not known to be
//! equivalent, a change is a pattern only if it operates on the same words, or on words that are
//! dead where both programs next meet; otherwise it may be the cause.

use std::collections::{BTreeMap, BTreeSet};

use super::part::{Aligned, Asked, Close, Pair, Part, Rest};
use crate::evidence::{Apart, Match, Pattern, Together};
use crate::machine::mips::Op;
use crate::program::Address;

/// Instructions that were compared with each other, whatever the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Same,
    Pattern(Pattern),
    /// The blocks that begin at these addresses.
    Block([u32; 2]),
}

/// The status of a pair of procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// They are equivalent.
    Equal,
    /// That is open.
    Open,
}

/// What is known about a pair of instructions, or a group, on all paths through it.
#[derive(Clone, Copy, Debug)]
struct Known {
    seen: Seen,
    is_equal: bool,
    is_carried: bool,
    is_harmless: bool,
}

impl Known {
    fn join(self, other: Known) -> Known {
        Known {
            seen: self.seen.max(other.seen),
            is_equal: self.is_equal && other.is_equal,
            is_carried: self.is_carried && other.is_carried,
            is_harmless: self.is_harmless && other.is_harmless,
        }
    }

    /// How it is reported, in a pair of procedures with this status.
    fn reported(self, status: Status, blocks: &[[u32; 2]]) -> Match {
        match self.seen {
            Seen::Same => Match::Same,
            Seen::Block(at) => {
                Match::Block(blocks.binary_search(&at).expect("each block is known"))
            }
            Seen::Pattern(_) if status == Status::Open && !self.is_harmless => {
                match self.is_carried {
                    true => Match::Same,
                    false => Match::Changed,
                }
            }
            Seen::Pattern(pattern) => Match::Pattern(pattern),
        }
    }
}

/// The unchanged part of two procedures, and the changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    pairs: BTreeMap<[u32; 2], Known>,
    /// Differing constants that `lis` loads, by their addresses.
    constants: BTreeMap<[u32; 2], Known>,
    groups: BTreeMap<[Vec<u32>; 2], Known>,
    blocks: BTreeMap<[u32; 2], (Asked, [BTreeSet<u32>; 2])>,
}

impl Changes {
    /// Pairs of equal instructions, in the order of the left program.
    pub fn same(&self) -> impl Iterator<Item = [u32; 2]> {
        self.pairs.iter().filter(|(_, it)| it.seen == Seen::Same).map(|(&at, _)| at)
    }

    /// Pairs of instructions, and of constants, that correspond but differ, or are not known to
    /// operate on the same words.
    pub fn together(&self, status: Status) -> impl Iterator<Item = Together> + '_ {
        let blocks: Vec<[u32; 2]> = self.blocks.keys().copied().collect();
        let pairs = self.pairs.iter().filter(|(_, it)| it.seen != Seen::Same || !it.is_equal);
        pairs.chain(&self.constants).map(move |(at, known)| Together {
            at: at.map(Address),
            known: known.reported(status, &blocks),
            is_equal: known.is_equal,
        })
    }

    /// Instructions without a counterpart.
    pub fn apart(&self, status: Status) -> impl Iterator<Item = Apart> {
        let blocks: Vec<[u32; 2]> = self.blocks.keys().copied().collect();
        let apart = self.groups.iter();
        apart.map(move |(at, known)| Apart {
            at: at.each_ref().map(|at| at.iter().copied().map(Address).collect()),
            known: known.reported(status, &blocks),
        })
    }

    /// The count of each pattern: instructions for pair patterns, otherwise places.
    pub fn patterns(&self, status: Status) -> BTreeMap<Pattern, usize> {
        let mut patterns: BTreeMap<Pattern, BTreeSet<Address>> = BTreeMap::new();
        let mut note = |known: Match, at: Option<Address>| {
            if let (Match::Pattern(pattern), Some(at)) = (known, at) {
                patterns.entry(pattern).or_default().insert(at);
            }
        };
        self.together(status).for_each(|pair| note(pair.known, Some(pair.at[0])));
        for Apart { at: [left, right], known } in self.apart(status) {
            note(known, left.first().or(right.first()).copied());
        }
        patterns.into_iter().map(|(pattern, at)| (pattern, at.len())).collect()
    }

    /// Blocks that a solver compared, each with its instructions.
    pub fn blocks(&self) -> impl Iterator<Item = (&Asked, &[BTreeSet<u32>; 2])> {
        self.blocks.values().map(|(asked, at)| (asked, at))
    }

    /// Records the part executed between two places.
    pub fn take(&mut self, part: &Part, aligned: Aligned) {
        let Aligned { pairs, rest, customs } = aligned;
        let block = part.asked.as_ref().map(|asked| asked.from);
        let mut executed: [BTreeSet<u32>; 2] = Default::default();
        for side in 0..2 {
            executed[side].extend(pairs.iter().map(|pair| pair.at[side]));
            executed[side].extend(rest[side].iter().map(|rest| rest.at));
        }
        for (pattern, at) in customs {
            let seen = Seen::Pattern(Pattern::Custom(pattern));
            let known = Known { seen, is_equal: false, is_carried: false, is_harmless: true };
            join(&mut self.groups, at, known);
        }
        for pair in &pairs {
            let known = Known {
                seen: seen(part, pair, block),
                is_equal: pair.is_equal,
                // The constant that `lis` loads is reported separately.
                is_carried: pair.is_carried || pair.instructions.iter().all(|it| it.op == Op::Lis),
                is_harmless: pair.is_harmless,
            };
            join(&mut self.pairs, pair.at, known);
            let [a, b] = pair.instructions;
            if a.op == Op::Lis && b.op == Op::Lis && !pair.is_equal {
                let seen = Seen::Pattern(Pattern::MovedSlots);
                let at = pair.at.map(|at| at.wrapping_add(4));
                join(&mut self.constants, at, Known { seen, is_carried: false, ..known });
            }
        }
        self.take_rest(part, rest, block);
        if let Some(asked) = &part.asked {
            let (_, known) = self
                .blocks
                .entry(asked.from)
                .or_insert_with(|| (asked.clone(), Default::default()));
            for (known, executed) in known.iter_mut().zip(executed) {
                known.extend(executed);
            }
        }
    }

    fn take_rest(&mut self, part: &Part, rest: [Vec<Rest>; 2], block: Option<[u32; 2]>) {
        let mut group = |seen: Seen, of: &dyn Fn(&&Rest) -> bool| {
            let all = rest.each_ref().map(|rest| rest.iter().filter(of));
            let is_harmless = all.clone().into_iter().flatten().all(|it| it.is_harmless);
            let at = all.map(|rest| rest.map(|it| it.at).collect::<Vec<u32>>());
            if at.iter().any(|at| !at.is_empty()) {
                join(
                    &mut self.groups,
                    at,
                    Known { seen, is_equal: false, is_carried: false, is_harmless },
                );
            }
        };
        if part.is_inlined() {
            group(Seen::Pattern(Pattern::Inlined), &|_| true);
            return;
        }
        group(Seen::Pattern(Pattern::Jumps), &|it| it.is_jump);
        let are_there = rest.each_ref().map(|rest| rest.iter().any(|it| !it.is_jump));
        let seen = match (block, are_there) {
            (Some(at), _) => Seen::Block(at),
            (None, [true, true]) => Seen::Pattern(Pattern::Arithmetic),
            (None, _) => Seen::Pattern(Pattern::DeadCode),
        };
        group(seen, &|it| !it.is_jump);
    }
}

/// The classification of an instruction.
fn seen(part: &Part, pair: &Pair, block: Option<[u32; 2]>) -> Seen {
    let [a, b] = pair.instructions;
    let are_branches = pair.instructions.iter().all(|it| matches!(it.op, Op::Beq | Op::Bne));
    let has_same_registers = (a.s, a.t, a.d) == (b.s, b.t, b.d);
    match block {
        Some(at) if part.close == Close::Block || !pair.is_equal => Seen::Block(at),
        _ if pair.is_last && are_branches && (part.close == Close::Inverse || a.op != b.op) => {
            Seen::Pattern(Pattern::InverseBranch)
        }
        _ if pair.is_moved => Seen::Pattern(Pattern::MovedCode),
        _ if pair.is_same => Seen::Same,
        _ if has_same_registers && a.op == b.op => Seen::Pattern(Pattern::MovedSlots),
        _ if pair.is_equal => Seen::Pattern(Pattern::RenamedRegisters),
        _ => Seen::Pattern(Pattern::Arithmetic),
    }
}

fn join<K: Ord>(all: &mut BTreeMap<K, Known>, at: K, known: Known) {
    all.entry(at).and_modify(|it| *it = it.join(known)).or_insert(known);
}
