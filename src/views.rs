//! Views: two programs side by side, for a reader.
//!
//! A view explains and never decides; no verdict rests on it. [`lockstep`]
//! pairs the steps of two runs on one input, [`difference_map`] samples the
//! plane of the inputs, `proof` spells a certificate out, `explanation` says where in the
//! texts the reasons for a difference are, `versions` what became of procedures, `mutation` what tests
//! miss, `quiz` what a question shows, and `correlating` makes one program of two.

#[cfg(feature = "cli")]
pub mod correlating;
pub mod difference_map;
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
