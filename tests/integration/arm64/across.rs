//! A MIPS program against an ARM64 one: answers compared with runs on both emulators, and the command line.

use serde_json::{Value, json};
use tamarin::contract::Contract;
use tamarin::engines::across::{self, Answer, Difference, Found, Options, Programs};
use tamarin::engines::paths::outcome::outcome;
use tamarin::link::assemble;
use tamarin::machine::Stop as MipsEnd;
use tamarin::machine::arm64::agreement::Alone;
use tamarin::machine::arm64::{Given, Mode, Stop as End};
use tamarin::solver::Stop;
use tamarin_testing::random::Random;

use super::program;
use crate::cli::{File, answered, tamarin};

const FUEL: u64 = 10_000;

/// The larger number, and the smaller one.
const MIPS_LARGER: &str =
    "slt $4, $1, $2\nadd $3, $1, $0\nbeq $4, $0, end\nadd $3, $2, $0\nend: jr $31\n";
const MIPS_SMALLER: &str =
    "slt $4, $2, $1\nadd $3, $1, $0\nbeq $4, $0, end\nadd $3, $2, $0\nend: jr $31\n";
const LARGER: &str = "cmp x0, x1\nb.ge end\nadd x0, x1, xzr\nend: br x30\n";
/// The larger one of words without a sign.
const MIPS_HIGHER: &str =
    "sltu $4, $1, $2\nadd $3, $1, $0\nbeq $4, $0, end\nadd $3, $2, $0\nend: jr $31\n";
const HIGHER: &str = "cmp x0, x1\nb.hs end\nadd x0, x1, xzr\nend: br x30\n";
const MIPS_SUM: &str = "add $3, $1, $2\njr $31\n";
const SUM: &str = "add x0, x0, x1\nbr x30\n";
/// Both divide, and only one of them by a fixed number.
const MIPS_HALF: &str = "lis $4\n.word 2\ndiv $1, $4\nmflo $3\njr $31\n";
const HALF: &str = "ldr x2, 8\nb 12\n.8byte 2\nsdiv x0, x0, x2\nbr x30\n";
const MIPS_QUOTIENT: &str = "div $1, $2\nmflo $3\njr $31\n";
const QUOTIENT: &str = "sdiv x0, x0, x1\nbr x30\n";
/// Both print the low byte of a number, and give 0.
const MIPS_BYTE: &str = "lis $4\n.word 0xffff000c\nsw $1, 0($4)\nadd $3, $0, $0\njr $31\n";
const BYTE: &str =
    "ldr x2, 8\nb 12\n.8byte 0xc000000000010008\nstur x0, [x2, 0]\nsub x0, x0, x0\nbr x30\n";

fn compare_in(mode: Mode, mips: &str, arm64: &str) -> Found {
    let contract = Contract::default();
    let image = contract.image(0, &assemble(mips).program.expect(mips)).expect("it fits");
    let arm64 = program(&[("program.s", arm64)]);
    let programs = Programs { contract: &contract, mips: &image, arm64: &arm64.words };
    let options = Options { mode, fuel: FUEL, array: None, stream: Vec::new() };
    across::compare(&programs, &options, &Stop::NEVER)
}

fn compare(mips: &str, arm64: &str) -> Found {
    compare_in(Mode::Usual, mips, arm64)
}

/// The runs on two numbers: whether each is done, its result as a number, and what it prints.
fn runs(mips: &str, arm64: &str, inputs: [u32; 2]) -> [(bool, Option<i64>, Vec<u8>); 2] {
    let contract = Contract::default();
    let image = contract.image(0, &assemble(mips).program.expect(mips)).expect("it fits");
    let run = outcome(&image, inputs, FUEL);
    let is_done = run.stop == MipsEnd::Done;
    let result = is_done.then_some(i64::from(run.result as i32));
    let on_mips = (is_done, result, run.output.bytes);
    let words = program(&[("program.s", arm64)]).words;
    let registers = inputs.map(|word| i64::from(word as i32) as u64).to_vec();
    let given = Given { registers, ..Given::default() };
    let run = Alone::new(&words, Mode::Usual).run(&given, FUEL).expect("there is no array");
    let is_done = run.stop == End::Done;
    [on_mips, (is_done, is_done.then_some(run.result as i64), run.output.bytes)]
}

