//! Two versions of an ARM64 program: labelled pairs, whose labels are checked by runs on the emulator, and obstacles.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tamarin::asm::SourceLines;
use tamarin::asm::arm64::listing;
use tamarin::engines::arm64::Options;
use tamarin::engines::arm64::contract::{Contract, Watched};
use tamarin::engines::arm64::versions::{Compared, versions};
use tamarin::machine::arm64::Given;
use tamarin::machine::arm64::agreement::{Both, Difference, difference};
use tamarin::program::Program;
use tamarin::solver::Stop;
use tamarin::views::versions::arm64::{report, sections};
use tamarin_testing::random::Random;

use super::program;
use crate::cli::{File, answered, tamarin};

/// Corners of the arithmetic, and numbers in the programs.
const EDGES: [u64; 13] =
    [0, 1, 2, 3, 8, 60, 100, 1 << 32, (1 << 63) - 1, 1 << 63, u64::MAX, u64::MAX - 1, 0xdead_beef];
const FUEL: u64 = 10_000;
/// Number of random inputs of a procedure.
const DRAWS: usize = 300;

/// The labels by the names of the pairs.
fn labels() -> BTreeMap<String, Value> {
    let path = tamarin_testing::root().join("tests/corpus/arm64/versions/labels.json");
    serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is JSON")
}

fn path(name: &str, side: &str) -> String {
    let path = tamarin_testing::root().join("tests/corpus/arm64/versions");
    path.join(format!("{name}.{side}.s")).display().to_string()
}

fn pair(name: &str) -> [Program; 2] {
    ["left", "right"].map(|side| {
        let text = fs::read_to_string(path(name, side)).expect("it is in the folder");
        program(&[("program.s", &text)])
    })
}

fn given(registers: Vec<u64>) -> Given {
    Given { registers, ..Given::default() }
}

/// Whether programs differ on an input, by the emulator. All these end.
fn differ(both: &mut Both, registers: Vec<u64>) -> Option<Difference> {
    let tried = both.run(&given(registers), FUEL).expect("there is no array");
    difference(&tried.runs[0], &tried.runs[1])
}

#[test]
fn labels_are_what_runs_show() {
    let labels = labels();
    assert!(labels.len() >= 12);
    for (name, label) in &labels {
        let programs = pair(name);
        let mut both =
            Both::new(programs.each_ref().map(|it| &it.words[..]), Options::default().mode);
        let inputs = EDGES.iter().flat_map(|&a| EDGES.iter().map(move |&b| vec![a, b]));
        let differing = inputs.filter(|input| differ(&mut both, input.clone()).is_some()).count();
        assert_eq!(differing > 0, label["verdict"] == "different", "{name}: {differing}");
    }
}

#[test]
fn labelled_pairs_have_their_verdicts() {
    for (name, label) in &labels() {
        let [old, new] = ["left", "right"].map(|side| path(name, side));
        for (old, new) in [(&old, &new), (&new, &old)] {
            let (status, found) = answered(&[
                "versions",
                old,
                new,
                "--machine",
                "arm64",
                "--json",
                "--seconds",
                "600",
            ]);
            assert_eq!(found["verdict"], label["verdict"], "{name}");
            assert_eq!(status, i32::from(found["verdict"] == "different"), "{name}");
            let procedures = found["procedures"].as_array().expect("it is a list");
            let known = procedures.iter().map(|it| {
                let by = if it["verdict"] == "equal" { &it["by"] } else { &it["verdict"] };
                (it["old"].as_str().unwrap_or_default().to_owned(), by.clone())
            });
            let known: BTreeMap<String, Value> = known.collect();
            let expected: BTreeMap<String, Value> =
                serde_json::from_value(label["procedures"].clone()).expect("it is a table");
            assert_eq!(known, expected, "{name}");
        }
    }
}

/// Runs both procedures on random words under their contract. Counts the runs that differ.
fn differing(
    programs: &[Program; 2],
    entries: [u64; 2],
    contract: &Contract,
    on_stack: bool,
) -> usize {
    let words = programs.each_ref().map(|it| &it.words[..]);
    let registers = contract.observed.iter().map(|&it| Watched::Register(it));
    let stack = (0..contract.stack.len()).filter(|_| on_stack).map(Watched::Stack);
    let mut random = Random::new(7);
    let mut differing = 0;
    for watched in registers.chain(stack).chain([Watched::Nothing]) {
        let harnesses = contract.harnesses(words, entries, watched);
        let mut both = Both::new(harnesses.each_ref().map(Vec::as_slice), Options::default().mode);
        for _ in 0..DRAWS {
            let mut word = || EDGES[random.word() as usize % EDGES.len()];
            let input: Vec<u64> = (0..contract.inputs).map(|_| word()).collect();
            differing += usize::from(differ(&mut both, input).is_some());
        }
    }
    differing
}

