//! Solvers: who answers a query, behind one small trait.
//!
//! A [`Solver`] holds a stack of assertions and is asked whether they can
//! hold together. It answers sat with a model, unsat, or unknown with the
//! reason; it is never trusted alone, so a model that leaves here satisfies
//! the assertions, by the ground evaluator. Asking is asynchronous because in
//! a browser the answer comes from another worker.
//!
//! Limits are counts, so that runs repeat; a wall clock is only the last
//! resort against a solver that hangs. A solver that dies, hangs or talks
//! nonsense answers unknown with that reason, and the next check gets a fresh
//! one.

pub mod bitblast;
pub mod boxes;
pub mod portfolio;
#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod process;
pub mod proving;
pub mod smtlib;
#[cfg(target_arch = "wasm32")]
pub mod z3;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::term::{Evaluation, Model, Term, Terms};

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The assertions can hold together: this way.
    Sat(Model),
    /// They cannot. Where the solver knows, the names of some that already cannot.
    Unsat(Option<Vec<String>>),
    /// It could not tell.
    Unknown(UnknownReason),
}

/// Why a solver could not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The limit was reached.
    Limit,
    /// The wall clock's last resort: the solver was ended.
    Hung,
    /// The caller cancelled.
    Cancelled,
    /// There is no solver to ask: why.
    Unavailable(String),
    /// The solver ended in the middle: how.
    Died(String),
    /// What the solver said is no answer: what it said.
    Garbage(String),
    /// The model that it gave does not satisfy the assertions.
    WrongModel,
    /// The solver's own words.
    Other(String),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Limit => write!(f, "the solver reached its limit"),
            UnknownReason::Hung => write!(f, "the solver did not answer in time and was ended"),
            UnknownReason::Cancelled => write!(f, "cancelled"),
            UnknownReason::Unavailable(why) => write!(f, "no solver: {why}"),
            UnknownReason::Died(how) => write!(f, "the solver died: {how}"),
            UnknownReason::Garbage(said) => write!(f, "the solver's answer makes no sense: {said}"),
            UnknownReason::WrongModel => {
                write!(f, "the solver's model does not satisfy the query")
            }
            UnknownReason::Other(words) => write!(f, "the solver says: {words}"),
        }
    }
}

/// How much a check may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// z3's count of resources, its `rlimit`; about three million a second.
    /// With 0 z3 is not asked, nor started.
    pub rlimit: u64,
    /// The SAT solver's count of conflicts, for `bitblast`.
    pub conflicts: u64,
}

impl Default for Limit {
    fn default() -> Limit {
        Limit { rlimit: 10_000_000, conflicts: 100_000 }
    }
}

/// What a solver can do beyond answering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Work on assertions is kept from check to check.
    pub incremental: bool,
    /// It answers what it can in process, bounded by conflicts.
    pub in_process: bool,
    /// Unsat answers name assertions.
    pub unsat_cores: bool,
}

/// The answer to come.
pub type Check<'a> = Pin<Box<dyn Future<Output = Answer> + 'a>>;

/// Answers whether assertions can hold together.
///
/// The terms of all assertions, and those given to `check`, belong to the
/// same [`Terms`].
pub trait Solver {
    /// Its name, for a reader; of a solver that asks others, the name of the
    /// one that gave the last answer.
    fn name(&self) -> &str;

    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Begins a level of assertions.
    fn push(&mut self);

    /// Drops the assertions of the last level; without one, all of them.
    fn pop(&mut self);

    /// Adds an assertion under a name of its own (letters, digits, dots and
    /// underscores, a letter first).
    fn assert(&mut self, name: &str, term: Term);

    /// Asks. `query` names the question.
    fn check<'a>(&'a mut self, terms: &'a Terms, query: &'a str, limit: Limit) -> Check<'a>;
}

/// The assertions of a solver that is told all of them at each check.
#[derive(Clone, Debug, Default)]
pub struct Assertions {
    held: Vec<(String, Term)>,
    levels: Vec<usize>,
}

impl Assertions {
    /// Begins a level.
    pub fn push(&mut self) {
        self.levels.push(self.held.len());
    }

    /// Drops the last level.
    pub fn pop(&mut self) {
        self.held.truncate(self.levels.pop().unwrap_or(0));
    }

    /// Adds an assertion to the last level.
    pub fn assert(&mut self, name: &str, term: Term) {
        self.held.push((name.to_owned(), term));
    }

    /// All assertions, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Term)> {
        self.held.iter().map(|(name, term)| (name.as_str(), *term))
    }

    /// Their evaluation under models.
    pub fn evaluation<'t>(&self, terms: &'t Terms) -> Evaluation<'t> {
        terms.evaluation(self.held.iter().map(|&(_, term)| term))
    }

    /// Whether the model satisfies all of them.
    pub fn hold(&self, terms: &Terms, model: &Model) -> bool {
        self.evaluation(terms).all_hold(model)
    }

    /// The answer where a model was found. A backend gives its models out by
    /// this way only, so none leaves it that the ground evaluator denies.
    pub fn answer(&self, terms: &Terms, model: Model) -> Answer {
        match self.hold(terms, &model) {
            true => Answer::Sat(model),
            false => Answer::Unknown(UnknownReason::WrongModel),
        }
    }
}
