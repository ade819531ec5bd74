//! Runs of both programs, with whether and how they differ.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::contract::{Contract, Spec};
use crate::engines::paths::outcome::{self, Outcome};
use crate::engines::paths::sweep;
use crate::engines::regions::judge::Judge;
use crate::engines::regions::random::Random;
use crate::engines::regions::{Kind, near};
use crate::machine::mips::Reg;
use crate::machine::setup::{Observable, Observation};
use crate::machine::{Image, Inputs, Stop};
use crate::report::ReasonCode;

/// Number of inputs of the sweep, and of arbitrary ones.
const SWEPT: usize = 900;
const DRAWN: usize = 100;
/// Number of samples that are varied, among those on which the programs differ.
const VARIED: usize = 6;
/// Maximum number of steps of a run, and of one beyond.
const STEPS_PER_RUN: u64 = 20_000;
const STEPS_PER_LONG_RUN: u64 = 6_000_000;
/// Number of runs with more steps.
const LONG: usize = 8;
/// Number of inputs on which a proof may fail that are run.
const SUSPECTS: usize = 3;
/// Maximum number of steps of all samples; half of it for those that do not end.
const STEPS_OF_RUNS: u64 = 12_000_000;

/// Runs of both programs on an input.
pub(super) struct Sample {
    pub inputs: Inputs,
    outcomes: [Outcome; 2],
    pub label: Label,
}

/// Whether two programs differ on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Agree,
    Differ(Way),
    /// A run has not ended within its steps.
    Open,
}

/// A way in which they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub kind: Kind,
    /// The first observed word that differs, if both stop.
    pub of: Option<Observable>,
}

impl Sample {
    /// An observed word of both programs, if both stop.
    pub fn observed(&self, of: Observable) -> Option<[u32; 2]> {
        let word = |outcome: &Outcome| match of {
            Observable::Register(Reg::RESULT) => Some(outcome.result),
            _ => outcome.others.iter().find(|it| it.0 == of).map(|it| it.1),
        };
        let [left, right] = self.outcomes.each_ref();
        let both_stop = left.stop == Stop::Done && right.stop == Stop::Done;
        both_stop.then(|| Some([word(left)?, word(right)?])).flatten()
    }

    fn of(images: [&Rc<Image>; 2], inputs: Inputs, fuel: u64) -> Sample {
        let outcomes = images.map(|image| outcome::outcome(image, &inputs, fuel));
        let label = label(&outcomes, &images[0].setup().observation);
        Sample { inputs, outcomes, label }
    }

    fn steps(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.steps).sum()
    }
}

fn label([left, right]: &[Outcome; 2], observation: &Observation) -> Label {
    let kind = match outcome::difference(left, right) {
        None if left.stop == Stop::OutOfFuel || right.stop == Stop::OutOfFuel => {
            return Label::Open;
        }
        None => return Label::Agree,
        Some(ReasonCode::OnlyLeftFaults) => Kind::LeftFaults,
        Some(ReasonCode::OnlyRightFaults) => Kind::RightFaults,
        Some(ReasonCode::OnlyLeftRunsForEver | ReasonCode::OnlyRightRunsForEver) => {
            Kind::NeverStops
        }
        Some(ReasonCode::OutputsDiffer) => Kind::Output,
        Some(_) => Kind::Result,
    };
    let result = Observable::Register(Reg::RESULT);
    let of_result = observation.result && left.result != right.result;
    let others = left.others.iter().zip(&right.others).find(|(a, b)| a != b);
    let of = match kind {
        Kind::Result if of_result => Some(result),
        Kind::Result => others.map(|(of, _)| of.0),
        _ => None,
    };
    Label::Differ(Way { kind, of })
}

/// Samples.
pub(super) struct Samples {
    pub all: Vec<Sample>,
    seen: FxHashSet<Inputs>,
}

impl Samples {
    /// Samples of two programs: likely inputs, arbitrary ones, and ones near those on which they
    /// differ.
    pub fn of(judge: &Judge<'_, '_>) -> Samples {
        let (images, contract) = (judge.bench.images, judge.bench.contract());
        let witness = judge.witness().clone();
        let mut samples = Samples { all: Vec::new(), seen: FxHashSet::default() };
        // A witness is run whatever it costs.
        let mut steps = u64::MAX;
        samples.add(images, [witness.clone()], STEPS_PER_LONG_RUN, &mut steps);
        steps = STEPS_OF_RUNS;
        samples.add(images, near::inputs(contract, &witness), STEPS_PER_RUN, &mut steps);
        let swept = sweep::candidates(contract, images, &witness).take(SWEPT);
        samples.add(images, swept, STEPS_PER_RUN, &mut steps);
        let mut random = Random::default();
        let length = contract.names().len();
        let drawn = (0..DRAWN).map(|_| (0..length).map(|_| random.word()).collect::<Inputs>());
        let drawn = drawn.filter(|inputs| contract.allows(inputs));
        samples.add(images, drawn, STEPS_PER_RUN, &mut steps);
        samples.lengthen(images);
        samples.vary(images, contract);
        samples
    }

