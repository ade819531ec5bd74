//! Parses terms and facts, such as `left.$3 = n + 4*i` or `load(left, left.$30) <=u limit`.
//!
//! Claims and evidence are written in this language. Operators work on words: `+`, `-` and `*` wrap, `/` and `%` are
//! unsigned, and so are orders that end with `u`. `high(a, b)` is the high word of an unsigned product, `less(a, b)` an
//! unsigned order as 0 or 1, `load(memory, address)` a word of a memory, and any other name with arguments is a
//! function that the evidence defines.

use crate::refusal::{Refusal, wrong};

/// A parsed term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(u64),
    /// A name: an input, a register of a program, or a word that the evidence names.
    Name(String),
    /// An operator or a function, and its operands.
    Apply(String, Vec<Expression>),
}

impl Expression {
    /// Collects the operands of all applications of a function in this term, in textual order.
    pub fn applications<'x>(&'x self, function: &str, found: &mut Vec<&'x [Expression]>) {
        if let Expression::Apply(name, operands) = self {
            if name == function {
                found.push(operands);
            }
            operands.iter().for_each(|operand| operand.applications(function, found));
        }
    }
}

/// A parsed fact: two words are equal, or the first is below the second, or the negation. `a <= b` is parsed as the
/// negation of `b < a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The words.
    pub words: [Expression; 2],
    /// How the words are interpreted, if it is an order.
    pub order: Option<Sign>,
    /// Whether it is negated.
    pub is_negated: bool,
}

/// How words are interpreted as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// As two's complement.
    Signed,
    /// As unsigned numbers.
    Unsigned,
}

/// Maximum nesting of parentheses and arguments.
const DEPTH: u32 = 100;

/// Maximum number of operators in a text. With [`DEPTH`] it bounds the stack of recursive functions.
const OPERATORS: u32 = 500;

/// Parses a term.
pub fn term(text: &str) -> Result<Expression, Refusal> {
    let mut reader = Reader { text, rest: text, depth: 0, operators: 0 };
    let expression = reader.sum()?;
    reader.ends().map(|()| expression)
}

/// Parses a fact: two terms and the relation between them.
pub fn fact(text: &str) -> Result<Comparison, Refusal> {
    let mut reader = Reader { text, rest: text, depth: 0, operators: 0 };
    let left = reader.sum()?;
    let (order, is_exchanged, is_negated) = reader.relation()?;
    let right = reader.sum()?;
    reader.ends()?;
    let words = if is_exchanged { [right, left] } else { [left, right] };
    Ok(Comparison { words, order, is_negated })
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    depth: u32,
    operators: u32,
}

impl Reader<'_> {
    fn error(&self, wanted: &str) -> Refusal {
        wrong(format!("`{}`: {wanted} is missing before `{}`", self.text, self.rest.trim_start()))
    }

    fn eats(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn ends(&self) -> Result<(), Refusal> {
        if self.rest.trim().is_empty() { Ok(()) } else { Err(self.error("the end")) }
    }

    /// Parses a relation: its order, whether its operands are exchanged, and whether it is negated.
    fn relation(&mut self) -> Result<(Option<Sign>, bool, bool), Refusal> {
        let tokens = ["!=", "=", "<=u", "<=", "<u", "<", ">=u", ">=", ">u", ">"];
        let found = tokens.into_iter().find(|token| self.eats(token));
        let token = found.ok_or_else(|| self.error("a relation"))?;
        let sign = if token.ends_with('u') { Sign::Unsigned } else { Sign::Signed };
        let order = token.starts_with(['<', '>']).then_some(sign);
        let or_equal = order.is_some() && token.contains('=');
        Ok((order, token.starts_with('>') != or_equal, or_equal || token == "!="))
    }

    fn chain(
        &mut self,
        operators: &[&str],
        operand: fn(&mut Self) -> Result<Expression, Refusal>,
    ) -> Result<Expression, Refusal> {
        let mut left = operand(self)?;
        while let Some(operator) = operators.iter().find(|operator| self.eats(operator)) {
            let right = operand(self)?;
            self.operators += 1;
            if self.operators > OPERATORS {
                return Err(self.error("a shorter term"));
            }
            left = Expression::Apply((*operator).to_owned(), vec![left, right]);
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expression, Refusal> {
        self.chain(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Result<Expression, Refusal> {
        self.chain(&["*", "/", "%"], Self::factor)
    }

    fn factor(&mut self) -> Result<Expression, Refusal> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("a shorter term"));
        }
        let factor = self.factor_within();
        self.depth -= 1;
        factor
    }

    fn factor_within(&mut self) -> Result<Expression, Refusal> {
        if self.eats("-") {
            let operand = self.factor()?;
            return Ok(Expression::Apply("-".into(), vec![Expression::Number(0), operand]));
        }
        if self.eats("(") {
            let inner = self.sum()?;
            return if self.eats(")") { Ok(inner) } else { Err(self.error("`)`")) };
        }
        let rest = self.rest.trim_start();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '\'');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                None => word.parse(),
            };
            let number = number.map_err(|_| self.error("a number"))?;
            self.rest = rest;
            return Ok(Expression::Number(number));
        }
        if word.is_empty() {
            return Err(self.error("a term"));
        }
        self.rest = rest;
        if !self.eats("(") {
            return Ok(Expression::Name(word.to_owned()));
        }
        let mut operands = vec![self.sum()?];
        while self.eats(",") {
            operands.push(self.sum()?);
        }
        let applied = Expression::Apply(word.to_owned(), operands);
        if self.eats(")") { Ok(applied) } else { Err(self.error("`)`")) }
    }
}
