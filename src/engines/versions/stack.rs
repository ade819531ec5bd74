//! Checks the assumptions about the stack.
//!
//! A stack word is identified by its distance from `$30` at a procedure's entry. Such words must
//! lie in memory, after both texts, and must not overlap words that are accessed by address. That
//! follows from bounds on the distance of `$30` from its initial value. Without recursion there is
//! such a bound. With recursion there is one for a number of steps: each moves `$30` by at most the
//! largest frame.

use std::collections::{BTreeMap, VecDeque};

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
    let Some(highest) = furthest(compared, side, i64::max) else { return Stack::Fails };
    let is_in_memory = used.iter().all(|(key, used)| {
        let high = used.stack.map(|[_, high]| start + highest[key] + i64::from(high));
        high.is_none_or(|high| high < i64::from(MEMORY_END))
    });
    if !is_in_memory {
        return Stack::Fails;
    }
    let lowest_of = |used: &Usage| used.stack.map_or(0, |[low, _]| i64::from(low).min(0));
    match furthest(compared, side, i64::min) {
        Some(lowest) => {
            let holds =
                used.iter().all(|(key, used)| start + lowest[key] + lowest_of(used) >= floor);
            if holds { Stack::Holds } else { Stack::Fails }
        }
        // Recursion: each call takes a step, and moves `$30` by at most the largest distance.
        None => {
            let calls = compared.iter().flat_map(|one| &one.calls);
            let largest = calls.map(|call| -i64::from(call.stack[side])).max().unwrap_or(0).max(1);
            let lowest = used.iter().map(|(_, used)| lowest_of(used)).min().unwrap_or(0);
            match u64::try_from(start + lowest - floor) {
                Ok(room) => Stack::HoldsFor(room / largest as u64),
                Err(_) => Stack::Fails,
            }
        }
    }
}

/// For each procedure, how far its `$30` gets from the value at the program's start, in one
/// direction; `None` if there is no bound.
fn furthest(
    compared: &[Compared],
    side: usize,
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
        for Call { callee, stack } in calls.get(&key).copied().unwrap_or_default() {
            let here = distances[&key] + i64::from(stack[side]);
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
