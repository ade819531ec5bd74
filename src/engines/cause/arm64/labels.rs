//! The labels of ARM64 runs, and the fixes that can be made of them.
//!
//! As for MIPS, a word is replaced by a word, an address by an address, and the outcome of a branch by that
//! of another branch or its negation. A word that is read from a register is taken only if the register still
//! has its initial word, which no instruction wrote; it can be replaced everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::common::common;
use super::runs::{Fix, Run, Site, Written};
use crate::machine::arm64::record::{Location, Slot};
use crate::machine::arm64::{Reg, Register, Stop};

/// Maximum number of labels of all executions of an instruction, for each program.
const LABELS: usize = 300;
/// Maximum number of labels of single executions, for each program.
const SINGLE: usize = 60;
/// Maximum number of words of a run that are compared with the other's.
const COMPARED: usize = 1_000;

/// A candidate for a fix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
}

/// A label, with its words on a run.
struct Label {
    place: Site,
    /// The number of words that were kept before it.
    position: usize,
    /// The words, by the number of the execution.
    words: Rc<BTreeMap<u32, u64>>,
    /// Whether it is a single execution, and the only one of its instruction.
    is_only: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Address,
    Branch,
}

impl Kind {
    fn of(slot: Slot) -> Kind {
        match slot {
            Slot::Taken => Kind::Branch,
            Slot::Address => Kind::Address,
            Slot::First | Slot::Second | Slot::Register | Slot::Memory | Slot::Output => Kind::Word,
        }
    }
}

pub(super) fn is_operand(slot: Slot) -> bool {
    matches!(slot, Slot::First | Slot::Second)
}

/// The role of a label in a fix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Its word is taken.
    From,
    /// Its word is replaced.
    To,
}

/// All fixes of labels that occur on the run of the reference and on the other one, and replace a word by a
/// different one, in order; and whether there are more than are considered.
pub(super) fn fixes(runs: [&Run; 2]) -> (Vec<Candidate>, bool) {
    let (from, is_from_cut) = labels(runs[0], Role::From);
    let (to, is_to_cut) = labels(runs[1], Role::To);
    let is_output = is_output(runs[1]);
    let common = in_common(runs);
    let mut fixes = Vec::new();
    for to in &to {
        let is_trivial = is_output(&to.place);
        for from in from.iter().filter(|from| is_alike(from, to)) {
            let kind = Kind::of(to.place.slot);
            for is_negated in [false, true] {
                if is_negated && kind != Kind::Branch || !changes(from, to, is_negated) {
                    continue;
                }
                let order = (
                    to.place.occurrence.is_some(),
                    is_operand(to.place.slot),
                    is_operand(from.place.slot),
                    is_negated,
                    common[1].contains(&to.position),
                    common[0].contains(&from.position),
                    to.position,
                    from.position,
                );
                let fix = Fix { from: from.place, is_negated, to: to.place };
                fixes.push((order, Candidate { fix, is_trivial }));
            }
        }
    }
    fixes.sort_by_key(|(order, _)| *order);
    (fixes.into_iter().map(|(_, fix)| fix).collect(), is_from_cut || is_to_cut)
}

