//! Checks the form of claims about procedures. It does not check whether any claim is true.

use std::collections::{BTreeMap, BTreeSet};

use super::claim::{
    Expression, Fact, Held, Memory, PairClaim, Procedures, Said, Spot, Value, Variant,
};
use crate::certificate::{Among, Certificate, Observable, Start, Stopping};
use crate::frame::FRAME;
use crate::refusal::{Refusal, malformed};

/// Maximum numbers of pairs of procedures, and of points of all pairs.
const PAIRS: usize = 4_096;
const POINTS: usize = 65_536;
/// Maximum number of words in a relation.
const WORDS: usize = 4_096;
/// Maximum number of facts at a point, and of subexpressions in a fact.
const FACTS: usize = 256;
const PARTS: usize = 512;

/// The pairs of procedures by their entries, except for the programs themselves.
///
/// # Errors
///
/// The claims are malformed, or exceed a limit.
pub fn pairs(
    certificate: &Certificate,
    claims: &Procedures,
) -> Result<BTreeMap<[u32; 2], usize>, Refusal> {
    let Certificate { among, stopping, entry, lead, tracked, nodes, measures, .. } = certificate;
    let says_else = *entry != [None; 2]
        || lead.is_some()
        || tracked.iter().any(|cells| !cells.is_empty())
        || !nodes.is_empty()
        || !measures.is_empty();
    if says_else {
        return malformed("it speaks of loops and of procedures");
    }
    if *among != Among::All || *stopping > Stopping::Alike {
        return malformed("it claims what procedures do not show");
    }
    let [left, right] = &certificate.programs;
    if left.stream != right.stream {
        return malformed("the programs are given other streams");
    }
    for program in [left, right] {
        if program.registers.get(&31) != Some(&Start::Word(program.return_address)) {
            return malformed("a program's $31 is not the address that ends it");
        }
    }
    // Relations must not refer to words in a text.
    let is_in_text =
        |at: u32| [left, right].iter().any(|program| (at as usize) < 4 * program.words.len());
    let mut others = certificate.observed.others.iter();
    if others.any(|observable| matches!(observable, Observable::Word(at) if is_in_text(*at))) {
        return malformed("a word of a text is observed");
    }
    let points = claims.pairs.iter().map(|pair| pair.points.len()).sum::<usize>();
    if claims.pairs.len() > PAIRS || points > POINTS {
        return Err(Refusal::Limit("pairs of procedures, or points"));
    }
    let Some((programs, called)) = claims.pairs.split_first() else {
        return malformed("no pair is about the programs themselves");
    };
    if programs.entries != [0; 2] || programs.behind.is_some() || programs.exits != [None; 2] {
        return malformed("the first pair is not the programs themselves");
    }
    if spots(&programs.before).any(|held| matches!(held, Held::Stack(_))) {
        return malformed("there is a fact about the stack at the start");
    }
    if programs.before.memory.same && left.array != right.array {
        return malformed("the programs are not given the same array");
    }
    claims.pairs.iter().try_for_each(is_sensible)?;
    let mut indices = BTreeMap::new();
    for (index, pair) in called.iter().enumerate() {
        if indices.insert(pair.entries, index + 1).is_some() {
            return malformed("two pairs of procedures are the same");
        }
    }
    Ok(indices)
}

fn is_sensible(pair: &PairClaim) -> Result<(), Refusal> {
    let PairClaim { entries, exits, before, points, behind, ensures, variant, stored, .. } = pair;
    if (0..2).any(|side| exits[side] == Some(entries[side])) {
        return malformed("a loop is left where it begins");
    }
    if behind.is_none() && !ensures.is_empty() {
        return malformed("something is ensured where nothing returns");
    }
    if ensures.len() > FACTS {
        return Err(Refusal::Limit("facts of a pair of procedures"));
    }
    ensures.iter().try_for_each(|fact| is_about(fact, before))?;
    let is_slot_word =
        |part: &Expression| matches!(part, Expression::Word(Spot { held: Held::Stack(_), .. }));
    if ensures.iter().flat_map(Fact::parts).any(is_slot_word) {
        return malformed("what is ensured speaks of the stack");
    }
    if let Some(Variant { of, .. }) = variant {
        of.parts().into_iter().try_for_each(|part| match part {
            Expression::Word(_) => malformed("a variant is made of other words than values"),
            part => is_named(part, before),
        })?;
        if of.parts().len() > PARTS {
            return Err(Refusal::Limit("a variant"));
        }
    }
    if !before.equal.is_empty() || before.memory.kept != [false; 2] {
        return malformed("what holds at an entry speaks of what has come since");
    }
    if before.values.values().any(Vec::is_empty) {
        return malformed("a value is not said to be anything");
    }
    if stored.iter().flatten().any(|&slot| slot < 0 || !is_slot(slot)) {
        return malformed("a word that is stored to is not on the stack above its entry");
    }
    let mut seen = BTreeSet::new();
    if points.iter().any(|point| !seen.insert(point.at)) {
        return malformed("there are two points for the same place");
    }
    for point in points {
        if point.facts.len() > FACTS {
            return Err(Refusal::Limit("facts of a point"));
        }
        point.facts.iter().try_for_each(|fact| is_about(fact, before))?;
    }
    let said = points.iter().map(|point| &point.says).chain(behind);
    for said in said.chain([before]) {
        if said.values.keys().any(|value| !before.values.contains_key(value)) {
            return malformed("a value has no name at the entry");
        }
        let mut seen = BTreeSet::new();
        if sums(said).any(|sum| !seen.insert(sum.0)) {
            return malformed("a word has two facts");
        }
        if seen.len() > WORDS {
            return Err(Refusal::Limit("words of a relation"));
        }
        if spots(said).any(|held| matches!(held, Held::Stack(slot) if !is_slot(slot))) {
            return malformed("a word is not on the stack");
        }
    }
    Ok(())
}

/// Whether a fact refers only to words that exist.
fn is_about(fact: &Fact, before: &Said) -> Result<(), Refusal> {
    if fact.parts().count() > PARTS {
        return Err(Refusal::Limit("a fact"));
    }
    for part in fact.parts() {
        match part {
            Expression::Word(Spot { held: Held::Stack(slot), .. }) if !is_slot(*slot) => {
                return malformed("a word is not on the stack");
            }
            part => is_named(part, before)?,
        }
    }
    Ok(())
}

/// Whether a value is defined.
fn is_named(part: &Expression, before: &Said) -> Result<(), Refusal> {
    match part {
        Expression::Value(Value(value)) if !before.values.contains_key(value) => {
            malformed("a value has no name at the entry")
        }
        _ => Ok(()),
    }
}

fn is_slot(slot: i32) -> bool {
    slot % 4 == 0 && slot.unsigned_abs() <= FRAME
}

fn sums(said: &Said) -> impl Iterator<Item = &super::claim::Sum> {
    let Said { known, values, equal, memory: Memory { .. } } = said;
    known.iter().chain(values.values().flatten()).chain(equal.iter().flatten())
}

fn spots(said: &Said) -> impl Iterator<Item = Held> {
    sums(said).map(|sum| sum.0.held)
}
