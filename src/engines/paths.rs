//! The comparison: from two programs to a verdict with its evidence.
//!
//! [`compare`] runs a [`Strategy`] and reports each event to an [`Observer`] in order; the observer
//! may cancel at any event. The same programs, options and solver answers give the same events.
//!
//! This is concolic disequivalence (Tamarin, section 3): runs on chosen inputs find a difference, or show that
//! there is none within the fuel. Programs that agree within S steps are S-equivalent there (section 2).
//!
//! The strategy `product`, the default, walks the tree of the pairs of paths of both programs and
//! decides each pair for all its inputs. A tree with nothing left to try is a proof.
//!
//! The strategy `paper` is the loop of the Tamarin paper's Fig. 4. Two explorers, one per program,
//! take turns as the driver. The driver proposes an input that takes one of its unexplored paths.
//! Both programs run on it, and where they disagree the input is the witness. Each path is tried on
//! one input only, so the strongest verdict short of a difference is "possibly equivalent".

pub(super) mod asking;
mod attempt;
mod before;
pub mod beyond;
pub mod explain;
pub(super) mod explore;

mod first;
#[cfg(feature = "alignment")]
mod further;
mod growth;
mod induction;
mod ladder;
mod lasso;
#[cfg(feature = "tools")]
pub mod layout;
mod least;
pub mod order;
pub mod outcome;
mod paper;
mod path_hash;
mod product;
mod session;
mod so_far;
pub(super) mod sweep;
#[cfg(feature = "alignment")]
mod turns;
mod undecided;

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

pub use super::pause::{Signal, Signalled};
use crate::contract::Contract;
use crate::engines::routines;
use crate::machine::{Image, Inputs, Summary};
use crate::report::{Event, Names, Report};
use crate::solver::{Effort, Solver, Stop};
pub use attempt::{Attempt, Parted, Proved};
#[cfg(feature = "alignment")]
pub(super) use induction::STEPS_PER_SUSPECT;
#[cfg(feature = "alignment")]
pub use induction::ends_proved;
use session::{Attempts, Session, SoFar};
#[cfg(feature = "alignment")]
pub use turns::prove;

/// The search strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Explores every pair of paths and decides each for all its inputs.
    #[default]
    Product,
    /// Alternating bounded depth-first search (Fig. 4).
    Paper,
}

/// The limits of a comparison, all counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The search strategy.
    pub strategy: Strategy,
    /// Maximum number of steps of a run: the S of S-equivalence.
    pub fuel: u64,
    /// Maximum number of path conditions of a program's run. The default is 50 for the strategy
    /// `paper`, and no limit for `product`.
    pub depth: Option<usize>,
    /// The contract of the comparison. The images of the programs must have the same contract.
    pub contract: Arc<Contract>,
    /// The names of the programs in sentences.
    pub names: Names,
    /// The first inputs to try, adapted where the contract does not allow them.
    pub inputs: Inputs,
    /// Maximum number of runs.
    pub max_runs: u32,
    /// Maximum amount of work: a few long runs cost as much as thousands of short ones. A unit is a
    /// term in a query, a gate made of one, the part of a solver's search that takes as long as
    /// making one, a step of a run along a path, or some hundreds of steps of any other run. A
    /// proof about loops may take as much again.
    pub max_work: Option<u64>,
    /// The effort of a query.
    pub effort: Effort,
    /// Maximum time in milliseconds. With a time limit, results differ from machine to machine, so
    /// the default is none.
    pub time_limit_ms: Option<u64>,
    /// When the strategy `product` tries all paths merged. Not a user option: tests lower it so
    /// that small programs reach it.
    #[doc(hidden)]
    pub merge_after: MergeAfter,
}

/// When the strategy `product` decides all paths merged into one formula: after this many pairs of
/// paths, or after this many queries.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeAfter {
    /// Pairs of paths.
    pub paths: u32,
    /// Queries.
    pub queries: u32,
}

impl Default for MergeAfter {
    fn default() -> MergeAfter {
        MergeAfter { paths: 64, queries: 100 }
    }
}

impl Default for Options {
    /// The defaults of the Tamarin paper's tool, where it has any.
    fn default() -> Options {
        Options {
            strategy: Strategy::default(),
            fuel: 10_000,
            depth: None,
            contract: Arc::default(),
            names: Names::default(),
            inputs: [42, 42].into(),
            max_runs: 10_000,
            max_work: None,
            effort: Effort::default(),
            time_limit_ms: None,
            merge_after: MergeAfter::default(),
        }
    }
}

impl Options {
    /// The maximum number of path conditions for the chosen strategy.
    pub fn trace_depth(&self) -> usize {
        match self.strategy {
            Strategy::Product => self.depth.unwrap_or(usize::MAX),
            Strategy::Paper => self.depth.unwrap_or(paper::DEPTH),
        }
    }
}

/// A pending attempt at a proof, if one is made.
pub type Proving<'a> = Option<Pin<Box<dyn Future<Output = Attempt> + 'a>>>;

