//! The architecture of the crate: modules depend on each other in one direction, the order in which `lib.rs` lists
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A file's code: no comments, and nothing from its unit tests on.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Identifiers that follow `prefix` in a text.
fn names_after<'t>(text: &'t str, prefix: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(prefix).map(move |(at, _)| {
        let rest = &text[at + prefix.len()..];
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        &rest[..end]
    })
}

/// The sibling modules that a file uses: `use super::a`, and the first segments in `use super::{a, b::c}`.
fn siblings(code: &str) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = names_after(code, "use super::")
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    for (at, group) in code.match_indices("use super::{") {
        let mut depth = 0;
        let mut part = String::new();
        for c in code[at + group.len()..].chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ => {}
            }
            if c == ',' && depth == 0 {
                names.extend(part.split("::").next().map(|name| name.trim().to_owned()));
                part.clear();
            } else {
                part.push(c);
            }
        }
        names.extend(part.split("::").next().map(|name| name.trim().to_owned()));
    }
    names
}

fn root() -> PathBuf {
    tamarin_testing::root().join("src")
}

/// The top-level modules, in the order of `lib.rs`.
fn order() -> Vec<String> {
    let text = code(&root().join("lib.rs"));
    let declared = text.lines().filter_map(|line| {
        let name = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?;
        name.strip_suffix(';').map(str::to_owned)
    });
    declared.collect()
}

#[test]
fn modules_depend_in_the_order_of_lib_rs() {
    let order = order();
    assert!(order.len() > 10, "{order:?}");
    let rank = |name: &str| order.iter().position(|known| known == name);
    let mut against = BTreeSet::new();
    for path in sources(&root()) {
        let below = path.strip_prefix(root()).expect("a source is below src");
        let module = below.iter().next().and_then(|first| first.to_str()).unwrap_or_default();
        let Some(here) = rank(module.trim_end_matches(".rs")) else { continue };
        for used in names_after(&code(&path), "crate::") {
            if rank(used).is_some_and(|there| there > here) {
                against.insert(format!("{} uses {used}", below.display()));
            }
        }
    }
    assert!(against.is_empty(), "against the order of lib.rs: {against:#?}");
}

/// No file of a folder is used by one that it uses, directly or in a circle.
#[test]
fn no_circle_within_a_folder() {
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in sources(&root()) {
        folders
            .entry(path.parent().expect("a file is in a folder").to_owned())
            .or_default()
            .push(path);
    }
    for (folder, files) in folders {
        let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let names: Vec<String> = files.iter().filter_map(|path| stem(path)).collect();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (name, path) in names.iter().zip(&files) {
            let of_file = siblings(&code(path)).into_iter().filter(|used| used != name);
            let used = of_file.filter(|used| names.contains(used));
            uses.insert(name.clone(), used.collect());
        }
        // Take away what uses nothing that is left, until nothing can be.
        while let Some(leaf) = uses.iter().find(|(_, used)| used.is_empty()).map(|(n, _)| n.clone())
        {
            uses.remove(&leaf);
            uses.values_mut().for_each(|used| {
                used.remove(&leaf);
            });
        }
        assert!(uses.is_empty(), "a circle in {}: {uses:#?}", folder.display());
    }
}
