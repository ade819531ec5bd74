//! Names this build after its sources, in `TAMARIN_BUILD`: builds of the same sources have the same name,
//! wherever and whenever they are made, and other builds have other names. Every answer carries the name, so
//! an answer of one build is never reused for another.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// All that decides what the engine answers: its sources, those of the kernel and the prover, what they are
/// compiled with, and the versions of all libraries, the solver among them. Some of it decides
/// nothing (the looks of a report, say); to ask once more costs only time.
const SOURCES: [&str; 8] = [
    "src",
    "kernel/src",
    "prove/src",
    "Cargo.toml",
    "kernel/Cargo.toml",
    "prove/Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
];

fn main() {
    if env::var_os("CARGO_FEATURE_CLI").is_none() {
        // The page has no journal, and is not to be compiled again for what it is not made of.
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo says where this is"));
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        collect(&root.join(source), source, &mut files);
    }
    files.sort();
    let mut hash = Fnv::new();
    for (name, path) in files {
        let mut bytes = fs::read(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
        // As on every system, whatever ends the lines of a checkout.
        bytes.retain(|&byte| byte != b'\r');
        for part in [name.as_bytes(), &bytes] {
            hash.write(&(part.len() as u64).to_le_bytes());
            hash.write(part);
        }
    }
    println!("cargo::rustc-env=TAMARIN_BUILD={:016x}", hash.0);
}

/// All files at a path, by names that are the same everywhere.
fn collect(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) {
    if path.is_file() {
        files.push((name.to_owned(), path.to_owned()));
    } else if let Ok(entries) = fs::read_dir(path) {
        for entry in entries {
            let entry = entry.expect("the folder can be read");
            let inside = format!("{name}/{}", entry.file_name().to_string_lossy());
            collect(&entry.path(), &inside, files);
        }
    }
}

/// FNV-1a of 64 bits (Fowler, Noll and Vo). It is not made against those who look for two sources of
/// one hash, who could as well write into a journal what they like.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
