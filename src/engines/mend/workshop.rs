//! What a search for a repair does with programs of a machine: link, run and compare them.

use super::edits::Edit;
use super::language::Language;
use crate::engines::paths::Observer;
use crate::link::File;
use crate::program::Program;
use crate::solver::Stop;

/// The answer of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The programs are proved to agree on all inputs.
    Same,
    /// They differ on an input, which [`Workshop::pass`] runs from now on.
    Differ,
    /// Undecided.
    Open,
}

/// Two programs of a machine that differ on an input, one of which is to be repaired. The other one
/// is the reference.
#[expect(async_fn_in_trait, reason = "the searches run on one thread")]
pub trait Workshop {
    /// A program with an edit, ready to run.
    type Edited;

    /// The language of the text.
    fn language(&self) -> &'static dyn Language;

    /// The words of the reference, and of the program to repair.
    fn words(&self) -> [&[u32]; 2];

    /// The registers that hold inputs, or that are observed.
    fn named(&self) -> Vec<String>;

    /// Which words of the program to repair its run on the witness executes or loads.
    fn touched(&self) -> Vec<bool>;

    /// Insertions of statements that no program contains, likeliest first. The program was linked
    /// from these files.
    fn missing(&self, program: &Program, files: &[File<'_>]) -> Vec<Edit>;

    /// A program with an edit. `None` if it cannot be loaded.
    fn build(&self, program: Program) -> Option<Self::Edited>;

    /// Whether a program agrees with the reference on the witness, some other inputs, and all inputs
    /// on which a program has failed.
    fn pass(&mut self, edited: &Self::Edited) -> bool;

    /// Steps of all runs so far.
    fn steps(&self) -> u64;

    /// Compares a program with the reference.
    async fn compare(
        &mut self,
        edited: &Self::Edited,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Answer;
}
