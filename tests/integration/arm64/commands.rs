//! The command line for ARM64.

use serde_json::{Value, json};
use tamarin::asm::arm64::assemble;
use tamarin::machine::Architecture::{self, Arm64, Mips};
use tamarin::machine::arm64::armcom;
use tamarin::machine::mips::merl;
use tamarin::source::{architecture, is_arm64};

use crate::cli::{File, answered, tamarin};

const LARGER: &str = "cmp x0, x1\nb.ge 8\nadd x0, x1, xzr\nbr x30\n";
/// Its result depends on whether a store writes the flags.
const STORED: &str = "cmp x0, x1\nstur x0, [sp, -8]\nb.lt 8\nsub x0, x0, x0\nbr x30\n";

/// The machine is inferred only from what is certain: a text that exactly one assembler accepts, and the header of an
/// object file.
#[test]
fn the_machine_is_told_from_the_file() {
    let object = assemble(LARGER).object.expect("there is no error");
    let rows: [(&str, &[u8], Option<Architecture>); 14] = [
        ("a.s", LARGER.as_bytes(), Some(Arm64)),
        ("a.asm", b"add $3, $1, $2\njr $31", Some(Mips)),
        ("a.s", b"br x30 // $31", Some(Arm64)),
        ("a.s", b"42 // a number is a word for MIPS", Some(Mips)),
        // Both accept these, or neither.
        ("a.s", b"", None),
        ("a.s", b"a:", None),
        ("a.s", b"add x0, x1, 5", None),
        ("a.s", b"add $3, $1, 5", None),
        ("a.s", b"br x30 // \xff", None),
        ("a.com", &armcom::write(&object), Some(Arm64)),
        ("out", &merl::COOKIE.to_be_bytes(), Some(Mips)),
        ("a.wlp4", b"int wain(int a, int b) { return a; }", Some(Mips)),
        ("a.wlp4", b"long wain(long a, long b) { return a; }", Some(Arm64)),
        ("a.wlp4", b"// neither \xff", None),
    ];
    for (name, bytes, expected) in rows {
        assert_eq!(architecture(name, bytes), expected, "{}", String::from_utf8_lossy(bytes));
        assert_eq!(is_arm64(name, bytes), expected == Some(Arm64));
    }
}

