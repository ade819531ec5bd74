//! Text to tokens, a line at a time.
//!
//! A token that cannot be right in itself (`x31`, `0xyz`) is reported here and
//! handed on without a value, so that the parser can go on to find what else is
//! wrong on the line.

use crate::asm::findings::Edit;
use crate::asm::lexer::ascii_for;
use crate::asm::number::{Number, number_meant, parse_number};
use crate::diagnostic::Span;
use crate::machine::arm64::table::is_register;

use super::Findings;
use super::problem::Problem;

/// A register as it is written.
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
    /// A mnemonic or the name of a label, which may be a bad one.
    Name,
    /// `.8byte`, `.eq`, or another name after a dot.
    Dotted,
    /// A register; no value if it is one that there is not.
    Register(Option<Register>),
    /// A number; no value if it is malformed.
    Number(Option<Number>),
    Comma,
    Colon,
    Open,
    Close,
}

/// A part of a line that has a meaning of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    pub(super) text: &'a str,
}

/// A line without its end, its comment and its white space.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) tokens: Vec<Token<'a>>,
    /// All of it but its end.
    pub(super) span: Span,
    /// Its comment, with what starts it.
    pub(super) comment: Option<Span>,
    /// Whether there is a character on it that belongs to no token.
    pub(super) garbled: bool,
}

/// The lines of a text, one after the other, in the same buffer.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the next token is looked for.
    at: usize,
    /// The end of the current line, its line break left out.
    end: usize,
    /// Where the next line starts; `None` behind the last.
    next_line: Option<usize>,
    line: Line<'a>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, end: 0, next_line: Some(0), line: Line::default() }
    }

    /// The next line, until there is none.
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

    /// The rest of the line.
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Takes one token, white space or comment off the line.
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
            // The parser says what a label starts with.
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
                // What follows is a comment in other assemblers.
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

/// The register of a name; none for one that there is not, as `x31`.
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

/// The bytes of the letters, digits and underscores that `text` starts with.
fn word_length(text: &str) -> usize {
    text.bytes().take_while(|&byte| is_word(byte.into())).count()
}
