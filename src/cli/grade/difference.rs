//! An input on which a submission differs from the reference, with both runs.

use serde::{Deserialize, Serialize};

use serde_json::Value;

use crate::report::{RunReport, arm64, words};

/// An input word.
#[derive(Clone, Debug, Serialize)]
pub struct InputWord {
    /// Its name in the contract.
    pub name: String,
    /// Its value: a number, or for ARM64 a string of decimal digits, or a list of these.
    pub value: Value,
}

/// A word of a claimed input: a number for MIPS, a decimal text for ARM64, because a number of JSON
/// does not hold 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ClaimedWord {
    Number(u32),
    Text(String),
}

/// An input.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Input {
    /// Its words.
    pub words: Vec<InputWord>,
    /// The input for a person: `$1 = 3, $2 = -1`, or `a = [42, 42]`.
    #[serde(skip)]
    pub text: String,
}

/// A run.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Ran {
    /// Of a MIPS program.
    Mips(RunReport),
    /// Of an ARM64 program.
    Arm64(Arm64Ran),
}

/// The run of an ARM64 program.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Ran {
    /// The report, as in `compare --json`.
    #[serde(flatten)]
    pub report: arm64::Arm64Run,
    /// How it ended, as a verb phrase.
    #[serde(skip)]
    pub does: String,
}

/// An input on which a program differs from the reference, with both runs.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The input.
    pub inputs: Input,
    /// The run of the reference.
    pub reference: Ran,
    /// The run of the submission.
    pub submission: Ran,
}

impl Difference {
    /// Both runs as text.
    pub fn words(&self) -> String {
        let [reference, submission] = [&self.reference, &self.submission].map(does);
        format!("{}: the reference {reference}, this {submission}", self.inputs.text)
    }
}

/// How a run ended.
pub fn does(run: &Ran) -> String {
    let run = match run {
        Ran::Mips(run) => run,
        Ran::Arm64(run) => return run.does.clone(),
    };
    let printed = match run.output.bytes {
        0 => String::new(),
        _ => format!(", printed {:?}", run.output.text),
    };
    match run.result {
        Some(_) => format!("{}{printed}", words::gives(run)),
        None => format!("{}{printed}", words::run(run)),
    }
}