#[test]
fn a_run_of_a_text_that_only_one_assembler_accepts() {
    let file = File::new("larger.s", LARGER);
    let run = tamarin(&["run", file.path(), "--inputs", "-5,3"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "x0 = 3 = 3 = 0x0000000000000003 after 4 steps\n");
    let run = tamarin(&["run", file.path(), "--inputs=-5,-6"]);
    assert_eq!(run.out, "x0 = 18446744073709551611 = -5 = 0xfffffffffffffffb after 3 steps\n");
}

#[test]
fn json_has_words_as_strings() {
    let file = File::new("larger-json.s", LARGER);
    let (status, value) = answered(&["run", file.path(), "--inputs=-5,-6", "--json"]);
    assert_eq!(status, 0);
    assert_eq!(value["result"], "18446744073709551611");
    assert_eq!(value["registers"]["sp"], "16777216");
    assert_eq!(value["outcome"], "done");
    assert_eq!([&value["steps"], &value["course"]], [&json!(3), &Value::Null]);
    assert_eq!(value["remarks"], json!([]));
}

#[test]
fn modes_are_told_apart() {
    let file = File::new("stored.s", STORED);
    let (_, value) = answered(&["run", file.path(), "--inputs=-5,7", "--json"]);
    assert_eq!(value["result"], "18446744073709551611");
    assert_eq!(value["remarks"], json!(["flags-after-memory"]));
    assert_eq!(value["course"]["result"], "0");
    let (_, value) = answered(&["run", file.path(), "--inputs=-5,7", "--course", "--json"]);
    assert_eq!((&value["mode"], &value["result"]), (&json!("course"), &json!("0")));

    let file = File::new("divide.s", "udiv x0, x0, x1\nbr x30\n");
    let run = tamarin(&["run", file.path(), "--inputs", "7,0"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (1, "fault: division by zero at 0x0 after 1 steps\n")
    );
    let run = tamarin(&["run", file.path(), "--inputs", "7,0", "--arm"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "x0 = 0 = 0 = 0x0000000000000000 after 2 steps\n")
    );
    let mips = File::new("mips.asm", "jr $31\n");
    let run = tamarin(&["run", mips.path(), "--inputs", "1,2", "--arm"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("about ARM64"), "{}", run.err);
}

#[test]
fn arrays_streams_and_many_registers() {
    let sum = "add x2, x0, x1\nadd x0, x2, x3\nbr x30\n";
    let file = File::new("sum.s", sum);
    let run = tamarin(&["run", file.path(), "--inputs", "1,2,100,4"]);
    assert!(run.out.starts_with("x0 = 7 "), "{}", run.out);
    let first = File::new("first.s", "ldur x0, [x0, 8]\nbr x30\n");
    let run = tamarin(&["run", first.path(), "--array", "5,0x7fffffffffffffff"]);
    assert!(run.out.starts_with("x0 = 9223372036854775807 "), "{}", run.out);
    let copy =
        "ldr x1, 8\nb 12\n.8byte 0xc000000000010000\nldur x0, [x1, 0]\nstur x0, [x1, 8]\nbr x30\n";
    let copy = File::new("copy.s", copy);
    let run = tamarin(&["run", copy.path(), "--inputs", "0,0", "--stdin", "A"]);
    assert!(run.out.starts_with("output: A\nx0 = 65 "), "{}", run.out);
    let run = tamarin(&["run", copy.path(), "--inputs", "18446744073709551616,0"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("64 bits"), "{}", run.err);
}

/// A single object file is at 0x10000, as the course's emulator loads it; linked, it is at 0.
#[test]
fn objects_are_assembled_linked_and_run() {
    let text = File::new("where.s", "here: ldr x0, 8\nb 12\n.8byte here\nbr x30\n");
    let object = File::new("where.com", "");
    let run = tamarin(&["asm", text.path(), "--object", "-o", object.path()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let written = std::fs::read(object.path()).expect("it was written");
    assert!(armcom::is_armcom(&written));
    let run = tamarin(&["run", object.path(), "--inputs", "0,0"]);
    assert!(run.out.starts_with("x0 = 65536 "), "{}", run.out);
    let words = File::new("where.bin", "");
    let run = tamarin(&["link", object.path(), "-o", words.path()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let written = std::fs::read(words.path()).expect("it was written");
    assert_eq!(written[..4], [0x40, 0, 0, 0x58]);
    let run = tamarin(&["run", words.path(), "--machine", "arm64", "--inputs", "0,0"]);
    assert!(run.out.starts_with("x0 = 0 "), "{}", run.out);
}

/// A line for each step: the address, the instruction, and what it changed.
#[test]
fn a_trace_has_a_line_for_each_step() {
    let text = "cmp x0, x1\nstur x0, [sp, -8]\nldur x2, [sp, -8]\nb.lt 8\nsub x0, x0, x0\nldr x3, 8\n\
                b 12\n.8byte 0xc000000000010008\nstur x1, [x3, 0]\nudiv x0, x0, x0\nbr x30\n";
    let file = File::new("traced.s", text);
    let trace = ["run", file.path(), "--inputs", "-5,65", "--trace"];
    let run = tamarin(&trace);
    let expected = "0x000000  cmp x0, x1                compared -5 with 65\n\
                    0x000004  stur x0, [sp, -8]         [0xfffff8] = -5\n\
                    0x000008  ldur x2, [sp, -8]         x2 = -5\n\
                    0x00000c  b.lt 8                    to 0x14\n\
                    0x000014  ldr x3, 8                 x3 = -4611686018427322360 (0xc000000000010008)\n\
                    0x000018  b 12                      to 0x24\n\
                    0x000024  stur x1, [x3, 0]          prints 'A'\n\
                    0x000028  udiv x0, x0, x0           x0 = 1\n\
                    0x00002c  br x30                    to 0xfffffe4\n\
                    output: A\nx0 = 1 = 1 = 0x0000000000000001 after 9 steps\n";
    assert_eq!((run.status, run.out.as_str()), (0, expected));
    // The trace changes nothing else, in any mode and with little fuel.
    for option in
        [&["--course"][..], &["--arm"], &["--fuel", "3"], &["--fuel", "9"], &["--fuel", "0"]]
    {
        let (status, mut traced) = answered(&[&trace[..], &["--json"], option].concat());
        let lines = traced.as_object_mut().and_then(|it| it.remove("trace")).expect("a trace");
        let (plain_status, plain) = answered(&[&trace[..4], &["--json"], option].concat());
        assert_eq!((status, &traced), (plain_status, &plain));
        assert_eq!(lines.as_array().map(Vec::len), plain["steps"].as_u64().map(|it| it as usize));
    }
    // The course's emulator compares what is loaded with 0.
    let run = tamarin(&[&trace[..], &["--course"]].concat());
    assert!(run.out.contains("x2 = -5, compared -5 with 0\n"), "{}", run.out);
    let run = tamarin(&[&trace[..], &["--passes"]].concat());
    assert!(run.err.contains("--passes is not there for ARM64 yet"), "{}", run.err);
}

#[test]
fn words_become_text_again() {
    let object = assemble(LARGER).object.expect("there is no error");
    let bytes: Vec<u8> = object.words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let file = File::new("larger.bin", bytes);
    let run = tamarin(&["disasm", "--machine", "arm64", file.path()]);
    let expected = "    cmp x0, x1\n    b.ge L1\n    add x0, x1, xzr\nL1:\n    br x30\n";
    assert_eq!((run.status, run.out.as_str()), (0, expected));
    let file = File::new("larger.com", armcom::write(&object));
    assert_eq!(tamarin(&["disasm", file.path()]).out, expected);
}

#[test]
fn listings_and_errors_are_of_the_machine() {
    let file = File::new("listed.s", LARGER);
    let run = tamarin(&["asm", file.path()]);
    assert!(run.out.starts_with("0x000000  0xeb21601f      cmp x0, x1\n"), "{}", run.out);
    // Neither assembler accepts this, so it is a guess.
    let file = File::new("wrong.s", "add x0, x1, 5\n");
    let run = tamarin(&["asm", file.path()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--machine arm64"), "{}", run.err);
    let run = tamarin(&["asm", "--machine", "arm64", file.path()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("there are no immediate operands"), "{}", run.err);
    assert!(!run.err.contains("--machine"), "{}", run.err);
}

#[test]
fn programs_are_formatted() {
    let file = File::new("unformatted.s", "b .eq l\nl:  br x30");
    let run = tamarin(&["fmt", "--check", file.path()]);
    assert_eq!(run.status, 1);
    assert_eq!(tamarin(&["fmt", file.path()]).status, 0);
    let text = std::fs::read_to_string(file.path()).expect("it is there");
    assert_eq!(text, "    b.eq l\nl:  br x30\n");
}

#[test]
fn wlp4_with_long_is_compiled_run_and_compared() {
    let source = "long twice(long n) { return n + n; }\n\
         long wain(long a, long b) { println(twice(a)); return b / 2; }\n";
    let source = File::new("twice-long.wlp4", source);
    let run = tamarin(&["run", source.path(), "--inputs=4611686018427387904,-7"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("output: -9223372036854775808\n\nx0 = "), "{}", run.out);
    assert!(run.out.contains(" = -3 = "), "{}", run.out);
    for style in ["stack", "registers", "folded"] {
        let emitted = tamarin(&["asm", "--emit", style, source.path()]);
        assert!(emitted.out.starts_with(".import print\n    ldr x8, 8\n"), "{}", emitted.out);
        let assembly = File::new("twice-long.s", emitted.out.as_str());
        let compared = tamarin(&["compare", source.path(), assembly.path(), "--max-work", "1"]);
        assert_eq!(compared.status, 0, "{}", compared.out);
        let wrong = File::new("twice-wrong.s", emitted.out.replace("sdiv", "udiv"));
        let compared = tamarin(&["compare", source.path(), wrong.path(), "--max-work", "1"]);
        assert_eq!(compared.status, 1, "{style}: {}", compared.out);
        assert!(compared.out.starts_with("disequivalent\n"), "{}", compared.out);
    }
    let other = "long wain(long a, long b) { println(2 * a); return b / 2; }\n";
    let other = File::new("other-long.wlp4", other);
    let compared = tamarin(&["compare", source.path(), other.path(), "--max-work", "1"]);
    assert_eq!(compared.status, 0, "{}", compared.out);
}

#[test]
fn the_other_type_of_numbers_is_an_error() {
    let long = File::new("is-long.wlp4", "long wain(long a, long b) { return a; }\n");
    let int = File::new("is-int.wlp4", "int wain(int a, int b) {\n  return a;\n}\n");
    let larger = File::new("beside.s", LARGER);
    for (arguments, says) in [
        (vec!["run", long.path(), "--inputs", "1,2", "--machine", "mips"], "where it is `int`"),
        (vec!["run", int.path(), "--inputs", "1,2", "--machine", "arm64"], "where it is `long`"),
        (vec!["asm", "--emit", "stack", int.path(), "--machine", "arm64"], "is-int.wlp4:1:1"),
        (
            vec!["compare", int.path(), larger.path(), "--machine", "arm64"],
            "or compile it for MIPS",
        ),
        (
            vec!["compare", int.path(), long.path(), "--machine", "arm64"],
            "replace `int` with `long`",
        ),
    ] {
        let run = tamarin(&arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.out);
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
    let run = tamarin(&["asm", "--emit", "stack", int.path()]);
    assert!(run.out.contains("lis $4"), "{}", run.out);
}

/// If `wain` takes an array, arrays are compared.
#[test]
fn wlp4_with_an_array_is_compared_for_arrays() {
    let sum = "long wain(long* a, long n) {\n long s = 0; long i = 0;\n while (i < n) {\n\
         s = s + *(a + i); i = i + 1; }\n return s;\n}\n";
    let sum = File::new("sum-long.wlp4", sum);
    let first = File::new("first-long.s", "ldur x0, [x0, 0]\nbr x30\n");
    let compared = tamarin(&["compare", sum.path(), first.path(), "--json", "--max-work", "1"]);
    assert!(compared.err.contains("up to 4 numbers"), "{}", compared.err);
    let report: Value = serde_json::from_str(&compared.out).expect("one object");
    assert_eq!(report["verdict"], "disequivalent");
    assert!(report["witness"]["elements"].is_array(), "{report}");
    let run = tamarin(&["run", sum.path(), "--array", "5,-8,13"]);
    assert!(run.out.starts_with("x0 = 10 "), "{}", run.out);
}

#[test]
fn correlate_says_why_it_is_for_mips() {
    let file = File::new("compared.s", LARGER);
    for machine in [&[][..], &["--machine", "arm64"]] {
        let run = tamarin(&[&["correlate", file.path(), file.path()], machine].concat());
        assert_eq!(run.status, 2);
        assert!(run.err.contains("correlate is for MIPS programs"), "{}", run.err);
    }
}

#[test]
fn compare_gives_a_verdict_and_exits_by_it() {
    let larger = File::new("compared-larger.s", LARGER);
    let divides = File::new("compared-divides.s", "udiv x0, x0, x1\nbr x30\n");
    let guarded = "cmp x1, xzr\nb.ne over\nsub x0, x0, x0\nbr x30\nover: udiv x0, x0, x1\nbr x30\n";
    let guarded = File::new("compared-guarded.s", guarded);
    let of = |arguments: &[&str]| {
        let run = tamarin(&[&["compare", "--json"], arguments].concat());
        let report = serde_json::from_str(&run.out).unwrap_or(serde_json::Value::Null);
        (run.status, report)
    };
    let (status, report) = of(&[larger.path(), larger.path()]);
    assert_eq!((status, &report["verdict"]), (0, &"equivalent".into()));
    let pair = [divides.path(), guarded.path()];
    let (status, report) = of(&pair);
    assert_eq!((status, &report["verdict"]), (1, &"disequivalent".into()));
    // Words are strings.
    assert_eq!(report["witness"]["inputs"], serde_json::json!(["0", "0"]));
    assert_eq!(report["witness"]["minimal"], true);
    assert_eq!(report["witness"]["unique"], false);
    assert_eq!(report["witness"]["left"]["outcome"], "fault");
    assert_eq!(report["elsewhere"][0]["mode"], "arm");
    let (status, report) = of(&[pair[0], pair[1], "--arm", "--require", "equivalent"]);
    assert_eq!((status, &report["verdict"]), (0, &"equivalent".into()));
    assert_eq!(report["proof"]["checked"], true);
    // No option is taken and ignored.
    let mips = File::new("compared-mips.asm", "add $3, $1, $2\njr $31\n");
    for (files, option, says) in [
        (
            pair,
            &["--separate", "x0"][..],
            "for ARM64 a contract has --array, --stdin, --stdin-bytes, --assume and",
        ),
        (pair, &["--solver", "bitblast"], "--solver is not there for ARM64 yet"),
        (pair, &["--effort", "7"], "--effort is not there for ARM64 yet"),
        ([mips.path(), mips.path()], &["--arm"], "--arm and --course are about ARM64"),
    ] {
        let run = tamarin(&[&["compare"], &files[..], option].concat());
        assert_eq!(run.status, 2, "{option:?}");
        assert!(run.err.contains(says), "{}", run.err);
    }
}
