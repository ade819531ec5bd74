//! The refactorings of `tests/corpus/versions`: labels are checked against runs, the engines against labels, and the
//! table of `docs/versions.md` against both.

use std::collections::BTreeMap;
use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::driven::drive;
use tamarin::engines::mend::{constants, edits};
use tamarin::engines::paths::outcome::{agreement, watched};
use tamarin::engines::paths::{self, Options};
use tamarin::engines::versions::Verdict;
use tamarin::link::{self, File};
use tamarin::machine::{Image, Stop};
use tamarin::report::{Agreement, ProofKind, Report, Verdict as Compared};
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{By, End, Label, Pair, Proved};
use tamarin_testing::questions::Random;

use super::{difference, inputs, is_equal, of_programs};

pub(super) const FOLDER: &str = "tests/corpus/versions";

fn compared(images: &[Rc<Image>; 2]) -> Report {
    let (mut solver, mut nobody) = (Bitblast::new(), ());
    let options = Options::default();
    let comparing = paths::compare(&images[0], &images[1], &options, &mut solver, &mut nobody);
    pollster::block_on(comparing)
}

/// How an equal pair is proved; none if it is not.
fn proved_by(pair: &Pair) -> Option<By> {
    let programs = pair.texts.each_ref().map(|text| program(text));
    let found = of_programs([&programs[0], &programs[1]]);
    if found.verdict != Verdict::Unknown {
        let has_blocks = found.procedures.iter().any(|it| !it.blocks.is_empty());
        let has_patterns = found.procedures.iter().any(|it| !it.patterns.is_empty());
        return Some(match (has_blocks, has_patterns) {
            (true, _) => By::Blocks,
            (false, true) => By::Patterns,
            (false, false) => By::Instructions,
        });
    }
    let report = compared(&pair.images());
    let by_invariants = report.proof.is_some_and(|it| it.kind == ProofKind::Invariants);
    match report.verdict {
        Compared::Equivalent if by_invariants => Some(By::Alignment),
        Compared::Equivalent => Some(By::Paths),
        _ => None,
    }
}

