//! What is observed of ARM64 programs: verdicts, witnesses, counts and regions compared with registers and memory of runs
//! on all allowed inputs of a small range, and what the command line says.

use serde_json::json;
use tamarin::contract::{Spec, condition_of_numbers};
use tamarin::engines::arm64::{Differing, Options, compare};
use tamarin::engines::regions::arm64::regions;
use tamarin::machine::arm64::emulator::Array;
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Reg, Stop as End};
use tamarin::report::arm64::Answer;
use tamarin::solver::Stop;
use tamarin_testing::many;
use tamarin_testing::random::Random;

use super::grid::{inputs, is_least, mixed};
use super::program;
use crate::cli::{File, answered, tamarin};

/// Where the random programs store words.
const STORED: u64 = 0x1000;

/// What is observed, in the contract's language and for the oracle: registers, whether the word at [`STORED`], and
/// whether the output.
type Observed = (&'static [&'static str], &'static [u32], bool, bool);

const OBSERVED: [Observed; 6] = [
    (&["x1"], &[1], false, false),
    (&["x0", "output"], &[0], false, true),
    (&["x0..x2", "[0x1000]"], &[0, 1, 2], true, false),
    (&["[0x1000]", "output"], &[], true, true),
    (&["x2", "x0"], &[0, 2], false, false),
    (&[], &[], false, false),
];

fn options(observe: &[&str], array: Option<u32>, assume: &[&str]) -> Options {
    let [observe, assume] =
        [observe, assume].map(|it| it.iter().map(|&it| it.to_owned()).collect::<Vec<String>>());
    let spec = Spec { array, assume, observe: Some(observe), ..Spec::default() };
    Options::of(&spec).expect("they are items and conditions")
}

/// The number of lines in which a random program loads the addresses that it stores to.
const SETUP: usize = 6;

/// Programs that compute, branch, store and print few numbers.
fn random_program(random: &mut Random) -> String {
    let register = |random: &mut Random| format!("x{}", (random.word() % 3));
    let mut text =
        format!("ldr x3, 8\nb 12\n.8byte {STORED}\nldr x4, 8\nb 12\n.8byte 0xc000000000010008\n");
    for line in 0..3 {
        let [d, n, m] = [0; 3].map(|_| register(random));
        let op = ["add", "sub"][(random.word() % 2) as usize];
        text += &format!("{op} {d}, {n}, {m}\n");
        let condition = ["eq", "ne", "lt", "ge", "lo", "hs"][(random.word() % 6) as usize];
        let [a, b] = [0; 2].map(|_| register(random));
        text += &format!("cmp {a}, {b}\nb.{condition} l{line}\n");
        text += &match random.word() % 4 {
            0 => format!("stur {}, [x3, 0]\n", register(random)),
            1 => format!("stur {}, [x4, 0]\n", register(random)),
            _ => format!("add {}, {}, {}\n", register(random), register(random), register(random)),
        };
        text += &format!("l{line}:\n");
    }
    text + "br x30\n"
}

/// The observed registers, the stored word and the output of a run, by the emulator alone.
fn seen(words: &[u32], given: &Given, (_, registers, is_stored, is_output): Observed) -> Vec<u64> {
    let image = Image::new(words.to_vec(), Mode::Usual);
    let mut machine = Machine::new(&image, given).expect("it fits");
    assert_eq!(machine.run(1_000), End::Done);
    let mut seen: Vec<u64> = registers
        .iter()
        .map(|&number| machine.register(Reg::new(number).expect("it is one")))
        .collect();
    seen.extend(is_stored.then(|| machine.memory.load(STORED)));
    if is_output {
        seen.extend(machine.output.bytes.iter().map(|&byte| u64::from(byte)));
    }
    seen
}

