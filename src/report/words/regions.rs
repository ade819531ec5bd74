//! Sentences about the inputs on which two programs differ, and their number.

use num_bigint::BigUint;

#[cfg(feature = "evidence")]
use super::arm64;
use super::value::{Value, grouped};
use crate::contract::Contract;
#[cfg(feature = "evidence")]
use crate::report::arm64::{Arm64RegionReport, Arm64RegionsReport};
use crate::report::{
    Arguments, EstimateReport, Headline, Names, Note, NoteId, OverflowReport, RegionReport,
    RegionsReport, Side,
};

/// The number of regions that are printed.
const SHOWN: usize = 8;
/// Smaller numbers of inputs are printed as a number, without a share.
const FEW: u32 = 1_000;
/// The number of single inputs that are printed.
const POINTS: usize = 3;
/// A region is small if it has this many times fewer inputs than the largest one.
const SMALL: u32 = 1 << 16;

/// The number of inputs of the contract.
enum All {
    /// 2 to this power: the inputs are all combinations of words.
    Power(usize, BigUint),
    /// The exact number.
    Number(BigUint),
    Unknown,
}

impl All {
    fn of(contract: &Contract, report: &RegionsReport) -> All {
        let number = report.all.as_ref().and_then(|all| all.parse().ok());
        match number {
            _ if contract.premises().is_empty() => All::power(32 * contract.names().len()),
            Some(number) => All::Number(number),
            None => All::Unknown,
        }
    }

    /// Without assumptions there are 2^128.
    #[cfg(feature = "evidence")]
    fn of_arm64(report: &Arm64RegionsReport) -> All {
        match report.all.as_ref().and_then(|all| all.parse().ok()) {
            Some(number) if number == BigUint::from(1u8) << 128 => All::power(128),
            Some(number) => All::Number(number),
            None => All::Unknown,
        }
    }

    fn power(bits: usize) -> All {
        All::Power(bits, BigUint::from(1u8) << bits)
    }

    fn number(&self) -> Option<&BigUint> {
        match self {
            All::Power(_, all) | All::Number(all) => Some(all),
            All::Unknown => None,
        }
    }

    /// ` of 2⁶⁴`
    fn suffix(&self) -> String {
        match self {
            All::Power(bits, _) => format!(" of {}", power_of_two(*bits)),
            All::Number(all) => format!(" of {}", grouped(&all.to_string())),
            All::Unknown => String::new(),
        }
    }
}

/// What is known of the inputs on which two programs of any machine differ.
struct Described<'r> {
    all: All,
    count: Option<&'r str>,
    bounds: &'r [String; 2],
    estimate: Option<&'r EstimateReport>,
    is_exact: bool,
    /// The sentence about an overflow that explains the difference.
    overflow: Option<String>,
    within: &'r [String],
    regions: Vec<Shown<'r>>,
}

/// A region, with its sample as a text.
struct Shown<'r> {
    condition: &'r str,
    sample: String,
    left: &'r str,
    right: &'r str,
    by: Option<&'r str>,
    wraps: &'r [u32],
    count: Option<&'r str>,
}

impl<'r> Described<'r> {
    fn new(contract: &Contract, report: &'r RegionsReport) -> Described<'r> {
        let shown = |region: &'r RegionReport| Shown {
            condition: &region.condition,
            sample: contract.describe(&region.sample, Value),
            left: &region.left,
            right: &region.right,
            by: region.by.as_deref(),
            wraps: region.wraps.as_deref().unwrap_or_default(),
            count: region.count.as_deref(),
        };
        Described {
            all: All::of(contract, report),
            count: report.count.as_deref(),
            bounds: &report.bounds,
            estimate: report.estimate.as_ref(),
            is_exact: report.exact,
            overflow: overflow(report),
            within: &report.within,
            regions: report.regions.iter().map(shown).collect(),
        }
    }

