//! The state and operations that all strategies share: runs, events, open inputs, and the final
//! [`report`].

mod attempts;
mod report;

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::explore::{Explorer, Inserted};
use super::outcome::{self, LONGER_SLICE, Longer, Outcome, STEPS_OF_WATCHED_RUNS};
use super::path_hash::{PathHasher, PathHashes};
use super::undecided::{self, Regions};
use super::{Clock, Observer, Options, Signal, Strategy};
use crate::evidence::Pair;
use crate::machine::{self, Image, Inputs, Machine, Recorder, Summary};
use crate::report::{Cut, Cuts, Event, Meter, Open, ReasonCode, Side, Witness};
use crate::solver::{Measure, Solver, Stop};
use crate::symbolic::paths::Both;
use crate::term::{Term, Terms};
pub(super) use attempts::Attempts;

/// Why a search ended.
#[derive(Debug)]
pub(super) enum End {
    /// The programs differ on this input.
    Differ(Box<Witness>, ReasonCode),
    /// The contract allows no input, or none was found.
    NoInput(ReasonCode),
    /// Nothing is left to try within the limits.
    Exhausted,
    /// The programs agree as merged formulas, so the remaining paths need not be tried.
    Merged,
    /// The programs agree by a proof, so the remaining paths need not be tried.
    Proved,
    /// The limit on runs was reached.
    RunLimit,
    /// The limit on work was reached.
    WorkLimit,
    /// The limit on time was reached.
    TimeLimit,
    /// The caller cancelled.
    Cancelled,
}

/// When a search reports interim results.
#[derive(Debug, Default)]
pub(super) enum SoFar {
    /// Never: nobody reads them.
    Never,
    /// None were reported yet.
    #[default]
    NotYet,
    /// Some were; the next report is due after this many queries.
    Reported(u32),
}

/// What a search keeps of the runs of its sweep.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// The pairs of paths that they took.
    pub paths: FxHashSet<PathHashes>,
    /// The number of inputs at the beginning of the sweep that show no difference within the fuel.
    pub agreeing: usize,
}

/// Maximum number of open places in a report.
const MAX_OPEN: usize = 50;

/// Maximum number of recorded inputs on which one program is still running.
pub(super) const ONE_SIDED: usize = 4;

/// Steps between two pauses.
const SLICE: u64 = 1 << 20;

/// The state that strategies share.
pub(super) struct Session<'a> {
    pub images: [&'a Rc<Image>; 2],
    /// A machine for each program, reused: a new one costs more than most runs.
    pub machines: [Machine; 2],
    pub options: &'a Options,
    /// Maximum number of steps of a run along a path: the contract's, or more ([`beyond::raise_fuel`]).
    ///
    /// [`beyond::raise_fuel`]: super::beyond::raise_fuel
    pub fuel: u64,
    pub solver: &'a mut dyn Solver,
    pub observer: &'a mut dyn Observer,
    /// The observer's clock.
    pub clock: Clock,
    /// Due when the limits on time or work are reached; passed to everything that can take long.
    pub stop: Stop,
    /// The first inputs, which the contract allows.
    pub first: Inputs,
    /// Inputs that an earlier comparison ran.
    pub known: &'a [Inputs],
    /// The measure of the effort of queries.
    pub measure: Measure,
    /// The terms of all paths.
    pub terms: Terms,
    /// The number of terms made for merging paths; they say nothing about the cost of paths.
    pub merging: usize,
    pub cuts: Cuts,
    pub open: Vec<Open>,
    pub runs: u32,
    pub queries: u32,
    /// Queries that are not reported: those of searches with less fuel, and of proofs by
    /// invariants.
    pub side_queries: u32,
    /// Number of pairs of paths, if the strategy explores pairs.
    pub pairs: Option<u32>,
    /// The attempts at a proof for every number of steps.
    pub attempts: Attempts,
    /// Whether a run took more steps than its program has words, and so repeated an instruction.
    has_loop: bool,
    /// Whether a run printed something.
    prints: bool,
    /// The regions that the search leaves open.
    pub undecided: Regions,
    /// When interim results are reported.
    pub so_far: SoFar,
    /// The coverage: how the pairs of paths ended.
    pub meter: Meter,
    /// The first inputs on which one program ends within the fuel and the other is still running:
    /// at most [`ONE_SIDED`].
    pub one_sided: Vec<Inputs>,
    /// The runs of the sweep.
    pub sweep: Sweep,
    /// Steps of runs beyond the fuel, and of runs watched for a recurring state.
    longer_steps: u64,
    /// Steps of runs watched for paths that run for ever.
    pub lasso_steps: u64,
}

