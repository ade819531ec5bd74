//! What two runs are compared by: a recorded run of any machine.
//!
//! Alignment, partings, searches and tables are defined on [`Run`]. A machine implements it, and the
//! rest of this module does not change.

use std::hash::Hash;

use super::flow::{Branch, DataFlow, Operation};

/// A recorded run of a program on a machine whose instructions are words of 4 bytes.
pub trait Run: Sized {
    /// The address of an instruction.
    type Address: Copy + Eq + Hash;
    /// A value in a register or in memory; the default is zero.
    type Word: Copy + Eq + Hash + Default;
    /// An operation that computes a value.
    type Operation: Operation;
    /// The finding of a branch.
    type Decision: Copy;

    /// The number of recorded steps.
    fn step_count(&self) -> usize;

    /// The address of the next instruction after `steps` steps.
    fn pc(&self, steps: usize) -> Self::Address;

    /// The index of the instruction word at an address. `None` if the address is not a multiple of 4.
    fn word_index(address: Self::Address) -> Option<usize>;

    /// The byte that the step with this index writes to the output.
    fn printed(&self, step: usize) -> Option<u8>;

    /// How the run ended.
    fn ending(&self) -> Ending;

    /// Whether the output is observed.
    fn observes_output(&self) -> bool;

    /// The observed difference of two runs. `None` if they agree or if it is unknown.
    fn difference(left: &Self, right: &Self) -> Option<Difference>;

    /// Where the values of the run come from.
    fn data_flow(&self) -> DataFlow<Self::Word, Self::Operation, Self::Decision>;

    /// How many branches agree, from the first one on. The branches of both runs are in order.
    fn agreeing(left: &[Branch<Self::Decision>], right: &[Branch<Self::Decision>]) -> usize;

    /// The step with this index, as text.
    fn step_text(&self, step: usize) -> StepText;

    /// How the run ended, as text.
    fn ending_text(&self) -> String;
}

/// How a recorded run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program is done.
    Done,
    /// It faulted.
    Fault,
    /// It may continue after the last recorded step.
    OutOfFuel,
}

/// How the observations of two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The result registers differ.
    Results,
    /// Another observation differs.
    Others,
}

/// A step as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The address of the instruction.
    pub address: String,
    /// The instruction.
    pub instruction: String,
    /// The effect. Empty if there is none.
    pub change: String,
}
