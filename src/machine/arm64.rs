//! The ARM64 subset of CS241: everything specific to this machine.
//!
//! - [`table`]: registers, conditions and instructions, one row each; the row determines encoding,
//!   decoding and printing.
//! - [`step`](self::step()): what each instruction does, over a trait of values.
//! - [`memory`]: 256 MiB, allocated by page, with the loader's words.
//! - [`emulator`]: runs a program on an input, with limited fuel.
//! - [`agreement`]: runs two programs side by side and reports how they differ.
//! - `lap`: which words of an earlier state decide how a run goes on, to recognise runs that never end.
//! - [`record`]: runs a program, reports what instructions read and write, and can replace it.
//! - [`literals`]: the numbers that a program loads from its text.
//! - [`armcom`]: the object format.
//! - [`routines`]: the run-time routines: their assembly texts and contracts.
//!
//! # The machine
//!
//! Registers `x0` to `x30` and `sp` of 64 bits, memory of 256 MiB below [`memory::MEMORY_END`], the
//! flags, and pc. All arithmetic is modulo 2^64, and memory is little-endian.
//!
//! At the start pc is 0, `sp` and `x29` are 0x1000000, `x30` is the address of the loader's `hlt`,
//! the inputs are in `x0`, `x1` and so on, and everything else is 0. The program is done when it
//! reaches an `hlt` word.
//!
//! The flags are modelled as the last pair of compared words, not as N, Z, C and V: every condition
//! is a comparison of that pair, and nothing else reads the flags.
//!
//! # Where the sources differ
//!
//! [`Mode`] selects the source that the machine follows:
//!
//! | matter | [`Mode::Usual`] | [`Mode::Arm`] | [`Mode::Course`] |
//! |---|---|---|---|
//! | division by zero | fault | 0 | fault |
//! | -2^63 / -1 | -2^63 | -2^63 | fault: it ends the course's emulator |
//! | flags after `ldur`, `stur` | as before | as before | as after a comparison of the word loaded with 0; of 0 with 0 |

pub mod agreement;
pub mod armcom;
pub mod emulator;
mod lap;
pub mod literals;
pub mod memory;
pub mod record;
pub mod routines;
mod step;
pub mod table;
mod values;

use super::setup;
pub use emulator::{Given, Image, Machine, Remarks, Stop};
pub use step::{Operands, execute, step};
pub use table::{Condition, Instruction, Op, Reg, Shape, Slot, decode};
pub use values::{
    Arm64, BinaryOp, Fault, FaultClass, FaultKind, Flow, Halt, Mode, Outcome, Register, Test,
};

/// What is observed of a program. A word has 8 bytes.
pub type Observation = setup::Observation<Register>;
/// A part of the machine that is observed, beside `x0` and the output.
pub type Observable = setup::Observable<Register>;
