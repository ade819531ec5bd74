//! A comparison of a MIPS program with an ARM64 one: the object that `tamarin compare --json` prints for it.
//!
//! A word is a signed number in decimal, as text: a number of JSON does not hold 64 bits, and a number is the same on
//! both machines where the words are not.

use serde::Serialize;

use super::answer::ReasonCode;
use super::run::OutcomeKind;
use crate::evidence::Verdict;

/// The report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcrossReport {
    /// The machines of the left and the right program: `mips`, `arm64`.
    pub machines: [&'static str; 2],
    /// The source that the ARM64 machine follows: `usual`, `arm` or `course`.
    pub mode: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, as a code.
    pub code: ReasonCode,
    /// The reason, in sentences.
    pub message: String,
    /// The input on which the programs differ, with both runs.
    pub witness: Option<AcrossWitness>,
    /// The number of pairs of numbers on which they differ, in decimal. `None` if that is open.
    pub count: Option<String>,
    /// Whether they differ only where 32 bits do not hold the ARM64 result, whose low 32 bits are then the MIPS result.
    /// `None` if that is open.
    pub only_width: Option<bool>,
    /// The kind of evidence for the agreement.
    pub proof: Option<AcrossProof>,
    /// The number of inputs on which both programs were run.
    pub tried: u64,
    /// Of these, the number of inputs on which the ARM64 program computes no number beyond 32 bits.
    pub within: u64,
}

/// An input that shows a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcrossWitness {
    /// The two numbers. `None` if the input is an array.
    pub inputs: Option<Vec<String>>,
    /// The array's elements.
    pub elements: Option<Vec<String>>,
    /// The run of the left program.
    pub left: AcrossRun,
    /// The run of the right program.
    pub right: AcrossRun,
    /// The first number in the ARM64 run that 32 bits do not hold.
    pub beyond: Option<BeyondReport>,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcrossRun {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// `$3` or `x0`, if the program is done.
    pub result: Option<String>,
    /// The fault, as a phrase.
    pub fault: Option<String>,
    /// The output, as text.
    pub output: String,
    /// The number of executed instructions.
    pub steps: u64,
}

/// A number that 32 bits do not hold, and the instruction that computes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BeyondReport {
    /// The address of the instruction.
    pub address: u64,
    /// Its line. `None` if its file is no text.
    pub line: Option<u32>,
    /// Its text.
    pub text: String,
    /// The number.
    pub value: String,
}

/// Evidence for agreement: paths of both programs that cover all inputs, compared as decision diagrams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcrossProof {
    /// `paths`
    pub kind: &'static str,
    /// The number of paths.
    pub paths: u32,
    /// Whether the kernel accepted it: its claims are about one machine, so it never does.
    pub checked: bool,
}
