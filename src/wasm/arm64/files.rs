//! ARM64 programs as the page sends them: the files of each, which are linked.

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::JsError;

use crate::diagnostic::Diagnostic;
use crate::link::{self, Built, Compiled, Content, File, routines};
use crate::machine::Architecture;
use crate::program::Program;
use crate::source::Language;
use crate::wasm::style::Style;
use crate::wlp4;

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Tsify)]
pub struct SourceFile {
    /// Its name; the extension determines the language.
    pub name: String,
    /// Its text: assembly or WLP4.
    pub text: String,
    /// The style of the code that a WLP4 file is compiled to.
    #[serde(default)]
    pub style: Option<Style>,
}

impl SourceFile {
    /// The file for the linker, and what the compiler says about it.
    fn file(&self) -> (File<'_>, Vec<Diagnostic>) {
        let SourceFile { name, text, style } = self;
        if Language::of(name, &[]) != Language::Wlp4 {
            return (File::text(name, text), Vec::new());
        }
        let style = style.unwrap_or_default().into();
        let compiled = wlp4::compile_for(Architecture::Arm64, text, style);
        let content = match compiled.object {
            Some(object) => Content::Compiled(Compiled { text, object, reordered: None }),
            None => Content::Broken(text),
        };
        (File { name, content }, compiled.diagnostics)
    }
}

/// Compiles, assembles and links the files.
pub(super) fn program(files: &[SourceFile]) -> Built<Program> {
    let (linked, said): (Vec<File>, Vec<_>) = files.iter().map(SourceFile::file).unzip();
    let mut built = link::program_for(Architecture::Arm64, &linked);
    for (found, mut of_compiler) in built.diagnostics.iter_mut().zip(said) {
        of_compiler.append(found);
        *found = of_compiler;
    }
    built
}

/// Two programs. With an array, which is behind both, the shorter one is as long as the other.
///
/// # Errors
///
/// A program has errors.
pub(super) fn both(
    left: &[SourceFile],
    right: &[SourceFile],
    has_array: bool,
) -> Result<[Program; 2], JsError> {
    let whole = |which: &str, files: &[SourceFile]| {
        let errors = || JsError::new(&format!("the {which} program has errors"));
        program(files).output.ok_or_else(errors)
    };
    let mut programs = [whole("left", left)?, whole("right", right)?];
    if has_array {
        routines::pad_alike(&mut programs);
    }
    Ok(programs)
}

/// The files for the linker.
pub(super) fn linked(files: &[SourceFile]) -> Vec<File<'_>> {
    files.iter().map(|file| file.file().0).collect()
}

pub(super) fn texts(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.text.as_str()).collect()
}