/// Returns the time in milliseconds.
pub type Clock = Rc<dyn Fn() -> u64>;

/// Receives the events of a comparison.
pub trait Observer {
    /// Handles an event. `Break` cancels the comparison, which then ends with its results so far.
    /// No event follows the last one.
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a>;

    /// Called now and then during a long run. `Break` cancels.
    fn pause(&mut self) -> Signalled<'_> {
        Box::pin(std::future::ready(Signal::Continue(())))
    }

    /// Whether somebody waits for the verdict and should receive interim results
    /// ([`Event::SoFar`]).
    fn is_awaited(&self) -> bool {
        false
    }

    /// Called now and then with the progress of a search for an explanation. `Break` ends the
    /// search.
    #[cfg(feature = "explanations")]
    fn progress(&mut self, _: crate::report::Progress) -> Signalled<'_> {
        self.pause()
    }

    /// Attempts a proof about the loops of the programs, within a number of milliseconds and an
    /// amount of work; `first` is an input to begin with. Returns `None` to leave the attempt to
    /// the built-in engine, if one was compiled in.
    fn prove<'a>(
        &'a mut self,
        _first: &'a Inputs,
        _milliseconds: Option<u64>,
        _work: Option<u64>,
    ) -> Proving<'a> {
        None
    }

    /// Returns a clock of the milliseconds since the comparison began, for the report and the time
    /// limit. The library reads no clock of its own.
    fn clock(&self) -> Clock {
        Rc::new(|| 0)
    }
}

/// An observer that ignores all events.
impl Observer for () {
    fn event<'a>(&'a mut self, _: &'a Event) -> Signalled<'a> {
        Box::pin(std::future::ready(Signal::Continue(())))
    }
}

/// Compares two programs.
pub async fn compare(
    left: &Rc<Image>,
    right: &Rc<Image>,
    options: &Options,
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Report {
    resume(left, right, options, &[], solver, observer).await
}

/// Continues an interrupted comparison from the inputs that it ran. The strategy `product` visits
/// their paths first, so that no solver has to find them again; the strategy `paper` starts afresh.
pub async fn resume(
    left: &Rc<Image>,
    right: &Rc<Image>,
    options: &Options,
    known: &[Inputs],
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Report {
    let mut report = None;
    let mut known = known.to_vec();
    let watched = match options.strategy {
        Strategy::Product => {
            let stop = stop([left, right], options, &observer.clock());
            Box::pin(routines::summarised([left, right], solver, &stop)).await
        }
        Strategy::Paper => None,
    };
    if let Some(images) = &watched {
        let found = search(images.each_ref(), options, &known, solver, observer).await;
        let violated = images.iter().filter_map(|it| it.summary()).any(Summary::is_violated);
        match violated {
            true => known.extend(found.witness.iter().map(|witness| witness.inputs.clone())),
            false => report = Some(found),
        }
    }
    let report = match report {
        Some(report) => report,
        None => search([left, right], options, &known, solver, observer).await,
    };
    // All other events have been reported, and there is nothing left to cancel.
    let _ = observer.event(&Event::Verdict { report: report.clone() }).await;
    report
}

/// Due when the limits on time or work are reached, or when what is known of a routine does not suffice.
fn stop(images: [&Rc<Image>; 2], options: &Options, clock: &Clock) -> Stop {
    let limit = options.time_limit_ms;
    let watched: Vec<_> = images.into_iter().filter(|it| it.summary().is_some()).cloned().collect();
    let stop = match limit.is_none() && watched.is_empty() {
        true => Stop::NEVER,
        false => {
            let clock = Rc::clone(clock);
            let violated =
                move || watched.iter().filter_map(|it| it.summary()).any(Summary::is_violated);
            Stop::when(move || limit.is_some_and(|limit| clock() >= limit) || violated())
        }
    };
    match options.max_work {
        Some(units) => stop.within(units),
        None => stop,
    }
}

/// Searches for a difference, and reports.
async fn search(
    images: [&Rc<Image>; 2],
    options: &Options,
    known: &[Inputs],
    solver: &mut dyn Solver,
    observer: &mut dyn Observer,
) -> Report {
    let clock = observer.clock();
    let stop = stop(images, options, &clock);
    let so_far = match observer.is_awaited() && options.strategy == Strategy::Product {
        true => SoFar::NotYet,
        false => SoFar::Never,
    };
    // The requested inputs may not fit the contract.
    let inputs = options.contract.fit(&options.inputs);
    let mut search = Session::new(images, &inputs, options, solver, observer, clock, stop);
    search.known = known;
    search.so_far = so_far;
    if options.strategy != Strategy::Product {
        search.attempts = Attempts::none_left();
    }
    match (first::find(search).await, options.strategy) {
        (Ok(search), Strategy::Product) => product::run(search).await,
        (Ok(search), Strategy::Paper) => paper::run(search).await,
        (Err(report), _) => report,
    }
}
