//! An input on which a submission differs from the reference, with both runs.

use serde::Serialize;

use crate::report::{RunReport, words};

/// An input word.
#[derive(Clone, Debug, Serialize)]
pub struct Word {
    /// Its name in the contract.
    pub name: String,
    /// Its value.
    pub value: u32,
}

/// An input on which a program differs from the reference, with both runs.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The input words.
    pub inputs: Vec<Word>,
    /// The run of the reference.
    pub reference: RunReport,
    /// The run of the submission.
    pub submission: RunReport,
}

impl Difference {
    /// The inputs as text.
    pub fn inputs(&self) -> String {
        inputs_in_words(&self.inputs)
    }

    /// Both runs as text.
    pub fn words(&self) -> String {
        let [reference, submission] = [&self.reference, &self.submission].map(does);
        format!("{}: the reference {reference}, this {submission}", self.inputs())
    }
}

/// `$1 = 3, $2 = -1`.
pub fn inputs_in_words(inputs: &[Word]) -> String {
    let inputs =
        inputs.iter().map(|Word { name, value }| format!("{name} = {}", words::Value(*value)));
    inputs.collect::<Vec<_>>().join(", ")
}

/// How a run ended.
pub fn does(run: &RunReport) -> String {
    let printed = match run.output.bytes {
        0 => String::new(),
        _ => format!(", printed {:?}", run.output.text),
    };
    match run.result {
        Some(_) => format!("{}{printed}", words::gives(run)),
        None => format!("{}{printed}", words::run(run)),
    }
}
