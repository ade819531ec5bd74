//! Evidence for display: its nodes are the places, and its scripts describe what the programs do
//! between them. The caller has checked the evidence with the kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use serde_json::Value;
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{End, FactText, Invariant, RegionText, Script, Side, Step};
use tamarin_kernel::machine::arm64::RETURN_ADDRESS as ARM64_END;

use super::facts::{Common, Equal, folded_names};
use super::functions::{Theory, theory};
use super::{Groups, Place, ProofView, Round, RuleUse, ShownStopping, Spot, SpotKind, among};
use crate::asm::SourceLines;
use crate::contract::{Contract, SIDES, plain_names};
use crate::engines::statement::{Among, Extent, Statement};
use crate::machine::setup::RETURN_ADDRESS;
use crate::program::Address;
use crate::report::words::evidence::{Names, facts};

/// How evidence about the programs of a machine reads.
pub struct Reading {
    /// The inputs that it is about, as a noun phrase.
    among: String,
    /// The names of the inputs in evidence, in order.
    pub(super) inputs: Vec<String>,
    pub(super) names: Names,
    /// The address that ends a program.
    pub(super) end: u32,
}

impl Reading {
    /// For MIPS programs under a contract.
    pub fn mips(statement: &Statement, contract: &Contract) -> Reading {
        Reading {
            among: among(&statement.inputs, contract),
            inputs: plain_names(contract.names()),
            names: Names::mips(contract),
            end: RETURN_ADDRESS,
        }
    }

    /// For ARM64 programs with two numbers and so many free bytes of the input stream, or with an array.
    pub fn arm64(has_array: bool, bytes: usize) -> Reading {
        let names = Names::arm64(has_array, bytes);
        Reading {
            among: "all inputs".to_owned(),
            inputs: names.inputs.keys().cloned().collect(),
            names,
            end: ARM64_END as u32,
        }
    }

    /// A statement about the programs, in words.
    pub fn in_words(&self, statement: &Statement) -> String {
        claimed(&self.among, statement.extent).0
    }
}

impl ProofView {
    /// The view of evidence for a statement about two programs with these lines.
    pub fn of(
        evidence: &Evidence,
        statement: &Statement,
        reading: &Reading,
        lines: &[SourceLines; 2],
    ) -> ProofView {
        let Reading { names: readers, .. } = reading;
        let names: Vec<&String> = evidence.nodes.keys().collect();
        let end = 1 + names.len() as u32;
        let places = evidence.nodes.values().map(|node| Place {
            spots: Side::BOTH.map(|side| spot(side, &node.holds, lines, reading.end)),
            says: sentences(&node.holds, readers).into_iter().map(|it| it.says).collect(),
        });
        let ends = Spot { kind: SpotKind::End, ..START };
        let scripts = std::iter::once(&evidence.start)
            .chain(evidence.nodes.values().map(|node| &node.script));
        let mut rounds = Vec::new();
        for (from, script) in (0..).zip(scripts) {
            let mut ways = BTreeMap::new();
            follow(script, [0; 2], &mut ways);
            rounds.extend(ways.into_iter().map(|(to, Taken { pairs, steps })| Round {
                from,
                to: Some(match to {
                    None => end,
                    Some(name) => {
                        names.iter().position(|it| **it == name).map_or(end, |at| 1 + at as u32)
                    }
                }),
                pairs,
                does: steps.map(|steps| instructions(&steps)),
            }));
        }
        let Theory { functions, lemmas } = theory(evidence, readers);
        let (claim, stopping, steps) = claimed(&reading.among, statement.extent);
        ProofView {
            claim,
            of_all: steps.is_none() && statement.inputs == Among::All,
            supports: statement.to_string(),
            steps,
            stopping,
            places: std::iter::once(Place { spots: [START; 2], says: Vec::new() })
                .chain(places)
                .chain([Place { spots: [ends; 2], says: Vec::new() }])
                .collect(),
            grouped: grouped(evidence, readers),
            rounds,
            rules: rules(evidence),
            measures: measures(evidence, readers),
            functions,
            lemmas,
        }
    }
}

/// The measures of the nodes.
fn measures(evidence: &Evidence, names: &Names) -> Vec<String> {
    let measures = evidence.nodes.values().filter_map(|node| {
        // A constant component of a measure only orders the nodes.
        let is_word = |text: &&String| text.parse::<u64>().is_err();
        let words: Vec<String> =
            node.measure.iter().filter(is_word).map(|it| names.in_words(it)).collect();
        (!words.is_empty()).then(|| words.join(", then "))
    });
    measures.collect()
}

