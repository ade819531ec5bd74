//! What a comparison says, in sentences.
//!
//! The engine tells codes, counts, inputs and terms; all its English stands here.

mod event;
mod run;
mod verdict;

pub use event::event;
pub use run::{fault, run};
pub use verdict::{difference, report, search};

/// What is asked of a pair of paths whose results are too large to be written down.
pub const RESULTS_DIFFER: &str = "the results differ";
