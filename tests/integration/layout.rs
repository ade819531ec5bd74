//! The architecture of the crate: modules depend on each other in one direction, the order in which `lib.rs` lists
//! them. The picture in ARCHITECTURE.md is made from the sources here; `TAMARIN_BLESS=1` rewrites it.

mod sizes;

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

/// The top-level module that a source file belongs to, and the file's path below `src`.
fn module_of(path: &Path) -> (String, &Path) {
    let root = root();
    let below = path.strip_prefix(&root).expect("a source is below src");
    let first = below.iter().next().and_then(|first| first.to_str()).unwrap_or_default();
    (first.trim_end_matches(".rs").to_owned(), below)
}

#[test]
fn modules_depend_in_the_order_of_lib_rs() {
    let order = order();
    assert!(order.len() > 10, "{order:?}");
    let rank = |name: &str| order.iter().position(|known| known == name);
    let mut against = BTreeSet::new();
    for path in sources(&root()) {
        let (module, below) = module_of(&path);
        let Some(here) = rank(&module) else { continue };
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

/// Names with the names that each one uses directly.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Removes each use that follows from others: where `a` uses `b`, and `b` uses `c`, also indirectly, `a` needs no arrow
/// to `c`. Uses have no cycle, as the tests above check.
fn transitive_reduction(uses: &Uses) -> Uses {
    fn reach<'u>(uses: &'u Uses, from: &str, seen: &mut BTreeSet<&'u str>) {
        for next in uses.get(from).into_iter().flatten() {
            if seen.insert(next) {
                reach(uses, next, seen);
            }
        }
    }
    let reduced = uses.iter().map(|(name, direct)| {
        let mut indirect = BTreeSet::new();
        direct.iter().for_each(|used| reach(uses, used, &mut indirect));
        let kept = direct.iter().filter(|used| !indirect.contains(used.as_str()));
        (name.clone(), kept.cloned().collect())
    });
    reduced.collect()
}

/// The crates of the workspace with those that each one depends on outside its tests.
fn crates() -> Uses {
    let root = tamarin_testing::root();
    let manifest = |folder: &str| {
        fs::read_to_string(root.join(folder).join("Cargo.toml")).expect("the manifest can be read")
    };
    let workspace = manifest("");
    let members = workspace.lines().find_map(|line| line.strip_prefix("members = ["));
    let members = members.expect("the workspace has members").split('"').skip(1).step_by(2);
    let mut uses = Uses::new();
    for folder in members.chain([""]) {
        let text = manifest(folder);
        let mut section = "";
        let mut name = None;
        let mut used = BTreeSet::new();
        for line in text.lines() {
            let (key, value) = line.split_once(" = ").unwrap_or((line, ""));
            match section {
                _ if line.starts_with('[') => section = line,
                "[package]" if key == "name" => name = Some(value.trim_matches('"').to_owned()),
                "[dependencies]" if value.contains("path = ") => {
                    used.insert(key.to_owned());
                }
                _ => {}
            }
        }
        uses.insert(name.expect("a crate has a name"), used);
    }
    uses
}

/// The top-level modules with the modules and the workspace's crates that each one uses.
fn modules(order: &[String], crates: &Uses) -> Uses {
    let mut uses: Uses = order.iter().map(|name| (name.clone(), BTreeSet::new())).collect();
    for path in sources(&root()) {
        let Some(used) = uses.get_mut(&module_of(&path).0) else { continue };
        let code = code(&path);
        let known = names_after(&code, "crate::").filter(|name| order.iter().any(|m| m == name));
        used.extend(known.map(str::to_owned));
        let foreign = names_after(&code, "tamarin_").map(|name| format!("tamarin-{name}"));
        used.extend(foreign.filter(|name| crates.contains_key(name)));
    }
    for (name, used) in &mut uses {
        used.remove(name);
    }
    uses
}

/// The groups of `lib.rs`: a comment line of the form `// Group: purpose.`, and the modules below it.
fn groups() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(root().join("lib.rs")).expect("lib.rs can be read");
    let order = order();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("// ") {
            groups.push((title.trim_end_matches('.').to_owned(), Vec::new()));
        } else if let Some(name) = order.iter().find(|name| line.ends_with(&format!("mod {name};")))
        {
            groups.last_mut().expect("each module is in a group").1.push(name.clone());
        }
    }
    groups
}

/// The lines `name -> used` of a group.
fn rows(title: &str, names: &[String], uses: &Uses) -> String {
    let mut text = format!("{title}\n");
    for name in names {
        let used: Vec<&str> = uses[name].iter().map(String::as_str).collect();
        let arrow = if used.is_empty() { "" } else { " -> " };
        text += format!("  {name:<16}{arrow}{}", used.join(", ")).trim_end();
        text.push('\n');
    }
    text
}

/// The picture of ARCHITECTURE.md: crates, and modules in the order of `lib.rs`.
fn picture() -> String {
    let crates = crates();
    let names: Vec<String> = crates.keys().cloned().collect();
    let mut parts = vec![rows("Crates of the workspace", &names, &transitive_reduction(&crates))];
    let mut uses = modules(&order(), &crates);
    uses.extend(crates.into_iter().filter(|(name, _)| name != "tamarin"));
    let uses = transitive_reduction(&uses);
    parts.extend(groups().iter().map(|(title, names)| rows(title, names, &uses)));
    format!("```text\n{}```\n", parts.join("\n"))
}

#[test]
fn the_picture_in_architecture_md_is_that_of_the_sources() {
    const BEGIN: &str = "<!-- picture: begin -->\n";
    const END: &str = "<!-- picture: end -->";
    let path = tamarin_testing::root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).expect("ARCHITECTURE.md can be read");
    let (before, rest) = text.split_once(BEGIN).expect("the picture begins at its marker");
    let (written, after) = rest.split_once(END).expect("the picture ends at its marker");
    let picture = picture();
    if std::env::var_os("TAMARIN_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{picture}{END}{after}"))
            .expect("the file can be written");
    } else {
        assert_eq!(
            written, picture,
            "ARCHITECTURE.md is out of date: run this test with TAMARIN_BLESS=1"
        );
    }
}

/// `npm run test:long` runs all tests that `npm test` runs on samples: the script names their modules.
#[test]
fn the_long_tests_are_those_with_samples() {
    let project = tamarin_testing::root();
    let script = fs::read_to_string(project.join("scripts/test-long.mjs")).expect("it is text");
    let folder = project.join("tests/integration");
    let calls = ["is_long(", "sample(", "many(", "TAMARIN_LONG"];
    let mut missing = BTreeSet::new();
    for path in sources(&folder) {
        let within = path.strip_prefix(&folder).expect("it is in the folder");
        let module = within.iter().next().and_then(|name| Path::new(name).file_stem());
        let module = module.expect("a file has a name").to_string_lossy().into_owned();
        let text = code(&path);
        let has_samples = calls.iter().any(|call| text.contains(call));
        if module != "layout" && has_samples && !script.contains(&format!("'{module}'")) {
            missing.insert(module);
        }
    }
    assert!(missing.is_empty(), "scripts/test-long.mjs does not run {missing:?}");
}
