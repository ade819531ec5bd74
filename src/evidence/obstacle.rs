//! Why two procedures of ARM64 programs are not known to do the same under a contract.

/// Why procedures are not compared under a contract, or are not known to be equal by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It is not known what one of them calls.
    UnknownTarget,
    /// One of them uses the program's first word, which the harness replaces.
    FirstWord,
    /// A caller may read flags that they set.
    Flags,
    /// They may access more words of the stack than there are unused registers for.
    Stack,
    /// They read input, or access memory that is not on the stack, for which the contract has only one value.
    Memory,
    /// They leave other words on the stack, where the arguments were.
    Arguments,
    /// The search ended without an answer.
    Open,
}