/// Programs that agree on all inputs are proved to, and so they do on random and on special inputs.
#[test]
fn what_is_said_to_agree_does_so_on_runs() {
    let pairs =
        [(MIPS_LARGER, LARGER), (MIPS_HIGHER, HIGHER), (MIPS_HALF, HALF), (MIPS_BYTE, BYTE)];
    let mut random = Random::new(3);
    for (mips, arm64) in pairs {
        let found = compare(mips, arm64);
        assert!(matches!(found.answer, Answer::Agree { paths: 1.. }), "{mips}: {found:?}");
        for number in 0..2_000 {
            let mut word = || match number % 2 {
                0 => random.word(),
                _ => [0, 1, u32::MAX, 1 << 31, (1 << 31) - 1, 1 << 31 | 1]
                    [random.word() as usize % 6],
            };
            let inputs = [word(), word()];
            let [left, right] = runs(mips, arm64, inputs);
            assert_eq!(left, right, "{mips} on {inputs:?}");
        }
    }
}

/// Sums differ where they leave 32 bits: on a quarter of all pairs of numbers.
#[test]
fn a_difference_beyond_32_bits_is_told_from_others() {
    let found = compare(MIPS_SUM, SUM);
    let Answer::Differ { tried, difference, count, only_width } = found.answer else {
        panic!("{found:?}")
    };
    assert_eq!((difference, only_width), (Difference::Width, Some(true)));
    assert_eq!(count.expect("it is known").to_string(), (1u64 << 62).to_string());
    let [a, b] = [0, 1].map(|at| i64::from(tried.inputs[at] as i32));
    let beyond = tried.beyond.expect("the sum is one");
    assert_eq!((beyond.at, beyond.value as i64), (0, a + b));
    assert!(i32::try_from(a + b).is_err());

    // A wrong program is found where no number leaves 32 bits.
    for (mips, arm64) in
        [(MIPS_SMALLER, LARGER), (MIPS_LARGER, HIGHER), ("sub $3, $1, $2\njr $31\n", SUM)]
    {
        let found = compare(mips, arm64);
        let Answer::Differ { tried, difference, only_width, .. } = &found.answer else {
            panic!("{mips}: {found:?}")
        };
        assert_eq!((*difference, *only_width), (Difference::Results, Some(false)), "{mips}");
        assert_eq!(tried.beyond, None, "{mips}");
        let [left, right] = runs(mips, arm64, [tried.inputs[0], tried.inputs[1]]);
        assert_ne!(left, right, "{mips}");
    }
}

/// Brute force over small words: a pair whose count is known exactly, by another way of counting.
#[test]
fn counts_are_those_of_all_inputs() {
    // They differ where the number is 7, or -7.
    let mips = "lis $4\n.word 7\nbne $1, $4, end\nadd $1, $1, $1\nend: add $3, $1, $0\njr $31\n";
    let arm64 = "ldr x2, 8\nb 12\n.8byte -7\ncmp x0, x2\nb.ne end\nadd x0, x0, x0\nend: br x30\n";
    let found = compare(mips, arm64);
    let Answer::Differ { count, .. } = &found.answer else { panic!("{found:?}") };
    assert_eq!(count.as_ref().map(ToString::to_string), Some((2u64 << 32).to_string()));
}

#[test]
fn quotients_and_faults_are_compared_in_each_mode() {
    // -2^31 / -1 is 2^31, which 32 bits do not hold.
    let found = compare(MIPS_QUOTIENT, QUOTIENT);
    let Answer::Differ { tried, difference, .. } = &found.answer else { panic!("{found:?}") };
    assert_eq!(*difference, Difference::Width);
    assert_eq!(tried.inputs, [1 << 31, u32::MAX]);
    // A processor gives 0 where the other machine faults.
    let found = compare_in(Mode::Arm, MIPS_QUOTIENT, QUOTIENT);
    let Answer::Differ { tried, difference, .. } = &found.answer else { panic!("{found:?}") };
    assert_eq!(*difference, Difference::MipsFaults);
    assert_eq!((tried.inputs[1], tried.beyond), (0, None));
}

