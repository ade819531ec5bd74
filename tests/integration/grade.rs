//! `tamarin grade`: what it says of each submission is so, and it asks no more than it has to.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;
use tamarin::engines::mend::edits;
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::link::{self, File};
use tamarin::machine::Inputs;
use tamarin::report::Agreement;
use tamarin_testing::examples::image;
use tamarin_testing::random::Random;
use tamarin_testing::{figure, is_long};

use super::cli::tamarin;

/// A folder of this run.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tamarin-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("writable");
        fs::write(&path, text).expect("writable");
        path.to_str().expect("the path is UTF-8").to_owned()
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn graded(folder: &Folder, reference: &str, more: &[&str]) -> Value {
    let args = ["grade", folder.path(), "--reference", reference, "--json"];
    let output = tamarin(&[&args[..], more].concat());
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{}", output.out);
    serde_json::from_str(&output.out).expect("it is one object")
}

const MAX: &str = "slt $4, $2, $1\nbeq $4, $0, 2\nadd $3, $1, $0\njr $31\nadd $3, $2, $0\njr $31\n";

#[test]
fn each_submission_is_told_what_is_known_of_it() {
    let folder = Folder::new("submissions");
    let unsigned = MAX.replace("slt", "sltu");
    for (name, text) in [
        (
            "alice.asm",
            "slt $3, $1, $2\nbne $3, $0, 2\nadd $3, $1, $0\njr $31\nadd $3, $2, $0\njr $31\n",
        ),
        ("bob.asm", &unsigned),
        ("carol/main.asm", ".import after\nlis $5\n.word after\njr $5\n"),
        ("carol/rest.asm", &format!(".export after\nafter:\n{MAX}")),
        ("carol/README", "two files\n"),
        ("dave/x.asm", &unsigned),
        ("erin.asm", "add $3, $1\n"),
        ("fay.asm", "here: beq $0, $0, here\n"),
        (
            "gus.wlp4",
            "int wain(int a, int b) {\n  int m = 0;\n  if (a < b) { m = b; } else { m = a; }\n  return m;\n}\n",
        ),
        ("notes.txt", "nothing\n"),
        (".hidden.asm", "jr $31\n"),
    ] {
        folder.write(name, text);
    }
    fs::create_dir(folder.0.join("nothing")).expect("writable");
    let elsewhere = Folder::new("reference");
    let reference = elsewhere.write("max.asm", MAX);
    let out = elsewhere.0.join("out");
    let report = graded(&folder, &reference, &["--out", out.to_str().expect("UTF-8")]);
    let of = |name: &str| {
        let all = report["submissions"].as_array().expect("a list");
        all.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
    };
    for (name, grade) in [
        ("alice.asm", "proved-equal"),
        ("bob.asm", "differs"),
        ("carol", "proved-equal"),
        ("dave", "differs"),
        ("erin.asm", "no-program"),
        ("fay.asm", "differs"),
        ("gus.wlp4", "proved-equal"),
    ] {
        assert_eq!(of(name)["grade"], grade, "{name}");
    }
    assert_eq!(report["submissions"].as_array().map(Vec::len), Some(7));
    assert_eq!(report["passed_over"], serde_json::json!(["notes.txt", "nothing"]));
    assert_eq!(
        (&of("dave")["same_words_as"], &of("dave")["class"]),
        (&"bob.asm".into(), &of("bob.asm")["class"])
    );
    assert_eq!(of("erin.asm")["errors"][0]["diagnostics"][0]["line"], 1);
    let fay = of("fay.asm")["difference"].clone();
    assert_eq!(
        (&fay["submission"]["outcome"], &fay["reference"]["outcome"]),
        (&"out-of-fuel".into(), &"done".into())
    );
    assert!(fay["submission"]["recurrence"].is_object(), "it is known never to stop: {fay}");
    assert_eq!(
        report["classes"][0]["members"],
        serde_json::json!(["alice.asm", "carol", "gus.wlp4"])
    );
    // The files are the same report.
    let file = fs::read(out.join("report.json")).expect("it was written");
    assert_eq!(serde_json::from_slice::<Value>(&file).expect("JSON"), report);
    let table = fs::read_to_string(out.join("grades.csv")).expect("it was written");
    assert_eq!(table.lines().count(), 8);
    assert!(table.contains("\r\nerin.asm,no-program,,,"), "{table}");
    let text = tamarin(&["grade", folder.path(), "--reference", &reference, "--classes"]).out;
    assert!(text.contains("carol      proved equal to the reference\n"), "{text}");
    assert!(text.contains("class 1 (the reference's): alice.asm, carol, gus.wlp4\n"), "{text}");
    assert!(!text.contains("correct"), "nobody is told so");
}

