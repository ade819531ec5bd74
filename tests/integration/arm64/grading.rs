//! `tamarin grade` and `tamarin batch` for ARM64.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};

use crate::cli::{File, answered, tamarin, tamarin_reading};
use crate::receipts::assert_is_report;

/// The larger of two numbers, and programs that do the same or not.
pub const LARGER: &str = "cmp x0, x1\nb.ge 8\nadd x0, x1, xzr\nbr x30\n";
pub const OTHER: &str = "cmp x1, x0\nb.le end\nadd x0, x1, xzr\nend: br x30\n";
const SMALLER: &str = "cmp x0, x1\nb.le 8\nadd x0, x1, xzr\nbr x30\n";
/// Differs only where the numbers are compared without a sign.
pub const UNSIGNED: &str = "cmp x0, x1\nb.hs 8\nadd x0, x1, xzr\nbr x30\n";
/// Waits for ever where both are equal.
pub const WAITS: &str = "cmp x0, x1\nb.eq 0\nb.ge 8\nadd x0, x1, xzr\nbr x30\n";

/// A folder of submissions, gone at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("tamarin-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        for (name, text) in files {
            fs::write(path.join(name), text).expect("it can be written");
        }
        Folder(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn of<'r>(report: &'r Value, name: &str) -> &'r Value {
    let all = report["submissions"].as_array().expect("a list");
    all.iter().find(|it| it["name"] == name).expect("it is graded")
}

#[test]
fn submissions_get_verdicts_witnesses_and_classes() {
    let reference = File::new("graded-reference.s", LARGER);
    let broken = "add x0, x1, 5\n";
    let submissions = Folder::new(
        "graded-arm64",
        &[
            ("a.s", OTHER),
            ("b.s", SMALLER),
            ("c.s", UNSIGNED),
            ("d.s", &UNSIGNED.replace("x1, xzr", "x1, xzr // the same words")),
            ("e.s", broken),
            ("f.s", WAITS),
            ("g.s", &OTHER.replace("add x0", "add x5, x1, xzr\nadd x0")),
        ],
    );
    let out = Folder::new("graded-arm64-out", &[]);
    let grade = ["grade", submissions.path(), "--reference", reference.path(), "--quiet", "--json"];
    let more = ["--classes", "--out", out.path(), "--test", "3,4", "--test=-1,-1"];
    let (status, report) = answered(&[&grade[..], &more].concat());
    assert_eq!(
        (status, &report["machine"], &report["mode"]),
        (0, &json!("arm64"), &json!("usual"))
    );
    assert_is_report(&report);
    let grade_of = |name: &str| of(&report, name)["grade"].as_str().expect("a word");
    assert_eq!(grade_of("a.s"), "proved-equal");
    assert_eq!(grade_of("b.s"), "differs");
    assert_eq!(grade_of("c.s"), "differs");
    assert_eq!(of(&report, "d.s")["same_words_as"], "c.s");
    assert_eq!(grade_of("e.s"), "no-program");
    assert_eq!(of(&report, "e.s")["errors"][0]["diagnostics"][0]["line"], 1);
    assert_eq!(grade_of("f.s"), "differs");
    let never = &of(&report, "f.s")["difference"];
    assert_eq!(never["submission"]["outcome"], "out-of-fuel");
    assert!(never["submission"]["recurrence"].is_object(), "{never}");
    assert_eq!(grade_of("g.s"), "proved-equal");
    // The witness is replayed, and its words are strings.
    let difference = &of(&report, "c.s")["difference"];
    let word = |index: usize| -> u64 {
        difference["inputs"][index]["value"]
            .as_str()
            .and_then(|it| it.parse().ok())
            .expect("a word")
    };
    let (x0, x1) = (word(0), word(1));
    assert_eq!(difference["inputs"][0]["name"], "x0");
    let larger = (x0 as i64).max(x1 as i64) as u64;
    assert_eq!(difference["reference"]["result"], larger.to_string());
    assert_eq!(difference["submission"]["result"], x0.max(x1).to_string());
    assert_ne!(larger, x0.max(x1));
    // Two submissions are of the reference's class, and no others are together.
    let members = report["classes"][0]["members"].as_array().expect("a list");
    assert_eq!(members, &[json!("a.s"), json!("g.s")]);
    // The first test finds the smaller number, the second one the program that waits, none finds the other one.
    let tests = &report["tests"];
    assert_eq!(
        [&tests["killed"], &tests["missed"], &tests["equivalent"]],
        [&json!(2), &json!(1), &json!(2)]
    );
    assert_eq!(tests["inputs"][0], json!({ "inputs": ["3", "4"], "kills": 1 }));
    for (name, has) in [
        ("report.json", "\"proved-equal\""),
        ("report.html", "proved"),
        ("grades.csv", "a.s,proved-equal,1,"),
        ("junit.xml", "<failure type=\"Differs from the reference\""),
        ("better-tests.csv", "x0,x1\r\n"),
    ] {
        let text = fs::read_to_string(out.0.join(name)).expect("it was written");
        assert!(text.contains(has), "{name}: {text}");
    }
    // From the journal, and by two threads, the report is the same.
    let (_, again) = answered(&[&grade[..], &more, &["--threads", "2"]].concat());
    assert_eq!(again, report);
    // The table of better tests can be read, and misses nothing that is known.
    let better = out.0.join("better-tests.csv");
    let better = ["--tests", better.to_str().expect("it is UTF-8")];
    let (_, better) = answered(&[&grade[..], &better].concat());
    assert_eq!([&better["tests"]["killed"], &better["tests"]["missed"]], [&json!(3), &json!(0)]);
}

