//! Recursive procedures: a call is one step of a path, whose results are functions of the procedure's arguments.
//!
//! A procedure is recursive if a path from its entry calls it again before it returns; procedures in between are
//! followed as part of the path, so mutual recursion becomes recursion of one procedure. Paths within it begin at its
//! entry, with any stack pointer and any return address. What callers may assume after a call is found by a greatest
//! fixed point: at first every register is restored and no word above the stack pointer is changed; paths through the
//! procedure take back what they do not keep.

use std::collections::{BTreeSet, VecDeque};

use tamarin_kernel::claim::Word;
use tamarin_kernel::execute::State;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Instruction;
use tamarin_kernel::scope::TermState;
use tamarin_kernel::term::{Contents, Head, Memory, Node, Term};

use super::tree::{Arrival, Tree};
use super::{CUTS, Cut, Depth, FRAMES, Graph, Template};
use crate::tactics::Effort;
use crate::{Budget, Open};

/// What becomes of a procedure's first activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// It is a call like those within.
    #[default]
    Call,
    /// It is followed as part of the caller's path, so that what holds only of recursive calls is known of each call.
    Follow,
}

/// What callers know of a recursive procedure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Procedure {
    /// For each register, whether it is restored.
    pub kept: Vec<bool>,
    /// The distance above the stack pointer at the entry from which memory is unchanged, in bytes.
    pub above: u64,
    /// The distance above the stack pointer at the entry of the end of the highest word that is accessed, in bytes.
    pub reach: u64,
    /// The registers whose values behind a call matter.
    pub results: BTreeSet<usize>,
}

/// A condition for the stack to have room.
pub struct Room {
    /// The loop from which a procedure is called; none if it is called from the start.
    pub from: Option<usize>,
    /// The procedure's cut.
    pub cut: usize,
    /// What is known where it is called.
    pub facts: Vec<Fact>,
    /// The condition.
    pub fits: Fact,
}

/// A call of a recursive procedure.
#[derive(Clone)]
pub struct Call {
    /// The procedure's cut.
    pub cut: usize,
    /// The state at the entry.
    pub state: TermState,
    /// The registers behind the call; those that are not restored are symbols.
    pub behind: Vec<Term>,
    /// The memory behind the call.
    pub memory: Memory,
}

