//! Certificates by pairs of procedures: which pairs have one, and that their claims hold on runs.

use std::path::Path;
use std::process::Command;
use std::rc::Rc;

use serde_json::Value;
use tamarin::contract::Contract;
use tamarin::engines::certify::{Certified, Claimed, of_procedures};
use tamarin::engines::mend::{constants, edits};
use tamarin::engines::paths::outcome::{agreement, difference, ends, watched};
use tamarin::engines::paths::{self, Options};
use tamarin::engines::pause::Pause;
use tamarin::evidence::{ProofKind, Termination};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs, Stop};
use tamarin::program::Program;
use tamarin::report::{Agreement, ReasonCode, Verdict};
use tamarin::solver;
use tamarin::solver::bitblast::Bitblast;
use tamarin_checker::certificate::{Certificate, Observable, Stopping};
use tamarin_checker::procedures::claim::{Memory, Procedures};
use tamarin_checker::{Refusal, check};
use tamarin_testing::certificates::counterexample;
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{FOLDERS, Label, Pair};
use tamarin_testing::questions::Random;
use tamarin_testing::recursions::{all, certified};

use crate::versions::{STYLES, assembly, linked, sources};

fn of_programs([left, right]: [&Program; 2]) -> Option<Certified> {
    let images = [left, right].map(Image::new);
    let labels = [&left.labels[..], &right.labels];
    let going_on = Pause::never();
    let never = &solver::Stop::NEVER;
    let contract = Contract::default();
    pollster::block_on(of_procedures(
        images.each_ref(),
        labels,
        &Rc::default(),
        &contract,
        never,
        going_on,
    ))
    .ok()
}

fn claims(certified: &Certified) -> &Procedures {
    certified.certificate.procedures.as_ref().expect("it is by procedures")
}

