//! Views of two programs for display.
//!
//! A view explains and never decides; no verdict depends on one. [`lockstep`] pairs the steps of
//! two runs on one input, [`difference_map`] samples the plane of two inputs, `proof` describes
//! evidence, `explanation` locates the reasons for a difference in the texts, `versions`
//! describes how procedures changed, `mutation` what tests miss, `quiz` the questions of a quiz,
//! `correlating` merges two programs into one, and `differencing` shows its abstract states.

#[cfg(feature = "cli")]
pub mod across;
#[cfg(feature = "cli")]
pub mod correlating;
pub mod difference_map;
#[cfg(feature = "cli")]
pub mod differencing;
#[cfg(feature = "explanations")]
pub mod explanation;
pub mod lockstep;
#[cfg(feature = "explanations")]
pub mod mutation;
#[cfg(feature = "alignment")]
pub mod proof;
#[cfg(feature = "explanations")]
pub mod quiz;
#[cfg(feature = "versions")]
pub mod versions;
