//! The nodes of a plan, with the facts that hold at them in all runs.
//!
//! Equations come first: each word of a state is expressed by the inputs and by earlier words, as a linear combination
//! or as a polynomial (a closed form). Polynomials are sums of products of binomials `choose(x, k)`: these express
//! every sum of powers with integer factors modulo 2^width, while powers would need divisions. Then come orders between
//! the words that no equation gives.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use tamarin_kernel::claim::Claim;
use tamarin_kernel::evidence::Side;
use tamarin_kernel::machine::{Comparison, Instruction, Machine, Value};
use tamarin_kernel::word::{Operator, Width};

use super::columns::{Columns, choose};
use super::congruences::Congruence;
use super::equations::{Solver, is_linear, is_multiple, is_sum};
use super::plan::Plan;
use super::regions::Region;
use super::runs::{Given, Runs, Spot, Stop};
use crate::samples::Random;
use crate::tactics::ring;
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
    /// The quotient of a division of inputs and numbers, by its number among [`Runs::divisions`].
    Quotient(usize),
    /// The remainder of such a division.
    Remainder(usize),
}

/// `choose(x, k)`; `x` itself for `k = 1`.
pub type Factor = (Variable, u32);

/// A sum of monomials with factors modulo 2^width.
pub type Polynomial = BTreeMap<Vec<Factor>, u64>;

/// How words are interpreted as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// As two's complement.
    Signed,
    /// As unsigned numbers.
    Unsigned,
}

impl Sign {
    /// The integer value of a word.
    pub fn number(self, width: Width, word: u64) -> i128 {
        match self {
            Sign::Signed => width.signed(word),
            Sign::Unsigned => i128::from(word),
        }
    }

    /// How the programs compare words: as unsigned or as signed numbers, or both if they only test whether words are equal.
    fn of_programs(claim: &Claim, machine: &Machine) -> Vec<Sign> {
        let of_value = |value: &Value| match value {
            Value::Apply(Operator::Less, ..) => Some(Sign::Unsigned),
            Value::Apply(Operator::LessSigned, ..) => Some(Sign::Signed),
            _ => None,
        };
        let of_word = |word: &u64| match (machine.decode)(*word) {
            Some(Instruction::Branch { when: Comparison::Below, .. }) => vec![Sign::Unsigned],
            Some(Instruction::Branch { when: Comparison::BelowSigned, .. }) => vec![Sign::Signed],
            Some(Instruction::Compute { sets, .. }) => {
                sets.iter().filter_map(|(_, value)| of_value(value)).collect()
            }
            _ => Vec::new(),
        };
        let found: BTreeSet<Sign> = claim.programs.iter().flatten().flat_map(of_word).collect();
        // A loop that ends at an equal number counts up to it, or down, as an unsigned number.
        let equal = [Sign::Signed, Sign::Unsigned];
        if found.is_empty() { equal.to_vec() } else { found.into_iter().rev().collect() }
    }
}

/// The inequality `x + by <= y` over the integers; a missing variable is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order {
    /// The smaller side, `x`.
    pub less: Option<Variable>,
    /// The offset.
    pub by: i64,
    /// The greater side, `y`.
    pub greater: Option<Variable>,
    /// How the words are interpreted.
    pub sign: Sign,
}

/// The fact that a number divides `x - y + plus`; a missing variable is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// `x` and `y`.
    pub of: [Option<Variable>; 2],
    /// The offset.
    pub plus: u64,
    /// The divisor.
    pub by: u64,
    /// Whether the fact is stated about the last bits of the word, and the divisor is a power of two.
    pub is_of_bits: bool,
}

/// A pair of locations, with the facts that hold there.
#[derive(Clone, Debug)]
pub struct Node {
    /// The locations.
    pub at: [Place; 2],
    /// The states of runs at this node: the index of the input, and of the stop of each program.
    pub seen: Vec<(usize, [usize; 2])>,
    /// Words that no equation gives.
    pub free: Vec<Word>,
    /// Words that equations give.
    pub solved: BTreeMap<Word, Polynomial>,
    /// Orders, by labels.
    pub orders: BTreeMap<String, Order>,
    /// Differences of words that are multiples of a number, by labels.
    pub multiples: BTreeMap<String, Multiple>,
    /// Remainders that words share, by labels.
    pub congruences: BTreeMap<String, Congruence>,
    /// Words whose equation holds for integers too, without any wrap, by labels.
    pub whole: BTreeMap<String, (Word, Sign)>,
    /// Products of two words that do not wrap, by labels.
    pub products: BTreeMap<String, [Variable; 2]>,
    /// Where both memories agree, by labels.
    pub regions: BTreeMap<String, Region>,
    /// For each order that splits this node, whether it holds here.
    pub cases: Vec<bool>,
}

