//! Observations: both programs agree on them at their ends, and on memory if a node claims that.

use crate::certificate::{Certificate, Footprint, Observable, Start};
use crate::execute::{MEMORY_END, State};
use crate::memory::below;
use crate::obligation::{Goal, Kind, Obligation, Scene};
use crate::refusal::{Refusal, malformed};
use crate::terms::{Condition, Fact, Terms, Word};
use crate::walk::{Departure, Walk};

/// Refuses observations that do not exist.
pub(crate) fn is_there(certificate: &Certificate) -> Result<(), Refusal> {
    for observable in &certificate.observed.others {
        match *observable {
            Observable::Register(number) | Observable::Kept(number) if number >= 32 => {
                return malformed("a register is observed that there is not");
            }
            Observable::Word(at) if !at.is_multiple_of(4) || at >= MEMORY_END => {
                return malformed("a word is observed that there is not");
            }
            Observable::Array if certificate.programs.iter().any(|of| of.array.is_none()) => {
                return malformed("an array is observed, and there is none");
            }
            _ => {}
        }
    }
    Ok(())
}

/// The ends of both programs.
#[derive(Clone, Copy)]
struct End<'e> {
    start: &'e Departure,
    conditions: &'e [Condition],
    /// The index of the observation, as in [`Obligation::claim`].
    observed: usize,
}

