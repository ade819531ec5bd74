//! What a timeline keeps, so that any state is found without running the program again.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The maximal number of steps that a timeline records.
pub const RECORDED_STEPS: u64 = 1_000_000;

/// Steps between two copies of all registers.
const KEYFRAME: usize = 1024;

/// The maximal number of accessed words that are shown.
const WORDS: usize = 64;

/// The number of accesses to search backwards for that many words.
const LOOK_BACK: usize = 4096;

/// Copies of the registers, one for every 1,024 steps.
#[derive(Debug)]
pub(super) struct Keyframes<S>(Vec<S>);

impl<S: Copy> Keyframes<S> {
    /// The copies of a run that starts with these registers.
    pub fn new(start: S) -> Keyframes<S> {
        Keyframes(vec![start])
    }

    /// Called before the step with this index: keeps the registers if a copy is due.
    pub fn before_step(&mut self, step: usize, registers: impl FnOnce() -> S) {
        if step == self.0.len() * KEYFRAME {
            self.0.push(registers());
        }
    }

    /// The last copy at most `steps` steps after the start, and the number of steps before it.
    pub fn last(&self, steps: usize) -> (S, usize) {
        // The last copy may be missing at the end of the run.
        let last = (steps / KEYFRAME).min(self.0.len() - 1);
        (self.0[last], last * KEYFRAME)
    }
}

/// The values of a memory cell over time.
#[derive(Debug)]
struct History<V> {
    initial: V,
    /// For each store, the index of its step and the value.
    stores: Vec<(u32, V)>,
}

/// The accesses of a run to memory: its stores into each cell, and the words it accessed.
#[derive(Debug)]
pub(super) struct Accesses<A, V> {
    cells: FxHashMap<A, History<V>>,
    /// The steps that access memory, in order, each with the address of the word.
    touches: Vec<(u32, A)>,
}

impl<A, V> Default for Accesses<A, V> {
    fn default() -> Accesses<A, V> {
        Accesses { cells: FxHashMap::default(), touches: Vec::new() }
    }
}

impl<A: Copy + Ord + Hash, V: Copy> Accesses<A, V> {
    /// A step loads or stores the word at an address.
    pub fn touch(&mut self, step: usize, address: A) {
        self.touches.push((step as u32, address));
    }

    /// A step stores a value into a cell.
    pub fn store(&mut self, step: usize, cell: A, old: V, new: V) {
        let new_history = || History { initial: old, stores: Vec::new() };
        self.cells.entry(cell).or_insert_with(new_history).stores.push((step as u32, new));
    }

    /// The value of a cell after `steps` steps. `None` if the run never stores into it.
    pub fn value(&self, cell: A, steps: usize) -> Option<V> {
        let history = self.cells.get(&cell)?;
        let before = history.stores.partition_point(|&(step, _)| (step as usize) < steps);
        Some(before.checked_sub(1).map_or(history.initial, |last| history.stores[last].1))
    }

    /// The addresses of the words that were accessed in the first `steps` steps, in order: at most
    /// the 64 that were accessed last.
    pub fn touched(&self, steps: usize) -> Vec<A> {
        let end = self.touches.partition_point(|&(step, _)| (step as usize) < steps);
        let mut addresses: Vec<A> = Vec::new();
        for &(_, address) in self.touches[..end].iter().rev().take(LOOK_BACK) {
            if !addresses.contains(&address) {
                addresses.push(address);
            }
            if addresses.len() == WORDS {
                break;
            }
        }
        addresses.sort_unstable();
        addresses
    }
}
