//! Gates over a SAT solver.
//!
//! A gate is a variable with its defining clauses. Equal gates are shared, constants fold, and
//! gates that differ only in irrelevant negations are one gate. Structure that terms share is
//! therefore shared in clauses.

use std::collections::BTreeSet;
use std::ops::Not;

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit, SolverInterface, Var, lbool};
use rustc_hash::FxHashMap;

use super::PROPAGATIONS_PER_GATE;
use crate::solver::stop::Paced;
use crate::solver::{Measure, Stop};

/// A bit: a constant, or a variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    /// The bit with this value.
    pub fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub fn as_constant(self) -> Option<bool> {
        match self {
            Bit::FALSE => Some(false),
            Bit::TRUE => Some(true),
            _ => None,
        }
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn lit(self) -> Lit {
        // Variable 0 is reserved for the constants.
        Lit::new(Var::unsafe_from_idx(self.0 >> 1), !self.is_negated())
    }

    /// The literal in DIMACS notation.
    pub fn dimacs(self) -> i32 {
        dimacs(self.lit())
    }

    fn of_lit(lit: Lit) -> Bit {
        Bit(lit.var().idx() << 1 | u32::from(!lit.sign()))
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// A literal in DIMACS notation: variables are numbered from 1.
fn dimacs(lit: Lit) -> i32 {
    let variable = lit.var().idx() as i32 + 1;
    if lit.sign() { variable } else { -variable }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Bit, Bit),
    Xor(Bit, Bit),
    Mux(Bit, Bit, Bit),
    Majority(Bit, Bit, Bit),
}

/// The outcome of a SAT check.
pub(super) enum Outcome {
    Sat,
    /// With the failed assumptions.
    Unsat(Vec<Bit>),
    Limit,
    /// The caller stopped it.
    Stopped,
}

/// Decisions and conflicts of the SAT solver between two polls of the caller's [`Stop`]: a few
/// milliseconds.
const STOP_EVERY: u32 = 64;

/// Conflicts between two checks of the work done: as many as between the SAT solver's first
/// restarts.
const CONFLICTS_PER_LOOK: u64 = 100;
/// Conflicts between two checks of the work done, where work is limited.
const CONFLICTS_PER_COUNT: u64 = 2_000;
/// Propagations in a unit of effort. Half of this loses proofs of the corpus.
pub(super) const PROPAGATIONS_PER_UNIT: u64 = 2_000;

/// Table words or memory parts that become gates between two polls of the caller's [`Stop`].
const PARTS_PER_LOOK: u32 = 64;

/// Stops the SAT solver after a number of conflicts, and records its learnt clauses.
struct Budget {
    left: u64,
    /// The learnt clauses in order, if they are recorded. Deletions are not recorded: they would
    /// only make a proof quicker to check.
    learnt: Option<Vec<Vec<i32>>>,
    stop: Paced,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, clause: &[Lit], kind: Kind) {
        // Each conflict yields one learnt clause.
        if kind == Kind::Learnt {
            self.left = self.left.saturating_sub(1);
            if let Some(learnt) = &mut self.learnt {
                learnt.push(clause.iter().map(|&lit| dimacs(lit)).collect());
            }
        }
    }

    fn stop(&self) -> bool {
        self.left == 0 || self.stop.is_due()
    }
}

/// All gates so far.
pub(super) struct Gates {
    sat: batsat::Solver<Budget>,
    cache: FxHashMap<Gate, Bit>,
    conjunctions: FxHashMap<Vec<Bit>, Bit>,
    /// Quotients and remainders, by dividend and divisor.
    pub(super) divisions: FxHashMap<[Vec<Bit>; 2], [Vec<Bit>; 2]>,
    /// The input clauses, if they are recorded.
    stated: Option<Vec<Vec<i32>>>,
    /// Polled by circuits that can be large.
    pub(super) stop: Paced,
}

impl Default for Gates {
    fn default() -> Gates {
        let stop = Stop::NEVER.every(STOP_EVERY);
        let budget = Budget { left: u64::MAX, learnt: None, stop };
        let mut sat = batsat::Solver::new(batsat::SolverOpts::default(), budget);
        let constant = sat.new_var_default();
        debug_assert_eq!(constant.idx(), 0);
        Gates {
            sat,
            cache: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
            divisions: FxHashMap::default(),
            stated: None,
            stop: Stop::NEVER.every(PARTS_PER_LOOK),
        }
    }
}

