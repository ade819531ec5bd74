//! Checks certificates that two MIPS programs agree; verifies everything in them.
//!
//! A [`Certificate`] names nodes, which are pairs of locations after backward branches, with invariants; how far each
//! program runs from each node; and answers to the resulting obligations. [`check()`] generates the obligations itself:
//! it decodes both programs ([`decode`]), executes them on all paths from each node ([`execute`]), and derives the
//! condition at the end of each pair of paths ([`walk`]). An answer is one of three: a proof by unit propagation over
//! clauses that the checker generates ([`blast`], [`lrat`]), interval splitting with bounds that it computes
//! ([`boxes`]), or a linear combination that it expands ([`algebra`]). Deductions may precede it ([`deduction`]), about
//! quotients ([`lemma`]) and products. Words that a node does not mention are unknown there.
//!
//! An accepted certificate about two programs shows, for all inputs that it covers ([`Among`]) and that satisfy its
//! premises:
//!
//! - if both programs stop, their observations are equal ([`Observed`](certificate::Observed)); it never happens that
//!   one faults and the other stops, or that both fault with different outputs;
//! - its claim about termination ([`Stopping`]) holds; if that is that they stop on the same inputs, two runs that
//!   never stop print the same forever.
//!
//! A program agrees with itself, whatever it does, since the machine is deterministic. So a certificate of one program
//! with the same inputs on both sides, and no further claim, contains no evidence.
//!
//! Programs with recursion have another form of certificate, by pairs of procedures ([`procedures`]). Their claims may
//! be restricted to inputs on which one of the programs stops within a number of steps.
//!
//! The trusted base is this crate, the compiler and the machine. The crate shares no code with the engine that produces
//! certificates. Tests compare its semantics of the 18 instructions with the engine's emulator, and its obligations
//! with another solver.
//!
//! The engine produces a certificate by the same walk: [`walk`] queries an [`Advisor`](advisor::Advisor) for answers.
//! One advisor reads them from a certificate, another searches for them; the walk verifies both in the same way.

#![warn(missing_docs)]

pub mod advisor;
pub mod algebra;
mod among;
pub mod blast;
pub mod boxes;
pub mod certificate;
pub mod decode;
pub mod deduction;
mod effort;
pub mod execute;
mod form;
mod frame;
mod jump;
pub mod lap;
pub mod lemma;
pub mod lrat;
pub mod memory;
mod node;
pub mod obligation;
mod observed;
pub mod procedures;
mod progress;
pub mod reciprocal;
pub mod refusal;
pub mod signed;
pub mod smtlib;
pub mod terms;
mod text;
pub mod walk;

pub use certificate::{Among, Certificate, Stopping};
pub use refusal::Refusal;
pub use walk::{Checked, check};
