//! Whether a difference depends on the memory layout.
//!
//! A program may print an address, or compare two of them. The result is its compiler's choice and
//! not a mistake. So a witness is run again in other [`Layout`]s: with another stack, another
//! array, another position of the code with the heap behind it, the stack below instead of above,
//! and the variables of a WLP4 program in another order.
//!
//! A difference on a witness has *parts*: how the runs end, or `$3`, a line of the output, an
//! observed word. A part is firm if each program has the same value in all layouts as in the
//! default one. A difference with a firm part appears in all layouts that were tried; one without
//! depends on the layout. Either statement holds for this one input and those layouts only.
//!
//! A first verdict does not need this module, so the page's part of the engine with the search does
//! not include it.

use std::ops::RangeInclusive;
use std::rc::Rc;

use super::outcome::{self, Outcome};
use crate::contract::Contract;
use crate::machine::layout::Layout;
use crate::machine::memory::MEMORY_END;
use crate::machine::setup::{ARRAY_ADDRESS, Observable};
use crate::machine::{Fault, FaultKind, Image, Inputs, Stop};
use crate::report::{LayoutReport, Moved, MovedReport};

/// Maximum number of steps of a witness that is examined, over both programs.
const STEPS_OF_WITNESS: u64 = 500_000;
/// The distance in bytes that regions of memory are moved. It is not a round number, so that nothing ends up
/// exactly where something else was.
const STEP: u32 = 4 * 1021;
/// Minimum and maximum address at which the stack ends and the code above it begins. An image
/// contains all words before its code, so only long runs get much room.
const LOW_STACK: RangeInclusive<u32> = 1 << 14..=1 << 18;
/// Bytes of stack provided per step. Steps that take more have room too, for some hundreds of them.
const STACK_OF_STEP: u64 = 16;

/// Examines a difference on these inputs in other layouts. `None` if no layout was tried, or if
/// words at given addresses are observed.
pub fn examine(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    inputs: &Inputs,
    fuel: u64,
) -> Option<LayoutReport> {
    let is_address = |observable: &Observable| matches!(observable, Observable::Word(_));
    if contract.setup(0).observation.others.iter().any(is_address) {
        return None;
    }
    let here = outcome::ends(images, inputs, fuel);
    let steps: u64 = here.iter().map(|outcome| outcome.steps).sum();
    outcome::difference(&here[0], &here[1])?;
    if steps > STEPS_OF_WITNESS {
        return None;
    }
    let usual = here.each_ref().map(Parts::of);
    let differing = usual[0].differing(&usual[1]);
    if differing.is_empty() {
        return None;
    }
    let mut is_firm = vec![true; differing.len()];
    let mut tried = Vec::new();
    for (moved, elsewhere) in layouts(images, &here) {
        let there = outcome::ends([&elsewhere[0], &elsewhere[1]], inputs, fuel.max(2 * steps));
        if there.iter().zip(&elsewhere).any(|(outcome, image)| is_lost(outcome, image)) {
            continue;
        }
        let new = there.each_ref().map(Parts::of);
        let mut changes = [false; 2];
        for (&part, is_firm) in differing.iter().zip(&mut is_firm) {
            for side in 0..2 {
                let changed = !usual[side].is_same_in(part, &new[side]);
                changes[side] |= changed;
                *is_firm &= !changed;
            }
        }
        let agree = outcome::difference(&there[0], &there[1]).is_none();
        let report = MovedReport { moved, left: changes[0], right: changes[1], agree };
        // A thing may be moved in more than one direction.
        match tried.iter_mut().find(|other: &&mut MovedReport| other.moved == moved) {
            None => tried.push(report),
            Some(other) => {
                (other.left, other.right) = (other.left | report.left, other.right | report.right);
                other.agree |= report.agree;
            }
        }
    }
    let hangs = !is_firm.contains(&true);
    (!tried.is_empty()).then_some(LayoutReport { hangs, tried })
}

