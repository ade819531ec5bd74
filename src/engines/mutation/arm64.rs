//! ARM64 programs and their tests: outcomes by the emulator, comparisons by runs, paths and evidence.

use std::rc::Rc;

use super::{Fate, Tested};
use crate::engines::arm64::{Options, compare, replay};
use crate::engines::classes::Arm64;
use crate::engines::evidence;
use crate::engines::mend::{ARM64, Language};
use crate::engines::paths::Observer;
use crate::evidence::Termination;
use crate::link::File;
use crate::machine::arm64::agreement::{Run, difference};
use crate::machine::arm64::{Given, Stop as Ended};
use crate::program::Program;
use crate::report::arm64::Answer;
use crate::solver::{Solver, Stop};

/// Default limit on the work of the comparison of a mutant.
pub const WORK: u64 = evidence::WORK / 4;
/// A run that does not end within this many times the fuel is taken for one without an end.
const LONGER: u64 = 100;

/// An ARM64 program, its tests, and the limits of the analysis.
pub struct Suite<'s> {
    /// The files that the program was linked from.
    pub files: &'s [File<'s>],
    /// The program.
    pub image: Rc<Arm64>,
    /// The inputs that it is tested on. They fit into memory.
    pub tests: &'s [Given],
    /// Other programs, by name, for example wrong submissions.
    pub others: &'s [(String, Rc<Arm64>)],
    /// The mode, and the limits of a comparison.
    pub options: &'s Options,
    /// Maximum number of mutants of the text.
    pub most: usize,
    /// Prepares a linked program, so that all can be given the same array. `None` if it is too long.
    pub place: &'s dyn Fn(Program) -> Option<Vec<u32>>,
    /// When comparisons end.
    pub stop: &'s Stop,
}

impl Suite<'_> {
    /// The run of a program on an input: within the fuel, or else within many times as much.
    ///
    /// # Panics
    ///
    /// The input does not fit into memory.
    pub fn run(&self, image: &Arm64, given: &Given) -> Run {
        run(image, given, self.options.fuel)
    }

    /// The runs of the program and of a mutant on an input on which they differ.
    ///
    /// # Panics
    ///
    /// The input does not fit into memory.
    pub fn runs(&self, mutant: &Arm64, given: &Given) -> [Run; 2] {
        let runs = [&*self.image, mutant].map(|image| self.run(image, given));
        if difference(&runs[0], &runs[1]).is_some() {
            return runs;
        }
        // One of them is proved never to end.
        let words = [self.image.words(), mutant.words()];
        replay(words, self.options, given, self.stop).map_or(runs, |tried| tried.runs)
    }
}

/// The run of a program on an input: within the fuel, or else within many times as much unless it repeats a state.
///
/// # Panics
///
/// The input does not fit into memory.
pub(in crate::engines) fn run(image: &Arm64, given: &Given, fuel: u64) -> Run {
    let run = image.run_further(given, fuel, fuel.saturating_mul(LONGER));
    run.expect("tests and witnesses fit")
}

impl Tested for Suite<'_> {
    type Image = Rc<Arm64>;
    type Inputs = Given;
    type Outcome = Run;

    fn language(&self) -> &'static dyn Language {
        ARM64
    }

    fn files(&self) -> &[File<'_>] {
        self.files
    }

    fn image(&self) -> &Rc<Arm64> {
        &self.image
    }

    fn words<'i>(&self, image: &'i Rc<Arm64>) -> &'i [u32] {
        image.words()
    }

    fn build(&self, mutant: Program) -> Option<Rc<Arm64>> {
        let words = (self.place)(mutant)?;
        Some(Rc::new(Arm64::new(words, self.options)))
    }

    fn tests(&self) -> &[Given] {
        self.tests
    }

    fn others(&self) -> &[(String, Rc<Arm64>)] {
        self.others
    }

    fn most(&self) -> usize {
        self.most
    }

    fn outcome(&self, given: &Given) -> Run {
        self.run(&self.image, given)
    }

    fn kills(&self, given: &Given, expected: &Run, mutant: &Rc<Arm64>) -> Option<bool> {
        let found = self.run(mutant, given);
        if difference(expected, &found).is_some() {
            return Some(false);
        }
        let ended = expected.stop != Ended::OutOfFuel;
        (ended && found.stop == Ended::OutOfFuel).then_some(true)
    }

    async fn missed(
        &self,
        mutant: &Rc<Arm64>,
        _: &mut dyn Solver,
        _: &mut dyn Observer,
    ) -> Fate<Given> {
        let (findings, _) = compare([self.image.words(), mutant.words()], self.options, self.stop);
        match findings.answer {
            Answer::SameMachineCode | Answer::Agree { termination: Termination::Same, .. } => {
                Fate::Equivalent
            }
            Answer::Differ(tried, _) => Fate::Missed { inputs: tried.given, is_least: None },
            Answer::Agree { .. } | Answer::Open(_) => Fate::Open,
        }
    }
}
