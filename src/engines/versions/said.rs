//! Relations in the form of a certificate: known words, equal sums, memories.

use std::collections::BTreeMap;

use tamarin_checker::procedures::claim::{Held, Memory, Said, Spot, Sum};

use super::relation::{Class, RelatedWord, Relation, held, indices};

/// The certificate form of a relation.
pub(super) fn said(relation: &Relation, entry: &Relation) -> Said {
    let mut said = Said::default();
    let mut since: BTreeMap<u32, Vec<Sum>> = BTreeMap::new();
    let mut put = |spot: Spot, RelatedWord { class, offset }: RelatedWord| {
        let sum = Sum(spot, offset);
        match class {
            None => said.known.push(sum),
            Some(Class::Entry(value)) => said.values.entry(value).or_default().push(sum),
            Some(Class::Since(id)) => since.entry(id).or_default().push(sum),
        }
    };
    for side in 0..2 {
        for index in indices() {
            put(Spot { side, held: held(index) }, relation.words[side][index]);
        }
        for (&slot, &word) in &relation.slots[side] {
            put(Spot { side, held: Held::Stack(slot) }, word);
        }
    }
    // A word that equals no other is arbitrary.
    said.equal = since.into_values().filter(|words| words.len() > 1).collect();
    let is_kept = |side: usize| relation.memory[side] == entry.memory[side];
    said.memory =
        Memory { same: relation.memory[0] == relation.memory[1], kept: [0, 1].map(is_kept) };
    said
}
