//! Evaluates functions that evidence defines, on numbers, and counts the work.
//!
//! Guessing evaluates functions millions of times. So bodies are compiled once, results are cached up to a limit, and
//! each evaluation counts towards the limit of the search.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use tamarin_kernel::Refusal;
use tamarin_kernel::evidence::{Body, FactText, Function};
use tamarin_kernel::text::{self, Comparison, Expression, Sign};
use tamarin_kernel::word::{Operator, Width};

use crate::Budget;
use crate::samples::Apply;

/// Compiled functions, with a cache of values.
pub struct Values {
    width: Width,
    names: HashMap<String, usize>,
    bodies: Vec<Tree>,
    known: RefCell<Known>,
    /// Applications that may still be evaluated for the current value.
    left: Cell<u32>,
    /// Whether an evaluation was given up since the last [`Values::has_failed`].
    failed: Cell<bool>,
    /// Units of work since the last charge, and the maximum until the next one.
    spent: Cell<u64>,
    most: Cell<u64>,
}

/// Cached values of applications; none if the evaluation was given up.
type Known = HashMap<(usize, Vec<u64>), Option<u64>>;

enum Tree {
    Choice(Condition, Box<[Tree; 2]>),
    Value(Code),
}

enum Condition {
    Comparison([Code; 2], Option<Sign>, bool),
    Sum(Vec<(i64, Code)>, i64),
}

enum Code {
    Number(u64),
    Argument(usize),
    Operator(Operator, Box<[Code; 2]>),
    Call(usize, Vec<Code>),
}

impl Code {
    /// The operands of the first application of a function.
    fn calls(&self, function: usize) -> Option<&[Code]> {
        match self {
            Code::Call(number, operands) if *number == function => Some(operands),
            Code::Call(_, operands) => operands.iter().find_map(|it| it.calls(function)),
            Code::Operator(_, sides) => sides.iter().find_map(|it| it.calls(function)),
            Code::Number(_) | Code::Argument(_) => None,
        }
    }
}

/// Maximum number of applications evaluated for one value.
const APPLICATIONS: u32 = 1_500;
/// Maximum nesting of applications; tail calls do not count.
const DEPTH: u32 = 400;
/// Maximum number of cached values.
const KNOWN: usize = 50_000;
/// Units of work charged for one application.
const APPLICATION: u64 = 10;

impl Values {
    /// Compiles functions.
    pub fn new(width: Width, functions: &[Function]) -> Result<Values, Refusal> {
        let names = functions.iter().enumerate().map(|(at, it)| (it.name.clone(), at)).collect();
        let mut values = Values {
            width,
            names,
            bodies: Vec::new(),
            known: RefCell::default(),
            left: Cell::new(0),
            failed: Cell::new(false),
            spent: Cell::new(0),
            most: Cell::new(0),
        };
        for function in functions {
            let body = values.tree(&function.body, &function.arguments)?;
            values.bodies.push(body);
        }
        Ok(values)
    }

    /// Subtracts the work done since the last charge from a budget; returns whether any is left.
    pub fn charge(&self, budget: &mut Budget) -> bool {
        let is_left = budget.spend(self.spent.take());
        self.most.set(budget.work);
        is_left
    }

    /// Counts work; returns whether the limit is not reached.
    pub fn spend(&self, work: u64) -> bool {
        self.spent.set(self.spent.get().saturating_add(work));
        self.spent.get() < self.most.get()
    }

    /// Whether an evaluation was given up since the last call.
    pub fn has_failed(&self) -> bool {
        self.failed.replace(false)
    }

    /// Adjusts words so that facts of the form `word = term` hold.
    pub fn solve(&self, names: &[String], words: &mut [u64], facts: &[FactText]) {
        for fact in facts {
            let FactText::Text(fact) = fact else { continue };
            let Some((name, other)) = fact.split_once(" = ") else { continue };
            // `a - b = 0` means `a = b`.
            let (name, other) = match name.split_once(" - ") {
                Some(sides) if other == "0" => sides,
                _ => (name, other),
            };
            let at = names.iter().position(|it| it == name);
            let code = text::term(other).and_then(|other| self.code(&other, names));
            let (Some(at), Ok(code)) = (at, code) else { continue };
            self.left.set(APPLICATIONS);
            if let Some(value) = self.word(&code, words, 0) {
                words[at] = value;
            }
        }
    }

    /// The arguments with which a function applies itself, one after the other, at most `most`. Of several applications in
    /// one value, the first one counts.
    pub fn rounds(&self, number: usize, first: &[u64], most: usize) -> Vec<Vec<u64>> {
        let (mut found, mut arguments) = (Vec::new(), first.to_vec());
        self.left.set(APPLICATIONS);
        while found.len() < most {
            let next = self.next(number, &arguments);
            found.push(arguments);
            match next {
                Some(next) => arguments = next,
                None => break,
            }
        }
        found
    }

    fn next(&self, number: usize, arguments: &[u64]) -> Option<Vec<u64>> {
        let mut tree = &self.bodies[number];
        while let Tree::Choice(condition, ways) = tree {
            let holds = self.holds(condition, arguments, 0)?;
            tree = &ways[usize::from(!holds)];
        }
        let Tree::Value(value) = tree else { return None };
        let operands = value.calls(number)?;
        operands.iter().map(|it| self.word(it, arguments, 1)).collect()
    }

