//! Reports of `tamarin grade` for other tools: they follow the documented formats, and agree with the main report.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use roxmltree::{Document, Node};
use serde_json::{Value, json};
use zip::ZipArchive;

use super::cli::tamarin;
use super::grade::{Folder, MAX, graded, zip};
use super::schema;

/// A submission of each kind; the undecided one is compared with a tiny budget.
const LIMITS: [&str; 8] =
    ["--fuel", "2000", "--max-runs", "20", "--effort", "1", "--max-work", "300000"];

fn corpus(side: &str) -> String {
    let path = format!("tests/corpus/oracle/prime_sqrt_vs_all.{side}.asm");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is there")
}

/// Submissions by name; one of them is a hard twin of the reference.
fn submissions() -> [(&'static str, String); 4] {
    [
        ("differs <b>&\"'.asm", "add $3, $1, $2\njr $31\n".to_owned()),
        ("equal.asm", corpus("left")),
        ("none\u{1b}.asm", "add $3, <b>\nadd $3\n".to_owned()),
        ("open.asm", corpus("right")),
    ]
}

fn schema_of(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    serde_json::from_slice(&fs::read(path).expect("it is there")).expect("it is JSON")
}

/// All grades, and all files about them.
fn reported(name: &str, more: &[&str]) -> (Folder, Value) {
    let folder = Folder::new(name);
    for (name, text) in submissions() {
        folder.write(&format!("in/{name}"), &text);
    }
    let reference = folder.write("reference.asm", &corpus("left"));
    let [from, out] = ["in", "out"].map(|name| folder.0.join(name).display().to_string());
    let args = ["grade", &from, "--reference", &reference, "--out", &out, "-q", "--json"];
    let output = tamarin(&[&args[..], &LIMITS, more].concat());
    assert_eq!(output.status, 0, "{}", output.err);
    (folder, serde_json::from_str(&output.out).expect("it is one object"))
}

#[test]
fn the_report_is_as_its_schema_says() {
    let schema = schema_of("docs/report.schema.json");
    let page = "https://example.org/tamarin/";
    let (folder, report) = reported("schema", &["--playground", page]);
    assert_eq!(schema::check(&schema, &report), Ok(()));
    let grades: Vec<&Value> =
        report["submissions"].as_array().expect("a list").iter().map(|it| &it["grade"]).collect();
    assert_eq!(grades, ["differs", "proved-equal", "no-program", "no-difference-found"]);
    let links = report["classes"].as_array().expect("a list").iter().map(|it| it["link"].as_str());
    let begin = format!("{page}#v2.");
    assert!(links.clone().all(|link| link.is_some_and(|link| link.starts_with(&begin))));
    assert_eq!(report["causes"], json!([]), "that was not asked for");
    let with_causes = Folder::new("schema-causes");
    with_causes.write("bob.asm", &MAX.replace("slt", "sltu"));
    with_causes.write("cy.asm", "add $3, $1, $2\njr $31\n");
    let reference = folder.write("max.asm", MAX);
    let told = graded(&with_causes, &reference, &["--causes"]);
    assert_eq!(schema::check(&schema, &told), Ok(()));
    assert_eq!(told["causes"].as_array().map(Vec::len), Some(2));
    assert!(told["classes"][1]["regions"].is_object() && told["classes"][1]["link"].is_null());
    for wrong in ["javascript:alert(1)", "https://a.example/#x", "index.html"] {
        let args = ["grade", folder.path(), "--reference", &reference, "--playground", wrong];
        assert_eq!(tamarin(&args).status, 2, "{wrong}");
    }
}

/// The page is one file, which needs nothing else, and nothing of a name is markup in it.
#[test]
fn the_page_says_what_the_report_says() {
    let (folder, report) = reported("page", &["--playground", "https://example.org/t/"]);
    let page = fs::read_to_string(folder.0.join("out/report.html")).expect("it was written");
    for outside in ["<script", " src=", "@import", "url(", "<b>", "none\u{1b}.asm\u{1b}"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("differs &lt;b&gt;&amp;&quot;&#39;.asm"));
    let classes = report["classes"].as_array().expect("a list");
    assert_eq!(page.matches("<circle ").count(), classes.len());
    assert_eq!(page.matches("href=\"https://example.org/t/#v2.").count(), classes.len());
    assert_eq!(page.matches("<line ").count(), report["open"].as_array().map_or(0, Vec::len));
    assert!(page.matches("<line ").count() > 0, "something is open");
    assert!(page.contains("Classes: 2 to 3"));
    assert!(!page.contains("correct"));
}

type Names = &'static [&'static str];

