//! The ARM64 subset of CS241: all that is particular to this machine.
//!
//! - [`table`]: registers, conditions and instructions, a row each; encoding,
//!   decoding and printing follow from the row.
//! - [`step`](self::step()): what each instruction does, over a trait of values.
//! - [`memory`]: 256 MiB, a page at a time, with the loader's words.
//! - [`emulator`]: a program on an input, within its fuel.
//! - [`agreement`]: two programs side by side, and in what they differ.
//! - [`armcom`]: the object format.
//! - [`routines`]: the run-time routines, as texts with their contracts.
//!
//! # The machine
//!
//! Registers `x0` to `x30` and `sp` of 64 bits, memory of 256 MiB below
//! [`memory::MEMORY_END`], the flags, and pc. All arithmetic is modulo 2^64, and
//! the lower address holds the less significant half of a word.
//!
//! At the start pc is 0, `sp` and `x29` are 0x1000000, `x30` is the address of the
//! loader's `hlt`, the inputs are in `x0`, `x1` and on, and all else is 0. The
//! program is done when it gets to a word that is `hlt`.
//!
//! The flags are the last pair of words that were compared, not N, Z, C and V:
//! every condition is a comparison of that pair, and nothing else reads them.
//!
//! # Where sources differ
//!
//! [`Mode`] says which of them the machine follows:
//!
//! | matter | [`Mode::Usual`] | [`Mode::Arm`] | [`Mode::Course`] |
//! |---|---|---|---|
//! | division by zero | fault | 0 | fault |
//! | -2^63 / -1 | -2^63 | -2^63 | fault: it ends the course's emulator |
//! | flags after `ldur`, `stur` | as before | as before | as after a comparison of the word loaded with 0; of 0 with 0 |

pub mod agreement;
pub mod armcom;
pub mod emulator;
pub mod memory;
pub mod routines;
mod step;
pub mod table;
mod values;

pub use emulator::{Given, Image, Machine, Remarks, Stop};
pub use step::{Operands, execute, step};
pub use table::{Condition, Instruction, Op, Reg, Shape, Slot, decode};
pub use values::{Arm64, BinaryOp, Fault, FaultKind, Flow, Halt, Mode, Outcome, Place, Test};
