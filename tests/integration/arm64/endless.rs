//! Runs that never end: repeated states and proofs, compared with labels, arithmetic, a set of all states that were
//! reached, and long runs.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use serde_json::Value;
use tamarin::asm::arm64::assemble;
use tamarin::engines::arm64::{Options, compare, replay};
use tamarin::machine::arm64::agreement::{Alone, Difference, agree};
use tamarin::machine::arm64::memory::Memory;
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Reg, Stop};
use tamarin::machine::recurrence::Recurrence;
use tamarin::report::arm64::{Answer, Findings, Report};
use tamarin::report::{ProvedEnd, ReasonCode, Verdict};
use tamarin::solver;
use tamarin_testing::random::Random;
use tamarin_testing::{many, sample};

use crate::cli::{File, answered, tamarin, tamarin_reading};

const FOLDER: &str = "tests/corpus/arm64/endless";
/// Steps after which a run that was said never to end is expected to be going on.
const LONG: u64 = 2_000_000;

fn words(text: &str) -> Vec<u32> {
    let assembled = assemble(text);
    assembled.object.unwrap_or_else(|| panic!("{:?}", assembled.diagnostics)).words
}

fn labels() -> BTreeMap<String, Value> {
    let path = tamarin_testing::root().join(FOLDER).join("labels.json");
    serde_json::from_str(&fs::read_to_string(path).expect("it is in the folder")).expect("JSON")
}

fn pair(name: &str) -> [Vec<u32>; 2] {
    ["left", "right"].map(|side| {
        let path = tamarin_testing::root().join(FOLDER).join(format!("{name}.{side}.s"));
        words(&fs::read_to_string(path).expect("it is in the folder"))
    })
}

fn compared(words: [&[u32]; 2], options: &Options) -> Findings {
    compare(words, options, &solver::Stop::NEVER).0
}

fn numbers(texts: &Value) -> Vec<u64> {
    let number = |it: &Value| it.as_str().and_then(|text| text.parse::<i64>().ok());
    let all = texts.as_array().expect("a list").iter();
    all.map(|it| number(it).expect("a number") as u64).collect()
}

/// Each pair has the verdict of its label, with this witness. What ends is never said to go on for ever.
#[test]
fn labelled_pairs_end_as_their_labels_say() {
    let mut shown = [0; 2];
    let is_of_array = |(_, label): &(String, Value)| label["inputs"] == "array";
    let (mut all, others): (Vec<_>, Vec<_>) = labels().into_iter().partition(is_of_array);
    all.extend(sample(others, 3));
    for (name, label) in &all {
        let pair = pair(name);
        let words = pair.each_ref().map(Vec::as_slice);
        let array = (label["inputs"] == "array").then_some(4);
        let options = Options { array, ..Options::default() };
        let findings = compared(words, &options);
        let Answer::Differ(tried, Difference::Ends) = &findings.answer else {
            assert_eq!(label["never"], Value::Null, "{name}: {:?}", findings.answer);
            continue;
        };
        assert_eq!(label["never"], "left", "{name} ends");
        let found = tried.given.array.as_ref().map_or(&tried.given.registers, |it| &it.elements);
        assert_eq!(*found, numbers(&label["witness"]), "{name}");
        let report = Report::from(&findings);
        let expected = (Verdict::Disequivalent, ReasonCode::OnlyLeftRunsForEver);
        assert_eq!((report.verdict, report.code), expected, "{name}");
        let [left, right] = &tried.runs;
        assert_ne!(right.stop, Stop::OutOfFuel, "{name}");
        let is_proved = label["proved"] == true;
        assert_eq!(left.proved.as_ref().map(|it| it.ends), is_proved.then_some(ProvedEnd::Never));
        assert_eq!(left.recurrence.is_some(), !is_proved, "{name}");
        let long = Alone::new(words[0], Mode::Usual).run(&tried.given, LONG).expect("it fits");
        assert_eq!(long.stop, Stop::OutOfFuel, "{name}");
        // Whoever opens a link with this witness finds the same.
        let again = replay(words, &options, &tried.given, &solver::Stop::NEVER);
        assert_eq!(again.expect("they differ").runs, tried.runs, "{name}");
        shown[usize::from(is_proved)] += 1;
    }
    assert!(shown[0] >= many(1, 8) && shown[1] >= many(1, 5), "{shown:?}");
}

/// How a loop is left.
#[derive(Clone, Copy, Debug)]
enum Exit {
    Equal,
    Above,
    AboveUnsigned,
}

