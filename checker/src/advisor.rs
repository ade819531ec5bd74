//! What a walk through a certificate asks for, and of what.

use std::collections::BTreeMap;

use crate::certificate::{Answer, Location, Measure, Name};
use crate::obligation::{Obligation, Scene};
use crate::procedures::claim::Spot;
use crate::terms::{Condition, Word};

/// Says why obligations hold. It is never believed.
pub trait Advisor {
    /// Why an obligation holds, if it is known to.
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer>;

    /// Whether it looks for no more answers: the walk ends then.
    fn gives_up(&self) -> bool {
        false
    }

    /// What gets smaller on some of these steps and larger on none, the likeliest
    /// first.
    fn measures(&mut self, scene: &Scene, steps: &[&Step]) -> Vec<Measure>;

    /// Takes note of the measure that comes next; what was asked for the one before
    /// it, of the same steps, was in vain.
    fn tries(&mut self, _measure: Measure) {}

    /// Whether a path that goes to its end is looked at from here on for whether it comes back: when
    /// that is, in instructions that the walk has executed, and how many steps of the path it is.
    fn begins_lap(&mut self, _at: u64, _steps: u64) -> bool {
        false
    }

    /// Whether a path that is back, in the lap that began then, runs for ever, so that what is left
    /// to be shown of that is asked for next.
    fn closes_lap(&mut self, _scene: &mut Scene, _lap: [u64; 2], _open: &[Obligation<'_>]) -> bool {
        false
    }

    /// Takes note of a pair of paths; the obligations that come next, of other kinds
    /// than [`Kind::Path`](crate::obligation::Kind::Path), are of it.
    fn arrives(&mut self, _pair: Pair) {}

    /// Takes note of the word of which a relation of procedures says what the next obligation is
    /// about.
    fn relates(&mut self, _relation: Relation, _word: Spot) {}
}

/// A relation of pairs of procedures, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The precondition of a pair.
    Before(usize),
    /// What holds at a point of it.
    Point(usize, usize),
    /// The postcondition.
    Behind(usize),
}

/// A pair of paths, by where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// From which node.
    pub from: [Location; 2],
    /// Where both are behind it; none where a path cannot be followed, which has to be
    /// impossible.
    pub to: Option<[Location; 2]>,
}

/// A pair of paths from a node to another, neither the start nor the end of both.
#[derive(Clone, Debug)]
pub struct Step {
    /// The node.
    pub from: [Location; 2],
    /// The next one.
    pub to: [Location; 2],
    /// Which programs move.
    pub moves: [bool; 2],
    /// What holds on it.
    pub conditions: Vec<Condition>,
    /// The words at the node.
    pub before: BTreeMap<Name, Word>,
    /// The words behind it.
    pub after: BTreeMap<Name, Word>,
}
