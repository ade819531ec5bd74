//! Facts and forms of the prover as expressions of a contract's language.

use tamarin_kernel::word::Operator as Applied;
use tamarin_prove::refute::forms::{Atom, AtomId, Fact, Form, Forms};

use crate::contract::{Operator, Relation};
use crate::symbolic::assumption::{Condition, Expression, Expressions};
use crate::word::Word;

/// The forms of two programs, and the names of the inputs.
pub(in crate::engines) struct Printer<'p> {
    pub forms: &'p Forms,
    pub names: &'p [String],
}

/// A word in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engines) enum Summand {
    /// A summand of a form.
    Atom(AtomId),
    /// A form.
    Form(Form),
    /// A form with the sign bit flipped: the unsigned order of forms is the signed order of these.
    Flipped(Form),
    /// Zero.
    Zero,
}

impl Printer<'_> {
    /// Whether the summands of a form are added to the sign bit, as in a comparison of signed words.
    fn is_flipped(&self, form: Form) -> bool {
        let sum = self.forms.sum(form);
        !sum.parts.is_empty() && sum.constant.magnitude() > 1 << 62
    }

    fn sum(&self, constant: u64, form: Form) -> Expression<'_, (Fact, bool), Summand, u64> {
        let parts = &self.forms.sum(form).parts;
        match (&parts[..], constant) {
            ([], _) => Expression::Number(constant),
            ([(atom, 1)], 0) => self.atom(*atom),
            _ => {
                let parts = parts.iter().map(|&(atom, factor)| (Summand::Atom(atom), factor));
                Expression::Sum(constant, parts.collect())
            }
        }
    }

    fn atom(&self, atom: AtomId) -> Expression<'_, (Fact, bool), Summand, u64> {
        let (operator, a, b) = match self.forms.atom(atom) {
            Atom::Input(input) => return Expression::Input(&self.names[input as usize]),
            Atom::Apply(operator, a, b) => (operator, a, b),
        };
        let operator = match operator {
            Applied::Add => Operator::Add,
            Applied::Sub => Operator::Subtract,
            Applied::Mul => Operator::Multiply,
            Applied::High => Operator::MultiplyHighUnsigned,
            Applied::HighSigned => Operator::MultiplyHigh,
            Applied::Quotient => Operator::DivideUnsigned,
            Applied::Remainder => Operator::RemainderUnsigned,
            Applied::QuotientSigned => Operator::Divide,
            Applied::RemainderSigned => Operator::Remainder,
            Applied::Less | Applied::LessSigned => return Expression::Other,
        };
        Expression::Apply(operator, [a, b].map(Summand::Form))
    }
}

impl Expressions for Printer<'_> {
    /// A fact, and whether it holds.
    type Truth = (Fact, bool);
    type Word = Summand;
    type Value = u64;

    fn condition(&self, (fact, holds): (Fact, bool)) -> Condition<(Fact, bool), Summand> {
        match fact {
            _ if !holds => Condition::Not((fact, true)),
            Fact::Zero(form) => {
                Condition::Compare(Relation::Equal, [Summand::Form(form), Summand::Zero])
            }
            Fact::Below(a, b) if self.is_flipped(a) || self.is_flipped(b) => {
                Condition::Compare(Relation::Less, [a, b].map(Summand::Flipped))
            }
            Fact::Below(a, b) => Condition::Compare(Relation::Below, [a, b].map(Summand::Form)),
        }
    }

    fn expression(&self, word: Summand) -> Expression<'_, (Fact, bool), Summand, u64> {
        match word {
            Summand::Atom(atom) => self.atom(atom),
            Summand::Form(form) => self.sum(self.forms.sum(form).constant, form),
            Summand::Flipped(form) => self.sum(self.forms.sum(form).constant ^ 1 << 63, form),
            Summand::Zero => Expression::Number(0),
        }
    }
}
