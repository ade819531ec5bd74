//! Quizzes about ARM64 programs: their keys and marks, compared with runs that know nothing of the engine.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Value, json};
use tamarin::engines::arm64::{Assumed, Options};
use tamarin::engines::classes::Arm64;
use tamarin::engines::mutation::Arm64Suite;
use tamarin::engines::quiz::{Answer, Arm64Topic, Judge, Key, Mark, Question, round};
use tamarin::link::File;
use tamarin::machine::arm64::agreement::{Both, difference};
use tamarin::machine::arm64::emulator::Array;
use tamarin::machine::arm64::{Given, Mode, Stop};
use tamarin::report::arm64::Findings;
use tamarin::solver;
use tamarin::solver::bitblast::Bitblast;

use super::program;
use crate::cli::{File as Written, answered, tamarin};

const FUEL: u64 = 500;

/// The larger number, with a register computed twice, and an unread word.
const LARGER: &str = "add x2, x1, xzr\nadd x2, x1, xzr\ncmp x0, x1\nb.ge end\nadd x0, x2, xzr\n\
                      end: br x30\nadd x4, x0, x1\n";
/// The sum of the elements.
const SUM: &str = "sub x2, x2, x2\nldr x3, 8\nb 12\n.8byte 8\nldr x4, 8\nb 12\n.8byte 1\n\
                   loop: cmp x1, xzr\nb.eq end\nldur x5, [x0, 0]\nadd x2, x2, x5\nadd x0, x0, x3\n\
                   sub x1, x1, x4\nb loop\nend: add x0, x2, xzr\nbr x30\n";

type Asked = Question<Rc<Arm64>, Given, Box<Findings>>;

fn options() -> Options {
    Options { fuel: FUEL, work: 4_000_000, ..Options::default() }
}

fn asked(text: &str, options: &Options, seed: u32, most: usize) -> Vec<Asked> {
    let files = [File::text("", text)];
    let suite = Arm64Suite {
        files: &files,
        image: Rc::new(Arm64::new(program(&[("", text)]).words, options)),
        tests: &[],
        others: &[],
        options,
        most,
        place: &|program| Some(program.words),
        stop: &solver::Stop::NEVER,
    };
    let (topic, mut solver, mut nobody) = (Arm64Topic(&suite), Bitblast::new(), ());
    let drawing = round(&topic, seed, 20, &mut solver, &solver::Stop::NEVER, &mut nobody);
    pollster::block_on(drawing).expect("nobody stops it")
}

fn numbers(registers: [i64; 2]) -> Given {
    Given { registers: registers.map(|it| it as u64).to_vec(), ..Given::default() }
}

/// The documented order of inputs.
fn place([a, b]: [i64; 2]) -> (usize, [(u64, bool); 2]) {
    let nonzero = [a, b].iter().filter(|&&it| it != 0).count();
    (nonzero, [a, b].map(|it| (it.unsigned_abs(), it < 0)))
}

/// Whether two programs differ on an input. `None` if a run has not ended and no difference shows.
fn differ(question: &Asked, given: &Given) -> Option<bool> {
    let words = question.images.each_ref().map(|image| image.words());
    let tried = Both::new(words, Mode::Usual).run(given, 100 * FUEL).expect("no array");
    let [left, right] = &tried.runs;
    let is_over = [left, right].iter().all(|run| run.stop != Stop::OutOfFuel);
    difference(left, right).map(|_| true).or_else(|| is_over.then_some(false))
}

/// How many programs are still running after many steps.
fn unfinished(question: &Asked, given: &Given) -> usize {
    let words = question.images.each_ref().map(|image| image.words());
    let tried = Both::new(words, Mode::Usual).run(given, 100 * FUEL).expect("no array");
    tried.runs.iter().filter(|run| run.stop == Stop::OutOfFuel).count()
}

#[test]
fn keys_and_marks_are_those_of_runs() {
    check_keys_and_marks(&options(), |_| true);
    let assumed = Assumed::of_numbers(&["x0 <= x1".to_owned()], 2, 0).expect("it is a condition");
    check_keys_and_marks(&Options { assumed, ..options() }, |[a, b]| a <= b);
}

