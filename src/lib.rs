//! Compares two assembly programs for all inputs.
//!
//! MIPS programs run on the machine of the University of Waterloo's CS241: 32 registers, 18
//! instructions (with `.word`), inputs in `$1` and `$2`, the result in `$3`. ARM64 programs run on that
//! course's subset of ARM64. The question is whether some input makes two programs differ. Each module is a
//! step towards the answer:
//!
//! ```text
//! text --asm, link--> Program --machine--> Trace --passes--> SSA trace --symbolic--> terms --solver--> model
//!                         ^                                                                        |
//!                         +------------------------- engines <------- new inputs ------------------+
//! ```
//!
//! In the order of their dependencies:
//!
//! - [`program`] and [`object`] are linked and unlinked machine code, with the [`diagnostic`]s of a text.
//! - [`machine`] runs a program within its fuel. [`machine::mips`] defines the instruction set: a table from which
//!   encoding, decoding and printing follow, and the semantics of each instruction. [`contract`] says which inputs are
//!   allowed and what is observed. [`flow`] computes a program's control-flow graph.
//! - [`asm`] turns a text into an object. [`wlp4`] compiles the language that students write compilers for. [`link`]
//!   combines objects into a program, and [`source`] detects a file's language.
//! - The [`trace`] of a run lists its symbolic assignments and the path conditions that it depended on; passes lower it.
//!   [`term`]s are hash-consed, [`facts`] simplify the conditions of a path, and [`symbolic`] execution asks for an input
//!   that takes another path. A [`solver`] answers.
//! - The [`engines`] are the search loops around all of these. Their findings leave the crate in the types of
//!   [`evidence`] and [`report`], and [`views`] present them.
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
