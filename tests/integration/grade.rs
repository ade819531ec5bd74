//! `tamarin grade`: its report about each submission is true, and it asks no more than necessary.

mod causes;
mod zips;

use std::collections::BTreeMap;
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
pub use zips::zip;

/// A folder of this run.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tamarin-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        Folder(path)
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("writable");
        fs::write(&path, text).expect("writable");
        path.to_str().expect("the path is UTF-8").to_owned()
    }

    pub fn write_bytes(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("writable");
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }

    pub fn path_to(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn graded(folder: &Folder, reference: &str, more: &[&str]) -> Value {
    let args = ["grade", folder.path(), "--reference", reference, "--json", "--quiet"];
    let output = tamarin(&[&args[..], more].concat());
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{}", output.out);
    serde_json::from_str(&output.out).expect("it is one object")
}

const PRINTS: &str = ".import print\nsw $31, -4($30)\nlis $4\n.word 4\nsub $30, $30, $4\nlis $5\n.word print\n\
    jalr $5\nlis $4\n.word 4\nadd $30, $30, $4\nlw $31, -4($30)\nadd $3, $2, $0\njr $31\n";

/// A submission that brings another library is compared with that of the reference, too.
#[test]
fn submissions_with_other_libraries_are_compared_with_the_same_ones_too() {
    let library = |then: &str| {
        let output = "lis $7\n.word 0xffff000c\n";
        format!(".export print\nprint: {output}{then}sw $1, 0($7)\njr $31\n")
    };
    let (plain, after_zero) = (library(""), library("sw $0, 0($7)\n"));
    let right = PRINTS.replace("add $3, $2, $0", "add $3, $0, $2");
    let wrong = PRINTS.replace("add $3, $2, $0", "add $3, $1, $0");
    let elsewhere = Folder::new("libraries-reference");
    let files = [elsewhere.write("a.asm", PRINTS), elsewhere.write("print.asm", &plain)];
    let folder = Folder::new("libraries");
    // By name: the program and its library, and its grade with the library of the reference.
    let cases = [
        ("a-same", &right, Some(&plain), None),
        ("b-other", &right, Some(&after_zero), Some("proved-equal")),
        ("c-built-in", &right, None, Some("proved-equal")),
        ("d-wrong", &wrong, Some(&after_zero), Some("differs")),
        ("e-wrong-same", &wrong, Some(&plain), None),
    ];
    for (name, text, library, _) in cases {
        folder.write(&format!("{name}/main.asm"), text);
        library.map(|library| folder.write(&format!("{name}/print.asm"), library));
    }
    // A routine in the file of the program is part of the program, also where the words are the same.
    let inside = format!("{right}{}", after_zero);
    folder.write("f-inside/main.asm", &inside.replace(".import print\n", ""));
    let report = graded(&folder, &files.join(","), &[]);
    let of = |name: &str| {
        let mut all = report["submissions"].as_array().expect("a list").iter();
        all.find(|it| it["name"] == name).expect("it is graded")
    };
    for (name, .., grade) in cases {
        assert_eq!(of(name)["libraries"]["grade"].as_str(), grade, "{name}");
    }
    assert_eq!(of("a-same")["grade"], "proved-equal");
    assert!(of("f-inside")["libraries"].is_null());
    assert_eq!(of("f-inside")["same_words_as"], "b-other");
    let other = of("b-other");
    assert_eq!(other["grade"], "differs", "the grade is about what was handed in");
    assert_eq!(
        other["libraries"]["says"],
        "its libraries differ in `print`; with print.asm of the reference in both: proved equal to the reference"
    );
    assert_eq!(of("c-built-in")["libraries"]["submission"], serde_json::json!([]));
    // The inputs are such that both do differ there, with the same library.
    let difference = &of("d-wrong")["libraries"]["difference"];
    assert_ne!(difference["reference"]["result"], difference["submission"]["result"]);
    let output = |side: &str| &difference[side]["output"];
    assert_eq!(output("reference"), output("submission"));
    let args = ["grade", folder.path(), "--reference", &files.join(","), "--quiet"];
    let table = tamarin(&args).out;
    let line = table.lines().find(|line| line.starts_with("b-other")).expect("a line for each");
    assert!(line.contains("; its libraries differ in `print`; with print.asm"), "{line}");
}

/// What is missing, and in which file: in the table and in what a student sees.
#[test]
fn a_missing_export_is_shown_with_its_help() {
    let folder = Folder::new("exports");
    let main =
        ".import three\nlis $5\n.word three\nsw $31, -4($30)\njalr $5\nlw $31, -4($30)\njr $31\n";
    folder.write("both/main.asm", main);
    folder.write("both/three.asm", "three: lis $3\n.word 3\njr $31\n");
    let elsewhere = Folder::new("exports-reference");
    let reference = elsewhere.write("reference.asm", "lis $3\n.word 3\njr $31\n");
    let table = tamarin(&["grade", folder.path(), "--reference", &reference, "--quiet"]);
    let shows_help = |text: &str| {
        text.contains("line 1: no file exports `three` (")
            && text.contains("three.asm` has a label `three`: write `.export three` there)")
    };
    assert!(shows_help(&table.out), "{}", table.out);
    let submission = format!("{}/both", folder.path());
    for format in ["gradescope", "coderunner"] {
        let args = ["grade", &submission, "--reference", &reference, "--single", format];
        let shown = tamarin(&args);
        assert!(shows_help(&shown.out), "{format}: {}", shown.out);
    }
}

#[test]
fn a_submission_that_never_ends_is_reported_to_run_for_ever() {
    let folder = Folder::new("endless");
    let by_two = "lis $4\n.word 2\nloop: beq $1, $2, done\nadd $1, $1, $4\n\
                  beq $0, $0, loop\ndone: jr $31\n";
    folder.write("by-two.asm", by_two);
    let elsewhere = Folder::new("endless-reference");
    let reference = elsewhere.write("nothing.asm", "jr $31\n");
    let report = graded(&folder, &reference, &[]);
    let submission = &report["submissions"][0];
    assert_eq!(submission["grade"], "differs", "{submission}");
    assert_eq!(submission["difference"]["submission"]["proved"]["ends"], "never", "{submission}");
    let text = tamarin(&["grade", folder.path(), "--reference", &reference]).out;
    assert!(text.contains("this runs for ever"), "{text}");
}

pub const MAX: &str =
    "slt $4, $2, $1\nbeq $4, $0, 2\nadd $3, $1, $0\njr $31\nadd $3, $2, $0\njr $31\n";

#[test]
fn each_submission_gets_the_grade_that_is_proved() {
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
    assert!(!text.contains("correct"), "no grade claims that");
}

/// A product of two words is not proved to be another's within a budget of one conflict.
#[test]
fn an_undecided_pair_is_reported_as_open() {
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

/// A loop that has lost its end and walks through memory faults in the end: that is seen, though it
/// takes twenty million steps.
#[test]
fn a_loop_without_its_end_is_run_on() {
    let folder = Folder::new("walks");
    let sum = |end: &str| {
        format!(
            "lis $4\n.word 4\nlis $5\n.word list\nlis $6\n.word end\nadd $3, $0, $0\nloop: beq $5, \
             {end}, done\nlw $7, 0($5)\nadd $3, $3, $7\nadd $5, $5, $4\nbeq $0, $0, loop\ndone: jr \
             $31\nlist: .word 3\n.word 4\nend: .word 0\n"
        )
    };
    let reference = folder.write("a.asm", &sum("$6"));
    folder.write("b.asm", &sum("$2"));
    let report = graded(&folder, &reference, &["--assume", "$2 == 1"]);
    let b = &report["submissions"][1];
    assert_eq!(b["grade"], "differs", "{b}");
    let fault = &b["difference"]["submission"]["fault"]["kind"];
    assert_eq!(fault, "address-out-of-range");
    assert!(b["difference"]["submission"]["steps"].as_u64() > Some(20_000_000));
    assert_eq!(report["counts"]["comparisons"], 0, "nobody has to prove that");
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
pub const IDEAS: [&str; 7] = [
    "slt $4, $1, $2\nbne $4, $0, right\nadd $3, $1, $0\nbeq $0, $0, end\nright: add $3, $2, $0\nend: slt $5, $3, $0\nbeq $5, $0, out\nadd $3, $0, $0\nout: jr $31\n",
    "add $3, $0, $0\nslt $4, $3, $1\nbeq $4, $0, next\nadd $3, $1, $0\nnext: slt $4, $3, $2\nbeq $4, $0, end\nadd $3, $2, $0\nend: jr $31\n",
    "slt $4, $0, $1\nmult $4, $1\nmflo $5\nslt $4, $0, $2\nmult $4, $2\nmflo $6\nsltu $7, $5, $6\nbne $7, $0, other\nadd $3, $5, $0\njr $31\nother: add $3, $6, $0\njr $31\n",
    "lis $7\n.word 1\nslt $4, $1, $2\nsub $5, $7, $4\nmult $5, $1\nmflo $5\nmult $4, $2\nmflo $6\nadd $3, $5, $6\nslt $8, $3, $0\nsub $8, $7, $8\nmult $3, $8\nmflo $3\njr $31\n",
    "add $3, $1, $0\nslt $4, $2, $1\nbne $4, $0, sign\nadd $3, $2, $0\nsign: slt $4, $0, $3\nbne $4, $0, end\nsub $3, $3, $3\nend: jr $31\n",
    "sw $1, -4($30)\nslt $4, $1, $2\nbeq $4, $0, load\nsw $2, -4($30)\nload: lw $3, -4($30)\nslt $5, $3, $0\nbeq $5, $0, end\nadd $3, $0, $0\nend: jr $31\n",
    "add $5, $0, $0\nslt $4, $1, $0\nbne $4, $0, second\nadd $5, $1, $0\nsecond: add $6, $0, $0\nslt $4, $2, $0\nbne $4, $0, both\nadd $6, $2, $0\nboth: slt $4, $5, $6\nadd $3, $5, $0\nbeq $4, $0, end\nadd $3, $6, $0\nend: jr $31\n",
];

/// The same with `$4` to `$8` called otherwise.
pub fn renamed(text: &str, random: &mut Random) -> String {
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
pub fn mistaken(text: &str, random: &mut Random) -> String {
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
fn grades_of_a_class_agree_with_runs() {
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
    let mut grades = BTreeMap::<String, usize>::new();
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
    // What was put before it was superfluous is little.
    let least = programs - classes.len() as u64 + differences;
    assert!(asked - 2 * open <= least + least / 20, "{asked} comparisons, not {least}");
    assert!(grades["proved-equal"] > count / 4 && grades["differs"] > count / 5, "{grades:?}");
    figure(&format!(
        "{count} submissions, {programs} programs, {} classes: {asked} comparisons, {proofs} proofs, \
         {differences} differences, {open} open, {grades:?}, {seconds:.1} s",
        classes.len()
    ));
}
