//! What was handed in: a file, a folder or a zip for each submission, read once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::archive;
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
    folder: String,
    /// The files.
    pub files: Vec<Content>,
}

impl Contents {
    /// The files of a program on the command line.
    pub fn of(files: &Files) -> Result<Contents, Trouble> {
        let read = |path: &PathBuf| Ok((path.clone(), crate::read(path)?));
        let read: Vec<(PathBuf, Vec<u8>)> = files.0.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Contents::of_files(read))
    }

    fn of_files(mut read: Vec<(PathBuf, Vec<u8>)>) -> Contents {
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
        let is_alone = self.files.len() == 1 && !archive::ends_as_zip(Path::new(&self.folder));
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

/// What one person handed in.
pub struct Submission {
    /// The name of the file or of the folder.
    pub name: String,
    /// Its files, in the order of their names, or why they could not be had.
    pub contents: Result<Contents, Trouble>,
}

/// All submissions of a folder, by their names: each file that is a program by its
/// name, each folder with such files, which are linked, or with one zip, and each zip.
/// Whatever else is there is told by its name.
pub fn submissions(folder: &Path) -> Result<(Vec<Submission>, Vec<String>), Trouble> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for path in entries(folder)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| !name.starts_with('.')) else { continue };
        match submission(&path)? {
            Some(contents) => found.push(Submission { name, contents }),
            None => others.push(name),
        }
    }
    Ok((found, others))
}

/// What was handed in at a path; none where it has no program by its name.
pub fn submission(path: &Path) -> Result<Option<Result<Contents, Trouble>>, Trouble> {
    let inside = match path.is_dir() {
        true => entries(path)?,
        false => BTreeSet::from([path.to_owned()]),
    };
    let programs: Vec<PathBuf> =
        inside.iter().filter(|path| path.is_file() && is_program(path)).cloned().collect();
    if !programs.is_empty() {
        let read = |path: PathBuf| Ok((path.clone(), crate::read(&path)?));
        let read: Result<Vec<_>, _> = programs.into_iter().map(read).collect();
        return Ok(Some(read.map(Contents::of_files)));
    }
    let mut zips = inside.iter().filter(|path| path.is_file() && archive::ends_as_zip(path));
    Ok(match (zips.next(), zips.next()) {
        (Some(path), None) => Some(of_zip(path)),
        (Some(_), Some(_)) => {
            let why = format!("{}: there are several zips in this folder", path.display());
            Some(Err(Trouble::new(why)))
        }
        (None, _) => None,
    })
}

fn of_zip(path: &Path) -> Result<Contents, Trouble> {
    let name = path.display().to_string();
    let length = fs::metadata(path).map(|metadata| metadata.len()).unwrap_or(0);
    if length > archive::PACKED {
        let most = archive::PACKED >> 20;
        return Err(Trouble::new(format!("{name}: this zip is larger than {most} MiB")));
    }
    let files = archive::programs(&name, crate::read(path)?)?;
    Ok(Contents { folder: name, files })
}

fn entries(folder: &Path) -> Result<BTreeSet<PathBuf>, Trouble> {
    let trouble = |error| Trouble::new(format!("{}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(trouble)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()).map_err(trouble));
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    entries.filter(|path| !path.as_ref().is_ok_and(is_hidden)).collect()
}

/// Whether a name is that of a program's file.
pub fn is_program(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}
