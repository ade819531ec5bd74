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
        let _ = writeln!(text, "{}: {}", name(procedure), phrase(procedure));
        for (sign, apart) in ["-", "+"].into_iter().zip(&procedure.apart) {
            for it in apart.iter().filter(|_| procedure.by != Some("text")) {
                let _ = writeln!(text, "  {sign} {}: {}", place(&it.at), it.text);
            }
        }
        let callers: Vec<String> =
            procedure.affects.iter().map(|&it| name(&report.procedures[it])).collect();
        if !callers.is_empty() {
            let _ = writeln!(text, "  Called by {}.", crate::report::words::few(&callers));
        }
    }
    for (side, only) in [("old", &report.only_old), ("new", &report.only_new)] {
        for Arm64Only { name, at } in only {
            let name = name.as_ref().map_or_else(|| place(at), |it| format!("{it}, {}", place(at)));
            let _ = writeln!(text, "{name}: only the {side} program has it");
        }
    }
    text
}

fn place(at: &PointReport) -> String {
    at.line.map_or_else(|| at.address.to_string(), |line| format!("line {}", line.line))
}

fn name(procedure: &Arm64Procedure) -> String {
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
    let counted = |count: usize| match count {
        1 => "1 instruction".to_owned(),
        count => format!("{count} instructions"),
    };
    match (procedure.verdict, procedure.by) {
        (VersionsVerdict::Equal, Some("text")) => {
            format!("the same {}", counted(procedure.same))
        }
        (VersionsVerdict::Equal, Some("contract")) => "equal under its contract".to_owned(),
        (VersionsVerdict::Equal, _) => "equal".to_owned(),
        (VersionsVerdict::Different, _) => match &procedure.witness {
            Some(shown) => format!("different. {}", on(shown)),
            None => "different".to_owned(),
        },
        (_, _) => match &procedure.open {
            Some(open) => format!("unknown. {}", open.message),
            None => "unknown".to_owned(),
        },
    }
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
