//! Sentences about why two programs differ.

use super::value::{Value, grouped};
use crate::contract::Contract;
use crate::machine::FaultKind;
use crate::report::{
    CauseReport, ChangeReport, CheckKind, MendReport, PartReport, PlaceReport, Reference,
    RuledOutReport, SearchReport, SearchStrategy, Side, WordKind, WordOf,
};

/// The suggested fix.
pub fn mend(mend: Option<&MendReport>) -> String {
    let Some(mend) = mend else {
        return "No edit of one token or statement was found that makes the programs agree."
            .to_owned();
    };
    let agree = match mend.proved {
        true => "With it they agree on every input.",
        false => "With it they agree as far as was looked; it is not proved for every input.",
    };
    format!("{} {agree}", did_you_mean(mend))
}

/// The suggested fix, as a question.
pub fn did_you_mean(mend: &MendReport) -> String {
    let MendReport { side, file, line, from, to, more, .. } = mend;
    let mut of_file = file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
    // An edit of the right program is the usual case and needs no mention.
    if *side == Side::Left {
        of_file.push_str(" of the left program");
    }
    let mut asked = edit((*line, &of_file), from, to);
    for (index, ChangeReport { line, from, to }) in more.iter().enumerate() {
        let and = if index + 1 == more.len() { ", and " } else { ", " };
        asked.push_str(&format!("{and}{}", edit((*line, &of_file), from, to)));
    }
    format!("Did you mean {asked}?")
}

/// The new text of one or more lines of a file.
fn edit((line, of_file): (u32, &str), from: &str, to: &str) -> String {
    let place = format!("line {line}{of_file}");
    let statements = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (statements(from), statements(to));
    match (&old[..], &new[..]) {
        ([_], []) => format!("to leave out {place}, `{from}`"),
        (_, []) => format!("to leave out `{}` from {place} on", in_row(from)),
        ([one], [other]) => format!("`{}` in {place}", word(one, other)),
        ([once], [twice, other]) if once == twice && once == other => {
            format!("to have {place}, `{from}`, twice")
        }
        ([first, second], [other, another]) if (first, second) == (another, other) => {
            format!("{place}, `{first}`, to come one statement later")
        }
        ([first, ..], _) => match inserted(from, to) {
            Some((more, side)) => format!("to have `{more}` {side} {place}, `{first}`"),
            None => format!("`{}` for `{}` from {place} on", in_row(to), in_row(from)),
        },
        ([], _) => unreachable!("an edit changes something"),
    }
}

/// Several lines joined into one.
fn in_row(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}

/// The inserted statements, if the edit only inserts before or behind a statement, and on which
/// side.
fn inserted(from: &str, to: &str) -> Option<(String, &'static str)> {
    let before = to.strip_suffix(from).and_then(|more| more.strip_suffix('\n'));
    let behind = to.strip_prefix(from).and_then(|more| more.strip_prefix('\n'));
    match (before, behind) {
        (Some(more), _) => Some((in_row(more), "before")),
        (_, Some(more)) => Some((in_row(more), "behind")),
        _ => None,
    }
}

/// The change in a line, in short: only the mnemonic, if only that changes.
fn word<'l>(from: &str, to: &'l str) -> &'l str {
    let split = |line: &'l str| line.split_once(char::is_whitespace);
    match (from.split_once(char::is_whitespace), split(to)) {
        (Some((_, operands)), Some((mnemonic, same))) if operands == same => mnemonic,
        _ => to,
    }
}

/// The instructions that cause the difference, how other pairs were ruled out, and which further
/// pairs are needed, one line each.
pub fn cause(contract: &Contract, cause: Option<&CauseReport>) -> String {
    let mut text = first_pair(cause);
    if let Some(cause) = cause {
        text.push_str(&format!(" {}", ruled_out(&cause.ruled_out)));
        together(contract, cause).iter().for_each(|line| text.push_str(&format!("\n{line}")));
    }
    text
}

