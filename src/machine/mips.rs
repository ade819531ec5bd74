//! The MIPS subset of CS241: all that is particular to this machine.
//!
//! - [`table`]: registers and instructions, a row each; encoding, decoding and
//!   printing follow from the row.
//! - [`step`](self::step()): what each instruction does, over a trait of values.
//! - [`merl`]: the object format.
//! - [`routines`]: the run-time routines, as texts with their contracts.
//!
//! The machine around it (memory, devices, the emulator's loop, recorders) is in
//! [`machine`](super); the assembler's language is in [`asm`](crate::asm).

pub(super) mod decode;
pub mod merl;
pub mod routines;
mod step;
pub mod table;

pub use step::{Destination, Flow, Mips, Operands, execute, step};
pub use table::{Instruction, Op, Reg, Shape, decode};
