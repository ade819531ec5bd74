//! The labels of a run: words of single executions of instructions, or of all their executions.
//!
//! Besides written words, there are labels for whether a branch is taken, for the address of a load or a
//! store, and for a word that is read from a register. So a fix may concern a wrong branch, a store to a
//! wrong address, a divisor that is zero, and a word that no instruction wrote. A word is replaced by a word,
//! an address by an address, and the outcome of a branch by that of another branch or its negation. A word
//! that is read is a label of its own only if no other label has it: it can be replaced everywhere, and taken
//! where the register still has its initial value.
//!
//! A mistake may also be that nothing is written: a register has a wrong word because an instruction is
//! missing or writes to another register. What a register holds before an instruction is a label that can be
//! replaced where a [repair](super::suspects) names the register and the instruction.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::samples::Run;
use super::{WitnessWord, common};
use crate::engines::tree::{Fix, Site};
use crate::machine::mips::Reg;
use crate::machine::{Slot, Stop as End};
use crate::program::Address;
use crate::symbolic::concolic::Written;

/// Maximum number of labels of a program: for all executions of an instruction, of words that it writes,
/// branches and addresses; and the same number of words that it reads.
const LABELS: usize = 400;
/// Maximum number of pairs of single executions.
const PAIRS: usize = LABELS * LABELS;

/// A label, with its words on a run.
pub(super) struct Label {
    pub place: Site,
    /// The number of words that were kept before it.
    pub position: usize,
    /// The words, by the number of the execution.
    pub words: Rc<BTreeMap<u32, u32>>,
    /// Whether it is a single execution, and the only one of its instruction.
    pub is_only: bool,
}

/// The role of a label in a fix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Its word is taken.
    From,
    /// Its word is replaced.
    To,
}

/// The labels of a run.
struct Labels {
    /// The labels, in order.
    all: Vec<Label>,
    /// Whether there are more labels of all executions of an instruction, or of words that are read.
    is_cut: bool,
    /// Whether there may be more single executions, because the run is out of fuel. If it repeats what it
    /// did, so do its words: then a fix with a later one does the same on the witness as a fix with one of
    /// these.
    is_cut_single: bool,
}

impl Labels {
    fn single(&self) -> impl Iterator<Item = &Label> {
        self.all.iter().filter(|label| label.place.occurrence.is_some())
    }

    /// Keeps only this number of single executions, the first ones.
    fn keep_single(&mut self, most: usize) {
        let mut left = most;
        self.all.retain(|label| {
            let is_kept = label.place.occurrence.is_none() || left > 0;
            left -= usize::from(label.place.occurrence.is_some() && is_kept);
            is_kept
        });
    }
}

/// The labels of two runs, whose words are taken and replaced, in the order of their first executions: all
/// executions of each instruction, and single ones if some instruction has several; and whether there are
/// more.
pub(super) fn labels(runs: [&Run; 2]) -> ([Vec<Label>; 2], bool) {
    let [from, to] = [(runs[0], Role::From), (runs[1], Role::To)];
    let mut labels = [from, to].map(|(run, role)| labels_of(run, role));
    let mut is_cut = labels.iter().any(|it| it.is_cut);
    let counts = labels.each_ref().map(|it| it.single().count());
    if labels.iter().all(|it| it.single().all(|label| label.is_only)) {
        // They would repeat those of all executions.
        labels.iter_mut().for_each(|it| it.keep_single(0));
    } else if counts.iter().all(|&count| count > 0) {
        is_cut |= labels.iter().any(|it| it.is_cut_single);
        for (side, labels) in labels.iter_mut().enumerate() {
            // If the other program has fewer single executions, this one may have more.
            let most = PAIRS / counts[1 - side].min(LABELS);
            labels.keep_single(most);
            is_cut |= counts[side] > most;
        }
    }
    (labels.map(|it| it.all), is_cut)
}

