//! Proofs that assertions cannot hold together, for a checker that knows
//! nothing of this program.
//!
//! The assertions are blasted anew, alone, and each is stated as a unit
//! clause; the clauses are kept as they are made, and a fresh SAT solver
//! writes down what it learns from them, as a DRAT proof. So a proof covers
//! the step from clauses to unsat, whatever was learnt, assumed, bounded or
//! tried in the session that answered first. The steps from a program to
//! terms and from terms to clauses are not in it.

use super::gates::{Bit, Outcome};
use super::session::Session;
use crate::solver::rup::{self, Checked};
use crate::solver::smtlib::assertion_name;
use crate::solver::{AssertionId, Assertions, Effort, Measure, Stop};
use crate::term::{Term, Terms};

/// Clauses that cannot hold together, and why.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What the variables are, for a reader.
    legend: Vec<String>,
    /// How many variables there are; they are numbered from 1.
    pub variables: u32,
    /// The clauses; a literal is a variable or, negative, its negation.
    pub clauses: Vec<Vec<i32>>,
    /// The clauses that follow, in order, each by unit propagation from those
    /// before it. The empty clause follows from all.
    pub steps: Vec<Vec<i32>>,
}

/// What became of the attempt to prove.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// This proves it: the checker of this crate accepts it, which shares no
    /// code with what made it.
    Proved(Proof),
    /// An assertion is false already as a gate, so there are no clauses.
    FalseAsGates,
    /// The SAT solver or the checker came to its limit, or the caller ended it.
    Limit,
    /// The assertions can hold together after all: one of the two answers is wrong.
    Satisfiable,
    /// What the SAT solver wrote down is no proof.
    Refused,
}

/// Looks of the checker at a clause that are one unit of effort.
const LOOKS_PER_UNIT: u64 = 100_000;

/// Tries to prove that assertions cannot hold together.
pub fn prove(terms: &Terms, assertions: &Assertions, effort: Effort, stop: &Stop) -> Attempt {
    let roots: Vec<Term> = assertions.terms().collect();
    let mut session = Session::recording(terms, &roots);
    let mut stated: Vec<(AssertionId, Bit)> = Vec::new();
    for (id, term) in assertions.iter() {
        let Ok(bit) = session.literal(terms, term, stop) else { return Attempt::Limit };
        session.gates.clause(&[bit]);
        stated.push((id, bit));
    }
    if session.settle_equalities(terms, stop).is_err() {
        return Attempt::Limit;
    }
    if stated.iter().any(|&(_, bit)| bit == Bit::FALSE) {
        return Attempt::FalseAsGates;
    }
    match session.gates.solve(&[], effort.0, Measure::Conflicts, stop) {
        Outcome::Sat => Attempt::Satisfiable,
        Outcome::Limit | Outcome::Stopped => Attempt::Limit,
        Outcome::Unsat(_) => {
            let legend = legend(terms, &session, &stated);
            let variables = session.gates.variables();
            let (clauses, steps) = session.gates.into_recorded();
            let looks = effort.0.saturating_mul(LOOKS_PER_UNIT);
            match rup::check(variables, &clauses, &steps, looks, stop) {
                Checked::Proof => Attempt::Proved(Proof { legend, variables, clauses, steps }),
                Checked::Refused(_) => Attempt::Refused,
                Checked::Limit => Attempt::Limit,
            }
        }
    }
}

/// The bits of each input, and the clause of each assertion.
fn legend(terms: &Terms, session: &Session, stated: &[(AssertionId, Bit)]) -> Vec<String> {
    let inputs = session.symbols.iter().map(|(symbol, term)| {
        let bits: Vec<String> =
            session.bits[term].iter().map(|bit| bit.dimacs().to_string()).collect();
        format!("{}, the lowest bit first: {}", terms.symbol_name(*symbol), bits.join(" "))
    });
    // What is true as a gate needs no clause.
    let claims = stated.iter().filter(|(_, bit)| *bit != Bit::TRUE);
    let claims = claims.map(|(id, bit)| format!("{}: {}", assertion_name(*id), bit.dimacs()));
    inputs.chain(claims).collect()
}

impl Proof {
    /// The clauses as a DIMACS file, under a title.
    pub fn cnf(&self, title: &str) -> String {
        let mut text = format!("c {title}\n");
        for line in &self.legend {
            text.push_str(&format!("c {line}\n"));
        }
        text.push_str(&format!("p cnf {} {}\n", self.variables, self.clauses.len()));
        self.clauses.iter().for_each(|clause| push_clause(&mut text, clause));
        text
    }

    /// The steps as a DRAT file, which ends with the empty clause.
    pub fn drat(&self) -> String {
        let mut text = String::new();
        self.steps.iter().for_each(|clause| push_clause(&mut text, clause));
        push_clause(&mut text, &[]);
        text
    }
}

fn push_clause(text: &mut String, clause: &[i32]) {
    for literal in clause {
        text.push_str(&literal.to_string());
        text.push(' ');
    }
    text.push_str("0\n");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_clause_has_a_literal_once_and_does_not_always_hold() {
        // The choice's test is a bit of what is chosen.
        let mut terms = Terms::new();
        let (x, y, one) = (terms.symbol("$1"), terms.symbol("$2"), terms.word(1));
        let (bit, zero) = (terms.bit_and(x, one), terms.word(0));
        let even = terms.eq(bit, zero);
        let chosen = terms.ite(even, x, y);
        let mut assertions = Assertions::default();
        assertions.assert(even);
        assertions.assert(terms.ult(chosen, x));
        let Attempt::Proved(proof) = prove(&terms, &assertions, Effort(100), &Stop::NEVER) else {
            panic!("what is chosen is the first")
        };
        for clause in &proof.clauses {
            let variables: BTreeSet<i32> = clause.iter().map(|literal| literal.abs()).collect();
            assert_eq!(variables.len(), clause.len(), "{clause:?}");
        }
    }
}
