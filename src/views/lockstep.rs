//! Two runs on one input in lockstep, for a person to step through.
//!
//! A [`Run`] is a recorded run of some machine whose state is available after each step. A
//! [`Lockstep`] consists of two runs with a common *position*: at position 0 nothing was executed,
//! and from one position to the next each run takes a step. As long as the runs agree on their
//! branches, the run that reaches a branch first waits there for the other, so that corresponding
//! steps have the same position. After the last common branch they advance step by step. A run that
//! has ended stays at its end.
//!
//! The point where they diverge is their [`Parting`]; `parting.rs` defines it exactly.
//!
//! The machines are [`mips`] and [`arm64`]: each has a timeline that implements [`Run`].

pub mod arm64;
mod csv;
mod flow;
pub mod mips;
mod parting;
mod recording;
mod run;

use rustc_hash::FxHashSet;

pub use parting::{Parting, PartingKind};
pub use run::{Difference, Ending, Run, StepText};

/// Two runs on one input.
#[derive(Debug)]
pub struct Lockstep<R> {
    runs: [R; 2],
    alignment: Alignment,
    parting: Option<Parting>,
}

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the start.
    Back,
    /// Towards the end.
    Forward,
}

impl<R: Run> Lockstep<R> {
    /// Aligns two runs on the same input; the left one is the first.
    pub fn of(runs: [R; 2]) -> Lockstep<R> {
        let (alignment, parting) = parting::find(&runs);
        Lockstep { runs, alignment, parting }
    }

    /// The runs; the left one is the first.
    pub fn runs(&self) -> &[R; 2] {
        &self.runs
    }

    /// The last position.
    pub fn last(&self) -> usize {
        self.alignment.len()
    }

    /// The first point where the runs diverge, if they do.
    pub fn parting(&self) -> Option<Parting> {
        self.parting
    }

    /// The number of steps that each run has taken at a position.
    pub fn steps(&self, position: usize) -> [usize; 2] {
        self.alignment.steps(position)
    }

    /// For each run, whether it takes a step to reach a position. Otherwise it waits for the other
    /// one or has ended.
    pub fn moves(&self, position: usize) -> [bool; 2] {
        let Some(before) = position.checked_sub(1) else { return [false; 2] };
        let (before, now) = (self.steps(before), self.steps(position));
        [now[0] > before[0], now[1] > before[1]]
    }

    /// The next position in this direction that a run reaches by executing one of these addresses,
    /// or else the last position in this direction.
    pub fn find(
        &self,
        from: usize,
        direction: Direction,
        breakpoints: [&FxHashSet<R::Address>; 2],
    ) -> usize {
        let is_hit = |&position: &usize| {
            let (steps, moves) = (self.steps(position), self.moves(position));
            [0, 1].into_iter().any(|side| {
                moves[side] && breakpoints[side].contains(&self.runs[side].pc(steps[side] - 1))
            })
        };
        self.find_that(from, direction, is_hit)
    }

    /// The next position in this direction at which a run is about to execute another line, or else
    /// the last position in this direction. `lines` has the line of each word of either program.
    /// Words without a line (in a called routine) are skipped.
    pub fn find_line<L: PartialEq>(
        &self,
        from: usize,
        direction: Direction,
        lines: [&[Option<L>]; 2],
    ) -> usize {
        let line = |side: usize, at: R::Address| lines[side].get(R::word_index(at)?)?.as_ref();
        let is_hit = |&position: &usize| {
            let (steps, moves) = (self.steps(position), self.moves(position));
            [0, 1].into_iter().any(|side| {
                let (run, steps) = (&self.runs[side], steps[side]);
                if !moves[side] || steps == run.step_count() {
                    return false;
                }
                let next = line(side, run.pc(steps));
                let last = || (0..steps).rev().find_map(|step| line(side, run.pc(step)));
                next.is_some() && next != last()
            })
        };
        self.find_that(from, direction, is_hit)
    }

    fn find_that(
        &self,
        from: usize,
        direction: Direction,
        is_hit: impl Fn(&usize) -> bool,
    ) -> usize {
        match direction {
            Direction::Forward => {
                (from + 1..=self.last()).find(is_hit).unwrap_or_else(|| self.last())
            }
            Direction::Back => (1..from).rev().find(is_hit).unwrap_or(0),
        }
    }
}

/// Maps steps of two runs to common positions.
#[derive(Debug)]
struct Alignment {
    anchors: Vec<Anchor>,
    ends: [u32; 2],
}

/// A moment that both runs reach together, with the steps taken so far.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    steps: [u32; 2],
    position: u32,
}

impl Alignment {
    /// The alignment of runs with these lengths in which each of these pairs of steps has a common
    /// position. Both components of the pairs increase.
    fn new(pairs: &[[u32; 2]], ends: [u32; 2]) -> Alignment {
        let mut anchors = vec![Anchor { steps: [0, 0], position: 0 }];
        let mut last = anchors[0];
        for &steps in pairs.iter().chain([&ends]) {
            let gap = (steps[0] - last.steps[0]).max(steps[1] - last.steps[1]);
            last = Anchor { steps, position: last.position + gap };
            anchors.push(last);
        }
        Alignment { anchors, ends }
    }

    /// The last position.
    fn len(&self) -> usize {
        self.anchors.last().map_or(0, |anchor| anchor.position as usize)
    }

    fn steps(&self, position: usize) -> [usize; 2] {
        let position = position.min(self.len()) as u32;
        let next = self.anchors.partition_point(|anchor| anchor.position <= position);
        let anchor = self.anchors[next - 1];
        let limit = self.anchors.get(next).map_or(self.ends, |anchor| anchor.steps);
        let offset = position - anchor.position;
        [0, 1].map(|side| (anchor.steps[side] + offset).min(limit[side]) as usize)
    }

    /// The position at which a run has just taken the step with this index.
    fn after(&self, side: usize, step: u32) -> usize {
        let next = self.anchors.partition_point(|anchor| anchor.steps[side] <= step);
        let anchor = self.anchors[next - 1];
        (anchor.position + step + 1 - anchor.steps[side]) as usize
    }
}
