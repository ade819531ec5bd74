//! The packages that the design lists are those that are used.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The dependencies of a table of `Cargo.toml`.
fn crates(table: &str) -> BTreeSet<String> {
    let manifest = read("Cargo.toml");
    let lines = manifest.lines().skip_while(|line| line.trim() != table).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())).collect()
}

#[test]
fn the_browsers_side_is_built_on_the_packages_of_the_design() {
    let crates = crates("[target.'cfg(target_arch = \"wasm32\")'.dependencies]");
    for name in
        ["wasm-bindgen", "web-sys", "js-sys", "serde-wasm-bindgen", "console_error_panic_hook"]
    {
        assert!(crates.contains(name), "{name} is no dependency of the page's engine: {crates:?}");
        let used = name.replace('-', "_");
        let sources = ["src/wasm.rs", "src/wasm/clock.rs", "src/solver/z3.rs"].map(read).concat();
        assert!(sources.contains(&used), "{used} is not used");
    }
    let package: serde_json::Value =
        serde_json::from_str(&read("package.json")).expect("it is JSON");
    let version = &package["dependencies"]["z3-solver"];
    assert!(version.is_string(), "z3-solver is no dependency of the page");
}

/// What `web-sys` has is not declared by hand.
#[test]
fn no_timer_and_no_clock_is_declared_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wasm");
    let folders = [folder.clone(), folder.join("arm64")];
    let files = folders.into_iter().flat_map(|it| fs::read_dir(it).expect("it can be read"));
    let paths = files.map(|entry| entry.expect("it can be read").path());
    let paths = paths.filter(|path| path.is_file());
    let texts = paths.map(|path| fs::read_to_string(path).expect("it can be read"));
    for text in texts.chain(["src/wasm.rs", "src/solver/z3.rs"].map(read)) {
        for by_hand in [
            "js_name = setTimeout",
            "js_namespace = console",
            "Date::now",
            "js_namespace = performance",
        ] {
            assert!(!text.contains(by_hand), "{by_hand}");
        }
    }
}
