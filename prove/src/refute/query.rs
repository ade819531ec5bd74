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

    /// The query with a bound on all its inputs.
    pub fn bounded(&self, forms: &mut Forms, end: u64) -> Query {
        let (mut query, end) = (self.clone(), forms.constant(end));
        for input in inputs_of(forms, self.forms()) {
            query.facts.insert((Fact::Below(forms.input(input), end), true));
        }
        query
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

#[cfg(test)]
mod tests {
    use tamarin_kernel::word::Width;

    use super::*;
    use crate::refute::climb::climb;

    const ALL: [Operator; 11] = [
        Operator::Add,
        Operator::Sub,
        Operator::Mul,
        Operator::High,
        Operator::HighSigned,
        Operator::Quotient,
        Operator::Remainder,
        Operator::QuotientSigned,
        Operator::RemainderSigned,
        Operator::Less,
        Operator::LessSigned,
    ];

    /// The values of a query's inputs, by unit propagation and by trying all values of a variable.
    fn model(clauses: &[Vec<i32>], values: &mut Vec<Option<bool>>) -> bool {
        let value = |values: &[Option<bool>], it: i32| {
            values[it.unsigned_abs() as usize - 1].map(|value| value == (it > 0))
        };
        let before = values.clone();
        loop {
            let mut unit = None;
            for clause in clauses {
                let mut open = clause.iter().filter(|it| value(values, **it).is_none());
                if clause.iter().any(|it| value(values, *it) == Some(true)) {
                    continue;
                }
                match (open.next(), open.next()) {
                    (None, _) => {
                        *values = before;
                        return false;
                    }
                    (Some(literal), None) => unit = Some(*literal),
                    _ => {}
                }
            }
            let Some(literal) = unit else { break };
            values[literal.unsigned_abs() as usize - 1] = Some(literal > 0);
        }
        let Some(next) = values.iter().position(Option::is_none) else { return true };
        for guess in [false, true] {
            values[next] = Some(guess);
            if model(clauses, values) {
                return true;
            }
        }
        *values = before;
        false
    }

    fn answer(query: &Query, forms: &Forms) -> Answer {
        let modeller = |clauses: &[Vec<i32>], _: u64| {
            let most = clauses.iter().flatten().map(|it| it.unsigned_abs()).max().unwrap_or(0);
            let mut values = vec![None; most as usize];
            let answer = match model(clauses, &mut values) {
                true => Modelled::Model(values.into_iter().map(|it| it == Some(true)).collect()),
                false => Modelled::Unsatisfiable,
            };
            (answer, 0)
        };
        query.solve(forms, &modeller, 1, usize::MAX).0
    }

    /// Two inputs, each perhaps a constant instead, and the operator applied to them.
    fn applied(forms: &mut Forms, operator: Operator, words: [Option<u64>; 2]) -> [Form; 3] {
        let [a, b] = [0, 1].map(|at| match words[at] {
            Some(word) => forms.constant(word),
            None => forms.input(at as InputId),
        });
        [a, b, forms.apply(operator, a, b)]
    }

    #[test]
    fn circuits_compute_all_operators_on_small_words() {
        let width = Width::new(3).expect("it is small");
        for (operator, a, b) in
            ALL.into_iter().flat_map(|it| (0..8).flat_map(move |a| (0..8).map(move |b| (it, a, b))))
        {
            if ALL[5..9].contains(&operator) && b == 0 {
                continue;
            }
            for known in [[None, None], [None, Some(b)], [Some(a), None]] {
                let mut forms = Forms::new(width);
                let [x, y, result] = applied(&mut forms, operator, known);
                let mut equal = |form, number| {
                    let number = forms.constant(number);
                    let difference = forms.sub(form, number);
                    forms.zero(difference)
                };
                let expected = operator.apply(width, a, b);
                let given = [(equal(x, a), true), (equal(y, b), true)];
                let expected = equal(result, expected);
                for holds in [true, false] {
                    let facts = given.into_iter().chain([(expected, holds)]).collect();
                    let query = Query { facts, any: Vec::new() };
                    let is_met = matches!(answer(&query, &forms), Answer::Values(_));
                    assert_eq!(is_met, holds, "{operator:?} {a} {b} {known:?}");
                }
            }
        }
    }

    #[test]
    fn models_meet_their_queries() {
        let width = Width::new(4).expect("it is small");
        let mut met = 0;
        for (operator, number, factor) in ALL
            .into_iter()
            .flat_map(|it| (0..16).flat_map(move |n| (1..16).map(move |f| (it, n, f))))
        {
            let mut forms = Forms::new(width);
            let [x, y, result] = applied(&mut forms, operator, [None, None]);
            let sum = forms.combine(result, factor, x, number);
            let number = forms.constant(number);
            let facts = [
                (Fact::Below(y, x), true),
                (forms.zero(y), false),
                (Fact::Below(sum, number), true),
            ];
            let query = Query { facts: facts.into(), any: vec![sum] };
            let mut pairs = (0..16).flat_map(|a| (0..16).map(move |b| [a, b]));
            let exists = pairs.any(|pair| query.holds(&forms, |it| pair[it as usize]));
            let found = answer(&query, &forms);
            let climbed = climb(&mut forms, &query, |_| 0, 1, u64::MAX).0;
            assert_eq!(
                matches!(found, Answer::Values(_)),
                exists,
                "{operator:?} {number:?} {factor}"
            );
            assert!(exists || climbed.is_none(), "{operator:?} {number:?} {factor}");
            for values in climbed.into_iter().chain(match found {
                Answer::Values(values) => Some(values),
                Answer::Never | Answer::Open => None,
            }) {
                met += 1;
                assert!(query.holds(&forms, |it| values.get(&it).copied().unwrap_or(0)));
            }
        }
        assert!(met > 1000, "{met}");
    }
}
