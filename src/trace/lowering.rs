//! Runs all passes at once, one step at a time, with backtracking.
//!
//! Each pass goes through a trace from its beginning, so its output for a prefix does not depend on
//! what follows. A search lowers thousands of long traces with common prefixes. A [`Lowering`]
//! keeps its state at points of the last trace, and lowers only new steps. Its result is that of
//! [`passes::lower`](super::passes::lower).

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
    /// The maximal number of path conditions.
    depth: usize,
    conditions: usize,
    cut: bool,
}

/// A point of the trace to which the lowering can return.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    known: simplify::Mark,
    versions: Versions,
    conditions: usize,
    cut: bool,
}

impl Lowering {
    /// The lowering at the start of a program. The trace is cut after `depth` path conditions.
    pub fn new(image: &Rc<Image>, depth: usize) -> Lowering {
        Lowering {
            known: Known::at_start(image),
            versions: Versions::default(),
            depth,
            conditions: 0,
            cut: false,
        }
    }

    /// The maximal number of path conditions.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the limit was reached: all further steps are dropped.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Lowers the next step of the raw trace and emits the results.
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

    /// The current point of the trace.
    pub fn mark(&self) -> Mark {
        let Lowering { known, versions, conditions, cut, .. } = self;
        Mark { known: known.mark(), versions: *versions, conditions: *conditions, cut: *cut }
    }

    /// Returns to an earlier point.
    pub fn undo_to(&mut self, mark: &Mark) {
        self.known.undo_to(&mark.known);
        self.versions = mark.versions;
        self.conditions = mark.conditions;
        self.cut = mark.cut;
    }
}
