//! The events of a comparison, in order.

use serde::Serialize;

use super::answer::Report;
use super::run::{Agreement, RunReport};
use super::side::Side;
use super::summary::{Headline, NextStep};
use crate::machine::Inputs;
use crate::trace::Cause;
use crate::wire::wire;

wire! {
    /// A decision on a path: a condition that does not follow from earlier ones, and its result.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Decision {
        /// Its index among the run's conditions, as in a query's `flip`.
        pub index: u32,
        /// The program that depended on it.
        pub side: Side,
        /// The byte address of the instruction.
        pub at: u32,
        /// Why the program depended on it.
        pub cause: Cause,
        /// Whether the tested condition holds.
        pub holds: bool,
        /// The value taken, for a condition with many alternatives (a computed jump, a fetched
        /// word).
        pub took: Option<u32>,
        /// The condition on the path, over the inputs.
        pub condition: String,
    }
}

wire! {
    /// The part of the tree of explored paths that a run adds.
    ///
    /// The root of the tree is node 0. Each decision is an edge to a new node; nodes are numbered
    /// in the order of creation, run by run. Under Tamarin's strategy (`paper`) each program has its own
    /// tree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Growth {
        /// The node at which the run leaves the paths of earlier runs; the end of its path if it
        /// does not leave them.
        pub from: u32,
        /// The decisions from there on. If there are very many, only the first ones.
        pub decisions: Vec<Decision>,
        /// The number of omitted decisions, each of which also has a node.
        pub untold: u32,
        /// The program with more path conditions than the depth, if there is one. Then further
        /// paths exist below the end of this one.
        pub cut: Option<Side>,
    }
}

wire! {
    /// An event of a comparison.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    // Events are reported one by one and not stored, so their size does not matter.
    #[allow(clippy::large_enum_variant)]
    // The name `Event` is taken by browsers in TypeScript.
    #[cfg_attr(target_arch = "wasm32", tsify(rename = "SearchEvent"))]
    pub enum Event {
        /// The comparison begins. The page shows one of the headlines if the comparison is stopped
        /// before its verdict.
        Begin {
            /// The headline if a difference is known.
            differ: Headline,
            /// The headline if no difference is known.
            stopped: Headline,
        },
        /// What is known while no difference has been found. Reported before the slowest stage, a
        /// proof about loops, and whenever the number of queries has doubled. The last such event
        /// is the most informative.
        SoFar {
            /// The inputs that are undecided, or the number of tried inputs.
            headline: Headline,
            /// An explanation, as a sentence.
            text: String,
            /// The assumption that excludes the undecided inputs, if a condition covers them.
            next: Vec<NextStep>,
        },
        /// The search for a proof about loops begins. No further event follows until it ends.
        Proof {},
        /// Both programs were run on a fixed set of inputs, before the first query.
        Sweep {
            /// The number of inputs.
            inputs: u32,
        },
        /// Both programs were run on an input.
        Run {
            /// The number of the run, from 1.
            number: u32,
            /// The program whose paths this run explores.
            driver: Side,
            /// The input words, in the order of the contract.
            inputs: Inputs,
            /// The query that produced the inputs. `None` for the first inputs.
            query: Option<u32>,
            /// The run of the left program.
            left: RunReport,
            /// The run of the right program.
            right: RunReport,
            /// The driver's path conditions within the depth, over its inputs.
            path: Vec<String>,
            /// The verifier's path conditions, if the strategy explores pairs of paths.
            verifier_path: Vec<String>,
            /// What the run adds to the tree of paths.
            growth: Growth,
            /// Whether the two runs agree.
            agreement: Agreement,
        },
        /// The solver is queried for an input that takes another path.
        Query {
            /// The number of the query, from 1.
            number: u32,
            /// The name of the query in the solver.
            name: String,
            /// The program whose path the query leaves.
            side: Side,
            /// The run whose path the query leaves.
            run: u32,
            /// The index of the negated path condition of that run, from 0; the verifier's
            /// conditions follow the driver's. `None` if the query asks whether results differ on
            /// the path.
            flip: Option<u32>,
            /// For a condition with many alternatives (a computed jump), the values that other runs
            /// already took.
            excluded: Vec<u32>,
            /// The negated condition, over the inputs.
            condition: String,
        },
        /// The solver has answered a query.
        Answer {
            /// The number of the query.
            query: u32,
            /// The answer.
            answer: AnswerKind,
            /// The new inputs, if sat.
            inputs: Option<Inputs>,
            /// The reason, if unknown.
            reason: Option<String>,
            /// What decided the query: `rewriting`, or the name of a solver.
            by: String,
        },
        /// All paths of each program were merged into one formula, and the solver was asked whether
        /// the two can differ. This is done when there are many pairs of paths, or when a program
        /// stores into its own text.
        Merged {
            /// The answer.
            answer: AnswerKind,
            /// The inputs on which they differ, if sat.
            inputs: Option<Inputs>,
            /// Whether the formulas describe the programs on all inputs. They omit inputs on which
            /// a program may execute an unknown word that was stored.
            covers_all: bool,
            /// What decided the query: `rewriting`, or the name of a solver.
            by: String,
        },
        /// A run did not follow the predicted path. The search continues from the path that it
        /// took.
        Diverged {
            /// The run.
            run: u32,
            /// The query that predicted another path.
            query: u32,
        },
        /// The programs differ on these inputs, so the verdict will be a difference. A search for
        /// smaller inputs follows.
        Difference {
            /// The input words, in the order of the contract.
            inputs: Inputs,
        },
        /// The programs also differ on these smaller inputs.
        Smaller {
            /// The input words, in the order of the contract.
            inputs: Inputs,
        },
        /// The comparison has ended.
        Verdict {
            /// The complete answer.
            report: Report,
        },
    }
}

wire! {
    /// A solver's answer to a query.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum AnswerKind {
        /// A satisfying input exists.
        Sat,
        /// No satisfying input exists.
        Unsat,
        /// The solver could not decide.
        Unknown,
    }
}
