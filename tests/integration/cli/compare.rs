//! `tamarin compare`: its exit status, its text and its JSON object.

use std::process::Command;

use serde_json::{Value, json};

use super::{FIRST, File, SECOND, answered, tamarin};

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
fn programs_for_arrays_are_remarked_on() {
    let text = "beq $2, $0, end\nlw $3, 0($1)\nend: jr $31\n";
    let file = File::new("array.asm", text);
    let run = |more: &[&str]| tamarin(&[&["compare", file.path(), file.path()], more].concat());
    let without = run(&[]);
    assert_eq!(without.status, 0);
    assert!(
        without.err.contains("--array 4 compares arrays of up to 4 numbers"),
        "{}",
        without.err
    );
    assert_eq!(run(&["--array", "4"]).err, "");
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
            "alone": null,
            "libraries": null,
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
            "summary": {
                "headline": {"id": "differ", "tone": "differ", "sign": "≠", "args": {}, "text": "They differ."},
                "notes": [{
                    "id": "difference",
                    "args": {},
                    "text": "On $1 = 1, $2 = 100 the left program gives $3 = 101 and the right program gives $3 = 201.",
                }],
                "values": {
                    "programs": ["Left", "Right"],
                    "inputs": [{"name": "$1", "text": "1"}, {"name": "$2", "text": "100"}],
                    "observed": [{"name": "$3", "kind": "word", "left": "101", "right": "201"}],
                },
                "undecided": null,
                "next": [
                    {"id": "step-through", "text": "Step through"},
                    {"id": "all-inputs", "text": "All such inputs"},
                    {"id": "explain", "text": "Explain"},
                ],
            },
            "stats": {"runs": 4, "queries": 2, "paths": [2, 2], "elapsed_ms": null},
        })
    );
    let cut = run(&["--fuel", "2", "--depth", "1", "--strategy", "paper"]);
    assert_eq!((&cut["verdict"], &cut["witness"]), (&json!("possibly-equivalent"), &Value::Null));
    assert_eq!(cut["reason"]["code"], "cut");
}

/// Loops that count down by 1 and by 3 with a computed jump, for which no invariant is found.
const LOOPS_BY_JUMPS: [&str; 2] = [
    "lis $4\n.word again\nlis $5\n.word 1\nadd $8, $1, $0\nadd $8, $8, $0\n\
     again: beq $8, $0, end\nsub $8, $8, $5\njr $4\nend: jr $31\n",
    "lis $4\n.word again\nlis $5\n.word 3\nmult $1, $5\nmflo $8\n\
     again: beq $8, $0, end\nsub $8, $8, $5\njr $4\nend: jr $31\n",
];

#[test]
fn a_verdict_can_be_required() {
    let first = File::new("require-l.asm", FIRST);
    let second = File::new("require-r.asm", SECOND);
    let ones = File::new("require-1.asm", LOOPS_BY_JUMPS[0]);
    let threes = File::new("require-3.asm", LOOPS_BY_JUMPS[1]);
    let status = |left: &File, right: &File, args: &[&str]| {
        tamarin(&[&["compare", left.path(), right.path()], args].concat()).status
    };
    let require = |verdict| ["--require", verdict];
    assert_eq!(status(&first, &first, &require("equivalent")), 0);
    let short = |verdict| ["--require", verdict, "--fuel", "40", "--max-work", "1000000"];
    assert_eq!(status(&ones, &threes, &short("equivalent")), 3);
    assert_eq!(status(&ones, &threes, &short("equivalent-up-to")), 0);
    let paper = ["--strategy", "paper", "--require", "equivalent-up-to"];
    assert_eq!(status(&first, &first, &paper), 3);
    assert_eq!(status(&first, &first, &require("possibly-equivalent")), 0);
    for verdict in ["equivalent", "possibly-equivalent"] {
        assert_eq!(status(&first, &second, &require(verdict)), 1);
    }
    assert_eq!(status(&first, &first, &require("disequivalent")), 2);
}

