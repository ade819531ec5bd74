//! What is said about tests of ARM64 programs, compared with runs that know nothing of the engine.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Value, json};
use tamarin::engines::arm64::Options;
use tamarin::engines::classes::Arm64;
use tamarin::engines::mutation::{Analysis, Arm64Suite, Fate, Origin, Tally, analyse};
use tamarin::evidence::EditKind;
use tamarin::link::File;
use tamarin::machine::arm64::agreement::{Both, difference};
use tamarin::machine::arm64::{Given, Mode, Stop};
use tamarin::solver;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::random::Random;

use super::program;
use crate::cli::{File as Written, answered, tamarin};

const FUEL: u64 = 500;

const LARGER: &str = "cmp x0, x1\nb.ge end\nadd x0, x1, xzr\nend: br x30\n";
/// The sign of x0 - x1, where 1 is a number in the text.
const SIGN: &str = "ldr x2, 8\nb 12\n.8byte 1\ncmp x0, x1\nb.lt less\nb.gt more\nsub x0, x0, x0\n\
                    br x30\nless: sub x0, x0, x0\nsub x0, x0, x2\nbr x30\nmore: add x0, x2, xzr\nbr x30\n";

fn given(registers: [i64; 2]) -> Given {
    Given { registers: registers.map(|it| it as u64).to_vec(), ..Given::default() }
}

fn analysed(text: &str, tests: &[Given], most: usize) -> Analysis<Rc<Arm64>, Given> {
    let options = Options { fuel: FUEL, work: 4_000_000, ..Options::default() };
    let files = [File::text("", text)];
    let image = Rc::new(Arm64::new(program(&[("", text)]).words, &options));
    let suite = Arm64Suite {
        files: &files,
        image,
        tests,
        others: &[],
        options: &options,
        most,
        place: &|program| Some(program.words),
        stop: &solver::Stop::NEVER,
    };
    let mut solver = Bitblast::new();
    pollster::block_on(analyse(&suite, &mut solver, &solver::Stop::NEVER, &mut ()))
}

/// Whether runs differ, or only the mutant's does not end.
fn is_killed(words: [&[u32]; 2], given: &Given) -> bool {
    let tried = Both::new(words, Mode::Usual).run(given, 100 * FUEL).expect("no array");
    let [program, mutant] = &tried.runs;
    difference(program, mutant).is_some()
        || program.stop != Stop::OutOfFuel && mutant.stop == Stop::OutOfFuel
}

#[test]
fn fates_are_those_of_runs() {
    let mut random = Random::new(9);
    let mut total = Tally::default();
    for text in [LARGER, SIGN] {
        let words = program(&[("", text)]).words;
        let tests = [given([3, 5]), given([7, 7])];
        let analysis = analysed(text, &tests, 70);
        assert!(analysis.is_complete && analysis.mutants.len() > 20);
        for mutant in &analysis.mutants {
            total.add(&mutant.fate);
            let both = [&words[..], mutant.image.words()];
            match &mutant.fate {
                Fate::Killed { by, .. } => {
                    let first = tests.iter().position(|test| is_killed(both, test));
                    assert_eq!(first, Some(*by), "{mutant:?}");
                }
                fate => {
                    assert!(!tests.iter().any(|test| is_killed(both, test)), "{mutant:?}");
                    if let Fate::Missed { inputs, .. } = fate {
                        assert!(is_killed(both, inputs), "{mutant:?}");
                    }
                }
            }
            if mutant.fate == Fate::Equivalent {
                for _ in 0..100 {
                    let mut number = || i64::from(random.word()) << (random.word() % 33);
                    assert!(!is_killed(both, &given([number(), number()])), "{mutant:?}");
                }
            }
        }
        let wrong: Vec<_> = analysis
            .mutants
            .iter()
            .filter(|it| matches!(it.fate, Fate::Killed { .. } | Fate::Missed { .. }))
            .collect();
        let kills = |test: &Given| {
            wrong.iter().filter(|it| is_killed([&words, it.image.words()], test)).count()
        };
        let expected: Vec<usize> = tests.iter().map(kills).collect();
        assert_eq!(analysis.kills, expected);
        let suite = analysis.suite.expect("something is killed");
        let is_hit = |words: [&[u32]; 2]| suite.inputs.iter().any(|it| is_killed(words, it));
        assert!(wrong.iter().all(|it| is_hit([&words, it.image.words()])));
    }
    let Tally { killed, missed, equivalent, .. } = total;
    assert!(killed > 30 && missed > 5 && equivalent > 1, "{total:?}");
}

