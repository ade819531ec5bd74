//! Schedules: how many segments each program runs between two nodes (the alignment).
//!
//! From a node the left program runs a number of segments and the right one another (both fewer
//! where they end). A [`Schedule`] fixes these numbers, from the start and from where both are in
//! loops; once one has ended, the other continues one segment at a time. From the start, the number
//! for one program may depend on the path of the other ([`Lead`]): if one program takes two words
//! at a time and their number is odd, it takes one before the loop, and the other program has to
//! run an iteration more. Programs are deterministic, so such a dependence still covers all inputs.
//! The same is possible from other nodes. If one loop does the work of two nested ones, it runs one
//! iteration for each of the inner loop and waits for those of the outer one ([`Rounds`]).
//!
//! A schedule takes the place of the *concretisation* of regular expressions (PAA 2.3): how often each
//! program goes around is fixed here, where PAA asks a solver for the exponents of loop blocks.
//!
//! Candidates are ranked by their behaviour on runs: how often one program ends before the other,
//! how many nodes they visit, how many words are equal, and how many segments they take at once.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

pub use super::claim::{Lead, Way};
use super::draws::Draws;
use super::location::{Cuts, Location};
use super::runs::{Cut, Pair, Run};

/// The locations of both programs.
pub type LocationPair = [Location; 2];

/// The number of segments that each program runs.
pub type Pieces = [u32; 2];

/// An alignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// From the start.
    pub entry: Pieces,
    /// From nodes where both are in loops.
    pub cycle: Pieces,
    /// The program that leads from the start, if the other depends on its path.
    pub lead: Option<Lead>,
    /// The program that leads in loops, if the other depends on its path.
    pub rounds: Option<Rounds>,
}

/// The order in which an analysis follows two programs side by side.
pub trait Order {
    /// How many segments each program runs from a node that is not the end.
    fn pieces(&self, node: LocationPair) -> Pieces;

    /// The program that runs first from a node.
    fn first(&self, _: LocationPair) -> usize {
        0
    }

    /// How many segments the other program runs, after the first one has reached this location in
    /// this many steps.
    fn behind(&self, node: LocationPair, _: Option<Location>, _: u64) -> u32 {
        self.pieces(node)[1 - self.first(node)]
    }

    /// Where the paths of the left program (0) or the right one (1) are cut.
    fn cuts(&self, _side: usize) -> Cuts<'_> {
        Cuts::Back
    }

    /// Whether a node may be reached again and again.
    fn is_in_cycle(&self, _: LocationPair) -> bool {
        true
    }
}

impl Order for Schedule {
    fn pieces(&self, node: LocationPair) -> Pieces {
        Schedule::pieces(self, node)
    }

    fn first(&self, node: LocationPair) -> usize {
        Schedule::first(self, node)
    }

    fn behind(&self, node: LocationPair, to: Option<Location>, steps: u64) -> u32 {
        Schedule::behind(self, node, to, steps)
    }
}

/// One program runs one segment at a time, and the other one runs a segment for some of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// The program that leads.
    pub side: usize,
    /// The segments, by start and end, for which the other one runs a segment too.
    pub counted: BTreeSet<(Location, Location)>,
}

/// From the start.
const ENTRIES: [Pieces; 9] =
    [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 2], [2, 3], [3, 2], [3, 3]];
/// From nodes where both are in loops.
const CYCLES: [Pieces; 9] =
    [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 3], [3, 2], [1, 4], [4, 1]];
/// Maximum number of paths that the other program's number of segments depends on.
const LED: usize = 6;
/// Maximum number of segments that it then runs.
const BEHIND: u32 = 4;
/// Maximum number of different segments between back branches, of which some are counted.
const WAYS: usize = 7;
/// Number of alignments that are tried.
const TRIED: usize = 3;
/// Number of cut points at a node at which words are compared.
const MET: usize = 128;

impl Schedule {
    /// A schedule with fixed numbers of segments, from the start and in loops.
    pub fn plain(entry: Pieces, cycle: Pieces) -> Schedule {
        Schedule { entry, cycle, lead: None, rounds: None }
    }

