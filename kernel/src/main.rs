//! `tamarin-check`: checks evidence for a claim about two programs, given as machine words.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::{Claim, Evidence, check};

/// Checks evidence that two programs agree. The claim comes from the command line, never from the
/// evidence. Exits with 0 if the claim is shown, with 1 if the evidence is refused, and with 2 if a
/// file cannot be read.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The evidence, as JSON.
    evidence: PathBuf,
    /// The left program: words, the most significant byte first.
    left: PathBuf,
    /// The right program.
    right: PathBuf,
    /// What is claimed of the programs, which are given two numbers in $1 and $2, named a and b.
    #[arg(long, value_enum, default_value_t = Named::Equivalent)]
    claim: Named,
    /// Claims it only of runs whose stacks are at most so many bytes deep.
    #[arg(long)]
    stack: Option<u64>,
    /// Claims it only of inputs that satisfy this, such as "a <u 1000".
    #[arg(long)]
    assume: Vec<String>,
    /// A whole claim as JSON in place of these, with any inputs and start; its programs are left out.
    #[arg(long)]
    claim_file: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Named {
    /// Both stop, and what is observed is the same.
    BothStop,
    /// Both stop or neither does; if they do, what is observed is the same.
    Equivalent,
    /// If both stop, what is observed is the same.
    EquivalentIfBothStop,
}

fn claim(arguments: &Arguments) -> Result<Claim, String> {
    let programs = [words(&arguments.left)?, words(&arguments.right)?];
    if let Some(path) = &arguments.claim_file {
        let claim: Claim = json(path)?;
        return Ok(Claim { programs, ..claim });
    }
    let stop = match arguments.claim {
        Named::BothStop => Stopping::Both,
        Named::Equivalent => Stopping::Same,
        Named::EquivalentIfBothStop => Stopping::Unclaimed,
    };
    let steps = arguments.stack.map_or(Steps::All, Steps::StackDepth);
    let claim = Claim::of_two_numbers(programs, Statement::Agree { steps, stop });
    Ok(Claim { premises: arguments.assume.clone(), ..claim })
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_slice(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn words(path: &Path) -> Result<Vec<u64>, String> {
    let bytes = read(path)?;
    let (words, rest) = bytes.as_chunks::<4>();
    match rest.is_empty() {
        true => Ok(words.iter().map(|word| u64::from(u32::from_be_bytes(*word))).collect()),
        false => Err(format!("{}: this is no list of words", path.display())),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let read =
        claim(&arguments).and_then(|claim| Ok((claim, json::<Evidence>(&arguments.evidence)?)));
    let (claim, evidence) = match read {
        Ok(read) => read,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    match check(&claim, &evidence) {
        Ok(summary) => {
            println!("accepted: {:?}", claim.statement);
            println!(
                "{} nodes, {} contracts, {} functions and lemmas; run on {:?}",
                summary.nodes, summary.contracts, summary.definitions, summary.exercised.words
            );
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            println!("refused: {refusal}");
            ExitCode::from(1)
        }
    }
}
