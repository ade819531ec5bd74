//! The pairs of `tests/corpus/pairs` and `tests/corpus/oracle`, checked against their labels: witnesses are run,
//! equivalent programs are run on many inputs, and a comparison with the built-in solver must give the verdict.
//!
//! Each pair is also compared with its sides swapped. A pair labelled slow or undecided is compared with little effort
//! here, and only must not get a wrong verdict. The long test, `cargo test --release --test integration -- --ignored
//! corpus_pairs`, compares the slow ones in full.

use std::collections::{BTreeMap, BTreeSet};

use tamarin::engines::paths::outcome::{agreement, outcome, watched};
use tamarin::engines::paths::{Options, compare};
use tamarin::link::assemble;
use tamarin::machine::Stop;
use tamarin::report::{Agreement, ProofKind, ReasonCode, Report, Verdict};
use tamarin::solver::Effort;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::examples::{kebab, program};
use tamarin_testing::pairs::{Bug, End, Evidence, FOLDERS, Label, Pair, Proved};
use tamarin_testing::random::Random;
use tamarin_testing::rounds::goes_round;

/// Inputs on which programs with the label `eq` are run.
const SAMPLES: usize = 2_000;

#[test]
fn labels_say_what_belongs_to_them() {
    for Pair { labels, .. } in Pair::all() {
        let name = &labels.name;
        assert!((1..=70).contains(&labels.title.len()), "{name}: {}", labels.title);
        assert_eq!(labels.label() == Label::Neq, labels.verdict == Proved::Disequivalent, "{name}");
        assert_eq!(labels.label() == Label::Neq, labels.bug.is_some(), "{name}");
        assert_eq!(labels.label() == Label::Neq, labels.witness.is_some(), "{name}");
        assert_eq!(labels.label() == Label::Neq, labels.label_from == Evidence::Witness, "{name}");
        let within_fuel =
            matches!(labels.verdict, Proved::EquivalentUpTo | Proved::PossiblyEquivalent);
        assert_eq!(within_fuel, labels.out_of_fuel.is_some(), "{name}");
        // A pair that is not proved here needs a reason in its labels.
        let argued = labels.label_from == Evidence::Argument;
        assert!(!argued || labels.undecided && labels.note.is_some(), "{name}");
        let proved = labels.label_from == Evidence::Proof;
        let unproved = labels.undecided || labels.verdict == Proved::PossiblyEquivalent;
        assert!(!proved || !unproved, "{name}");
        assert!(labels.note.is_none_or(|note| !note.is_empty()), "{name}");
    }
}

/// Each family is there with equal and with different programs, and each kind
/// of mistake more than once.
#[test]
fn our_pairs_cover_what_they_are_for() {
    let pairs = Pair::of(FOLDERS[0]);
    let mut families: BTreeMap<String, BTreeSet<Label>> = BTreeMap::new();
    let mut bugs: BTreeMap<Bug, u32> = BTreeMap::new();
    for Pair { labels, .. } in pairs {
        families.entry(labels.family.clone()).or_default().insert(labels.label());
        if let Some(bug) = labels.bug {
            *bugs.entry(bug).or_default() += 1;
        }
    }
    for (family, labels) in families {
        assert_eq!(labels, BTreeSet::from([Label::Eq, Label::Neq]), "{family}");
    }
    assert_eq!(bugs.len(), 7, "{bugs:?}");
    assert!(bugs.values().all(|&count| count >= 3), "{bugs:?}");
}

#[test]
fn our_programs_are_fit_to_be_read() {
    for Pair { labels, texts } in Pair::of(FOLDERS[0]) {
        let name = labels.name;
        for text in texts {
            assert!(text.starts_with("; "), "{name} does not say what it computes:\n{text}");
            assert!(text.lines().all(|line| line.len() <= 80), "{name} is too wide:\n{text}");
            assert_eq!(assemble(&text).diagnostics, [], "{name}:\n{text}");
        }
    }
}

#[test]
fn witnesses_show_the_difference() {
    for pair in Pair::all() {
        let Some(witness) = &pair.labels.witness else { continue };
        let outcomes = pair.outcomes(&witness.inputs.into());
        let name = &pair.labels.name;
        assert_eq!(agreement(&outcomes[0], &outcomes[1]), Agreement::Differ, "{name}");
        let ends = outcomes.each_ref().map(End::of);
        assert_eq!(ends, [&witness.left, &witness.right].map(|end| Some(end.clone())), "{name}");
        for (image, outcome) in pair.images().iter().zip(&outcomes) {
            if let Some(recurrence) = outcome.recurrence {
                assert!(goes_round(image, &witness.inputs, recurrence), "{name}: {recurrence:?}");
            }
        }
        if pair.labels.bug == Some(Bug::Fault) {
            let faults = outcomes.iter().filter(|run| matches!(run.stop, Stop::Fault(_))).count();
            assert_eq!(faults, 1, "{name}");
        }
    }
}

#[test]
fn what_is_equal_within_the_fuel_runs_out_of_it() {
    for pair in Pair::all() {
        let Some(inputs) = pair.labels.out_of_fuel else { continue };
        let fuel = pair.options().fuel;
        let outcomes = pair.images().map(|image| outcome(&image, inputs, fuel));
        let unfinished = outcomes.iter().filter(|run| run.stop == Stop::OutOfFuel).count();
        let both = pair.labels.verdict == Proved::EquivalentUpTo;
        assert_eq!(unfinished, if both { 2 } else { 1 }, "{}: {outcomes:?}", pair.labels.name);
    }
}

