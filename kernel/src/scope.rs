//! Scopes: interprets the texts of a claim and of evidence.

use std::collections::BTreeMap;

use crate::context::{Context, Region};
use crate::evidence::{FactText, Function, Lemma, RegionText, Side};
use crate::execute::State;
use crate::fact::Fact;
use crate::machine::Machine;
use crate::refusal::{Refusal, ensure, wrong};
use crate::term::{Head, Memory, Term, Terms};
use crate::text::{self, Comparison, Expression, Sign};
use crate::word::Operator;

/// The symbolic state of a program on a path.
pub type TermState = State<Term, Memory>;

/// The functions and lemmas in scope.
#[derive(Clone, Copy, Default)]
pub struct Definitions<'e> {
    /// Functions that are well defined.
    pub functions: &'e [Function],
    /// The proved lemmas, perhaps followed by the one that is being proved.
    pub lemmas: &'e [Lemma],
}

/// A point of a script: the context and the states of the programs. A lemma's proof has no states, and a contract of
/// one program has no state of the other one.
#[derive(Clone)]
pub struct Point {
    /// The known facts, and the names in scope.
    pub context: Context,
    /// The states.
    pub states: [Option<TermState>; 2],
    /// Whether each program has moved since the script began.
    pub has_moved: [bool; 2],
}

impl Point {
    /// A point without states.
    pub fn of(context: Context) -> Point {
        Point { context, states: [None, None], has_moved: [false; 2] }
    }
}

/// Interprets texts at a point of a script.
pub struct Scope<'s> {
    /// All terms.
    pub terms: &'s mut Terms,
    /// Functions and lemmas.
    pub definitions: Definitions<'s>,
    /// The machine, whose registers may be named.
    pub machine: &'s Machine,
    /// The facts about the inputs alone, and their names.
    pub inputs: &'s Context,
    /// The point.
    pub point: &'s Point,
}

/// Operators as texts.
const OPERATORS: [(&str, Operator); 7] = [
    ("+", Operator::Add),
    ("-", Operator::Sub),
    ("*", Operator::Mul),
    ("/", Operator::Quotient),
    ("%", Operator::Remainder),
    ("high", Operator::High),
    ("less", Operator::Less),
];

impl<'s> Scope<'s> {
    /// The same scope at another point.
    pub fn at<'c>(&'c mut self, point: &'c Point) -> Scope<'c> {
        Scope { terms: &mut *self.terms, point, ..*self }
    }

    /// A point with the facts and names of the inputs, and more named words.
    pub fn inputs_and(&self, names: &[String], words: &[Term]) -> Result<Point, Refusal> {
        let mut context = self.inputs.clone();
        for (name, word) in names.iter().zip(words) {
            context.name(name, *word)?;
        }
        Ok(Point::of(context))
    }

    /// Parses a term.
    pub fn term(&mut self, text: &str) -> Result<Term, Refusal> {
        let expression = text::term(text)?;
        self.meaning(&expression)
    }

    /// Parses terms.
    pub fn all_terms(&mut self, texts: &[String]) -> Result<Vec<Term>, Refusal> {
        texts.iter().map(|text| self.term(text)).collect()
    }

    /// The terms that evidence assigns to names.
    pub fn values(
        &mut self,
        names: &[String],
        with: &BTreeMap<String, String>,
    ) -> Result<Vec<Term>, Refusal> {
        let text = |name| with.get(name).ok_or_else(|| wrong(format!("`{name}` has no value")));
        names.iter().map(|name| self.term(text(name)?)).collect()
    }

    /// The term of an expression.
    pub fn meaning(&mut self, expression: &Expression) -> Result<Term, Refusal> {
        match expression {
            Expression::Number(number) => Ok(self.terms.constant(*number)),
            Expression::Name(name) => self.of_name(name),
            Expression::Apply(name, operands) => self.of_application(name, operands),
        }
    }

    fn of_name(&mut self, name: &str) -> Result<Term, Refusal> {
        if let Some(&term) = self.point.context.names.get(name) {
            return Ok(term);
        }
        let unknown = || wrong(format!("`{name}` has no meaning here"));
        let (side, register) = name.split_once('.').ok_or_else(unknown)?;
        let side = Side::BOTH.into_iter().find(|it| it.name() == side).ok_or_else(unknown)?;
        let state = self.point.states[side.index()].as_ref().ok_or_else(unknown)?;
        let number = self.machine.register(register).ok_or_else(unknown)?;
        Ok(state.registers[number])
    }