fn labels(run: &Run, role: Role) -> (Vec<Label>, bool) {
    let mut words: BTreeMap<(u64, Slot), BTreeMap<u32, u64>> = BTreeMap::new();
    for one in &run.written {
        words.entry((one.at, one.slot)).or_default().insert(one.occurrence, one.value);
    }
    let words: BTreeMap<_, _> = words.into_iter().map(|(at, words)| (at, Rc::new(words))).collect();
    let (mut labels, mut seen, mut is_cut) = (Vec::new(), BTreeSet::new(), false);
    let (mut all, mut single) = (0, 0);
    let mut is_written = [false; Register::COUNT];
    for (position, one) in run.written.iter().enumerate() {
        let is_new = seen.insert((one.at, one.slot));
        let is_initial = match one.location {
            Location::Register(place) if is_operand(one.slot) => !is_written[place.index()],
            Location::Register(place) => {
                is_written[place.index()] = true;
                false
            }
            Location::Memory(_) | Location::None => false,
        };
        if returns(one) || role == Role::From && is_operand(one.slot) && !is_initial {
            continue;
        }
        let (at, slot) = (one.at, one.slot);
        let words = &words[&(at, slot)];
        if is_new && all < LABELS {
            all += 1;
            let place = Site { at, slot, occurrence: None };
            labels.push(Label { place, position, words: Rc::clone(words), is_only: false });
        }
        is_cut |= is_new && all == LABELS;
        if !is_operand(slot) && single < SINGLE {
            single += 1;
            let place = Site { at, slot, occurrence: Some(one.occurrence) };
            let is_only = words.len() == 1;
            let words = Rc::new(BTreeMap::from([(one.occurrence, one.value)]));
            labels.push(Label { place, position, words, is_only });
        }
        is_cut |= single == SINGLE;
    }
    (labels, is_cut)
}

/// Whether a word is a return address: another program has no use for it.
fn returns(one: &Written) -> bool {
    one.location == Location::Register(Register::LINK) && one.value == one.at.wrapping_add(4)
}

/// Whether both stand for all executions of an instruction, or both for a single one, and not both instructions are
/// executed only once.
fn is_alike(from: &Label, to: &Label) -> bool {
    from.place.occurrence.is_some() == to.place.occurrence.is_some()
        && !(from.is_only && to.is_only)
        && Kind::of(from.place.slot) == Kind::of(to.place.slot)
}

/// Whether a fix replaces some word by a different one. `is_negated` is a property of the fix: a branch takes the
/// opposite outcome.
fn changes(from: &Label, to: &Label, is_negated: bool) -> bool {
    from.words.iter().any(|(occurrence, &word)| {
        let word = if is_negated { 1 - word } else { word };
        let occurrence = to.place.occurrence.unwrap_or(*occurrence);
        to.words.get(&occurrence).is_some_and(|&written| written != word)
    })
}

/// The words of the first execution at which a fix replaces a word by a different one, in the width that is
/// written there.
pub(super) fn first_change(from: &[Written], to: &[Written], fix: Fix) -> Option<[Written; 2]> {
    let mut changed = from.iter().filter(|one| fix.from.contains(one)).filter_map(|taken| {
        let value = if fix.is_negated { 1 - taken.value } else { taken.value };
        let occurrence = fix.to.occurrence.unwrap_or(taken.occurrence);
        let replaced =
            to.iter().find(|one| fix.to.contains(one) && one.occurrence == occurrence)?;
        (value != replaced.value).then_some([*taken, *replaced])
    });
    changed.next()
}

/// Whether a word of a run is the output itself: a printed word, or `x0` at the end.
fn is_output(run: &Run) -> impl Fn(&Site) -> bool {
    let result = Location::Register(Register::d_or_n(Reg::RESULT));
    let is_last = |one: &Written| (one.slot, one.location) == (Slot::Register, result);
    let last = run.written.iter().rposition(is_last).filter(|_| run.end.stop == Stop::Done);
    move |place: &Site| {
        place.slot == Slot::Output || last.is_some_and(|last| place.contains(&run.written[last]))
    }
}

/// The positions of a longest common subsequence of the words that two runs write.
fn in_common(runs: [&Run; 2]) -> [FxHashSet<usize>; 2] {
    let kept = runs.map(|run| {
        let all = run.written.iter().enumerate().filter(|(_, one)| !is_operand(one.slot));
        all.take(COMPARED).collect::<Vec<_>>()
    });
    let words = kept.each_ref().map(|kept| {
        kept.iter().map(|(_, one)| (Kind::of(one.slot), one.value)).collect::<Vec<_>>()
    });
    let [left, right] = common(&words[0], &words[1]);
    [
        left.into_iter().map(|at| kept[0][at].0).collect(),
        right.into_iter().map(|at| kept[1][at].0).collect(),
    ]
}
