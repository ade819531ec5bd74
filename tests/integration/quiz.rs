//! Quizzes: their keys are right, and answers are judged as runs show.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;
use tamarin::asm::disassemble;
use tamarin::engines::mutation::{QUERY, RUNS};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::order::Key as Order;
use tamarin::engines::paths::outcome::{Outcome, agreement};
use tamarin::engines::quiz::{Answer, Judge, Key, Mark, Question, Topic, round};
use tamarin::link::File;
use tamarin::machine::Inputs;
use tamarin::object::Object;
use tamarin::report::{Agreement, words};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{Effort, Stop};
use tamarin::views;
use tamarin_testing::generate::{cases, reduced_pair};

use super::cli::{File as Written, tamarin};

fn options(fuel: u64) -> Options {
    Options { fuel, max_runs: 200, effort: Effort(5_000), ..Options::default() }
}

fn asked(text: &str, options: &Options, seed: u32, most: usize) -> Vec<Question> {
    let files = [File::text("", text)];
    let topic = Topic::new(&files, options, most).expect("it is a program");
    let mut solver = Bitblast::new();
    let mut nobody = ();
    let drawn = round(&topic, seed, 20, &mut solver, &Stop::NEVER, &mut nobody);
    pollster::block_on(drawn).expect("nobody stops it")
}

fn agree([left, right]: &[Outcome; 2]) -> Agreement {
    agreement(left, right)
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn keys_and_marks_are_those_of_runs((reduced, [program, _]) in reduced_pair(), seed in any::<u32>()) {
        let text = disassemble(&Object { words: program.words.clone(), ..Object::default() });
        let options = options(60);
        for question in asked(&text, &options, seed, 40) {
            let of = |answer: Answer| question.mark(&answer, &options).0;
            let mut differing = Vec::new();
            for inputs in reduced.inputs().map(Inputs::from) {
                let mark = of(Answer::Differ(inputs.clone()));
                match agree(&options.ends(&question.images, &inputs)) {
                    Agreement::Agree => prop_assert_eq!(mark, Mark::Wrong),
                    Agreement::Inconclusive => prop_assert_eq!(mark, Mark::Unknown),
                    Agreement::Differ => {
                        prop_assert!(matches!(mark, Mark::Right | Mark::Least), "{mark:?}");
                        differing.push((Order::of(&inputs), mark, inputs));
                    }
                }
            }
            let said_same = of(Answer::Same);
            prop_assert_eq!(said_same, if question.is_same() { Mark::Right } else { Mark::Wrong });
            let Key::Differ { inputs: witness, is_least } = &question.key else {
                prop_assert!(differing.is_empty(), "{differing:?}");
                continue;
            };
            prop_assert_eq!(of(Answer::Differ(witness.clone())), Mark::Least);
            if *is_least == Some(true) {
                let smaller = differing
                    .iter()
                    .find(|(_, mark, inputs)| *mark == Mark::Least && inputs != witness);
                prop_assert!(smaller.is_none(), "{smaller:?} before {witness:?}");
            }
        }
    }
}

/// The maximum, with a register computed twice, and an unread word.
const MAX: &str = "add $3, $2, $0\nslt $4, $1, $2\nslt $4, $1, $2\nbne $4, $0, end\nadd $3, $1, $0\n\
                   add $5, $1, $2\nend: jr $31\njr $31\n";

#[test]
fn the_key_is_what_compare_says() {
    let options = options(100);
    let mut rounds = Vec::new();
    for seed in [1, 2, 3] {
        let questions = asked(MAX, &options, seed, 60);
        assert!(questions.len() >= 4, "{}", questions.len());
        let files = [File::text("max.asm", MAX)];
        for (index, question) in questions.iter().enumerate() {
            let [left, right] = [0, 1].map(|side| {
                let texts = question.texts(side, &files);
                Written::new(&format!("quiz-{seed}-{index}-{side}.asm"), &texts[0])
            });
            let run = tamarin(&["compare", left.path(), right.path(), "--json"]);
            let report: Value = serde_json::from_str(&run.out).expect("it is one object");
            let key = if question.is_same() { "equivalent" } else { "disequivalent" };
            assert_eq!(report["verdict"], key, "{:?}", question.edit);
        }
        let edits = questions.iter().map(|it| (it.edit.line, it.edit.to.clone(), it.mutant));
        rounds.push(edits.collect::<Vec<_>>());
        let again = asked(MAX, &options, seed, 60);
        let again = again.iter().map(|it| (it.edit.line, it.edit.to.clone(), it.mutant));
        assert!(rounds.last().expect("one").iter().cloned().eq(again), "the same for everybody");
    }
    assert_ne!(rounds[0], rounds[1]);
    let sides: BTreeSet<usize> = rounds.iter().flatten().map(|(_, _, mutant)| *mutant).collect();
    assert_eq!(sides.len(), 2, "the mutant stands on either side");
}