fn check_keys_and_marks(options: &Options, allows: impl Fn([i64; 2]) -> bool) {
    let edges = [0, 1, -1, 2, -2, 7, i64::MIN, i64::MAX, 1 << 32];
    let mut keys = [0; 2];
    for question in [1, 2].into_iter().flat_map(|seed| asked(LARGER, options, seed, 24)) {
        keys[usize::from(question.is_same())] += 1;
        let of = |answer: Answer<Given>| question.mark(&answer, options).0;
        let said_same = if question.is_same() { Mark::Right } else { Mark::Wrong };
        assert_eq!(of(Answer::Same), said_same);
        for inputs in edges.iter().flat_map(|&a| edges.map(|b| [a, b])) {
            let given = numbers(inputs);
            let mark = of(Answer::Differ(given.clone()));
            let expected = match (differ(&question, &given), &question.key) {
                _ if !allows(inputs) => Mark::NotAllowed,
                // A run that goes on may be known never to end.
                (None, _) => {
                    let goes_on = unfinished(&question, &given);
                    let is_known = matches!(mark, Mark::Right | Mark::Least) && goes_on == 1
                        || mark == Mark::Wrong && goes_on == 2;
                    if is_known { mark } else { Mark::Unknown }
                }
                (Some(false), _) => Mark::Wrong,
                (Some(true), Key::Same(_)) => panic!("{inputs:?} {question:?}"),
                (Some(true), Key::Differ { inputs: known, is_least }) => {
                    let known = [0, 1].map(|at| known.registers[at] as i64);
                    let is_smaller = place(inputs) < place(known);
                    assert!(!(is_smaller && *is_least == Some(true)), "{inputs:?} {question:?}");
                    if is_smaller || inputs == known { Mark::Least } else { Mark::Right }
                }
            };
            assert_eq!(mark, expected, "{inputs:?} {question:?}");
        }
        if let Key::Differ { inputs, .. } = &question.key {
            assert_eq!(of(Answer::Differ(inputs.clone())), Mark::Least);
            let goes_on = unfinished(&question, inputs);
            assert!(differ(&question, inputs) == Some(true) || goes_on == 1, "{inputs:?}");
        }
        for inputs in [vec![], vec![1, 2, 3]] {
            let given = Given { registers: inputs, ..Given::default() };
            assert_eq!(of(Answer::Differ(given)), Mark::NotAllowed);
        }
    }
    assert!(keys.iter().all(|&count| count >= 2), "{keys:?}");
}

#[test]
fn rounds_are_the_same_for_everybody() {
    let options = options();
    let edits = |seed: u32| -> Vec<_> {
        let questions = asked(LARGER, &options, seed, 24);
        questions.into_iter().map(|it| (it.edit.line, it.edit.to, it.mutant)).collect()
    };
    let rounds: Vec<Vec<_>> = (1..4).map(edits).collect();
    assert_eq!(rounds[0], edits(1));
    assert!(rounds.iter().any(|round| *round != rounds[0]));
    let sides: BTreeSet<usize> = rounds.iter().flatten().map(|(.., mutant)| *mutant).collect();
    assert_eq!(sides.len(), 2, "the mutant stands on either side");
}

/// An array of a question is at the address of its options, and has at most as many elements.
#[test]
fn arrays_are_allowed_where_the_question_puts_them() {
    let options = Options { array: Some(2), array_at: 0x10_0000, ..options() };
    let array = |address: u64, elements: &[u64]| {
        let array = Some(Array { address: Some(address), elements: elements.to_vec() });
        Given { array, ..Given::default() }
    };
    for (given, expected) in [
        (array(0x10_0000, &[1, 2]), true),
        (array(0x10_0000, &[]), true),
        (array(0x10_0000, &[1, 2, 3]), false),
        (array(0x10_0004, &[1]), false),
        (numbers([1, 2]), false),
        (Given { stream: vec![1], ..array(0x10_0000, &[1]) }, false),
    ] {
        assert_eq!(options.allows(&given), expected, "{given:?}");
    }
    assert!(options.is_at_most(&array(0x10_0000, &[9]), &array(0x10_0000, &[0, 1])));
    assert!(!options.is_at_most(&array(0x10_0000, &[0, 1]), &array(0x10_0000, &[9])));
}

