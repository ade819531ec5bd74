//! A proof for display: the automaton of locations of both programs, the invariants there, and the rules that prove
//! them.
//!
//! [`ProofView::of`] describes evidence that the kernel has accepted; it proves nothing itself. Evidence without loops is
//! a tree of paths: its places are the start and the end.
//!
//! Source: Goyal et al., Direct Construction of Program Alignment Automata (2023), section 2: states are pairs of
//! locations, transitions are what either program does between them.

mod claims;
mod evidence;
mod facts;
mod functions;
mod meetings;
mod words;

pub use evidence::Reading;
pub use facts::Groups;
pub use meetings::{Meeting, meetings};
pub use words::{Facts, among, sentences};

use serde::Serialize;

use crate::asm::SourceLine;
use crate::wire::wire;

wire! {
    /// The kind of a program's location.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum SpotKind {
        /// The start.
        Start,
        /// In a loop.
        Loop,
        /// It has stopped.
        End,
        /// It has faulted.
        Fault,
    }
}

wire! {
    /// A program's location.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Spot {
        /// The kind of the location.
        pub kind: SpotKind,
        /// The address of the next instruction. `None` at an end.
        pub address: Option<u32>,
        /// Its line, if it has one.
        pub line: Option<SourceLine>,
    }
}

wire! {
    /// A pair of locations: a state of the automaton.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Place {
        /// The locations in the left and the right program.
        pub spots: [Spot; 2],
        /// The invariant, as sentences.
        pub says: Vec<String>,
    }
}

wire! {
    /// What both programs do between two places: a transition of the automaton.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Round {
        /// The index of the source place.
        pub from: u32,
        /// The index of the target place. `None` for paths that are proved infeasible.
        pub to: Option<u32>,
        /// The number of pairs of paths.
        pub pairs: u32,
        /// What the left and the right program do, as phrases.
        pub does: [String; 2],
    }
}

wire! {
    /// How often a proof uses a rule of the kernel.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RuleUse {
        /// The name of the rule.
        pub rule: String,
        /// How often.
        pub times: u32,
    }
}

wire! {
    /// What is proved about termination.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ShownStopping {
        /// Nothing.
        Open,
        /// They stop or fault on the same inputs.
        Alike,
    }
}

wire! {
    /// A proof for display.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProofView {
        /// The proved claim, in words.
        pub claim: String,
        /// Whether it covers all inputs, and runs of every length.
        pub of_all: bool,
        /// The strongest claim that it supports, in the syntax of `tamarin check --claim`.
        pub supports: String,
        /// If present, it covers inputs on which one of the programs stops within this number of
        /// steps.
        pub steps: Option<u64>,
        /// What is proved about termination.
        pub stopping: ShownStopping,
        /// The places; the start is the first.
        pub places: Vec<Place>,
        /// The transitions.
        pub rounds: Vec<Round>,
        /// The rules of the kernel that it uses, most used first.
        pub rules: Vec<RuleUse>,
        /// The measures that decrease, so that no cycle runs for ever.
        pub measures: Vec<String>,
        /// If the programs are compared as functions, the definition of each, as a sentence.
        pub functions: Vec<String>,
        /// What was proved of them by induction, as sentences.
        pub lemmas: Vec<String>,
        /// The invariant at each place in few lines, as [`Groups::lines`].
        #[serde(skip)]
        pub grouped: Vec<Vec<String>>,
    }
}
