//! Orders of words, and the removal of redundant ones.
//!
//! Many pairs of words at a node are ordered, and most orders follow from others: where `a < b` and
//! `b <= c`, also `a < c`. Without redundant ones the invariant is equivalent, with far fewer
//! premises for a solver and facts of evidence.

use std::collections::BTreeSet;

use crate::term::{Term, Terms};

/// An order between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// Less than, unsigned.
    Ult,
    /// Less than or equal, unsigned.
    Ule,
    /// Less than, signed.
    Slt,
    /// Less than or equal, signed.
    Sle,
    /// Not equal.
    Ne,
}

impl Order {
    /// Whether two numbers are in this order.
    pub fn holds(self, a: u32, b: u32) -> bool {
        match self {
            Order::Ult => a < b,
            Order::Ule => a <= b,
            Order::Slt => (a as i32) < b as i32,
            Order::Sle => a as i32 <= b as i32,
            Order::Ne => a != b,
        }
    }

    /// The condition that two words are in this order.
    pub fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Order::Ult => terms.ult(a, b),
            Order::Slt => terms.slt(a, b),
            Order::Ule => {
                let above = terms.ult(b, a);
                terms.not(above)
            }
            Order::Sle => {
                let above = terms.slt(b, a);
                terms.not(above)
            }
            Order::Ne => {
                let equal = terms.eq(a, b);
                terms.not(equal)
            }
        }
    }

    /// The weaker order to try if it does not hold.
    pub fn weaker(self) -> Option<Order> {
        match self {
            Order::Ult => Some(Order::Ule),
            Order::Slt => Some(Order::Sle),
            Order::Ule | Order::Sle | Order::Ne => None,
        }
    }
}

/// A word of the states, by its column, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// The word of this column.
    Word(usize),
    /// The word of this column plus a number, modulo 2^32.
    Moved(usize, u32),
    /// The sum of the words of two columns, modulo 2^32.
    Sum(usize, usize),
    /// This number.
    Number(u32),
}

impl Operand {
    /// Its value, given those of all words.
    pub fn value(self, values: &[u32]) -> u32 {
        match self {
            Operand::Word(column) => values[column],
            Operand::Moved(column, by) => values[column].wrapping_add(by),
            Operand::Sum(a, b) => values[a].wrapping_add(values[b]),
            Operand::Number(number) => number,
        }
    }

    /// Its term, given those of all words.
    pub fn term(self, terms: &mut Terms, values: &[Term]) -> Term {
        match self {
            Operand::Word(column) => values[column],
            Operand::Moved(column, by) => {
                let by = terms.word(by);
                terms.add(values[column], by)
            }
            Operand::Sum(a, b) => terms.add(values[a], values[b]),
            Operand::Number(number) => terms.word(number),
        }
    }
}

/// An order between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound {
    /// The first.
    pub a: Operand,
    /// The second.
    pub b: Operand,
    /// The order of the first relative to the second.
    pub order: Order,
}

impl Bound {
    /// The condition that it holds for these words.
    pub fn goal(&self, terms: &mut Terms, words: &[Term]) -> Term {
        let [a, b] = [self.a, self.b].map(|operand| operand.term(terms, words));
        self.order.term(terms, a, b)
    }
}

/// An equivalent list of orders without redundant ones.
pub fn essential(bounds: &[Bound]) -> Vec<Bound> {
    let mut kept = bounds.to_vec();
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        let bound = kept.remove(at);
        if !follows(bound, &kept) {
            kept.insert(at, bound);
        }
    }
    kept
}

/// Whether an order follows from a chain of others.
fn follows(bound: Bound, others: &[Bound]) -> bool {
    let Bound { a, b, order } = bound;
    match order {
        Order::Ult | Order::Slt => leads(a, b, order == Order::Slt, true, others),
        Order::Ule | Order::Sle => leads(a, b, order == Order::Sle, false, others),
        Order::Ne => [(a, b), (b, a)].into_iter().any(|(a, b)| {
            [false, true].into_iter().any(|signed| leads(a, b, signed, true, others))
        }),
    }
}

/// Whether a chain of one kind of order leads from a word to another. `signed` and `strict` are the two properties of
/// the order that follows. Numbers are ordered by value.
fn leads(from: Operand, to: Operand, signed: bool, strict: bool, bounds: &[Bound]) -> bool {
    let [or_same, less] = match signed {
        true => [Order::Sle, Order::Slt],
        false => [Order::Ule, Order::Ult],
    };
    let of_kind = bounds.iter().filter(|bound| [or_same, less].contains(&bound.order));
    let of_kind: Vec<&Bound> = of_kind.collect();
    // Words reached, and those reached by a strict step.
    let mut seen = [BTreeSet::from([from]), BTreeSet::new()];
    let mut open = vec![(from, false)];
    while let Some((at, is_strict)) = open.pop() {
        let stated = of_kind.iter().filter(|bound| bound.a == at);
        let stated = stated.map(|bound| (bound.b, bound.order == less));
        let numbers = of_kind.iter().map(|bound| bound.a).chain([to]).filter(|&other| {
            matches!((at, other), (Operand::Number(a), Operand::Number(b)) if less.holds(a, b))
        });
        for (other, step_is_strict) in stated.chain(numbers.map(|other| (other, true))) {
            let strictly = is_strict || step_is_strict;
            if other == to && (strictly || !strict) {
                return true;
            }
            if seen[usize::from(strictly)].insert(other) {
                open.push((other, strictly));
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::draws::Draws;

    /// Compares them for all values of four words of two bits.
    #[test]
    fn as_much_is_said_with_fewer() {
        let mut draws = Draws::new(9);
        let mut random = |below: u32| draws.below(below);
        let small = [0, 1, u32::MAX, 1 << 31];
        let mut fewer = 0;
        for _ in 0..400 {
            let mut operand = || match random(5) {
                4 => Operand::Number(small[random(4) as usize]),
                word => Operand::Word(word as usize),
            };
            let mut bounds = Vec::new();
            for _ in 0..8 {
                let (a, b) = (operand(), operand());
                bounds.push((a, b));
            }
            let orders = [Order::Ult, Order::Ule, Order::Slt, Order::Sle, Order::Ne];
            let bounds: Vec<Bound> = bounds
                .into_iter()
                .filter(|(a, b)| a != b)
                .map(|(a, b)| Bound { a, b, order: orders[random(5) as usize] })
                .collect();
            let kept = essential(&bounds);
            fewer += usize::from(kept.len() < bounds.len());
            for at in 0..256usize {
                let values: Vec<u32> = (0..4).map(|word| small[at >> (2 * word) & 3]).collect();
                let hold = |bounds: &[Bound]| {
                    let holds = |bound: &Bound| {
                        bound.order.holds(bound.a.value(&values), bound.b.value(&values))
                    };
                    bounds.iter().all(holds)
                };
                assert_eq!(hold(&bounds), hold(&kept), "{bounds:?} {kept:?} {values:?}");
            }
        }
        assert!(fewer > 100, "{fewer}");
    }
}
