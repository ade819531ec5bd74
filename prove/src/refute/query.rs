//! Queries: conditions that an input must meet, and variants of them that are easier to solve.

use std::collections::BTreeSet;

use tamarin_kernel::word::Operator;

use super::circuit::Circuit;
use super::forms::{Atom, Fact, Form, Forms, InputId, Values};
use super::{Answer, CLAUSES, CONFLICT, Modelled, Modeller, inputs_of};
use crate::samples::Random;

/// Conditions on the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// Facts, with whether each must hold.
    pub(super) facts: BTreeSet<(Fact, bool)>,
    /// Unless empty, one of these must not be zero.
    pub(super) any: Vec<Form>,
}

/// Maximum number of products and quotients whose operands are fixed.
const FIXED: usize = 8;

impl Query {
    /// The goal, with the conditions that share inputs with it, directly or through other ones. The others hold on the
    /// input that the conditions come from, and remain true if only the inputs of the query change.
    pub fn relevant(
        forms: &Forms,
        conditions: Vec<(Fact, bool)>,
        negated: Option<(Fact, bool)>,
        any: Vec<Form>,
    ) -> Query {
        let goal = negated.iter().flat_map(|(fact, _)| fact.forms()).chain(any.iter().copied());
        let mut relevant = inputs_of(forms, goal);
        let mut open: Vec<((Fact, bool), BTreeSet<InputId>)> =
            conditions.into_iter().map(|it| (it, inputs_of(forms, it.0.forms()))).collect();
        let mut facts = BTreeSet::from_iter(negated);
        loop {
            let is_related = |(_, of): &(_, BTreeSet<InputId>)| !of.is_disjoint(&relevant);
            let (related, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(is_related);
            if related.is_empty() {
                return Query { facts, any };
            }
            for (fact, of) in related {
                facts.insert(fact);
                relevant.extend(of);
            }
            open = rest;
        }
    }

    /// All forms that it is about.
    pub fn forms(&self) -> impl Iterator<Item = Form> {
        let facts = self.facts.iter().flat_map(|(fact, _)| fact.forms());
        facts.chain(self.any.iter().copied())
    }

    /// The forms that must be zero.
    pub fn equations(&self) -> impl Iterator<Item = Form> {
        self.facts.iter().filter_map(|it| match *it {
            (Fact::Zero(form), true) => Some(form),
            _ => None,
        })
    }

    /// Whether an input meets it.
    pub fn holds(&self, forms: &Forms, input: impl Fn(InputId) -> u64) -> bool {
        let mut values = Values::new(forms, input);
        let is_met = self.facts.iter().all(|(fact, holds)| values.holds(*fact) == *holds);
        is_met && (self.any.is_empty() || self.any.iter().any(|form| values.form(*form) != 0))
    }

    /// Asks the solver. Returns the work, too.
    pub fn solve(
        &self,
        forms: &Forms,
        modeller: &Modeller<'_>,
        conflicts: u64,
        clauses: usize,
    ) -> (Answer, u64) {
        let mut circuit = Circuit::new(forms, clauses);
        let is_built = self.facts.iter().all(|(fact, holds)| circuit.assume(*fact, *holds).is_ok())
            && (self.any.is_empty() || circuit.assume_any_nonzero(&self.any).is_ok());
        let size = circuit.clauses().len() as u64 / CLAUSES;
        if !is_built {
            return (Answer::Open, size);
        }
        let (answer, had) = modeller(circuit.clauses(), conflicts);
        let work = size + had * CONFLICT.max(size / 20);
        let answer = match answer {
            Modelled::Model(model) => Answer::Values(circuit.inputs(&model)),
            Modelled::Unsatisfiable => Answer::Never,
            Modelled::Open => Answer::Open,
        };
        (answer, work)
    }

    /// The query with one operand of each product and quotient of unknown words fixed to a number: to its value on an
    /// input, or to an odd number. That leaves factors and divisors which are known.
    pub fn narrowed(
        &self,
        forms: &mut Forms,
        input: impl Fn(InputId) -> u64,
        seed: u64,
    ) -> Vec<Query> {
        let below = forms.atoms_below(self.forms());
        let hard = below.iter().filter_map(|atom| match forms.atom(*atom) {
            Atom::Apply(operator, a, b) if is_hard(operator) && a != b => Some([a, b]),
            _ => None,
        });
        let is_open =
            |[a, b]: &[Form; 2]| forms.as_constant(*a).is_none() && forms.as_constant(*b).is_none();
        let hard: Vec<[Form; 2]> = hard.filter(is_open).take(FIXED).collect();
        if hard.is_empty() {
            return Vec::new();
        }
        let mut random = Random::new(seed);
        let bits = u64::from(forms.width.bits());
        let mut variants = Vec::new();
        for (operand, is_random) in
            [(1, false), (0, false), (1, true), (0, true), (1, true), (0, true)]
        {
            let mut variant = self.clone();
            for operands in &hard {
                let form = operands[operand];
                let number = match is_random {
                    true => forms.width.wrap(random.word()) >> (random.word() % bits) | 1,
                    false => Values::new(forms, &input).form(form),
                };
                let number = forms.constant(number);
                let difference = forms.sub(form, number);
                variant.facts.insert((forms.zero(difference), true));
            }
            variants.push(variant);
        }
        variants
    }
}

/// Whether a circuit of this operator is large when no operand is known.
fn is_hard(operator: Operator) -> bool {
    use Operator::*;
    match operator {
        Add | Sub | Less | LessSigned => false,
        Mul | High | HighSigned | Quotient | Remainder | QuotientSigned | RemainderSigned => true,
    }
}