#[test]
fn recursions_that_do_the_same_have_certificates() {
    for pair in all() {
        let [left, right, wrong] = &pair.texts;
        let found = certified([left, right]);
        let found = found.unwrap_or_else(|why| panic!("{}: {why}", pair.name));
        assert_eq!(found.checked.stopping, Stopping::Alike);
        assert_eq!(found.checked.steps.is_some(), pair.is_bounded, "{}", pair.name);
        assert_eq!(counterexample(&found.certificate), None, "{}", pair.name);
        if let Some(steps) = found.checked.steps {
            assert!(steps > 1_000_000, "{}: {steps}", pair.name);
        }
        assert!(certified([left, wrong]).is_err(), "{}", pair.name);
        let swapped = certified([right, left]);
        assert!(swapped.is_ok(), "{}: {:?}", pair.name, swapped.err());
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
    let found = certified([&texts[0], &texts[1]]).expect("they do the same for a while");
    let steps = found.checked.steps.expect("it is bounded");
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

/// Of every field that the proof rests on, another value is refused.
#[test]
fn other_claims_are_refused() {
    let pairs = all();
    let of = |name: &str| {
        let pair = pairs.iter().find(|pair| pair.name == name).expect("there is one");
        pair.certified().expect("it has a certificate").certificate
    };
    let refused = |good: &Certificate, change: &dyn Fn(&mut Certificate, &mut Procedures)| {
        let mut certificate = good.clone();
        let mut claims = certificate.procedures.clone().expect("it is by procedures");
        change(&mut certificate, &mut claims);
        certificate.procedures = Some(claims);
        check(&certificate).expect_err("it was changed")
    };
    for name in ["sum", "accumulator-on-the-stack", "even-and-odd"] {
        let good = of(name);
        assert!(check(&good).is_ok());
        // More steps than there is room for.
        let room = good.procedures.as_ref().and_then(|claims| claims.steps).expect("a bound");
        let more = refused(&good, &|_, claims| claims.steps = Some(room + 1));
        assert_eq!(more, Refusal::Room(room));
        assert_eq!(refused(&good, &|_, claims| claims.steps = None), Refusal::Room(room));
        // Claims about procedures that return, and about those that do not.
        refused(&good, &|_, claims| claims.pairs[1].behind = None);
        refused(&good, &|_, claims| claims.pairs[1].points.clear());
        refused(&good, &|_, claims| _ = claims.pairs.pop());
        refused(&good, &|_, claims| claims.pairs.push(claims.pairs[1].clone()));
        refused(&good, &|_, claims| claims.pairs.clear());
        refused(&good, &|certificate, _| certificate.stopping = Stopping::Always);
        refused(&good, &|certificate, _| certificate.entry = [Some(1); 2]);
        refused(&good, &|certificate, _| _ = certificate.answers.pop());
        refused(&good, &|certificate, _| certificate.answers.push(None));
        refused(&good, &|certificate, _| certificate.programs[0].return_address = 8);
        // The texts differ, and no claim covers their contents.
        refused(&good, &|certificate, _| {
            certificate.observed.others.push(Observable::Word(0));
        });
        // Preconditions that are not shown, and postconditions that are.
        for pair in 1..good.procedures.as_ref().map_or(0, |claims| claims.pairs.len()) {
            refused(&good, &|_, claims| {
                let before = &mut claims.pairs[pair].before;
                let (_, first) = before.values.pop_first().expect("there are values");
                let (&value, _) = before.values.first_key_value().expect("there are more");
                before.values.get_mut(&value).expect("it is there").extend(first);
            });
            refused(&good, &|_, claims| {
                let behind = claims.pairs[pair].behind.as_mut().expect("it returns");
                let sum = behind.values.values_mut().flatten().next().expect("it keeps words");
                sum.1 = sum.1.wrapping_add(4);
            });
        }
        // Nothing is known of memory that is stored to.
        refused(&good, &|_, claims| {
            claims.pairs[0].before.memory = Memory { same: true, kept: [true; 2] };
        });
    }
    // A word of the caller's frame that the callee has stored to.
    let stores = |word: &str| {
        format!(
            "sw $31, -4($30)\nlis $4\n.word 8\nsub $30, $30, $4\nsw $1, 0($30)\nlis $7\n.word f\n\
             jalr $7\nlw $3, 0($30)\nlis $4\n.word 8\nadd $30, $30, $4\nlw $31, -4($30)\njr $31\n\
             f: sw {word}, 0($30)\njr $31\n"
        )
    };
    let good = certified([&stores("$2"), &stores("$2")]).expect("they are the same").certificate;
    refused(&good, &|_, claims| {
        claims.pairs.iter_mut().for_each(|pair| pair.stored = Default::default());
    });
    assert!(certified([&stores("$2"), &stores("$1")]).is_err());
}

/// If a program stores to its caller's frame, or its stack is above the start, or at an address that another
/// instruction names, nothing is claimed.
#[test]
fn what_the_stack_is_not_known_to_keep_has_no_certificate() {
    let fixed = |slot: i32| {
        format!("lis $4\n.word 0xfffffc\nsw $1, 0($4)\nsw $2, {slot}($30)\nlw $3, 0($4)\njr $31\n")
    };
    assert!(certified([&fixed(-4), &fixed(-8)]).is_err());
    // Both load the same word, but its value is unknown.
    assert!(certified([&fixed(-4), &format!("add $5, $1, $2\n{}", fixed(-4))]).is_err());
    let above = "sw $1, 0($30)\nlw $3, 0($30)\njr $31\n";
    assert!(certified([above, &format!("add $5, $1, $2\n{above}")]).is_err());
    let pointer = "lw $3, 0($1)\njr $31\n";
    assert!(certified([pointer, &format!("add $5, $1, $2\n{pointer}")]).is_err());
}

#[test]
fn no_pair_that_differs_has_a_certificate() {
    let mut have = 0;
    for pair in FOLDERS.iter().flat_map(|folder| Pair::of(folder)) {
        let programs = pair.texts.each_ref().map(|text| program(text));
        let found = of_programs([&programs[0], &programs[1]]);
        have += usize::from(found.is_some());
        if pair.labels.label() == Label::Neq {
            assert!(found.is_none(), "{}", pair.labels.name);
        } else if let Some(found) = found {
            assert_eq!(counterexample(&found.certificate), None, "{}", pair.labels.name);
        }
    }
    println!("{have} pairs have certificates");
    assert!(have >= 10, "{have}");
}

/// Procedures that `versions` proves equal, from a compiler's three styles, have certificates.
#[test]
fn styles_of_a_compiler_have_certificates() {
    let (mut have, mut bounded, mut all, mut bytes) = (0, 0, 0, 0);
    for (name, source) in sources() {
        let programs = STYLES.map(|style| linked(&assembly(&source, style)).expect("it links"));
        for [left, right] in [[0, 1], [0, 2], [1, 2]] {
            all += 1;
            let Some(found) = of_programs([&programs[left], &programs[right]]) else {
                println!("{name}: {left} and {right} have none");
                continue;
            };
            have += 1;
            bounded += usize::from(claims(&found).steps.is_some());
            bytes += serde_json::to_string(&found.certificate).expect("plain data").len();
            assert_eq!(counterexample(&found.certificate), None, "{name}");
        }
    }
    println!("{have} of {all} pairs of styles, {bounded} of them bounded; {bytes} bytes");
    assert!(have * 100 >= all * 60, "{have} of {all}");
    assert!(bounded > 0);
}

/// A token of one program is changed: if there is a certificate, both run alike.
#[test]
fn what_has_a_certificate_runs_alike() {
    let count = if std::env::var_os("TAMARIN_LONG").is_some() { 4_000 } else { 150 };
    let pairs = all();
    let mut random = Random(61);
    let (mut have, mut different) = (0, 0);
    let inputs: Vec<Inputs> = (0..60)
        .map(|at| match at {
            0..30 => [at / 5, at % 5],
            _ => [random.word() % 300, random.word()],
        })
        .map(Inputs::from)
        .collect();
    let differs = |images: [&Rc<Image>; 2]| {
        inputs.iter().find(|inputs| {
            let [left, right] = images.map(|image| watched(image, inputs, 20_000));
            let is_open = left.stop == Stop::OutOfFuel || right.stop == Stop::OutOfFuel;
            !is_open && agreement(&left, &right) == Agreement::Differ
        })
    };
    for _ in 0..count {
        let pair = &pairs[random.below(pairs.len())];
        let left = program(&pair.texts[0]);
        let files = [File::text("", &pair.texts[1])];
        let before = link::program(&files).output.expect("it links");
        let edits = edits(&before, &files, &constants(&left.words));
        let edit = &edits[random.below(edits.len())];
        let text = edit.apply(&pair.texts[1]);
        let Some(right) = linked(&text) else { continue };
        let found = of_programs([&left, &right]);
        let images = [&left, &right].map(Image::new);
        let witness = differs(images.each_ref());
        different += usize::from(witness.is_some());
        if found.is_some() {
            have += 1;
            assert_eq!(witness, None, "{}, {edit:?}:\n{text}", pair.name);
        }
    }
    println!("of {count}: {have} have certificates, {different} were seen to differ");
    assert!(have * 40 > count, "only {have} of {count} have certificates");
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
            let claimed = Claimed::of(&report).expect("it can be shown");
            assert_eq!(claimed.kind, Some(ProofKind::Procedures));
        } else {
            assert_eq!(report.verdict, Verdict::Equivalent, "{}: {report:?}", pair.name);
        }
        let report = compared(&wrong);
        let by = report.proof.as_ref().map(|proof| proof.kind);
        assert_ne!(by, Some(ProofKind::Procedures), "{}", pair.name);
        assert_eq!(report.verdict, Verdict::Disequivalent, "{}: {report:?}", pair.name);
    }
}

