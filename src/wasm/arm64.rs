//! The functions for ARM64 programs: the part of the engine that the page loads for this machine.
//!
//! They have the names and shapes of those for MIPS where an editor calls them. Words are strings,
//! because a JavaScript number does not hold 64 bits.

pub mod comparison;
pub mod editor;
pub mod programs;

mod files;
