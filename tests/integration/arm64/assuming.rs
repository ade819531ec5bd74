//! What a comparison of ARM64 programs assumes about its inputs: verdicts, witnesses and counts compared with runs on all
//! allowed inputs of a small range, and what the command line says.

use serde_json::{Value, json};
use tamarin::contract::{Spec, condition_of_numbers};
use tamarin::engines::arm64::claimed::confirm;
use tamarin::engines::arm64::{Assumed, Differing, Options, compare};
use tamarin::engines::regions::arm64::regions;
use tamarin::machine::arm64::agreement::{Both, agree};
use tamarin::machine::arm64::{Given, Mode};
use tamarin::report::arm64::Answer;
use tamarin::solver::Stop;
use tamarin_kernel::word::Width;
use tamarin_prove::refute::forms::{Forms, Values};
use tamarin_testing::many;
use tamarin_testing::random::Random;

use super::grid::{inputs, is_least, mixed};
use super::program;
use crate::cli::{File, answered, tamarin};

/// The larger number, with signs and without.
const SIGNED: &str = "cmp x0, x1\nb.ge end\nadd x0, x1, xzr\nend: br x30\n";
const UNSIGNED: &str = "cmp x0, x1\nb.hs end\nadd x0, x1, xzr\nend: br x30\n";
/// The last element of an array, or 0; and its largest element, or 0.
const LAST: &str = "sub x2, x2, x2\ncmp x1, xzr\nb.eq end\nldr x3, 8\nb 12\n.8byte 8\nmul x1, x1, x3\nadd x0, x0, x1\n\
                    ldur x2, [x0, -8]\nend: add x0, x2, xzr\nbr x30\n";
const LARGEST: &str = "ldr x4, 8\nb 12\n.8byte 8\nldr x5, 8\nb 12\n.8byte 1\nsub x2, x2, x2\ncmp x1, xzr\nb.eq end\n\
                       ldur x2, [x0, 0]\nloop: cmp x1, xzr\nb.eq end\nldur x3, [x0, 0]\ncmp x3, x2\nb.le next\n\
                       add x2, x3, xzr\nnext: add x0, x0, x4\nsub x1, x1, x5\nb loop\nend: add x0, x2, xzr\nbr x30\n";

fn options(assume: &[&str], array: Option<u32>) -> Options {
    let texts: Vec<String> = assume.iter().map(|&text| text.to_owned()).collect();
    let spec = Spec { array, assume: texts, ..Spec::default() };
    Options::of(&spec).expect("they are conditions")
}

/// Programs that compute, compare and branch on few numbers.
fn random_program(random: &mut Random) -> String {
    let register = |random: &mut Random| format!("x{}", (random.word() % 3));
    let mut text = String::new();
    for line in 0..3 {
        let [d, n, m] = [0; 3].map(|_| register(random));
        let op = ["add", "sub"][(random.word() % 2) as usize];
        text += &format!("{op} {d}, {n}, {m}\n");
        let condition = ["eq", "ne", "lt", "ge", "lo", "hs"][(random.word() % 6) as usize];
        let [a, b] = [0; 2].map(|_| register(random));
        text += &format!("cmp {a}, {b}\nb.{condition} l{line}\n");
        text += &format!("add x0, {}, {}\nl{line}:\n", register(random), register(random));
    }
    text + "br x30\n"
}

/// Conditions that allow only inputs of a small range, and whether one is.
type Condition = (&'static [&'static str], fn(i64, i64) -> bool);

const CONDITIONS: [Condition; 5] = [
    (&["-6 <= x0 <= 6", "-6 <= x1 <= 6"], |_, _| true),
    (&["-6 <= x0 <= 6 and -6 <= x1 <= 6 and x0 < x1"], |a, b| a < b),
    (&["-6 <= x0 <= 6", "-6 <= x1 <= 6", "x0 == 3 or x1 == -2"], |a, b| a == 3 || b == -2),
    (&["-6 <= x0 <= 6", "-6 <= x1 <= 6", "not (x0 % 3 == 0 or x0 <u x1)"], |a, b| {
        a % 3 != 0 && a as u64 >= b as u64
    }),
    (&["-6 <= x0 <= 6", "-6 <= x1 <= 6", "x0 * x1 == 12"], |a, b| a * b == 12),
];

