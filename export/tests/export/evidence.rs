//! Claims with evidence: the handwritten ones of the kernel's tests for MIPS, and what the prover finds for ARM64.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tamarin_kernel::check::inputs;
use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::define::define;
use tamarin_kernel::evidence::Rule;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::rules::bits::clauses;
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::Terms;
use tamarin_kernel::{Claim, Evidence, check};
use tamarin_prove::arm64::{Division, Given, claim, search};
use tamarin_prove::{Budget, Solved};

use crate::assembler::assemble;
use crate::sat;

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

/// Lemmas that need the rules which no other pair uses, beside two programs that are the same.
///
/// `parity` is by a SAT proof, which the kernel's clauses for the lemma give; `blank` is about memory that holds nothing.
/// `further` are lemmas for this machine alone.
fn of_lemmas(name: &str, words: Vec<u64>, claim: Claim, further: &[Value]) -> Proved {
    let claim = Claim { programs: [words.clone(), words], ..claim };
    let evidence = |proof: &str| -> Evidence {
        let lemmas = [
            json!({
                "name": "parity",
                "any": ["x"],
                "show": "2*x != 1",
                "by": [{ "rule": "bits", "on": ["goal"], "proof": proof }],
            }),
            json!({
                "name": "blank",
                "any": ["x"],
                "assume": ["64 <=u x", "x <u 4096"],
                "show": "load(start.left, x) = 0",
                "by": [{ "rule": "memory.blank", "name": "start.left", "terms": ["x"] }],
            }),
        ];
        let lemmas = [&lemmas[..], further].concat();
        let start = json!([{ "run": ["left", 1] }, { "run": ["right", 1] }, { "end": "both" }]);
        let whole = json!({
            "work": 1_000_000,
            "exercise": { "input": { "words": [0, 0] }, "steps": 10 },
            "lemmas": lemmas,
            "start": start,
        });
        serde_json::from_value(whole).expect("it is evidence")
    };
    let proof = refutation(&claim, &evidence(""));
    Proved { name: name.to_owned(), evidence: evidence(&proof), claim }
}

/// A refutation of the negation of the first lemma, over the kernel's clauses.
fn refutation(claim: &Claim, evidence: &Evidence) -> String {
    let goals = RefCell::new(Vec::new());
    let observer = |_: &Terms, _: &Point, _: &str, _: Option<&Rule>, cases: &[Vec<Fact>]| {
        goals.borrow_mut().push(cases[0][0].clone());
    };
    let mut prover = inputs(claim, None, 1_000_000).expect("it is a claim");
    prover.watch = Some(&observer);
    define(&mut prover, evidence).expect_err("the first lemma has no proof yet");
    let goal = goals.borrow()[0].negated();
    let clauses = clauses(&mut prover.terms, &[goal]).expect("it is cheap");
    sat::refute(&clauses).expect("no word is its own double and one")
}

/// The lemmas for MIPS: `jr $31`.
pub fn mips_lemmas() -> Proved {
    let product = json!({
        "name": "product",
        "any": ["x"],
        "show": "high(x, 2) <u 2",
        "by": [
            { "rule": "product", "terms": ["x", "2"], "as": "product" },
            { "rule": "linear", "on": ["product.1", "goal"], "times": [1, 1u64 << 32] },
        ],
    });
    of_lemmas("lemmas", vec![0x03e0_0008], by_hand("fibonacci").claim, &[product])
}

/// The lemmas for ARM64: `br x30`.
pub fn arm64_lemmas() -> Proved {
    let words = assemble("br x30").into_iter().map(u64::from).collect();
    of_lemmas("arm64 lemmas", words, of_arm64("itself").claim, &[])
}

/// The wrong program of a pair of `prove/tests/arm64`.
fn wrong(name: &str) -> Vec<u64> {
    let text = read(&root().join("prove/tests/arm64").join(format!("{name}.s")));
    let (_, text) = text.split_once("== wrong\n").expect("a wrong program");
    assemble(text).into_iter().map(u64::from).collect()
}

/// Evidence that the prover made, for the kernel's tests, which have no prover. `BLESS=1` makes it anew.
#[test]
fn evidence_of_the_prover_is_stored_for_the_tests_of_the_kernel() {
    for name in MADE {
        let path = root().join("kernel/tests/evidence/made").join(format!("{name}.json"));
        if std::env::var_os("BLESS").is_some() {
            let Proved { claim, evidence, .. } = of_arm64(name);
            let whole = json!({ "claim": claim, "wrong": wrong(name), "evidence": evidence });
            fs::write(&path, whole.to_string() + "\n").expect("it can be written");
        }
        let whole: serde_json::Value = serde_json::from_str(&read(&path)).expect("it is JSON");
        let stored = |key: &str| whole[key].clone();
        let claim: Claim = serde_json::from_value(stored("claim")).expect("it is a claim");
        let evidence = serde_json::from_value(stored("evidence")).expect("it is evidence");
        check(&claim, &evidence).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
}

/// Pairs of `prove/tests/arm64` with small evidence.
const MADE: [&str; 12] = [
    "absolute",
    "array-sum",
    "array-zeros",
    "signed-by-unsigned",
    "count-unsigned",
    "counter-on-stack",
    "high-half",
    "maximum",
    "product-down",
    "recurrence",
    "signed-remainder",
    "square-high",
];
