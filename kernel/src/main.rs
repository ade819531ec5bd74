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
    /// The left program: words of four bytes, for MIPS the most significant byte first, for ARM64 the least.
    left: PathBuf,
    /// The right program.
    right: PathBuf,
    /// The machine of both programs.
    #[arg(long, value_enum, default_value_t = MachineName::Mips)]
    machine: MachineName,
    /// What is claimed of the programs, which are given two numbers in $1 and $2, or in x0 and x1, named a
    /// and b.
    #[arg(long, value_enum, default_value_t = Named::Equivalent)]
    claim: Named,
    /// Claims it only of runs whose stacks are at most so many bytes deep.
    #[arg(long)]
    stack: Option<u64>,
    /// Claims it only of inputs that satisfy this, such as "a <u 1000".
    #[arg(long, allow_hyphen_values = true)]
    assume: Vec<String>,
    /// A whole claim as JSON in place of these, with any inputs and start; its programs are left out.
    #[arg(long, conflicts_with_all = ["machine", "claim", "stack", "assume"])]
    claim_file: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MachineName {
    /// MIPS.
    Mips,
    /// ARM64, where a division by zero faults.
    Arm64,
    /// ARM64, where a division by zero gives zero.
    Arm64Arm,
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

/// The claim of the course about MIPS programs: both are given two numbers and an empty stack, and `$3` and the
/// output are observed.
const TWO_NUMBERS: &str = include_str!("two-numbers.json");
/// The claim of the course about ARM64 programs: both are given two numbers, and `x0` and the output are
/// observed.
const TWO_NUMBERS_ARM64: &str = include_str!("two-numbers-arm64.json");

fn claim(arguments: &Arguments) -> Result<Claim, String> {
    let mut claim: Claim = match &arguments.claim_file {
        Some(path) => json(path)?,
        None => two_numbers(arguments),
    };
    let order = if claim.machine == "mips" { u32::from_be_bytes } else { u32::from_le_bytes };
    claim.programs = [words(&arguments.left, order)?, words(&arguments.right, order)?];
    Ok(claim)
}

fn two_numbers(arguments: &Arguments) -> Claim {
    let (text, machine) = match arguments.machine {
        MachineName::Mips => (TWO_NUMBERS, "mips"),
        MachineName::Arm64 => (TWO_NUMBERS_ARM64, "arm64"),
        MachineName::Arm64Arm => (TWO_NUMBERS_ARM64, "arm64-arm"),
    };
    let claim: Claim = serde_json::from_str(text).expect("it is a claim");
    let stop = match arguments.claim {
        Named::BothStop => Stopping::Both,
        Named::Equivalent => Stopping::Same,
        Named::EquivalentIfBothStop => Stopping::Unclaimed,
    };
    let steps = arguments.stack.map_or(Steps::All, Steps::StackDepth);
    let texts = arguments.assume.iter().map(|text| text.as_str().into());
    let (statement, premises) = (Statement::Agree { steps, stop }, texts.collect());
    Claim { machine: machine.into(), statement, premises, ..claim }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_slice(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn words(path: &Path, order: fn([u8; 4]) -> u32) -> Result<Vec<u64>, String> {
    let bytes = read(path)?;
    let (words, rest) = bytes.as_chunks::<4>();
    match rest.is_empty() {
        true => Ok(words.iter().map(|word| u64::from(order(*word))).collect()),
        false => Err(format!("{}: this is no list of words", path.display())),
    }
}

/// The statement of a claim, in words.
fn sentence(claim: &Claim) -> String {
    let inputs = match &claim.statement {
        Statement::Agree { .. } => "for every allowed input".to_owned(),
        Statement::Only { witness, .. } => {
            format!("the programs differ on {:?}; for every other allowed input", witness.words)
        }
        Statement::Least { witness, .. } => {
            format!("the programs differ on {:?}; for every smaller allowed input", witness.words)
        }
        Statement::Differ { input } => return format!("the programs differ on {:?}", input.words),
        Statement::Stops { side, input } => {
            return format!("the {} program stops on {:?}", side.name(), input.words);
        }
        Statement::NeverStops { side, input } => {
            return format!("the {} program runs for ever on {:?}", side.name(), input.words);
        }
    };
    let Some((steps, stop)) = claim.statement.agreement() else { return inputs };
    let agree = match stop {
        Stopping::Both => "both programs stop, and what is observed is the same",
        Stopping::Same => "both programs stop or neither does, and what is observed is the same",
        Stopping::Unclaimed => "if both programs stop, what is observed is the same",
    };
    let runs = match steps {
        Steps::All => String::new(),
        Steps::Within(most) => format!(", of runs of at most {most} steps"),
        Steps::StackDepth(depth) => {
            format!(", of runs whose stacks are at most {depth} bytes deep")
        }
    };
    format!("{inputs}, {agree}{runs}")
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
        Ok(input) => {
            println!("accepted: {}", sentence(&claim));
            println!(
                "nodes: {}, contracts: {}, functions and lemmas: {}; the input that is named: {:?}",
                evidence.nodes.len(),
                evidence.contracts.len(),
                evidence.functions.len() + evidence.lemmas.len(),
                input.words
            );
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            println!("refused: {refusal}");
            ExitCode::from(1)
        }
    }
}
