//! The runs and queries of an ARM64 comparison, for the views of the page.

use serde::Serialize;

use super::Arm64Run;
use crate::report::{Agreement, AnswerKind, Growth};
use crate::wire::wire;

wire! {
    /// What a comparison has done.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Arm64Explored {
        /// The runs of both programs: those on samples first, then those of paths.
        pub runs: Vec<Arm64ExploredRun>,
        /// The queries for differences and for other paths, in order.
        pub queries: Vec<Arm64Query>,
        /// The number of runs that are left out.
        pub more_runs: u32,
        /// The number of queries that are left out.
        pub more_queries: u32,
    }
}

wire! {
    /// Both programs on one input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64ExploredRun {
        /// Its number, from 1.
        pub number: u32,
        /// The numbers in registers. `None` if the input is an array.
        pub inputs: Option<Vec<String>>,
        /// The array's elements.
        pub elements: Option<Vec<String>>,
        /// The query that produced the input. `None` for samples, for the first inputs and for the witness.
        pub query: Option<u32>,
        /// The run of the left program.
        pub left: Arm64Run,
        /// The run of the right program.
        pub right: Arm64Run,
        /// Whether the two runs agree.
        pub agreement: Agreement,
        /// What the run adds to the tree of paths. `None` for samples, whose paths are not recorded.
        pub growth: Option<Growth>,
    }
}

wire! {
    /// A query for an input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Query {
        /// Its number, from 1.
        pub number: u32,
        /// The run whose path it is about.
        pub run: u32,
        /// The index of the condition of that run that the input has to fail. `None` if the query asks
        /// whether results differ on the path.
        pub flip: Option<u32>,
        /// Whether the input only has to take the path of the program whose condition it fails.
        pub is_alone: bool,
        /// The failed condition.
        pub condition: String,
        /// The answer.
        pub answer: AnswerKind,
        /// The new numbers, if sat and the input is no array.
        pub inputs: Option<Vec<String>>,
        /// The new elements, if sat and the input is an array.
        pub elements: Option<Vec<String>>,
        /// The reason, if unknown.
        pub reason: Option<&'static str>,
        /// What decided the query.
        pub by: &'static str,
    }
}
