//! The functions for ARM64 programs: the part of the engine that the page loads for this machine.
//!
//! They have the names and shapes of those for MIPS where an editor or the debugger calls them. Words
//! are strings, and in the debugger BigInts, because a JavaScript number does not hold 64 bits.

pub mod claim;
pub mod comparison;
pub mod debug;
pub mod editor;
pub mod explanation;
pub mod map;
pub mod mutation;
pub mod programs;
pub mod query;
pub mod quiz;
pub mod versions;

mod files;
