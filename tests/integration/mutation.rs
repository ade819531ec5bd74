//! `tamarin mutants`: its report about tests is true.

use std::rc::Rc;

use proptest::prelude::*;
use serde_json::{Value, json};
use tamarin::asm::disassemble;
use tamarin::engines::mutation::{Analysis, Fate, Mutant, Suite, Tally, analyse};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::order::Key;
use tamarin::engines::paths::outcome::{difference, ends};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs};
use tamarin::object::Object;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{Effort, Stop};
use tamarin_testing::generate::{cases, reduced_pair};
use tamarin_testing::random::Random;

use super::cli::{File as Written, tamarin};

fn analysed(text: &str, tests: &[Inputs], others: &[(String, Rc<Image>)]) -> Analysis {
    let options = Options { fuel: 60, max_runs: 200, effort: Effort(5_000), ..Options::default() };
    let image = Image::new(&link::assemble(text).program.expect("it is a program"));
    let files = [File::text("", text)];
    let suite = Suite { files: &files, image: &image, tests, others, options: &options, most: 60 };
    let mut solver = Bitblast::new();
    pollster::block_on(analyse(&suite, &mut solver, &Stop::NEVER, &mut ()))
}

/// Whether a mutant differs from a program on an input. With `unfinished`, not stopping where the program stops counts.
fn is_killed(image: &Rc<Image>, mutant: &Mutant, inputs: &Inputs, unfinished: bool) -> bool {
    let [program, other] = ends([image, &mutant.image], inputs, 60);
    difference(&program, &other).is_some()
        || unfinished && program.fingerprint().is_some() && other.fingerprint().is_none()
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn fates_are_those_of_runs((reduced, [program, _]) in reduced_pair(), seed in any::<u64>()) {
        let text = disassemble(&Object { words: program.words.clone(), ..Object::default() });
        let image = Image::new(&link::assemble(&text).program.expect("it was a program"));
        let all: Vec<Inputs> = reduced.inputs().map(Inputs::from).collect();
        let mut random = Random::new(seed);
        let tests: Vec<Inputs> =
            (0..3).map(|_| all[random.word() as usize % all.len()].clone()).collect();
        let analysis = analysed(&text, &tests, &[]);
        prop_assert!(analysis.is_complete);
        let killed_by = |mutant: &Mutant, inputs: &Inputs| is_killed(&image, mutant, inputs, true);
        for mutant in &analysis.mutants {
            match &mutant.fate {
                Fate::Killed { by, is_unfinished } => {
                    prop_assert!(is_killed(&image, mutant, &tests[*by], *is_unfinished));
                    prop_assert!(!tests[..*by].iter().any(|inputs| killed_by(mutant, inputs)));
                }
                Fate::Missed { inputs, is_least } => {
                    prop_assert!(is_killed(&image, mutant, inputs, false), "{mutant:?}");
                    let is_before = |it: &&Inputs| Key::of(it) < Key::of(inputs);
                    let mut smaller = all.iter().filter(is_before);
                    let is_least = is_least == &Some(true);
                    prop_assert!(!is_least || !smaller.any(|it| is_killed(&image, mutant, it, false)));
                    prop_assert!(!tests.iter().any(|inputs| killed_by(mutant, inputs)));
                }
                Fate::Equivalent => {
                    prop_assert!(!all.iter().any(|it| is_killed(&image, mutant, it, false)));
                }
                Fate::Open => {}
            }
        }
        let Tally { killed, missed, equivalent, open } = analysis.tally();
        prop_assert_eq!(killed + missed + equivalent + open, analysis.mutants.len());
        prop_assert_eq!(analysis.score().is_some(), killed + missed > 0);
        let wrong: Vec<&Mutant> = analysis
            .mutants
            .iter()
            .filter(|it| matches!(it.fate, Fate::Killed { .. } | Fate::Missed { .. }))
            .collect();
        let kills = |inputs: &Inputs| wrong.iter().filter(|it| killed_by(it, inputs)).count();
        prop_assert_eq!(analysis.kills.clone(), tests.iter().map(kills).collect::<Vec<_>>());
        let Some(suite) = &analysis.suite else {
            prop_assert!(wrong.is_empty());
            return Ok(());
        };
        prop_assert_eq!(suite.kills.clone(), suite.inputs.iter().map(kills).collect::<Vec<_>>());
        for mutant in &wrong {
            prop_assert!(suite.inputs.iter().any(|inputs| killed_by(mutant, inputs)), "{mutant:?}");
        }
        // None of it can be left out.
        prop_assert!(suite.is_smallest);
        for without in 0..suite.inputs.len() {
            let rest = |mutant: &&Mutant| {
                let others = suite.inputs.iter().enumerate().filter(|(at, _)| *at != without);
                others.into_iter().any(|(_, inputs)| killed_by(mutant, inputs))
            };
            prop_assert!(!wrong.iter().all(rest), "{without} of {suite:?}");
        }
    }
}