/// Compares the witness, `is_least`, `is_only`, the count and the regions with runs on all allowed inputs.
#[test]
fn what_is_claimed_holds_for_all_allowed_inputs() {
    let (mut random, mut counts) = (Random::new(46), [0; 3]);
    for number in 0..many(20, 200) {
        let (texts, allows) = CONDITIONS[number % CONDITIONS.len()];
        let options = Options { work: 1_000_000, ..options(texts, None) };
        let left = random_program(&mut random);
        let other = random_program(&mut random);
        // Half of the pairs differ in one line, so they often agree.
        let right = if number % 2 == 0 { mixed(&left, &other, 0, &mut random) } else { other };
        let both = [left, right];
        let programs = both.each_ref().map(|text| program(&[("a.s", text)]));
        let words = programs.each_ref().map(|program| &program.words[..]);
        let mut runs = Both::new(words, Mode::Usual);
        let mut differing = Vec::new();
        for (a, b) in inputs() {
            let given = Given { registers: vec![a as u64, b as u64], ..Given::default() };
            assert_eq!(options.assumed.allows(&given), allows(a, b), "{texts:?} {a} {b}");
            let tried = runs.run(&given, 1_000).expect("there is no array");
            if allows(a, b) && agree(&tried.runs[0], &tried.runs[1]) == Some(false) {
                differing.push(given.registers);
            }
        }
        match compare(words, &options, &Stop::NEVER).0.answer {
            Answer::Differ(tried, _) => {
                counts[0] += 1;
                assert!(differing.contains(&tried.given.registers), "{both:?} {tried:?}");
                let programs = programs.each_ref();
                let of = Differing { programs, options: &options, tried: &tried, place: &|_| {} };
                let Some(found) = pollster::block_on(regions(&of, &Stop::NEVER)) else { continue };
                let all = found.regions.all.expect("it is counted");
                let allowed = inputs().filter(|&(a, b)| allows(a, b)).count();
                assert_eq!(all, allowed.into(), "{texts:?}");
                if let Some(count) = found.regions.count {
                    counts[1] += 1;
                    assert_eq!(count, differing.len().into(), "{both:?} {texts:?}");
                }
                let is_least = is_least(&differing, &tried.given.registers);
                if let Some(says) = found.standing.is_least {
                    assert_eq!(says, is_least, "{both:?} {texts:?} {:?}", tried.given);
                }
                if let Some(says) = found.standing.is_only {
                    assert_eq!(says, differing.len() == 1, "{both:?} {texts:?}");
                }
                for region in &found.regions.regions {
                    let condition = condition_of_numbers(&region.condition, 2, 0);
                    let condition = condition.expect("regions are conditions");
                    assert!(condition.holds(&region.sample), "{region:?}");
                    assert!(differing.contains(&region.sample), "{region:?}");
                }
            }
            answer => {
                counts[2] += u32::from(matches!(answer, Answer::Agree { .. }));
                assert_eq!(differing, Vec::<Vec<u64>>::new(), "{both:?} {texts:?}");
            }
        }
    }
    let [differ, counted, agree] = counts;
    assert!(differ >= 8 && counted >= 4 && agree >= 2, "{counts:?}");
}

#[test]
fn conditions_decide_whether_programs_agree() {
    let words = [SIGNED, UNSIGNED].map(|text| program(&[("a.s", text)]).words);
    let answer = |assume: &[&str]| {
        let words = words.each_ref().map(Vec::as_slice);
        compare(words, &options(assume, None), &Stop::NEVER).0.answer
    };
    for same in [
        &["x0 >= 0", "x1 >= 0"][..],
        &["x0 < 0 and x1 < 0"],
        &["x0 == x1"],
        &["x1 == 7 - x0", "0 <= x0 < 8"],
    ] {
        assert!(matches!(answer(same), Answer::Agree { .. }), "{same:?}");
    }
    // Its premise is a disjunction, and its inputs are no boundary values.
    let Answer::Differ(tried, _) = answer(&["x0 == 7 or x0 * x0 == 1234321", "x1 + x0 == -5000"])
    else {
        panic!("they differ");
    };
    let [a, b] = [0, 1].map(|at| tried.given.registers[at] as i64);
    assert!((a == 7 || a.wrapping_mul(a) == 1_234_321) && a.wrapping_add(b) == -5_000, "{a} {b}");
}

