//! Satisfiability of clauses from outside this crate's bit-blasting.

use super::gates::{Bit, Gates, Outcome};
use crate::solver::{Effort, Measure, Stop};

/// The result of solving clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The clauses are satisfiable.
    Satisfiable,
    /// The clauses are unsatisfiable. Each of these follows by unit propagation from the clauses
    /// and its predecessors, and the empty clause follows from all of them.
    Refuted(Vec<Vec<i32>>),
    /// Not decided within the limit.
    Limit,
}

/// Whether clauses are satisfiable. A literal is the number of a variable, from 1, or negative for
/// its negation.
pub fn solve(clauses: &[Vec<i32>], effort: Effort, stop: &Stop) -> Solved {
    let mut gates = Gates::recording();
    let bits = state(&mut gates, clauses);
    let first = bits.first().map_or(0, |bit| bit.dimacs());
    match gates.solve(&[], effort.0, Measure::Conflicts, stop) {
        Outcome::Sat => Solved::Satisfiable,
        Outcome::Limit | Outcome::Stopped => Solved::Limit,
        Outcome::Unsat(_) => {
            // The gates number variables after their own constant.
            let given = |literal: i32| literal.signum() * (literal.abs() - first + 1);
            let (_, learnt) = gates.into_recorded();
            let learnt = learnt.into_iter().map(|clause| clause.into_iter().map(given).collect());
            Solved::Refuted(learnt.collect())
        }
    }
}

/// The result of looking for a model of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modelled {
    /// The value of each variable, the first one first.
    Model(Vec<bool>),
    /// The clauses are unsatisfiable.
    Unsatisfiable,
    /// Not decided within the limit.
    Limit,
}

/// A model of clauses, and the number of conflicts that the search had.
pub fn model(clauses: &[Vec<i32>], effort: Effort, stop: &Stop) -> (Modelled, u64) {
    let mut gates = Gates::default();
    let bits = state(&mut gates, clauses);
    let outcome = match gates.solve(&[], effort.0, Measure::Conflicts, stop) {
        Outcome::Sat => Modelled::Model(bits.iter().map(|bit| gates.value(*bit)).collect()),
        Outcome::Limit | Outcome::Stopped => Modelled::Limit,
        Outcome::Unsat(_) => Modelled::Unsatisfiable,
    };
    (outcome, gates.conflicts())
}

/// Adds clauses. Returns the bits of their variables.
fn state(gates: &mut Gates, clauses: &[Vec<i32>]) -> Vec<Bit> {
    let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    let bits: Vec<Bit> = (0..variables.unwrap_or(0)).map(|_| gates.fresh()).collect();
    for clause in clauses {
        let literal = |literal: &i32| {
            let bit = bits[literal.unsigned_abs() as usize - 1];
            if *literal > 0 { bit } else { !bit }
        };
        gates.clause(&clause.iter().map(literal).collect::<Vec<_>>());
    }
    bits
}
