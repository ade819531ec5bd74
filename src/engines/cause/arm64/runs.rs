//! Runs of ARM64 programs that record what instructions write and depend on, and that may replace it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::engines::arm64::Options;
use crate::machine::arm64::agreement;
use crate::machine::arm64::record::{self, Location, Observer, Slot};
use crate::machine::arm64::{Given, Image, Machine};

/// A label: a word of an instruction, of one of its executions or of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The address of the instruction.
    pub at: u64,
    /// The word of the instruction.
    pub slot: Slot,
    /// The n-th execution, from 1; `None` for all of them.
    pub occurrence: Option<u32>,
}

impl Site {
    /// Whether a word belongs to this label.
    pub fn contains(&self, one: &Written) -> bool {
        (self.at, self.slot) == (one.at, one.slot)
            && self.occurrence.is_none_or(|it| it == one.occurrence)
    }

    /// Whether two labels have a word in common.
    pub fn overlaps(&self, other: &Site) -> bool {
        (self.at, self.slot) == (other.at, other.slot)
            && (self.occurrence.is_none()
                || other.occurrence.is_none()
                || self.occurrence == other.occurrence)
    }
}

/// A fix (RootCause, section 3.1): the word of one program's label is replaced by the word of the reference's
/// label. For labels of all executions, the k-th one takes the word of the k-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fix {
    /// The label of the reference.
    pub from: Site,
    /// Whether the opposite outcome of the branch is taken.
    pub is_negated: bool,
    /// The label of the other program.
    pub to: Site,
}

/// A word of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The address of the instruction.
    pub at: u64,
    /// The word of the instruction.
    pub slot: Slot,
    /// Which execution of the instruction, counted from 1.
    pub occurrence: u32,
    /// Its location.
    pub location: Location,
    /// The word.
    pub value: u64,
}

/// The run of a program on an input.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub end: agreement::Run,
    pub written: Vec<Written>,
    /// A hash that is the same for runs that execute the same instructions in the same order.
    pub path: u64,
}

/// The words that replace others, by instruction, word and execution.
pub(super) type Overrides = FxHashMap<(u64, Slot, u32), u64>;

/// The replacements by fixes, given what the reference writes.
pub(super) fn overrides(fixes: &[Fix], written: &[Written]) -> Overrides {
    let mut overrides = Overrides::default();
    for Fix { from, is_negated, to } in fixes {
        for one in written.iter().filter(|one| from.contains(one)) {
            let value = if *is_negated { 1 - one.value } else { one.value };
            let occurrence = to.occurrence.unwrap_or(one.occurrence);
            overrides.insert((to.at, to.slot, occurrence), value);
        }
    }
    overrides
}

/// A program whose runs are kept.
pub(super) struct Program(Rc<Image>);

impl Program {
    pub fn new(words: &[u32], options: &Options) -> Program {
        Program(options.image(words))
    }

    /// Its run with these words replaced. `None` if the array does not fit.
    pub fn run(&self, given: &Given, fuel: u64, overrides: &Overrides) -> Option<Run> {
        let mut machine = Machine::new(&self.0, given)?;
        let mut recorder = Recorder::new(overrides);
        let stop = record::run(&mut machine, fuel, &mut recorder);
        let end = agreement::Run::of(&machine, stop);
        Some(Run { end, written: recorder.written, path: recorder.path.finish() })
    }
}

struct Recorder<'o> {
    overrides: &'o Overrides,
    at: u64,
    counts: FxHashMap<(u64, Slot), u32>,
    written: Vec<Written>,
    path: DefaultHasher,
}

impl Recorder<'_> {
    fn new(overrides: &Overrides) -> Recorder<'_> {
        let (counts, written) = (FxHashMap::default(), Vec::new());
        Recorder { overrides, at: 0, counts, written, path: DefaultHasher::new() }
    }
}

impl Observer for Recorder<'_> {
    fn begin(&mut self, at: u64) {
        self.at = at;
        at.hash(&mut self.path);
    }

    fn word(&mut self, slot: Slot, location: Location, value: u64) -> u64 {
        let at = self.at;
        let count = self.counts.entry((at, slot)).or_default();
        *count += 1;
        let occurrence = *count;
        let value = self.overrides.get(&(at, slot, occurrence)).copied().unwrap_or(value);
        self.written.push(Written { at, slot, occurrence, location, value });
        value
    }
}
