//! How far one program goes while the other one does a piece.
//!
//! One program *leads*: it does a piece at a time, and where that leads, and in how many steps, says how many pieces
//! the other one does. How many is solved for: over all runs that end, the pieces of each kind of the leader, times
//! what the other one does for each, are the other one's pieces (the relation of counters of program alignment
//! automata). So a loop of four rounds at once takes four rounds of the other, and one of its remainder takes one.
//! Without such numbers, one program goes to its end, and then the other one.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::evidence::Side;

use super::runs::{Runs, Stop, Trace};
use crate::{Lead, Place, Ways};

/// A way to align two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The program that goes first.
    pub lead: Side,
    /// Pieces of the other one for a piece of the leader that comes to a place, in so many steps.
    pub ways: Vec<(Option<Place>, Option<u64>, u32)>,
}

/// Pieces of the other program for one of the leader at most.
const PIECES: i128 = 16;
/// A piece may take so many steps more than any piece of a run.
const STEPS: u64 = 64;
/// Kinds of pieces at most.
const KINDS: usize = 12;

impl Plan {
    /// First one program to its end, then the other one.
    pub fn in_turn(lead: Side) -> Plan {
        let ways = vec![(Some(Place::Done), None, 1), (None, None, 0)];
        Plan { lead, ways }
    }

    /// The same, as the walker takes it.
    pub fn ways(&self) -> Ways {
        let lead = Lead { side: self.lead, ways: self.ways.clone() };
        Ways { pieces: [Some(1); 2], lead: Some(lead) }
    }

    fn pieces(&self, stop: &Stop) -> usize {
        let fits = |of: &&(Option<Place>, Option<u64>, u32)| {
            of.0.is_none_or(|it| it == stop.place) && of.1.is_none_or(|it| it == stop.steps)
        };
        self.ways.iter().find(fits).map_or(1, |of| of.2 as usize)
    }

    /// The pairs of stops at which both programs are between their moves, from the start on.
    pub fn pairs(&self, traces: &[Trace; 2]) -> Vec<[usize; 2]> {
        let (lead, other) = (self.lead.index(), 1 - self.lead.index());
        let last = traces.each_ref().map(|trace| trace.stops.len() - 1);
        let (mut at, mut pairs) = ([0, 0], vec![[0, 0]]);
        while at != last {
            let is_at_end = at[lead] == last[lead];
            if is_at_end && !traces[lead].is_done() {
                break;
            }
            let before = at;
            at[lead] = (at[lead] + 1).min(last[lead]);
            let mut stop = traces[lead].stops[at[lead]].clone();
            if is_at_end {
                stop.steps = 0;
            }
            at[other] += self.pieces(&stop);
            if at[other] > last[other] {
                if !traces[other].is_done() {
                    break;
                }
                at[other] = last[other];
            }
            if at == before {
                break;
            }
            pairs.push(at);
        }
        pairs
    }
}

/// Kinds of a leader's pieces.
type Kind = (Place, Option<u64>);

/// All plans, in the order in which they are to be tried.
pub fn plans(runs: &Runs) -> Vec<Plan> {
    let mut plans = Vec::new();
    for by_steps in [false, true] {
        for lead in [Side::Right, Side::Left] {
            for solution in solved(runs, lead, by_steps) {
                let mut ways: Vec<(Option<Place>, Option<u64>, u32)> =
                    vec![(Some(Place::Done), None, 1), (Some(Place::Fault), None, 1)];
                let kinds = between(solution).into_iter();
                ways.extend(kinds.map(|((place, steps), pieces)| (Some(place), steps, pieces)));
                plans.push(Plan { lead, ways });
            }
        }
    }
    plans.extend([Side::Left, Side::Right].map(Plan::in_turn));
    let mut seen: Vec<Plan> = Vec::new();
    for plan in plans {
        if !seen.contains(&plan) {
            seen.push(plan);
        }
    }
    seen
}

