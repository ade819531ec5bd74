//! Proofs of unsatisfiability for an independent checker.
//!
//! The assertions are blasted again, alone, and each becomes a unit clause. The clauses are
//! recorded, and a fresh SAT solver records its learnt clauses as a DRAT proof. The proof therefore
//! covers the step from clauses to unsat, whatever the session that answered first had learnt,
//! assumed, bounded or tried. It does not cover the steps from a program to terms and from terms to
//! clauses.

use super::gates::{Bit, Outcome};
use super::session::Session;
use crate::solver::rup::{self, Checked};
use crate::solver::smtlib::assertion_name;
use crate::solver::{AssertionId, Assertions, Effort, Measure, Stop};
use crate::term::{Term, Terms};

/// Unsatisfiable clauses with a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The meaning of the variables, for a reader.
    legend: Vec<String>,
    /// The number of variables; they are numbered from 1.
    pub variables: u32,
    /// The clauses; a literal is a variable or, if negative, its negation.
    pub clauses: Vec<Vec<i32>>,
    /// The proof steps: each clause follows by unit propagation from those before it. The empty
    /// clause follows from all.
    pub steps: Vec<Vec<i32>>,
}

/// The result of an attempt to prove.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// A proof that this crate's checker accepts, which shares no code with the prover.
    Proved(Proof),
    /// An assertion folds to false as a gate, so there are no clauses.
    FalseAsGates,
    /// The SAT solver or the checker reached its limit, or the caller stopped it.
    Limit,
    /// The assertions are satisfiable after all: one of the two answers is wrong.
    Satisfiable,
    /// The checker rejects the SAT solver's proof.
    Refused,
}

/// Clause visits of the checker in a unit of effort.
const LOOKS_PER_UNIT: u64 = 100_000;

/// Tries to prove that assertions are unsatisfiable.
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
    // An assertion that folds to true needs no clause.
    let claims = stated.iter().filter(|(_, bit)| *bit != Bit::TRUE);
    let claims = claims.map(|(id, bit)| format!("{}: {}", assertion_name(*id), bit.dimacs()));
    inputs.chain(claims).collect()
}

impl Proof {
    /// The clauses as a DIMACS file with a title.
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
        // The test of the choice is a bit of the chosen word.
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
