//! The machines that `tamarin grade` knows: how each reads programs, runs them, and asks about them.
//!
//! Everything else in this folder is the same for all machines.

mod arm64;
mod mips;

use serde_json::{Map, Value};

use super::GradeArgs;
use super::causes::Reason;
use super::difference::{ClaimedWord, Input, Ran};
use super::question::Question;
use crate::cli::batch::limits::Limits;
use crate::cli::contract::AsTests;
use crate::cli::files::Sources;
use crate::cli::trouble::Trouble;
use crate::contract::Spec;
use crate::engines::classes::{Cost, Subject};
use crate::engines::mend::Language;
use crate::machine::Architecture;

pub use arm64::Arm64;
pub use mips::Mips;

/// A program that was read and linked.
pub struct Loaded<P> {
    pub words: Vec<u32>,
    pub program: P,
    /// Everything that verdicts about it depend on, beside the question.
    pub identity: Value,
}

/// A machine, with the question that is asked about its programs.
pub trait Target {
    /// A program, ready to run.
    type Program: Subject;

    /// The machine.
    const ARCHITECTURE: Architecture;

    /// Links a program. `name` is for messages.
    fn load(&self, name: &str, sources: &Sources) -> Result<Loaded<Self::Program>, Trouble>;

    /// Inputs that separate many programs from the reference.
    fn inputs_to_try(&self, reference: &Self::Program) -> Vec<InputsOf<Self>>;

    /// The tests of the reference, from a table and from single options.
    fn tests(&self, given: &AsTests<'_>) -> Result<Vec<InputsOf<Self>>, Trouble>;

    /// The contract, as in reports and in the autograder's folder.
    fn spec(&self) -> &Spec;

    /// What reports say about the machine. Empty for MIPS.
    fn in_report(&self) -> Map<String, Value>;

    /// The limits of a comparison.
    fn limits(&self, asked: &Limits, cost: Cost) -> Limits;

    /// The limits of an explanation.
    fn limits_of_explanation(&self, asked: &Limits) -> Limits;

    /// The question, as a link to the page has it.
    fn linked(&self) -> Question<'_>;

    /// The question for a worker, without programs and limits.
    fn question(&self) -> Map<String, Value>;

    /// The inputs of the witness in an answer.
    fn witness(&self, answer: &Value) -> Option<InputsOf<Self>>;

    /// The reason of a verdict in an answer.
    fn reason(&self, answer: &Value) -> String;

    /// The language of texts, in which edits have a form.
    fn language(&self) -> &'static dyn Language;

    /// Whether the inputs on which a program differs can be described.
    fn describes_regions(&self) -> bool;

    /// The reason in an answer's cause, if there is one; `words` are those of the reference and of
    /// the program.
    fn reason_of_cause(&self, answer: &Value, words: [&[u32]; 2]) -> Option<Reason>;

    /// Whether higher limits could decide what an answer left open.
    fn is_by_limit(&self, answer: &Value) -> bool;

    /// An input as JSON, as a line of `tamarin batch` or a report has it.
    fn in_json(&self, inputs: &InputsOf<Self>) -> Value;

    /// An input in a report.
    fn named(&self, inputs: &InputsOf<Self>) -> Input;

    /// The names in the first row of a table of tests. Empty if rows have no fixed length.
    fn columns(&self) -> Vec<String>;

    /// An input as the fields of a row of a table of tests.
    fn row(&self, inputs: &InputsOf<Self>) -> Vec<String>;

    /// The runs of the reference and a program on an input, and whether these differ, if known.
    fn ended(
        &self,
        programs: [&Self::Program; 2],
        inputs: &InputsOf<Self>,
        fuel: u64,
    ) -> ([Ran; 2], Option<bool>);

    /// The input that a receipt names, if the contract allows it.
    fn claimed(&self, words: &[ClaimedWord]) -> Option<InputsOf<Self>>;

    /// Options for the same machine in a script.
    fn options(&self) -> String;
}

/// What programs of a machine are given.
pub type InputsOf<T> = <<T as Target>::Program as Subject>::Inputs;

/// The machine of a grading: that of the option, or ARM64 if the reference can only be for it.
pub fn architecture(args: &GradeArgs) -> Architecture {
    args.machine.of_both([&args.reference, &args.reference])
}
