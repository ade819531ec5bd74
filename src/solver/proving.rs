//! A solver wrapper that has each unsat answer proved.
//!
//! Each unsat answer, from whichever solver, is proved again from clauses
//! ([`bitblast::proof`](super::bitblast::proof)), and the result is reported to a callback. Answers
//! pass through unchanged. Queries that rewriting decides never reach a solver and are not seen
//! here.

use super::bitblast::proof::{self, Attempt};
use super::{Answer, AssertionId, Assertions, Capabilities, Check, Question, Solver};
use crate::term::{Term, Terms};

/// An unsat answer.
#[derive(Clone, Debug)]
pub struct Unsat<'a> {
    /// The name of the query.
    pub query: &'a str,
    /// The name of the solver that answered.
    pub by: &'a str,
    /// The attempt to prove it.
    pub attempt: Attempt,
}

/// The solver.
pub struct Proving<'s> {
    solver: &'s mut dyn Solver,
    assertions: Assertions,
    tell: Box<dyn FnMut(Unsat<'_>) + 's>,
}

impl<'s> Proving<'s> {
    /// Wraps a solver; `tell` is called after each of its unsat answers.
    pub fn new(solver: &'s mut dyn Solver, tell: impl FnMut(Unsat<'_>) + 's) -> Proving<'s> {
        Proving { solver, assertions: Assertions::default(), tell: Box::new(tell) }
    }

    async fn ask(&mut self, terms: &Terms, question: Question<'_>) -> Answer {
        let answer = self.solver.check(terms, question.clone()).await;
        if let Answer::Unsat(_) = answer {
            let Question { name: query, effort, stop, .. } = question;
            let attempt = proof::prove(terms, &self.assertions, effort, &stop);
            (self.tell)(Unsat { query, by: self.solver.name(), attempt });
        }
        answer
    }
}

impl Solver for Proving<'_> {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.solver.capabilities()
    }

    fn spent(&self) -> u64 {
        self.solver.spent()
    }

    fn push(&mut self) {
        self.assertions.push();
        self.solver.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
        self.solver.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term);
        self.solver.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(self.ask(terms, question))
    }
}
