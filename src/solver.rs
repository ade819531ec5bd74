//! Solvers: who answers a query, behind one small trait.
//!
//! A [`Solver`] holds a stack of assertions and is asked whether they can
//! hold together. It answers sat with a model, unsat, or unknown with the
//! reason; it is never trusted alone, so a model that leaves here satisfies
//! the assertions, by the ground evaluator. Asking is asynchronous because in
//! a browser the answer comes from another worker.
//!
//! Limits are counts, so that runs repeat. A caller that has a clock may end a
//! check early ([`Stop`]); the process's own is only the last resort against a
//! solver that hangs. A solver that dies, hangs or talks
//! nonsense answers unknown with that reason, and the next check gets a fresh
//! one.

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
#[cfg(target_arch = "wasm32")]
pub mod z3;

use std::future::Future;
use std::pin::Pin;

pub use self::core::minimise;
pub use question::{Effort, Measure, Question, Reach, Wanted};
pub use stop::Stop;

use crate::term::{Evaluation, Model, Term, Terms};

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The assertions can hold together: this way.
    Sat(Model),
    /// They cannot, and these alone already cannot: a core, in order. It may be
    /// all of them.
    Unsat(Vec<AssertionId>),
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
    /// The caller ended the check: its [`Stop`] was due.
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

/// An assertion that a solver holds, by its place among those that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssertionId(u32);

impl AssertionId {
    /// The id of the assertion at this place, counted from 0.
    pub fn at(position: usize) -> AssertionId {
        AssertionId(u32::try_from(position).expect("assertions fit memory"))
    }

    /// Its place.
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

/// What a solver can do beyond answering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Work on assertions is kept from check to check.
    pub incremental: bool,
    /// Where a core is wanted, it is the result of an analysis.
    pub cores: bool,
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

    /// What all questions have cost so far, as far as the solver can tell, in gates made: a measure
    /// that does not hang on the machine.
    fn spent(&self) -> u64 {
        0
    }

    /// Begins a level of assertions.
    fn push(&mut self);

    /// Drops the assertions of the last level; without one, all of them.
    fn pop(&mut self);

    /// Adds an assertion to the last level. Its id is its place among all that
    /// are held, and goes with its level.
    fn assert(&mut self, term: Term) -> AssertionId;

    /// Asks. Once the question's stop is due, the answer comes within a
    /// fraction of a second, and is [`UnknownReason::Cancelled`] unless the
    /// solver has settled the question by then.
    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a>;
}

/// The assertions of a solver that is told all of them at each check.
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
    /// Begins a level.
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

    /// All assertions by their ids.
    pub fn iter(&self) -> impl Iterator<Item = (AssertionId, Term)> {
        self.terms().enumerate().map(|(position, term)| (AssertionId::at(position), term))
    }

    /// All ids: the core that is always right.
    pub fn ids(&self) -> Vec<AssertionId> {
        self.iter().map(|(id, _)| id).collect()
    }

    /// Their evaluation under models.
    pub fn evaluation<'t>(&self, terms: &'t Terms) -> Evaluation<'t> {
        terms.evaluation(self.terms())
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
