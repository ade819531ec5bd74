//! The parser of assumptions: from a text to its syntax tree. [`resolve`](super::resolve) gives the tree its meaning.
//!
//! ```text
//! condition  = condition "or" condition | condition "and" condition | "not" condition
//!            | word relation word { relation word } | "sorted" "(" array ")" | "(" condition ")"
//!            | "overflows" "(" word ")" | "overflowsu" "(" word ")" | "true" | "false"
//!            | "all" name ":" condition                         as far as it goes
//! relation   = "==" | "!=" | "<" | "<=" | ">" | ">="        signed
//!            | "<u" | "<=u" | ">u" | ">=u"                  unsigned
//! word       = word "*" word | word "/" word | word "%" word     signed
//!            | word "/u" word | word "%u" word                   unsigned
//!            | word "+" word | word "-" word | "-" word | "(" word ")"
//!            | number | 'c' | [ program "." ] input
//!            | name                                          of an "all" around it
//! input      = register | "len" | "a" "[" word "]" | "a" "[" "*" "]" | "beyond" "[" number "]" | "in" "[" number "]"
//! array      = [ program "." ] "a"
//! program    = "left" | "right"
//! register   = "$" number for MIPS, "x" number for ARM64
//! ```
//!
//! Arithmetic is modulo 2^width, like the machine's. `/` rounds towards 0, and `%` is the remainder.
//! Division by 0 is as in SMT-LIB: `a % 0` and `a %u 0` are a, `a /u 0` is -1, and `a / 0` is -1,
//! or 1 if a is negative. `0 <= $1 < 10` is the conjunction of its comparisons. `overflows(w)`
//! holds if the signed result of the outermost operation of w does not fit in a word; its operands
//! are words modulo 2^32. `overflowsu(w)` is the same for unsigned words. A comparison that
//! mentions `a[*]` holds if it holds for every element. An element beyond the array's length is 0; `beyond[0]` is the
//! word of memory behind the last element, if the contract leaves it free.
//! `all i: c` holds if c does for each i from 0 for which the array has all elements whose indices c computes
//! from i: `all i: a[3*i+1] == -1 or a[3*i+1] < len`. An index is a number, or is computed from numbers and i; it
//! is an integer, so `a[i-1]` does not exist for 0.
//! A condition on a separate input without the name of a program applies to each program.

use num_traits::AsPrimitive;

use super::SIDES;
use super::formula::Operator;
use super::overflow::Reading;
use super::scope::{RegisterName, no_input};
use super::tokens::{Error, Token, error, tokens};
use crate::diagnostic::Span;
use crate::word::Word;

/// The maximal nesting depth of a text.
const DEPTH: u32 = 64;
/// The maximal length of a text, in bytes.
const LENGTH: usize = 2_000;
/// The maximal number of `all` inside each other: a formula has a copy of the condition for each pair of elements.
const ALL: usize = 2;
/// Names that are no variables.
const RESERVED: [&str; 15] = [
    "a",
    "beyond",
    "in",
    "len",
    "left",
    "right",
    "all",
    "and",
    "or",
    "not",
    "true",
    "false",
    "sorted",
    "overflows",
    "overflowsu",
];

/// Parses a text.
pub(super) fn parsed<W: Word>(text: &str) -> Result<Parsed<W>, Error> {
    if text.len() > LENGTH {
        let message = format!("a condition has at most {LENGTH} bytes");
        return Err(Error { span: Span::new(0, text.len()), message });
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, end: text.len(), depth: 0, variables: Vec::new() };
    let parsed = parser.condition(0)?;
    if let Some((token, span)) = parser.next() {
        return Err(error(
            span,
            format!("expected the end of the condition, not `{}`", token.text()),
        ));
    }
    Ok(parsed)
}

/// An index in brackets.
#[derive(Clone, Debug)]
pub(super) enum Index<W> {
    Each,
    /// Of numbers and the variables of `all`.
    Computed(Box<Parsed<W>>),
}

