//! Searches for the number of interval boxes that refute conditions (branch and prune).
//!
//! A point that may satisfy the conditions ends the search at once, as they most likely hold there.
//! After a while a few random descents estimate the number of boxes (Knuth, "Estimating the
//! Efficiency of Backtrack Programs", 1975), and a query that would need too many is left to other
//! methods. The pseudo-random sequence is fixed, so results are reproducible.

use crate::solver::{Effort, Stop};
use tamarin_checker::boxes::{self, Inputs, Query};

/// Operations that cost as much as one conflict of the SAT solver.
const STEPS_PER_CONFLICT: u64 = 16_000;
/// Maximum number of operations.
const MAX_STEPS: u64 = 400_000_000;
/// Divisor of the limit where bit-blasting works as well: without divisions by words, or with
/// several inputs to split.
const PART: u64 = 64;
/// Operations after which the remaining work is estimated.
const PROBED_AFTER: u64 = 20_000;
/// Random descents for the estimate.
const PROBES: u64 = 16;

/// The result of a search.
pub enum Found {
    /// This many boxes refute the conditions.
    Shown(u32),
    /// The conditions hold for these numbers, in the order of [`Query::words`].
    Numbers(Vec<u32>),
    /// Undecided within the limit.
    Open,
}

/// Searches at about the cost of this many conflicts.
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
    /// A point for which the conditions are not refuted.
    Numbers(Vec<u32>),
    Limit,
}

struct Search<'s> {
    query: &'s Query,
    /// Operations so far, and their maximum.
    steps: u64,
    limit: u64,
    stop: &'s Stop,
}

impl Search<'_> {
    /// The number of boxes.
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

    /// Evaluates a box: `None` if it is refuted, otherwise its halves.
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

    /// Descends at random a few times. Each box visited represents as many boxes as there were open
    /// branches above it. Ends the search if there will be too many.
    fn probe(&mut self) -> Result<(), End> {
        let (affordable, mut estimate) = (PROBES as f64 * self.limit as f64, 0.0);
        for probe in 1..=PROBES {
            let (mut of, mut ways) = (self.query.whole(), 1.0);
            // Multiples of the golden ratio are evenly distributed.
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
