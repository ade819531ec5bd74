//! The journal of a grading: no answer is lost or computed twice, and each answer is used only for the question it
//! belongs to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::Value;
use tamarin_testing::is_long;
use tamarin_testing::random::Random;

use super::cli::tamarin;
use super::grade::{Folder, IDEAS, MAX, mistaken, renamed};

/// The answers of a journal, without their times.
fn answers(journal: &Path) -> BTreeMap<Vec<u8>, Value> {
    let Ok(connection) = Connection::open(journal) else { return BTreeMap::new() };
    connection.busy_timeout(Duration::from_secs(10)).expect("it is a number");
    let Ok(mut select) = connection.prepare("SELECT key, answer FROM answers") else {
        return BTreeMap::new();
    };
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)));
    let rows = rows.expect("it is a table").map(|row| {
        let (key, answer) = row.expect("it can be read");
        let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
        if let Some(stats) = answer.get_mut("stats") {
            stats["elapsed_ms"] = 0.into();
        }
        (key, answer)
    });
    rows.collect()
}

/// Killed after every tenth answer and restarted, it gives the same report, and no answer is lost or computed twice.
#[test]
fn a_grading_that_is_killed_goes_on_where_it_was() {
    let mut random = Random::new(5);
    let folder = Folder::new("killed");
    for index in 0..if is_long() { 300 } else { 24 } {
        let idea = renamed(IDEAS[random.word() as usize % IDEAS.len()], &mut random);
        let text = if index % 2 == 0 { mistaken(&idea, &mut random) } else { idea };
        folder.write(&format!("{index:02}.asm"), &text);
    }
    let elsewhere = Folder::new("killed-reference");
    let reference = elsewhere.write("max.asm", IDEAS[1]);
    let (whole, parts) = (elsewhere.0.join("whole.sqlite"), elsewhere.0.join("parts.sqlite"));
    let args = |journal: &Path, threads: &str| {
        let journal = journal.to_str().expect("UTF-8").to_owned();
        let limits = ["--fuel", "1000", "--causes", "--classes", "--threads", threads];
        let of = ["grade", folder.path(), "--reference", &reference, "--json", "--journal"];
        of.iter()
            .map(|&it| it.to_owned())
            .chain([journal])
            .chain(limits.map(str::to_owned))
            .collect()
    };
    let run = |journal: &Path, threads: &str| {
        let args: Vec<String> = args(journal, threads);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = tamarin(&args);
        assert_eq!(output.status, 0, "{}", output.err);
        (output.out, output.err)
    };
    let (expected, _) = run(&whole, "1");
    let all = answers(&whole);
    let mut before = BTreeMap::new();
    for tenth in 1..10 {
        let args: Vec<String> = args(&parts, "2");
        let mut child = Command::new(env!("CARGO_BIN_EXE_tamarin"))
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary was built");
        while child.try_wait().expect("it is ours").is_none()
            && answers(&parts).len() * 10 < all.len() * tenth
        {
            thread::sleep(Duration::from_millis(2));
        }
        let _ = child.kill();
        child.wait().expect("it ended");
        let after = answers(&parts);
        assert!(before.iter().all(|(key, answer)| after.get(key) == Some(answer)), "none is lost");
        assert!(after.len() * 10 >= all.len() * tenth);
        before = after;
    }
    let (report, err) = run(&parts, "2");
    assert_eq!(report, expected);
    assert_eq!(answers(&parts), all, "no other questions were asked");
    let told = format!("{} answers, {} of them from the journal", all.len(), before.len());
    assert!(err.contains(&told), "{err}");
    let (report, err) = run(&parts, "3");
    assert_eq!(report, expected);
    let told = format!("{0} answers, {0} of them from the journal", all.len());
    assert!(err.contains(&told), "{err}");
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    let folder = Folder::new("no-journal");
    let reference = folder.write("a.asm", "jr $31\n");
    let text = folder.write("notes.txt", "these are no answers, these are notes of a person\n");
    let other = folder.0.join("other.sqlite");
    let made = Connection::open(&other).expect("writable").execute_batch("CREATE TABLE t (x)");
    made.expect("it is SQL");
    for (file, why) in [(Path::new(&text), "no journal"), (&other, "no journal")] {
        let before = fs::read(file).expect("it is there");
        let file_name = file.to_str().expect("UTF-8");
        let output =
            tamarin(&["grade", folder.path(), "--reference", &reference, "--journal", file_name]);
        assert_eq!(output.status, 2);
        assert!(output.err.contains(why), "{}", output.err);
        assert_eq!(fs::read(file).expect("it is there"), before);
    }
}