#[test]
fn equal_programs_agree_on_many_inputs() {
    for pair in Pair::all() {
        if pair.labels.label() != Label::Eq {
            continue;
        }
        let name = &pair.labels.name;
        let [left, right] = pair.images();
        let fuel = pair.options().fuel;
        for inputs in samples(&pair) {
            let [left, right] = [&left, &right].map(|image| watched(image, inputs, fuel));
            assert_ne!(agreement(&left, &right), Agreement::Differ, "{name} on {inputs:?}");
            // So it says `equivalent` only if no run is cut: all stop, or are seen not to.
            let is_known = [left, right].iter().all(|run| run.fingerprint().is_some());
            let are_known = pair.labels.verdict == Proved::Equivalent;
            assert!(is_known || !are_known, "{name} runs out of fuel on {inputs:?}");
        }
    }
}

/// Pairs of numbers that programs tend to go wrong on, of numbers near the
/// words of both programs, of small ones, and of any.
fn samples(pair: &Pair) -> Vec<[u32; 2]> {
    let words = pair.texts.iter().flat_map(|text| program(text).words);
    let mut special: Vec<u32> = words
        .chain([0, 1 << 31])
        .flat_map(|word| [-1, 0, 1].map(|d| word.wrapping_add_signed(d)))
        .collect();
    special.sort_unstable();
    special.dedup();
    let mut random = Random::new(1);
    let mut word = || match random.word() % 4 {
        0 => random.word(),
        1 => random.word() % 64,
        _ => special[random.word() as usize % special.len()],
    };
    (0..SAMPLES).map(|_| [word(), word()]).collect()
}

fn report(pair: &Pair, options: &Options) -> Report {
    let [left, right] = pair.images();
    let mut observer = ();
    let mut solver = Bitblast::new();
    pollster::block_on(compare(&left, &right, options, &mut solver, &mut observer))
}

fn check_verdicts(pairs: impl IntoIterator<Item = Pair>) {
    for pair in pairs {
        let (name, report) = (&pair.labels.name, report(&pair, &pair.options()));
        // Labels are about runs within the fuel, which such proofs go beyond.
        let goes_beyond = [ProofKind::Invariants, ProofKind::Procedures];
        if report.proof.as_ref().is_some_and(|proof| goes_beyond.contains(&proof.kind)) {
            assert_eq!(pair.labels.label(), Label::Eq, "{name}: {report:#?}");
            continue;
        }
        assert_eq!(kebab(report.verdict), kebab(pair.labels.verdict), "{name}: {report:#?}");
        let unfinished = report.reason.code == ReasonCode::OneSideUnfinished;
        assert_eq!(unfinished, pair.labels.verdict == Proved::PossiblyEquivalent, "{name}");
        check_witness(&pair, &report);
    }
}

/// Whatever was proved, perhaps with less fuel than the labels hold for, is true.
fn check_claims(pair: &Pair, report: &Report) {
    let holds = match report.verdict {
        Verdict::Disequivalent => pair.labels.label() == Label::Neq,
        Verdict::Equivalent | Verdict::EquivalentIfBothStop => pair.labels.label() == Label::Eq,
        // Differences may need more fuel.
        Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent => true,
    };
    assert!(holds, "{}: {report:#?}", pair.labels.name);
    check_witness(pair, report);
}

fn check_witness(pair: &Pair, report: &Report) {
    let differ = report.verdict == Verdict::Disequivalent;
    let name = &pair.labels.name;
    assert_eq!(differ, report.witness.is_some(), "{name}: {report:#?}");
    if let Some(witness) = &report.witness {
        let [left, right] = pair.outcomes(&witness.inputs);
        assert_eq!(agreement(&left, &right), Agreement::Differ, "{name}: {witness:?}");
    }
}

fn pairs(wanted: impl Fn(&Pair) -> bool) -> Vec<Pair> {
    let mut pairs = Pair::all();
    pairs.retain(wanted);
    assert!(!pairs.is_empty());
    pairs
}

fn is_hard(pair: &Pair) -> bool {
    pair.labels.slow || pair.labels.undecided
}

#[test]
fn differences_are_found() {
    check_verdicts(pairs(|pair| pair.labels.label() == Label::Neq && !is_hard(pair)));
}

#[test]
fn equivalences_are_proved() {
    check_verdicts(pairs(|pair| pair.labels.label() == Label::Eq && !is_hard(pair)));
}

#[test]
fn little_effort_claims_nothing_wrong() {
    for pair in pairs(is_hard) {
        let options = Options { fuel: 300, max_runs: 3, effort: Effort(100), ..pair.options() };
        check_claims(&pair, &report(&pair, &options));
    }
}

#[test]
#[ignore = "long"]
fn slow_pairs_have_their_verdicts() {
    check_verdicts(pairs(|pair| pair.labels.slow && !pair.labels.undecided));
}

/// A verdict also holds with the sides swapped. Whether the solver finds it may depend on the order of its input.
#[test]
fn swapped_pairs_have_no_wrong_verdict() {
    for mut pair in pairs(|pair| !is_hard(pair)) {
        pair.texts.reverse();
        let report = report(&pair, &pair.options());
        check_claims(&pair, &report);
        let found = report.verdict == Verdict::Disequivalent;
        assert_eq!(found, pair.labels.label() == Label::Neq, "{}: {report:#?}", pair.labels.name);
    }
}