/// Elements of JUnit's format: the attributes that each has to have, those that it may have, and
/// the elements in it. After the schema that Jenkins' xUnit plugin has for JUnit (junit-10.xsd).
const JUNIT: [(&str, Names, Names, Names); 7] = [
    (
        "testsuites",
        &[],
        &["name", "time", "tests", "failures", "disabled", "errors"],
        &["testsuite"],
    ),
    (
        "testsuite",
        &["name"],
        &[
            "tests",
            "failures",
            "errors",
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
            "version",
        ],
        &["testsuite", "testcase", "properties", "system-out", "system-err"],
    ),
    (
        "testcase",
        &["name"],
        &["time", "classname", "group"],
        &["skipped", "error", "failure", "system-out", "system-err"],
    ),
    ("failure", &[], &["type", "message"], &[]),
    ("error", &[], &["type", "message"], &[]),
    ("skipped", &[], &[], &[]),
    ("system-out", &[], &[], &[]),
];

fn is_junit(node: Node<'_, '_>) {
    let name = node.tag_name().name();
    let (_, has_to, may, inside) =
        JUNIT.iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("<{name}>"));
    for attribute in *has_to {
        assert!(node.has_attribute(*attribute), "{name} has no {attribute}");
    }
    for attribute in node.attributes() {
        let name = attribute.name();
        assert!(has_to.contains(&name) || may.contains(&name), "{name}");
    }
    for child in node.children().filter(Node::is_element) {
        assert!(inside.contains(&child.tag_name().name()), "{child:?} in {name}");
        is_junit(child);
    }
}

#[test]
fn junit_reads_a_case_for_each_submission() {
    let (folder, report) = reported("junit", &[]);
    let text = fs::read_to_string(folder.0.join("out/junit.xml")).expect("it was written");
    let document = Document::parse(&text).expect("it is XML");
    is_junit(document.root_element());
    let cases: Vec<_> = document.descendants().filter(|it| it.has_tag_name("testcase")).collect();
    let told: Vec<_> = cases
        .iter()
        .map(|case| {
            case.children().find(Node::is_element).map(|it| it.tag_name().name().to_owned())
        })
        .collect();
    let expected = [Some("failure"), None, Some("error"), Some("skipped")];
    assert_eq!(told, expected.map(|it| it.map(str::to_owned)));
    let names: Vec<_> = cases.iter().map(|case| case.attribute("name")).collect();
    assert_eq!(names[0], report["submissions"][0]["name"].as_str());
    assert_eq!(names[2], Some("none\u{fffd}.asm"));
    let suite = document.descendants().find(|it| it.has_tag_name("testsuite")).expect("one");
    let counts = ["tests", "failures", "errors", "skipped"].map(|name| suite.attribute(name));
    assert_eq!(counts, ["4", "1", "1", "1"].map(Some));
}

/// The result of one submission in a system's format, as its schema says.
fn single(format: &str, submission: &str, reference: &str, more: &[&str]) -> Value {
    let args = ["grade", submission, "--reference", reference, "--single", format, "-q"];
    let output = tamarin(&[&args[..], more].concat());
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{}", output.out);
    let result = serde_json::from_str(&output.out).expect("it is JSON");
    let schema = schema_of(&format!("tests/integration/schemas/{format}.json"));
    assert_eq!(schema::check(&schema, &result), Ok(()), "{result}");
    result
}

