//! The nodes that a run adds to the tree of paths, for displays of the tree.
//!
//! Only new nodes are reported, so the cost is proportional to the size of the tree, not to the
//! length of the paths that runs share.

use super::explore::Inserted;
use crate::report::{Decision, Growth, Side};
use crate::symbolic::paths::{BranchOutcome, Explored};
use crate::term::Terms;

/// Maximum number of decisions of a run that are reported.
const MAX_DECISIONS: usize = 5_000;

/// The growth of the tree by a run. `sides` are those of the explored programs.
pub(super) fn of(terms: &Terms, run: &Explored, inserted: &Inserted, sides: &[Side]) -> Growth {
    let decision = |&index| decision(terms, run, index, sides);
    Growth {
        from: inserted.from,
        decisions: inserted.grown.iter().take(MAX_DECISIONS).map(decision).collect(),
        untold: inserted.grown.len().saturating_sub(MAX_DECISIONS) as u32,
        cut: run.cut.map(|program| sides[program]),
    }
}

fn decision(terms: &Terms, run: &Explored, index: usize, sides: &[Side]) -> Decision {
    let condition = run.path.conditions[index];
    let (holds, took) = match run.branches[index] {
        BranchOutcome::Holds(holds) => (holds, None),
        BranchOutcome::Took(value) => (true, Some(value)),
    };
    Decision {
        index: (index - run.premises) as u32,
        side: sides[run.program(index)],
        at: condition.at.0,
        cause: condition.cause,
        holds,
        took,
        condition: run.line(terms, index),
    }
}
