//! A quiz about which programs do the same: its questions, and what answers are worth.

use serde::Serialize;

use super::run::RunReport;
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// The questions of a round.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RoundReport {
        /// Names of the words of an input.
        pub names: Vec<String>,
        /// The questions, in the order in which they are asked.
        pub questions: Vec<QuestionReport>,
        /// Points for a right answer.
        pub right: u32,
        /// Points for the least input on which they differ.
        pub least: u32,
    }
}

wire! {
    /// Two programs that may do the same.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct QuestionReport {
        /// The texts of the left program's files.
        pub left: Vec<String>,
        /// The texts of the right program's files.
        pub right: Vec<String>,
    }
}

wire! {
    /// What an answer is worth.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum MarkKind {
        /// It is right.
        Right,
        /// It is right, and no known input that makes a difference is smaller.
        Least,
        /// It is wrong.
        Wrong,
        /// It is no answer: the contract does not allow the input.
        NotAllowed,
        /// It is no answer: on this input nothing can be told.
        Untold,
    }
}

wire! {
    /// An answer, judged.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct JudgedReport {
        /// What it is worth.
        pub mark: MarkKind,
        /// The same in points; none where the question is still to be answered.
        pub points: Option<u32>,
        /// The input of the answer, and what both programs do there; none of the answer that
        /// there is no difference, and where the contract does not allow the input.
        pub tried: Option<TriedReport>,
        /// Whether they do the same on all inputs; none while the question is still to be answered.
        pub same: Option<bool>,
        /// Why they do, where they do.
        pub proof: Option<String>,
        /// An input on which they differ, where they do, with what both do there.
        pub witness: Option<TriedReport>,
        /// Whether no smaller one makes a difference; none where that is not known.
        pub minimal: Option<bool>,
    }
}

wire! {
    /// What both programs do on an input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TriedReport {
        /// The input.
        pub inputs: Inputs,
        /// What the left one does.
        pub left: RunReport,
        /// What the right one does.
        pub right: RunReport,
    }
}
