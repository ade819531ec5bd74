//! Paths that run for ever on all their inputs.
//!
//! A run that repeats a state shows that it runs for ever on its own input. For the other inputs of
//! its path nothing follows: a word may recur by chance. So where a run is out of fuel, the prefix
//! of its path up to a recurring state, a *lasso*, is examined alone. The words that decide the
//! cycle are compared as terms over the inputs, at its beginning and at its end. If the conditions
//! of the path imply that they are equal, every input that takes the lasso repeats the cycle. The
//! path then ends there, for all of them and without a bound on steps, and later iterations need no
//! queries. (Gupta et al., Proving Non-Termination, POPL 2008, whose recurrent sets are paths
//! here.)
//!
//! The argument is that of [`recurrence`](crate::machine::recurrence), for each input separately.
//! Inputs of one path execute the same instructions. If the components of addresses are constant at
//! the beginning of the cycle, they also load and store at the same addresses, so the cycle depends
//! on the same words. Otherwise all of the state has to recur.
//!
//! Two programs that never stop agree if they print the same for ever. If the words that decide the
//! output recur too, each iteration of the cycle prints the same. If that is unknown and both
//! programs never stop, their paths are followed until the fuel runs out.

use std::rc::Rc;

use super::Strategy;
use super::explore::Explorer;
use super::outcome::{LONGER_SLICE, Outcome, STEPS_OF_WATCHED_RUNS};
use super::session::{End, Session, WATCHED_STEPS_PER_UNIT, over};
use crate::machine::recurrence::{Recurrence, Watch, Watched};
use crate::machine::{Inputs, Machine, Stop};
use crate::symbolic::paths::{Again, Cycle, Explored};
use crate::trace::{Trace, TraceRecorder};

impl Session<'_> {
    /// Runs both programs on the inputs and translates their paths. `number` is the run's, for the
    /// names of queries. A program that is reported to run for ever does so on all inputs of the
    /// path (see [this module](self)); otherwise that was not examined.
    pub async fn trace(
        &mut self,
        explorer: &mut Explorer,
        number: u32,
        inputs: &Inputs,
    ) -> Result<(Rc<Explored>, [Outcome; 2]), End> {
        let [mut left, mut right] = self.images.map(TraceRecorder::new);
        let mut outcomes =
            [self.outcome(0, inputs, &mut left).await?, self.outcome(1, inputs, &mut right).await?];
        let mut traces = [left.finish(), right.finish()];
        let mut cycles = [None; 2];
        let steps = outcomes.iter().map(|outcome| outcome.steps).sum();
        self.spend(|_| steps)?;
        // The Tamarin paper does not treat runs that never stop.
        if self.options.strategy == Strategy::Product {
            let whole = traces.clone();
            for program in 0..2 {
                if outcomes[program].stop == Stop::OutOfFuel
                    && let Some(lasso) =
                        Box::pin(find(self, explorer, &traces, program, inputs)).await?
                {
                    traces[program] = lasso.trace;
                    outcomes[program].recurrence = Some(lasso.recurrence);
                    cycles[program] = lasso.cycle;
                }
            }
            let observes_output = self.images[0].setup().observation.output;
            if outcomes.iter().all(Outcome::is_for_ever)
                && observes_output
                && cycles.contains(&None)
            {
                (traces, cycles) = (whole, [None; 2]);
                outcomes.iter_mut().for_each(|outcome| outcome.recurrence = None);
            }
        }
        let depth = self.options.trace_depth();
        let traces = traces.each_ref();
        let Session { terms, stop, .. } = self;
        let run = explorer.follow(terms, number, inputs, &traces, depth, &|| stop.is_due());
        let mut run = run.ok_or_else(|| over(stop))?;
        run.cycles = cycles;
        Ok((Rc::new(run), outcomes))
    }
}

/// A path that runs for ever.
pub(super) struct Lasso {
    /// Its run, up to the end of the cycle.
    pub trace: Trace,
    /// The cycle, with its output if that is the same on all inputs of the path.
    pub recurrence: Recurrence,
    /// The first part of the output that each iteration prints, if that is known
    /// ([`Explored::cycles`]).
    pub cycle: Option<usize>,
}

/// Maximum number of cycles examined per run: the first one often ends with terms that it did not
/// begin with, such as a remainder of the input in the input's place.
const LAPS: u32 = 4;

/// A lasso of a program that is out of fuel on an input, if possible one with a known output.
/// `traces` are of both runs; the trace of an earlier program is used unchanged.
pub(super) async fn find(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    traces: &[Trace; 2],
    program: usize,
    inputs: &Inputs,
) -> Result<Option<Lasso>, End> {
    let image = search.images[program];
    let mut machine = Machine::new(image, inputs);
    let mut found = None;
    for _ in 0..LAPS {
        let mut watch = Watch::new(&machine);
        let Some(recurrence) = lap(search, &mut watch, &mut machine).await? else { break };
        let mut recorder = TraceRecorder::new(image);
        let running = &mut search.machines[program];
        running.restart(inputs);
        running.run(recurrence.first, &mut recorder);
        // Laps begin where the trace knows the state. Watching does not take a program's own routine as one step.
        if recorder.is_printing() {
            break;
        }
        let lines = recorder.lines();
        running.run(recurrence.again - recurrence.first, &mut recorder);
        let trace = recorder.finish();
        search.spend(|_| recurrence.again)?;
        let depth = search.options.trace_depth();
        let mut raw = traces.each_ref();
        raw[program] = &trace;
        let Session { terms, stop, .. } = search;
        let slice = watch.slice();
        let cycle = Cycle { program, lines, slice: slice.as_ref() };
        let comes_again =
            explorer.follower().comes_again(terms, &raw, depth, &cycle, &|| stop.is_due());
        match comes_again.ok_or_else(|| over(&search.stop))? {
            Again::Nothing => {}
            Again::Way => {
                let recurrence = Recurrence { repeats_output: false, ..recurrence };
                found.get_or_insert(Lasso { trace, recurrence, cycle: None });
            }
            Again::Output(cycle) => {
                let recurrence = Recurrence { repeats_output: true, ..recurrence };
                return Ok(Some(Lasso { trace, recurrence, cycle: Some(cycle) }));
            }
        }
    }
    Ok(found)
}

/// The next cycle of a run that repeats a state, within the fuel and the budget of steps.
async fn lap(
    search: &mut Session<'_>,
    watch: &mut Watch,
    machine: &mut Machine,
) -> Result<Option<Recurrence>, End> {
    while search.lasso_steps < STEPS_OF_WATCHED_RUNS {
        let before = machine.steps;
        let slice = LONGER_SLICE.min(search.fuel.saturating_sub(before));
        let watched = watch.run(machine, slice);
        search.lasso_steps += machine.steps - before;
        search.spend_steps(machine.steps - before, WATCHED_STEPS_PER_UNIT)?;
        match watched {
            Watched::Recurs(recurrence) => return Ok(Some(recurrence)),
            Watched::Stopped(_) if slice < LONGER_SLICE => return Ok(None),
            Watched::Stopped(_) => search.pause().await?,
        }
    }
    Ok(None)
}
