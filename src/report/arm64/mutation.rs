//! The quality of a test set of an ARM64 program: the object that `tamarin mutants --json` prints.

use serde::Serialize;

use super::Arm64Run;
use crate::evidence::EditKind;
use crate::report::{KindReport, TallyReport};
use crate::wire::wire;

wire! {
    /// A mutant that no test kills and that is not known to be equivalent.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Survivor {
        /// The kind of edit. `None` for a mutant that the user supplied.
        pub kind: Option<EditKind>,
        /// The name of a mutant that the user supplied.
        pub name: Option<String>,
        /// The file, if the program consists of several.
        pub file: Option<String>,
        /// The line that changes, from 1. `None` for a mutant that the user supplied.
        pub line: Option<u32>,
        /// The text in the program: a statement, or two on separate lines.
        pub from: String,
        /// The text in the mutant; empty if the statement is removed.
        pub to: String,
        /// An input that would kill it, with both runs. `None` if the mutant is undecided.
        pub witness: Option<Arm64Missed>,
    }
}

wire! {
    /// An input that would kill a mutant.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Missed {
        /// The numbers in `x0` and `x1`. `None` if the input is an array.
        pub inputs: Option<Vec<String>>,
        /// The array's elements.
        pub elements: Option<Vec<String>>,
        /// Whether no smaller input kills it. `None` means not established.
        pub minimal: Option<bool>,
        /// The run of the program.
        pub program: Arm64Run,
        /// The run of the mutant.
        pub mutant: Arm64Run,
    }
}

wire! {
    /// An input, and the number of mutants that it kills.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Kills {
        /// The numbers in `x0` and `x1`. `None` if the input is an array.
        pub inputs: Option<Vec<String>>,
        /// The array's elements.
        pub elements: Option<Vec<String>>,
        /// The number of killed mutants, among those that a test or a witness kills.
        pub kills: u32,
    }
}

wire! {
    /// A test set that kills every mutant that any known input kills.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Killing {
        /// The inputs.
        pub inputs: Vec<Arm64Kills>,
        /// Whether it is a smallest such subset of the known inputs (the tests and the witnesses).
        pub smallest: bool,
    }
}

wire! {
    /// The quality of a test set of an ARM64 program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Mutation {
        /// `arm64`
        pub machine: &'static str,
        /// The source that the machine follows: `usual`, `arm` or `course`.
        pub mode: &'static str,
        /// The number of mutants.
        pub mutants: u32,
        /// The number of edits from which mutants could be made.
        pub edits: u32,
        /// Whether all mutants were examined; the others are open.
        pub complete: bool,
        /// Their outcomes.
        #[serde(flatten)]
        pub tally: TallyReport,
        /// The outcomes by kind of edit.
        pub kinds: Vec<KindReport>,
        /// The least and the greatest possible number of mutants that are not equivalent; the score
        /// is relative to it. `None` if no mutant is known to be different from the program.
        pub of: Option<[u32; 2]>,
        /// The missed and open mutants, by line.
        pub survivors: Vec<Arm64Survivor>,
        /// The tests.
        pub tests: Vec<Arm64Kills>,
        /// A test set that kills all mutants that any known input kills.
        pub suite: Option<Arm64Killing>,
    }
}
