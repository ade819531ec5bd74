//! What the tests share.
//!
//! Golden files: an input, and beside it the output that is expected of it.
//! `BLESS=1 cargo test` rewrites the expectations; the difference is then to
//! be read as any other change.
//!
//! A solver: z3, where there is one.

// Every test file is a crate of its own, and uses its part of this one.
#![allow(dead_code)]

pub mod evaluate;
pub mod examples;
pub mod generate;
pub mod pairs;
pub mod random;

#[cfg(feature = "cli")]
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[cfg(feature = "cli")]
use tamarin::solver::process::Process;

/// The files of a folder of the package with this extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

/// Compares outputs with their golden files, and fails with all that differ.
pub fn check(outputs: impl IntoIterator<Item = (PathBuf, String)>) {
    let bless = env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut differing = Vec::new();
    for (golden, actual) in outputs {
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if expected == actual {
            continue;
        }
        if bless {
            fs::write(&golden, &actual).unwrap_or_else(|e| panic!("{}: {e}", golden.display()));
        } else {
            let name = golden.display();
            differing.push(format!("{name}\n--- expected\n{expected}\n--- actual\n{actual}"));
        }
    }
    let (count, all) = (differing.len(), differing.join("\n"));
    assert!(differing.is_empty(), "{count} differ; BLESS=1 rewrites them\n{all}");
}

/// The z3 of the PATH. Where there is none the test is to return, and a line
/// on the standard error says that it was skipped; on a machine that is to
/// run all tests, which sets `CI`, it fails.
#[cfg(feature = "cli")]
pub fn z3_or_skip() -> Option<Process> {
    let mut solver = Process::z3();
    match solver.probe() {
        Ok(()) => Some(solver),
        Err(why) if env::var_os("CI").is_some() => panic!("no solver: {why}"),
        Err(why) => {
            // Written past the test harness, which keeps what a passing test prints.
            let test = std::thread::current().name().unwrap_or("?").to_owned();
            let line = format!("test {test} ... SKIPPED, no solver: {why}\n");
            let _ = std::io::stderr().write_all(line.as_bytes());
            None
        }
    }
}