    fn add(
        &mut self,
        images: [&Rc<Image>; 2],
        inputs: impl IntoIterator<Item = Inputs>,
        fuel: u64,
        steps: &mut u64,
    ) {
        for inputs in inputs {
            if *steps == 0 {
                return;
            }
            if self.seen.insert(inputs.clone()) {
                let sample = Sample::of(images, inputs, fuel);
                *steps = steps.saturating_sub(sample.steps());
                self.all.push(sample);
            }
        }
    }

    /// Runs some samples longer that have not ended: those with the smallest inputs, as a loop
    /// often counts to an input.
    fn lengthen(&mut self, images: [&Rc<Image>; 2]) {
        let mut open: Vec<usize> =
            (0..self.all.len()).filter(|&at| self.all[at].label == Label::Open).collect();
        let size = |word: &u32| u64::from((*word as i32).unsigned_abs());
        open.sort_by_key(|&at| self.all[at].inputs.iter().map(size).sum::<u64>());
        for at in open.into_iter().take(LONG) {
            let inputs = self.all[at].inputs.clone();
            self.all[at] = Sample::of(images, inputs, STEPS_PER_LONG_RUN);
        }
    }

    /// Adds inputs near some on which the programs differ.
    fn vary(&mut self, images: [&Rc<Image>; 2], contract: &Contract) {
        let differ: Vec<Inputs> = self
            .all
            .iter()
            .filter(|sample| matches!(sample.label, Label::Differ(_)))
            .map(|sample| sample.inputs.clone())
            .collect();
        let stride = differ.len().div_ceil(VARIED).max(1);
        let mut steps = STEPS_OF_RUNS;
        for inputs in differ.iter().step_by(stride) {
            self.add(images, near::inputs(contract, inputs), STEPS_PER_RUN, &mut steps);
        }
    }

    /// Adds inputs that refute a guess, and those near; returns whether one of them is new and has
    /// ended.
    pub fn learn_from(&mut self, judge: &Judge<'_, '_>, suspects: &[Inputs]) -> bool {
        let (images, contract) = (judge.bench.images, judge.bench.contract());
        let before = self.all.len();
        let suspects = &suspects[..suspects.len().min(SUSPECTS)];
        let allowed = suspects.iter().filter(|inputs| contract.allows(inputs)).cloned();
        let mut steps = u64::MAX;
        self.add(images, allowed, STEPS_PER_LONG_RUN, &mut steps);
        let is_new = self.all[before..].iter().any(|sample| sample.label != Label::Open);
        steps = STEPS_OF_RUNS;
        for inputs in suspects {
            self.add(images, near::inputs(contract, inputs), STEPS_PER_RUN, &mut steps);
        }
        is_new
    }

    /// Words of inputs with these conditions for which no sample has ended, though others with the
    /// same conditions have: at most a few, the most extreme first.
    pub fn unfinished(&self, contract: &Contract, texts: &[String]) -> Vec<(String, u32)> {
        let mut assume = contract.spec().assume.clone();
        assume.extend(texts.iter().cloned());
        let Ok(within) = Contract::new(&Spec { assume, ..contract.spec().clone() }) else {
            return Vec::new();
        };
        let here: Vec<&Sample> =
            self.all.iter().filter(|sample| within.allows(&sample.inputs)).collect();
        let mut found = Vec::new();
        for word in [i32::MAX as u32, i32::MIN as u32, u32::MAX, u32::MAX - 1] {
            for (index, name) in contract.names().iter().enumerate() {
                let mut of_word =
                    here.iter().filter(|sample| sample.inputs[index] == word).peekable();
                let is_there = of_word.peek().is_some();
                if is_there && of_word.all(|sample| sample.label == Label::Open) {
                    found.push((name.clone(), word));
                }
            }
        }
        found
    }

    /// The ways in which they differ.
    pub fn ways(&self) -> Vec<Way> {
        let mut ways = Vec::new();
        for sample in &self.all {
            if let Label::Differ(way) = sample.label
                && !ways.contains(&way)
            {
                ways.push(way);
            }
        }
        ways
    }

    /// The samples of one way.
    pub fn of_way(&self, way: Way) -> impl Iterator<Item = &Sample> {
        self.all.iter().filter(move |sample| sample.label == Label::Differ(way))
    }
}
