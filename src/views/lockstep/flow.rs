//! The data flow of a run: where its values come from.
//!
//! A machine represents each word by the step that computed it. Steps that only copy a value (a
//! sum with zero, a store and the load of its word) are distinguished from those that compute one,
//! so that neither the choice of registers nor a spill to memory makes a difference.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// An operation that computes a value. Equal operations on equal operands compute equal values.
pub trait Operation: Copy + Eq {
    /// Whether the operands can be swapped.
    fn is_commutative(self) -> bool;
}

/// A value that a step reads, and the step that wrote it; `None` if it is an initial value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source<W> {
    /// The value.
    pub value: W,
    /// The index of the step.
    pub from: Option<u32>,
}

impl<W> Source<W> {
    /// An initial value.
    pub fn initial(value: W) -> Source<W> {
        Source { value, from: None }
    }
}

/// The data flow of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<W, O> {
    /// It produces no value.
    None,
    /// It copies a value.
    Move(Source<W>),
    /// It computes a value.
    Compute {
        /// The operation.
        op: O,
        /// The operands. `None` for one that is itself computed within the step, or missing.
        operands: [Option<Source<W>>; 2],
        /// The result.
        value: W,
    },
}

/// A word of an instruction, by its origin.
#[derive(Clone, Copy, Debug)]
pub enum Origin<W, O> {
    /// The zero of a register that cannot be written.
    Zero,
    /// A word in a register or in memory.
    Held(Source<W>),
    /// A word that the instruction computes.
    Computed {
        /// The operation.
        op: O,
        /// Its operands.
        operands: [Option<Source<W>>; 2],
    },
}

impl<W: Copy + Default, O: Copy> Origin<W, O> {
    /// The source of a word that is held somewhere.
    pub fn source(self) -> Option<Source<W>> {
        match self {
            Origin::Zero => Some(Source::default()),
            Origin::Held(source) => Some(source),
            Origin::Computed { .. } => None,
        }
    }
}

/// A branch of a run: the index of its step, and what it found.
pub type Branch<D> = (u32, D);

/// A run as a data-flow graph. `D` is what a branch finds.
#[derive(Debug)]
pub struct DataFlow<W, O, D> {
    /// For each step, its data flow.
    pub flows: Vec<Flow<W, O>>,
    /// The result register at the end.
    pub result: Source<W>,
    /// The branches, in order. Those of the routine that prints a number are excluded.
    pub branches: Vec<Branch<D>>,
    /// The computed values, each with the number of branches before it.
    computed: FxHashSet<(u32, W)>,
}

impl<W: Copy + Eq + Hash + Default, O: Copy, D> DataFlow<W, O, D> {
    /// The graph of a run without steps, with space for this many.
    pub fn with_capacity(steps: usize) -> DataFlow<W, O, D> {
        DataFlow {
            flows: Vec::with_capacity(steps),
            result: Source::default(),
            branches: Vec::new(),
            computed: FxHashSet::default(),
        }
    }

    /// Begins a step.
    pub fn begin(&mut self) {
        self.flows.push(Flow::None);
    }

    /// The index of the current step.
    pub fn step(&self) -> u32 {
        self.flows.len() as u32 - 1
    }

    /// Adds a branch at the current step.
    pub fn branch(&mut self, decision: D) {
        self.branches.push((self.step(), decision));
    }

    /// Records that the current step sets a register; returns the source of the register's value.
    pub fn set(&mut self, value: W, origin: Origin<W, O>) -> Source<W> {
        let step = self.step();
        self.flows[step as usize] = match origin {
            Origin::Zero => Flow::Move(Source::default()),
            Origin::Held(source) => Flow::Move(source),
            Origin::Computed { op, operands } => {
                self.computed.insert((self.branches.len() as u32, value));
                Flow::Compute { op, operands, value }
            }
        };
        Source { value, from: Some(step) }
    }

    /// The number of branches before a step.
    pub fn branches_before(&self, step: u32) -> u32 {
        self.branches.partition_point(|&(branch, _)| branch < step) as u32
    }

    /// The value that a step computes, if it does.
    pub fn value(&self, step: u32) -> Option<W> {
        match self.flows[step as usize] {
            Flow::Compute { value, .. } => Some(value),
            Flow::None | Flow::Move(_) => None,
        }
    }

    /// Whether a step after this number of branches computes this value.
    pub fn computes(&self, branches_before: u32, value: W) -> bool {
        self.computed.contains(&(branches_before, value))
    }

    /// The step that computed the value that this step copies. `None` if it is an initial value.
    pub fn origin(&self, mut step: u32) -> Option<u32> {
        while let Flow::Move(source) = self.flows[step as usize] {
            step = source.from?;
        }
        Some(step)
    }
}
