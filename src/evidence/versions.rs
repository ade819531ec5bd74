//! What is found of two versions of a program: what became of instructions, and what stands in
//! the way of equality.

use crate::program::Address;

/// What became of instructions that are not as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// A pattern of the user's own, by its index.
    Custom(usize),
}

/// What is known of an instruction beside one of the other program, or of several beside several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Match {
    /// It is the same instruction, or does the same with other registers to words that are not
    /// known to be the same.
    Same,
    /// Another one, or none, and what is different has no effect.
    Pattern(Pattern),
    /// It is in the block with this index, which a solver has compared as a whole.
    Block(usize),
    /// Another one, or none, and the procedures are not known to do the same: this may be why.
    Changed,
}

/// Two instructions that belong together, or two constants behind `lis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Together {
    /// Where they are.
    pub at: [Address; 2],
    /// What is known of them.
    pub known: Match,
    /// Whether it is known that they write, store, print or branch by the same words, provided that
    /// the procedures that are called do the same. The addresses of procedures that belong
    /// together count as the same, and so do those to which they return.
    pub is_equal: bool,
}

/// Instructions that were executed beside each other, none of which belongs to a certain one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Where they are, in the left program and in the right one.
    pub at: [Vec<Address>; 2],
    /// What is known of them.
    pub known: Match,
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
    /// What is used of the words of both was not shown of all ways that lead here.
    NotKept,
    /// There are too many pairs of places.
    Limit,
}
