//! The pairs of `tests/corpus/families`, proved from their words alone.
//!
//! `cargo test -p tamarin-prove --test prove -- --ignored the_table_of_families --nocapture` prints, for each pair,
//! its seconds, the work in millions, whether it was proved, and where each method stopped that proved nothing.
//! `PAIRS=gcd,lcm` restricts it to names that contain one of these texts, and `FOLDER` names another folder.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use tamarin_kernel::check;
use tamarin_prove::words::{Found, from_words};
use tamarin_prove::{Budget, Solved};

use crate::mips::{Pair, pairs};

const FOLDER: &str = "../tests/corpus/families";

/// The work of a comparison.
const WORK: u64 = 40_000_000;

fn prove(pair: &Pair) -> Found {
    let budget = Budget { work: WORK, ..Budget::default() };
    let found = from_words(&pair.claim, &|_, _| Solved::Open, &budget, u64::MAX);
    if let Ok(evidence) = &found.evidence {
        check(&pair.claim, evidence).expect("what is returned is accepted");
    }
    found
}

/// The pairs of `tests/corpus/families` with these names.
fn of_corpus(names: &[&str]) -> Vec<Pair> {
    let mut all = pairs(&PathBuf::from(FOLDER));
    all.retain(|pair| names.iter().any(|name| pair.name.starts_with(name)));
    all
}

/// Recursion beside a loop, beside another recursion, with a base case more, with another step, and by halves.
#[test]
fn recursions_with_frames_are_functions() {
    let names =
        ["factorial-3", "fibonacci-1", "fibonacci-3", "gcd-recursive-3", "parity-1", "sum-5"];
    let found = of_corpus(&names);
    assert_eq!(found.len(), 2 * names.len());
    for pair in found.iter().chain(&of_corpus(&["power-recursive-6-stack"])) {
        let found = prove(pair);
        assert!(found.evidence.is_ok(), "{}: {:?}", pair.name, found.open);
        let evidence = found.evidence.expect("it was found");
        assert!(!evidence.functions.is_empty() && !evidence.contracts.is_empty(), "{}", pair.name);
    }
}

/// Recursions as a person writes them, with frames for what has to be kept.
#[test]
fn recursions_written_by_hand_are_functions() {
    for pair in pairs(&PathBuf::from("tests/recursions")) {
        let found = prove(&pair);
        assert_eq!(found.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, found.open);
    }
}

#[test]
fn recursions_that_differ_are_never_proved() {
    let families = ["factorial", "fibonacci", "gcd", "lcm", "parity", "power", "sum", "times"];
    let mut wrong = of_corpus(&families);
    wrong.retain(|pair| !pair.agrees);
    assert_eq!(wrong.len(), 60);
    for pair in wrong {
        assert!(prove(&pair).evidence.is_err(), "{}: it is false", pair.name);
    }
}

#[test]
#[ignore = "it takes minutes"]
fn the_table_of_families() {
    let folder = std::env::var("FOLDER").unwrap_or_else(|_| FOLDER.into());
    let only = std::env::var("PAIRS").unwrap_or_default();
    let is_in = |name: &str| only.split(',').any(|it| name.contains(it));
    let mut families: BTreeMap<String, [u32; 4]> = BTreeMap::new();
    for pair in pairs(&PathBuf::from(folder)).iter().filter(|pair| is_in(&pair.name)) {
        let begin = Instant::now();
        let found = prove(pair);
        let [right, all, wrong, wrongs] = families.entry(pair.family.clone()).or_default();
        let is_proved = found.evidence.is_ok();
        match pair.agrees {
            true => (*right, *all) = (*right + u32::from(is_proved), *all + 1),
            false => (*wrong, *wrongs) = (*wrong + u32::from(is_proved), *wrongs + 1),
        }
        let open = found.open.iter().map(|(method, open)| format!("{method:?}: {open}"));
        let open = open.collect::<Vec<_>>().join("; ");
        let (text, work) = (if is_proved { "proved" } else { "open" }, found.work / 1_000_000);
        let seconds = begin.elapsed().as_secs_f32();
        let label = if pair.agrees { "=" } else { "#" };
        println!("{:<28} {label} {seconds:5.1} s {work:4} {text:<6} {open}", pair.name);
        assert!(pair.agrees || !is_proved, "{}: it is false", pair.name);
    }
    for (family, [right, all, wrong, wrongs]) in families {
        println!("{family:<20} right {right}/{all} proved, wrong {wrong}/{wrongs} proved");
    }
}
