//! Why two programs differ, in sentences.

use num_bigint::BigUint;

use crate::contract::Contract;
use crate::machine::FaultKind;
use crate::report::{
    CauseReport, ChangeReport, CheckKind, EstimateReport, MendReport, PartReport, PlaceReport,
    Reference, RegionsReport, RuledOutReport, WordKind, WordOf,
};
use crate::trace::Word;

/// What would make the programs agree.
pub fn mend(mend: Option<&MendReport>) -> String {
    let Some(MendReport { file, line, from, to, more, proved }) = mend else {
        return "No edit of one token or statement in the right program was found that makes the programs agree.".to_owned();
    };
    let of_file = file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
    let mut asked = edit((*line, &of_file), from, to);
    for (index, ChangeReport { line, from, to }) in more.iter().enumerate() {
        let and = if index + 1 == more.len() { ", and " } else { ", " };
        asked.push_str(&format!("{and}{}", edit((*line, &of_file), from, to)));
    }
    let agree = match proved {
        true => "With it they agree on every input.",
        false => "With it they agree as far as was looked; it is not proved for every input.",
    };
    format!("Did you mean {asked}? {agree}")
}

/// What is to stand in a line, or in several, of a file.
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

/// Lines in one line.
fn in_row(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}

/// The statement that is to stand beside another one, and on which side of it.
fn inserted(from: &str, to: &str) -> Option<(String, &'static str)> {
    let before = to.strip_suffix(from).and_then(|more| more.strip_suffix('\n'));
    let behind = to.strip_prefix(from).and_then(|more| more.strip_prefix('\n'));
    match (before, behind) {
        (Some(more), _) => Some((in_row(more), "before")),
        (_, Some(more)) => Some((in_row(more), "behind")),
        _ => None,
    }
}

/// What is to stand in a line, in short: its mnemonic, where only that changes.
fn word<'l>(from: &str, to: &'l str) -> &'l str {
    let split = |line: &'l str| line.split_once(char::is_whitespace);
    match (from.split_once(char::is_whitespace), split(to)) {
        (Some((_, operands)), Some((mnemonic, same))) if operands == same => mnemonic,
        _ => to,
    }
}

/// Which instructions are why the programs differ, what ruled the other pairs out, and
/// which pairs are needed besides, a line each.
pub fn cause(contract: &Contract, cause: Option<&CauseReport>) -> String {
    let mut text = first_pair(cause);
    if let Some(cause) = cause {
        text.push_str(&format!(" {}", ruled_out(&cause.ruled_out)));
        together(contract, cause).iter().for_each(|line| text.push_str(&format!("\n{line}")));
    }
    text
}

