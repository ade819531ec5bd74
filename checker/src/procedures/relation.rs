//! Relations over words: states that satisfy one, and proofs that states do.

use std::collections::BTreeMap;

use super::claim::{Held, Memory as Memories, Said, Spot, Sum};
use crate::advisor::Relation;
use crate::execute::State;
use crate::frame::{Frame, Used, name};
use crate::memory::{Contents, Memory};
use crate::obligation::{Goal, Kind, Obligation, Scene};
use crate::refusal::{Refusal, malformed};
use crate::terms::{Condition, Fact, Terms, Word};
use crate::walk::{Departure, Walk};

/// The values of an activation, and its memories at the entry.
pub struct Activation {
    /// By the names of values.
    pub values: BTreeMap<u32, Word>,
    /// For each program.
    pub memories: [Memory; 2],
}

/// Unknown memories, by origin. Of each two numbers, the second is the right program's, if its memory may differ from
/// the left one's.
#[derive(Clone, Copy)]
pub enum Free {
    /// At the entry.
    Entry = 0,
    /// After some execution since the entry.
    Since = 2,
    /// After a call.
    Behind = 4,
}

/// Two unknown memories; `same` states whether they are equal.
pub fn free(scene: &mut Scene, kind: Free, same: bool) -> [Memory; 2] {
    let first = kind as u32;
    [first, first + u32::from(!same)].map(|number| scene.memories.memory(Contents::Free(number)))
}

/// The memories that a relation describes, given those at the entry.
pub fn memories(
    scene: &mut Scene,
    said: Memories,
    at_entry: [Memory; 2],
    kind: Free,
) -> [Memory; 2] {
    let fresh = free(scene, kind, said.same);
    [0, 1].map(|side| match (said.kept[side], said.same && said.kept[1 - side]) {
        (true, _) => at_entry[side],
        (_, true) => at_entry[1 - side],
        _ => fresh[side],
    })
}

/// The words that a relation mentions. Those that it states to be equal are symbols with this prefix.
pub fn words(
    terms: &mut Terms,
    said: &Said,
    values: &BTreeMap<u32, Word>,
    prefix: &str,
) -> Result<BTreeMap<Spot, Word>, Refusal> {
    let mut words = BTreeMap::new();
    let mut put = |terms: &mut Terms, sums: &[Sum], base: Word| {
        for &Sum(spot, offset) in sums {
            let offset = terms.constant(offset);
            words.insert(spot, terms.add(base, offset));
        }
    };
    put(terms, &said.known, Terms::ZERO);
    for (value, sums) in &said.values {
        let Some(&base) = values.get(value) else { return malformed("a value has no name") };
        put(terms, sums, base);
    }
    for (index, sums) in said.equal.iter().enumerate() {
        let base = terms.symbol(&format!("{prefix}equal.{index}"));
        put(terms, sums, base);
    }
    Ok(words)
}

/// The word at a spot: its known value, or a symbol with this prefix.
pub fn word(terms: &mut Terms, words: &BTreeMap<Spot, Word>, spot: Spot, prefix: &str) -> Word {
    match words.get(&spot) {
        Some(&word) => word,
        None => terms.symbol(&format!("{prefix}{spot}")),
    }
}

/// The state of a program with these known words.
pub fn state(
    terms: &mut Terms,
    words: &BTreeMap<Spot, Word>,
    (side, prefix): (usize, &str),
    (stack, memory): (Word, Memory),
) -> State {
    let mut held = |held: Held| word(terms, words, Spot { side, held }, prefix);
    let mut registers = [Terms::ZERO; 32];
    for number in 1..32u8 {
        registers[usize::from(number)] = held(Held::Register(number));
    }
    let (high, low) = (held(Held::High), held(Held::Low));
    let slots = words.iter().filter_map(|(spot, &word)| match *spot {
        Spot { side: of, held: Held::Stack(slot) } if of == side => Some((slot, word)),
        _ => None,
    });
    let slots = slots.collect();
    let frame = Frame { side, stack, slots, used: Used::default(), read: 0 };
    State { registers, high, low, memory, taken: Terms::ZERO, frame: Some(frame) }
}

