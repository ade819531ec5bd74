//! Why two programs differ, in sentences.

use crate::contract::Contract;
use crate::machine::FaultKind;
use crate::report::{
    CauseReport, CheckKind, MendReport, PartReport, PlaceReport, RegionsReport, RuledOutReport,
    Side,
};
use crate::trace::Word;

/// What would make the programs agree.
pub fn mend(mend: Option<&MendReport>) -> String {
    let Some(MendReport { file, line, from, to, proved }) = mend else {
        return "No edit of one token in the right program was found that makes the programs agree.".to_owned();
    };
    let of_file = file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
    let line = format!("line {line}{of_file}");
    let statements = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let asked = match (&statements(from)[..], &statements(to)[..]) {
        (_, []) => format!("Did you mean to leave out {line}, `{from}`?"),
        ([one], [other]) => format!("Did you mean `{}` in {line}?", word(one, other)),
        ([once], [twice, _]) if once == twice => {
            format!("Did you mean to have {line}, `{from}`, twice?")
        }
        ([first, ..], _) => {
            format!("Did you mean {line}, `{first}`, to come one statement later?")
        }
        ([], _) => unreachable!("an edit changes something"),
    };
    let agree = match proved {
        true => "With it they agree on every input.",
        false => "With it they agree as far as was looked; it is not proved for every input.",
    };
    format!("{asked} {agree}")
}

/// What is to stand in a line, in short: its mnemonic, where only that changes.
fn word<'l>(from: &str, to: &'l str) -> &'l str {
    let split = |line: &'l str| line.split_once(char::is_whitespace);
    match (from.split_once(char::is_whitespace), split(to)) {
        (Some((_, operands)), Some((mnemonic, same))) if operands == same => mnemonic,
        _ => to,
    }
}

/// Which pair of instructions is why the programs differ.
pub fn cause(contract: &Contract, cause: Option<&CauseReport>) -> String {
    let Some(cause) = cause else {
        return "It is not known which pair of instructions makes the programs differ.".to_owned();
    };
    let CauseReport { check, reference, left, right, trivial, part, ruled_out, .. } = cause;
    let mut text = match (left, right) {
        (Some(left), Some(right)) => {
            let should = should(*reference, left, right, "here");
            let trivial = match trivial {
                true => " That is the output itself: nothing before it explains the difference.",
                false => "",
            };
            format!("{should}: then {} (proved).{trivial}", agree(*check, *reference))
        }
        _ => {
            "No single pair of instructions explains the difference: whichever value is put in the \
              place of another, the programs still differ (proved)."
                .to_owned()
        }
    };
    text.push_str(&format!(" {}", self::ruled_out(ruled_out)));
    if let Some(together) = cause.together {
        let what = if part.is_some() { "As well, so that together" } else { "Together" };
        let agree = agree(together, *reference);
        text.push_str(&format!("\n{what} {agree} (proved):"));
        for pair in &cause.more {
            let should = should(*reference, &pair.left, &pair.right, "there");
            text.push_str(&format!("\n{should}: {}", needed(contract, &pair.part)));
        }
        if let Some(part) = part {
            text.push_str(&format!("\nThe first pair: {}", needed(contract, part)));
        }
    }
    text
}

/// Which line should hold what which other does.
fn should(reference: Side, left: &PlaceReport, right: &PlaceReport, here: &str) -> String {
    let places = [("left", left), ("right", right)];
    let (from, to) = match reference {
        Side::Left => (places[0], places[1]),
        Side::Right => (places[1], places[0]),
    };
    format!(
        "{} on the {} should hold what {} on the {} holds{}",
        capital(&place(to.1)),
        to.0,
        place(from.1),
        from.0,
        values(to.1, from.1, here)
    )
}

/// What a check says.
fn agree(check: CheckKind, reference: Side) -> String {
    let of = match reference {
        Side::Left => "left",
        Side::Right => "right",
    };
    let path = format!("on every input on which the {of} program goes the way of this one");
    match check {
        CheckKind::AllFix => "they agree on every input".to_owned(),
        CheckKind::LeftPathFix => format!("they agree {path}"),
        CheckKind::LeftPathEarliestFix => {
            format!("{path} they agree, or hold the same where they first should and here do not")
        }
        CheckKind::None => "they still differ".to_owned(),
    }
}

