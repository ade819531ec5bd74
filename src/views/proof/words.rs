//! A proof as text.

use tamarin_checker::advisor::Pair;
use tamarin_checker::certificate::{
    Among, Certificate, Footprint, Location, Name, NodeClaim, Observable, Observed, Pieces,
    Product, Stopping,
};

use super::{Place, ProofView, Round, Shown, ShownBy, Spot, SpotKind};
use crate::asm::SourceLine;
use crate::contract::Contract;
use crate::report::words::Value;
pub(super) use crate::report::words::claims::{equation, measured, order};

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
        if !self.shown.is_empty() {
            text += "\nShown, by the number in the certificate (what is plain once both sides are \
                     multiplied out has none)\n";
        }
        for Shown { number, place, says, by, steps, .. } in &self.shown {
            let by = match by {
                ShownBy::Bits => format!("bits, {steps} steps"),
                ShownBy::Boxes => format!("intervals, {steps} boxes"),
                ShownBy::Algebra => format!("algebra, {steps} terms"),
            };
            text += &format!("{number:>4}  from {place}: {says} ({by})\n");
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
        (SpotKind::Return, SpotKind::Return) => "both return".to_owned(),
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
        SpotKind::Loop if spot.branch.is_none() => {
            format!("in its loop at {}", at(spot.address, spot.line))
        }
        SpotKind::Loop => format!(
            "back at {} from {}",
            at(spot.address, spot.line),
            at(spot.branch, spot.branch_line)
        ),
        SpotKind::Procedure => format!("begins at {}", at(spot.address, spot.line)),
        SpotKind::Point => format!("at {}", at(spot.address, spot.line)),
        SpotKind::Return => "returns".to_owned(),
        SpotKind::End => "has stopped".to_owned(),
        SpotKind::Fault => "has faulted".to_owned(),
        SpotKind::ForEver => "runs for ever".to_owned(),
        SpotKind::Late => "takes more steps".to_owned(),
    }
}

/// What a program does on a transition, as a phrase.
pub(super) fn does(pair: &Pair, pieces: Pieces, side: usize) -> String {
    let before = pair.from[side];
    let Some(to) = pair.to else { return "is not taken".to_owned() };
    match (to[side], pieces[side]) {
        _ if before.is_final() => "has ended".to_owned(),
        (_, Some(0)) => "waits".to_owned(),
        (Location::Done, _) => "goes to its end".to_owned(),
        (Location::Fault, _) => "faults".to_owned(),
        (Location::ForEver, _) => "runs for ever".to_owned(),
        (Location::Late, _) => "takes more steps".to_owned(),
        (Location::Called { .. }, _) => "calls".to_owned(),
        (Location::Return { .. }, _) => "returns".to_owned(),
        (Location::Cut { .. }, Some(1)) if before == Location::Entry => {
            "comes to its loop".to_owned()
        }
        (Location::Cut { .. }, Some(1)) => "one round".to_owned(),
        (Location::Cut { .. }, Some(2)) => "two rounds".to_owned(),
        (_, Some(count)) => format!("{count} rounds"),
        (_, None) => "goes on".to_owned(),
    }
}

/// The inputs that a proof covers, under the contract of its certificate.
pub fn among(among: &Among, contract: &Contract) -> String {
    let described = |inputs: &[u32]| contract.describe(inputs, Value);
    match among {
        Among::All => "all inputs".to_owned(),
        Among::OtherThan(inputs) => format!("all inputs other than {}", described(inputs)),
        Among::Before(inputs) => format!("all inputs smaller than {}", described(inputs)),
    }
}

/// The proved claim.
pub(super) fn claim(certificate: &Certificate, contract: &Contract) -> String {
    let among = format!("On {}", among(&certificate.among, contract));
    let stopping = match certificate.stopping {
        Stopping::Open => "That they stop on the same inputs is not shown.",
        Stopping::Alike => "They stop on the same inputs.",
        Stopping::Always => "Both stop or fault on each.",
    };
    match certificate.procedures.as_ref().and_then(|claims| claims.steps) {
        // The bound is the size of the stack.
        Some(steps) => format!(
            "{among} on which one of them stops within {steps} steps, the other one stops, too, \
             and they give the same."
        ),
        None => match certificate.within {
            Some(within) => {
                format!("{among} they give the same where both stop within {within} steps.")
            }
            None => format!("{among} they give the same where both stop. {stopping}"),
        },
    }
}

/// The obligation that both programs agree on an observation, by its number, or, without a number,
/// that no program stops where the other does not.
pub(super) fn ends_alike(observed: &Observed, number: Option<usize>) -> String {
    let other = match number {
        None => return "where one program stops, the other one does, too".to_owned(),
        Some(0) => None,
        Some(number) => observed.others.get(number - 1),
    };
    match other {
        None => "both end with the same $3".to_owned(),
        Some(Observable::Register(number)) => format!("both end with the same ${number}"),
        Some(Observable::Kept(number)) => format!("both keep ${number}, or neither does"),
        Some(Observable::Word(at)) => format!("both end with the same word at {at:#x}"),
        Some(Observable::Array) => "both end with the same array".to_owned(),
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

/// The display order of sentences: those about both programs come first, those that give a constant
/// come last.
pub(super) fn reading_order(claim: &NodeClaim) -> Vec<usize> {
    let sides = |names: &mut dyn Iterator<Item = Name>| {
        let mut about = [false; 2];
        for name in names {
            match name {
                Name::Input(_) => {}
                Name::Register(side, _)
                | Name::High(side)
                | Name::Low(side)
                | Name::Cell(side, _)
                | Name::Taken(side) => about[side] = true,
                Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_) => {
                    for name in parts(claim, name) {
                        if let Name::Register(side, _) = name {
                            about[side] = true;
                        }
                    }
                }
            }
        }
        about == [true; 2]
    };
    let of_equation = |sum: &Vec<Product>| {
        let words = || sum.iter().flat_map(|Product(_, names)| names.iter().copied());
        match (sides(&mut words()), words().count()) {
            (true, _) => 0,
            (false, 2..) => 1,
            _ => 3,
        }
    };
    let equations = claim.equations.iter().map(of_equation);
    let orders = claim.orders.iter().map(|_| 2);
    let ranks: Vec<u32> = equations.chain(orders).chain(claim.agreement.map(|_| 0)).collect();
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&index| ranks[index]);
    order
}

/// The words in an expression.
fn parts(claim: &NodeClaim, name: Name) -> Vec<Name> {
    match name {
        Name::Sum(index) => {
            let sum = claim.sums.get(index).into_iter().flatten();
            sum.flat_map(|Product(_, names)| names.iter().copied()).collect()
        }
        Name::Quotient(index) | Name::Remainder(index) => match claim.divisions.get(index) {
            Some(division) => {
                let of = [division.dividend, division.divisor];
                let of = of
                    .into_iter()
                    .filter(|name| !matches!(name, Name::Quotient(_) | Name::Remainder(_)));
                of.flat_map(|name| parts(claim, name)).collect()
            }
            None => Vec::new(),
        },
        name => vec![name],
    }
}
