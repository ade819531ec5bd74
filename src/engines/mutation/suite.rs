//! MIPS programs and their tests: outcomes by the emulator, comparisons by the engine of paths.

use std::rc::Rc;

use super::{Edit, Fate, Tested, edited};
use crate::engines::mend::{Language, MIPS};
use crate::engines::paths::outcome::{Longer, Outcome, difference, outcome};
use crate::engines::paths::{self, Observer, Options};
use crate::link::File;
use crate::machine::{Image, Inputs, Stop as Ended};
use crate::program::Program;
use crate::report::{Report, Verdict, Witness};
use crate::solver::{Effort, Solver};

/// Default maximum number of runs in the comparison of a mutant.
pub const RUNS: u32 = 1_000;
/// The effort of a query of a comparison.
pub const QUERY: Effort = Effort(10_000);
/// Steps of a run beyond the fuel between two polls of the clock.
const SLICE: u64 = 1 << 20;

/// The program, its tests, and the limits of the analysis.
pub struct Suite<'s> {
    /// The files that the program was linked from.
    pub files: &'s [File<'s>],
    /// The program.
    pub image: &'s Rc<Image>,
    /// The inputs that it is tested on.
    pub tests: &'s [Inputs],
    /// Other programs, by name, for example wrong submissions.
    pub others: &'s [(String, Rc<Image>)],
    /// The contract, and the limits of a comparison.
    pub options: &'s Options,
    /// Maximum number of mutants of the text.
    pub most: usize,
}

impl Tested for Suite<'_> {
    type Image = Rc<Image>;
    type Inputs = Inputs;
    type Outcome = Outcome;

    fn language(&self) -> &'static dyn Language {
        MIPS
    }

    fn files(&self) -> &[File<'_>] {
        self.files
    }

    fn image(&self) -> &Rc<Image> {
        self.image
    }

    fn words<'i>(&self, image: &'i Rc<Image>) -> &'i [u32] {
        image.words()
    }

    fn build(&self, mutant: Program) -> Option<Rc<Image>> {
        self.options.contract.image(1, &mutant).ok()
    }

    fn tests(&self) -> &[Inputs] {
        self.tests
    }

    fn others(&self) -> &[(String, Rc<Image>)] {
        self.others
    }

    fn most(&self) -> usize {
        self.most
    }

    fn outcome(&self, inputs: &Inputs) -> Outcome {
        outcome(self.image, inputs, self.options.fuel)
    }

    fn told_apart(&self, inputs: &Inputs, expected: &Outcome, mutant: &Rc<Image>) -> Option<bool> {
        told_apart_from([self.image, mutant], inputs, expected, self.options.fuel)
    }

    async fn missed(
        &self,
        mutant: &Rc<Image>,
        solver: &mut dyn Solver,
        observer: &mut dyn Observer,
    ) -> Fate {
        let report = paths::compare(self.image, mutant, self.options, solver, observer).await;
        let is_least = is_least(&report);
        match (report.verdict, report.witness) {
            (Verdict::Equivalent, _) => Fate::Equivalent,
            (Verdict::Disequivalent, Some(Witness { inputs, .. })) => {
                Fate::Missed { inputs, is_least }
            }
            _ => Fate::Open,
        }
    }
}

/// At most `most` first-order mutants of a MIPS program, in the order of their lines, and the number
/// of edits. No two have the same words, and none has those of the program.
pub(in crate::engines) fn first_order(
    files: &[File<'_>],
    image: &Rc<Image>,
    options: &Options,
    most: usize,
) -> (Vec<(Edit, Rc<Image>)>, usize) {
    edited(&Suite { files, image, tests: &[], others: &[], options, most })
}

/// Whether an input distinguishes a mutant from a program: by the outcome, or as only the mutant's run did not end.
pub fn is_told_apart([image, mutant]: [&Rc<Image>; 2], inputs: &Inputs, fuel: u64) -> bool {
    let expected = outcome(image, inputs, fuel);
    told_apart_from([image, mutant], inputs, &expected, fuel).is_some()
}

fn told_apart_from(
    [image, mutant]: [&Rc<Image>; 2],
    inputs: &Inputs,
    expected: &Outcome,
    fuel: u64,
) -> Option<bool> {
    let found = outcome(mutant, inputs, fuel);
    let [expected, found] = match [expected, &found].iter().any(|it| it.stop == Ended::OutOfFuel) {
        false => [expected.clone(), found],
        true => {
            let both = [expected.clone(), found];
            let mut longer = Longer::new([image, mutant], inputs, &both, fuel);
            while longer.advance(SLICE) > 0 {}
            longer.outcomes
        }
    };
    if difference(&expected, &found).is_some() {
        return Some(false);
    }
    (expected.stop != Ended::OutOfFuel && found.fingerprint().is_none()).then_some(true)
}

/// Whether the witness is the least of all inputs that show a difference. A comparison proves that
/// only for inputs on which both programs stop within the fuel (`Witness::minimal`), so it is
/// unknown if one does not.
pub(in crate::engines) fn is_least(report: &Report) -> Option<bool> {
    let witness = report.witness.as_ref()?;
    let is_first = witness.inputs.iter().all(|&word| word == 0);
    let is_known = is_first || report.reason.cuts.fuel == 0;
    witness.minimal.filter(|_| is_known)
}