#[test]
fn what_is_claimed_is_about_what_is_observed() {
    let (mut random, mut counts) = (Random::new(19), [0; 3]);
    for number in 0..many(24, 240) {
        let observed = OBSERVED[number % OBSERVED.len()];
        let range = ["-6 <= x0 <= 6", "-6 <= x1 <= 6"];
        let options = Options { work: 1_000_000, ..options(observed.0, None, &range) };
        let left = random_program(&mut random);
        let other = random_program(&mut random);
        // Most pairs differ in one line, so they often agree.
        let right = if number % 3 > 0 { mixed(&left, &other, SETUP, &mut random) } else { other };
        let both = [left, right];
        let programs = both.each_ref().map(|text| program(&[("a.s", text)]));
        let words = programs.each_ref().map(|program| &program.words[..]);
        let mut differing = Vec::new();
        for (a, b) in inputs() {
            let given = Given { registers: vec![a as u64, b as u64], ..Given::default() };
            let [left, right] = words.map(|words| seen(words, &given, observed));
            if left != right {
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
                if let Some(count) = &found.regions.count {
                    counts[1] += 1;
                    assert_eq!(*count, differing.len().into(), "{both:?} {observed:?}");
                }
                if let Some(says) = found.standing.is_least {
                    let is_least = is_least(&differing, &tried.given.registers);
                    assert_eq!(says, is_least, "{both:?} {observed:?} {:?}", tried.given);
                }
                if let Some(says) = found.standing.is_only {
                    assert_eq!(says, differing.len() == 1, "{both:?} {observed:?}");
                }
                let conditions = found.regions.regions.iter().map(|region| {
                    let condition = condition_of_numbers(&region.condition, 2, 0);
                    condition.expect("regions are conditions")
                });
                let conditions: Vec<_> = conditions.collect();
                for (a, b) in inputs() {
                    let inputs = [a as u64, b as u64];
                    let is_in = conditions.iter().any(|it| it.holds(&inputs));
                    let differs = differing.iter().any(|it| *it == inputs);
                    assert!(differs || !is_in, "{both:?} {observed:?} {inputs:?}");
                    assert!(is_in || !differs || !found.regions.is_exact, "{both:?} {inputs:?}");
                }
            }
            answer => {
                counts[2] += u32::from(matches!(answer, Answer::Agree { .. }));
                assert_eq!(differing, Vec::<Vec<u64>>::new(), "{both:?} {observed:?}");
            }
        }
    }
    let [differ, counted, agree] = counts;
    assert!(differ >= 8 && counted >= 6 && agree >= 5, "{counts:?}");
}

/// Programs that turn an array of two elements round; the second one returns something else, and the third one leaves the
/// array as it is.
const SWAP: &str =
    "ldur x2, [x0, 0]\nldur x3, [x0, 8]\nstur x3, [x0, 0]\nstur x2, [x0, 8]\nbr x30\n";
const SWAP_BY_SUMS: &str = "ldur x2, [x0, 0]\nldur x3, [x0, 8]\nadd x2, x2, x3\nsub x3, x2, x3\nsub x2, x2, x3\n\
                            stur x2, [x0, 0]\nstur x3, [x0, 8]\nsub x0, x0, x0\nbr x30\n";
const KEEP: &str = "ldur x2, [x0, 0]\nldur x3, [x0, 8]\nbr x30\n";

#[test]
fn the_elements_of_an_array_are_observed_where_it_is() {
    let words = [SWAP, SWAP_BY_SUMS, KEEP].map(|text| program(&[("a.s", text)]).words);
    let answer = |pair: [usize; 2], observe: &[&str], assume: &[&str]| {
        let pair = pair.map(|index| &words[index][..]);
        compare(pair, &options(observe, Some(2), assume), &Stop::NEVER).0.answer
    };
    let two = &["len == 2"];
    assert!(matches!(answer([0, 1], &["a"], two), Answer::Agree { .. }));
    assert!(matches!(answer([0, 1], &["a[0]", "a[1]"], two), Answer::Agree { .. }));
    assert!(matches!(answer([0, 1], &["x0", "a"], two), Answer::Differ(..)));
    assert!(matches!(answer([1, 2], &[], two), Answer::Agree { .. }));
    for observe in ["a", "a[0]", "a[1]"] {
        let Answer::Differ(tried, _) = answer([0, 2], &[observe], two) else {
            panic!("{observe}: they differ");
        };
        let Some(Array { elements, .. }) = &tried.given.array else { panic!("it is an array") };
        assert_ne!(elements[0], elements[1], "{observe}");
    }
    // Behind a shorter array there is memory, and it is observed, too.
    assert!(matches!(answer([0, 2], &["a"], &["len == 0"]), Answer::Agree { .. }));
    assert!(matches!(answer([0, 2], &["a[1]"], &["len == 1"]), Answer::Differ(..)));
}

