//! Sentences about a comparison of a MIPS program with an ARM64 one.

use super::summary::counted;
use super::value::grouped;
use crate::evidence::Verdict;
use crate::report::across::{AcrossReport, AcrossRun, AcrossWitness, BeyondReport};
use crate::report::{OutcomeKind, Side};

/// Numbers of more digits are grouped.
const LONG: usize = 6;

/// The report as text: the verdict and the reason.
pub fn across(report: &AcrossReport) -> String {
    let verdict = match report.verdict {
        Verdict::Disequivalent => "disequivalent",
        Verdict::Equivalent => "equivalent",
        _ => "possibly equivalent",
    };
    format!("{verdict}\n{}\n", report.message)
}

/// The reason of a verdict, in sentences. The report has no message yet.
pub fn reason(report: &AcrossReport, one_sided: Option<&AcrossWitness>) -> String {
    let mut sentences = Vec::new();
    match (&report.witness, &report.proof) {
        (Some(witness), _) => {
            sentences.push(both(report, witness));
            sentences.extend(width(report, witness));
            sentences.extend(
                report
                    .count
                    .as_deref()
                    .map(|count| format!("They differ on {} of 2⁶⁴ inputs.", digits(count))),
            );
        }
        (None, Some(proof)) => {
            let paths = counted(proof.paths.into(), "pair");
            sentences
                .push("On every input both stop and give the same number and output.".to_owned());
            sentences.push(format!(
                "{paths} of paths cover all inputs. The kernel has not checked it, because its claims are about one \
                 machine."
            ));
        }
        (None, None) => {
            sentences.push(format!(
                "No difference found on {} tried. On {} of them the ARM64 program computes no number beyond 32 bits.",
                counted(report.tried, "input"),
                grouped(&report.within.to_string())
            ));
            sentences
                .push("This is no proof: there may be an input on which they differ.".to_owned());
            sentences.extend(
                one_sided.map(|it| format!("One program may never stop. {}", both(report, it))),
            );
        }
    }
    sentences.join("\n")
}

/// What both programs do on an input.
fn both(report: &AcrossReport, witness: &AcrossWitness) -> String {
    let AcrossWitness { inputs, elements, left, right, .. } = witness;
    let given = match (inputs.as_deref(), elements) {
        (Some([a, b]), _) => format!("the numbers {} and {}", digits(a), digits(b)),
        (_, elements) => {
            let elements = elements.iter().flatten().map(|it| digits(it)).collect::<Vec<_>>();
            format!("the array [{}]", elements.join(", "))
        }
    };
    let [left, right] = [(left, Side::Left), (right, Side::Right)].map(|(run, side)| {
        let machine = report.machines[side.index()];
        format!("the {} program ({}) {}", side.name(), machine_name(machine), does(run, machine))
    });
    format!("On {given} {left} and {right}.")
}

fn machine_name(machine: &str) -> &'static str {
    if machine == "mips" { "MIPS" } else { "ARM64" }
}

fn does(run: &AcrossRun, machine: &str) -> String {
    let register = if machine == "mips" { "$3" } else { "x0" };
    let does = match (run.outcome, &run.result, &run.fault) {
        (OutcomeKind::Done, Some(result), _) => format!("gives {register} = {}", digits(result)),
        (_, _, Some(fault)) => format!("faults ({fault})"),
        _ => format!("is still running after {}", counted(run.steps, "step")),
    };
    match run.output.is_empty() {
        true => does,
        false => format!("{does} and prints {:?}", run.output),
    }
}

/// Whether the width of the machines may be the reason of a difference.
fn width(report: &AcrossReport, witness: &AcrossWitness) -> Option<String> {
    let Some(BeyondReport { address, line, text, value }) = &witness.beyond else {
        return Some(
            "The ARM64 program computes no number beyond 32 bits there, so the width of the machines is not the reason."
                .to_owned(),
        );
    };
    let place = match line {
        Some(line) => format!("line {line} (`{text}`)"),
        None => format!("{address:#x} (`{text}`)"),
    };
    let mut says = format!(
        "The difference is beyond 32 bits: {place} of the ARM64 program computes {}, which 32 bits do not hold.",
        digits(value)
    );
    says.push_str(match report.only_width {
        Some(true) => {
            " On all other inputs they agree, and on these the low 32 bits of the results are the same."
        }
        _ if report.within > 0 => {
            " No difference was found on inputs on which it computes no such number."
        }
        _ => "",
    });
    Some(says)
}

/// A number in decimal, with its digits in groups if it is long.
fn digits(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    match digits.len() > LONG {
        true => format!("{sign}{}", grouped(digits)),
        false => number.to_owned(),
    }
}
