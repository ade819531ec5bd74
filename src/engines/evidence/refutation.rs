//! LRAT proofs that clauses are unsatisfiable.

mod hints;

use crate::solver::bitblast::clauses::{Solved, solve};
use crate::solver::{Effort, Stop};

/// The result for clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Unsatisfiable, with a proof.
    Proof(String),
    /// Satisfiable.
    Satisfiable,
    /// Not decided within the limit.
    Limit,
}

/// Searches for a proof that clauses are unsatisfiable. A literal is the number of a variable, from
/// 1, or negative for its negation.
pub fn refute(clauses: &[Vec<i32>], effort: Effort, stop: &Stop) -> Refutation {
    match solve(clauses, effort, stop) {
        Solved::Refuted(learnt) => match hints::proof(clauses, &learnt) {
            Some(steps) => Refutation::Proof(hints::to_text(&steps)),
            None => Refutation::Limit,
        },
        Solved::Satisfiable => Refutation::Satisfiable,
        Solved::Limit => Refutation::Limit,
    }
}
