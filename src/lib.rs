//! Compares two MIPS assembly programs for all inputs.

pub mod compare;
pub mod cpu;
pub mod diagnostic;
pub mod isa;
pub mod memory;
pub mod program;
pub mod report;
pub mod term;
pub mod trace;
pub mod query;
pub mod solver;
