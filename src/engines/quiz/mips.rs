//! Quizzes about MIPS programs: comparisons by the engine of paths.

use std::rc::Rc;

use super::{Judge, Key, Subject};
use crate::engines::mend::{Edit, linked};
use crate::engines::mutation::{first_order, is_least};
use crate::engines::paths::order::Key as Order;
use crate::engines::paths::outcome::{self, Outcome};
use crate::engines::paths::{self, Observer, Options};
use crate::link::{self, File};
use crate::machine::{Image, Inputs};
use crate::report::{Agreement, Report, Verdict};
use crate::solver::Solver;

/// A MIPS program, and the limits of a comparison.
pub struct Topic<'t> {
    /// The files that the program is linked from.
    files: &'t [File<'t>],
    /// The contract, and the limits of a comparison.
    options: &'t Options,
    /// Maximum number of mutants.
    most: usize,
    /// The program, by side.
    originals: [Rc<Image>; 2],
}

impl<'t> Topic<'t> {
    /// A program with at most this many mutants. `None` if it has errors or does not fit the
    /// contract.
    pub fn new(files: &'t [File<'t>], options: &'t Options, most: usize) -> Option<Topic<'t>> {
        let program = link::program(files).output?;
        let image = |side: usize| options.contract.image(side, &program).ok();
        let originals = [image(0)?, image(1)?];
        Some(Topic { files, options, most, originals })
    }
}

impl Subject for Topic<'_> {
    type Judge = Options;

    fn edits(&self) -> Vec<Edit> {
        let (mutants, _) = first_order(self.files, &self.originals[0], self.options, self.most);
        mutants.into_iter().map(|(edit, _)| edit).collect()
    }

    fn pair(&self, edit: &Edit, mutant: usize) -> Option<[Rc<Image>; 2]> {
        let program = linked(edit, self.files)?;
        let mut images = self.originals.clone();
        images[mutant] = self.options.contract.image(mutant, &program).ok()?;
        Some(images)
    }

    async fn key(
        &self,
        [left, right]: &[Rc<Image>; 2],
        solver: &mut dyn Solver,
        observer: &mut dyn Observer,
    ) -> Option<Key> {
        let report = paths::compare(left, right, self.options, solver, observer).await;
        let is_least = is_least(&report);
        match (report.verdict, &report.witness) {
            (Verdict::Equivalent, _) => Some(Key::Same(Box::new(report))),
            (Verdict::Disequivalent, Some(witness)) => {
                Some(Key::Differ { inputs: witness.inputs.clone(), is_least })
            }
            _ => None,
        }
    }
}

impl Judge for Options {
    type Image = Rc<Image>;
    type Inputs = Inputs;
    type Outcome = Outcome;
    type Proof = Box<Report>;

    fn allows(&self, inputs: &Inputs) -> bool {
        self.contract.allows(inputs)
    }

    fn ends(&self, images: &[Rc<Image>; 2], inputs: &Inputs) -> [Outcome; 2] {
        outcome::ends(images.each_ref(), inputs, self.fuel)
    }

    fn agreement(&self, [left, right]: &[Outcome; 2]) -> Agreement {
        outcome::agreement(left, right)
    }

    fn is_at_most(&self, inputs: &Inputs, other: &Inputs) -> bool {
        Order::of(inputs) <= Order::of(other)
    }
}
