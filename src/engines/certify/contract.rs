//! A contract in the form of a certificate.

use std::collections::BTreeMap;

use tamarin_checker::certificate::{self, Name, Observed, Premise, Product, Relation};

use crate::contract::{self, Contract, Formula, Operator, WordExpression};
use crate::machine::Image;
use crate::machine::setup::{Observable, Setup};

/// Maximum number of products in a sum.
const PRODUCTS: usize = 64;

/// The premises on all inputs that certificates can express: orders of sums, not about array
/// elements. Certificates must not depend on the others.
pub fn premises(contract: &Contract) -> Vec<Premise> {
    let setups = [0, 1].map(|side| contract.setup(side));
    let is_element = |index: usize| setups.iter().any(|setup| is_element(setup, index));
    let mut all = Vec::new();
    contract.premises().iter().for_each(|premise| push(&premise.formula, Sign::Holds, &mut all));
    let mentions_element = |Premise(a, _, b): &Premise| {
        let names = a.iter().chain(b).flat_map(|Product(_, names)| names);
        names.into_iter().any(|name| matches!(name, Name::Input(index) if is_element(*index)))
    };
    all.retain(|premise| !mentions_element(premise));
    all
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
fn push(formula: &Formula, sign: Sign, all: &mut Vec<Premise>) {
    let (relation, words) = match (formula, sign) {
        (Formula::All(parts), Sign::Holds) | (Formula::Any(parts), Sign::Fails) => {
            return parts.iter().for_each(|part| push(part, sign, all));
        }
        (Formula::All(_), Sign::Fails) | (Formula::Any(_), Sign::Holds) => return,
        (Formula::Not(inner), Sign::Holds) => return push(inner, Sign::Fails, all),
        (Formula::Not(inner), Sign::Fails) => return push(inner, Sign::Holds, all),
        (Formula::Compare(relation, words), _) => (relation, words),
    };
    let [Some(a), Some(b)] = words.each_ref().map(sum) else { return };
    use contract::Relation::{Below, Equal, Less};
    all.push(match (relation, sign) {
        (Equal, Sign::Holds) => Premise(a, Relation::Eq, b),
        (Equal, Sign::Fails) => Premise(a, Relation::Ne, b),
        (Less, Sign::Holds) => Premise(a, Relation::Slt, b),
        (Less, Sign::Fails) => Premise(b, Relation::Sle, a),
        (Below, Sign::Holds) => Premise(a, Relation::Ult, b),
        (Below, Sign::Fails) => Premise(b, Relation::Ule, a),
    });
}

fn sum(sum: &WordExpression) -> Option<Vec<Product>> {
    let products = polynomial(sum)?
        .into_iter()
        .map(|(inputs, factor)| Product(factor, inputs.into_iter().map(Name::Input).collect()));
    Some(products.collect())
}

/// The inputs of each product, in order, with its coefficient.
fn polynomial(sum: &WordExpression) -> Option<BTreeMap<Vec<usize>, u32>> {
    let mut polynomial = BTreeMap::new();
    let mut add = |inputs: Vec<usize>, factor: u32| {
        let of: &mut u32 = polynomial.entry(inputs).or_default();
        *of = of.wrapping_add(factor);
    };
    match sum {
        WordExpression::Const(word) => add(vec![], *word),
        WordExpression::Input(index) => add(vec![*index], 1),
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
                    let sign = if *operator == Operator::Add { 1 } else { u32::MAX };
                    a.into_iter().for_each(|(inputs, factor)| add(inputs, factor));
                    b.into_iter()
                        .for_each(|(inputs, factor)| add(inputs, factor.wrapping_mul(sign)));
                }
                Operator::Multiply => {
                    for (x, p) in &a {
                        for (y, q) in &b {
                            let mut inputs = [&x[..], &y[..]].concat();
                            inputs.sort_unstable();
                            add(inputs, p.wrapping_mul(*q));
                        }
                    }
                }
            }
        }
    }
    polynomial.retain(|_, factor| *factor != 0);
    (polynomial.len() <= PRODUCTS).then_some(polynomial)
}

/// The observations of a program.
pub fn observed(image: &Image) -> Observed {
    let setup = image.setup();
    let observable = |observable: &Observable| match *observable {
        Observable::Register(reg) => certificate::Observable::Register(reg.number()),
        Observable::Kept(reg) => certificate::Observable::Kept(reg.number()),
        Observable::Word(address) => certificate::Observable::Word(address.0),
        // Without an array there is no such observation.
        Observable::Element(index) => {
            let address = setup.array.map_or(0, |array| array.element(index).0);
            certificate::Observable::Word(address)
        }
        Observable::Array => certificate::Observable::Array,
    };
    let observation = &setup.observation;
    Observed {
        result: observation.result,
        output: observation.output,
        others: observation.others.iter().map(observable).collect(),
    }
}
