//! Sentences about two versions of an ARM64 program.

use std::fmt::Write;

use super::{Value, report as comparison};
use crate::evidence::Obstacle;
use crate::report::arm64::{Arm64Only, Arm64Procedure, Arm64Run, Arm64Shown, Arm64Versions};
use crate::report::{OutcomeKind, PointReport, VersionsVerdict};

/// The name of an obstacle in JSON.
pub fn obstacle_name(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::UnknownTarget => "unknown-target",
        Obstacle::FirstWord => "first-word",
        Obstacle::Flags => "flags",
        Obstacle::Stack => "stack",
        Obstacle::Memory => "memory",
        Obstacle::Arguments => "arguments",
        Obstacle::Open => "open",
    }
}

/// Why two procedures are not known to do the same, in a sentence.
pub fn obstacle(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::UnknownTarget => "It is not known what one of them calls.",
        Obstacle::FirstWord => "One of them uses the first word of its program.",
        Obstacle::Flags => "A caller reads flags that they leave.",
        Obstacle::Stack => "They may access more words above the stack pointer than can be varied.",
        Obstacle::Memory => {
            "They read input or access memory outside the stack, which was not varied."
        }
        Obstacle::Arguments => {
            "They are not known to leave the same words where their arguments were on the stack."
        }
        Obstacle::Open => "No difference was found, and no evidence that they do the same.",
    }
}

/// The comparison of two versions: the verdict, then a line for each pair of procedures.
pub fn versions(report: &Arm64Versions) -> String {
    let mut text = match report.verdict {
        VersionsVerdict::Equal => "equal\n",
        VersionsVerdict::Different => "different\n",
        VersionsVerdict::EqualUpTo | VersionsVerdict::Unknown => "unknown\n",
    }
    .to_owned();
    let compared = comparison(&report.comparison);
    // The verdict stands above in the words of this command.
    for line in compared.lines().skip(1) {
        let _ = writeln!(text, "{line}");
    }
    for procedure in &report.procedures {
        let _ = writeln!(text, "{}: {}", procedure_name(procedure), phrase(procedure));
        for (sign, apart) in ["-", "+"].into_iter().zip(&procedure.apart) {
            for it in apart.iter().filter(|_| procedure.by != Some("text")) {
                let _ = writeln!(text, "  {sign} {}: {}", place(&it.at), it.text);
            }
        }
        if let Some(callers) = callers(report, procedure) {
            let _ = writeln!(text, "  {callers}");
        }
    }
    for line in only(report) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The procedures that call one that is not known to be the same.
pub fn callers(report: &Arm64Versions, procedure: &Arm64Procedure) -> Option<String> {
    let callers: Vec<String> =
        procedure.affects.iter().map(|&it| procedure_name(&report.procedures[it])).collect();
    (!callers.is_empty()).then(|| format!("Called by {}.", crate::report::words::few(&callers)))
}

/// A line for each procedure without a counterpart.
pub fn only(report: &Arm64Versions) -> Vec<String> {
    let both = [("old", &report.only_old), ("new", &report.only_new)];
    let lines = both.into_iter().flat_map(|(side, only)| {
        only.iter().map(move |Arm64Only { name, at }| {
            let name = name.as_ref().map_or_else(|| place(at), |it| format!("{it}, {}", place(at)));
            format!("{name}: only the {side} program has it")
        })
    });
    lines.collect()
}

fn place(at: &PointReport) -> String {
    at.line.map_or_else(|| at.address.to_string(), |line| format!("line {}", line.line))
}

/// The names of two procedures.
pub fn procedure_name(procedure: &Arm64Procedure) -> String {
    let [old, new] = [(&procedure.old, 0), (&procedure.new, 1)].map(|(name, side)| {
        name.clone().unwrap_or_else(|| match procedure.at[side].address.0 {
            0 => "main code".to_owned(),
            _ => place(&procedure.at[side]),
        })
    });
    if old == new { old } else { format!("{old} -> {new}") }
}

/// What is known about two procedures.
fn phrase(procedure: &Arm64Procedure) -> String {
    let known = match procedure.verdict {
        VersionsVerdict::Equal => return same(procedure),
        VersionsVerdict::Different => "different",
        VersionsVerdict::EqualUpTo | VersionsVerdict::Unknown => "unknown",
    };
    match reason(procedure) {
        Some(reason) => format!("{known}. {reason}"),
        None => known.to_owned(),
    }
}

/// Why two procedures are the same.
fn same(procedure: &Arm64Procedure) -> String {
    match procedure.by {
        Some("text") => same_instructions(procedure),
        Some("contract") => "equal under its contract".to_owned(),
        _ => "equal".to_owned(),
    }
}

fn same_instructions(procedure: &Arm64Procedure) -> String {
    match procedure.same {
        1 => "the same 1 instruction".to_owned(),
        count => format!("the same {count} instructions"),
    }
}

/// The evidence for a verdict on two procedures, in a few words.
pub fn basis(procedure: &Arm64Procedure) -> Option<String> {
    Some(match procedure.by? {
        "text" => same_instructions(procedure),
        "contract" => "compared under their contract".to_owned(),
        _ => "the comparison of the programs".to_owned(),
    })
}

/// The input on which two procedures differ, or why nothing is known about them.
pub fn reason(procedure: &Arm64Procedure) -> Option<String> {
    let open = procedure.open.as_ref().map(|open| open.message.clone());
    procedure.witness.as_ref().map(on).or(open)
}

/// What both procedures do on an input.
fn on(shown: &Arm64Shown) -> String {
    let Arm64Shown { register, registers, stack, old, new } = shown;
    let number = |decimal: &String| {
        decimal.parse().map_or_else(|_| decimal.clone(), |it| Value(it).to_string())
    };
    let mut given: Vec<String> =
        registers.iter().map(|(name, it)| format!("{name} = {}", number(it))).collect();
    let on_stack = stack.iter().enumerate().filter(|(_, it)| *it != "0");
    given.extend(on_stack.map(|(index, it)| format!("[sp, {}] = {}", 8 * index, number(it))));
    let given = match given.is_empty() {
        true => "Where all words are 0".to_owned(),
        false => format!("On {}", given.join(", ")),
    };
    let does = |run: &Arm64Run| {
        let does = match (run.outcome, &run.result, &run.fault) {
            (OutcomeKind::Done, Some(result), _) => match register {
                Some(register) => format!("leaves {register} = {}", number(result)),
                None => "returns".to_owned(),
            },
            (_, _, Some(fault)) => format!("faults ({fault})"),
            _ => "does not return".to_owned(),
        };
        match run.output.is_empty() {
            true => does,
            false => format!("{does} and prints {:?}", run.output),
        }
    };
    format!("{given} the old one {} and the new one {}.", does(old), does(new))
}
