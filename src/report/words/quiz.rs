//! Sentences about the mark of an answer, and a quiz as a sheet with its key.

#[cfg(feature = "cli")]
use std::fmt::Write;

#[cfg(feature = "cli")]
use super::mutation::Change;
use super::mutation::{does, input};
use crate::report::{JudgedReport, MarkKind, TriedReport};
#[cfg(feature = "cli")]
use crate::report::{QuizReport, SolvedReport};

/// Why an answer is right or wrong, in one or two sentences; `names` are those of the input words.
pub fn judged(names: &[String], judged: &JudgedReport) -> Vec<String> {
    let JudgedReport { mark, tried, proof, witness, minimal, .. } = judged;
    let shown = |it: &TriedReport| Shown { on: input(names, &it.inputs), runs: runs(it) };
    let (tried, witness) = (tried.as_ref().map(shown), witness.as_ref().map(shown));
    reasons(*mark, tried, proof.as_deref(), witness, *minimal)
}

/// An input, and what both programs do on it.
pub(super) struct Shown {
    pub on: String,
    pub runs: String,
}

/// Why an answer is right or wrong, on any machine.
pub(super) fn reasons(
    mark: MarkKind,
    tried: Option<Shown>,
    proof: Option<&str>,
    witness: Option<Shown>,
    minimal: Option<bool>,
) -> Vec<String> {
    let mut said = Vec::new();
    match mark {
        MarkKind::NotAllowed => {
            said.push("The contract does not allow this input. Try another one.".to_owned());
        }
        MarkKind::Unknown => said.push(
            "This input is not marked: it is not known how one of them ends. Try another one."
                .to_owned(),
        ),
        MarkKind::Right | MarkKind::Least | MarkKind::Wrong => {}
    }
    if let Some(Shown { on, runs }) = tried {
        said.push(format!("On {on}, {runs}."));
    }
    if let Some(proof) = proof {
        said.push(same(proof));
    }
    let is_least = minimal == Some(true);
    match (witness, mark) {
        (Some(_), MarkKind::Least) if is_least => said.push(NO_SMALLER.to_owned()),
        (Some(_), MarkKind::Least) => said.push("No smaller one is known.".to_owned()),
        (Some(Shown { on, runs }), _) => {
            let which = if is_least { "The least input" } else { "The least input that is known" };
            said.push(format!("{which} on which they differ is {on}: {runs}."));
        }
        (None, _) => {}
    }
    said
}

/// Of a witness that is the least one.
const NO_SMALLER: &str = "No smaller input makes a difference.";

/// Why two programs agree.
fn same(proof: &str) -> String {
    format!("They do the same on all inputs: {proof}")
}

/// What both programs do on an input.
#[cfg(feature = "cli")]
pub fn tried(names: &[String], tried: &TriedReport) -> String {
    format!("On {}, {}.", input(names, &tried.inputs), runs(tried))
}

fn runs(TriedReport { left, right, .. }: &TriedReport) -> String {
    let (left, right) = (does(left), does(right));
    match left == right {
        true => format!("each of them {left}"),
        false => format!("the left program {left}, the right one {right}"),
    }
}

/// What a quiz on paper has.
#[cfg(feature = "cli")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuizParts {
    /// Only the questions.
    Questions,
    /// The questions, and then their key.
    All,
}

/// A quiz as a sheet: both programs of each question side by side. `tried` says what both programs do
/// on an input.
#[cfg(feature = "cli")]
pub fn quiz<W>(report: &QuizReport<W>, parts: QuizParts, tried: impl Fn(&W) -> String) -> String {
    let mut text = String::new();
    for (index, question) in report.questions.iter().enumerate() {
        let _ = writeln!(text, "{}. Same or different?\n", index + 1);
        text.push_str(&side_by_side([&question.left, &question.right]));
        text.push('\n');
    }
    if parts == QuizParts::All && !report.questions.is_empty() {
        text.push_str("Key\n\n");
        for (index, question) in report.questions.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", index + 1, solution(question, &tried));
        }
    }
    text
}

/// The right answer to a question, and where the mutant was changed.
#[cfg(feature = "cli")]
fn solution<W>(question: &SolvedReport<W>, tried: impl Fn(&W) -> String) -> String {
    let SolvedReport { proof, witness, minimal, mutant, file, line, from, to, .. } = question;
    let change = Change { name: None, file: file.as_deref(), line: Some(*line), from, to }.what();
    let answer = match (proof, witness) {
        (Some(proof), _) => format!("Same. {}", same(proof)),
        (None, Some(witness)) => {
            let least =
                if *minimal == Some(true) { format!(" {NO_SMALLER}") } else { String::new() };
            format!("Different. {}{least}", tried(witness))
        }
        (None, None) => unreachable!("each question has a key"),
    };
    format!("{answer} The {} program is the mutant, {change}.", mutant.name())
}

/// Two programs in columns. The files of a program follow each other.
#[cfg(feature = "cli")]
fn side_by_side(texts: [&[String]; 2]) -> String {
    let [left, right] = texts.map(|texts| {
        let lines = texts.iter().flat_map(|text| text.lines());
        lines.map(|line| line.trim_end().replace('\t', "    ")).collect::<Vec<_>>()
    });
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for at in 0..left.len().max(right.len()) {
        let [left, right] = [&left, &right].map(|lines| lines.get(at).map_or("", String::as_str));
        let line = format!("    {left:width$}  |  {right}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
