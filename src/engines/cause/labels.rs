//! The labels of a run: what instructions wrote, one execution of them or all.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::Word;
use super::samples::Run;
use crate::engines::tree::{Fix, Place};
use crate::isa::Reg;
use crate::machine::{Slot, Stop as End};
use crate::program::Address;
use crate::symbolic::concolic::Written;

/// Labels of a program that are looked at.
const LABELS: usize = 400;

/// A label, with what it writes on a run.
pub(super) struct Label {
    pub place: Place,
    /// How many words were written before.
    pub position: usize,
    /// The words, by the number of the execution.
    pub words: BTreeMap<u32, u32>,
}

/// The labels of a run in the order of their first executions: all executions of each
/// instruction, and single ones of those that are executed again.
pub(super) fn labels(written: &[Written<()>]) -> Vec<Label> {
    let mut words: BTreeMap<(Address, Slot), BTreeMap<u32, u32>> = BTreeMap::new();
    for Written { instance, word, .. } in written {
        let of_place = words.entry((instance.at, instance.slot)).or_default();
        of_place.insert(instance.occurrence, word.value);
    }
    let mut labels = Vec::new();
    let mut seen = BTreeSet::new();
    for (position, one) in written.iter().enumerate() {
        let (at, slot) = (one.instance.at, one.instance.slot);
        // Where a call returns to is no value that another program has.
        if one.reg == Some(Reg::RETURN_ADDRESS) && one.word.value == at.0.wrapping_add(4) {
            continue;
        }
        let all = &words[&(at, slot)];
        if seen.insert((at, slot)) {
            let place = Place { at, slot, occurrence: None };
            labels.push(Label { place, position, words: all.clone() });
        }
        if all.len() > 1 {
            let occurrence = one.instance.occurrence;
            let place = Place { at, slot, occurrence: Some(occurrence) };
            let words = BTreeMap::from([(occurrence, one.word.value)]);
            labels.push(Label { place, position, words });
        }
        if labels.len() >= LABELS {
            break;
        }
    }
    labels
}

/// Words of a run that are compared with the other's.
const COMPARED: usize = 1_000;

/// The positions at which two runs write the same words in the same order, as many as
/// can be (a longest common subsequence).
fn common(runs: [&Run; 2]) -> [FxHashSet<usize>; 2] {
    let [a, b] = runs.map(|run| {
        run.written.iter().take(COMPARED).map(|one| one.word.value).collect::<Vec<u32>>()
    });
    // How long it is from each pair of positions on.
    let width = b.len() + 1;
    let mut longest = vec![0u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = match a[i] == b[j] {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let mut common = [FxHashSet::default(), FxHashSet::default()];
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            common[0].insert(i);
            common[1].insert(j);
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}

/// Whether a fix writes another word than the one that was written, somewhere.
pub(super) fn changes(from: &Label, to: &Label) -> bool {
    from.words.iter().any(|(occurrence, word)| {
        let occurrence = to.place.occurrence.unwrap_or(*occurrence);
        to.words.get(&occurrence).is_some_and(|written| written != word)
    })
}

/// The words of the first executions at which a fix writes another word than the one
/// that was written.
pub(super) fn first_change(
    from: &[Written<()>],
    to: &[Written<()>],
    fix: Fix,
) -> Option<[Word; 2]> {
    let word = |of: &Written<()>| Word { value: of.word.value, occurrence: of.instance.occurrence };
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

/// Whether both are single executions, or both are all of an instruction.
pub(super) fn is_alike(from: &Label, to: &Label) -> bool {
    from.place.occurrence.is_some() == to.place.occurrence.is_some()
}

/// All fixes of labels that occur on two runs and write other words there (section 4,
/// `PruneCandidatesStatic`), in order, and whether each is trivial; and whether there are
/// more than are looked at.
pub(super) fn fixes(runs: [&Run; 2]) -> (Vec<(Fix, bool)>, bool) {
    let [from, to] = runs.map(|run| labels(&run.written));
    let is_cut = from.len() >= LABELS || to.len() >= LABELS;
    let is_last = |written: &Written<()>| written.reg == Some(Reg::RESULT);
    let last = runs[1].written.iter().rfind(|written| is_last(written));
    let last = last.filter(|_| runs[1].outcome.stop == End::Done);
    let common = common(runs);
    let mut fixes = Vec::new();
    for to in &to {
        let is_output = to.place.slot == Slot::Output
            || last.is_some_and(|written| to.place.contains(written.instance));
        for from in from.iter().filter(|from| is_alike(from, to) && changes(from, to)) {
            // All executions of an instruction go before single ones.
            let order = (
                to.place.occurrence.is_some(),
                common[1].contains(&to.position),
                common[0].contains(&from.position),
                to.position,
                from.position,
            );
            fixes.push((order, (Fix { from: from.place, to: to.place }, is_output)));
        }
    }
    fixes.sort_by_key(|(order, _)| *order);
    (fixes.into_iter().map(|(_, fix)| fix).collect(), is_cut)
}
