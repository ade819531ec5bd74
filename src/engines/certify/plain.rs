//! Simplifies the claims about loops.
//!
//! Invariants are found as the strongest ones, in an echelon form. A reader, and a certificate that
//! is sent, need only the few that the proof uses. A certificate does not depend on this module:
//! the remaining claims are certified again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use tamarin_checker::certificate::{Name, NodeClaim, Operand, Order, Product, Program, Relation};
use tamarin_checker::decode::{Instruction, decode};

use crate::engines::alignment::Claims;
use crate::term::polynomial::inverse;

/// Number of passes over all pairs of equations of a node.
const PASSES: usize = 4;
/// Largest multiplier in an elimination step, other than a power of two: a large multiple is
/// usually a coincidence.
const FACTOR: u32 = 64;

/// The same claims, each equation with as few and as small coefficients as differences with others
/// give.
pub fn reduced(claims: &Claims) -> Claims {
    let mut claims = claims.clone();
    for node in &mut claims.nodes {
        for _ in 0..PASSES {
            if !reduce(&mut node.equations) {
                break;
            }
        }
    }
    claims
}

/// Coefficients by product.
type Sum = BTreeMap<Vec<Name>, u32>;

/// The reading cost: terms, and digits of their coefficients.
fn weight(sum: &[Product]) -> u32 {
    sum.iter().map(|Product(factor, of)| of_summand(of, *factor)).sum()
}

/// A number is easy to read.
fn of_summand(of: &[Name], factor: u32) -> u32 {
    match of {
        [] => 2,
        of => 3 + of.len() as u32 + 32 - absolute(factor).leading_zeros(),
    }
}

fn absolute(factor: u32) -> u32 {
    factor.min(factor.wrapping_neg())
}

fn reduce(equations: &mut [Vec<Product>]) -> bool {
    let weight = |sum: &Sum| sum.iter().map(|(of, &factor)| of_summand(of, factor)).sum::<u32>();
    let sum = |products: &Vec<Product>| -> Sum {
        products.iter().map(|Product(factor, names)| (names.clone(), *factor)).collect()
    };
    let mut sums: Vec<Sum> = equations.iter().map(sum).collect();
    let mut changed = false;
    for index in 0..equations.len() {
        // Keep the word that an equation solves.
        let Some(Product(_, first)) = equations[index].first() else { continue };
        for other in 0..equations.len() {
            if other == index || sums[other].contains_key(first) {
                continue;
            }
            let less = sums[other].iter().filter_map(|(names, &of_other)| {
                let of_this = *sums[index].get(names)?;
                let twos = of_other.trailing_zeros();
                if of_this.trailing_zeros() < twos {
                    return None;
                }
                let factor = (of_this >> twos).wrapping_mul(inverse(of_other >> twos));
                let is_plain = absolute(factor) <= FACTOR || factor.is_power_of_two();
                is_plain.then(|| difference(&sums[index], factor, &sums[other]))
            });
            let Some(least) = less.min_by_key(&weight) else { continue };
            if weight(&least) < weight(&sums[index]) {
                sums[index] = least;
                changed = true;
            }
        }
        if let Some(least) = by_units(&sums[index]).min_by_key(&weight)
            && weight(&least) < weight(&sums[index])
        {
            sums[index] = least;
            changed = true;
        }
        let first = first.clone();
        let of_first = sums[index].get(&first).copied().unwrap_or(0);
        let rest = sums[index].iter().filter(|(names, _)| **names != first);
        let rest = rest.map(|(names, &factor)| Product(factor, names.clone()));
        // Numbers come last.
        let (numbers, rest): (Vec<_>, Vec<_>) = rest.partition(|Product(_, of)| of.is_empty());
        let first = std::iter::once(Product(of_first, first.clone()));
        equations[index] = first.chain(rest).chain(numbers).collect();
    }
    changed
}

/// Equivalent multiples, each with a coefficient of 1.
fn by_units(sum: &Sum) -> impl Iterator<Item = Sum> {
    let odd = sum.values().filter(|factor| *factor % 2 == 1);
    odd.map(|&odd| {
        let unit = inverse(odd);
        sum.iter().map(|(of, factor)| (of.clone(), factor.wrapping_mul(unit))).collect()
    })
}

fn difference(sum: &Sum, factor: u32, other: &Sum) -> Sum {
    let mut difference = sum.clone();
    for (names, &of_other) in other {
        let entry = difference.entry(names.clone()).or_insert(0);
        *entry = entry.wrapping_sub(factor.wrapping_mul(of_other));
    }
    difference.retain(|_, factor| *factor != 0);
    difference
}

/// The claims about results and about words that the programs may read; others are never needed.
/// Claims that hold for every word are dropped as well.
pub fn about_read(claims: &Claims, programs: &[Program; 2]) -> Claims {
    let read = programs.each_ref().map(|program| read(&program.words));
    let is_read = |name: &Name| match *name {
        Name::Input(_) | Name::Cell(..) | Name::Taken(_) => true,
        // Their components are checked where they are read.
        Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_) => true,
        Name::Register(side, number) => read[side].registers.contains(&usize::from(number)),
        Name::High(side) => read[side].high,
        Name::Low(side) => read[side].low,
    };
    let is_about_read = |operand: &Operand| match operand {
        Operand::Number(_) => true,
        Operand::Word(name) => is_read(name),
    };
    let mut claims = claims.clone();
    for NodeClaim { equations, orders, .. } in &mut claims.nodes {
        equations.retain(|sum| sum.iter().flat_map(|Product(_, names)| names).all(is_read));
        orders.retain(|order| {
            let Order(a, _, b) = order;
            is_about_read(a) && is_about_read(b) && !says_nothing(order)
        });
    }
    claims
}

