//! The tokens of conditions.

use num_traits::AsPrimitive;

use crate::diagnostic::Span;
use crate::word::Word;

/// A syntax error in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Error {
    /// The location of the error.
    pub span: Span,
    /// The error message.
    pub message: String,
}

pub(super) fn error(span: Span, message: impl Into<String>) -> Error {
    Error { span, message: message.into() }
}

/// A token of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<W> {
    Number(W),
    Register(u32),
    Name(String),
    Symbol(&'static str),
}

impl<W: Word> Token<W> {
    pub fn text(&self) -> String {
        match self {
            Token::Number(number) => number.to_string(),
            Token::Register(number) => format!("${number}"),
            Token::Name(name) => name.clone(),
            Token::Symbol(symbol) => (*symbol).to_owned(),
        }
    }
}

/// All symbols; longer ones come first.
const SYMBOLS: [&str; 27] = [
    "<=u", ">=u", "==", "!=", "<=", ">=", "<u", ">u", "/u", "%u", "/", "%", "&&", "||", "<", ">",
    "=", "!", "+", "-", "*", "(", ")", "[", "]", ".", ":",
];

/// The tokens of a text, each with its span.
pub(super) fn tokens<W: Word>(text: &str) -> Result<Vec<(Token<W>, Span)>, Error> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = |rest: &str| {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
        };
        let (token, length) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c == '$' {
            let length = 1 + word(&rest[1..]);
            let number = rest[1..length].parse().ok().filter(|&number: &u32| number < 32);
            let span = Span::new(at, at + length);
            let number = number.ok_or_else(|| error(span, "expected a register, `$0` to `$31`"))?;
            (Token::Register(number), length)
        } else if c.is_ascii_digit() {
            let length = word(rest);
            (Token::Number(number(&rest[..length], Span::new(at, at + length))?), length)
        } else if c == '\'' {
            let mut inside = rest[1..].chars();
            match (inside.next(), inside.next()) {
                (Some(c), Some('\'')) if c.is_ascii() => {
                    (Token::Number(W::truncated(u64::from(u32::from(c)))), 3)
                }
                _ => {
                    let message = "expected one character between quotes, as in 'a'";
                    return Err(error(Span::new(at, at + 1), message));
                }
            }
        } else if c.is_ascii_alphabetic() {
            let length = word(rest);
            (Token::Name(rest[..length].to_owned()), length)
        } else {
            let is_next = |symbol: &&&str| {
                // `<u` is a symbol only if no longer name begins at its `u`.
                rest.starts_with(**symbol)
                    && (!symbol.ends_with('u') || word(&rest[symbol.len() - 1..]) == 1)
            };
            match SYMBOLS.iter().find(is_next) {
                Some(&symbol) => (Token::Symbol(symbol), symbol.len()),
                None => {
                    let span = Span::new(at, at + c.len_utf8());
                    return Err(error(span, format!("`{c}` has no meaning here")));
                }
            }
        };
        tokens.push((token, Span::new(at, at + length)));
        at += length;
    }
    Ok(tokens)
}

fn number<W: Word>(text: &str, span: Span) -> Result<W, Error> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let parsed = parsed.map_err(|_| error(span, format!("`{text}` is not a number")))?;
    let word = u64::try_from(parsed).ok().map(W::truncated);
    let fits = word.filter(|&word| u128::from(AsPrimitive::<u64>::as_(word)) == parsed);
    fits.ok_or_else(|| error(span, format!("`{text}` does not fit in {} bits", W::BITS)))
}
