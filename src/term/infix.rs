//! Terms in infix notation, for short terms.

use std::fmt::{self, Write};

use super::{Node, Term, Terms};
use crate::trace::ShownWord;

/// The precedence of an operator, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Atom,
}

/// A string of limited length. Writing stops when the limit is exceeded, which also bounds the
/// recursion.
struct Line {
    text: String,
    budget: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.budget = self.budget.checked_sub(text.len()).ok_or(fmt::Error)?;
        self.text.push_str(text);
        Ok(())
    }
}

impl Terms {
    /// The term in infix notation, `$1 + $2 != 12`, or `None` where that takes more than `budget`
    /// bytes. The notation is that of a contract's assumptions, as far as it reaches: comparisons,
    /// quotients (`/`) and remainders (`%`) are signed unless they have a `u`.
    pub fn infix(&self, term: Term, budget: usize) -> Option<String> {
        let mut line = Line { text: String::new(), budget };
        self.write_infix(&mut line, term, Level::Or).ok()?;
        Some(line.text)
    }

    /// [`Terms::infix`] of the negation of a boolean.
    pub fn infix_negated(&self, term: Term, budget: usize) -> Option<String> {
        if let Node::Not(positive) = self.node(term) {
            return self.infix(positive, budget);
        }
        let mut line = Line { text: String::new(), budget };
        self.write_negated(&mut line, term, Level::Or).ok()?;
        Some(line.text)
    }

    fn write_infix(&self, line: &mut Line, term: Term, around: Level) -> fmt::Result {
        match self.node(term) {
            Node::Bool(value) => write!(line, "{value}"),
            Node::Word(value) => write!(line, "{}", ShownWord(value)),
            Node::Double(value) => write!(line, "{value:#x}"),
            Node::Symbol(symbol) => line.write_str(self.symbol_name(symbol)),
            Node::Image(_) => line.write_str("M"),
            Node::Not(a) => self.write_negated(line, a, around),
            Node::And(a, b) => self.operator(line, a, "and", b, Level::And, around),
            Node::Or(a, b) => self.operator(line, a, "or", b, Level::Or, around),
            Node::Eq(a, b) => self.operator(line, a, "==", b, Level::Comparison, around),
            Node::Ult(a, b) => self.comparison(line, [a, b], ["<u", ">u"], around),
            Node::Slt(a, b) => self.comparison(line, [a, b], ["<", ">"], around),
            Node::Add(a, b) => match self.node(b) {
                Node::Word(c) if (c as i32) < 0 && c != 1 << 31 => {
                    let minus = format!(" - {}", ShownWord(c.wrapping_neg()));
                    self.with_number(line, a, &minus, Level::Sum, around)
                }
                _ => self.operator(line, a, "+", b, Level::Sum, around),
            },
            Node::Sub(a, b) => self.operator(line, a, "-", b, Level::Sum, around),
            Node::Mul(a, b) => self.operator(line, a, "*", b, Level::Product, around),
            Node::BitAnd(a, b) => match self.node(b) {
                Node::Word(mask) if mask & mask.wrapping_add(1) == 0 && mask < 1 << 16 => {
                    let remainder = format!(" %u {}", mask + 1);
                    self.with_number(line, a, &remainder, Level::Product, around)
                }
                _ => self.operator(line, a, "&", b, Level::Product, around),
            },
            Node::Sdiv(a, b) => self.operator(line, a, "/", b, Level::Product, around),
            Node::Udiv(a, b) => self.operator(line, a, "/u", b, Level::Product, around),
            Node::Srem(a, b) => self.operator(line, a, "%", b, Level::Product, around),
            Node::Urem(a, b) => self.operator(line, a, "%u", b, Level::Product, around),
            // Only the operator around an extension would show its sign, so the extension is
            // written out.
            Node::SignExtend(a) => self.call(line, "signed", &[a]),
            Node::ZeroExtend(a) => self.call(line, "unsigned", &[a]),
            Node::Low(a) => self.call(line, "low", &[a]),
            Node::High(a) => self.call(line, "high", &[a]),
            Node::Ite(test, a, b) => {
                // A flag is written as its test.
                match (self.as_const(a), self.as_const(b)) {
                    (Some(1), Some(0)) => {
                        line.write_str("(")?;
                        self.write_infix(line, test, Level::Or)?;
                        line.write_str(")")
                    }
                    _ => self.call(line, "if", &[test, a, b]),
                }
            }
            Node::Select(memory, address) => self.cell(line, memory, address, None),
            Node::Store(memory, address, value) => self.cell(line, memory, address, Some(value)),
        }
    }

