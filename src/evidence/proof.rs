//! What a verdict that claims agreement rests on.

use serde::{Deserialize, Serialize};

use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// How agreement was shown.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ProofKind {
        /// Every pair of paths was decided for all its inputs.
        Paths,
        /// All paths of each program were merged into one formula.
        Formulas,
        /// Invariants that each round of the loops of both programs keeps.
        Invariants,
        /// Pairs of procedures, under what holds where they are called.
        Procedures,
        /// Both programs are the same machine code.
        Identity,
        /// Evidence that the kernel accepted.
        Evidence,
    }
}

wire! {
    /// What is known of whether the programs stop.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Termination {
        /// Both stop or fault on all inputs.
        Proved,
        /// They stop or fault on the same inputs.
        Same,
        /// It is not known.
        Open,
    }
}

wire! {
    /// What is claimed: on no input do the programs show a difference within
    /// these steps. By procedures, where one of them stops within these steps, so does the
    /// other one in the end, and alike.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Claim {
        /// Steps of each program; none where it holds for every number of them.
        pub steps: Option<u64>,
        /// Whether they stop.
        pub termination: Termination,
    }
}

wire! {
    /// Something that is not shown.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    pub struct OpenClaim {
        /// What.
        pub claim: OpenClaimKind,
        /// Where both programs are, for what has to hold on all paths from there: the
        /// addresses of what they execute next, none where one has ended. None for what is
        /// about whole runs.
        pub at: Option<[Option<u32>; 2]>,
        /// Inputs to look at, where some are known. For `termination`, one program stops on
        /// them, and the other was still running when its fuel ended; else they are those of
        /// a state in which it does not hold, and which may be none of a run.
        pub inputs: Option<Inputs>,
    }
}

wire! {
    /// What may be open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum OpenClaimKind {
        /// That both programs stop on the same inputs.
        Termination,
        /// That what cannot be followed is not done: a store into a program's text, a jump to
        /// an address that is not known, a piece of a run that is too long.
        Followed,
        /// That where one program faults, the other one does not stop.
        Faults,
        /// That they print the same.
        Output,
        /// That what is observed where both have stopped is the same.
        Result,
    }
}

wire! {
    /// What a verdict that claims agreement rests on.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Proof {
        /// How it was shown.
        pub kind: ProofKind,
        /// What is claimed.
        pub claim: Claim,
        /// Pairs of paths, of places in the loops of both programs that have an invariant, or
        /// of procedures; of evidence, its nodes; 1 for formulas, 0 for the same machine code.
        pub nodes: u32,
        /// What had to be shown of them, one by one.
        pub obligations: u32,
        /// What was tried to be shown and is open.
        pub open: Vec<OpenClaim>,
        /// Whether the kernel accepted evidence of the claim; none where no evidence was made.
        pub checked: Option<bool>,
    }
}

wire! {
    /// What becomes of a run in the end.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ProvedEnd {
        /// It never ends.
        Never,
        /// It stops or faults.
        Stops,
    }
}

wire! {
    /// What is proved of how a run ends that was not followed so far.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    pub struct ProvedRun {
        /// How it ends.
        pub ends: ProvedEnd,
        /// Why, in sentences. Of a run that never ends, what holds whenever it is back in a loop: no
        /// way out can be taken then, and it holds again after each round. Else what gets smaller
        /// with each round.
        pub says: Vec<String>,
        /// What the checker was shown, one by one.
        pub obligations: u32,
    }
}
