//! Free bytes of the input stream of ARM64 programs: verdicts and witnesses compared with runs on all allowed inputs of a
//! small range, and what the command line says.

use serde_json::json;
use tamarin::contract::Spec;
use tamarin::engines::arm64::{Differing, Options, compare, table::Rows};
use tamarin::engines::regions::arm64::standing;
use tamarin::machine::arm64::Given;
use tamarin::machine::arm64::agreement::agree;
use tamarin::report::arm64::Answer;
use tamarin::solver::Stop;
use tamarin_testing::many;
use tamarin_testing::random::Random;

use super::grading::{Folder, record_of};
use super::grid::{is_least, mixed};
use super::program;
use crate::cli::{File, answered, tamarin};

/// The free bytes in the tests.
const BYTES: u32 = 2;

/// What the tests allow: numbers and bytes that are few, so that all of them are run.
const ALLOWED: [&str; 4] = ["-1 <= x0 <= 1", "x1 == 0", "in[0] < 9", "in[1] < 9"];

fn allowed() -> impl Iterator<Item = [u64; 4]> {
    let numbers = [u64::MAX, 0, 1].into_iter();
    numbers.flat_map(|x0| (0..81).map(move |bytes| [x0, 0, bytes / 9, bytes % 9]))
}

fn question(assume: &[&str]) -> Spec {
    let assume = assume.iter().map(|&it| it.to_owned()).collect();
    Spec { stdin_bytes: Some(BYTES), assume, ..Spec::default() }
}

/// The number of lines in which a random program loads the addresses of the devices.
const SETUP: usize = 6;

/// Programs that read more and fewer bytes than there are, compare them and print.
fn random_program(random: &mut Random) -> String {
    let register = |random: &mut Random| format!("x{}", random.word() % 3);
    let mut text = "ldr x3, 8\nb 12\n.8byte 0xc000000000010000\nldr x4, 8\nb 12\n\
                    .8byte 0xc000000000010008\n"
        .to_owned();
    for line in 0..4 {
        text += &match random.word() % 4 {
            0 => format!("stur {}, [x4, 0]\n", register(random)),
            1 => format!("add {}, {}, {}\n", register(random), register(random), register(random)),
            _ => format!("ldur {}, [x3, 0]\n", register(random)),
        };
        let condition = ["eq", "ne", "lt", "ge", "lo", "hs"][(random.word() % 6) as usize];
        text += &format!("cmp {}, {}\nb.{condition} l{line}\n", register(random), register(random));
        text += &format!("sub {}, {}, {}\n", register(random), register(random), register(random));
        text += &format!("l{line}:\n");
    }
    text + "br x30\n"
}

/// Compares the answer, the witness, `is_least` and `is_only` with runs on all allowed inputs.
#[test]
fn what_is_claimed_holds_for_all_bytes() {
    let (mut random, mut counts) = (Random::new(64), [0; 2]);
    let options =
        Options { work: 1_000_000, ..Options::of(&question(&ALLOWED)).expect("it is one") };
    for number in 0..many(24, 240) {
        let left = random_program(&mut random);
        let other = random_program(&mut random);
        // Most pairs differ in one line, so they often agree.
        let right = match number % 3 {
            0 => other,
            _ => mixed(&left, &other, SETUP, &mut random),
        };
        let both = [left, right];
        let programs = both.each_ref().map(|text| program(&[("a.s", text)]));
        let words = programs.each_ref().map(|program| &program.words[..]);
        let mut runs = options.both(words);
        let mut differing = Vec::new();
        for input in allowed() {
            let [x0, x1, first, second] = input;
            let stream = vec![first as u8, second as u8];
            let given =
                Given { registers: vec![x0, x1], array: None, stream, is_stream_free: true };
            assert_eq!(options.given(input.to_vec(), 0), given);
            assert!(options.assumed.allows(&given), "{input:?}");
            let tried = runs.run(&given, 1_000).expect("there is no array");
            if agree(&tried.runs[0], &tried.runs[1]) == Some(false) {
                differing.push(input.to_vec());
            }
        }
        match compare(words, &options, &Stop::NEVER).0.answer {
            Answer::Differ(tried, _) => {
                counts[0] += 1;
                let witness = tried.given.words();
                assert!(differing.contains(&witness), "{both:?} {tried:?}");
                let programs = programs.each_ref();
                let of = Differing { programs, options: &options, tried: &tried, place: &|_| {} };
                let found = standing(&of, None, &Stop::NEVER);
                if let Some(says) = found.is_least {
                    assert_eq!(says, is_least(&differing, &witness), "{both:?} {witness:?}");
                }
                if let Some(says) = found.is_only {
                    assert_eq!(says, differing.len() == 1, "{both:?} {witness:?}");
                }
            }
            answer => {
                counts[1] += u32::from(matches!(answer, Answer::Agree { .. }));
                assert_eq!(differing, Vec::<Vec<u64>>::new(), "{both:?}");
            }
        }
    }
    let [differ, agree] = counts;
    assert!(differ >= 8 && agree >= 5, "{counts:?}");
}

/// The sum of two digits; the second program subtracts both zeros at once, and the third one has a mistake for `{`.
const DIGITS: &str = "ldr x5, 8\nb 12\n.8byte 0xc000000000010000\nldr x6, 8\nb 12\n.8byte 48\nldur x0, [x5, 0]\n\
                      ldur x1, [x5, 0]\nsub x0, x0, x6\nsub x1, x1, x6\nadd x0, x0, x1\nbr x30\n";
