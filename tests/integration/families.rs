//! The pairs of `tests/corpus/families`: each family covers one theory, in two code styles, right and subtly wrong.
//! Labels are checked against runs. Pairs that differ must have no evidence; pairs that agree must have evidence that
//! the kernel accepts, unless they are marked `undecided`: then the engine does not prove the claim yet.
//!
//! The long test prints a table: `cargo test --profile long --test integration -- --ignored families --nocapture`;
//! `FAMILY=power` selects one family.

use std::collections::BTreeMap;
use std::time::Instant;

use tamarin::engines::evidence::{self, Unproved, WORK};
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::engines::statement::Statement;
use tamarin::program::Program;
use tamarin::report::Agreement;
use tamarin::solver::Stop;
use tamarin_kernel::{Claim, Evidence};
use tamarin_testing::random::Random;
use tamarin_testing::{many, sample};

use super::alignment::corpus::{Claim as Label, Pair, labels_are_true};

const FOLDER: &str = "tests/corpus/families";

/// More than a comparison spends: which pairs have evidence does not depend on that limit.
const MORE: u64 = 10 * WORK;

fn search(pair: &Pair, work: u64) -> Result<(Claim, Evidence), Unproved> {
    let images = pair.images();
    let equivalent = &Statement::EQUIVALENT;
    evidence::search(images.each_ref(), &pair.contract, equivalent, work, &Stop::NEVER)
}

/// Pairs of a label, the same number of each family.
fn pairs(differ: bool, one_of: usize) -> Vec<Pair> {
    let mut all = Pair::of(FOLDER);
    all.retain(|pair| matches!(pair.claim, Label::Differ(_)) == differ);
    sample(all, one_of)
}

#[test]
fn labels_of_families_are_true_as_far_as_runs_tell() {
    labels_are_true(&sample(Pair::of(FOLDER), 8));
}

#[test]
fn what_agrees_has_evidence() {
    let is_slow = |pair: &Pair| pair.texts[0].lines().any(|line| line == ";@ slow");
    for pair in pairs(false, 18).iter().filter(|pair| !pair.is_undecided && !is_slow(pair)) {
        if let Err(why) = search(pair, MORE) {
            panic!("{}: {why}", pair.name);
        }
    }
}

#[test]
fn what_differs_has_none() {
    for pair in pairs(true, 6) {
        assert!(search(&pair, WORK / 20).is_err(), "{}", pair.name);
    }
}

/// A bit of the right program is changed: if there is still evidence, both programs agree on small and extreme inputs.
#[test]
fn mutants_have_evidence_only_if_they_agree() {
    let mut random = Random::new(43);
    let (mut proved, mut tried) = (0, 0);
    for pair in pairs(false, 12).iter().filter(|pair| !pair.is_undecided) {
        let [left, right] = pair.images();
        let mut words = right.words().to_vec();
        let at = random.word() as usize % words.len();
        words[at] ^= 1 << (random.word() % 32);
        let mutant = pair.contract.image(1, &Program::from_words(words)).expect("it is short");
        tried += 1;
        let both = [&left, &mutant];
        let equivalent = &Statement::EQUIVALENT;
        if evidence::search(both, &pair.contract, equivalent, WORK / 4, &Stop::NEVER).is_err() {
            continue;
        }
        proved += 1;
        for inputs in pair.inputs().into_iter().filter(|inputs| pair.contract.allows(inputs)) {
            let [a, b] = ends(both, &inputs, 20_000);
            assert_ne!(agreement(&a, &b), Agreement::Differ, "{} word {at}: {inputs:?}", pair.name);
            assert_eq!(a.is_for_ever(), b.is_for_ever(), "{} word {at}: {inputs:?}", pair.name);
        }
    }
    println!("{proved} of {tried} mutants have evidence");
    assert!(tried > many(5, 20) && proved < tried, "{proved} of {tried}");
}

#[test]
#[ignore = "long"]
fn the_table_of_families() {
    let mut families: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    let family = std::env::var("FAMILY").ok();
    let is_asked = |pair: &Pair| family.as_ref().is_none_or(|family| pair.family == *family);
    for pair in Pair::of(FOLDER).into_iter().filter(is_asked) {
        let begin = Instant::now();
        let within = search(&pair, WORK);
        let seconds = begin.elapsed().as_secs_f64();
        let is_within = within.is_ok();
        let found = within.or_else(|_| search(&pair, MORE));
        let differs = matches!(pair.claim, Label::Differ(_));
        assert!(!(differs && found.is_ok()), "{} has evidence", pair.name);
        let why = found.as_ref().err().map(Unproved::to_string).unwrap_or_default();
        println!("{:34} {seconds:7.2} s {} {why}", pair.name, if differs { "differs" } else { "" });
        if !differs {
            let [within, proved, all] = families.entry(pair.family).or_default();
            *within += u32::from(is_within);
            *proved += u32::from(found.is_ok());
            *all += 1;
        }
    }
    println!("family: proved by a comparison's work, by ten times that, of so many that agree");
    for (family, [within, proved, all]) in families {
        println!("{family:20} {within} {proved} {all}");
    }
}
