//! How good tests of a program are: the object that `tamarin mutants --json` prints.

use serde::Serialize;

use super::run::RunReport;
use crate::evidence::EditKind;
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// What became of mutants.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct TallyReport {
        /// A test tells them from the program.
        pub killed: u32,
        /// No test does, and there is an input that would.
        pub missed: u32,
        /// No input would: proved. They do not count.
        pub equivalent: u32,
        /// Neither is known.
        pub open: u32,
    }
}

wire! {
    /// The mutants of a kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct KindReport {
        /// What they change; none of programs of their own.
        pub kind: Option<EditKind>,
        /// What became of them.
        #[serde(flatten)]
        pub tally: TallyReport,
    }
}

wire! {
    /// A mutant that no test kills, and that is not known to do what the program does.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SurvivorReport {
        /// What it changes; none of a program of its own.
        pub kind: Option<EditKind>,
        /// The name of a program of its own.
        pub name: Option<String>,
        /// The file, where the program was made of several.
        pub file: Option<String>,
        /// The line that changes, from 1; none of a program of its own.
        pub line: Option<u32>,
        /// What stands there: a statement, or two, a line each.
        pub from: String,
        /// What stands there in the mutant; empty where the statement is taken out.
        pub to: String,
        /// An input that would kill it, and what both do there; none where it is open.
        pub witness: Option<MissedReport>,
    }
}

wire! {
    /// An input that would kill a mutant.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MissedReport {
        /// The input, as the contract names its words.
        pub inputs: Inputs,
        /// Whether no smaller one does; none where that is not known.
        pub minimal: Option<bool>,
        /// What the program does.
        pub program: RunReport,
        /// What the mutant does.
        pub mutant: RunReport,
    }
}

wire! {
    /// An input, and how many mutants it kills.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct KillsReport {
        /// The input.
        pub inputs: Inputs,
        /// How many it kills, of those that a test or a witness kills.
        pub kills: u32,
    }
}

wire! {
    /// Inputs that kill all mutants that any known input kills.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SuiteReport {
        /// The inputs.
        pub inputs: Vec<KillsReport>,
        /// Whether fewer of the known inputs, which are the tests and the witnesses, do not do.
        pub smallest: bool,
    }
}

wire! {
    /// How good tests of a program are.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MutationReport {
        /// Names of the words of an input.
        pub names: Vec<String>,
        /// How many mutants there are.
        pub mutants: u32,
        /// Edits that mutants could be made by.
        pub edits: u32,
        /// Whether all mutants were looked at; those that were not are open.
        pub complete: bool,
        /// What became of them.
        #[serde(flatten)]
        pub tally: TallyReport,
        /// The same by what they change.
        pub kinds: Vec<KindReport>,
        /// Of how many mutants that count the killed ones are, at least and at most; none where
        /// none is known to count.
        pub of: Option<[u32; 2]>,
        /// The mutants that are missed or open, in the order of their lines.
        pub survivors: Vec<SurvivorReport>,
        /// The tests.
        pub tests: Vec<KillsReport>,
        /// Inputs that would do.
        pub suite: Option<SuiteReport>,
    }
}