/// A loop that counts from `x0` on in steps and compares with `x1`.
fn counting(step: u64, exit: Exit) -> String {
    let leave = match exit {
        Exit::Equal => "eq",
        Exit::Above => "gt",
        Exit::AboveUnsigned => "hi",
    };
    format!(
        "ldr x9, 8\nb 12\n.8byte {step:#x}\ntop: cmp x0, x1\nb.{leave} end\nadd x0, x0, x9\nb top\nend: br x30\n"
    )
}

/// Whether such a loop ends: what is counted are all words with the last bits of the first one, as many as the step has
/// zeros at its end.
fn ends(from: u64, step: u64, exit: Exit, bound: u64) -> bool {
    let bits = step.trailing_zeros().min(63);
    let low = (1 << bits) - 1;
    let last = from & low;
    let greatest = |top: u64| top & !low | last;
    match exit {
        Exit::Equal if step == 0 => from == bound,
        Exit::Equal => (from ^ bound) & low == 0,
        Exit::Above if step == 0 => from as i64 > bound as i64,
        Exit::Above => greatest(i64::MAX as u64) as i64 > bound as i64,
        Exit::AboveUnsigned if step == 0 => from > bound,
        Exit::AboveUnsigned => greatest(u64::MAX) > bound,
    }
}

/// A loop of one input, which the program for another input skips: either it ends, or the difference is found.
#[test]
fn loops_that_count_are_endless_just_where_arithmetic_says_so() {
    let mut random = Random::new(7);
    let mut word = move || u64::from(random.word()) << 32 | u64::from(random.word());
    let (mut endless, mut found) = (0, 0);
    let all: Vec<_> = (0..60).map(|case| (case, [word(), word(), word()])).collect();
    for (case, [a, b, c]) in sample(all, 4) {
        let exit = [Exit::Equal, Exit::Above, Exit::AboveUnsigned][case % 3];
        let step = [1, 3, 5, u64::MAX][case / 3 % 4].wrapping_mul(1 << (a % 5));
        let bound = match (exit, b % 4) {
            (Exit::Above, 0) => i64::MAX as u64,
            (Exit::AboveUnsigned, 0) => u64::MAX,
            (Exit::Above, 1) => i64::MAX as u64 - b % 16,
            (Exit::AboveUnsigned, 1) => u64::MAX - b % 16,
            _ => b % 1000,
        };
        let from = c % 1000;
        let program = words(&counting(step, exit));
        let given = Given { registers: vec![from, bound], ..Given::default() };
        let pair = [&program[..], &words("br x30")[..]];
        let replayed = replay(pair, &Options::default(), &given, &solver::Stop::NEVER);
        let never = replayed.is_some_and(|it| it.runs[0].ends() == Some(false));
        let is_endless = !ends(from, step, exit, bound);
        assert!(!never || is_endless, "{exit:?} {step} {from} {bound} ends");
        endless += u32::from(is_endless);
        found += u32::from(never);
    }
    assert!(endless >= 3 && found * 10 >= endless * 9, "{found} of {endless}");
}

/// A random program of a few instructions with branches back, loads and stores, whose words are mostly small.
fn random_program(random: &mut Random) -> Vec<u32> {
    let mut pick = |most: u32| random.word() % most;
    let length = 4 + pick(6);
    let mut text = String::from("ldr x9, 8\nb 12\n.8byte 1\nldr x8, 8\nb 12\n.8byte 3\n");
    for at in 0..length {
        let [d, n, m] = [0; 3].map(|_| ["x0", "x1", "x2", "x8", "x9"][pick(5) as usize]);
        let offset = 8 * pick(3);
        let condition = ["eq", "ne", "lt", "hs", "le", "hi"][pick(6) as usize];
        let to = 4 * (i64::from(pick(length)) - i64::from(at));
        text += &match pick(12) {
            0 | 1 => format!("add {d}, {n}, {m}\n"),
            2 => format!("sub {d}, {n}, {m}\n"),
            3 => format!("mul {d}, {n}, {m}\n"),
            4 => format!("udiv {d}, {n}, {m}\n"),
            5 | 6 => format!("cmp {n}, {m}\n"),
            7 => format!("ldur {d}, [sp, {offset}]\n"),
            8 => format!("stur {d}, [sp, {offset}]\n"),
            9 => format!("b {to}\n"),
            _ => format!("b.{condition} {to}\n"),
        };
    }
    words(&(text + "br x30\n"))
}

/// The whole state: pc, registers, the compared pair, and the cells that are not zero.
type State = (u64, Vec<u64>, [u64; 2], Vec<(u64, u32)>);

fn state(machine: &Machine) -> State {
    let registers = (0..32).map(|it| machine.register(Reg::new(it).expect("there are 32")));
    let memory: &Memory = &machine.memory;
    (machine.pc, registers.collect(), machine.compared(), memory.nonzero().collect())
}

