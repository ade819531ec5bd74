//! Evidence as a reader looks at it: its nodes are the places, and its scripts say what the programs do
//! between them. The caller has had the kernel accept it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{End, FactText, Invariant, Script, Side, Step};

use super::{Place, ProofView, Round, ShownStopping, Spot, SpotKind, among};
use crate::asm::SourceLines;
use crate::contract::Contract;
use crate::engines::certify::Statement;
use crate::program::Address;

impl ProofView {
    /// What evidence shows that two programs with these lines are equivalent.
    pub fn of_evidence(
        evidence: &Evidence,
        contract: &Contract,
        lines: &[SourceLines; 2],
    ) -> ProofView {
        let statement = Statement::EQUIVALENT;
        let among = among(&statement.inputs, contract);
        let names: Vec<&String> = evidence.nodes.keys().collect();
        let end = 1 + names.len() as u32;
        let places = evidence.nodes.values().map(|node| Place {
            spots: Side::BOTH.map(|side| spot(side, &node.holds, lines)),
            says: sentences(&node.holds),
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
        let measures = evidence.nodes.values().filter(|node| !node.measure.is_empty());
        ProofView {
            claim: format!(
                "On {among} they give the same where both stop. They stop on the same inputs."
            ),
            of_all: true,
            supports: statement.to_string(),
            steps: None,
            stopping: ShownStopping::Alike,
            places: std::iter::once(Place { spots: [START; 2], says: Vec::new() })
                .chain(places)
                .chain([Place { spots: [ends; 2], says: Vec::new() }])
                .collect(),
            rounds,
            shown: Vec::new(),
            measures: measures.map(|node| node.measure.join(", ")).collect(),
            locations: Vec::new(),
            statement,
        }
    }
}

/// A program that starts.
const START: Spot =
    Spot { kind: SpotKind::Start, address: None, line: None, branch: None, branch_line: None };

/// Where a program is at a node.
fn spot(side: Side, holds: &Invariant, lines: &[SourceLines; 2]) -> Spot {
    let address = holds.at.get(&side).and_then(|at| at.parse().ok());
    let kind = if address.is_some() { SpotKind::Loop } else { SpotKind::Fault };
    let line = address.and_then(|at| lines[side.index()].at(Address(at)));
    Spot { kind, address, line, ..START }
}

/// An invariant: registers that hold one word, then those with a value of their own, then facts.
fn sentences(holds: &Invariant) -> Vec<String> {
    let mut registers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (register, value) in &holds.registers {
        registers.entry(value).or_default().push(spaced(register));
    }
    let is_any = |value: &str| holds.any.iter().any(|name| name == value);
    let (shared, alone): (Vec<_>, Vec<_>) =
        registers.into_iter().partition(|(_, names)| names.len() > 1);
    let equal = shared.into_iter().map(|(value, mut names)| {
        names.push(spaced(value));
        names.join(" = ")
    });
    // A word of its own, about which nothing is known unless a fact says it.
    let alone = alone.into_iter().map(|(value, names)| match is_any(value) {
        true => format!("{} is called {value}", names[0]),
        false => format!("{} = {}", names[0], spaced(value)),
    });
    equal.chain(alone).chain(holds.facts.values().map(fact)).collect()
}

/// `left $3` for `left.$3`.
fn spaced(text: &str) -> String {
    text.replace("left.$", "left $").replace("right.$", "right $")
}

fn fact(fact: &FactText) -> String {
    match fact {
        FactText::Text(text) => spaced(text),
        FactText::Sum { sum, most } => {
            let terms: Vec<String> =
                sum.iter().map(|(by, word)| format!("{by} * ({})", spaced(word))).collect();
            format!("{} <= {most}, without wrap-around", terms.join(" + "))
        }
    }
}

/// The pairs of paths to a place, and how many instructions the programs execute on them.
struct Taken {
    pairs: u32,
    steps: [RangeInclusive<u64>; 2],
}

/// Follows a script to the nodes where it arrives; none stands for the end of both programs.
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