    /// What is known of ARM64 programs that are given two numbers.
    #[cfg(feature = "evidence")]
    fn of_arm64(report: &'r Arm64RegionsReport) -> Described<'r> {
        let shown = |region: &'r Arm64RegionReport| Shown {
            condition: &region.condition,
            sample: arm64::given(&region.inputs),
            left: &region.left,
            right: &region.right,
            by: region.by.as_deref(),
            wraps: &[],
            count: region.count.as_deref(),
        };
        Described {
            all: All::of_arm64(report),
            count: report.count.as_deref(),
            bounds: &report.bounds,
            estimate: report.estimate.as_ref(),
            is_exact: report.exact,
            overflow: None,
            within: &[],
            regions: report.regions.iter().map(shown).collect(),
        }
    }

    /// The number of inputs, as a share of all inputs and as a number.
    fn counted(&self) -> String {
        let Described { all, count, bounds, estimate, .. } = self;
        let of = all.suffix();
        let Some(count) = count else {
            let estimate = estimate.and_then(|it| estimated(it, all.number()));
            return format!("{}{}", bounded(bounds, all), estimate.unwrap_or_default());
        };
        let number: BigUint = count.parse().unwrap_or_default();
        let digits = grouped(count);
        match all.number() {
            _ if number == BigUint::ZERO => "They differ on no input.".to_owned(),
            Some(all) if number == *all => "They differ on every input.".to_owned(),
            Some(all) if number >= BigUint::from(FEW) => {
                format!("They differ on {} ({digits}{of}).", share(&number, all))
            }
            _ if *count == "1" && of.is_empty() => "They differ on 1 input.".to_owned(),
            _ => format!("They differ on {digits}{of} inputs."),
        }
    }

    fn text(&self) -> String {
        let Described { all, is_exact, within, regions, .. } = self;
        let mut text = self.counted();
        if let Some(sentence) = &self.overflow {
            text.push_str(&format!(" {sentence}"));
        }
        if !within.is_empty() {
            text.push_str(&format!(" They agree unless {} (proved).", within.join(", or ")));
        }
        if !is_exact {
            text.push_str(match (regions.is_empty(), within.is_empty()) {
                (true, true) => " Tamarin found no short description of them.",
                (true, false) => " Whether they differ on all of these inputs is not known.",
                (false, _) => " These are some of them:",
            });
        }
        let (points, regions): (Vec<_>, Vec<_>) =
            regions.iter().partition(|region| region.count == Some("1"));
        let has_several = regions.len() + points.len() > 1;
        let counts = |region: &Shown<'_>| region.count?.parse::<BigUint>().ok();
        let largest = regions.first().and_then(|region| counts(region)).unwrap_or_default();
        let is_large =
            |region: &&&Shown<'_>| counts(region).is_none_or(|count| count * SMALL >= largest);
        let shown: Vec<_> = regions.iter().filter(is_large).take(SHOWN).collect();
        for one in &shown {
            let share = counts(one)
                .filter(|_| has_several)
                .and_then(|count| Some(format!(" ({})", share(&count, all.number()?))));
            text.push_str(&format!("\n{}", one.text(&share.unwrap_or_default())));
        }
        // Single inputs are uninformative beside large regions.
        let few = if shown.is_empty() { POINTS } else { 0 };
        for one in points.iter().take(few) {
            text.push_str(&format!("\n{}", one.text("")));
        }
        let rest = [
            (regions.len() - shown.len(), "smaller region"),
            (points.len().saturating_sub(few), "single input"),
        ];
        if let Some(sentence) = more(rest) {
            text.push_str(&format!("\n{sentence}"));
        }
        text
    }
}

impl Shown<'_> {
    fn text(&self, share: &str) -> String {
        let Shown { condition, sample, left, right, by, wraps, .. } = self;
        let wraps = match wraps {
            [] => String::new(),
            [line] => format!(" There line {line} on the right overflows."),
            lines => {
                let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                format!(" There lines {} on the right overflow.", lines.join(", "))
            }
        };
        let place = match *condition {
            ALWAYS => "On every input".to_owned(),
            condition => format!("Where {condition}"),
        };
        let does = match by {
            Some(by) => format!("right = left + {}", in_sum(by)),
            None => format!("left {left}, right {right}"),
        };
        format!("{place}{share}: {does} (as on {sample}).{wraps}")
    }
}

