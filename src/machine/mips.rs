//! The MIPS subset of CS241: everything specific to this machine.
//!
//! - [`table`]: registers and instructions, one row each; the row determines encoding, decoding and
//!   printing.
//! - [`step`](self::step()): the semantics of each instruction, over a trait of values.
//! - [`merl`]: the object format.
//! - [`routines`]: the run-time routines: their assembly texts and contracts.
//!
//! The rest of the machine (memory, devices, the emulator's loop, recorders) is in
//! [`machine`](super). The module [`asm`](crate::asm) defines the assembly language.

pub(super) mod decode;
pub mod merl;
pub mod routines;
mod step;
pub mod table;

pub use step::{Destination, Flow, Mips, Operands, execute, step};
pub use table::{Instruction, Op, Reg, Shape, decode};
