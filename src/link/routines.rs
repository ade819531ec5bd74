//! Assembles the course's routines and links those that a file imports: the routines of
//! [MIPS](crate::machine::mips::routines) and of [ARM64](crate::machine::arm64::routines).

use std::sync::LazyLock;

use crate::asm::{self, Assembly};
use crate::machine::mips::routines::{PRINTER, ROUTINE, SOURCES, Source};
use crate::machine::{Architecture, arm64};
use crate::object::Object;
use crate::program::{Address, PartKind, Printer, Program};

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

/// The place at which a linked MIPS program prints numbers: the first copy of the words of `print`. A copy is
/// recognised wherever it comes from: linked on demand, from an object file, or as a text behind another one
/// (`cat a.asm print.asm`). The words contain no address, so a copy does the same at every place. `None` if there
/// is no copy, such as where a file exports a `print` of its own.
pub fn printer(architecture: Architecture, object: &Object) -> Option<Printer> {
    if architecture != Architecture::Mips {
        return None;
    }
    let (words, [entry, exit, begin, end]) = &*PRINT;
    let is_relocated = |at: usize| {
        // They are in order.
        let next = object.relocations.partition_point(|&word| word < at);
        object.relocations.get(next).is_some_and(|&word| word < at + words.len())
    };
    let is_copy = |at: &usize| object.words[*at..].starts_with(words) && !is_relocated(*at);
    let at = (0..object.words.len()).find(is_copy)?;
    let place = |label: &Address| Address::of_word(at + label.word_index());
    Some(Printer {
        entry: place(entry),
        exit: place(exit),
        steps: PRINTER.steps,
        routine: [place(begin), place(end)],
        routine_steps: ROUTINE.steps,
    })
}

/// The address of the first label `print` of a MIPS program: an export, or a label of a text (`cat a.asm print.asm`).
/// The name promises nothing; [`recognise`](crate::engines::routines::recognise) proves what the routine does.
pub fn own_print(architecture: Architecture, object: &Object) -> Option<Address> {
    let name = SOURCES[0].exports[0];
    let label = object.labels.iter().find(|label| label.name == name)?;
    (architecture == Architecture::Mips).then_some(label.address)
}

/// The words of `print`, and where its [`PRINTER`] and the whole [`ROUTINE`] begin and end.
static PRINT: LazyLock<(Vec<u32>, [Address; 4])> = LazyLock::new(|| {
    let object = asm::assemble(SOURCES[0].text).object.expect("the routine has no errors");
    let find = |name: &str| {
        let label = object.labels.iter().find(|label| label.name == name);
        label.expect("the routine has its labels").address
    };
    let labels = [PRINTER.from, PRINTER.to, ROUTINE.from, ROUTINE.to].map(find);
    (object.words, labels)
});
