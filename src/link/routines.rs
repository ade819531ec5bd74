//! The course's routines, in assembly, which are linked where they are asked for.
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
//! number, and is entered and left at one place each: [`Printer`]. An engine
//! may take it for one step that prints.

use crate::asm;
use crate::object::Object;
use crate::program::{Address, Part, PartKind, Printer};

/// A file of routines.
#[derive(Clone, Debug)]
pub struct Routine {
    /// What it is called in listings.
    pub name: &'static str,
    /// Its words.
    pub object: Object,
}

struct Source {
    name: &'static str,
    exports: &'static [&'static str],
    text: &'static str,
}

/// In the order in which they are linked: what takes the space behind the
/// program comes last.
const SOURCES: [Source; 3] = [
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

/// Where `print` begins to write a number, where it has written it, and the
/// steps between.
const PRINTER: (&str, &str, u64) = ("printNumber", "printedNumber", 133);
/// The same of the routine as a whole, from its first instruction to its last.
const ROUTINE: (&str, &str, u64) = ("print", "printDone", 150);

/// Those that export one of some names, in the order in which they are to be
/// linked, behind everything else.
pub fn asked_for(names: &[&str]) -> Vec<Routine> {
    let asked = SOURCES.iter().filter(|source| source.exports.iter().any(|e| names.contains(e)));
    let routine = |source: &Source| {
        let object = asm::assemble(source.text).object.expect("the routines have no errors");
        Routine { name: source.name, object }
    };
    asked.map(routine).collect()
}

/// The names of all routines, for a reader.
pub fn names() -> String {
    let names: Vec<_> =
        SOURCES.iter().flat_map(|source| source.exports).map(|n| format!("`{n}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Where a linked program prints numbers, if `print` is one of its parts.
pub fn printer(parts: &[Part], object: &Object) -> Option<Printer> {
    let part =
        parts.iter().find(|part| part.kind == PartKind::Routine && part.name == SOURCES[0].name)?;
    let (entry, exit, steps) = PRINTER;
    let (first, last, routine_steps) = ROUTINE;
    let find = |name: &str| -> Option<Address> {
        let labels = object.labels.iter().filter(|label| label.address >= part.start);
        labels.filter(|label| label.name == name).map(|label| label.address).next()
    };
    let routine = [find(first)?, find(last)?];
    Some(Printer { entry: find(entry)?, exit: find(exit)?, steps, routine, routine_steps })
}