/// The layouts to try, each with both programs in it.
fn layouts(images: [&Rc<Image>; 2], here: &[Outcome; 2]) -> Vec<(Moved, [Rc<Image>; 2])> {
    let usual = Layout::default();
    let mut all = Vec::new();
    let mut both = |moved, left: Layout, right: Layout| {
        let elsewhere = [images[0].laid_out(left), images[1].laid_out(right)];
        // A program that cannot be moved there stays where it is.
        if elsewhere.iter().any(Option::is_some) {
            let [left, right] = elsewhere;
            let left = left.unwrap_or_else(|| Rc::clone(images[0]));
            all.push((moved, [left, right.unwrap_or_else(|| Rc::clone(images[1]))]));
        }
    };
    // The end of memory is not part of the layout: moving it further away does not help a program
    // that runs into it.
    let at_the_end = here.iter().any(|outcome| {
        matches!(outcome.stop, Stop::Fault(Fault { kind: FaultKind::AddressOutOfRange(_), .. }))
    });
    let has_array = images.iter().any(|image| image.setup().array.is_some());
    let ends = images.map(|image| image.text_end());
    let behind = ends[0].max(ends[1]).next_multiple_of(4) + STEP;
    if !at_the_end {
        let lower = Layout { stack: MEMORY_END - STEP, ..usual };
        both(Moved::Stack, lower, lower);
    }
    if has_array {
        let higher = Layout { array: Some(ARRAY_ADDRESS + STEP), ..usual };
        both(Moved::Array, higher, higher);
    }
    let code = |address| Layout { code: address, ..usual };
    // The heap of a program with its array behind it is where its code would be.
    let is_behind = |image: &&Rc<Image>| {
        image.setup().array.is_some_and(|array| array.address.0 < ARRAY_ADDRESS)
    };
    let is_behind = images.iter().any(is_behind);
    if !is_behind {
        both(Moved::Code, code(behind), code(behind));
    }
    if !has_array && ends[0] != ends[1] {
        // The heaps begin at the same address.
        let [left, right] = ends.map(|end| code(behind + (ends[0].max(ends[1]) - end)));
        both(Moved::Code, left, right);
    }
    // Room for the stack below an array is made by moving the array, which is another difference if it is behind.
    if !at_the_end && !is_behind {
        let steps = here.iter().map(|outcome| outcome.steps).sum();
        let below = stack_below(steps, behind, has_array);
        both(Moved::StackBelow, below, below);
    }
    all.extend(reordered(images).map(|images| (Moved::Variables, images)));
    all
}

/// A layout with the stack below the array, or below the code where there is no array. `has_array` is a property of
/// the contract.
fn stack_below(steps: u64, behind: u32, has_array: bool) -> Layout {
    let usual = Layout::default();
    if has_array {
        let array = Some(ARRAY_ADDRESS + (4 << 20));
        return Layout { stack: ARRAY_ADDRESS, array, ..usual };
    }
    let wanted = (STACK_OF_STEP * steps).next_power_of_two().min(1 << 31) as u32;
    let stack = wanted.clamp(*LOW_STACK.start(), *LOW_STACK.end());
    Layout { stack, code: stack.max(behind), ..usual }
}

/// The programs with the variables of the left one, of the right one and of both in another order.
fn reordered(images: [&Rc<Image>; 2]) -> impl Iterator<Item = [Rc<Image>; 2]> {
    let reordered = images.map(|image| image.reordered());
    let choices = [[true, false], [false, true], [true, true]].into_iter();
    let choices =
        choices.filter(move |chosen| (0..2).all(|it| reordered[it].is_some() || !chosen[it]));
    choices.map(move |chosen| {
        [0, 1].map(|side| {
            let other = reordered[side].filter(|_| chosen[side]);
            Rc::clone(other.unwrap_or(images[side]))
        })
    })
}

/// Whether a run is inconclusive: it has no end, or it jumped to the default address of its code,
/// written as a constant.
fn is_lost(outcome: &Outcome, image: &Image) -> bool {
    match outcome.stop {
        Stop::Fault(Fault { at, .. }) => at < image.start(),
        Stop::OutOfFuel => outcome.recurrence.is_none(),
        Stop::Done => false,
    }
}

/// A part of a run's result in which another run may differ.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// How the run ends.
    End,
    /// `$3`.
    Result,
    /// A line of its output.
    Line(usize),
    /// Another observed word.
    Other(usize),
}

/// The values of a run's parts.
#[derive(Debug, PartialEq, Eq)]
struct Parts {
    end: u8,
    result: Option<u32>,
    lines: Vec<Vec<u8>>,
    others: Vec<(Observable, u32)>,
}

impl Parts {
    /// If a run does not stop, its end is its only part.
    fn of(outcome: &Outcome) -> Parts {
        let end = match outcome.stop {
            Stop::Done => 0,
            Stop::Fault(_) => 1,
            Stop::OutOfFuel => 2,
        };
        if outcome.stop != Stop::Done {
            return Parts { end, result: None, lines: Vec::new(), others: Vec::new() };
        }
        let (result, output) = outcome.observed();
        let bytes = output.map(|output| output.bytes.as_slice()).unwrap_or_default();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        Parts { end, result, lines, others: outcome.others.clone() }
    }

    /// The parts in which two runs differ.
    fn differing(&self, other: &Parts) -> Vec<Part> {
        let lines = (0..self.lines.len().max(other.lines.len())).map(Part::Line);
        let others = (0..self.others.len().max(other.others.len())).map(Part::Other);
        let parts = [Part::End, Part::Result].into_iter().chain(lines).chain(others);
        parts.filter(|&part| !self.is_same_in(part, other)).collect()
    }

    fn is_same_in(&self, part: Part, other: &Parts) -> bool {
        match part {
            Part::End => self.end == other.end,
            Part::Result => self.result == other.result,
            Part::Line(index) => self.lines.get(index) == other.lines.get(index),
            Part::Other(index) => self.others.get(index) == other.others.get(index),
        }
    }
}
