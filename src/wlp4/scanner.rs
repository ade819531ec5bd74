//! The scanner: text to tokens.

use super::Problem;
use super::target::Target;
use crate::diagnostic::{Code, Span};

/// A word or a symbol, with its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) span: Span,
}

/// The kind of a token. Keywords and symbols are distinguished by their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Keyword,
    Number(i64),
    Sign,
    End,
}

/// The keywords, and one more: the machine's type of numbers.
const KEYWORDS: [&str; 11] = [
    "wain", "if", "else", "while", "println", "putchar", "getchar", "return", "new", "delete",
    "NULL",
];

/// All symbols; longer ones come first.
const SIGNS: [&str; 22] = [
    "==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "%", "(", ")", "{", "}", "[", "]",
    ",", ";", "&", "!",
];

/// The tokens of a text, with an end token.
pub(super) fn scan<'a>(target: &Target, text: &'a str) -> Result<Vec<Token<'a>>, Problem> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += blank(&text[at..]);
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len();
        let (kind, length) = if first.is_ascii_alphabetic() {
            let is_keyword = KEYWORDS.contains(&&rest[..word]) || rest[..word] == *target.integer;
            (if is_keyword { Kind::Keyword } else { Kind::Name }, word)
        } else if first.is_ascii_digit() {
            (number(target, Span::new(at, at + word), &rest[..word])?, word)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Kind::Sign, sign.len())
        } else {
            let span = Span::new(at, at + first.len_utf8());
            let message = format!("unexpected `{first}`");
            return Err(Problem::new(span, Code::UnexpectedCharacter, message));
        };
        let span = Span::new(at, at + length);
        tokens.push(Token { kind, text: &rest[..length], span });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, text: "", span: Span::empty(at) });
    Ok(tokens)
}

/// The machine that a text is written for: the one whose type of numbers is before `wain`, or else
/// the one whose type of numbers comes first. The text may have errors.
pub(super) fn target(text: &str) -> Option<&'static Target> {
    let (mut at, mut before, mut first) = (0, None, None);
    loop {
        at += blank(&text[at..]);
        let rest = &text[at..];
        let Some(next) = rest.chars().next() else { return first };
        let other = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let word = &rest[..rest.len() - other.len()];
        if word == "wain" && before.is_some() {
            return before;
        }
        before = Target::with_integer(word);
        first = first.or(before);
        at += word.len().max(next.len_utf8());
    }
}

/// The length of white space and comments.
fn blank(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        match rest.strip_prefix("//") {
            Some(comment) => rest = comment.find('\n').map_or("", |end| &comment[end..]),
            None => return text.len() - rest.len(),
        }
    }
}

fn number(target: &Target, span: Span, text: &str) -> Result<Kind, Problem> {
    let malformed = |why: &str| {
        let message = format!("`{text}` is not a number: {why}");
        Problem::new(span, Code::MalformedNumber, message)
    };
    if let Some(other) = text.chars().find(|c| !c.is_ascii_digit()) {
        return Err(malformed(&format!("`{other}` is not a digit")));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(malformed("it begins with a 0"));
    }
    let largest = target.largest();
    match text.parse() {
        Ok(value) if value <= largest => Ok(Kind::Number(value)),
        _ => {
            let message = format!("`{text}` does not fit: numbers go up to {largest}");
            Err(Problem::new(span, Code::WordOutOfRange, message))
        }
    }
}
