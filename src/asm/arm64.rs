//! The assembler and the disassembler of the ARM64 machine.
//!
//! # The language
//!
//! The language is that of the course's `binasm` and `linkasm`. A line has any number of labels,
//! then at most one instruction or directive, then perhaps a comment:
//!
//! ```text
//! loop:  sub x0, x0, x1     // a comment
//!        cmp x0, xzr
//!        b.ne loop
//! ```
//!
//! A label is the address of the next instruction or `.8byte`. Its name is a letter, then letters
//! and digits, and is not the name of a register; the colon follows without a space. Labels are
//! case-sensitive; all other names are in lower case. A comment starts with `//`. All characters
//! are ASCII, in comments too.
//!
//! Registers are `x0` to `x30`, `sp` as the first register of an instruction or as its second one,
//! and `xzr` as the last one of three or of `cmp` ([`Slot`](crate::machine::arm64::Slot)).
//!
//! A decimal number gives the value. A hexadecimal number gives the bits of its field and has no
//! minus: as an offset of `ldur`, `0x1ff` is -1. Offsets count bytes from the instruction itself.
//! `b` and `b.cond` also take a label, `ldr` does not. `.8byte` takes a number of 64 bits or a
//! label, and may be at any multiple of 4.
//!
//! `.import name` declares a label of another file, which a `.8byte` may then contain.
//! `.export name` makes a label visible to other files.
//!
//! ```
//! use tamarin::asm::arm64::{assemble, disassemble};
//!
//! let object = assemble("add x0, x1, x2\nbr x30").object.expect("there is no error");
//! assert_eq!(object.words, [0x8b22_6020, 0xd61f_03c0]);
//! assert_eq!(disassemble(&object), "    add x0, x1, x2\n    br x30\n");
//!
//! let assembly = assemble("b.eq lop\nloop: br x30");
//! assert_eq!(assembly.diagnostics[0].message, "there is no label `lop`");
//! ```

mod assembler;
mod disassembler;
mod foreign;
mod format;
mod help;
mod lexer;
mod lint;
mod operand;
mod parser;
mod problem;
mod symbols;
mod syntax;

use crate::diagnostic::Span;
use crate::machine::arm64::memory::CAPACITY;

use super::Assembly;
use super::findings::FindingList;
use super::suggest::Suggestions;

pub use disassembler::{disassemble, listing, text_at};
pub use format::format;
pub use symbols::{rename_problem, symbols};

use problem::Problem;

/// The problems of an ARM64 text.
type Findings<'a> = FindingList<Problem<'a>>;

/// Assembles a text, in time linear in its length.
///
/// Each relocation and each reference of the object is the index of the lower of two
/// words. The upper word is zero.
pub fn assemble(text: &str) -> Assembly {
    let mut findings = Findings::default();
    let mut suggestions = Suggestions::new();
    let source = parser::parse(text, &mut findings, &mut suggestions);
    let assembled = assembler::assemble(&source, CAPACITY, &mut findings, &mut suggestions)
        .filter(|_| !findings.has_errors());
    if let Some(assembled) = &assembled {
        lint::lint(text, assembled, &mut findings);
    }
    let object = assembled.map(|assembled| assembled.object);
    Assembly { object, diagnostics: findings.into_diagnostics(text) }
}

/// Assembles bytes that may not be text. If they are not UTF-8, the result is one error. Its span
/// is in bytes, like every span.
pub fn assemble_bytes(bytes: &[u8]) -> Assembly {
    let error = match str::from_utf8(bytes) {
        Ok(text) => return assemble(text),
        Err(error) => error,
    };
    let start = error.valid_up_to();
    let end = error.error_len().map_or(bytes.len(), |length| start + length);
    let mut findings = Findings::default();
    findings.report(Span::new(start, end), Problem::InvalidUtf8 { byte: bytes[start] });
    let text = str::from_utf8(&bytes[..start]).expect("the bytes up to there are valid");
    Assembly { object: None, diagnostics: findings.into_diagnostics(text) }
}