/// Steps of a run in a unit of work: by the emulator alone, with a recorded path, and watched for a
/// recurring state.
pub(super) const PLAIN_STEPS_PER_UNIT: u64 = 2_000;
pub(super) const RECORDED_STEPS_PER_UNIT: u64 = 500;
pub(super) const WATCHED_STEPS_PER_UNIT: u64 = 100;

/// Why a search ends whose stop is due.
pub(super) fn over(stop: &Stop) -> End {
    if stop.is_spent() { End::WorkLimit } else { End::TimeLimit }
}

impl<'a> Session<'a> {
    /// A search that has not begun. Its machines are made for these inputs.
    pub fn new(
        images: [&'a Rc<Image>; 2],
        inputs: &Inputs,
        options: &'a Options,
        solver: &'a mut dyn Solver,
        observer: &'a mut dyn Observer,
        clock: Clock,
        stop: Stop,
    ) -> Session<'a> {
        Session {
            images,
            machines: images.map(|image| Machine::new(image, inputs)),
            options,
            fuel: options.fuel,
            solver,
            observer,
            clock,
            stop,
            first: Inputs::default(),
            known: &[],
            measure: Measure::default(),
            terms: Terms::new(),
            merging: 0,
            cuts: Cuts::default(),
            open: Vec::new(),
            runs: 0,
            queries: 0,
            side_queries: 0,
            pairs: None,
            attempts: Attempts::default(),
            has_loop: false,
            prints: false,
            undecided: Regions::default(),
            so_far: SoFar::Never,
            meter: Meter::default(),
            one_sided: Vec::new(),
            sweep: Sweep::default(),
            longer_steps: 0,
            lasso_steps: 0,
        }
    }
}

