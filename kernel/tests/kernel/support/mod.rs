//! Helpers shared by the tests of the kernel: pairs of programs with their evidence.

pub mod arm64;
pub mod grow;
pub mod model;
pub mod oracle;
pub mod plain;
pub mod sat;
pub mod setting;
pub mod small;

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

/// Claims about pairs of ARM64 programs with the words of a third, wrong program, and evidence that the prover made:
/// the files in `tests/evidence/made`, in order.
pub fn stored() -> Vec<(String, Claim, Vec<u64>, serde_json::Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/evidence/made");
    let files = fs::read_dir(&folder).expect("there is such a folder");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it can be read").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("it is text");
        let whole: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let claim = serde_json::from_value(whole["claim"].clone()).expect("it is a claim");
        let wrong = serde_json::from_value(whole["wrong"].clone()).expect("it is words");
        (name, claim, wrong, whole["evidence"].clone())
    };
    paths.into_iter().map(read).collect()
}

/// A number from the environment, or else a default: how long a random test runs, and its seed.
pub fn number_of(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable);
    text.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable}: a number")))
}
