//! The errors and warnings of the ARM64 assembler, with their messages.

use thiserror::Error;

use crate::asm::number::NumberFault;
use crate::asm::problem::Given;
pub(super) use crate::asm::problem::What;
use crate::asm::shown::{Characters, Grouped, Shown};
use crate::diagnostic::Code;
use crate::machine::arm64::{Instruction, Op, Shape, Slot};

use super::foreign::Foreign;

/// An error or a warning about a text.
#[derive(Debug, Error)]
pub(super) enum Problem<'a> {
    #[error("the byte 0x{byte:02x} is not text in UTF-8")]
    InvalidUtf8 { byte: u8 },
    #[error("unexpected {}", Characters(written))]
    UnexpectedCharacter { written: &'a str },
    #[error("unexpected {} in a comment", Characters(written))]
    CommentCharacter { written: &'a str },
    #[error("a number has no `#` before it")]
    Hash,
    #[error("a comment starts with `//`, not `{written}`")]
    OtherComment { written: &'a str },
    #[error("`{}` is not a number: {fault}", Shown(written))]
    MalformedNumber { written: &'a str, fault: NumberFault },
    #[error("`{}` is not a register: registers are `x0` to `x30`, `sp` and `xzr`", Shown(written))]
    NotARegister { written: &'a str },

    #[error("unknown instruction `{}`", Shown(name))]
    UnknownMnemonic { name: &'a str, hint: MnemonicHint },
    #[error("unknown directive `{}`, expected `.8byte`, `.import` or `.export`", Shown(name))]
    UnknownDirective { name: &'a str },
    #[error("unknown condition `{}`", Shown(name))]
    UnknownCondition { name: &'a str },
    #[error("`b {}` lacks the dot before the condition", Shown(name))]
    MissingDot { name: &'a str },
    #[error("`{}` is not a name for a label: {}", Shown(name), fault.words())]
    BadLabel { name: &'a str, fault: LabelFault },
    #[error("white space between label `{}` and its `:`", Shown(name))]
    DetachedColon { name: &'a str },
    #[error("`{}` is not an instruction, and a label is followed by `:`", Shown(name))]
    MissingColon { name: &'a str },
    #[error("unexpected `{}`, expected {expected}", Shown(found))]
    UnexpectedToken { found: &'a str, expected: &'static str },
    #[error("`{}` starts a second statement on this line", Shown(second))]
    SecondStatement { second: &'a str },
    #[error("expected `,` before `{}`", Shown(next))]
    MissingComma { next: &'a str },
    #[error("expected `]` after `{}`", Shown(after))]
    MissingBracket { after: &'a str },
    #[error("expected `,` and a number of bytes before `]`")]
    MissingOffset,

    #[error("expected {}, found {what} `{}`", expected.words(), Shown(written))]
    WrongOperand { expected: Expected, what: What, written: &'a str, usage: Usage },
    #[error("`{written}` cannot be {} of `{}`", slot_words(*slot, *op), usage_name(*op))]
    WrongSlot { written: &'a str, slot: Slot, op: Op },
    #[error("`{}` takes {}, and {given} given", usage.name, usage.count())]
    TooFewOperands { usage: Usage, given: Given },
    #[error("`{}` takes {}", usage.name, usage.count())]
    TooManyOperands { usage: Usage },
    #[error("`{}` does not fit: {range}", Shown(written))]
    ImmediateOutOfRange { written: &'a str, range: Range },
    #[error("`{}` is not a multiple of 4", Shown(written))]
    MisalignedImmediate { written: &'a str },
    #[error("`{}` does not fit in 64 bits", Shown(written))]
    WordOutOfRange { written: &'a str },
    #[error("`ldr` takes a number of bytes, not the label `{}`", Shown(name))]
    LiteralLabel { name: &'a str, distance: Option<i64> },

    #[error("there is no label `{}`", Shown(name))]
    UndefinedLabel { name: &'a str, nearest: Option<&'a str>, usage: LabelUse },
    #[error("there is no label `{name}`, and the routine of this name is not imported")]
    RoutineNotImported { name: &'a str },
    #[error("label `{}` is already on line {first_line}", Shown(name))]
    DuplicateLabel { name: &'a str, first_line: usize },
    #[error("`{}` is imported, and it is a label of this file on line {line}", Shown(name))]
    ImportedLabel { name: &'a str, line: usize },
    #[error("`{}` is imported already", Shown(name))]
    DuplicateImport { name: &'a str },
    #[error("`{}` is imported, so this file cannot export it", Shown(name))]
    ExportedImport { name: &'a str },
    #[error("`{}` is in another file, which a branch cannot reach", Shown(name))]
    ImportedTarget { name: &'a str },
    #[error(
        "branch target `{}` is {} bytes away, which does not fit in the instruction",
        Shown(name), Grouped(*distance)
    )]
    BranchTooFar { name: &'a str, distance: usize, range: Range },
    #[error(
        "the program has {} words, and the memory has room for {}",
        Grouped(*words), Grouped(*capacity)
    )]
    ProgramTooLarge { words: usize, capacity: usize },

    #[error("the program is empty")]
    EmptyProgram,
    #[error("the program runs into `{}`", Shown(written))]
    ExecutedWord { written: &'a str },
    #[error("the program can run past its end after `{}`", Shown(last))]
    FallsOffEnd { last: &'a str },
    #[error("`{}` goes outside the program", Shown(branch))]
    BranchesOutside { branch: &'a str },
    #[error("label `{}` is never used", Shown(name))]
    UnusedLabel { name: &'a str },
    #[error("`{}` can be reached before anything was compared", Shown(branch))]
    FlagsAtStart { branch: &'a str },
    #[error("`{}` can be reached from an `ldur` or `stur` without a `cmp` between", Shown(branch))]
    FlagsAfterMemory { branch: &'a str },
    #[error("a processor does not take `sp` for the stack pointer in `{instruction}`")]
    SpAsZero { instruction: Instruction },
}

/// How a label is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabelUse {
    Branch,
    Word,
    Export,
}

/// Why a name cannot be a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabelFault {
    Start,
    Underscore,
    Register,
}

impl LabelFault {
    fn words(self) -> &'static str {
        match self {
            LabelFault::Start => "it does not start with a letter",
            LabelFault::Underscore => "it has an underscore",
            LabelFault::Register => "it is a register's",
        }
    }
}

/// A hint about an unknown mnemonic.
#[derive(Clone, Copy, Debug)]
pub(super) enum MnemonicHint {
    /// An instruction of the processor or of its assemblers.
    Foreign(&'static Foreign),
    /// This mnemonic in other case.
    Case,
    /// This mnemonic is spelled similarly.
    DidYouMean(&'static str),
    /// No hint.
    None,
}

/// The kind of operand that was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Register,
    Target,
    Address,
    Offset,
    Word,
    Name,
}

impl Expected {
    fn words(self) -> &'static str {
        match self {
            Expected::Register => "a register",
            Expected::Target => "a label or a number of bytes",
            Expected::Address => "an address such as `[x1, 0]`",
            Expected::Offset => "a number of bytes",
            Expected::Word => "a number or a label",
            Expected::Name => "a name",
        }
    }
}

/// The syntax of an instruction or a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) name: &'static str,
    pub(super) operands: &'static str,
    /// The instruction, if it is one.
    pub(super) op: Option<Op>,
}

impl Usage {
    pub(super) const WORD: Usage = Usage { name: ".8byte", operands: "i", op: None };
    pub(super) const IMPORT: Usage = Usage { name: ".import", operands: "name", op: None };
    pub(super) const EXPORT: Usage = Usage { name: ".export", operands: "name", op: None };
    /// The syntax of each directive.
    pub(super) const DIRECTIVES: [Usage; 3] = [Usage::WORD, Usage::IMPORT, Usage::EXPORT];

    pub(super) fn of(op: Op) -> Usage {
        Usage { name: usage_name(op), operands: op.shape().operands(), op: Some(op) }
    }

    /// The number of operands, in words.
    fn count(self) -> String {
        match self.op.map(Op::shape) {
            Some(Shape::Dnm) => "3 operands".to_owned(),
            Some(Shape::Nm | Shape::Literal) => "2 operands".to_owned(),
            Some(Shape::Memory) => "a register and an address".to_owned(),
            Some(Shape::N | Shape::Jump | Shape::Conditional) | None => "1 operand".to_owned(),
        }
    }
}

fn usage_name(op: Op) -> &'static str {
    if op == Op::BCond { "b.cond" } else { op.mnemonic() }
}

/// The position of an operand, in words.
fn slot_words(slot: Slot, op: Op) -> &'static str {
    match (slot, op.shape()) {
        (Slot::D, _) | (Slot::N, Shape::Nm) => "the first operand",
        (Slot::N, Shape::N) => "the operand",
        (Slot::N, Shape::Memory) => "the base of the address",
        (Slot::N, _) | (Slot::M, Shape::Nm) => "the second operand",
        (Slot::M, _) => "the third operand",
    }
}

/// The range of an immediate, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is from {least} to {greatest}, or 0x0 to {greatest_bits:#x} for its bits")]
pub(super) struct Range {
    pub(super) least: i32,
    pub(super) greatest: i32,
    pub(super) greatest_bits: u32,
}

impl Problem<'_> {
    pub(super) fn code(&self) -> Code {
        match self {
            Problem::InvalidUtf8 { .. } => Code::InvalidUtf8,
            Problem::UnexpectedCharacter { .. }
            | Problem::CommentCharacter { .. }
            | Problem::Hash
            | Problem::OtherComment { .. } => Code::UnexpectedCharacter,
            Problem::MalformedNumber { .. } => Code::MalformedNumber,
            Problem::NotARegister { .. } => Code::NotARegister,
            Problem::UnknownMnemonic { .. } => Code::UnknownMnemonic,
            Problem::UnknownDirective { .. } => Code::UnknownDirective,
            Problem::UnknownCondition { .. } | Problem::MissingDot { .. } => Code::UnknownCondition,
            Problem::BadLabel { .. } | Problem::DetachedColon { .. } => Code::BadLabel,
            Problem::MissingColon { .. } => Code::MissingColon,
            Problem::UnexpectedToken { .. } => Code::UnexpectedToken,
            Problem::SecondStatement { .. } => Code::SecondStatement,
            Problem::MissingComma { .. } => Code::MissingComma,
            Problem::MissingBracket { .. } => Code::MissingBracket,
            Problem::MissingOffset => Code::MissingOffset,
            Problem::WrongOperand { .. } | Problem::LiteralLabel { .. } => Code::WrongOperand,
            Problem::WrongSlot { .. } => Code::WrongSlot,
            Problem::TooFewOperands { .. } => Code::TooFewOperands,
            Problem::TooManyOperands { .. } => Code::TooManyOperands,
            Problem::ImmediateOutOfRange { .. } => Code::ImmediateOutOfRange,
            Problem::MisalignedImmediate { .. } => Code::MisalignedImmediate,
            Problem::WordOutOfRange { .. } => Code::WordOutOfRange,
            Problem::UndefinedLabel { .. } | Problem::RoutineNotImported { .. } => {
                Code::UndefinedLabel
            }
            Problem::DuplicateLabel { .. } => Code::DuplicateLabel,
            Problem::ImportedLabel { .. } | Problem::ExportedImport { .. } => Code::ImportedLabel,
            Problem::DuplicateImport { .. } => Code::DuplicateImport,
            Problem::ImportedTarget { .. } => Code::ImportedTarget,
            Problem::BranchTooFar { .. } => Code::BranchTooFar,
            Problem::ProgramTooLarge { .. } => Code::ProgramTooLarge,
            Problem::EmptyProgram => Code::EmptyProgram,
            Problem::ExecutedWord { .. } => Code::ExecutedWord,
            Problem::FallsOffEnd { .. } | Problem::BranchesOutside { .. } => Code::FallsOffEnd,
            Problem::UnusedLabel { .. } => Code::UnusedLabel,
            Problem::FlagsAtStart { .. } => Code::FlagsAtStart,
            Problem::FlagsAfterMemory { .. } => Code::FlagsAfterMemory,
            Problem::SpAsZero { .. } => Code::SpAsZero,
        }
    }
}