/// A part of the text, with its syntax.
#[derive(Clone, Debug)]
pub(super) struct Parsed<W> {
    pub(super) span: Span,
    pub(super) kind: Kind<W>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<W> {
    Number(W),
    Register(Option<usize>, RegisterName),
    Length(Option<usize>),
    Element(Option<usize>, Index<W>),
    /// A word behind the last element of the array.
    Beyond(Option<usize>, u32),
    Byte(Option<usize>, u32),
    Of(Operator, Box<[Parsed<W>; 2]>),
    /// A chain of words with a relation between each adjacent pair.
    Chain(Vec<Parsed<W>>, Vec<&'static str>),
    Sorted(Option<usize>),
    Overflows(Reading, Operator, Box<[Parsed<W>; 2]>),
    Known(bool),
    /// The variable of an `all`.
    Variable(String),
    All(String, Box<Parsed<W>>),
    Not(Box<Parsed<W>>),
    And(Box<[Parsed<W>; 2]>),
    Or(Box<[Parsed<W>; 2]>),
}

impl<W> Kind<W> {
    fn is_word(&self) -> bool {
        use Kind::{Beyond, Byte, Element, Length, Number, Of, Register, Variable};
        matches!(
            self,
            Number(_)
                | Register(..)
                | Length(_)
                | Element(..)
                | Beyond(..)
                | Byte(..)
                | Of(..)
                | Variable(_)
        )
    }
}

struct Parser<'t, W> {
    tokens: &'t [(Token<W>, Span)],
    end: usize,
    depth: u32,
    /// The variables of the `all` around the next token.
    variables: Vec<String>,
}

const RELATIONS: [&str; 11] = ["==", "=", "!=", "<", "<=", ">", ">=", "<u", "<=u", ">u", ">=u"];

impl<W: Word> Parser<'_, W> {
    fn peek(&self) -> Option<&Token<W>> {
        self.tokens.first().map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<(Token<W>, Span)> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first.clone())
    }

    fn here(&self) -> Span {
        self.tokens.first().map_or(Span::new(self.end, self.end), |(_, span)| *span)
    }

    fn symbol(&mut self, symbol: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Symbol(next)) if *next == symbol);
        if is_next {
            self.next();
        }
        is_next
    }

    fn expect(&mut self, symbol: &str) -> Result<(), Error> {
        match self.symbol(symbol) {
            true => Ok(()),
            false => Err(error(self.here(), format!("expected `{symbol}`"))),
        }
    }

    /// The binary operator at the next token, with its precedence.
    fn operator(&self) -> Option<(&'static str, u32)> {
        match self.peek()? {
            Token::Name(name) if name == "or" => Some(("or", 1)),
            Token::Name(name) if name == "and" => Some(("and", 2)),
            Token::Symbol("||") => Some(("or", 1)),
            Token::Symbol("&&") => Some(("and", 2)),
            Token::Symbol(symbol @ ("+" | "-")) => Some((symbol, 5)),
            Token::Symbol(symbol @ ("*" | "/" | "%" | "/u" | "%u")) => Some((symbol, 6)),
            Token::Symbol(symbol) if RELATIONS.contains(symbol) => Some((symbol, 4)),
            _ => None,
        }
    }

    /// Parses an expression of operators with at least this precedence.
    fn condition(&mut self, least: u32) -> Result<Parsed<W>, Error> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(error(self.here(), "this is nested too deeply"));
        }
        let mut left = self.operand()?;
        while let Some((operator, precedence)) = self.operator()
            && precedence >= least
        {
            self.next();
            if precedence == 4 {
                let (mut words, mut relations) = (vec![left], vec![operator]);
                words.push(self.condition(5)?);
                while let Some((relation, 4)) = self.operator() {
                    self.next();
                    relations.push(relation);
                    words.push(self.condition(5)?);
                }
                for word in &words {
                    word.check(true)?;
                }
                let span = Span::new(words[0].span.start, words[words.len() - 1].span.end);
                left = Parsed { span, kind: Kind::Chain(words, relations) };
                continue;
            }
            let right = self.condition(precedence + 1)?;
            let span = Span::new(left.span.start, right.span.end);
            left.check(precedence > 4)?;
            right.check(precedence > 4)?;
            let both = Box::new([left, right]);
            let kind = match operator {
                "or" => Kind::Or(both),
                "and" => Kind::And(both),
                "+" => Kind::Of(Operator::Add, both),
                "-" => Kind::Of(Operator::Subtract, both),
                "/" => Kind::Of(Operator::Divide, both),
                "%" => Kind::Of(Operator::Remainder, both),
                "/u" => Kind::Of(Operator::DivideUnsigned, both),
                "%u" => Kind::Of(Operator::RemainderUnsigned, both),
                _ => Kind::Of(Operator::Multiply, both),
            };
            left = Parsed { span, kind };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<Parsed<W>, Error> {
        let (token, span) =
            self.next().ok_or_else(|| error(self.here(), "the condition ends too early"))?;
        let kind = match token {
            Token::Number(number) => Kind::Number(number),
            Token::Register(number) => Kind::Register(None, RegisterName::mips(number)),
            Token::Symbol("-") => {
                let operand = self.condition(7)?;
                operand.check(true)?;
                let zero = Parsed { span, kind: Kind::Number(W::zero()) };
                let span = Span::new(span.start, operand.span.end);
                let kind = Kind::Of(Operator::Subtract, Box::new([zero, operand]));
                return Ok(Parsed { span, kind });
            }
            Token::Symbol("(") => {
                let inside = self.condition(0)?;
                self.expect(")")?;
                return Ok(inside);
            }
            Token::Symbol("!") => return self.negation(span),
            Token::Name(name) if name == "not" => return self.negation(span),
            Token::Name(name) if name == "sorted" => {
                self.expect("(")?;
                let (name, program, inside) = self.owned()?;
                if name != "a" {
                    return Err(error(inside, "expected the array, `a`"));
                }
                self.expect(")")?;
                Kind::Sorted(program)
            }
            Token::Name(name) if name == "all" => return self.all(span),
            Token::Name(name) if self.variables.contains(&name) => Kind::Variable(name),
            Token::Name(name) if name == "true" || name == "false" => Kind::Known(name == "true"),
            Token::Name(name) if name == "overflows" => self.overflows(Reading::Signed)?,
            Token::Name(name) if name == "overflowsu" => self.overflows(Reading::Unsigned)?,
            Token::Name(name) => match SIDES.iter().position(|side| *side == name) {
                Some(program) => {
                    self.expect(".")?;
                    let here = self.here();
                    match self.next() {
                        Some((Token::Register(number), _)) => {
                            Kind::Register(Some(program), RegisterName::mips(number))
                        }
                        Some((Token::Name(name), span)) => {
                            self.input(&name, Some(program), span)?
                        }
                        _ => return Err(error(here, "expected an input")),
                    }
                }
                None => self.input(&name, None, span)?,
            },
            Token::Symbol(symbol) => {
                return Err(error(span, format!("expected an input or a number, not `{symbol}`")));
            }
        };
        let end = self.tokens.first().map_or(self.end, |(_, next)| next.start);
        Ok(Parsed { span: Span::new(span.start, end.max(span.end).min(self.end)), kind })
    }

    fn negation(&mut self, span: Span) -> Result<Parsed<W>, Error> {
        let operand = self.condition(3)?;
        operand.check(false)?;
        let span = Span::new(span.start, operand.span.end);
        Ok(Parsed { span, kind: Kind::Not(Box::new(operand)) })
    }

    /// Parses what follows `all`.
    fn all(&mut self, span: Span) -> Result<Parsed<W>, Error> {
        let here = self.here();
        let name = match self.next() {
            Some((Token::Name(name), _)) if !RESERVED.contains(&&name[..]) => name,
            _ => return Err(error(here, "expected a name, as in `all i: a[i] >= 0`")),
        };
        if self.variables.contains(&name) {
            return Err(error(here, format!("`{name}` is the name of another `all` around this")));
        }
        if self.variables.len() == ALL {
            return Err(error(span, format!("at most {ALL} `all` are nested")));
        }
        self.expect(":")?;
        self.variables.push(name.clone());
        let condition = self.condition(0)?;
        self.variables.pop();
        condition.check(false)?;
        let span = Span::new(span.start, condition.span.end);
        Ok(Parsed { span, kind: Kind::All(name, Box::new(condition)) })
    }

    /// Parses the operation in parentheses after `overflows` or `overflowsu`.
    fn overflows(&mut self, reading: Reading) -> Result<Kind<W>, Error> {
        self.expect("(")?;
        let Parsed { span, kind } = self.condition(0)?;
        self.expect(")")?;
        match (kind, reading) {
            (Kind::Of(Operator::Remainder | Operator::RemainderUnsigned, _), _)
            | (Kind::Of(Operator::DivideUnsigned, _), _)
            | (Kind::Of(Operator::Divide, _), Reading::Unsigned) => {
                Err(error(span, "this never overflows"))
            }
            (Kind::Of(operator, words), _) => Ok(Kind::Overflows(reading, operator, words)),
            _ => Err(error(span, "expected an operation, as in `overflows($1 + $2)`")),
        }
    }

    /// Parses a name with an optional program before it.
    fn owned(&mut self) -> Result<(String, Option<usize>, Span), Error> {
        let here = self.here();
        let Some((Token::Name(name), span)) = self.next() else {
            return Err(error(here, "expected the array, `a`"));
        };
        match SIDES.iter().position(|side| *side == name) {
            None => Ok((name, None, span)),
            Some(program) => {
                self.expect(".")?;
                let here = self.here();
                match self.next() {
                    Some((Token::Name(name), span)) => Ok((name, Some(program), span)),
                    _ => Err(error(here, "expected the array, `a`")),
                }
            }
        }
    }

    /// Parses a number in brackets.
    fn position(&mut self, name: &str) -> Result<u32, Error> {
        self.expect("[")?;
        let here = self.here();
        let Some((Token::Number(number), _)) = self.next() else {
            return Err(error(here, format!("expected a position, as in `{name}[0]`")));
        };
        self.expect("]")?;
        Ok(index(number))
    }

    fn input(&mut self, name: &str, program: Option<usize>, span: Span) -> Result<Kind<W>, Error> {
        match name {
            "len" => Ok(Kind::Length(program)),
            "a" => {
                self.expect("[")?;
                let here = self.here();
                if self.symbol("]") || self.tokens.is_empty() {
                    return Err(error(here, "expected an index, as in `a[0]`, or `*`"));
                }
                let index = match self.symbol("*") {
                    true => Index::Each,
                    false => Index::Computed(Box::new(self.condition(5)?)),
                };
                self.expect("]")?;
                Ok(Kind::Element(program, index))
            }
            "beyond" => Ok(Kind::Beyond(program, self.position(name)?)),
            "in" => Ok(Kind::Byte(program, self.position(name)?)),
            _ => match RegisterName::arm64(name) {
                Some(register) => Ok(Kind::Register(program, register)),
                None => Err(error(span, no_input(name))),
            },
        }
    }
}

/// The number in brackets; one beyond 32 bits is beyond each array.
fn index<W: Word>(number: W) -> u32 {
    u32::try_from(AsPrimitive::<u64>::as_(number)).unwrap_or(u32::MAX)
}

impl<W> Parsed<W> {
    /// Checks the kind: `is_word` is true where the grammar has a number, false where it has a condition.
    pub(super) fn check(&self, is_word: bool) -> Result<(), Error> {
        match (self.kind.is_word(), is_word) {
            (true, false) => {
                Err(error(self.span, "this is a number; expected a condition, such as `$1 > 0`"))
            }
            (false, true) => Err(error(self.span, "this is a condition; expected a number")),
            _ => Ok(()),
        }
    }
}
