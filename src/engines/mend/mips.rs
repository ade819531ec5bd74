//! MIPS programs to repair: runs on tests, and comparisons by the engine of paths.

mod missing;

use std::rc::Rc;

use super::edits::Edit;
use super::language::{self, Language};
use super::workshop::{Answer, Workshop};
use crate::engines::difference::Difference;
use crate::engines::paths::{self, Clock, Observer, Options, Signal, Signalled, outcome, sweep};
use crate::link::File;
use crate::machine::values::Values;
use crate::machine::{BinaryOp, Image, Inputs, Machine, Recorder, Tagged};
use crate::program::{Address, Program};
use crate::report::{Agreement, Event, Side, Verdict};
use crate::solver::{Effort, Solver, Stop};

/// Number of inputs, beside the witness, on which each edit is run before it is compared.
const PROBES: usize = 64;
/// Maximum number of runs of one comparison.
const RUNS: u32 = 400;
/// Maximum effort of a query of a comparison.
pub const EFFORT_PER_QUERY: Effort = Effort(10_000);
/// Units of work of a comparison, beside those of its solver.
const UNITS_OF_COMPARISON: u64 = 2_000;

/// Two programs, one of which is repaired.
pub(super) struct Mips<'d> {
    difference: &'d Difference<'d>,
    side: Side,
    solver: &'d mut dyn Solver,
    tests: Tests<'d>,
}

impl<'d> Mips<'d> {
    /// The program on that side is repaired.
    pub fn new(difference: &'d Difference<'d>, side: Side, solver: &'d mut dyn Solver) -> Mips<'d> {
        Mips { difference, side, solver, tests: Tests::new(difference, side) }
    }

    fn bad(&self) -> &'d Rc<Image> {
        self.difference.images[self.side.index()]
    }
}

impl Workshop for Mips<'_> {
    type Edited = Rc<Image>;

    fn language(&self) -> &'static dyn Language {
        language::MIPS
    }

    fn words(&self) -> [&[u32]; 2] {
        [self.tests.reference.words(), self.bad().words()]
    }

    fn named(&self) -> Vec<String> {
        language::Mips::named(self.bad())
    }

    fn touched(&self) -> Vec<bool> {
        touched(self.bad(), &self.difference.inputs, self.difference.options.fuel)
    }

    fn missing(&self, program: &Program, files: &[File<'_>]) -> Vec<Edit> {
        missing::missing(self.difference, self.side, program, files)
    }

    fn build(&self, program: Program) -> Option<Rc<Image>> {
        self.difference.options.contract.image(self.side.index(), &program).ok()
    }

    fn pass(&mut self, edited: &Rc<Image>) -> bool {
        self.tests.pass(edited)
    }

    fn steps(&self) -> u64 {
        self.tests.steps
    }

    async fn compare(
        &mut self,
        edited: &Rc<Image>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Answer {
        let Difference { images, options, .. } = *self.difference;
        let mut watch = Watch { observer, stop, failed: None };
        let spent = self.solver.spent();
        let options = Options {
            max_runs: RUNS,
            effort: EFFORT_PER_QUERY.min(options.effort),
            max_work: options.max_work.into_iter().chain(stop.left()).min(),
            ..options.clone()
        };
        let [left, right] = match self.side {
            Side::Left => [edited, images[1]],
            Side::Right => [images[0], edited],
        };
        let report = paths::compare(left, right, &options, &mut *self.solver, &mut watch).await;
        stop.spend(UNITS_OF_COMPARISON + self.solver.spent().saturating_sub(spent));
        match (report.verdict, watch.failed) {
            (_, Some(inputs)) => {
                self.tests.insert(inputs);
                Answer::Differ
            }
            (Verdict::Equivalent, None) => Answer::Same,
            (Verdict::Disequivalent, None) => {
                report.witness.into_iter().for_each(|witness| self.tests.insert(witness.inputs));
                Answer::Differ
            }
            (_, None) => Answer::Open,
        }
    }
}

/// The inputs on which each edit is run, with the reference's outcomes.
struct Tests<'d> {
    difference: &'d Difference<'d>,
    reference: &'d Rc<Image>,
    /// The input on which an edit failed most recently comes first.
    inputs: Vec<(Inputs, outcome::Outcome)>,
    steps: u64,
}