/// The number of inputs on which two programs differ, as a share of all inputs and as a number.
pub fn counted(contract: &Contract, report: &RegionsReport) -> String {
    Described::new(contract, report).counted()
}

/// The inputs on which two programs differ.
pub fn regions(contract: &Contract, report: &RegionsReport) -> String {
    Described::new(contract, report).text()
}

/// The number of inputs on which two ARM64 programs differ.
#[cfg(feature = "evidence")]
pub fn arm64_counted(report: &Arm64RegionsReport) -> String {
    Described::of_arm64(report).counted()
}

/// The inputs on which two ARM64 programs differ.
#[cfg(feature = "evidence")]
pub fn arm64_regions(report: &Arm64RegionsReport) -> String {
    Described::of_arm64(report).text()
}

/// The bounds of an unknown number; trivial bounds are omitted.
fn bounded([least, most]: &[String; 2], all: &All) -> String {
    let inputs = |digits: &str| match digits {
        "1" => "1 input".to_owned(),
        digits => format!("{} inputs", grouped(digits)),
    };
    let says_nothing = match all {
        All::Power(_, all) | All::Number(all) => all.to_string() == *most,
        All::Unknown => false,
    };
    match says_nothing {
        true => format!("They differ on at least {}.", inputs(least)),
        false => format!(
            "They differ on at least {} and at most {}{}.",
            inputs(least),
            grouped(most),
            all.suffix()
        ),
    }
}

/// The estimate of the number of inputs, if the samples give one.
fn estimated(estimate: &EstimateReport, all: Option<&BigUint>) -> Option<String> {
    let EstimateReport { confidence, draws, differ, interval, .. } = estimate;
    let range = match all {
        None => format!("between {} and {}", grouped(&interval[0]), grouped(&interval[1])),
        Some(all) => {
            // In hundredths of a percent, rounded outwards.
            let parts = interval.each_ref().map(|end| end.parse().unwrap_or_default());
            let [least, most]: [BigUint; 2] = parts.map(|end: BigUint| end * 10_000u32);
            let ends = [least / all, (most + all - 1u8) / all].map(|end| {
                let digits = format!("{:0>3}", end.to_string());
                let (whole, rest) = digits.split_at(digits.len() - 2);
                format!("{whole}.{rest}")
            });
            match ends.each_ref().map(String::as_str) {
                ["0.00", "100.00"] => return None,
                ["0.00", most] => format!("at most {most} %"),
                [least, "100.00"] => format!("at least {least} %"),
                [least, most] => format!("between {least} and {most} %"),
            }
        }
    };
    Some(format!(
        " Of {} inputs drawn at random they differ on {}: an estimate is {range} ({confidence} % \
         confidence).",
        grouped(&draws.to_string()),
        grouped(&differ.to_string()),
    ))
}

/// The share of `some` among all inputs: `1 of every 4 inputs`.
fn share(some: &BigUint, all: &BigUint) -> String {
    let rest = all - some;
    if rest == BigUint::ZERO {
        return "all inputs".to_owned();
    }
    if &rest * 100u8 < *all {
        return match rest.to_string() {
            one if one == "1" => "all but 1 input".to_owned(),
            few if few.len() <= 6 => format!("all but {} inputs", grouped(&few)),
            _ => format!("all but {}", nth(&rest, all)),
        };
    }
    // The first match is in lowest terms.
    let whole = (2..=10u8).find(|of| (some * of) % all == BigUint::ZERO);
    if let Some(of) = whole {
        return format!("{} of every {of} inputs", some * of / all);
    }
    match some * 2u8 <= *all {
        true => nth(some, all),
        false => format!("about {} % of inputs", (some * 100u8 + all / 2u8) / all),
    }
}

