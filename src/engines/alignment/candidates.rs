//! The invariants to begin with: all that holds on samples, of the shapes that
//! are looked for.
//!
//! A candidate is only a guess: the product takes off whatever its transitions
//! do not keep. So the limits here decide what is found, never what is true.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::invariant::{Invariant, Word, Words};
use super::memory::Given;
use super::orders::{Bound, Operand, Order};
use crate::machine::Image;
use crate::term::{self, Term, Terms};

/// Words that products are made of, at a node, at most.
const FACTORS: usize = 6;
/// Words that orders are between, at a node, at most.
const ORDERED: usize = 9;
/// Words of the right program beyond them, at most, whose orders are between each
/// other, inputs and numbers: it may be in a loop of its own.
const OWN: usize = 6;
/// Numbers that words are compared with, at a node, at most.
const NUMBERS: usize = 4;

/// What invariants are made of beside linear equations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// Orders of words.
    pub orders: bool,
    /// Products of two words.
    pub products: bool,
}

/// What is looked for on samples.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// What invariants are made of.
    pub shapes: Shapes,
    /// Pairs of columns whose products occur, whatever the shapes.
    pub products: Vec<(usize, usize)>,
    /// Orders, whatever the shapes.
    pub orders: Vec<Bound>,
}

/// All that holds on samples.
pub fn hold_on(
    samples: &[Vec<u32>],
    terms: &mut Terms,
    images: [&Image; 2],
    words: &Words,
    given: &Rc<Given>,
    Wanted { shapes, products, orders: hinted }: Wanted,
) -> Invariant {
    let mut linear = Invariant::of_nothing(words, Vec::new());
    samples.iter().for_each(|sample| _ = linear.add(sample));
    if shapes == Shapes::default() && products.is_empty() && hinted.is_empty() {
        return linear;
    }
    let realised = linear.realised(terms, words, images, given);
    let mut invariant = linear.clone();
    if shapes.products || !products.is_empty() {
        // The words that the others are sums of.
        let is_free = |&column: &usize| {
            matches!(terms.node(realised.values[column]), term::Node::Symbol(_))
                && samples.iter().any(|sample| sample[column] != samples[0][column])
        };
        let mut seen = BTreeSet::new();
        let free = (0..words.all.len())
            .filter(is_free)
            .filter(|&column| seen.insert(realised.values[column]))
            .take(if shapes.products { FACTORS } else { 0 });
        let free: Vec<usize> = free.collect();
        let of_free =
            free.iter().enumerate().flat_map(|(i, &a)| free[i..].iter().map(move |&b| (a, b)));
        let mut all: Vec<(usize, usize)> = of_free.collect();
        all.extend(
            products.into_iter().filter(|pair| !all.contains(pair)).collect::<BTreeSet<_>>(),
        );
        invariant = Invariant::of_nothing(words, all);
        samples.iter().for_each(|sample| _ = invariant.add(sample));
    }
    if shapes.orders {
        invariant.bounds = orders(terms, given, &words.all, &realised.values, samples);
    }
    let holds = |bound: &Bound| {
        let value = |operand: Operand, sample: &[u32]| operand.value(sample);
        samples
            .iter()
            .all(|sample| bound.order.holds(value(bound.a, sample), value(bound.b, sample)))
    };
    for bound in hinted.into_iter().filter(holds) {
        if !invariant.bounds.contains(&bound) {
            invariant.bounds.push(bound);
        }
    }
    invariant
}

/// The orders that hold on samples.
fn orders(
    terms: &mut Terms,
    given: &Given,
    all: &[Word],
    values: &[Term],
    samples: &[Vec<u32>],
) -> Vec<Bound> {
    let (mut words, mut own) = (Vec::new(), Vec::new());
    let mut numbers = BTreeSet::from([0, 1]);
    numbers.extend(given.bounds());
    let most = NUMBERS + numbers.len() - 2;
    let mut seen = BTreeSet::new();
    for (column, &value) in values.iter().enumerate() {
        match terms.as_const(value) {
            Some(number) if numbers.len() < most && number < 1 << 20 => {
                numbers.insert(number as u32);
            }
            Some(_) => {}
            None if seen.insert(value) => {
                let of_right = matches!(all[column], Word::Reg(1, _) | Word::Cell(1, _));
                if words.len() < ORDERED {
                    words.push(Operand::Word(column));
                } else if of_right && own.len() < OWN {
                    own.push(Operand::Word(column));
                }
            }
            None => {}
        }
    }
    let is_left = |operand: Operand| match operand {
        Operand::Word(column) => matches!(all[column], Word::Reg(0, _) | Word::Cell(0, _)),
        Operand::Number(_) => false,
    };
    let numbers = numbers.into_iter().map(Operand::Number);
    let operands: Vec<Operand> = words.iter().chain(&own).copied().chain(numbers).collect();
    let mut bounds = Vec::new();
    for (i, &a) in operands.iter().enumerate() {
        for (j, &b) in operands.iter().enumerate() {
            let are_apart = own.contains(&a) && is_left(b) || own.contains(&b) && is_left(a);
            if i == j || are_apart || matches!([a, b], [Operand::Number(_), Operand::Number(_)]) {
                continue;
            }
            let holds = |order: Order| {
                samples.iter().all(|sample| order.holds(a.value(sample), b.value(sample)))
            };
            for order in [Order::Ult, Order::Slt] {
                let strongest_first = [Some(order), order.weaker()];
                if let Some(order) =
                    strongest_first.into_iter().flatten().find(|&order| holds(order))
                {
                    bounds.push(Bound { a, b, order });
                }
            }
            if i < j && holds(Order::Ne) {
                bounds.push(Bound { a, b, order: Order::Ne });
            }
        }
    }
    // What always holds says nothing.
    bounds.retain(|bound| {
        let [a, b] = [bound.a, bound.b].map(|operand| operand.term(terms, values));
        let term = bound.order.term(terms, a, b);
        terms.as_bool(term).is_none()
    });
    bounds
}
