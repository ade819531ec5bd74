//! Sentences about comparisons of ARM64 programs.

#[cfg(feature = "explanations")]
mod explanation;
#[cfg(feature = "explanations")]
mod mutation;
#[cfg(any(feature = "cli", feature = "arm64"))]
mod versions;

use std::fmt::{self, Display, Formatter};

#[cfg(feature = "explanations")]
pub use explanation::{
    NO_PARTING, Parts, Telling, cause, differing, explanation, fault_of_region, fix, parted,
    tested, wanted,
};
#[cfg(feature = "cli")]
pub use mutation::tried;
#[cfg(feature = "explanations")]
pub use mutation::{judged, missed, mutation, score};

#[cfg(any(feature = "cli", feature = "arm64"))]
pub use versions::{
    basis, callers, obstacle, obstacle_name, only, procedure_name, reason, versions,
};

use super::run::{end_of, is_running, proved, recurs};
use super::summary::{Same, agreement, counted, differ, head, note, step, steps, with};
use super::values::OBSERVATIONS;
use super::verdict::observing;
use crate::machine::arm64::agreement::{Run, Tried};
use crate::machine::arm64::{
    Fault, FaultKind, Given, Mode, Observable, Observation, Register, Stop,
};
use crate::report::arm64::{Answer, Arm64Witness, Findings, Report};
use crate::report::{
    Headline, HeadlineId, InputValue, Names, NextStep, Note, NoteId, ObservedKind, ObservedValue,
    RecurrenceReport, Side, StepId, Summary, Termination, Values, Verdict,
};

/// Larger numbers are also written in hexadecimal, in parentheses.
const LARGE: u64 = 1_000_000;
/// The number of array elements that are written out.
const ELEMENTS: usize = 12;
/// The number of observed words that are written out, beside `x0`.
const OBSERVED: usize = 3;
/// Characters of the reason why a search ended.
const WHY: usize = 120;

/// Displays a word in signed decimal and, if it is large, also in hexadecimal.
#[derive(Clone, Copy, Debug)]
pub struct Value(pub u64);

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let signed = self.0 as i64;
        match signed.unsigned_abs() > LARGE {
            true => write!(f, "{signed} ({:#018x})", self.0),
            false => write!(f, "{signed}"),
        }
    }
}

/// The name of a source of the machine in options and JSON.
pub fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Usual => "usual",
        Mode::Arm => "arm",
        Mode::Course => "course",
    }
}

/// A fault, as a phrase.
pub fn fault(Fault { kind, at }: Fault) -> String {
    match kind {
        FaultKind::DivisionByZero => format!("division by zero at {at:#x}"),
        FaultKind::QuotientOverflow => {
            format!("-2^63 / -1 at {at:#x}, which ends the course's emulator")
        }
        FaultKind::BadPc(_) => format!("no instruction can be at {at:#x}"),
        FaultKind::InvalidInstruction(word) => {
            format!("the word {word:#010x} at {at:#x} is not an instruction")
        }
        FaultKind::MisalignedAddress(address) => {
            format!("the address {address:#x} of the access at {at:#x} is not a multiple of 4")
        }
        FaultKind::AddressOutOfRange(address) => {
            format!("the address {address:#x} of the access at {at:#x} is not in memory")
        }
    }
}

/// The inputs with their names: `x0 = 3, x1 = 0`, or the array.
pub fn named(given: &Given) -> Vec<InputValue> {
    let one = |name: String, text: String| InputValue { name, text };
    match &given.array {
        Some(array) => {
            let shown = array.elements.iter().take(ELEMENTS).map(|&it| Value(it).to_string());
            let shown: Vec<String> = shown.collect();
            let more = array.elements.len().saturating_sub(ELEMENTS);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            vec![one("a".to_owned(), format!("[{}{more}]", shown.join(", ")))]
        }
        None => {
            let numbers = given.registers.iter().enumerate();
            let numbers = numbers.map(|(at, &it)| one(format!("x{at}"), Value(it).to_string()));
            let read = given.is_stream_free.then(|| one("in".to_owned(), quoted(&given.stream)));
            numbers.chain(read).collect()
        }
    }
}

/// What a query about results asks for.
#[cfg(feature = "explanations")]
pub const RESULTS_DIFFER: &str = "the left result or output is not the right one";

/// A condition that the language of contracts cannot express, or that is too long.
#[cfg(feature = "explanations")]
pub const NO_TEXT: &str = "a condition that is too long to be shown";

