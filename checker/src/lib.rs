//! Checks a certificate that two MIPS programs agree, and believes nothing in it.
//!
//! A [`Certificate`] names nodes, where each program is behind a branch back,
//! with what is said of both states there; how far each program goes on from a
//! node; and why each obligation holds that comes of that. [`check()`] makes the
//! obligations itself: it decodes the words of both programs ([`decode`]),
//! executes them on all paths from a node ([`execute`]), and asks of each
//! path what has to hold behind it ([`walk`]). An answer is a proof by unit
//! propagation over clauses that the checker makes itself ([`blast`], [`lrat`]),
//! intervals that it bounds words by itself ([`boxes`]), or
//! a sum of products that it expands itself ([`algebra`]), with what is deduced before
//! ([`deduction`]), of quotients ([`lemma`]) and products. Whatever a node does
//! not mention is unknown there.
//!
//! What an accepted certificate says of two lists of words, over all inputs that
//! it is for ([`Among`]):
//!
//! - on none of them that satisfies the certificate's premises do both programs stop
//!   with other observations ([`Observed`](certificate::Observed)), and on none does
//!   one fault where the other stops, or both after other outputs;
//! - what it claims of whether they stop ([`Stopping`]); where that is that they stop on the same inputs,
//!   two runs that never stop print the same for ever.
//!
//! A program agrees with itself, whatever it does: the machine is deterministic. So a certificate of
//! one program that is given the same on both sides, and claims only that, has no evidence in it.
//!
//! Programs with recursion have certificates of another form, by pairs of procedures
//! ([`procedures`]). What these show may be restricted to inputs on which one of both stops
//! within a number of steps.
//!
//! To be trusted for that are this crate, the compiler and the machine. The
//! crate shares no code with the engine that makes certificates. Its own
//! semantics of the 18 instructions is held against the engine's emulator by a
//! test, and its obligations against another solver.
//!
//! The engine makes a certificate by the same walk: [`walk`] asks an
//! [`Advisor`](advisor::Advisor) why something holds. One reads the answers from a certificate,
//! another looks for them; the walk verifies both alike.

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