#[test]
fn labels_are_what_runs_show() {
    let all = inputs(&mut Random(60));
    for pair in Pair::of(FOLDER) {
        let (name, images) = (&pair.labels.name, pair.images());
        assert!((1..=70).contains(&pair.labels.title.len()), "{name}");
        assert!(pair.texts.iter().all(|text| text.starts_with("; ")), "{name}");
        if let Some(inputs) = pair.labels.out_of_fuel {
            let ends = pair.outcomes(&inputs.into());
            assert!(ends.iter().all(|end| end.stop == Stop::OutOfFuel), "{name}");
        }
        match (pair.labels.label(), &pair.labels.witness) {
            (Label::Eq, None) => {
                assert_eq!(difference([&images[0], &images[1]], &all), None, "{name}");
            }
            (Label::Neq, Some(witness)) => {
                let [left, right] = pair.outcomes(&witness.inputs.into());
                assert_eq!(End::of(&left).as_ref(), Some(&witness.left), "{name}");
                assert_eq!(End::of(&right).as_ref(), Some(&witness.right), "{name}");
                assert_eq!(agreement(&left, &right), Agreement::Differ, "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Each equal pair is proved, by what its label says; of each that is not, an input is found on
/// which its programs are seen to differ.
#[test]
fn refactorings_are_proved_and_mistakes_are_shown() {
    for pair in Pair::of(FOLDER) {
        let name = &pair.labels.name;
        match pair.labels.label() {
            Label::Eq => assert_eq!(proved_by(&pair), pair.labels.by, "{name}"),
            Label::Neq => {
                let programs = pair.texts.each_ref().map(|text| program(text));
                for [left, right] in [[0, 1], [1, 0]] {
                    let found = of_programs([&programs[left], &programs[right]]);
                    assert!(!is_equal(&found), "{name}: {found:#?}");
                }
                let images = pair.images();
                let report = compared(&images);
                assert_eq!(report.verdict, Compared::Disequivalent, "{name}");
                let inputs = report.witness.expect("it is a difference").inputs;
                let ends = [0, 1].map(|side| watched(&images[side], &inputs, super::FUEL));
                assert_eq!(agreement(&ends[0], &ends[1]), Agreement::Differ, "{name}");
            }
        }
    }
}

/// A token of an equal pair is changed: pairs still reported as equal run alike.
#[test]
fn mistakes_in_refactorings_are_not_called_equal() {
    let count = if std::env::var_os("TAMARIN_LONG").is_some() { 6_000 } else { 300 };
    let mut random = Random(53);
    let inputs = inputs(&mut random);
    let pairs: Vec<Pair> =
        Pair::of(FOLDER).into_iter().filter(|it| it.labels.label() == Label::Eq).collect();
    let (mut equal, mut different) = (0, 0);
    for _ in 0..count {
        let pair = &pairs[random.below(pairs.len())];
        let [kept, edited] = if random.below(2) == 0 { [0, 1] } else { [1, 0] };
        let files = [File::text("", &pair.texts[edited])];
        let before = link::program(&files).output.expect("it links");
        let edits = edits(&before, &files, &constants(&before.words));
        let text = edits[random.below(edits.len())].apply(&pair.texts[edited]);
        let Some(right) = super::linked(&text) else { continue };
        let left = program(&pair.texts[kept]);
        let images = [&left, &right].map(Image::new);
        let witness = difference([&images[0], &images[1]], &inputs);
        different += usize::from(witness.is_some());
        if is_equal(&of_programs([&left, &right])) {
            equal += 1;
            assert_eq!(witness, None, "{}: {text}", pair.labels.name);
        }
    }
    println!("of {count}: {equal} called equal, {different} seen to differ");
    assert!(different * 2 > count && equal * 50 > count, "{equal} and {different} of {count}");
}

/// Words with which a block is not the same lead to a difference of the programs, three times of four.
#[test]
fn refuted_blocks_are_driven_to_witnesses() {
    let (mut told, mut driven_to, mut all) = (0, 0, 0);
    let contract = Contract::default();
    for pair in Pair::of(FOLDER) {
        let programs = pair.texts.each_ref().map(|text| program(text));
        let found = of_programs([&programs[0], &programs[1]]);
        let images = pair.images();
        let driven = drive([&images[0], &images[1]], &contract, &found);
        let has_refuted = found.procedures.iter().any(|it| it.refuted.is_some());
        assert!(has_refuted || driven.tried == 0, "{}", pair.labels.name);
        match pair.labels.label() {
            Label::Eq => assert_eq!(driven.witness, None, "{}", pair.labels.name),
            Label::Neq => {
                all += 1;
                told += usize::from(has_refuted);
                driven_to += usize::from(driven.witness.is_some());
            }
        }
        if let Some(inputs) = driven.witness {
            let ends = [0, 1].map(|side| watched(&images[side], &inputs, super::FUEL));
            assert_eq!(agreement(&ends[0], &ends[1]), Agreement::Differ, "{}", pair.labels.name);
        }
    }
    println!(
        "of {all} that differ, {told} have a block that is refuted, {driven_to} a witness by it"
    );
    assert!(driven_to * 4 >= all * 3, "{driven_to} of {all}");
}

/// By the kind of the refactoring: what its equal pairs are proved by, and how many differ.
fn table() -> String {
    let columns = [By::Instructions, By::Patterns, By::Blocks, By::Alignment, By::Paths];
    let mut rows: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    let mut all = [0; 6];
    for pair in Pair::of(FOLDER) {
        let column = match pair.labels.label() {
            Label::Neq => 5,
            Label::Eq => {
                let is_it = |by: &By| pair.labels.by == Some(*by);
                columns.iter().position(is_it).expect("it is proved by something")
            }
        };
        rows.entry(pair.labels.family.clone()).or_default()[column] += 1;
        all[column] += 1;
    }
    let row = |(kind, counts): (&str, &[usize; 6])| {
        let counts: Vec<String> = counts.iter().map(|count| format!(" {count} |")).collect();
        format!("| {kind} |{}\n", counts.concat())
    };
    let rows: String = rows.iter().map(|(kind, counts)| row((kind, counts))).collect();
    format!(
        "| kind | instructions | patterns | blocks | alignment | paths | different |\n\
         |---|---|---|---|---|---|---|\n{rows}{}",
        row(("all", &all))
    )
}

#[test]
fn the_table_of_refactorings_is_the_one_that_is_documented() {
    let (table, pairs) = (table(), Pair::of(FOLDER));
    println!("{table}");
    assert!(pairs.iter().filter(|it| it.labels.label() == Label::Eq).count() >= 40);
    assert!(pairs.iter().filter(|it| it.labels.verdict == Proved::Disequivalent).count() >= 20);
    let docs = std::fs::read_to_string(tamarin_testing::root().join("docs/versions.md"));
    assert!(docs.expect("it is there").contains(&table), "docs/versions.md is to have\n{table}");
}