#[test]
fn what_is_said_of_answers() {
    let options = options(100);
    let said = |question: &Question, answer: Answer| {
        let judged = views::quiz::judged(question, &answer, &options);
        (words::judged(options.contract.names(), &judged).join(" "), judged)
    };
    let questions: Vec<Question> = (1..4).flat_map(|seed| asked(MAX, &options, seed, 60)).collect();
    let [different, same] =
        [false, true].map(|key| questions.iter().find(|it| it.is_same() == key).expect("of both"));
    let (text, judged) = said(different, Answer::Same);
    assert_eq!((judged.points, judged.same), (Some(0), Some(false)));
    assert!(text.starts_with("The least input on which they differ is $1 = "), "{text}");
    let witness = judged.witness.expect("it is told");
    let (text, judged) = said(different, Answer::Differ(witness.inputs));
    assert_eq!(judged.points, Some(3));
    assert!(text.ends_with("No smaller input makes a difference."), "{text}");
    let (text, judged) = said(same, Answer::Differ([1, 2].into()));
    assert_eq!((judged.points, judged.same, judged.witness), (Some(0), Some(true), None));
    assert!(text.starts_with("On $1 = 1, $2 = 2, each of them gives $3 = 2."), "{text}");
    assert!(text.contains("They do the same on all inputs: "), "{text}");
    let (text, judged) = said(same, Answer::Same);
    assert_eq!(judged.points, Some(2));
    assert!(text.starts_with("They do the same on all inputs: "), "{text}");
    // An invalid answer reveals nothing about the key.
    for question in [same, different] {
        let (text, judged) = said(question, Answer::Differ([1].into()));
        assert!(text.contains("Try another one"), "{text}");
        let told = (judged.points, judged.same, judged.proof, judged.witness, judged.minimal);
        assert_eq!(told, (None, None, None, None, None));
    }
}

#[test]
fn the_command_prints_a_sheet_with_its_key() {
    let file = Written::new("quiz-max.asm", MAX);
    let asking = ["quiz", file.path(), "--questions", "4", "--mutants", "60", "--fuel", "100"];
    let run = tamarin(&[&asking[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&run.out).expect("it is one object");
    let found = value["questions"].as_array().expect("a list");
    assert_eq!((run.status, found.len(), &value["machine"]), (0, 4, &Value::from("mips")));
    let mut of_engine = Vec::new();
    let options = Options { max_runs: RUNS, effort: QUERY, ..options(100) };
    let files = [File::text("max.asm", MAX)];
    let topic = Topic::new(&files, &options, 60).expect("it is a program");
    let (mut solver, mut nobody) = (Bitblast::new(), ());
    let drawn = round(&topic, 1, 4, &mut solver, &Stop::NEVER, &mut nobody);
    for question in pollster::block_on(drawn).expect("nobody stops it") {
        of_engine.push((question.texts(0, &files), question.texts(1, &files), question.is_same()));
    }
    for ((left, right, same), found) in of_engine.iter().zip(found) {
        assert_eq!(found["left"], Value::from(left.clone()));
        assert_eq!(found["right"], Value::from(right.clone()));
        assert_eq!((&found["same"], found["witness"].is_null()), (&Value::from(*same), *same));
    }
    let run = tamarin(&asking);
    let (sheet, key) = run.out.split_once("Key\n\n").expect("it has a key");
    assert_eq!((sheet.matches("Same or different?").count(), key.lines().count()), (4, 4));
    assert_eq!(tamarin(&[&asking[..], &["--sheet"]].concat()).out, sheet);
    let refused = tamarin(&[&asking[..], &["--arm"]].concat());
    assert!(refused.status == 2 && refused.err.contains("about ARM64"), "{}", refused.err);
}
