//! Symbolic execution: programs as terms over their inputs.
//!
//! [`path`] translates the trace of one run into terms: its path condition, its result and
//! [`output`], and the queries for inputs that leave the path. `paths` does so for run after run
//! and reuses the prefix that consecutive runs share. `concolic` keeps the term of each word that a
//! run writes. [`merge`] turns a whole program into one formula, with all its paths merged, and
//! [`block`] turns a straight piece of code into its transitions from any state. The last two
//! execute instructions on a [`SymbolicState`] of terms, by `step`. A [`query`](query::Query) is the input
//! of a solver.

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

pub use state::{Array, Memory, SymbolicState, Words};
