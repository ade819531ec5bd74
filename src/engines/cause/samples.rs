//! Inputs on which the emulator tries fixes before anything is proved.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Check, Ruled};
use crate::engines::difference::Difference;
use crate::engines::paths::outcome::{self, Outcome};
use crate::engines::paths::sweep;
use crate::engines::tree::{Fix, overrides};
use crate::machine::mips::Reg;
use crate::machine::recurrence::{Recurrence, Watch, Watched};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::program::Address;
use crate::report::Agreement;
use crate::symbolic::concolic::{Instance, Operands, Rest, ValueRecorder, Written};
use crate::term::{Model, Term, Terms};

/// Maximum number of inputs in addition to the witness.
const PROBES: usize = 128;
/// Number of inputs on which agreement may be undecided before the fix counts as undecided.
const OPEN: u32 = 2;

/// Registers whose content before an instruction is a label.
pub(super) type HeldAt = Rc<BTreeSet<(Address, Reg)>>;

/// The run of a program on an input.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub outcome: Outcome,
    pub written: Vec<Written<()>>,
    /// The calls in order, each with the number of words that were written before it returned.
    pub calls: Vec<Option<usize>>,
    /// Whether the run is out of fuel and is known to repeat for ever what it has done, without output.
    pub repeats: bool,
}

impl Run {
    /// A run that also keeps what these operands read from registers.
    pub fn of(image: &Rc<Image>, inputs: &Inputs, fuel: u64, operands: Operands) -> Run {
        Run::by(ValueRecorder::keeping(image, None, operands), image, inputs, fuel)
    }

    fn by(mut recorder: ValueRecorder, image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Run {
        let mut machine = Machine::new(image, inputs);
        let stop = machine.run(fuel, &mut recorder);
        let ValueRecorder { written, calls, .. } = recorder;
        Run { outcome: Outcome::of(&machine, stop), written, calls, repeats: false }
    }

    /// The run on the witness, which also keeps the content of these registers. If it is out of fuel, it is
    /// watched for a recurrent state.
    pub fn of_witness(image: &Rc<Image>, inputs: &Inputs, fuel: u64, held: &HeldAt) -> Run {
        let recorder = ValueRecorder::keeping(image, None, Operands::All).holding(held);
        let mut run = Run::by(recorder, image, inputs, fuel);
        if run.outcome.stop == Stop::OutOfFuel {
            let mut machine = Machine::new(image, inputs);
            let watched = Watch::new(&machine).strictly().run(&mut machine, fuel);
            if let Watched::Recurs(Recurrence { first, again, .. }) = watched {
                machine.restart(inputs);
                let mut printed = |steps| {
                    machine.run(steps, &mut ());
                    machine.output.written
                };
                run.repeats = printed(first) == printed(again - first);
            }
        }
        run
    }

    /// The value that an instance wrote.
    pub fn value(&self, instance: Instance) -> Option<u32> {
        let written = self.written.iter().find(|written| written.instance == instance);
        written.map(|written| written.word.value)
    }
}

/// An input, and the first program's run on it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub inputs: Inputs,
    pub first: Run,
    /// How the run continues.
    rest: Rest,
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
    /// The operands that are kept for the first program.
    operands: Operands,
    /// The registers whose content is kept for the second one.
    held: HeldAt,
    pub all: Vec<Sample>,
    /// Number of steps that were run.
    pub steps: u64,
    /// Whether agreement was undecided on some input.
    pub is_open: bool,
}

