//! The errors and warnings of the MIPS assembler, with their messages.

use std::fmt;

use thiserror::Error;

use crate::diagnostic::Code;
use crate::machine::mips::{Instruction, Op, Reg};

use super::foreign::Foreign;
use super::number::NumberFault;
use super::shown::{Characters, ExecutedAs, Grouped, LoadedInstead, Operands, Shown};

/// An error or a warning about a text.
#[derive(Debug, Error)]
pub(super) enum Problem<'a> {
    #[error("the byte 0x{byte:02x} is not text in UTF-8")]
    InvalidUtf8 { byte: u8 },
    #[error("unexpected {}", Characters(written))]
    UnexpectedCharacter { written: &'a str },
    #[error("a register is written without a backslash, not `{}`", Shown(written))]
    EscapedRegister { written: &'a str },
    #[error("`{}` is not a number: {fault}", Shown(written))]
    MalformedNumber { written: &'a str, fault: NumberFault },
    #[error("`{}` is not a register: registers are `$0` to `$31`", Shown(written))]
    NotARegister { written: &'a str, meant: Option<Reg> },

    #[error("unknown instruction `{}`", Shown(name))]
    UnknownMnemonic { name: &'a str, hint: MnemonicHint },
    #[error("unknown directive `{}`, expected `.word`, `.import` or `.export`", Shown(name))]
    UnknownDirective { name: &'a str },
    #[error("`{}` is not a name for a label: a label starts with a letter", Shown(name))]
    BadLabel { name: &'a str },
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
    #[error("expected `)` after `{}`", Shown(after))]
    MissingParenthesis { after: &'a str },
    #[error("expected a number of bytes before `{}`", Shown(base))]
    MissingOffset { base: &'a str },

    #[error("expected {expected}, found {what} `{}`", Shown(written))]
    WrongOperand { expected: Expected, what: What, written: &'a str, op: Option<Op> },
    #[error("the first operand of `{op}` must be a register, not the number `{}`", Shown(written))]
    NumberFirst { op: Op, written: &'a str },
    #[error("`{}` takes {}, and {given} given", usage.name, Operands(usage.arity()))]
    TooFewOperands { usage: Usage, given: Given },
    #[error("`{}` takes {}, and {given} given", usage.name, Operands(usage.arity()))]
    TooManyOperands { usage: Usage, given: Given },
    #[error("`{}` does not fit in 16 bits", Shown(written))]
    ImmediateOutOfRange { written: &'a str },
    #[error("`{}` does not fit in 32 bits", Shown(written))]
    WordOutOfRange { written: &'a str },

    #[error("there is no label `{}`", Shown(name))]
    UndefinedLabel { name: &'a str, nearest: Option<&'a str> },
    #[error("there is no label `{name}`, and the routine of this name is not imported")]
    RoutineNotImported { name: &'a str },
    #[error("label `{}` is already on line {first_line}", Shown(name))]
    DuplicateLabel { name: &'a str, first_line: usize },
    #[error("`{}` is imported, and it is a label of this file on line {line}", Shown(name))]
    ImportedLabel { name: &'a str, line: usize },
    #[error("`{}` is in another file, which a branch cannot reach", Shown(name))]
    ImportedTarget { name: &'a str },
    #[error(
        "branch target `{}` is {} words away, which does not fit in 16 bits",
        Shown(name), Grouped(*distance)
    )]
    BranchTooFar { name: &'a str, distance: usize },
    #[error("there is no free register for the number `{}`", Shown(written))]
    NoFreeRegister { written: &'a str },
    #[error(
        "the program has {} words, and the memory has room for {}",
        Grouped(*words), Grouped(*capacity)
    )]
    ProgramTooLarge { words: usize, capacity: usize },

    #[error("the program is empty")]
    EmptyProgram,
    #[error(
        "`{}` loads the word that follows it, which {}", Shown(lis), LoadedInstead(*next)
    )]
    LisWithoutWord { lis: &'a str, next: Option<&'a str> },
    #[error("the program runs into `{}`, {}", Shown(written), ExecutedAs(*instruction))]
    ExecutedWord { written: &'a str, instruction: Option<Instruction> },
    #[error("the program can run past its end after `{}`", Shown(last))]
    FallsOffEnd { last: &'a str },
    #[error("`{}` goes outside the program", Shown(branch))]
    BranchesOutside { branch: &'a str },
    #[error("`{}` writes to `$0`, which stays zero", Shown(written))]
    ZeroDestination { written: &'a str },
    #[error("label `{}` is never used", Shown(name))]
    UnusedLabel { name: &'a str },
}

/// A hint about an unknown mnemonic.
#[derive(Clone, Copy, Debug)]
pub(super) enum MnemonicHint {
    /// An instruction of other assemblers, or of the full MIPS instruction set.
    Foreign(&'static Foreign),
    /// This mnemonic is spelled similarly.
    DidYouMean(&'static str),
    /// No hint.
    None,
}

/// The kind of operand that was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Expected {
    #[error("a register")]
    Register,
    #[error("a register or a number")]
    RegisterOrNumber,
    #[error("a label or a number of words")]
    Target,
    #[error("an address such as `0($5)`")]
    Address,
    #[error("a number of bytes")]
    Offset,
    #[error("a number or a label")]
    Word,
    #[error("a name")]
    Name,
}

/// The kind of operand that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum What {
    #[error("the register")]
    Register,
    #[error("the number")]
    Number,
    #[error("the name")]
    Name,
    #[error("the address")]
    Address,
}

/// The syntax of an instruction or a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) name: &'static str,
    pub(super) operands: &'static str,
}

impl Usage {
    pub(super) const WORD: Usage = Usage { name: ".word", operands: "i" };
    pub(super) const IMPORT: Usage = Usage { name: ".import", operands: "name" };
    pub(super) const EXPORT: Usage = Usage { name: ".export", operands: "name" };
    /// The syntax of each directive.
    pub(super) const DIRECTIVES: [Usage; 3] = [Usage::WORD, Usage::IMPORT, Usage::EXPORT];

    pub(super) fn of(op: Op) -> Usage {
        Usage { name: op.mnemonic(), operands: op.shape().operands() }
    }

    /// Whether one of the operands is an address, `0($5)`.
    pub(super) fn takes_address(self) -> bool {
        self.operands.ends_with(')')
    }

    /// The number of operands.
    pub(super) fn arity(self) -> usize {
        self.operands.split(", ").count()
    }
}

/// The number of operands that were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given(pub(super) usize);

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("none is"),
            1 => f.write_str("1 is"),
            several => write!(f, "{several} are"),
        }
    }
}

impl Problem<'_> {
    pub(super) fn code(&self) -> Code {
        match self {
            Problem::InvalidUtf8 { .. } => Code::InvalidUtf8,
            Problem::UnexpectedCharacter { .. } => Code::UnexpectedCharacter,
            Problem::EscapedRegister { .. } => Code::EscapedRegister,
            Problem::MalformedNumber { .. } => Code::MalformedNumber,
            Problem::NotARegister { .. } => Code::NotARegister,
            Problem::UnknownMnemonic { .. } => Code::UnknownMnemonic,
            Problem::UnknownDirective { .. } => Code::UnknownDirective,
            Problem::BadLabel { .. } | Problem::DetachedColon { .. } => Code::BadLabel,
            Problem::MissingColon { .. } => Code::MissingColon,
            Problem::UnexpectedToken { .. } => Code::UnexpectedToken,
            Problem::SecondStatement { .. } => Code::SecondStatement,
            Problem::MissingComma { .. } => Code::MissingComma,
            Problem::MissingParenthesis { .. } => Code::MissingParenthesis,
            Problem::MissingOffset { .. } => Code::MissingOffset,
            Problem::WrongOperand { .. } | Problem::NumberFirst { .. } => Code::WrongOperand,
            Problem::TooFewOperands { .. } => Code::TooFewOperands,
            Problem::TooManyOperands { .. } => Code::TooManyOperands,
            Problem::ImmediateOutOfRange { .. } => Code::ImmediateOutOfRange,
            Problem::WordOutOfRange { .. } => Code::WordOutOfRange,
            Problem::UndefinedLabel { .. } | Problem::RoutineNotImported { .. } => {
                Code::UndefinedLabel
            }
            Problem::DuplicateLabel { .. } => Code::DuplicateLabel,
            Problem::ImportedLabel { .. } => Code::ImportedLabel,
            Problem::ImportedTarget { .. } => Code::ImportedTarget,
            Problem::BranchTooFar { .. } => Code::BranchTooFar,
            Problem::NoFreeRegister { .. } => Code::NoFreeRegister,
            Problem::ProgramTooLarge { .. } => Code::ProgramTooLarge,
            Problem::EmptyProgram => Code::EmptyProgram,
            Problem::LisWithoutWord { .. } => Code::LisWithoutWord,
            Problem::ExecutedWord { .. } => Code::ExecutedWord,
            Problem::FallsOffEnd { .. } | Problem::BranchesOutside { .. } => Code::FallsOffEnd,
            Problem::ZeroDestination { .. } => Code::ZeroDestination,
            Problem::UnusedLabel { .. } => Code::UnusedLabel,
        }
    }
}
