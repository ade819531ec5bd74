//! All passes at once, a line at a time, with a way back.
//!
//! Each pass goes through a trace from its beginning, so what the passes make
//! of a beginning does not depend on what follows. A search lowers thousands
//! of long traces that begin alike; a [`Lowering`] keeps what it knows at
//! points of the last one, and lowers only what is new. What it says is what
//! [`passes::lower`](super::passes::lower) says.

use std::rc::Rc;

use super::desugar::desugar;
use super::simplify::{self, Known};
use super::ssa::Versions;
use super::{Entry, Step};
use crate::machine::Image;

/// A trace that is being lowered.
#[derive(Clone, Debug)]
pub struct Lowering {
    known: Known,
    versions: Versions,
    /// Conditions that are let through.
    depth: usize,
    conditions: usize,
    cut: bool,
}

/// A point of the trace to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    known: simplify::Mark,
    versions: Versions,
    conditions: usize,
    cut: bool,
}

impl Lowering {
    /// At the start of a program; `depth` is the number of path conditions
    /// before which the trace is cut.
    pub fn new(image: &Rc<Image>, depth: usize) -> Lowering {
        Lowering {
            known: Known::at_start(image),
            versions: Versions::default(),
            depth,
            conditions: 0,
            cut: false,
        }
    }

    /// The path conditions before which the trace is cut.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the trace is cut: all further lines are dropped.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Takes the next line of the raw trace, and gives what it becomes.
    pub fn lower(&mut self, raw: Entry, mut emit: impl FnMut(Entry)) {
        let Lowering { known, versions, depth, conditions, cut } = self;
        desugar(raw, |entry| {
            if *cut {
                return;
            }
            let Some(entry) = known.simplify(entry) else { return };
            if matches!(entry.step, Step::Condition(_)) {
                *cut = *conditions == *depth;
                if *cut {
                    return;
                }
                *conditions += 1;
            }
            emit(versions.rename_entry(entry));
        });
    }

    /// Where the trace is now.
    pub fn mark(&self) -> Mark {
        let Lowering { known, versions, conditions, cut, .. } = self;
        Mark { known: known.mark(), versions: *versions, conditions: *conditions, cut: *cut }
    }

    /// Goes back to an earlier point.
    pub fn undo_to(&mut self, mark: &Mark) {
        self.known.undo_to(&mark.known);
        self.versions = mark.versions;
        self.conditions = mark.conditions;
        self.cut = mark.cut;
    }
}