/// The pair of instructions that causes the difference.
pub fn first_pair(cause: Option<&CauseReport>) -> String {
    let Some(cause) = cause else {
        return "It is not known which pair of instructions makes the programs differ.".to_owned();
    };
    let CauseReport { check, reference, left, mended, right, trivial, nothing_before, .. } = cause;
    let (Some(left), Some(right)) = (left.as_ref().or(mended.as_ref()), right) else {
        if let Some(search) = &cause.search {
            return none_of(search);
        }
        return "No single pair of instructions explains the difference: whichever value is put in \
                the place of another, the programs still differ (proved)."
            .to_owned();
    };
    let should = should(*reference, left, right, "here");
    let trivial = match (trivial, nothing_before) {
        (false, _) => "",
        (true, Some(true)) => {
            " That is the output itself: nothing before it explains the difference (proved)."
        }
        (true, _) => {
            " That is the output itself; whether a line before it explains it is not known."
        }
    };
    format!("{should}: then {} (proved).{trivial}", agree(*check, *reference))
}

/// The sentence that a search found no pair.
fn none_of(SearchReport { strategy, asked, filter, .. }: &SearchReport) -> String {
    let of = match strategy {
        SearchStrategy::Likely => "pair of instructions",
        SearchStrategy::Paper => "pair of assignments, with the left program as the reference,",
    };
    let passing = filter.as_ref().map(|it| format!(" that passes the filter {it}"));
    let reference = match strategy {
        SearchStrategy::Likely => "the reference",
        SearchStrategy::Paper => "the left program",
    };
    let agree = agree_with(asked.unwrap_or(CheckKind::LeftPathEarliestFix), reference);
    format!("There is no {of}{} with which {agree} (proved).", passing.unwrap_or_default())
}

/// The pairs that together make the programs agree, and the inputs that need each; empty if there
/// are none.
pub fn together(contract: &Contract, cause: &CauseReport) -> Vec<String> {
    let CauseReport { reference, part, more, .. } = cause;
    let Some(together) = cause.together else { return Vec::new() };
    let what = if part.is_some() { "As well, so that together" } else { "Together" };
    let mut lines = vec![format!("{what} {} (proved):", agree(together, *reference))];
    for pair in more {
        let should = should(*reference, &pair.left, &pair.right, "there");
        lines.push(format!("{should}: {}", needed(contract, &pair.part)));
    }
    if let Some(part) = part {
        lines.push(format!("The first pair: {}", needed(contract, part)));
    }
    lines
}

/// Which line should compute what which other line does, or branch when it does.
fn should(reference: Reference, left: &PlaceReport, right: &PlaceReport, here: &str) -> String {
    let places = [("on the left", left), ("on the right", right)];
    let (from, to) = match reference {
        Reference::Left => (places[0], places[1]),
        Reference::Right => (places[1], places[0]),
        Reference::Mended => (("of the mended program", left), places[1]),
    };
    let (place_to, place_from) = (capital(&place(to.1)), place(from.1));
    let [on_to, on_from] = [to.0, from.0];
    let values = values(to.1, from.1, here);
    if to.1.word == WordKind::Taken {
        let does = if from.1.word == WordKind::Taken { "does" } else { "does not" };
        let is_to = if from.1.value == Some(0) { "should not" } else { "should" };
        return format!(
            "{place_to} {on_to} should branch where {place_from} {on_from} {does} ({here} it \
             {is_to})"
        );
    }
    let place = format!("{place_from} {on_from}");
    let register = |place: &PlaceReport| match place.register {
        Some(register) => format!("${register}"),
        None => "a register".to_owned(),
    };
    let (of, taken) = (register(to.1), register(from.1));
    let should = match (to.1.word, to.1.of) {
        (WordKind::Held, _) => format!("should find in {of}"),
        (WordKind::FirstOperand | WordKind::SecondOperand, WordOf::Divisor) => {
            "should divide by".to_owned()
        }
        (WordKind::FirstOperand | WordKind::SecondOperand, _) => format!("should read in {of}"),
        (_, WordOf::Hi) => "should set hi to".to_owned(),
        (_, WordOf::Lo) => "should set lo to".to_owned(),
        (_, WordOf::Memory) => "should store".to_owned(),
        (_, WordOf::Output) => "should print".to_owned(),
        (_, WordOf::Address) => "should go to the address".to_owned(),
        _ => format!("should set {of} to"),
    };
    let what = match (from.1.word, from.1.of) {
        (WordKind::FirstOperand | WordKind::SecondOperand, WordOf::Divisor) => {
            format!("what {place} divides by")
        }
        (WordKind::FirstOperand | WordKind::SecondOperand, _) => {
            format!("what {place} reads in {taken}")
        }
        (WordKind::Held, _) => format!("what {place} finds in {taken}"),
        (_, WordOf::Hi) => format!("what {place} sets hi to"),
        (_, WordOf::Lo) => format!("what {place} sets lo to"),
        (_, WordOf::Memory) => format!("what {place} stores"),
        (_, WordOf::Output) => format!("what {place} prints"),
        (_, WordOf::Address) => format!("that {place} goes to"),
        _ => format!("what {place} sets {taken} to"),
    };
    format!("{place_to} {on_to} {should} {what}{values}")
}