impl<'d> Tests<'d> {
    /// The tests for the program on that side.
    fn new(difference: &'d Difference<'d>, side: Side) -> Tests<'d> {
        let reference = difference.images[side.other().index()];
        let mut tests = Tests { difference, reference, inputs: Vec::new(), steps: 0 };
        let contract = &difference.options.contract;
        let probes = sweep::spread(contract, difference.images, PROBES);
        probes.for_each(|inputs| tests.insert(inputs));
        tests.insert(difference.inputs.clone());
        tests
    }

    fn insert(&mut self, inputs: Inputs) {
        let outcome = outcome::outcome(self.reference, &inputs, self.difference.options.fuel);
        self.inputs.insert(0, (inputs, outcome));
    }

    /// Whether a program agrees with the reference on all of them.
    fn pass(&mut self, edited: &Rc<Image>) -> bool {
        let options = self.difference.options;
        let mut machine = Machine::new(edited, &self.difference.inputs);
        for index in 0..self.inputs.len() {
            let (inputs, left) = &self.inputs[index];
            machine.restart(inputs);
            let stop = machine.run(options.fuel, &mut ());
            self.steps += machine.steps;
            let right = outcome::Outcome::of(&machine, stop);
            let is_open = outcome::agreement(left, &right) == Agreement::Inconclusive;
            let one_stops = left.stop != right.stop;
            if outcome::difference(left, &right).is_some() || is_open && one_stops {
                let failed = self.inputs.remove(index);
                self.inputs.insert(0, failed);
                return false;
            }
        }
        true
    }
}

/// Which words of a program its run on an input executes or loads.
fn touched(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Vec<bool> {
    let mut recorder = Touched(vec![false; image.words().len()]);
    Machine::new(image, inputs).run(fuel, &mut recorder);
    recorder.0
}

/// Marks words of the text that a run uses.
struct Touched(Vec<bool>);

impl Touched {
    fn mark(&mut self, address: u32) {
        if let Some(word) = self.0.get_mut(Address(address).word_index()) {
            *word = true;
        }
    }
}

/// Only addresses are tracked.
impl Values for Touched {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}
    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}
    fn address(&mut self, (): (), _: i16) {}
}

impl Recorder for Touched {
    fn begin(&mut self, at: Address) {
        self.mark(at.0);
    }

    fn get(&mut self, _: crate::machine::mips::Reg) {}
    fn hi(&mut self) {}
    fn lo(&mut self) {}

    fn text_word(&mut self, address: u32, _: u32, _: bool) {
        self.mark(address);
    }

    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, address: Tagged<()>, _: u32) {
        self.mark(address.value);
    }
}

/// Ends a comparison when the search ends, and at the first difference, since no smaller one is
/// needed.
struct Watch<'w> {
    observer: &'w mut dyn Observer,
    stop: &'w Stop,
    failed: Option<Inputs>,
}

impl Observer for Watch<'_> {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        if let Event::Difference { inputs } = event {
            self.failed = Some(inputs.clone());
        }
        let is_over = self.failed.is_some() || self.stop.is_due();
        Box::pin(std::future::ready(if is_over { Signal::Break(()) } else { Signal::Continue(()) }))
    }

    fn pause(&mut self) -> Signalled<'_> {
        match self.stop.is_due() {
            true => Box::pin(std::future::ready(Signal::Break(()))),
            false => self.observer.pause(),
        }
    }

    fn clock(&self) -> Clock {
        self.observer.clock()
    }
}
