//! Inputs on which fixes are tried by the emulator, before anything is proved.

use std::rc::Rc;

use crate::engines::difference::Difference;
use crate::engines::paths::outcome::{self, Outcome};
use crate::engines::paths::sweep;
use crate::engines::tree::{Fix, overrides};
use crate::machine::recurrence::{Watch, Watched};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::report::Agreement;
use crate::symbolic::concolic::{Instance, Operands, Overrides, ValueRecorder, Written};
use crate::term::{Model, Term, Terms};

/// Inputs that are tried beside the witness.
const PROBES: usize = 128;

/// How a program runs on an input.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub outcome: Outcome,
    pub written: Vec<Written<()>>,
    /// Calls in order, and how much was written before each returned.
    pub calls: Vec<Option<usize>>,
}

impl Run {
    /// With what is read from registers for these operands.
    pub fn of(image: &Rc<Image>, inputs: &Inputs, fuel: u64, operands: Operands) -> Run {
        let mut recorder = ValueRecorder::keeping(image, None, operands);
        let mut machine = Machine::new(image, inputs);
        let stop = machine.run(fuel, &mut recorder);
        let ValueRecorder { written, calls, .. } = recorder;
        Run { outcome: Outcome::of(&machine, stop), written, calls }
    }

    /// The value that an instance wrote.
    pub fn value(&self, instance: Instance) -> Option<u32> {
        let written = self.written.iter().find(|written| written.instance == instance);
        written.map(|written| written.word.value)
    }
}

/// An input, and what the first program does on it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub inputs: Inputs,
    pub first: Run,
    /// Whether the first program takes the path that it takes on the witness.
    pub is_on_path: bool,
}

/// Two words that are expected to be equal, one of each program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Synchronised(pub Instance, pub Instance);

/// The inputs, the witness first.
pub(super) struct Samples<'d> {
    images: [&'d Rc<Image>; 2],
    fuel: u64,
    /// What is kept of the first program.
    operands: Operands,
    pub all: Vec<Sample>,
    /// Steps that were taken.
    pub steps: u64,
    /// Whether it was open on some whether the programs agree, which then counts as
    /// that they do not.
    pub is_open: bool,
}

impl<'d> Samples<'d> {
    /// Of programs in this order; `path` holds of the inputs on which the first one
    /// takes the path of the witness, and fixes take no other operands of it than these.
    pub fn new(
        images: [&'d Rc<Image>; 2],
        operands: Operands,
        difference: &Difference<'_>,
        terms: &mut Terms,
        path: &[Term],
    ) -> Samples<'d> {
        let contract = &difference.options.contract;
        let mut samples = Samples {
            images,
            fuel: difference.options.fuel,
            operands,
            all: Vec::new(),
            steps: 0,
            is_open: false,
        };
        samples.insert(&difference.inputs, terms, path);
        let candidates = sweep::candidates(contract, images, &contract.first_inputs());
        let stride = candidates.len().div_ceil(PROBES).max(1);
        for inputs in candidates.iter().step_by(stride) {
            samples.insert(inputs, terms, path);
        }
        samples
    }

    pub fn insert(&mut self, inputs: &Inputs, terms: &mut Terms, path: &[Term]) {
        if self.all.iter().any(|sample| sample.inputs == *inputs) {
            return;
        }
        let mut model = Model::new();
        for (name, &value) in self.images[0].setup().names.iter().zip(inputs.iter()) {
            let symbol = terms.symbol(name);
            let set = terms.mentions(symbol);
            model.set(terms.members(set)[0], value);
        }
        let is_on_path = terms.evaluation(path.iter().copied()).all_hold(&model);
        let mut first = Run::of(self.images[0], inputs, self.fuel, self.operands.clone());
        if first.outcome.stop == Stop::OutOfFuel {
            first.outcome = outcome::watched(self.images[0], inputs, self.fuel);
        }
        self.steps += first.outcome.steps;
        self.all.push(Sample { inputs: inputs.clone(), first, is_on_path });
    }

    /// How the second program runs on a sample with fixes, and whether the programs agree.
    pub fn run(&mut self, index: usize, fixes: &[Fix]) -> (Run, bool) {
        let sample = &self.all[index];
        let overrides = overrides(fixes, &sample.first.written);
        let image = self.images[1];
        let mut recorder = ValueRecorder::keeping(image, Some(&overrides), Operands::None);
        let mut machine = Machine::new(self.images[1], &sample.inputs);
        let stop = machine.run(self.fuel, &mut recorder);
        let outcome = self.outcome(index, &overrides, &recorder, &mut machine, stop);
        let ValueRecorder { written, calls, .. } = recorder;
        let agree = self.has_agreed(index, &outcome);
        (Run { outcome, written, calls }, agree)
    }