/// A product of two words is not proved to be another's within a budget of one conflict.
#[test]
fn what_is_not_known_is_told_so() {
    let folder = Folder::new("open");
    let reference = folder.write("a.asm", &fs::read_to_string(hard("left")).expect("it is there"));
    folder.write("b.asm", &fs::read_to_string(hard("right")).expect("it is there"));
    let limits = ["--fuel", "2000", "--max-runs", "20", "--effort", "1"];
    let report = graded(&folder, &reference, &limits);
    let b = &report["submissions"][1];
    assert_eq!((&b["grade"], &b["difference"]), (&"no-difference-found".into(), &Value::Null));
    assert!(b["open"].as_str().is_some_and(|why| !why.is_empty()), "{b}");
    assert_eq!(report["counts"]["classes"], serde_json::json!([1, 2]));
    assert_eq!(report["open"][0]["classes"], serde_json::json!([0, 1]));
    assert_eq!(report["counts"]["comparisons"], 2, "it is asked again, once");
}

fn hard(side: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/corpus/oracle/prime_sqrt_vs_all.{side}.asm"))
}

#[test]
fn separate_inputs_have_no_classes() {
    let folder = Folder::new("separate");
    let reference = folder.write("a.asm", "jr $31\n");
    let output = tamarin(&["grade", folder.path(), "--reference", &reference, "--separate", "$1"]);
    assert_eq!(output.status, 2);
    assert!(output.err.contains("--separate"), "{}", output.err);
}

/// The larger of two numbers, and 0 for two negative ones, by seven ideas.
const IDEAS: [&str; 7] = [
    "slt $4, $1, $2\nbne $4, $0, right\nadd $3, $1, $0\nbeq $0, $0, end\nright: add $3, $2, $0\nend: slt $5, $3, $0\nbeq $5, $0, out\nadd $3, $0, $0\nout: jr $31\n",
    "add $3, $0, $0\nslt $4, $3, $1\nbeq $4, $0, next\nadd $3, $1, $0\nnext: slt $4, $3, $2\nbeq $4, $0, end\nadd $3, $2, $0\nend: jr $31\n",
    "slt $4, $0, $1\nmult $4, $1\nmflo $5\nslt $4, $0, $2\nmult $4, $2\nmflo $6\nsltu $7, $5, $6\nbne $7, $0, other\nadd $3, $5, $0\njr $31\nother: add $3, $6, $0\njr $31\n",
    "lis $7\n.word 1\nslt $4, $1, $2\nsub $5, $7, $4\nmult $5, $1\nmflo $5\nmult $4, $2\nmflo $6\nadd $3, $5, $6\nslt $8, $3, $0\nsub $8, $7, $8\nmult $3, $8\nmflo $3\njr $31\n",
    "add $3, $1, $0\nslt $4, $2, $1\nbne $4, $0, sign\nadd $3, $2, $0\nsign: slt $4, $0, $3\nbne $4, $0, end\nsub $3, $3, $3\nend: jr $31\n",
    "sw $1, -4($30)\nslt $4, $1, $2\nbeq $4, $0, load\nsw $2, -4($30)\nload: lw $3, -4($30)\nslt $5, $3, $0\nbeq $5, $0, end\nadd $3, $0, $0\nend: jr $31\n",
    "add $5, $0, $0\nslt $4, $1, $0\nbne $4, $0, second\nadd $5, $1, $0\nsecond: add $6, $0, $0\nslt $4, $2, $0\nbne $4, $0, both\nadd $6, $2, $0\nboth: slt $4, $5, $6\nadd $3, $5, $0\nbeq $4, $0, end\nadd $3, $6, $0\nend: jr $31\n",
];

/// The same with `$4` to `$8` called otherwise.
fn renamed(text: &str, random: &mut Random) -> String {
    let mut free: Vec<u32> = (4..30).collect();
    let names: Vec<u32> =
        (4..=8).map(|_| free.swap_remove(random.word() as usize % free.len())).collect();
    let mut renamed = text.to_owned();
    for register in 4..=8 {
        renamed = renamed.replace(&format!("${register},"), &format!("#{register},"));
        renamed = renamed.replace(&format!("${register}\n"), &format!("#{register}\n"));
    }
    for register in 4..=8 {
        let name = format!("${}", names[register - 4]);
        renamed = renamed.replace(&format!("#{register},"), &format!("{name},"));
        renamed = renamed.replace(&format!("#{register}\n"), &format!("{name}\n"));
    }
    renamed
}