/// Loops that count to `$1`, one with a copy of the counter: proved by an alignment, which comes without
/// evidence for the kernel.
const LOOPS_IN_STEP: [&str; 2] = [
    "lis $4\n.word 1\nadd $3, $0, $0\nloop: slt $5, $3, $1\nbeq $5, $0, end\nadd $3, $3, $4\n\
     beq $0, $0, loop\nend: jr $31\n",
    "lis $6\n.word 1\nadd $7, $0, $0\nadd $3, $0, $0\nagain: slt $8, $7, $1\nbeq $8, $0, end\n\
     add $7, $7, $6\nadd $3, $7, $0\nbeq $0, $0, again\nend: jr $31\n",
];

#[test]
fn evidence_can_be_required() {
    let [left, right] = LOOPS_IN_STEP.map(|text| File::new("checked.asm", text));
    let json = |args: &[&str]| {
        let run = tamarin(&[&["compare", left.path(), right.path(), "--json"], args].concat());
        let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
        (run.status, report["verdict"].clone(), report["proof"]["checked"].clone())
    };
    assert_eq!(json(&[]), (0, json!("equivalent"), Value::Null));
    assert_eq!(json(&["--require", "checked"]), (0, json!("equivalent"), json!(true)));
    let of_corpus = |name: &str| {
        let [left, right] = ["left", "right"]
            .map(|side| format!("tests/corpus/pairs/{name}.{side}.asm"))
            .map(|path| tamarin_testing::root().join(path).to_string_lossy().into_owned());
        let run = tamarin(&["compare", &left, &right, "--json", "--require", "checked"]);
        let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
        assert_eq!(report["verdict"], json!("equivalent"));
        (run.status, report["proof"]["checked"].clone(), run.err)
    };
    // A program that stores into its text has evidence, and one that jumps to an address from a table; one whose result is
    // the sign of a product has none.
    assert_eq!(of_corpus("patched-constant").1, json!(true));
    assert_eq!(of_corpus("call-table").1, json!(true));
    let (status, checked, err) = of_corpus("sign-opposite");
    assert_eq!((status, checked), (3, Value::Null));
    assert!(err.contains("not checked: not proved"), "{err}");
}

/// The left program gives `$1`, and the right one 0 where `$1` is 5, or where both inputs are.
const FIVE: [(&str, &str); 3] = [
    ("five.asm", "add $3, $1, $0\njr $31\n"),
    ("five-least.asm", "lis $4\n.word 5\nadd $3, $1, $0\nbne $1, $4, 1\nadd $3, $0, $0\njr $31\n"),
    (
        "five-only.asm",
        "lis $4\n.word 5\nadd $3, $1, $0\nbne $1, $4, 2\nbne $2, $4, 1\nadd $3, $0, $0\njr $31\n",
    ),
];

