//! What a comparison says, in the form that leaves the engine.
//!
//! These are the shapes of `tamarin compare --json` and of the messages that
//! the page's worker posts: plain data, 32-bit values unsigned, names in
//! kebab-case, keys stable. The page's TypeScript types are derived from
//! them (by `tsify`), never written by hand.

use serde::{Deserialize, Serialize};

use crate::trace::Cause;

macro_rules! wire {
    ($(#[$meta:meta])* $vis:vis $kind:ident $name:ident $body:tt) => {
        #[derive(Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        $(#[$meta])*
        $vis $kind $name $body
    };
}

/// One of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first program.
    Left,
    /// The second program.
    Right,
}

impl Side {
    /// The other program.
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// `left` or `right`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

wire! {
    /// The answer to "is there an input on which they differ?", from the
    /// strongest to the weakest that the evidence carries.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Verdict {
        /// There is one, and it was replayed on the emulator.
        Disequivalent,
        /// There is none among all 2^64.
        Equivalent,
        /// There is none within the fuel, and some runs do not stop in it.
        EquivalentUpTo,
        /// None was found; the search was not exhaustive.
        PossiblyEquivalent,
    }
}

wire! {
    /// Why a comparison ended with its verdict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ReasonCode {
        /// Both stop on the witness, with different values in `$3`.
        ResultsDiffer,
        /// The left program faults on the witness and the right one stops.
        OnlyLeftFaults,
        /// The right program faults on the witness and the left one stops.
        OnlyRightFaults,
        /// Every pair of paths was decided for all its inputs, and agrees.
        AllPathsAgree,
        /// All paths of each program were merged into one formula, and the two
        /// formulas cannot differ.
        FormulasAgree,
        /// Every pair of paths that ends within the fuel was decided and agrees.
        AllWithinFuel,
        /// Every path within the limits was tried, on one input each.
        PathsTried,
        /// Some of the search was cut; [`Cuts`] says what.
        Cut,
        /// The limit on the number of runs was reached.
        RunLimit,
        /// The limit on time was reached.
        TimeLimit,
        /// The caller stopped the comparison.
        Cancelled,
    }
}

wire! {
    /// What kept a search from being exhaustive, counted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Cuts {
        /// Runs with more path conditions than the depth.
        pub depth: u32,
        /// Runs in which a program used up its fuel.
        pub fuel: u32,
        /// Queries that the solver left undecided.
        pub unknown: u32,
        /// Runs that left the path that the solver's model predicted.
        pub diverged: u32,
        /// Ways that were still to be tried when a limit ended the search.
        pub untried: u32,
    }
}

impl Cuts {
    /// The count of a kind of cut.
    pub fn count_mut(&mut self, cut: Cut) -> &mut u32 {
        match cut {
            Cut::Depth => &mut self.depth,
            Cut::Fuel => &mut self.fuel,
            Cut::Unknown => &mut self.unknown,
            Cut::Diverged => &mut self.diverged,
            Cut::Untried => &mut self.untried,
        }
    }
}

wire! {
    /// What kept a search from looking somewhere, as [`Cuts`] counts it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Cut {
        /// There are more path conditions than the depth.
        Depth,
        /// A program used up its fuel.
        Fuel,
        /// The solver left a query undecided.
        Unknown,
        /// The run left the path that the solver's model predicted.
        Diverged,
        /// A limit ended the search first.
        Untried,
    }
}

wire! {
    /// A place that a search left open: beyond it nothing is known.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Open {
        /// What kept the search from looking there.
        pub cut: Cut,
        /// Inputs whose runs pass the place.
        pub inputs: [u32; 2],
        /// The program, where it is about one of them.
        pub side: Option<Side>,
        /// The byte address of the instruction, where it is about one.
        pub at: Option<u32>,
        /// What would have to hold, over the inputs, where it is known.
        pub condition: Option<String>,
    }
}

wire! {
    /// Why the verdict is what it is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Reason {
        /// The reason as a name.
        pub code: ReasonCode,
        /// The reason as a sentence.
        pub message: String,
        /// What was left unexplored, counted.
        pub cuts: Cuts,
        /// What was left unexplored, place by place: the first ones, as many
        /// as a reader reads.
        pub open: Vec<Open>,
    }
}

wire! {
    /// How a run ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum OutcomeKind {
        /// It reached the return address.
        Done,
        /// It did something that the machine does not allow.
        Fault,
        /// It used up its fuel.
        OutOfFuel,
    }
}

wire! {
    /// A fault, for a reader.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FaultReport {
        /// The kind as a name: `division-by-zero`, `bad-pc`, `invalid-instruction`,
        /// `misaligned-address`, `address-out-of-range` or `no-input`.
        pub kind: &'static str,
        /// The byte address of the instruction that faulted.
        pub at: u32,
        /// What happened, as a sentence.
        pub message: String,
    }
}

wire! {
    /// How one program ended on one input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunReport {
        /// How it ended.
        pub outcome: OutcomeKind,
        /// `$3`, when done.
        pub result: Option<u32>,
        /// The fault, when there was one.
        pub fault: Option<FaultReport>,
        /// Instructions executed.
        pub steps: u64,
    }
}

wire! {
    /// An input on which the programs differ, with what each does on it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Witness {
        /// `$1` and `$2`.
        pub inputs: [u32; 2],
        /// What the left program does.
        pub left: RunReport,
        /// What the right program does.
        pub right: RunReport,
        /// Whether no smaller input is a witness: fewer inputs that are not
        /// zero, then a smaller absolute value of `$1`, then of `$2`, a
        /// positive one before its negative. None where that was not decided.
        pub minimal: Option<bool>,
        /// Whether no other input is a witness. None where that was not decided.
        pub unique: Option<bool>,
    }
}

wire! {
    /// How much was done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Stats {
        /// Inputs on which both programs were run.
        pub runs: u32,
        /// Questions asked, those that rewriting settled included.
        pub queries: u32,
        /// Paths seen of the left and of the right program, as drivers.
        pub paths: [u32; 2],
        /// Wall-clock time in milliseconds; never part of a decision.
        pub elapsed_ms: u64,
    }
}

wire! {
    /// A comparison's whole answer: the object that `--json` prints.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Report {
        /// The answer.
        pub verdict: Verdict,
        /// Why it is not another one.
        pub reason: Reason,
        /// The evidence of a difference.
        pub witness: Option<Witness>,
        /// How much was done.
        pub stats: Stats,
    }
}

wire! {
    /// Whether two runs on one input agree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Agreement {
        /// Both faulted, or both stopped with the same result.
        Agree,
        /// Different results, or exactly one fault.
        Differ,
        /// One ran out of fuel, so nothing is concluded.
        Inconclusive,
    }
}

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
    pub enum Event {
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
            inputs: [u32; 2],
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
            inputs: Option<[u32; 2]>,
            /// Why not, when unknown.
            reason: Option<String>,
            /// Who answered: `rewriting`, or the name of a solver.
            by: String,
        },
        /// There are many pairs of paths, so all paths of each program were
        /// merged into one formula, and it was asked whether the two can differ.
        Merged {
            /// The answer.
            answer: AnswerKind,
            /// The inputs on which they do, when sat.
            inputs: Option<[u32; 2]>,
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
            inputs: [u32; 2],
        },
        /// They differ on these inputs too, which are smaller.
        Smaller {
            /// `$1` and `$2`.
            inputs: [u32; 2],
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