    /// Writes an operator whose second operand is a number.
    fn with_number(
        &self,
        line: &mut Line,
        term: Term,
        operator_and_number: &str,
        level: Level,
        around: Level,
    ) -> fmt::Result {
        let close = self.open(line, level, around)?;
        self.write_infix(line, term, level)?;
        line.write_str(operator_and_number)?;
        line.write_str(close)
    }

    /// Writes a load from memory, or memory after a store of a value.
    fn cell(
        &self,
        line: &mut Line,
        memory: Term,
        address: Term,
        stored: Option<Term>,
    ) -> fmt::Result {
        self.write_infix(line, memory, Level::Atom)?;
        line.write_str("[")?;
        self.write_infix(line, address, Level::Or)?;
        if let Some(value) = stored {
            line.write_str(" <- ")?;
            self.write_infix(line, value, Level::Or)?;
        }
        line.write_str("]")
    }

    fn write_negated(&self, line: &mut Line, term: Term, around: Level) -> fmt::Result {
        match self.node(term) {
            Node::Eq(a, b) => self.operator(line, a, "!=", b, Level::Comparison, around),
            Node::Ult(a, b) => self.comparison(line, [a, b], [">=u", "<=u"], around),
            Node::Slt(a, b) => self.comparison(line, [a, b], [">=", "<="], around),
            _ => {
                line.write_str("not ")?;
                self.write_infix(line, term, Level::Atom)
            }
        }
    }

    /// A comparison with the constant on the right; if the sides are swapped, the second operator
    /// is used.
    fn comparison(
        &self,
        line: &mut Line,
        [a, b]: [Term; 2],
        operators: [&str; 2],
        around: Level,
    ) -> fmt::Result {
        match self.as_const(a) {
            None => self.operator(line, a, operators[0], b, Level::Comparison, around),
            Some(_) => self.operator(line, b, operators[1], a, Level::Comparison, around),
        }
    }

    /// Opens a parenthesis where one is needed; returns what closes it.
    fn open(
        &self,
        line: &mut Line,
        level: Level,
        around: Level,
    ) -> Result<&'static str, fmt::Error> {
        // Operators of one level do not mix without parentheses, except in a chain to the left.
        if level < around {
            line.write_str("(")?;
            return Ok(")");
        }
        Ok("")
    }

    fn operator(
        &self,
        line: &mut Line,
        a: Term,
        operator: &str,
        b: Term,
        level: Level,
        around: Level,
    ) -> fmt::Result {
        let close = self.open(line, level, around)?;
        self.write_infix(line, a, level)?;
        write!(line, " {operator} ")?;
        let tighter = match level {
            Level::Or => Level::And,
            Level::And => Level::Comparison,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Atom => Level::Atom,
        };
        self.write_infix(line, b, tighter)?;
        line.write_str(close)
    }

    fn call(&self, line: &mut Line, name: &str, args: &[Term]) -> fmt::Result {
        write!(line, "{name}(")?;
        for (index, &arg) in args.iter().enumerate() {
            if index > 0 {
                line.write_str(", ")?;
            }
            self.write_infix(line, arg, Level::Or)?;
        }
        line.write_str(")")
    }
}
