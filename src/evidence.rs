//! The claims of a comparison and their evidence.
//!
//! A [`Verdict`] is the claim. The [`Meter`] counts the outcomes of the examined pairs of paths, so
//! that a reader can distinguish "the same results on a thousand pairs" from "faults only".

#[cfg(feature = "explanations")]
mod edit;
mod meter;
#[cfg(any(feature = "cli", feature = "arm64"))]
mod obstacle;
mod proof;
mod verdict;
#[cfg(feature = "versions")]
mod versions;

#[cfg(feature = "explanations")]
pub use edit::EditKind;
pub use meter::{Meter, Pair};
#[cfg(any(feature = "cli", feature = "arm64"))]
pub use obstacle::Obstacle;
pub use proof::{Claim, OpenClaim, OpenClaimKind, Proof, ProofKind, Termination};
pub use verdict::Verdict;
#[cfg(feature = "versions")]
pub use versions::{Apart, Match, Pattern, Together, Untracked, Why};
