//! The facts about both programs at a node, for some of the paths there.

use std::collections::{BTreeMap, BTreeSet};

use crate::engines::alignment::equations::Equations;
use crate::engines::alignment::invariant::{Invariant, Words};
use crate::engines::alignment::memory::Footprint;
use crate::engines::alignment::orders::{Bound, Operand, Order};
use crate::engines::alignment::segments::Event;
use crate::term::interval::{Interval, Width};

/// The guards of a sub-state: the last outcome of each branch of each program, by its address.
pub type Guards = BTreeMap<(usize, u32), u32>;

/// Records the branches of both programs.
pub fn take_branches(guards: &mut Guards, events: &[Vec<Event>; 2]) {
    for (side, events) in events.iter().enumerate() {
        for event in events {
            if let Event::Branch { at, to } = *event {
                guards.insert((side, at), to);
            }
        }
    }
}

/// A conjunction over the words of both states. Its members are the pairs of states that satisfy
/// it; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubState {
    /// Affine equalities modulo 2^32: linear combinations of words and 1 that are zero.
    pub equations: Equations,
    /// Which correlated words are equal by these: its key.
    pub equal: Vec<bool>,
    /// The interval of each word.
    pub intervals: Vec<Interval>,
    /// Whether the memory of each program is the initial one, except for the tracked words.
    pub is_initial: [bool; 2],
    /// Where both memories agree, except for the tracked words of either.
    pub agreement: Option<Footprint>,
    /// Its guards. In a join they are those of one part, unless they are the key.
    pub guards: Guards,
    /// The number of joins that enlarged it.
    pub joined: u32,
}

impl SubState {
    /// Whether it contains a pair of states with these words, except for the facts about memory.
    pub fn contains(&self, values: &[u32]) -> bool {
        let vector: Vec<u32> = values.iter().copied().chain([1]).collect();
        let single = |value: u32| Interval::single(value.into());
        let lies = |(interval, &value): (&Interval, &u32)| interval.contains(single(value));
        !self.equations.clone().add(&vector) && self.intervals.iter().zip(values).all(lies)
    }

    /// Joins another state. Returns whether this one grew.
    pub fn join(&mut self, other: &SubState) -> bool {
        let mut changed = self.equations.join(&other.equations);
        // Words that are equal in both states are equal in the join.
        self.equal.iter_mut().zip(&other.equal).for_each(|(equal, other)| *equal &= other);
        for (interval, other) in self.intervals.iter_mut().zip(&other.intervals) {
            let hull = interval.union(*other, Width::Word);
            changed |= hull != *interval;
            *interval = hull;
        }
        let of_memory = (self.is_initial, self.agreement);
        for side in [0, 1] {
            self.is_initial[side] &= other.is_initial[side];
        }
        self.agreement = self.agreement.zip(other.agreement).map(|(a, b)| a.max(b));
        changed || of_memory != (self.is_initial, self.agreement)
    }

    /// Widens intervals that have grown: their ends move to the next of these numbers; without
    /// numbers, they become all words.
    pub fn widen(&mut self, before: &SubState, numbers: Option<&BTreeSet<u32>>) {
        for (interval, before) in self.intervals.iter_mut().zip(&before.intervals) {
            if interval != before {
                let to = |numbers| widened(*before, *interval, numbers);
                *interval = numbers.map_or(Interval::WORDS, to);
            }
        }
    }

    /// The state as an invariant of a product, with intervals for the useful words.
    pub fn invariant(&self, words: &Words, is_of_use: impl Fn(usize) -> bool) -> Invariant {
        let nothing = Invariant::of_nothing(words, Vec::new());
        let mut invariant = Invariant {
            equations: self.equations.clone(),
            is_initial: self.is_initial,
            agreement: self.agreement,
            ..nothing
        };
        let rows = invariant.rows(words);
        let solved = rows.iter().filter(|row| row.coefficients[row.pivot] == 1);
        let solved: BTreeSet<usize> = solved.map(|row| row.pivot).collect();
        // For a word that others determine, their intervals are enough.
        for (column, &interval) in self.intervals.iter().enumerate() {
            if is_of_use(column) && !solved.contains(&column) {
                invariant.bounds.extend(bounds(column, interval));
            }
        }
        invariant
    }
}

/// Widens an interval: the ends that grew move to the next numbers.
fn widened(before: Interval, grown: Interval, numbers: &BTreeSet<u32>) -> Interval {
    let [first, last] = ends(grown);
    let [old_first, old_last] = ends(before);
    let below = numbers.iter().copied().min_by_key(|&number| first.wrapping_sub(number));
    let above = numbers.iter().copied().min_by_key(|&number| number.wrapping_sub(last));
    let first_now = if first == old_first { first } else { below.unwrap_or(first) };
    let last_now = if last == old_last { last } else { above.unwrap_or(last) };
    let around = u64::from(first.wrapping_sub(first_now)) + u64::from(last_now.wrapping_sub(last));
    match grown.more + around {
        more if more < u64::from(u32::MAX) => Interval { start: first_now.into(), more },
        _ => Interval::WORDS,
    }
}

fn ends(interval: Interval) -> [u32; 2] {
    let first = interval.start as u32;
    [first, first.wrapping_add(interval.more as u32)]
}

/// The orders that express that a word lies in an interval.
fn bounds(column: usize, interval: Interval) -> Vec<Bound> {
    let (word, number) = (Operand::Word(column), Operand::Number);
    let [first, last] = ends(interval);
    let between = |order: Order, [least, most]: [u32; 2]| {
        let from = (first != least).then_some(Bound { a: number(first), b: word, order });
        let to = (last != most).then_some(Bound { a: word, b: number(last), order });
        from.into_iter().chain(to).collect()
    };
    if interval == Interval::WORDS {
        Vec::new()
    } else if first <= last {
        between(Order::Ule, [0, u32::MAX])
    } else if first as i32 <= last as i32 {
        between(Order::Sle, [1 << 31, (1 << 31) - 1])
    } else {
        let moved = Operand::Moved(column, first.wrapping_neg());
        vec![Bound { a: moved, b: number(interval.more as u32), order: Order::Ule }]
    }
}
