//! Input and output of commands, and their exit statuses.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use super::trouble::Trouble;
use crate::contract::table;
use crate::machine::Inputs;

/// Exit status: a difference was found, or a program did not stop.
pub const DIFFERENT: u8 = 1;
/// Exit status: no difference, but the verdict is weaker than required.
pub const WEAKER: u8 = 3;
/// Exit status: bad input, or no solver.
pub const TROUBLE: u8 = 2;

/// The bytes of a file, or of the standard input for `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}

/// Formats a value as indented JSON.
pub fn pretty(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data is JSON");
    text.push('\n');
    text
}

/// Writes an answer. A closed output is not an error.
pub fn answer(text: &str) -> Result<(), Trouble> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::new(format!("the standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a remark to the standard error. A failure to write cannot be reported anywhere.
pub fn tell(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Parses words separated by commas.
pub fn parse_inputs(text: &str) -> Result<Inputs, String> {
    match text.trim() {
        "" => Ok(Inputs::default()),
        text => text.split(',').map(table::word).collect(),
    }
}

/// Writes a file atomically: a reader sees the old or the new content, even if this process is
/// killed.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    write(&part, bytes)?;
    let renamed = fs::rename(&part, path);
    renamed.map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let written = fs::write(path, bytes);
    written.map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}
