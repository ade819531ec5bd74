//! Synchronisation points of RootCause: points at which two programs that compute the same hold the
//! same (section 3.2).
//!
//! In RootCause these are calls. Here they are, by number: what is stored to an address and what is
//! loaded from it, what is printed, and of calls `$1` and `$2` as they begin, and `$3` as
//! they end; and registers at the [`heads`] of loops. Words of the programs' texts are none, nor are addresses that calls return to:
//! they depend on where instructions stand.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::heads;
use super::samples::{Run, Synchronised};
use crate::engines::difference::Difference;
use crate::machine::mips::Reg;
use crate::machine::{Image, Slot};
use crate::symbolic::concolic::Instance;

/// The first pair of words on the witness that are expected to be equal and are not.
pub(super) fn synchronised(
    images: [&Rc<Image>; 2],
    runs: &[Run; 2],
    difference: &Difference<'_>,
) -> Option<Synchronised> {
    let text = images.map(|image| image.words().len() as u32 * 4);
    let text = text[0].max(text[1]);
    let [first, second] = runs.each_ref().map(|run| points(run, text));
    let others: FxHashMap<Point, &Held> = second.iter().map(|held| (held.point, held)).collect();
    let mut violated: Vec<(usize, Synchronised)> =
        heads::violated(images, runs, difference).into_iter().collect();
    for held in &first {
        if let Some(other) = others.get(&held.point)
            && held.value != other.value
            && !(held.is_return && other.is_return)
        {
            violated.push((other.position, Synchronised(held.instance, other.instance)));
        }
    }
    violated.into_iter().min_by_key(|(position, _)| *position).map(|(_, pair)| pair)
}

/// What two programs have in common that compute the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Point {
    Stored { address: u32, number: usize },
    Loaded { address: u32, number: usize },
    Printed { number: usize },
    Argument { reg: Reg, call: usize },
    Returned { call: usize },
}

/// A point of a run: its position, who wrote its word, and the word.
struct Held {
    point: Point,
    position: usize,
    instance: Instance,
    value: u32,
    /// Whether it is where a call returns to.
    is_return: bool,
}

/// The points of a run, but for those of words below an address.
fn points(run: &Run, text: u32) -> Vec<Held> {
    let mut points = Vec::new();
    let (mut printed, mut call) = (0, 0);
    let mut counts: [FxHashMap<u32, usize>; 2] = Default::default();
    let mut number = |of: usize, address: u32| {
        let count = counts[of].entry(address).or_default();
        *count += 1;
        *count
    };
    // Who wrote `$1`, `$2` and `$3` last, as positions.
    let mut last: [Option<usize>; 3] = [None; 3];
    let mut returns = BTreeSet::new();
    let ends: FxHashMap<usize, Vec<usize>> =
        run.calls.iter().enumerate().fold(FxHashMap::default(), |mut ends, (call, end)| {
            if let Some(end) = end {
                ends.entry(*end).or_insert_with(Vec::new).push(call);
            }
            ends
        });
    let held = |point: Point, position: usize, returns: &BTreeSet<u32>| {
        let one = &run.written[position];
        let value = one.word.value;
        let is_return = returns.contains(&value);
        Held { point, position, instance: one.instance, value, is_return }
    };
    for position in 0..=run.written.len() {
        for &call in ends.get(&position).into_iter().flatten() {
            if let Some(position) = last[2] {
                points.push(held(Point::Returned { call }, position, &returns));
            }
        }
        let Some(one) = run.written.get(position) else { break };
        match (one.instance.slot, one.to, one.reg) {
            (Slot::Memory, Some(address), _) if address >= text => {
                let point = Point::Stored { address, number: number(0, address) };
                points.push(held(point, position, &returns));
            }
            (Slot::Output, ..) => {
                points.push(held(Point::Printed { number: printed }, position, &returns));
                printed += 1;
            }
            // A word that is the address behind its instruction was written by a call.
            (Slot::Register, _, Some(Reg::RETURN_ADDRESS))
                if one.word.value == one.instance.at.0.wrapping_add(4) =>
            {
                returns.insert(one.word.value);
                for (position, reg) in last.iter().zip([Reg::FIRST_INPUT, Reg::SECOND_INPUT]) {
                    if let Some(position) = *position {
                        points.push(held(Point::Argument { reg, call }, position, &returns));
                    }
                }
                call += 1;
            }
            (Slot::Register, _, Some(reg)) => {
                let known = [Reg::FIRST_INPUT, Reg::SECOND_INPUT, Reg::RESULT];
                if let Some(index) = known.iter().position(|known| *known == reg) {
                    last[index] = Some(position);
                }
                if let Some(address) = one.loaded.filter(|&address| address >= text) {
                    let point = Point::Loaded { address, number: number(1, address) };
                    points.push(held(point, position, &returns));
                }
            }
            _ => {}
        }
    }
    points
}
