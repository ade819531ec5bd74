//! Help for what is wrong.

use crate::asm::findings::Reason;
use crate::asm::shown::Shown;
use crate::diagnostic::Code;
use crate::machine::arm64::{Condition, Op, Slot};

use super::problem::{Expected, LabelFault, LabelUse, MnemonicHint, Problem, Usage, What};

impl Reason for Problem<'_> {
    fn code(&self) -> Code {
        Problem::code(self)
    }

    fn help(&self) -> Option<String> {
        let fixed = match self {
            Problem::UnknownMnemonic { hint, .. } => return Some(hint.help()),
            Problem::WrongOperand { expected, what, written, usage } => {
                return wrong_operand_help(*expected, *what, Shown(written), *usage);
            }
            Problem::TooManyOperands { usage: Usage::WORD } => {
                "every word has a `.8byte` and a line of its own"
            }
            Problem::TooManyOperands { usage: Usage::IMPORT | Usage::EXPORT } => {
                "every name has a directive and a line of its own"
            }
            Problem::TooFewOperands { usage, .. } | Problem::TooManyOperands { usage } => {
                return Some(usage.help());
            }
            Problem::UndefinedLabel { nearest: Some(nearest), .. } => {
                return Some(format!("did you mean `{}`?", Shown(nearest)));
            }
            Problem::UndefinedLabel { name, usage, .. } => {
                return Some(undefined_help(Shown(name), *usage));
            }
            Problem::RoutineNotImported { name } => {
                return Some(format!("with `.import {name}` it is linked by itself"));
            }
            Problem::BranchTooFar { range, .. } => {
                return Some(format!("{range}; for more load the address and use `br`"));
            }
            Problem::LiteralLabel { distance, .. } => {
                return Some(match distance {
                    Some(distance) => format!("the label is {distance} bytes from here"),
                    None => "it counts from the instruction itself".to_owned(),
                });
            }
            Problem::UnknownCondition { .. } => {
                let names: Vec<_> = Condition::ALL.iter().map(|row| row.1).collect();
                return Some(format!("the conditions are {}", names.join(", ")));
            }
            Problem::WrongSlot { slot, .. } => slot_help(*slot),
            Problem::InvalidUtf8 { .. } => {
                "save the text as UTF-8; an assembled program is to be disassembled first"
            }
            Problem::UnexpectedCharacter { written } if written.starts_with('/') => {
                "a comment starts with `//`"
            }
            Problem::CommentCharacter { .. } => "the course's assembler takes ASCII only",
            Problem::Hash => "a number stands by itself",
            Problem::MalformedNumber { .. } => {
                "a number is written `42`, `-42` or `0x2a`, and a label starts with a letter"
            }
            Problem::UnknownDirective { .. } => {
                "the program is loaded at address 0 as it is written, so there are no sections; \
                 data is an `.8byte` for each 8 bytes"
            }
            Problem::ImportedLabel { .. } | Problem::ExportedImport { .. } => {
                "a name is either of this file or of another one; rename the label, or leave out \
                 the `.import`"
            }
            Problem::ImportedTarget { name } => {
                return Some(format!(
                    "load its address with `ldr` from an `.8byte {}`, then `br` or `blr`",
                    Shown(name)
                ));
            }
            Problem::BadLabel { fault, .. } => match fault {
                LabelFault::Start | LabelFault::Underscore => {
                    "a label is a letter, then letters and digits"
                }
                LabelFault::Register => "a label has another name than a register",
            },
            Problem::SecondStatement { .. } => {
                "a line has any number of labels, then at most one instruction or directive"
            }
            Problem::WordOutOfRange { .. } => "a word is from -2^63 to 2^64 - 1",
            Problem::ExecutedWord { .. } => "data belongs where the program does not come by",
            Problem::FallsOffEnd { .. } | Problem::BranchesOutside { .. } => {
                "there is no instruction there, so that is a fault; a program ends with `br x30`"
            }
            Problem::FlagsAtStart { .. } => {
                "the flags are as after `cmp 1, 0` here, and anything on a processor"
            }
            Problem::FlagsAfterMemory { .. } => {
                "the course's emulator sets the flags there, and neither its documents nor a \
                 processor do"
            }
            Problem::SpAsZero { .. } => "it reads zero there, and what is written is lost",
            _ => return None,
        };
        Some(fixed.to_owned())
    }
}

fn undefined_help(name: Shown, usage: LabelUse) -> String {
    match usage {
        LabelUse::Branch => format!("a branch goes to a label of its own file: write `{name}:`"),
        LabelUse::Word => format!(
            "if another file has it, add that file, with `.export {name}` there and \
             `.import {name}` here"
        ),
        LabelUse::Export => format!("a file exports its own labels: write `{name}:`"),
    }
}

fn slot_help(slot: Slot) -> &'static str {
    match slot {
        Slot::D | Slot::N => "`xzr` is only the last one of three registers, or of `cmp`",
        Slot::M => "`sp` is never the last one of three registers, or of `cmp`",
    }
}

impl MnemonicHint {
    fn help(self) -> String {
        match self {
            MnemonicHint::Foreign(foreign) => foreign.help.to_owned(),
            MnemonicHint::Case => "instructions are written in lower case".to_owned(),
            MnemonicHint::DidYouMean(name) => format!("did you mean `{name}`?"),
            MnemonicHint::None => {
                let names = Op::ALL.iter().filter(|&&op| op != Op::BCond).map(|op| op.mnemonic());
                let names: Vec<_> = names.collect();
                format!("the instructions are {}, `b.cond`, and `.8byte`", names.join(", "))
            }
        }
    }
}

impl Usage {
    fn help(self) -> String {
        let Usage { name, operands, .. } = self;
        match self {
            Usage::WORD => {
                format!("it is written `{name} {operands}`, where i is a number or a label")
            }
            _ => format!("it is written `{name} {operands}`"),
        }
    }
}

fn wrong_operand_help(
    expected: Expected,
    what: What,
    written: Shown,
    usage: Usage,
) -> Option<String> {
    let help = match (expected, what) {
        (Expected::Register, What::Number) => format!(
            "there are no immediate operands: load a constant with `ldr` from an `.8byte {written}`"
        ),
        (Expected::Register, What::Name) if matches!(usage.op, Some(Op::Br | Op::Blr)) => format!(
            "an address is loaded into a register first, with `ldr` from an `.8byte {written}`"
        ),
        (Expected::Register, What::Name) => {
            "registers are `x0` to `x30`, `sp` and `xzr`, in lower case".to_owned()
        }
        (Expected::Register, What::Address) => "only `ldur` and `stur` use memory".to_owned(),
        (Expected::Offset, What::Address) => {
            "`ldr` loads from a fixed distance; `ldur` loads from an address".to_owned()
        }
        (Expected::Target, What::Register) => {
            format!("to go to an address that is in a register, write `br {written}`")
        }
        (Expected::Offset, _) => "it is a number of bytes".to_owned(),
        (Expected::Address, _) => "it is a register and a number of bytes".to_owned(),
        _ => return None,
    };
    Some(help)
}
