//! A solver that answers no query: for measurements of what an engine decides without one.

use std::future::ready;

use super::{
    Answer, AssertionId, Assertions, Capabilities, Check, Question, Solver, UnknownReason,
};
use crate::term::{Term, Terms};

/// The solver. Each answer is [`UnknownReason::Unavailable`].
#[derive(Debug, Default)]
pub struct Absent {
    assertions: Assertions,
}

impl Solver for Absent {
    fn name(&self) -> &str {
        "none"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    fn push(&mut self) {
        self.assertions.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term)
    }

    fn check<'a>(&'a mut self, _: &'a Terms, _: Question<'a>) -> Check<'a> {
        let reason = UnknownReason::Unavailable("solvers are switched off".to_owned());
        Box::pin(ready(Answer::Unknown(reason)))
    }
}