impl Walk<'_> {
    /// At the end of both programs, all observations are equal.
    pub(crate) fn ends_agree(
        &mut self,
        start: &Departure,
        conditions: &[Condition],
        states: [&State; 2],
    ) -> Result<(), Refusal> {
        let observed = &self.certificate.observed;
        if observed.result {
            let words = states.map(|state| state.registers[3]);
            self.are_equal(&End { start, conditions, observed: 0 }, words)?;
        }
        for (index, &observable) in observed.others.iter().enumerate() {
            let end = End { start, conditions, observed: index + 1 };
            match observable {
                Observable::Register(number) => {
                    let words = states.map(|state| state.registers[usize::from(number)]);
                    self.are_equal(&end, words)?;
                }
                Observable::Kept(number) => self.are_kept_alike(&end, states, number)?,
                Observable::Word(at) => {
                    let at = self.scene.terms.constant(at);
                    self.words_agree(&end, states, [at; 2])?;
                }
                Observable::Array => self.arrays_agree(&end, states)?,
            }
        }
        Ok(())
    }

    fn are_equal(&mut self, end: &End<'_>, [a, b]: [Word; 2]) -> Result<(), Refusal> {
        let difference = self.scene.terms.sub(a, b);
        if self.scene.terms.folded(Fact::Zero(difference)) == Some(true) {
            return Ok(());
        }
        self.shown(end, Goal::Zero(difference))
    }

    fn shown(&mut self, end: &End<'_>, goal: Goal) -> Result<(), Refusal> {
        let End { start, conditions, observed } = *end;
        let (node, zeros, claim) = (start.node, &start.zeros[..], Some(observed));
        self.must(&Obligation { kind: Kind::Exit, node, conditions, zeros, goal, claim })
    }

    /// The words at one address are equal in both memories.
    fn words_agree(
        &mut self,
        end: &End<'_>,
        states: [&State; 2],
        addresses: [Word; 2],
    ) -> Result<(), Refusal> {
        let words = self.words(end.conditions, states, addresses);
        self.are_equal(end, words)
    }

    fn words(
        &mut self,
        conditions: &[Condition],
        states: [&State; 2],
        addresses: [Word; 2],
    ) -> [Word; 2] {
        let decided = |fact: Fact| {
            conditions.iter().rev().find(|known| known.fact == fact).map(|known| known.holds)
        };
        let Scene { terms, memories } = &mut self.scene;
        [0, 1].map(|side| memories.load(terms, states[side].memory, addresses[side], &decided))
    }

    /// A register has its start value in both programs or in neither.
    fn are_kept_alike(
        &mut self,
        end: &End<'_>,
        states: [&State; 2],
        number: u8,
    ) -> Result<(), Refusal> {
        let kept = [0, 1].map(|side| {
            let terms = &mut self.scene.terms;
            let before = match self.certificate.programs[side].registers.get(&number) {
                None => Terms::ZERO,
                Some(Start::Word(word)) => terms.constant(*word),
                Some(Start::Input(index)) => self.inputs[*index],
            };
            let change = terms.sub(states[side].registers[usize::from(number)], before);
            terms.fact(Fact::Zero(change))
        });
        for [given, goal] in [kept, kept.map(|kept| !kept)] {
            let folded = |condition: Condition| {
                self.scene.terms.folded(condition.fact).map(|holds| holds == condition.holds)
            };
            if folded(given) == Some(false) || folded(goal) == Some(true) {
                continue;
            }
            let conditions = &[end.conditions, &[given]].concat()[..];
            self.shown(&End { conditions, ..*end }, Goal::Holds(goal))?;
        }
        Ok(())
    }

    /// The elements of the arrays are equal, up to their length: one by one if the length is constant, otherwise at an
    /// arbitrary index.
    fn arrays_agree(&mut self, end: &End<'_>, states: [&State; 2]) -> Result<(), Refusal> {
        let arrays = self.certificate.programs.each_ref().map(|program| program.array);
        let [Some(left), Some(right)] = arrays else {
            return malformed("an array is observed, and there is none");
        };
        let lengths = [left, right].map(|array| self.inputs[array.length]);
        self.are_equal(end, lengths)?;
        let terms = &mut self.scene.terms;
        let known = terms.as_constant(lengths[0]);
        if let Some(length) = known.filter(|length| *length <= left.capacity.min(right.capacity)) {
            for index in 0..length {
                let addresses = [left, right]
                    .map(|array| self.scene.terms.constant(array.address.wrapping_add(4 * index)));
                self.words_agree(end, states, addresses)?;
            }
            return Ok(());
        }
        let (index, four) = (terms.symbol("element"), terms.constant(4));
        let is_there = Condition { fact: Fact::Less(false, index, lengths[0]), holds: true };
        let conditions = &[end.conditions, &[is_there]].concat()[..];
        let offset = terms.mul(four, index);
        let addresses = [left, right].map(|array| {
            let first = terms.constant(array.address);
            terms.add(first, offset)
        });
        self.words_agree(&End { conditions, ..*end }, states, addresses)
    }

    /// Two memories agree on a footprint, except for the tracked words of either: proved at one arbitrary address.
    pub(crate) fn memories_agree(
        &mut self,
        start: &Departure,
        conditions: &[Condition],
        states: [&State; 2],
        footprint: Footprint,
    ) -> Result<(), Refusal> {
        let Scene { terms, memories } = &mut self.scene;
        let address = terms.symbol("anywhere");
        let mut all = conditions.to_vec();
        all.push(memories.is_on(terms, footprint, address));
        if footprint == Footprint::Everywhere {
            // Implied, since the footprint is after both texts.
            for side in [0, 1] {
                let fact = below(terms, address, memories.text_end(side));
                all.push(Condition { fact, holds: false });
            }
        }
        for &cell in self.certificate.tracked.iter().flatten() {
            let cell = terms.constant(cell);
            let distance = terms.sub(cell, address);
            all.push(!terms.fact(Fact::Zero(distance)));
        }
        // Drop conditions that hold by constants.
        all.retain(|condition| terms.folded(condition.fact) != Some(condition.holds));
        let [a, b] = self.words(&all, states, [address; 2]);
        let terms = &mut self.scene.terms;
        let difference = terms.sub(a, b);
        if terms.folded(Fact::Zero(difference)) == Some(true) {
            return Ok(());
        }
        let (node, zeros, goal) = (start.node, &start.zeros[..], Goal::Zero(difference));
        let (kind, conditions) = (Kind::Step, &all[..]);
        self.must(&Obligation { kind, node, conditions, zeros, goal, claim: None })
    }
}
