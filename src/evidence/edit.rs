//! Kinds of edits of a program's text.

use serde::Serialize;

use crate::wire::wire;

wire! {
    /// The kind of an edit, the likeliest mistakes first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    pub enum EditKind {
        /// Replaces a mnemonic by a related one: `slt` by `sltu`, `beq` by `bne`, and so on.
        Mnemonic,
        /// Swaps the two operands that are read.
        Swapped,
        /// Adds or subtracts one from a number.
        Neighbour,
        /// Replaces a register.
        Register,
        /// Adds to or subtracts from a number the bytes of a word.
        Word,
        /// Replaces a number by one from a program, or by one at which arithmetic has its corners.
        Constant,
        /// Replaces a label.
        Label,
        /// Swaps a statement with the next one.
        Moved,
        /// Removes a statement.
        Removed,
        /// Duplicates a statement.
        Repeated,
        /// Inserts a copy of a statement of either program.
        Inserted,
        /// Restores lines to those of the other program.
        Restored,
        /// Applies a fix that the assembler suggests.
        Hinted,
    }
}
