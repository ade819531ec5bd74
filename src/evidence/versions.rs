//! Findings about two versions of a program: how instructions changed, and why procedures are not
//! known to be equal.

use crate::program::Address;

/// How instructions changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// The same operation on other registers.
    RenamedRegisters,
    /// The same access at another position in the frame.
    MovedSlots,
    /// The same instructions in another order.
    MovedCode,
    /// Instructions that only one program has, without effect.
    DeadCode,
    /// A branch on the inverse condition.
    InverseBranch,
    /// Jumps that only one program has.
    Jumps,
    /// Code that one program calls and the other contains inline.
    Inlined,
    /// Other operations with the same results, by arithmetic rules alone.
    Arithmetic,
    /// A user-defined pattern, by its index.
    Custom(usize),
}

/// The relation of an instruction to the corresponding one of the other program, or of several to
/// several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Match {
    /// The same instruction, or the same operation on other registers whose words are not known to
    /// be equal.
    Same,
    /// Another instruction, or none; the difference has no effect.
    Pattern(Pattern),
    /// Part of the block with this index, which a solver compared as a whole.
    Block(usize),
    /// Another instruction, or none, and the procedures are not known to be equal; this may be the
    /// reason.
    Changed,
}

/// Two corresponding instructions, or two constants after `lis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Together {
    /// Their addresses.
    pub at: [Address; 2],
    /// How they relate.
    pub known: Match,
    /// Whether they are known to write, store, print or branch with the same words, assuming that
    /// called procedures are equal. Addresses of corresponding procedures count as equal, and so do
    /// their return addresses.
    pub is_equal: bool,
}

/// Instructions that were executed side by side without corresponding individually.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Their addresses, in the left program and in the right one.
    pub at: [Vec<Address>; 2],
    /// How they relate.
    pub known: Match,
}

/// Why a run cannot be followed further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Untracked {
    /// It jumps to or calls an unknown address.
    Target,
    /// It may store into the program's text.
    TextStore,
    /// It leaves the program's text.
    OutsideText,
    /// It takes too many steps without an input-dependent branch.
    Long,
}

/// Why two procedures are not known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// They branch on conditions that are not known to be equal.
    Branches,
    /// One branches, calls or ends where the other does something else.
    Flow,
    /// Their output, their reads, or their stores to unknown addresses differ.
    Effects,
    /// One may fault where the other is not known to fault.
    Faults,
    /// The observations at their ends are not known to be equal.
    Results,
    /// The distance of a stack pointer from its value at the entry is unknown.
    StackPointers,
    /// One of them cannot be followed.
    Untracked(Untracked),
    /// An invariant that was assumed here is not proved for every path that leads here.
    NotKept,
    /// There are too many pairs of locations.
    Limit,
}