#[test]
fn arrays_and_modes_are_graded() {
    let first = "cmp x1, xzr\nb.eq none\nldur x0, [x0, 0]\nbr x30\nnone: sub x0, x0, x0\nbr x30\n";
    let last = "ldr x3, 8\nb 12\n.8byte 8\ncmp x1, xzr\nb.eq none\nmul x1, x1, x3\nadd x0, x0, x1\n\
                ldur x0, [x0, -8]\nbr x30\nnone: sub x0, x0, x0\nbr x30\n";
    let same = "cmp x1, xzr\nb.ne some\nsub x0, x0, x0\nbr x30\nsome: ldur x0, [x0, 0]\nbr x30\n";
    let reference = File::new("graded-first.s", first);
    let submissions =
        Folder::new("graded-arrays", &[("last.s", last), ("same.s", same), ("first.s", first)]);
    let grade = ["grade", submissions.path(), "--reference", reference.path(), "--quiet", "--json"];
    let (status, report) =
        answered(&[&grade[..], &["--array", "3", "--test", "[]", "--test", "5"]].concat());
    assert_eq!(status, 0, "{report}");
    assert_is_report(&report);
    assert_eq!(of(&report, "same.s")["grade"], "proved-equal");
    assert_eq!(of(&report, "first.s")["grade"], "proved-equal");
    let difference = &of(&report, "last.s")["difference"];
    assert_eq!(difference["inputs"][0]["name"], "a");
    let elements = difference["inputs"][0]["value"].as_array().expect("a list");
    assert_eq!(difference["reference"]["result"], elements[0]);
    assert_eq!(difference["submission"]["result"], elements[elements.len() - 1]);
    assert_eq!([&report["tests"]["missed"], &report["tests"]["killed"]], [&json!(1), &json!(0)]);

    let divides = File::new("graded-divides.s", "udiv x0, x0, x1\nbr x30\n");
    let guarded = "cmp x1, xzr\nb.ne over\nsub x0, x0, x0\nbr x30\nover: udiv x0, x0, x1\nbr x30\n";
    let submissions = Folder::new("graded-modes", &[("guarded.s", guarded)]);
    let grade = ["grade", submissions.path(), "--reference", divides.path(), "--quiet", "--json"];
    let (_, report) = answered(&grade);
    assert_eq!(report["submissions"][0]["grade"], "differs");
    let (_, report) = answered(&[&grade[..], &["--arm"]].concat());
    assert_eq!(
        (&report["mode"], &report["submissions"][0]["grade"]),
        (&json!("arm"), &json!("proved-equal"))
    );
}

