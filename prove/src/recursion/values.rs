//! Values of functions that evidence defines, on numbers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use tamarin_kernel::Refusal;
use tamarin_kernel::evidence::{Body, FactText, Function};
use tamarin_kernel::text::{self, Comparison, Expression, Sign};
use tamarin_kernel::word::{Operator, Width};

use crate::samples::Apply;

/// Functions as they are computed.
pub struct Values {
    width: Width,
    functions: Vec<Compiled>,
    known: RefCell<Known>,
    /// Applications that may still be computed for the value that is asked for.
    left: Cell<u32>,
    /// Whether a value was asked for that takes too long.
    failed: Cell<bool>,
}

/// Values of applications: none where one takes too long.
type Known = HashMap<(usize, Vec<u64>), Option<u64>>;

struct Compiled {
    name: String,
    arguments: Vec<String>,
    body: Tree,
}

enum Tree {
    Choice(Condition, Box<[Tree; 2]>),
    Value(Expression),
}

enum Condition {
    Comparison(Comparison),
    Sum(Vec<(i64, Expression)>, i64),
}

/// Applications for one value at most.
const APPLICATIONS: u32 = 1_500;
/// Applications within each other at most, unless one is the value of the other.
const DEPTH: u32 = 400;

impl Values {
    /// The values of functions.
    pub fn new(width: Width, functions: &[Function]) -> Result<Values, Refusal> {
        let compiled = functions.iter().map(|function| {
            let body = tree(&function.body)?;
            let (name, arguments) = (function.name.clone(), function.arguments.clone());
            Ok(Compiled { name, arguments, body })
        });
        let functions = compiled.collect::<Result<_, Refusal>>()?;
        let (left, failed) = (Cell::new(0), Cell::new(false));
        Ok(Values { width, functions, known: RefCell::default(), left, failed })
    }

    /// Whether a value was asked for that takes too long, since this was asked last.
    pub fn has_failed(&self) -> bool {
        self.failed.replace(false)
    }

    /// Changes words so that they satisfy facts that say what a word is.
    pub fn solve(&self, names: &[String], words: &mut [u64], facts: &[FactText]) {
        for fact in facts {
            let FactText::Text(fact) = fact else { continue };
            let Some((name, other)) = fact.split_once(" = ") else { continue };
            // `a - b = 0` says that `a` is `b`.
            let (name, other) = match name.split_once(" - ") {
                Some(sides) if other == "0" => sides,
                _ => (name, other),
            };
            let at = names.iter().position(|it| it == name);
            let (Some(at), Ok(other)) = (at, text::term(other)) else { continue };
            let with = names.iter().map(String::as_str).zip(words.iter().copied()).collect();
            self.left.set(APPLICATIONS);
            if let Some(value) = self.expression(&other, &with, 0) {
                words[at] = value;
            }
        }
    }

    fn call(&self, number: usize, arguments: &[u64], depth: u32) -> Option<u64> {
        let key = (number, arguments.to_vec());
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let value = self.compute(number, arguments.to_vec(), depth);
        if self.left.get() > 0 {
            self.known.borrow_mut().insert(key, value);
        }
        value
    }

    fn compute(&self, mut number: usize, mut arguments: Vec<u64>, depth: u32) -> Option<u64> {
        if depth > DEPTH {
            return None;
        }
        // An application that is the value is computed by going on with it.
        loop {
            self.left.set(self.left.get().checked_sub(1)?);
            let function = &self.functions[number];
            let names: HashMap<&str, u64> =
                function.arguments.iter().map(String::as_str).zip(arguments).collect();
            let mut tree = &function.body;
            while let Tree::Choice(condition, ways) = tree {
                let holds = self.holds(condition, &names, depth)?;
                tree = &ways[usize::from(!holds)];
            }
            let Tree::Value(value) = tree else { return None };
            if let Expression::Apply(name, operands) = value
                && let Some(next) = self.functions.iter().position(|it| it.name == *name)
            {
                let values = operands.iter().map(|it| self.expression(it, &names, depth + 1));
                (number, arguments) = (next, values.collect::<Option<_>>()?);
                continue;
            }
            return self.expression(value, &names, depth + 1);
        }
    }

    fn holds(&self, condition: &Condition, names: &HashMap<&str, u64>, depth: u32) -> Option<bool> {
        match condition {
            Condition::Comparison(Comparison { words: [a, b], order, is_negated }) => {
                let (a, b) = (self.expression(a, names, depth)?, self.expression(b, names, depth)?);
                let half = self.width.half();
                let flip = |word: u64| self.width.wrap(word.wrapping_add(half));
                let holds = match order {
                    None => a == b,
                    Some(Sign::Unsigned) => a < b,
                    Some(Sign::Signed) => flip(a) < flip(b),
                };
                Some(holds != *is_negated)
            }
            Condition::Sum(sum, most) => {
                let mut total = 0i128;
                for (factor, word) in sum {
                    let word = self.expression(word, names, depth)?;
                    total += i128::from(*factor) * i128::from(word);
                }
                Some(total <= i128::from(*most))
            }
        }
    }

    fn expression(
        &self,
        expression: &Expression,
        names: &HashMap<&str, u64>,
        depth: u32,
    ) -> Option<u64> {
        let (name, operands) = match expression {
            Expression::Number(number) => return Some(self.width.wrap(*number)),
            Expression::Name(name) => return names.get(&name[..]).copied(),
            Expression::Apply(name, operands) => (name, operands),
        };
        let values = operands.iter().map(|it| self.expression(it, names, depth));
        let values: Vec<u64> = values.collect::<Option<_>>()?;
        let operator = match &name[..] {
            "+" => Operator::Add,
            "-" => Operator::Sub,
            "*" => Operator::Mul,
            "/" | "%" if values[1] == 0 => return Some(0),
            "/" => Operator::Quotient,
            "%" => Operator::Remainder,
            "high" => Operator::High,
            "less" => Operator::Less,
            _ => {
                let number = self.functions.iter().position(|it| it.name == *name)?;
                return self.call(number, &values, depth + 1);
            }
        };
        Some(operator.apply(self.width, values[0], values[1]))
    }
}

impl Apply for Values {
    fn apply(&self, _: Width, number: usize, arguments: &[u64]) -> Option<u64> {
        self.left.set(APPLICATIONS);
        let value = self.call(number, arguments, 0);
        if value.is_none() {
            self.failed.set(true);
        }
        value
    }
}

fn tree(body: &Body) -> Result<Tree, Refusal> {
    Ok(match body {
        Body::Choice { fact, then, otherwise } => {
            let condition = match fact {
                FactText::Text(text) => Condition::Comparison(text::fact(text)?),
                FactText::Sum { sum, most } => {
                    let words = sum.iter().map(|(by, word)| Ok((*by, text::term(word)?)));
                    Condition::Sum(words.collect::<Result<_, Refusal>>()?, *most)
                }
            };
            Tree::Choice(condition, Box::new([tree(then)?, tree(otherwise)?]))
        }
        Body::Value { is, .. } => Tree::Value(text::term(is)?),
    })
}
