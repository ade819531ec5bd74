//! Calls: the relation at the entry of two procedures, and after them.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::{
    Analysis, Call, Departure, ENTRY, Found, Key, OpenPoint, Origins, SyncPoint, To, Walk, Way,
};
use super::relation::{
    Class, LINK, Memory, ProgramState, RelatedWord, Relation, STACK, indices, split, term_of,
};
use super::run::{FRAME, Run};
use crate::evidence::Why;
use crate::machine::mips::Reg;
use crate::term::{Term, Terms};

/// Size in bytes of the stack area above its `$30` that a procedure's relation includes.
const ARGUMENTS: i32 = 256;

impl Walk<'_, '_> {
    /// The continuation after two calls, once the relation there is known.
    pub(super) fn call(
        &mut self,
        point: &Departure,
        runs: &mut [Run; 2],
        targets: [u32; 2],
        found: &mut Found,
    ) -> Result<(), OpenPoint> {
        let at = runs.each_ref().map(|run| run.at);
        let terms = &mut self.decider.terms;
        for run in runs.iter_mut() {
            run.state.words[LINK] = terms.word(run.at.wrapping_add(4));
        }
        let offsets = stack_offsets(terms, &point.origins, runs)?;
        let callee = Key { entries: targets, is_program: false };
        let steps = runs.each_ref().map(|run| run.steps + 1);
        found.call = Some(Call { callee, stack: offsets, steps });
        let states = runs.each_ref().map(|run| run.state.clone());
        let mut entry = Relation::of(terms, &self.symbols, &states);
        for (slots, offset) in entry.slots.iter_mut().zip(offsets) {
            let passed = slots.range(offset..offset.saturating_add(ARGUMENTS));
            *slots = passed.map(|(&slot, &word)| (slot - offset, word)).collect();
        }
        self.enter(callee, &entry.at_entry(), (point.key, point.place));
        let procedure = &self.procedures[&callee];
        let Some(exit) = &procedure.exit else { return Ok(()) };
        let called = Called { entry: &procedure.entry, exit, stored: &procedure.touched };
        let (states, touched) = behind(&mut self.decider.terms, &called, states, offsets);
        let touched = [0, 1].map(|side| {
            let mut all = runs[side].touched.clone();
            all.extend(&touched[side]);
            all
        });
        let to = To::Point(at.map(|at| at.wrapping_add(4)));
        let given = self.decider.given.clone();
        found.ways.push(Way { states, touched, given, to });
        Ok(())
    }

    /// Adds a call with this relation to a pair of procedures. The pair is analysed anew if the
    /// relation at its entry was too strong.
    fn enter(&mut self, callee: Key, entry: &Relation, caller: (Key, SyncPoint)) {
        let entry = match self.procedures.get(&callee) {
            Some(known) => known.entry.join(entry).at_entry(),
            None => entry.clone(),
        };
        let known = self.procedures.get_mut(&callee);
        let mut callers = match known {
            Some(known) if known.entry == entry => {
                known.callers.insert(caller);
                return;
            }
            known => known.map(|it| std::mem::take(&mut it.callers)).unwrap_or_default(),
        };
        callers.insert(caller);
        self.work.retain(|(of, _)| *of != callee);
        let mut begun = Analysis::new(entry);
        begun.callers = callers;
        if let Some(kept) = self.assumed.get(&callee) {
            begun.is_assumed = true;
            begun.exit = Some(assumed(&begun.entry, kept));
        }
        self.procedures.insert(callee, begun);
        self.work.insert((callee, ENTRY));
    }
}

/// The distance of `$30` at a call from its entry value in each program, in bytes.
fn stack_offsets(
    terms: &mut Terms,
    origins: &Origins,
    runs: &[Run; 2],
) -> Result<[i32; 2], OpenPoint> {
    let mut offsets = [0; 2];
    for side in 0..2 {
        let (base, at_call) = split(terms, runs[side].state.words[STACK]);
        let (stack, at_entry) = origins.stacks[side];
        let offset = at_call.wrapping_sub(at_entry) as i32;
        if base != stack || offset % 4 != 0 || offset.unsigned_abs() > FRAME {
            let at = runs.each_ref().map(|run| run.at);
            return Err(OpenPoint { at, why: Why::StackPointers });
        }
        offsets[side] = offset;
    }
    Ok(offsets)
}