/// Which pair of instructions is why the programs differ.
pub fn first_pair(cause: Option<&CauseReport>) -> String {
    let Some(cause) = cause else {
        return "It is not known which pair of instructions makes the programs differ.".to_owned();
    };
    let CauseReport { check, reference, left, mended, right, trivial, nothing_before, .. } = cause;
    let (Some(left), Some(right)) = (left.as_ref().or(mended.as_ref()), right) else {
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

/// What pairs make the programs agree together, and on which inputs each is needed; no
/// lines where there are none.
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

/// Which line should hold what which other does, or branch where it does.
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

/// What a check says.
fn agree(check: CheckKind, reference: Reference) -> String {
    let of = match reference {
        Reference::Left => "left",
        Reference::Right => "right",
        Reference::Mended => "mended",
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
    let at = to.memory.map(|address| format!(", at {address:#x}")).unwrap_or_default();
    match (to.value, from.value) {
        (Some(held), Some(wanted)) => {
            format!(" ({here} {}, not {}{at})", Word(wanted), Word(held))
        }
        _ => String::new(),
    }
}

/// What other pairs were ruled out by.
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

/// What a program does on all inputs of a region: something that is observed, by its name, or what it
/// prints, as far as that is short; or its fault.
pub fn does(
    result: Option<(String, &Option<String>)>,
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
        (Some((name, word)), None) => match (name.strip_prefix("keeps "), word.as_deref()) {
            (Some(_), Some("1")) => name,
            (Some(reg), Some("0")) => format!("does not keep {reg}"),
            (Some(reg), _) => format!("keeps {reg} on some of these inputs"),
            (None, word) => format!("{name} = {}", word.map_or_else(long, str::to_owned)),
        },
        (None, None) if printed.is_empty() => "prints nothing".to_owned(),
        (None, None) => {
            let parts: Vec<String> =
                printed.iter().map(|part| part.clone().unwrap_or_else(long)).collect();
            format!("prints {}", parts.join(", "))
        }
    }
}

/// On how many inputs two programs differ: as a number, and as a share of all inputs
/// where the contract allows all.
pub fn counted(contract: &Contract, told: &RegionsReport) -> String {
    let RegionsReport { count, bounds, estimate, .. } = told;
    let inputs = |count: &str| match count {
        "1" => "1 input".to_owned(),
        count => format!("{} inputs", grouped(count)),
    };
    let bits = 32 * contract.names().len();
    let all = contract.premises().is_empty().then(|| BigUint::from(1u8) << bits);
    let power = power_of_two(bits);
    let number = |digits: &str| digits.parse::<BigUint>().ok();
    match (count, all) {
        (Some(count), None) => format!("They differ on {}.", inputs(count)),
        (Some(count), Some(all)) => match number(count) {
            Some(one) if one == all => format!("They differ on all {power} inputs."),
            Some(some) if some != BigUint::ZERO => format!(
                "They differ on {} of {power} inputs: {}.",
                grouped(count),
                share(&some, &all)
            ),
            _ => "They differ on no input.".to_owned(),
        },
        (None, all) => format!(
            "They differ on at least {} and at most {}{}.{}",
            inputs(&bounds[0]),
            grouped(&bounds[1]),
            all.as_ref().map(|_| format!(" of {power}")).unwrap_or_default(),
            estimate.as_ref().map(|it| estimated(it, all.as_ref())).unwrap_or_default()
        ),
    }
}

/// What draws say of the number of inputs, of which there are so many, where all are allowed.
fn estimated(estimate: &EstimateReport, all: Option<&BigUint>) -> String {
    let EstimateReport { confidence, draws, differ, interval, .. } = estimate;
    let ends = match all {
        None => interval.each_ref().map(|end| grouped(end)),
        Some(all) => {
            // In hundredths of a percent, rounded outwards.
            let parts = interval.each_ref().map(|end| end.parse().unwrap_or_default());
            let [least, most]: [BigUint; 2] = parts.map(|end: BigUint| end * 10_000u32);
            let ends = [least / all, (most + all - 1u8) / all].map(|end| {
                let digits = format!("{:0>3}", end.to_string());
                let (whole, rest) = digits.split_at(digits.len() - 2);
                format!("{whole}.{rest}")
            });
            match &ends[0][..] {
                "0.00" => [String::new(), format!("{} %", ends[1])],
                _ => [ends[0].clone(), format!("{} %", ends[1])],
            }
        }
    };
    let range = match ends {
        [least, most] if least.is_empty() => format!("at most {most}"),
        [least, most] => format!("between {least} and {most}"),
    };
    format!(
        " Of {} inputs drawn at random they differ on {}: an estimate is {range} ({confidence} % \
         confidence).",
        grouped(&draws.to_string()),
        grouped(&differ.to_string()),
    )
}

/// What share of all inputs some are; `all` is a power of two.
fn share(some: &BigUint, all: &BigUint) -> String {
    /// Above it, powers of two are easier to read.
    const LARGE: u32 = 1_000_000;
    let nth = (all + some / 2u8) / some;
    let is_exact = &nth * some == *all;
    let about = if is_exact { "" } else { "about " };
    if some * 2u8 <= *all {
        return match nth < BigUint::from(LARGE) {
            true => format!("{about}one in {}", grouped(&nth.to_string())),
            false => {
                let nearest = (log2(all) - log2(some)).round();
                format!("{about}one in {}", power_of_two(nearest as usize))
            }
        };
    }
    let percent = (some * 100u8 + all / 2u8) / all;
    match percent < BigUint::from(100u8) {
        true => format!("about {percent} %"),
        false => format!("all but {}", grouped(&(all - some).to_string())),
    }
}

/// 2 with an exponent: `2⁶⁴`.
fn power_of_two(exponent: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |digit: char| DIGITS[digit as usize - '0' as usize];
    std::iter::once('2').chain(exponent.to_string().chars().map(raised)).collect()
}

/// The logarithm of a number that is not 0, nearly.
fn log2(of: &BigUint) -> f64 {
    let shift = of.bits().saturating_sub(53);
    let digits = (of >> shift).iter_u64_digits().next().unwrap_or(1);
    (digits as f64).log2() + shift as f64
}

/// Which inputs two programs differ on.
pub fn regions(contract: &Contract, told: &RegionsReport) -> String {
    let RegionsReport { exact, regions, .. } = told;
    let mut text = counted(contract, told);
    if !exact {
        text.push_str(match regions.is_empty() {
            true => " Which ones could not be told.",
            false => " These are some of them:",
        });
    }
    for region in regions {
        let sample = contract.describe(&region.sample, Word);
        let wraps = match region.wraps.as_deref().unwrap_or_default() {
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

/// All inputs on which two programs differ, in half a sentence; nothing where they are not
/// known to be all, or take long to say.
pub fn regions_in_short(told: &RegionsReport) -> Option<String> {
    /// Characters.
    const SHORT: usize = 120;
    let conditions: Vec<&str> =
        told.regions.iter().map(|region| region.condition.as_str()).collect();
    let text = match &conditions[..] {
        [] => return None,
        // A condition that always holds is told so.
        ["0 == 0"] => "on every input".to_owned(),
        some => format!("where {}", some.join(", or ")),
    };
    (told.exact && text.chars().count() <= SHORT).then_some(text)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(count: &str) -> String {
        let told = RegionsReport {
            exact: true,
            count: Some(count.to_owned()),
            bounds: [count.to_owned(), count.to_owned()],
            estimate: None,
            regions: Vec::new(),
        };
        counted(&Contract::default(), &told)
    }

    #[test]
    fn an_estimate_is_rounded_outwards() {
        let told = |least: &str, most: &str| {
            let interval = [least, most].map(str::to_owned);
            let (confidence, draws, differ, unknown) = (99, 16_384, 5, 0);
            let estimate = EstimateReport { confidence, draws, differ, unknown, interval };
            estimated(&estimate, Some(&(BigUint::from(1u8) << 64)))
        };
        let all = "18446744073709551616";
        for (interval, words) in [
            (["1", "1844674407370955"], "at most 0.01 %"),
            (["1", "1844674407370956"], "at most 0.02 %"),
            (["9223372036854775807", all], "between 49.99 and 100.00 %"),
        ] {
            let said = told(interval[0], interval[1]);
            assert!(
                said.ends_with(&format!("an estimate is {words} (99 % confidence).")),
                "{said}"
            );
        }
    }

    #[test]
    fn a_number_of_inputs_is_told_with_its_share() {
        for (count, words) in [
            ("0", "They differ on no input."),
            ("1", "They differ on 1 of 2⁶⁴ inputs: one in 2⁶⁴."),
            ("3", "They differ on 3 of 2⁶⁴ inputs: about one in 2⁶²."),
            ("4294967296", "They differ on 4,294,967,296 of 2⁶⁴ inputs: one in 2³²."),
            (
                "9223372036854775808",
                "They differ on 9,223,372,036,854,775,808 of 2⁶⁴ inputs: one in 2.",
            ),
            (
                "6148914691236517205",
                "They differ on 6,148,914,691,236,517,205 of 2⁶⁴ inputs: about one in 3.",
            ),
            (
                "13835058055282163712",
                "They differ on 13,835,058,055,282,163,712 of 2⁶⁴ inputs: about 75 %.",
            ),
            (
                "18446744073709551615",
                "They differ on 18,446,744,073,709,551,615 of 2⁶⁴ inputs: all but 1.",
            ),
            ("18446744073709551616", "They differ on all 2⁶⁴ inputs."),
        ] {
            assert_eq!(of(count), words);
        }
    }
}
