//! The advisor: supplies answers to the obligations of a walk through a certificate.

use std::collections::BTreeMap;

use crate::certificate::{Answer, Location, Measure, Name};
use crate::obligation::{Obligation, Scene};
use crate::procedures::claim::Spot;
use crate::terms::{Condition, Word};

/// Supplies reasons why obligations hold. Every answer is checked before use.
pub trait Advisor {
    /// An answer for an obligation, if one is known.
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer>;

    /// Whether the advisor stops answering; the walk then ends.
    fn gives_up(&self) -> bool {
        false
    }

    /// Candidate measures that decrease on some of these steps and increase on none, the likeliest first.
    fn measures(&mut self, scene: &Scene, steps: &[&Step]) -> Vec<Measure>;

    /// Called before a measure is tried. Earlier queries for the previous measure of the same steps failed.
    fn tries(&mut self, _measure: Measure) {}

    /// Whether to watch a path for a recurrence from here on. `at` is the number of instructions that the walk has
    /// executed, `steps` the length of the path.
    fn begins_lap(&mut self, _at: u64, _steps: u64) -> bool {
        false
    }

    /// Whether a path that has returned to the start of a recurrence runs forever, so that the remaining obligations
    /// for that are posed next.
    fn closes_lap(&mut self, _scene: &mut Scene, _lap: [u64; 2], _open: &[Obligation<'_>]) -> bool {
        false
    }

    /// Called when a pair of paths ends. The obligations that follow, of kinds other than
    /// [`Kind::Path`](crate::obligation::Kind::Path), are about it.
    fn arrives(&mut self, _pair: Pair) {}

    /// Called with the word, and the relation of procedures, that the next obligation is about.
    fn relates(&mut self, _relation: Relation, _word: Spot) {}
}

/// A relation between the procedures of a pair, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The precondition of a pair.
    Before(usize),
    /// The invariant at one of its points.
    Point(usize, usize),
    /// The postcondition.
    Behind(usize),
}

/// A pair of paths, by its endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The node where it begins.
    pub from: [Location; 2],
    /// The locations where it ends; none if a path cannot be followed, which must then be
    /// impossible.
    pub to: Option<[Location; 2]>,
}

/// A pair of paths between two nodes; neither node is the start or the end.
#[derive(Clone, Debug)]
pub struct Step {
    /// The node.
    pub from: [Location; 2],
    /// The node where it ends.
    pub to: [Location; 2],
    /// Which programs move.
    pub moves: [bool; 2],
    /// The conditions of both paths.
    pub conditions: Vec<Condition>,
    /// The words at the first node.
    pub before: BTreeMap<Name, Word>,
    /// The words at the second node.
    pub after: BTreeMap<Name, Word>,
}
