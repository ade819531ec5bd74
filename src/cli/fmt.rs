//! `tamarin fmt`: formats programs, like `rustfmt`.
//!
//! Files are rewritten in place; `-` reads the standard input and writes the standard output.
//! `--check` writes nothing, names the files that would change, and exits with status 1 if there
//! are any.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use super::machines::MachineArgs;
use super::trouble::Trouble;
use crate::asm::{self, Formatted};
use crate::cli::console::{DIFFERENT, TROUBLE, answer, read, tell};
use crate::machine::Architecture;
use crate::source;

#[derive(Args)]
pub struct FmtArgs {
    /// The programs; - is the standard input, which is written to the standard output.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing, name the files that would change, and exit with 1 if there are any.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

pub fn fmt(args: &FmtArgs) -> Result<u8, Trouble> {
    let mut status = 0;
    // An error in one file does not prevent the others from being formatted.
    for path in &args.files {
        let one = fmt_file(path, args).unwrap_or_else(|why| {
            tell(&why.in_words(io::stderr().is_terminal()));
            TROUBLE
        });
        status = one.max(status);
    }
    Ok(status)
}

fn fmt_file(path: &Path, args: &FmtArgs) -> Result<u8, Trouble> {
    let name = path.display();
    let text = String::from_utf8(read(path)?)
        .map_err(|error| Trouble::new(format!("{name}: {}; left as it is", error.utf8_error())))?;
    let is_arm64 = match args.machine.architecture() {
        Some(architecture) => architecture == Architecture::Arm64,
        None => source::is_arm64("-", text.as_bytes()),
    };
    let Formatted { text: formatted, unparsed } =
        if is_arm64 { asm::arm64::format(&text) } else { asm::format(&text) };
    if let [first, rest @ ..] = &unparsed[..] {
        let which = match rest.len() {
            0 => format!("line {first} does not parse and stays as it is"),
            more => format!("line {first} and {more} more do not parse and stay as they are"),
        };
        tell(&format!("{name}: {which}\n"));
    }
    if args.check {
        if formatted == text {
            return Ok(0);
        }
        answer(&format!("{name}\n"))?;
        return Ok(DIFFERENT);
    }
    if path == Path::new("-") {
        answer(&formatted)?;
    } else if formatted != text {
        fs::write(path, formatted).map_err(|error| Trouble::new(format!("{name}: {error}")))?;
    }
    Ok(0)
}