#[test]
fn the_command_prints_a_sheet_with_its_key() {
    let file = Written::new("quiz-larger.s", LARGER);
    let asking = ["quiz", file.path(), "--questions", "3", "--mutants", "24"];
    let (status, value) = answered(&[&asking[..], &["--json"]].concat());
    assert_eq!((status, &value["machine"], &value["mode"]), (0, &json!("arm64"), &json!("usual")));
    let questions = value["questions"].as_array().expect("a list");
    assert_eq!(questions.len(), 3);
    for (index, question) in questions.iter().enumerate() {
        let texts = ["left", "right"].map(|side| {
            let text = question[side][0].as_str().expect("a text");
            (text, Written::new(&format!("quiz-{index}-{side}.s"), text))
        });
        let [(left, _), (right, _)] = texts;
        let mutant = question["mutant"].as_str().expect("a side");
        assert_eq!(if mutant == "left" { right } else { left }, LARGER);
        let arguments = ["compare", texts[0].1.path(), texts[1].1.path(), "--json"];
        let (_, compared) = answered(&arguments);
        let is_same = question["same"].as_bool().expect("it is known");
        let verdict = if is_same { "equivalent" } else { "disequivalent" };
        assert_eq!(compared["verdict"], verdict);
        assert_eq!(question["proof"].is_string(), is_same);
        for side in ["left", "right"] {
            let runs = [&question["witness"][side], &compared["witness"][side]];
            assert_eq!(runs[0].is_null(), is_same);
            // The witnesses may be different ones, as the quiz searches with less work.
            assert!(is_same || runs.iter().all(|run| run["outcome"] != "out-of-fuel"));
        }
    }
    let run = tamarin(&asking);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let (sheet, key) = run.out.split_once("Key\n\n").expect("it has a key");
    assert_eq!(sheet.matches(". Same or different?\n\n    ").count(), 3, "{sheet}");
    // An edit may make one line two, but no line disappears.
    assert!((21..=24).contains(&sheet.matches("  |").count()), "{sheet}");
    for (line, question) in key.lines().zip(questions) {
        let starts = if question["same"] == true {
            ". Same. They do the same on all inputs: "
        } else {
            ". Different. On x0 = "
        };
        assert!(line[1..].starts_with(starts), "{line}");
    }
    let only = tamarin(&[&asking[..], &["--sheet"]].concat());
    assert_eq!(only.out, sheet);
    let other = tamarin(&[&asking[..], &["--seed", "2"]].concat());
    assert_ne!(other.out, run.out);
}

#[test]
fn the_command_takes_arrays_and_says_if_there_are_too_few_questions() {
    let file = Written::new("quiz-sum.s", SUM);
    let (status, value) = answered(&[
        "quiz",
        file.path(),
        "--array",
        "2",
        "--questions",
        "20",
        "--mutants",
        "20",
        "--fuel",
        "200",
        "--json",
    ]);
    let questions = value["questions"].as_array().expect("a list");
    assert!(status == 1 && questions.len() < 20, "{status}");
    assert_eq!(value["names"], Value::Null);
    for witness in questions.iter().map(|it| &it["witness"]).filter(|it| !it.is_null()) {
        assert!(witness["elements"].is_array() && witness["inputs"].is_null(), "{witness}");
    }
    let object = Written::new("quiz-object.com", "");
    tamarin(&["asm", "--machine", "arm64", "--object", file.path(), "-o", object.path()]);
    let run = tamarin(&["quiz", object.path()]);
    assert!(run.status == 2 && run.err.contains("mutants are made of assembly"), "{}", run.err);
}
