//! What was found of two programs, as a certificate has it: their pairs of procedures with what
//! holds at entries, points and returns.

use std::collections::BTreeMap;

use tamarin_checker::procedures::claim::{
    Goes, Held, Memory, PairClaim, PointClaim, Procedures, Said, Spot, Sum, Until,
};

use super::pairs::{Compared, ENTRY, Followed, Key, Place, Procedure};
use super::relation::{Class, HI, LO, Relation, Word, indices};

/// What is claimed of pairs of procedures that were found to be equal, the programs themselves
/// first. How many steps it holds for is not said yet.
pub(super) fn of(compared: &[Compared], procedures: &BTreeMap<Key, Procedure>) -> Procedures {
    let pairs = compared.iter().map(|one| pair(one, &procedures[&one.key]));
    Procedures { steps: None, pairs: pairs.collect() }
}

fn pair(compared: &Compared, procedure: &Procedure) -> PairClaim {
    let entry = &procedure.entry;
    let points = compared.followed.iter().filter(|(place, _)| **place != ENTRY);
    let point = |(&at, followed): (&Place, &[Followed; 2])| PointClaim {
        at,
        says: said(&procedure.points[&at], entry),
        goes: goes(followed),
    };
    let mut before = said(entry, entry);
    // Nothing has come since.
    before.memory.kept = [false; 2];
    PairClaim {
        entries: compared.key.entries,
        before,
        goes: compared.followed.get(&ENTRY).map(goes).unwrap_or_default(),
        points: points.map(point).collect(),
        behind: procedure.exit.as_ref().map(|exit| {
            // Callers know themselves of words that are not stored to.
            let mut exit = exit.clone();
            for (slots, touched) in exit.slots.iter_mut().zip(&procedure.touched) {
                slots.retain(|slot, _| touched.contains(slot));
            }
            said(&exit, entry)
        }),
        stored: procedure.touched.each_ref().map(|slots| slots.iter().copied().collect()),
    }
}

fn goes(followed: &[Followed; 2]) -> Goes {
    Goes {
        until: followed
            .each_ref()
            .map(|side| side.until.map(|(executed, times)| Until { executed, times })),
        enters: followed.each_ref().map(|side| side.entered.iter().copied().collect()),
    }
}

/// What a relation says.
fn said(relation: &Relation, entry: &Relation) -> Said {
    let mut said = Said::default();
    let mut since: BTreeMap<u32, Vec<Sum>> = BTreeMap::new();
    let mut put = |spot: Spot, Word { class, offset }: Word| {
        let sum = Sum(spot, offset);
        match class {
            None => said.known.push(sum),
            Some(Class::Entry(value)) => said.values.entry(value).or_default().push(sum),
            Some(Class::Since(id)) => since.entry(id).or_default().push(sum),
        }
    };
    for side in 0..2 {
        for index in indices() {
            let held = match index {
                HI => Held::High,
                LO => Held::Low,
                number => Held::Register(number as u8),
            };
            put(Spot { side, held }, relation.words[side][index]);
        }
        for (&slot, &word) in &relation.slots[side] {
            put(Spot { side, held: Held::Stack(slot) }, word);
        }
    }
    // A word that is equal to no other is any.
    said.equal = since.into_values().filter(|words| words.len() > 1).collect();
    let is_kept = |side: usize| relation.memory[side] == entry.memory[side];
    said.memory =
        Memory { same: relation.memory[0] == relation.memory[1], kept: [0, 1].map(is_kept) };
    said
}
