//! Iterative deepening: short searches with little fuel, before the one with all of it.
//!
//! Depth-first search goes thousands of iterations deep into a loop before it reaches the paths of
//! two iterations, and most differences show within a few. So where runs are out of fuel, the tree
//! of the pairs of paths is searched with a fuel of 16 steps, then 64, then 256, each for a number
//! of runs and as long as its queries are cheap. Runs that exceed that fuel are skipped. The only
//! result is an input on which the programs differ, which the search itself then runs first, or
//! else the inputs that the last of these searches leaves open. No verdict depends on these
//! searches, and their events are not reported. (Iterative deepening; Korf, 1985.)

use super::explore::Explorer;
use super::session::{Attempts, End, Session};
use super::{Clock, MergeAfter, Observer, Options, Signal, Signalled};
use crate::machine::Inputs;
use crate::report::{Event, Undecided};
use crate::solver::bitblast::Bitblast;
use crate::solver::{Effort, Measure};

/// The fuel of each search, in steps.
const RUNGS: [u64; 3] = [16, 64, 256];
/// Maximum number of runs of each search.
const RUNS: u32 = 24;
/// The effort of a query, measured as work.
const EFFORT_PER_QUERY: Effort = Effort(200);
/// The limits of each search.
const WITHIN: Within = Within { undecided: 1, spent: 300_000 };

/// Limits of a search that only looks for a difference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// Maximum number of undecided queries.
    pub undecided: u32,
    /// Maximum cost of its solver, in the units of [`Solver::spent`].
    pub spent: u64,
}

/// An input on which the programs differ, if one of the searches finds it. Each search calls
/// `walk`, which has to visit the seeds first.
pub(super) async fn climb(
    search: &mut Session<'_>,
    seeds: &[Inputs],
    walk: impl AsyncFn(&mut Session<'_>, &mut Explorer, &[Inputs], Within) -> Result<(), End>,
) -> Result<Option<Inputs>, End> {
    let mut open = None;
    for fuel in RUNGS.into_iter().filter(|&fuel| fuel < search.options.fuel) {
        match rung(search, seeds, fuel, &walk).await? {
            Found::Difference(inputs) => return Ok(Some(inputs)),
            Found::Open(undecided) => open = undecided,
        }
    }
    if search.is_silent() {
        search.tell_open(open).await?;
    }
    Ok(None)
}

/// The result of a search with little fuel.
enum Found {
    /// An input on which the programs differ.
    Difference(Inputs),
    /// No difference; the condition, if any, covers what is open.
    Open(Option<Undecided>),
}

async fn rung(
    search: &mut Session<'_>,
    seeds: &[Inputs],
    fuel: u64,
    walk: &impl AsyncFn(&mut Session<'_>, &mut Explorer, &[Inputs], Within) -> Result<(), End>,
) -> Result<Found, End> {
    let options = Options {
        fuel,
        max_runs: RUNS,
        effort: EFFORT_PER_QUERY.min(search.options.effort),
        merge_after: MergeAfter { paths: u32::MAX, queries: u32::MAX },
        ..search.options.clone()
    };
    let (images, is_silent) = (search.images, search.is_silent());
    let mut solver = Bitblast::new();
    let mut observer = Quiet(search.observer);
    let (clock, stop) = (search.clock.clone(), search.stop.clone());
    let mut rung =
        Session::new(images, &search.first, &options, &mut solver, &mut observer, clock, stop);
    rung.first = search.first.clone();
    rung.measure = Measure::Work;
    // Proofs are left to the search itself.
    rung.attempts = Attempts::none_left();
    let mut explorer = Explorer::new("rung", &search.options.contract);
    let end = walk(&mut rung, &mut explorer, seeds, WITHIN).await;
    let found = match end {
        Err(End::Differ(witness, _)) => Ok(Found::Difference(witness.inputs)),
        Err(end @ (End::TimeLimit | End::Cancelled | End::NoInput(_))) => Err(end),
        Ok(())
        | Err(End::Exhausted | End::Merged | End::Proved)
        | Err(End::RunLimit | End::WorkLimit) => {
            let open = if is_silent { rung.open_so_far(&explorer) } else { None };
            Ok(Found::Open(open))
        }
    };
    explorer.give_up();
    search.side_queries += rung.queries;
    found
}

/// Forwards only whether to stop, and no events.
struct Quiet<'a>(&'a mut dyn Observer);

impl Observer for Quiet<'_> {
    fn event<'a>(&'a mut self, _: &'a Event) -> Signalled<'a> {
        Box::pin(std::future::ready(Signal::Continue(())))
    }

    fn pause(&mut self) -> Signalled<'_> {
        self.0.pause()
    }

    fn clock(&self) -> Clock {
        self.0.clock()
    }
}