/// A number is replaced by numbers of the wrong width and by the ends of the signed ones.
#[test]
fn numbers_become_edges_of_64_bits() {
    let analysis = analysed(SIGN, &[given([3, 5])], 400);
    let constants = analysis.mutants.iter().filter_map(|mutant| match &mutant.origin {
        Origin::Edit(edit) if edit.kind == EditKind::Constant => Some(edit.to.as_str()),
        _ => None,
    });
    let constants: BTreeSet<&str> = constants.collect();
    for edge in ["-9223372036854775808", "9223372036854775807", "-1", "4294967295", "2147483648"] {
        assert!(constants.contains(format!(".8byte {edge}").as_str()), "{edge}: {constants:?}");
    }
}

#[test]
fn the_command_lists_what_tests_miss() {
    let file = Written::new("mutants-larger.s", LARGER);
    let wrong = Written::new("mutants-wrong.s", "add x0, x1, xzr\nbr x30\n");
    let table = Written::new("mutants-tests.csv", "x0,x1\n1,2\n");
    let arguments = ["mutants", file.path(), "--tests", table.path(), "--wrong", wrong.path()];
    let run = tamarin(&arguments);
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    assert!(run.out.contains("missed; x0 = "), "{}", run.out);
    let (status, value) = answered(&[&arguments[..], &["--json"]].concat());
    assert_eq!((status, &value["machine"], &value["mode"]), (1, &json!("arm64"), &json!("usual")));
    let survivors = value["survivors"].as_array().expect("a list");
    let named =
        survivors.iter().find(|it| it["name"].is_string()).expect("the wrong one is missed");
    assert!(named["witness"]["inputs"].is_array() && named["witness"]["elements"].is_null());
    assert_eq!(named["witness"]["minimal"], Value::Null);
    let counts =
        ["killed", "missed", "equivalent", "open"].map(|it| value[it].as_u64().expect("a number"));
    assert_eq!(counts.iter().sum::<u64>(), value["mutants"].as_u64().expect("a number"));
    assert!(counts[2] > 0, "{counts:?}");
    assert_eq!(value["tests"][0]["inputs"], json!(["1", "2"]));
    assert!(value["suite"]["smallest"].is_boolean());
    // Arrays.
    let sum = "sub x2, x2, x2\nldr x3, 8\nb 12\n.8byte 8\nldr x4, 8\nb 12\n.8byte 1\n\
               loop: cmp x1, xzr\nb.eq end\nldur x5, [x0, 0]\nadd x2, x2, x5\nadd x0, x0, x3\n\
               sub x1, x1, x4\nb loop\nend: add x0, x2, xzr\nbr x30\n";
    let file = Written::new("mutants-sum.s", sum);
    let (_, value) = answered(&[
        "mutants",
        file.path(),
        "--array",
        "2",
        "--test",
        "[]",
        "--test",
        "5",
        "--mutants",
        "25",
        "--fuel",
        "200",
        "--json",
    ]);
    assert_eq!(value["tests"][1]["elements"], json!(["5"]));
    let missed = value["survivors"].as_array().expect("a list").iter();
    assert!(
        missed.filter(|it| !it["witness"].is_null()).all(|it| it["witness"]["elements"].is_array())
    );
    for option in [&["--max-runs", "3"][..], &["--effort", "3"], &["--solver", "portfolio"]] {
        let run = tamarin(&[&arguments[..], option].concat());
        assert_eq!(run.status, 2, "{option:?}");
        assert!(run.err.contains("not there for ARM64"), "{}", run.err);
    }
    let run = tamarin(&["mutants", file.path(), "--test", "1"]);
    assert!(run.status == 2 && run.err.contains("expected two numbers"), "{}", run.err);
}
