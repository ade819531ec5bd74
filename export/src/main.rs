//! `tamarin-export`: writes the obligations and steps of evidence for other checkers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tamarin_export::export;
use tamarin_kernel::{Claim, Evidence};

/// The usage, and what the exit codes mean.
const USAGE: &str = "usage: tamarin-export CLAIM.json EVIDENCE.json FOLDER

CLAIM.json is a whole claim, with the words of both programs; see kernel/src/claim.rs.
Exits with 0 if the kernel accepts the evidence and all files are written, with 1 if it refuses
the evidence, and with 2 if a file cannot be read or written.";

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [claim, evidence, folder] = &arguments[..] else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(claim, evidence, folder) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(claim: &Path, evidence: &Path, folder: &Path) -> Result<ExitCode, String> {
    let (claim, evidence): (Claim, Evidence) = (read(claim)?, read(evidence)?);
    let exported = match export(&claim, &evidence) {
        Ok(exported) => exported,
        Err(refusal) => {
            println!("refused: {refusal}");
            return Ok(ExitCode::from(1));
        }
    };
    let written = exported.write(folder);
    written.map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("{}", exported.summary());
    Ok(ExitCode::SUCCESS)
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
}