/// Why a query is undecided: its work is limited.
#[cfg(feature = "explanations")]
pub const LIMIT: &str = "a limit on the work of a query was reached";

/// Why a query is undecided: the search is about short arrays, and the contract has longer ones.
#[cfg(feature = "explanations")]
pub const LONG_ARRAYS: &str = "no short array meets it; longer arrays were not searched";

/// The SAT solver decided a query.
#[cfg(feature = "explanations")]
pub const BY_SOLVER: &str = "the SAT solver";

/// Local search found an input that meets a query.
#[cfg(feature = "explanations")]
pub const BY_LOCAL_SEARCH: &str = "local search";

/// Both results are the same after rewriting.
#[cfg(feature = "explanations")]
pub const BY_EQUAL_FORMS: &str = "rewriting";

/// The same query was posed before.
#[cfg(feature = "explanations")]
pub const BY_EARLIER_QUERY: &str = "an earlier query";

/// The words of an input in decimal, without a sign, with their names: `x0 = 3, x1 = -1, in = "7"`. Behind the two numbers there
/// are the bytes of the input stream, if they are free.
#[cfg(feature = "explanations")]
pub(super) fn given(words: &[String]) -> String {
    let (numbers, bytes) = words.split_at(words.len().min(2));
    let numbers = numbers.iter().enumerate();
    let named = numbers.map(|(index, it)| format!("x{index} = {}", mutation::number(it)));
    let bytes: Vec<u8> = bytes.iter().filter_map(|byte| byte.parse().ok()).collect();
    let read = (!bytes.is_empty()).then(|| format!("in = {}", quoted(&bytes)));
    named.chain(read).collect::<Vec<_>>().join(", ")
}

/// Bytes as a text in quotation marks: `"7\n"`.
fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

/// The inputs with their names, as text.
pub fn inputs(given: &Given) -> String {
    let inputs = named(given).into_iter().map(|it| format!("{} = {}", it.name, it.text));
    inputs.collect::<Vec<_>>().join(", ")
}

/// The phrase for a result.
pub(super) fn gives(result: impl std::fmt::Display) -> String {
    format!("gives x0 = {result}")
}

/// What a program does on an input, as a verb phrase.
pub fn does(run: &Run) -> String {
    does_beside(run, None)
}

/// What a program gives, as a verb phrase: the observed words, or those that another run does not give.
fn gives_words(run: &Run, other: Option<&Run>) -> String {
    let is_other = |word: &&(Observable, u64)| other.is_none_or(|it| !it.others.contains(word));
    let others: Vec<_> = run.others.iter().filter(is_other).collect();
    let same = other.is_some_and(|it| it.observed_result() == run.observed_result());
    let result = run.observed_result().filter(|_| !same || others.is_empty());
    let result = result.map(|word| format!("x0 = {}", Value(word)));
    let more = others.len().saturating_sub(OBSERVED);
    let others = others.into_iter().take(OBSERVED);
    let words: Vec<String> = result
        .into_iter()
        .chain(others.map(|(name, word)| format!("{name} = {}", Value(*word))))
        .collect();
    match (words.is_empty(), more) {
        (true, _) => "stops".to_owned(),
        (false, 0) => format!("gives {}", words.join(", ")),
        (false, more) => format!("gives {} and {more} more", words.join(", ")),
    }
}

/// What a program does on an input, as a verb phrase. Of the observed words only those are named that another run, if
/// there is one, does not give.
fn does_beside(run: &Run, other: Option<&Run>) -> String {
    let does = match run.stop {
        Stop::Done => gives_words(run, other),
        Stop::Fault(kind) => format!("faults ({})", fault(kind)),
        Stop::OutOfFuel => match (run.recurrence, &run.proved) {
            (Some(recurrence), _) => recurs(RecurrenceReport::of(recurrence)),
            (None, Some(proof)) => proved(proof),
            (None, None) => is_running(steps(run.steps)),
        },
    };
    match run.output.written {
        0 => does,
        _ if !run.observes_output => does,
        _ => format!("{does} and prints {:?}", String::from_utf8_lossy(&run.output.bytes)),
    }
}

/// What both programs do on an input, as a sentence.
fn both(tried: &Tried, names: &Names) -> String {
    let [left, right] = &tried.runs;
    let [left, right] = [does_beside(left, Some(right)), does_beside(right, Some(left))];
    let [of_left, of_right] = Side::BOTH.map(|side| names.subject(side));
    let inputs = inputs(&tried.given);
    format!("On {inputs} {of_left} {left} and {of_right} {right}.")
}