/// Whether the order holds for every word.
fn says_nothing(Order(a, relation, b): &Order) -> bool {
    let is = |operand: &Operand, number: u32| *operand == Operand::Number(number);
    match relation {
        Relation::Ule => a == b || is(a, 0) || is(b, u32::MAX),
        Relation::Sle => a == b || is(a, i32::MIN as u32) || is(b, i32::MAX as u32),
        Relation::Eq => a == b,
        Relation::Ult | Relation::Slt | Relation::Ne => false,
    }
}

/// The parts of its state that a program reads.
pub(super) struct Read {
    pub registers: BTreeSet<usize>,
    pub high: bool,
    pub low: bool,
}

pub(super) fn read(words: &[u32]) -> Read {
    // The result counts as read.
    let mut read = Read { registers: BTreeSet::from([3]), high: false, low: false };
    for instruction in words.iter().filter_map(|&word| decode(word)) {
        match instruction {
            Instruction::Add(of) | Instruction::Sub(of) | Instruction::Less { of, .. } => {
                read.registers.extend([of.s, of.t]);
            }
            Instruction::Multiply { s, t, .. }
            | Instruction::Divide { s, t, .. }
            | Instruction::Branch { s, t, .. } => read.registers.extend([s, t]),
            Instruction::MoveHigh(_) => read.high = true,
            Instruction::MoveLow(_) => read.low = true,
            Instruction::LoadNext(_) => {}
            Instruction::Load(access) => read.registers.extend([access.s]),
            Instruction::Store(access) => read.registers.extend([access.s, access.t]),
            Instruction::Jump { s, .. } => read.registers.extend([s]),
        }
    }
    read
}

/// Removes claims, half of them, then a quarter, and so on, as long as `is_enough` reports that the
/// rest proves the same. It may end this by `Break`.
pub fn without_needless(
    claims: &mut Claims,
    mut is_enough: impl FnMut(&Claims) -> ControlFlow<(), bool>,
) {
    let mut left: Vec<Claim> = Vec::new();
    for (node, claim) in claims.nodes.iter().enumerate() {
        let equations = claim.equations.iter().cloned().map(Said::Equation);
        let said = equations.chain(claim.orders.iter().copied().map(Said::Order));
        left.extend(said.map(|said| Claim { node, said }));
    }
    // The longest are the least likely to be needed.
    left.sort_by_key(|claim| std::cmp::Reverse(claim.said.weight()));
    let mut size = left.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        while from < left.len() {
            let mut fewer = left.clone();
            fewer.drain(from..left.len().min(from + size));
            let tried = with(claims, &fewer);
            match is_enough(&tried) {
                ControlFlow::Break(()) => return,
                ControlFlow::Continue(true) => (left, *claims) = (fewer, tried),
                ControlFlow::Continue(false) => from += size,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
}

/// A claim at a node.
#[derive(Clone, Debug)]
struct Claim {
    node: usize,
    said: Said,
}

#[derive(Clone, Debug, PartialEq)]
enum Said {
    Equation(Vec<Product>),
    Order(Order),
}

impl Said {
    fn weight(&self) -> u32 {
        match self {
            Said::Equation(sum) => weight(sum),
            Said::Order(_) => 0,
        }
    }
}

/// The claims restricted to these, in the original order.
fn with(claims: &Claims, left: &[Claim]) -> Claims {
    let mut claims = claims.clone();
    for (index, node) in claims.nodes.iter_mut().enumerate() {
        let here: Vec<&Said> =
            left.iter().filter(|claim| claim.node == index).map(|claim| &claim.said).collect();
        let is_left = |said: Said| here.contains(&&said);
        node.equations.retain(|sum| is_left(Said::Equation(sum.clone())));
        node.orders.retain(|order| is_left(Said::Order(*order)));
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names for two words, by a letter.
    fn sum(text: &[(u32, char)]) -> Vec<Product> {
        let name = |letter: char| match letter {
            '1' => vec![],
            letter => vec![Name::Register(0, letter as u8 - b'a' + 1)],
        };
        text.iter().map(|&(factor, letter)| Product(factor, name(letter))).collect()
    }

    #[test]
    fn equations_take_each_others_long_parts_away() {
        // a = 2^31 b + 5 and 2^31 b = 2^31 c imply a = 2^31 c + 5: no shorter. If 2^31 b = 0, then
        // a = 5.
        let half = 1 << 31;
        let mut equations =
            vec![sum(&[(1, 'a'), (half, 'b'), (5u32.wrapping_neg(), '1')]), sum(&[(half, 'b')])];
        reduce(&mut equations);
        assert_eq!(equations[0], sum(&[(1, 'a'), (5u32.wrapping_neg(), '1')]));
        assert_eq!(equations[1], sum(&[(half, 'b')]));
    }

    #[test]
    fn what_is_not_needed_is_taken_away() {
        let equations: Vec<_> = "abcdefg".chars().map(|word| sum(&[(1, word)])).collect();
        let node = NodeClaim {
            at: [tamarin_checker::certificate::Location::Done; 2],
            pieces: [None; 2],
            lead: None,
            sums: vec![],
            divisions: vec![],
            equations: equations.clone(),
            orders: vec![],
            is_initial: [false; 2],
            agreement: None,
        };
        let mut claims =
            Claims { entry: [None; 2], lead: None, tracked: [vec![], vec![]], nodes: vec![node] };
        without_needless(&mut claims, |claims| {
            let left = &claims.nodes[0].equations;
            ControlFlow::Continue(left.contains(&equations[1]) && left.contains(&equations[5]))
        });
        assert_eq!(claims.nodes[0].equations, [equations[1].clone(), equations[5].clone()]);
    }
}
