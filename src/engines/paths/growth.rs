//! What a run adds to the tree of paths, for those who draw it.
//!
//! Only what is new is told, so that a tree costs as much as it has nodes,
//! however long the paths are that its runs share.

use super::explore::Inserted;
use crate::report::{Decision, Growth, Side};
use crate::symbolic::paths::{Explored, Turn};
use crate::term::Terms;

/// Decisions of a run that are told of: as far as a reader reads.
const MAX_DECISIONS: usize = 5_000;

/// The growth of the tree by a run. `sides` are those of the programs that
/// are explored.
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
    let (holds, took) = match run.turns[index] {
        Turn::Holds(holds) => (holds, None),
        Turn::Took(value) => (true, Some(value)),
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
