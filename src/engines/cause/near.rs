//! Which fixes are likely: those near a repair, near lines that were changed, or near an anomaly.

use std::collections::BTreeSet;

use super::options::Options;
use super::suspects::Suspects;
use crate::engines::tree::Fix;
use crate::program::Address;
use crate::report::Side;

/// What a fix is near, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Near {
    /// Its right instruction is one that a repair concerns, and its lines are not in both texts.
    MendInDifferingLines,
    /// Its right instruction is one that a repair concerns.
    Mend,
    /// Its lines are not in both texts.
    DifferingLines,
    /// Its right instruction has an anomaly in the run.
    Anomaly,
    /// None of these.
    Nothing,
}

impl Near {
    /// Near a repair.
    pub const MENDS: [Near; 2] = [Near::MendInDifferingLines, Near::Mend];
    /// Not near a repair.
    pub const OTHERS: [Near; 3] = [Near::DifferingLines, Near::Anomaly, Near::Nothing];

    pub const fn is_mend(self) -> bool {
        matches!(self, Near::MendInDifferingLines | Near::Mend)
    }

    pub const fn is_in_differing_lines(self) -> bool {
        matches!(self, Near::MendInDifferingLines | Near::DifferingLines)
    }
}

/// What a comparison of fixes looks at.
pub(super) struct Likely<'s> {
    pub suspects: &'s Suspects,
    /// The requested checks and pairs.
    pub options: &'s Options,
    /// Instructions of the right program with an anomaly.
    pub anomalies: BTreeSet<Address>,
}

impl Likely<'_> {
    /// Whether it is known which lines are not in both texts.
    pub fn knows_lines(&self) -> bool {
        self.suspects.differing.iter().any(|lines| !lines.is_empty())
    }

    /// What a fix with this reference is near.
    pub fn near(&self, reference: Side, fix: Fix) -> Near {
        let [left, right] = match reference {
            Side::Left => [fix.from.at, fix.to.at],
            Side::Right => [fix.to.at, fix.from.at],
        };
        let differing = &self.suspects.differing;
        // If one text only has additional lines, the texts differ only there.
        let differs = self.knows_lines()
            && [left, right]
                .iter()
                .zip(differing)
                .all(|(at, lines)| lines.is_empty() || lines.contains(at));
        match (self.suspects.instructions.contains(&right), differs) {
            (true, true) => Near::MendInDifferingLines,
            (true, false) => Near::Mend,
            (false, true) => Near::DifferingLines,
            (false, false) if self.anomalies.contains(&right) => Near::Anomaly,
            (false, false) => Near::Nothing,
        }
    }
}
