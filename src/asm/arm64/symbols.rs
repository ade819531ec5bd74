//! Labels and their uses in an ARM64 text, for an editor's commands.
//!
//! As for MIPS, tokens are read, not statements, so the labels of a program with errors are found.

use crate::asm::symbols::{Names, RenameProblem, Symbol, Table};
use crate::machine::arm64::Op;
use crate::machine::arm64::table::is_label;

use super::Findings;
use super::lexer::{Lexer, TokenKind};

/// The labels of a text, in the order in which they are first written. A name before a colon
/// defines a label. Any other name that is not the first word of a statement is a use.
pub fn symbols(text: &str) -> Vec<Symbol> {
    let mut lexer = Lexer::new(text);
    let mut findings = Findings::default();
    let mut table = Table::default();
    while let Some(line) = lexer.next_line(&mut findings) {
        let mut starts_statement = true;
        for (at, token) in line.tokens.iter().enumerate() {
            let next = line.tokens.get(at + 1);
            let is_defined = next.is_some_and(|next| next.kind == TokenKind::Colon);
            match token.kind {
                TokenKind::Colon => continue,
                TokenKind::Name if is_defined => {
                    table.symbol(token.text).definitions.push(token.span);
                    starts_statement = true;
                    continue;
                }
                TokenKind::Name if !starts_statement => {
                    table.symbol(token.text).uses.push(token.span);
                }
                _ => {}
            }
            starts_statement = false;
        }
    }
    table.list
}

/// Checks whether the label `old` can be renamed to `new`. Returns `None` if it can: then replacing
/// each definition and each use leaves the program's words unchanged.
pub fn rename_problem(symbols: &[Symbol], old: &str, new: &str) -> Option<RenameProblem> {
    let names = Names { is_label, is_mnemonic: |new| Op::from_mnemonic(new).is_some() };
    names.rename_problem(symbols, old, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_and_uses_differ() {
        let text = "a: c: b.eq a // a\n.8byte c\nadd: ldur x0, [x1, 8] bad\n b a";
        let starts = |spans: &[crate::diagnostic::Span]| {
            spans.iter().map(|span| span.start).collect::<Vec<_>>()
        };
        let found: Vec<_> = symbols(text)
            .into_iter()
            .map(|it| (it.name, starts(&it.definitions), starts(&it.uses)))
            .collect();
        assert_eq!(
            found,
            [
                ("a".to_owned(), vec![0], vec![11, 56]),
                ("c".to_owned(), vec![3], vec![25]),
                ("add".to_owned(), vec![27], vec![]),
                ("bad".to_owned(), vec![], vec![49]),
            ]
        );
    }

    #[test]
    fn names_that_a_label_cannot_get() {
        let symbols = symbols("a: c: br x30");
        for (new, problem) in [
            ("d", None),
            ("a", None),
            ("c", Some(RenameProblem::Taken)),
            ("add", Some(RenameProblem::Mnemonic)),
            ("x1", Some(RenameProblem::NotAName)),
            ("a_b", Some(RenameProblem::NotAName)),
            ("", Some(RenameProblem::NotAName)),
        ] {
            assert_eq!(rename_problem(&symbols, "a", new), problem, "{new}");
        }
    }
}
