//! Sentences about two versions of a program.

use crate::evidence::{Match, Pattern, Untracked, Why};
use crate::report::{
    AffectedReport, BecauseReport, BlockReport, ByReport, FolderReport, ImpactReport, PointReport,
    ProcedureReport, ProgramReport, VersionsEngine, VersionsReport, VersionsVerdict,
};

/// Why two procedures are not known to be equivalent, in a sentence.
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
        Why::NotKept => "It was not shown that what is used of both from here on holds each time.",
        Why::Limit => "There are too many pairs of places.",
    }
}

/// Why two procedures are not known to be equivalent, with the word that decides and its origin.
pub fn obstacle_because(why: Why, because: Option<&BecauseReport>) -> String {
    let Some(BecauseReport { source, program, word, procedure, at }) = because else {
        return obstacle(why).to_owned();
    };
    let place = at.as_ref().map(place).unwrap_or_default();
    let procedure = match procedure {
        Some(name) => format!("`{name}` ({place})"),
        None => format!("the procedure at {place}"),
    };
    let comes_from = match *source {
        "not-kept" => format!("{procedure} does not keep it"),
        "below-stack" => {
            format!("it lies below $30 where {procedure} is called, which may overwrite it")
        }
        "open-procedure" => format!(
            "it is not known whether {procedure} keeps it, because its versions are not known to do \
             the same"
        ),
        "entry" => "it is what was there when the procedure was entered".to_owned(),
        _ => "it is an input".to_owned(),
    };
    match why {
        Why::Untracked(Untracked::Target) => format!(
            "Here the {program} program jumps to an address that depends on {word}: {comes_from}."
        ),
        Why::StackPointers => format!(
            "Here the {program} program's stack pointer is not known: it depends on {word}, and \
             {comes_from}."
        ),
        why => format!(
            "{} In the {program} program that depends on {word}: {comes_from}.",
            obstacle(why)
        ),
    }
}

/// A readable list: the first few names, and the number of others.
pub fn few(names: &[impl AsRef<str>]) -> String {
    const SHOWN: usize = 3;
    let shown = names.iter().take(SHOWN).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The callers of a procedure that is not known to be equivalent, in a sentence. `None` if there
/// are none.
pub fn called_by(report: &VersionsReport, procedure: &ProcedureReport) -> Option<String> {
    let callers = procedure.affects.iter().map(|&index| pair_name(&report.procedures[index]));
    let callers: Vec<String> = callers.collect();
    (!callers.is_empty()).then(|| format!("Called by {}.", few(&callers)))
}

/// The name of the reason in JSON.
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
        Why::NotKept => "not-kept",
        Why::Limit => "limit",
    }
}

/// A phrase for how instructions changed, by the name of a pattern.
fn phrase(pattern: &str) -> String {
    let known = match pattern {
        "renamed-registers" => "renamed registers",
        "moved-slots" => "other places or constants",
        "moved-code" => "moved code",
        "dead-code" => "code without effect",
        "inverse-branch" => "inverse branch",
        "jumps" => "other jumps",
        "inlined" => "procedure in place of its call",
        "arithmetic" => "other arithmetic",
        name => return format!("the pattern `{name}`"),
    };
    known.to_owned()
}

/// The name of a pattern in JSON. User-defined patterns have their own names.
pub fn pattern_name(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::RenamedRegisters => "renamed-registers",
        Pattern::MovedSlots => "moved-slots",
        Pattern::MovedCode => "moved-code",
        Pattern::DeadCode => "dead-code",
        Pattern::InverseBranch => "inverse-branch",
        Pattern::Jumps => "jumps",
        Pattern::Inlined => "inlined",
        Pattern::Arithmetic => "arithmetic",
        Pattern::Custom(_) => "custom",
    }
}

/// Whether a name is already that of a built-in pattern or of another mark.
pub fn is_taken(name: &str) -> bool {
    name == "unseen" || mark(name) != mark("unseen")
}

/// The name of a match in JSON.
pub fn match_name(known: Match) -> &'static str {
    match known {
        Match::Same => "same",
        Match::Pattern(pattern) => pattern_name(pattern),
        Match::Block(_) => "block",
        Match::Changed => "changed",
    }
}

