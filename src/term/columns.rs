//! The ground evaluator, vectorized over many values of one word.
//!
//! It decides a goal about a single word by trying all values, at a few nanoseconds per value.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use super::eval::{sdiv, slt, srem, udiv, urem};
use super::{Node, Sort, Symbol, Term, Terms};

/// Values evaluated together.
const AT_ONCE: usize = 1 << 10;
/// Batches between two calls of `is_due`.
const BATCHES: u32 = 1 << 8;

type Column = [u64; AT_ONCE];

impl Terms {
    /// The first value in a range for which a goal with this one free word is false. Returns
    /// `Break` where `is_due` reports that time is up.
    ///
    /// # Panics
    ///
    /// Panics if another word is free or if the goal involves memory.
    pub fn first_that_fails(
        &self,
        goal: Term,
        symbol: Symbol,
        range: Range<u64>,
        is_due: impl Fn() -> bool,
    ) -> ControlFlow<(), Option<u32>> {
        let order: Vec<Term> = self.reachable([goal]);
        let places: BTreeMap<Term, usize> =
            order.iter().enumerate().map(|(index, &term)| (term, index)).collect();
        let nodes: Vec<(Node<usize>, Sort)> = order
            .iter()
            .map(|&term| {
                let node = self.node(term);
                // The sort of the first argument; the node's own sort follows from it.
                let sort = node.args().next().map_or(Sort::Word, |argument| self.sort(argument));
                (node.map(|argument| places[&argument]), sort)
            })
            .collect();
        let mut columns: Vec<Column> = vec![[0; AT_ONCE]; order.len()];
        let mut batches = 0u32;
        for first in range.clone().step_by(AT_ONCE) {
            batches += 1;
            if batches.is_multiple_of(BATCHES) && is_due() {
                return ControlFlow::Break(());
            }
            for (index, (node, sort)) in nodes.iter().enumerate() {
                let (before, rest) = columns.split_at_mut(index);
                match *node {
                    Node::Symbol(free) => {
                        assert_eq!(free, symbol, "one word is free");
                        let values = (first as u32..=u32::MAX).map(u64::from);
                        rest[0].iter_mut().zip(values).for_each(|(to, value)| *to = value);
                    }
                    node => fill(node, *sort, before, &mut rest[0]),
                }
            }
            let count = (range.end - first).min(AT_ONCE as u64) as usize;
            let holds = &columns[nodes.len() - 1][..count];
            if let Some(at) = holds.iter().position(|&holds| holds == 0) {
                return ControlFlow::Continue(Some((first + at as u64) as u32));
            }
        }
        ControlFlow::Continue(None)
    }
}

/// Computes a node's values from those of its arguments, which have this sort.
fn fill(node: Node<usize>, sort: Sort, before: &[Column], to: &mut Column) {
    let word = |it: u64| it as u32;
    let wrap = |it: u64| if sort == Sort::Double { it } else { u64::from(it as u32) };
    let mut one = |a: usize, of: &dyn Fn(u64) -> u64| each(to, &before[a], of);
    match node {
        Node::Bool(value) => to.fill(value.into()),
        Node::Word(value) => to.fill(value.into()),
        Node::Double(value) => to.fill(value),
        Node::Symbol(_) | Node::Image(_) | Node::Select(..) | Node::Store(..) => {
            unreachable!("it has a value of its own, or is about memory")
        }
        Node::Not(a) => one(a, &|a| 1 - a),
        Node::SignExtend(a) => one(a, &|a| i64::from(a as i32) as u64),
        Node::ZeroExtend(a) => one(a, &|a| a),
        Node::Low(a) => one(a, &|a| word(a).into()),
        Node::High(a) => one(a, &|a| a >> 32),
        Node::And(a, b) | Node::BitAnd(a, b) => two(to, before, [a, b], |a, b| a & b),
        Node::Or(a, b) => two(to, before, [a, b], |a, b| a | b),
        Node::Eq(a, b) => two(to, before, [a, b], |a, b| (a == b).into()),
        Node::Ult(a, b) => two(to, before, [a, b], |a, b| (a < b).into()),
        Node::Slt(a, b) => two(to, before, [a, b], |a, b| slt(sort, a, b).into()),
        Node::Add(a, b) => two(to, before, [a, b], |a, b| wrap(a.wrapping_add(b))),
        Node::Sub(a, b) => two(to, before, [a, b], |a, b| wrap(a.wrapping_sub(b))),
        Node::Mul(a, b) => two(to, before, [a, b], |a, b| wrap(a.wrapping_mul(b))),
        Node::Udiv(a, b) => two(to, before, [a, b], |a, b| udiv(word(a), word(b)).into()),
        Node::Urem(a, b) => two(to, before, [a, b], |a, b| urem(word(a), word(b)).into()),
        Node::Sdiv(a, b) => two(to, before, [a, b], |a, b| sdiv(word(a), word(b)).into()),
        Node::Srem(a, b) => two(to, before, [a, b], |a, b| srem(word(a), word(b)).into()),
        Node::Ite(test, a, b) => {
            let arms = before[a].iter().zip(&before[b]);
            for (to, (&test, (&a, &b))) in to.iter_mut().zip(before[test].iter().zip(arms)) {
                *to = if test == 1 { a } else { b };
            }
        }
    }
}

fn each(to: &mut Column, a: &Column, of: impl Fn(u64) -> u64) {
    to.iter_mut().zip(a).for_each(|(to, &a)| *to = of(a));
}

fn two(to: &mut Column, before: &[Column], [a, b]: [usize; 2], of: impl Fn(u64, u64) -> u64) {
    let both = before[a].iter().zip(&before[b]);
    to.iter_mut().zip(both).for_each(|(to, (&a, &b))| *to = of(a, b));
}
