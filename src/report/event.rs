//! What happens in a comparison, in order.

use serde::Serialize;

use super::answer::Report;
use super::run::{Agreement, RunReport};
use super::side::Side;
use super::summary::{Headline, NextStep};
use crate::machine::Inputs;
use crate::trace::Cause;
use crate::wire::wire;

wire! {
    /// A decision of a path: a condition that does not follow from those
    /// before it, and how it came out.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Decision {
        /// Its index among the run's conditions, as in a query's `flip`.
        pub index: u32,
        /// The program that depended on it.
        pub side: Side,
        /// The byte address of the instruction that did.
        pub at: u32,
        /// Why it did.
        pub cause: Cause,
        /// Whether what was tested holds.
        pub holds: bool,
        /// Of one with many outcomes (a computed jump, a fetched word): which.
        pub took: Option<u32>,
        /// What holds on the path, over the inputs.
        pub condition: String,
    }
}

wire! {
    /// What a run adds to the tree of the paths that runs took.
    ///
    /// The root of the tree is node 0. Each decision leads from the node
    /// before it to a new one; nodes are numbered as they are made, run by
    /// run. Under the strategy of the paper each program has a tree of its own.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Growth {
        /// The node where the run leaves the paths of the runs before it; the
        /// end of its path, where it leaves none.
        pub from: u32,
        /// Its decisions from there on; the first ones, where there are very many.
        pub decisions: Vec<Decision>,
        /// How many more there are, each with its node.
        pub untold: u32,
        /// The program that has more path conditions than the depth, where
        /// one has: then there are paths below the end of this one.
        pub cut: Option<Side>,
    }
}

wire! {
    /// Something that happened in a comparison, in the order in which it did.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    // Events are told of one by one, and not kept.
    #[allow(clippy::large_enum_variant)]
    // In TypeScript `Event` is a browser's own.
    #[cfg_attr(target_arch = "wasm32", tsify(rename = "SearchEvent"))]
    pub enum Event {
        /// The page's comparison begins. The headlines are for what the page shows where the
        /// comparison is cut off before its verdict.
        Begin {
            /// The headline once a difference is known.
            differ: Headline,
            /// The headline where none is.
            stopped: Headline,
        },
        /// What is known of programs that nothing has told apart so far: told before what takes longest, a
        /// proof about loops, and whenever twice as many questions were asked. The last one says most.
        SoFar {
            /// For which inputs it is open, or how many were tried.
            headline: Headline,
            /// What that means, in a sentence.
            text: String,
            /// The assumption that leaves the open inputs out, if a condition covers them.
            next: Vec<NextStep>,
        },
        /// A proof about loops is looked for, of which nothing is told until it ends. Told to whoever waits.
        Proof {},
        /// Both programs were run on a fixed set of inputs, before any question.
        Sweep {
            /// How many.
            inputs: u32,
        },
        /// Both programs were run on an input.
        Run {
            /// Counted from 1.
            number: u32,
            /// The program whose paths this run explores.
            driver: Side,
            /// `$1` and `$2`.
            inputs: Inputs,
            /// The query that gave the inputs; none for the first ones.
            query: Option<u32>,
            /// What the left program did.
            left: RunReport,
            /// What the right program did.
            right: RunReport,
            /// The path conditions of the driver within the depth, over its inputs.
            path: Vec<String>,
            /// Those of the verifier, where the strategy looks at pairs of paths.
            verifier_path: Vec<String>,
            /// Where in the tree of paths the run goes.
            growth: Growth,
            /// Whether the two agree.
            agreement: Agreement,
        },
        /// The solver is asked for an input that takes another path.
        Query {
            /// Counted from 1.
            number: u32,
            /// The query's name, as the solver is told it.
            name: String,
            /// The program whose path it is.
            side: Side,
            /// The run whose path is left.
            run: u32,
            /// Which of that run's path conditions is negated, from 0, the
            /// verifier's behind the driver's; none where the question is
            /// whether results differ on the path.
            flip: Option<u32>,
            /// For a condition with many alternatives (a computed jump), the
            /// values that other runs took already.
            excluded: Vec<u32>,
            /// The negated condition, over the inputs.
            condition: String,
        },
        /// The solver has answered.
        Answer {
            /// The query that it answers.
            query: u32,
            /// The answer.
            answer: AnswerKind,
            /// The new inputs, when sat.
            inputs: Option<Inputs>,
            /// Why not, when unknown.
            reason: Option<String>,
            /// Who answered: `rewriting`, or the name of a solver.
            by: String,
        },
        /// There are many pairs of paths, or a program stores into its own
        /// text, so all paths of each program were merged into one formula, and
        /// it was asked whether the two can differ.
        Merged {
            /// The answer.
            answer: AnswerKind,
            /// The inputs on which they do, when sat.
            inputs: Option<Inputs>,
            /// Whether the formulas say what the programs do on all inputs.
            /// Where a word may be executed that was stored and is not known,
            /// they leave those out that get there.
            covers_all: bool,
            /// Who answered: `rewriting`, or the name of a solver.
            by: String,
        },
        /// A run did not take the path that it was meant to take, and the
        /// search goes on from the path that it took.
        Diverged {
            /// The run.
            run: u32,
            /// The query that predicted another path.
            query: u32,
        },
        /// The programs differ on these inputs, and the verdict will say so.
        /// What follows looks for smaller ones.
        Difference {
            /// `$1` and `$2`.
            inputs: Inputs,
        },
        /// They differ on these inputs too, which are smaller.
        Smaller {
            /// `$1` and `$2`.
            inputs: Inputs,
        },
        /// The comparison has ended.
        Verdict {
            /// With this.
            report: Report,
        },
    }
}

wire! {
    /// What a solver says of a query.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum AnswerKind {
        /// There is such an input.
        Sat,
        /// There is none.
        Unsat,
        /// It could not be decided.
        Unknown,
    }
}
