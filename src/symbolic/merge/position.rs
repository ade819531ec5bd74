//! The position of a state in its program, and the order in which states continue.
//!
//! States that can meet have to wait for each other. A state inside a call or a loop continues
//! before those behind it. Of two states in one loop, the one with fewer iterations continues
//! first.

use std::collections::BTreeMap;

use crate::flow::{self, Successors};

/// A loop of the text: from the target of a backward branch to the last
/// branch that goes back there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    head: u32,
    last: u32,
}

impl Loop {
    fn contains(self, pc: u32) -> bool {
        (self.head..=self.last).contains(&pc)
    }
}

/// The loops of a text, outer ones first.
pub(super) fn loops(words: &[u32]) -> Vec<Loop> {
    let mut last = BTreeMap::new();
    for (index, &word) in words.iter().enumerate() {
        let pc = index as u32 * 4;
        if let Some(Successors::Branch { target, .. } | Successors::One(target)) =
            flow::successors(pc, word)
            && target <= pc
        {
            last.insert(target, pc);
        }
    }
    last.into_iter().map(|(head, last)| Loop { head, last }).collect()
}

/// The position of a state within one call: the pc, or the address of the call that it waits for.
#[derive(Clone, Debug, Default)]
struct Frame {
    pc: u32,
    /// The enclosing loops, with the number of back branches taken in each.
    rounds: Vec<(Loop, u32)>,
}

impl Frame {
    fn go(&mut self, target: u32, loops: &[Loop]) {
        let is_back = target <= self.pc;
        let around = loops.iter().filter(|around| around.contains(target));
        let rounds = around.map(|&around| {
            let known = self.rounds.iter().find(|(known, _)| *known == around);
            let again = is_back && target == around.head;
            (around, known.map_or(0, |&(_, rounds)| rounds + u32::from(again)))
        });
        (self.rounds, self.pc) = (rounds.collect(), target);
    }
}

/// The calls in progress, outermost first.
#[derive(Clone, Debug, Default)]
pub(super) struct Position(Vec<Frame>);

impl Position {
    pub fn pc(&self) -> u32 {
        self.0.last().map_or(0, |frame| frame.pc)
    }

    pub fn go(&mut self, target: u32, loops: &[Loop]) {
        if let Some(frame) = self.0.last_mut() {
            frame.go(target, loops);
        }
    }

    pub fn call(&mut self, target: u32, loops: &[Loop]) {
        let mut frame = Frame::default();
        frame.go(target, loops);
        self.0.push(frame);
    }

    /// Handles a jump through a register, which usually returns to a call in progress.
    pub fn jump(&mut self, target: u32, loops: &[Loop]) {
        let waits = |frame: &Frame| frame.pc.wrapping_add(4) == target;
        let callers = &self.0[..self.0.len() - 1];
        if let Some(caller) = callers.iter().rposition(waits) {
            self.0.truncate(caller + 1);
        }
        self.go(target, loops);
    }

    /// The sort key of a position: states continue in its order, and states with equal keys meet.
    pub fn key(&self) -> Vec<u32> {
        let mut key = Vec::new();
        for frame in &self.0 {
            key.extend(frame.rounds.iter().flat_map(|&(around, rounds)| [around.head, rounds]));
            key.push(frame.pc);
        }
        key
    }
}