/// The same with what pieces of other numbers of steps take, which no run has: as many as the nearest one.
fn between(solution: BTreeMap<Kind, u32>) -> BTreeMap<Kind, u32> {
    let mut all = solution.clone();
    let places: BTreeSet<Place> = solution.keys().map(|(place, _)| *place).collect();
    for place in places {
        let of = solution.iter().filter(|((at, _), _)| *at == place);
        let known: Vec<(u64, u32)> =
            of.filter_map(|((_, steps), pieces)| Some(((*steps)?, *pieces))).collect();
        let (Some(first), Some(last)) = (known.first(), known.last()) else { continue };
        for steps in first.0 / 2..last.0 + STEPS {
            let nearest = known.iter().min_by_key(|(of, _)| of.abs_diff(steps));
            if let Some((_, pieces)) = nearest {
                all.entry((place, Some(steps))).or_insert(*pieces);
            }
        }
    }
    all
}

/// The pieces of the other program for each kind of the leader's pieces.
fn solved(runs: &Runs, lead: Side, by_steps: bool) -> Vec<BTreeMap<Kind, u32>> {
    let kind = |stop: &Stop| (stop.place, by_steps.then_some(stop.steps));
    let mut kinds: BTreeSet<Kind> = BTreeSet::new();
    let whole: Vec<&[Trace; 2]> =
        runs.traces.iter().filter(|of| of.iter().all(Trace::is_done)).collect();
    let inner = |trace: &Trace| 1..=trace.pieces();
    for traces in &whole {
        let trace = &traces[lead.index()];
        kinds.extend(inner(trace).map(|at| kind(&trace.stops[at])));
    }
    if kinds.is_empty() || kinds.len() > KINDS {
        return Vec::new();
    }
    let kinds: Vec<Kind> = kinds.into_iter().collect();
    let mut rows = BTreeSet::new();
    for traces in &whole {
        let trace = &traces[lead.index()];
        let mut row = vec![0i128; kinds.len() + 1];
        for at in inner(trace) {
            let of = kind(&trace.stops[at]);
            row[kinds.iter().position(|it| *it == of).unwrap_or(0)] += 1;
        }
        row[kinds.len()] = traces[1 - lead.index()].pieces() as i128;
        rows.insert(row);
    }
    let solutions = solutions(rows.into_iter().collect(), kinds.len());
    solutions.into_iter().map(|it| kinds.iter().copied().zip(it).collect()).collect()
}

/// Solutions of linear equations in small natural numbers; what is free is 1, or 0.
fn solutions(mut rows: Vec<Vec<i128>>, unknowns: usize) -> Vec<Vec<u32>> {
    let mut pivots = Vec::new();
    for column in 0..unknowns {
        let Some(found) = (pivots.len()..rows.len()).find(|&row| rows[row][column] != 0) else {
            continue;
        };
        rows.swap(pivots.len(), found);
        let pivot = rows[pivots.len()].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index == pivots.len() || row[column] == 0 {
                continue;
            }
            let (by, and) = (pivot[column], row[column]);
            row.iter_mut().zip(&pivot).for_each(|(x, y)| *x = *x * by - y * and);
            let divisor = row.iter().fold(0, |divisor, x| gcd(divisor, x.abs())).max(1);
            row.iter_mut().for_each(|x| *x /= divisor);
        }
        pivots.push(column);
    }
    if rows[pivots.len()..].iter().any(|row| row[unknowns] != 0) {
        return Vec::new();
    }
    let free: Vec<usize> = (0..unknowns).filter(|it| !pivots.contains(it)).collect();
    let mut found = Vec::new();
    for choice in 0..1u32 << free.len().min(3) {
        let mut values = vec![1i128; unknowns];
        for (index, &column) in free.iter().enumerate() {
            values[column] = i128::from(choice >> index & 1 == 0);
        }
        let mut is_whole = true;
        for (row, &column) in pivots.iter().enumerate() {
            let rest: i128 = free.iter().map(|&it| rows[row][it] * values[it]).sum();
            let right = rows[row][unknowns] - rest;
            is_whole &= right % rows[row][column] == 0;
            values[column] = right / rows[row][column];
        }
        let is_small = values.iter().all(|value| (0..=PIECES).contains(value));
        if is_whole && is_small {
            found.push(values.into_iter().map(|value| value as u32).collect());
        }
    }
    found
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
