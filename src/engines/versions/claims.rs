//! The results for two programs in the form of a certificate: their pairs of procedures with the
//! relations at entries, points and returns.

use std::collections::BTreeMap;

use tamarin_checker::procedures::claim::{Goes, PairClaim, PointClaim, Procedures, Until};

use super::expressions::Translation;
use super::pairs::{Analysis, Compared, ENTRY, Followed, Key, SyncPoint};
use super::said::said;

/// The claims about pairs of procedures that were found equal, the programs themselves first. The
/// number of steps for which they hold is added later.
pub(super) fn of(
    compared: &[Compared],
    procedures: &BTreeMap<Key, Analysis>,
    translation: &Translation<'_>,
) -> Procedures {
    let pairs = compared.iter().map(|one| pair(one, &procedures[&one.key], translation));
    Procedures { steps: None, pairs: pairs.collect() }
}

fn pair(compared: &Compared, procedure: &Analysis, translation: &Translation<'_>) -> PairClaim {
    let entry = &procedure.entry;
    let points = compared.followed.iter().filter(|(place, _)| **place != ENTRY);
    let point = |(&at, followed): (&SyncPoint, &[Followed; 2])| PointClaim {
        at,
        says: said(&procedure.points[&at], entry),
        facts: procedure
            .facts
            .get(&at)
            .into_iter()
            .flatten()
            .filter_map(|&fact| translation.fact(fact))
            .collect(),
        goes: goes(followed),
    };
    let mut before = said(entry, entry);
    // No `Since` class exists at the entry.
    before.memory.kept = [false; 2];
    PairClaim {
        entries: compared.key.entries,
        exits: [None; 2],
        before,
        goes: compared.followed.get(&ENTRY).map(goes).unwrap_or_default(),
        points: points.map(point).collect(),
        behind: procedure.exit.as_ref().map(|exit| {
            // Callers know about the words that are not stored to.
            let mut exit = exit.clone();
            for (slots, touched) in exit.slots.iter_mut().zip(&procedure.touched) {
                slots.retain(|slot, _| touched.contains(slot));
            }
            said(&exit, entry)
        }),
        ensures: Vec::new(),
        variant: None,
        stored: procedure.touched.each_ref().map(|slots| slots.iter().copied().collect()),
    }
}

fn goes(followed: &[Followed; 2]) -> Goes {
    Goes {
        until: followed
            .each_ref()
            .map(|side| side.until.map(|(executed, times)| Until { executed, times })),
        enters: followed.each_ref().map(|side| side.entered.iter().copied().collect()),
        loops: Default::default(),
    }
}
