//! Libraries: files that export routines of the course and nothing else, such as `print.merl`.
//!
//! Two programs that are linked with different libraries may differ only by them. [`with_the_same`] links both
//! anew with the same ones, so that a comparison can decide that.

use super::routines::asked_for;
use super::{File, MIPS, PartKind, Target, program, translate};
use crate::object::Object;
use crate::program::Program;

/// Which libraries two programs are linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Those of the left program.
    Left,
    /// The built-in routines.
    BuiltIn,
}

/// Two programs with the same libraries.
#[derive(Clone, Debug)]
pub struct Relinked {
    /// The programs.
    pub programs: [Program; 2],
    /// The routines that one of the programs had by other words before, in the order of the imports.
    pub routines: Vec<String>,
    /// The names of the library files that the programs had before. Empty where a program had none and the
    /// built-in routines were linked.
    pub libraries: [Vec<String>; 2],
    /// The files that each program is linked from now.
    pub files: [Vec<Origin>; 2],
}

/// A file of one of two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The program that had the file before: 0 for the left one, 1 for the right one.
    pub side: usize,
    /// The index of the file in that program.
    pub index: usize,
}

/// Links two programs with the same libraries in place of their own. They are for MIPS.
///
/// `None` if every routine that they call is that of the common libraries already, if a program has errors, or if a
/// file that is no library, because it exports other names, too, exports such a routine.
pub fn with_the_same(common: Common, files: [&[File]; 2]) -> Option<Relinked> {
    // The first file is no library. This spares long programs another translation.
    if files.iter().all(|files| files.len() <= 1) {
        return None;
    }
    let both = [Files::read(files[0])?, Files::read(files[1])?];
    let mut called: Vec<String> = Vec::new();
    for name in both.iter().flat_map(Files::called) {
        if !called.contains(&name) {
            called.push(name);
        }
    }
    if called.iter().any(|name| both.iter().any(|files| files.own_exports(name))) {
        return None;
    }
    let none = Files { target: &MIPS, list: Vec::new() };
    let shared = match common {
        Common::Left => &both[0],
        Common::BuiltIn => &none,
    };
    let is_other = |name: &String| {
        let theirs = shared.routine(name);
        both.iter().any(|files| files.called().contains(name) && files.routine(name) != theirs)
    };
    let routines: Vec<String> = called.into_iter().filter(is_other).collect();
    if routines.is_empty() {
        return None;
    }
    let all_left = (0..files[0].len()).map(|index| Origin { side: 0, index }).collect();
    let origins: [Vec<Origin>; 2] = match common {
        Common::Left => [all_left, both[1].origins_with(1, shared)],
        Common::BuiltIn => [both[0].origins_with(0, shared), both[1].origins_with(1, shared)],
    };
    let linked = |origins: &Vec<Origin>| {
        let list = origins.iter().map(|it| files[it.side][it.index].clone());
        program(&list.collect::<Vec<_>>()).output
    };
    let programs = [linked(&origins[0])?, linked(&origins[1])?];
    let libraries = both.each_ref().map(Files::library_names);
    Some(Relinked { programs, routines, libraries, files: origins })
}

/// The files of a program with their objects.
struct Files<'f> {
    target: &'static Target,
    list: Vec<Translated<'f>>,
}

struct Translated<'f> {
    index: usize,
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
            Some(Translated { index, file, object, is_library })
        });
        Some(Files { target, list: translated.collect::<Option<_>>()? })
    }

    fn libraries(&self) -> impl Iterator<Item = &Translated<'f>> {
        self.list.iter().filter(|it| it.is_library)
    }

    fn library_names(&self) -> Vec<String> {
        self.libraries().map(|it| it.file.name.to_owned()).collect()
    }

    /// The files that are no libraries.
    fn own(&self) -> impl Iterator<Item = &Translated<'f>> {
        self.list.iter().filter(|it| !it.is_library)
    }

    /// Whether a file that is no library exports a name.
    fn own_exports(&self, name: &str) -> bool {
        self.own().any(|it| it.object.exports.iter().any(|export| export.name == name))
    }

    /// The routines that files other than libraries import from elsewhere.
    fn called(&self) -> Vec<String> {
        let imports = self.own().flat_map(|it| &it.object.imports).map(|import| &import.name);
        let is_called = |name: &&String| is_routine(self.target, name) && !self.own_exports(name);
        imports.filter(is_called).cloned().collect()
    }

    /// The files of this program with other libraries: those of `shared`, which are the left program's, or none. `side` says
    /// which program this is.
    fn origins_with(&self, side: usize, shared: &Files) -> Vec<Origin> {
        let own = self.own().map(|it| Origin { side, index: it.index });
        own.chain(shared.libraries().map(|it| Origin { side: 0, index: it.index })).collect()
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
    matches!(file.kind(), PartKind::Assembly | PartKind::Object)
        && !object.exports.is_empty()
        && object.exports.iter().all(|export| is_routine(target, &export.name))
}

fn is_routine(target: &Target, name: &str) -> bool {
    target.routines.iter().any(|file| file.exports.contains(&name))
}
