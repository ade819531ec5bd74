//! Claims with evidence: the handwritten ones of the kernel's tests for MIPS, and what the prover finds for ARM64.

use std::fs;
use std::path::{Path, PathBuf};

use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::{Claim, Evidence};
use tamarin_prove::arm64::{Division, Given, claim, search};
use tamarin_prove::{Budget, Solved};

use crate::assembler::assemble;

/// A claim with evidence that the kernel accepts.
pub struct Proved {
    pub name: String,
    pub claim: Claim,
    pub evidence: Evidence,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A pair of `kernel/tests/evidence`.
pub fn by_hand(name: &str) -> Proved {
    let folder = root().join("kernel/tests/evidence").join(name);
    let json = |file: &str| read(&folder.join(file));
    let mut claim: Claim = serde_json::from_str(&json("claim.json")).expect("it is a claim");
    claim.programs = ["left.lst", "right.lst"].map(|file| {
        let word = |line: &str| {
            let word = line.strip_prefix("0x")?.split_whitespace().nth(1)?.strip_prefix("0x")?;
            Some(u64::from_str_radix(word, 16).expect("it is a word"))
        };
        json(file).lines().filter_map(word).collect()
    });
    let evidence = serde_json::from_str(&json("evidence.json")).expect("it is evidence");
    Proved { name: name.to_owned(), claim, evidence }
}

/// A pair of `prove/tests/arm64` that has evidence.
pub fn of_arm64(name: &str) -> Proved {
    let text = read(&root().join("prove/tests/arm64").join(format!("{name}.s")));
    let mut parts = text.split("== ");
    let head = parts.next().unwrap_or_default();
    let given = head.lines().find_map(|line| line.strip_prefix("// array: "));
    let given = given.map_or(Given::Numbers, |capacity| Given::Array {
        capacity: capacity.parse().expect("a number"),
    });
    let programs: Vec<Vec<u32>> =
        parts.map(|part| assemble(part.split_once('\n').expect("a program").1)).collect();
    let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Same };
    let claim = claim([&programs[0], &programs[1]], given, &[], Division::Faults, statement);
    let mut budget = Budget { work: 120_000_000, ..Budget::default() };
    let found = search(&claim, &|_, _| Solved::Open, &mut budget);
    let evidence = found.unwrap_or_else(|why| panic!("{name}: {why:?}"));
    Proved { name: format!("arm64 {name}"), claim, evidence }
}
