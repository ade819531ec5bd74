//! The premises of a contract as conditions of a claim.

use std::collections::BTreeMap;

use tamarin_kernel::evidence::FactText;

use crate::contract::{Contract, Formula, Operator, Relation, WordExpression};
use crate::machine::setup::Setup;
use crate::word::Word;

/// Maximum number of products in a sum.
const PRODUCTS: usize = 64;

/// A sum of products of inputs: the inputs of each product, in order, with its coefficient.
type Sum<W> = BTreeMap<Vec<usize>, W>;

/// The premises that are orders of sums, and not about the elements of an array. A claim without the others covers
/// more inputs, so it is stronger.
pub(super) fn premises(contract: &Contract, names: &[String]) -> Vec<FactText> {
    let setups = [0, 1].map(|side| contract.setup(side));
    let is_element = |index: usize| setups.iter().any(|setup| is_element(setup, index));
    conjuncts(contract.premises().iter().map(|premise| &premise.formula), names, is_element)
}

/// The conjuncts of formulas that are orders of sums of inputs, and not about elements.
pub fn conjuncts<'f, W: Word>(
    formulas: impl Iterator<Item = &'f Formula<W>>,
    names: &[String],
    is_element: impl Fn(usize) -> bool,
) -> Vec<FactText> {
    let mut all = Vec::new();
    formulas.for_each(|formula| push(formula, Sign::Holds, &mut all));
    let mentions_element = |sums: &[Sum<W>; 2]| {
        sums.iter().flat_map(BTreeMap::keys).flatten().any(|&it| is_element(it))
    };
    all.retain(|(_, sums)| !mentions_element(sums));
    let text = |(sign, sums): &(&str, [Sum<W>; 2])| {
        let [a, b] = sums.each_ref().map(|sum| written(sum, names));
        FactText::Text(format!("{a} {sign} {b}"))
    };
    all.iter().map(text).collect()
}

/// A sum in the kernel's notation.
fn written<W: Word>(sum: &Sum<W>, names: &[String]) -> String {
    let product = |(inputs, factor): (&Vec<usize>, &W)| {
        let product = inputs.iter().map(|&input| format!("*{}", names[input]));
        product.fold(factor.to_string(), |product, input| product + &input)
    };
    let products: Vec<String> = sum.iter().map(product).collect();
    if products.is_empty() { "0".to_owned() } else { products.join(" + ") }
}

fn is_element(setup: &Setup, index: usize) -> bool {
    setup.array.is_some_and(|array| array.has_word(index))
}

/// Whether a formula is a premise, or its negation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Holds,
    Fails,
}

/// Collects the conjuncts of a formula, or of its negation, without disjunctions.
fn push<W: Word>(formula: &Formula<W>, sign: Sign, all: &mut Vec<(&'static str, [Sum<W>; 2])>) {
    let (relation, words) = match (formula, sign) {
        (Formula::All(parts), Sign::Holds) | (Formula::Any(parts), Sign::Fails) => {
            return parts.iter().for_each(|part| push(part, sign, all));
        }
        (Formula::All(_), Sign::Fails) | (Formula::Any(_), Sign::Holds) => return,
        (Formula::Not(inner), Sign::Holds) => return push(inner, Sign::Fails, all),
        (Formula::Not(inner), Sign::Fails) => return push(inner, Sign::Holds, all),
        (Formula::Compare(relation, words), _) => (relation, words),
    };
    let [Some(a), Some(b)] = words.each_ref().map(polynomial) else { return };
    all.push(match (relation, sign) {
        (Relation::Equal, Sign::Holds) => ("=", [a, b]),
        (Relation::Equal, Sign::Fails) => ("!=", [a, b]),
        (Relation::Less, Sign::Holds) => ("<", [a, b]),
        (Relation::Less, Sign::Fails) => ("<=", [b, a]),
        (Relation::Below, Sign::Holds) => ("<u", [a, b]),
        (Relation::Below, Sign::Fails) => ("<=u", [b, a]),
    });
}

/// An expression as a sum; `None` if it is none, or too long.
fn polynomial<W: Word>(sum: &WordExpression<W>) -> Option<Sum<W>> {
    let mut polynomial = Sum::new();
    let mut add = |inputs: Vec<usize>, factor: W| {
        let of: &mut W = polynomial.entry(inputs).or_default();
        *of = of.wrapping_add(&factor);
    };
    match sum {
        WordExpression::Const(word) => add(vec![], *word),
        WordExpression::Input(index) => add(vec![*index], W::one()),
        WordExpression::Of(operator, parts) => {
            let [Some(a), Some(b)] = parts.each_ref().map(self::polynomial) else { return None };
            match operator {
                Operator::Divide
                | Operator::Remainder
                | Operator::DivideUnsigned
                | Operator::RemainderUnsigned
                | Operator::MultiplyHigh
                | Operator::MultiplyHighUnsigned => return None,
                Operator::Add | Operator::Subtract => {
                    let sign = if *operator == Operator::Add { W::one() } else { W::max_value() };
                    a.into_iter().for_each(|(inputs, factor)| add(inputs, factor));
                    b.into_iter()
                        .for_each(|(inputs, factor)| add(inputs, factor.wrapping_mul(&sign)));
                }
                Operator::Multiply => {
                    for (x, p) in &a {
                        for (y, q) in &b {
                            let mut inputs = [&x[..], &y[..]].concat();
                            inputs.sort_unstable();
                            add(inputs, p.wrapping_mul(q));
                        }
                    }
                }
            }
        }
    }
    polynomial.retain(|_, factor| !factor.is_zero());
    (polynomial.len() <= PRODUCTS).then_some(polynomial)
}