/// The number of answers that a grading reported, and how many were from the journal.
fn told(err: &str) -> [usize; 2] {
    let last = err.rsplit(['\r', '\n']).find(|line| line.contains(" answers")).expect("it is told");
    let before = |words: &str| {
        let (text, _) = last.split_once(words)?;
        text.rsplit(' ').next()?.parse().ok()
    };
    [before(" answers").expect("a number"), before(" of them from").unwrap_or(0)]
}

/// Submissions, of which one is proved equal and one differs, with a reference and a journal.
struct Kept {
    folder: Folder,
    reference: String,
    journal: String,
}

impl Kept {
    fn new(name: &str) -> Kept {
        let folder = Folder::new(name);
        folder.write("in/a.asm", IDEAS[0]);
        folder.write("in/b.asm", IDEAS[3]);
        folder.write("in/c.asm", &IDEAS[0].replacen("slt", "sltu", 1));
        let reference = folder.write("reference.asm", IDEAS[1]);
        let journal = folder.path_to("journal.sqlite");
        Kept { folder, reference, journal }
    }

    /// The reported counts, and the report without the version.
    fn grade(&self, program: &Path, more: &[&str]) -> ([usize; 2], Value) {
        let from = self.folder.path_to("in");
        let args = ["grade", &from, "--reference", &self.reference, "--journal", &self.journal];
        let output = Command::new(program)
            .args(args)
            .args(["--json", "--causes"])
            .args(more)
            .output()
            .expect("it can be run");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{err}");
        let mut report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        report["version"] = Value::Null;
        (told(&err), report)
    }
}

fn this() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tamarin"))
}

/// What `tamarin --version` calls its build.
fn build() -> String {
    let said = tamarin(&["--version"]).out;
    let build = said.trim_end().strip_suffix(')').and_then(|it| it.rsplit_once('('));
    let (_, build) = build.unwrap_or_else(|| panic!("{said}"));
    assert!(build.len() == 16 && build.bytes().all(|byte| byte.is_ascii_hexdigit()), "{said}");
    build.to_owned()
}

/// The same program under the name of another build.
fn another_build(folder: &Folder) -> PathBuf {
    let build = build();
    let mut bytes = fs::read(this()).expect("it was built");
    let name = build.as_bytes();
    let at: Vec<usize> = places(&bytes, name);
    assert!(!at.is_empty(), "its name is in it");
    for at in at {
        let last = &mut bytes[at + name.len() - 1];
        *last = if *last == b'0' { b'1' } else { b'0' };
    }
    let path = folder.0.join("another");
    // With its rights to be run.
    fs::copy(this(), &path).expect("writable");
    fs::write(&path, bytes).expect("writable");
    path
}

/// The positions of a text within another.
fn places(bytes: &[u8], text: &[u8]) -> Vec<usize> {
    let first = text[0];
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == first);
    starts.map(|(at, _)| at).filter(|&at| bytes[at..].starts_with(text)).collect()
}

#[test]
fn answers_of_another_build_are_not_taken() {
    let kept = Kept::new("another-build");
    let ([all, found], report) = kept.grade(this(), &[]);
    assert!(all > 2 && found == 0, "{all} {found}");
    assert_eq!(kept.grade(this(), &[]).0, [all, all], "its own are");
    let another = another_build(&kept.folder);
    let (told, same) = kept.grade(&another, &[]);
    assert_eq!((told, &same), ([all, 0], &report), "it asks all of it again");
    assert_eq!(kept.grade(&another, &[]).0, [all, all]);
    assert_eq!(kept.grade(this(), &[]).0, [all, all], "and both are kept");
    let mut builds: Vec<String> = answers(Path::new(&kept.journal))
        .values()
        .map(|it| it["version"]["build"].to_string())
        .collect();
    builds.sort();
    builds.dedup();
    assert_eq!(builds.len(), 2, "{builds:?}");
}

