//! Nodes of a plan, with what holds at them in all runs.
//!
//! Equations come first: each word of a state is expressed by the inputs and by words before it, as a linear
//! combination or, at a higher degree, as a polynomial (a closed form). Polynomials are sums of products of
//! binomials `choose(x, k)`, since these express every sum of powers with whole factors modulo 2^width; powers would
//! need divisors. Then come orders between those words that no equation gives.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::evidence::Side;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::word::Width;

use super::plan::Plan;
use super::runs::{Runs, Spot, Stop};
use super::span::Span;
use crate::Place;

/// A word of a program's state.
pub type Word = (Side, Spot);

/// A variable of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// An input, by its number.
    Input(usize),
    /// A word of a state.
    Word(Word),
}

/// `choose(x, k)`; `x` itself for `k = 1`.
pub type Factor = (Variable, u32);

/// A sum of products with factors modulo 2^width.
pub type Polynomial = BTreeMap<Vec<Factor>, u64>;

/// An order: `x + by <= y`, as signed numbers; what is none is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Order {
    /// The smaller word.
    pub less: Option<Variable>,
    /// The number that is added to it.
    pub by: i64,
    /// The greater word.
    pub greater: Option<Variable>,
}

/// A pair of places.
#[derive(Clone, Debug)]
pub struct Node {
    /// The places.
    pub at: [Place; 2],
    /// Where runs are there: the number of the input, and the stop of each program.
    pub seen: Vec<(usize, [usize; 2])>,
    /// Words that no equation gives.
    pub free: Vec<Word>,
    /// Words that equations give.
    pub solved: BTreeMap<Word, Polynomial>,
    /// Orders, by labels.
    pub orders: BTreeMap<String, Order>,
    /// Remainders that are 0: of a difference of words, by a number.
    pub multiples: BTreeMap<String, ([Option<Variable>; 2], i64, u64)>,
}

/// Observations of a node that equations are computed from, at most.
const SEEN: usize = 150;

/// Products in a closed form at most.
const TERMS: usize = 24;

/// What nodes are made of.
pub struct Maker<'r> {
    /// The machine.
    pub machine: &'static Machine,
    /// The runs.
    pub runs: &'r Runs,
    /// The degree of polynomials.
    pub degree: u32,
}

