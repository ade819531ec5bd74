//! What is said of two versions of a program.

use crate::evidence::{Pattern, Untracked, Why};
use crate::report::{
    FolderReport, PointReport, ProcedureReport, ProgramReport, VersionsEngine, VersionsReport,
    VersionsVerdict,
};

/// What stands in the way of equality, in a sentence.
pub fn obstacle(why: Why) -> &'static str {
    match why {
        Why::Branches => "Here they branch, and their conditions are not known to be the same.",
        Why::Flow => "Here one branches, calls or ends where the other does something else.",
        Why::Effects => {
            "Before this they print, read or store in ways that are not known to be the same."
        }
        Why::Faults => "Before this one may fault where the other is not known to.",
        Why::Results => "They end here, and what is compared is not known to be the same.",
        Why::StackPointers => "The stack pointer is not at a known distance from where it was.",
        Why::Untracked(Untracked::Target) => "It is not known where one of them jumps.",
        Why::Untracked(Untracked::TextStore) => "One of them stores into its own text.",
        Why::Untracked(Untracked::OutsideText) => "One of them goes on behind its text.",
        Why::Untracked(Untracked::Long) => {
            "One of them takes too many steps without a branch that depends on anything."
        }
        Why::Limit => "There are too many pairs of places.",
    }
}

/// Its name for programs.
pub fn obstacle_name(why: Why) -> &'static str {
    match why {
        Why::Branches => "branches",
        Why::Flow => "flow",
        Why::Effects => "effects",
        Why::Faults => "faults",
        Why::Results => "results",
        Why::StackPointers => "stack-pointers",
        Why::Untracked(Untracked::Target) => "unknown-target",
        Why::Untracked(Untracked::TextStore) => "text-store",
        Why::Untracked(Untracked::OutsideText) => "outside-text",
        Why::Untracked(Untracked::Long) => "long-run",
        Why::Limit => "limit",
    }
}

/// What became of instructions, in a few words.
pub fn pattern(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::RenamedRegisters => "renamed registers",
        Pattern::MovedSlots => "other places or constants",
        Pattern::MovedCode => "moved code",
        Pattern::DeadCode => "code without effect",
        Pattern::InverseBranch => "inverse branch",
        Pattern::Jumps => "other jumps",
        Pattern::Inlined => "procedure in place of its call",
        Pattern::Arithmetic => "other arithmetic",
    }
}

/// All of it: the verdict, and a line for each pair of procedures.
pub fn versions(report: &VersionsReport) -> String {
    let mut text = headline(report);
    if let Some(message) = &report.message {
        text.push_str(&format!("\n{message}"));
    }
    for procedure in &report.procedures {
        text.push_str(&format!("\n{}", line(report, procedure)));
    }
    let pointers: usize = report.pointers.iter().map(Vec::len).sum();
    if report.verdict == VersionsVerdict::Unknown && pointers > 0 {
        text.push_str(&format!(
            "\nTaken for granted, and not known: {pointers} accesses of memory at addresses that \
             depend on the input get neither to the stack nor to the text of a program: {}.",
            places(report)
        ));
    }
    text
}

