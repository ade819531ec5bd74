//! The folding constructors of constants and arithmetic. [`relations`](super::relations),
//! [`division`](super::division) and [`memories`](super::memories) have the others.
//!
//! Each rule is a comment above its code. Rules are local: they inspect the arguments and the
//! arguments' arguments, and never build a term larger than the one requested. A commutative
//! operator orders its arguments by reference, with a constant last.

use super::{Node, Sort, Term, Terms};

impl Terms {
    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(Node::Bool(value))
    }

    /// A word.
    pub fn word(&mut self, value: u32) -> Term {
        self.intern(Node::Word(value))
    }

    /// A double word.
    pub fn double(&mut self, value: u64) -> Term {
        self.intern(Node::Double(value))
    }

    /// The value of a constant of any bit-vector sort.
    pub fn as_const(&self, term: Term) -> Option<u64> {
        match self.node(term) {
            Node::Word(value) => Some(value.into()),
            Node::Double(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a boolean constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.node(term) {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// A constant of the same sort as `like`.
    pub(super) fn constant(&mut self, like: Term, value: u64) -> Term {
        match self.sort(like) {
            Sort::Double => self.double(value),
            _ => self.word(value as u32),
        }
    }

    /// Splits `x + c` into its parts; any other word is itself and 0.
    pub(crate) fn split_sum(&self, term: Term) -> (Term, u64) {
        match self.node(term) {
            Node::Add(x, c) => match self.as_const(c) {
                Some(c) => (x, c),
                None => (term, 0),
            },
            _ => (term, 0),
        }
    }

    /// The arguments of a commutative operator in canonical order.
    pub(super) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.as_const(a).is_some(), self.as_const(b).is_some()) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// `a + b`
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let ((x, c), (y, d)) = (self.split_sum(a), self.split_sum(b));
        if let Some(d) = self.as_const(b) {
            // c + d
            if let Some(c) = self.as_const(a) {
                return self.constant(a, c.wrapping_add(d));
            }
            // (c - x) + d = (c + d) - x
            if let Node::Sub(c, x) = self.node(a)
                && let Some(c) = self.as_const(c)
            {
                let constant = self.constant(a, c.wrapping_add(d));
                return self.sub(constant, x);
            }
            // (x + c) + d = x + (c + d)
            return self.add_const(x, c.wrapping_add(d));
        }
        match (c, d) {
            (0, 0) => {}
            // (x + c) + (y + d) = (x + y) + (c + d)
            _ => {
                let sum = self.add(x, y);
                let (sum, e) = self.split_sum(sum);
                return self.add_const(sum, c.wrapping_add(d).wrapping_add(e));
            }
        }
        // x + (0 - y) = x - y
        for (x, negative) in [(a, b), (b, a)] {
            if let Node::Sub(zero, y) = self.node(negative)
                && self.as_const(zero) == Some(0)
            {
                return self.sub(x, y);
            }
        }
        let sum = self.intern(Node::Add(a, b));
        self.without_what_cancels(sum, [a, b])
    }

    /// Simplifies a sum or a difference in which something cancels out, such as `(x - y) + y`;
    /// otherwise returns it unchanged.
    fn without_what_cancels(&mut self, sum: Term, parts: [Term; 2]) -> Term {
        let is_difference = |part| matches!(self.node(part), Node::Sub(..));
        let may_cancel = self.sort(sum) == Sort::Word && parts.into_iter().any(is_difference);
        may_cancel.then(|| self.cancelled(sum)).flatten().unwrap_or(sum)
    }

    /// `x + c`, where `x` is not itself a sum with a constant.
    fn add_const(&mut self, x: Term, c: u64) -> Term {
        if let Some(x_value) = self.as_const(x) {
            return self.constant(x, x_value.wrapping_add(c));
        }
        let c = self.constant(x, c);
        match self.as_const(c) {
            // x + 0 = x
            Some(0) => x,
            _ => self.intern(Node::Add(x, c)),
        }
    }

    /// `a - b`
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        // x - c = x + -c
        if let Some(c) = self.as_const(b) {
            let negative = self.constant(b, c.wrapping_neg());
            return self.add(a, negative);
        }
        // x - x / y * y = x mod y
        if let Some(remainder) = self.remainder_of(a, b) {
            return remainder;
        }
        let ((x, c), (y, d)) = (self.split_sum(a), self.split_sum(b));
        // (x + c) - (x + d) = c - d
        if x == y {
            return self.constant(a, c.wrapping_sub(d));
        }
        match self.node(a) {
            // (x + y) - y = x
            Node::Add(x, y) if y == b => return x,
            Node::Add(x, y) if x == b => return y,
            _ => {}
        }
        // x - (y - z) = x + z - y, for a constant y
        if let Node::Sub(y, z) = self.node(b)
            && let Some(y) = self.as_const(y)
        {
            let sum = self.add(a, z);
            let constant = self.constant(sum, y.wrapping_neg());
            return self.add(sum, constant);
        }
        // (x + c) - (y + d) = (x - y) + (c - d)
        if (c, d) != (0, 0) {
            let difference = self.sub(x, y);
            let constant = self.constant(difference, c.wrapping_sub(d));
            return self.add(difference, constant);
        }
        let difference = self.intern(Node::Sub(a, b));
        self.without_what_cancels(difference, [a, b])
    }

    /// `a * b`
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), Some(d)) => self.constant(a, c.wrapping_mul(d)),
            // x * 0 = 0
            (_, Some(0)) => b,
            // x * 1 = x
            (_, Some(1)) => a,
            _ => self.intern(Node::Mul(a, b)),
        }
    }

    /// `a & b`
    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.representative(a), self.representative(b));
        let (a, b) = self.ordered(a, b);
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), Some(d)) => self.constant(a, c & d),
            // x & 0 = 0
            (_, Some(0)) => b,
            // x & x = x
            _ if a == b => a,
            // (x + c) & 3 = x & 3, for c a multiple of 4
            (_, Some(3)) if self.split_sum(a).1.is_multiple_of(4) => {
                let (x, _) = self.split_sum(a);
                self.intern(Node::BitAnd(x, b))
            }
            _ => self.intern(Node::BitAnd(a, b)),
        }
    }

    /// A word as a double word of the same signed value.
    pub fn sign_extend(&mut self, a: Term) -> Term {
        let a = self.representative(a);
        match self.node(a) {
            Node::Word(value) => self.double(i64::from(value as i32) as u64),
            _ => self.intern(Node::SignExtend(a)),
        }
    }

    /// A word as a double word of the same unsigned value.
    pub fn zero_extend(&mut self, a: Term) -> Term {
        let a = self.representative(a);
        match self.node(a) {
            Node::Word(value) => self.double(value.into()),
            _ => self.intern(Node::ZeroExtend(a)),
        }
    }

    /// Bits 0 to 31 of a double word.
    pub fn low(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Double(value) => self.word(value as u32),
            // low(extend x) = x
            Node::SignExtend(x) | Node::ZeroExtend(x) => x,
            // low(x * y) = low(x) * low(y)
            Node::Mul(x, y) => {
                let (x, y) = (self.low(x), self.low(y));
                self.mul(x, y)
            }
            _ => self.intern(Node::Low(a)),
        }
    }

    /// Bits 32 to 63 of a double word.
    pub fn high(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Double(value) => self.word((value >> 32) as u32),
            // high(zero_extend x) = 0
            Node::ZeroExtend(_) => self.word(0),
            // m * x / 2^32 = x / n
            _ => {
                let quotient = self.as_high(a).and_then(|made| self.reciprocal(made));
                quotient.unwrap_or_else(|| self.intern(Node::High(a)))
            }
        }
    }

    /// The same term with other arguments.
    pub(crate) fn rebuilt(&mut self, term: Term, of: impl Fn(Term) -> Term) -> Term {
        let node = self.node(term).map(of);
        if node == self.node(term) {
            return term;
        }
        match node {
            Node::Bool(_) | Node::Word(_) | Node::Double(_) | Node::Symbol(_) | Node::Image(_) => {
                term
            }
            Node::Not(a) => self.not(a),
            Node::And(a, b) => self.and(a, b),
            Node::Or(a, b) => self.or(a, b),
            Node::Eq(a, b) => self.eq(a, b),
            Node::Ult(a, b) => self.ult(a, b),
            Node::Slt(a, b) => self.slt(a, b),
            Node::Ite(test, a, b) => self.ite(test, a, b),
            Node::Add(a, b) => self.add(a, b),
            Node::Sub(a, b) => self.sub(a, b),
            Node::Mul(a, b) => self.mul(a, b),
            Node::BitAnd(a, b) => self.bit_and(a, b),
            Node::Udiv(a, b) => self.udiv(a, b),
            Node::Urem(a, b) => self.urem(a, b),
            Node::Sdiv(a, b) => self.sdiv(a, b),
            Node::Srem(a, b) => self.srem(a, b),
            Node::SignExtend(a) => self.sign_extend(a),
            Node::ZeroExtend(a) => self.zero_extend(a),
            Node::Low(a) => self.low(a),
            Node::High(a) => self.high(a),
            Node::Select(memory, address) => self.select(memory, address),
            Node::Store(memory, address, word) => self.store(memory, address, word),
        }
    }
}
