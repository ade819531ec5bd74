//! Functions fit on a screen, and files hold one idea. Functions that are longer are listed, and the list can only shrink.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::sources;

/// Maximum number of lines of a function.
const LINES: usize = 60;

/// Functions that are longer, with their lines. The first four are a table, with a row for each instruction or problem.
const LONGER: &[(&str, &str, usize)] = &[
    ("kernel/src/execute.rs", "step", 89),
    ("src/asm/arm64/help.rs", "help", 89),
    ("src/asm/help.rs", "help", 95),
    ("src/machine/mips/step.rs", "execute", 79),
];

/// Maximum number of lines of a file.
const LINES_OF_FILE: usize = 600;

/// The engine whose proofs about loops evidence from the claim alone replaces step by step. Its functions are not measured.
const REPLACED: &str = "src/engines/alignment";

/// The name of a function that begins on this line.
fn name(line: &str) -> Option<&str> {
    let (before, rest) = line.trim_start().split_once("fn ")?;
    let is_modifier = |word: &str| {
        matches!(word, "pub" | "const" | "async" | "unsafe" | "extern")
            || word.starts_with("pub(")
            || word.ends_with(')')
    };
    let name = rest.split(|c: char| c != '_' && !c.is_alphanumeric()).next()?;
    before.split_whitespace().all(is_modifier).then_some(name)
}

/// The functions of a text that rustfmt has laid out, each with its number of lines. A function ends at the first line
/// as far to the right as the function that begins with a brace, or with the end of a declaration.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let Some(name) = name(line) else { continue };
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_end = |line: &&str| {
            let rest = line.strip_prefix(indent).unwrap_or_default();
            rest.starts_with('}') || rest.starts_with(')') && rest.ends_with(';')
        };
        let is_one_line = line.ends_with(';') || line.ends_with('}');
        let length = lines[first..].iter().position(is_end).filter(|_| !is_one_line);
        found.push((name, length.unwrap_or(0) + 1));
    }
    found
}

#[test]
fn lines_of_functions_are_counted() {
    let text = "fn one() {}\n\npub(crate) async fn three(\n    a: u8,\n) {\n}\n\nimpl A {\n    \
                const fn two() {\n    }\n\n    fn declared(\n    );\n}\n// fn none\n";
    assert_eq!(functions(text), [("one", 1), ("three", 4), ("two", 2), ("declared", 2)]);
}

#[test]
fn no_other_function_is_longer_than_a_screen() {
    let root = tamarin_testing::root();
    let mut longer: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut count = 0;
    for folder in ["src", "kernel/src", "prove/src", "export/src"] {
        for path in sources(&root.join(folder)) {
            let within = path.strip_prefix(root).expect("it is in the folder");
            if is_of(within, REPLACED) || is_test(within) {
                continue;
            }
            let within = within.display().to_string();
            let text = fs::read_to_string(&path).expect("the file can be read");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for (name, lines) in functions(code) {
                count += 1;
                if lines > LINES {
                    longer.insert((within.clone(), name.to_owned()), lines);
                }
            }
        }
    }
    assert!(count > 5000, "only {count} functions were found");
    for &(path, name, most) in LONGER {
        let lines = longer.remove(&(path.to_owned(), name.to_owned()));
        let lines = lines.unwrap_or_else(|| panic!("{path}: take `{name}` off the list"));
        assert!(lines <= most, "{path}: `{name}` has grown from {most} to {lines} lines");
    }
    assert!(longer.is_empty(), "split these functions of more than {LINES} lines: {longer:#?}");
}

#[test]
fn no_file_is_longer_than_an_idea() {
    let root = tamarin_testing::root();
    let mut longer: BTreeMap<String, usize> = BTreeMap::new();
    for folder in ["src", "kernel", "prove", "export", "tests"] {
        for path in sources(&root.join(folder)) {
            let within = path.strip_prefix(root).expect("it is in the folder");
            let text = fs::read_to_string(&path).expect("the file can be read");
            let lines = text.lines().count();
            if lines > LINES_OF_FILE {
                longer.insert(within.display().to_string(), lines);
            }
        }
    }
    assert!(longer.is_empty(), "split these files of more than {LINES_OF_FILE} lines: {longer:#?}");
}

/// Whether a file is a module or within its folder.
fn is_of(path: &Path, module: &str) -> bool {
    path.starts_with(module) || path.with_extension("") == Path::new(module)
}

/// Whether a file has only tests.
fn is_test(path: &Path) -> bool {
    path.ends_with("tests.rs") || path.iter().any(|part| part == "tests")
}
