//! Facts of evidence in words: about the states of two programs, and about one run.

mod written;

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{FactText, Invariant, Node};

use crate::contract::{Contract, plain_names};
use written::Writer;

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
    all.map(|text| of_one(&text)).map(|text| last_bits(&text).unwrap_or(text)).collect()
}

/// A phrase for a fact about the last bits of a word: it is odd, even, or a multiple of a power of two.
fn last_bits(fact: &str) -> Option<String> {
    let (equation, modulus) = fact.strip_suffix(')')?.split_once(" (modulo ")?;
    let (word, rest) = equation.split_once(" = ")?;
    match (rest, modulus) {
        ("0", "2") => Some(format!("{word} is even")),
        ("1", "2") => Some(format!("{word} is odd")),
        ("0", modulus) => Some(format!("{word} is a multiple of {modulus}")),
        _ => None,
    }
}

/// The facts of an invariant as sentences, each once: two searches may have found the same bound.
pub(crate) fn facts(holds: &Invariant, names: &Names) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let all = holds.facts.values().map(|fact| names.fact(fact));
    all.filter(|fact| seen.insert(fact.clone())).collect()
}

/// Readable names for the names in evidence: `input $1` for the input `a`, `left $3` for `left.$3`.
#[derive(Clone, Debug)]
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

    /// For ARM64 programs with two numbers and so many free bytes of the input stream, or with an array.
    pub fn arm64(has_array: bool, bytes: usize) -> Names {
        let inputs: &[(&str, &str)] = match has_array {
            false => &[("a", "input x0"), ("b", "input x1")],
            true => &[("n", "input x1")],
        };
        let readers = inputs.iter().map(|&(name, reads)| (name.to_owned(), reads.to_owned()));
        let bytes = (0..bytes).map(|at| (format!("in{at}"), format!("input in[{at}]")));
        Names { inputs: readers.chain(bytes).collect(), half: 1 << 63 }
    }

    /// A term as a person writes it.
    pub fn in_words(&self, text: &str) -> String {
        Writer { name: &|name| self.name(name), half: self.half }.term(text)
    }

    /// What a name stands for.
    fn name(&self, name: &str) -> String {
        let is_register = name.starts_with("left.") || name.starts_with("right.");
        let plain = || if is_register { name.replacen('.', " ", 1) } else { name.to_owned() };
        self.inputs.get(name).cloned().unwrap_or_else(plain)
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
            FactText::Text(text) => {
                Writer { name: &|name| self.name(name), half: self.half }.fact(text)
            }
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
            let factor = if by.abs() == 1 { String::new() } else { format!("{}·", by.abs()) };
            let is_one = ["left ", "right ", "input "].iter().any(|of| word.starts_with(of));
            let is_sum = word.matches(' ').count() > usize::from(is_one);
            let word = if is_sum { format!("({word})") } else { word };
            text += &format!("{plus}{factor}{word}");
        }
        format!("{text} {relation} {} ({how})", i128::from(sign) * most)
    }
}
