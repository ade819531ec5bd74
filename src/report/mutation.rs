//! The quality of a test set: the object that `tamarin mutants --json` prints.

use serde::Serialize;

use super::run::RunReport;
use crate::evidence::EditKind;
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// The outcomes of mutants, counted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct TallyReport {
        /// A test distinguishes the mutant from the program.
        pub killed: u32,
        /// No test does, but an input exists that would.
        pub missed: u32,
        /// No input would, which is proved. These mutants do not count in the score.
        pub equivalent: u32,
        /// Neither is known.
        pub open: u32,
    }
}

wire! {
    /// The mutants of a kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct KindReport {
        /// The kind of edit. `None` for mutants that the user supplied.
        pub kind: Option<EditKind>,
        /// Their outcomes.
        #[serde(flatten)]
        pub tally: TallyReport,
    }
}

wire! {
    /// A mutant that no test kills and that is not known to be equivalent.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SurvivorReport {
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
        pub witness: Option<MissedReport>,
    }
}

wire! {
    /// An input that would kill a mutant.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MissedReport {
        /// The input words, in the order of the contract.
        pub inputs: Inputs,
        /// Whether no smaller input kills it. `None` if unknown.
        pub minimal: Option<bool>,
        /// The run of the program.
        pub program: RunReport,
        /// The run of the mutant.
        pub mutant: RunReport,
    }
}

wire! {
    /// An input, and the number of mutants that it kills.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct KillsReport {
        /// The input.
        pub inputs: Inputs,
        /// The number of killed mutants, among those that a test or a witness kills.
        pub kills: u32,
    }
}

wire! {
    /// A test set that kills every mutant that any known input kills.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SuiteReport {
        /// The inputs.
        pub inputs: Vec<KillsReport>,
        /// Whether it is a smallest such subset of the known inputs (the tests and the witnesses).
        pub smallest: bool,
    }
}

wire! {
    /// The quality of a test set.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MutationReport {
        /// The names of the input words.
        pub names: Vec<String>,
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
        pub survivors: Vec<SurvivorReport>,
        /// The tests.
        pub tests: Vec<KillsReport>,
        /// A test set that kills all mutants that any known input kills.
        pub suite: Option<SuiteReport>,
    }
}
