//! Prints booleans and words in the language of a contract's assumptions, in a normal form.
//!
//! This is the inverse of the contract parser: it prints a boolean over the input words as a text
//! that a contract can assume. Words are linear normal forms modulo 2^width over products and
//! quotients, and an equation compares their difference with zero, so `a + (b + b) != 4 * b` is
//! printed as `a != 2 * b`. Operations that the language lacks (memory, the high half of a product)
//! have no text. Callers parse the text again and compare
//! ([`contract::premises`](super::contract::premises)), so no result depends on the correctness of
//! this module.
//!
//! What is printed is a parameter ([`Expressions`]): terms for MIPS, other expressions for ARM64.

mod sums;
mod terms;

use num_traits::Bounded;

use crate::contract::{Operator, Relation};
use crate::machine::BinaryOp;
use crate::term::polynomial::plus;
use crate::term::{Term, Terms};
use crate::word::Word;
use sums::{Level, Reading};

/// Booleans and words over inputs.
pub trait Expressions {
    /// A boolean.
    type Truth: Copy;
    /// A word. Their order is that of the summands in a text.
    type Word: Copy + Ord;
    /// The values of words.
    type Value: Word;

    /// The outermost operator of a boolean.
    fn condition(&self, truth: Self::Truth) -> Condition<Self::Truth, Self::Word>;

    /// The outermost operator of a word.
    fn expression(&self, word: Self::Word) -> Expression<'_, Self::Truth, Self::Word, Self::Value>;
}

/// A boolean.
#[derive(Clone, Copy, Debug)]
pub enum Condition<T, W> {
    /// A constant.
    Known(bool),
    /// A negation.
    Not(T),
    /// A conjunction.
    And(T, T),
    /// A disjunction.
    Or(T, T),
    /// A comparison.
    Compare(Relation, [W; 2]),
    /// A condition that the language of assumptions cannot express.
    Other,
}

/// A word.
#[derive(Clone, Debug)]
pub enum Expression<'e, T, W, V> {
    /// A constant.
    Number(V),
    /// An input.
    Input(&'e str),
    /// An operation.
    Apply(Operator, [W; 2]),
    /// The remainder of a word by a power of two, unsigned.
    Masked(W, V),
    /// A constant and words with factors, added up.
    Sum(V, Vec<(W, V)>),
    /// One of two words.
    Choice(T, [W; 2]),
    /// Something without a text.
    Other,
}

/// The text of a boolean; `None` where the language cannot express it or the text is too long.
pub fn text<E: Expressions>(of: &E, truth: E::Truth) -> Option<String> {
    let text = Writer { of, budget: BUDGET }.truth(truth, true)?;
    (text.len() <= LENGTH).then_some(text)
}

/// The text of a word.
pub fn word<E: Expressions>(of: &E, word: E::Word) -> Option<String> {
    Writer { of, budget: BUDGET }.word(word, Reading::Signed, Level::Sum)
}

/// Maximum length of a text in bytes; a contract accepts 2,000.
const LENGTH: usize = 800;

/// The text of the condition that an operation on these words overflows: a sum, a difference or a
/// product.
pub fn overflow(terms: &Terms, op: BinaryOp, words: [Term; 2]) -> Option<String> {
    let name = if op == BinaryOp::Multu64 { "overflowsu" } else { "overflows" };
    Some(format!("{name}({})", operation(terms, op, words)?))
}

/// The text of such an operation.
pub fn operation(terms: &Terms, op: BinaryOp, [a, b]: [Term; 2]) -> Option<String> {
    let (operator, level) = match op {
        BinaryOp::Add => ("+", Level::Sum),
        BinaryOp::Sub => ("-", Level::Sum),
        BinaryOp::Mult64 | BinaryOp::Multu64 => ("*", Level::Product),
        _ => return None,
    };
    let mut writer = Writer { of: terms, budget: BUDGET };
    let (a, b) =
        (writer.word(a, Reading::Signed, level)?, writer.word(b, Reading::Signed, Level::Atom)?);
    Some(format!("{a} {operator} {b}"))
}

/// The texts of the constant conditions.
pub const TRUE: &str = "true";
const FALSE: &str = "false";

/// Maximum number of expressions in a text.
const BUDGET: u32 = 2_000;

/// Prints expressions until its budget is spent.
struct Writer<'e, E> {
    of: &'e E,
    budget: u32,
}

