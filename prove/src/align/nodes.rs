//! Nodes of a plan, with what holds at them in all runs.
//!
//! Equations come first: each word of a state is expressed by the inputs and by words before it, as a linear
//! combination or, at a higher degree, as a polynomial (a closed form). Polynomials are sums of products of
//! binomials `choose(x, k)`, since these express every sum of powers with whole factors modulo 2^width; powers would
//! need divisors. Then come orders between those words that no equation gives.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::evidence::Side;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::word::Width;

use super::plan::Plan;
use super::runs::{Runs, Spot, Stop};
use super::span::Span;
use crate::samples::Random;
use crate::{Place, Seen};

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
    pub multiples: BTreeMap<String, ([Option<Variable>; 2], u64, u64)>,
    /// Words whose equation holds for signed integers too, without any wrap, by labels.
    pub whole: BTreeMap<String, Word>,
    /// Which orders of a split hold there.
    pub cases: Vec<bool>,
}

/// Places of both programs, and which orders of inputs hold.
pub type Key = ([Place; 2], Vec<bool>);

/// Observations of a node that equations are computed from, at most.
const SEEN: usize = 150;

/// Products in a closed form at most.
const TERMS: usize = 24;

/// Factors in a closed form at most.
const FACTOR: i128 = 1 << 20;

/// What nodes are made of.
pub struct Maker<'r> {
    /// The machine.
    pub machine: &'static Machine,
    /// The runs.
    pub runs: &'r Runs,
    /// The degree of polynomials.
    pub degree: u32,
    /// The orders of inputs that split nodes.
    pub splits: Vec<Order>,
    paces: RefCell<BTreeMap<(Side, Place, Spot), u64>>,
}

