//! The files of a program, as they were read.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::cli::files::{Files, Sources};
use crate::cli::trouble::Trouble;

/// How names of programs' files end.
const ENDINGS: [&str; 5] = ["asm", "s", "wlp4", "merl", "mips"];

/// A file of a program.
#[derive(Clone, Debug)]
pub struct Content {
    /// Its path within what was handed in; `main` and its ending for a file alone.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The files of a program, in the order in which they are linked.
#[derive(Clone, Debug)]
pub struct Contents {
    /// What messages call the place that the files are in; empty for a file alone.
    pub folder: String,
    /// The files.
    pub files: Vec<Content>,
}

impl Contents {
    /// The files of a program on the command line.
    pub fn of(files: &Files) -> Result<Contents, Trouble> {
        let read = |path: &PathBuf| Ok((path.clone(), crate::cli::console::read(path)?));
        let read: Vec<(PathBuf, Vec<u8>)> = files.0.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Contents::of_files(read))
    }

    /// Files by their paths.
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

    /// The files as the linker takes them, under the names that messages have.
    pub fn sources(&self) -> Result<Sources, Trouble> {
        let folder = Path::new(&self.folder);
        let is_alone = self.files.len() == 1 && !is_zip(folder) && !is_receipt(folder);
        Sources::of(self.files.iter().map(|Content { name, bytes }| {
            let name = match is_alone {
                true => self.folder.clone(),
                false => format!("{}/{name}", self.folder),
            };
            Ok((name, bytes.clone()))
        }))
    }

    /// The files as a line of `tamarin batch` has them.
    pub fn in_json(&self) -> Value {
        let file = |Content { name, bytes }: &Content| match std::str::from_utf8(bytes) {
            Ok(text) => json!({ "name": name, "text": text }),
            Err(_) => json!({ "name": name, "base64": STANDARD.encode(bytes) }),
        };
        self.files.iter().map(file).collect()
    }
}

/// Whether a name is that of a program's file.
pub fn is_program(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// Whether a name is that of a zip.
pub fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Whether a name may be that of a receipt.
pub fn is_receipt(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}
