//! Programs in and out: `run`, `asm`, `disasm`, files of every kind, linked.

use serde_json::{Value, json};

use super::{File, SECOND, answered, tamarin, tamarin_reading};

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
    let bytes = std::fs::read(binary.path()).expect("it was written");
    assert_eq!(&bytes[..4], [0x00, 0x22, 0x18, 0x20]);

    let text = tamarin(&["disasm", binary.path()]);
    assert_eq!(text.status, 0);
    let again = File::new("asm-again", "");
    let source = File::new("asm-again.asm", &text.out);
    tamarin(&["asm", source.path(), "-o", again.path()]);
    assert_eq!(std::fs::read(again.path()).expect("it was written"), bytes);

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
    // Two numbers, the first not zero. For an empty array, `last` reads the word before it.
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

#[test]
fn run_shows_the_trace_after_each_pass() {
    let program =
        File::new("run-passes.asm", "multu $1, $2\nmflo $3\nbne $3, $1, end\nend: jr $31\n");
    let run = tamarin(&["run", program.path(), "--inputs", "2,3", "--trace", "--passes"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let headings: Vec<&str> = run
        .out
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, _)| name)
        .filter(|name| ["raw", "desugar", "simplify", "trim", "ssa"].contains(name))
        .collect();
    assert_eq!(headings, ["raw", "desugar", "simplify", "trim", "ssa"], "{}", run.out);
    let (status, report) =
        answered(&["run", "--json", program.path(), "--inputs", "2,3", "--trace", "--passes"]);
    assert_eq!(status, 0);
    let passes = report["passes"].as_array().expect("a list");
    assert_eq!(passes.len(), 4);
    assert_eq!(passes[3]["name"], json!("ssa"));
    assert_ne!(passes[3]["trace"], report["trace"]);
    let (status, _) = answered(&["run", "--json", program.path(), "--inputs", "2,3", "--passes"]);
    assert_eq!(status, 2, "--passes is about --trace");
}

/// The program that `correlate` prints assembles, and runs on the inputs of the pair.
#[test]
fn correlate_makes_a_program_that_runs() {
    let left = "lis $4\n.word 0xffff000c\nlis $5\n.word 76\nsw $5, 0($4)\nlw $3, 4($1)\njr $31\n";
    let right = left.replace("76", "82").replace("4($1)", "0($1)");
    let (left, right) = (File::new("both-l.asm", left), File::new("both-r.asm", right));
    let made = tamarin(&["correlate", left.path(), right.path(), "--array", "2"]);
    assert_eq!(made.status, 0, "{}", made.err);
    let both = File::new("both.asm", &made.out);
    let args = ["run", "--json", both.path(), "--array", "5,-7"];
    let (status, report) = answered(&args);
    assert_eq!((status, &report["result"]), (0, &json!(u32::MAX - 6)), "{report}");
    assert_eq!(report["output"], json!("LR"));
}

#[test]
fn correlate_names_the_line_of_a_jump_that_it_cannot_follow() {
    let left = File::new("jump-l.asm", "lw $5, -4($30)\n; a comment\njr $5\n");
    let right = File::new("jump-r.asm", "add $3, $1, $2\njr $31\n");
    let made = tamarin(&["correlate", right.path(), left.path()]);
    assert_eq!(made.status, 2, "{}", made.out);
    assert!(made.err.contains("jump-l.asm:3: the right program jumps at 0x04"), "{}", made.err);
}
