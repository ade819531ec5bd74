//! Runs each fuzz target on a few bytes; each has a binary.

use std::collections::BTreeSet;
use std::fs;

use tamarin_testing::many;
use tamarin_testing::questions::Random;
use tamarin_testing::targets::TARGETS;

#[test]
fn every_target_takes_any_bytes() {
    for (name, target) in TARGETS {
        let seeds = if name == "comparison" { many(1, 10) } else { many(4, 40) };
        for seed in 0..seeds {
            let mut random = Random(seed);
            let length = random.below(600);
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            target(&bytes);
        }
        target(&[]);
        target(b"loop: beq $1, $0, loop ; text\njr $31\n");
    }
}

#[test]
fn every_target_has_a_binary() {
    let files = tamarin_testing::files("fuzz/fuzz_targets", "rs");
    let stems = files.iter().filter_map(|path| path.file_stem()?.to_str());
    let names: BTreeSet<&str> = TARGETS.iter().map(|&(name, _)| name).collect();
    assert_eq!(stems.collect::<BTreeSet<_>>(), names);
    let manifest = fs::read_to_string(tamarin_testing::root().join("fuzz/Cargo.toml"));
    let manifest = manifest.expect("it can be read");
    for (name, path) in names.iter().zip(&files) {
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name}");
        let binary = fs::read_to_string(path).expect("it can be read");
        assert!(binary.contains(&format!("targets::{name}(")), "{}", path.display());
    }
}