    /// How many segments each program runs from a node that is not the end.
    pub fn pieces(&self, node: LocationPair) -> Pieces {
        match node {
            [left, right] if left.is_final() && right.is_final() => [0, 0],
            [left, _] if left.is_final() => [0, 1],
            [_, right] if right.is_final() => [1, 0],
            [Location::Entry, Location::Entry] => self.entry,
            _ => match &self.rounds {
                Some(rounds) => [0, 1].map(|side| u32::from(side == rounds.side)),
                None => self.cycle,
            },
        }
    }

    /// The program that leads from a node, if the other depends on it.
    pub fn lead(&self, node: LocationPair) -> Option<Lead> {
        match (node, &self.rounds) {
            ([Location::Entry, Location::Entry], _) => self.lead.clone(),
            ([left, right], Some(Rounds { side, counted }))
                if !left.is_final() && !right.is_final() =>
            {
                let here = counted.iter().filter(|(from, _)| *from == node[*side]);
                let ends = [Location::Done, Location::Fault];
                let to = here.map(|&(_, to)| to).chain(ends);
                let ways = to.map(|to| Way { to: Some(to), steps: None, pieces: 1 });
                Some(Lead { side: *side, ways: ways.collect() })
            }
            _ => None,
        }
    }

    /// The program that runs first from a node.
    pub fn first(&self, node: LocationPair) -> usize {
        self.lead(node).map_or(0, |lead| lead.side)
    }

    /// How many segments the other program runs, after the first one has reached this location in
    /// this many steps.
    pub fn behind(&self, node: LocationPair, to: Option<Location>, steps: u64) -> u32 {
        let lead = self.lead(node);
        let led = lead.as_ref().and_then(|lead| lead.pieces(to, steps));
        led.unwrap_or_else(|| self.pieces(node)[1 - lead.map_or(0, |lead| lead.side)])
    }

    /// The positions in two runs at which the alignment has a node, until one run is exhausted.
    pub fn positions(&self, pair: &Pair) -> Vec<[usize; 2]> {
        let mut positions = vec![[0, 0]];
        let mut at = [0, 0];
        loop {
            let node = [0, 1].map(|side| pair[side].cuts[at[side]].at);
            let mut pieces = self.pieces(node);
            if pieces == [0, 0] {
                return positions;
            }
            let first = self.first(node);
            for side in [first, 1 - first] {
                let Run { cuts } = &pair[side];
                let before = cuts[at[side]].steps;
                for _ in 0..pieces[side] {
                    if cuts[at[side]].at.is_final() {
                        break;
                    }
                    at[side] += 1;
                    if at[side] == cuts.len() {
                        return positions;
                    }
                }
                if side == first {
                    let Cut { at: to, steps, .. } = cuts[at[side]];
                    pieces[1 - first] = self.behind(node, Some(to), steps - before);
                }
            }
            positions.push(at);
        }
    }
}

