//! `tamarin grade --receipts`: the claims of a receipt are compared with runs of its program.

use std::fs;

use serde_json::{Value, json};

use super::cli::tamarin;
use super::grade::{Folder, MAX, graded};
use super::schema;

pub const EXERCISE: &str = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";

/// A receipt about a MIPS program, as the page writes it.
pub fn receipt(program: &[(&str, &str, Option<&str>)], task: u32, claim: Value) -> Value {
    let file = |(name, text, style): &(&str, &str, Option<&str>)| match style {
        Some(style) => json!({ "name": name, "style": style, "text": text }),
        None => json!({ "name": name, "text": text }),
    };
    json!({
        "format": "tamarin-exercise-receipt",
        "version": 1,
        "note": "This is a claim.",
        "exercise": EXERCISE.to_ascii_lowercase(),
        "worksheet": "Week 3",
        "task": task,
        "title": "The larger one",
        "program": program.iter().map(file).collect::<Value>(),
        "claim": claim,
        "hints": 2,
        "tokens": 3,
        "student": "Ada, A.",
    })
}

fn asm(text: &str) -> [(&str, &str, Option<&'static str>); 1] {
    [("main.asm", text, None)]
}

fn claim(verdict: &str, inputs: Option<[u32; 2]>) -> Value {
    match inputs {
        Some(inputs) => json!({ "verdict": verdict, "inputs": inputs, "engine": "0.1.0" }),
        None => json!({ "verdict": verdict, "engine": "0.1.0" }),
    }
}

/// The report about a submission.
pub fn of<'r>(report: &'r Value, name: &str) -> &'r Value {
    let all = report["submissions"].as_array().expect("a list");
    all.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("no {name} in {report:#}"))
}

/// Checks a report against its schema.
pub fn assert_is_report(report: &Value) {
    let schema =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.schema.json"))
            .expect("it is there");
    let schema = serde_json::from_str(&schema).expect("it is an object");
    assert_eq!(schema::check(&schema, report), Ok(()));
}

#[test]
fn what_a_receipt_claims_is_computed_anew() {
    let (folder, elsewhere) = (Folder::new("receipts"), Folder::new("receipts-reference"));
    let reference = elsewhere.write("max.asm", MAX);
    let unsigned = MAX.replace("slt", "sltu");
    let wlp4 = "int wain(int a, int b) {\n  if (a < b) { a = b; } else { }\n  return a;\n}\n";
    let parts = [
        ("main.asm", ".import after\nlis $5\n.word after\njr $5\n", None),
        ("rest.asm", &format!(".export after\nafter:\n{MAX}")[..], None),
    ];
    let receipts = [
        ("honest.json", receipt(&asm(MAX), 1, claim("equivalent", None))),
        ("several/receipt.json", receipt(&parts, 1, claim("equivalent-up-to", None))),
        ("liar.json", receipt(&asm(&unsigned), 1, claim("equivalent", None))),
        // They differ if one input is negative, and not on these.
        ("finder.json", receipt(&asm(&unsigned), 1, claim("disequivalent", Some([1 << 31, 0])))),
        ("no-finder.json", receipt(&asm(&unsigned), 1, claim("disequivalent", Some([1, 2])))),
        ("modest.json", receipt(&asm(MAX), 1, claim("disequivalent", Some([1, 2])))),
        ("silent.json", receipt(&asm(MAX), 1, claim("not-compared", None))),
        ("wlp4.json", {
            let program = [("main.wlp4", wlp4, Some("registers"))];
            receipt(&program, 1, claim("equivalent", None))
        }),
        ("wrong.json", receipt(&asm("add $3, $1\n"), 1, claim("equivalent", None))),
        ("two/task-1.json", receipt(&asm(MAX), 1, claim("equivalent", None))),
        ("two/task-2.json", receipt(&asm("jr $31\n"), 2, claim("equivalent", None))),
        ("other-task.json", receipt(&asm("jr $31\n"), 2, claim("equivalent", None))),
    ];
    for (name, receipt) in &receipts {
        folder.write(name, &receipt.to_string());
    }
    let mut other = receipts[0].1.clone();
    other["exercise"] = json!("ff".repeat(32));
    folder.write("other-exercise.json", &other.to_string());
    let mut arm64 = receipts[0].1.clone();
    arm64["machine"] = json!("arm64");
    folder.write("other-machine.json", &arm64.to_string());
    folder.write("no-receipt.json", "{\"format\": \"something\"}");
    folder.write("program.asm", MAX);

    let report = graded(
        &folder,
        &reference,
        &["--receipts", "--exercise", EXERCISE, "--task", "1", "--out", &elsewhere.path_to("out")],
    );
    assert_is_report(&report);
    for (name, grade, holds) in [
        ("honest.json", "proved-equal", json!(true)),
        ("several", "proved-equal", json!(true)),
        ("liar.json", "differs", json!(false)),
        ("finder.json", "differs", json!(true)),
        ("no-finder.json", "differs", json!(false)),
        ("modest.json", "proved-equal", json!(false)),
        ("silent.json", "proved-equal", Value::Null),
        ("wlp4.json", "proved-equal", json!(true)),
        ("wrong.json", "no-program", Value::Null),
        ("two", "proved-equal", json!(true)),
    ] {
        let told = of(&report, name);
        assert_eq!((&told["grade"], &told["claim"]["holds"]), (&json!(grade), &holds), "{name}");
        assert_eq!(told["claim"]["task"], 1, "{name}");
        assert_eq!((&told["claim"]["hints"], &told["claim"]["tokens"]), (&json!(2), &json!(3)));
        assert_eq!(told["claim"]["student"], "Ada, A.");
    }
    for (name, why) in [
        ("other-exercise.json", "this receipt is of another exercise"),
        ("other-machine.json", "this receipt is about an ARM64 program"),
        ("no-receipt.json", "this is no receipt"),
    ] {
        let told = of(&report, name);
        assert_eq!((&told["grade"], &told["claim"]), (&json!("no-program"), &Value::Null));
        let message = told["errors"][0]["message"].as_str().expect("a sentence");
        assert!(message.contains(why), "{message}");
    }
    assert_eq!(report["passed_over"], json!(["other-task.json", "program.asm"]));
    let table = fs::read_to_string(elsewhere.0.join("out/grades.csv")).expect("it was written");
    assert!(table.starts_with(
        "submission,grade,class,inputs,says,cause,claim,holds,hints,tokens,student\r\n"
    ));
    assert!(table.contains(",equivalent,false,2,3,\"Ada, A.\"\r\n"), "{table}");

    // Without a task there are two in a folder; a hash is one.
    let args = ["grade", folder.path(), "--reference", &reference, "--receipts", "--quiet"];
    let told = tamarin(&args);
    assert!(told.out.contains("two  ") && told.out.contains("several receipts"), "{}", told.out);
    assert!(told.out.contains("claimed to be equivalent: so it is not"), "{}", told.out);
    assert_eq!(tamarin(&[&args[..], &["--exercise", "abc"]].concat()).status, 2);
    assert_eq!(
        tamarin(&["grade", folder.path(), "--reference", &reference, "--task", "1"]).status,
        2
    );
}