#[test]
fn systems_are_told_in_their_own_formats() {
    let folder = Folder::new("single");
    let reference = folder.write("reference.asm", &corpus("left"));
    let [differs, equal, none, open] =
        submissions().map(|(name, text)| folder.write(&format!("in/{name}"), &text));
    let points = [&LIMITS[..], &["--points", "10", "--open-points", "4"]].concat();
    let of = |format: &str| {
        [&differs, &equal, &none, &open].map(|it| single(format, it, &reference, &points))
    };
    let gradescope = of("gradescope");
    let scores =
        gradescope.each_ref().map(|it| it["tests"][0]["score"].as_f64().expect("a number"));
    assert_eq!(scores, [0.0, 10.0, 0.0, 4.0]);
    assert!(gradescope.iter().all(|it| it["tests"][0]["max_score"] == 10.0));
    let status = gradescope.each_ref().map(|it| it["tests"][0]["status"].as_str());
    assert_eq!(status, [Some("failed"), Some("passed"), Some("failed"), None]);
    let output = gradescope[2]["tests"][0]["output"].as_str().expect("a text");
    assert!(output.contains("line 1: ") && output.contains("line 2: "), "{output}");
    let prairielearn = of("prairielearn");
    let scores = prairielearn.each_ref().map(|it| it["score"].as_f64());
    assert_eq!(scores, [Some(0.0), Some(1.0), None, Some(0.4)]);
    assert_eq!(prairielearn[2]["gradable"], false);
    assert_eq!(prairielearn[2]["format_errors"].as_array().map(Vec::len), Some(3));
    let coderunner = of("coderunner");
    let fractions = coderunner.each_ref().map(|it| it["fraction"].as_f64().expect("a number"));
    assert_eq!(fractions, [0.0, 1.0, 0.0, 0.4]);
    let rows = coderunner[0]["testresults"].as_array().expect("a table");
    assert!(rows.iter().all(|row| row.as_array().map(Vec::len) == Some(4)));
    let told = coderunner[2].to_string();
    assert!(told.contains("&lt;") && !told.contains("<b>"), "its text is no markup: {told}");
    for result in gradescope.iter().chain(&prairielearn).chain(&coderunner) {
        assert!(
            !result.to_string().contains("correct.") && !result.to_string().contains("Correct")
        );
    }
    // By default an open submission gets full points; a cause is reported on request.
    let all = single("gradescope", &open, &reference, &LIMITS);
    assert_eq!(all["tests"][0]["score"], 1.0);
    let max = folder.write("max.asm", MAX);
    let unsigned = folder.write("unsigned.asm", &MAX.replace("slt", "sltu"));
    let told = single("coderunner", &unsigned, &max, &["--causes"]);
    assert_eq!(told["epiloguehtml"], "<p>Look here: `sltu` should be `slt` in line 1.</p>");
    let empty = folder.0.join("empty");
    fs::create_dir(&empty).expect("writable");
    let nothing = single("prairielearn", empty.to_str().expect("UTF-8"), &max, &[]);
    assert_eq!(nothing["gradable"], false);
    for wrong in [["--points", "-1"], ["--points", "NaN"], ["--single", "moodle"]] {
        let args = ["grade", &equal, "--reference", &max];
        assert_eq!(tamarin(&[&args[..], &wrong].concat()).status, 2, "{wrong:?}");
    }
}

