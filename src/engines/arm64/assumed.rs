//! What a comparison of ARM64 programs assumes about its inputs.
//!
//! Conditions are those of a MIPS contract ([`contract`](crate::contract)), over words of 64 bits: `x0 < x1`, or
//! `sorted(a)` for an array. They are used in three ways:
//!
//! - Inputs that violate one are not tried ([`Assumed::allows`]), and do not count.
//! - The search along paths adds them to each query ([`Assumed::facts`]).
//! - Conjuncts that are orders of sums become premises of the kernel's claim ([`Assumed::premises`]). The claim leaves out
//!   the others, so it covers more inputs.
//!
//! Input words are numbered as in the prover: those of registers from `x0` on and free bytes of the input stream, or the
//! length of the array and its elements.

use std::sync::Arc;

use tamarin_kernel::evidence::FactText;
use tamarin_kernel::word::Operator as Applied;
use tamarin_prove::refute::forms::{Fact, Form, Forms, InputId};

use crate::contract::{
    Formula, MAX_ELEMENTS, Meaning, Operator, Problem, Relation, condition_of_array,
    condition_of_numbers,
};
use crate::diagnostic::Span;
use crate::engines::evidence::conjuncts;
use crate::machine::arm64::Given;

/// Conditions that all inputs satisfy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumed {
    /// As a person wrote them.
    texts: Arc<[String]>,
    conditions: Arc<[Formula<u64>]>,
}

impl Assumed {
    /// The conditions that texts express about numbers in so many registers, and so many free bytes of the input stream.
    ///
    /// # Errors
    ///
    /// All errors in the texts.
    pub fn of_numbers(
        texts: &[String],
        registers: usize,
        bytes: usize,
    ) -> Result<Assumed, Vec<Problem>> {
        Assumed::new(texts, |text| condition_of_numbers(text, registers, bytes))
    }

    /// The conditions that texts express about an array of at most so many elements.
    ///
    /// # Errors
    ///
    /// All errors in the texts.
    pub fn of_array(texts: &[String], capacity: u64) -> Result<Assumed, Vec<Problem>> {
        Assumed::new(texts, |text| match u32::try_from(capacity) {
            Ok(capacity) if capacity <= MAX_ELEMENTS => condition_of_array(text, capacity),
            _ => Err(Problem {
                part: "assume",
                index: 0,
                span: Span { start: 0, end: text.len() },
                message: format!("conditions are for arrays of up to {MAX_ELEMENTS} elements"),
            }),
        })
    }

    fn new(
        texts: &[String],
        parse: impl Fn(&str) -> Result<Formula<u64>, Problem>,
    ) -> Result<Assumed, Vec<Problem>> {
        let condition = |(index, text): (usize, &String)| {
            parse(text).map_err(|problem| Problem { index, ..problem })
        };
        let (mut conditions, mut problems) = (Vec::new(), Vec::new());
        for found in texts.iter().enumerate().map(condition) {
            match found {
                Ok(formula) => conditions.push(formula),
                Err(problem) => problems.push(problem),
            }
        }
        match problems.is_empty() {
            true => Ok(Assumed { texts: texts.into(), conditions: conditions.into() }),
            false => Err(problems),
        }
    }

    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The conditions, as a person wrote them.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Formula<u64>] {
        &self.conditions
    }

    /// Whether an input satisfies all conditions.
    pub fn allows(&self, given: &Given) -> bool {
        if self.is_empty() {
            return true;
        }
        let words = match &given.array {
            None => given.words(),
            Some(array) => {
                // There are no further elements, which count as 0.
                let mut words = vec![array.elements.len() as u64];
                words.extend(&array.elements);
                words.resize(words.len().max(1 + MAX_ELEMENTS as usize), 0);
                words
            }
        };
        self.conditions.iter().all(|condition| condition.holds(&words))
    }

    /// The numbers that the conditions mention, which satisfy most of them.
    pub fn numbers(&self) -> Vec<u64> {
        let mut found = Vec::new();
        self.conditions.iter().for_each(|condition| condition.constants(&mut found));
        found
    }

    /// Premises of a claim whose inputs have these names. Elements of an array have none.
    pub fn premises(&self, names: &[String]) -> Vec<FactText> {
        conjuncts(self.conditions.iter(), names, |index| index >= names.len())
    }

    /// The conditions as facts about forms, each with whether it must hold.
    pub fn facts(&self, forms: &mut Forms) -> Vec<(Fact, bool)> {
        let mut facts = Vec::new();
        for condition in &*self.conditions {
            Builder { forms }.add(condition, true, &mut facts);
        }
        facts
    }
}

/// Makes forms of formulas.
struct Builder<'f> {
    forms: &'f mut Forms,
}