impl<E: Expressions> Writer<'_, E> {
    fn spend(&mut self) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        Some(())
    }

    /// Prints a boolean whose truth is to be `holds`, negated if that is false.
    fn truth(&mut self, truth: E::Truth, holds: bool) -> Option<String> {
        self.spend()?;
        Some(match (self.of.condition(truth), holds) {
            (Condition::Known(value), _) => known(value == holds),
            (Condition::Not(inner), _) => self.truth(inner, !holds)?,
            (Condition::And(a, b), true) | (Condition::Or(a, b), false) => {
                conjunction(self.truth(a, holds)?, self.truth(b, holds)?)
            }
            (Condition::Or(a, b), true) | (Condition::And(a, b), false) => {
                disjunction(self.truth(a, holds)?, self.truth(b, holds)?)
            }
            (Condition::Compare(relation, words), _) => self.comparison(words, relation, holds)?,
            (Condition::Other, _) => return None,
        })
    }

    fn comparison(
        &mut self,
        words: [E::Word; 2],
        relation: Relation,
        holds: bool,
    ) -> Option<String> {
        self.spend()?;
        // A choice is a case split; cases that fold to a constant have no text.
        for (index, side) in words.into_iter().enumerate() {
            if let Expression::Choice(test, [then, other]) = self.of.expression(side) {
                let mut with = |word| {
                    let mut words = words;
                    words[index] = word;
                    self.comparison(words, relation, holds)
                };
                let (then, other) = (with(then)?, with(other)?);
                if then == other {
                    return Some(then);
                }
                let (test, fails) = (self.truth(test, true)?, self.truth(test, false)?);
                return Some(disjunction(conjunction(test, then), conjunction(fails, other)));
            }
        }
        let [a, b] = words;
        if let [Some(a), Some(b)] = words.map(|word| self.number(word)) {
            let it_does = match relation {
                Relation::Equal => a == b,
                Relation::Less => a.signed() < b.signed(),
                Relation::Below => a < b,
            };
            return Some(known(it_does == holds));
        }
        match relation {
            Relation::Equal => self.equation(a, b, holds),
            Relation::Less => self.order([a, b], holds, Reading::Signed),
            Relation::Below => self.order([a, b], holds, Reading::Unsigned),
        }
    }

    /// The value of a constant.
    fn number(&self, word: E::Word) -> Option<E::Value> {
        match self.of.expression(word) {
            Expression::Number(value) => Some(value),
            _ => None,
        }
    }

    /// A comparison with a constant on the right, whose truth is to be `holds`.
    fn order(&mut self, [a, b]: [E::Word; 2], holds: bool, reading: Reading) -> Option<String> {
        let is_turned = self.number(a).is_some();
        let relation = match (is_turned, holds) {
            (true, true) => ">",
            (true, false) => "<=",
            (false, true) => "<",
            (false, false) => ">=",
        };
        let sign = if reading == Reading::Unsigned { "u" } else { "" };
        let [a, b] = if is_turned { [b, a] } else { [a, b] };
        let a = self.word(a, Reading::Signed, Level::Sum)?;
        let b = self.word(b, reading, Level::Sum)?;
        Some(format!("{a} {relation}{sign} {b}"))
    }

    /// An equation, or if `holds` is false its negation: unchanged, or as a comparison of the difference with zero. The
    /// shorter text is printed.
    fn equation(&mut self, a: E::Word, b: E::Word, holds: bool) -> Option<String> {
        let relation = if holds { "==" } else { "!=" };
        let (left, right) =
            (self.word(a, Reading::Signed, Level::Sum), self.word(b, Reading::Signed, Level::Sum));
        let unchanged = left.zip(right).map(|(a, b)| format!("{a} {relation} {b}"));
        let (a, b) = (self.polynomial(a)?, self.polynomial(b)?);
        let normal = self.equal_to_zero(plus(&a, &b, E::Value::max_value()), relation);
        match (unchanged, normal) {
            (Some(one), Some(other)) => Some(if one.len() < other.len() { one } else { other }),
            (one, other) => one.or(other),
        }
    }
}

/// The text of a condition with the constant truth `holds`.
fn known(holds: bool) -> String {
    if holds { TRUE } else { FALSE }.to_owned()
}

fn conjunction(a: String, b: String) -> String {
    match (a.as_str(), b.as_str()) {
        (FALSE, _) | (_, FALSE) => FALSE.to_owned(),
        (TRUE, _) => b,
        (_, TRUE) => a,
        _ if a == b => a,
        _ => format!("{a} and {b}"),
    }
}

fn disjunction(a: String, b: String) -> String {
    match (a.as_str(), b.as_str()) {
        (TRUE, _) | (_, TRUE) => TRUE.to_owned(),
        (FALSE, _) => b,
        (_, FALSE) => a,
        _ if a == b => a,
        _ => format!("({a} or {b})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_a_normal_form() {
        let mut terms = Terms::new();
        let [a, b] = ["$1", "$2"].map(|name| terms.symbol(name));
        let twice = terms.add(b, b);
        let (left, right) = (terms.add(a, twice), terms.add(twice, twice));
        let equal = terms.eq(left, right);
        let differ = terms.not(equal);
        assert_eq!(text(&terms, differ).as_deref(), Some("$1 != 2 * $2"));
        let three = terms.add(a, a);
        let three = terms.add(three, a);
        let sum = terms.add(a, twice);
        let same = terms.eq(three, sum);
        assert_eq!(text(&terms, same).as_deref(), Some("2 * $1 == 2 * $2"));
        let six = terms.word(6);
        let difference = terms.sub(a, b);
        let known = terms.eq(difference, six);
        assert_eq!(text(&terms, known).as_deref(), Some("$1 == $2 + 6"));
        let ends = terms.word(5);
        let rest = terms.sub(ends, a);
        let less = terms.slt(rest, twice);
        assert_eq!(text(&terms, less).as_deref(), Some("5 - $1 < 2 * $2"));
        let sum = overflow(&terms, BinaryOp::Sub, [difference, rest]);
        assert_eq!(sum.as_deref(), Some("overflows($1 - $2 - (5 - $1))"));
    }
}
