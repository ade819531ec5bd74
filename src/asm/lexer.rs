//! The lexer: text to tokens, one line at a time.
//!
//! A token that is invalid by itself (`$32`, `0xyz`) is reported here. It is passed on without a
//! value, so that the parser can find further errors on the line.

use crate::diagnostic::{BYTE_ORDER_MARK, Span};
use crate::machine::mips::Reg;

use super::findings::{Edit, Findings};
use super::number::{Number, number_meant, parse_number};
use super::problem::Problem;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A mnemonic or the name of a label, which may be invalid.
    Name,
    /// `.word`, or another name after a dot.
    Directive,
    /// A `$` and what follows; `None` if it is not a register.
    Register(Option<Reg>),
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
    /// Whether the line contains a character that belongs to no token. Then the parser keeps its
    /// labels and replaces its statement by one word, because errors in the order of the other
    /// tokens would be guesses.
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
        let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        Lexer { text, at: start, end: start, next_line: Some(start), line: Line::default() }
    }

    /// Returns the next line, or `None` at the end of the text.
    pub(super) fn next_line(&mut self, findings: &mut Findings<'a>) -> Option<&Line<'a>> {
        self.at = self.next_line?;
        let bytes = self.text.as_bytes();
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        match bytes[self.at..].iter().position(is_break) {
            Some(length) => {
                self.end = self.at + length;
                let width = if bytes[self.end..].starts_with(b"\r\n") { 2 } else { 1 };
                self.next_line = Some(self.end + width);
            }
            None => {
                self.end = bytes.len();
                self.next_line = None;
            }
        }
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
            ' ' | '\t' | '\u{b}' | '\u{c}' => self.at += 1,
            ';' | '#' => self.comment(),
            '/' if second == Some('/') => self.comment(),
            ',' => self.push(TokenKind::Comma, 1),
            ':' => self.push(TokenKind::Colon, 1),
            '(' => self.push(TokenKind::Open, 1),
            ')' => self.push(TokenKind::Close, 1),
            '$' => self.register(findings),
            '\\' if second == Some('$') => {
                let backslash = Span::new(self.at, self.at + 1);
                let written = &rest[..2 + word_length(&rest[2..])];
                let problem = Problem::EscapedRegister { written };
                findings.report_with(backslash, problem, Edit::remove(backslash));
                self.at += 1;
            }
            '.' if second.is_some_and(|c| c.is_ascii_alphabetic()) && !self.is_within_word() => {
                self.push(TokenKind::Directive, 1 + word_length(&rest[1..]));
            }
            '-' | '+' | '0'..='9' => self.number(findings),
            _ if is_word(first) => self.push(TokenKind::Name, word_length(rest)),
            _ => self.unexpected(first, findings),
        }
    }

    fn comment(&mut self) {
        self.line.comment = Some(Span::new(self.at, self.end));
        self.at = self.end;
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.line.tokens.push(Token { kind, span, text: span.of(self.text) });
        self.at = span.end;
    }

    /// Whether the previous character belongs to a name or a number.
    fn is_within_word(&self) -> bool {
        self.line.tokens.last().is_some_and(|token| {
            token.span.end == self.at && token.text.ends_with(is_word as fn(char) -> bool)
        })
    }

    fn register(&mut self, findings: &mut Findings<'a>) {
        let length = 1 + word_length(&self.rest()[1..]);
        let written = &self.rest()[..length];
        let name = &written[1..];
        let all_digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let register = if all_digits { name.parse().ok().and_then(Reg::new) } else { None };
        if register.is_none() {
            let span = Span::new(self.at, self.at + length);
            let meant = register_by_name(name);
            let problem = Problem::NotARegister { written, meant };
            findings.report_maybe(span, problem, meant.map(|reg| Edit::replace(span, reg)));
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

    /// Reports a run of characters that start no token.
    fn unexpected(&mut self, first: char, findings: &mut Findings<'a>) {
        self.line.garbled = true;
        let meant = ascii_for(first);
        let is_same_kind = |&c: &char| match meant {
            Some(_) => c == first,
            None => starts_nothing(c) && ascii_for(c).is_none(),
        };
        // The first character is always included, even a lone `/`, `\` or `.`.
        let others = self.rest()[first.len_utf8()..].chars().take_while(is_same_kind);
        let length = first.len_utf8() + others.map(char::len_utf8).sum::<usize>();
        let span = Span::new(self.at, self.at + length);
        let written = span.of(self.text);
        let edit = meant.map(|ascii| Edit::replace(span, ascii.repeat(written.chars().count())));
        findings.report_maybe(span, Problem::UnexpectedCharacter { written }, edit);
        self.at = span.end;
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length in bytes of the letters, digits and underscores at the start of `text`.
fn word_length(text: &str) -> usize {
    text.bytes().take_while(|&byte| is_word(byte.into())).count()
}

fn starts_nothing(c: char) -> bool {
    !is_word(c) && !" \t\u{b}\u{c};#/,:()$\\.-+".contains(c)
}

/// The ASCII spelling of a similar character, such as word processors and web pages insert.
pub(super) fn ascii_for(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => " ",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => "",
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}' => "-",
        '\u{ff0c}' | '\u{3001}' | '\u{201a}' => ",",
        '\u{ff1a}' => ":",
        '\u{ff1b}' => ";",
        '\u{ff04}' => "$",
        '\u{ff08}' => "(",
        '\u{ff09}' => ")",
        _ => return None,
    })
}

/// The register that other assemblers call `name`, which has no `$`. The stack pointer and the
/// frame pointer are those of this course.
pub(super) fn register_by_name(name: &str) -> Option<Reg> {
    /// Indexed by register; `$8` to `$15` are `t0` to `t7`.
    const NAMES: [&str; 32] = [
        "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6",
        "t7", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "fp",
        "sp", "ra",
    ];
    let number = match name.strip_prefix(['r', 'R']) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
        _ => NAMES.iter().zip(0..).find(|(known, _)| known.eq_ignore_ascii_case(name))?.1,
    };
    Reg::new(number)
}
