//! Solvers, behind one small trait.
//!
//! A [`Solver`] holds a stack of assertions and checks whether they are satisfiable together. It
//! answers sat with a model, unsat, or unknown with the reason. It is never trusted alone: every
//! model that it returns satisfies the assertions by the ground evaluator. Checks are asynchronous
//! because in a browser the answer comes from another worker.
//!
//! Limits are counts, so that runs are reproducible. A caller with a clock may end a check early
//! ([`Stop`]); the process backend's own timeout is only the last resort against a solver that
//! hangs. A solver that dies, hangs or prints garbage answers unknown with that reason, and the
//! next check gets a fresh one.

#[cfg(feature = "cli")]
pub mod absent;
pub mod bitblast;
mod core;
pub mod intervals;
pub mod maxsat;
pub mod portfolio;
#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod process;
pub mod proving;
mod question;
pub mod rup;
mod sexp;
#[cfg(feature = "cli")]
pub mod showing;
pub mod smtlib;
mod stop;
#[cfg(feature = "cli")]
pub mod timed;
#[cfg(target_arch = "wasm32")]
pub mod z3;

use std::future::Future;
use std::pin::Pin;

pub use self::core::minimise;
pub use question::{Effort, Measure, Question, Reach, Wanted};
pub use stop::Stop;

use crate::term::{Evaluation, Model, Term, Terms};

/// The answer to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable, with a core: the assertions that already contradict each other, in order. It
    /// may be all of them.
    Unsat(Vec<AssertionId>),
    /// Not decided.
    Unknown(UnknownReason),
}

/// Why a check was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The limit was reached.
    Limit,
    /// The solver exceeded the wall-clock timeout and was ended.
    Hung,
    /// The caller ended the check: its [`Stop`] was due.
    Cancelled,
    /// No solver is available, with the reason.
    Unavailable(String),
    /// The solver ended during the check, with its exit status.
    Died(String),
    /// The solver's output is not an answer.
    Garbage(String),
    /// The solver's model does not satisfy the assertions.
    WrongModel,
    /// The solver's own reason.
    Other(String),
}

/// An assertion that a solver holds, by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssertionId(u32);

impl AssertionId {
    /// The id of the assertion at this position, counted from 0.
    pub fn at(position: usize) -> AssertionId {
        AssertionId(u32::try_from(position).expect("assertions fit memory"))
    }

    /// Its position.
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

/// The optional features of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// The solver keeps its work on assertions from check to check.
    pub incremental: bool,
    /// If a core is requested, it results from an analysis.
    pub cores: bool,
}

/// A pending answer.
pub type Check<'a> = Pin<Box<dyn Future<Output = Answer> + 'a>>;

/// Decides whether assertions are satisfiable together.
///
/// The terms of all assertions, and those passed to `check`, belong to the same [`Terms`].
pub trait Solver {
    /// Its name, for a reader. A solver that delegates returns the name of the one that gave the
    /// last answer.
    fn name(&self) -> &str;

    /// Its optional features.
    fn capabilities(&self) -> Capabilities;

    /// The cost of all checks so far, in gates made, as far as the solver can tell. It does not
    /// depend on the machine.
    fn spent(&self) -> u64 {
        0
    }

    /// Opens a level of assertions.
    fn push(&mut self);

    /// Drops the assertions of the last level, or all assertions if there is no level.
    fn pop(&mut self);

    /// Adds an assertion to the last level. Its id is its position among all assertions, and is
    /// valid as long as its level.
    fn assert(&mut self, term: Term) -> AssertionId;

    /// Checks the assertions. Once the question's stop is due, the answer comes within a fraction
    /// of a second. It is [`UnknownReason::Cancelled`] unless the solver had decided by then.
    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a>;
}

/// The assertion stack of a solver that receives all assertions at each check.
#[derive(Clone, Debug, Default)]
pub struct Assertions {
    held: Vec<Term>,
    levels: Vec<usize>,
}

impl FromIterator<Term> for Assertions {
    fn from_iter<I: IntoIterator<Item = Term>>(terms: I) -> Assertions {
        Assertions { held: terms.into_iter().collect(), levels: Vec::new() }
    }
}

impl Assertions {
    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.held.len());
    }

    /// Drops the last level.
    pub fn pop(&mut self) {
        self.held.truncate(self.levels.pop().unwrap_or(0));
    }

    /// Adds an assertion to the last level.
    pub fn assert(&mut self, term: Term) -> AssertionId {
        self.held.push(term);
        AssertionId::at(self.held.len() - 1)
    }

    /// All assertions, in order.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.held.iter().copied()
    }

    /// All assertions with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (AssertionId, Term)> {
        self.terms().enumerate().map(|(position, term)| (AssertionId::at(position), term))
    }

    /// All ids: a core that is always valid.
    pub fn ids(&self) -> Vec<AssertionId> {
        self.iter().map(|(id, _)| id).collect()
    }

    /// An evaluator of the assertions under many models.
    pub fn evaluation<'t>(&self, terms: &'t Terms) -> Evaluation<'t> {
        terms.evaluation(self.terms())
    }

    /// Whether the model satisfies all of them.
    pub fn hold(&self, terms: &Terms, model: &Model) -> bool {
        self.evaluation(terms).all_hold(model)
    }

    /// The answer for a model that was found. Backends return models only through this function, so
    /// the ground evaluator accepts each of them.
    pub fn answer(&self, terms: &Terms, model: Model) -> Answer {
        match self.hold(terms, &model) {
            true => Answer::Sat(model),
            false => Answer::Unknown(UnknownReason::WrongModel),
        }
    }
}