#[test]
fn what_is_not_decided_is_said_to_be_open() {
    let mips = "add $3, $0, $0\nlis $4\n.word 1\nloop: slt $5, $0, $1\nbeq $5, $0, end\nadd $3, $3, $1\n\
                sub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31\n";
    let arm64 = "sub x2, x2, x2\nldr x3, 8\nb 12\n.8byte 1\nloop: cmp x0, xzr\nb.le end\nadd x2, x2, x0\n\
                 sub x0, x0, x3\nb loop\nend: add x0, x2, xzr\nbr x30\n";
    let found = compare(mips, arm64);
    assert!(matches!(found.answer, Answer::Open), "{found:?}");
    assert!(found.tried > 1_000 && found.within > 0 && found.one_sided.is_none());
}

#[test]
fn a_source_and_what_a_compiler_of_the_other_machine_makes_of_it() {
    let source = |name: &str, number: &str| {
        let text = format!(
            "int wain(int a, int b) {{ int c = {number}; if (a < b) {{ c = a; }} else {{ c = b; }} return c; }}"
        );
        File::new(name, text)
    };
    let smaller = "cmp x0, x1\nb.le end\nadd x0, x1, xzr\nend: br x30\n";
    let (wlp4, right) = (source("across.wlp4", "0"), File::new("across.s", smaller));
    let (status, report) = answered(&["compare", wlp4.path(), right.path(), "--json"]);
    assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")), "{report}");
    assert_eq!(report["machines"], json!(["mips", "arm64"]));
    assert_eq!(report["proof"]["checked"], json!(false));

    let sum = File::new("across-sum.s", SUM);
    let (status, report) = answered(&["compare", sum.path(), wlp4.path(), "--json"]);
    assert_eq!((status, &report["machines"]), (1, &json!(["arm64", "mips"])));
    assert_eq!(report["witness"]["beyond"], Value::Null);
    let result = |side: &str| report["witness"][side]["result"].clone();
    assert_ne!(result("left"), result("right"));

    let mips = File::new("across.asm", MIPS_SUM);
    let run = tamarin(&["compare", mips.path(), sum.path()]);
    assert_eq!(run.status, 1);
    assert!(
        run.out.contains("The difference is beyond 32 bits: line 1 (`add x0, x0, x1`)"),
        "{}",
        run.out
    );
    assert!(run.out.contains("On all other inputs they agree"), "{}", run.out);
    assert!(
        run.out.contains("They differ on 4,611,686,018,427,387,904 of 2⁶⁴ inputs."),
        "{}",
        run.out
    );

    // Both assemblers accept neither more nor less of this: the machines are named.
    let empty = File::new("across-empty.s", "");
    let run =
        tamarin(&["compare", empty.path(), empty.path(), "--machines", "mips,arm64", "--json"]);
    let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(report["machines"], json!(["mips", "arm64"]));
    for (args, why) in [
        (&["--max-runs", "7"][..], "--max-runs is about programs for one machine"),
        (&["--assume", "$1 > 0"], "for different machines a contract has --array and --stdin"),
        (&["--machines", "mips"], "two machines with a comma between"),
    ] {
        let run = tamarin(&[&["compare", mips.path(), sum.path()], args].concat());
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn arrays_are_the_same_numbers_on_both_machines() {
    let mips = "add $3, $0, $0\nbeq $2, $0, end\nlw $3, 0($1)\nend: jr $31\n";
    let first = "cmp x1, xzr\nb.eq none\nldur x0, [x0, 0]\nbr x30\nnone: sub x0, x0, x0\nbr x30\n";
    let (mips, right) = (File::new("first.asm", mips), File::new("first.s", first));
    let (status, report) =
        answered(&["compare", mips.path(), right.path(), "--array", "3", "--json"]);
    assert_eq!((status, &report["verdict"]), (0, &json!("possibly-equivalent")), "{report}");
    let last = "cmp x1, xzr\nb.eq none\nldur x0, [x0, 8]\nbr x30\nnone: sub x0, x0, x0\nbr x30\n";
    let last = File::new("last.s", last);
    let (status, report) =
        answered(&["compare", mips.path(), last.path(), "--array", "3", "--json"]);
    assert_eq!((status, &report["verdict"]), (1, &json!("disequivalent")), "{report}");
    assert_eq!(report["witness"]["inputs"], Value::Null);
    assert!(report["witness"]["elements"].is_array());
}