/// For rows that are marked with a name: a symbol, a short description, and a sentence.
pub fn mark(name: &str) -> (&'static str, &'static str, &'static str) {
    match name {
        "same" => ("", "the same", "The same instruction."),
        "carried" => (
            "~",
            "the same, on other words?",
            "The same instruction, perhaps with other registers, which is not known to be about the \
             same words: a difference may come through here.",
        ),
        "renamed-registers" => ("≈", "other registers", "The same with other registers."),
        "moved-slots" => (
            "≈",
            "other place or constant",
            "The same with another place in the frame, or another constant.",
        ),
        "moved-code" => ("↕", "moved", "The same in another order."),
        "dead-code" => ("∅", "without effect", "Only one program has it, and it has no effect."),
        "inverse-branch" => ("⇄", "inverse branch", "A branch on the inverse condition."),
        "jumps" => ("↷", "other jumps", "A jump that only one program has."),
        "inlined" => ("⊂", "in place of a call", "One program calls what the other has in place."),
        "arithmetic" => (
            "≈",
            "other arithmetic",
            "Other operations with the same results, by the rules of arithmetic.",
        ),
        "custom" => (
            "✓",
            "your pattern",
            "By a pattern of your own, which was proved: the old snippet is in one program, the new one \
             in the other.",
        ),
        "block" => ("▣", "block", "In a block that a solver has compared as a whole."),
        "changed" => (
            "≠",
            "changed",
            "Another instruction, and the procedures are not known to do the same: this may be why.",
        ),
        "replaced" => (
            "≈",
            "other instructions",
            "Other instructions, and the procedures are known to do the same.",
        ),
        "aside" => (
            "·",
            "not compared",
            "A jump, a number in the text, or what is never reached. What a jump leads to is compared, \
             and a number where it is loaded.",
        ),
        _ => (
            "·",
            "not looked at",
            "It is never reached, counts as one step, or follows a point where the comparison ended.",
        ),
    }
}

/// The complete result: the verdict, and a line for each pair of procedures.
pub fn versions(report: &VersionsReport) -> String {
    let mut text = versions_verdict(report.verdict).to_owned();
    let [summary, rest] = summary(report);
    for sentence in &summary {
        text.push_str(&format!("\n{sentence}"));
    }
    for procedure in &report.procedures {
        text.push_str(&format!("\n{}", line(report, procedure)));
    }
    for sentence in &rest {
        text.push_str(&format!("\n{sentence}"));
    }
    text
}

/// The result for two programs, and the assumptions, in sentences.
pub fn summary(report: &VersionsReport) -> [Vec<String>; 2] {
    let said = headline(report).into_iter().chain(report.message.clone()).collect();
    let pointers: usize = report.pointers.iter().map(Vec::len).sum();
    let is_open = report.verdict == VersionsVerdict::Unknown && pointers > 0;
    let granted = is_open.then(|| {
        format!(
            "Taken for granted, and not known: {pointers} accesses of memory at addresses that \
             depend on the input get neither to the stack nor to the text of a program: {}.",
            places(report)
        )
    });
    [said, granted.into_iter().collect()]
}

/// A table of the programs in two folders, and why some of them are not known to be equivalent.
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
                let verdict = format!("{}{}", versions_verdict(report.verdict), by(report.engine));
                match (&report.message, rest.as_slice()) {
                    (None, []) => verdict,
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
    for change in &report.impact {
        text.push_str(&format!("{}\n", impact(change)));
    }
    text
}

/// What a procedure that is not known to be equivalent may affect, in a sentence.
pub fn impact(ImpactReport { old, new, programs }: &ImpactReport) -> String {
    let name = names(old, new);
    let programs = programs.iter().map(|AffectedReport { name, procedures, .. }| match procedures
        .is_empty()
    {
        true => name.clone(),
        false => format!("{name} (called by {})", few(procedures)),
    });
    let programs: Vec<String> = programs.collect();
    format!("{name} is not known to do the same, in {}.", few(&programs))
}

