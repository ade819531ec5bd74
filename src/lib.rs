//! Compares two MIPS assembly programs for all inputs.
#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod asm;
pub mod diagnostic;
pub mod isa;
pub mod program;
