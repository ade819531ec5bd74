//! Labels and their uses, for an editor's commands: go to a label, list and rename labels.
//!
//! This module reads tokens, not statements, so it also finds the labels of a program with errors.
//! A name before a colon defines a label. Any other name that is not the first word of a statement
//! is a use.

use rustc_hash::FxHashMap;

use crate::diagnostic::Span;
use crate::machine::mips::Op;
use crate::object::is_name;

use super::findings::Findings;
use super::lexer::{Lexer, TokenKind};

/// A name with all its occurrences, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// The definitions, without their colons. A program without errors has exactly one for each
    /// label.
    pub definitions: Vec<Span>,
    /// The uses.
    pub uses: Vec<Span>,
}

/// The labels of a MIPS text, in the order in which they are first written.
pub fn symbols(text: &str) -> Vec<Symbol> {
    let mut lexer = Lexer::new(text);
    let mut findings = Findings::default();
    let mut table = Table::default();
    while let Some(line) = lexer.next_line(&mut findings) {
        let mut starts_statement = true;
        for (at, token) in line.tokens.iter().enumerate() {
            let is_defined =
                line.tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Colon);
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

/// The labels found so far.
#[derive(Default)]
pub(super) struct Table<'a> {
    pub(super) list: Vec<Symbol>,
    by_name: FxHashMap<&'a str, usize>,
}

impl<'a> Table<'a> {
    /// The label of this name, which is added if it is new.
    pub(super) fn symbol(&mut self, name: &'a str) -> &mut Symbol {
        let index = *self.by_name.entry(name).or_insert(self.list.len());
        if index == self.list.len() {
            let name = name.to_owned();
            self.list.push(Symbol { name, definitions: Vec::new(), uses: Vec::new() });
        }
        &mut self.list[index]
    }
}

/// Why a label cannot be renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenameProblem {
    /// The new name is not a letter followed by letters, digits and underscores.
    NotAName,
    /// The new name is a mnemonic.
    Mnemonic,
    /// Another label has the new name.
    Taken,
}

/// Checks whether the label `old` of a MIPS text can be renamed to `new`. Returns `None` if it can:
/// then replacing each definition and each use leaves the program's words unchanged.
pub fn rename_problem(symbols: &[Symbol], old: &str, new: &str) -> Option<RenameProblem> {
    let names = Names { is_label: is_name, is_mnemonic: |new| Op::from_mnemonic(new).is_some() };
    names.rename_problem(symbols, old, new)
}

/// The names of a machine's assembler.
pub(super) struct Names {
    /// Whether a word has the form of a label.
    pub(super) is_label: fn(&str) -> bool,
    /// Whether a word is a mnemonic.
    pub(super) is_mnemonic: fn(&str) -> bool,
}

impl Names {
    /// The reason why the label `old` cannot be renamed to `new`, if there is one.
    pub(super) fn rename_problem(
        &self,
        symbols: &[Symbol],
        old: &str,
        new: &str,
    ) -> Option<RenameProblem> {
        if !(self.is_label)(new) {
            Some(RenameProblem::NotAName)
        } else if (self.is_mnemonic)(new) {
            Some(RenameProblem::Mnemonic)
        } else if new != old && symbols.iter().any(|symbol| symbol.name == new) {
            Some(RenameProblem::Taken)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<(String, Vec<usize>, Vec<usize>)> {
        let starts = |spans: &[Span]| spans.iter().map(|span| span.start).collect();
        symbols(text)
            .into_iter()
            .map(|symbol| (symbol.name, starts(&symbol.definitions), starts(&symbol.uses)))
            .collect()
    }

    #[test]
    fn definitions_and_uses_differ() {
        assert_eq!(
            places("a: b: beq $0, $0, a ; a\n.word b\nadd: jr $31"),
            [
                ("a".to_owned(), vec![0], vec![18]),
                ("b".to_owned(), vec![3], vec![30]),
                ("add".to_owned(), vec![32], vec![]),
            ]
        );
    }

    #[test]
    fn lines_with_errors_have_their_labels() {
        assert_eq!(
            places("a: beq $99, $0 a\na: addd a"),
            [("a".to_owned(), vec![0, 17], vec![15, 25])]
        );
        assert_eq!(places("beq $0, $0, gone"), [("gone".to_owned(), vec![], vec![12])]);
    }

    #[test]
    fn names_that_a_label_cannot_get() {
        let symbols = symbols("a: b: jr $31");
        for (new, problem) in [
            ("c", None),
            ("a", None),
            ("b", Some(RenameProblem::Taken)),
            ("Add", Some(RenameProblem::Mnemonic)),
            ("", Some(RenameProblem::NotAName)),
            ("1a", Some(RenameProblem::NotAName)),
            ("a b", Some(RenameProblem::NotAName)),
            ("\u{e9}", Some(RenameProblem::NotAName)),
        ] {
            assert_eq!(rename_problem(&symbols, "a", new), problem, "{new}");
        }
    }
}