impl<'d> Samples<'d> {
    /// Samples for programs in this order. `path` holds for the inputs on which the first one takes the path
    /// of the witness, and fixes take only these operands from it.
    pub fn new(
        images: [&'d Rc<Image>; 2],
        (operands, held): (Operands, HeldAt),
        difference: &Difference<'_>,
        terms: &mut Terms,
        path: &[Term],
    ) -> Samples<'d> {
        let contract = &difference.options.contract;
        let mut samples = Samples {
            images,
            fuel: difference.options.fuel,
            operands,
            held,
            all: Vec::new(),
            steps: 0,
            is_open: false,
        };
        samples.insert(&difference.inputs, terms, path);
        for inputs in sweep::spread(contract, images, PROBES) {
            samples.insert(&inputs, terms, path);
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
        let rest = self.rest(inputs, &first.outcome);
        self.all.push(Sample { inputs: inputs.clone(), first, rest, is_on_path });
    }

    /// How a run of the first program continues after this end.
    fn rest(&mut self, inputs: &Inputs, outcome: &Outcome) -> Rest {
        if outcome.stop != Stop::OutOfFuel {
            return Rest::Ended;
        }
        let [image, _] = self.images;
        let mut machine = Machine::new(image, inputs);
        let mut recorder = ValueRecorder::keeping(image, None, Operands::None);
        let mut watched = Watched::Stopped(Stop::OutOfFuel);
        if outcome.is_for_ever() {
            watched = Watch::new(&machine).strictly().run(&mut machine, self.fuel);
            self.steps += machine.steps;
            machine.restart(inputs);
        }
        let mut counts = |steps: u64| {
            let left = steps - machine.steps;
            machine.run(left, &mut recorder);
            recorder.counts().clone()
        };
        match watched {
            Watched::Recurs(it) => Rest::Again([counts(it.first), counts(it.again)]),
            Watched::Stopped(_) => Rest::Unknown(counts(self.fuel)),
        }
    }

    /// The second program's run on a sample with fixes, and whether the programs agree.
    pub fn run(&mut self, index: usize, fixes: &[Fix]) -> (Run, bool) {
        let sample = &self.all[index];
        let overrides = overrides(fixes, &sample.first.written, &sample.rest);
        let recorder = ValueRecorder::keeping(self.images[1], Some(&overrides), Operands::None);
        let recorder = recorder.holding(&self.held);
        let run = self.fixed(index, recorder);
        let agreement = self.agreement_of(index, &run.outcome);
        (run, agreement == Agreement::Agree)
    }

    /// Whether the programs agree on a sample with fixes in the second one. If `synchronised` is given, it
    /// suffices that these two words are equal.
    pub fn agreement(
        &mut self,
        index: usize,
        fixes: &[Fix],
        synchronised: Option<Synchronised>,
    ) -> Agreement {
        let sample = &self.all[index];
        let overrides = overrides(fixes, &sample.first.written, &sample.rest);
        let recorder = match synchronised {
            Some(_) => ValueRecorder::keeping(self.images[1], Some(&overrides), Operands::None),
            None => ValueRecorder::overriding(self.images[1], &overrides),
        };
        let second = self.fixed(index, recorder);
        if let Some(Synchronised(a, b)) = synchronised {
            let first = &self.all[index].first;
            if let (Some(a), Some(b)) = (first.value(a), second.value(b))
                && a == b
            {
                return Agreement::Agree;
            }
        }
        self.agreement_of(index, &second.outcome)
    }

    /// Why fixes together fail a check on the samples: they fail on one, or agreement on one is undecided.
    pub fn rule_out(
        &mut self,
        check: Check,
        fixes: &[Fix],
        synchronised: Option<Synchronised>,
    ) -> Option<Ruled> {
        let mut open = 0;
        for index in 0..self.all.len() {
            if check != Check::AllFix && !self.all[index].is_on_path {
                continue;
            }
            match self.agreement(index, fixes, synchronised) {
                Agreement::Agree => {}
                Agreement::Differ => return Some(Ruled::Inputs),
                Agreement::Inconclusive => open += 1,
            }
            if open == OPEN {
                break;
            }
        }
        (open > 0).then_some(Ruled::Undecided)
    }

    /// The second program's run on a sample with words replaced by a recorder. If it is out of fuel and the
    /// first run ends, it is continued and watched.
    fn fixed(&mut self, index: usize, mut recorder: ValueRecorder<'_>) -> Run {
        let sample = &self.all[index];
        let mut machine = Machine::new(self.images[1], &sample.inputs);
        let stop = machine.run(self.fuel, &mut recorder);
        self.steps += machine.steps;
        let mut outcome = Outcome::of(&machine, stop);
        let first = &sample.first.outcome;
        let is_ended = first.stop != Stop::OutOfFuel || first.is_for_ever();
        let (written, calls) = recorder.keep_no_more();
        if stop == Stop::OutOfFuel && is_ended {
            let mut watch = Watch::steered(&machine, &recorder);
            let watched = watch.run_steered(&mut machine, self.fuel, &mut recorder);
            self.steps += machine.steps - outcome.steps;
            match watched {
                Watched::Recurs(recurrence) => {
                    outcome.recurrence = Some(recurrence);
                    outcome.output.clone_from(&machine.output);
                }
                Watched::Stopped(stop) => outcome = Outcome::of(&machine, stop),
            }
        }
        if recorder.is_beyond() {
            // With the words that are unknown, it may end in another way.
            (outcome.stop, outcome.recurrence) = (Stop::OutOfFuel, None);
        }
        Run { outcome, written, calls, repeats: false }
    }

    /// Whether the second program ended on a sample as the first one did.
    fn agreement_of(&mut self, index: usize, second: &Outcome) -> Agreement {
        let first = &self.all[index].first.outcome;
        let agreement = outcome::agreement(first, second);
        // Both may run for ever; if one ends, the other must end, too.
        if agreement == Agreement::Inconclusive
            && first.stop == Stop::OutOfFuel
            && second.stop == Stop::OutOfFuel
        {
            return Agreement::Agree;
        }
        self.is_open |= agreement == Agreement::Inconclusive;
        agreement
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::paths::Options;
    use crate::engines::tree::Site;
    use crate::link::assemble;
    use crate::machine::Slot;

    fn image(text: &str) -> Rc<Image> {
        Image::new(&assemble(text).program.expect("it assembles"))
    }

    /// Whether programs agree if each execution of an instruction of the second one gets the word of the
    /// first one, and whether that is undecided.
    fn agree(texts: [&str; 2], [from, to]: [u32; 2], fuel: u64) -> (bool, bool) {
        let images = texts.map(image);
        let images = images.each_ref();
        let options = Options { fuel, ..Options::default() };
        let inputs = Inputs::from([0, 0]);
        let difference = Difference { images, options: &options, inputs };
        let mut terms = Terms::new();
        let mut samples =
            Samples::new(images, (Operands::None, HeldAt::default()), &difference, &mut terms, &[]);
        let [from, to] =
            [from, to].map(|at| Site { at: Address(at), slot: Slot::Register, occurrence: None });
        samples.is_open = false;
        (samples.agreement(0, &[Fix { from, to }], None) == Agreement::Agree, samples.is_open)
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
        // What ends it may be still to come as the fuel ends.
        for fuel in [155, 170, 190, 300] {
            assert_eq!(agree(STOPS, [20, 16], fuel), (true, false), "{fuel}");
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

    /// The left program turns the sign of a word for ever.
    const TURNS: &str = "lis $4\n.word 1\nloop: sub $4, $0, $4\nbeq $0, $0, loop\n";

    #[test]
    fn words_of_a_run_that_goes_round_are_known_for_ever() {
        // The right one adds its own, and stops at 3; the other one's words are 1 and -1 in turn.
        let adds = "lis $4\n.word 1\nlis $7\n.word 3\nloop: add $6, $4, $0\nadd $5, $5, $6\n\
                    bne $5, $7, loop\njr $31\n";
        assert_eq!(agree([TURNS, adds], [8, 16], 100), (true, false));
        // With what the left one begins with it stops as without.
        assert_eq!(agree([TURNS, adds], [0, 16], 100), (false, false));
    }

    #[test]
    fn words_that_are_not_known_leave_it_open() {
        // The left program goes on, as far as is seen: its counter is another one each round.
        let counts = "lis $4\n.word 1\nloop: add $5, $5, $4\nadd $0, $0, $0\nadd $0, $0, $0\n\
                      bne $5, $0, loop\njr $31\n";
        let skips = "lis $4\n.word 1\nlis $7\n.word 60\nloop: add $6, $6, $4\nadd $5, $4, $0\n\
                     bne $6, $7, loop\njr $31\n";
        // Not all of 60 words are known: with the others it may end otherwise.
        assert_eq!(agree([counts, skips], [8, 20], 200), (true, false));
    }
}