/// The assumed relation after two procedures that are not known to be equivalent: each register is
/// equal in both. Preserved are those that were preserved on the paths explored so far, and those
/// known at the entry.
fn assumed(entry: &Relation, kept: &BTreeSet<usize>) -> Relation {
    let mut exit = entry.clone();
    for index in indices().filter(|index| ![STACK, LINK].contains(index)) {
        let [left, right] = [0, 1].map(|side| entry.words[side][index]);
        let is_known = left == right && left.class.is_none() && index != Reg::RESULT.index();
        if !is_known && !kept.contains(&index) {
            let class = Some(Class::Since(index as u32));
            exit.words.iter_mut().for_each(|words| words[index] = RelatedWord { class, offset: 0 });
        }
    }
    exit.memory = [Class::Since(0); 2];
    exit
}

/// The analysis of a pair of procedures that is called.
struct Called<'a> {
    entry: &'a Relation,
    exit: &'a Relation,
    /// The stack words that it stores to.
    stored: &'a [BTreeSet<i32>; 2],
}

/// The states after a call, and the stack words that were stored to, in the caller's frame.
fn behind(
    terms: &mut Terms,
    called: &Called<'_>,
    states: [ProgramState; 2],
    offsets: [i32; 2],
) -> ([ProgramState; 2], [BTreeSet<i32>; 2]) {
    let Called { entry, exit, stored } = *called;
    // The entry's classes as the caller's terms.
    let mut classes: BTreeMap<Class, Term> = BTreeMap::new();
    let mut memories: BTreeMap<Class, Memory> = BTreeMap::new();
    for side in 0..2 {
        let words =
            indices().map(|index| (entry.words[side][index], Some(states[side].words[index])));
        let slots = entry.slots[side]
            .iter()
            .map(|(slot, &word)| (word, states[side].slots.get(&(slot + offsets[side])).copied()));
        for (word, term) in words.chain(slots).collect::<Vec<_>>() {
            if let (Some(class), Some(term)) = (word.class, term) {
                let constant = terms.word(word.offset);
                let base = terms.sub(term, constant);
                classes.entry(class).or_insert(base);
            }
        }
        memories.entry(entry.memory[side]).or_insert_with(|| states[side].memory.clone());
    }
    let of = |terms: &mut Terms, word: RelatedWord| {
        term_of(terms, word, |terms, class| match (classes.get(&class), class) {
            (Some(&term), _) => term,
            (None, Class::Since(id)) => terms.symbol(&format!("c{id}")),
            (None, Class::Entry(id)) => terms.symbol(&format!("ce{id}")),
        })
    };
    let mut touched: [BTreeSet<i32>; 2] = Default::default();
    let mut side = 0;
    let states = states.map(|mut state| {
        let offset = offsets[side];
        state.words = exit.words[side].map(|word| of(terms, word));
        state.slots.retain(|&slot, _| slot >= offset);
        for &slot in &stored[side] {
            let here = slot + offset;
            match exit.slots[side].get(&slot) {
                Some(&word) => _ = state.slots.insert(here, of(terms, word)),
                None => _ = state.slots.remove(&here),
            }
            if here >= 0 {
                touched[side].insert(here);
            }
        }
        state.memory = match (memories.get(&exit.memory[side]), exit.memory[side]) {
            (Some(memory), _) => memory.clone(),
            (None, Class::Since(id)) => Memory::free(terms.memory_symbol(&format!("cm{id}"))),
            (None, Class::Entry(id)) => Memory::free(terms.memory_symbol(&format!("cme{id}"))),
        };
        side += 1;
        state
    });
    (states, touched)
}
