//! Reads a submitted zip.
//!
//! A zip may come from anyone. Nothing of it is written to the disk, and unpacked bytes are counted
//! while unpacking, because the sizes in a zip are not trusted. Anything that makes the submission
//! ambiguous is an error with a message: a path that leads out of the zip, a link, an encrypted
//! file, a zip in the zip.

use std::io::{Cursor, Read};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use super::contents::{Content, is_program, is_zip};
use crate::cli::trouble::Trouble;

/// The maximal size of a zip, in bytes.
pub const PACKED: u64 = 16 << 20;
/// The maximal total size of its programs, in bytes.
const UNPACKED: u64 = 4 << 20;
/// The maximal number of files and folders.
const ENTRIES: usize = 1_000;

/// The programs in a zip, by path.
pub fn programs(name: &str, bytes: Vec<u8>) -> Result<Vec<Content>, Trouble> {
    let trouble = |why: String| Trouble::new(format!("{name}: {why}"));
    if bytes.is_empty() {
        return Err(trouble("this zip is an empty file".to_owned()));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|why| trouble(format!("this is no zip that can be read: {}", of_zip(&why))))?;
    if archive.len() > ENTRIES {
        return Err(trouble(format!("there are more than {ENTRIES} files in this zip")));
    }
    let mut found: Vec<Content> = Vec::new();
    let mut left = UNPACKED;
    for index in 0..archive.len() {
        let (path, is_file, is_encrypted) = {
            let entry = archive.by_index_raw(index).map_err(|why| trouble(of_zip(&why)))?;
            let path = entry.name().map_err(|why| trouble(of_zip(&why)))?.into_owned();
            if entry.is_symlink() {
                return Err(trouble(format!("`{path}` is a link to another file")));
            }
            if entry.enclosed_name().is_none() || path.contains('\\') {
                return Err(trouble(format!("the path `{path}` leads out of the zip")));
            }
            (path, entry.is_file(), entry.encrypted())
        };
        if !is_file || is_of_a_system(&path) {
            continue;
        }
        if is_zip(Path::new(&path)) {
            return Err(trouble(format!(
                "`{path}` is a zip in the zip: the programs themselves are to be handed in"
            )));
        }
        if !is_program(Path::new(&path)) {
            continue;
        }
        if is_encrypted {
            return Err(trouble(format!("`{path}` is under a password")));
        }
        let entry = archive.by_index(index).map_err(|why| trouble(of_zip(&why)))?;
        let mut bytes = Vec::new();
        // Reading one byte more than allowed detects that there is more.
        let read = entry.take(left + 1).read_to_end(&mut bytes);
        read.map_err(|why| trouble(format!("`{path}` cannot be unpacked: {why}")))?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            trouble(format!("its programs come to more than {} MiB", UNPACKED >> 20))
        })?;
        found.push(Content { name: path, bytes });
    }
    match found.is_empty() {
        true => Err(trouble("there is no program in this zip".to_owned())),
        false => {
            found.sort_by(|a, b| a.name.cmp(&b.name));
            Ok(found)
        }
    }
}

/// Whether an operating system added the file to the zip.
fn is_of_a_system(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

fn of_zip(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(why) => (*why).to_owned(),
        ZipError::InvalidArchive(why) => why.to_string(),
        other => other.to_string(),
    }
}