impl Maker<'_> {
    /// The nodes of a plan.
    pub fn nodes(&self, plan: &Plan) -> BTreeMap<[Place; 2], Node> {
        let mut nodes: BTreeMap<[Place; 2], Node> = BTreeMap::new();
        for (input, traces) in self.runs.traces.iter().enumerate() {
            for pair in &plan.pairs(traces)[1..] {
                let at = [0, 1].map(|side| traces[side].stops[pair[side]].place);
                let is_end = at.iter().all(|it| matches!(it, Place::Done | Place::Fault));
                if is_end || at.contains(&Place::Fault) {
                    continue;
                }
                let node = nodes.entry(at).or_insert_with(|| Node {
                    at,
                    seen: Vec::new(),
                    free: Vec::new(),
                    solved: BTreeMap::new(),
                    orders: BTreeMap::new(),
                    multiples: BTreeMap::new(),
                });
                node.seen.push((input, *pair));
            }
        }
        for node in nodes.values_mut() {
            self.solve(node);
            self.orders(node);
        }
        nodes
    }

    fn width(&self) -> Width {
        self.machine.width
    }

    fn stop(&self, seen: &(usize, [usize; 2]), side: Side) -> &Stop {
        &self.runs.traces[seen.0][side.index()].stops[seen.1[side.index()]]
    }

    /// The value of a variable where a run was at a node.
    pub fn value(&self, seen: &(usize, [usize; 2]), variable: Variable) -> u64 {
        match variable {
            Variable::Input(number) => self.runs.inputs[seen.0][number],
            Variable::Word((side, spot)) => self.stop(seen, side).word(spot).unwrap_or(0),
        }
    }

    /// The words that programs read from a node on.
    fn words(&self, node: &Node) -> Vec<Word> {
        let mut words = Vec::new();
        for side in Side::BOTH {
            let live = self.runs.live[side.index()].get(&node.at[side.index()]);
            for &spot in live.into_iter().flatten() {
                let is_there =
                    node.seen.iter().all(|seen| self.stop(seen, side).word(spot).is_some());
                let is_zero = matches!(spot, Spot::Register(it) if self.machine.zero == Some(it));
                if is_there && !is_zero {
                    words.push((side, spot));
                }
            }
        }
        // Words that change least first, so that the others are multiples of them; among these registers, since
        // equations for them are put into terms at once.
        words.sort_by_key(|word| {
            (self.pace(node, *word), matches!(word.1, Spot::Cell(_)), word.0, word.1)
        });
        words
    }

    /// Some observations, from all over the runs.
    fn some<'n>(&self, node: &'n Node) -> Vec<&'n (usize, [usize; 2])> {
        let step = node.seen.len().div_ceil(SEEN).max(1);
        // A step that shares no divisor with the number of rounds of small runs.
        let mut some: Vec<_> = node.seen.iter().step_by(step).collect();
        some.truncate(SEEN);
        some
    }

    /// Expresses words by others.
    fn solve(&self, node: &mut Node) {
        let words = self.words(node);
        let some: Vec<(usize, [usize; 2])> = self.some(node).into_iter().copied().collect();
        let inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let mut columns: Vec<Vec<Factor>> = vec![Vec::new()];
        let mut span = Span::new(self.width());
        span.add(vec![1; some.len()]);
        for input in inputs.clone() {
            columns.push(vec![(Variable::Input(input), 1)]);
            span.add(self.column(&some, &columns[columns.len() - 1]));
        }
        for word in words {
            let monomial = vec![(Variable::Word(word), 1)];
            let column = self.column(&some, &monomial);
            let closed = match self.degree > 1 && !self.is_counter(node, word) {
                true => self.closed_form(node, word, &some),
                false => None,
            };
            let linear = || span.express(column.clone()).map(|of| named(&columns, of));
            let found = closed.or_else(linear).filter(|of| self.holds(node, word, of));
            if let Some(polynomial) = found {
                node.solved.insert(word, polynomial);
                continue;
            }
            span.add(column);
            columns.push(monomial);
            node.free.push(word);
        }
    }

    /// A polynomial of inputs and counters that a word is.
    fn closed_form(
        &self,
        node: &Node,
        word: Word,
        some: &[(usize, [usize; 2])],
    ) -> Option<Polynomial> {
        let counters = node.free.iter().filter(|it| self.is_counter(node, **it));
        let inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let variables: Vec<Variable> =
            inputs.map(Variable::Input).chain(counters.copied().map(Variable::Word)).collect();
        let degree = match variables.len() {
            0..=4 => self.degree,
            5 => self.degree.min(3),
            6..=8 => self.degree.min(2),
            _ => return None,
        };
        let mut columns = vec![Vec::new()];
        for &variable in &variables {
            let before = columns.clone();
            for monomial in before {
                let of: u32 = monomial.iter().map(|(_, power)| power).sum();
                for power in 1..=degree.saturating_sub(of) {
                    columns.push([&monomial[..], &[(variable, power)]].concat());
                }
            }
        }
        if columns.len() + 8 > some.len() {
            return None;
        }
        columns.sort_by_key(|monomial| monomial.iter().map(|(_, power)| power).sum::<u32>());
        let mut span = Span::new(self.width());
        columns.iter().for_each(|monomial| span.add(self.column(some, monomial)));
        let of = span.express(self.column(some, &[(Variable::Word(word), 1)]))?;
        Some(named(&columns, of)).filter(|polynomial| polynomial.len() <= TERMS)
    }

    /// Whether a word changes by few small numbers only, from one piece to the next.
    pub fn is_counter(&self, node: &Node, word: Word) -> bool {
        self.pace(node, word) < u64::MAX
    }

    /// By how much a word changes at most from one piece to the next, if that is one of few small numbers.
    fn pace(&self, node: &Node, (side, spot): Word) -> u64 {
        let place = node.at[side.index()];
        let width = self.width();
        let mut differences = BTreeSet::new();
        for traces in &self.runs.traces {
            let stops = &traces[side.index()].stops;
            for pair in stops.windows(2) {
                if pair[0].place == place && pair[1].place == place {
                    let words = [&pair[0], &pair[1]].map(|stop| stop.word(spot).unwrap_or(0));
                    let difference = width.wrap(words[1].wrapping_sub(words[0]));
                    differences.insert(width.signed(difference).unsigned_abs() as u64);
                }
            }
        }
        let most = differences.iter().max().copied().unwrap_or(0);
        if differences.len() <= 3 && most <= 64 { most } else { u64::MAX }
    }

    fn column(&self, some: &[(usize, [usize; 2])], monomial: &[Factor]) -> Vec<u64> {
        some.iter().map(|seen| self.monomial(seen, monomial)).collect()
    }

    fn monomial(&self, seen: &(usize, [usize; 2]), monomial: &[Factor]) -> u64 {
        let factor = |&(variable, k): &Factor| choose(self.width(), self.value(seen, variable), k);
        self.width().wrap(monomial.iter().map(factor).fold(1, u64::wrapping_mul))
    }

    /// Whether an equation holds wherever a run was.
    fn holds(&self, node: &Node, word: Word, polynomial: &Polynomial) -> bool {
        node.seen.iter().all(|seen| {
            let product =
                |(monomial, by): (&Vec<Factor>, &u64)| by.wrapping_mul(self.monomial(seen, monomial));
            let sum = polynomial.iter().map(product).fold(0, u64::wrapping_add);
            self.width().wrap(sum) == self.value(seen, Variable::Word(word))
        })
    }

    /// Orders between counters, inputs and numbers.
    fn orders(&self, node: &mut Node) {
        let inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let counters = node.free.iter().filter(|it| self.is_counter(node, **it));
        let words: Vec<Variable> = counters.copied().map(Variable::Word).collect();
        let all: Vec<Variable> = inputs.map(Variable::Input).chain(words.iter().copied()).collect();
        let mut found = Vec::new();
        let signed = |seen, variable: Option<Variable>| {
            variable.map_or(0, |it| self.width().signed(self.value(seen, it))) as i64
        };
        let mut pairs: Vec<[Option<Variable>; 2]> = Vec::new();
        for &one in &all {
            pairs.extend([[None, Some(one)], [Some(one), None]]);
            for &other in &words {
                if one != other {
                    pairs.extend([[Some(one), Some(other)], [Some(other), Some(one)]]);
                }
            }
        }
        for [less, greater] in pairs {
            let differences = node.seen.iter().map(|seen| signed(seen, greater) - signed(seen, less));
            let Some(by) = differences.min() else { continue };
            let order = Order { less, by, greater };
            if by.abs() <= 16 && !found.contains(&order) {
                found.push(order);
            }
        }
        let labels = found.iter().enumerate().map(|(index, it)| (format!("order.{index}"), *it));
        node.orders = labels.collect();
    }
}

/// The sum of columns with factors.
fn named(columns: &[Vec<Factor>], of: BTreeMap<usize, u64>) -> Polynomial {
    of.into_iter().map(|(column, by)| (columns[column].clone(), by)).collect()
}

/// `choose(x, k)` modulo 2^width, for `k` up to 6.
pub fn choose(width: Width, x: u64, k: u32) -> u64 {
    // The product of k numbers in a row, divided by 1, 2, ..., k as soon as that is possible.
    let mut factors: Vec<u128> = (0..u128::from(k)).map(|it| u128::from(x).wrapping_sub(it)).collect();
    if u64::from(k) > x {
        return 0;
    }
    for mut divisor in 2..=u128::from(k) {
        for factor in &mut factors {
            let common = gcd(*factor, divisor);
            *factor /= common;
            divisor /= common;
        }
    }
    width.wrap(factors.into_iter().fold(1u64, |product, it| product.wrapping_mul(it as u64)))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