impl Graph<'_> {
    /// Whether the program has a recursive procedure.
    pub fn has_procedures(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Follows first activations of procedures from now on; returns whether there is one and this changes anything.
    pub fn follow_first(&mut self, budget: &mut Budget) -> Result<bool, Open> {
        if self.entries.is_empty() || self.first == First::Follow {
            return Ok(false);
        }
        self.first = First::Follow;
        self.build(budget).map(|()| true)
    }

    /// Whether the stack has room for all activations of each procedure that is called from outside.
    pub fn has_room(&mut self, measures: &[Vec<Term>], budget: &mut Budget) -> Result<bool, Open> {
        let Ok(rooms) = self.rooms(measures) else { return Ok(false) };
        Ok(rooms.iter().all(|room| self.follows(&room.facts, &room.fits, Effort::Full, budget)))
    }

    /// For each call of a procedure from outside, the condition that the stack has room for all its activations.
    ///
    /// # Errors
    ///
    /// A procedure has no measure of one word, or its frames have no known size.
    pub fn rooms(&mut self, measures: &[Vec<Term>]) -> Result<Vec<Room>, Open> {
        let stack = self.prover.machine.stack;
        let mut rooms = Vec::new();
        for from in (0..self.cuts.len()).map(Some).chain([None]) {
            let tree = from.map_or(&self.start, |from| &self.cuts[from].tree).clone();
            for Arrival { facts, to: cut, state } in tree.arrivals(&self.calls) {
                if self.cuts[cut].procedure.is_none() || from == Some(cut) {
                    continue;
                }
                let step = i128::from(self.activation(cut)?);
                let (&[measure], true) = (&measures[cut][..], step > 0) else {
                    return Err(Open::Obligation("how deep recursion is".into()));
                };
                let measure = self.there(cut, &state, measure)?;
                let bottom = -i128::from(self.stack_bottom());
                let terms = &mut self.prover.terms;
                let sum = [(measure, step), (state.registers[stack], -1)];
                let fits = Fact::new(terms, sum, bottom)?;
                let mut known = self.prover.inputs.facts().to_vec();
                known.extend(from.iter().flat_map(|from| self.cuts[*from].domain.clone()));
                known.extend(facts);
                rooms.push(Room { from, cut, facts: known, fits });
            }
        }
        Ok(rooms)
    }

    /// The greatest distance between the stack pointers at a procedure's entry and where it calls itself, in bytes.
    pub fn activation(&mut self, cut: usize) -> Result<u64, Open> {
        let stack = self.prover.machine.stack;
        let entry = self.cuts[cut].registers[stack];
        let mut most = 0;
        for arrival in self.cuts[cut].tree.clone().arrivals(&self.calls) {
            if arrival.to == cut {
                let distance = self.prover.terms.sub(entry, arrival.state.registers[stack])?;
                let distance = self.prover.terms.as_constant(distance);
                let half = self.prover.terms.width.half();
                let distance = distance.filter(|it| *it < half);
                let unknown = || Open::Obligation("how large a frame is".into());
                most = most.max(distance.ok_or_else(unknown)?);
            }
        }
        Ok(most)
    }

    /// The stack pointer at the program's start.
    pub fn stack_top(&self) -> Option<u64> {
        let machine = self.prover.machine;
        match self.claim.start[self.side.index()].registers.get(machine.registers[machine.stack]) {
            Some(Word::Number(top)) => Some(*top),
            _ => None,
        }
    }

    /// The lowest stack pointer with which a recursive procedure is called.
    pub fn stack_bottom(&self) -> u64 {
        self.prover.terms.text_end(self.side.index()) + FRAMES
    }

    /// The link register.
    pub fn link(&self) -> Option<usize> {
        self.link
    }

    /// The facts about the stack pointer at the entry of a procedure: it is aligned, and in the stack.
    pub fn stack_facts(&mut self, cut: usize) -> Result<Vec<Fact>, Open> {
        if self.cuts[cut].procedure.is_none() {
            return Ok(Vec::new());
        }
        let (machine, bottom) = (self.prover.machine, self.stack_bottom());
        let reach = self.procedure(self.cuts[cut].template.pc).reach;
        let pointer = self.cuts[cut].registers[machine.stack];
        let top = self.stack_top().ok_or_else(|| Open::Obligation("where the stack is".into()))?;
        let terms = &mut self.prover.terms;
        let shift = machine.width.bits() - machine.layout.cell.trailing_zeros();
        let low_bits = terms.scale(pointer, 1 << shift)?;
        Ok(vec![
            Fact::zero(terms, low_bits)?,
            Fact::new(terms, [(pointer, 1)], i128::from(top.saturating_sub(reach)))?,
            Fact::new(terms, [(pointer, -1)], -i128::from(bottom))?,
        ])
    }

    /// Notes where the next instruction accesses memory, in a path from a procedure's entry.
    pub(super) fn reaches(
        &mut self,
        now: &TermState,
        pc: u64,
        from: Option<usize>,
    ) -> Result<(), Open> {
        let Some(cut) = from.map(|from| &self.cuts[from]).filter(|cut| cut.procedure.is_some())
        else {
            return Ok(());
        };
        let (entry, pointer) = (cut.template.pc, cut.registers[self.prover.machine.stack]);
        let Some(Instruction::Load(access) | Instruction::Store(access)) = self.instruction(pc)
        else {
            return Ok(());
        };
        let Some(base) = access.base else { return Ok(()) };
        let terms = &mut self.prover.terms;
        let offset = terms.constant(access.offset);
        let at = terms.add(now.registers[base], offset)?;
        let distance = terms.sub(at, pointer)?;
        let end = terms.as_constant(distance).map(|it| it.wrapping_add(terms.layout.word));
        if let Some(end) = end.filter(|end| *end < FRAMES) {
            let known = self.procedure(entry);
            let is_new = end > known.reach;
            known.reach = end.max(known.reach);
            self.is_stale |= is_new;
        }
        Ok(())
    }

    /// Follows calls and returns along a path. Returns whether the path is at the entry of a recursive procedure; if it
    /// is one that was not known to be recursive, the paths are stale.
    pub(super) fn enters(
        &mut self,
        now: &TermState,
        pc: u64,
        from: Option<usize>,
        depth: &mut Depth,
    ) -> bool {
        let link = self.link.and_then(|link| self.prover.terms.as_constant(now.registers[link]));
        while depth.within.last().is_some_and(|(_, behind)| *behind == pc) {
            depth.within.pop();
        }
        if self.entries.contains(&pc) {
            let is_first = self.first == First::Follow
                && from.is_none_or(|from| self.cuts[from].procedure.is_none())
                && !depth.within.iter().any(|(entry, _)| *entry == pc);
            if is_first {
                depth.within.extend(link.map(|behind| (pc, behind)));
            }
            return !is_first;
        }
        if !self.called.contains(&pc) {
            return false;
        }
        if depth.within.iter().any(|(entry, _)| *entry == pc) {
            self.is_stale = true;
            self.entries.insert(pc);
            return true;
        }
        depth.within.extend(link.map(|behind| (pc, behind)));
        false
    }

    /// A call of the procedure at an address: its index, and the state behind it.
    pub(super) fn call(
        &mut self,
        state: TermState,
        pc: u64,
        open: &mut VecDeque<usize>,
    ) -> Result<(usize, TermState), Open> {
        let cut = self.entered(&state, pc, open)?;
        let names = self.prover.machine.registers;
        let Procedure { kept, .. } = self.procedure(pc).clone();
        let mut behind = state.registers.clone();
        for (number, word) in behind.iter_mut().enumerate() {
            if !kept[number] {
                *word = self.prover.terms.fresh(names[number])?;
            }
        }
        let memory = self.prover.terms.fresh_memory("behind");
        let link = self.link.map(|link| state.registers[link]);
        let pc = link.ok_or_else(|| Open::Obligation("where a procedure returns".into()))?;
        let next = State { pc, registers: behind.clone(), memory, ..state.clone() };
        self.calls.push(Call { cut, state, behind, memory });
        Ok((self.calls.len() - 1, next))
    }

    /// What is assumed of the procedure at an entry.
    pub fn procedure(&mut self, entry: u64) -> &mut Procedure {
        let count = self.prover.machine.registers.len();
        self.assumed
            .entry(entry)
            .or_insert_with(|| Procedure { kept: vec![true; count], ..Procedure::default() })
    }

    /// The cut of the procedure at an address; its constants are weakened to those that hold in the calling state.
    fn entered(
        &mut self,
        state: &TermState,
        pc: u64,
        open: &mut VecDeque<usize>,
    ) -> Result<usize, Open> {
        let terms = &self.prover.terms;
        let mut registers: Vec<Option<u64>> =
            state.registers.iter().map(|word| terms.as_constant(*word)).collect();
        for changes in [Some(self.prover.machine.stack), self.link].into_iter().flatten() {
            registers[changes] = None;
        }
        let is_it = |cut: &Cut| cut.procedure.is_some() && cut.template.pc == pc;
        if let Some(cut) = self.cuts.iter().position(is_it) {
            let known = &mut self.cuts[cut].template.registers;
            let before = known.clone();
            for (known, word) in known.iter_mut().zip(registers) {
                *known = known.filter(|known| word == Some(*known));
            }
            if *known != before && !open.contains(&cut) {
                open.push_back(cut);
            }
            return Ok(cut);
        }
        if self.cuts.len() == CUTS {
            return Err(Open::Spent("cuts"));
        }
        let template = Template { pc, registers, cells: Default::default(), is_untouched: false };
        let memory = self.prover.terms.memory(Contents::Start(self.side.index()));
        let procedure = Some(self.procedure(pc).clone());
        self.cuts.push(Cut {
            template,
            tree: Tree::Dead,
            variables: Vec::new(),
            domain: Vec::new(),
            memory,
            procedure,
            registers: Vec::new(),
        });
        open.push_back(self.cuts.len() - 1);
        Ok(self.cuts.len() - 1)
    }

    /// The end of a path that jumps to an address which is not constant: the procedure in which it began returns.
    pub(super) fn returned(&mut self, state: TermState, from: Option<usize>) -> Result<Tree, Open> {
        let unknown = || Open::Obligation("where a program jumps is not known".into());
        let (from, link) = from.zip(self.link).ok_or_else(unknown)?;
        let Cut { template, registers, memory, procedure, .. } = &self.cuts[from];
        let (entry, base) = (template.pc, *memory);
        if procedure.is_none() || registers[link] != state.pc {
            return Err(unknown());
        }
        let restored: Vec<bool> =
            registers.iter().zip(&state.registers).map(|(before, now)| before == now).collect();
        let stack = self.prover.machine.stack;
        if !restored[stack] {
            return Err(Open::Obligation("a procedure restores the stack pointer".into()));
        }
        let pointer = registers[stack];
        let above = self.stored_above(state.memory, base, pointer)?;
        let known = self.procedure(entry);
        let before = known.clone();
        known.above = known.above.max(above);
        for (kept, restored) in known.kept.iter_mut().zip(restored) {
            *kept &= restored;
        }
        self.is_stale |= *known != before;
        Ok(Tree::Return(state))
    }

    /// The distance above a stack pointer of the end of the highest word that a path has stored, in bytes.
    fn stored_above(
        &mut self,
        mut memory: Memory,
        base: Memory,
        pointer: Term,
    ) -> Result<u64, Open> {
        let mut above = 0;
        while memory != base {
            if let Some(call) = self.calls.iter().find(|call| call.memory == memory) {
                memory = call.state.memory;
                continue;
            }
            let Contents::Store { before, at, .. } = *self.prover.terms.contents(memory) else {
                return Err(Open::Obligation("which memory a procedure changes".into()));
            };
            let terms = &mut self.prover.terms;
            let distance = terms.sub(at, pointer)?;
            let distance = terms.as_constant(distance);
            let distance =
                distance.ok_or_else(|| Open::Obligation("where a procedure stores".into()))?;
            if distance < terms.width.half() {
                above = above.max(distance + terms.layout.word);
            }
            memory = before;
        }
        Ok(above)
    }

    /// Replaces loads from memories behind calls by those from the memory before them, where it is unchanged.
    pub(super) fn behind_calls(&mut self, state: &mut TermState) -> Result<(), Open> {
        if self.calls.is_empty() {
            return Ok(());
        }
        for number in 0..state.registers.len() {
            state.registers[number] = self.before_calls(state.registers[number])?;
        }
        state.pc = self.before_calls(state.pc)?;
        Ok(())
    }

    /// A load from a memory behind a call, as one from the memory before it, where it is unchanged.
    pub(super) fn before_calls(&mut self, mut word: Term) -> Result<Term, Open> {
        loop {
            let terms = &self.prover.terms;
            let Some(atom) = terms.as_atom(word) else { return Ok(word) };
            let Node { head: Head::Load(memory), operands } = terms.node(atom) else {
                return Ok(word);
            };
            let (memory, at) = (*memory, operands[0]);
            let Some(call) = self.calls.iter().find(|call| call.memory == memory) else {
                return Ok(word);
            };
            let (before, cut) = (call.state.memory, call.cut);
            let pointer = call.state.registers[self.prover.machine.stack];
            let entry = self.cuts[cut].template.pc;
            let above = self.procedure(entry).above;
            let distance = self.prover.terms.sub(at, pointer)?;
            let distance = self.prover.terms.as_constant(distance);
            if !distance.is_some_and(|it| it >= above && it < FRAMES) {
                return Ok(word);
            }
            word = self.prover.terms.load(before, at)?;
        }
    }
}
