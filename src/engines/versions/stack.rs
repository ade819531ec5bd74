//! Checks the assumptions about the stack.
//!
//! A stack word is identified by its distance from `$30` at a procedure's entry. Such words must
//! lie in memory, after both texts, and must not overlap words that are accessed by address. That
//! follows from bounds on the distance of `$30` from its initial value. Without recursion there is
//! such a bound. With recursion there is one for a number of steps: each recursive call moves `$30` by
//! its frame, and takes at least as many steps as there are instructions from the synchronisation point
//! before it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::pairs::{Call, Compared, Key};
use super::run::Usage;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::machine::{Image, Initial};

/// The result of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stack {
    /// All assumptions hold.
    Holds,
    /// They hold for this many steps.
    HoldsFor(u64),
    /// They may fail.
    Fails,
}

/// The result for the stacks of both programs: the weaker of the two.
pub(super) fn check(images: [&Image; 2], compared: &[Compared]) -> Stack {
    // A word after one text may be inside the other one.
    let text = images.map(Image::text_end).into_iter().max().unwrap_or(0);
    let [left, right] = [0, 1].map(|side| check_one(images[side], compared, side, text));
    match (left, right) {
        (Stack::Fails, _) | (_, Stack::Fails) => Stack::Fails,
        (Stack::HoldsFor(left), Stack::HoldsFor(right)) => Stack::HoldsFor(left.min(right)),
        (Stack::HoldsFor(steps), _) | (_, Stack::HoldsFor(steps)) => Stack::HoldsFor(steps),
        (Stack::Holds, Stack::Holds) => Stack::Holds,
    }
}

fn check_one(image: &Image, compared: &[Compared], side: usize, text: u32) -> Stack {
    let Initial::Word(start) = image.initial(Reg::STACK_POINTER) else { return Stack::Fails };
    if !start.is_multiple_of(4) {
        return Stack::Fails;
    }
    let used: Vec<(Key, &Usage)> = compared.iter().map(|one| (one.key, &one.usage[side])).collect();
    // The stack must stay above this.
    let fixed = used.iter().filter_map(|(_, used)| used.fixed).map(|[_, high]| high);
    let floor = i64::from(fixed.map(|high| high.saturating_add(4)).max().unwrap_or(0).max(text));
    let start = i64::from(start);
    // The maximum distance of `$30` at each procedure's entry from the program's.
    let all = |_: Key, call: &Call| i64::from(call.stack[side]);
    let Some(highest) = furthest(compared, &all, i64::max) else { return Stack::Fails };
    let is_in_memory = used.iter().all(|(key, used)| {
        let high = used.stack.map(|[_, high]| start + highest[key] + i64::from(high));
        high.is_none_or(|high| high < i64::from(MEMORY_END))
    });
    if !is_in_memory {
        return Stack::Fails;
    }
    let lowest_of = |used: &Usage| used.stack.map_or(0, |[low, _]| i64::from(low).min(0));
    let room_below = |lowest: &BTreeMap<Key, i64>| {
        let room = |(key, used): &(Key, &Usage)| start + lowest[key] + lowest_of(used) - floor;
        used.iter().map(room).min().unwrap_or(0)
    };
    match furthest(compared, &all, i64::min) {
        Some(lowest) if room_below(&lowest) >= 0 => Stack::Holds,
        Some(_) => Stack::Fails,
        None => within_steps(compared, side, room_below),
    }
}

/// The result for a recursive program. `room_below` is the room below the lowest stack word, for the distances of all
/// entries without those of recursive calls.
fn within_steps(
    compared: &[Compared],
    side: usize,
    room_below: impl Fn(&BTreeMap<Key, i64>) -> i64,
) -> Stack {
    let nested = nested(compared);
    let once = |caller: Key, call: &Call| match nested.contains(&(caller, call.callee)) {
        true => 0,
        false => i64::from(call.stack[side]),
    };
    let Some(lowest) = furthest(compared, &once, i64::min) else { return Stack::Fails };
    let Ok(room) = u64::try_from(room_below(&lowest)) else { return Stack::Fails };
    let calls = compared.iter().flat_map(|one| one.calls.iter().map(|call| (one.key, call)));
    let steps = calls.filter_map(|(caller, call)| {
        let descends = u64::from(call.stack[side].min(0).unsigned_abs());
        let is_deeper = descends > 0 && nested.contains(&(caller, call.callee));
        let steps = call.steps[0].min(call.steps[1]);
        is_deeper
            .then(|| u64::try_from(u128::from(room) * u128::from(steps) / u128::from(descends)))
    });
    Stack::HoldsFor(steps.map(|steps| steps.unwrap_or(u64::MAX)).min().unwrap_or(u64::MAX))
}

/// The recursive calls: the callee may call the caller, directly or not.
fn nested(compared: &[Compared]) -> BTreeSet<(Key, Key)> {
    let callees: BTreeMap<Key, BTreeSet<Key>> = compared
        .iter()
        .map(|one| (one.key, one.calls.iter().map(|call| call.callee).collect()))
        .collect();
    let reaches = |from: Key, to: Key| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(key) = open.pop() {
            if key == to {
                return true;
            }
            if seen.insert(key) {
                open.extend(callees.get(&key).into_iter().flatten());
            }
        }
        false
    };
    let edges = callees.iter().flat_map(|(&from, to)| to.iter().map(move |&to| (from, to)));
    edges.filter(|&(from, to)| reaches(to, from)).collect()
}

/// For each procedure, how far its `$30` gets from the value at the program's start, in one direction, where a call by
/// a caller moves it so far; `None` if there is no bound.
fn furthest(
    compared: &[Compared],
    moved: &dyn Fn(Key, &Call) -> i64,
    further: fn(i64, i64) -> i64,
) -> Option<BTreeMap<Key, i64>> {
    let calls: BTreeMap<Key, &[Call]> =
        compared.iter().map(|one| (one.key, &one.calls[..])).collect();
    let mut distances: BTreeMap<Key, i64> = BTreeMap::new();
    let mut times: BTreeMap<Key, usize> = BTreeMap::new();
    let mut open: VecDeque<Key> = VecDeque::new();
    for one in compared.iter().filter(|one| one.key.is_program) {
        distances.insert(one.key, 0);
        open.push_back(one.key);
    }
    while let Some(key) = open.pop_front() {
        // Without a cycle of increasing distance, nothing is visited more often than there are
        // procedures.
        let count = times.entry(key).or_default();
        *count += 1;
        if *count > compared.len() + 1 {
            return None;
        }
        for call in calls.get(&key).copied().unwrap_or_default() {
            let callee = &call.callee;
            let here = distances[&key] + moved(key, call);
            let known = distances.get(callee).copied();
            let next = known.map_or(here, |known| further(known, here));
            if known != Some(next) {
                distances.insert(*callee, next);
                if !open.contains(callee) {
                    open.push_back(*callee);
                }
            }
        }
    }
    Some(distances)
}