fn labels_of(run: &Run, role: Role) -> Labels {
    let written = &run.written[..];
    let mut words: BTreeMap<(Address, Slot), BTreeMap<u32, u32>> = BTreeMap::new();
    for Written { instance, word, .. } in written {
        let of_place = words.entry((instance.at, instance.slot)).or_default();
        of_place.insert(instance.occurrence, word.value);
    }
    let words: BTreeMap<_, _> = words.into_iter().map(|(at, words)| (at, Rc::new(words))).collect();
    let mut labels = Labels {
        all: Vec::new(),
        is_cut: false,
        is_cut_single: run.outcome.stop == End::OutOfFuel && !run.repeats,
    };
    let mut seen = BTreeSet::new();
    let mut counts = [0; 2];
    let mut is_written = [false; 32];
    for (position, one) in written.iter().enumerate() {
        let (at, slot) = (one.instance.at, one.instance.slot);
        let is_new = seen.insert((at, slot));
        let is_meant = match (slot, role) {
            (Slot::NotTaken, Role::To) | (Slot::Held(_), Role::From) => false,
            (_, Role::From) if slot.is_operand() => {
                is_new && one.reg.is_some_and(|reg| !is_written[reg.index()])
            }
            _ => !returns(one),
        };
        if slot == Slot::Register
            && let Some(reg) = one.reg
        {
            is_written[reg.index()] = true;
        }
        if !is_meant {
            continue;
        }
        let words = &words[&(at, slot)];
        let count = &mut counts[usize::from(slot.is_operand())];
        if is_new && *count < LABELS {
            *count += 1;
            let place = Site { at, slot, occurrence: None };
            labels.all.push(Label { place, position, words: Rc::clone(words), is_only: false });
        } else if is_new {
            labels.is_cut = true;
        }
        if !slot.is_operand() {
            let occurrence = one.instance.occurrence;
            let place = Site { at, slot, occurrence: Some(occurrence) };
            let is_only = words.len() == 1;
            let words = Rc::new(BTreeMap::from([(occurrence, one.word.value)]));
            labels.all.push(Label { place, position, words, is_only });
        }
    }
    labels
}

/// Whether a word is a return address: another program has no use for it.
fn returns(one: &Written<()>) -> bool {
    (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RETURN_ADDRESS))
        && one.word.value == one.instance.at.0.wrapping_add(4)
}

/// The operands of a run that are labels whose words are taken.
pub(super) fn taken_operands(run: &Run) -> FxHashSet<(Address, Slot)> {
    let labels = labels_of(run, Role::From);
    let operands = labels.all.iter().filter(|label| label.place.slot.is_operand());
    operands.map(|label| (label.place.at, label.place.slot)).collect()
}

/// Maximum number of words of a run that are compared with the other's.
const COMPARED: usize = 1_000;

/// The positions of a longest common subsequence of the words that two runs write.
fn in_common(runs: [&Run; 2]) -> [FxHashSet<usize>; 2] {
    let [a, b] = runs.map(|run| {
        let all = run.written.iter().enumerate();
        let is_kept = |slot: Slot| !slot.is_operand() && !matches!(slot, Slot::Held(_));
        let kept = all.filter(|(_, one)| is_kept(one.instance.slot));
        let tokens =
            kept.map(|(position, one)| (position, (Kind::of(one.instance.slot), one.word.value)));
        tokens.take(COMPARED).collect::<Vec<_>>()
    });
    let kept = [&a, &b].map(|run| run.iter().map(|(_, token)| *token).collect::<Vec<_>>());
    let [left, right] = common::common(&kept[0], &kept[1]);
    [left.into_iter().map(|at| a[at].0).collect(), right.into_iter().map(|at| b[at].0).collect()]
}

/// The kind of word in a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Address,
    Branch,
}

impl Kind {
    fn of(slot: Slot) -> Kind {
        match slot {
            Slot::Taken | Slot::NotTaken => Kind::Branch,
            Slot::Address => Kind::Address,
            _ => Kind::Word,
        }
    }
}

/// Whether a fix replaces some word by a different one.
pub(super) fn changes(from: &Label, to: &Label) -> bool {
    from.words.iter().any(|(occurrence, word)| {
        let occurrence = to.place.occurrence.unwrap_or(*occurrence);
        to.words.get(&occurrence).is_some_and(|written| written != word)
    })
}

/// The words of the first execution at which a fix replaces a word by a different one.
pub(super) fn first_change(
    from: &[Written<()>],
    to: &[Written<()>],
    fix: Fix,
) -> Option<[WitnessWord; 2]> {
    let word = |of: &Written<()>| WitnessWord {
        value: of.word.value,
        occurrence: of.instance.occurrence,
        register: of.reg,
        memory: of.to,
    };
    let taken = from.iter().filter(|one| fix.from.contains(one.instance)).map(word);
    let mut changed = taken.filter_map(|taken| {
        let occurrence = fix.to.occurrence.unwrap_or(taken.occurrence);
        let is_replaced = |one: &&Written<()>| {
            fix.to.contains(one.instance) && one.instance.occurrence == occurrence
        };
        let replaced = to.iter().find(is_replaced).map(word)?;
        (taken.value != replaced.value).then_some([taken, replaced])
    });
    changed.next()
}