impl Session<'_> {
    /// Reports an event.
    pub async fn tell(&mut self, event: Event) -> Result<(), End> {
        match self.observer.event(&event).await {
            Signal::Continue(()) => Ok(()),
            Signal::Break(()) => Err(End::Cancelled),
        }
    }

    /// Runs both programs; returns a hash of their paths and how they stop.
    pub async fn path_hashes(
        &mut self,
        inputs: &Inputs,
    ) -> Result<(PathHashes, [machine::Stop; 2]), End> {
        let [mut left, mut right] = self.images.map(|image| PathHasher::<false>::new(image));
        let fuel = self.fuel;
        let stops = [
            self.run(0, inputs, fuel, &mut left).await?,
            self.run(1, inputs, fuel, &mut right).await?,
        ];
        Ok((PathHashes::of([left, right]), stops))
    }

    /// Lets the caller cancel, and ends the search when its time is up.
    pub async fn pause(&mut self) -> Result<(), End> {
        if self.observer.pause().await == Signal::Break(()) {
            return Err(End::Cancelled);
        }
        self.check_time()
    }

    /// Counts work, if it is limited; `units` computes the amount.
    pub fn spend(&self, units: impl FnOnce(&Terms) -> u64) -> Result<(), End> {
        if self.stop.limits_work() {
            self.stop.spend(units(&self.terms));
        }
        self.check_time()
    }

    /// Counts steps of runs without paths, at `per_unit` steps per unit.
    pub fn spend_steps(&self, steps: u64, per_unit: u64) -> Result<(), End> {
        self.spend(|_| steps / per_unit)
    }

    /// Ends the search when its time is up or its work used up.
    pub fn check_time(&self) -> Result<(), End> {
        if self.stop.is_due() { Err(over(&self.stop)) } else { Ok(()) }
    }

    /// The stop of a proof, which may take as much work as everything else.
    #[cfg(feature = "alignment")]
    pub fn stop_of_proof(&self, work: Option<u64>) -> Stop {
        match work {
            Some(units) => self.stop.within(units),
            None => self.stop.clone(),
        }
    }

    /// Runs a program: the left one is 0, the right one 1.
    pub async fn outcome<R: Recorder>(
        &mut self,
        program: usize,
        inputs: &Inputs,
        recorder: &mut R,
    ) -> Result<Outcome, End> {
        let stop = self.run(program, inputs, self.fuel, recorder).await?;
        Ok(self.end_of(program, stop))
    }

    /// Runs a program with other fuel, by the emulator alone.
    pub async fn outcome_within(
        &mut self,
        program: usize,
        inputs: &Inputs,
        fuel: u64,
    ) -> Result<Outcome, End> {
        let stop = self.run(program, inputs, fuel, &mut ()).await?;
        Ok(self.end_of(program, stop))
    }

    /// Runs a program, and pauses now and then. Returns how the run stopped, without its outcome.
    async fn run<R: Recorder>(
        &mut self,
        program: usize,
        inputs: &Inputs,
        fuel: u64,
        recorder: &mut R,
    ) -> Result<machine::Stop, End> {
        self.check_time()?;
        self.machines[program].restart(inputs);
        let mut left = fuel;
        loop {
            let slice = left.min(SLICE);
            let machine = &mut self.machines[program];
            let stop = machine.run(slice, recorder);
            left -= slice;
            if stop != machine::Stop::OutOfFuel || left == 0 {
                return Ok(stop);
            }
            self.pause().await?;
        }
    }

    /// The outcome of a program's last run, which stopped like this.
    fn end_of(&mut self, program: usize, stop: machine::Stop) -> Outcome {
        let mut outcome = Outcome::of(&self.machines[program], stop);
        self.prints |= outcome.output.written > 0;
        self.has_loop |= outcome.steps > self.images[program].words().len() as u64;
        // The Tamarin paper compares results alone.
        if self.options.strategy == Strategy::Paper {
            outcome.by_the_paper();
        }
        outcome
    }

    /// The outcomes of both programs, after both have run. Thousands of short runs are compared, so outcomes
    /// are created here, where they are used, and not passed up from each run.
    pub fn ended(&mut self, [left, right]: [machine::Stop; 2]) -> [Outcome; 2] {
        [self.end_of(0, left), self.end_of(1, right)]
    }

    /// Runs a program beyond its fuel without a pause: a million steps take a few milliseconds.
    pub fn far(&mut self, program: usize, inputs: &Inputs, fuel: u64) -> Outcome {
        let machine = &mut self.machines[program];
        machine.restart(inputs);
        let stop = machine.run(fuel, &mut ());
        Outcome::of(machine, stop)
    }

    /// Runs both programs; returns how they stop.
    pub async fn stops(&mut self, inputs: &Inputs) -> Result<[machine::Stop; 2], End> {
        let fuel = self.fuel;
        Ok([self.run(0, inputs, fuel, &mut ()).await?, self.run(1, inputs, fuel, &mut ()).await?])
    }

    /// How the programs end on an input on which one was out of fuel, if that can be found out: see
    /// [`Longer`]. Once much was spent on this, returns the outcomes within the fuel.
    pub async fn ends(
        &mut self,
        inputs: &Inputs,
        outcomes: &[Outcome; 2],
    ) -> Result<[Outcome; 2], End> {
        let mut longer = Longer::new(self.images, inputs, outcomes, self.fuel);
        while self.longer_steps < STEPS_OF_WATCHED_RUNS {
            let steps = longer.advance(LONGER_SLICE);
            if steps == 0 {
                break;
            }
            self.longer_steps += steps;
            self.spend_steps(steps, WATCHED_STEPS_PER_UNIT)?;
            match steps {
                LONGER_SLICE => self.pause().await?,
                _ => self.check_time()?,
            }
        }
        Ok(longer.outcomes)
    }

    /// Whether a proof about loops has yet to be attempted.
    pub fn is_before_proof(&self) -> bool {
        self.has_loop && self.attempts.is_full_left()
    }

    /// Records that a program's run was cut on these inputs.
    pub fn leave_cut(&mut self, cut: Cut, program: usize, inputs: &Inputs) {
        let side = Some(Side::BOTH[program]);
        self.leave(Open { cut, inputs: inputs.clone(), side, at: None, condition: None });
    }

    /// Records something that is left open.
    pub fn leave(&mut self, open: Open) {
        *self.cuts.count_mut(open.cut) += 1;
        if self.open.len() < MAX_OPEN {
            self.open.push(open);
        }
    }

    /// Records that the inputs that satisfy these conditions may be open.
    pub fn leave_region(&mut self, conditions: impl IntoIterator<Item = Term>) {
        self.undecided.add(&mut self.terms, &self.options.contract, conditions);
    }

    /// Records the branches that a limit kept the search from trying. `sides` are those of the
    /// explored programs.
    pub fn leave_pending(&mut self, explorer: &mut Explorer, sides: [Side; 2]) {
        // Without a path there is no tree whose open branches cover the rest.
        if explorer.paths == 0 {
            self.undecided.add_unknown();
        }
        for _ in 0..undecided::REGIONS {
            let Some(step) = explorer.next(&mut self.terms, self.queries + 1, None) else { break };
            self.leave_region(step.conditions());
            self.leave(Open {
                cut: Cut::Untried,
                inputs: step.run().inputs.clone(),
                side: Some(sides[step.program()]),
                at: Some(step.at().0),
                condition: Some(step.condition.clone()),
            });
            explorer.leave(step);
        }
        let dropped = explorer.give_up() + explorer.lost();
        if dropped > 0 {
            self.undecided.add_unknown();
        }
        self.cuts.untried += dropped;
    }

    /// Records a run that a node asked another question than an earlier run on the same path:
    /// branches refuted there may be possible.
    pub fn leave_inconsistent(&mut self, inserted: &Inserted, inputs: &Inputs) {
        if !inserted.consistent {
            self.undecided.add_unknown();
            let (side, at, condition) = (None, None, None);
            let inputs = inputs.clone();
            self.leave(Open { cut: Cut::Diverged, inputs, side, at, condition });
        }
    }

    /// Reports that a run left the path that a query predicted.
    pub async fn diverged(&mut self, query: u32, inputs: &Inputs) -> Result<(), End> {
        self.undecided.add_unknown();
        self.leave(Open {
            cut: Cut::Diverged,
            inputs: inputs.clone(),
            side: None,
            at: None,
            condition: None,
        });
        self.tell(Event::Diverged { run: self.runs, query }).await
    }

    /// Counts a run, if the limits allow one more.
    pub fn begin_run(&mut self) -> Result<u32, End> {
        if self.runs == self.options.max_runs {
            return Err(End::RunLimit);
        }
        self.check_time()?;
        self.runs += 1;
        Ok(self.runs)
    }

    /// Counts how a run ended whose outcomes agree.
    pub fn count_run(&mut self, left: &Outcome, right: &Outcome) {
        let both = outcome::both(left, right);
        self.meter.stops_on_both |= both == Some(Both::Done);
        self.meter.count(match both {
            Some(Both::Done) => Pair::SameResult,
            Some(Both::Fault) => Pair::BothFault,
            Some(Both::RunForEver) => Pair::BothRunForEver,
            Some(Both::Unfinished) | None => Pair::Unfinished,
        });
    }

    /// Ends the search if two outcomes on an input differ.
    pub fn decide(&self, inputs: &Inputs, left: &Outcome, right: &Outcome) -> Result<(), End> {
        match outcome::difference(left, right) {
            None => Ok(()),
            Some(_) => {
                let contract = &self.options.contract;
                let (witness, reason) = outcome::replay(self.images, contract, inputs, self.fuel);
                Err(End::Differ(Box::new(witness), reason))
            }
        }
    }

    /// Whether what recorded runs show may be wrong: see [`Summary::is_violated`].
    pub fn is_violated(&self) -> bool {
        self.images.iter().filter_map(|image| image.summary()).any(Summary::is_violated)
    }

    /// The number of steps that claims about runs out of fuel hold for. Where a routine was one step, another input
    /// of a path may be ahead of the run that was out of fuel.
    pub fn claimed_fuel(&self) -> u64 {
        let slack = self.images.iter().filter_map(|image| image.summary()).map(Summary::slack);
        let slack = slack.max().filter(|_| self.cuts.fuel > 0).unwrap_or(0);
        self.options.fuel.min(self.fuel.saturating_sub(slack))
    }
}
