//! Compares two MIPS assembly programs for all inputs.
//!
//! The programs are for the machine of the University of Waterloo's CS241:
//! 32 registers, 18 instructions, inputs in `$1` and `$2`, the result in `$3`.
//! The question is whether there is an input on which they differ, and the
//! crate is the way to its answer, a module a step:
//!
//! ```text
//! text --asm, link--> Program --machine--> Trace --passes--> SSA trace --symbolic--> terms --solver--> model
//!                         ^                                                                        |
//!                         +------------------------- engines <------- new inputs ------------------+
//! ```
//!
//! [`machine::mips`] is the machine's own: the table of instructions, from which encoding,
//! decoding and printing follow, and what each does. [`asm`] turns a text into an [`object`] and a list of
//! [`diagnostic`]s, and [`link`] makes a [`program`] of objects; [`wlp4`] compiles
//! to them the language that students write compilers for, and [`source`] tells
//! which language a file is in. [`machine`] says what each instruction does, and runs a
//! program within its fuel; [`flow`] tells where execution may go. A run's
//! [`trace`] is its symbolic assignments and the path conditions that it
//! depended on. Passes lower the trace, and
//! [`symbolic`] execution turns it into [`term`]s, keeps the
//! [`facts`] that a path's conditions amount to, and asks for an input that
//! takes another path. A [`solver`] answers. The [`engines`] are the loops
//! around all of them; what they find leaves the crate in the shapes of
//! [`report`], and [`views`] show it.
//!
//! The same crate is the engine of the web page, where `wasm` is its
//! surface, and of the command line, `cli`.

mod wire;

mod trail;

pub mod diagnostic;
pub mod program;

pub mod object;

pub mod machine;

pub mod contract;

pub mod flow;

pub mod asm;

pub mod wlp4;

pub mod link;
pub mod source;

pub mod trace;

pub mod term;

pub mod facts;

pub mod symbolic;

pub mod solver;

pub mod evidence;
pub mod report;

pub mod engines;
pub mod views;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