#[test]
fn the_command_line_says_what_is_observed() {
    let left = "add x19, x0, x1\nadd x0, x0, xzr\nbr x30\n";
    let right = "sub x19, x0, x1\nbr x30\n";
    let files = [("observed-left.s", left), ("observed-right.s", right)];
    let files = files.map(|(name, text)| File::new(name, text));
    let pair = files.each_ref().map(File::path);
    let with =
        |command: &str, options: &[&str]| tamarin(&[&[command], &pair[..], options].concat());
    let said = with("compare", &["--machine", "arm64"]);
    assert!(said.out.contains("with the same x0 and output"), "{}", said.out);
    let said = with("compare", &["--observe", "x0"]);
    assert_eq!(said.status, 0, "{}", said.out);
    assert!(said.out.contains("with the same x0, both fault"), "{}", said.out);
    let said = with("compare", &["--observe", ""]);
    assert!(said.out.contains("Both stop, both fault"), "{}", said.out);
    let said = with("compare", &["--observe", "x0,x19"]);
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.out.contains("gives x19 = 1") && !said.out.contains("x0 = 0 and"), "{}", said.out);
    let (status, object) =
        answered(&[&["explain"], &pair[..], &["--observe", "x19", "--json"]].concat());
    assert_eq!(status, 1, "{object}");
    assert_eq!(object["code"], json!("observed-differ"));
    let [on_left, on_right] =
        ["left", "right"].map(|side| object["witness"][side]["observed"][0].clone());
    assert_eq!(on_left["name"], json!("x19"));
    assert_ne!(on_left["value"], on_right["value"]);
    assert_eq!(object["regions"]["regions"][0]["left"], json!("x19 = x0 + x1"));
    assert_eq!(object["mend"]["to"], json!("add x19, x0, x1"), "{object}");
    for (items, says) in [
        ("$3", "`$3` is nothing that can be observed"),
        ("x31", "`x31` is nothing that can be observed"),
        ("a", "there is no array"),
        ("keeps x19", "cannot be observed for ARM64"),
        ("[0x1001]", "an address is a multiple of 4"),
        ("[0x10000000]", "there is no word at 0x10000000"),
        ("x5..x2", "goes down"),
    ] {
        let run = with("compare", &["--observe", items]);
        assert_eq!(run.status, 2, "{items}: {}", run.out);
        assert!(run.err.contains(says), "{items}: {}", run.err);
    }
}

/// The file has no claim: evidence about fewer registers shows nothing about more of them.
#[test]
fn evidence_is_checked_for_what_the_reader_observes() {
    let left = "add x19, x0, x1\nadd x0, x1, x0\nbr x30\n";
    let right = "add x0, x0, x1\nadd x20, x0, xzr\nadd x19, x0, xzr\nbr x30\n";
    let files = [("observed-l.s", left), ("observed-r.s", right)];
    let files = files.map(|(name, text)| File::new(name, text));
    let evidence = File::new("observed.json", "");
    let pair = files.each_ref().map(File::path);
    let prove = |observe: &str| {
        let to = ["--certificate", evidence.path(), "--observe", observe];
        tamarin(&[&["prove"], &pair[..], &to].concat()).status
    };
    let check = |observe: &[&str]| {
        tamarin(&[&["check", evidence.path()], &pair[..], observe].concat()).status
    };
    assert_eq!(prove("x0..x20"), 1);
    assert_eq!(prove("x0,x19"), 0);
    assert_eq!(check(&["--observe", "x19,x0"]), 0);
    assert_eq!(check(&["--observe", "x0,x20"]), 1);
    assert_eq!(check(&["--observe", "x0..x20"]), 1);
    assert_eq!(check(&[]), 0);
}