impl<'r> Maker<'r> {
    /// Makes nodes from runs.
    pub fn new(
        machine: &'static Machine,
        runs: &'r Runs,
        degree: u32,
        splits: Vec<Order>,
    ) -> Maker<'r> {
        Maker { machine, runs, degree, splits, paces: RefCell::default() }
    }

    /// The nodes of a plan.
    pub fn nodes(&self, plan: &Plan) -> BTreeMap<Key, Node> {
        let mut nodes: BTreeMap<Key, Node> = BTreeMap::new();
        for (input, traces) in self.runs.traces.iter().enumerate() {
            for pair in &plan.pairs(traces)[1..] {
                let at = [0, 1].map(|side| traces[side].stops[pair[side]].place);
                let is_end = at.iter().all(|it| matches!(it, Place::Done | Place::Fault));
                if is_end || at.contains(&Place::Fault) {
                    continue;
                }
                let seen = (input, *pair);
                let key = self.key(at, &seen);
                let node = nodes.entry(key.clone()).or_insert_with(|| Node {
                    at,
                    seen: Vec::new(),
                    free: Vec::new(),
                    solved: BTreeMap::new(),
                    orders: BTreeMap::new(),
                    multiples: BTreeMap::new(),
                    whole: BTreeMap::new(),
                    cases: key.1,
                });
                node.seen.push(seen);
            }
        }
        for node in nodes.values_mut() {
            self.solve(node);
            self.orders(node);
            self.wholes(node);
            self.multiples(node, plan);
        }
        nodes
    }

    /// The node of a pair of stops.
    pub fn key(&self, at: [Place; 2], seen: &(usize, [usize; 2])) -> Key {
        let holds = |order: &Order| {
            self.signed(seen, order.less) + order.by <= self.signed(seen, order.greater)
        };
        (at, self.splits.iter().map(holds).collect())
    }

    fn signed(&self, seen: &(usize, [usize; 2]), variable: Option<Variable>) -> i64 {
        variable.map_or(0, |it| self.width().signed(self.value(seen, it))) as i64
    }

    fn width(&self) -> Width {
        self.machine.width
    }

    fn stop(&self, seen: &(usize, [usize; 2]), side: Side) -> &Stop {
        &self.runs.traces[seen.0][side.index()].stops[seen.1[side.index()]]
    }

    /// A state that satisfies the equations of a node, with other words where no equation gives them and nothing counts:
    /// what does not hold there does not follow from the node.
    pub fn other(&self, node: &Node, seen: &(usize, [usize; 2]), random: &mut Random) -> Seen {
        let mut other = self.seen(seen);
        let mut values: BTreeMap<Word, u64> = BTreeMap::new();
        for &word in &node.free {
            let is_counter = self.is_counter(node, word) && self.changes(node, word);
            let value = match is_counter {
                true => self.value(seen, Variable::Word(word)),
                false => self.width().wrap(random.word()),
            };
            values.insert(word, value);
        }
        for (&word, polynomial) in &node.solved {
            let variable = |variable: Variable| match variable {
                Variable::Input(number) => other.input[number],
                Variable::Word(word) => values.get(&word).copied().unwrap_or(0),
            };
            let factor = |&(of, k): &Factor| choose(self.width(), variable(of), k);
            let product = |(monomial, by): (&Vec<Factor>, &u64)| {
                monomial.iter().map(factor).fold(*by, u64::wrapping_mul)
            };
            let sum = polynomial.iter().map(product).fold(0, u64::wrapping_add);
            values.insert(word, self.width().wrap(sum));
        }
        for ((side, spot), value) in values {
            match spot {
                Spot::Register(number) => other.registers[side.index()][number] = value,
                Spot::Cell(at) => {
                    other.cells[side.index()].insert(at, value);
                }
            }
        }
        other
    }

    /// The states of both programs where a run was.
    pub fn seen(&self, seen: &(usize, [usize; 2])) -> Seen {
        let of = Side::BOTH.map(|side| self.stop(seen, side));
        Seen {
            input: self.runs.inputs[seen.0].clone(),
            registers: of.map(|stop| stop.registers.clone()),
            cells: of.map(|stop| stop.cells.clone()),
        }
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

    /// Some observations in which the words differ, from all over the runs.
    fn some(&self, node: &Node, words: &[Word]) -> Vec<(usize, [usize; 2])> {
        let mut known = BTreeSet::new();
        let values = |seen: &(usize, [usize; 2])| -> Vec<u64> {
            words.iter().map(|word| self.value(seen, Variable::Word(*word))).collect()
        };
        let distinct = node.seen.iter().filter(|seen| known.insert((seen.0, values(seen))));
        let distinct: Vec<_> = distinct.copied().collect();
        let step = distinct.len().div_ceil(SEEN).max(1);
        distinct.into_iter().step_by(step).collect()
    }

    /// Expresses words by others.
    fn solve(&self, node: &mut Node) {
        let words = self.words(node);
        let some = self.some(node, &words);
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
            let is_sum = self.degree > 1 && self.pace(node, word) > 1;
            let linear = span.express(column.clone()).map(|of| named(&columns, of));
            let mut found = linear.filter(|of| self.holds(node, word, of));
            for degree in 2..=self.degree {
                if found.is_none() && is_sum {
                    let closed = self.closed_form(node, word, &some, degree);
                    found = closed.filter(|of| self.holds(node, word, of));
                }
            }
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
        degree: u32,
    ) -> Option<Polynomial> {
        let counters = node.free.iter().filter(|it| self.pace(node, **it) <= 1);
        let inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let variables: Vec<Variable> =
            inputs.map(Variable::Input).chain(counters.copied().map(Variable::Word)).collect();
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
        let is_small = |by: &u64| self.width().signed(*by).abs() <= FACTOR;
        let polynomial = named(&columns, of);
        (polynomial.len() <= TERMS && polynomial.values().all(is_small)).then_some(polynomial)
    }

    /// Whether a word changes by few small numbers only, from one piece to the next.
    pub fn is_counter(&self, node: &Node, word: Word) -> bool {
        self.pace(node, word) < u64::MAX
    }

    /// Whether a word changes from one piece to the next.
    pub fn changes(&self, node: &Node, word: Word) -> bool {
        self.pace(node, word) > 0
    }

    /// By how much a word changes at most from one piece to the next, if that is one of few small numbers.
    pub fn pace(&self, node: &Node, (side, spot): Word) -> u64 {
        let place = node.at[side.index()];
        if let Some(&pace) = self.paces.borrow().get(&(side, place, spot)) {
            return pace;
        }
        let width = self.width();
        // From one piece to the next, and from one time at the place to the next one.
        let (mut near, mut far) = (BTreeSet::new(), BTreeSet::new());
        for traces in &self.runs.traces {
            let mut before: Option<(usize, u64)> = None;
            for (index, stop) in traces[side.index()].stops.iter().enumerate() {
                if stop.place != place {
                    continue;
                }
                let word = stop.word(spot).unwrap_or(0);
                if let Some((at, before)) = before {
                    let difference = width.signed(width.wrap(word.wrapping_sub(before)));
                    let set = if at + 1 == index { &mut near } else { &mut far };
                    set.insert(difference.unsigned_abs() as u64);
                }
                before = Some((index, word));
            }
        }
        if near.iter().all(|it| *it == 0) {
            near.extend(far);
        }
        let most = near.iter().max().copied().unwrap_or(u64::MAX);
        let pace = if near.len() <= 3 && most <= 64 { most } else { u64::MAX };
        self.paces.borrow_mut().insert((side, place, spot), pace);
        pace
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
            let product = |(monomial, by): (&Vec<Factor>, &u64)| {
                by.wrapping_mul(self.monomial(seen, monomial))
            };
            let sum = polynomial.iter().map(product).fold(0, u64::wrapping_add);
            self.width().wrap(sum) == self.value(seen, Variable::Word(word))
        })
    }

    /// Words that count, other than those that equations of one word give.
    pub fn counters(&self, node: &Node) -> Vec<Variable> {
        let is_sum = |of: &Polynomial| of.keys().filter(|it| !it.is_empty()).count() > 1;
        let solved = node.solved.iter().filter(|(_, of)| is_sum(of)).map(|(word, _)| word);
        let words = node.free.iter().chain(solved).filter(|it| self.is_counter(node, **it));
        words.copied().map(Variable::Word).collect()
    }

    /// Orders between counters, inputs and numbers.
    fn orders(&self, node: &mut Node) {
        let inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let words = self.counters(node);
        let all: Vec<Variable> = inputs.map(Variable::Input).chain(words.iter().copied()).collect();
        let mut found = Vec::new();
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
            let difference = |seen| self.signed(seen, greater) - self.signed(seen, less);
            let Some(by) = node.seen.iter().map(difference).min() else { continue };
            let order = Order { less, by, greater };
            if by.abs() <= 16 && !found.contains(&order) {
                found.push(order);
            }
        }
        let labels = found.iter().enumerate().map(|(index, it)| (format!("order.{index}"), *it));
        node.orders = labels.collect();
    }

    /// Sums of counters that do not wrap.
    fn wholes(&self, node: &mut Node) {
        for (&word, polynomial) in &node.solved {
            let is_linear = polynomial.keys().all(|of| matches!(of[..], [] | [(_, 1)]));
            let factors = polynomial.values().map(|by| self.width().signed(*by));
            let is_small = factors.into_iter().all(|by| by.abs() <= 64);
            let is_sum = polynomial.keys().filter(|of| !of.is_empty()).count() > 1;
            if !is_linear || !is_small || !is_sum || !self.is_counter(node, word) {
                continue;
            }
            let is_whole = node.seen.iter().all(|seen| {
                let product = |(of, by): (&Vec<Factor>, &u64)| {
                    let variable = of.first().map(|(variable, _)| *variable);
                    let value = variable.map_or(1, |it| self.signed(seen, Some(it)));
                    self.width().signed(*by) * i128::from(value)
                };
                let sum: i128 = polynomial.iter().map(product).sum();
                sum == i128::from(self.signed(seen, Some(Variable::Word(word))))
            });
            if is_whole {
                node.whole.insert(format!("whole.{}", node.whole.len()), word);
            }
        }
    }

    /// Remainders by the numbers of pieces of a plan.
    fn multiples(&self, node: &mut Node, plan: &Plan) {
        let divisors: BTreeSet<u64> =
            plan.ways.iter().map(|(_, _, k)| u64::from(*k)).filter(|k| *k > 1).collect();
        let inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let words = self.counters(node);
        let all: Vec<Variable> = inputs.map(Variable::Input).chain(words.iter().copied()).collect();
        let mut pairs: Vec<[Option<Variable>; 2]> = Vec::new();
        for &one in &all {
            pairs.push([Some(one), None]);
            pairs.extend(words.iter().filter(|it| **it != one).map(|it| [Some(one), Some(*it)]));
        }
        for of in pairs {
            let values =
                node.seen.iter().map(|seen| self.signed(seen, of[0]) - self.signed(seen, of[1]));
            let values: BTreeSet<i64> = values.collect();
            for &by in &divisors {
                let remainders: BTreeSet<i64> =
                    values.iter().map(|it| it.rem_euclid(by as i64)).collect();
                let is_natural = values.first().is_some_and(|it| *it >= 0);
                if remainders.len() == 1 && values.len() > 2 && is_natural {
                    let plus = remainders.first().map_or(0, |it| (by as i64 - it) as u64 % by);
                    let label = format!("multiple.{}", node.multiples.len());
                    node.multiples.insert(label, (of, plus, by));
                }
            }
        }
    }
}

/// The sum of columns with factors.
fn named(columns: &[Vec<Factor>], of: BTreeMap<usize, u64>) -> Polynomial {
    of.into_iter().map(|(column, by)| (columns[column].clone(), by)).collect()
}

/// `choose(x, k)` modulo 2^width, for `k` up to 6.
pub fn choose(width: Width, x: u64, k: u32) -> u64 {
    // The product of k numbers in a row, divided by 1, 2, ..., k as soon as that is possible.
    let mut factors: Vec<u128> =
        (0..u128::from(k)).map(|it| u128::from(x).wrapping_sub(it)).collect();
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
