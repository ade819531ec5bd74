//! The run-time routines of the course, in assembly.
//!
//! They are called by `blr`, and linked behind the program:
//!
//! | routine | contract |
//! |---|---|
//! | `print` | writes `x0` in decimal, signed, and a newline to the output; all registers are as before |
//! | `init` | once, before the others below: `x1` is the length of the array behind the program, or 0; all registers are as before |
//! | `new` | `x0` is a number of words; it becomes the address of as many, or 0 where there is no room or it is not positive |
//! | `delete` | `x0` is an address that `new` gave; its words can be had again; all registers are as before |
//!
//! All else is as before: registers, and memory, but below `sp` and in the heap. The
//! flags are lost. The heap begins behind the program and the array, and no block
//! of it passes 0x800000; the course's has no upper end.
//!
//! What they know is kept in front of 0x800000 and not in the program, so that
//! calling them is no store into the program's text.

pub use crate::machine::routine_source::Source;

/// All files, in the order in which they are linked: the heap begins behind the last one.
pub const SOURCES: [Source; 2] = [
    Source { name: "print", exports: &["print"], text: include_str!("routines/print.s") },
    Source {
        name: "alloc",
        exports: &["init", "new", "delete"],
        text: include_str!("routines/heap.s"),
    },
];