/// A table of the programs of two folders, and what stands in the way in those that are not
/// known to be equal.
pub fn folders(report: &FolderReport) -> String {
    let width = report.programs.iter().map(|it| it.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for ProgramReport { name, report, trouble } in &report.programs {
        let said = match (report, trouble) {
            (Some(report), _) => {
                let rest: Vec<String> = report
                    .procedures
                    .iter()
                    .filter(|it| it.open.is_some())
                    .map(|procedure| line(report, procedure).trim_start().to_owned())
                    .collect();
                let verdict = verdict(report.verdict);
                match (&report.message, rest.as_slice()) {
                    (None, []) => verdict.to_owned(),
                    (message, rest) => {
                        let lines = message.iter().chain(rest);
                        let lines: String = lines.map(|line| format!("\n    {line}")).collect();
                        format!("{verdict}{lines}")
                    }
                }
            }
            (None, trouble) => format!("trouble: {}", trouble.as_deref().unwrap_or_default()),
        };
        text.push_str(&format!("{name:width$}  {said}\n"));
    }
    report.only_old.iter().for_each(|name| text.push_str(&format!("{name}: only old\n")));
    report.only_new.iter().for_each(|name| text.push_str(&format!("{name}: only new\n")));
    text
}

fn verdict(verdict: VersionsVerdict) -> &'static str {
    match verdict {
        VersionsVerdict::Equal => "equal",
        VersionsVerdict::EqualUpTo => "equal-up-to",
        VersionsVerdict::Different => "different",
        VersionsVerdict::Unknown => "unknown",
    }
}

/// The first few of them.
fn places(report: &VersionsReport) -> String {
    const SHOWN: usize = 4;
    let all = ["old", "new"].into_iter().zip(&report.pointers);
    let mut places: Vec<String> = all
        .flat_map(|(name, points)| points.iter().map(move |at| format!("{name} {}", place(at))))
        .collect();
    if places.len() > SHOWN {
        places.truncate(SHOWN);
        places.push("and others".to_owned());
    }
    places.join(", ")
}

fn headline(report: &VersionsReport) -> String {
    let by = match report.engine {
        Some(VersionsEngine::Paths) => " (by going through all paths)",
        Some(VersionsEngine::Alignment) => " (by a proof about their loops)",
        _ => "",
    };
    match (report.verdict, report.steps) {
        (VersionsVerdict::Equal, _) => {
            format!("equal\nThey do the same on every input, whatever the number of steps{by}.")
        }
        (VersionsVerdict::EqualUpTo, Some(steps)) => format!(
            "equal-up-to\nThey do the same on every input within {steps} steps{by}. Further on, \
             recursion might take the stack into a program's text."
        ),
        (VersionsVerdict::EqualUpTo, None) => "equal-up-to".to_owned(),
        (VersionsVerdict::Different, _) => "different".to_owned(),
        (VersionsVerdict::Unknown, _) => {
            "unknown\nNo difference was found, and they are not known to do the same.".to_owned()
        }
    }
}

fn place(point: &PointReport) -> String {
    match point.line {
        Some(line) if line.file == 0 => format!("line {}", line.line),
        Some(line) => format!("line {} of file {}", line.line, line.file + 1),
        None => format!("{:#x}", point.address.0),
    }
}

fn line(report: &VersionsReport, procedure: &ProcedureReport) -> String {
    let ProcedureReport { old, new, by, open, .. } = procedure;
    let name = match (old, new) {
        (Some(old), Some(new)) if old == new => old.clone(),
        (None, None) => "the program".to_owned(),
        (old, new) => {
            let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
            format!("{} -> {}", named(old), named(new))
        }
    };
    let verdict = verdict(procedure.verdict);
    let mut parts = vec![format!("{} as they were", counted(by.instructions, "instruction"))];
    parts.extend(by.patterns.iter().map(|(&it, &count)| match count {
        1 => pattern(it).to_owned(),
        count => format!("{} ({count})", pattern(it)),
    }));
    if by.blocks > 0 {
        parts.push(format!("{} compared by a solver", counted(by.blocks, "block")));
    }
    let mut text = format!("  {name}: {verdict}; {}", parts.join(", "));
    if let Some(open) = open {
        let [old, new] = open.at.each_ref().map(place);
        text.push_str(&format!("\n    old {old}, new {new}: {}", open.message));
        let affected: Vec<&str> = procedure
            .affects
            .iter()
            .filter_map(|&index| report.procedures[index].new.as_deref())
            .collect();
        if !affected.is_empty() {
            text.push_str(&format!(" Called by {}.", affected.join(", ")));
        }
    }
    text
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
