//! The command line as a user sees it: exit status, standard output and
//! standard error.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

pub struct Output {
    pub status: i32,
    pub out: String,
    pub err: String,
}

pub fn tamarin(args: &[&str]) -> Output {
    tamarin_reading(args, b"")
}

pub fn tamarin_reading(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamarin"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("all output is UTF-8");
    Output {
        status: output.status.code().expect("it exits"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// A file of this run.
pub struct File(PathBuf);

impl File {
    pub fn new(name: &str, content: impl AsRef<[u8]>) -> File {
        let path = std::env::temp_dir().join(format!("tamarin-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("the folder for temporary files is writable");
        File(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const FIRST: &str = "bne $1, 42, end\nadd $3, $0, $0\nend: add $3, $1, $2\njr $31\n";
const SECOND: &str = "add $3, $1, $2\nbne $2, 100, end\nadd $3, $3, $2\nend: jr $31\n";

#[test]
fn compare_behaves_as_diff() {
    let (first, second) = (File::new("diff-l.asm", FIRST), File::new("diff-r.asm", SECOND));
    let paper = ["--inputs", "1,1", "--strategy", "paper", "--solver", "bitblast"];
    let differ = tamarin(&[&["compare", first.path(), second.path()], &paper[..]].concat());
    assert_eq!((differ.status, differ.err.as_str()), (1, ""));
    assert!(differ.out.starts_with(
        "disequivalent\nOn $1 = 1, $2 = 100 the left program gives $3 = 101 and the right program gives $3 = 201.\n"
    ), "{}", differ.out);
    let same = tamarin(&[&["compare", first.path(), first.path()], &paper[..]].concat());
    assert_eq!(same.status, 0);
    assert!(same.out.starts_with("possibly equivalent\n"), "{}", same.out);
    let proved = tamarin(&["compare", first.path(), first.path()]);
    assert_eq!(proved.status, 0);
    assert!(proved.out.starts_with("equivalent\n"), "{}", proved.out);
    let differ = tamarin(&["compare", first.path(), second.path()]);
    assert_eq!(differ.status, 1);
    assert!(differ.out.starts_with("disequivalent\n"), "{}", differ.out);
}

#[test]
fn compare_prints_one_object() {
    if tamarin_testing::z3_or_skip().is_none() {
        return;
    }
    let (first, second) = (File::new("json-l.asm", FIRST), File::new("json-r.asm", SECOND));
    let run = |args: &[&str]| -> Value {
        let mut all = vec!["compare", first.path(), second.path(), "--json"];
        all.extend(args);
        serde_json::from_str(&tamarin(&all).out).expect("one object")
    };
    let mut report = run(&["--inputs", "0x1,1", "--strategy", "paper", "--solver", "process"]);
    assert!(report["stats"]["elapsed_ms"].take().is_u64());
    let side = |result, steps| json!({"outcome": "done", "result": result, "fault": null, "output": {"text": "", "bytes": 0}, "steps": steps, "recurrence": null});
    assert_eq!(
        report,
        json!({
            "verdict": "disequivalent",
            "proof": null,
            "reason": {
                "code": "results-differ",
                "message": "On $1 = 1, $2 = 100 the left program gives $3 = 101 and the right program gives $3 = 201.",
                "cuts": {"depth": 0, "fuel": 0, "unknown": 0, "diverged": 0, "untried": 0},
                "open": [],
            },
            "witness": {
                "inputs": [1, 100],
                "left": side(101, 4),
                "right": side(201, 5),
                "minimal": null,
                "unique": null,
                "unique_within_fuel": null,
                "layout": null,
            },
            "meter": null,
            "stats": {"runs": 4, "queries": 2, "paths": [2, 2], "elapsed_ms": null},
        })
    );
    let cut = run(&["--fuel", "2", "--depth", "1", "--strategy", "paper"]);
    assert_eq!((&cut["verdict"], &cut["witness"]), (&json!("possibly-equivalent"), &Value::Null));
    assert_eq!(cut["reason"]["code"], "cut");
}

#[test]
fn trouble_is_two() {
    let good = File::new("trouble-good.asm", FIRST);
    let bad = File::new("trouble-bad.asm", "add $3, $1\nbeq $1, $2, lop\nloop: jr $32\n");
    let bad_run = tamarin(&["compare", good.path(), bad.path()]);
    assert_eq!((bad_run.status, bad_run.out.as_str()), (2, ""));
    for said in ["trouble-bad.asm:1", "trouble-bad.asm:2", "trouble-bad.asm:3", "lop", "$32"] {
        assert!(bad_run.err.contains(said), "{said} in {}", bad_run.err);
    }
    for args in [
        vec!["compare", good.path(), "/no/such/file.asm"],
        vec!["compare", good.path()],
        vec!["compare", good.path(), good.path(), "--inputs", "1"],
        vec!["compare", good.path(), good.path(), "--inputs", "1,4294967296"],
        vec!["compare", good.path(), good.path(), "--fuel", "-1"],
        vec!["run", good.path()],
        vec!["run", good.path(), "--inputs", "1,x"],
        vec!["no-such-command"],
        vec![],
    ] {
        let run = tamarin(&args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
}

/// It runs for ever on zero, by a jump to itself, of which no invariant is found.
const LOOP_BY_JUMPS: &str = "lis $4\n.word again\nagain: bne $1, $0, end\njr $4\nend: jr $31\n";

#[test]
fn a_verdict_can_be_required() {
    let first = File::new("require-l.asm", FIRST);
    let second = File::new("require-r.asm", SECOND);
    let turns = File::new("require-t.asm", LOOP_BY_JUMPS);
    let status = |left: &File, right: &File, args: &[&str]| {
        tamarin(&[&["compare", left.path(), right.path()], args].concat()).status
    };
    let require = |verdict| ["--require", verdict];
    assert_eq!(status(&first, &first, &require("equivalent")), 0);
    assert_eq!(status(&turns, &turns, &[]), 0);
    assert_eq!(status(&turns, &turns, &require("equivalent")), 3);
    assert_eq!(status(&turns, &turns, &require("equivalent-if-both-stop")), 3);
    assert_eq!(status(&turns, &turns, &require("equivalent-up-to")), 0);
    let paper = ["--strategy", "paper", "--require", "equivalent-up-to"];
    assert_eq!(status(&first, &first, &paper), 3);
    assert_eq!(status(&first, &first, &require("possibly-equivalent")), 0);
    for verdict in ["equivalent", "possibly-equivalent"] {
        assert_eq!(status(&first, &second, &require(verdict)), 1);
    }
    assert_eq!(status(&first, &first, &require("disequivalent")), 2);
}

#[test]
fn trouble_is_an_object_where_json_is_asked_for() {
    let good = File::new("trouble-json-good.asm", FIRST);
    let bad = File::new("trouble-json-bad.asm", "add $3, $1\nbeq $1, $2, lop\nloop: jr $31\n");
    let errors = |args: &[&str]| -> Vec<Value> {
        let run = tamarin(args);
        assert_eq!((run.status, run.err.as_str()), (2, ""), "{args:?}");
        let object: Value = serde_json::from_str(&run.out).expect("one object");
        let errors = object["errors"].as_array().expect("a list").clone();
        assert!(errors.iter().all(|error| !error["message"].as_str().unwrap().is_empty()));
        errors
    };
    let both = errors(&["compare", bad.path(), bad.path(), "--json"]);
    assert_eq!(both.len(), 2);
    assert_eq!((&both[0]["kind"], &both[0]["file"]), (&json!("program"), &json!(bad.path())));
    let said = &both[0]["diagnostics"];
    assert_eq!((&said[0]["line"], &said[0]["code"]), (&json!(1), &json!("too-few-operands")));
    for (args, kind) in [
        (vec!["compare", "--json", good.path(), "/no/such/file.asm"], "other"),
        (vec!["run", "--json", "--inputs", "1,2", "/no/such/file.asm"], "other"),
        (vec!["run", "--json", "--inputs", "1,2", bad.path()], "program"),
        (vec!["compare", "--json", good.path()], "arguments"),
        (vec!["compare", "--json", good.path(), good.path(), "--inputs", "1"], "arguments"),
        (vec!["no-such-command", "--json"], "arguments"),
    ] {
        let errors = errors(&args);
        assert_eq!((errors.len(), &errors[0]["kind"]), (1, &json!(kind)), "{args:?}");
    }
    let help = tamarin(&["compare", "--json", "--help"]);
    assert_eq!((help.status, help.out.starts_with("Look for")), (0, true), "{}", help.out);
}

#[test]
fn no_solver_is_trouble() {
    let good = File::new("no-solver.asm", FIRST);
    let output = Command::new(env!("CARGO_BIN_EXE_tamarin"))
        .args(["compare", good.path(), good.path(), "--solver", "process"])
        .env("PATH", "")
        .output()
        .expect("the binary was built");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("no solver") && err.contains("install z3"), "{err}");
}

#[test]
fn run_tells_how_a_program_ends() {
    let add = File::new("run-add.asm", "add $3, $1, $2\njr $31\n");
    let run = tamarin(&["run", add.path(), "--inputs", "1,-3"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "$3 = 4294967294 = -2 = 0xfffffffe after 2 steps\n")
    );
    let run = tamarin(&["run", add.path(), "--inputs", "1,2", "--trace", "--json"]);
    let object: Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(
        (&object["outcome"], &object["result"], &object["steps"]),
        (&json!("done"), &json!(3), &json!(2))
    );
    assert_eq!(object["trace"].as_array().map(Vec::len), Some(2));

    let divide = File::new("run-div.asm", "div $1, $2\njr $31\n");
    let run = tamarin(&["run", divide.path(), "--inputs", "1,0"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (1, "fault at 0x0 (division by zero) after 1 steps\n")
    );
    let endless = File::new("run-loop.asm", "loop: beq $0, $0, loop\n");
    let run = tamarin(&["run", endless.path(), "--inputs", "1,0", "--fuel", "5"]);
    assert_eq!((run.status, run.out.as_str()), (1, "out of fuel after 5 steps\n"));
    let hello = File::new("run-out.asm", "lis $4\n.word 0xffff000c\nsw $1, 0($4)\njr $31\n");
    let run = tamarin(&["run", hello.path(), "--inputs", "72,0"]);
    assert!(run.out.starts_with("output: H\n"), "{}", run.out);
}

#[test]
fn asm_and_disasm_are_inverse() {
    let source = File::new("asm-source.asm", SECOND);
    let listing = tamarin(&["asm", source.path()]);
    assert_eq!(listing.status, 0);
    assert!(
        listing.out.contains("0x00221820") && listing.out.contains("add $3, $1, $2"),
        "{}",
        listing.out
    );

    let binary = File::new("asm-binary", "");
    let written = tamarin(&["asm", source.path(), "-o", binary.path()]);
    assert_eq!((written.status, written.out.as_str()), (0, ""));
    let bytes = std::fs::read(&binary.0).expect("it was written");
    assert_eq!(&bytes[..4], [0x00, 0x22, 0x18, 0x20]);

    let text = tamarin(&["disasm", binary.path()]);
    assert_eq!(text.status, 0);
    let again = File::new("asm-again", "");
    let source = File::new("asm-again.asm", &text.out);
    tamarin(&["asm", source.path(), "-o", again.path()]);
    assert_eq!(std::fs::read(&again.0).expect("it was written"), bytes);

    // Hexadecimal text, from the standard input.
    let hex = tamarin_reading(&["disasm", "-"], b"0x00221820\n03e00008\n");
    assert_eq!(hex.out, "    add $3, $1, $2\n    jr $31\n", "{}", hex.err);
    let odd = tamarin_reading(&["disasm", "-"], b"abc");
    assert_eq!((odd.status, odd.out.as_str()), (2, ""));
    assert!(odd.err.contains("3 bytes"), "{}", odd.err);
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let run = tamarin_reading(&["asm", "-"], b"add $3, $1, $2\n\xff\xfe\n");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("UTF-8"), "{}", run.err);
}

const UNTIDY: &str = "loop:\n ADD $3 ,$1,$2;sum\n    bne $3,$0 , loop # again\n jr $31";
const TIDY: &str =
    "loop:\n    add $3, $1, $2      ;sum\n    bne $3, $0, loop    # again\n    jr $31\n";

#[test]
fn fmt_formats_in_place_and_checks() {
    let (untidy, tidy) = (File::new("fmt-untidy.asm", UNTIDY), File::new("fmt-tidy.asm", TIDY));
    let content = |file: &File| std::fs::read_to_string(&file.0).expect("it is a text");

    let check = tamarin(&["fmt", "--check", untidy.path(), tidy.path()]);
    assert_eq!(
        (check.status, check.out, check.err.as_str()),
        (1, format!("{}\n", untidy.path()), "")
    );
    assert_eq!(content(&untidy), UNTIDY);

    let formatted = tamarin(&["fmt", untidy.path(), tidy.path()]);
    assert_eq!((formatted.status, formatted.out.as_str(), formatted.err.as_str()), (0, "", ""));
    assert_eq!((content(&untidy).as_str(), content(&tidy).as_str()), (TIDY, TIDY));
    assert_eq!(tamarin(&["fmt", "--check", untidy.path()]).status, 0);

    let piped = tamarin_reading(&["fmt", "-"], UNTIDY.as_bytes());
    assert_eq!((piped.status, piped.out.as_str()), (0, TIDY));
    let piped = tamarin_reading(&["fmt", "--check", "-"], UNTIDY.as_bytes());
    assert_eq!((piped.status, piped.out.as_str()), (1, "-\n"));
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let broken = File::new("fmt-broken.asm", " addd  $3,$1\n jr  $31\n");
    let formatted = tamarin(&["fmt", broken.path()]);
    assert_eq!(formatted.status, 0);
    assert!(formatted.err.contains("line 1 does not parse"), "{}", formatted.err);
    let content = std::fs::read_to_string(&broken.0).expect("it is a text");
    assert_eq!(content, " addd  $3,$1\n    jr $31\n");

    let bytes = b"jr  $31\n\xff\n";
    let binary = File::new("fmt-binary.asm", bytes);
    let good = File::new("fmt-good.asm", UNTIDY);
    let formatted = tamarin(&["fmt", binary.path(), "/no/such/file.asm", good.path()]);
    assert_eq!((formatted.status, formatted.out.as_str()), (2, ""));
    assert!(formatted.err.contains("utf-8") && formatted.err.contains("/no/such/file.asm"));
    assert_eq!(std::fs::read(&binary.0).expect("it is there"), bytes);
    assert_eq!(std::fs::read_to_string(&good.0).expect("it is a text"), TIDY);
    assert_eq!(tamarin(&["fmt"]).status, 2);
}

#[test]
fn programs_of_several_files_of_any_kind() {
    let main = File::new(
        "main.asm",
        ".import twice\n.import print\nsw $31, -4($30)\nlis $5\n.word twice\njalr $5\n\
         add $1, $3, $0\nlis $5\n.word print\nadd $6, $30, $0\nlis $7\n.word 4\n\
         sub $30, $30, $7\njalr $5\nadd $30, $6, $0\nlw $31, -4($30)\njr $31\n",
    );
    let twice = File::new("twice.asm", ".export twice\ntwice: add $3, $1, $1\njr $31\n");
    let twice_object = File::new("twice.merl", "");
    let [merl, mips] = ["linked.merl", "linked.mips"].map(|name| File::new(name, ""));
    let ok = |args: &[&str]| {
        let output = tamarin(args);
        assert_eq!((output.status, output.err.as_str()), (0, ""), "{args:?}: {}", output.out);
        output.out
    };
    ok(&["asm", "--object", twice.path(), "-o", twice_object.path()]);
    ok(&["link", "--object", main.path(), twice_object.path(), "-o", merl.path()]);
    ok(&["link", main.path(), twice.path(), "-o", mips.path()]);
    let both = format!("{},{}", main.path(), twice_object.path());
    let ways = [both.as_str(), merl.path(), mips.path()];
    for program in ways {
        let run = ok(&["run", program, "--inputs", "-21,0"]);
        assert!(run.starts_with("output: -42\n"), "{program}: {run}");
        let compared = ok(&["compare", program, ways[0], "--solver", "bitblast"]);
        assert!(compared.contains("equivalent"), "{program}: {compared}");
    }
    let object = ok(&["disasm", merl.path()]);
    assert!(object.contains(".import print\n") && object.contains(".export twice\n"), "{object}");
    let listing = ok(&["asm", &both]);
    assert!(listing.contains("twice:") && listing.contains("printNumber:"), "{listing}");
}

#[test]
fn a_program_may_be_wlp4() {
    let source = File::new(
        "gcd.wlp4",
        "int twice(int n) { return n + n; }\n\
         int wain(int a, int b) { println(twice(a)); return b / 2; }\n",
    );
    let run = tamarin(&["run", source.path(), "--inputs=-4,7"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("output: -8\n\n$3 = 3 "), "{}", run.out);
    let emitted = tamarin(&["asm", "--emit", "registers", source.path()]);
    assert!(emitted.out.starts_with(".import print\n    lis $4\n"), "{}", emitted.out);
    let assembly = File::new("gcd.asm", emitted.out);
    let compared = tamarin(&["compare", source.path(), assembly.path(), "--solver", "bitblast"]);
    assert!(compared.out.starts_with("equivalent\n"), "{}", compared.out);
    // An array is what `wain` asks for.
    let sum = "int wain(int* a, int n) {\n int s = 0; int i = 0;\n while (i < n) {\n\
         s = s + *(a + i); i = i + 1; }\n return s;\n}\n";
    let sum = File::new("sum.wlp4", sum);
    let last = "lis $4\n.word 4\nmult $2, $4\nmflo $5\nadd $5, $1, $5\nlw $3, -4($5)\njr $31\n";
    let last = File::new("last.asm", last);
    let args = ["compare", sum.path(), last.path(), "--json", "--solver", "bitblast"];
    let compared = tamarin(&args);
    assert!(compared.err.contains("up to 4 numbers"), "{}", compared.err);
    let report: Value = serde_json::from_str(&compared.out).expect("one object");
    assert_eq!(report["contract"]["array"], 4);
    // Two numbers, of which the first is not zero; of none it is a word before them.
    assert_eq!(report["witness"]["given"][0]["array"], json!([1, 0]));
    let wrong = File::new("wrong.wlp4", "int wain(int a, int b) {\n  return c;\n}\n");
    let output = tamarin(&["run", wrong.path(), "--inputs", "0,0"]);
    assert_eq!(output.status, 2);
    assert!(output.err.contains("there is no variable `c`"), "{}", output.err);
    assert!(output.err.contains("wrong.wlp4:2:10"), "{}", output.err);
}

#[test]
fn what_keeps_files_from_being_linked_is_told_of_each() {
    let one = File::new("asks.asm", "lis $5\n.word gone\njr $5\n.import gone\n");
    let output = tamarin(&["run", one.path(), "--inputs", "0,0"]);
    assert_eq!(output.status, 2);
    assert!(output.err.contains("no file exports `gone`"), "{}", output.err);
    assert!(output.err.contains("asks.asm:4:9"), "{}", output.err);
    let wrong = File::new("wrong.merl", [0x10, 0, 0, 2, 0, 0, 0, 9]);
    let files = format!("{},{}", one.path(), wrong.path());
    let output = tamarin(&["compare", "--json", &files, one.path()]);
    assert_eq!(output.status, 2);
    let told: Value = serde_json::from_str(&output.out).expect("it is JSON");
    let message = told["errors"][0]["message"].as_str().expect("it has one");
    assert!(message.contains("wrong.merl: it is 8 bytes long"), "{message}");
}

/// What a command says in JSON.
fn answered(args: &[&str]) -> (i32, Value) {
    let run = tamarin(args);
    (run.status, serde_json::from_str(&run.out).expect("one object"))
}

#[test]
fn a_contract_can_be_given_in_options_or_in_a_file() {
    let sum = File::new(
        "contract-sum.asm",
        "lis $11\n.word 1\nlis $4\n.word 4\nloop: beq $5, $2, done\nlw $7, 0($1)\n\
         add $3, $3, $7\nadd $1, $1, $4\nadd $5, $5, $11\nbeq $0, $0, loop\ndone: jr $31",
    );
    let first = File::new("contract-first.asm", "lw $3, 0($1)\njr $31");
    let args =
        ["compare", "--json", sum.path(), first.path(), "--array", "2", "--solver", "bitblast"];
    let (status, report) = answered(&args);
    assert_eq!(status, 1);
    assert_eq!(report["contract"]["array"], 2);
    assert_eq!(report["contract"]["inputs"], json!(["len", "a[0]", "a[1]"]));
    assert_eq!(report["witness"]["inputs"], json!([2, 0, 1]));
    assert_eq!(report["witness"]["given"][0]["array"], json!([0, 1]));
    // The same from a file, with more taken for granted.
    let contract = File::new("contract.json", r#"{"array": 2, "assume": ["len < 2"]}"#);
    let args = ["compare", "--json", sum.path(), first.path(), "--contract", contract.path()];
    let (status, report) = answered(&args);
    assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")));
    assert_eq!(report["contract"]["assume"], json!(["len < 2"]));
    // An option beside the file goes before it.
    let args = [
        "compare",
        "--json",
        sum.path(),
        first.path(),
        "--contract",
        contract.path(),
        "--assume",
        "len > 1",
    ];
    let (status, trouble) = answered(&args);
    assert_eq!(status, 2);
    assert!(trouble["errors"][0]["message"].as_str().is_some_and(|text| text.contains("No input")));
    // What is wrong is marked.
    let args = ["compare", "--json", sum.path(), first.path(), "--assume", "$1 <"];
    let (status, trouble) = answered(&args);
    assert_eq!((status, &trouble["errors"][0]["kind"]), (2, &json!("contract")));
    assert_eq!(trouble["errors"][0]["span"], json!({"start": 4, "end": 4}));
    let args = ["compare", "--json", sum.path(), first.path(), "--array", "2", "--inputs", "1,2"];
    let (status, trouble) = answered(&args);
    assert_eq!((status, &trouble["errors"][0]["kind"]), (2, &json!("arguments")));
}

#[test]
fn a_program_can_be_run_on_an_array_and_an_input_stream() {
    let text = "lis $4\n.word 0xffff0004\nlw $5, 0($4)\nlw $6, 4($1)\nadd $3, $5, $6\njr $31";
    let program = File::new("array-and-stream.asm", text);
    let (status, report) =
        answered(&["run", "--json", program.path(), "--array", "7,-1", "--stdin", "A"]);
    assert_eq!((status, &report["result"]), (0, &json!(64)));
    let (status, _) = answered(&["run", "--json", program.path()]);
    assert_eq!(status, 2, "it says that inputs are needed");
}

#[test]
fn a_certificate_is_written_and_checked() {
    let loop_of = |body: &str| {
        format!(
            "lis $4\n.word 1\nloop: beq $1, $0, done\n{body}\nsub $1, $1, $4\n\
             beq $0, $0, loop\ndone: jr $31\n"
        )
    };
    let left = File::new("certified-left.asm", loop_of("add $3, $3, $2"));
    let right = File::new("certified-right.asm", loop_of("add $3, $2, $3"));
    let wrong = File::new("certified-wrong.asm", loop_of("add $3, $2, $2"));
    let proof = File::new("certified.json", "");
    let prove = |right: &File, seconds: &str| {
        let (left, right) = (left.path(), right.path());
        let options = ["--certificate", proof.path(), "--json", "--seconds", seconds];
        answered(&[&["prove", left, right], &options[..]].concat())
    };
    let check =
        |right: &File| answered(&["check", proof.path(), left.path(), right.path(), "--json"]);
    let (status, report) = prove(&right, "60");
    assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")));
    assert_eq!(report["certificate"]["stopping"], "always");
    let (status, report) = check(&right);
    assert_eq!((status, &report["accepted"]), (0, &json!(true)));
    // It is of no other program, and nothing in it is believed.
    let (status, trouble) = check(&wrong);
    assert_eq!(status, 2, "{trouble}");
    let text = std::fs::read_to_string(&proof.0).expect("it was written");
    let changed = text.replace("\"stopping\":\"always\"", "\"stopping\":\"open\"");
    assert_ne!(text, changed);
    std::fs::write(&proof.0, &changed).expect("it can be written");
    let (status, report) = check(&right);
    assert_eq!((status, &report["accepted"]), (1, &json!(false)), "there are answers left over");
    std::fs::write(&proof.0, "{}").expect("it can be written");
    assert_eq!(check(&right).0, 2);
    // Of programs that are given an array, of all lengths, and of no other contract.
    let sum = |add: &str| {
        format!(
            "lis $4\n.word 4\nadd $5, $2, $2\nadd $5, $5, $5\nadd $5, $5, $1\n\
             loop: beq $1, $5, done\nlw $7, 0($1)\n{add}\nadd $1, $1, $4\n\
             beq $0, $0, loop\ndone: jr $31\n"
        )
    };
    let [one, other] = [("one", "add $3, $3, $7"), ("other", "add $3, $7, $3")]
        .map(|(name, add)| File::new(&format!("certified-{name}.asm"), sum(add)));
    let of_arrays = |command: &str, contract: &[&str]| {
        let programs = [one.path(), other.path()];
        let file = match command {
            "prove" => vec!["prove", programs[0], programs[1], "--certificate", proof.path()],
            _ => vec![command, proof.path(), programs[0], programs[1]],
        };
        answered(&[&file[..], contract, &["--json"]].concat())
    };
    let (status, report) = of_arrays("prove", &["--array", "64"]);
    assert_eq!((status, &report["certificate"]["stopping"]), (0, &json!("always")), "{report}");
    assert_eq!(report["certificate"]["nodes"], 1, "{report}");
    let (status, report) = of_arrays("check", &["--array", "64"]);
    assert_eq!((status, &report["accepted"]), (0, &json!(true)));
    for other in [&["--array", "63"][..], &["--array", "64", "--observe", "a"], &[]] {
        assert_eq!(of_arrays("check", other).0, 2, "{other:?}");
    }
    // Of a difference, that the witness is the least.
    let (status, report) = prove(&wrong, "1");
    assert_eq!((status, &report["verdict"]), (1, &json!("disequivalent")));
    assert_eq!(report["certificate"], Value::Null, "its smaller inputs go round the loop");
    let (status, report) =
        answered(&["prove", left.path(), left.path(), "--certificate", "/no/folder", "--json"]);
    assert_eq!(status, 2, "{report}");
}

#[test]
fn explain_says_what_would_mend_the_right_program() {
    let left = File::new("explain-l.asm", "slt $3, $1, $2\njr $31\n");
    let right = File::new("explain-r.asm", "; the smaller?\nsltu $3, $1, $2\njr $31\n");
    let told = tamarin(&["explain", left.path(), right.path(), "--mend"]);
    assert_eq!(told.status, 1, "{}", told.err);
    assert!(told.out.starts_with("disequivalent\n"), "{}", told.out);
    let mend = "Did you mean `slt` in line 2? With it they agree on every input.\n";
    assert!(told.out.ends_with(mend), "{}", told.out);
    let told = tamarin(&["explain", left.path(), right.path(), "--mend", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    assert_eq!(object["verdict"], "disequivalent");
    assert_eq!(object["witness"]["inputs"].as_array().map(Vec::len), Some(2));
    let expected =
        json!({"line": 2, "from": "sltu $3, $1, $2", "to": "slt $3, $1, $2", "proved": true});
    assert_eq!(object["mend"], expected);

    let same = tamarin(&["explain", left.path(), left.path(), "--json"]);
    assert_eq!(same.status, 0);
    let object: Value = serde_json::from_str(&same.out).expect("one object");
    assert_eq!((&object["verdict"], &object["mend"]), (&json!("equivalent"), &Value::Null));
}

#[test]
fn explain_says_which_values_should_be_equal() {
    let left = File::new("cause-l.asm", "add $4, $1, $2\nadd $3, $4, $4\njr $31\n");
    let right = File::new("cause-r.asm", "sub $5, $1, $2\nadd $3, $5, $5\njr $31\n");
    let told = tamarin(&["explain", left.path(), right.path(), "--cause"]);
    let cause = "Line 1 on the right should hold what line 1 on the left holds (here 1, not -1): then \
                 they agree on every input (proved). Of the other pairs ";
    assert!(told.out.contains(cause), "{}", told.out);
    let told = tamarin(&["explain", left.path(), right.path(), "--cause", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    let place = |value: u32| json!({"address": 0, "line": 1, "occurrence": null, "value": value, "execution": 1});
    // Four pairs for either reference, in each of which the words differ. Those of the left
    // one are run: two lines that are not each other's stay different.
    let ruled_out = json!({
        "equal": 0, "witness": 2, "inputs": 0, "proof": 0, "undecided": 0, "untried": 5,
    });
    let expected = json!({
        "check": "all-fix", "reference": "left", "left": place(1), "right": place(u32::MAX),
        "trivial": false, "nothing_before": null, "more": [], "together": null, "part": null, "ruled_out": ruled_out,
    });
    assert_eq!((&object["cause"], &object["mend"]), (&expected, &Value::Null));
}

#[test]
fn explain_tells_the_inputs() {
    let left = File::new("regions-l.asm", "slt $3, $1, $2\njr $31\n");
    let right = File::new("regions-r.asm", "sub $4, $1, $2\nslt $3, $4, $0\njr $31\n");
    let told = tamarin(&["explain", left.path(), right.path(), "--regions", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    let regions = &object["regions"];
    // Where the difference wraps around: in a quarter of all inputs.
    assert_eq!(regions["count"], "4611686018427387904");
    assert_eq!(regions["bounds"], json!(["4611686018427387904", "4611686018427387904"]));
    assert_eq!(regions["exact"], true);
    let of_regions = regions["regions"].as_array().expect("they differ");
    assert!(of_regions.iter().all(|region| region["wraps"] == json!([1])), "{of_regions:?}");
    // What is told can be assumed.
    let not: Vec<String> = of_regions
        .iter()
        .map(|region| format!("--assume=not ({})", region["condition"].as_str().expect("a text")))
        .collect();
    let mut args = vec!["compare", left.path(), right.path()];
    args.extend(not.iter().map(String::as_str));
    let compared = tamarin(&args);
    assert!(compared.out.starts_with("equivalent\n"), "{args:?}: {}", compared.out);
    let told = tamarin(&["explain", left.path(), right.path(), "--regions"]);
    assert!(
        told.out.contains("They differ on 4,611,686,018,427,387,904 of 2^64 inputs: one in 4."),
        "{}",
        told.out
    );

    let same = tamarin(&["explain", left.path(), left.path(), "--json"]);
    let object: Value = serde_json::from_str(&same.out).expect("one object");
    let none = json!({"exact": true, "count": "0", "bounds": ["0", "0"], "regions": []});
    assert_eq!(object["regions"], none);
}
