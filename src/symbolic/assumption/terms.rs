//! Terms as expressions of a contract's language.

use super::{Condition, Expression, Expressions};
use crate::contract::{Operator, Relation};
use crate::term::{Node, Term, Terms};

impl Expressions for Terms {
    type Truth = Term;
    type Word = Term;
    type Value = u32;

    fn condition(&self, truth: Term) -> Condition<Term, Term> {
        match self.node(truth) {
            Node::Bool(value) => Condition::Known(value),
            Node::Not(inner) => Condition::Not(inner),
            Node::And(a, b) => Condition::And(a, b),
            Node::Or(a, b) => Condition::Or(a, b),
            Node::Eq(a, b) => Condition::Compare(Relation::Equal, [a, b]),
            Node::Slt(a, b) => Condition::Compare(Relation::Less, [a, b]),
            Node::Ult(a, b) => Condition::Compare(Relation::Below, [a, b]),
            _ => Condition::Other,
        }
    }

    fn expression(&self, word: Term) -> Expression<'_, Term, Term, u32> {
        let apply = Expression::Apply;
        match self.node(word) {
            Node::Word(value) => Expression::Number(value),
            Node::Symbol(symbol) => Expression::Input(self.symbol_name(symbol)),
            Node::Ite(test, then, other) => Expression::Choice(test, [then, other]),
            Node::Add(a, b) => apply(Operator::Add, [a, b]),
            Node::Sub(a, b) => apply(Operator::Subtract, [a, b]),
            Node::Mul(a, b) => apply(Operator::Multiply, [a, b]),
            Node::Sdiv(a, b) => apply(Operator::Divide, [a, b]),
            Node::Srem(a, b) => apply(Operator::Remainder, [a, b]),
            Node::Udiv(a, b) => apply(Operator::DivideUnsigned, [a, b]),
            Node::Urem(a, b) => apply(Operator::RemainderUnsigned, [a, b]),
            Node::BitAnd(a, mask) => match self.as_const(mask).map(|mask| mask as u32) {
                Some(mask) if mask != u32::MAX && mask & (mask + 1) == 0 => {
                    Expression::Masked(a, mask + 1)
                }
                _ => Expression::Other,
            },
            _ => Expression::Other,
        }
    }
}
