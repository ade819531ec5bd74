//! Gives this build a name by its sources, `TAMARIN_BUILD`: builds of the same sources have the
//! same name, wherever and whenever they are made, and others have others. It is told with every
//! answer, and what one build has found is not taken for what another one would find.

fn main() {
    // The page has no journal, and is not to be compiled again for what it is not made of.
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "cli")]
    sources::name();
}

#[cfg(feature = "cli")]
mod sources {
    use std::env;
    use std::fs;
    use std::path::{Path, PathBuf};

    use sha2::{Digest, Sha256};

    /// All that decides what the engine answers: its sources, those of the checker, what they are
    /// compiled with, and the versions of all libraries, the solver among them. Some of it decides
    /// nothing (the looks of a report, say); to ask once more costs only time.
    const SOURCES: [&str; 6] = [
        "src",
        "checker/src",
        "Cargo.toml",
        "checker/Cargo.toml",
        "Cargo.lock",
        "rust-toolchain.toml",
    ];

    /// Tells the compiler the name.
    pub fn name() {
        let root =
            PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo says where this is"));
        let mut files = Vec::new();
        for source in SOURCES {
            println!("cargo::rerun-if-changed={source}");
            collect(&root.join(source), source, &mut files);
        }
        files.sort();
        let mut hash = Sha256::new();
        for (name, path) in files {
            let mut bytes = fs::read(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
            // As on every system, whatever ends the lines of a checkout.
            bytes.retain(|&byte| byte != b'\r');
            for part in [name.as_bytes(), &bytes] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        // Some of the hash is a name long enough.
        let name = u64::from_be_bytes(*hash.finalize().first_chunk().expect("it has 32 bytes"));
        println!("cargo::rustc-env=TAMARIN_BUILD={name:016x}");
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
}
