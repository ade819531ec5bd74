//! Compares two MIPS assembly programs for all inputs.
//!
//! The programs run on the machine of the University of Waterloo's CS241: 32 registers, 18
//! instructions, inputs in `$1` and `$2`, the result in `$3`. The question is whether some input
//! makes them differ. Each module is a step towards the answer:
//!
//! ```text
//! text --asm, link--> Program --machine--> Trace --passes--> SSA trace --symbolic--> terms --solver--> model
//!                         ^                                                                        |
//!                         +------------------------- engines <------- new inputs ------------------+
//! ```
//!
//! [`machine::mips`] defines the instruction set: a table from which encoding, decoding and
//! printing follow, and the semantics of each instruction. [`asm`] turns a text into an [`object`]
//! and a list of [`diagnostic`]s, and [`link`] combines objects into a [`program`]. [`wlp4`]
//! compiles the language that students write compilers for, and [`source`] detects a file's
//! language. [`machine`] runs a program within its fuel; [`flow`] computes its control-flow graph.
//! The [`trace`] of a run lists its symbolic assignments and the path conditions that it depended
//! on. Passes lower the trace. [`symbolic`] execution turns it into [`term`]s and asks for an input
//! that takes another path; [`facts`] simplify the path's conditions. A [`solver`] answers. The
//! [`engines`] are the search loops around all of these. Their findings leave the crate in the
//! types of [`report`], and [`views`] present them.
//!
//! Each module uses only modules above it in this file, in the groups that the picture in
//! `ARCHITECTURE.md` has; `tests/integration/layout.rs` checks both.
//!
//! The same crate is the engine of the web page, through `wasm`, and of the command line, through
//! `cli`.

// Foundations: encodings, undo logs, positions in texts, words.

mod wire;

mod trail;

pub mod diagnostic;
pub mod program;
pub mod word;

pub mod object;

// Machines: instruction sets, runs, inputs and control flow.

pub mod machine;

pub mod contract;

pub mod flow;

// Languages: from a text to a program.

pub mod asm;

pub mod wlp4;

pub mod link;
pub mod source;

// Logic: from a run to a question, and its answer.

pub mod trace;

pub mod term;

pub mod facts;

pub mod symbolic;

pub mod solver;

// Comparison: engines, their findings, and how findings are presented.

pub mod evidence;
pub mod report;

pub mod engines;
pub mod views;

// Interfaces: the command line and the page.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