impl Gates {
    /// Ends large circuits once the caller's stop is due.
    pub fn listen_to(&mut self, stop: &Stop) {
        self.stop = stop.every(PARTS_PER_LOOK);
    }

    /// Whether a circuit was abandoned: its gates are then meaningless, and this object must not be
    /// used any more.
    pub fn is_abandoned(&self) -> bool {
        self.stop.was_due()
    }

    /// Gates that record their clauses and the learnt clauses.
    pub fn recording() -> Gates {
        let mut gates = Gates { stated: Some(Vec::new()), ..Gates::default() };
        gates.sat.cb_mut().learnt = Some(Vec::new());
        gates
    }

    /// The input clauses and the learnt clauses.
    pub fn into_recorded(mut self) -> (Vec<Vec<i32>>, Vec<Vec<i32>>) {
        let learnt = self.sat.cb_mut().learnt.take();
        (self.stated.unwrap_or_default(), learnt.unwrap_or_default())
    }

    /// The number of variables.
    pub fn variables(&self) -> u32 {
        self.sat.num_vars()
    }

    pub fn len(&self) -> usize {
        self.cache.len()
    }

    /// The propagations of all searches so far.
    pub fn propagations(&self) -> u64 {
        self.sat.num_propagations()
    }

    /// The conflicts of all searches so far.
    #[cfg(feature = "alignment")]
    pub fn conflicts(&self) -> u64 {
        self.sat.num_conflicts()
    }

    /// An unconstrained bit.
    pub fn fresh(&mut self) -> Bit {
        Bit(self.sat.new_var_default().idx() << 1)
    }

