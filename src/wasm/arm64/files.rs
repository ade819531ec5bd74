//! ARM64 programs as the page sends them: the files of each, which are linked.

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::JsError;

use crate::link::{self, Built, File};
use crate::machine::Architecture;
use crate::program::Program;

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Tsify)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Assembles and links the files.
pub(super) fn program(files: &[SourceFile]) -> Built<Program> {
    let files: Vec<File> = files.iter().map(|file| File::text(&file.name, &file.text)).collect();
    link::program_for(Architecture::Arm64, &files)
}

/// The program.
///
/// # Errors
///
/// The program has errors.
pub(super) fn whole(which: &str, files: &[SourceFile]) -> Result<Program, JsError> {
    let errors = || JsError::new(&format!("the {which} program has errors"));
    program(files).output.ok_or_else(errors)
}

pub(super) fn texts(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.text.as_str()).collect()
}