/// On which inputs a pair is needed.
fn needed(contract: &Contract, part: &PartReport) -> String {
    let sample = contract.describe(&part.sample, Word);
    match &part.conditions[..] {
        [] => format!("needed on {sample}."),
        conditions => {
            let some = if part.exact { "" } else { "among others " };
            format!("needed {some}where {} (as on {sample}).", conditions.join(", or "))
        }
    }
}

/// What is held, and what should be.
fn values(to: &PlaceReport, from: &PlaceReport, here: &str) -> String {
    match (to.value, from.value) {
        (Some(held), Some(wanted)) => format!(" ({here} {}, not {})", Word(wanted), Word(held)),
        _ => String::new(),
    }
}

/// What other pairs were ruled out by.
fn ruled_out(of: &RuledOutReport) -> String {
    let RuledOutReport { equal, witness, inputs, proof, undecided, untried } = *of;
    let all = equal + witness + inputs + proof + undecided + untried;
    let parts = [
        (equal, "have the same value here"),
        (witness, "leave a difference here"),
        (inputs, "fail on another input that was run"),
        (proof, "fail on an input that a proof came to"),
        (undecided, "were left open"),
        (untried, "were not tried"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", grouped(&count.to_string())))
        .collect();
    match all {
        0 => "There is no other pair.".to_owned(),
        _ => format!("Of the other pairs {}.", parts.join(", ")),
    }
}

fn place(place: &PlaceReport) -> String {
    let line = match place.line {
        Some(line) => format!("line {line}"),
        None => format!("the instruction at {:#x}", place.address),
    };
    match place.occurrence {
        Some(occurrence) => format!("{line} (execution {occurrence})"),
        None => line,
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// What a program does on all inputs of a region: its result, or what it prints, as far
/// as that is short; or its fault.
pub fn does(
    result: Option<&Option<String>>,
    printed: &[Option<String>],
    fault: Option<FaultKind<()>>,
) -> String {
    let long = || "something that takes long to say".to_owned();
    match (result, fault) {
        (_, Some(FaultKind::DivisionByZero)) => "faults (division by zero)".to_owned(),
        (_, Some(FaultKind::BadPc(pc))) => format!("faults (no instruction can be at {pc:#x})"),
        (_, Some(FaultKind::InvalidInstruction(word))) => {
            format!("faults ({word:#010x} is no instruction)")
        }
        (_, Some(FaultKind::MisalignedAddress(()))) => {
            "faults (an address that is not a multiple of 4)".to_owned()
        }
        (_, Some(FaultKind::AddressOutOfRange(()))) => {
            "faults (an address outside of memory)".to_owned()
        }
        (Some(result), None) => format!("$3 = {}", result.clone().unwrap_or_else(long)),
        (None, None) if printed.is_empty() => "prints nothing".to_owned(),
        (None, None) => {
            let parts: Vec<String> =
                printed.iter().map(|part| part.clone().unwrap_or_else(long)).collect();
            format!("prints {}", parts.join(", "))
        }
    }
}

/// Which inputs two programs differ on.
pub fn regions(contract: &Contract, told: &RegionsReport) -> String {
    let RegionsReport { exact, count, bounds, regions } = told;
    let inputs = |count: &str| match count {
        "1" => "1 input".to_owned(),
        count => format!("{} inputs", grouped(count)),
    };
    let mut text = match count {
        Some(count) => format!("They differ on {}.", inputs(count)),
        None => format!(
            "They differ on at least {} and at most {}.",
            inputs(&bounds[0]),
            grouped(&bounds[1])
        ),
    };
    if !exact {
        text.push_str(match regions.is_empty() {
            true => " Which ones could not be told.",
            false => " These are some of them:",
        });
    }
    for region in regions {
        let sample = contract.describe(&region.sample, Word);
        let wraps = match &region.wraps[..] {
            [] => String::new(),
            [line] => format!(" There line {line} on the right wraps around."),
            lines => {
                let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                format!(" There lines {} on the right wrap around.", lines.join(", "))
            }
        };
        text.push_str(&format!(
            "\nWhere {}: left {}, right {} (as on {sample}).{wraps}",
            region.condition, region.left, region.right
        ));
    }
    text
}

/// A number in decimals with commas.
fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
