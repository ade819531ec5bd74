//! What was handed in: a file or a folder for each submission.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::files::Files;
use crate::cli::trouble::Trouble;

/// How names of programs' files end.
const ENDINGS: [&str; 5] = ["asm", "s", "wlp4", "merl", "mips"];

/// What one person handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The name of the file or of the folder.
    pub name: String,
    /// Its files, in the order of their names.
    pub files: Files,
}

/// All submissions of a folder, by their names: each file that is a program by its
/// name, and each folder with such files, which are linked. Whatever else is there is
/// told by its name.
pub fn submissions(folder: &Path) -> Result<(Vec<Submission>, Vec<String>), Trouble> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for path in entries(folder)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| !name.starts_with('.')) else { continue };
        let files: Vec<PathBuf> = match path.is_dir() {
            true => entries(&path)?.into_iter().filter(|path| is_program(path)).collect(),
            false => Some(path).filter(|path| is_program(path)).into_iter().collect(),
        };
        match files.is_empty() {
            true => others.push(name),
            false => found.push(Submission { name, files: Files(files) }),
        }
    }
    Ok((found, others))
}

fn entries(folder: &Path) -> Result<BTreeSet<PathBuf>, Trouble> {
    let trouble = |error| Trouble::new(format!("{}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(trouble)?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(trouble)).collect()
}

fn is_program(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    path.is_file() && ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}