    fn of_application(&mut self, name: &str, operands: &[Expression]) -> Result<Term, Refusal> {
        if name == "load" {
            let [Expression::Name(memory), address] = operands else {
                return Err(wrong("`load` is of a memory and an address"));
            };
            let (memory, address) = (self.memory(memory)?, self.meaning(address)?);
            return self.terms.load(memory, address);
        }
        let values = operands.iter().map(|operand| self.meaning(operand));
        let values = values.collect::<Result<Vec<Term>, Refusal>>()?;
        let operator = OPERATORS.iter().find(|(operator, _)| *operator == name);
        if let (Some(&(_, operator)), &[a, b]) = (operator, &values[..]) {
            return self.terms.apply(operator, a, b);
        }
        let number = self.function(name)?;
        let is_applied = self.definitions.functions[number].arguments.len() == values.len();
        ensure(is_applied, "a function has another number of arguments")?;
        self.terms.atom(Head::Function(number), values)
    }

    /// The index of a function.
    pub fn function(&self, name: &str) -> Result<usize, Refusal> {
        let number = self.definitions.functions.iter().position(|it| it.name == name);
        number.ok_or_else(|| wrong(format!("there is no function `{name}` here")))
    }

    /// The memory with a name.
    pub fn memory(&self, name: &str) -> Result<Memory, Refusal> {
        if let Some(&memory) = self.point.context.memories.get(name) {
            return Ok(memory);
        }
        let side = Side::BOTH.into_iter().find(|it| it.name() == name);
        let state = side.and_then(|side| self.point.states[side.index()].as_ref());
        state.map(|it| it.memory).ok_or_else(|| wrong(format!("there is no memory `{name}` here")))
    }

    /// Parses a fact.
    pub fn fact(&mut self, text: &FactText) -> Result<Fact, Refusal> {
        match text {
            FactText::Text(text) => {
                let Comparison { words: [a, b], order, is_negated } = text::fact(text)?;
                let (a, b) = (self.meaning(&a)?, self.meaning(&b)?);
                let fact = match order {
                    None => Fact::equal(self.terms, a, b)?,
                    Some(Sign::Unsigned) => Fact::below(self.terms, a, b)?,
                    Some(Sign::Signed) => Fact::below_signed(self.terms, a, b)?,
                };
                Ok(if is_negated { fact.negated() } else { fact })
            }
            FactText::Sum { sum, most } => {
                let sum = self.sum(sum)?;
                Fact::new(self.terms, sum, i128::from(*most))
            }
        }
    }

    /// Parses facts.
    pub fn facts(&mut self, texts: &[FactText]) -> Result<Vec<Fact>, Refusal> {
        texts.iter().map(|text| self.fact(text)).collect()
    }

    /// Parses the terms of a sum, with their factors.
    pub fn sum(&mut self, sum: &[(i64, String)]) -> Result<Vec<(Term, i128)>, Refusal> {
        sum.iter().map(|(factor, text)| Ok((self.term(text)?, i128::from(*factor)))).collect()
    }

    /// Parses a region.
    pub fn region(&mut self, text: &RegionText) -> Result<Region, Refusal> {
        let of = [self.memory(&text.of[0])?, self.memory(&text.of[1])?];
        Ok(Region { of, from: self.term(&text.from)?, size: self.term(&text.size)? })
    }

    /// The fact with a label.
    pub fn labelled(&self, label: &str) -> Result<Fact, Refusal> {
        let fact = self.point.context.fact(label).cloned();
        fact.ok_or_else(|| wrong(format!("no fact has the label `{label}`")))
    }
}

/// Facts that state that a tuple of words decreases in lexicographic order at a component: it decreases, and no word
/// before it increases. Words are natural numbers, so no such tuple decreases forever.
pub fn descent(
    terms: &mut Terms,
    before: &[Term],
    after: &[Term],
    component: usize,
) -> Result<Vec<Fact>, Refusal> {
    ensure(component < before.len() && component < after.len(), "a measure has no such component")?;
    let mut facts = Vec::new();
    for index in 0..component {
        facts.push(Fact::below(terms, before[index], after[index])?.negated());
    }
    facts.push(Fact::below(terms, after[component], before[component])?);
    Ok(facts)
}
