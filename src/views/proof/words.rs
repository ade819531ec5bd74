//! A proof as text.

use super::claims::{equation, order};
use super::{Place, ProofView, Round, RuleUse, Spot, SpotKind};
use crate::asm::SourceLine;
use crate::contract::Contract;
use crate::engines::alignment::claim::{Footprint, NodeClaim};
use crate::engines::statement::Among;
use crate::report::words::Value;

/// How much of the invariants a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facts {
    /// Groups of facts, few lines for each place.
    Few,
    /// Every fact, in the notation of hints.
    All,
}

/// Maximum number of lines about a place in a text with few facts.
const LINES: usize = 12;

impl ProofView {
    /// The proof as text.
    pub fn text(&self, facts: Facts) -> String {
        let mut text = format!("{}\n\nPlaces: the states of the automaton\n", self.claim);
        for (index, Place { spots, says }) in self.places.iter().enumerate() {
            text += &format!("{index:>4}  {}\n", where_both_are(spots));
            for claim in self.lines(index, says, facts) {
                text += &format!("      {claim}\n");
            }
        }
        text += "\nBetween them: its transitions\n";
        for Round { from, to, pairs, does: [left, right] } in &self.rounds {
            let to = to.map_or("-".to_owned(), |to| to.to_string());
            let ways = if *pairs == 1 { String::new() } else { format!(" ({pairs} ways)") };
            text += &format!("{from:>4} to {to:<3} left: {left}; right: {right}{ways}\n");
        }
        for (title, lines) in [
            ("The programs as functions", &self.functions),
            ("Proved of them by induction", &self.lemmas),
        ] {
            if !lines.is_empty() {
                text += &format!("\n{title}\n");
                lines.iter().for_each(|line| text += &format!("      {line}\n"));
            }
        }
        if !self.measures.is_empty() {
            text += "\nGets smaller, so no cycle goes on for ever\n";
            for measure in &self.measures {
                text += &format!("      {measure}\n");
            }
        }
        if !self.rules.is_empty() {
            let rules = self.rules.iter().map(|RuleUse { rule, times }| format!("{rule} {times}"));
            let rules: Vec<String> = rules.collect();
            text += &format!("\nRules of the kernel, and how often: {}\n", rules.join(", "));
        }
        text
    }

    /// The invariant at a place: as sentences, or in groups with at most [`LINES`] lines.
    fn lines(&self, place: usize, says: &[String], facts: Facts) -> Vec<String> {
        let grouped = self.grouped.get(place).filter(|lines| !lines.is_empty());
        let mut lines = match (facts, grouped) {
            (Facts::Few, Some(lines)) => lines.clone(),
            _ => says.to_vec(),
        };
        if facts == Facts::Few && lines.len() > LINES {
            let more = lines.len() - (LINES - 1);
            lines.truncate(LINES - 1);
            lines.push(format!("and {more} more (--all)"));
        }
        lines
    }
}

fn where_both_are([left, right]: &[Spot; 2]) -> String {
    match (left.kind, right.kind) {
        (SpotKind::Start, SpotKind::Start) => "start".to_owned(),
        (SpotKind::End, SpotKind::End) => "both have stopped".to_owned(),
        (SpotKind::Fault, SpotKind::Fault) => "both have faulted".to_owned(),
        _ => format!("left {}, right {}", place(left), place(right)),
    }
}

fn place(spot: &Spot) -> String {
    let at = |address: Option<u32>, line: Option<SourceLine>| match (line, address) {
        (Some(line), _) => format!("line {}", line.line),
        (None, Some(address)) => format!("{address:#x}"),
        (None, None) => "?".to_owned(),
    };
    match spot.kind {
        SpotKind::Start => "at its start".to_owned(),
        SpotKind::Loop => format!("in its loop at {}", at(spot.address, spot.line)),
        SpotKind::End => "has stopped".to_owned(),
        SpotKind::Fault => "has faulted".to_owned(),
    }
}

/// The inputs that a proof covers, under a contract.
pub fn among(among: &Among, contract: &Contract) -> String {
    let described = |inputs: &[u32]| contract.describe(inputs, Value);
    match among {
        Among::All => "all inputs".to_owned(),
        Among::OtherThan(inputs) => format!("all inputs other than {}", described(inputs)),
        Among::Before(inputs) => format!("all inputs smaller than {}", described(inputs)),
    }
}

/// The claims at a node as sentences; equations come first.
pub fn sentences(inputs: &[String], claim: &NodeClaim) -> Vec<String> {
    let equations = claim.equations.iter().map(|sum| equation(inputs, Some(claim), sum));
    let orders = claim.orders.iter().map(|of| order(inputs, claim, of));
    let agreement = claim.agreement.map(|footprint| match footprint {
        Footprint::Everywhere => "both memories are the same behind the programs".to_owned(),
        Footprint::Array => "both arrays have the same elements".to_owned(),
    });
    equations.chain(orders).chain(agreement).collect()
}