/// The number of steps after which a state has been reached twice. All states are kept.
fn repeats(image: &std::rc::Rc<Image>, given: &Given, most: u64) -> Option<u64> {
    let mut machine = Machine::new(image, given).expect("there is no array");
    let mut seen = HashSet::new();
    for step in 0..most {
        if !seen.insert(state(&machine)) {
            return Some(step);
        }
        if machine.run(1) != Stop::OutOfFuel {
            return None;
        }
    }
    None
}

/// Whatever repeats its whole state is found, and whatever is found goes on for a long time.
#[test]
fn repeated_states_are_those_of_a_set_of_all_states() {
    let mut random = Random::new(11);
    let [mut found, mut whole, mut ended] = [0; 3];
    for _ in 0..1_500 {
        let program = random_program(&mut random);
        let image = Image::new(program.clone(), Mode::Usual);
        let mut alone = Alone::new(&program, Mode::Usual);
        let registers = vec![u64::from(random.word() % 4), u64::from(random.word() % 4)];
        let given = Given { registers, ..Given::default() };
        let run = alone.watch(&given, 400).expect("there is no array");
        let repeated = repeats(&image, &given, 80);
        assert!(repeated.is_none() || run.recurrence.is_some(), "{program:x?} {given:?}");
        if run.stop != Stop::OutOfFuel {
            ended += 1;
            assert_eq!(run.recurrence, None);
            continue;
        }
        let Some(Recurrence { first, again, is_whole, .. }) = run.recurrence else { continue };
        found += 1;
        let states = [first, again].map(|steps| {
            let mut machine = Machine::new(&image, &given).expect("there is no array");
            machine.run(steps);
            state(&machine)
        });
        assert_eq!(states[0] == states[1], is_whole, "{program:x?} {given:?}");
        assert_eq!(states[0].0, states[1].0);
        whole += u32::from(is_whole);
        let long = alone.run(&given, 200_000).expect("there is no array");
        assert_eq!(long.stop, Stop::OutOfFuel, "{program:x?} {given:?}");
    }
    assert!(
        found > 100 && whole > 50 && found - whole > 20 && ended > 100,
        "{found} {whole} {ended}"
    );
}

/// Runs that print for ever print the same if all their bytes are the same.
#[test]
fn what_is_printed_for_ever_is_compared() {
    let printing = |bytes: &[u8], again: usize| {
        let mut text = "ldr x9, 8\nb 12\n.8byte 0xc000000000010008\n".to_owned();
        for (index, byte) in bytes.iter().enumerate() {
            let label = if index == again { "top: " } else { "" };
            text += &format!("{label}ldr x8, 8\nb 12\n.8byte {byte}\nstur x8, [x9, 0]\n");
        }
        words(&(text + "b top\n"))
    };
    let ab = printing(b"ab", 0);
    for (other, expected) in [
        (printing(b"abab", 0), Some(true)),
        (printing(b"aba", 1), Some(true)),
        (printing(b"aab", 1), Some(false)),
        (printing(b"abc", 0), Some(false)),
    ] {
        let given = Given { registers: vec![0, 0], ..Given::default() };
        let [a, b] = [&ab, &other].map(|words| {
            Alone::new(words, Mode::Usual).watch(&given, 1_000).expect("there is no array")
        });
        assert_eq!(agree(&a, &b), expected);
        assert_eq!(agree(&b, &a), expected);
        let answer = compared([&ab, &other], &Options::default()).answer;
        assert_eq!(
            matches!(answer, Answer::Differ(_, Difference::Outputs)),
            expected == Some(false)
        );
    }
}

/// Both programs never end on the same inputs: that is proved to be agreement, not reported as a difference.
#[test]
fn programs_that_never_end_on_the_same_inputs_agree() {
    let left = words(
        "ldr x9, 8\nb 12\n.8byte 2\ntop: cmp x0, xzr\nb.eq end\nsub x0, x0, x9\nb top\nend: br x30\n",
    );
    let right = words(
        "ldr x9, 8\nb 12\n.8byte 2\ntop: cmp x9, xzr\ncmp x0, xzr\nb.ne more\nbr x30\nmore: sub x0, x0, x9\nb top\n",
    );
    let findings = compared([&left, &right], &Options::default());
    assert_eq!(Report::from(&findings).verdict, Verdict::Equivalent, "{:?}", findings.answer);
    // Where no input is known on which they end, nothing is claimed.
    let stays = [words("stay: b stay\n"), words("add x0, x0, x1\nstay: b stay\n")];
    let findings = compared(stays.each_ref().map(Vec::as_slice), &Options::default());
    assert_ne!(Report::from(&findings).verdict, Verdict::Disequivalent, "{:?}", findings.answer);
}

