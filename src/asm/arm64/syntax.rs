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
    /// Another file has this name.
    Import(Name<'a>),
    /// Other files may have this name.
    Export(Name<'a>),
}

/// What is to become a word or two.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statement<'a> {
    Instruction(Instruction),
    /// A branch, its offset zero, and where it goes.
    Branch(Instruction, Name<'a>),
    /// An `ldr` with a label, which is an error; it is reported with the distance.
    LiteralLabel(Name<'a>),
    Word(Value<'a>),
    /// What is wrong has been reported.
    Broken,
}

/// What a `.8byte` holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(u64),
    Label(Name<'a>),
}

impl Statement<'_> {
    /// How many words it becomes.
    pub(super) fn width(&self) -> usize {
        match self {
            Statement::Word(_) => 2,
            _ => 1,
        }
    }
}
