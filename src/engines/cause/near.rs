//! What makes a fix a likely one: that it is near to a mend, to lines that were changed, or to an anomaly.

use std::collections::BTreeSet;

use super::options::Options;
use super::suspects::Suspects;
use crate::engines::tree::Fix;
use crate::program::Address;
use crate::report::Side;

/// What a fix is near to, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Near {
    /// Its right instruction is one that a mend concerns, and its lines are not in both texts.
    MendInDifferingLines,
    /// Its right instruction is one that a mend concerns.
    Mend,
    /// Its lines are not in both texts.
    DifferingLines,
    /// Its right instruction has an anomaly in the run.
    Anomaly,
    /// None of these.
    Nothing,
}

impl Near {
    /// Those that a mend concerns.
    pub const MENDS: [Near; 2] = [Near::MendInDifferingLines, Near::Mend];
    /// Those that no mend concerns.
    pub const OTHERS: [Near; 3] = [Near::DifferingLines, Near::Anomaly, Near::Nothing];

    pub const fn is_mend(self) -> bool {
        matches!(self, Near::MendInDifferingLines | Near::Mend)
    }

    pub const fn is_in_differing_lines(self) -> bool {
        matches!(self, Near::MendInDifferingLines | Near::DifferingLines)
    }
}

/// What makes a fix a likely one.
pub(super) struct Likely<'s> {
    pub suspects: &'s Suspects,
    /// Which checks and pairs are asked for.
    pub options: &'s Options,
    /// Instructions of the right program.
    pub anomalies: BTreeSet<Address>,
}

impl Likely<'_> {
    /// Whether it is known which lines are not in both texts.
    pub fn knows_lines(&self) -> bool {
        self.suspects.differing.iter().any(|lines| !lines.is_empty())
    }

    /// Of a fix with this reference.
    pub fn near(&self, reference: Side, fix: Fix) -> Near {
        let [left, right] = match reference {
            Side::Left => [fix.from.at, fix.to.at],
            Side::Right => [fix.to.at, fix.from.at],
        };
        let differing = &self.suspects.differing;
        // A text that has lines besides differs from the other one only there.
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