impl Builder<'_> {
    /// Adds the facts that say whether a formula holds.
    fn add(&mut self, formula: &Formula<u64>, holds: bool, facts: &mut Vec<(Fact, bool)>) {
        match (formula, holds) {
            (Formula::All(parts), true) | (Formula::Any(parts), false) => {
                parts.iter().for_each(|part| self.add(part, holds, facts));
            }
            (Formula::Not(part), _) => self.add(part, !holds, facts),
            (Formula::Compare(relation, words), _) => {
                let [a, b] = words.each_ref().map(|word| word.meaning(self));
                let fact = match relation {
                    Relation::Equal => {
                        let difference = self.forms.sub(a, b);
                        self.forms.zero(difference)
                    }
                    Relation::Less => self.forms.below_signed(a, b),
                    Relation::Below => Fact::Below(a, b),
                };
                facts.push((fact, holds));
            }
            _ => {
                let truth = formula.meaning(self);
                facts.push((self.forms.zero(truth), !holds));
            }
        }
    }

    /// 1 if a number is below a form, otherwise 0.
    fn exceeds(&mut self, form: Form, number: u64) -> Form {
        let number = self.forms.constant(number);
        self.forms.apply(Applied::Less, number, form)
    }

    /// A quotient or a remainder. A form has 0 for a divisor of 0, a condition what SMT-LIB has: so the divisor is 1 instead,
    /// and the difference is added.
    fn divided(&mut self, operator: Operator, applied: Applied, [a, b]: [Form; 2]) -> Form {
        if self.forms.as_constant(b).is_some_and(|by| by != 0) {
            return self.forms.apply(applied, a, b);
        }
        let (zero, one) = (self.forms.constant(0), self.forms.constant(1));
        let is_zero = self.forms.apply(Applied::Less, b, one);
        let by = self.forms.combine(b, 1, is_zero, 1);
        let result = self.forms.apply(applied, a, by);
        let wanted = match operator {
            Operator::Divide => {
                let is_negative = self.forms.apply(Applied::LessSigned, a, zero);
                self.forms.combine(is_negative, 2, one, u64::MAX)
            }
            Operator::DivideUnsigned => self.forms.constant(u64::MAX),
            _ => a,
        };
        // By 1 the quotient is the dividend, and the remainder is 0.
        let has =
            if matches!(applied, Applied::Quotient | Applied::QuotientSigned) { a } else { zero };
        let more = self.forms.sub(wanted, has);
        let more = self.forms.apply(Applied::Mul, is_zero, more);
        self.forms.combine(result, 1, more, 1)
    }

    fn sum(&mut self, parts: Vec<Form>) -> Form {
        let zero = self.forms.constant(0);
        parts.into_iter().fold(zero, |sum, part| self.forms.combine(sum, 1, part, 1))
    }
}

/// A truth value is a form that is 0 or 1.
impl Meaning<u64> for Builder<'_> {
    type Word = Form;
    type Truth = Form;

    fn constant(&mut self, word: u64) -> Form {
        self.forms.constant(word)
    }

    fn input(&mut self, index: usize) -> Form {
        self.forms.input(index as InputId)
    }

    fn apply(&mut self, operator: Operator, [a, b]: [Form; 2]) -> Form {
        use Applied::{Quotient, QuotientSigned, Remainder, RemainderSigned};
        let applied = match operator {
            Operator::Add => return self.forms.combine(a, 1, b, 1),
            Operator::Subtract => return self.forms.sub(a, b),
            Operator::Multiply => Applied::Mul,
            Operator::Divide => return self.divided(operator, QuotientSigned, [a, b]),
            Operator::Remainder => return self.divided(operator, RemainderSigned, [a, b]),
            Operator::DivideUnsigned => return self.divided(operator, Quotient, [a, b]),
            Operator::RemainderUnsigned => return self.divided(operator, Remainder, [a, b]),
            Operator::MultiplyHigh => Applied::HighSigned,
            Operator::MultiplyHighUnsigned => Applied::High,
        };
        self.forms.apply(applied, a, b)
    }

    fn compare(&mut self, relation: Relation, [a, b]: [Form; 2]) -> Form {
        match relation {
            Relation::Equal => {
                let (difference, one) = (self.forms.sub(a, b), self.forms.constant(1));
                self.forms.apply(Applied::Less, difference, one)
            }
            Relation::Less => self.forms.apply(Applied::LessSigned, a, b),
            Relation::Below => self.forms.apply(Applied::Less, a, b),
        }
    }

    fn all(&mut self, parts: Vec<Form>) -> Form {
        let count = parts.len() as u64;
        let sum = self.sum(parts);
        match count {
            0 => self.forms.constant(1),
            _ => self.exceeds(sum, count - 1),
        }
    }

    fn any(&mut self, parts: Vec<Form>) -> Form {
        let sum = self.sum(parts);
        self.exceeds(sum, 0)
    }

    fn not(&mut self, truth: Form) -> Form {
        let one = self.forms.constant(1);
        self.forms.sub(one, truth)
    }
}
