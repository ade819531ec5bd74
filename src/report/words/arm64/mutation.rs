//! Sentences about what the tests of an ARM64 program miss.

use std::fmt::Write;

use super::Value;
use crate::report::OutcomeKind;
use crate::report::arm64::{
    Arm64JudgedReport, Arm64Kills, Arm64Missed, Arm64Mutation, Arm64Run, Arm64Survivor,
    Arm64Witness,
};
use crate::report::words::mutation::{Change, killing, score_of, tallied};
use crate::report::words::quiz::{Shown, reasons};
use crate::report::words::run::end_of;

/// The results of the tests, with one line for each mutant that they miss.
pub fn mutation(report: &Arm64Mutation) -> String {
    let Arm64Mutation { mutants, edits, complete, tally, survivors, suite, .. } = report;
    let mut text = score(report);
    text.push('\n');
    text.push_str(&tallied((*mutants, *edits), *complete, *tally));
    for Arm64Survivor { name, file, line, from, to, witness, .. } in survivors {
        let change = Change { name: name.as_deref(), file: file.as_deref(), line: *line, from, to };
        let note = witness.as_ref().map(missed);
        let _ = writeln!(text, "{}", change.survived(note.as_deref()));
    }
    if let Some(suite) = suite {
        text.push_str(&killing(suite.inputs.len(), suite.smallest));
        for Arm64Kills { inputs, elements, kills } in &suite.inputs {
            let _ = writeln!(text, "  {} ({kills})", input(inputs.as_deref(), elements.as_deref()));
        }
    }
    text
}

/// The number of killed mutants among those that are wrong, with lower and upper bounds.
pub fn score(report: &Arm64Mutation) -> String {
    score_of(report.tally, report.of)
}

/// An input that would kill a mutant, with both runs.
pub fn missed(Arm64Missed { inputs, elements, program, mutant, .. }: &Arm64Missed) -> String {
    format!(
        "{} would tell: the program {}, the mutant {}",
        input(inputs.as_deref(), elements.as_deref()),
        does(program),
        does(mutant)
    )
}

/// What both programs of a question do on an input.
#[cfg(feature = "cli")]
pub fn tried(witness: &Arm64Witness) -> String {
    let Shown { on, runs } = shown(witness);
    format!("On {on}, {runs}.")
}

fn shown(Arm64Witness { inputs, elements, left, right, .. }: &Arm64Witness) -> Shown {
    let on = input(inputs.as_deref(), elements.as_deref());
    let (left, right) = (does(left), does(right));
    let runs = match left == right {
        true => format!("each of them {left}"),
        false => format!("the left program {left}, the right one {right}"),
    };
    Shown { on, runs }
}

/// Why an answer is right or wrong, in one or two sentences.
pub fn judged(judged: &Arm64JudgedReport) -> Vec<String> {
    let Arm64JudgedReport { mark, tried, proof, witness, minimal, .. } = judged;
    let (tried, witness) = (tried.as_ref().map(shown), witness.as_ref().map(shown));
    reasons(*mark, tried, proof.as_deref(), witness, *minimal)
}

/// `x0 = 3, x1 = -1`, or the array.
fn input(inputs: Option<&[String]>, elements: Option<&[String]>) -> String {
    let texts = |words: &[String]| words.iter().map(|it| number(it)).collect::<Vec<_>>();
    match (inputs, elements) {
        (Some(inputs), _) => super::given(inputs),
        (None, elements) => format!("[{}]", texts(elements.unwrap_or_default()).join(", ")),
    }
}

/// A word of a report for a person.
pub(super) fn number(decimal: &str) -> String {
    decimal.parse().map_or_else(|_| decimal.to_owned(), |word| Value(word).to_string())
}

/// What a run does, as a verb phrase.
fn does(run: &Arm64Run) -> String {
    let Arm64Run { outcome, result, fault, output, steps, recurrence, proved, .. } = run;
    let does = match (outcome, result, fault) {
        (OutcomeKind::Done, Some(result), _) => format!("gives x0 = {}", number(result)),
        (_, _, Some(fault)) => format!("faults ({fault})"),
        _ => match end_of(recurrence.is_some(), proved.as_ref()) {
            Some(ends) => ends.to_owned(),
            None => format!("does not stop within {steps} steps"),
        },
    };
    match output.is_empty() {
        true => does,
        false => format!("{does}, printed {output:?}"),
    }
}
