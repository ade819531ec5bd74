//! Plans: how far one program runs while the other one runs one path segment.
//!
//! One program *leads* and runs one segment at a time. Where the segment ends, and optionally its length or where it
//! begins, decide how many segments the other program runs. These numbers are solved for: in every complete run, the
//! segments of each kind times their numbers must add up to the segments of the other program (the counter relation of
//! program alignment automata, whose Algorithm 2 reads it off regular expressions). So an iteration of a loop unrolled four times takes four iterations of the other loop,
//! and one of its remainder loop takes one. A loop that subtracts now from one word, now from the other one takes an
//! iteration of Euclid's algorithm with each change between the two.
//!
//! If there is no solution, a *block* may fit all but the last, incomplete round: a fixed number of segments for each
//! segment of the leader, its end included, or fewer if the other program ends. The last plan runs one program to its
//! end, then the other.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::evidence::Side;

use super::runs::{Runs, Stop, Trace};
use crate::farkas::gcd;
use crate::{Lead, Place, Way, Ways};

/// An alignment of two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The program that leads.
    pub lead: Side,
    /// How far the other program runs after a segment of the leader. The first match counts.
    pub ways: Vec<Way>,
}

/// Maximum number of segments for one segment of the leader.
const PIECES: i128 = 16;
/// Maximum number of segments in a block.
const BLOCK: u64 = 8;
/// A segment may take this many steps more than any segment of a run.
const EXTRA_STEPS: u64 = 64;
/// Maximum number of kinds of segments.
const KINDS: usize = 12;

impl Plan {
    /// Runs one program to its end, then the other one.
    pub fn in_turn(lead: Side) -> Plan {
        Plan { lead, ways: vec![Way { pieces: 1, ..ending(Place::Done) }, Way::default()] }
    }

    /// Runs one program. The other one stays at its start.
    pub fn alone(side: Side) -> Plan {
        Plan { lead: side, ways: vec![Way::default()] }
    }

    /// Runs a segment of both programs.
    pub fn step_by_step() -> Plan {
        Plan { lead: Side::Left, ways: vec![Way { pieces: 1, ..Way::default() }] }
    }

    /// The plan in the walker's form.
    pub fn ways(&self) -> Ways {
        let lead = Lead { side: self.lead, ways: self.ways.clone() };
        Ways { pieces: [Some(1); 2], lead: Some(lead) }
    }

    fn pieces(&self, from: Place, stop: &Stop) -> usize {
        let way = self.ways.iter().find(|way| way.fits(from, stop.place, stop.steps));
        way.map_or(1, |way| way.pieces as usize)
    }

    /// The pairs of stops between two moves, from the start to the end.
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
            let from = traces[lead].stops[at[lead]].place;
            at[lead] = (at[lead] + 1).min(last[lead]);
            let mut stop = traces[lead].stops[at[lead]].clone();
            if is_at_end {
                stop.steps = 0;
            }
            at[other] += self.pieces(from, &stop);
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

/// What distinguishes segments besides their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Nothing,
    Steps,
    Begin,
}

/// A kind of segment: where it ends, and its number of steps and where it begins, if these distinguish kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    to: Place,
    steps: Option<u64>,
    from: Option<Place>,
}

/// A way that is about paths that end at a place.
fn ending(to: Place) -> Way {
    Way { to: Some(to), ..Way::default() }
}

/// All plans, in the order in which they are tried. Kinds by where segments begin have many solutions, and each takes work,
/// so they are used only if there is no other solution and no block.
pub fn plans(runs: &Runs) -> Vec<Plan> {
    let mut plans: Vec<Plan> =
        [By::Nothing, By::Steps].into_iter().flat_map(|by| counted(runs, by)).collect();
    plans.extend([Side::Right, Side::Left].into_iter().filter_map(|lead| blocks(runs, lead)));
    let begin = if plans.is_empty() { counted(runs, By::Begin) } else { Vec::new() };
    plans.extend([Side::Left, Side::Right].into_iter().filter_map(|lead| nearly(runs, lead)));
    plans.extend([Side::Left, Side::Right].map(Plan::in_turn));
    plans.extend(begin);
    // Keep one of several plans that align all runs in the same way.
    let mut seen = BTreeSet::new();
    let pairs = |plan: &Plan| -> Vec<Vec<[usize; 2]>> {
        runs.traces.iter().map(|traces| plan.pairs(traces)).collect()
    };
    plans.retain(|plan| seen.insert((plan.lead, pairs(plan))));
    plans
}