impl Node {
    /// A node without facts.
    pub fn new((at, cases): Key) -> Node {
        let (seen, free, solved) = (Vec::new(), Vec::new(), BTreeMap::new());
        let (orders, multiples, whole) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (congruences, products, regions) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Node {
            at,
            seen,
            free,
            solved,
            orders,
            multiples,
            congruences,
            whole,
            products,
            regions,
            cases,
        }
    }

    /// Removes the equations of some words. What these words have in common remains: where two of them were the same, they
    /// still are.
    pub fn free(&mut self, width: Width, words: &[Word]) {
        let mut gone: Vec<(Word, Polynomial)> = Vec::new();
        for word in words {
            let Some(of) = self.solved.remove(word) else { continue };
            let mut others = gone.iter().map(|(first, given)| (*first, given));
            match others.find_map(|other| shared(width, &of, other)) {
                Some(equation) => drop(self.solved.insert(*word, equation)),
                None => {
                    self.free.push(*word);
                    gone.push((*word, of));
                }
            }
        }
    }

    /// Removes all facts but equations, regions, and that products do not wrap.
    pub fn keep_equations(&mut self) {
        self.orders.clear();
        self.multiples.clear();
        self.congruences.clear();
        self.whole.clear();
    }
}

/// The equation of a word that remains when it is no longer given by a polynomial, and neither is another word: of `x = p`
/// and `y = q` this is `y = by*x + (q - by*p)`. None unless it has fewer terms than `q`.
fn shared(width: Width, of: &Polynomial, other: (Word, &Polynomial)) -> Option<Polynomial> {
    let (first, given) = other;
    let leads = given.iter().find(|(monomial, by)| !monomial.is_empty() && *by % 2 == 1)?;
    let by = of.get(leads.0)?.wrapping_mul(ring::inverse(*leads.1));
    let mut rest = of.clone();
    for (monomial, factor) in given {
        let term = rest.entry(monomial.clone()).or_default();
        *term = width.wrap(term.wrapping_sub(by.wrapping_mul(*factor)));
    }
    rest.retain(|_, factor| *factor != 0);
    let is_simpler = rest.len() < of.len();
    rest.insert(vec![(Variable::Word(first), 1)], width.wrap(by));
    is_simpler.then_some(rest)
}

/// The locations of both programs, and which of the splitting orders hold.
pub type Key = ([Place; 2], Vec<bool>);

/// Cached paces, by program, location and word.
type Paces = RefCell<HashMap<(Side, Place, Spot), u64>>;

/// Builds nodes from runs.
pub struct Maker<'r> {
    /// The claim.
    pub claim: &'r Claim,
    /// The machine.
    pub machine: &'static Machine,
    /// The runs.
    pub runs: &'r Runs,
    /// The degree of polynomials.
    pub degree: u32,
    /// How words are interpreted in orders.
    pub signs: Vec<Sign>,
    /// The orders of inputs that split all nodes.
    pub splits: Vec<Order>,
    /// The order of words that splits the node of a pair of locations.
    pub local: BTreeMap<[Place; 2], Order>,
    paces: Rc<Paces>,
    /// Work done; a unit is about one multiplication of words.
    pub work: Cell<u64>,
}

