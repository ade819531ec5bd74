//! The formatter of MIPS assembly: it aligns labels, instructions and comments.
//!
//! The formatter keeps every line and the order of lines. It changes only white space and the case
//! of mnemonics, so the formatted program has the same words and labels. A line that does not parse
//! stays unchanged.
//!
//! - Labels start at the margin. All instructions start at the same column: 4, or further right if
//!   labels on the same line need it, up to 16.
//! - Operands are separated by a comma and a space, and `0($5)` is tight.
//! - Comments behind code are aligned with each other, up to the next blank line or label on a line
//!   of its own. A comment on a line of its own stays at the margin, or is aligned with the code or
//!   with the comment above that it continues.
//! - Several blank lines become one. Blank lines at the start and the end are removed.
//!
//! ```
//! use tamarin::asm::format;
//!
//! let text = "loop:\n ADD $3 ,$1,$2;sum\n    jr  $31 # done";
//! let formatted = "loop:\n    add $3, $1, $2    ;sum\n    jr $31            # done\n";
//! assert_eq!(format(text).text, formatted);
//! ```

use crate::diagnostic::{BYTE_ORDER_MARK, Span};

use super::findings::Findings;
use super::lexer::{Lexer, Line, Token, TokenKind};
use super::parser;
use super::suggest::Suggestions;

/// Spaces before an instruction, and between it and its comment.
const INDENT: usize = 4;
/// Labels that end behind this column do not move the instructions.
const WIDEST_LABELS: usize = 16;
/// Code that ends behind this column does not move the comments of its neighbours.
const WIDEST_CODE: usize = 44;

/// The result of formatting a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The formatted text.
    pub text: String,
    /// The lines of the original text, from 1, that do not parse and stay unchanged.
    pub unparsed: Vec<usize>,
}

/// Formats a text, in time linear in its length.
pub fn format(text: &str) -> Formatted {
    let unparsed = unparsed(text);
    let lines = read(text, &unparsed);
    let mark = if text.starts_with(BYTE_ORDER_MARK) { "\u{feff}" } else { "" };
    Formatted { text: format!("{mark}{}", lay_out(text, lines)), unparsed }
}

/// Lays out the lines of a text.
pub(super) fn lay_out(text: &str, mut lines: Vec<Part>) -> String {
    trim_blanks(&mut lines);
    let statement = statement_column(&lines);
    let mut codes: Vec<_> = lines.iter().map(|line| line.code(statement)).collect();
    place_comments(&lines, &mut codes, statement);
    let line_end = if has_carriage_returns(text) { "\r\n" } else { "\n" };
    let mut formatted = String::new();
    for code in codes {
        formatted.push_str(&code);
        formatted.push_str(line_end);
    }
    formatted
}

/// A line, split into its parts.
pub(super) enum Part<'a> {
    Blank,
    /// A line that does not parse, unchanged.
    Unparsed(&'a str),
    Code {
        /// The labels, separated by spaces.
        labels: String,
        statement: String,
        comment: Option<Comment<'a>>,
    },
}

#[derive(Clone, Copy)]
pub(super) struct Comment<'a> {
    /// The comment with the characters that start it, without trailing white space.
    pub(super) text: &'a str,
    /// Its original column, from 0.
    pub(super) column: usize,
}

impl Part<'_> {
    /// The line without its comment.
    fn code(&self, column: usize) -> String {
        match self {
            Part::Blank => String::new(),
            Part::Unparsed(line) => (*line).to_owned(),
            Part::Code { labels, statement, .. } if statement.is_empty() => labels.clone(),
            Part::Code { labels, statement, .. } => {
                let gap = usize::from(!labels.is_empty());
                let width = column.max(labels.len() + gap);
                format!("{labels:width$}{statement}")
            }
        }
    }

    /// Whether this line starts a new group of aligned comments.
    fn starts_group(&self) -> bool {
        match self {
            Part::Blank | Part::Unparsed(_) => true,
            Part::Code { labels, statement, .. } => !labels.is_empty() && statement.is_empty(),
        }
    }

    fn comment(&self) -> Option<Comment<'_>> {
        match self {
            Part::Code { comment, .. } => *comment,
            _ => None,
        }
    }
}

/// The lines with an error of the lexer or the parser.
fn unparsed(text: &str) -> Vec<usize> {
    let mut findings = Findings::default();
    parser::parse(text, &mut findings, &mut Suggestions::new());
    let mut lines: Vec<_> =
        findings.into_diagnostics(text).iter().map(|diagnostic| diagnostic.line).collect();
    lines.dedup();
    lines
}

fn read<'a>(text: &'a str, unparsed: &[usize]) -> Vec<Part<'a>> {
    let mut lexer = Lexer::new(text);
    let mut findings = Findings::default();
    let mut lines = Vec::new();
    while let Some(line) = lexer.next_line(&mut findings) {
        lines.push(if unparsed.binary_search(&line.number).is_ok() {
            Part::Unparsed(line.span.of(text))
        } else {
            part(line, text)
        });
    }
    lines
}

