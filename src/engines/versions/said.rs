//! A relation for a reader: known words, words that are equal up to constants, and memories.

use std::collections::BTreeMap;

use super::relation::{Class, RelatedWord, Relation, held, indices};
use super::spot::{Held, Spot};

/// What holds for the words of both programs at a pair of locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Words with these constant values.
    pub known: Vec<Sum>,
    /// Words that equal a value plus a constant. A value has a number as its name, and is fixed during an activation.
    pub values: BTreeMap<u32, Vec<Sum>>,
    /// Words that equal one unknown word plus a constant.
    pub equal: Vec<Vec<Sum>>,
    /// Whether both memories are equal, apart from the stacks.
    pub same_memory: bool,
}

/// A word, and the constant added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum(pub Spot, pub u32);

/// A relation for a reader.
pub(super) fn said(relation: &Relation) -> Said {
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
    said.same_memory = relation.memory[0] == relation.memory[1];
    said
}
