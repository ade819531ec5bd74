//! The values of terms and facts of evidence in the states of two runs.

use std::collections::BTreeMap;

use tamarin_kernel::evidence::{FactText, Invariant};
use tamarin_kernel::text::{self, Comparison, Expression, Sign};
use tamarin_kernel::word::{Operator, Width};

use super::super::Reading;
use super::super::evidence::Claimed;
use crate::contract::SIDES;
use crate::program::Address;
use crate::views::lockstep::mips::Timeline;

/// The width of a word of MIPS.
const WORD: Width = Width::new(32).expect("it is a width");

/// The states of two runs, and the words that an invariant names.
pub(super) struct Values<'r> {
    /// Inputs and variables.
    pub names: BTreeMap<String, u64>,
    pub runs: [&'r Timeline; 2],
    pub steps: [usize; 2],
}

impl Values<'_> {
    /// Names the inputs.
    pub fn take_inputs(&mut self, reading: &Reading) {
        let words = self.runs[0].inputs().iter();
        let words = reading.inputs.iter().cloned().zip(words.map(|&word| u64::from(word)));
        self.names.extend(words);
    }

    /// Finds the values of an invariant's variables: a register has it as its value, or a fact states that it equals
    /// a term whose value is known.
    pub fn take_variables(&mut self, holds: &Invariant) {
        for (register, value) in &holds.registers {
            if holds.any.contains(value)
                && let Some(word) = self.name(register)
            {
                self.names.insert(value.clone(), word);
            }
        }
        let equations: Vec<[Expression; 2]> = holds.facts.values().filter_map(equation).collect();
        let mut is_new = true;
        while is_new {
            is_new = false;
            for [a, b] in &equations {
                for (of, term) in [(a, b), (b, a)] {
                    if let Expression::Name(name) = of
                        && holds.any.contains(name)
                        && !self.names.contains_key(name)
                        && let Some(value) = self.term(term)
                    {
                        self.names.insert(name.clone(), value);
                        is_new = true;
                    }
                }
            }
        }
    }

    /// Whether a sentence is true; `None` if a value is not known.
    pub fn holds(&self, claim: &Claimed<'_>) -> Option<bool> {
        match claim {
            Claimed::Equal { registers, value } => {
                let value = self.text(value)?;
                let mut words = registers.iter().map(|register| self.name(register));
                words.try_fold(true, |all, word| Some(all && word? == value))
            }
            Claimed::Fact(FactText::Text(text)) => self.comparison(&text::fact(text).ok()?),
            Claimed::Fact(FactText::Sum { sum, most }) => {
                let summand = |(factor, text): &(i64, String)| {
                    Some(i128::from(*factor) * i128::from(self.text(text)?))
                };
                let sum: Option<i128> = sum.iter().map(summand).sum();
                Some(sum? <= i128::from(*most))
            }
        }
    }

    fn comparison(
        &self,
        Comparison { words: [a, b], order, is_negated }: &Comparison,
    ) -> Option<bool> {
        let (a, b) = (self.term(a)?, self.term(b)?);
        let holds = match order {
            None => a == b,
            Some(Sign::Unsigned) => a < b,
            Some(Sign::Signed) => WORD.signed(a) < WORD.signed(b),
        };
        Some(holds != *is_negated)
    }

    fn text(&self, text: &str) -> Option<u64> {
        self.term(&text::term(text).ok()?)
    }

    fn term(&self, term: &Expression) -> Option<u64> {
        let (name, operands) = match term {
            Expression::Number(number) => return Some(WORD.wrap(*number)),
            Expression::Name(name) => return self.name(name),
            Expression::Apply(name, operands) => (&name[..], &operands[..]),
        };
        if let ("load", [Expression::Name(memory), address]) = (name, operands) {
            let (side, address) = (side(memory)?, self.term(address)?);
            let address = Address(u32::try_from(address).ok()?);
            return Some(self.runs[side].word(address, self.steps[side]).into());
        }
        let [a, b] = operands else { return None };
        let (a, b) = (self.term(a)?, self.term(b)?);
        let operator = match name {
            "+" => Operator::Add,
            "-" => Operator::Sub,
            "*" => Operator::Mul,
            // A quotient by zero is any word.
            "/" if b != 0 => Operator::Quotient,
            "%" if b != 0 => Operator::Remainder,
            "high" => Operator::High,
            "less" => Operator::Less,
            _ => return None,
        };
        Some(operator.apply(WORD, a, b))
    }

    /// An input, a variable, or a register such as `left.$3`.
    fn name(&self, name: &str) -> Option<u64> {
        if let Some(&value) = self.names.get(name) {
            return Some(value);
        }
        let (of, register) = name.split_once('.')?;
        let side = side(of)?;
        let registers = self.runs[side].registers(self.steps[side]);
        Some(match register {
            "hi" => registers.hi.into(),
            "lo" => registers.lo.into(),
            _ => {
                let number: usize = register.strip_prefix('$')?.parse().ok()?;
                (*registers.general.get(number)?).into()
            }
        })
    }
}

fn side(name: &str) -> Option<usize> {
    SIDES.iter().position(|side| *side == name)
}

/// Both sides of a fact that is an equation.
fn equation(fact: &FactText) -> Option<[Expression; 2]> {
    let FactText::Text(text) = fact else { return None };
    let Comparison { words, order, is_negated } = text::fact(text).ok()?;
    (order.is_none() && !is_negated).then_some(words)
}
