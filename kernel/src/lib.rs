//! Checks evidence for a claim about two machine programs.
//!
//! The reader states the [`Claim`]: two programs, their inputs, and the property to prove. Evidence supplies only the
//! proof. [`check()`] executes both programs on terms, generates every obligation itself, and verifies a proof for
//! each. It never searches: every choice is named in the evidence, and a number in the evidence limits the work.
//!
//! In reading order:
//!
//! | module | what it is |
//! |---|---|
//! | [`word`] | words of a fixed width, and operators on them |
//! | [`machine`] | instructions, and the table of a machine |
//! | [`execute`] | one step of a program, over numbers or terms |
//! | [`numbers`] | runs of one input |
//! | [`term`], [`fact`], [`print`](mod@print) | polynomials over atoms; inequalities of integers |
//! | [`text`], [`evidence`], [`claim`] | what is written in files |
//! | [`context`], [`scope`] | what is known at a point, and what text means there |
//! | [`rules`], [`gates`], [`lrat`] | the rules of proofs |
//! | [`proof`] | scripts that close all cases |
//! | [`define`] | functions and lemmas |
//! | [`symbolic`] | the domain of terms |
//! | [`invariant`], [`walk`] | the product of both programs |
//! | [`check`](mod@check) | all of it |
//!
//! `SOUNDNESS.md` says what is claimed, what is trusted, and which test is for what.

#![warn(missing_docs)]

pub mod check;
pub mod claim;
pub mod context;
pub mod define;
pub mod evidence;
pub mod execute;
pub mod fact;
pub mod gates;
pub mod invariant;
pub mod lrat;
pub mod machine;
pub mod numbers;
pub mod print;
pub mod proof;
pub mod refusal;
pub mod rules;
pub mod scope;
pub mod symbolic;
pub mod term;
pub mod text;
pub mod walk;
pub mod word;

pub use check::check;
pub use claim::{Claim, Statement};
pub use evidence::Evidence;
pub use refusal::Refusal;
