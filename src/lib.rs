//! Compares two MIPS assembly programs for all inputs.

pub mod cpu;
pub mod diagnostic;
pub mod isa;
pub mod memory;
pub mod program;
pub mod report;
pub mod term;
pub mod trace;
/// soon
pub mod query {}