/// The uploaded folder grades where nothing else is installed.
#[cfg(unix)]
#[test]
fn the_folder_for_gradescope_grades_where_there_is_nothing_else() {
    let folder = Folder::new("gradescope");
    let main = folder.write("my main.asm", ".import after\nlis $5\n.word after\njr $5\n");
    let rest = folder.write("rest.asm", &format!(".export after\nafter:\n{MAX}"));
    let autograder = folder.0.join("autograder").display().to_string();
    let args = ["grade", "--gradescope", &autograder, "--reference", &format!("{main},{rest}")];
    let more = ["--points", "20", "--causes", "--assume", "$1 >= 0", "--fuel", "500"];
    let output = tamarin(&[&args[..], &more].concat());
    assert_eq!((output.status, output.err.as_str(), output.out.as_str()), (0, "", ""));
    for name in ["setup.sh", "run_autograder", "tamarin", "contract.json"] {
        assert!(Path::new(&autograder).join(name).is_file(), "{name}");
    }
    // The files are at the root of the zip, and may be run.
    let root = folder.0.join("root");
    let zipped = File::open(format!("{autograder}.zip")).expect("it was written");
    let mut archive = ZipArchive::new(zipped).expect("it is a zip");
    archive.extract(root.join("source")).expect("it can be unpacked");
    let script = fs::read_to_string(root.join("source/run_autograder")).expect("a text");
    assert!(script.starts_with("#!/usr/bin/env bash\n"));
    let run = |files: &[(&str, &[u8])]| -> Value {
        let submission = root.join("submission");
        let _ = fs::remove_dir_all(&submission);
        fs::create_dir_all(&submission).expect("writable");
        for (name, bytes) in files {
            fs::write(submission.join(name), bytes).expect("writable");
        }
        let output = Command::new("env")
            .args(["-i", "PATH=/usr/bin:/bin"])
            .arg(format!("AUTOGRADER={}", root.display()))
            .arg(root.join("source/run_autograder"))
            .current_dir(&root)
            .output()
            .expect("there is env");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && err.is_empty(), "{err}");
        let result = fs::read(root.join("results/results.json")).expect("it was written");
        let result = serde_json::from_slice(&result).expect("it is JSON");
        let schema = schema_of("tests/integration/schemas/gradescope.json");
        assert_eq!(schema::check(&schema, &result), Ok(()), "{result}");
        result
    };
    let score = |result: &Value| result["tests"][0]["score"].as_f64().expect("a number");
    assert_eq!(score(&run(&[("max.asm", MAX.as_bytes())])), 20.0);
    assert_eq!(score(&run(&[("max.zip", &zip(&[("a/max.asm", MAX.as_bytes())]))])), 20.0);
    // Where $1 may be negative this differs, too; the contract is that of the folder.
    let wrong = run(&[("max.asm", MAX.replace("slt", "sltu").as_bytes()), ("notes.txt", b"-")]);
    assert_eq!(score(&wrong), 0.0);
    let told = wrong["tests"][0]["output"].as_str().expect("a text");
    assert!(told.contains("`sltu` should be `slt` in line 1"), "{told}");
    let fine = "slt $4, $1, $0\nbne $4, $0, 6\n";
    assert_eq!(score(&run(&[("max.asm", format!("{fine}{MAX}").as_bytes())])), 20.0);
    assert_eq!(score(&run(&[("max.asm", b"add $3, $1\n")])), 0.0);
    assert_eq!(score(&run(&[])), 0.0);
    // If it cannot grade, there is no result instead of a bad one.
    fs::remove_file(root.join("results/results.json")).expect("it is there");
    fs::remove_file(root.join("source/contract.json")).expect("it is there");
    let run = Command::new(root.join("source/run_autograder")).env("AUTOGRADER", &root).output();
    assert!(!run.expect("it is a script").status.success());
    assert!(!root.join("results/results.json").exists());
}

/// The commands of the guide for teachers, in its order, where its files are.
#[cfg(unix)]
#[test]
fn the_guide_for_teachers_says_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("docs/teaching.md")).expect("it is there");
    let folder = Folder::new("teaching");
    let copied = Command::new("cp").arg("-r").arg(root.join("examples")).arg(&folder.0).status();
    assert!(copied.is_ok_and(|status| status.success()));
    let program = Path::new(env!("CARGO_BIN_EXE_tamarin")).parent().expect("it is in a folder");
    let path = format!("{}:/usr/bin:/bin", program.display());
    let mut printed = String::new();
    let mut commands = 0;
    for block in guide.split("```sh\n").skip(1) {
        let (block, _) = block.split_once("```").expect("it ends");
        // That one takes long, and is done.
        for command in block.lines().filter(|line| !line.starts_with("cargo install")) {
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).env("PATH", &path).current_dir(&folder.0);
            let output = shell.output().expect("there is a shell");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command}: {err}");
            printed.push_str(&String::from_utf8_lossy(&output.stdout));
            commands += 1;
        }
    }
    assert!(commands > 10, "{commands}");
    // The commands print what the guide shows.
    for block in guide.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("it ends");
        assert!(printed.contains(block), "{block}\n{printed}");
    }
    let report = fs::read(folder.0.join("graded/report.json")).expect("it was written");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let erin = report["submissions"][4]["name"].as_str();
    assert_eq!(erin, Some("erin"));
    for file in [
        "report.html",
        "grades.csv",
        "report.json",
        "junit.xml",
        "journal.sqlite",
        "better-tests.csv",
    ] {
        assert!(folder.0.join("graded").join(file).is_file(), "{file}");
    }
    assert!(folder.0.join("try/results/results.json").is_file());
}