/// The maximum, with an unobservable difference for equal words.
const MAX: &str =
    "slt $4, $2, $1\nbeq $4, $0, second\nadd $3, $1, $0\njr $31\nsecond: add $3, $2, $0\njr $31\n";

#[test]
fn what_the_command_tells() {
    let program = Written::new("mutants-max.asm", MAX);
    let wrong = Written::new("mutants-wrong.asm", MAX.replace("slt", "sltu"));
    let told = |args: &[&str]| {
        let run = tamarin(&[&["mutants", program.path(), "--json"], args].concat());
        (run.status, serde_json::from_str::<Value>(&run.out).expect("it is one object"))
    };
    // Nothing negative is tried.
    let tests = Written::new("mutants-tests.csv", "# two\n$2,$1\n1,2\n\"0x3\", 3\n");
    let (status, report) = told(&["--tests", tests.path(), "--wrong", wrong.path()]);
    assert_eq!((status, &report["complete"], &report["open"]), (1, &json!(true), &json!(0)));
    assert_eq!(report["tests"][0]["inputs"], json!([2, 1]), "by the names in the first row");
    let survivors = report["survivors"].as_array().expect("a list");
    assert_eq!(survivors.len() as u64, report["missed"].as_u64().expect("a number"));
    let unsigned = survivors.iter().find(|it| it["to"] == "sltu $4, $2, $1");
    let witness = &unsigned.expect("no test is of negative numbers")["witness"];
    let of = |run: &str| witness[run]["result"].as_u64().expect("it stops");
    let words: Vec<u64> =
        witness["inputs"].as_array().expect("two").iter().filter_map(Value::as_u64).collect();
    assert_eq!(of("program") as u32 as i32, (words[0] as i32).max(words[1] as i32));
    assert_eq!(of("mutant"), words[0].max(words[1]));
    // It is the program of the other file, which is reported once.
    assert!(survivors.iter().all(|it| it["name"].is_null()), "{survivors:#?}");
    // `slt $4, $1, $2` with the branch as it is gives the smaller one; of equal words nothing is seen.
    assert!(report["equivalent"].as_u64() > Some(0), "{report:#}");
    // The proposed tests miss no mutant.
    let suite = report["suite"]["inputs"].as_array().expect("some").iter();
    let rows: Vec<String> = suite
        .map(|it| {
            it["inputs"]
                .as_array()
                .expect("two")
                .iter()
                .map(Value::to_string)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    assert_eq!(report["suite"]["smallest"], true);
    let better = Written::new("mutants-better.csv", rows.join("\r\n"));
    let (status, again) = told(&["--tests", better.path()]);
    assert_eq!((status, &again["survivors"]), (0, &json!([])));
    assert_eq!(again["of"], json!([again["killed"], again["killed"]]));
    let kinds = again["kinds"].as_array().expect("a list").iter();
    assert_eq!(
        kinds.map(|it| it["killed"].as_u64()).sum::<Option<u64>>(),
        again["killed"].as_u64()
    );

    let words = tamarin(&["mutants", program.path(), "--test", "-1,5"]).out;
    assert!(words.contains("missed; $1 = "), "{words}");
    for (text, why) in [
        ("1,2\n1,2,3\n", "line 2: there are 3 numbers"),
        ("$1,$2\n1,two\n", "line 2: `two` is not a number"),
        ("$1,$1\n", "line 1: `$1` is not a number"),
    ] {
        let tests = Written::new("mutants-bad.csv", text);
        let run = tamarin(&["mutants", program.path(), "--tests", tests.path()]);
        assert_eq!(run.status, 2);
        assert!(run.err.contains(why), "{}", run.err);
    }
    let run = tamarin(&["mutants", program.path(), "--test", "-1,0", "--assume", "$1 > 0"]);
    assert!(run.err.contains("the contract does not allow this input"), "{}", run.err);
    assert_eq!(tamarin(&["mutants", program.path()]).status, 2, "no tests");
}
