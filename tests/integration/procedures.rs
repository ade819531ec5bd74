//! Equality by pairs of procedures: which pairs are proved, and that what is claimed holds on runs.

use std::rc::Rc;

use tamarin::engines::mend::{constants, edits};
use tamarin::engines::paths::outcome::{agreement, difference, ends, watched};
use tamarin::engines::paths::{self, Options};
use tamarin::evidence::{ProofKind, Termination};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs, Stop};
use tamarin::report::{Agreement, ReasonCode, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{FOLDERS, Label, Pair};
use tamarin_testing::questions::Random;
use tamarin_testing::recursions::{all, equality};

use crate::versions::linked;

/// Inputs on which recursions are shallow, and some at random.
fn inputs(random: &mut Random) -> Vec<Inputs> {
    let inputs = (0..60).map(|at| match at {
        0..30 => [at / 5, at % 5],
        _ => [random.word() % 300, random.word()],
    });
    inputs.map(Inputs::from).collect()
}

/// An input on which two programs end in other ways.
fn differing<'i>(texts: [&str; 2], inputs: &'i [Inputs]) -> Option<&'i Inputs> {
    let images = texts.map(|text| Image::new(&program(text)));
    inputs.iter().find(|inputs| {
        let [left, right] = images.each_ref().map(|image| watched(image, inputs, 20_000));
        let is_open = left.stop == Stop::OutOfFuel || right.stop == Stop::OutOfFuel;
        !is_open && agreement(&left, &right) == Agreement::Differ
    })
}

#[test]
fn recursions_that_do_the_same_are_equal() {
    let inputs = inputs(&mut Random(7));
    for pair in all() {
        let [left, right, wrong] = pair.texts.each_ref().map(String::as_str);
        let found = equality([left, right]).unwrap_or_else(|| panic!("{}", pair.name));
        assert_eq!(found.steps.is_some(), pair.is_bounded, "{}", pair.name);
        assert_eq!(differing([left, right], &inputs), None, "{}", pair.name);
        if let Some(steps) = found.steps {
            assert!(steps > 1_000_000, "{}: {steps}", pair.name);
        }
        assert_eq!(equality([left, wrong]), None, "{}", pair.name);
        assert!(equality([right, left]).is_some(), "{}", pair.name);
    }
}

/// A recursion whose frames get to its text long before those of the other do: the number of
/// steps that are claimed is less than it takes to get there, and not much less.
#[test]
fn the_claim_ends_before_the_stack_meets_the_text() {
    let text = |frame: u32| {
        format!(
            "f: beq $1, $0, zero\nsw $31, -4($30)\nlis $4\n.word {frame}\nsub $30, $30, $4\n\
             lis $5\n.word 1\nsub $1, $1, $5\nlis $7\n.word f\njalr $7\nlis $4\n.word {frame}\n\
             add $30, $30, $4\nlw $31, -4($30)\nadd $3, $3, $2\njr $31\n\
             zero: add $3, $0, $0\njr $31\n"
        )
    };
    let texts = [text(4), text(32_768)];
    let found = equality([&texts[0], &texts[1]]).expect("they do the same for a while");
    let steps = found.steps.expect("it is bounded");
    let images = texts.each_ref().map(|text| Image::new(&program(text)));
    let both = images.each_ref();
    let parts = |rounds: u32| {
        let inputs = Inputs::from([rounds, 3]);
        let [left, right] = ends(both, &inputs, 1_000_000);
        (difference(&left, &right).is_some(), left.steps.min(right.steps))
    };
    // A program is 16 MiB below the start of the stack, that is 512 frames.
    let first = (1..1_000).find(|&rounds| parts(rounds).0).expect("they part");
    assert!((500..520).contains(&first), "{first}");
    assert!(steps < parts(first).1, "{steps}");
    assert!(2 * steps > parts(first - 1).1 / 2, "{steps}");
}