/// Whether both stand for all executions of an instruction, or both for a single one, and not both instructions are
/// executed only once.
pub(super) fn is_alike(from: &Label, to: &Label) -> bool {
    from.place.occurrence.is_some() == to.place.occurrence.is_some()
        && !(from.is_only && to.is_only)
        && Kind::of(from.place.slot) == Kind::of(to.place.slot)
}

/// A candidate for a fix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
    /// Candidates of a group put the same words in the same place.
    pub group: usize,
}

/// Whether a word of a run is the output itself: a printed word, or `$3` at the end.
fn is_output(run: &Run) -> impl Fn(&Site) -> bool {
    let is_last =
        |one: &Written<()>| (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RESULT));
    let last = run.written.iter().rposition(is_last);
    let last = last.filter(|_| run.outcome.stop == End::Done);
    move |place: &Site| {
        let is_it = |one: &Written<()>| place.contains(one.instance);
        // What that register holds after it is the output, too.
        place.slot == Slot::Output
            || last.is_some_and(|last| is_it(&run.written[last]))
            || place.slot == Slot::Held(Reg::RESULT)
                && run.outcome.stop == End::Done
                && run.written[last.map_or(0, |last| last + 1)..].iter().any(is_it)
    }
}

/// A pair of scalar assignments of RootCause: words that instructions write to registers, `hi` and `lo`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarPair {
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
    /// Whether the words are equal on both runs, wherever both are written.
    pub is_equal: bool,
}

/// All pairs of scalar assignments that occur on two runs, ordered by the second run's label, then the first
/// run's; and whether there are more than are considered.
pub(super) fn scalar_pairs(runs: [&Run; 2]) -> (Vec<ScalarPair>, bool) {
    let ([from, to], is_cut) = labels(runs);
    let is_output = is_output(runs[1]);
    let is_scalar =
        |label: &&Label| matches!(label.place.slot, Slot::Register | Slot::Hi | Slot::Lo);
    let mut pairs = Vec::new();
    for to in to.iter().filter(is_scalar) {
        let is_trivial = is_output(&to.place);
        let alike = from.iter().filter(is_scalar).filter(|from| is_alike(from, to));
        pairs.extend(alike.map(|from| ScalarPair {
            fix: Fix { from: from.place, to: to.place },
            is_trivial,
            is_equal: !changes(from, to),
        }));
    }
    (pairs, is_cut)
}

/// All fixes of labels that occur on two runs and replace a word by a different one (section 4,
/// `PruneCandidatesStatic`), in order; and whether there are more than are considered.
pub(super) fn fixes(runs: [&Run; 2]) -> (Vec<Candidate>, bool) {
    let ([from, to], is_cut) = labels(runs);
    let is_output = is_output(runs[1]);
    let common = in_common(runs);
    // The first label with the same words represents the others.
    let mut firsts: FxHashMap<&BTreeMap<u32, u32>, usize> = FxHashMap::default();
    let firsts: Vec<usize> = from
        .iter()
        .enumerate()
        .map(|(index, label)| *firsts.entry(&label.words).or_insert(index))
        .collect();
    let mut groups: FxHashMap<(Site, usize), usize> = FxHashMap::default();
    let mut fixes = Vec::new();
    for to in &to {
        let is_trivial = is_output(&to.place);
        let alike = from.iter().zip(&firsts).filter(|(from, _)| is_alike(from, to));
        for (from, first) in alike.filter(|(from, _)| changes(from, to)) {
            // All executions of an instruction come before single ones. Words that are written come before
            // words that are read, and these before words that a register holds.
            let order = (
                to.place.occurrence.is_some(),
                matches!(to.place.slot, Slot::Held(_)),
                to.place.slot.is_operand(),
                from.place.slot.is_operand(),
                common[1].contains(&to.position),
                common[0].contains(&from.position),
                to.position,
                from.position,
            );
            let count = groups.len();
            let group = *groups.entry((to.place, *first)).or_insert(count);
            let fix = Fix { from: from.place, to: to.place };
            fixes.push((order, Candidate { fix, is_trivial, group }));
        }
    }
    fixes.sort_by_key(|(order, _)| *order);
    (fixes.into_iter().map(|(_, fix)| fix).collect(), is_cut)
}
