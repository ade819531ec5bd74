//! Stack room: whether stack words stay in memory after everything else that is accessed, and for how many steps.

use std::collections::BTreeMap;

use crate::certificate::{Certificate, Observable, Start};
use crate::execute::MEMORY_END;
use crate::frame::Used;
use crate::refusal::{Refusal, malformed};

/// A call on a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The index of the calling pair.
    pub caller: usize,
    /// The index of the called pair.
    pub callee: usize,
    /// The distance of `$30` below its value at the caller's entry, in each program.
    pub descends: [u32; 2],
    /// The number of instructions of each program on the transition, including the call.
    pub steps: [u64; 2],
}

/// The number of steps for which there is room; none if it is unlimited.
///
/// # Errors
///
/// There is no room, not even at the start.
pub fn steps(
    certificate: &Certificate,
    used: &[[Used; 2]],
    (calls, variants): (&[Call], &[Option<u32>]),
) -> Result<Option<u64>, Refusal> {
    let is_nested = nested(used.len(), calls);
    let is_nested = |call: &Call| is_nested[&(call.caller, call.callee)];
    let circles = circles(used.len(), calls);
    let mut least: Option<u64> = None;
    for side in [0, 1] {
        let program = &certificate.programs[side];
        let start = match program.registers.get(&30) {
            Some(&Start::Word(start)) if start.is_multiple_of(4) => i64::from(start),
            _ => return malformed("it is not known where the stack begins"),
        };
        let floor = floor(certificate, side, used);
        let edge = |call: &Call| {
            let descends = i64::from(call.descends[side]);
            (call.caller, call.callee, descends)
        };
        // The least distance of each pair's entry from the start: all its words must be in memory.
        let nearest = distances(used.len(), calls.iter().map(edge), i64::lt);
        // The greatest distance, without recursive calls.
        let once = calls.iter().map(|call| match is_nested(call) {
            true => (call.caller, call.callee, 0),
            false => edge(call),
        });
        let furthest = distances(used.len(), once, i64::gt);
        let mut room = i64::MAX;
        for (index, used) in used.iter().enumerate() {
            let (Some(nearest), Some(furthest)) = (nearest[index], furthest[index]) else {
                continue;
            };
            let Some([low, high]) = used[side].stack else { continue };
            if start - nearest + i64::from(high) + 4 > i64::from(MEMORY_END) {
                return malformed("a word of the stack is not in memory");
            }
            // With recursion, any call may be at any depth.
            room = room.min(start - furthest + i64::from(low) - floor);
        }
        // Circles with variants: their calls are as deep as the bounds allow.
        let mut is_bounded = vec![false; used.len()];
        for circle in &circles {
            let Some(most) = circle.iter().map(|&pair| variants[pair]).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            circle.iter().for_each(|&pair| is_bounded[pair] = true);
            let within =
                calls.iter().filter(|call| circle.contains(&call.caller) && is_nested(call));
            let descends = within.map(|call| i64::from(call.descends[side])).max().unwrap_or(0);
            let most = i64::from(most.into_iter().max().unwrap_or(0));
            room = room.saturating_sub(most.saturating_mul(descends));
        }
        let Ok(room) = u64::try_from(room) else {
            return malformed("the stack is not behind all that is accessed");
        };
        let deepens =
            |call: &&Call| call.descends[side] > 0 && is_nested(call) && !is_bounded[call.caller];
        for call in calls.iter().filter(deepens) {
            for steps in call.steps {
                let steps = u128::from(room) * u128::from(steps) / u128::from(call.descends[side]);
                let steps = u64::try_from(steps).unwrap_or(u64::MAX);
                least = Some(least.map_or(steps, |known| known.min(steps)));
            }
        }
    }
    Ok(least)
}

/// The lowest address that a stack word of a program may have.
fn floor(certificate: &Certificate, side: usize, used: &[[Used; 2]]) -> i64 {
    let program = &certificate.programs[side];
    let text_end = 4 * program.words.len() as i64;
    let accessed = used.iter().filter_map(|used| used[side].fixed);
    let observed = certificate.observed.others.iter().filter_map(|observable| match observable {
        Observable::Word(at) => Some(*at),
        Observable::Array => program
            .array
            .map(|array| array.address.saturating_add(4 * array.capacity.saturating_sub(1))),
        Observable::Register(_) | Observable::Kept(_) => None,
    });
    let highest = accessed.chain(observed).map(|at| i64::from(at) + 4).max();
    highest.unwrap_or(0).max(text_end)
}

