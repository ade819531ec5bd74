//! Compares two MIPS assembly programs for all inputs.
//!
//! The programs are for the machine of the University of Waterloo's CS241:
//! 32 registers, 18 instructions, inputs in `$1` and `$2`, the result in `$3`.
//! The question is whether there is an input on which they differ, and the
//! crate is the way to its answer, a module a step:
//!
//! ```text
//! text --asm--> Program --cpu--> Trace --passes--> SSA trace --query--> terms --solver--> model
//!                         ^                                                                 |
//!                         +--------------------- compare <------- new inputs ---------------+
//! ```
//!
//! [`isa`] is the table of instructions from which all else about them
//! follows. [`asm`] turns a text into a [`program`] and a list of
//! [`diagnostic`]s. [`cpu`] runs a program over its [`memory`], within its
//! fuel, and records a [`trace`]: symbolic assignments and the path
//! conditions that the run depended on. Passes lower the trace, and
//! [`query`] turns it into [`term`]s and asks for an input that takes another
//! path. A program whose paths are many but short has a [`summary`] too, one
//! formula for all of them. A [`solver`] answers. [`compare`] is the loop around all of them;
//! what it finds leaves the crate in the shapes of [`report`].
//!
//! The same crate is the engine of the web page, where `wasm` is its
//! surface, and of the command line, `main`.

pub mod isa;

pub mod diagnostic;
pub mod program;

pub mod asm;

pub mod cpu;
pub mod memory;
pub mod trace;

pub mod query;
pub mod summary;
pub mod term;
mod trail;

pub mod solver;

pub mod compare;
pub mod report;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
