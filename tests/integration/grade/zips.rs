//! Submissions that are zips.

use std::fs;
use std::io::{Cursor, Write};

use tamarin::link::{self, File};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Folder, MAX, graded};
use crate::cli::tamarin;

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
    let of = |name: &str| all.iter().find(|it| it["name"] == name).expect("it is graded");
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
