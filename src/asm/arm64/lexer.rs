//! The lexer: text to tokens, one line at a time.
//!
//! A token that is invalid by itself (`x31`, `0xyz`) is reported here. It is passed on without a
//! value, so that the parser can find further errors on the line.

use crate::asm::findings::Edit;
use crate::asm::lexer::ascii_for;
use crate::asm::number::{Number, number_meant, parse_number};
use crate::diagnostic::Span;
use crate::machine::arm64::table::is_register;

use super::Findings;
use super::problem::Problem;

/// A register, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    /// `x0` to `x30`.
    X(u8),
    Sp,
    Xzr,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A mnemonic or the name of a label, which may be invalid.
    Name,
    /// `.8byte`, `.eq`, or another name after a dot.
    Dotted,
    /// A register; `None` if there is no such register.
    Register(Option<Register>),
    /// A number; `None` if it is malformed.
    Number(Option<Number>),
    Comma,
    Colon,
    Open,
    Close,
}

/// The smallest part of a line that has a meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    pub(super) text: &'a str,
}

/// A line's tokens, without line break, comment and white space.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) tokens: Vec<Token<'a>>,
    /// The whole line without its line break.
    pub(super) span: Span,
    /// The comment, with the characters that start it.
    pub(super) comment: Option<Span>,
    /// Whether the line contains a character that belongs to no token.
    pub(super) garbled: bool,
}

/// Iterates over the lines of a text, reusing one buffer.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The position of the next token.
    at: usize,
    /// The end of the current line, before its line break.
    end: usize,
    /// The start of the next line; `None` after the last line.
    next_line: Option<usize>,
    line: Line<'a>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, end: 0, next_line: Some(0), line: Line::default() }
    }

    /// Returns the next line, or `None` at the end of the text.
    pub(super) fn next_line(&mut self, findings: &mut Findings<'a>) -> Option<&Line<'a>> {
        self.at = self.next_line?;
        let length = self.text[self.at..].find('\n');
        self.end = length.map_or(self.text.len(), |length| self.at + length);
        self.next_line = length.map(|length| self.at + length + 1);
        self.line.number += 1;
        self.line.tokens.clear();
        self.line.span = Span::new(self.at, self.end);
        self.line.comment = None;
        self.line.garbled = false;
        while let Some(first) = self.rest().chars().next() {
            self.token(first, findings);
        }
        Some(&self.line)
    }

    /// The unread rest of the line.
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Reads one token, white space or comment.
    fn token(&mut self, first: char, findings: &mut Findings<'a>) {
        let rest = self.rest();
        let second = rest[first.len_utf8()..].chars().next();
        match first {
            ' ' | '\t' | '\r' | '\u{b}' | '\u{c}' => self.at += 1,
            '/' if second == Some('/') => self.comment(findings),
            ',' => self.push(TokenKind::Comma, 1),
            ':' => self.push(TokenKind::Colon, 1),
            '[' => self.push(TokenKind::Open, 1),
            ']' => self.push(TokenKind::Close, 1),
            '.' if second.is_some_and(|c| c.is_ascii_alphanumeric()) => {
                self.push(TokenKind::Dotted, 1 + word_length(&rest[1..]));
            }
            '-' | '+' | '0'..='9' => self.number(findings),
            _ if is_word(first) => self.word(findings),
            _ => self.unexpected(first, second, findings),
        }
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.line.tokens.push(Token { kind, span, text: span.of(self.text) });
        self.at = span.end;
    }

    fn comment(&mut self, findings: &mut Findings<'a>) {
        let span = Span::new(self.at, self.end);
        self.line.comment = Some(span);
        let mut at = self.at;
        while let Some(start) = self.text[at..self.end].find(|c| c > '~') {
            let start = at + start;
            let run = &self.text[start..self.end];
            let end = start + run.find(|c| c <= '~').unwrap_or(run.len());
            let span = Span::new(start, end);
            let problem = Problem::CommentCharacter { written: span.of(self.text) };
            findings.report_with(span, problem, Edit::remove(span));
            at = end;
        }
        self.at = self.end;
    }

    fn word(&mut self, findings: &mut Findings<'a>) {
        let length = word_length(self.rest());
        let written = &self.rest()[..length];
        if !is_register(written) {
            return self.push(TokenKind::Name, length);
        }
        let register = register(written);
        let is_label = self.rest()[length..].starts_with(':');
        if register.is_none() && !is_label {
            let span = Span::new(self.at, self.at + length);
            findings.report(span, Problem::NotARegister { written });
        }
        self.push(TokenKind::Register(register), length);
    }

    fn number(&mut self, findings: &mut Findings<'a>) {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with(['-', '+']));
        let length = sign + word_length(&rest[sign..]);
        if rest[length..].starts_with(':') {
            // The parser checks how a label starts.
            return self.push(TokenKind::Name, length);
        }
        let written = &rest[..length];
        let number = match parse_number(written) {
            Ok(number) => Some(number),
            Err(fault) => {
                let span = Span::new(self.at, self.at + length);
                let meant = number_meant(written, fault);
                let problem = Problem::MalformedNumber { written, fault };
                findings.report_maybe(span, problem, meant.map(|text| Edit::replace(span, text)));
                None
            }
        };
        self.push(TokenKind::Number(number), length);
    }

    /// Reports a character that starts no token.
    fn unexpected(&mut self, first: char, second: Option<char>, findings: &mut Findings<'a>) {
        self.line.garbled = true;
        let is_block = first == '/' && second == Some('*');
        let length = if is_block { 2 } else { first.len_utf8() };
        let span = Span::new(self.at, self.at + length);
        let written = span.of(self.text);
        let starts_number = second.is_some_and(|c| c == '-' || c.is_ascii_digit());
        let (problem, edit) = match first {
            '#' if starts_number => (Problem::Hash, Some(Edit::remove(span))),
            ';' | '#' | '@' | '/' if first != '/' || is_block => {
                // Other assemblers start a comment here.
                let edit = Edit::replace(span, "//");
                findings.report_with(span, Problem::OtherComment { written }, edit);
                self.line.comment = Some(Span::new(self.at, self.end));
                self.at = self.end;
                return;
            }
            _ => {
                let edit = ascii_for(first).map(|ascii| Edit::replace(span, ascii));
                (Problem::UnexpectedCharacter { written }, edit)
            }
        };
        findings.report_maybe(span, problem, edit);
        self.at = span.end;
    }
}

/// The register with this name; `None` if there is none, as for `x31`.
fn register(name: &str) -> Option<Register> {
    match name {
        "sp" => Some(Register::Sp),
        "xzr" => Some(Register::Xzr),
        _ => name[1..].parse().ok().filter(|&number| number <= 30).map(Register::X),
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length in bytes of the letters, digits and underscores at the start of `text`.
fn word_length(text: &str) -> usize {
    text.bytes().take_while(|&byte| is_word(byte.into())).count()
}