/// Submissions are sorted, causes searched and mutants killed by what is observed.
#[test]
fn procedures_and_mutants_are_compared_by_what_is_observed() {
    let text = "sub x19, x0, x1\nadd x0, x0, x1\nbr x30\n";
    let file = File::new("observed-mutants.s", text);
    let killed = |observe: &str| {
        let options = ["--machine", "arm64", "--test", "5,3", "--observe", observe, "--json"];
        let (_, report) = answered(&[&["mutants", file.path()], &options[..]].concat());
        (report["killed"].clone(), report["mutants"].clone())
    };
    let number = |value: &serde_json::Value| value.as_u64().unwrap_or_default();
    let (one, all) = (killed("x0"), killed("x0,x19"));
    assert!(number(&all.0) > number(&one.0), "{one:?} {all:?}");
    let callee = |sum: &str| {
        format!(
            "sub x21, x30, x30\nadd x20, x30, xzr\nldr x9, 8\nb 12\n.8byte f\nblr x9\nadd x30, x20, xzr\nbr x30\n\
             f: {sum} x19, x0, x1\nadd x0, x0, x1\nbr x30\n"
        )
    };
    let files = [("observed-old.s", callee("add")), ("observed-new.s", callee("sub"))];
    let files = files.each_ref().map(|(name, text)| File::new(name, text));
    let pair = files.each_ref().map(File::path);
    let verdict = |observe: &str| {
        let options = ["--machine", "arm64", "--observe", observe, "--json"];
        answered(&[&["versions"], &pair[..], &options].concat()).1["verdict"].clone()
    };
    assert_eq!(verdict("x0"), json!("equal"));
    assert_eq!(verdict("x19"), json!("different"));
}

/// Programs that print and leave something in `x0`: where only one of the two differs, the other one is asked about.
#[test]
fn what_is_the_same_on_the_witness_is_compared_alone() {
    let prints = |number: &str, rest: &str| {
        format!(
            "ldr x9, 8\nb 12\n.8byte 0xc000000000010008\nstur {number}, [x9, 0]\n{rest}\nbr x30\n"
        )
    };
    let texts = [
        prints("x0", ""),
        prints("x0", "add x0, x1, xzr"),
        prints("x1", ""),
        prints("x0", "add x0, x1, xzr\ncmp x0, x9\nb.ne 8\nstur x0, [x9, 0]"),
    ];
    let files = (0..).zip(&texts).map(|(index, text)| File::new(&format!("alone-{index}.s"), text));
    let files: Vec<File> = files.collect();
    let asked = |right: usize| {
        let pair = [files[0].path(), files[right].path()];
        let said = tamarin(&[&["compare"], &pair[..]].concat());
        let (status, object) = answered(&[&["compare", "--json"], &pair[..]].concat());
        assert_eq!((said.status, status), (1, 1));
        (said.out, object["alone"].clone())
    };
    let (said, alone) = asked(1);
    assert!(said.contains("On this input both print the same; only x0 differs."), "{said}");
    assert!(said.contains("Compare only what is printed: --observe 'output'\n"), "{said}");
    assert!(said.contains("what they print count, they agree on all inputs."), "{said}");
    assert_eq!((&alone["observe"], &alone["verdict"]), (&json!("output"), &json!("equivalent")));
    let (said, alone) = asked(2);
    assert!(said.contains("both give the same x0; only the output differs."), "{said}");
    assert_eq!((&alone["observe"], &alone["verdict"]), (&json!("x0"), &json!("equivalent")));
    let (said, alone) = asked(3);
    assert!(said.contains("what they print count, they differ."), "{said}");
    assert_eq!(alone["witness"]["inputs"][1], json!("13835058055282229256"));
    let (_, object) = answered(&["compare", files[0].path(), files[0].path(), "--json"]);
    assert_eq!(object["alone"], json!(null));
}
