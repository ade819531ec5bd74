//! Why a command has no answer: told on the standard error, or, where `--json`
//! was asked for, as one object on the standard output.

use serde_json::{Value, json};

use crate::contract::{Problem, Spec};
use crate::diagnostic::{self, Diagnostic};

/// Why there is no answer: at least one reason.
pub struct Trouble(Vec<Why>);

enum Why {
    /// The arguments are not what the command takes.
    Arguments(String),
    /// A file, a solver or a folder that is not there or not as it should be.
    Other(String),
    /// A contract is none; with the text that is meant, if it is one.
    Contract { problem: Problem, text: Option<String> },
    /// A text is no program.
    Program { name: String, text: String, diagnostics: Vec<Diagnostic> },
}

impl Trouble {
    /// What clap says of the arguments.
    pub fn with_arguments(error: &clap::Error) -> Trouble {
        let message = error.render().to_string();
        let message = message.trim().trim_start_matches("error: ");
        Trouble(vec![Why::Arguments(message.to_owned())])
    }

    /// An argument that does not go with the others.
    pub fn argument(message: impl Into<String>) -> Trouble {
        Trouble(vec![Why::Arguments(message.into())])
    }

    /// What is wrong with a contract: at least one problem.
    pub fn with_contract(spec: &Spec, problems: Vec<Problem>) -> Trouble {
        let told = problems.into_iter().map(|problem| {
            let text = spec.text(problem.part, problem.index).map(str::to_owned);
            Why::Contract { problem, text }
        });
        Trouble(told.collect())
    }

    /// Anything that a sentence tells.
    pub fn new(message: impl Into<String>) -> Trouble {
        Trouble(vec![Why::Other(message.into())])
    }

    /// The errors of a text, of which there is at least one.
    pub fn with_program(name: String, text: String, diagnostics: Vec<Diagnostic>) -> Trouble {
        Trouble(vec![Why::Program { name, text, diagnostics }])
    }

    /// This and more.
    pub fn and(mut self, other: Trouble) -> Trouble {
        self.0.extend(other.0);
        self
    }

    /// For a person at a terminal, with colours where it is `styled`.
    pub fn in_words(&self, styled: bool) -> String {
        let render = if styled { diagnostic::render_styled } else { diagnostic::render };
        let reasons = self.0.iter().map(|why| match why {
            Why::Arguments(message) | Why::Other(message) => format!("error: {message}\n"),
            Why::Contract { problem, text } => marked(problem, text.as_deref()),
            Why::Program { name, text, diagnostics } => render(name, text, diagnostics),
        });
        reasons.collect()
    }

    /// The object that `--json` prints.
    pub fn in_json(&self) -> Value {
        let reasons = self.0.iter().map(|why| match why {
            Why::Arguments(message) => json!({"kind": "arguments", "message": message}),
            Why::Other(message) => json!({"kind": "other", "message": message}),
            Why::Contract { problem, text } => {
                let Problem { part, index, span, message } = problem;
                let (start, end) = (span.start, span.end);
                json!({
                    "kind": "contract",
                    "message": message,
                    "part": part,
                    "index": index,
                    "text": text,
                    "span": {"start": start, "end": end},
                })
            }
            Why::Program { name, diagnostics, .. } => {
                let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
                let errors =
                    if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
                json!({
                    "kind": "program",
                    "message": format!("{name}: {errors}"),
                    "file": name,
                    "diagnostics": diagnostics,
                })
            }
        });
        json!({"errors": reasons.collect::<Vec<_>>()})
    }
}

/// A problem of a contract as the option that it is, with its place marked.
fn marked(Problem { part, span, message, .. }: &Problem, text: Option<&str>) -> String {
    let option = part.replace('_', "-");
    let place = text.map(|text| {
        let before = text[..span.start].chars().count();
        let length = text[span.start..span.end].chars().count().max(1);
        format!("    {text}\n    {}{}\n", " ".repeat(before), "^".repeat(length))
    });
    format!("error: --{option}: {message}\n{}", place.unwrap_or_default())
}
