//! `tamarin grade`: its report about each submission is true, and it asks no more than necessary.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::cli::tamarin;

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
fn a_submission_that_is_proved_never_to_end_is_said_to_run_for_ever() {
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

/// A zip of these files.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("it is a file");
        zip.write_all(bytes).expect("there is memory");
    }
    zip.finish().expect("it is a zip").into_inner()
}

/// The same with the mark that all its files are under a password.
fn encrypted(mut zip: Vec<u8>) -> Vec<u8> {
    for at in 0..zip.len() - 8 {
        // In a local header the flags follow the signature and a version, in a central one the signature and two
        // versions.
        match &zip[at..at + 4] {
            b"PK\x03\x04" => zip[at + 6] |= 1,
            b"PK\x01\x02" => zip[at + 8] |= 1,
            _ => {}
        }
    }
    zip
}

#[test]
fn a_zip_is_a_submission_and_a_bad_one_says_why() {
    let folder = Folder::new("zips");
    let max = MAX.as_bytes();
    let mac: &[(&str, &[u8])] =
        &[("a1/max.asm", max), ("__MACOSX/a1/._max.asm", b"\0\x05"), ("a1/.x.asm", b"jr")];
    let two: &[(&str, &[u8])] = &[
        ("rest.asm", &[b".export after\nafter:\n", max].concat()),
        ("main.asm", b".import after\nlis $5\n.word after\njr $5\n"),
    ];
    let words: Vec<u8> = {
        let program = link::program(&[File::text("", MAX)]).output.expect("it is a program");
        program.words.iter().flat_map(|word| word.to_be_bytes()).collect()
    };
    folder.write_bytes("good.zip", &zip(mac));
    folder.write_bytes("two.ZIP", &zip(two));
    folder.write_bytes("code.zip", &zip(&[("max.mips", &words)]));
    fs::create_dir(folder.0.join("moodle")).expect("writable");
    folder.write_bytes("moodle/any.zip", &zip(&[("max.asm", max)]));
    let bomb = vec![b'\n'; 64 << 20];
    let many: Vec<String> = (0..1_001).map(|index| format!("{index}.txt")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let mut cut = zip(mac);
    cut.truncate(cut.len() / 2);
    let bad: &[(&str, Vec<u8>, &str)] = &[
        ("bomb.zip", zip(&[("max.asm", &bomb)]), "more than 4 MiB"),
        ("many.zip", zip(&many), "more than 1000 files"),
        ("out.zip", zip(&[("../max.asm", max)]), "`../max.asm` leads out"),
        ("back.zip", zip(&[("a\\..\\max.asm", max)]), "leads out"),
        ("secret.zip", encrypted(zip(&[("max.asm", max)])), "under a password"),
        ("empty.zip", zip(&[]), "no program in this zip"),
        ("nothing.zip", Vec::new(), "an empty file"),
        ("text.zip", zip(&[("notes.txt", b"hello")]), "no program in this zip"),
        ("nested.zip", zip(&[("max.asm", max), ("in.zip", &zip(mac))]), "a zip in the zip"),
        ("cut.zip", cut, "no zip that can be read"),
        ("wrong.zip", zip(&[("max.asm", b"add $3, $1\n")]), "line 1"),
    ];
    for (name, bytes, _) in bad {
        folder.write_bytes(name, bytes);
    }
    let elsewhere = Folder::new("zips-reference");
    let reference = elsewhere.write("max.asm", MAX);
    let report = graded(&folder, &reference, &[]);
    let all = report["submissions"].as_array().expect("a list");
    let of = |name: &str| all.iter().find(|it| it["name"] == name).expect("it is told");
    for name in ["good.zip", "two.ZIP", "code.zip", "moodle"] {
        assert_eq!(of(name)["grade"], "proved-equal", "{}", of(name));
    }
    let text = tamarin(&["grade", folder.path(), "--reference", &reference, "-q"]).out;
    for (name, _, why) in bad {
        assert_eq!(of(name)["grade"], "no-program", "{name}");
        let line = text.lines().find(|line| line.starts_with(name)).expect("it has a line");
        assert!(line.contains(why), "{line}");
    }
}

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
    let is_told = |a: u32, b: u32| {
        let (signed_a, signed_b) = (a as i32, b as i32);
        signed_b < signed_a && a < b || signed_a < signed_b && b < a
    };
    let (max, wrong) = (image(MAX), image(&renamed));
    let words = [0, 1, 2, 41, u32::MAX, u32::MAX - 1, 1 << 31, (1 << 31) - 1, (1 << 31) + 1];
    for (a, b) in words.iter().flat_map(|&a| words.iter().map(move |&b| (a, b))) {
        let [left, right] = ends([&max, &wrong], &[a, b].into(), 100);
        let differ = agreement(&left, &right) == Agreement::Differ;
        assert_eq!(differ, is_told(a, b), "{a} {b}");
    }
    let of = |name: &str| {
        let all = report["submissions"].as_array().expect("a list");
        all.iter().find(|it| it["name"] == name).expect("it is told").clone()
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
fn a_grading_that_is_stopped_leaves_its_grades() {
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
