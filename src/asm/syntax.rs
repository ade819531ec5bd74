//! The parsed form of a text: labels and statements, in order.

use crate::diagnostic::Span;
use crate::machine::mips::{Instruction, Op, Reg};

/// A text, parsed.
#[derive(Debug, Default)]
pub(super) struct Source<'a> {
    pub(super) items: Vec<Item<'a>>,
    pub(super) mentioned: Mentioned,
}

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

/// A name and its span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

/// A statement that becomes one word or, if it is a branch against a number, three.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statement<'a> {
    Word(Value<'a>),
    Instruction(Instruction),
    Branch {
        op: Op,
        s: Reg,
        t: Comparand<'a>,
        target: Target<'a>,
    },
    /// An error has been reported for this statement.
    Broken,
}

/// The value of a `.word`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(u32),
    Label(Name<'a>),
}

/// The second operand of a branch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comparand<'a> {
    Register(Reg),
    Number { word: u32, written: Name<'a> },
}

/// The target of a branch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target<'a> {
    /// An offset in words.
    Offset(i16),
    Label(Name<'a>),
}

/// The registers that a text mentions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mentioned(u32);

impl Mentioned {
    pub(super) fn insert(&mut self, reg: Reg) {
        self.0 |= 1 << reg.number();
    }

    pub(super) fn contains(self, reg: Reg) -> bool {
        self.0 & (1 << reg.number()) != 0
    }
}