/// The inputs of a comparison as a noun phrase: `every input with x0 < x1`.
pub fn every(array: Option<u64>, bytes: usize, assumed: &[String]) -> String {
    let every = match (array, bytes) {
        (None, 0) => "every input".to_owned(),
        (None, _) => {
            format!("every input with any {} of standard input", counted(bytes as u64, "byte"))
        }
        (Some(most), _) => format!("every array of up to {}", counted(most, "element")),
    };
    every + &with(assumed)
}

fn headline(findings: &Findings) -> Headline {
    let (verdict, _) = findings.verdict();
    match &findings.answer {
        Answer::Differ(..) => differ(),
        Answer::Open(_) => {
            let inputs = counted(findings.tried, "input");
            let text = format!("No difference found on {inputs} tried.");
            head(HeadlineId::Tried, [("inputs", inputs)], text)
        }
        Answer::SameMachineCode | Answer::Agree { .. } => {
            agreement(verdict, every(findings.array, findings.bytes, &findings.assumed), None)
                .unwrap_or_else(differ)
        }
    }
}

/// The reason of a verdict, in sentences.
pub fn message(findings: &Findings, names: &Names) -> String {
    let notes = notes(findings, names);
    notes.into_iter().map(|note| note.text).collect::<Vec<_>>().join(" ")
}

/// The beginning of a reason. An obligation that was not proved may be a formula of many lines.
fn shortened(why: &str) -> String {
    match why.char_indices().nth(WHY) {
        Some((end, _)) => format!("{} …", &why[..end]),
        None => why.to_owned(),
    }
}

/// Whether only one of output and `x0` differs.
fn one_differs(observation: &Observation, tried: &Tried) -> Option<Same> {
    let [left, right] = &tried.runs;
    let are_done = left.stop == Stop::Done && right.stop == Stop::Done;
    let is_usual = *observation == Observation::default();
    let prints = left.output.written + right.output.written > 0;
    let same = [left.output == right.output, left.result == right.result];
    Same::of(are_done && is_usual && prints, same, RESULT)
}

/// The register of the result.
const RESULT: &str = "x0";

/// What agreement means.
fn meaning(observation: &Observation) -> String {
    let result = observation.result.then(|| Register::RESULT.to_string());
    let others = observation.others.iter().map(ToString::to_string);
    let output = observation.output.then(|| "output".to_owned());
    let all: Vec<String> = result.into_iter().chain(others).chain(output).collect();
    let with = match &all[..] {
        [] => String::new(),
        [one] => format!(" with the same {one}"),
        [rest @ .., last] => format!(" with the same {} and {last}", rest.join(", ")),
    };
    format!("Both stop{with}, both fault, or neither ever stops.")
}

fn notes(findings: &Findings, names: &Names) -> Vec<Note> {
    let mut notes = Vec::new();
    match &findings.answer {
        Answer::SameMachineCode => {
            let text = "Both programs are the same machine code and start in the same state.";
            notes.push(note(NoteId::Basis, [], text.to_owned()));
        }
        Answer::Differ(tried, _) => {
            let beyond = match tried.steps() > findings.fuel {
                true => format!(" This shows beyond the fuel of {}.", findings.fuel),
                false => String::new(),
            };
            notes.push(note(NoteId::Difference, [], both(tried, names) + &beyond));
            let same = one_differs(&findings.observation, tried);
            let same = same.map(|of| note(NoteId::Observed, [], of.in_a_sentence(RESULT)));
            notes.extend(same);
        }
        Answer::Agree { termination, .. } => {
            let means = match termination {
                Termination::Open => "It is not proved that they stop on the same inputs.",
                _ => &meaning(&findings.observation),
            };
            notes.push(note(NoteId::Meaning, [], means.to_owned()));
            let text = "The kernel accepted evidence for it.";
            notes.push(note(NoteId::Basis, [], text.to_owned()));
            if findings.tried == 0 && !findings.assumed.is_empty() {
                let text = "No input is known that satisfies what is assumed.";
                notes.push(note(NoteId::Open, [], text.to_owned()));
            }
        }
        Answer::Open(why) => {
            let text = "This is no proof: there may be an input on which they differ.";
            notes.push(note(NoteId::Meaning, [], text.to_owned()));
            if let Some(tried) = &findings.one_sided {
                let text = format!("One program may never stop. {}", both(tried, names));
                notes.push(note(NoteId::Open, [], text));
            }
            if !why.is_empty() {
                let text = format!("The search for a proof ended: {}.", shortened(why));
                notes.push(note(NoteId::Search, [], text));
            }
        }
    }
    let is_difference = matches!(findings.answer, Answer::Differ(..));
    for (other, tried) in &findings.elsewhere {
        let option = match other {
            Mode::Usual => format!("Without --{}", mode(findings.mode)),
            other => format!("With --{}", mode(*other)),
        };
        let text = match is_difference {
            true => format!("{option} they agree on this input."),
            false => format!("{option} they differ. {}", both(tried, names)),
        };
        notes.push(note(NoteId::Mode, [("mode", mode(*other).to_owned())], text));
    }
    notes
}