/// The alignments to try, likeliest first.
pub fn candidates(runs: &[Pair]) -> Vec<Schedule> {
    let plain = ENTRIES.iter().flat_map(|&entry| CYCLES.map(|cycle| Schedule::plain(entry, cycle)));
    let led = [0, 1].into_iter().flat_map(|side| led(runs, side));
    let all = plain.chain(led).chain([0, 1].into_iter().flat_map(|side| by_rounds(runs, side)));
    let mut ranked: Vec<_> = all
        .map(|schedule| {
            let mut nodes: BTreeMap<LocationPair, Vec<[&Cut; 2]>> = BTreeMap::new();
            let mut alone = 0;
            for pair in runs {
                // Next to a program without a loop, the other one always runs alone.
                let loops = pair.iter().all(|run| run.cuts.len() > 2);
                for at in schedule.positions(pair) {
                    let cuts = [0, 1].map(|side| &pair[side].cuts[at[side]]);
                    let node = cuts.map(|cut| cut.at);
                    alone += usize::from(loops && node[0].is_final() != node[1].is_final());
                    nodes.entry(node).or_default().push(cuts);
                }
            }
            let ways = schedule.lead.iter().flat_map(|lead| &lead.ways);
            let led = ways.map(|way| way.pieces).sum::<u32>();
            let entry = schedule.entry.iter().sum::<u32>();
            let pieces = schedule.cycle.iter().sum::<u32>() + entry + led;
            ((alone, nodes.len(), pieces), schedule, nodes)
        })
        .collect();
    // The sort is stable, so ties keep the order of the lists.
    ranked.sort_by_key(|(rank, ..)| *rank);
    /// Of those that visit the same nodes, the one that makes most words equal.
    struct Taken {
        alone: usize,
        visited: Vec<LocationPair>,
        schedule: Schedule,
        meeting: usize,
    }
    let mut taken: Vec<Taken> = Vec::new();
    for ((alone, ..), schedule, nodes) in ranked {
        let visited: Vec<LocationPair> = nodes.keys().copied().collect();
        let same = |other: &&mut Taken| other.alone == alone && other.visited == visited;
        let count = taken.len();
        match taken.iter_mut().find(same) {
            Some(other) => {
                let meeting = words_that_meet(&nodes);
                if other.meeting < meeting {
                    (other.schedule, other.meeting) = (schedule, meeting);
                }
            }
            None if count < TRIED => {
                let meeting = words_that_meet(&nodes);
                taken.push(Taken { alone, visited, schedule, meeting });
            }
            None => {}
        }
    }
    let mut chosen: Vec<Schedule> = taken.into_iter().map(|taken| taken.schedule).collect();
    // Lockstep is always tried: the runs of two copies of a program may diverge and meet again.
    let lockstep = Schedule::plain([1, 1], [1, 1]);
    if !chosen.contains(&lockstep) {
        chosen.insert(chosen.len().min(1), lockstep);
    }
    chosen
}

/// The number of changing words of the left program that equal words of the right one, over all
/// nodes, judged by some of the cut points.
fn words_that_meet(nodes: &BTreeMap<LocationPair, Vec<[&Cut; 2]>>) -> usize {
    let at_node = |cuts: &Vec<[&Cut; 2]>| {
        let mut draws = Draws::new(1);
        let drawn = (0..cuts.len().min(MET)).map(|at| match cuts.len() <= MET {
            true => cuts[at],
            false => cuts[draws.below(cuts.len() as u32) as usize],
        });
        let cuts: Vec<[&Cut; 2]> = drawn.collect();
        // The values of a word at all these cut points.
        let column = |side: usize, word: usize| -> Vec<u32> {
            cuts.iter().map(|cuts| cuts[side].values[word]).collect()
        };
        let words = 0..cuts[0][0].values.len();
        let of_right: FxHashSet<Vec<u32>> = words.clone().map(|word| column(1, word)).collect();
        let of_left = words.map(|word| column(0, word));
        let changes = |column: &Vec<u32>| column.iter().any(|&value| value != column[0]);
        of_left.filter(|column| changes(column) && of_right.contains(column)).count()
    };
    let inside = nodes.iter().filter(|(node, _)| !node.iter().all(|at| at.is_final()));
    inside.map(|(_, cuts)| at_node(cuts)).sum()
}