/// The claim in words, what it is about termination, and its bound on steps.
fn claimed(among: &str, extent: Extent) -> (String, ShownStopping, Option<u64>) {
    let (stopping, steps) = match extent {
        Extent::Always => (ShownStopping::Alike, None),
        Extent::IfBothStop => (ShownStopping::Open, None),
        Extent::UpTo(steps) => (ShownStopping::Alike, Some(steps)),
        Extent::IfBothStopWithin(steps) => (ShownStopping::Open, Some(steps)),
    };
    let claim = match extent {
        Extent::Always => {
            "they give the same where both stop. They stop on the same inputs.".to_owned()
        }
        Extent::IfBothStop => {
            "they give the same where both stop. That they stop on the same inputs is not shown."
                .to_owned()
        }
        Extent::UpTo(steps) => {
            format!(
                "on which one of them stops within {steps} steps, the other one stops, too, and they give the same."
            )
        }
        Extent::IfBothStopWithin(steps) => {
            format!("they give the same where both stop within {steps} steps.")
        }
    };
    (format!("On {among} {claim}"), stopping, steps)
}

/// The start of a program.
const START: Spot = Spot { kind: SpotKind::Start, address: None, line: None };

/// The location of a program at a node.
fn spot(side: Side, holds: &Invariant, lines: &[SourceLines; 2], end: u32) -> Spot {
    let (kind, address) = match holds.at.get(&side).and_then(|at| number(at)) {
        Some(address) if address == end => (SpotKind::End, None),
        Some(address) => (SpotKind::Loop, Some(address)),
        None => (SpotKind::Fault, None),
    };
    let line = address.and_then(|at| lines[side.index()].at(Address(at)));
    Spot { kind, address, line }
}

/// A number of evidence: decimal, or hexadecimal after `0x`.
pub(super) fn number(text: &str) -> Option<u32> {
    let hexadecimal = text.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16).ok());
    hexadecimal.unwrap_or_else(|| text.parse().ok())
}

/// The facts at each place in groups; none at the start and at the end.
fn grouped(evidence: &Evidence, names: &Names) -> Vec<Vec<String>> {
    let nodes = evidence.nodes.values().map(|node| groups(&node.holds, names).lines());
    std::iter::once(Vec::new()).chain(nodes).chain([Vec::new()]).collect()
}

/// The facts of an invariant in groups.
fn groups(holds: &Invariant, names: &Names) -> Groups {
    let names = &names.at(holds);
    let mut registers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (register, value) in &holds.registers {
        registers.entry(value).or_default().push(register);
    }
    let registers = registers.into_iter().map(|(value, registers)| Equal {
        names: registers,
        value: match value {
            _ if holds.any.iter().any(|name| name == value) => Common::Any,
            _ if value.contains(|it: char| it.is_ascii_alphabetic()) => {
                Common::Term(names.in_words(value))
            }
            number => Common::Number(names.in_words(number).trim_matches(['(', ')']).to_owned()),
        },
    });
    let mut groups = Groups::of_registers(registers.collect(), facts(holds, names));
    groups.shared.extend(memories(holds, names));
    groups
}

/// What an invariant has about both memories.
fn memories(holds: &Invariant, names: &Names) -> Vec<String> {
    let are_untouched = Side::BOTH.iter().all(|side| holds.untouched.contains(side));
    let untouched = are_untouched.then(|| "neither program has stored anything".to_owned());
    let shared = holds.regions.values().filter(|region| region.of == ["left", "right"]);
    let shared = shared.map(|RegionText { from, size, .. }| {
        let (from, size) = (names.in_words(from), names.in_words(size));
        format!("both memories are the same on {size} bytes from {from}")
    });
    untouched.into_iter().chain(shared).collect()
}

/// A sentence about both states at a place.
pub(super) struct Sentence<'e> {
    /// The sentence.
    pub says: String,
    /// What it says.
    pub claim: Claimed<'e>,
}

/// What a sentence says.
pub(super) enum Claimed<'e> {
    /// These registers have this value.
    Equal { registers: Vec<&'e str>, value: &'e str },
    /// A fact.
    Fact(&'e FactText),
}

