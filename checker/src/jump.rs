//! Jumps to computed addresses, on paths from the start.
//!
//! A jump itself never faults; the following fetch decides where it leads, in this order. The address that ends a
//! program ends it, whatever else is there. An address that is not a multiple of 4, or not in memory, faults. An
//! address in the text is one of its words. After the text memory is zero, which is not an instruction and so faults,
//! except where the path has stored or an array lies.
//!
//! Each of these questions is a decision of the path, like that of a branch. A word of the text is found by binary
//! search over the text. So a path needs few conditions about its target even in a long program, and one answer rules
//! out each part of the text that the target cannot be in. That the target is the word at `first` follows from three
//! conditions: it is a multiple of 4, not below `first`, and below `first + 4`. If earlier decisions imply the outcome,
//! as those for the other program often do, nothing is asked.
//!
//! If a target is loaded from the text, for example from a jump table, the search is over the address in the table
//! instead, which is easier for bit-blasting; that address determines the target.

use crate::execute::{MEMORY_END, Machine, Stuck, Undecided};
use crate::memory::{Contents, below};
use crate::obligation::Scene;
use crate::terms::{Condition, Fact, Node, Word};

/// The target of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    /// This address.
    At(u32),
    /// A location where no instruction can be fetched.
    Fault,
    /// A location with unknown contents.
    Stuck(Stuck),
}

impl Machine<'_> {
    /// The target of a jump. Decisions about it become conditions of the path.
    pub(crate) fn lands(&mut self, target: Word) -> Result<Landing, Undecided> {
        if let Some(address) = self.known_number(target) {
            return Ok(Landing::At(address));
        }
        if let Some(address) = self.loaded(target)? {
            return Ok(Landing::At(address));
        }
        let return_address = self.program.return_address;
        if self.is_at(target, return_address)? {
            return Ok(Landing::At(return_address));
        }
        if !self.decide(Fact::LowZero(target, 2))? {
            return Ok(Landing::Fault);
        }
        let in_memory = below(self.terms(), target, MEMORY_END);
        if !self.decide(in_memory)? {
            return Ok(Landing::Fault);
        }
        let text_end = self.text_end;
        let in_text = below(self.terms(), target, text_end);
        if !self.decide(in_text)? {
            return self.lands_behind_text(target);
        }
        Ok(match self.word_of_text(target)? {
            Some(address) => Landing::At(address),
            None => Landing::Stuck(Stuck::OtherCode),
        })
    }

    /// If a word is loaded from the unmodified text, possibly plus a constant: its value, once the address is known.
    fn loaded(&mut self, word: Word) -> Result<Option<u32>, Undecided> {
        let Scene { terms, memories } = &self.scene;
        let Some((atom, number)) = terms.atom_and_number(word) else { return Ok(None) };
        let Some(&Node::Load(memory, from)) = terms.node(atom) else { return Ok(None) };
        let Contents::Initial(side) = *memories.contents(memory) else { return Ok(None) };
        let text_end = self.text_end;
        let in_text = below(self.terms(), from, text_end);
        let is_ours = side == self.program.side;
        if !is_ours || !self.decide(Fact::LowZero(from, 2))? || !self.decide(in_text)? {
            return Ok(None);
        }
        let Some(from) = self.word_of_text(from)? else { return Ok(None) };
        let loaded = self.scene.memories.image(side).get(from as usize / 4);
        Ok(loaded.map(|loaded| loaded.wrapping_add(number)))
    }

    /// The address in the text that a word equals, if the word is a multiple of 4 and below the text's end.
    fn word_of_text(&mut self, word: Word) -> Result<Option<u32>, Undecided> {
        if let Some(address) = self.known_number(word) {
            return Ok(Some(address));
        }
        let [mut first, mut end] = [0, self.text_end];
        while end - first > 4 {
            let middle = first + (end - first) / 8 * 4;
            let before = below(self.terms(), word, middle);
            match self.decide(before)? {
                true => end = middle,
                false => first = middle,
            }
        }
        if first == end {
            return Ok(None);
        }
        let address = self.terms().constant(first);
        let distance = self.terms().sub(word, address);
        let is_there = self.terms().fact(Fact::Zero(distance));
        self.path.conditions.push(is_there);
        Ok(Some(first))
    }

    fn lands_behind_text(&mut self, target: Word) -> Result<Landing, Undecided> {
        let mut memory = self.path.state.memory;
        while let Contents::Store(before, at, _) = *self.scene.memories.contents(memory) {
            if let Some(at) = self.terms().as_constant(at)
                && self.is_at(target, at)?
            {
                return Ok(Landing::At(at));
            }
            memory = before;
        }
        let word = self.load_tested(target)?;
        match self.decide(Fact::Zero(word))? {
            true => Ok(Landing::Fault),
            false => Ok(Landing::Stuck(Stuck::OtherCode)),
        }
    }

    /// The value of a word, if it is constant or determined by decisions.
    pub(crate) fn known_number(&mut self, word: Word) -> Option<u32> {
        let Machine { scene, premises, path, .. } = self;
        if let Some(number) = scene.terms.as_constant(word) {
            return Some(number);
        }
        let known = premises.iter().chain(&path.conditions);
        known.rev().find_map(|condition| {
            let &Condition { fact: Fact::Zero(zero), holds: true } = condition else { return None };
            // `word - number` or `number - word` is zero.
            let less = scene.terms.sub(word, zero);
            let more = scene.terms.add(word, zero);
            scene.terms.as_constant(less).or_else(|| scene.terms.as_constant(more))
        })
    }
}
