//! Sentences that explain a difference of ARM64 programs.

use super::mutation::number;
use crate::machine::arm64::FaultClass;
use crate::report::arm64::{Arm64Cause, Arm64Pair, Arm64Parting, Arm64PartingKind, Arm64Place};
use crate::report::arm64::{Arm64Explanation, Arm64RegionsReport, Arm64Step, Report};
use crate::report::words::summary::counted;
use crate::report::words::{arm64_counted, arm64_regions, did_you_mean, mend};
use crate::report::{CheckKind, MendReport, Names, Proof, ProofKind, Side, WordKind, WordOf};

/// The parts that were requested.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The cause.
    pub cause: bool,
    /// The suggested fix.
    pub mend: bool,
    /// The inputs on which the programs differ.
    pub regions: bool,
}

/// An explanation as text: the verdict, and one or more lines for each part.
pub fn explanation(report: &Report, found: &Arm64Explanation, parts: Parts) -> String {
    let mut text = super::report(report);
    if found.witness.is_none() {
        return text;
    }
    let mut line = |sentence: String| text.push_str(&format!("{sentence}\n"));
    line(found.parting.as_ref().map_or_else(|| NO_PARTING.to_owned(), parted));
    if parts.cause {
        line(cause(found.cause.as_ref()));
    }
    if parts.mend {
        line(fix(found.mend.as_ref(), found.proof.as_ref()));
    }
    if let (true, Some(regions)) = (parts.regions, &found.regions) {
        line(arm64_regions(regions));
    }
    text
}

/// The suggested fix, and the evidence that the programs then agree.
pub fn fix(found: Option<&MendReport>, proof: Option<&Proof>) -> String {
    let sentence = mend(found);
    match (found, proof.map(|proof| proof.kind)) {
        (Some(_), Some(ProofKind::Evidence)) => {
            format!("{sentence} The kernel accepted evidence for it.")
        }
        (Some(mend), Some(ProofKind::Identity)) => {
            format!("{} With it both are the same machine code.", did_you_mean(mend))
        }
        _ => sentence,
    }
}

/// The number of inputs on which the programs differ. `None` where regions are not searched for.
pub fn differing(found: Option<&Arm64RegionsReport>) -> String {
    match found {
        Some(report) => arm64_counted(report),
        None => NO_REGIONS.to_owned(),
    }
}

/// The sentence of programs whose regions are not searched for.
const NO_REGIONS: &str = "These inputs are described for programs that get two numbers, and with `--course` only where \
                          the kernel has the machine.";

/// The sentence of two runs that part nowhere within the recorded steps.
pub const NO_PARTING: &str = "The runs do not part within the steps that were recorded.";

/// Where two runs part, and both values.
pub fn parted(parting: &Arm64Parting) -> String {
    let at =
        |step: &Arm64Step, side: &str| format!("{} on the {side}{}", located(step), outcome(step));
    let steps = match (&parting.left, &parting.right) {
        (Some(left), Some(right)) => format!("{}, and {}", at(left, "left"), at(right, "right")),
        (Some(left), None) => format!("{}; the right run has no such step", at(left, "left")),
        (None, Some(right)) => format!("{}; the left run has no such step", at(right, "right")),
        (None, None) => return NO_PARTING.to_owned(),
    };
    let what = match parting.kind {
        Arm64PartingKind::Branch => "The runs first branch differently",
        Arm64PartingKind::Value => "The runs first compute different values",
        Arm64PartingKind::Output => "The runs first print different characters",
        Arm64PartingKind::Fault => "Only one of the runs faults",
    };
    format!("{what} at {steps}.")
}

fn located(step: &Arm64Step) -> String {
    match step.line {
        Some(line) => format!("line {line} (`{}`)", step.text),
        None => format!("{:#x} (`{}`)", step.address, step.text),
    }
}

fn outcome(Arm64Step { value, taken, printed, .. }: &Arm64Step) -> String {
    match (value, taken, printed) {
        (Some(value), ..) => format!(": {}", number(value)),
        (_, Some(true), _) => ": taken".to_owned(),
        (_, Some(false), _) => ": not taken".to_owned(),
        (.., Some(byte)) => format!(": {:?}", char::from(*byte)),
        _ => String::new(),
    }
}

/// The instructions that cause the difference, a line for each pair, and what was tried.
pub fn cause(cause: Option<&Arm64Cause>) -> String {
    let mut lines = wanted(cause, &Telling::default());
    lines.extend(cause.map(tested));
    lines.join("\n")
}

