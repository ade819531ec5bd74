//! Terms in the language of a contract's assumptions.
//!
//! The opposite of reading one: a boolean over the input words as a text that can be
//! assumed. What the language has no word for (memory, the high half of a product) has
//! no text. Whoever tells a text to a person reads it again and compares
//! ([`contract::premises`](super::contract::premises)); nothing rests on this module.

use crate::term::{Node, Term, Terms};

/// The longest text, in bytes: a contract takes 2,000.
const LENGTH: usize = 800;

/// The text of a boolean; none where the language has none for it, or it is too long.
pub fn text(terms: &Terms, term: Term) -> Option<String> {
    let text = Writer { terms, budget: 400 }.truth(term, true)?;
    (text.len() <= LENGTH).then_some(text)
}

/// What always holds, and what never does.
const TRUE: &str = "0 == 0";
const FALSE: &str = "0 != 0";

/// Writes terms, as many as the budget says.
struct Writer<'t> {
    terms: &'t Terms,
    budget: usize,
}

/// How a word is compared, and so how a constant is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
}

impl Writer<'_> {
    /// A boolean, or its negation.
    fn truth(&mut self, term: Term, holds: bool) -> Option<String> {
        self.budget = self.budget.checked_sub(1)?;
        Some(match (self.terms.node(term), holds) {
            (Node::Bool(value), _) => if value == holds { TRUE } else { FALSE }.to_owned(),
            (Node::Not(inner), _) => self.truth(inner, !holds)?,
            (Node::And(a, b), true) | (Node::Or(a, b), false) => {
                let both = [self.truth(a, holds)?, self.truth(b, holds)?];
                both.join(" and ")
            }
            (Node::Or(a, b), true) | (Node::And(a, b), false) => {
                let both = [self.truth(a, holds)?, self.truth(b, holds)?];
                format!("({})", both.join(" or "))
            }
            (Node::Eq(a, b), _) => {
                let relations = ["==", "!="];
                self.comparison([a, b], relations, holds, Reading::Signed)?
            }
            (Node::Slt(a, b), _) => self.order([a, b], holds, Reading::Signed)?,
            (Node::Ult(a, b), _) => self.order([a, b], holds, Reading::Unsigned)?,
            _ => return None,
        })
    }

    /// A comparison with a constant on the right.
    fn order(&mut self, [a, b]: [Term; 2], holds: bool, reading: Reading) -> Option<String> {
        match (self.terms.as_const(a), reading) {
            (Some(_), Reading::Signed) => self.comparison([b, a], [">", "<="], holds, reading),
            (Some(_), Reading::Unsigned) => self.comparison([b, a], [">u", "<=u"], holds, reading),
            (None, Reading::Signed) => self.comparison([a, b], ["<", ">="], holds, reading),
            (None, Reading::Unsigned) => self.comparison([a, b], ["<u", ">=u"], holds, reading),
        }
    }

    fn comparison(
        &mut self,
        [a, b]: [Term; 2],
        relations: [&str; 2],
        holds: bool,
        reading: Reading,
    ) -> Option<String> {
        // A choice is a case split; cases that are decided need not be told.
        for (index, side) in [a, b].into_iter().enumerate() {
            if let Node::Ite(test, then, other) = self.terms.node(side) {
                let mut with = |word| match index {
                    0 => self.comparison([word, b], relations, holds, reading),
                    _ => self.comparison([a, word], relations, holds, reading),
                };
                let (then, other) = (with(then)?, with(other)?);
                let (test, fails) = (self.truth(test, true)?, self.truth(test, false)?);
                return Some(match (then.as_str(), other.as_str()) {
                    (TRUE, TRUE) | (FALSE, FALSE) => then,
                    (TRUE, FALSE) => test,
                    (FALSE, TRUE) => fails,
                    (FALSE, _) => format!("{fails} and {other}"),
                    (_, FALSE) => format!("{test} and {then}"),
                    _ => format!("({test} and {then} or {fails} and {other})"),
                });
            }
        }
        if let (Some(a), Some(b)) = (self.terms.as_const(a), self.terms.as_const(b)) {
            let (a, b) = (a as u32, b as u32);
            let it_does = match (relations[0].trim_end_matches('u'), reading) {
                ("==", _) => a == b,
                ("<", Reading::Signed) => (a as i32) < b as i32,
                ("<", Reading::Unsigned) => a < b,
                (_, Reading::Signed) => a as i32 > b as i32,
                (_, Reading::Unsigned) => a > b,
            };
            return Some(if it_does == holds { TRUE } else { FALSE }.to_owned());
        }
        let relation = relations[usize::from(!holds)];
        let (a, b) = (self.word(a, reading, false)?, self.word(b, reading, false)?);
        Some(format!("{a} {relation} {b}"))
    }

    /// A word; in parentheses, where it stands `within` another.
    fn word(&mut self, term: Term, reading: Reading, within: bool) -> Option<String> {
        self.budget = self.budget.checked_sub(1)?;
        let (operator, a, b) = match self.terms.node(term) {
            Node::Word(value) => {
                return Some(match reading {
                    Reading::Signed if within && (value as i32) < 0 => {
                        format!("({})", value as i32)
                    }
                    Reading::Signed => (value as i32).to_string(),
                    Reading::Unsigned => value.to_string(),
                });
            }
            Node::Symbol(symbol) => return Some(self.terms.symbol_name(symbol).to_owned()),
            Node::Add(a, b) => match self.terms.as_const(b) {
                Some(value) if (value as i32) < 0 && value as u32 != 1 << 31 => {
                    let a = self.word(a, Reading::Signed, true)?;
                    let text = format!("{a} - {}", (value as u32).wrapping_neg());
                    return Some(if within { format!("({text})") } else { text });
                }
                _ => ("+", a, b),
            },
            Node::Sub(a, b) => ("-", a, b),
            Node::Mul(a, b) => ("*", a, b),
            Node::Sdiv(a, b) => ("/", a, b),
            Node::Srem(a, b) => ("%", a, b),
            Node::Udiv(a, b) => ("/u", a, b),
            Node::Urem(a, b) => ("%u", a, b),
            Node::BitAnd(a, b) => {
                let mask = self.terms.as_const(b)? as u32;
                let (true, false) = (mask & mask.wrapping_add(1) == 0, mask == u32::MAX) else {
                    return None;
                };
                let a = self.word(a, Reading::Signed, true)?;
                let text = format!("{a} %u {}", mask + 1);
                return Some(if within { format!("({text})") } else { text });
            }
            _ => return None,
        };
        let (a, b) = (self.word(a, Reading::Signed, true)?, self.word(b, Reading::Signed, true)?);
        let text = format!("{a} {operator} {b}");
        Some(if within { format!("({text})") } else { text })
    }
}
