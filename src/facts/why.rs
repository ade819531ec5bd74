//! Reasons: the path conditions that a conclusion follows from.
//!
//! Everything that a theory derives carries a [`Reason`]. A reason is a node of a graph whose leaves are conditions, so
//! combining two costs one node, and the conditions are listed only on request. Nodes are added in the order of
//! derivation; removing conditions removes the newest nodes.

use std::collections::BTreeSet;

/// The conditions that imply a conclusion, and the last rule. These conditions alone imply it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The last rule that was applied.
    pub rule: Rule,
    /// The positions of the conditions.
    pub conditions: BTreeSet<u32>,
}

/// The last step of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Rewriting by known equalities gives `true`.
    Rewriting,
    /// The bounds on one word imply it.
    Bounds,
    /// Inequalities between sums of integers imply it.
    Rows,
    /// It holds in each case of a split.
    Cases,
}

/// The reason for a derived fact, as a node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(u32);

impl Reason {
    /// No conditions are needed; also used for the assumption of a case within that case.
    pub(super) const ALWAYS: Reason = Reason(0);
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Condition(u32),
    Both(Reason, Reason),
}

/// All reasons so far.
#[derive(Debug, Default)]
pub(super) struct Reasons(pub Vec<Part>);

impl Reasons {
    /// The reason that consists of one condition.
    pub fn condition(&mut self, position: u32) -> Reason {
        self.push(Part::Condition(position))
    }

    /// The combination of two reasons.
    pub fn both(&mut self, a: Reason, b: Reason) -> Reason {
        match (a, b) {
            (Reason::ALWAYS, other) | (other, Reason::ALWAYS) => other,
            _ if a == b => a,
            _ => self.push(Part::Both(a, b)),
        }
    }

    fn push(&mut self, part: Part) -> Reason {
        self.0.push(part);
        Reason(self.0.len() as u32)
    }

    /// The conditions that a reason depends on.
    pub fn conditions(&self, reason: Reason) -> BTreeSet<u32> {
        let mut conditions = BTreeSet::new();
        let mut seen = vec![false; reason.0 as usize + 1];
        let mut open = vec![reason];
        while let Some(reason) = open.pop() {
            if reason == Reason::ALWAYS || std::mem::replace(&mut seen[reason.0 as usize], true) {
                continue;
            }
            match self.0[reason.0 as usize - 1] {
                Part::Condition(position) => {
                    conditions.insert(position);
                }
                Part::Both(a, b) => open.extend([a, b]),
            }
        }
        conditions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_comes_down_to_its_conditions() {
        let mut reasons = Reasons::default();
        let [a, b, c] = [7, 3, 5].map(|position| reasons.condition(position));
        let before = reasons.0.len();
        let ab = reasons.both(a, b);
        let all = reasons.both(ab, c);
        let again = reasons.both(all, ab);
        assert_eq!(reasons.conditions(again), BTreeSet::from([3, 5, 7]));
        assert_eq!(reasons.both(ab, Reason::ALWAYS), ab);
        assert_eq!(reasons.conditions(Reason::ALWAYS), BTreeSet::new());
        reasons.0.truncate(before);
        assert_eq!(reasons.conditions(c), BTreeSet::from([5]));
    }
}
