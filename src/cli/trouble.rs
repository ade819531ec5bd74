//! Why a command has no answer. It is printed on the standard error or, with `--json`, as one
//! object on the standard output.

use serde_json::{Value, json};

use crate::contract::{Problem, Spec};
use crate::diagnostic::{self, Diagnostic};

/// Why there is no answer: at least one reason.
pub struct Trouble(Vec<Why>);

enum Why {
    /// The arguments are invalid.
    Arguments(String),
    /// A file, a solver or a folder is missing or invalid.
    Other(String),
    /// An error in a contract, with the text that it refers to, if any.
    Contract { problem: Problem, text: Option<String> },
    /// Errors in the text of a program.
    Program { name: String, text: String, diagnostics: Vec<Diagnostic> },
}

impl Trouble {
    /// An error message of clap about the arguments.
    pub fn with_arguments(error: &clap::Error) -> Trouble {
        let message = error.render().to_string();
        let message = message.trim().trim_start_matches("error: ");
        Trouble(vec![Why::Arguments(message.to_owned())])
    }

    /// An argument that does not fit the others.
    pub fn argument(message: impl Into<String>) -> Trouble {
        Trouble(vec![Why::Arguments(message.into())])
    }

    /// Errors in a contract: at least one.
    pub fn with_contract(spec: &Spec, problems: Vec<Problem>) -> Trouble {
        let causes = problems.into_iter().map(|problem| {
            let text = spec.text(problem.part, problem.index).map(str::to_owned);
            Why::Contract { problem, text }
        });
        Trouble(causes.collect())
    }

    /// Any other error, as a sentence.
    pub fn new(message: impl Into<String>) -> Trouble {
        Trouble(vec![Why::Other(message.into())])
    }

    /// The diagnostics of a text, at least one of them an error.
    pub fn with_program(name: String, text: String, diagnostics: Vec<Diagnostic>) -> Trouble {
        Trouble(vec![Why::Program { name, text, diagnostics }])
    }

    /// Appends further reasons.
    pub fn and(mut self, other: Trouble) -> Trouble {
        self.0.extend(other.0);
        self
    }

    /// The text for the standard error; `styled`, with colours, if that is a terminal.
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

/// An error in a contract, formatted as an error of its option, with the location marked.
fn marked(Problem { part, span, message, .. }: &Problem, text: Option<&str>) -> String {
    let option = part.replace('_', "-");
    let place = text.map(|text| {
        let before = text[..span.start].chars().count();
        let length = text[span.start..span.end].chars().count().max(1);
        format!("    {text}\n    {}{}\n", " ".repeat(before), "^".repeat(length))
    });
    format!("error: --{option}: {message}\n{}", place.unwrap_or_default())
}
