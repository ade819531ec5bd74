//! What an edit of a program's text does.

use serde::Serialize;

use crate::wire::wire;

wire! {
    /// What an edit does, the likeliest mistakes first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    pub enum EditKind {
        /// A mnemonic is another one: `slt` or `sltu`, `beq` or `bne`, and so on.
        Mnemonic,
        /// The two operands that are read change places.
        Swapped,
        /// A number is one more or one less.
        Neighbour,
        /// A register is another one.
        Register,
        /// A number is four more or four less.
        Word,
        /// A number is one of the other program's.
        Constant,
        /// A label is another one.
        Label,
        /// A statement and the next one change places.
        Moved,
        /// A statement is taken out.
        Removed,
        /// A statement stands there twice.
        Repeated,
        /// A statement of either program stands there once more.
        Inserted,
        /// Lines are again what they are in the other program.
        Restored,
        /// The assembler suggests it.
        Hinted,
    }
}