/// How sentences tell the programs apart.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// Their names.
    pub names: Names,
    /// The program whose text is not shown.
    pub hidden: Option<Side>,
}

/// The instructions that cause the difference, a sentence for each pair.
pub fn wanted(cause: Option<&Arm64Cause>, telling: &Telling) -> Vec<String> {
    match cause {
        Some(Arm64Cause { reference, pairs, .. }) => {
            pairs.iter().map(|pair| format!("{}.", should(*reference, pair, telling))).collect()
        }
        None => {
            vec!["No few instructions were found whose values explain the difference.".to_owned()]
        }
    }
}

/// The inputs on which the instructions of a cause were tried.
pub fn tested(cause: &Arm64Cause) -> String {
    let Arm64Cause { check, pairs, trivial, tried, differing, unfinished, .. } = cause;
    let path = match check {
        CheckKind::LeftPathFix => " on which the program with the right values takes this path",
        _ => "",
    };
    let (together, inputs) = (if pairs.len() > 1 { "all of that" } else { "that" }, "input");
    let open = match unfinished {
        0 => String::new(),
        _ => format!(" and have not both ended on {unfinished}"),
    };
    let mut text = format!(
        "With {together} the programs agree on {} tried{path}, and without it they differ on {differing}{open} of \
         these. This was run, it is not proved for other inputs.",
        counted(*tried, inputs)
    );
    if *trivial {
        text.push_str(" That is the output itself; no instruction before it was found.");
    }
    text
}

/// Which line should have the word that which other line has.
fn should(
    reference: Side,
    Arm64Pair { left, right, inputs, elements }: &Arm64Pair,
    Telling { names, hidden }: &Telling,
) -> String {
    let places = [(left, Side::Left), (right, Side::Right)];
    let (from, to) = (places[reference.index()], places[reference.other().index()]);
    let at = |(place, side): (&Arm64Place, Side)| {
        let line = match place.line {
            Some(line) => format!("line {line}"),
            None => format!("the instruction at {:#x}", place.address),
        };
        let which = place.occurrence.map(|it| format!(", the {} time it runs,", ordinal(it)));
        let text = match *hidden == Some(side) {
            true => String::new(),
            false => format!(" (`{}`)", place.text),
        };
        format!("{line}{text} {}{}", names.place(side), which.unwrap_or_default())
    };
    let given = match (inputs, elements) {
        (Some(inputs), _) => super::given(inputs),
        (_, Some(elements)) => {
            let elements: Vec<String> = elements.iter().map(|it| number(it)).collect();
            format!("[{}]", elements.join(", "))
        }
        _ => String::new(),
    };
    let (of_to, of_from) = (to.0, from.0);
    let (to, from) = (capital(&at(to)), at(from));
    if of_to.word == WordKind::Taken {
        let does = if of_from.word == WordKind::NotTaken { "does not" } else { "does" };
        let is_wanted = if of_from.value == "0" { "should not" } else { "should" };
        return format!("{to} should branch where {from} {does} (on {given} it {is_wanted})");
    }
    let verb = match (of_to.word, of_to.of) {
        (WordKind::FirstOperand | WordKind::SecondOperand, _) => "should read",
        (_, WordOf::Memory) => "should store",
        (_, WordOf::Output) => "should print",
        (_, WordOf::Address) => "should access",
        _ => "should compute",
    };
    let what = match (of_from.word, of_from.of) {
        (WordKind::FirstOperand | WordKind::SecondOperand, _) => {
            format!("what {from} reads in {}", of_from.register.as_deref().unwrap_or("a register"))
        }
        (_, WordOf::Memory) => format!("what {from} stores"),
        (_, WordOf::Output) => format!("what {from} prints"),
        (_, WordOf::Address) => format!("the address that {from} accesses"),
        _ => format!("what {from} computes"),
    };
    let [wanted, held] = [of_from, of_to].map(|place| number(&place.value));
    format!("{to} {verb} {what} (on {given}: {wanted}, not {held})")
}

fn ordinal(number: u32) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A fault on all inputs of a region.
pub fn fault_of_region(fault: FaultClass) -> &'static str {
    match fault {
        FaultClass::Division => "division by zero",
        FaultClass::Jump => "no instruction can be there",
        FaultClass::Instruction => "a word that is not an instruction",
        FaultClass::Access => "an address that is not allowed",
    }
}
