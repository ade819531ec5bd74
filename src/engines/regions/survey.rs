//! The walk over pairs of paths: it counts each leaf, and collects the pieces on which the programs
//! differ.

use std::rc::Rc;

use num_bigint::BigUint;

use super::Piece;
use super::counter::Counter;
use super::judge::Judge;
use super::leaves::{Apart, conjuncts, does, literals, ways};
use super::overflow::Overflows;
use crate::engines::tree::{Bench, Ending, Leaf, Next, Reply, Walk};
use crate::report::Progress;
use crate::term::Term;

/// Numbers of inputs of the leaves so far.
pub(super) struct Totals {
    /// Those on which the programs differ, unless one of the leaves could not be counted.
    pub differing: Option<BigUint>,
    /// Those of the differing leaves that could be counted.
    at_least: BigUint,
    /// Those on which the programs agree, of the leaves that could be counted.
    pub agreeing: BigUint,
}

impl Totals {
    /// Adds a piece with this number of inputs.
    fn add_differing(&mut self, count: Option<BigUint>) {
        match count {
            Some(count) => {
                self.at_least += &count;
                self.differing = self.differing.take().map(|sum| sum + count);
            }
            None => self.differing = None,
        }
    }

    /// Bounds on the number of differing inputs among `all`. The witness is one of them.
    pub fn bounds(self, all: &BigUint) -> [BigUint; 2] {
        [self.at_least.max(BigUint::from(1u8)), all - self.agreeing]
    }
}

/// What a walk found.
pub(super) struct Survey<'t, 'd> {
    pub counter: Counter,
    /// Counts overflows only: their products are large and must not use up the budget of the
    /// others.
    of_overflows: Counter,
    pub overflows: Overflows,
    pub pieces: Vec<Piece<Judge<'t, 'd>>>,
    /// The conditions of all leaves.
    pub tests: Vec<Term>,
    pub totals: Totals,
    /// Whether some leaf was not decided.
    is_open: bool,
    /// Whether the leaves are all inputs, and each was decided.
    pub is_whole: bool,
}

impl Survey<'_, '_> {
    /// A survey without leaves.
    pub fn new(bench: &mut Bench<'_>) -> Self {
        let [differing, agreeing, at_least] = [BigUint::ZERO; 3];
        Survey {
            counter: Counter::new(bench),
            of_overflows: Counter::new(bench),
            overflows: Overflows::default(),
            pieces: Vec::new(),
            tests: Vec::new(),
            totals: Totals { differing: Some(differing), at_least, agreeing },
            is_open: false,
            is_whole: false,
        }
    }

    /// Takes all leaves of a walk.
    pub async fn explore(&mut self, bench: &mut Bench<'_>, walk: &mut Walk) {
        let mut progress = Progress::default();
        while let Next::Leaf(leaf) = walk.next(bench).await {
            progress.tried += 1;
            // The walk handles a break.
            let _ = bench.observer.progress(progress).await;
            self.take(bench, &leaf).await;
        }
        self.is_whole = walk.is_exhausted() && !self.is_open;
    }

    async fn take(&mut self, bench: &mut Bench<'_>, leaf: &Leaf) {
        let literals = literals(bench, leaf);
        self.tests.extend(literals.iter().copied());
        let differ = match leaf.ending {
            Ending::Agree => bench.terms.bool(false),
            Ending::Differ => bench.terms.bool(true),
            Ending::Results(differ) => differ,
            Ending::Open => {
                self.is_open = true;
                return;
            }
        };
        self.overflows.leaf(bench, &mut self.of_overflows, leaf, &literals, differ);
        let overflows = Rc::new(leaf.overflows.clone());
        let same = bench.terms.not(differ);
        let agree = self.counter.count(bench, literals.iter().copied().chain([same]));
        self.totals.agreeing += agree.unwrap_or_default();
        for Apart { kind, look, differ } in ways(bench, leaf, differ) {
            let sample = match bench.ask_leaf(leaf, differ).await {
                Reply::Refuted => continue,
                Reply::Unknown => {
                    self.is_open = true;
                    continue;
                }
                Reply::Inputs(sample) => sample,
            };
            let mut literals = literals.clone();
            conjuncts(bench, differ, &mut literals);
            self.totals.add_differing(self.counter.count(bench, literals.iter().copied()));
            let [(left, one), (right, other)] = [0, 1].map(|side| does(bench, leaf, look, side));
            let (does, results) = ([left, right], [one, other]);
            let overflows = Rc::clone(&overflows);
            self.pieces.push(Piece { kind, does, results, by: None, overflows, literals, sample });
        }
    }
}