/// An input and what both programs do on it, formatted.
pub fn values(tried: &Tried, names: &Names) -> Values {
    let [left, right] = &tried.runs;
    let are_done = left.stop == Stop::Done && right.stop == Stop::Done;
    let end = |run: &Run| match run.stop {
        Stop::Done => match run.observed_result() {
            Some(word) => format!("stops, x0 = {}", Value(word)),
            None => "stops".to_owned(),
        },
        Stop::Fault(kind) => format!("faults ({})", fault(kind)),
        Stop::OutOfFuel => end_of(run.recurrence.is_some(), run.proved.as_ref())
            .unwrap_or("still running")
            .to_owned(),
    };
    let of =
        |name: String, left: String, right: String, kind| ObservedValue { kind, name, left, right };
    let word = |name: String, [left, right]: [u64; 2]| {
        of(name, Value(left).to_string(), Value(right).to_string(), ObservedKind::Word)
    };
    let mut observed = Vec::new();
    if are_done {
        if let (Some(left), Some(right)) = (left.observed_result(), right.observed_result()) {
            observed.push(word("x0".to_owned(), [left, right]));
        }
        let pairs = left.others.iter().zip(&right.others).filter(|(left, right)| left != right);
        let others =
            pairs.map(|((name, left), (_, right))| word(name.to_string(), [*left, *right]));
        observed.extend(others.take(OBSERVATIONS));
    } else {
        observed.push(of("ends".to_owned(), end(left), end(right), ObservedKind::End));
    }
    if left.observes_output && left.output != right.output {
        let [left, right] =
            [left, right].map(|run| String::from_utf8_lossy(&run.output.bytes).into_owned());
        let (kind, name) = (ObservedKind::Output, "prints".to_owned());
        observed.push(ObservedValue { kind, name, left, right });
    }
    Values {
        inputs: named(&tried.given),
        observed,
        programs: Side::BOTH.map(|side| names.label(side)),
    }
}

/// The summary for a person.
pub fn summary(findings: &Findings, names: &Names) -> Summary {
    let (values, next): (_, Vec<NextStep>) = match &findings.answer {
        Answer::Differ(tried, _) => {
            let observe = one_differs(&findings.observation, tried).map(Same::step);
            let steps = [step(StepId::StepThrough, "Step through")].into_iter().chain(observe);
            (Some(values(tried, names)), steps.collect())
        }
        _ => (None, Vec::new()),
    };
    let (headline, notes) = (headline(findings), notes(findings, names));
    Summary { headline, notes, values, undecided: None, next }
}

/// A report as text.
pub fn report(report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Disequivalent => "disequivalent",
        Verdict::Equivalent => "equivalent",
        Verdict::EquivalentIfBothStop => "equivalent if both stop",
        Verdict::EquivalentUpTo => "equivalent within the fuel",
        Verdict::PossiblyEquivalent => "possibly equivalent",
    };
    // The reason already states the difference.
    let headline = match &report.summary.headline {
        Headline { id: HeadlineId::Differ, .. } => String::new(),
        headline => format!("{}\n", headline.text),
    };
    let least = report.witness.as_ref().and_then(least);
    let least = least.map(|sentence| format!("{sentence}\n")).unwrap_or_default();
    let observe = observing(&report.summary);
    format!("{verdict}\n{headline}{}\n{least}{observe}", report.message)
}

/// Whether a witness is the smallest or the only one.
pub fn least(witness: &Arm64Witness) -> Option<&'static str> {
    let is_zero = witness.inputs.iter().flatten().all(|word| word == "0");
    match (witness.unique, witness.minimal) {
        (Some(true), _) => Some("On all other inputs they agree."),
        // No input is smaller.
        (_, Some(true)) if is_zero => None,
        (_, Some(true)) => Some("No smaller input shows a difference."),
        _ => None,
    }
}