    /// Adds the clause that one of the bits is true.
    pub fn clause(&mut self, bits: &[Bit]) {
        if bits.contains(&Bit::TRUE) {
            return;
        }
        let literals = bits.iter().filter(|bit| **bit != Bit::FALSE);
        let mut literals: Vec<Lit> = literals.map(|bit| bit.lit()).collect();
        if let Some(stated) = &mut self.stated {
            let clause: BTreeSet<i32> = literals.iter().map(|&lit| dimacs(lit)).collect();
            // As batsat normalizes it: each literal once, no tautologies.
            if !clause.iter().any(|literal| clause.contains(&-literal)) {
                stated.push(clause.into_iter().collect());
            }
        }
        self.sat.add_clause_reuse(&mut literals);
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::FALSE, _) | (_, Bit::FALSE) => return Bit::FALSE,
            (Bit::TRUE, x) | (x, Bit::TRUE) => return x,
            _ if a == b => return a,
            _ if a == !b => return Bit::FALSE,
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        self.gate(Gate::And(a, b), |gates, c| {
            gates.clause(&[!c, a]);
            gates.clause(&[!c, b]);
            gates.clause(&[c, !a, !b]);
        })
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::FALSE, x) | (x, Bit::FALSE) => return x,
            (Bit::TRUE, x) | (x, Bit::TRUE) => return !x,
            _ if a == b => return Bit::FALSE,
            _ if a == !b => return Bit::TRUE,
            _ => {}
        }
        // Move negations out.
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (Bit(a.0 & !1), Bit(b.0 & !1));
        let (a, b) = (a.min(b), a.max(b));
        let sum = self.gate(Gate::Xor(a, b), |gates, c| {
            gates.clause(&[!c, a, b]);
            gates.clause(&[!c, !a, !b]);
            gates.clause(&[c, !a, b]);
            gates.clause(&[c, a, !b]);
        });
        if negate { !sum } else { sum }
    }

    /// `if test then a else b`
    pub fn mux(&mut self, test: Bit, a: Bit, b: Bit) -> Bit {
        match (test, a, b) {
            (Bit::TRUE, ..) => return a,
            (Bit::FALSE, ..) => return b,
            _ if a == b => return a,
            _ if a == !b => return !self.xor(test, a),
            (_, Bit::TRUE, _) => return self.or(test, b),
            (_, Bit::FALSE, _) => return self.and(!test, b),
            (_, _, Bit::TRUE) => return self.or(!test, a),
            (_, _, Bit::FALSE) => return self.and(test, a),
            _ => {}
        }
        let (test, a, b) = if test.is_negated() { (!test, b, a) } else { (test, a, b) };
        self.gate(Gate::Mux(test, a, b), |gates, c| {
            gates.clause(&[!test, !a, c]);
            gates.clause(&[!test, a, !c]);
            gates.clause(&[test, !b, c]);
            gates.clause(&[test, b, !c]);
            // Redundant clauses that help propagation.
            gates.clause(&[!a, !b, c]);
            gates.clause(&[a, b, !c]);
        })
    }

    /// Whether two of the three are true: the carry of their sum.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        match bits {
            // Constants sort first.
            [Bit::FALSE, Bit::TRUE, x] => return x,
            [Bit::FALSE, x, y] => return self.and(x, y),
            [Bit::TRUE, x, y] => return self.or(x, y),
            [x, y, _] if x == y => return x,
            [_, y, z] if y == z => return y,
            [x, y, z] if x == !y => return z,
            [x, y, z] if y == !z => return x,
            _ => {}
        }
        // The majority of negations is the negation of the majority.
        let negate = bits[0].is_negated();
        if negate {
            bits = bits.map(|bit| !bit);
            bits.sort_unstable();
        }
        let [a, b, c] = bits;
        let carry = self.gate(Gate::Majority(a, b, c), |gates, m| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                gates.clause(&[!x, !y, m]);
                gates.clause(&[x, y, !m]);
            }
        });
        if negate { !carry } else { carry }
    }

    /// The conjunction of all bits.
    pub fn all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut bits: Vec<Bit> = bits.into_iter().filter(|bit| *bit != Bit::TRUE).collect();
        bits.sort_unstable();
        bits.dedup();
        // A bit and its negation are adjacent.
        if bits.contains(&Bit::FALSE) || bits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Bit::FALSE;
        }
        match bits[..] {
            [] => return Bit::TRUE,
            [bit] => return bit,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&bits) {
            return known;
        }
        let all = self.fresh();
        let mut clause: Vec<Bit> = bits.iter().map(|&bit| !bit).collect();
        clause.push(all);
        self.clause(&clause);
        for &bit in &bits {
            self.clause(&[!all, bit]);
        }
        self.conjunctions.insert(bits, all);
        all
    }

    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut Gates, Bit)) -> Bit {
        if let Some(&known) = self.cache.get(&gate) {
            return known;
        }
        let bit = self.fresh();
        define(self, bit);
        self.cache.insert(gate, bit);
        bit
    }

    /// Whether the bits can all be true together, within this many conflicts or the equivalent
    /// work.
    pub fn solve(
        &mut self,
        assumed: &[Bit],
        mut conflicts: u64,
        measure: Measure,
        stop: &Stop,
    ) -> Outcome {
        if let Some(&never) = assumed.iter().find(|bit| **bit == Bit::FALSE) {
            return Outcome::Unsat(vec![never]);
        }
        let assumed = assumed.iter().filter(|bit| **bit != Bit::TRUE);
        let literals: Vec<Lit> = assumed.map(|bit| bit.lit()).collect();
        loop {
            let part = match measure {
                Measure::Conflicts if stop.limits_work() => conflicts.min(CONFLICTS_PER_COUNT),
                Measure::Conflicts => conflicts,
                Measure::Work => conflicts.min(CONFLICTS_PER_LOOK),
            };
            let before = self.sat.num_propagations();
            let budget = self.sat.cb_mut();
            budget.left = part.max(1);
            budget.stop = stop.every(STOP_EVERY);
            let result = self.sat.solve_limited(&literals);
            let propagations = self.sat.num_propagations() - before;
            stop.spend(propagations / PROPAGATIONS_PER_GATE);
            if result == lbool::TRUE {
                return Outcome::Sat;
            }
            if result == lbool::FALSE {
                // The core consists of negated assumptions.
                let core = self.sat.unsat_core().iter();
                return Outcome::Unsat(core.map(|&lit| Bit::of_lit(!lit)).collect());
            }
            if self.sat.cb_mut().stop.was_due() || stop.is_spent() {
                return Outcome::Stopped;
            }
            let work = match measure {
                Measure::Conflicts => 0,
                Measure::Work => propagations / PROPAGATIONS_PER_UNIT,
            };
            conflicts = conflicts.saturating_sub(part.max(work));
            if conflicts == 0 {
                return Outcome::Limit;
            }
        }
    }

    /// A bit's value in the last model; false where it is irrelevant.
    pub fn value(&self, bit: Bit) -> bool {
        match bit.as_constant() {
            Some(value) => value,
            None => (self.sat.value_var(bit.lit().var()) == lbool::TRUE) != bit.is_negated(),
        }
    }

    /// The value of a word's bits in the last model.
    pub fn word(&self, bits: &[Bit]) -> u32 {
        bits.iter().rev().fold(0, |value, &bit| value << 1 | u32::from(self.value(bit)))
    }
}