/// An explanation says where the runs part, and a fix makes the program end.
#[test]
fn a_difference_by_a_program_that_never_ends_is_explained() {
    let [stays, ends] = [("explained-stays.s", STAYS), ("explained-ends.s", ENDS)]
        .map(|(name, text)| File::new(name, text));
    let explain = ["explain", ends.path(), stays.path(), "--machine", "arm64"];
    let run = tamarin(&explain);
    assert_eq!(run.status, 1, "{}", run.err);
    let says = "The runs first branch differently at line 2 (`b.eq stay`) on the right: taken; the left run has no such step.";
    assert!(run.out.contains(says), "{}", run.out);
    let (status, value) = answered(&[&explain[..], &["--json"]].concat());
    assert_eq!((status, value["code"].as_str()), (1, Some("only-right-runs-for-ever")));
    assert_eq!(value["parting"]["kind"], "branch");
    assert_eq!(value["mend"]["proved"], true);
    assert_eq!(value["regions"]["exact"], false);
    // Nothing is taken from a reference that never ends.
    let (_, value) = answered(&[&explain[..], &["--json", "--reference", "right"]].concat());
    assert_eq!(value["cause"], Value::Null);
}

#[test]
fn batch_and_mutants_know_programs_that_never_end() {
    let pair = serde_json::json!({
        "machine": "arm64", "left": {"text": ENDS}, "right": {"text": STAYS}, "differ": ["7", "7"], "explain": ["mend"],
    });
    let run = tamarin_reading(&["batch", "--quiet"], format!("{pair}\n").as_bytes());
    let answer: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!((&answer["verdict"], &answer["differ"]), (&"disequivalent".into(), &pair["differ"]));
    let pair = serde_json::json!({ "machine": "arm64", "left": {"text": ZERO}, "right": {"text": PAST_ZERO} });
    let run = tamarin_reading(&["batch", "--quiet"], format!("{pair}\n").as_bytes());
    let answer: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(answer["code"], "only-right-runs-for-ever", "{answer}");
    assert_eq!(answer["witness"]["right"]["proved"]["ends"], "never");
    let file = File::new("mutated-stays.s", STAYS);
    let mutants = ["mutants", file.path(), "--machine", "arm64", "--json"];
    let killed = |test: &str| {
        let (_, value) = answered(&[&mutants[..], &["--test", test]].concat());
        value["killed"].as_u64().expect("a number")
    };
    // Some mutants run for ever where the program ends, and some end where the program runs for ever.
    assert!(killed("1,2") >= 1);
    assert!(killed("0,0") >= 5);
}

const STAYS: &str = "cmp x0, x1\nstay: b.eq stay\nbr x30\n";
const ENDS: &str = "br x30\n";
const PAST_ZERO: &str =
    "ldr x9, 8\nb 12\n.8byte 2\ntop: cmp x0, xzr\nb.eq end\nsub x0, x0, x9\nb top\nend: br x30\n";
const ZERO: &str = "sub x0, x0, x0\nbr x30\n";

#[test]
fn the_command_line_says_which_program_never_ends_and_why() {
    let [stays, ends] =
        [("stays.s", STAYS), ("ends.s", ENDS)].map(|(name, text)| File::new(name, text));
    let run = tamarin(&["compare", stays.path(), ends.path(), "--machine", "arm64"]);
    assert_eq!(run.status, 1);
    assert_eq!(
        run.out,
        "disequivalent\nOn x0 = 0, x1 = 0 the left program runs for ever (after 2 steps it is where it was after 1) and \
         the right program gives x0 = 0.\n"
    );
    let [past, zero] =
        [("past.s", PAST_ZERO), ("zero.s", ZERO)].map(|(name, text)| File::new(name, text));
    let (status, value) =
        answered(&["compare", zero.path(), past.path(), "--machine", "arm64", "--json"]);
    assert_eq!(status, 1);
    assert_eq!(value["verdict"], "disequivalent");
    assert_eq!(value["code"], "only-right-runs-for-ever");
    let witness = &value["witness"];
    assert_eq!(witness["inputs"], serde_json::json!(["1", "0"]));
    assert_eq!(witness["left"]["outcome"], "done");
    assert_eq!(witness["right"]["outcome"], "out-of-fuel");
    assert_eq!(witness["right"]["recurrence"], Value::Null);
    assert_eq!(witness["right"]["proved"]["ends"], "never");
    assert!(witness["right"]["proved"]["obligations"].as_u64() > Some(0));
    let (_, value) =
        answered(&["compare", stays.path(), ends.path(), "--machine", "arm64", "--json"]);
    assert_eq!(
        value["witness"]["left"]["recurrence"],
        serde_json::json!({"first": 1, "again": 2, "whole": true})
    );
    assert_eq!(value["witness"]["left"]["proved"], Value::Null);
}
