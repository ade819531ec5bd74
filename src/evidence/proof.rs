//! The evidence of a verdict that claims agreement.

use serde::{Deserialize, Serialize};

use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// The method that showed agreement.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ProofKind {
        /// Every pair of paths was decided for all its inputs.
        Paths,
        /// All paths of each program were merged into one formula.
        Formulas,
        /// Invariants that every iteration of the loops of both programs preserves.
        Invariants,
        /// Pairs of procedures, assuming what holds wherever they are called.
        Procedures,
        /// Both programs are the same machine code.
        Identity,
        /// Evidence that the kernel accepted.
        Evidence,
    }
}

wire! {
    /// What is known about termination.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Termination {
        /// Both stop or fault on all inputs.
        Proved,
        /// Both stop or fault on the same inputs.
        Same,
        /// Unknown.
        Open,
    }
}

wire! {
    /// The claim that no input shows a difference within a number of steps. For a proof by
    /// procedures the claim is stronger: if one program stops within these steps, the other stops
    /// too, with the same result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Claim {
        /// Steps of each program. `None` if the claim holds for every number of steps.
        pub steps: Option<u64>,
        /// What is known about termination.
        pub termination: Termination,
    }
}

wire! {
    /// A claim that is not proved.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    pub struct OpenClaim {
        /// The kind of the claim.
        pub claim: OpenClaimKind,
        /// The location in each program from which the claim is about all paths: the address of the
        /// next instruction, `None` if the program has ended. `None` altogether for claims about
        /// whole runs.
        pub at: Option<[Option<u32>; 2]>,
        /// Example inputs, if some are known. For [`OpenClaimKind::Termination`], one program stops
        /// on them and the other was still running when its fuel was used up. For other claims,
        /// they belong to a state in which the claim is false; no run may reach that state.
        pub inputs: Option<Inputs>,
    }
}

wire! {
    /// The kind of an open claim.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum OpenClaimKind {
        /// Both programs stop on the same inputs.
        Termination,
        /// No run does what the proof cannot follow: a store into a program's text, a jump to an
        /// unknown address, a path segment that is too long.
        Followed,
        /// If one program faults, the other does not stop.
        Faults,
        /// Both print the same.
        Output,
        /// What is observed when both have stopped is the same.
        Result,
    }
}

wire! {
    /// The evidence of a verdict that claims agreement.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Proof {
        /// The method.
        pub kind: ProofKind,
        /// The claim.
        pub claim: Claim,
        /// The number of pairs of paths, of loop locations with an invariant, or of procedures. For
        /// evidence, the number of its nodes; 1 for formulas, 0 for identical machine code.
        pub nodes: u32,
        /// The number of obligations that were proved.
        pub obligations: u32,
        /// The claims that could not be proved.
        pub open: Vec<OpenClaim>,
        /// Whether the kernel accepted evidence of the claim. `None` if no evidence was made.
        pub checked: Option<bool>,
    }
}
