//! Assembles the course's routines and links those that a file imports: the routines of
//! [MIPS](crate::machine::mips::routines) and of [ARM64](crate::machine::arm64::routines).

use crate::asm::Assembly;
use crate::machine::mips::routines::{PRINTER, ROUTINE, SOURCES, Source};
use crate::machine::{Architecture, arm64};
use crate::object::Object;
use crate::program::{Address, Part, PartKind, Printer, Program};

/// An assembled file of routines.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its name in listings.
    pub name: &'static str,
    /// Its words.
    pub object: Object,
}

/// The routines that export one of some names, in their link order, which is after all files.
pub fn asked_for(
    sources: &[Source],
    assemble: fn(&str) -> Assembly,
    names: &[&str],
) -> Vec<Routine> {
    let asked = sources.iter().filter(|source| source.exports.iter().any(|e| names.contains(e)));
    let routine = |source: &Source| {
        let object = assemble(source.text).object.expect("the routines have no errors");
        Routine { name: source.name, object }
    };
    asked.map(routine).collect()
}

/// The names of all routines, for a message.
pub fn names(sources: &[Source]) -> String {
    let names = sources.iter().flat_map(|source| source.exports);
    let names: Vec<_> = names.map(|n| format!("`{n}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Appends zero words to the shorter one of two ARM64 programs, so that an array behind each has the
/// same address. The heap of the linked routines then begins behind these words, too.
pub fn pad_alike(programs: &mut [Program; 2]) {
    let length = programs.each_ref().map(|program| program.words.len()).into_iter().max();
    for program in programs {
        move_heap(program, length.unwrap_or_default());
        program.words.resize(length.unwrap_or_default(), 0);
    }
}

/// Makes the heap of the linked routines begin behind a program of `length` words.
pub fn move_heap(program: &mut Program, length: usize) {
    // The linker places the routines of the heap last.
    let Some(routines) = program.parts.last() else { return };
    if routines.kind != PartKind::Routine || !arm64::routines::is_heap(&routines.name) {
        return;
    }
    let (first, end) = (routines.start.word_index(), program.end().0);
    for &word in program.relocations.iter().flatten() {
        if word >= first && program.words[word] == end {
            program.words[word] = Address::of_word(length).0;
        }
    }
}

/// The address at which a linked MIPS program prints numbers. `None` if `print` is not one of its
/// parts.
pub fn printer(architecture: Architecture, parts: &[Part], object: &Object) -> Option<Printer> {
    if architecture != Architecture::Mips {
        return None;
    }
    let part =
        parts.iter().find(|part| part.kind == PartKind::Routine && part.name == SOURCES[0].name)?;
    let find = |name: &str| -> Option<Address> {
        let labels = object.labels.iter().filter(|label| label.address >= part.start);
        labels.filter(|label| label.name == name).map(|label| label.address).next()
    };
    let routine = [find(ROUTINE.from)?, find(ROUTINE.to)?];
    Some(Printer {
        entry: find(PRINTER.from)?,
        exit: find(PRINTER.to)?,
        steps: PRINTER.steps,
        routine,
        routine_steps: ROUTINE.steps,
    })
}
