//! The search for the fewest fixes that together make two programs agree on all samples, for any machine.
//!
//! It searches for hitting sets (Reiter, "A theory of diagnosis from first principles", 1987). A node is a
//! list of fixes with the first sample on which they fail. Its children have one more fix, of labels of both
//! runs on that sample. A fix may undo another one, or work only together with another one, so nothing is
//! concluded about longer lists: they are run.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// Runs of programs with fixes on samples.
pub trait Fixing {
    /// A fix.
    type Fix: Copy + Ord + Hash;

    /// The first sample on which the programs do not agree with these fixes.
    fn failing(&mut self, fixes: &[Self::Fix]) -> Option<usize>;

    /// Whether the programs agree on a sample with fixes.
    fn agrees(&mut self, sample: usize, fixes: &[Self::Fix]) -> bool;

    /// Fixes that may be added to these, of labels of the runs on a sample, likeliest first; and whether
    /// there are more.
    fn more(&mut self, sample: usize, fixes: &[Self::Fix]) -> (Vec<Self::Fix>, bool);

    /// Whether a limit is reached.
    fn is_over(&self) -> bool;
}

/// The search tree.
pub struct Tree<'t, F: Fixing> {
    fixing: &'t mut F,
    /// The number of fixes of a set.
    size: usize,
    /// Sets that are excluded.
    excluded: &'t FxHashSet<Vec<F::Fix>>,
    visited: FxHashSet<Vec<F::Fix>>,
    /// Whether a limit left something out.
    pub is_cut: bool,
}

impl<'t, F: Fixing> Tree<'t, F> {
    /// A search for a set of that size that is not excluded. Smaller sets are known to fail.
    pub fn new(
        fixing: &'t mut F,
        size: usize,
        excluded: &'t FxHashSet<Vec<F::Fix>>,
    ) -> Tree<'t, F> {
        Tree { fixing, size, excluded, visited: FxHashSet::default(), is_cut: false }
    }

    /// Adds fixes until the list has the wanted size and the programs agree on all samples. Returns false if
    /// that is impossible or a limit is reached.
    pub fn find(&mut self, fixes: &mut Vec<F::Fix>) -> bool {
        let Some(sample) = self.fixing.failing(fixes) else {
            // Shorter lists are known to fail.
            return fixes.len() == self.size && !self.excluded.contains(&sorted(fixes));
        };
        if fixes.len() == self.size || !self.visited.insert(sorted(fixes)) {
            return false;
        }
        let (more, is_cut) = self.fixing.more(sample, fixes);
        self.is_cut |= is_cut;
        let is_last = fixes.len() + 1 == self.size;
        let mut failed = Vec::new();
        for fix in more {
            if self.fixing.is_over() {
                self.is_cut = true;
                return false;
            }
            fixes.push(fix);
            match self.fixing.agrees(sample, fixes) {
                true if self.find(fixes) => return true,
                true => {}
                false => failed.push(fix),
            }
            fixes.pop();
        }
        // Then those that need another one on this sample.
        for fix in failed.into_iter().filter(|_| !is_last) {
            fixes.push(fix);
            if self.find(fixes) {
                return true;
            }
            fixes.pop();
        }
        false
    }
}

/// A set of fixes, independent of their order.
pub fn sorted<F: Copy + Ord>(fixes: &[F]) -> Vec<F> {
    let mut sorted = fixes.to_vec();
    sorted.sort();
    sorted
}
