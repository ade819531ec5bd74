//! The size of the kernel: the code that must be read to trust it. Comments and blank lines do not count, nor does the
//! command line, which only reads files and prints the answer.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum lines of code, without the tables of machines.
const KERNEL: usize = 3500;
/// Maximum lines of code in a machine's table.
const MACHINE: usize = 400;

/// All files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("there is such a folder") {
        let path = entry.expect("it can be read").path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

fn lines_of_code(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("it is text");
    let lines = text.lines().map(str::trim_start);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn the_kernel_is_small() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&source, &mut found);
    let mut kernel = 0;
    for path in found.iter().filter(|path| path.extension().is_some_and(|it| it == "rs")) {
        let lines = lines_of_code(path);
        let within = path.strip_prefix(&source).expect("it is in the folder");
        match within.starts_with("machine") {
            true => assert!(lines <= MACHINE, "{}: {lines} lines of code", within.display()),
            false if within == Path::new("main.rs") => {}
            false => kernel += lines,
        }
    }
    println!("{kernel} lines of code");
    assert!(kernel > 1000 && kernel <= KERNEL, "{kernel} lines of code");
}

#[test]
fn the_table_of_modules_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    files(&root.join("src"), &mut found);
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for path in found.iter().filter(|path| path.extension().is_some_and(|it| it == "rs")) {
        let within = path.strip_prefix(root.join("src")).expect("it is in the folder");
        lines.insert(within.display().to_string(), lines_of_code(path));
    }
    lines.remove("main.rs");
    let text = fs::read_to_string(root.join("SOUNDNESS.md")).expect("it is text");
    let mut wrong = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| `") && line.contains(".rs`")) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let Ok(count) = columns[2].parse::<usize>() else { continue };
        let names = columns[1].split(", ").map(|name| name.trim_matches('`'));
        let is: usize = names.map(|name| lines.remove(name).expect(name)).sum();
        if is != count {
            wrong.push(format!("{}: {is} lines", columns[1]));
        }
    }
    assert!(wrong.is_empty(), "SOUNDNESS.md: {wrong:?}");
    assert!(lines.is_empty(), "these are not in SOUNDNESS.md: {:?}", lines.keys());
}
