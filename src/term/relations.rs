//! The folding constructors of booleans, relations and `ite`.

use super::poly::Equation;
use super::reciprocal::Made;
use super::{Node, Sort, Term, Terms, eval};

impl Terms {
    /// `not a`
    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Bool(value) => self.bool(!value),
            // not not x = x
            Node::Not(x) => x,
            _ => self.intern(Node::Not(a)),
        }
    }

    /// `a and b`
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        match (self.as_bool(a), self.as_bool(b)) {
            // true and x = x, false and x = false
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) | (_, Some(false)) => self.bool(false),
            // x and x = x
            _ if a == b => a,
            // x and not x = false
            _ if self.not(a) == b => self.bool(false),
            _ => self.intern(Node::And(a.min(b), a.max(b))),
        }
    }

    /// `a or b`
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        match (self.as_bool(a), self.as_bool(b)) {
            // false or x = x, true or x = true
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) | (_, Some(true)) => self.bool(true),
            // x or x = x
            _ if a == b => a,
            // x or not x = true
            _ if self.not(a) == b => self.bool(true),
            _ => self.intern(Node::Or(a.min(b), a.max(b))),
        }
    }

    /// `a = b`, for words, double words or memories.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        // x = x
        if a == b {
            return self.bool(true);
        }
        if self.sort(a) == Sort::Memory {
            return self.eq_memories(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.as_const(b) {
            // c = d
            if self.as_const(a).is_some() {
                return self.bool(false);
            }
            match self.node(a) {
                // x + c = d  to  x = d - c
                Node::Add(x, c) => {
                    if let Some(c) = self.as_const(c) {
                        let difference = self.constant(b, value.wrapping_sub(c));
                        return self.eq(x, difference);
                    }
                }
                Node::Ite(..) => {
                    if let Some(equal) = self.by_sides(a, b, |a, b| a == b) {
                        return equal;
                    }
                }
                _ => {}
            }
        } else {
            // x + c = x + d  is  c = d
            let ((x, c), (y, d)) = (self.split_sum(a), self.split_sum(b));
            if x == y {
                return self.bool(c == d);
            }
        }
        // Equations of polynomials, see [`poly`](super::poly).
        match self.solve_equation(a, b) {
            Equation::Decided(outcome) => self.bool(outcome),
            Equation::Solved(x, value) => {
                let value = self.word(value);
                match self.node(x) {
                    // The rules for an equation with a constant still apply to an `ite`.
                    Node::Ite(..) => self.eq(x, value),
                    _ => self.intern(Node::Eq(x, value)),
                }
            }
            Equation::Open => {
                let words = [a, b].map(|word| self.representative(word));
                match words == [a, b] {
                    true => self.intern(Node::Eq(a, b)),
                    false => self.eq(words[0], words[1]),
                }
            }
        }
    }

    /// Folds `ite(t, c, d) < e` and similar comparisons where both branches decide.
    fn by_sides(&mut self, a: Term, b: Term, holds: fn(u64, u64) -> bool) -> Option<Term> {
        let (test, [then, other]) = match (self.node(a), self.node(b)) {
            (Node::Ite(test, then, other), _) => (test, [[then, b], [other, b]]),
            (_, Node::Ite(test, then, other)) => (test, [[a, then], [a, other]]),
            _ => return None,
        };
        let known = |[a, b]: [Term; 2]| Some(holds(self.as_const(a)?, self.as_const(b)?));
        let (then, other) = (known(then)?, known(other)?);
        Some(match (then, other) {
            (true, false) => test,
            (false, true) => self.not(test),
            (both, _) => self.bool(both),
        })
    }

    /// `a < b`, unsigned.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.representative(a), self.representative(b));
        match (self.as_const(a), self.as_const(b)) {
            (Some(a), Some(b)) => self.bool(a < b),
            // x < 0 = false
            (_, Some(0)) => self.bool(false),
            // x < x = false
            _ if a == b => self.bool(false),
            // 0 < x  to  not x = 0
            (Some(0), _) => {
                let is_zero = self.eq(b, a);
                self.not(is_zero)
            }
            // x < 1  to  x = 0
            (_, Some(1)) => {
                let zero = self.constant(a, 0);
                self.eq(a, zero)
            }
            _ => {
                let sides = self.by_sides(a, b, |a, b| a < b);
                sides.unwrap_or_else(|| self.intern(Node::Ult(a, b)))
            }
        }
    }

    /// `a < b`, signed.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.representative(a), self.representative(b));
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), Some(d)) => self.bool(eval::slt(self.sort(a), c, d)),
            // x < x = false
            _ if a == b => self.bool(false),
            _ => {
                let sides = self.by_sides(a, b, |a, b| (a as i32) < b as i32);
                // m * x / 2^32 < 0  to  x < 0, and the like
                let known = sides.or_else(|| {
                    let Some(Made::Below(word, turn)) = self.as_below(a, b) else { return None };
                    self.sign_of(word, turn)
                });
                known.unwrap_or_else(|| self.intern(Node::Slt(a, b)))
            }
        }
    }

    /// `if test then a else b`, for words or memories.
    pub fn ite(&mut self, test: Term, a: Term, b: Term) -> Term {
        match self.node(test) {
            Node::Bool(true) => a,
            Node::Bool(false) => b,
            // ite(_, x, x) = x
            _ if a == b => a,
            // ite(not t, x, y) = ite(t, y, x)
            Node::Not(test) => self.intern(Node::Ite(test, b, a)),
            _ => {
                let rounding = self.rounding(test, [a, b]);
                rounding.unwrap_or_else(|| self.intern(Node::Ite(test, a, b)))
            }
        }
    }

    /// A word and its constant value, if `a = b` being `equal` determines one.
    pub fn settled(&self, a: Term, b: Term, equal: bool) -> Option<(Term, Term)> {
        let (a, b) = self.ordered(a, b);
        self.as_const(b)?;
        let value = match (equal, self.node(a)) {
            (true, _) => b,
            (false, Node::Ite(_, then, other)) if then == b => other,
            (false, Node::Ite(_, then, other)) if other == b => then,
            (false, _) => return None,
        };
        self.as_const(value).map(|_| (a, value))
    }

    /// The word whose constant value a boolean fact states, and the constant.
    pub(crate) fn as_value(&mut self, fact: Term) -> Option<(Term, Term)> {
        match self.node(fact) {
            Node::Eq(word, constant) => self.as_const(constant).map(|_| (word, constant)),
            // A bit that is not 0 is 1, and vice versa.
            Node::Not(equation) => {
                let Node::Eq(bit, constant) = self.node(equation) else { return None };
                let Node::Urem(_, modulus) = self.node(bit) else { return None };
                match (self.as_const(modulus), self.as_const(constant)) {
                    (Some(2), Some(value @ 0..2)) => Some((bit, self.word(1 - value as u32))),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
