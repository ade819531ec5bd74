//! Facts of evidence in words: about the states of two programs, and about one run.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{FactText, Invariant, Node};

use crate::contract::{Contract, plain_names};

/// What evidence says about a run of its left program that never stops, one sentence for each loop: the invariant there.
pub(crate) fn of_one_run(evidence: &Evidence, names: &Names) -> Vec<String> {
    let sentence = |node: &Node| {
        let at = node.holds.at.values().next()?.parse::<u32>().ok()?;
        let says = about_one(&node.holds, names);
        Some(match says.is_empty() {
            true => format!("back at {at:#x} it goes on whatever its words are"),
            false => format!("whenever it is back at {at:#x}, {}", says.join(", ")),
        })
    };
    evidence.nodes.values().filter_map(sentence).collect()
}

/// The measures of evidence that a program stops, each once.
pub(crate) fn measured_of_one_run(evidence: &Evidence, names: &Names) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let measures = evidence.nodes.values().flat_map(|node| &node.measure);
    // A constant component of a measure only orders the nodes.
    let words = measures.filter(|text| text.parse::<u64>().is_err());
    let sentences =
        words.map(|text| format!("{} gets smaller and smaller", of_one(&names.in_words(text))));
    sentences.filter(|sentence| seen.insert(sentence.clone())).collect()
}

/// The same text without the program's name, as there is only one program.
fn of_one(text: &str) -> String {
    text.replace("left ", "").replace("right ", "")
}

/// The facts of an invariant about one program.
fn about_one(holds: &Invariant, names: &Names) -> Vec<String> {
    let is_any = |value: &String| holds.any.contains(value);
    let known = holds.registers.iter().filter(|(_, value)| !is_any(value));
    let known = known.map(|(register, value)| {
        format!("{} = {}", names.in_words(register), names.in_words(value))
    });
    let all = known.chain(facts(holds, &names.at(holds)));
    let words = names.half as u128 * 2;
    all.map(|text| of_one(&text)).map(|text| last_bits(&text, words).unwrap_or(text)).collect()
}

/// A phrase for a fact about the last bits of one word: it is odd, even, or a multiple of a power of two.
fn last_bits(fact: &str, words: u128) -> Option<String> {
    let (factor, word) = fact.strip_suffix(" = 0")?.split_once('*')?;
    let by =
        words / factor.parse::<u128>().ok().filter(|it| it.is_power_of_two() && *it < words)?;
    match (word.strip_prefix('(').and_then(|sum| sum.strip_suffix(')')), by) {
        (None, 2) => Some(format!("{word} is even")),
        (None, _) => Some(format!("{word} is a multiple of {by}")),
        (Some(sum), 2) => Some(format!("{} is odd", sum.strip_suffix(" + 1")?)),
        (Some(sum), _) => Some(format!("{sum} is a multiple of {by}")),
    }
}

/// The facts of an invariant as sentences, each once: two searches may have found the same bound.
pub(crate) fn facts(holds: &Invariant, names: &Names) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let all = holds.facts.values().map(|fact| names.fact(fact));
    all.filter(|fact| seen.insert(fact.clone())).collect()
}

/// Readable names for the names in evidence: `input $1` for the input `a`, `left $3` for `left.$3`.
pub(crate) struct Names {
    /// Of inputs and of variables.
    pub inputs: BTreeMap<String, String>,
    /// Half the number of words: an unsigned word is this plus the signed word with its top bit flipped.
    pub half: i128,
}

impl Names {
    /// For MIPS programs under a contract.
    pub fn mips(contract: &Contract) -> Names {
        let inputs = contract.names().to_vec();
        let readable = inputs.iter().map(|name| format!("input {name}"));
        let inputs = plain_names(&inputs).into_iter().zip(readable).collect();
        Names { inputs, half: 1 << 31 }
    }

    /// A term with readable names.
    pub fn in_words(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(begin) = rest.find(|it: char| it.is_ascii_alphabetic()) {
            result.push_str(&rest[..begin]);
            rest = &rest[begin..];
            let is_of_name = |it: char| it.is_ascii_alphanumeric() || "_.$#".contains(it);
            let (name, after) =
                rest.split_at(rest.find(|it| !is_of_name(it)).unwrap_or(rest.len()));
            let is_register = name.starts_with("left.") || name.starts_with("right.");
            let plain = if is_register { name.replacen('.', " ", 1) } else { name.to_owned() };
            result.push_str(self.inputs.get(name).unwrap_or(&plain));
            rest = after;
        }
        result.push_str(rest);
        let result = result.replace(" + 0)", ")").replace(" - 0)", ")").replace("(0 - ", "(-");
        let result = result.replace(" + (-1)*", " - ");
        let result = result.strip_suffix(" + 0").unwrap_or(&result);
        // `(-3) + input $1` is `input $1 - 3`.
        let split = result.strip_prefix("(-").and_then(|rest| rest.split_once(") + "));
        match split {
            Some((number, word)) if number.bytes().all(|it| it.is_ascii_digit()) => {
                format!("{word} - {number}")
            }
            _ => result.to_owned(),
        }
    }

    /// Names in which a variable of an invariant has the name of the first register that holds it.
    pub fn at(&self, holds: &Invariant) -> Names {
        let mut names = Names { inputs: self.inputs.clone(), half: self.half };
        for (register, value) in &holds.registers {
            if holds.any.contains(value) && !names.inputs.contains_key(value) {
                names.inputs.insert(value.clone(), self.in_words(register));
            }
        }
        names
    }

    /// A fact as a sentence.
    pub(crate) fn fact(&self, fact: &FactText) -> String {
        match fact {
            FactText::Text(text) => self.in_words(text),
            FactText::Sum { sum, most } => self.sum(sum, *most),
        }
    }

    /// The inequality that a linear combination of words, as integers, is at most a number:
    /// `left $1 <= input $1 (unsigned)`, `left $1 - right $1 <= 5 (signed)`.
    fn sum(&self, sum: &[(i64, String)], most: i64) -> String {
        let (mut most, mut kinds, mut terms) = (i128::from(most), [false; 2], Vec::new());
        let shifted = format!(" + {}", self.half);
        for (by, word) in sum {
            let signed = word.strip_suffix(&shifted[..]);
            if signed.is_some() {
                most -= i128::from(*by) * self.half;
            }
            kinds[usize::from(signed.is_some())] = true;
            terms.push((*by, self.in_words(signed.unwrap_or(word))));
        }
        let how = match kinds {
            [false, true] => "signed",
            [true, false] => "unsigned",
            _ => "as integers",
        };
        if let ([(1, less), (-1, greater)] | [(-1, greater), (1, less)], -1 | 0) =
            (&terms[..], most)
        {
            let relation = if most == 0 { "<=" } else { "<" };
            return format!("{less} {relation} {greater} ({how})");
        }
        let is_negative = terms.iter().all(|(by, _)| *by < 0);
        let (sign, relation) = if is_negative { (-1, ">=") } else { (1, "<=") };
        let mut text = String::new();
        for (by, word) in terms {
            let by = by * sign;
            let plus = match (text.is_empty(), by < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let factor = if by.abs() == 1 { String::new() } else { format!("{} * ", by.abs()) };
            let is_one = ["left ", "right ", "input "].iter().any(|of| word.starts_with(of));
            let is_sum = word.matches(' ').count() > usize::from(is_one);
            let word = if is_sum { format!("({word})") } else { word };
            text += &format!("{plus}{factor}{word}");
        }
        format!("{text} {relation} {} ({how})", i128::from(sign) * most)
    }
}
