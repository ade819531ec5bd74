//! The parsed form of a text: labels and statements, in order.

use crate::asm::syntax::Name;
use crate::diagnostic::Span;
use crate::machine::arm64::Instruction;

/// A label or a statement, in the order of the text.
#[derive(Debug)]
pub(super) enum Item<'a> {
    Label {
        name: Name<'a>,
        /// Counted from 1.
        line: usize,
        /// The label with its colon.
        span: Span,
    },
    Statement {
        span: Span,
        statement: Statement<'a>,
    },
    /// An imported name.
    Import(Name<'a>),
    /// An exported name.
    Export(Name<'a>),
}

/// A statement that becomes one or two words.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statement<'a> {
    Instruction(Instruction),
    /// A branch with offset zero, and its target.
    Branch(Instruction, Name<'a>),
    /// An `ldr` with a label. This is an error, which is reported with the distance.
    LiteralLabel(Name<'a>),
    Word(Value<'a>),
    /// An error has been reported for this statement.
    Broken,
}

/// The value of an `.8byte`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(u64),
    Label(Name<'a>),
}

impl Statement<'_> {
    /// The number of words that the statement becomes.
    pub(super) fn width(&self) -> usize {
        match self {
            Statement::Word(_) => 2,
            _ => 1,
        }
    }
}