#[test]
fn one_submission_is_graded_for_a_course_system() {
    let reference = File::new("graded-single.s", LARGER);
    let wrong = File::new("graded-wrong.s", SMALLER);
    let single = ["grade", wrong.path(), "--reference", reference.path(), "--quiet"];
    let (status, result) = answered(&[&single[..], &["--single", "gradescope"]].concat());
    assert_eq!((status, &result["tests"][0]["status"]), (0, &json!("failed")));
    let says = result["tests"][0]["output"].as_str().expect("a text");
    assert!(says.contains("the reference gives x0 = "), "{says}");
    let folder = Folder::new("graded-gradescope", &[]);
    let write = ["grade", "--reference", reference.path(), "--gradescope", folder.path(), "--arm"];
    let run = tamarin(&write);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let script = fs::read_to_string(folder.0.join("run_autograder")).expect("it was written");
    assert!(script.contains("--machine arm64 --arm"), "{script}");
    let _ = fs::remove_file(format!("{}.zip", folder.path()));
}

#[test]
fn what_grading_has_for_mips_only_is_refused() {
    let reference = File::new("graded-refused.s", LARGER);
    let submissions = Folder::new("graded-refused", &[("a.s", OTHER)]);
    for option in [&["--solver", "portfolio"][..], &["--max-runs", "5"], &["--effort", "5"]] {
        let grade = ["grade", submissions.path(), "--reference", reference.path()];
        let run = tamarin(&[&grade[..], option].concat());
        assert_eq!(run.status, 2, "{option:?}");
        assert!(
            run.err.contains(&format!("{} is not there for ARM64 yet", option[0])),
            "{}",
            run.err
        );
    }
}

/// What the link of a class contains beside the programs.
pub fn record_of(class: &Value, page: &str) -> Value {
    let link = class["link"].as_str().expect("a link");
    let packed = link.strip_prefix(&format!("{page}#v2.")).expect("a version");
    let packed = URL_SAFE_NO_PAD.decode(packed).expect("it is base64url");
    let mut text = Vec::new();
    DeflateDecoder::new(&packed[3..]).read_to_end(&mut text).expect("it is deflated");
    let record = text.rsplit(|byte| *byte == 0).next().expect("a record");
    serde_json::from_slice(record).expect("it is JSON")
}

/// A class has a link with both programs, the question and a receipt. What the page makes of it is a test of the page.
#[test]
fn a_report_has_links_to_the_page() {
    let reference = File::new("graded-linked.s", LARGER);
    let submissions = Folder::new("graded-linked", &[("a.s", OTHER), ("b.s", SMALLER)]);
    let page = "https://example.org/t/";
    let grade = ["grade", submissions.path(), "--reference", reference.path(), "--json", "--quiet"];
    let linked = ["--playground", page, "--arm", "--array", "3", "--stdin", "hi"];
    let (status, report) = answered(&[&grade[..], &linked].concat());
    assert_eq!(status, 0, "{report}");
    assert_is_report(&report);
    for class in report["classes"].as_array().expect("a list") {
        let record = record_of(class, page);
        assert_eq!(record["needs"], json!(["arm64"]));
        assert_eq!(record["arm64"], json!({ "mode": "arm", "array": "3", "stream": "hi" }));
        assert_eq!(record["options"], Value::Null);
        let receipt = &record["receipt"];
        let Some(difference) = class["difference"].as_object() else {
            assert_eq!(receipt["verdict"], "equivalent");
            continue;
        };
        assert_eq!(receipt["verdict"], "disequivalent");
        assert_eq!(receipt["inputs"], difference["inputs"][0]["value"]);
        for (side, of) in [("left", "reference"), ("right", "submission")] {
            let run = &difference[of];
            let expected = match run["outcome"].as_str() {
                Some("done") => json!(["done", run["result"]]),
                Some("fault") => json!(["fault", run["fault_kind"]]),
                _ => json!(["out-of-fuel"]),
            };
            assert_eq!(receipt[side], expected, "{difference:?}");
        }
    }
}