/// An invariant as sentences, each once: what relates both programs first, then what is known of one, then orders, and
/// constants last.
pub(super) fn sentences<'e>(holds: &'e Invariant, names: &Names) -> Vec<Sentence<'e>> {
    let names = &names.at(holds);
    let mut registers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (register, value) in &holds.registers {
        registers.entry(value).or_default().push(register);
    }
    let equal = registers.into_iter().filter_map(|(value, registers)| {
        let is_any = holds.any.iter().any(|name| name == value);
        let is_number = !value.contains(|it: char| it.is_ascii_alphabetic());
        let words = || registers.iter().map(|it| names.in_words(it)).collect::<Vec<_>>();
        let says = match (is_any, is_number) {
            // A variable of the invariant has no name for the reader.
            (true, _) if registers.len() == 1 => return None,
            (true, _) => words().join(" = "),
            (false, true) => format!("{} = {}", folded_names(&registers), names.in_words(value)),
            (false, false) => [words(), vec![names.in_words(value)]].concat().join(" = "),
        };
        let rank = if is_number && !is_any { Rank::Constant } else { Rank::of(&says) };
        Some((rank, Sentence { says, claim: Claimed::Equal { registers, value } }))
    });
    let mut seen = BTreeSet::new();
    let facts = holds.facts.values().filter_map(|fact| {
        let says = names.fact(fact);
        let sentence = Sentence { says: says.clone(), claim: Claimed::Fact(fact) };
        seen.insert(says).then(|| (Rank::of(&sentence.says), sentence))
    });
    let mut all: Vec<(Rank, Sentence<'e>)> = equal.chain(facts).collect();
    all.sort_by_key(|(rank, _)| *rank);
    all.into_iter().map(|(_, sentence)| sentence).collect()
}

/// What a sentence is about, in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Both,
    One,
    Order,
    Constant,
}

impl Rank {
    fn of(says: &str) -> Rank {
        match (says.contains(" = "), SIDES.iter().all(|side| says.contains(&format!("{side} ")))) {
            (true, true) => Rank::Both,
            (true, false) => Rank::One,
            (false, _) => Rank::Order,
        }
    }
}

/// How often each rule is used, also in lemmas, functions and contracts.
fn rules(evidence: &Evidence) -> Vec<RuleUse> {
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    count(&serde_json::json!(evidence), &mut times);
    let mut rules: Vec<RuleUse> =
        times.into_iter().map(|(rule, times)| RuleUse { rule, times }).collect();
    rules.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.rule.cmp(&b.rule)));
    rules
}

/// Counts the applications of rules in a part of evidence: the objects with a field `rule`.
fn count(part: &Value, times: &mut BTreeMap<String, u32>) {
    match part {
        Value::Object(fields) => {
            if let Some(Value::String(rule)) = fields.get("rule") {
                *times.entry(rule.clone()).or_default() += 1;
            }
            fields.values().for_each(|field| count(field, times));
        }
        Value::Array(items) => items.iter().for_each(|item| count(item, times)),
        _ => {}
    }
}

/// The number of pairs of paths to a place, and the range of instructions on them.
struct Taken {
    pairs: u32,
    steps: [RangeInclusive<u64>; 2],
}

/// Follows a script to the nodes that it reaches; `None` is the end of both programs.
fn follow(script: &Script, mut steps: [u64; 2], ways: &mut BTreeMap<Option<String>, Taken>) {
    for step in script {
        let to = match step {
            Step::Run { run: (side, count) } => {
                steps[side.index()] += count;
                continue;
            }
            Step::Rule(rule) => {
                rule.cases.iter().for_each(|case| follow(case, steps, ways));
                continue;
            }
            Step::Arrive { arrive, .. } => Some(arrive.clone()),
            Step::End { end: End::Both, .. } => None,
            _ => continue,
        };
        let taken = ways
            .entry(to)
            .or_insert_with(|| Taken { pairs: 0, steps: steps.map(|count| count..=count) });
        taken.pairs += 1;
        for (range, count) in taken.steps.iter_mut().zip(steps) {
            *range = *range.start().min(&count)..=*range.end().max(&count);
        }
    }
}

/// `3 instructions`, `3 to 8 instructions`
fn instructions(steps: &RangeInclusive<u64>) -> String {
    match (steps.start(), steps.end()) {
        (1, 1) => "1 instruction".to_owned(),
        (least, most) if least == most => format!("{least} instructions"),
        (least, most) => format!("{least} to {most} instructions"),
    }
}
