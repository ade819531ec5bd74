//! A quiz about the equivalence of programs: questions and marks.

use serde::Serialize;

#[cfg(feature = "cli")]
use super::Side;
use super::run::RunReport;
#[cfg(feature = "cli")]
use crate::evidence::EditKind;
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// A round of questions.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RoundReport {
        /// The names of the input words.
        pub names: Vec<String>,
        /// The questions in order.
        pub questions: Vec<QuestionReport>,
        /// Points for a right answer.
        pub right: u32,
        /// Points for the smallest input on which the programs differ.
        pub least: u32,
    }
}

wire! {
    /// Two programs that may be equivalent.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct QuestionReport {
        /// The texts of the left program's files.
        pub left: Vec<String>,
        /// The texts of the right program's files.
        pub right: Vec<String>,
    }
}

wire! {
    /// The mark of an answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum MarkKind {
        /// Right.
        Right,
        /// Right, and no known input on which the programs differ is smaller.
        Least,
        /// Wrong.
        Wrong,
        /// Not an answer: the contract does not allow the input.
        NotAllowed,
        /// Not an answer: whether the programs differ on this input is unknown.
        #[serde(rename = "untold")]
        Unknown,
    }
}

wire! {
    /// A marked answer.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct JudgedReport {
        /// The mark.
        pub mark: MarkKind,
        /// The points. `None` if the question is still open.
        pub points: Option<u32>,
        /// The input of the answer, with both runs. `None` if the answer is that there is no
        /// difference, or if the contract does not allow the input.
        pub tried: Option<TriedReport>,
        /// Whether the programs agree on all inputs. `None` while the question is still open.
        pub same: Option<bool>,
        /// Why they agree, if they do.
        pub proof: Option<String>,
        /// An input on which they differ, with both runs, if they do.
        pub witness: Option<TriedReport>,
        /// Whether no smaller input shows a difference. `None` if unknown.
        pub minimal: Option<bool>,
    }
}

wire! {
    /// The runs of both programs on an input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TriedReport {
        /// The input.
        pub inputs: Inputs,
        /// The run of the left program.
        pub left: RunReport,
        /// The run of the right program.
        pub right: RunReport,
    }
}

/// A question with its solution. `W` is an input on which two programs differ.
#[cfg(feature = "cli")]
#[derive(Clone, Debug, Serialize)]
pub struct SolvedReport<W> {
    /// The texts of the left program's files.
    pub left: Vec<String>,
    /// The texts of the right program's files.
    pub right: Vec<String>,
    /// The side of the mutant.
    pub mutant: Side,
    /// The kind of edit that makes the mutant.
    pub kind: EditKind,
    /// The file that it changes, if the program consists of several.
    pub file: Option<String>,
    /// The line that it changes, from 1.
    pub line: u32,
    /// The text in the program: a statement, or two on separate lines.
    pub from: String,
    /// The text in the mutant; empty if the statement is removed.
    pub to: String,
    /// Whether the programs agree on all inputs.
    pub same: bool,
    /// Why they agree, if they do.
    pub proof: Option<String>,
    /// An input on which they differ, with both runs, if they do.
    pub witness: Option<W>,
    /// Whether no smaller input shows a difference. `None` if unknown.
    pub minimal: Option<bool>,
}

/// The object that `tamarin quiz --json` prints.
#[cfg(feature = "cli")]
#[derive(Clone, Debug, Serialize)]
pub struct QuizReport<W> {
    /// `mips` or `arm64`.
    pub machine: &'static str,
    /// For ARM64 the source that the machine follows: `usual`, `arm` or `course`.
    pub mode: Option<&'static str>,
    /// The names of the input words. `None` if the input is an ARM64 array.
    pub names: Option<Vec<String>>,
    /// The seed of the pseudo-random choice.
    pub seed: u32,
    /// The questions in order.
    pub questions: Vec<SolvedReport<W>>,
}