/// One token is another one.
fn mistaken(text: &str, random: &mut Random) -> String {
    let files = [File::text("", text)];
    let program = link::program(&files).output.expect("it is a program");
    let edits = edits(&program, &files, &[0, 1, 2]);
    let edited = edits[random.word() as usize % edits.len()].apply(text);
    match link::assemble(&edited).program {
        Some(_) => edited,
        None => text.to_owned(),
    }
}

/// A class that has seven ideas and makes mistakes.
#[test]
fn a_class_is_graded_as_its_runs_tell() {
    let count = if is_long() { 300 } else { 60 };
    let mut random = Random::new(3);
    let folder = Folder::new("class");
    let mut texts = Vec::new();
    for index in 0..count {
        let mut text = renamed(IDEAS[random.word() as usize % IDEAS.len()], &mut random);
        for _ in 0..[0, 0, 1, 1, 2][random.word() as usize % 5] {
            text = mistaken(&text, &mut random);
        }
        folder.write(&format!("{index:03}.asm"), &text);
        texts.push(text);
    }
    let elsewhere = Folder::new("class-reference");
    let reference = elsewhere.write("max.asm", IDEAS[1]);
    let begin = Instant::now();
    let report = graded(&folder, &reference, &["--fuel", "1000"]);
    let seconds = begin.elapsed().as_secs_f64();
    let images: Vec<_> = texts.iter().map(|text| image(text)).collect();
    let ideal = image(IDEAS[1]);
    let words = [0, 1, 2, 3, 7, 100, u32::MAX, u32::MAX - 6, 1 << 31, (1 << 31) - 1, 0x8123_456c];
    let mut inputs: Vec<Inputs> =
        words.iter().flat_map(|&a| words.iter().map(move |&b| [a, b].into())).collect();
    inputs.extend((0..200).map(|_| Inputs::from([random.word(), random.word()])));
    let mut grades = std::collections::BTreeMap::<String, usize>::new();
    for (graded, image) in report["submissions"].as_array().expect("a list").iter().zip(&images) {
        let grade = graded["grade"].as_str().expect("a word");
        *grades.entry(grade.to_owned()).or_insert(0) += 1;
        let agree = |inputs: &Inputs| {
            let [a, b] = ends([&ideal, image], inputs, 10_000);
            agreement(&a, &b)
        };
        let name = &graded["name"];
        match grade {
            "proved-equal" => {
                assert!(inputs.iter().all(|at| agree(at) != Agreement::Differ), "{name}");
            }
            "differs" => {
                let words = graded["difference"]["inputs"].as_array().expect("there are inputs");
                let at: Inputs =
                    words.iter().map(|it| it["value"].as_u64().expect("a word") as u32).collect();
                assert_eq!(agree(&at), Agreement::Differ, "{name} on {at:?}");
            }
            _ => assert_eq!(grade, "no-difference-found"),
        }
    }
    // Members of a class do the same, and those of two classes do not.
    let classes = report["classes"].as_array().expect("a list");
    let number = |name: &Value| name.as_str().and_then(|it| it[..3].parse::<usize>().ok());
    for class in classes {
        let members: Vec<usize> =
            class["members"].as_array().expect("a list").iter().filter_map(number).collect();
        for (&a, &b) in members.iter().zip(members.iter().skip(1)) {
            let differ = |at: &Inputs| {
                let [a, b] = ends([&images[a], &images[b]], at, 10_000);
                agreement(&a, &b) == Agreement::Differ
            };
            assert!(!inputs.iter().any(differ), "{a} and {b}");
        }
    }
    let count_of = |key: &str| report["counts"][key].as_u64().expect("a number");
    let (programs, asked) = (count_of("programs"), count_of("comparisons"));
    let (proofs, differences) = (count_of("proofs"), count_of("differences"));
    let open = report["open"].as_array().expect("a list").len() as u64;
    assert_eq!(programs - classes.len() as u64, proofs, "a proof unites");
    assert!(differences < classes.len() as u64 + 2, "each tells more apart: {}", report["counts"]);
    // An open pair is asked about twice.
    assert!(asked <= proofs + differences + 2 * open, "{asked} comparisons");
    assert!(grades["proved-equal"] > count / 4 && grades["differs"] > count / 5, "{grades:?}");
    figure(&format!(
        "{count} submissions, {programs} programs, {} classes: {asked} comparisons, {proofs} proofs, \
         {differences} differences, {open} open, {grades:?}, {seconds:.1} s",
        classes.len()
    ));
}