#[test]
fn witnesses_come_with_evidence_that_they_are_the_least_or_the_only_ones() {
    let [left, least, only] = FIVE.map(|(name, text)| File::new(name, text));
    let evidence = File::new("five.json", "");
    for (right, others, claim, wrong) in [
        (&least, "smaller", "equivalent before 5,0", "equivalent before 5,1"),
        (&only, "other", "equivalent except 5,5", "equivalent except 5,4"),
    ] {
        let compare = ["compare", left.path(), right.path()];
        let required = [&compare[..], &["--require", "checked"]].concat();
        let said = format!(
            "Checked: the kernel accepted evidence that they agree on all {others} inputs.\n"
        );
        let run = tamarin(&required);
        assert!(run.status == 1 && run.out.ends_with(&said), "{}", run.out);
        let json = |args: &[&str]| {
            let run = tamarin(&[args, &["--json"]].concat());
            let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
            report["witness"]["checked"].clone()
        };
        assert_eq!((json(&compare), json(&required)), (Value::Null, json!(true)));
        let paths = [left.path(), right.path()];
        let prove = ["prove", paths[0], paths[1], "--certificate", evidence.path()];
        let run = tamarin(&prove);
        assert!(run.status == 1 && run.out.contains(&format!("--claim '{claim}'")), "{}", run.out);
        let check = |claim| {
            tamarin(&["check", evidence.path(), paths[0], paths[1], "--claim", claim]).status
        };
        assert_eq!([claim, wrong, "equivalent"].map(check), [0, 1, 1]);
    }
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
    assert_eq!(
        (help.status, help.out.starts_with("Compare two programs")),
        (0, true),
        "{}",
        help.out
    );
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
fn where_one_observation_differs_the_other_one_is_compared_too() {
    let prints = |then: &str| format!("lis $4\n.word 0xffff000c\nsw $1, 0($4)\n{then}jr $31\n");
    let alone = |left: &str, right: &str| {
        let (left, right) =
            (File::new("alone-l.asm", prints(left)), File::new("alone-r.asm", prints(right)));
        let args = ["compare", "--json", left.path(), right.path(), "--solver", "bitblast"];
        let (status, report) = answered(&args);
        assert_eq!((status, &report["verdict"]), (1, &json!("disequivalent")));
        report["alone"].clone()
    };
    let same = alone("add $3, $1, $0\n", "add $3, $2, $0\n");
    assert_eq!((&same["observe"], &same["verdict"]), (&json!("output"), &json!("equivalent")));
    assert_eq!(same["witness"], Value::Null);
    // On the least witness both print the same; where $2 is 77 the right program prints a second byte.
    let more = "lis $5\n.word 77\nbne $2, $5, end\nsw $2, 0($4)\nend: add $3, $2, $0\n";
    let other = alone("add $3, $1, $0\n", more);
    assert_eq!((&other["observe"], &other["verdict"]), (&json!("output"), &json!("disequivalent")));
    assert_eq!(other["witness"]["inputs"][1], 77);
    // Only the output differs.
    let result = alone("", "sw $2, 0($4)\n");
    assert_eq!((&result["observe"], &result["verdict"]), (&json!("$3"), &json!("equivalent")));
    // Both differ on all inputs, so nothing is left to compare.
    assert_eq!(alone("", "add $3, $4, $0\nsw $2, 0($4)\n"), Value::Null);
}

/// A program that calls `print` with `$1` and returns `$2`.
const PRINTS: &str = ".import print\nsw $31, -4($30)\nlis $4\n.word 4\nsub $30, $30, $4\nlis $5\n.word print\n\
    jalr $5\nlis $4\n.word 4\nadd $30, $30, $4\nlw $31, -4($30)\nadd $3, $2, $0\njr $31\n";

/// A `print` of which nothing but the name is the built-in one's: it writes `then`, and the low byte of `$1`.
fn other_print(then: &str) -> String {
    let output = "lis $7\n.word 0xffff000c\n";
    format!(".export print\nprint: {output}{then}sw $1, 0($7)\njr $31\n")
}

#[test]
fn programs_with_different_libraries_are_compared_with_the_same_ones_too() {
    let (plain, after_zero) = (other_print(""), other_print("sw $0, 0($7)\n"));
    let other = PRINTS.replace("add $3, $2, $0", "add $3, $0, $2");
    let wrong = PRINTS.replace("add $3, $2, $0", "add $3, $1, $0");
    let answers_by = |strategy: &str, left: &[&str], right: &[&str], status: i32| {
        let write = |side: &str, texts: &[&str]| -> Vec<File> {
            let texts = texts.iter().enumerate();
            texts.map(|(at, text)| File::new(&format!("{side}-{at}.asm"), text)).collect()
        };
        let files = [write("libraries-l", left), write("libraries-r", right)];
        let named = files
            .each_ref()
            .map(|files| files.iter().map(|file| file.path().to_owned()).collect::<Vec<_>>());
        let [left, right] = named.each_ref().map(|names| names.join(","));
        let args = ["compare", "--json", &left, &right, "--solver", "bitblast"];
        let (found, report) = answered(&[&args[..], &["--strategy", strategy]].concat());
        assert_eq!(found, status);
        (report["libraries"].clone(), named)
    };
    let answers =
        |left: &[&str], right: &[&str], status| answers_by("product", left, right, status);
    // Only their libraries differ.
    let (same, [left, right]) = answers(&[PRINTS, &plain], &[&other, &after_zero], 1);
    assert_eq!((&same["routines"], &same["verdict"]), (&json!(["print"]), &json!("equivalent")));
    assert_eq!((&same["left"], &same["right"]), (&json!(&left[1..]), &json!(&right[1..])));
    assert_eq!(same["with"], json!(&left[1..]));
    let says = same["says"].as_str().expect("it is a text");
    assert_eq!(
        says,
        format!(
            "Their libraries differ in `print`. With {} of the left program in both, they agree on all inputs.",
            left[1],
        )
    );
    // The built-in routine is a library without a file.
    let (same, _) = answers(&[PRINTS], &[&other, &plain], 1);
    assert_eq!((&same["left"], &same["verdict"]), (&json!([]), &json!("equivalent")));
    // A program that is wrong differs with any library.
    let (wrong, _) = answers(&[PRINTS, &plain], &[&wrong, &after_zero], 1);
    assert_eq!(wrong["verdict"], json!("disequivalent"));
    assert!(wrong["witness"]["inputs"].is_array(), "{wrong}");
    // The same library needs no second comparison, nor do programs that agree.
    let wrong = PRINTS.replace("add $3, $2, $0", "add $3, $1, $0");
    assert_eq!(answers(&[PRINTS, &plain], &[&wrong, &plain], 1).0, Value::Null);
    let longer = format!("{plain}add $0, $0, $0\n");
    assert_eq!(answers(&[PRINTS, &plain], &[&other, &longer], 0).0, Value::Null);
    // Where the verdict is open, both have the built-in routine then.
    let (open, [left, _]) = answers_by("paper", &[PRINTS, &plain], &[&other, &plain], 0);
    assert_eq!((&open["left"], &open["with"]), (&json!(&left[1..]), &json!([])));
    assert_eq!(open["verdict"], json!("possibly-equivalent"));
    assert_eq!(answers_by("paper", &[PRINTS], &[&other], 0).0, Value::Null);
    // A file that exports more than routines is part of the program.
    let more = format!("{after_zero}.export more\nmore: jr $31\n");
    assert_eq!(answers(&[PRINTS, &plain], &[&other, &more], 1).0, Value::Null);
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
    // With nothing observed, the comparison is about termination.
    let (status, report) = answered(&[&args[..], &["--observe", ""]].concat());
    assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")));
    assert_eq!(report["contract"]["observe"], json!([]));
    // The same from a file, with more taken for granted.
    let contract = File::new("contract.json", r#"{"array": 2, "assume": ["len < 2"]}"#);
    let args = ["compare", "--json", sum.path(), first.path(), "--contract", contract.path()];
    let (status, report) = answered(&args);
    assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")));
    assert_eq!(report["contract"]["assume"], json!(["len < 2"]));
    // Without elements the sum is 0, and the other program loads the word behind the array.
    let args = [&args[..], &["--array-beyond", "1", "--assume", "len == 0"]].concat();
    let (status, report) = answered(&args);
    assert_eq!(status, 1);
    assert_eq!(report["contract"]["array_beyond"], 1);
    assert_eq!(report["contract"]["inputs"], json!(["len", "a[0]", "a[1]", "beyond[0]"]));
    assert_eq!(report["witness"]["given"][1]["beyond"], json!([1]));
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
    // The error is marked.
    let args = ["compare", "--json", sum.path(), first.path(), "--assume", "$1 <"];
    let (status, trouble) = answered(&args);
    assert_eq!((status, &trouble["errors"][0]["kind"]), (2, &json!("contract")));
    assert_eq!(trouble["errors"][0]["span"], json!({"start": 4, "end": 4}));
    let args = ["compare", "--json", sum.path(), first.path(), "--array", "2", "--inputs", "1,2"];
    let (status, trouble) = answered(&args);
    assert_eq!((status, &trouble["errors"][0]["kind"]), (2, &json!("arguments")));
}

#[test]
fn verbose_shows_the_text_of_each_query() {
    let (first, second) = (File::new("verbose-l.asm", FIRST), File::new("verbose-r.asm", SECOND));
    let args = ["compare", first.path(), second.path(), "--solver", "bitblast"];
    let paper = ["--strategy", "paper", "--inputs", "1,1"];
    let quiet = tamarin(&[&args[..], &paper[..]].concat());
    let verbose = tamarin(&[&args[..], &paper[..], &["--verbose"]].concat());
    assert_eq!((quiet.err.as_str(), quiet.status), ("", 1));
    assert_eq!(verbose.status, 1);
    let queries = verbose.err.lines().filter(|line| line.starts_with("query ")).count();
    let texts = verbose.err.matches("(check-sat)").count();
    assert!(queries > 0 && texts >= queries, "{}", verbose.err);
    assert!(verbose.err.contains("(set-option :rlimit "), "{}", verbose.err);
}
