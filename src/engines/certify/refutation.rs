//! Proofs in LRAT that clauses cannot hold together.

use tamarin_checker::lrat;

use super::hints;
use crate::solver::bitblast::clauses::{Solved, solve};
use crate::solver::{Effort, Stop};

/// What became of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// They cannot hold together, by this proof.
    Proof(String),
    /// They can.
    Satisfiable,
    /// It is not known within the limit.
    Limit,
}

/// Looks for a proof that clauses cannot hold together; a literal is the number of a variable, from 1, or
/// negative, its negation.
pub fn refute(clauses: &[Vec<i32>], effort: Effort, stop: &Stop) -> Refutation {
    match solve(clauses, effort, stop) {
        Solved::Refuted(learnt) => match hints::proof(clauses, &learnt) {
            Some(steps) => Refutation::Proof(lrat::to_text(&steps)),
            None => Refutation::Limit,
        },
        Solved::Satisfiable => Refutation::Satisfiable,
        Solved::Limit => Refutation::Limit,
    }
}
