//! Shared by tests and fuzz targets: generators of programs, terms and queries, and independent checkers.
//!
//! Golden files: an input, and beside it the expected output. `BLESS=1 cargo test` rewrites the expectations; review
//! their difference like any other change.
//!
//! A solver: z3, if it is installed.

pub mod arm64;
pub mod claims;
pub mod conditions;
pub mod contracts;
pub mod differing;
pub mod draft;
pub mod drat;
pub mod evaluate;
pub mod examples;
pub mod expressions;
pub mod generate;
// Evidence from scratch is generated and checked as in the kernel's tests.
#[path = "../../kernel/tests/kernel/grown.rs"]
#[allow(dead_code)]
mod grown;
pub mod judge;
pub mod jumps;
pub mod laws;
pub mod mutants;
pub mod overwriting;
pub mod pairs;
pub mod questions;
pub mod random;
pub mod raw;
pub mod recursions;
pub mod rounds;
pub mod small;
pub mod smt;
pub mod sums;
#[path = "../../kernel/tests/kernel/support/mod.rs"]
#[allow(dead_code)]
mod support;
pub mod targets;
pub mod texts;
pub mod wlp4;

use std::convert::Infallible;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{env, fs};

use tamarin::contract::Contract;
use tamarin::engines::alignment::{self, Proved};
use tamarin::engines::pause::Pause;
use tamarin::machine::Image;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::process::Process;
use tamarin::symbolic::merge::{Limits, Scope, Summary, summarize};
use tamarin::term::Terms;

/// What the alignment engine proves of two programs, with the solver that is in
/// this process.
pub fn proved(images: [&Rc<Image>; 2]) -> Option<Proved> {
    proved_under(&Contract::default(), images)
}

/// The same where the programs are given what a contract says.
pub fn proved_under(contract: &Contract, images: [&Rc<Image>; 2]) -> Option<Proved> {
    let mut solver = Bitblast::new();
    let pause = Pause::never();
    let first = contract.first_inputs();
    let attempt = alignment::prove(images, contract, &first, &mut solver, &Stop::NEVER, pause);
    pollster::block_on(attempt).proved
}

/// The project's top folder.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The files of a folder of the project with this extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
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

/// The same program with a word behind it that no run needs: it does the same, and is other machine code.
pub fn and_a_word(text: &str) -> String {
    format!("{text}\n.word 0\n")
}

/// The z3 of the PATH, or a word on why the test that needs it is to return.
pub fn z3_or_skip() -> Option<Process> {
    let mut solver = Process::z3();
    match solver.probe() {
        Ok(()) => Some(solver),
        Err(why) => {
            skipped(&format!("no solver: {why}"));
            None
        }
    }
}

/// Says that a test lacks something and is skipped; on a machine that is to
/// run all tests, which sets `CI`, it fails.
pub fn skipped(why: &str) {
    assert!(env::var_os("CI").is_none(), "{why}");
    let test = std::thread::current().name().unwrap_or("?").to_owned();
    say(&format!("test {test} ... SKIPPED, {why}"));
}

/// Whether the tests are to take their time: `npm run test:long`.
pub fn is_long() -> bool {
    env::var_os("TAMARIN_LONG").is_some_and(|value| value == "1")
}

/// One of so many in `npm test`, and all in `npm run test:long`. `SAMPLE=1` takes the second of each group instead of
/// the first, and so on: as many runs as a group has members check all.
pub fn sample<T>(all: Vec<T>, one_of: usize) -> Vec<T> {
    if is_long() {
        return all;
    }
    let turn = env::var("SAMPLE").map_or(0, |n| n.parse().expect("`SAMPLE` is a number"));
    let first = turn % one_of.min(all.len()).max(1);
    all.into_iter().skip(first).step_by(one_of).collect()
}

/// How many there are of something: the second number in the long tests, the first otherwise.
pub fn many<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}

/// Tells what a long test counted, for the summary at the end of them.
pub fn figure(line: &str) {
    if is_long() {
        say(&format!("figure: {line}"));
    }
}

/// Tells how far a long test has come.
pub fn progress(line: &str) {
    if is_long() {
        say(line);
    }
}

/// Writes a line past the test harness, which keeps what a passing test prints.
fn say(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// The summary of a program, however long it takes.
pub fn summary_of(terms: &mut Terms, image: &Image, fuel: u64, scope: Scope) -> Option<Summary> {
    summary_within(terms, image, Limits { fuel, terms: usize::MAX }, scope)
}

/// The same within limits.
pub fn summary_within(
    terms: &mut Terms,
    image: &Image,
    limits: Limits,
    scope: Scope,
) -> Option<Summary> {
    let pause = &mut async || ControlFlow::<Infallible>::Continue(());
    let Ok(summary) = pollster::block_on(summarize(terms, image, limits, scope, None, pause));
    summary
}
