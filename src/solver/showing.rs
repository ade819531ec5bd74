//! A solver wrapper that passes the SMT-LIB text of each query to a callback.
//!
//! The text is the one that z3 reads, whichever solver answers. Answers pass through unchanged.
//! Queries that rewriting decides never reach a solver and are not seen here.

use super::smtlib::Dialogue;
use super::{AssertionId, Assertions, Capabilities, Check, Question, Solver};
use crate::term::{Term, Terms};

/// The solver.
pub struct Showing<'s> {
    solver: &'s mut dyn Solver,
    assertions: Assertions,
    show: Box<dyn FnMut(&str) + 's>,
}

impl<'s> Showing<'s> {
    /// Wraps a solver; `show` is called before each of its checks.
    pub fn new(solver: &'s mut dyn Solver, show: impl FnMut(&str) + 's) -> Showing<'s> {
        Showing { solver, assertions: Assertions::default(), show: Box::new(show) }
    }
}

impl Solver for Showing<'_> {
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
        (self.show)(&Dialogue::new(terms, &self.assertions, &question).text);
        self.solver.check(terms, question)
    }
}
