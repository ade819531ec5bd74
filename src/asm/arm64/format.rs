//! The formatter of ARM64 assembly. The layout is that of [`crate::asm::format`].
//!
//! Operands are separated by a comma and a space, `[x1, 0]` is tight, and a condition follows its
//! dot (`b.eq`). A line that does not parse stays unchanged, except that carriage returns at its
//! end are removed.

use crate::asm::Formatted;
use crate::asm::findings::FindingList;
use crate::asm::format::{Comment, Part, column, lay_out};
use crate::asm::suggest::Suggestions;
use crate::diagnostic::Span;

use super::Findings;
use super::lexer::{Lexer, Line, Token, TokenKind};
use super::parser;

/// Formats a text, in time linear in its length.
pub fn format(text: &str) -> Formatted {
    let unparsed = unparsed(text);
    let lines = read(text, &unparsed);
    Formatted { text: lay_out(text, lines), unparsed }
}

/// The lines with an error of the lexer or the parser.
fn unparsed(text: &str) -> Vec<usize> {
    let mut findings = FindingList::default();
    parser::parse(text, &mut findings, &mut Suggestions::new());
    let diagnostics = findings.into_diagnostics(text);
    // In this language only a line feed ends a line.
    let mut line = (0, 1);
    let mut lines = Vec::new();
    for start in diagnostics.iter().map(|diagnostic| diagnostic.span.start) {
        line.1 += text[line.0..start].matches('\n').count();
        line.0 = start;
        lines.push(line.1);
    }
    lines.dedup();
    lines
}

fn read<'a>(text: &'a str, unparsed: &[usize]) -> Vec<Part<'a>> {
    let mut lexer = Lexer::new(text);
    let mut findings = Findings::default();
    let mut lines = Vec::new();
    while let Some(line) = lexer.next_line(&mut findings) {
        lines.push(match unparsed.binary_search(&line.number) {
            Ok(_) => Part::Unparsed(line.span.of(text).trim_end_matches('\r')),
            Err(_) => part(line, text),
        });
    }
    lines
}

fn part<'a>(line: &Line<'a>, text: &'a str) -> Part<'a> {
    let comment = line.comment.map(|span| Comment {
        text: span.of(text).trim_end_matches([' ', '\t', '\r', '\u{b}', '\u{c}']),
        column: column(Span::new(line.span.start, span.start).of(text)),
    });
    if line.tokens.is_empty() && comment.is_none() {
        return Part::Blank;
    }
    let is_colon = |token: &Token| token.kind == TokenKind::Colon;
    let behind_labels = line.tokens.iter().rposition(is_colon).map_or(0, |at| at + 1);
    let (labels, statement) = line.tokens.split_at(behind_labels);
    Part::Code { labels: spaced(labels), statement: spaced(statement), comment }
}

fn spaced(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut before = None;
    for token in tokens {
        let is_condition = token.kind == TokenKind::Dotted;
        let is_tight = is_condition
            || matches!(token.kind, TokenKind::Comma | TokenKind::Colon | TokenKind::Close);
        if !is_tight && !matches!(before, None | Some(TokenKind::Open)) {
            text.push(' ');
        }
        text.push_str(token.text);
        before = Some(token.kind);
    }
    text
}
