//! Commands about the evidence for a verdict: `prove`, `check` and `explain`.

use serde_json::{Value, json};

use super::{File, answered, tamarin};

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
    assert_eq!(report["certificate"]["supports"], "equivalent");
    let (status, report) = check(&right);
    assert_eq!((status, &report["accepted"]), (0, &json!(true)));
    // It shows nothing of other programs, and everything in it is verified.
    let (status, report) = check(&wrong);
    assert_eq!((status, &report["accepted"]), (1, &json!(false)), "{report}");
    let text = std::fs::read_to_string(&proof.0).expect("it was written");
    let changed = text.replace("\"run\":[\"left\",", "\"run\":[\"right\",");
    assert_ne!(text, changed);
    std::fs::write(&proof.0, &changed).expect("it can be written");
    let (status, report) = check(&right);
    assert_eq!((status, &report["accepted"]), (1, &json!(false)), "{report}");
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
    assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")), "{report}");
    assert_eq!(report["certificate"]["nodes"], 1, "{report}");
    let (status, report) = of_arrays("check", &["--array", "64"]);
    assert_eq!((status, &report["accepted"]), (0, &json!(true)));
    let beyond = &["--array", "64", "--array-beyond", "1"][..];
    assert_eq!(of_arrays("check", beyond).0, 2);
    // The invariant does not mention the capacity, and nothing is stored.
    assert_eq!(of_arrays("check", &["--array", "63"]).0, 0);
    assert_eq!(of_arrays("check", &[]).0, 1);
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
    let expected = json!({"side": "right", "line": 2, "from": "sltu $3, $1, $2", "to": "slt $3, $1, $2", "proved": true});
    assert_eq!(object["mend"], expected);

    // The program that is right is named, or its run shows that it is not.
    let told = tamarin(&["explain", right.path(), left.path(), "--mend", "--reference", "right"]);
    let mend =
        "Did you mean `slt` in line 2 of the left program? With it they agree on every input.\n";
    assert!(told.out.ends_with(mend), "{}", told.out);
    let open = File::new("explain-open.asm", "slt $3, $1, $2\n");
    let told = tamarin(&["explain", open.path(), left.path(), "--mend"]);
    let mend = "Did you mean to have `jr $31` behind line 1 of the left program, `slt $3, $1, $2`? \
                With it they agree on every input.\n";
    assert!(told.out.ends_with(mend), "{}", told.out);

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
    let cause = "Line 1 on the right should set $5 to what line 1 on the left sets $4 to (here 1, not -1): then \
                 they agree on every input (proved). Of the other pairs ";
    assert!(told.out.contains(cause), "{}", told.out);
    let told = tamarin(&["explain", left.path(), right.path(), "--cause", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    let place = |value: u32, register: u32| {
        json!({
            "address": 0, "line": 1, "occurrence": null, "word": "written", "of": "register",
            "register": register, "memory": null, "value": value, "execution": 1,
        })
    };
    // For either reference two words that are written and three that it is given can be taken,
    // and two that are written and five that are read replaced: 35 pairs. On (0, 1) ten of
    // them are equal, and only those of the left one are run.
    let ruled_out = json!({
        "equal": 10, "witness": 27, "inputs": 0, "proof": 0, "undecided": 0, "untried": 32,
    });
    let expected = json!({
        "check": "all-fix", "reference": "left", "left": place(1, 4), "mended": null,
        "right": place(u32::MAX, 5), "trivial": false, "nothing_before": null, "more": [], "together": null, "part": null, "ruled_out": ruled_out,
    });
    assert_eq!((&object["cause"], &object["mend"]), (&expected, &Value::Null));
}

#[test]
fn explain_says_which_value_of_the_mended_program_should_be_there() {
    let left = File::new("third-l.asm", "lis $4\n.word 3\ndivu $1, $4\nmflo $3\njr $31\n");
    // The reciprocal is one too small.
    let right = "; a third\nlis $4\n.word 0xaaaaaaaa\nmultu $1, $4\nmfhi $5\nlis $6\n.word 2\n\
                 divu $5, $6\nmflo $3\njr $31\n";
    let right = File::new("third-r.asm", right);
    let cause = "Line 4 on the right should set hi to what line 5 of the mended program sets $5 to (here \
                 -1431655766 (0xaaaaaaaa), not -1431655767 (0xaaaaaaa9)): then they agree on every input \
                 (proved).";
    let told = tamarin(&["explain", left.path(), right.path(), "--cause", "--mend"]);
    assert!(told.out.contains(cause), "{}", told.out);
    let told = tamarin(&["explain", left.path(), right.path(), "--cause", "--mend", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    let told = &object["cause"];
    assert_eq!((&told["reference"], &told["left"]), (&json!("mended"), &Value::Null), "{told}");
    assert_eq!(told["mended"]["value"], 0xaaaa_aaaa_u32);
    assert_eq!((&told["mended"]["line"], &told["right"]["line"]), (&json!(5), &json!(4)));
    assert_eq!(told["check"], "all-fix");
    // Without `--mend`, no repair is reported.
    let told = tamarin(&["explain", left.path(), right.path(), "--cause", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    assert_eq!((&object["mend"], &object["cause"]["mended"]), (&Value::Null, &Value::Null));
}

#[test]
fn explain_tells_the_inputs() {
    let left = File::new("regions-l.asm", "slt $3, $1, $2\njr $31\n");
    let right = File::new("regions-r.asm", "sub $4, $1, $2\nslt $3, $4, $0\njr $31\n");
    let told = tamarin(&["explain", left.path(), right.path(), "--regions", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    let regions = &object["regions"];
    // The difference wraps around on a quarter of all inputs.
    assert_eq!(regions["count"], "4611686018427387904");
    assert_eq!(regions["bounds"], json!(["4611686018427387904", "4611686018427387904"]));
    assert_eq!(regions["exact"], true);
    let of_regions = regions["regions"].as_array().expect("they differ");
    assert!(of_regions.iter().all(|region| region["wraps"] == json!([1])), "{of_regions:?}");
    // Reported conditions can be passed to `--assume`.
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
        told.out.contains("They differ on 1 of every 4 inputs (4,611,686,018,427,387,904 of 2⁶⁴)."),
        "{}",
        told.out
    );
    let sentence = "Line 1 on the right, $1 - $2, overflows 32 bits on every input on which they \
                    differ, and on no other.";
    assert!(told.out.contains(sentence), "{}", told.out);
    let reason = json!([{
        "side": "right",
        "address": 0,
        "line": 1,
        "text": "$1 - $2",
        "covers": "all",
        "count": "4611686018427387904",
        "elsewhere": "0",
    }]);
    assert_eq!(regions["overflow"], reason);

    let same = tamarin(&["explain", left.path(), left.path(), "--json"]);
    let object: Value = serde_json::from_str(&same.out).expect("one object");
    let bounds = ["0", "0"];
    let none = json!({
        "exact": true, "count": "0", "bounds": bounds, "all": null, "estimate": null,
        "overflow": [], "regions": [],
    });
    assert_eq!(object["regions"], none);
}

/// The example that the page starts with: on most inputs that differ, one sum overflows.
#[test]
fn explain_finds_the_sum_that_overflows() {
    let [left, right] = ["left", "right"]
        .map(|side| format!("{}/tests/corpus/nearer.{side}.asm", env!("CARGO_MANIFEST_DIR")));
    let told = tamarin(&["explain", &left, &right, "--regions", "--json"]);
    let object: Value = serde_json::from_str(&told.out).expect("one object");
    let regions = &object["regions"];
    assert_eq!(
        (&regions["exact"], &regions["count"]),
        (&json!(true), &json!("4611686016279904358"))
    );
    let reasons = regions["overflow"].as_array().expect("a list");
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    let reason = &reasons[0];
    assert_eq!((&reason["side"], &reason["line"]), (&json!("right"), &json!(7)));
    assert_eq!((&reason["text"], &reason["covers"]), (&json!("$1 + $2"), &json!("some")));
    let largest = regions["regions"][0]["condition"].as_str().expect("a text");
    assert!(largest.starts_with("overflows($1 + $2) and "), "{largest}");
    let told = tamarin(&["explain", &left, &right, "--regions"]);
    assert!(told.out.contains("They differ on about 1 of every 4 inputs"), "{}", told.out);
    for long in ["takes long", "could not be told", "0 == 0"] {
        assert!(!told.out.contains(long), "{}", told.out);
    }
}

#[test]
fn conditions_may_begin_with_a_minus() {
    let left = File::new("minus-l.asm", "add $3, $1, $0\njr $31\n");
    let right = File::new(
        "minus-r.asm",
        "slt $4, $1, $0\nbeq $4, $0, e\nsub $1, $0, $1\ne: add $3, $1, $0\njr $31\n",
    );
    let compared =
        tamarin(&["compare", left.path(), right.path(), "--assume", "-1 < $1", "--inputs", "-0,2"]);
    assert!(compared.out.starts_with("equivalent\n"), "{}{}", compared.out, compared.err);
    let told =
        tamarin(&["explain", left.path(), right.path(), "--assume", "-5 <= $1 < 0", "--regions"]);
    assert!(told.out.contains("On every input: left $3 = $1"), "{}{}", told.out, told.err);
    assert!(told.out.contains("They differ on every input."), "{}", told.out);
}