/// The plans whose numbers of segments add up in all runs.
fn counted(runs: &Runs, by: By) -> Vec<Plan> {
    let mut plans = Vec::new();
    for lead in [Side::Right, Side::Left] {
        for solution in solved(runs, lead, by) {
            let ends = [Place::Done, Place::Fault];
            let mut ways = ends.map(|end| Way { pieces: 1, ..ending(end) }).to_vec();
            ways.extend(between(solution).into_iter().map(|(kind, pieces)| {
                let Kind { to, steps, from } = kind;
                Way { from, to: Some(to), steps, pieces }
            }));
            plans.push(Plan { lead, ways });
        }
    }
    plans
}

/// A block: the same number of segments for each segment of the leader, if every run ends within one block of it.
fn blocks(runs: &Runs, lead: Side) -> Option<Plan> {
    let whole = runs.traces.iter().filter(|of| of.iter().all(Trace::is_done));
    let counts: Vec<[u64; 2]> = whole
        .map(|of| [lead.index(), 1 - lead.index()].map(|side| of[side].pieces() as u64))
        .collect();
    let fits = |by: &u64| {
        let is_close = |[one, other]: &[u64; 2]| (one * by).abs_diff(*other) < *by;
        counts.iter().all(is_close) && counts.iter().any(|[one, _]| *one > 2)
    };
    let by = (2..=BLOCK).find(fits)? as u32;
    let after_faults = Way { pieces: 1, ..ending(Place::Fault) };
    Some(Plan { lead, ways: vec![after_faults, Way { pieces: by, ..Way::default() }] })
}

/// A segment for each segment of the leader, if every run of one program ends at most one segment after the other one: it
/// may leave its loop by a flag. Also if no run ends, so that nothing says how many segments belong together.
fn nearly(runs: &Runs, lead: Side) -> Option<Plan> {
    let whole = runs.traces.iter().filter(|of| of.iter().all(Trace::is_done));
    let mut counts = whole.map(|of| of.each_ref().map(Trace::pieces));
    let fits = counts.all(|[one, other]| one.abs_diff(other) <= 1) || runs.are_endless();
    fits.then(|| Plan { lead, ..Plan::step_by_step() })
}

/// Adds kinds with step counts that occur in no run; each takes as many segments as the nearest known one.
fn between(solution: BTreeMap<Kind, u32>) -> BTreeMap<Kind, u32> {
    let mut all = solution.clone();
    let places: BTreeSet<Place> = solution.keys().map(|kind| kind.to).collect();
    for to in places {
        let of = solution.iter().filter(|(kind, _)| kind.to == to);
        let known: Vec<(u64, u32)> =
            of.filter_map(|(kind, pieces)| Some((kind.steps?, *pieces))).collect();
        let (Some(first), Some(last)) = (known.first(), known.last()) else { continue };
        for steps in first.0 / 2..last.0 + EXTRA_STEPS {
            let nearest = known.iter().min_by_key(|(of, _)| of.abs_diff(steps));
            if let Some((_, pieces)) = nearest {
                let kind = Kind { to, steps: Some(steps), from: None };
                all.entry(kind).or_insert(*pieces);
            }
        }
    }
    all
}

/// Solutions for the number of segments that the other program runs for each kind.
fn solved(runs: &Runs, lead: Side, by: By) -> Vec<BTreeMap<Kind, u32>> {
    let kind = |trace: &Trace, at: usize| {
        let (before, stop) = (&trace.stops[at - 1], &trace.stops[at]);
        Kind {
            to: stop.place,
            steps: (by == By::Steps).then_some(stop.steps),
            from: (by == By::Begin).then_some(before.place),
        }
    };
    let mut kinds: BTreeSet<Kind> = BTreeSet::new();
    // How far the other program runs after the leader's end may depend on where the leader's last segment begins.
    let counts_last = by == By::Begin;
    let is_whole = |of: &&[Trace; 2]| {
        of.iter().all(Trace::is_done) && (!counts_last || of[lead.index()].pieces() > 0)
    };
    let whole: Vec<&[Trace; 2]> = runs.traces.iter().filter(is_whole).collect();
    let inner = |trace: &Trace| 1..=trace.pieces() + usize::from(counts_last);
    for traces in &whole {
        let trace = &traces[lead.index()];
        kinds.extend(inner(trace).map(|at| kind(trace, at)));
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
            let of = kind(trace, at);
            row[kinds.iter().position(|it| *it == of).unwrap_or(0)] += 1;
        }
        row[kinds.len()] = traces[1 - lead.index()].pieces() as i128;
        // Where the leader ends at once, the other program goes on alone, as far as it has to.
        if row[..kinds.len()].iter().any(|count| *count > 0) {
            rows.insert(row);
        }
    }
    let solutions = solutions(rows.into_iter().collect(), kinds.len());
    solutions.into_iter().map(|it| kinds.iter().copied().zip(it).collect()).collect()
}

/// Solutions of linear equations in small natural numbers; free unknowns are 1 or 0.
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
