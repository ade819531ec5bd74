//! A solver wrapper that measures the wall-clock time of all checks: the solver's share of an engine's
//! time.

use std::time::{Duration, Instant};

use super::{AssertionId, Capabilities, Check, Question, Solver};
use crate::term::{Term, Terms};

/// The solver. Answers pass through unchanged.
pub struct Timed<'s> {
    solver: &'s mut dyn Solver,
    spent: Duration,
}

impl<'s> Timed<'s> {
    /// Wraps a solver.
    pub fn new(solver: &'s mut dyn Solver) -> Timed<'s> {
        Timed { solver, spent: Duration::ZERO }
    }

    /// The time of all checks so far.
    pub fn elapsed(&self) -> Duration {
        self.spent
    }
}

impl Solver for Timed<'_> {
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
        self.solver.push();
    }

    fn pop(&mut self) {
        self.solver.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.solver.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(async move {
            let start = Instant::now();
            let answer = self.solver.check(terms, question).await;
            self.spent += start.elapsed();
            answer
        })
    }
}