/// `about 1 of every 3 inputs`; `some` are at most half of all. Without `about` the share is exact.
fn nth(some: &BigUint, all: &BigUint) -> String {
    /// For larger numbers, powers of two are easier to read.
    const LARGE: u32 = 1_000_000;
    let nth = (all + some / 2u8) / some;
    let (nth, words) = match nth < BigUint::from(LARGE) {
        true => (nth.clone(), grouped(&nth.to_string())),
        false => {
            let nearest = (log2(all) - log2(some)).round() as usize;
            (BigUint::from(1u8) << nearest, power_of_two(nearest))
        }
    };
    let about = if nth * some == *all { "" } else { "about " };
    format!("{about}1 of every {words} inputs")
}

/// 2 with an exponent: `2⁶⁴`.
fn power_of_two(exponent: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |digit: char| DIGITS[digit as usize - '0' as usize];
    std::iter::once('2').chain(exponent.to_string().chars().map(raised)).collect()
}

/// The approximate logarithm of a number that is not 0.
fn log2(of: &BigUint) -> f64 {
    let shift = of.bits().saturating_sub(53);
    let digits = (of >> shift).iter_u64_digits().next().unwrap_or(1);
    (digits as f64).log2() + shift as f64
}

/// The headline of a difference whose inputs are counted. `None` if the number is unknown.
pub fn counted_headline(contract: &Contract, report: &RegionsReport) -> Option<Headline> {
    let count = report.count.as_ref()?;
    let number: BigUint = count.parse().ok()?;
    let all = All::of(contract, report);
    let inputs = match all.number() {
        _ if number == BigUint::ZERO => return None,
        Some(all) if number == *all => super::summary::every(contract),
        Some(all) if number >= BigUint::from(FEW) => share(&number, all),
        _ if count == "1" => "1 input".to_owned(),
        _ => format!("{} inputs", grouped(count)),
    };
    Some(Headline {
        args: Arguments::from([("inputs", inputs.clone()), ("count", count.clone())]),
        text: format!("They differ on {inputs}."),
        ..super::summary::differ()
    })
}

/// The explanation for most of the differing inputs, in a sentence: an instruction that overflows
/// there, or what each program does there.
pub fn because(names: &Names, report: &RegionsReport) -> Option<Note> {
    let (id, text) = match overflow_of(names, report) {
        Some(text) => (NoteId::Overflow, text),
        None => (NoteId::Region, of_largest(names, report)?),
    };
    Some(Note { id, args: Arguments::new(), text })
}

/// What the programs do on the largest region, with its share of the differing inputs.
fn of_largest(names: &Names, report: &RegionsReport) -> Option<String> {
    let largest = report.regions.first()?;
    let [left, right] =
        [(Side::Left, &largest.left), (Side::Right, &largest.right)].map(|(side, does)| {
            // An observed word has no verb of its own.
            let verb = if does.starts_with('$') { "gives " } else { "" };
            format!("{} {verb}{does}", names.subject(side))
        });
    let whole = |of: &Option<String>| of.as_ref()?.parse::<BigUint>().ok();
    let of = match (whole(&largest.count), whole(&report.count)) {
        (Some(count), Some(all)) if count == all => {
            " These are all inputs on which they differ.".to_owned()
        }
        (Some(count), Some(all)) if all > count => {
            format!(" That is {} on which they differ.", share(&count, &all))
        }
        _ => String::new(),
    };
    Some(match largest.condition.as_str() {
        ALWAYS => format!("On every input {left} and {right}."),
        condition => format!("Where {condition}, {left} and {right}.{of}"),
    })
}

/// The instruction whose overflow explains the difference best, in a sentence.
pub fn overflow(report: &RegionsReport) -> Option<String> {
    overflow_of(&Names::default(), report)
}

fn overflow_of(names: &Names, report: &RegionsReport) -> Option<String> {
    let OverflowReport { side, address, line, text, count, elsewhere, .. } =
        report.overflow.first()?;
    let place = match line {
        Some(line) => format!("Line {line}"),
        None => format!("The instruction at {address:#x}"),
    };
    let side = names.place(*side);
    let text = text.as_ref().map(|text| format!(", {text},")).unwrap_or_default();
    let [count, elsewhere]: [BigUint; 2] =
        [count, elsewhere].map(|digits| digits.parse().unwrap_or_default());
    let differ: BigUint = report.count.as_ref()?.parse().ok()?;
    let on = match count == differ {
        true => "every input on which they differ".to_owned(),
        false => format!("{} on which they differ", share(&count, &differ)),
    };
    let others = match elsewhere == BigUint::ZERO {
        true => ", and on no other",
        false => "",
    };
    Some(format!("{place} {side}{text} overflows 32 bits on {on}{others}."))
}

