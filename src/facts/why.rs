//! Reasons: the path conditions that a fact follows from.
//!
//! Everything that a theory derives carries a [`Reason`]. A reason is a node of a graph whose
//! leaves are conditions. Combining two reasons costs one node, and the conditions are listed only
//! on demand. Nodes are added in the order of derivation, so retracting conditions removes the
//! newest ones.

use std::collections::BTreeSet;

/// Why a conclusion holds: its premises and the last rule. The listed conditions alone imply the
/// conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The last rule applied.
    pub rule: Rule,
    /// The positions of the conditions that it follows from.
    pub conditions: BTreeSet<u32>,
}

/// The last step of a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The conclusion becomes `true` once known equalities are applied.
    Rewriting,
    /// Bounds on one word decide it.
    Bounds,
    /// Inequalities between sums of integers decide it.
    Rows,
    /// It holds in each of the cases that it was split into.
    Cases,
}

/// The premises of a known fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(u32);

impl Reason {
    /// It holds without any condition; also the reason of a case within that case.
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
    /// The reason that a condition states it.
    pub fn condition(&mut self, position: u32) -> Reason {
        self.push(Part::Condition(position))
    }

    /// The reason that combines two reasons.
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

    /// The conditions behind a reason.
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
