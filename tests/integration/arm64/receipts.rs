//! `tamarin grade --receipts` for ARM64: words are texts, and claims are compared with runs.

use serde_json::{Value, json};

use super::grading::{Folder, LARGER, OTHER, UNSIGNED, WAITS};
use crate::cli::{File, answered};
use crate::receipts::{assert_is_report, of, receipt as about_mips};

/// A receipt about an ARM64 program, as the page writes it.
fn receipt(name: &str, text: &str, claim: &Value) -> String {
    let style = name.ends_with(".wlp4").then_some("registers");
    let mut receipt = about_mips(&[(name, text, style)], 1, claim.clone());
    receipt["machine"] = json!("arm64");
    receipt.to_string()
}

fn equivalent() -> Value {
    json!({ "verdict": "equivalent", "engine": "0.1.0" })
}

fn differs(inputs: Value) -> Value {
    json!({ "verdict": "disequivalent", "inputs": inputs, "engine": "0.1.0" })
}

/// Grades receipts, given by name and content.
fn graded(name: &str, reference: &str, receipts: &[(String, String)], more: &[&str]) -> Value {
    let reference = File::new(&format!("{name}-reference.s"), reference);
    let files: Vec<(&str, &str)> =
        receipts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::new(name, &files);
    let grade = ["grade", folder.path(), "--reference", reference.path(), "--receipts"];
    let (status, report) = answered(&[&grade[..], &["--quiet", "--json"], more].concat());
    assert_eq!(status, 0, "{report}");
    assert_is_report(&report);
    report
}

#[test]
fn claims_about_two_numbers_are_compared_with_runs() {
    let wlp4 = "long wain(long a, long b) {\n  if (a < b) { a = b; } else { }\n  return a;\n}\n";
    // It counts to 400,000 before it takes the other number: far beyond the fuel, so no difference is searched there.
    let slow = "ldr x3, 8\nb 12\n.8byte 400000\nldr x4, 8\nb 12\n.8byte 1\n\
                sub x3, x3, x4\ncmp x3, xzr\nb.ne -8\nadd x0, x1, xzr\nbr x30\n";
    let least = "9223372036854775808";
    let cases = [
        ("honest", "main.s", OTHER, equivalent(), "proved-equal", json!(true)),
        ("liar", "main.s", UNSIGNED, equivalent(), "differs", json!(false)),
        ("finder", "main.s", UNSIGNED, differs(json!([least, "0"])), "differs", json!(true)),
        ("none", "main.s", UNSIGNED, differs(json!(["1", "2"])), "differs", json!(false)),
        ("modest", "main.s", LARGER, differs(json!(["1", "2"])), "proved-equal", json!(false)),
        ("slow", "main.s", slow, differs(json!(["2", "1"])), "no-difference-found", json!(true)),
        // These are no inputs of the contract.
        ("short", "main.s", UNSIGNED, differs(json!([least])), "differs", json!(false)),
        ("long", "main.s", UNSIGNED, differs(json!([least, "0", "0"])), "differs", json!(false)),
        ("number", "main.s", UNSIGNED, differs(json!([1, 2])), "differs", json!(false)),
        ("sign", "main.s", UNSIGNED, differs(json!(["-1", "0"])), "differs", json!(false)),
        // It repeats a state, so it never ends.
        ("waits", "main.s", WAITS, differs(json!(["0", "0"])), "differs", json!(true)),
        ("wlp4", "main.wlp4", wlp4, equivalent(), "proved-equal", json!(true)),
    ];
    let mut receipts: Vec<(String, String)> = cases
        .iter()
        .map(|(name, file, text, claim, ..)| (format!("{name}.json"), receipt(file, text, claim)))
        .collect();
    let mips = about_mips(&[("main.asm", "jr $31\n", None)], 1, equivalent());
    receipts.push(("mips.json".to_owned(), mips.to_string()));
    let other = receipt("main.s", OTHER, &equivalent()).replace("arm64", "x86");
    receipts.push(("x86.json".to_owned(), other));

    // The slow one is searched with all the work.
    let report = graded("arm64-receipts", LARGER, &receipts, &["--max-work", "1000000"]);
    for (name, _, _, claim, grade, holds) in cases {
        let one = of(&report, &format!("{name}.json"));
        assert_eq!((&one["grade"], &one["claim"]["holds"]), (&json!(grade), &holds), "{name}");
        assert_eq!(one["claim"]["inputs"], claim["inputs"], "{name}");
        assert_eq!(
            (&one["claim"]["student"], &one["claim"]["hints"]),
            (&json!("Ada, A."), &json!(2))
        );
    }
    for (name, why) in [("mips.json", "about a MIPS program"), ("x86.json", "this is no receipt")] {
        let one = of(&report, name);
        assert_eq!((&one["grade"], &one["claim"]), (&json!("no-program"), &Value::Null));
        let message = one["errors"][0]["message"].as_str().expect("a sentence");
        assert!(message.contains(why), "{message}");
    }
}

/// Whether a claimed input shows the difference is what arithmetic says of it.
#[test]
fn claimed_inputs_hold_where_the_larger_numbers_differ() {
    let numbers = [0, 1, 7, u64::MAX, 1 << 31, 1 << 32, 1 << 63, (1 << 63) - 1];
    let pairs = numbers.iter().flat_map(|&x0| numbers.map(|x1| [x0, x1]));
    let pairs: Vec<[u64; 2]> = pairs.collect();
    let named = |index: usize| format!("{index}.json");
    let receipts: Vec<(String, String)> = pairs
        .iter()
        .enumerate()
        .map(|(index, pair)| {
            let claim = differs(json!(pair.map(|word| word.to_string())));
            (named(index), receipt("main.s", UNSIGNED, &claim))
        })
        .collect();
    let report = graded("arm64-claimed", LARGER, &receipts, &[]);
    for (index, [x0, x1]) in pairs.into_iter().enumerate() {
        let differ = (x0 as i64).max(x1 as i64) as u64 != x0.max(x1);
        assert_eq!(of(&report, &named(index))["claim"]["holds"], differ, "{x0} {x1}");
    }
}

#[test]
fn claims_about_arrays_are_compared_with_runs() {
    let first = "cmp x1, xzr\nb.eq 12\nldur x0, [x0, 0]\nbr x30\nsub x0, x0, x0\nbr x30\n";
    let zero = "sub x0, x0, x0\nbr x30\n";
    let cases = [
        (json!(["5"]), true),
        (json!(["5", "8", "13"]), true),
        (json!(["0", "8"]), false),
        (json!([]), false),
        // The contract has arrays of up to 3 elements.
        (json!(["5", "8", "13", "21"]), false),
    ];
    let receipts: Vec<(String, String)> = cases
        .iter()
        .enumerate()
        .map(|(index, (inputs, _))| {
            (format!("{index}.json"), receipt("main.s", zero, &differs(inputs.clone())))
        })
        .collect();
    let report = graded("arm64-arrays-claimed", first, &receipts, &["--array", "3"]);
    for (index, (inputs, holds)) in cases.iter().enumerate() {
        let one = of(&report, &format!("{index}.json"));
        assert_eq!(
            (&one["grade"], &one["claim"]["holds"]),
            (&json!("differs"), &json!(holds)),
            "{inputs}"
        );
        assert_eq!(&one["claim"]["inputs"], inputs);
    }
}