impl<'r> Maker<'r> {
    /// A maker for polynomials up to this degree.
    pub fn new(
        claim: &'r Claim,
        machine: &'static Machine,
        runs: &'r Runs,
        degree: u32,
    ) -> Maker<'r> {
        let signs = Sign::of_programs(claim, machine);
        let (splits, local, paces) = (Vec::new(), BTreeMap::new(), Rc::default());
        Maker { claim, machine, runs, degree, signs, splits, local, paces, work: Cell::new(0) }
    }

    /// The same maker, with nodes split by these orders.
    pub fn with(&self, splits: Vec<Order>, local: BTreeMap<[Place; 2], Order>) -> Maker<'r> {
        let Maker { claim, machine, runs, degree, .. } = *self;
        let (signs, paces) = (self.signs.clone(), Rc::clone(&self.paces));
        Maker { claim, machine, runs, degree, signs, splits, local, paces, work: Cell::new(0) }
    }

    /// The nodes that a plan reaches.
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
                let node = nodes.entry(key.clone()).or_insert_with(|| Node::new(key));
                node.seen.push(seen);
            }
        }
        nodes.values_mut().for_each(|node| self.complete(node, plan));
        nodes
    }

    /// Adds the facts that hold in all states seen at a node.
    pub(super) fn complete(&self, node: &mut Node, plan: &Plan) {
        let words = self.words(node);
        let columns = self.columns(node, &words);
        let mut solver = Solver::new(self, &columns);
        solver.solve(node, words);
        self.regions(node);
        let work = solver.work + columns.size() + self.facts(node, &columns, plan);
        let work = work + self.congruences(node, &columns);
        self.work.set(self.work.get() + work);
    }

    fn columns(&self, node: &Node, words: &[Word]) -> Columns {
        let mut columns = Columns::new(self.width(), node.seen.len());
        let given = self.inputs().chain(self.divisions());
        for variable in given.chain(words.iter().copied().map(Variable::Word)) {
            columns.add(variable, node.seen.iter().map(|seen| self.value(seen, variable)));
        }
        columns
    }

    /// The inputs.
    pub fn inputs(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..self.runs.inputs.first().map_or(0, Vec::len)).map(Variable::Input)
    }

    /// The results of divisions of inputs and numbers.
    pub fn divisions(&self) -> impl Iterator<Item = Variable> + use<> {
        let all = 0..self.runs.divisions.len();
        all.flat_map(|number| [Variable::Quotient(number), Variable::Remainder(number)])
    }

    /// The inputs, and the results of divisions that give words of a node. An input of which only these results are live is
    /// left out.
    pub fn given(&self, node: &Node) -> impl Iterator<Item = Variable> + use<> {
        let live: BTreeSet<Variable> =
            node.solved.values().flat_map(|of| of.keys().flatten().map(|it| it.0)).collect();
        let divided = |variable: &Variable| match *variable {
            Variable::Quotient(number) | Variable::Remainder(number) => {
                self.runs.divisions[number].to_vec()
            }
            Variable::Input(_) | Variable::Word(_) => Vec::new(),
        };
        let operands: Vec<Given> = live.iter().flat_map(divided).collect();
        let inputs = (0..self.inputs().count()).filter(|&input| {
            live.contains(&Variable::Input(input)) || !operands.contains(&Given::Input(input))
        });
        let all: Vec<Variable> = inputs.map(Variable::Input).collect();
        all.into_iter().chain(self.divisions().filter(move |it| live.contains(it)))
    }

    /// The result of a division in the run of an input.
    fn divided(&self, operator: Operator, number: usize, input: &[u64]) -> u64 {
        let [a, b] = self.runs.divisions[number].map(|it| it.value(input));
        operator.apply(self.width(), a, b)
    }

    /// The orders that split the node of a pair of locations.
    pub fn cases(&self, at: [Place; 2]) -> impl Iterator<Item = &Order> {
        self.splits.iter().chain(self.local.get(&at))
    }

    /// The key of the node to which a pair of stops belongs.
    pub fn key(&self, at: [Place; 2], seen: &(usize, [usize; 2])) -> Key {
        let holds = |order: &Order| {
            let number = |it: Option<Variable>| {
                it.map_or(0, |it| order.sign.number(self.width(), self.value(seen, it)))
            };
            number(order.less) + i128::from(order.by) <= number(order.greater)
        };
        (at, self.cases(at).map(holds).collect())
    }

    /// The width of words.
    pub fn width(&self) -> Width {
        self.machine.width
    }

    pub(super) fn stop(&self, seen: &(usize, [usize; 2]), side: Side) -> &Stop {
        &self.runs.traces[seen.0][side.index()].stops[seen.1[side.index()]]
    }

    /// A state that satisfies the node's equations, with pseudo-random values for words that are neither given by
    /// equations nor counters. A fact that fails there does not follow from the node.
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
                Variable::Quotient(_) | Variable::Remainder(_) => self.value(seen, variable),
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

    /// The states of both programs at a pair of stops.
    pub fn seen(&self, seen: &(usize, [usize; 2])) -> Seen {
        let of = Side::BOTH.map(|side| self.stop(seen, side));
        Seen {
            input: self.runs.inputs[seen.0].clone(),
            registers: of.map(|stop| stop.registers.clone()),
            cells: of.map(|stop| stop.cells.clone()),
        }
    }

    /// The value of a variable at a pair of stops.
    pub fn value(&self, seen: &(usize, [usize; 2]), variable: Variable) -> u64 {
        let input = &self.runs.inputs[seen.0];
        match variable {
            Variable::Input(number) => input[number],
            Variable::Word((side, spot)) => self.stop(seen, side).word(spot).unwrap_or(0),
            Variable::Quotient(number) => self.divided(Operator::Quotient, number, input),
            Variable::Remainder(number) => self.divided(Operator::Remainder, number, input),
        }
    }

    /// The live words of both programs at a node.
    fn words(&self, node: &Node) -> Vec<Word> {
        let mut words = Vec::new();
        for side in Side::BOTH {
            let live = self.runs.live[side.index()].get(&node.at[side.index()]);
            for &spot in live.into_iter().flatten() {
                let is_there =
                    node.seen.iter().all(|seen| self.stop(seen, side).word(spot).is_some());
                let is_zero = matches!(spot, Spot::Register(it) if self.machine.zero == Some(it));
                let is_element = matches!(spot, Spot::Cell(at) if self.is_element(at));
                if is_there && !is_zero && !is_element {
                    words.push((side, spot));
                }
            }
        }
        // Words that change least come first, so that others are expressed by them. Among those, registers come first,
        // since their equations are substituted at once.
        words.sort_by_key(|word| {
            (self.pace(node, *word), matches!(word.1, Spot::Cell(_)), word.0, word.1)
        });
        words
    }

    /// The input that a word of a program equals that is still at its start.
    pub(super) fn initial(&self, node: &Node, (side, spot): Word) -> Option<Variable> {
        if node.at[side.index()] != Place::Start {
            return None;
        }
        let mut inputs = 0..self.runs.inputs.first().map_or(0, Vec::len);
        let is_same = |input: &usize| {
            let mut runs = self.runs.traces.iter().zip(&self.runs.inputs);
            runs.all(|(of, words)| of[side.index()].stops[0].word(spot) == Some(words[*input]))
        };
        inputs.find(is_same).map(Variable::Input)
    }

    /// Whether a word changes only by a few small amounts from one segment to the next.
    pub fn is_counter(&self, node: &Node, word: Word) -> bool {
        self.pace(node, word) < u64::MAX
    }

    /// Whether a word changes from one segment to the next.
    pub fn changes(&self, node: &Node, word: Word) -> bool {
        self.pace(node, word) > 0
    }

    /// The largest change of a word from one segment to the next; `u64::MAX` if the changes are many or large.
    pub fn pace(&self, node: &Node, (side, spot): Word) -> u64 {
        let place = node.at[side.index()];
        if let Some(&pace) = self.paces.borrow().get(&(side, place, spot)) {
            return pace;
        }
        let width = self.width();
        // Changes from one segment to the next, and from one visit of the location to the next.
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

    /// The counters at a node, except those that an equation with one term gives. The ends of shared memory count, too.
    pub fn counters(&self, node: &Node) -> Vec<Variable> {
        let is_sum = |of: &Polynomial| is_sum(of) && is_linear(of);
        let solved = node.solved.iter().filter(|(_, of)| is_sum(of)).map(|(word, _)| word);
        let words = node.free.iter().chain(solved).filter(|it| self.is_counter(node, **it));
        words.copied().chain(self.ends(node)).map(Variable::Word).collect()
    }

    /// Words that are multiples of an input: where memory is shared, they are the ends of arrays. Of equal ones the first.
    fn ends(&self, node: &Node) -> Vec<Word> {
        let mut found: Vec<(&Word, &Polynomial)> = Vec::new();
        for (word, of) in node.solved.iter().filter(|_| !node.regions.is_empty()) {
            let is_new = found.iter().all(|(_, other)| *other != of);
            if is_new && is_multiple(self.width(), of) && !self.changes(node, *word) {
                found.push((word, of));
            }
        }
        found.into_iter().map(|(word, _)| *word).collect()
    }

    /// Whether a word is an address in shared memory: the end of an array, or a word that changes by multiples of the size
    /// of a word.
    pub fn is_pointer(&self, node: &Node, word: Word) -> bool {
        let pace = self.pace(node, word);
        let moves = pace > 0 && pace.is_multiple_of(self.machine.layout.word);
        !node.regions.is_empty() && (moves || self.ends(node).contains(&word))
    }
}