const AT_ONCE: &str = "ldr x5, 8\nb 12\n.8byte 0xc000000000010000\nldr x6, 8\nb 12\n.8byte 96\nldur x0, [x5, 0]\n\
                       ldur x1, [x5, 0]\nadd x0, x0, x1\nsub x0, x0, x6\nbr x30\n";
const MISTAKEN: &str = "ldr x5, 8\nb 12\n.8byte 0xc000000000010000\nldr x6, 8\nb 12\n.8byte 96\nldr x7, 8\nb 12\n\
                        .8byte 123\nldur x0, [x5, 0]\nldur x1, [x5, 0]\ncmp x1, x7\nb.ne ok\nadd x0, x0, x7\n\
                        ok: add x0, x0, x1\nsub x0, x0, x6\nbr x30\n";

#[test]
fn the_command_line_says_what_is_read() {
    let files = [("digits.s", DIGITS), ("at-once.s", AT_ONCE), ("mistaken.s", MISTAKEN)];
    let files = files.map(|(name, text)| File::new(name, text));
    let [left, right, wrong] = files.each_ref().map(File::path);
    let free = ["--machine", "arm64", "--stdin-bytes", "2"];
    let said = tamarin(&[&["compare", left, right], &free[..]].concat());
    assert!(
        said.out.contains("for every input with any 2 bytes of standard input"),
        "{}",
        said.out
    );
    let said = tamarin(&[&["compare", left, wrong], &free[..]].concat());
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.out.contains(r#"On x0 = 0, x1 = 0, in = "\x00{" the left"#), "{}", said.out);
    let (status, object) = answered(&[&["explain", left, wrong, "--json"], &free[..]].concat());
    assert_eq!((status, &object["witness"]["inputs"]), (1, &json!(["0", "0", "0", "123"])));
    assert_eq!(object["regions"], json!(null), "they are about two numbers");
    let small = [&["compare", left, wrong, "--assume", "in[1] < 100"], &free[..]].concat();
    assert_eq!(tamarin(&small).status, 0);
    for (options, says) in [
        (&["--assume", "in[2] < 100"][..], "the input stream has 2 free bytes"),
        (&["--array", "3"], "together with an array yet"),
    ] {
        let said = tamarin(&[&["compare", left, right], &free[..], options].concat());
        assert!(said.status == 2 && said.err.contains(says), "{}", said.err);
    }
    let said = tamarin(&["compare", left, right, "--machine", "arm64", "--stdin-bytes", "65"]);
    assert!(said.err.contains("65 free bytes are too many; the most is 64"), "{}", said.err);
}

/// Evidence is about the bytes of its claim: `check` takes it only with as many.
#[test]
fn evidence_is_about_the_bytes() {
    let files = [("checked-left.s", DIGITS), ("checked-right.s", AT_ONCE)];
    let files = files.map(|(name, text)| File::new(name, text));
    let [left, right] = files.each_ref().map(File::path);
    let folder = Folder::new("bytes-of-evidence", &[]);
    let evidence = format!("{}/evidence.json", folder.path());
    let pair = [left, right, "--machine", "arm64"];
    let free = [&pair[..], &["--stdin-bytes", "2"]].concat();
    let said = tamarin(&[&["prove"], &free[..], &["--certificate", &evidence]].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    let said = tamarin(&[&["check", &evidence], &free[..]].concat());
    assert!(said.status == 0 && said.out.contains("any 2 bytes"), "{}", said.out);
    for other in [&["--stdin-bytes", "1"][..], &["--stdin-bytes", "3"], &["--stdin", "12"], &[]] {
        let said = tamarin(&[&["check", &evidence], &pair[..], other].concat());
        assert_ne!(said.status, 0, "{other:?} {}", said.out);
    }
}

#[test]
fn rows_of_a_table_have_the_bytes_behind_the_numbers() {
    let options = Options::of(&question(&[])).expect("it is one");
    let rows = Rows(&options);
    assert_eq!(rows.columns(), ["x0", "x1", "in[0]", "in[1]"]);
    let given = rows.read("7, -1, 65, 10").expect("it is a row");
    assert_eq!((&given.stream[..], given.words()), (&b"A\n"[..], vec![7, u64::MAX, 65, 10]));
    assert_eq!(rows.read(&rows.write(&given)), Ok(given));
    let wrong = |row: &str| rows.read(row).expect_err("it is wrong");
    assert_eq!(wrong("1,2"), "expected the numbers x0, x1, in[0], in[1], not 2");
    assert_eq!(wrong("1,2,256,0"), "in[0] is a byte, and 256 is more than 255");
}

/// Who opens a link of a report has the same question: the bytes, and what is observed, also where that is nothing.
#[test]
fn links_of_a_report_have_the_question() {
    let reference = File::new("linked-digits.s", DIGITS);
    let submissions = Folder::new("linked-bytes", &[("a.s", MISTAKEN)]);
    let page = "https://example.org/t/";
    let grade = ["grade", submissions.path(), "--reference", reference.path(), "--json", "--quiet"];
    for (options, question) in [
        (&["--stdin-bytes", "2"][..], json!({ "bytes": "2" })),
        (&["--observe", ""], json!({ "observe": "," })),
    ] {
        let linked = ["--machine", "arm64", "--playground", page];
        let (_, report) = answered(&[&grade[..], &linked, options].concat());
        // The first class is that of the reference.
        let class =
            &report["classes"].as_array().and_then(|all| all.last()).expect("there are two");
        assert_eq!(record_of(class, page)["arm64"], question);
        if question["bytes"] == json!("2") {
            let inputs = class["difference"]["inputs"].as_array().expect("a list");
            assert_eq!(inputs.last(), Some(&json!({ "name": "in[1]", "value": "123" })));
        }
    }
}