/// For each call, whether it is recursive: the callee may directly or indirectly call the caller.
fn nested(pairs: usize, calls: &[Call]) -> BTreeMap<(usize, usize), bool> {
    let next = callees(pairs, calls);
    let reaches = |from: usize, to: usize| {
        let (mut seen, mut open) = (vec![false; pairs], vec![from]);
        while let Some(pair) = open.pop() {
            if pair == to {
                return true;
            }
            if !std::mem::replace(&mut seen[pair], true) {
                open.extend(&next[pair]);
            }
        }
        false
    };
    let edges: std::collections::BTreeSet<(usize, usize)> =
        calls.iter().map(|call| (call.caller, call.callee)).collect();
    edges.into_iter().map(|edge| (edge, reaches(edge.1, edge.0))).collect()
}

/// The pairs that each pair calls.
fn callees(pairs: usize, calls: &[Call]) -> Vec<Vec<usize>> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); pairs];
    for call in calls {
        next[call.caller].push(call.callee);
    }
    next.iter_mut().for_each(|callees| {
        callees.sort_unstable();
        callees.dedup();
    });
    next
}

/// The circles: strongly connected components of pairs that may call each other.
fn circles(pairs: usize, calls: &[Call]) -> Vec<Vec<usize>> {
    let is_nested = nested(pairs, calls);
    let mut circle: Vec<usize> = (0..pairs).collect();
    // Recursive calls merge circles; each is named by its first pair.
    for &(caller, callee) in is_nested.iter().filter(|(_, is)| **is).map(|(edge, _)| edge) {
        let (a, b) = (circle[caller], circle[callee]);
        circle.iter_mut().filter(|it| **it == a || **it == b).for_each(|it| *it = a.min(b));
    }
    let is_in_one = |pair: &usize| {
        is_nested.iter().any(|(&(caller, callee), &is)| is && (caller == *pair || callee == *pair))
    };
    let mut circles: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in (0..pairs).filter(is_in_one) {
        circles.entry(circle[pair]).or_default().push(pair);
    }
    circles.into_values().collect()
}

/// The distance of each pair from the first one along calls, as the best of all paths; none if there is no path. No
/// cycle may improve paths forever.
fn distances(
    pairs: usize,
    calls: impl Iterator<Item = (usize, usize, i64)>,
    is_better: fn(&i64, &i64) -> bool,
) -> Vec<Option<i64>> {
    let calls: Vec<(usize, usize, i64)> = calls.collect();
    let mut distances = vec![None; pairs];
    distances[0] = Some(0);
    for _ in 0..pairs {
        let mut changed = false;
        for &(caller, callee, by) in &calls {
            let Some(distance) = distances[caller] else { continue };
            let further: i64 = distance + by;
            if distances[callee].is_none_or(|known| is_better(&further, &known)) {
                distances[callee] = Some(further);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(caller: usize, callee: usize, descends: u32) -> Call {
        Call { caller, callee, descends: [descends; 2], steps: [1; 2] }
    }

    #[test]
    fn calls_that_may_be_nested_in_themselves() {
        let calls = [call(0, 1, 8), call(1, 2, 8), call(2, 1, 0), call(2, 3, 4), call(3, 3, 0)];
        let nested = nested(4, &calls);
        let expected = [((0, 1), false), ((1, 2), true), ((2, 1), true), ((2, 3), false)];
        assert!(expected.iter().all(|(edge, is)| nested[edge] == *is), "{nested:?}");
        assert!(nested[&(3, 3)]);
    }

    #[test]
    fn pairs_that_may_be_nested_in_each_other() {
        let calls = [call(0, 1, 8), call(1, 2, 8), call(2, 1, 0), call(2, 3, 4), call(3, 3, 0)];
        assert_eq!(circles(4, &calls), [vec![1, 2], vec![3]]);
        assert_eq!(circles(2, &[call(0, 1, 8)]), [] as [Vec<usize>; 0]);
    }

    #[test]
    fn the_nearest_and_the_furthest() {
        let calls = [(0, 1, 8), (0, 2, 4), (2, 1, 20), (3, 1, 100)];
        let nearest = distances(4, calls.into_iter(), i64::lt);
        let furthest = distances(4, calls.into_iter(), i64::gt);
        assert_eq!(nearest, [Some(0), Some(8), Some(4), None]);
        assert_eq!(furthest, [Some(0), Some(24), Some(4), None]);
    }
}