/// A verdict depends on the words alone, not on how they were written or who handed them in first; messages about lines
/// depend on the text.
#[test]
fn an_answer_is_about_what_decides_it_and_nothing_else() {
    let kept = Kept::new("decides");
    let plain = |more: &[&str]| kept.grade(this(), more);
    let ([all, _], report) = plain(&[]);
    // The same words in another text, under another name.
    kept.folder.write("in/b.asm", &format!("; mine\n{}", IDEAS[3]));
    kept.folder.write("in/A.asm", &format!("{}; mine too\n", IDEAS[0]));
    let ([again, found], _) = plain(&[]);
    assert_eq!(again, all);
    assert_eq!(found, all, "none of these differs, so nothing is told of a line");
    kept.folder.write("in/c.asm", &format!("; a line\n{}", IDEAS[0].replacen("slt", "sltu", 1)));
    let ([_, found], moved) = plain(&[]);
    assert_eq!(found + 2, all, "the lines of the mend and of the regions are others");
    let cause = |report: &Value| {
        let all = report["submissions"].as_array().expect("a list");
        all.iter().find(|it| it["name"] == "c.asm").expect("it is told")["cause"]["says"].clone()
    };
    assert_ne!(cause(&report), cause(&moved));
    // Whatever else decides.
    for more in [
        &["--fuel", "9000"][..],
        &["--assume", "$1 >= 0"],
        &["--effort", "7"],
        &["--max-runs", "9"],
    ] {
        assert_eq!(plain(more).0[1], 0, "{more:?}");
        let ([all, found], _) = plain(more);
        assert_eq!(all, found, "{more:?}");
    }
    kept.folder.write("reference.asm", MAX);
    let other = IDEAS[4].replace("jr $31", "add $9, $0, $0\njr $31");
    kept.folder.write("in/b.asm", &other);
    assert!(plain(&[]).0[1] < 3, "other programs");
}

/// A file by its name and its text, or none.
type Changed<'c> = &'c dyn Fn(&str, &str) -> Option<(String, String)>;

/// The name of a build is a hash of its sources, independent of the folder and of line endings; any change of the
/// sources changes the name.
#[test]
fn a_build_is_named_by_its_sources() {
    let folder = Folder::new("build-name");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = folder.0.join("script");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(compiler)
        .args(["--edition", "2024", "-o"])
        .args([&script, &root.join("build.rs")])
        .status();
    assert!(compiled.is_ok_and(|status| status.success()));
    let named = |root: &Path| {
        let mut command = Command::new(&script);
        command.env("CARGO_MANIFEST_DIR", root).env("CARGO_FEATURE_CLI", "1");
        let output = String::from_utf8(command.output().expect("it can be run").stdout);
        let output = output.expect("it is a text");
        let name = output.lines().find_map(|it| it.strip_prefix("cargo::rustc-env=TAMARIN_BUILD="));
        name.unwrap_or_else(|| panic!("{output}")).to_owned()
    };
    assert_eq!(named(root), build());
    let sources = [
        ("src/engine.rs", "one\ntwo\n"),
        ("src/deep/er.rs", ""),
        ("kernel/src/lib.rs", "x"),
        ("prove/src/lib.rs", "y"),
        ("Cargo.lock", "solver 1\n"),
    ];
    let copy = |place: &str, changed: Changed<'_>| {
        for (name, text) in sources {
            if let Some((name, text)) = changed(name, text) {
                folder.write(&format!("{place}/{name}"), &text);
            }
        }
        named(&folder.0.join(place))
    };
    let own = |name: &str, text: &str| Some((name.to_owned(), text.to_owned()));
    let first = copy("first", &own);
    assert_eq!(copy("second", &own), first, "wherever it is");
    let windows = |name: &str, text: &str| own(name, &text.replace('\n', "\r\n"));
    assert_eq!(copy("windows", &windows), first);
    for (index, (changed, _)) in sources.iter().enumerate() {
        let more = |name: &str, text: &str| {
            own(name, &format!("{text}{}", if name == *changed { " " } else { "" }))
        };
        assert_ne!(copy(&format!("more{index}"), &more), first, "{changed}");
        let less = |name: &str, text: &str| if name == *changed { None } else { own(name, text) };
        assert_ne!(copy(&format!("less{index}"), &less), first, "{changed}");
        let renamed = |name: &str, text: &str| {
            own(&if name == *changed { format!("{name}x") } else { name.to_owned() }, text)
        };
        assert_ne!(copy(&format!("renamed{index}"), &renamed), first, "{changed}");
    }
}
