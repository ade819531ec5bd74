//! `bitblast` and z3 must agree: natively, and in the WebAssembly of the page.
//!
//! There are two kinds of queries. First, random programs are compared with mutated copies, and both solvers answer
//! each query of the comparison; these are queries as the engine poses them, over shared terms. Second, queries over
//! random terms with every operator. The page's z3 runs in Node under its own worker script (`tests/wasm/z3-in.mjs`),
//! and the page's own code reads its answers.
//!
//! `cargo test` runs a short part; `npm run test:long` runs more.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use tamarin::engines::paths::{Options, compare};
use tamarin::machine::Image;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::process::Process;
use tamarin::solver::{Effort, Question, Solver};
use tamarin_testing::generate::pair;
use tamarin_testing::judge::{Judge, Judged, OPERATORS, Tally};
use tamarin_testing::questions::Soup;
use tamarin_testing::{figure, is_long, skipped, z3_or_skip};

/// The effort limits for a query of `bitblast` and of z3. The short part has easy queries.
fn efforts() -> [Effort; 2] {
    if is_long() { [5_000, 20_000].map(Effort) } else { [200, 5_000].map(Effort) }
}

/// Queries for each of the two, in the long test.
const LONG: usize = 10_400;
/// Queries of a soup of terms.
const SERVINGS: usize = 8;
/// The part of the queries, in percent, that each has to settle.
const DECIDED: usize = 95;

/// Asks at least `wanted` queries, half of each kind.
fn judge_questions(z3: &mut dyn Solver, wanted: usize) -> Tally {
    let mut bitblast = Bitblast::new();
    let [effort, of_z3] = efforts();
    let mut judge = Judge::new(&mut bitblast, z3, Judged::All, of_z3);
    let mut runner = TestRunner::deterministic();
    let pairs = pair();
    while judge.tally.queries < wanted / 2 {
        let pair = pairs.new_tree(&mut runner).expect("no filters").current();
        let [left, right] = pair.each_ref().map(Image::new);
        let options = Options { fuel: 60, max_runs: 8, effort, ..Options::default() };
        pollster::block_on(compare(&left, &right, &options, &mut judge, &mut ()));
    }
    let mut seed = 0;
    while judge.tally.queries < wanted {
        let mut soup = Soup::new(seed);
        for _ in 0..SERVINGS {
            let question = soup.question();
            judge.push();
            for claim in question {
                judge.assert(claim.term);
            }
            let name = format!("soup{seed}");
            let question = Question::new(&name).within(effort);
            pollster::block_on(judge.check(&soup.drafts.terms, question));
            judge.pop();
        }
        seed += 1;
    }
    judge.tally
}

fn expect_agreement(name: &str, tally: &Tally) {
    figure(&format!("bitblast and {name}: {tally}"));
    let first = tally.disagreements.first();
    assert_eq!(first, None, "{} disagreements with {name}", tally.disagreements.len());
    assert!(tally.sat * 5 > tally.queries && tally.unsat * 20 > tally.queries, "{tally}");
    if !is_long() {
        return;
    }
    let settled = |unknown: usize| 100 * (tally.queries - unknown) >= DECIDED * tally.queries;
    assert!(settled(tally.unknown), "bitblast settles too few: {tally}");
    assert!(settled(tally.judge_unknown), "{name} settles too few: {tally}");
    let count = |operator| tally.operators.get(operator).copied().unwrap_or(0);
    let counts: Vec<String> =
        OPERATORS.iter().map(|operator| format!("{operator} {}", count(operator))).collect();
    figure(&format!("    queries with each operator: {}", counts.join(", ")));
    let missing: Vec<&&str> = OPERATORS.iter().filter(|operator| count(operator) == 0).collect();
    assert!(missing.is_empty(), "no query has {missing:?}");
}

#[test]
fn bitblast_and_the_native_z3_agree() {
    let Some(mut z3) = z3_or_skip() else { return };
    let wanted = if is_long() { LONG } else { 32 };
    expect_agreement("the native z3", &judge_questions(&mut z3, wanted));
}

#[test]
fn bitblast_and_the_z3_of_the_page_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_node = Command::new("node").arg("--version").output().is_ok();
    if !has_node || !root.join("node_modules/z3-solver").exists() {
        return skipped("no Node with z3-solver");
    }
    let script = root.join("tests/wasm/z3-in.mjs");
    let script = script.to_str().expect("the path is UTF-8");
    let mut z3 = Process::new(["node", script], Duration::from_secs(120));
    let wanted = if is_long() { LONG } else { 16 };
    expect_agreement("the z3 of the page", &judge_questions(&mut z3, wanted));
}