    /// Whether the programs agree on a sample with fixes in the second one; or have
    /// two words equal that are to be, where these are given.
    pub fn agree(
        &mut self,
        index: usize,
        fixes: &[Fix],
        synchronised: Option<Synchronised>,
    ) -> bool {
        let sample = &self.all[index];
        let overrides = overrides(fixes, &sample.first.written);
        let mut recorder = match synchronised {
            Some(_) => ValueRecorder::keeping(self.images[1], Some(&overrides), Operands::None),
            None => ValueRecorder::overriding(self.images[1], &overrides),
        };
        let mut machine = Machine::new(self.images[1], &sample.inputs);
        let stop = machine.run(self.fuel, &mut recorder);
        let second = self.outcome(index, &overrides, &recorder, &mut machine, stop);
        let sample = &self.all[index];
        let ValueRecorder { written, calls, .. } = recorder;
        if let Some(Synchronised(a, b)) = synchronised {
            let second = Run { outcome: second.clone(), written, calls };
            if let (Some(a), Some(b)) = (sample.first.value(a), second.value(b))
                && a == b
            {
                return true;
            }
        }
        self.has_agreed(index, &second)
    }

    /// How a run of the second program ends that has come so far. Out of fuel it is watched, as one
    /// of the program: that it goes round holds if nothing is replaced from there on, so no
    /// instruction may be executed till it is round that has words replaced later.
    fn outcome(
        &mut self,
        index: usize,
        overrides: &Overrides<()>,
        recorder: &ValueRecorder<'_>,
        machine: &mut Machine,
        stop: Stop,
    ) -> Outcome {
        self.steps += machine.steps;
        let mut outcome = Outcome::of(machine, stop);
        let sample = &self.all[index];
        let is_ended = sample.first.outcome.stop != Stop::OutOfFuel
            || sample.first.outcome.recurrence.is_some();
        if stop != Stop::OutOfFuel || !is_ended {
            return outcome;
        }
        let ahead = recorder.ahead();
        let watched = Watch::new(machine).run(machine, self.fuel);
        self.steps += self.fuel;
        let Watched::Recurs(recurrence) = watched else { return outcome };
        if !ahead.is_empty() {
            let mut recorder = ValueRecorder::overriding(self.images[1], overrides);
            Machine::new(self.images[1], &sample.inputs).run(recurrence.again, &mut recorder);
            self.steps += recurrence.again;
            if recorder.ahead() != ahead {
                return outcome;
            }
        }
        outcome.recurrence = Some(recurrence);
        outcome
    }

    /// Whether the second program ended on a sample as the first one does.
    fn has_agreed(&mut self, index: usize, second: &Outcome) -> bool {
        let first = &self.all[index].first.outcome;
        match outcome::agreement(first, second) {
            Agreement::Agree => true,
            Agreement::Differ => false,
            // Both may go on; where one has an end, so is the other to have.
            Agreement::Inconclusive => {
                let both = first.stop == Stop::OutOfFuel && second.stop == Stop::OutOfFuel;
                self.is_open |= !both;
                both
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::paths::Options;
    use crate::engines::tree::Place;
    use crate::link::assemble;
    use crate::machine::Slot;
    use crate::program::Address;

    fn image(text: &str) -> Rc<Image> {
        Image::new(&assemble(text).program.expect("it assembles"))
    }

    /// Whether programs agree where a word of each execution of an instruction of the second is that
    /// of the first's, and whether that is open.
    fn agree(texts: [&str; 2], [from, to]: [u32; 2], fuel: u64) -> (bool, bool) {
        let images = texts.map(image);
        let images = images.each_ref();
        let options = Options { fuel, ..Options::default() };
        let inputs = Inputs::from([0, 0]);
        let difference = Difference { images, options: &options, inputs };
        let mut terms = Terms::new();
        let mut samples = Samples::new(images, Operands::None, &difference, &mut terms, &[]);
        let [from, to] =
            [from, to].map(|at| Place { at: Address(at), slot: Slot::Register, occurrence: None });
        samples.is_open = false;
        (samples.agree(0, &[Fix { from, to }], None), samples.is_open)
    }

    /// The left program compares 50 times, and stops then, after 155 steps. The right one goes round
    /// for ever; with what the left one compares it stops after 203 steps.
    const STOPS: [&str; 2] = [
        "lis $4\n.word 1\nlis $7\n.word 50\nloop: add $5, $5, $4\nslt $6, $5, $7\n\
         bne $6, $0, loop\njr $31\n",
        "lis $4\n.word 1\nloop: add $8, $0, $0\nadd $8, $0, $0\nadd $6, $4, $0\n\
         bne $6, $0, loop\njr $31\n",
    ];

    #[test]
    fn a_run_goes_round_only_where_nothing_is_replaced_further_on() {
        assert_eq!(agree(STOPS, [20, 16], 300), (true, false));
        // What ends it is still to come.
        for fuel in [155, 170, 190] {
            assert_eq!(agree(STOPS, [20, 16], fuel), (false, true), "{fuel}");
        }
        // Once all was replaced, as it does not end then, it goes round as it did without.
        let more = STOPS[0]
            .replace("slt $6, $5, $7", "slt $6, $0, $7")
            .replace("bne $6, $0, loop", "bne $5, $7, loop");
        assert_eq!(agree([&more, STOPS[1]], [20, 16], 300), (false, false));
        // Nor does it where what is replaced later is never come by again.
        let skipped = format!("lis $9\n.word 0\n{}", STOPS[1]);
        assert_eq!(agree([STOPS[0], &skipped], [20, 0], 170), (false, false));
    }
}
