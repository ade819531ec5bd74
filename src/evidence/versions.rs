//! What is found of two versions of a program: what became of instructions, and what stands in
//! the way of equality.

use serde::Serialize;

/// What became of instructions that are not as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// The same operation on other registers.
    RenamedRegisters,
    /// The same access elsewhere in the frame.
    MovedSlots,
    /// The same instructions in another order.
    MovedCode,
    /// Instructions that only one program has.
    DeadCode,
    /// A branch on the inverse condition.
    InverseBranch,
    /// Jumps that only one program has.
    Jumps,
    /// Code that one program calls and the other has in place.
    Inlined,
    /// Other operations with the same results, by the rules of arithmetic alone.
    Arithmetic,
}

/// Why a run cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Untracked {
    /// It jumps or calls where it is not known.
    Target,
    /// It may store into the program's text.
    TextStore,
    /// It goes on behind the program's text.
    OutsideText,
    /// It takes too many steps without a branch that depends on anything.
    Long,
}

/// Why two procedures are not known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// They branch on conditions that are not known to be the same.
    Branches,
    /// One branches, calls or ends where the other does something else.
    Flow,
    /// They print, store at addresses that are not known, or read, in other ways.
    Effects,
    /// One may fault where the other is not known to.
    Faults,
    /// What is observed where they stop is not known to be the same.
    Results,
    /// A stack pointer is at no known distance from where it was at the entry.
    StackPointers,
    /// What one does cannot be followed.
    Untracked(Untracked),
    /// There are too many pairs of places.
    Limit,
}
