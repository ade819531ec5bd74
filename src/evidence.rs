//! What a comparison claims, and what the claim rests on.
//!
//! A [`Verdict`] is the claim. The [`Meter`] counts how the pairs of paths that
//! were looked at came out, so that a reader can tell "the same results on a
//! thousand pairs" from "nothing but faults".

#[cfg(feature = "explanations")]
mod edit;
mod meter;
mod proof;
mod verdict;
#[cfg(feature = "versions")]
mod versions;

#[cfg(feature = "explanations")]
pub use edit::EditKind;
pub use meter::{Meter, Pair};
pub use proof::{
    Claim, OpenClaim, OpenClaimKind, Proof, ProofKind, ProvedEnd, ProvedRun, Termination,
};
pub use verdict::Verdict;
#[cfg(feature = "versions")]
pub use versions::{Apart, Match, Pattern, Together, Untracked, Why};
