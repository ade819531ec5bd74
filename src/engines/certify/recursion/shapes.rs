//! Chooses which loop of one program to pair with which procedure of the other one.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::flow::{Successors, successors};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::program::Address;

/// Maximum number of steps of a run.
pub const STEPS: u32 = 12_000;

/// A loop of one program paired with a recursive procedure of the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The program with the loop: the left one (0) or the right one (1).
    pub looping: usize,
    /// The head of the loop.
    pub head: u32,
    /// The entry of the procedure.
    pub entry: u32,
}

/// The counts of a run.
#[derive(Default)]
struct Counted {
    /// How often each address was reached.
    times: BTreeMap<u32, u32>,
    /// The targets of back branches.
    heads: BTreeSet<u32>,
    /// Procedures that have called themselves, and those that have done so twice in an activation,
    /// or indirectly.
    recursive: BTreeSet<u32>,
    others: BTreeSet<u32>,
}

/// A call in progress.
struct Call {
    entry: u32,
    next: u32,
    has_called: bool,
}

/// The successors of the instruction at an address.
fn leads(image: &Image, at: u32) -> Option<Successors> {
    let word = image.words().get(Address(at).word_index())?;
    successors(at, *word)
}

fn counted(image: &Rc<Image>, inputs: &Inputs) -> Option<Counted> {
    let mut counted = Counted::default();
    let mut calls: Vec<Call> = Vec::new();
    let mut before = None;
    let is_done = follow(image, inputs, &mut |machine| {
        let pc = machine.state.pc;
        *counted.times.entry(pc).or_default() += 1;
        let from = before.replace(pc);
        let Some(from) = from else { return };
        match leads(image, from) {
            Some(Successors::Branch { .. } | Successors::One(_)) if pc <= from => {
                _ = counted.heads.insert(pc)
            }
            Some(Successors::Call) => {
                if calls.iter().any(|call| call.entry == pc) {
                    counted.recursive.insert(pc);
                    let last = calls.last_mut().filter(|call| call.entry == pc && !call.has_called);
                    match last {
                        Some(last) => last.has_called = true,
                        None => _ = counted.others.insert(pc),
                    }
                }
                calls.push(Call { entry: pc, next: from.wrapping_add(4), has_called: false });
            }
            Some(Successors::Jump) if calls.last().is_some_and(|call| call.next == pc) => {
                calls.pop();
            }
            _ => {}
        }
    });
    is_done.then_some(counted)
}

/// Runs a program and calls `see` before each instruction; returns whether it stopped.
pub fn follow(image: &Rc<Image>, inputs: &Inputs, see: &mut dyn FnMut(&Machine)) -> bool {
    let mut machine = Machine::new(image, inputs);
    for _ in 0..STEPS {
        see(&machine);
        match machine.run(1, &mut ()) {
            Stop::Done => return true,
            Stop::Fault(_) => return false,
            Stop::OutOfFuel => {}
        }
    }
    false
}

/// Loops and procedures that are reached equally often on all runs, most frequent first.
pub fn all(images: [&Rc<Image>; 2], inputs: &[Inputs]) -> Vec<Shape> {
    let runs: Vec<[Counted; 2]> = inputs
        .iter()
        .filter_map(|inputs| {
            let [left, right] = images.map(|image| counted(image, inputs));
            Some([left?, right?])
        })
        .collect();
    let mut shapes: Vec<(u32, Shape)> = Vec::new();
    for looping in [0, 1] {
        let all = |of: fn(&Counted) -> &BTreeSet<u32>, side: usize| -> BTreeSet<u32> {
            runs.iter().flat_map(|run| of(&run[side])).copied().collect()
        };
        let heads = all(|run| &run.heads, looping);
        let others = all(|run| &run.others, 1 - looping);
        let recursive = all(|run| &run.recursive, 1 - looping);
        for &entry in recursive.difference(&others) {
            for &head in &heads {
                let times = runs.iter().map(|run| {
                    let of = |side: usize, at: u32| run[side].times.get(&at).copied().unwrap_or(0);
                    (of(looping, head), of(1 - looping, entry))
                });
                let times: Vec<(u32, u32)> = times.collect();
                if times.iter().all(|(a, b)| a == b) {
                    let sum = times.iter().fold(0, |sum: u32, (a, _)| sum.saturating_add(*a));
                    shapes.push((sum, Shape { looping, head, entry }));
                }
            }
        }
    }
    shapes.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
    shapes.into_iter().map(|(_, shape)| shape).collect()
}
