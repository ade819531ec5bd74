//! `tamarin check` of evidence for the kernel: the claim comes from the command line, never from the file.

use serde_json::{Value, json};

use super::{answered, tamarin};

/// A file of a pair whose evidence was written by hand.
fn file(pair: &str, name: &str) -> String {
    let path = tamarin_testing::root().join("kernel/tests/evidence").join(pair).join(name);
    path.to_string_lossy().into_owned()
}

/// The status and the output of `check`, of a pair's evidence for its left program and another one.
fn check(pair: &str, right: &str, more: &[&str]) -> (i32, String) {
    let [evidence, left, right] = ["evidence.json", "left.asm", right].map(|it| file(pair, it));
    let output = tamarin(&[&["check", &evidence, &left, &right], more].concat());
    (output.status, output.out + &output.err)
}

#[test]
fn evidence_shows_the_readers_claim() {
    let (status, text) = check("unrolled", "right.asm", &[]);
    assert_eq!(status, 0, "{text}");
    assert!(text.starts_with("accepted: `equivalent` holds for every input\n"), "{text}");
    let (status, text) = check("unrolled", "right.asm", &["--list"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains(" instructions") && text.contains("both have the same $1, $3"), "{text}");
    // Its addresses are hexadecimal.
    assert!(text.contains("left in its loop") && !text.contains("faulted"), "{text}");
    let (status, text) = check("unrolled", "right.asm", &["--json"]);
    assert_eq!(status, 0, "{text}");
    let object: Value = serde_json::from_str(&text).expect("an object");
    assert_eq!(object["shows"]["supports"], "equivalent");
    assert_eq!(object["shows"]["kernel"], true);
    assert!(object["exercised"].is_array(), "{object}");
    // Weaker claims follow.
    for claim in ["equivalent-if-both-stop", "equivalent-up-to 100"] {
        let (status, text) = check("unrolled", "right.asm", &["--claim", claim]);
        assert_eq!(status, 0, "{claim}: {text}");
    }
}

#[test]
fn evidence_of_other_programs_or_for_fewer_inputs_is_refused() {
    let (status, text) = check("unrolled", "wrong.asm", &[]);
    assert_eq!(status, 1, "{text}");
    assert!(text.starts_with("refused: "), "{text}");
    let (status, text) = check("unrolled", "wrong.asm", &["--json"]);
    assert_eq!(status, 1, "{text}");
    let object: Value = serde_json::from_str(&text).expect("an object");
    assert_eq!((&object["accepted"], &object["supports"]), (&false.into(), &Value::Null));
    // This evidence is for smaller inputs only.
    let (status, text) = check("squares", "right.asm", &[]);
    assert_eq!(status, 1, "{text}");
    let (status, text) = check("unrolled", "right.asm", &["--obligation", "1"]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("--obligation"), "{text}");
}

/// `proof.checked` is true if the kernel accepted evidence, and null if none was produced.
#[test]
fn a_proof_says_whether_the_kernel_accepted_it() {
    let proof = |pair: &str| {
        let side = |side: &str| {
            let path = format!("tests/corpus/{pair}.{side}.asm");
            tamarin_testing::root().join(path).to_string_lossy().into_owned()
        };
        let (status, report) =
            answered(&["compare", &side("left"), &side("right"), "--json", "--solver", "bitblast"]);
        assert_eq!(status, 0, "{report}");
        report["proof"].clone()
    };
    let by_evidence = proof("families/rounded-up-7-registers");
    assert_eq!([&by_evidence["kind"], &by_evidence["checked"]], [&json!("evidence"), &json!(true)]);
    let by_paths = proof("rare-pair-same");
    assert_eq!([&by_paths["kind"], &by_paths["checked"]], [&json!("paths"), &Value::Null]);
}

#[test]
fn evidence_is_exported_for_other_solvers() {
    let folder = std::env::temp_dir().join(format!("tamarin-export-{}", std::process::id()));
    let path = folder.to_string_lossy().into_owned();
    let (status, text) = check("unrolled", "wrong.asm", &["--export", &path]);
    assert_eq!(status, 1, "{text}");
    assert!(!folder.exists(), "refused evidence is not exported");
    let (status, text) = check("unrolled", "right.asm", &["--export", &path]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("\nexported: "), "{text}");
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("there is an index");
    let mut rows = index.lines();
    assert_eq!(rows.next(), Some("kind\tobligation\tplace\tname\texpected\tfiles"));
    let mut count = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        assert_eq!((columns.len(), columns[4]), (6, "unsat"), "{row}");
        for file in columns[5].split(' ') {
            let text = std::fs::read_to_string(folder.join(file)).expect(file);
            assert!(text.contains("(set-logic QF_") && text.ends_with("(check-sat)\n"), "{text}");
        }
        count += 1;
    }
    assert!(count > 50, "{count}");
    std::fs::remove_dir_all(&folder).expect("it was made");
}
