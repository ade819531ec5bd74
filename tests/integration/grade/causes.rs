//! `tamarin grade --causes`: wrong submissions are grouped by their mistakes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::report::Agreement;
use tamarin_testing::examples::image;

use super::{Folder, MAX, graded};
use crate::cli::tamarin;

#[test]
fn wrong_programs_are_grouped_by_their_causes() {
    let folder = Folder::new("causes");
    let unsigned = MAX.replace("slt", "sltu");
    let renamed = unsigned.replace("$4", "$9");
    let sum = "add $3, $1, $2\njr $31\n";
    for (name, text) in [
        ("ann.asm", renamed.as_str()),
        ("bob.asm", &unsigned),
        ("cy.asm", sum),
        ("dan.asm", MAX),
        ("eve/x.asm", sum),
        ("fay.asm", "sub $3, $1, $2\njr $31\n"),
        ("gus.asm", &format!("; a comment\n{unsigned}")),
    ] {
        folder.write(name, text);
    }
    let elsewhere = Folder::new("causes-reference");
    let reference = elsewhere.write("max.asm", MAX);
    let report = graded(&folder, &reference, &["--causes"]);
    let causes = report["causes"].as_array().expect("a list");
    let first = &causes[0];
    assert_eq!(first["kind"], "mend");
    assert_eq!(first["says"], "`sltu` should be `slt`");
    assert_eq!(first["members"], serde_json::json!(["ann.asm", "bob.asm", "gus.asm"]));
    // The reported condition holds for exactly the inputs on which they differ.
    let differs = "where $1 <u $2 and $2 < $1, or $1 < $2 and $2 <u $1";
    assert_eq!(first["differs"], differs);
    let is_reported = |a: u32, b: u32| {
        let (signed_a, signed_b) = (a as i32, b as i32);
        signed_b < signed_a && a < b || signed_a < signed_b && b < a
    };
    let (max, wrong) = (image(MAX), image(&renamed));
    let words = [0, 1, 2, 41, u32::MAX, u32::MAX - 1, 1 << 31, (1 << 31) - 1, (1 << 31) + 1];
    for (a, b) in words.iter().flat_map(|&a| words.iter().map(move |&b| (a, b))) {
        let [left, right] = ends([&max, &wrong], &[a, b].into(), 100);
        let differ = agreement(&left, &right) == Agreement::Differ;
        assert_eq!(differ, is_reported(a, b), "{a} {b}");
    }
    let of = |name: &str| {
        let all = report["submissions"].as_array().expect("a list");
        all.iter().find(|it| it["name"] == name).expect("it is graded").clone()
    };
    assert_eq!(of("gus.asm")["same_words_as"], "bob.asm");
    assert_eq!(of("ann.asm")["cause"]["says"], "`sltu` should be `slt` in line 1");
    assert_eq!(of("dan.asm")["cause"], Value::Null);
    let members: Vec<&Value> = causes.iter().map(|cause| &cause["members"]).collect();
    assert!(members.contains(&&serde_json::json!(["cy.asm", "eve"])), "{members:?}");
    let counted: usize = members.iter().filter_map(|it| Some(it.as_array()?.len())).sum();
    assert_eq!(counted, 6, "each that differs has one cause");
    let text = tamarin(&["grade", folder.path(), "--reference", &reference, "--causes", "-q"]).out;
    assert!(
        text.contains(&format!("3 submissions: `sltu` should be `slt`; differs {differs}.\n")),
        "{text}"
    );
}

/// The sum of an array, in these registers, with this instruction in the loop.
fn sum_of_array(at: u32, word: u32, adds: &str) -> String {
    format!(
        "add $3, $0, $0\nbeq $2, $0, done\nlis $4\n.word 4\nadd ${at}, $1, $0\nadd $6, $2, $0\n\
         lis $8\n.word 1\nloop: lw ${word}, 0(${at})\n{adds} $3, $3, ${word}\n\
         add ${at}, ${at}, $4\nsub $6, $6, $8\nbne $6, $0, loop\ndone: jr $31\n"
    )
}