#[test]
fn procedures_do_what_is_said_of_them() {
    let (mut equal, mut different) = (0, 0);
    for name in labels().keys() {
        let programs = pair(name);
        let found = versions(programs.each_ref(), &Options::default(), &Stop::NEVER);
        for procedure in &found.procedures {
            let entries = procedure.pair.entries;
            match &procedure.compared {
                Compared::Equal(contract) => {
                    assert_eq!(differing(&programs, entries, contract, true), 0, "{name}");
                    equal += 1;
                }
                Compared::Different(shown) => {
                    let words = programs.each_ref().map(|it| &it.words[..]);
                    let harnesses = shown.contract.harnesses(words, entries, shown.watched);
                    let mut both =
                        Both::new(harnesses.each_ref().map(Vec::as_slice), Options::default().mode);
                    assert!(differ(&mut both, shown.tried.given.registers.clone()).is_some());
                    different += 1;
                }
                Compared::Same | Compared::Unknown(..) | Compared::Programs => {}
            }
        }
    }
    assert!(equal >= 6 && different >= 5, "{equal} {different}");
}

/// The main code of these programs: it calls `f`, then does the rest, and ends.
fn calling(rest: &str, f: &str) -> String {
    format!(
        "add x28, x30, xzr\nldr x9, 8\nb 12\n.8byte f\nblr x9\n{rest}\nbr x28\nf:\n{f}\nbr x30\n"
    )
}

/// What is open about `f`, or what it rests on that it is known.
fn about_f(old: &str, new: &str) -> Value {
    let [old, new] = [("old.s", old), ("new.s", new)].map(|(name, text)| File::new(name, text));
    let (_, found) =
        answered(&["versions", old.path(), new.path(), "--machine", "arm64", "--json"]);
    let procedures = found["procedures"].as_array().expect("it is a list").clone();
    let f = procedures.into_iter().find(|it| it["old"] == "f").expect("there is such a procedure");
    match f["open"].is_null() {
        true => f["by"].clone(),
        false => f["open"]["why"].clone(),
    }
}

#[test]
fn what_the_contract_cannot_say_is_unknown() {
    let double = ["add x0, x0, x0", "add x4, x0, xzr\nadd x0, x4, x4"];
    let both = |rest: &str, old: &str, new: &str| about_f(&calling(rest, old), &calling(rest, new));
    assert_eq!(both("", double[0], double[1]), "contract");
    let flags = double.map(|it| format!("{it}\ncmp x0, x1"));
    assert_eq!(both("b.eq 8\nadd x0, x0, x1", &flags[0], &flags[1]), "flags");
    // Behind the programs there is nothing but zeros.
    let guard = "ldr x5, 8\nb 12\n.8byte 0x800000\ncmp x0, x5\nb.lo 8\nldur x4, [x0, 0]\n";
    let [one, two] = ["add x0, x4, x4", "sub x5, x5, x5\nsub x5, x5, x4\nsub x0, x4, x5"];
    let (one, two) = (format!("{guard}{one}"), format!("{guard}{two}"));
    assert_eq!(both("", &one, &two), "memory");
    let deep = double.map(|it| format!("ldur x4, [sp, 72]\n{it}"));
    assert_eq!(both("", &deep[0], &deep[1]), "stack");
    let computed = double.map(|it| format!("add x27, x30, xzr\nblr x0\n{it}\nadd x30, x27, xzr"));
    assert_eq!(both("", &computed[0], &computed[1]), "unknown-target");
    let left = double.map(|it| it.to_owned());
    let store = format!("{}\nstur x0, [sp, 0]", left[1]);
    assert_eq!(both("", &left[0], &store), "arguments");
    let first = double.map(|it| format!("{it}\ncmp x0, x1\nb.eq 8\nb 8\nb begin"));
    let begin = |f: &str| format!("begin: {}", calling("", f));
    assert_eq!(about_f(&begin(&first[0]), &begin(&first[1])), "first-word");
}

/// A constant that is data, or an address that is not called, is compared as a word.
#[test]
fn addresses_of_data_are_no_corresponding_code() {
    let f = "ldr x4, 8\nb 12\n.8byte data\nldur x0, [x4, 0]";
    let old = format!("{}data: .8byte 5\n", calling("", f));
    let new = format!("{}data: .8byte 6\n", calling("", f));
    let [old_file, new_file] =
        [("old-d.s", &old), ("new-d.s", &new)].map(|(name, text)| File::new(name, text));
    let (status, found) =
        answered(&["versions", old_file.path(), new_file.path(), "--machine", "arm64", "--json"]);
    assert_eq!((status, &found["verdict"]), (1, &Value::from("different")));
    assert_ne!(found["procedures"][1]["verdict"], "equal");
}

