//! The run-time routines of the course, in assembly.

pub use crate::machine::routine_source::Source;

/// All files, in the order in which they are linked: what takes the space behind the program comes
/// last.
pub const SOURCES: [Source; 0] = [];