/// The alignments in which this side leads and the other one runs a segment for some of its
/// segments, so that both end at the same time on all runs that end.
fn by_rounds(runs: &[Pair], side: usize) -> Vec<Schedule> {
    struct Counts {
        first: Location,
        of_ways: BTreeMap<(Location, Location), i64>,
        others: i64,
    }
    let mut ended = Vec::new();
    for pair in runs {
        let [of_first, of_second] = [&pair[side].cuts, &pair[1 - side].cuts];
        let ends =
            |cuts: &[Cut]| cuts.len() > 2 && cuts.last().is_some_and(|cut| cut.at.is_final());
        if !ends(of_first) || !ends(of_second) {
            continue;
        }
        let mut of_ways = BTreeMap::new();
        for two in of_first[1..of_first.len() - 1].windows(2) {
            *of_ways.entry((two[0].at, two[1].at)).or_insert(0) += 1;
        }
        // Both take their last segment at once.
        let others = of_second.len() as i64 - 2;
        ended.push(Counts { first: of_first[1].at, of_ways, others });
    }
    let ways: BTreeSet<(Location, Location)> =
        ended.iter().flat_map(|counts| counts.of_ways.keys()).copied().collect();
    let ways: Vec<_> = ways.into_iter().collect();
    if !(2..=WAYS).contains(&ways.len()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for chosen in 1..(1 << ways.len()) - 1 {
        let is_chosen = |(at, _): &(usize, &(Location, Location))| chosen >> at & 1 == 1;
        let counted: BTreeSet<_> =
            ways.iter().enumerate().filter(is_chosen).map(|(_, &way)| way).collect();
        // How far the other one goes initially, by the location that the first one has reached.
        let mut ahead: BTreeMap<Location, i64> = BTreeMap::new();
        let is_even = ended.iter().all(|Counts { first, of_ways, others }| {
            let of_counted = of_ways.iter().filter(|(way, _)| counted.contains(way));
            let left = others - of_counted.map(|(_, count)| count).sum::<i64>();
            *ahead.entry(*first).or_insert(left) == left
        });
        if !is_even || !ahead.values().all(|pieces| (1..=i64::from(BEHIND)).contains(pieces)) {
            continue;
        }
        let way = |(&to, &pieces): (&Location, &i64)| Way {
            to: Some(to),
            steps: None,
            pieces: pieces as u32,
        };
        let lead = ahead.values().any(|pieces| *pieces != 1);
        let lead = lead.then(|| Lead { side, ways: ahead.iter().map(way).collect() });
        found.push(Schedule {
            lead,
            rounds: Some(Rounds { side, counted }),
            ..Schedule::plain([1, 1], [1, 1])
        });
    }
    // Smaller sets are likelier, and segments that no run takes are not counted.
    found.sort_by_key(|schedule| schedule.rounds.as_ref().map_or(0, |rounds| rounds.counted.len()));
    found.truncate(TRIED);
    found
}

/// The alignments in which this side leads by one segment, and the other one runs as many as make
/// most words equal.
fn led(runs: &[Pair], side: usize) -> Vec<Schedule> {
    let mut by_steps: BTreeMap<u64, Vec<&Pair>> = BTreeMap::new();
    for pair in runs {
        if let Some(cut) = pair[side].cuts.get(1).filter(|cut| !cut.at.is_final()) {
            by_steps.entry(cut.steps).or_default().push(pair);
        }
    }
    if !(2..=LED).contains(&by_steps.len()) {
        return Vec::new();
    }
    let pieces: BTreeMap<u64, u32> = by_steps
        .into_iter()
        .map(|(steps, pairs)| {
            let equal = |pieces: &u32| equal_words(&pairs, side, *pieces as usize);
            // Of equally good ones the last is chosen: the smallest.
            let best = (1..=BEHIND).rev().max_by_key(equal);
            (steps, best.unwrap_or(1))
        })
        .collect();
    if pieces.values().collect::<BTreeSet<_>>().len() == 1 {
        return Vec::new();
    }
    let of_cycle = |cycle: &Pieces| cycle[side] == 1;
    let cycles = CYCLES.into_iter().filter(of_cycle);
    let way = |(steps, pieces)| Way { to: None, steps: Some(steps), pieces };
    let lead = Lead { side, ways: pieces.into_iter().map(way).collect() };
    let led = |cycle| Schedule { lead: Some(lead.clone()), ..Schedule::plain([1, 1], cycle) };
    cycles.map(led).collect()
}

/// The number of words of one program that equal words of the other, where the first is one segment
/// after its start.
fn equal_words(pairs: &[&Pair], side: usize, pieces: usize) -> usize {
    let cuts: Vec<[&[u32]; 2]> = pairs
        .iter()
        .filter_map(|pair| {
            let other = pair[1 - side].cuts.get(pieces).filter(|cut| !cut.at.is_final())?;
            Some([&pair[side].cuts[1].values[..], &other.values[..]])
        })
        .collect();
    let Some([first, _]) = cuts.first() else { return 0 };
    let words = 0..first.len();
    let is_met =
        |word: usize| words.clone().any(|other| cuts.iter().all(|[a, b]| a[word] == b[other]));
    words.clone().filter(|&word| is_met(word)).count()
}