/// The command line writes the certificate of two versions, and checks it.
#[test]
fn versions_are_certified_on_the_command_line() {
    let pair = all().swap_remove(1);
    let [left, right, wrong] = ["left", "right", "wrong"].map(|side| {
        std::env::temp_dir().join(format!("tamarin-{}-recursion-{side}.asm", std::process::id()))
    });
    let proof = left.with_extension("json");
    for (path, text) in [&left, &right, &wrong].into_iter().zip(&pair.texts) {
        std::fs::write(path, text).expect("it can be written");
    }
    let tamarin = |command: &str, right: &Path, claim: Option<&str>| {
        let mut all = Command::new(env!("CARGO_BIN_EXE_tamarin"));
        all.arg(command);
        match command {
            "check" => all.args([&proof, &left]).arg(right),
            _ => all.arg(&left).arg(right).args([Path::new("--certificate"), &proof]),
        };
        all.args(match claim {
            Some(claim) => vec!["--claim", claim],
            None if command == "check" => vec![],
            None => vec!["--seconds", "20"],
        });
        let output = all.arg("--json").output().expect("the binary was built");
        let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
        (output.status.code(), object)
    };
    for command in ["versions", "prove"] {
        let (status, report) = tamarin(command, &right, None);
        assert_eq!(status, Some(0), "{report}");
        if command == "prove" {
            assert_eq!(report["verdict"], "equivalent-up-to", "{report}");
        }
        assert_eq!(report["certificate"]["procedures"], 2, "{report}");
        assert!(report["certificate"]["steps"].as_u64() > Some(1_000_000), "{report}");
        // It covers exactly as many steps as the stack has room for.
        let steps = report["certificate"]["steps"].as_u64().expect("a number");
        let supports = format!("equivalent-up-to {steps}");
        assert_eq!(report["certificate"]["supports"], supports[..]);
        let more = format!("equivalent-up-to {}", steps + 1);
        let fewer = format!("equivalent-if-both-stop-within {}", steps - 1);
        for (claim, accepted) in
            [(None, false), (Some(&more), false), (Some(&supports), true), (Some(&fewer), true)]
        {
            let (status, report) = tamarin("check", &right, claim.map(|claim| &claim[..]));
            assert_eq!(report["accepted"], accepted, "{report}");
            assert_eq!(status, Some(i32::from(!accepted)), "{report}");
        }
        assert_eq!(tamarin("check", &wrong, None).0, Some(2));
    }
    assert_eq!(tamarin("versions", &wrong, None).0, Some(1));
    for path in [left, right, wrong, proof] {
        std::fs::remove_file(path).expect("it is there");
    }
}
