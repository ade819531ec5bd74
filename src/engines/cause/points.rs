//! Synchronisation points of RootCause (section 3.2): points at which two equivalent programs have equal
//! words.
//!
//! RootCause synchronises at procedure-call boundaries. The points here are: the n-th word stored to an address and the n-th word loaded
//! from it, the n-th printed word, `$1` and `$2` at the n-th call and `$3` at its end, and registers at the
//! [`heads`] of loops. Words of the programs' texts are left out, and so are return addresses: they depend on
//! where instructions are.

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

/// A point that equivalent programs have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Point {
    Stored { address: u32, number: usize },
    Loaded { address: u32, number: usize },
    Printed { number: usize },
    Argument { reg: Reg, call: usize },
    Returned { call: usize },
}

/// A point of a run: its position, the instance that wrote its word, and the word.
struct Held {
    point: Point,
    position: usize,
    instance: Instance,
    value: u32,
    /// Whether the word is a return address.
    is_return: bool,
}

/// The points of a run, except those of words below an address.
fn points(run: &Run, text: u32) -> Vec<Held> {
    let mut points = Points::new(run, text);
    for position in 0..run.written.len() {
        points.add_returns(position);
        points.add(position);
    }
    points.add_returns(run.written.len());
    points.all
}

/// The points of a run up to a position.
struct Points<'r> {
    run: &'r Run,
    /// The address below which words are left out.
    text: u32,
    all: Vec<Held>,
    /// The calls that end at a position.
    ends: FxHashMap<usize, Vec<usize>>,
    /// The positions at which `$1`, `$2` and `$3` were last written.
    last: [Option<usize>; 3],
    /// Number of stores to an address, and of loads from it.
    counts: [FxHashMap<u32, usize>; 2],
    printed: usize,
    calls: usize,
    /// The addresses that calls return to.
    returns: BTreeSet<u32>,
}

impl<'r> Points<'r> {
    fn new(run: &'r Run, text: u32) -> Points<'r> {
        let mut ends: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (call, end) in run.calls.iter().enumerate() {
            if let Some(end) = end {
                ends.entry(*end).or_default().push(call);
            }
        }
        Points {
            run,
            text,
            all: Vec::new(),
            ends,
            last: [None; 3],
            counts: Default::default(),
            printed: 0,
            calls: 0,
            returns: BTreeSet::new(),
        }
    }

    fn push(&mut self, point: Point, position: usize) {
        let one = &self.run.written[position];
        let value = one.word.value;
        let is_return = self.returns.contains(&value);
        self.all.push(Held { point, position, instance: one.instance, value, is_return });
    }

    /// The number of stores to an address (`kind` 0) or of loads from it (1), this one included.
    fn number(&mut self, kind: usize, address: u32) -> usize {
        let count = self.counts[kind].entry(address).or_default();
        *count += 1;
        *count
    }

    /// Adds the results of the calls that end at a position.
    fn add_returns(&mut self, position: usize) {
        let Some(result) = self.last[2] else { return };
        for call in self.ends.remove(&position).into_iter().flatten() {
            self.push(Point::Returned { call }, result);
        }
    }

    /// Adds the points of the word that was written at a position.
    fn add(&mut self, position: usize) {
        let one = &self.run.written[position];
        match (one.instance.slot, one.to, one.reg) {
            (Slot::Memory, Some(address), _) if address >= self.text => {
                let number = self.number(0, address);
                self.push(Point::Stored { address, number }, position);
            }
            (Slot::Output, ..) => {
                self.push(Point::Printed { number: self.printed }, position);
                self.printed += 1;
            }
            // A word that is the address after its instruction was written by a call.
            (Slot::Register, _, Some(Reg::RETURN_ADDRESS))
                if one.word.value == one.instance.at.0.wrapping_add(4) =>
            {
                self.returns.insert(one.word.value);
                for (index, reg) in [Reg::FIRST_INPUT, Reg::SECOND_INPUT].into_iter().enumerate() {
                    if let Some(position) = self.last[index] {
                        self.push(Point::Argument { reg, call: self.calls }, position);
                    }
                }
                self.calls += 1;
            }
            (Slot::Register, _, Some(reg)) => {
                let known = [Reg::FIRST_INPUT, Reg::SECOND_INPUT, Reg::RESULT];
                if let Some(index) = known.iter().position(|known| *known == reg) {
                    self.last[index] = Some(position);
                }
                if let Some(address) = one.loaded.filter(|&address| address >= self.text) {
                    let number = self.number(1, address);
                    self.push(Point::Loaded { address, number }, position);
                }
            }
            _ => {}
        }
    }
}
