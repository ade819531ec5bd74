//! Golden files: an input, and beside it the output that is expected of it.
//!
//! `BLESS=1 cargo test` rewrites the expectations; the difference is then to
//! be read as any other change.

// Every test file is a crate of its own, and uses its part of this one.
#![allow(dead_code)]

pub mod evaluate;
pub mod generate;

use std::path::{Path, PathBuf};
use std::{env, fs};

use tamarin::solver::process::Process;

/// The z3 of the PATH. Without one a test has nothing to test, which it says
/// and passes; under CI there has to be one.
pub fn z3() -> Option<Process> {
    let mut solver = Process::z3();
    match solver.probe() {
        Ok(()) => Some(solver),
        Err(why) => {
            assert!(env::var_os("CI").is_none(), "CI needs a z3: {why}");
            eprintln!("SKIPPED, no z3: {why}");
            None
        }
    }
}

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
