//! Bounds that conditions put on one word, and which conditions become redundant.
//!
//! A loop that counts up to an input leaves `0 < $1`, `1 < $1`, `2 < $1` and so on. Each implies
//! all earlier ones and makes them redundant, so a query about a path with thousands of conditions
//! needs only a few of them.

use std::rc::Rc;

use super::range::{Limits, Range, SIGNED};
use super::why::{Reason, Reasons};
use crate::term::interval::{Interval, Width};
use crate::term::{Term, Terms};
use crate::trail::TrailMap;

/// Maximum number of bounds on a word for which each is tested against all others.
const FEW: usize = 4;

/// The redundancy of a condition with respect to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// Whether earlier conditions do not imply it.
    pub is_new: bool,
    /// The position of the first later condition that, with other needed ones, implies it, if there
    /// is one.
    pub superseded: Option<u32>,
}

impl Redundancy {
    /// A condition that has not been compared with others.
    pub const UNKNOWN: Redundancy = Redundancy { is_new: true, superseded: None };

    /// Whether a query about the conditions before `end` needs this one.
    pub fn is_needed_before(&self, end: usize) -> bool {
        self.is_new && self.superseded.is_none_or(|at| at as usize >= end)
    }
}

/// The bounds on one word.
#[derive(Debug)]
pub(super) struct Bound {
    range: Range,
    /// From conditions that no other supersedes, with their positions.
    arcs: Vec<(u32, Interval)>,
    why: Reason,
}

/// Bounds on words.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    pub words: TrailMap<Term, Rc<Bound>>,
    /// Integer bounds on words, from conditions on them alone and on several words.
    pub limits: TrailMap<Term, (Limits, Reason)>,
    /// The superseding condition for each superseded one, by position.
    pub superseded: TrailMap<u32, u32>,
}

impl Bounds {
    /// The position of the condition that supersedes the one at a position.
    pub fn superseded(&self, position: u32) -> Option<u32> {
        self.superseded.get(position)
    }

    /// The values of a word allowed by conditions on it alone, and why.
    pub fn range(&self, terms: &Terms, word: Term) -> (Range, Reason) {
        match self.words.get(word) {
            Some(bound) => (bound.range.clone(), bound.why),
            None => (Range::natural(terms, word), Reason::ALWAYS),
        }
    }

    /// Integer bounds on a word, and why.
    pub fn limits(&self, terms: &Terms, word: Term) -> (Limits, Reason) {
        let natural = || (terms.interval(word).signed(Width::Word), Reason::ALWAYS);
        self.limits.get(word).unwrap_or_else(natural)
    }

    /// Why a word lies on an arc, if that is known.
    pub fn implies(&self, terms: &Terms, word: Term, arc: Interval) -> Option<Reason> {
        let ((first, last), why) = self.limits(terms, word);
        let known = Interval::between(first as u32, last as u32);
        arc.contains(known).then_some(why)
    }

    /// Adds the bound that the condition at a position puts on a word. Returns whether it is new.
    pub fn narrow(
        &mut self,
        terms: &Terms,
        reasons: &mut Reasons,
        (word, arc): (Term, Interval),
        (position, why): (u32, Reason),
    ) -> bool {
        let (mut range, known) = self.range(terms, word);
        if !range.narrow(arc) {
            return false;
        }
        let mut arcs = self.words.get(word).map_or_else(Vec::new, |bound| bound.arcs.clone());
        let superseded = superseded(terms, &arcs, arc, &range);
        arcs.retain(|(older, _)| !superseded.contains(older));
        arcs.push((position, arc));
        let why = reasons.both(known, why);
        self.limit(terms, reasons, word, (range.limits().unwrap_or(SIGNED), why));
        self.words.insert(word, Rc::new(Bound { range, arcs, why }));
        for older in superseded {
            self.superseded.insert(older, position);
        }
        true
    }

    /// Adds integer bounds on a word, for a reason. Returns whether they are new; contradictory
    /// bounds are not.
    pub fn limit(
        &mut self,
        terms: &Terms,
        reasons: &mut Reasons,
        word: Term,
        ((first, last), why): (Limits, Reason),
    ) -> bool {
        let (known, because) = self.limits(terms, word);
        let limits = (known.0.max(first), known.1.min(last));
        let is_new = limits != known && limits.0 <= limits.1;
        if is_new {
            let why = if limits == (first, last) { why } else { reasons.both(because, why) };
            self.limits.insert(word, (limits, why));
        }
        is_new
    }
}

/// The positions of arcs that the others and a new one make redundant, where all together leave
/// this range.
fn superseded(terms: &Terms, arcs: &[(u32, Interval)], new: Interval, range: &Range) -> Vec<u32> {
    // Too many to test each: only those that the new one alone makes redundant.
    if arcs.len() > FEW {
        let covered = arcs.iter().filter(|(_, arc)| arc.contains(new));
        return covered.map(|&(position, _)| position).collect();
    }
    let mut kept = arcs.to_vec();
    for &(position, _) in arcs {
        let mut rest = Range::natural(terms, range.term);
        rest.narrow(new);
        for &(_, arc) in kept.iter().filter(|&&(other, _)| other != position) {
            rest.narrow(arc);
        }
        if rest.intervals == range.intervals {
            kept.retain(|&(other, _)| other != position);
        }
    }
    let is_kept = |position| kept.iter().any(|&(other, _)| other == position);
    arcs.iter().map(|&(position, _)| position).filter(|&position| !is_kept(position)).collect()
}