/// What a check claims.
fn agree(check: CheckKind, reference: Reference) -> String {
    let program = match reference {
        Reference::Left => "the left program",
        Reference::Right => "the right program",
        Reference::Mended => "the mended program",
    };
    agree_with(check, program)
}

/// What a check claims, if the words are taken from this program.
fn agree_with(check: CheckKind, program: &str) -> String {
    let path = format!("on every input on which {program} goes the way of this one");
    match check {
        CheckKind::AllFix => "they agree on every input".to_owned(),
        CheckKind::LeftPathFix => format!("they agree {path}"),
        CheckKind::LeftPathEarliestFix => {
            format!("{path} they agree, or hold the same where they first should and here do not")
        }
        CheckKind::None => "they still differ".to_owned(),
    }
}

/// The inputs that need a pair.
fn needed(contract: &Contract, part: &PartReport) -> String {
    /// In characters; longer conditions are omitted.
    const SHORT: usize = 160;
    let sample = contract.describe(&part.sample, Value);
    let conditions = part.conditions.join(", or ");
    if conditions.is_empty() || conditions.len() > SHORT {
        return format!("needed on {sample}.");
    }
    let some = if part.exact { "" } else { "among others " };
    format!("needed {some}where {conditions} (as on {sample}).")
}

/// The actual and the right value.
fn values(to: &PlaceReport, from: &PlaceReport, here: &str) -> String {
    let at = to.memory.map(|address| format!(", at {address:#x}")).unwrap_or_default();
    match (to.value, from.value) {
        (Some(held), Some(wanted)) => {
            format!(" ({here} {}, not {}{at})", Value(wanted), Value(held))
        }
        _ => String::new(),
    }
}

/// How other pairs were ruled out.
pub fn ruled_out(of: &RuledOutReport) -> String {
    let RuledOutReport { equal, witness, inputs, proof, undecided, untried } = *of;
    let all = equal + witness + inputs + proof + undecided + untried;
    let parts = [
        (equal, "has", "have", "the same value here"),
        (witness, "leaves", "leave", "a difference here"),
        (inputs, "fails", "fail", "on another input that was run"),
        (proof, "fails", "fail", "on an input that a proof came to"),
        (undecided, "was", "were", "left open"),
        (untried, "was", "were", "not tried"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many, what)| {
            let does = if *count == 1 { one } else { many };
            format!("{} {does} {what}", grouped(&count.to_string()))
        })
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

/// Replaces a word without a short formula over the inputs.
const NO_FORMULA: &str = "(no short formula)";

/// A fault on all inputs of a region.
pub fn fault_of_region(fault: FaultKind<()>) -> String {
    match fault {
        FaultKind::DivisionByZero => "division by zero".to_owned(),
        FaultKind::BadPc(pc) => format!("no instruction can be at {pc:#x}"),
        FaultKind::InvalidInstruction(word) => format!("{word:#010x} is no instruction"),
        FaultKind::MisalignedAddress(()) => "an address that is not a multiple of 4".to_owned(),
        FaultKind::AddressOutOfRange(()) => "an address outside of memory".to_owned(),
    }
}

/// What a program does on all inputs of a region: an observation, by name, or its output, if that
/// is short.
pub fn does(result: Option<(String, &Option<String>)>, printed: &[Option<String>]) -> String {
    let long = || NO_FORMULA.to_owned();
    match result {
        Some((name, word)) => match (name.strip_prefix("keeps "), word.as_deref()) {
            (Some(_), Some("1")) => name,
            (Some(reg), Some("0")) => format!("does not keep {reg}"),
            (Some(reg), _) => format!("keeps {reg} on some of these inputs"),
            (None, word) => format!("{name} = {}", word.map_or_else(long, str::to_owned)),
        },
        None if printed.is_empty() => "prints nothing".to_owned(),
        None => {
            let parts: Vec<String> =
                printed.iter().map(|part| part.clone().unwrap_or_else(long)).collect();
            format!("prints {}", parts.join(", "))
        }
    }
}