#[test]
fn conditions_on_arrays_are_about_their_elements() {
    let words = [LAST, LARGEST].map(|text| program(&[("a.s", text)]).words);
    let words = words.each_ref().map(Vec::as_slice);
    let answer = |assume: &[&str]| compare(words, &options(assume, Some(4)), &Stop::NEVER).0.answer;
    assert!(!matches!(answer(&["sorted(a)"]), Answer::Differ(..)));
    assert!(matches!(answer(&["len < 2"]), Answer::Agree { .. }));
    for (assume, allows) in [
        (
            &["a[*] < 0", "len == 3"][..],
            (|a| a.len() == 3 && a.iter().all(|it| *it < 0)) as fn(&[i64]) -> bool,
        ),
        (&["x1 > 1 and all i: a[i] == 2 * i or a[i] == 77"], |a| {
            a.len() > 1 && a.iter().zip(0..).all(|(it, at)| *it == 2 * at || *it == 77)
        }),
        (&["a[0] == 5 and a[1] == 12345"], |a| a.len() > 1 && a[..2] == [5, 12_345]),
    ] {
        let Answer::Differ(tried, _) = answer(assume) else { panic!("{assume:?}: they differ") };
        let array = tried.given.array.expect("the input is an array");
        let elements: Vec<i64> = array.elements.iter().map(|&it| it as i64).collect();
        assert!(allows(&elements), "{assume:?} {elements:?}");
    }
}

#[test]
fn the_command_line_takes_conditions_and_says_what_is_wrong_with_them() {
    let files = [("assumed-left.s", SIGNED), ("assumed-right.s", UNSIGNED)];
    let files = files.map(|(name, text)| File::new(name, text));
    let pair = files.each_ref().map(File::path);
    let positive = ["--assume", "x0 >= 0 and x1 >= 0"];
    let said = tamarin(&[&["compare"], &pair[..], &positive].concat());
    assert_eq!(said.status, 0);
    let first = "Both programs give the same result on every input with x0 >= 0 and x1 >= 0";
    assert!(said.out.contains("every input with x0 >= 0 and x1 >= 0"), "{first}: {}", said.out);
    let small = ["--assume", "-8 <= x0 < 8", "--assume", "-8 <= x1 < 8", "--json"];
    let (status, object) = answered(&[&["explain"], &pair[..], &small].concat());
    assert_eq!(status, 1, "{object}");
    // One is negative and the other one is not.
    assert_eq!(object["regions"]["all"], json!("256"));
    assert_eq!(object["regions"]["count"], json!("128"));
    let said = tamarin(&[&["explain", "--regions"], &pair[..], &small[..4]].concat());
    assert!(
        said.out.contains("They differ on 128 inputs") || said.out.contains("128 of 256"),
        "{}",
        said.out
    );
    for (option, says) in [
        ("x0 <", "the condition ends too early"),
        ("$1 < 3", "register of MIPS"),
        ("x2 < 3", "x2 holds no input"),
        ("a[0] < 3", "there is no array"),
        ("x0 < 0 and x0 > 0", "no input was found that satisfies what is assumed"),
    ] {
        let run = tamarin(&[&["compare"], &pair[..], &["--assume", option]].concat());
        assert_eq!(run.status, 2, "{option}: {}", run.out);
        assert!(run.err.contains(says), "{option}: {}", run.err);
    }
    let run =
        tamarin(&[&["compare"], &pair[..], &["--array", "100", "--assume", "sorted(a)"]].concat());
    assert!(run.err.contains("arrays of up to 64 elements"), "{}", run.err);
}

