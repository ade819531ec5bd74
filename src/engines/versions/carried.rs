//! Corresponding words that differ, tracked from one point to the next.
//!
//! Where one program computes a different word, everything computed from it differs as well, but
//! that is not the cause of the difference. So each point records which words were computed by
//! corresponding instructions, on every path to it. Instructions that apply the same operation to
//! such words propagate a difference and do not cause it. No conclusion depends on this: it selects
//! the lines that a reader should look at.

use std::collections::{BTreeMap, BTreeSet};

use super::spot::Held;
use rustc_hash::{FxHashMap, FxHashSet};

use super::pairs::{Call, SyncPoint};
use super::part::{Aligned, Part};
use super::relation::ProgramState;
use crate::term::Term;

/// Maximum number of passes over all points.
const PASSES: usize = 6;

/// Pairs of a left and a right word that corresponding instructions operate on.
pub(super) type Related = FxHashSet<[Term; 2]>;

/// The execution from one synchronisation point.
pub(super) struct Visit {
    pub place: SyncPoint,
    /// The words there.
    pub start: [ProgramState; 2],
    pub parts: Vec<Part>,
    /// The call that it follows, if there is one.
    pub call: Option<Call>,
    /// The next points, with the words that arrive there.
    pub next: Vec<(SyncPoint, [ProgramState; 2])>,
}

/// Pairs of places that hold corresponding words, in the left program and in the right one.
type Pairs = BTreeSet<[Held; 2]>;
type Carried = BTreeMap<SyncPoint, Pairs>;
/// The words that arrive at a point along one path, and which of them correspond.
type Arrival<'a> = (&'a [ProgramState; 2], Pairs);

/// Aligns everything that was executed by `align`, in the order of the visits: each visit comes
/// after one that leads to it.
pub(super) fn aligned(
    visits: &[Visit],
    mut align: impl FnMut(&Part, &mut Related) -> Aligned,
) -> Vec<Vec<Aligned>> {
    let mut carried = None;
    for _ in 1..PASSES {
        let (all, next) = pass(visits, carried.as_ref(), &mut align);
        if next == carried.unwrap_or_default() {
            return all;
        }
        carried = Some(next);
    }
    pass(visits, carried.as_ref(), &mut align).0
}

/// One pass over all points. The first one has no results of an earlier pass, and uses those of the
/// points before.
fn pass(
    visits: &[Visit],
    carried: Option<&Carried>,
    align: &mut impl FnMut(&Part, &mut Related) -> Aligned,
) -> (Vec<Vec<Aligned>>, Carried) {
    let mut arrivals: BTreeMap<SyncPoint, Vec<Arrival<'_>>> = BTreeMap::new();
    let mut all = Vec::with_capacity(visits.len());
    for Visit { place, start, parts, next, .. } in visits {
        let known = match carried {
            None => arrivals.get(place).map(|arrivals| on_all(arrivals)),
            Some(carried) => carried.get(place).cloned(),
        };
        let known = known.unwrap_or_default();
        let words =
            |&[left, right]: &[Held; 2]| Some([start[0].held(left)?, start[1].held(right)?]);
        let mut related: Related = known.iter().filter_map(words).collect();
        all.push(parts.iter().map(|part| align(part, &mut related)).collect());
        for (place, states) in next {
            arrivals.entry(*place).or_default().push((states, places(&related, states)));
        }
    }
    let carried = arrivals.into_iter().map(|(place, arrivals)| (place, on_all(&arrivals)));
    (all, carried.filter(|(_, pairs)| !pairs.is_empty()).collect())
}

/// The places of words that correspond, or are equal, on every path that arrives.
fn on_all(arrivals: &[Arrival<'_>]) -> Pairs {
    let mut all: Pairs = arrivals.iter().flat_map(|(_, pairs)| pairs).copied().collect();
    all.retain(|pair| {
        let [left, right] = *pair;
        arrivals.iter().all(|(states, pairs)| {
            pairs.contains(pair)
                || states[0].held(left).is_some_and(|word| states[1].held(right) == Some(word))
        })
    });
    all
}

/// The places where two states hold corresponding words.
fn places(related: &Related, states: &[ProgramState; 2]) -> Pairs {
    if related.is_empty() {
        return Pairs::new();
    }
    let held = states.each_ref().map(|state| {
        let mut held: FxHashMap<Term, Vec<Held>> = FxHashMap::default();
        for (at, word) in state.all_held() {
            held.entry(word).or_default().push(at);
        }
        held
    });
    let of = |side: usize, word: Term| held[side].get(&word).into_iter().flatten().copied();
    related
        .iter()
        .flat_map(|&[a, b]| of(0, a).flat_map(move |left| of(1, b).map(move |right| [left, right])))
        .collect()
}
