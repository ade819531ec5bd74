//! Sentences about what the tests of a program miss.

use std::fmt::Write;

use super::run::going_on;
use super::value::Value;
use crate::report::{
    KillsReport, MissedReport, MutationReport, RunReport, SurvivorReport, TallyReport,
};

/// The number of killed mutants among those that are wrong, with lower and upper bounds.
pub fn score(report: &MutationReport) -> String {
    score_of(report.tally, report.of)
}

/// The number of killed mutants, with bounds, from a tally; `of` bounds the number of those that are wrong.
pub(super) fn score_of(
    TallyReport { killed, open, .. }: TallyReport,
    of: Option<[u32; 2]>,
) -> String {
    match of {
        None if open > 0 => "It is not known of any mutant that it is wrong.".to_owned(),
        None => "There is no mutant that is wrong.".to_owned(),
        Some([least, most]) if least == most => format!(
            "{killed} of the {least} mutants that are wrong are killed ({} %).",
            percent(killed, least)
        ),
        Some([least, most]) => format!(
            "{killed} mutants are killed, of {least} to {most} that are wrong ({} % to {} %).",
            percent(killed, most),
            percent(killed, least)
        ),
    }
}

/// The results of the tests, with one line for each mutant that they miss.
pub fn mutation(report: &MutationReport) -> String {
    let MutationReport { names, mutants, edits, complete, tally, survivors, suite, .. } = report;
    let mut text = score(report);
    text.push('\n');
    text.push_str(&tallied((*mutants, *edits), *complete, *tally));
    for survivor in survivors {
        let _ = writeln!(text, "{}", survived(names, survivor));
    }
    if let Some(suite) = suite {
        text.push_str(&killing(suite.inputs.len(), suite.smallest));
        for KillsReport { inputs, kills } in &suite.inputs {
            let _ = writeln!(text, "  {} ({kills})", input(names, inputs));
        }
    }
    text
}

/// How many mutants there are, by result.
pub(super) fn tallied(
    (mutants, edits): (u32, u32),
    complete: bool,
    TallyReport { missed, equivalent, open, .. }: TallyReport,
) -> String {
    format!(
        "mutants: {mutants}{}; missed: {missed}; proved to do what the program does: {equivalent}; \
         open: {open}{}\n",
        if mutants < edits { format!(" (of {edits} edits)") } else { String::new() },
        if complete { "" } else { "; not all were looked at" },
    )
}

/// The sentence before a list of so many inputs that kill mutants. `smallest` is a field of the report: fewer inputs
/// do not suffice.
pub(super) fn killing(count: usize, smallest: bool) -> String {
    let count = match count {
        1 => "This input kills".to_owned(),
        count => format!("These {count} inputs kill"),
    };
    let claim = if smallest { ", and fewer of these do not" } else { "" };
    format!("{count} all that a test or an input above kills{claim}:\n")
}

fn percent(part: u32, all: u32) -> u32 {
    (u64::from(part) * 100).checked_div(u64::from(all)).unwrap_or(0) as u32
}

/// A missed or open mutant.
fn survived(names: &[String], survivor: &SurvivorReport) -> String {
    let SurvivorReport { name, file, line, from, to, witness, .. } = survivor;
    let change = Change { name: name.as_deref(), file: file.as_deref(), line: *line, from, to };
    change.survived(witness.as_ref().map(|witness| missed(names, witness)).as_deref())
}

/// How a mutant differs from the program.
pub(super) struct Change<'c> {
    pub name: Option<&'c str>,
    pub file: Option<&'c str>,
    pub line: Option<u32>,
    pub from: &'c str,
    pub to: &'c str,
}

impl Change<'_> {
    /// The sentence on a missed mutant, with the input that would kill it, or on an open one.
    pub fn survived(&self, note: Option<&str>) -> String {
        let note = match note {
            None => "not known to be wrong or right".to_owned(),
            Some(note) => format!("missed; {note}"),
        };
        format!("{}: {note}", self.what())
    }

    /// Where and what.
    pub fn what(&self) -> String {
        let Change { name, file, line, from, to } = *self;
        let file = file.map(|file| format!(" of {file}")).unwrap_or_default();
        let statements = |text: &str| text.lines().map(|it| format!("`{it}`")).collect::<Vec<_>>();
        let what = match (name, &statements(from)[..], &statements(to)[..]) {
            (Some(name), ..) => name.to_owned(),
            (None, from, []) => format!("{} taken out", from.join(" ")),
            (None, [from], [to]) => format!("{from} as {to}"),
            (None, [from], to) => format!("{from} {} times", to.len()),
            (None, from, _) => format!("{} in the other order", from.join(" and ")),
        };
        let line = line.map(|line| format!("line {line}{file}: ")).unwrap_or_default();
        format!("{line}{what}")
    }
}

/// An input that would kill a mutant, with both runs.
pub fn missed(names: &[String], witness: &MissedReport) -> String {
    let MissedReport { inputs, minimal, program, mutant } = witness;
    format!(
        "{}{} would tell: the program {}, the mutant {}",
        input(names, inputs),
        if *minimal == Some(true) { ", the least input that does," } else { "" },
        does(program),
        does(mutant)
    )
}

/// `$1 = 3, $2 = -1`.
pub(super) fn input(names: &[String], inputs: &[u32]) -> String {
    let words = names.iter().zip(inputs);
    words.map(|(name, &word)| format!("{name} = {}", word as i32)).collect::<Vec<_>>().join(", ")
}

/// The observations of a stopped run, beside the output.
pub fn gives(of: &RunReport) -> String {
    let result = of.result.filter(|_| !of.result_unobserved);
    let result = result.map(|result| format!("$3 = {}", Value(result)));
    let observed = of.observed.iter().map(|it| format!("{} = {}", it.name, Value(it.value)));
    let all: Vec<String> = result.into_iter().chain(observed).collect();
    match all.is_empty() {
        true => "stops".to_owned(),
        false => format!("gives {}", all.join(", ")),
    }
}

/// How a run ended.
pub(super) fn does(of: &RunReport) -> String {
    let printed = match of.output.bytes {
        0 => String::new(),
        _ => format!(", printed {:?}", of.output.text),
    };
    match (of.result, &of.fault, going_on(of)) {
        (Some(_), ..) => format!("{}{printed}", gives(of)),
        (None, Some(fault), _) => format!("faults at {:#x} ({}){printed}", fault.at, fault.message),
        (None, None, Some(known)) => format!("{known}{printed}"),
        (None, None, None) => format!("does not stop within {} steps{printed}", of.steps),
    }
}
