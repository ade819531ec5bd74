//! The run-time routines of the course, in assembly.
//!
//! Programs call them by `blr`. The linker places them behind the program:
//!
//! | routine | contract |
//! |---|---|
//! | `print` | writes `x0` in decimal, signed, and a newline to the output; all registers are as before |
//! | `init` | once, before the others below: `x1` is the length of the array behind the program, or 0; all registers are as before |
//! | `new` | `x0` is a number of words; it becomes the address of as many, or 0 where there is no room or it is not positive |
//! | `delete` | `x0` is an address that `new` gave; its words can be had again; all registers are as before |
//!
//! Everything else is unchanged: all other registers, and memory except below `sp` and in the heap.
//! The flags are lost. The heap begins behind the program and the array. No block extends beyond
//! 0x800000; the course's heap has no upper end.
//!
//! The routines keep their state just below 0x800000 and not in the program, so that calling them
//! does not store into the program's text.

pub use crate::machine::routine_source::Source;

/// All files in link order. The heap begins behind the last one.
pub const SOURCES: [Source; 2] = [
    Source { name: "print", exports: &["print"], text: include_str!("routines/print.s") },
    Source {
        name: HEAP,
        exports: &["init", "new", "delete"],
        text: include_str!("routines/heap.s"),
    },
];

/// The name of the file whose routines manage the heap.
const HEAP: &str = "alloc";

/// Whether a linked part is the file whose routines manage the heap, which begins at the part's end.
pub fn is_heap(part: &str) -> bool {
    part == HEAP
}