/// These load, so no renaming of registers is recognised, and each has its own proof.
#[test]
fn programs_that_behave_alike_share_a_cause_that_is_proved_for_each() {
    let folder = Folder::new("alike");
    folder.write("ann.asm", &sum_of_array(5, 7, "sub"));
    folder.write("bob.asm", &sum_of_array(10, 11, "sub"));
    // It behaves like these, and its mistake is another one: the edit above does not repair it.
    let negated = sum_of_array(12, 13, "add")
        .replace("done: jr", "done: lis $9\n.word -1\nmult $3, $9\nmflo $3\njr");
    folder.write("cy.asm", &negated);
    let elsewhere = Folder::new("alike-reference");
    let reference = elsewhere.write("sum.asm", &sum_of_array(5, 7, "add"));
    let report = graded(&folder, &reference, &["--causes", "--array", "2"]);
    let classes: Vec<&Value> =
        report["classes"].as_array().expect("a list").iter().map(|it| &it["members"]).collect();
    assert_eq!(classes[1..], [&serde_json::json!(["ann.asm", "bob.asm", "cy.asm"])]);
    let causes = report["causes"].as_array().expect("a list");
    let found: Vec<_> =
        causes.iter().map(|it| (&it["kind"], &it["says"], &it["members"])).collect();
    let expected = |says: &str, members: &[&str]| {
        ["mend".into(), says.into(), serde_json::json!(members)].map(|it: Value| it)
    };
    let [first, second] = [
        expected("`sub` should be `add`", &["ann.asm", "bob.asm"]),
        expected("`add` should be `sub`", &["cy.asm"]),
    ];
    assert_eq!(found, [(&first[0], &first[1], &first[2]), (&second[0], &second[1], &second[2])]);
    assert_eq!(report["pending_causes"], 0);
    // With each edit in its line, the program is the reference's equal.
    let repaired = Folder::new("alike-repaired");
    for (graded, name) in
        report["submissions"].as_array().expect("a list").iter().zip(["ann", "bob", "cy"])
    {
        let name = format!("{name}.asm");
        assert_eq!(graded["name"], name.as_str());
        let says = graded["cause"]["says"].as_str().expect("a sentence");
        let parts: Vec<&str> = says.split('`').collect();
        let line: usize = says.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a line");
        let text = fs::read_to_string(folder.path_to(&name)).expect("it was written");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert!(lines[line - 1].contains(parts[1]), "{says}: {text}");
        lines[line - 1] = lines[line - 1].replacen(parts[1], parts[3], 1);
        repaired.write(&name, &format!("{}\n", lines.join("\n")));
    }
    let report = graded(&repaired, &reference, &["--array", "2"]);
    for graded in report["submissions"].as_array().expect("a list") {
        assert_eq!(graded["grade"], "proved-equal", "{graded}");
    }
}

#[test]
fn arrays_are_written_as_such_and_the_smallest_input_that_was_run_is_shown() {
    let (folder, elsewhere) = (Folder::new("arrays"), Folder::new("arrays-reference"));
    folder.write("ann.asm", &sum_of_array(5, 7, "sub"));
    let reference = elsewhere.write("sum.asm", &sum_of_array(5, 7, "add"));
    let arguments = ["grade", folder.path(), "--reference", &reference, "--array", "3", "-q"];
    let text = tamarin(&arguments).out;
    let line = "differs on a = [1]: the reference gives $3 = 1, this gives $3 = -1";
    assert!(text.contains(line), "{text}");
    let report = graded(&folder, &reference, &["--array", "3"]);
    let words = &report["submissions"][0]["difference"]["inputs"];
    assert_eq!(words[0], serde_json::json!({"name": "len", "value": 1}));
    assert_eq!(words[1], serde_json::json!({"name": "a[0]", "value": 1}));
}

/// No edit makes the wrong one right, so its cause is looked for far longer than this test waits.
#[test]
fn a_grading_that_is_stopped_keeps_its_grades() {
    let (folder, elsewhere) = (Folder::new("stopped"), Folder::new("stopped-reference"));
    let reference =
        elsewhere.write("reference.asm", "mult $1, $2\nmflo $3\nadd $3, $3, $1\njr $31\n");
    folder.write("right.asm", "mult $2, $1\nmflo $4\nadd $3, $1, $4\njr $31\n");
    let wrong: String =
        (0..40).map(|at| format!("add $4, $4, $1\nmult $4, $2\nmflo ${}\n", 5 + at % 20)).collect();
    folder.write("wrong.asm", &format!("{wrong}add $3, $4, $2\njr $31\n"));
    let out = elsewhere.path_to("graded");
    let arguments =
        ["grade", folder.path(), "--reference", &reference, "--causes", "--quiet", "--out", &out];
    let mut grading = Command::new(env!("CARGO_BIN_EXE_tamarin"))
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary was built");
    let report = Path::new(&out).join("report.json");
    while !report.exists() {
        let ended = grading.try_wait().expect("it is a child");
        assert_eq!(ended, None, "it ends without a report");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    grading.kill().expect("it is under way");
    grading.wait().expect("it is a child");
    let report: Value =
        serde_json::from_slice(&fs::read(report).expect("it is there")).expect("a report");
    let grades: Vec<&Value> =
        report["submissions"].as_array().expect("a list").iter().map(|it| &it["grade"]).collect();
    assert_eq!(grades, ["proved-equal", "differs"]);
    assert_eq!((&report["pending_causes"], &report["causes"]), (&1.into(), &serde_json::json!([])));
}
