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
//! Everything else is unchanged: all registers except `$31`, `hi` and `lo`, and memory except below
//! `$30` and in the heap. The heap has 1,024 words; each block uses one of them for its length.
//!
//! The routines keep their state behind the program and not in it, so that calling them does not
//! store into the program's text.
//!
//! # Printing as one step
//!
//! An ordinary printing loop branches once for each digit, so a comparison would have to
//! distinguish numbers with different numbers of digits. Therefore the part of `print` that writes
//! the digits takes the same number of steps for every number, and has one entry and one exit:
//! [`Printer`](crate::program::Printer). An engine may treat it as a single step that prints.

pub use crate::machine::routine_source::Source;

/// All files in link order. The file that uses the space behind the program comes last.
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

/// Two labels of a text, and the number of steps between them.
pub struct Stretch {
    /// The label at its start.
    pub from: &'static str,
    /// The label at its end.
    pub to: &'static str,
    /// The steps between them, for every printed number.
    pub steps: u64,
}

/// The part of `print` that writes a number.
pub const PRINTER: Stretch = Stretch { from: "printNumber", to: "printedNumber", steps: 133 };
/// The whole routine, from its first instruction to its last.
pub const ROUTINE: Stretch = Stretch { from: "print", to: "printDone", steps: 150 };
