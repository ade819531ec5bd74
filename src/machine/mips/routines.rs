//! The run-time routines of the course, in assembly.
//!
//! | routine | contract |
//! |---|---|
//! | `print` | writes `$1` in decimal, signed, and a newline to the output |
//! | `putchar` | writes the low byte of `$1` to the output |
//! | `getchar` | `$3` becomes the next byte of the input stream, or -1 behind its last one |
//! | `init` | once, before the others below: `$2` is the length of the array that `$1` is the address of, or 0 where there is none. The heap is behind the array, else behind the program |
//! | `new` | `$1` is a number of words; `$3` becomes the address of as many, or 0 where there is no room or `$1` is not positive |
//! | `delete` | `$1` is an address that `new` gave; its words can be had again |
//!
//! All else is as before: registers, but `$31` and `hi` and `lo`, and memory,
//! but below `$30` and in the heap, which is 1,024 words, one of each block
//! taken for its length.
//!
//! They keep what they know behind the program and not in it, so that calling
//! them is no store into the program's text.
//!
//! # Printing as one step
//!
//! A number's text depends on it by a branch for each of its digits. So that a
//! comparison need not tell numbers of one digit from those of two, the part
//! of `print` that writes them takes the same number of steps whatever the
//! number, and is entered and left at one place each: [`Printer`](crate::program::Printer). An engine
//! may take it for one step that prints.

pub use crate::machine::routine_source::Source;

/// All files, in the order in which they are linked: what takes the space behind the program comes
/// last.
pub const SOURCES: [Source; 3] = [
    Source { name: "print", exports: &["print"], text: include_str!("routines/print.asm") },
    Source {
        name: "characters",
        exports: &["putchar", "getchar"],
        text: include_str!("routines/characters.asm"),
    },
    Source {
        name: "heap",
        exports: &["init", "new", "delete"],
        text: include_str!("routines/heap.asm"),
    },
];

/// Two labels of a text, and the steps from the first to the second.
pub struct Stretch {
    /// The label where it begins.
    pub from: &'static str,
    /// The label where it ends.
    pub to: &'static str,
    /// Steps between them, whatever the number that is printed.
    pub steps: u64,
}

/// The part of `print` that writes a number.
pub const PRINTER: Stretch = Stretch { from: "printNumber", to: "printedNumber", steps: 133 };
/// The whole routine, from its first instruction to its last.
pub const ROUTINE: Stretch = Stretch { from: "print", to: "printDone", steps: 150 };