/// A verdict's name.
pub fn versions_verdict(verdict: VersionsVerdict) -> &'static str {
    match verdict {
        VersionsVerdict::Equal => "equal",
        VersionsVerdict::EqualUpTo => "equal-up-to",
        VersionsVerdict::Different => "different",
        VersionsVerdict::Unknown => "unknown",
    }
}

/// The first few of these instructions.
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

/// The engine that decided, if it is not the comparison of instructions.
fn by(engine: Option<VersionsEngine>) -> &'static str {
    match engine {
        Some(VersionsEngine::Paths) => " (by going through all paths)",
        Some(VersionsEngine::Alignment) => " (by a proof about their loops)",
        Some(VersionsEngine::Versions) | None => "",
    }
}

fn headline(report: &VersionsReport) -> Option<String> {
    let by = by(report.engine);
    match (report.verdict, report.steps) {
        (VersionsVerdict::Equal, _) => {
            Some(format!("They do the same on every input, whatever the number of steps{by}."))
        }
        (VersionsVerdict::EqualUpTo, Some(steps)) => Some(format!(
            "They do the same on every input within {steps} steps{by}. Further on, \
             recursion might take the stack into a program's text."
        )),
        (VersionsVerdict::EqualUpTo, None) | (VersionsVerdict::Different, _) => None,
        (VersionsVerdict::Unknown, _) => {
            Some("No difference was found, and they are not known to do the same.".to_owned())
        }
    }
}

/// An instruction, by its line if it has one.
pub fn place(point: &PointReport) -> String {
    match point.line {
        Some(line) if line.file == 0 => format!("line {}", line.line),
        Some(line) => format!("line {} of file {}", line.line, line.file + 1),
        None => format!("{:#x}", point.address.0),
    }
}

/// The name of a pair of procedures.
pub fn pair_name(ProcedureReport { old, new, .. }: &ProcedureReport) -> String {
    names(old, new)
}

fn names(old: &Option<String>, new: &Option<String>) -> String {
    match (old, new) {
        (Some(old), Some(new)) if old == new => old.clone(),
        (None, None) => "the program".to_owned(),
        (old, new) => {
            let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
            format!("{} -> {}", named(old), named(new))
        }
    }
}

/// How many instructions of two procedures are unchanged, and how the others changed, as phrases.
pub fn shares(by: &ByReport) -> Vec<String> {
    let mut parts = vec![format!("{} as they were", counted(by.instructions, "instruction"))];
    parts.extend(by.patterns.iter().map(|(it, &count)| match count {
        1 => phrase(it),
        count => format!("{} ({count})", phrase(it)),
    }));
    if by.blocks > 0 {
        parts.push(format!("{} compared as a whole", counted(by.blocks, "block")));
    }
    if by.alignment {
        parts.push("a proof about their loops".to_owned());
    }
    parts
}

/// Where two procedures are not known to be equivalent, and why.
pub fn in_the_way(BlockReport { at, message, parts, .. }: &BlockReport) -> String {
    const SHOWN: usize = 6;
    let [old, new] = at.each_ref().map(place);
    let parts = match parts.len() {
        0 => String::new(),
        1..=SHOWN => format!(" With {} it is not the same.", parts.join(", ")),
        _ => format!(" With {} and others it is not the same.", parts[..SHOWN].join(", ")),
    };
    format!("old {old}, new {new}: {message}{parts}")
}

/// Why there is no witness although blocks are not equal, after trying inputs made from the words
/// with which they are not.
pub fn not_driven(tried: usize, search: &str) -> String {
    let inputs = counted(tried, "input");
    format!(
        "No run is known to get there with such words: {inputs} made of them show no difference. \
         {search}"
    )
}

fn line(report: &VersionsReport, procedure: &ProcedureReport) -> String {
    let ProcedureReport { by, open, .. } = procedure;
    let verdict = versions_verdict(procedure.verdict);
    let mut text = format!("  {}: {verdict}; {}", pair_name(procedure), shares(by).join(", "));
    if let Some(open) = open {
        text.push_str(&format!("\n    {}", in_the_way(open)));
        if let Some(callers) = called_by(report, procedure) {
            text.push_str(&format!(" {callers}"));
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
