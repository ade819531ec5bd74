//! Translates facts at synchronisation points into expressions of certificates, in which a boolean
//! is 1 or 0.

use tamarin_checker::certificate::Relation;
use tamarin_checker::procedures::claim::{self, Expression, Operator, Value};

use super::conditions::{Fact, Spots};
use super::relation::Symbols;
use crate::term::{Node, Term, Terms};

/// The translation of facts into certificates.
pub(super) struct Translation<'a> {
    pub terms: &'a Terms,
    pub symbols: &'a Symbols,
    pub spots: &'a Spots,
}

impl Translation<'_> {
    /// Translates a fact; `None` where certificates cannot express it: memories, and masks that are
    /// not remainders.
    pub fn fact(&self, fact: Fact) -> Option<claim::Fact> {
        match fact {
            Fact::Equal(spot, term) => {
                Some(claim::Fact(Expression::Word(spot), Relation::Eq, self.word(term)?))
            }
            Fact::Holds(condition) => self.condition(condition),
        }
    }

    fn condition(&self, condition: Term) -> Option<claim::Fact> {
        let (inner, holds) = match self.terms.node(condition) {
            Node::Not(inner) => (inner, false),
            _ => (condition, true),
        };
        let (a, b, relation) = match (self.terms.node(inner), holds) {
            (Node::Eq(a, b), true) => (a, b, Relation::Eq),
            (Node::Eq(a, b), false) => (a, b, Relation::Ne),
            (Node::Ult(a, b), true) => (a, b, Relation::Ult),
            (Node::Ult(a, b), false) => (b, a, Relation::Ule),
            (Node::Slt(a, b), true) => (a, b, Relation::Slt),
            (Node::Slt(a, b), false) => (b, a, Relation::Sle),
            _ => {
                let flag = self.flag(inner)?;
                let value = Expression::Number(u32::from(holds));
                return Some(claim::Fact(flag, Relation::Eq, value));
            }
        };
        Some(claim::Fact(self.word(a)?, relation, self.word(b)?))
    }

    /// 1 where a boolean holds, else 0.
    fn flag(&self, boolean: Term) -> Option<Expression> {
        let one = || Expression::Number(1);
        Some(match self.terms.node(boolean) {
            Node::Bool(holds) => Expression::Number(u32::from(holds)),
            Node::Not(a) => Expression::of(Operator::Sub, one(), self.flag(a)?),
            Node::And(a, b) => Expression::of(Operator::Mul, self.flag(a)?, self.flag(b)?),
            Node::Or(a, b) => {
                let either = Expression::of(Operator::Add, self.flag(a)?, self.flag(b)?);
                Expression::of(Operator::Sltu, Expression::Number(0), either)
            }
            Node::Eq(a, b) => {
                let difference = Expression::of(Operator::Sub, self.word(a)?, self.word(b)?);
                Expression::of(Operator::Sltu, difference, one())
            }
            Node::Ult(a, b) => Expression::of(Operator::Sltu, self.word(a)?, self.word(b)?),
            Node::Slt(a, b) => Expression::of(Operator::Slt, self.word(a)?, self.word(b)?),
            _ => return None,
        })
    }

    fn word(&self, term: Term) -> Option<Expression> {
        let both = |operator, a, b| Some(Expression::of(operator, self.word(a)?, self.word(b)?));
        match self.terms.node(term) {
            Node::Word(number) => Some(Expression::Number(number)),
            Node::Symbol(_) => {
                let spot = self.spots.spot(term).map(Expression::Word);
                spot.or_else(|| Some(Expression::Value(Value(self.symbols.value(term)?))))
            }
            Node::Add(a, b) => both(Operator::Add, a, b),
            Node::Sub(a, b) => both(Operator::Sub, a, b),
            Node::Mul(a, b) => both(Operator::Mul, a, b),
            Node::Udiv(a, b) => both(Operator::Quotu, a, b),
            Node::Urem(a, b) => both(Operator::Remu, a, b),
            Node::Sdiv(a, b) => both(Operator::Quot, a, b),
            Node::Srem(a, b) => both(Operator::Rem, a, b),
            Node::BitAnd(a, b) => match self.terms.node(b) {
                Node::Word(mask) if mask != u32::MAX && (mask + 1).is_power_of_two() => {
                    let power = Expression::Number(mask + 1);
                    Some(Expression::of(Operator::Remu, self.word(a)?, power))
                }
                _ => None,
            },
            Node::Ite(test, a, b) => {
                let flag = self.flag(test)?;
                if let (Node::Word(1), Node::Word(0)) = (self.terms.node(a), self.terms.node(b)) {
                    return Some(flag);
                }
                let b = self.word(b)?;
                let more = Expression::of(Operator::Sub, self.word(a)?, b.clone());
                let more = Expression::of(Operator::Mul, flag, more);
                Some(Expression::of(Operator::Add, b, more))
            }
            Node::High(product) => match self.terms.node(product) {
                Node::Mul(a, b) => match (self.terms.node(a), self.terms.node(b)) {
                    (Node::SignExtend(a), Node::SignExtend(b)) => both(Operator::High, a, b),
                    (Node::ZeroExtend(a), Node::ZeroExtend(b)) => both(Operator::Highu, a, b),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