#[test]
fn batch_answers_as_compare_does() {
    let [left, right] = [("batch-left.s", LARGER), ("batch-right.s", UNSIGNED)]
        .map(|(name, text)| File::new(name, text));
    let (_, mut alone) = answered(&["compare", left.path(), right.path(), "--arm", "--json"]);
    // Only `compare` asks a second question.
    let second = alone.as_object_mut().and_then(|fields| fields.remove("alone"));
    assert_eq!(second, Some(Value::Null));
    let pair = json!({ "id": 1, "left": left.path(), "right": right.path(), "mode": "arm" });
    let text = |text: &str| json!({ "text": text });
    let lines = [
        pair,
        json!({ "id": 2, "left": text("br x30"), "right": text("br x30"), "explain": ["regions"] }),
        json!({ "id": 3, "left": text("jr $31"), "right": text("jr $31"), "mode": "arm" }),
        json!({ "id": 4, "left": text("br x30"), "right": text("br x30"), "machine": "mips" }),
        json!({ "id": 5, "left": text("br x30"), "right": text("br x30"), "limits": { "effort": 1 } }),
        json!({ "id": 6, "left": text("jr $31"), "right": text("jr $31") }),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let run = tamarin_reading(&["batch", "--quiet"], lines.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    let mut answers: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    let mut first = answers[0].clone();
    let fields = first.as_object_mut().expect("an object");
    assert!(fields.remove("id").is_some() && fields.remove("version").is_some());
    assert_eq!(first, alone);
    let message =
        |index: usize| answers[index]["errors"][0]["message"].as_str().unwrap_or_default();
    assert_eq!(message(1), "explain regions is not there for ARM64 yet");
    assert!(message(2).contains("about ARM64"), "{}", message(2));
    let diagnostic = &answers[3]["errors"][0]["diagnostics"][0]["message"];
    assert_eq!(diagnostic, "unknown instruction `br`");
    assert_eq!(message(4), "the limit effort is not there for ARM64 yet");
    assert_eq!(answers[5]["verdict"], "equivalent");
}

/// Edits that are proved, the same one in other registers; instructions that were tried; inputs only.
#[test]
fn wrong_programs_are_grouped_by_their_causes() {
    let larger = "cmp x0, x1\nb.ge end\nadd x4, x1, xzr\nadd x0, x4, xzr\nend: br x30\n";
    let reference = File::new("causes-reference.s", larger);
    let unsigned = larger.replace("b.ge", "b.hs");
    // It adds both numbers, and then what is 1 only where they are equal.
    let far =
        "add x0, x0, x1\nldr x5, 8\nb 12\n.8byte 977\nmul x0, x0, x5\nsub x0, x0, x1\nbr x30\n";
    let submissions = Folder::new(
        "graded-causes",
        &[
            ("a.s", &unsigned),
            ("b.s", &unsigned.replace("x4", "x9").replace("end", "over")),
            ("c.s", far),
            ("d.s", larger),
        ],
    );
    let out = Folder::new("graded-causes-out", &[]);
    let grade = ["grade", submissions.path(), "--reference", reference.path(), "--quiet"];
    let more = ["--causes", "--classes", "--machine", "arm64", "--json", "--out", out.path()];
    let (status, report) = answered(&[&grade[..], &more].concat());
    assert_eq!((status, &report["pending_causes"]), (0, &json!(0)));
    let causes = report["causes"].as_array().expect("a list");
    assert_eq!(causes[0]["kind"], "mend");
    assert_eq!(causes[0]["says"], "`b.hs` should be `b.ge`");
    assert_eq!(causes[0]["members"], json!(["a.s", "b.s"]));
    assert_eq!(of(&report, "b.s")["cause"]["says"], "`b.hs` should be `b.ge` in line 2");
    assert_eq!(of(&report, "d.s")["cause"], Value::Null);
    // No edit repairs it: the cause was tried, or is the inputs on which it differs, and nothing is called proved.
    assert_eq!(causes[1]["members"], json!(["c.s"]));
    let (kind, says) = (&causes[1]["kind"], causes[1]["says"].as_str().expect("a text"));
    assert!(kind == "tried" || kind == "signature", "{kind}");
    assert_eq!(kind == "tried", says.contains("then they agree on inputs that were run"), "{says}");
    let html = fs::read_to_string(out.0.join("report.html")).expect("it was written");
    assert!(html.contains("an edit that mends it: proved"), "{html}");
    // By two threads and without a journal the report is the same.
    let again = ["--causes", "--classes", "--machine", "arm64", "--json", "--threads", "2"];
    assert_eq!(answered(&[&grade[..], &again].concat()).1["causes"], report["causes"]);
}

/// The words of a wrong load are those of the reference's load, on all inputs that are run.
#[test]
fn a_cause_that_was_tried_says_so() {
    let first = "ldur x2, [x0, 0]\nldur x3, [x0, 0]\nadd x0, x2, x3\nbr x30\n";
    let guard = "cmp x1, xzr\nb.ne 12\nsub x0, x0, x0\nbr x30\n";
    let [left, right] = [
        ("tried-left.s", format!("{guard}{first}")),
        ("tried-right.s", format!("{guard}{}", first.replacen("[x0, 0]", "[x0, -8]", 1))),
    ]
    .map(|(name, text)| File::new(name, &text));
    let explained = |explain: &[&str], more: &Value| {
        let mut pair = json!({
            "left": left.path(), "right": right.path(), "machine": "arm64",
            "contract": { "array": 3 }, "explain": explain, "reference": "left",
        });
        for (key, value) in more.as_object().expect("an object") {
            pair[key] = value.clone();
        }
        let run = tamarin_reading(&["batch", "--quiet"], format!("{pair}\n").as_bytes());
        serde_json::from_str::<Value>(&run.out).expect("an object")
    };
    let all = explained(&["mend", "cause"], &json!({}));
    assert_eq!((&all["verdict"], &all["errors"]), (&json!("disequivalent"), &Value::Null));
    assert_eq!(
        [&all["mend"]["line"], &all["mend"]["to"], &all["mend"]["proved"]],
        [&json!(5), &json!("ldur x2, [x0, 0]"), &json!(true)]
    );
    let pair = &all["cause"]["pairs"][0];
    assert_eq!([&pair["left"]["line"], &pair["right"]["line"]], [&json!(5), &json!(5)]);
    assert_eq!(all["cause"]["proved"], Value::Null);
    // `explain` says the same.
    let options = ["--array", "3", "--reference", "left", "--json", "--machine", "arm64"];
    let explain = ["explain", left.path(), right.path()];
    let (_, alone) = answered(&[&explain[..], &options].concat());
    assert_eq!([&alone["mend"], &alone["cause"]], [&all["mend"], &all["cause"]]);
    // Where a fix is proved, the cause is not why; an input that is known is not searched again.
    let known = explained(&["why"], &json!({ "differ": ["5"] }));
    assert_eq!([&known["differ"], &known["cause"]], [&json!(["5"]), &Value::Null]);
    assert_eq!(known["mend"], all["mend"]);
    // On the empty array they agree, so that they are compared.
    let unknown = explained(&["why"], &json!({ "differ": [] }));
    assert_eq!([&unknown["differ"], &unknown["witness"]], [&Value::Null, &all["witness"]]);
    let wrong = explained(&["why"], &json!({ "differ": ["x"] }));
    let message = wrong["errors"][0]["message"].as_str().expect("a text");
    assert!(message.contains("`differ`") && message.contains("`x`"), "{message}");
    // Almost no work proves no fix and finds no cause.
    let little = explained(&["mend", "cause"], &json!({ "limits": { "explain_work": 1 } }));
    assert_ne!(little["mend"]["proved"], true);
    assert_eq!(little["cause"], Value::Null);
}
