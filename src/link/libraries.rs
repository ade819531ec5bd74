//! Libraries: files that export routines of the course and nothing else, such as `print.merl`.
//!
//! Two programs that are linked with different libraries may differ only by them. [`with_libraries_of`] links one
//! program anew with the libraries of the other one, so that a comparison can decide that.

use super::routines::asked_for;
use super::{File, MIPS, PartKind, Target, program, translate};
use crate::object::Object;
use crate::program::Program;

/// A program with the libraries of another one in place of its own.
#[derive(Clone, Debug)]
pub struct Relinked {
    /// The program.
    pub program: Program,
    /// The routines that it calls and that the libraries define by different words, in the order of the imports.
    pub routines: Vec<String>,
    /// The names of the library files of both programs, the other one's first. Empty where a program has none and
    /// the built-in routines are linked.
    pub libraries: [Vec<String>; 2],
}

/// Links `files` with the libraries of `other` in place of their own. Both are for MIPS and without errors.
///
/// `None` if every routine that the program calls is the same in both libraries, or if the result does not link: a
/// file that exports a routine and other names, too, is no library and stays.
pub fn with_libraries_of(other: &[File], files: &[File]) -> Option<Relinked> {
    let [theirs, mine] = [Files::read(other)?, Files::read(files)?];
    let wanted = mine.imports_of_own();
    let routines: Vec<String> = wanted
        .into_iter()
        .filter(|name| theirs.routine(name).is_some_and(|it| Some(it) != mine.routine(name)))
        .collect();
    if routines.is_empty() {
        return None;
    }
    let own = mine.list.iter().filter(|it| !it.is_library).map(|it| it.file.clone());
    let taken = theirs.libraries().map(|it| it.file.clone());
    let program = program(&own.chain(taken).collect::<Vec<_>>()).output?;
    let names = |files: &Files| files.libraries().map(|it| it.file.name.to_owned()).collect();
    Some(Relinked { program, routines, libraries: [names(&theirs), names(&mine)] })
}

/// The files of a program with their objects.
struct Files<'f> {
    target: &'static Target,
    list: Vec<Translated<'f>>,
}

struct Translated<'f> {
    file: &'f File<'f>,
    object: Object,
    is_library: bool,
}

/// The words of a routine's file, and which of them hold an address of the file.
#[derive(PartialEq, Eq)]
struct Words {
    words: Vec<u32>,
    relocations: Vec<usize>,
}

impl<'f> Files<'f> {
    /// `None` if a file has errors.
    fn read(files: &'f [File<'f>]) -> Option<Files<'f>> {
        let target = &MIPS;
        let translated = files.iter().enumerate().map(|(index, file)| {
            let object = translate(target, file).0?;
            // A program begins at the first word of its first file.
            let is_library = index > 0 && is_library(target, file, &object);
            Some(Translated { file, object, is_library })
        });
        Some(Files { target, list: translated.collect::<Option<_>>()? })
    }

    fn libraries(&self) -> impl Iterator<Item = &Translated<'f>> {
        self.list.iter().filter(|it| it.is_library)
    }

    /// The names that files other than libraries import and do not export.
    fn imports_of_own(&self) -> Vec<String> {
        let own = || self.list.iter().filter(|it| !it.is_library).map(|it| &it.object);
        let exports = |name: &str| {
            own().any(|object| object.exports.iter().any(|export| export.name == name))
        };
        let mut names = Vec::new();
        for import in own().flat_map(|object| &object.imports) {
            if !exports(&import.name) && !names.contains(&import.name) {
                names.push(import.name.clone());
            }
        }
        names
    }

    /// The file that defines a routine: a library, or a file of built-in routines.
    fn routine(&self, name: &str) -> Option<Words> {
        let words = |object: &Object| Words {
            words: object.words.clone(),
            relocations: object.relocations.clone(),
        };
        let exports = |it: &&Translated| it.object.exports.iter().any(|export| export.name == name);
        if let Some(library) = self.libraries().find(exports) {
            return Some(words(&library.object));
        }
        let Target { routines, assemble, .. } = *self.target;
        asked_for(routines, assemble, &[name]).first().map(|routine| words(&routine.object))
    }
}

/// Whether a file exports routines and nothing else.
fn is_library(target: &Target, file: &File, object: &Object) -> bool {
    let is_routine = |name: &str| target.routines.iter().any(|file| file.exports.contains(&name));
    matches!(file.kind(), PartKind::Assembly | PartKind::Object)
        && !object.exports.is_empty()
        && object.exports.iter().all(|export| is_routine(&export.name))
}
