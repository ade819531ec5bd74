//! The assembler and the disassembler: text to [`Object`] and back.
//!
//! # The language
//!
//! A line has any number of labels, then at most one statement, then perhaps a comment:
//!
//! ```text
//! loop: again:  add $3, $3, $4    ; a comment; # and // start one as well
//!               bne $3, $0, loop
//! ```
//!
//! A label is the address of the next word, on the same line or a later one. A label after the last
//! word is the address of the end of the program. Its name is a letter, then letters, digits and
//! underscores, and its case matters. Mnemonics and directives are read in any case. White space is
//! spaces, tabs and form feeds; lines end with `\n`, `\r\n` or `\r`.
//!
//! The instructions are the rows of [`Op`](crate::machine::mips::Op). Commas between operands are
//! not optional. `.word` takes a number of 32 bits or a label.
//!
//! Numbers are decimal with an optional minus, or hexadecimal with `0x`. A hexadecimal number gives
//! the bits: as an immediate, `0xffff` is -1, and the decimal 65535 is out of range. A hexadecimal
//! number has no minus, because `-0xffff` would be ambiguous.
//!
//! `.import name` declares a label of another file, which a `.word` may then contain.
//! `.export name` makes a label visible to other files. A branch cannot leave its file.
//!
//! Also accepted, because the papers write programs this way:
//!
//! - a number on its own is a `.word`;
//! - `lw $4, 0, $5` is `lw $4, 0($5)`, and likewise for `sw`;
//! - the second operand of `beq` and `bne` may be a number. `bne $1, 42, end` becomes `lis $k`,
//!   `.word 42`, `bne $1, $k, end`, where `$k` is the highest of `$28` to `$4` that the text does
//!   not mention anywhere but in comments. A label before it is the address of the `lis`, and a
//!   branch by a number of words counts all three.
//!
//! # From text to words
//!
//! The lexer splits a line into tokens. The parser turns tokens into labels and statements. The
//! assembler computes the addresses of labels (first pass) and writes the words (second pass). Each
//! stage reports an error and continues, so one run reports all errors of a text. A program without
//! errors is then checked for suspicious code
//! ([`Severity::Warning`](crate::diagnostic::Severity::Warning)).
//!
//! ```
//! use tamarin::asm::{assemble, disassemble};
//!
//! let object = assemble("add $3, $1, $2\njr $31").object.expect("there is no error");
//! assert_eq!(object.words, [0x0022_1820, 0x03e0_0008]);
//! assert_eq!(disassemble(&object), "    add $3, $1, $2\n    jr $31\n");
//!
//! let assembly = assemble("lop: bne $1, $0, loop");
//! assert_eq!(assembly.object, None);
//! assert_eq!(assembly.diagnostics[0].message, "there is no label `loop`");
//! assert_eq!(assembly.diagnostics[0].help.as_deref(), Some("did you mean `lop`?"));
//! ```
//!
//! The module [`arm64`] describes the language of the ARM64 machine.
//!
//! There are no macros and no sections. The result is an [`Object`], which [`link`](crate::link)
//! turns into a program.

pub mod arm64;
mod assembler;
mod disassembler;
mod findings;
mod foreign;
mod format;
mod generated;
mod help;
mod lexer;
mod lint;
mod number;
mod operand;
mod parser;
mod problem;
mod shown;
mod source_lines;
mod suggest;
mod symbols;
mod syntax;

use crate::diagnostic::{Diagnostic, Span};
use crate::machine::Architecture;
use crate::object::Object;
use crate::program::Program;

pub use disassembler::{ListingRow, disassemble, listing, render_listing};
pub use format::{Formatted, format};
pub use generated::Generated;
pub use source_lines::{SourceLine, SourceLines};
pub use symbols::{RenameProblem, Symbol, rename_problem, symbols};

use findings::Findings;
use problem::Problem;
use suggest::Suggestions;

/// The result of assembling a text.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The object; `Some` exactly if no diagnostic is an error.
    pub object: Option<Object>,
    /// All errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Assembles a text, in time linear in its length.
pub fn assemble(text: &str) -> Assembly {
    assemble_within(Program::CAPACITY, text)
}

/// Assembles a text in the assembly language of `architecture`.
pub fn assemble_for(architecture: Architecture, text: &str) -> Assembly {
    match architecture {
        Architecture::Mips => assemble(text),
        Architecture::Arm64 => arm64::assemble(text),
    }
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
    // The error's line and column are computed from the valid prefix.
    let text = str::from_utf8(&bytes[..start]).expect("the bytes up to there are valid");
    Assembly { object: None, diagnostics: findings.into_diagnostics(text) }
}

fn assemble_within(capacity: usize, text: &str) -> Assembly {
    let mut findings = Findings::default();
    let mut suggestions = Suggestions::new();
    let source = parser::parse(text, &mut findings, &mut suggestions);
    let assembled = assembler::assemble(&source, capacity, &mut findings, &mut suggestions)
        .filter(|_| !findings.has_errors());
    if let Some(assembled) = &assembled {
        lint::lint(text, assembled, &mut findings);
    }
    let object = assembled.map(|assembled| assembled.object);
    Assembly { object, diagnostics: findings.into_diagnostics(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn a_program_fits_or_is_too_large() {
        let text = "add $3, $1, $2\nbeq $1, 7, 0\njr $31";
        assert!(assemble_within(5, text).object.is_some());
        let Assembly { object, diagnostics } = assemble_within(4, text);
        assert_eq!(object, None);
        let [only] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert_eq!((only.code, only.line, only.column), (Code::ProgramTooLarge, 3, 1));
        assert_eq!(only.message, "the program has 5 words, and the memory has room for 4");
    }
}