/// The file has no claim: evidence for fewer inputs shows nothing about more of them.
#[test]
fn evidence_is_checked_under_the_conditions_of_the_reader() {
    let files = [("assumed-l.s", SIGNED), ("assumed-r.s", UNSIGNED)];
    let files = files.map(|(name, text)| File::new(name, text));
    let evidence = File::new("assumed.json", "");
    let pair = files.each_ref().map(File::path);
    let positive = ["--assume", "x0 >= 0 and x1 >= 0"];
    let prove = [&["prove"], &pair[..], &["--certificate", evidence.path()], &positive].concat();
    assert_eq!(tamarin(&prove).status, 0);
    let check = |assume: &[&str]| {
        tamarin(&[&["check", evidence.path()], &pair[..], assume].concat()).status
    };
    assert_eq!(check(&positive), 0);
    assert_eq!(check(&["--assume", "0 <= x0 and 0 <= x1"]), 0);
    assert_eq!(check(&[]), 1);
    assert_eq!(check(&["--assume", "x0 >= -1 and x1 >= 0"]), 1);
}

#[test]
fn tests_and_known_differences_are_inputs_that_are_allowed() {
    let file = File::new("assumed-tests.s", SIGNED);
    let options = ["--assume", "x0 < x1", "--machine", "arm64"];
    let mutants = |test: &str| {
        tamarin(&[&["mutants", file.path(), "--test", test, "--json"], &options[..]].concat())
    };
    assert_eq!(mutants("3,2").status, 2);
    assert!(mutants("3,2").out.contains("the contract does not allow this input"));
    let report: Value = serde_json::from_str(&mutants("2,3").out).expect("one object");
    for missed in report["survivors"].as_array().expect("a list") {
        let input = missed["witness"]["inputs"].as_array().expect("two numbers");
        let [a, b] = [0, 1].map(|at| input[at].as_str().expect("a text").parse::<u64>());
        assert!((a.expect("a word") as i64) < b.expect("a word") as i64, "{missed}");
    }
}

/// The search along paths has the conditions as facts. They hold on the same inputs, also for divisors of 0.
#[test]
fn facts_of_the_search_hold_where_the_conditions_do() {
    let words = [
        "x0 / x1",
        "x0 % x1",
        "x0 /u x1",
        "x0 %u x1",
        "x0 / 0",
        "x0 % (x1 - x1)",
        "x0 * x1 - 3",
        "7 / x0",
    ];
    let words = words.map(|word| {
        [
            format!("{word} < x1"),
            format!("not ({word} == -1)"),
            format!("x0 <u {word} or {word} == 1"),
        ]
    });
    let mut texts: Vec<String> = words.into_iter().flatten().collect();
    texts.extend(
        ["overflows(x0 + x1)", "not overflowsu(x0 * x1)", "x0 < x1 and not (x0 == 0 or x1 <u 3)"]
            .map(str::to_owned),
    );
    let edges =
        [0, 1, 2, 3, 7, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, (1 << 63) + 1, 1 << 32];
    for text in texts {
        let assumed = Assumed::of_numbers(std::slice::from_ref(&text), 2, 0).expect(&text);
        let mut forms = Forms::new(Width::new(64).expect("it is one"));
        let facts = assumed.facts(&mut forms);
        for inputs in edges.iter().flat_map(|&a| edges.map(|b| [a, b])) {
            let mut values = Values::new(&forms, |input| inputs[input as usize]);
            let hold = facts.iter().all(|&(fact, holds)| values.holds(fact) == holds);
            let given = Given { registers: inputs.to_vec(), ..Given::default() };
            assert_eq!(hold, assumed.allows(&given), "{text} {inputs:?}");
        }
    }
}

/// The claims of a link or a receipt.
#[test]
fn a_claim_about_nothing_is_not_confirmed() {
    let words = [SIGNED, UNSIGNED].map(|text| program(&[("a.s", text)]).words);
    let words = words.each_ref().map(Vec::as_slice);
    let confirmed = |assume: &[&str]| {
        confirm(words, &options(assume, None), true, None, &Stop::NEVER).map(drop)
    };
    assert_eq!(confirmed(&["x0 >= 0", "x1 >= 0"]), Ok(()));
    assert!(confirmed(&["x0 >= 0"]).is_err());
    let nothing = confirmed(&["x0 >= 0", "x1 >= 0", "x0 + 1 == x0"]);
    assert!(nothing.is_err_and(|why| why.contains("no input was found")));
}
