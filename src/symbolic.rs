//! Symbolic execution: programs as terms over their inputs.
//!
//! [`path`] turns the trace of one run into terms: its path condition, its
//! result and [`output`], and the questions that lead off the path. `paths` does so for run
//! after run, reusing the prefix that consecutive runs share, and `concolic` keeps the term of each
//! word that a run writes. [`merge`] turns a
//! whole program into one formula, with all its paths merged, and [`block`] a
//! straight piece of one into its transitions from any state. The last two
//! execute instructions on a [`State`] of terms, by `step`. A
//! [`query`](query::Query) is what a solver is asked.

#[cfg(feature = "explanations")]
pub mod assumption;
pub mod block;
#[cfg(feature = "explanations")]
pub mod concolic;
pub mod contract;
pub mod intervals;
pub mod merge;
pub mod output;
pub mod path;
pub(crate) mod paths;
pub mod query;
mod state;
pub(crate) mod step;
pub mod word_set;

pub use state::{Array, Memory, State, Words};
