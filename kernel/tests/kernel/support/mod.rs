//! Helpers shared by the tests of the kernel: pairs of programs with their evidence.

pub mod arm64;
pub mod model;
pub mod plain;
pub mod sat;

use std::fs;
use std::path::PathBuf;

use tamarin_kernel::machine::Layout;
use tamarin_kernel::{Claim, Evidence, Statement};

/// Memory with words of this many bytes that do not overlap.
pub const fn layout(word: u64) -> Layout {
    Layout { word, cell: word, end: 1 << 40, kept: 1 << 40 }
}

/// The pairs in `tests/evidence`.
pub const PAIRS: [&str; 5] = ["unrolled", "squares", "scan", "fibonacci", "lcm"];

/// A file of a pair.
pub fn read(pair: &str, file: &str) -> String {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/evidence").join(pair).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words of a program: the second column of its listing.
pub fn words(pair: &str, program: &str) -> Vec<u64> {
    let word = |line: &str| {
        let word = line.strip_prefix("0x")?.split_whitespace().nth(1)?.strip_prefix("0x")?;
        Some(u64::from_str_radix(word, 16).expect("it is a word"))
    };
    read(pair, &format!("{program}.lst")).lines().filter_map(word).collect()
}

/// The claim about a pair, with this program on the right.
pub fn claim(pair: &str, right: &str) -> Claim {
    let mut claim: Claim = serde_json::from_str(&read(pair, "claim.json")).expect("it is a claim");
    claim.programs = [words(pair, "left"), words(pair, right)];
    claim
}

/// The claim of the command line: both programs are given two numbers and an empty stack.
pub fn two_numbers(programs: [Vec<u64>; 2], statement: Statement) -> Claim {
    let claim = include_str!("../../../src/two-numbers.json");
    let claim: Claim = serde_json::from_str(claim).expect("it is a claim");
    Claim { programs, statement, ..claim }
}

/// The evidence for a pair.
pub fn evidence(pair: &str) -> Evidence {
    serde_json::from_str(&read(pair, "evidence.json")).expect("it is evidence")
}