/// If a program stores to its caller's frame, or its stack is above the start, or at an address that another
/// instruction names, nothing is claimed.
#[test]
fn what_the_stack_is_not_known_to_keep_is_not_proved() {
    let fixed = |slot: i32| {
        format!("lis $4\n.word 0xfffffc\nsw $1, 0($4)\nsw $2, {slot}($30)\nlw $3, 0($4)\njr $31\n")
    };
    assert!(equality([&fixed(-4), &fixed(-8)]).is_none());
    // Both load the same word, but its value is unknown.
    assert!(equality([&fixed(-4), &format!("add $5, $1, $2\n{}", fixed(-4))]).is_none());
    let above = "sw $1, 0($30)\nlw $3, 0($30)\njr $31\n";
    assert!(equality([above, &format!("add $5, $1, $2\n{above}")]).is_none());
    let pointer = "lw $3, 0($1)\njr $31\n";
    assert!(equality([pointer, &format!("add $5, $1, $2\n{pointer}")]).is_none());
}

#[test]
fn no_pair_that_differs_is_equal() {
    let mut equal = 0;
    for pair in FOLDERS.iter().flat_map(|folder| Pair::of(folder)) {
        let found = equality(pair.texts.each_ref().map(String::as_str));
        equal += usize::from(found.is_some());
        assert!(found.is_none() || pair.labels.label() == Label::Eq, "{}", pair.labels.name);
    }
    println!("{equal} pairs are equal");
    assert!(equal >= 10, "{equal}");
}

/// A token of one program is changed: if they are proved equal, both run alike.
#[test]
fn what_is_proved_equal_runs_alike() {
    let count = if std::env::var_os("TAMARIN_LONG").is_some() { 4_000 } else { 150 };
    let pairs = all();
    let mut random = Random(61);
    let inputs = inputs(&mut random);
    let (mut equal, mut different) = (0, 0);
    for _ in 0..count {
        let pair = &pairs[random.below(pairs.len())];
        let left = program(&pair.texts[0]);
        let files = [File::text("", &pair.texts[1])];
        let before = link::program(&files).output.expect("it links");
        let edits = edits(&before, &files, &constants(&left.words));
        let edit = &edits[random.below(edits.len())];
        let text = edit.apply(&pair.texts[1]);
        if linked(&text).is_none() {
            continue;
        }
        let texts = [&pair.texts[0][..], &text];
        let witness = differing(texts, &inputs);
        different += usize::from(witness.is_some());
        if equality(texts).is_some() {
            equal += 1;
            assert_eq!(witness, None, "{}, {edit:?}:\n{text}", pair.name);
        }
    }
    println!("of {count}: {equal} are equal, {different} were seen to differ");
    assert!(equal * 40 > count, "only {equal} of {count} are equal");
    assert!(different * 4 > count, "only {different} of {count} differ");
}

/// A comparison counts equivalent recursions as proved, within the steps that the stack has room for; pairs that differ
/// get no such verdict.
#[test]
fn comparisons_of_recursion_end_with_a_proof() {
    for pair in tamarin_testing::sample(all(), 2) {
        let [left, right, wrong] = pair.texts.each_ref().map(|text| Image::new(&program(text)));
        let compared = |right: &Rc<Image>| {
            let options = Options { max_runs: 300, ..Options::default() };
            let mut solver = Bitblast::new();
            pollster::block_on(paths::compare(&left, right, &options, &mut solver, &mut ()))
        };
        let report = compared(&right);
        if pair.is_bounded && report.reason.code != ReasonCode::AllPathsAgree {
            let proof = report.proof.as_ref().expect("there is a proof");
            assert_eq!(report.verdict, Verdict::EquivalentUpTo, "{}", pair.name);
            assert_eq!(proof.kind, ProofKind::Procedures, "{}: {report:?}", pair.name);
            assert_eq!(proof.claim.termination, Termination::Same);
            assert!(proof.claim.steps.expect("it is bounded") > 1_000_000, "{}", pair.name);
        } else {
            assert_eq!(report.verdict, Verdict::Equivalent, "{}: {report:?}", pair.name);
        }
        let report = compared(&wrong);
        let by = report.proof.as_ref().map(|proof| proof.kind);
        assert_ne!(by, Some(ProofKind::Procedures), "{}", pair.name);
        assert_eq!(report.verdict, Verdict::Disequivalent, "{}: {report:?}", pair.name);
    }
}