/// The number of regions and inputs that are not printed.
fn more(rest: [(usize, &str); 2]) -> Option<String> {
    let parts: Vec<String> = rest
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
        .collect();
    (!parts.is_empty()).then(|| format!("And {} (--json lists all).", parts.join(" and ")))
}

/// An expression as an operand of a sum.
fn in_sum(expression: &str) -> String {
    let is_simple = !expression.contains([' ', '-']);
    if is_simple { expression.to_owned() } else { format!("({expression})") }
}

/// The condition that always holds.
const ALWAYS: &str = "true";

/// All inputs on which two programs differ, as a clause. `None` if they are not known to be all, or
/// if the text would be long.
pub fn regions_in_short(report: &RegionsReport) -> Option<String> {
    /// In characters.
    const SHORT: usize = 120;
    let conditions: Vec<&str> =
        report.regions.iter().map(|region| region.condition.as_str()).collect();
    let text = match &conditions[..] {
        [] => return None,
        [ALWAYS] => "on every input".to_owned(),
        some => format!("where {}", some.join(", or ")),
    };
    (report.exact && text.chars().count() <= SHORT).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(count: &str) -> String {
        let report = RegionsReport {
            exact: true,
            count: Some(count.to_owned()),
            bounds: [count.to_owned(), count.to_owned()],
            all: None,
            estimate: None,
            overflow: Vec::new(),
            regions: Vec::new(),
            within: Vec::new(),
        };
        counted(&Contract::default(), &report)
    }

    #[test]
    fn an_estimate_is_rounded_outwards() {
        let says = |least: &str, most: &str| {
            let interval = [least, most].map(str::to_owned);
            let (confidence, draws, differ, unknown) = (99, 16_384, 5, 0);
            let estimate = EstimateReport { confidence, draws, differ, unknown, interval };
            estimated(&estimate, Some(&(BigUint::from(1u8) << 64)))
        };
        let all = "18446744073709551616";
        for (interval, words) in [
            (["1", "1844674407370955"], "at most 0.01 %"),
            (["1", "1844674407370956"], "at most 0.02 %"),
            (["9223372036854775807", all], "at least 49.99 %"),
        ] {
            let sentence = says(interval[0], interval[1]).expect("it says something");
            let end = format!("an estimate is {words} (99 % confidence).");
            assert!(sentence.ends_with(&end), "{sentence}");
        }
        assert_eq!(says("1", all), None);
    }

    #[test]
    fn a_number_of_inputs_has_its_share() {
        for (count, words) in [
            ("0", "They differ on no input."),
            ("1", "They differ on 1 of 2⁶⁴ inputs."),
            ("3", "They differ on 3 of 2⁶⁴ inputs."),
            ("4294967296", "They differ on 1 of every 2³² inputs (4,294,967,296 of 2⁶⁴)."),
            (
                "4611686016279904358",
                "They differ on about 1 of every 4 inputs (4,611,686,016,279,904,358 of 2⁶⁴).",
            ),
            (
                "6148914691236517205",
                "They differ on about 1 of every 3 inputs (6,148,914,691,236,517,205 of 2⁶⁴).",
            ),
            (
                "13835058055282163712",
                "They differ on 3 of every 4 inputs (13,835,058,055,282,163,712 of 2⁶⁴).",
            ),
            (
                "18446744069414584320",
                "They differ on all but 1 of every 2³² inputs (18,446,744,069,414,584,320 of 2⁶⁴).",
            ),
            (
                "18446744073709551613",
                "They differ on all but 3 inputs (18,446,744,073,709,551,613 of 2⁶⁴).",
            ),
            ("18446744073709551616", "They differ on every input."),
        ] {
            assert_eq!(of(count), words);
        }
    }
}