/// The word of a state at a spot.
pub fn held(terms: &mut Terms, state: &State, Spot { side, held }: Spot) -> Word {
    match held {
        Held::Register(number) => state.registers[usize::from(number)],
        Held::High => state.high,
        Held::Low => state.low,
        Held::Stack(slot) => {
            let known = state.frame.as_ref().and_then(|frame| frame.slots.get(&slot));
            // It is unchanged since the path began.
            known.copied().unwrap_or_else(|| terms.symbol(&name(side, slot)))
        }
    }
}

/// Proves the claims of a relation one by one.
pub struct Showing<'s, 'w, 'c> {
    pub walk: &'w mut Walk<'c>,
    pub start: &'s Departure,
    pub conditions: &'s [Condition],
    pub kind: Kind,
    /// The relation.
    pub relation: Relation,
}

impl Showing<'_, '_, '_> {
    /// Refuses unless a word is zero; `of` is the word that the relation is about.
    fn zero(&mut self, word: Word, of: Option<Spot>) -> Result<(), Refusal> {
        if self.walk.scene.terms.folded(Fact::Zero(word)) == Some(true) {
            return Ok(());
        }
        if let Some(of) = of {
            self.walk.advisor.relates(self.relation, of);
        }
        self.walk.must(&Obligation {
            kind: self.kind,
            node: self.start.node,
            conditions: self.conditions,
            zeros: &[],
            goal: Goal::Zero(word),
            claim: None,
        })
    }

    /// A word minus a constant.
    fn base(
        &mut self,
        &Sum(spot, offset): &Sum,
        held: &mut dyn FnMut(&mut Terms, Spot) -> Word,
    ) -> Word {
        let terms = &mut self.walk.scene.terms;
        let word = held(terms, spot);
        let offset = terms.constant(offset);
        terms.sub(word, offset)
    }

    /// Refuses unless words equal a base plus their constants; the base is given, or that of the first word.
    fn same(
        &mut self,
        base: Option<Word>,
        sums: &[Sum],
        held: &mut dyn FnMut(&mut Terms, Spot) -> Word,
    ) -> Result<Option<Word>, Refusal> {
        let mut base = base;
        for sum in sums {
            let own = self.base(sum, held);
            match base {
                None => base = Some(own),
                Some(base) => {
                    let difference = self.walk.scene.terms.sub(own, base);
                    self.zero(difference, Some(sum.0))?;
                }
            }
        }
        Ok(base)
    }

    /// Refuses unless words satisfy a relation of an activation.
    pub fn words(
        &mut self,
        said: &Said,
        values: &BTreeMap<u32, Word>,
        held: &mut dyn FnMut(&mut Terms, Spot) -> Word,
    ) -> Result<(), Refusal> {
        self.same(Some(Terms::ZERO), &said.known, held)?;
        for (value, sums) in &said.values {
            let Some(&base) = values.get(value) else { return malformed("a value has no name") };
            self.same(Some(base), sums, held)?;
        }
        for sums in &said.equal {
            self.same(None, sums, held)?;
        }
        Ok(())
    }

    /// The values of an activation, from words that must satisfy the precondition.
    pub fn values(
        &mut self,
        before: &Said,
        held: &mut dyn FnMut(&mut Terms, Spot) -> Word,
    ) -> Result<BTreeMap<u32, Word>, Refusal> {
        self.same(Some(Terms::ZERO), &before.known, held)?;
        let mut values = BTreeMap::new();
        for (&value, sums) in &before.values {
            let Some(base) = self.same(None, sums, held)? else {
                return malformed("a value is not said to be anything");
            };
            values.insert(value, base);
        }
        Ok(values)
    }

    /// Refuses unless memories satisfy a relation, given those at the entry.
    pub fn memories(
        &mut self,
        said: Memories,
        memories: [Memory; 2],
        at_entry: [Memory; 2],
    ) -> Result<(), Refusal> {
        for side in [0, 1] {
            if said.kept[side] {
                self.same_memory(memories[side], at_entry[side])?;
            }
        }
        match said.same {
            true => self.same_memory(memories[0], memories[1]),
            false => Ok(()),
        }
    }

    /// Refuses unless two memories agree at an arbitrary address.
    fn same_memory(&mut self, one: Memory, other: Memory) -> Result<(), Refusal> {
        if one == other {
            return Ok(());
        }
        let Scene { terms, memories } = &mut self.walk.scene;
        let address = terms.symbol("anywhere");
        let [a, b] = [one, other].map(|memory| memories.load(terms, memory, address, &|_| None));
        let difference = terms.sub(a, b);
        self.zero(difference, None)
    }
}
