//! Looks for how many boxes show that conditions cannot hold together.
//!
//! A number that the conditions may hold of ends the search at once, as they most likely do. After a
//! while a few ways down are taken at random, which tell how many boxes there will be (Knuth, "Estimating
//! the Efficiency of Backtrack Programs", 1975), and what takes too many is left to others. Chance is a
//! fixed sequence, so what is found is the same each time.

use crate::solver::{Effort, Stop};
use tamarin_checker::boxes::{self, Inputs, Query};

/// Operations that weigh as much as one conflict of the SAT solver.
const STEPS_PER_CONFLICT: u64 = 16_000;
/// Operations at most, whatever the conflicts.
const MAX_STEPS: u64 = 400_000_000;
/// A part of these where bits are as good: nothing is divided by a word, or several inputs are to be split.
const PART: u64 = 64;
/// Operations after which the rest is estimated.
const PROBED_AFTER: u64 = 20_000;
/// Ways down that are taken for the estimate.
const PROBES: u64 = 16;

/// What came of it.
pub enum Found {
    /// So many boxes show it.
    Shown(u32),
    /// It is not so: the conditions hold of these numbers, in the order of [`Query::words`].
    Numbers(Vec<u32>),
    /// Neither, within about as much work as was allowed.
    Open,
}

/// Looks for them within about as much work as so many conflicts.
pub fn search(query: &Query, effort: Effort, stop: &Stop) -> Found {
    if !query.is_arithmetic() {
        return Found::Open;
    }
    let limit = effort.0.saturating_mul(STEPS_PER_CONFLICT).min(MAX_STEPS);
    let is_for_boxes = query.divides_by_words() && query.words().len() == 1;
    let limit = if is_for_boxes { limit } else { limit / PART };
    let mut search = Search { query, steps: 0, limit, stop };
    match search.run() {
        Ok(count) => Found::Shown(count),
        Err(End::Numbers(numbers)) if query.is_closed() => Found::Numbers(numbers),
        Err(End::Numbers(_) | End::Limit) => Found::Open,
    }
}

/// Why a search ends before all boxes are refuted.
enum End {
    /// At one, the conditions are not known to fail.
    Numbers(Vec<u32>),
    Limit,
}

struct Search<'s> {
    query: &'s Query,
    /// Operations so far, and at most.
    steps: u64,
    limit: u64,
    stop: &'s Stop,
}

impl Search<'_> {
    /// How many boxes there are.
    fn run(&mut self) -> Result<u32, End> {
        let mut open = vec![self.query.whole()];
        let (mut count, mut is_probed) = (0, false);
        while let Some(of) = open.pop() {
            count += 1;
            if let Some([lower, upper]) = self.look(&of)? {
                open.extend([upper, lower]);
            }
            if !is_probed && self.steps >= PROBED_AFTER {
                is_probed = true;
                self.probe()?;
            }
        }
        Ok(count)
    }

    /// Looks at a box: none where it is refuted, else its halves.
    fn look(&mut self, of: &Inputs) -> Result<Option<[Inputs; 2]>, End> {
        if self.steps > self.limit || self.stop.is_due() {
            return Err(End::Limit);
        }
        self.steps += 2 * self.query.steps() as u64;
        if self.query.is_refuted(of) {
            return Ok(None);
        }
        let first: Vec<u32> = of.iter().map(|interval| interval.first()).collect();
        if !self.query.is_refuted(&boxes::point(first.iter().copied())) {
            return Err(End::Numbers(first));
        }
        boxes::halves(of).map_or(Err(End::Numbers(first)), |halves| Ok(Some(halves)))
    }

    /// Goes down at random a few times. A box that is seen stands for as many as there were ways to go on
    /// above it. The search ends where there will be too many.
    fn probe(&mut self) -> Result<(), End> {
        let (affordable, mut estimate) = (PROBES as f64 * self.limit as f64, 0.0);
        for probe in 1..=PROBES {
            let (mut of, mut ways) = (self.query.whole(), 1.0);
            // Multiples of the golden ratio are spread evenly.
            let mut turns = probe.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            loop {
                let before = self.steps;
                let halves = self.look(&of)?;
                estimate += ways * (self.steps - before) as f64;
                if estimate > affordable {
                    return Err(End::Limit);
                }
                let Some([lower, upper]) = halves else { break };
                of = if turns >> 63 == 1 { upper } else { lower };
                ways *= 2.0;
                turns = turns.rotate_left(1);
            }
        }
        Ok(())
    }
}