    /// The value of a function, if it is computed within the limits.
    pub fn value(&self, number: usize, arguments: Vec<u64>) -> Option<u64> {
        self.left.set(APPLICATIONS);
        self.spend(1);
        self.call(number, arguments, 0)
    }

    fn call(&self, number: usize, arguments: Vec<u64>, depth: u32) -> Option<u64> {
        let key = (number, arguments);
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let value = self.compute(number, key.1.clone(), depth);
        if self.left.get() > 0 {
            let mut known = self.known.borrow_mut();
            if known.len() >= KNOWN {
                known.clear();
            }
            known.insert(key, value);
        }
        value
    }

    fn compute(&self, mut number: usize, mut arguments: Vec<u64>, depth: u32) -> Option<u64> {
        if depth > DEPTH {
            return None;
        }
        // A loop for tail calls.
        loop {
            self.left.set(self.left.get().checked_sub(1)?);
            if !self.spend(APPLICATION) {
                return None;
            }
            let mut tree = &self.bodies[number];
            while let Tree::Choice(condition, ways) = tree {
                let holds = self.holds(condition, &arguments, depth)?;
                tree = &ways[usize::from(!holds)];
            }
            let Tree::Value(value) = tree else { return None };
            let Code::Call(next, operands) = value else {
                return self.word(value, &arguments, depth + 1);
            };
            let values = operands.iter().map(|it| self.word(it, &arguments, depth + 1));
            (number, arguments) = (*next, values.collect::<Option<_>>()?);
        }
    }

    fn holds(&self, condition: &Condition, arguments: &[u64], depth: u32) -> Option<bool> {
        match condition {
            Condition::Comparison([a, b], order, is_negated) => {
                let (a, b) = (self.word(a, arguments, depth)?, self.word(b, arguments, depth)?);
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
                    let word = self.word(word, arguments, depth)?;
                    total += i128::from(*factor) * i128::from(word);
                }
                Some(total <= i128::from(*most))
            }
        }
    }

    fn word(&self, code: &Code, arguments: &[u64], depth: u32) -> Option<u64> {
        match code {
            Code::Number(number) => Some(*number),
            Code::Argument(at) => arguments.get(*at).copied(),
            Code::Operator(operator, sides) => {
                let a = self.word(&sides[0], arguments, depth)?;
                let b = self.word(&sides[1], arguments, depth)?;
                let is_division = matches!(operator, Operator::Quotient | Operator::Remainder);
                Some(if is_division && b == 0 { 0 } else { operator.apply(self.width, a, b) })
            }
            Code::Call(number, operands) => {
                let values = operands.iter().map(|it| self.word(it, arguments, depth));
                self.call(*number, values.collect::<Option<_>>()?, depth + 1)
            }
        }
    }

    fn code(&self, expression: &Expression, names: &[String]) -> Result<Code, Refusal> {
        let unknown = |name: &str| Refusal::Evidence {
            at: Vec::new(),
            what: format!("`{name}` has no value"),
        };
        let (name, operands) = match expression {
            Expression::Number(number) => return Ok(Code::Number(self.width.wrap(*number))),
            Expression::Name(name) => {
                let at = names.iter().position(|it| it == name);
                return at.map(Code::Argument).ok_or_else(|| unknown(name));
            }
            Expression::Apply(name, operands) => (name, operands),
        };
        let operands = operands.iter().map(|it| self.code(it, names));
        let operands: Vec<Code> = operands.collect::<Result<_, _>>()?;
        let operator = match &name[..] {
            "+" => Operator::Add,
            "-" => Operator::Sub,
            "*" => Operator::Mul,
            "/" => Operator::Quotient,
            "%" => Operator::Remainder,
            "high" => Operator::High,
            "less" => Operator::Less,
            _ => {
                let number = *self.names.get(name).ok_or_else(|| unknown(name))?;
                return Ok(Code::Call(number, operands));
            }
        };
        let sides: [Code; 2] = operands.try_into().map_err(|_| unknown(name))?;
        Ok(Code::Operator(operator, Box::new(sides)))
    }

    fn tree(&self, body: &Body, names: &[String]) -> Result<Tree, Refusal> {
        Ok(match body {
            Body::Choice { fact, then, otherwise } => {
                let ways = [self.tree(then, names)?, self.tree(otherwise, names)?];
                Tree::Choice(self.condition(fact, names)?, Box::new(ways))
            }
            Body::Value { is, .. } => Tree::Value(self.code(&text::term(is)?, names)?),
        })
    }

    fn condition(&self, fact: &FactText, names: &[String]) -> Result<Condition, Refusal> {
        Ok(match fact {
            FactText::Text(text) => {
                let Comparison { words: [a, b], order, is_negated } = text::fact(text)?;
                let words = [self.code(&a, names)?, self.code(&b, names)?];
                Condition::Comparison(words, order, is_negated)
            }
            FactText::Sum { sum, most } => {
                let word =
                    |(by, word): &(i64, String)| Ok((*by, self.code(&text::term(word)?, names)?));
                let words = sum.iter().map(word).collect::<Result<_, Refusal>>()?;
                Condition::Sum(words, *most)
            }
        })
    }
}

impl Apply for Values {
    fn apply(&self, _: Width, number: usize, arguments: &[u64]) -> Option<u64> {
        self.left.set(APPLICATIONS);
        self.spend(1);
        let value = self.call(number, arguments.to_vec(), 0);
        if value.is_none() {
            self.failed.set(true);
        }
        value
    }
}