/// WLP4 keeps constants in registers and its arguments on the stack.
#[test]
fn procedures_of_wlp4() {
    let old = "long twice(long a) { return a + a; }\n\
               long other(long a) { return a * 3; }\n\
               long wain(long a, long b) { println(twice(a)); return twice(b) + other(a); }\n";
    let new = old.replace("a + a", "2 * a").replace("a * 3", "a * 4");
    let [old, new] =
        [("old.wlp4", old), ("new.wlp4", &new)].map(|(name, text)| File::new(name, text));
    let (status, found) = answered(&["versions", old.path(), new.path(), "--json"]);
    assert_eq!(status, 1);
    let about = |name: &str| {
        let procedures = found["procedures"].as_array().expect("it is a list");
        procedures.iter().find(|it| it["old"] == name).expect("there is one").clone()
    };
    let twice = about("Ftwice");
    assert_eq!([&twice["verdict"], &twice["by"]], ["equal", "contract"]);
    assert_eq!(twice["contract"]["constants"]["x8"], serde_json::json!(["8", "8"]));
    let other = about("Fother");
    assert_eq!(other["verdict"], "different");
    assert_eq!(other["affects"], serde_json::json!([0]));
    assert_eq!(about("print")["by"], "text");
}

#[test]
fn options_for_mips_are_refused() {
    let name = "moved-procedures";
    let [old, new] = ["left", "right"].map(|side| path(name, side));
    for option in [&["--no-smt"][..], &["--timing"], &["--certificate", "c.json"]] {
        let run = tamarin(&[&["versions", &old, &new, "--machine", "arm64"], option].concat());
        assert_eq!(run.status, 2, "{option:?}");
        assert!(run.err.contains("ARM64"), "{}", run.err);
    }
}

/// The marks of both listings of a pair, by their sides.
fn marked(name: &str) -> Vec<(&'static str, [Option<String>; 2])> {
    let texts = ["left", "right"]
        .map(|side| fs::read_to_string(path(name, side)).expect("it is in the folder"));
    let programs = texts.each_ref().map(|text| program(&[("program.s", text)]));
    let programs = programs.each_ref();
    let found = versions(programs, &Options::default(), &Stop::NEVER);
    let lines = [0, 1].map(|side| SourceLines::new(&[&texts[side][..]], programs[side]));
    let report = report(&found, programs, lines.each_ref());
    let texts = texts.each_ref().map(|text| [&text[..]]);
    let sections = sections(&found, &report, programs, [&texts[0], &texts[1]]);
    let of_rows = sections.iter().flat_map(|section| section.rows()).map(|row| {
        (row.mark, row.sides.each_ref().map(|side| side.as_ref().map(|line| line.text.clone())))
    });
    let all: Vec<_> = of_rows.collect();
    // Each instruction of both programs is in one row.
    for side in 0..2 {
        let shown = all.iter().filter(|(_, sides)| {
            sides[side].as_ref().is_some_and(|text| !text.is_empty() && !text.starts_with(".8byte"))
        });
        let listed = listing(&texts[side], programs[side]);
        let instructions =
            listed.iter().filter(|row| !row.text.is_empty() && !row.text.starts_with(".8byte"));
        assert_eq!(shown.count(), instructions.count(), "{name}");
    }
    all
}

#[test]
fn both_texts_are_beside_each_other() {
    let changed = |name: &str, mark: &str| -> Vec<[Option<String>; 2]> {
        marked(name).into_iter().filter(|row| row.0 == mark).map(|row| row.1).collect()
    };
    let [row] = &changed("difference-not-reached", "changed")[..] else { panic!("one row") };
    let [old, new] = row.clone().map(|text| text.expect("both have one"));
    assert!(old.starts_with("b.ge") && new.starts_with("b.hs"), "{old} {new}");
    for name in labels().keys() {
        for (mark, sides) in marked(name) {
            // What is the same has the same text, but for the names of labels and where constants lie.
            if mark == "same" {
                let [old, new] = sides.map(|text| text.expect("both have one"));
                let word = |text: &str| text.split(' ').next().map(str::to_owned);
                assert_eq!(word(&old), word(&new), "{name}");
            }
        }
    }
    assert!(changed("moved-procedures", "changed").is_empty());
}

#[test]
fn a_page_has_both_texts() {
    let [old, new] = ["left", "right"].map(|side| path("difference-not-reached", side));
    let page = File::new("versions.html", "");
    let run = tamarin(&["versions", &old, &new, "--machine", "arm64", "--html", page.path()]);
    assert_eq!(run.status, 0, "{}", run.err);
    let text = fs::read_to_string(page.path()).expect("it was written");
    assert!(text.contains("On x1 = -1 the old one leaves x0 = 0"), "{text}");
    assert_eq!(text.matches("<tr class=\"is-changed\">").count(), 1);
    assert!(text.contains("b.ge") && text.contains("b.hs"));
}
