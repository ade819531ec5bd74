//! Help for what is wrong, and the titles of fixes.

use crate::machine::mips::Op;

use super::problem::{Expected, MnemonicHint, Problem, Usage, What};
use super::shown::Shown;

/// What a fix does, as an instruction.
pub(super) fn fix_title(old: &str, new: &str) -> String {
    let (old_shown, new_shown) = (Shown(old.trim()), Shown(new.trim()));
    match (old, new) {
        ("", "\n") => "insert a line break".to_owned(),
        ("", _) if new.starts_with('\n') => format!("insert the line `{new_shown}`"),
        ("", _) => format!("insert `{new_shown}`"),
        (_, "") if old.trim().is_empty() => "remove the white space".to_owned(),
        (_, "") => format!("remove `{old_shown}`"),
        _ => match new.split_once('\n') {
            None => format!("replace `{}` with `{}`", Shown(old), Shown(new)),
            Some(("", line)) => format!("replace `{old_shown}` with the line `{}`", Shown(line)),
            Some((first, second)) => {
                let (first, second) = (Shown(first), Shown(second));
                format!("replace `{old_shown}` with the lines `{first}` and `{second}`")
            }
        },
    }
}

impl Problem<'_> {
    pub(super) fn help(&self) -> Option<String> {
        let fixed = match self {
            Problem::UnknownMnemonic { hint, .. } => return Some(hint.help()),
            Problem::WrongOperand { expected, what, written, op } => {
                return wrong_operand_help(*expected, *what, Shown(written), *op);
            }
            Problem::NotARegister { written, meant } => {
                let name = Shown(written);
                return meant
                    .map(|reg| format!("registers have no names here; `{name}` is `{reg}`"));
            }
            Problem::TooManyOperands { usage: Usage::WORD, .. } => {
                "every word has a `.word` and a line of its own"
            }
            Problem::TooManyOperands { usage: Usage::IMPORT | Usage::EXPORT, .. } => {
                "every name has a directive and a line of its own"
            }
            Problem::TooFewOperands { usage, .. } | Problem::TooManyOperands { usage, .. } => {
                return Some(usage.help());
            }
            Problem::UndefinedLabel { nearest: Some(nearest), .. } => {
                return Some(format!("did you mean `{}`?", Shown(nearest)));
            }
            Problem::UndefinedLabel { name, nearest: None } => {
                let name = Shown(name);
                return Some(format!(
                    "if another file has it, add that file, with `.export {name}` there and \
                     `.import {name}` here"
                ));
            }
            Problem::RoutineNotImported { name } => {
                return Some(format!("with `.import {name}` it is linked by itself"));
            }
            Problem::BranchTooFar { name, .. } => {
                return Some(format!(
                    "a branch reaches 32,768 words back and 32,767 ahead; for more load the \
                     address with `lis` and `.word {}`, then `jr`",
                    Shown(name)
                ));
            }
            Problem::InvalidUtf8 { .. } => {
                "save the text as UTF-8; an assembled program is to be disassembled first"
            }
            Problem::UnexpectedCharacter { written } if written.starts_with('/') => {
                "a comment starts with `;`, `#` or `//`"
            }
            Problem::MalformedNumber { .. } => {
                "a number is written `42`, `-42` or `0x2a`, and a label starts with a letter"
            }
            Problem::UnknownDirective { .. } => {
                "the program is loaded at address 0 as it is written, so there are no sections; \
                 data is a `.word` for each word"
            }
            Problem::ImportedLabel { .. } => {
                "a name is either of this file or of another one; rename the label, or leave out \
                 the `.import`"
            }
            Problem::ImportedTarget { name } => {
                return Some(format!(
                    "load its address with `lis` and `.word {}`, then `jr` or `jalr`",
                    Shown(name)
                ));
            }
            Problem::BadLabel { .. } => "after the letter come letters, digits and underscores",
            Problem::SecondStatement { .. } => {
                "a line has any number of labels, then at most one instruction or `.word`"
            }
            Problem::NumberFirst { .. } => {
                "only the second operand of a branch may be a number; it is loaded with a `lis` \
                 before the branch"
            }
            Problem::ImmediateOutOfRange { .. } => {
                "an immediate is -32768 to 32767, or 0x0 to 0xffff for its bits"
            }
            Problem::WordOutOfRange { .. } => {
                "a word is -2147483648 to 4294967295, or 0x0 to 0xffffffff"
            }
            Problem::NoFreeRegister { .. } => {
                "it would be loaded into one of `$28` to `$4`, and the text mentions them all; \
                 load it with `lis` and `.word` where one of them is not needed"
            }
            Problem::LisWithoutWord { .. } => "a `.word` belongs behind every `lis`",
            Problem::ExecutedWord { instruction: Some(_), .. } => {
                "if this is meant, the instruction says it better"
            }
            Problem::ExecutedWord { instruction: None, .. } => {
                "data belongs behind a `lis`, or where the program does not come by"
            }
            Problem::FallsOffEnd { .. } | Problem::BranchesOutside { .. } => {
                "there is no instruction there, so that is a fault; a program ends with `jr $31`"
            }
            _ => return None,
        };
        Some(fixed.to_owned())
    }
}

impl MnemonicHint {
    fn help(self) -> String {
        match self {
            MnemonicHint::Foreign(foreign) => foreign.help.to_owned(),
            MnemonicHint::DidYouMean(name) => format!("did you mean `{name}`?"),
            MnemonicHint::None => {
                let names: Vec<_> = Op::ALL.iter().map(|op| op.mnemonic()).collect();
                format!("the instructions are {}, and `.word`", names.join(", "))
            }
        }
    }
}

impl Usage {
    fn help(self) -> String {
        let Usage { name, operands } = self;
        if self == Usage::WORD {
            format!("it is written `{name} {operands}`, where i is a number or a label")
        } else if name == Op::Lis.mnemonic() {
            format!("it is written `{name} {operands}`, with its `.word` on the line below")
        } else {
            format!("it is written `{name} {operands}`")
        }
    }
}

fn wrong_operand_help(
    expected: Expected,
    what: What,
    written: Shown,
    op: Option<Op>,
) -> Option<String> {
    let help = match (expected, what) {
        (Expected::Register | Expected::RegisterOrNumber, What::Name)
            if matches!(op, Some(Op::Jr | Op::Jalr)) =>
        {
            format!("an address is loaded into a register first, with `lis` and `.word {written}`")
        }
        (Expected::Register, What::Number) => {
            format!("a constant is loaded into a register first, with `lis` and `.word {written}`")
        }
        (Expected::Register | Expected::RegisterOrNumber, What::Address) => {
            "only `lw` and `sw` use memory".to_owned()
        }
        (Expected::Target, What::Register) => {
            format!("to go to an address that is in a register, write `jr {written}`")
        }
        (Expected::Address | Expected::Offset, What::Name) => {
            format!("the address of a label is loaded first, with `lis` and `.word {written}`")
        }
        (Expected::Address, _) => "it is a number of bytes, then a register".to_owned(),
        _ => return None,
    };
    Some(help)
}