fn part<'a>(line: &Line<'a>, text: &'a str) -> Part<'a> {
    let comment = line.comment.map(|span| Comment {
        text: span.of(text).trim_end_matches(is_blank),
        column: column(Span::new(line.span.start, span.start).of(text)),
    });
    if line.tokens.is_empty() && comment.is_none() {
        return Part::Blank;
    }
    let is_colon = |token: &Token| token.kind == TokenKind::Colon;
    let behind_labels = line.tokens.iter().rposition(is_colon).map_or(0, |at| at + 1);
    let (labels, statement) = line.tokens.split_at(behind_labels);
    Part::Code { labels: spaced(labels), statement: spelled(statement), comment }
}

/// The text of a statement, with its mnemonic in lower case.
fn spelled(tokens: &[Token]) -> String {
    match tokens.split_first() {
        Some((first, rest)) if matches!(first.kind, TokenKind::Name | TokenKind::Directive) => {
            let operands = spaced(rest);
            let gap = if operands.is_empty() { "" } else { " " };
            format!("{}{gap}{operands}", first.text.to_ascii_lowercase())
        }
        _ => spaced(tokens),
    }
}

fn spaced(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut is_open = true;
    for token in tokens {
        let is_tight = matches!(
            token.kind,
            TokenKind::Comma | TokenKind::Colon | TokenKind::Open | TokenKind::Close
        );
        if !is_open && !is_tight {
            text.push(' ');
        }
        text.push_str(token.text);
        is_open = token.kind == TokenKind::Open;
    }
    text
}

/// Merges adjacent blank lines and removes those at the ends.
fn trim_blanks(lines: &mut Vec<Part>) {
    // A byte order mark is an error on every line except the first.
    let first = lines.iter().find(|line| !matches!(line, Part::Blank));
    let is_mark = matches!(first, Some(Part::Unparsed(line)) if line.starts_with(BYTE_ORDER_MARK));
    let mut was_blank = !is_mark;
    lines.retain(|line| {
        let is_blank = matches!(line, Part::Blank);
        let is_kept = !(is_blank && was_blank);
        was_blank = is_blank;
        is_kept
    });
    if matches!(lines.last(), Some(Part::Blank)) {
        lines.pop();
    }
}

/// The column at which instructions start.
fn statement_column(lines: &[Part]) -> usize {
    let labels = lines.iter().filter_map(|line| match line {
        Part::Code { labels, statement, .. } if !statement.is_empty() => Some(labels.len() + 1),
        _ => None,
    });
    let widest = labels.filter(|&width| width <= WIDEST_LABELS).max().unwrap_or(0);
    widest.next_multiple_of(INDENT).max(INDENT)
}

/// Aligns comments behind code, and places those on lines of their own.
fn place_comments(lines: &[Part], codes: &mut [String], statement: usize) {
    let mut at = 0;
    while at < lines.len() {
        let length = lines[at + 1..].iter().take_while(|line| !line.starts_group()).count();
        let end = at + 1 + length;
        place_group(&lines[at..end], &mut codes[at..end], statement);
        at = end;
    }
}

fn place_group(lines: &[Part], codes: &mut [String], statement: usize) {
    let commented = lines.iter().zip(&*codes).filter(|(line, _)| line.comment().is_some());
    let widths = commented.map(|(_, code)| code.len()).filter(|&width| width <= WIDEST_CODE);
    let common = widths.max().unwrap_or(0) + INDENT;
    // The comment on the line above, if any: its original and its new column.
    let mut above = None;
    for (line, code) in lines.iter().zip(codes) {
        let Some(comment) = line.comment() else {
            above = None;
            continue;
        };
        let column = if !code.is_empty() {
            if code.len() > WIDEST_CODE { code.len() + INDENT } else { common }
        } else if comment.column == 0 {
            0
        } else {
            match above {
                Some((stood, stands)) if stood == comment.column => stands,
                _ => statement,
            }
        };
        let is_continued = !code.is_empty() || above.is_some_and(|(_, stands)| stands == column);
        above = is_continued.then_some((comment.column, column));
        code.push_str(&" ".repeat(column - code.len()));
        code.push_str(comment.text);
    }
}

/// The column behind `text`, with tabs as wide as on the page.
pub(super) fn column(text: &str) -> usize {
    text.chars().fold(0, |column, c| match c {
        '\t' => (column + 1).next_multiple_of(INDENT),
        _ => column + 1,
    })
}

fn has_carriage_returns(text: &str) -> bool {
    text.find('\n').is_some_and(|at| text[..at].ends_with('\r'))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{b}' | '\u{c}')
}
