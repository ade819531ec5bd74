//! The content of a program's files.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::cli::files::{Files, Sources};
use crate::cli::trouble::Trouble;
use crate::machine::Architecture;

/// The file extensions of programs.
const ENDINGS: [&str; 5] = ["asm", "s", "wlp4", "merl", "mips"];

/// A file of a program.
#[derive(Clone, Debug)]
pub struct Content {
    /// Its path within the submission; `main` with its extension for a single file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The files of a program, in link order.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The folder's name in messages; empty for a single file.
    pub folder: String,
    /// The files.
    pub files: Vec<Content>,
}

impl Contents {
    /// Reads the files of a program on the command line.
    pub fn of(files: &Files) -> Result<Contents, Trouble> {
        let read = |path: &PathBuf| Ok((path.clone(), crate::cli::console::read(path)?));
        let read: Vec<(PathBuf, Vec<u8>)> = files.0.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Contents::of_files(read))
    }

    /// Makes a program of files, sorted by path.
    pub fn of_files(mut read: Vec<(PathBuf, Vec<u8>)>) -> Contents {
        let base = |path: &Path| {
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        };
        if let [(path, bytes)] = &mut read[..] {
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            let name = format!("main.{}", ending.unwrap_or_else(|| "asm".to_owned()));
            let content = Content { name, bytes: std::mem::take(bytes) };
            return Contents { folder: path.display().to_string(), files: vec![content] };
        }
        let parent = read.first().and_then(|(path, _)| path.parent());
        let folder = parent.map(|path| path.display().to_string()).unwrap_or_default();
        let files = read.into_iter().map(|(path, bytes)| Content { name: base(&path), bytes });
        Contents { folder, files: files.collect() }
    }

    /// A program of other files, with the same name in messages.
    pub fn with_files(&self, files: Vec<Content>) -> Contents {
        let folder = match (&files[..], self.files.len()) {
            // The name of a single file has the ending that shows its language.
            ([file], 2..) => format!("{}/{}", self.folder, file.name),
            _ => self.folder.clone(),
        };
        Contents { folder, files }
    }

    /// The files for the linker of a machine, with their names in messages.
    pub fn sources(&self, architecture: Architecture) -> Result<Sources, Trouble> {
        let folder = Path::new(&self.folder);
        let is_alone = self.files.len() == 1 && !is_zip(folder) && !is_receipt(folder);
        let files = self.files.iter().map(|Content { name, bytes }| {
            let name = match is_alone {
                true => self.folder.clone(),
                false => format!("{}/{name}", self.folder),
            };
            Ok((name, bytes.clone()))
        });
        match architecture {
            Architecture::Mips => Sources::of(files),
            Architecture::Arm64 => Sources::for_machine(Some(architecture), files),
        }
    }

    /// The files as in a line of `tamarin batch`.
    pub fn in_json(&self) -> Value {
        let file = |Content { name, bytes }: &Content| match std::str::from_utf8(bytes) {
            Ok(text) => json!({ "name": name, "text": text }),
            Err(_) => json!({ "name": name, "base64": STANDARD.encode(bytes) }),
        };
        self.files.iter().map(file).collect()
    }
}

/// Whether the extension is that of a program's file.
pub fn is_program(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// Whether the extension is that of a zip.
pub fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Whether the extension may be that of a receipt.
pub fn is_receipt(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}
