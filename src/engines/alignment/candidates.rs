//! Initial candidate invariants: everything of the requested shapes that holds on samples.
//!
//! A candidate is only a guess: the product removes whatever its transitions do not preserve. The
//! limits here therefore affect which proofs are found, never their validity.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::equations::Equations;
use super::hints::Hints;
use super::invariant::{Derived, Invariant, StateWord, Words};
use super::location::Location;
use super::memory::Given;
use super::orders::{Bound, Operand, Order};
use super::runs::{self, Pair};
use super::schedule::{LocationPair, Schedule};
use crate::flow::liveness::{Liveness, Places};
use crate::machine::Image;
use crate::machine::mips::{self, Op};
use crate::machine::setup::Observable;
use crate::term::{self, Term, Terms};

/// Maximum number of words at a node that products are made of.
const FACTORS: usize = 6;
/// Maximum number of words that products of three are made of.
const CUBED: usize = 3;
/// Maximum number of dividends and divisors at a node.
const DIVIDED: usize = 9;
const DIVIDING: usize = 4;
/// Maximum number of words of a program whose sums are divided.
const SUMMED: usize = 4;
/// Maximum number of words at a node that are ordered.
const ORDERED: usize = 9;
/// Maximum number of further words of the right program, which are ordered among each other and
/// with inputs and numbers: it may be in a loop of its own.
const OWN: usize = 6;
/// Maximum number of constants at a node that words are compared with.
const NUMBERS: usize = 4;

/// The shapes of invariants beyond linear equations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// Orders between words.
    pub orders: bool,
    /// Products of two words.
    pub products: bool,
    /// Products of three.
    pub cubes: bool,
    /// Triangular numbers of words.
    pub triangles: bool,
    /// Unsigned quotients and remainders by words that the programs divide by.
    pub divisions: bool,
    /// Remainders of words, and of sums of two, by constants that the programs divide by, and
    /// orders between words and constants.
    pub residues: bool,
    /// Restricted to live words: those that a program may read before it writes them. Dead words
    /// have many accidental relations on runs, which are useless.
    pub live: bool,
    /// Each query gets more effort.
    pub at_length: bool,
}

/// The relations to look for on samples.
#[derive(Clone, Debug, Default)]
struct Wanted {
    /// The shapes of invariants.
    shapes: Shapes,
    /// Pairs of columns whose products are included, for all shapes.
    products: Vec<(usize, usize)>,
    /// Orders that are included, for all shapes.
    orders: Vec<Bound>,
}

/// The states of both programs at a node, from which invariants of all shapes are made.
pub struct Samples {
    states: Vec<Vec<u32>>,
    /// The linear equations that hold on them.
    linear: Invariant,
}

/// The samples at each node that an alignment visits on these runs, except for the entry and the
/// ends.
pub fn samples(
    words: &Words,
    schedule: &Schedule,
    runs: &[Pair],
) -> BTreeMap<LocationPair, Samples> {
    let mut at_nodes: BTreeMap<LocationPair, Vec<Vec<u32>>> = BTreeMap::new();
    for pair in runs {
        for at in schedule.positions(pair) {
            let [left, right] = [0, 1].map(|side| &pair[side].cuts[at[side]]);
            let node = [left.at, right.at];
            if node != [Location::Entry; 2] && !node.iter().all(|at| at.is_final()) {
                at_nodes.entry(node).or_default().push(runs::joined(words, left, right));
            }
        }
    }
    let with_equations = |states: Vec<Vec<u32>>| {
        let mut linear = Invariant::of_nothing(words, Vec::new());
        states.iter().for_each(|state| _ = linear.add(state));
        Samples { states, linear }
    };
    at_nodes.into_iter().map(|(node, states)| (node, with_equations(states))).collect()
}

/// The candidate invariant at each node.
pub fn at_nodes(
    samples: &BTreeMap<LocationPair, Samples>,
    terms: &mut Terms,
    images: [&Image; 2],
    (words, given): (&Words, &Rc<Given>),
    (shapes, hints): (Shapes, &Hints),
) -> BTreeMap<LocationPair, Invariant> {
    let liveness = shapes.live.then(|| images.map(Liveness::of));
    let mut at_node = |(&node, samples): (&LocationPair, &Samples)| {
        let live = liveness.as_ref().map(|of| live(words, of.each_ref(), node, images));
        let (products, orders) = (hints.products(words), hints.orders(words));
        let wanted = Wanted { shapes, products, orders };
        (node, hold_on(samples, terms, images, (words, live.as_deref()), given, wanted))
    };
    samples.iter().map(&mut at_node).collect()
}

/// All requested relations that hold on samples.
fn hold_on(
    Samples { states: samples, linear }: &Samples,
    terms: &mut Terms,
    images: [&Image; 2],
    (words, live): (&Words, Option<&[bool]>),
    given: &Rc<Given>,
    Wanted { shapes, products, orders: hinted }: Wanted,
) -> Invariant {
    if shapes == Shapes::default() && products.is_empty() && hinted.is_empty() {
        return linear.clone();
    }
    let mut realised = linear.realised(terms, words, images, given);
    let numbers = numbers(terms, given, &realised.values);
    let of_live = live.map(|live| {
        let mut of_live = Invariant::of_nothing(words, Vec::new());
        of_live.equations = Equations::of(live.iter().copied().chain([true]));
        samples.iter().for_each(|sample| _ = of_live.add(sample));
        of_live
    });
    let linear = of_live.as_ref().unwrap_or(linear);
    if live.is_some() {
        realised = linear.realised(terms, words, images, given);
    }
    let is_live = |column: usize| live.is_none_or(|live| live[column]);
    let mut derived = Vec::new();
    // The free words; the others are sums of them.
    let is_free = |&column: &usize| {
        is_live(column)
            && matches!(terms.node(realised.values[column]), term::Node::Symbol(_))
            && samples.iter().any(|sample| sample[column] != samples[0][column])
    };
    let mut seen = BTreeSet::new();
    let free: Vec<usize> = (0..words.all.len())
        .filter(is_free)
        .filter(|&column| seen.insert(realised.values[column]))
        .collect();
    let mut sums = Vec::new();
    if shapes.residues {
        sums = pairs_of_a_side(&words.all, &free);
        for modulus in numbers_divided_by(images, words, &realised.values, terms) {
            derived.extend(sums.iter().map(|&sum| Derived::Residue(sum, modulus)));
            // In the order of words: inputs are solved for last.
            derived.extend(free.iter().rev().map(|&a| Derived::Remainder(a, modulus)));
        }
    }
    if shapes.divisions {
        derived.extend(divisions(images, words, &free, &realised.values, terms));
    }
    if shapes.triangles {
        derived.extend(free.iter().take(FACTORS).map(|&a| Derived::Triangle(a)));
    }
    if shapes.products {
        let free = &free[..free.len().min(FACTORS)];
        let of_free = free
            .iter()
            .enumerate()
            .flat_map(|(i, &a)| free[i..].iter().map(move |&b| Derived::Product(vec![a, b])));
        derived.extend(of_free);
    }
    if shapes.cubes {
        let free = &free[..free.len().min(CUBED)];
        for (i, &a) in free.iter().enumerate() {
            for (j, &b) in free.iter().enumerate().skip(i) {
                derived.extend(free[j..].iter().map(|&c| Derived::Product(vec![a, b, c])));
            }
        }
    }
    for (a, b) in products {
        let product = Derived::Product(vec![a, b]);
        if !derived.contains(&product) {
            derived.push(product);
        }
    }
    let mut invariant = linear.clone();
    if !derived.is_empty() {
        let columns = (0..words.all.len()).map(is_live);
        let equations = Equations::of(columns.chain(std::iter::repeat_n(true, derived.len() + 1)));
        invariant = Invariant { equations, ..Invariant::of_nothing(words, derived) };
        samples.iter().for_each(|sample| _ = invariant.add(sample));
        if shapes.at_length {
            invariant.leave_out_last_bits(words);
        }
    }
    if shapes.orders || shapes.residues {
        let of = (&words.all[..], &realised.values[..]);
        let halves = shapes.orders && images.iter().any(|image| looks_at_high_words(image));
        invariant.bounds =
            orders(terms, (numbers, &is_live), of, samples, (!shapes.orders, halves));
    }
    // A sum that does not wrap around has the remainder of its summands' sum.
    let hinted = hinted.into_iter().chain(sums.iter().map(|&[a, b]| Bound {
        a: Operand::Word(a),
        b: Operand::Sum(a, b),
        order: Order::Ule,
    }));
    let holds = |bound: &Bound| {
        let value = |operand: Operand, sample: &[u32]| operand.value(sample);
        samples
            .iter()
            .all(|sample| bound.order.holds(value(bound.a, sample), value(bound.b, sample)))
    };
    for bound in hinted.filter(holds) {
        if !invariant.bounds.contains(&bound) {
            invariant.bounds.push(bound);
        }
    }
    invariant
}

/// Whether a program divides.
pub fn divides(image: &Image) -> bool {
    divisions_of(image).next().is_some()
}

fn divisions_of(image: &Image) -> impl Iterator<Item = mips::Instruction> + '_ {
    let all = image.words().iter().filter_map(|&word| mips::decode(word));
    all.filter(|instruction| matches!(instruction.op, Op::Divu | Op::Div))
}

/// Quotients and remainders of the free words, and of constants that a program divides, by the
/// program's divisors.
fn divisions(
    images: [&Image; 2],
    words: &Words,
    free: &[usize],
    values: &[Term],
    terms: &Terms,
) -> Vec<Derived> {
    let (mut dividends, mut divisors) = (free.to_vec(), Vec::new());
    let mut divided = Vec::new();
    let column = |side, reg| words.all.iter().position(|word| *word == StateWord::Reg(side, reg));
    for (side, image) in images.into_iter().enumerate() {
        for division in divisions_of(image) {
            let is_number = |column: &usize| terms.as_const(values[*column]).is_some();
            dividends.extend(column(side, division.s).filter(is_number));
            divisors.extend(column(side, division.t));
            divided.extend(column(side, division.s));
        }
    }
    // In the next iteration the dividend may be the divisor.
    if divisors.iter().any(|&column| terms.as_const(values[column]).is_none()) {
        divisors.extend(divided);
    }
    let is_trivial = |column: usize| matches!(terms.as_const(values[column]), Some(0 | 1));
    let distinct = |columns: Vec<usize>, most| {
        let mut seen = BTreeSet::new();
        let new = columns.into_iter().filter(|&column| seen.insert(values[column]));
        new.filter(|&column| !is_trivial(column)).take(most).collect::<Vec<_>>()
    };
    let (dividends, divisors) = (distinct(dividends, DIVIDED), distinct(divisors, DIVIDING));
    let mut all = Vec::new();
    for &b in &divisors {
        for &a in dividends.iter().filter(|&&a| values[a] != values[b]) {
            if terms.as_const(values[a]).is_none() || terms.as_const(values[b]).is_none() {
                all.extend([Derived::Quotient(a, b), Derived::Remainder(a, b)]);
            }
        }
    }
    all
}

/// Pairs of free words of the same program, for sums.
fn pairs_of_a_side(all: &[StateWord], free: &[usize]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for side in [0, 1] {
        let is_of_side = |column: &&usize| match all[**column] {
            StateWord::Reg(of, _) | StateWord::Cell(of, _) => of == side,
            StateWord::Input(_) | StateWord::Hi(_) | StateWord::Lo(_) | StateWord::Taken(_) => {
                false
            }
        };
        let own: Vec<usize> = free.iter().filter(is_of_side).take(SUMMED).copied().collect();
        for (i, &a) in own.iter().enumerate() {
            pairs.extend(own[i + 1..].iter().map(|&b| [a, b]));
        }
    }
    pairs
}

/// Whether a program divides and has a constant for which remainders are included.
pub fn has_modulus(image: &Image) -> bool {
    let words = image.words();
    let loads = |&word: &u32| mips::decode(word).is_some_and(|it| it.op == Op::Lis);
    let loaded = words.iter().zip(words.iter().skip(1)).filter(|(word, _)| loads(word));
    divides(image) && loaded.map(|(_, number)| u64::from(*number)).any(is_modulus)
}

/// Whether remainders by a number add to the equations: modulo 2^32, these express remainders by
/// powers of two as multiples.
fn is_modulus(number: u64) -> bool {
    !number.is_power_of_two() && number != 0
}

/// The constants that programs divide by, as words that hold them.
fn numbers_divided_by(
    images: [&Image; 2],
    words: &Words,
    values: &[Term],
    terms: &Terms,
) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (side, image) in images.into_iter().enumerate() {
        for division in divisions_of(image) {
            let of = words.all.iter().position(|word| *word == StateWord::Reg(side, division.t));
            let number =
                |&column: &usize| terms.as_const(values[column]).filter(|by| is_modulus(*by));
            found.extend(of.filter(|column| number(column).is_some_and(|by| seen.insert(by))));
        }
    }
    found.truncate(DIVIDING);
    found
}

/// Whether a program multiplies and checks whether the product fits in a word. Words are then often
/// below 2^16, and the runs may be too short to come near that bound.
fn looks_at_high_words(image: &Image) -> bool {
    let ops = || image.words().iter().filter_map(|&word| mips::decode(word)).map(|it| it.op);
    let multiplies = ops().any(|op| matches!(op, Op::Mult | Op::Multu));
    multiplies && !divides(image) && ops().any(|op| op == Op::Mfhi)
}

/// The constants that words are compared with: small ones that some word holds.
fn numbers(terms: &Terms, given: &Given, values: &[Term]) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::from([0, 1]);
    numbers.extend(given.bounds());
    let most = NUMBERS + numbers.len() - 2;
    for number in values.iter().filter_map(|&value| terms.as_const(value)) {
        if numbers.len() < most && number < 1 << 20 {
            numbers.insert(number as u32);
        }
    }
    numbers
}

/// Which words are live at a node. All words of memory and of the input stream are; of the inputs
/// none, unless a register has to be preserved.
pub fn live(
    words: &Words,
    of: [&Liveness; 2],
    node: LocationPair,
    images: [&Image; 2],
) -> Vec<bool> {
    let places = [0, 1].map(|side| match node[side] {
        Location::Done => of[side].at_end(),
        at => at.pc().map_or_else(Places::default, |pc| of[side].at(pc)),
    });
    let observables = images.iter().flat_map(|image| &image.setup().observation.others);
    let keeps = observables.into_iter().any(|it| matches!(it, Observable::Kept(_)));
    let is_live = |word: &StateWord| match *word {
        StateWord::Input(_) => keeps,
        StateWord::Reg(side, reg) => places[side].has_reg(reg),
        StateWord::Hi(side) => places[side].has_hi(),
        StateWord::Lo(side) => places[side].has_lo(),
        StateWord::Cell(..) | StateWord::Taken(_) => true,
    };
    words.all.iter().map(is_live).collect()
}

/// The orders that hold on samples: between words and numbers and, unless only numbers are
/// requested, between words; with `halves`, also which words are below 2^16.
fn orders(
    terms: &mut Terms,
    (numbers, is_live): (BTreeSet<u32>, &dyn Fn(usize) -> bool),
    (all, values): (&[StateWord], &[Term]),
    samples: &[Vec<u32>],
    (are_of_numbers, halves): (bool, bool),
) -> Vec<Bound> {
    let (mut words, mut own) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for (column, &value) in values.iter().enumerate().filter(|(column, _)| is_live(*column)) {
        match terms.as_const(value) {
            Some(_) => {}
            None if seen.insert(value) => {
                let of_right = matches!(all[column], StateWord::Reg(1, _) | StateWord::Cell(1, _));
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
        Operand::Word(column) | Operand::Moved(column, _) => {
            matches!(all[column], StateWord::Reg(0, _) | StateWord::Cell(0, _))
        }
        Operand::Sum(..) | Operand::Number(_) => false,
    };
    let mut bounds = match are_of_numbers {
        true => Vec::new(),
        false => by_a_step(&words, &numbers, samples),
    };
    let kinds: &[Order] = if are_of_numbers { &[Order::Ult] } else { &[Order::Ult, Order::Slt] };
    let numbers = numbers.into_iter().map(Operand::Number);
    let operands: Vec<Operand> = words.iter().chain(&own).copied().chain(numbers).collect();
    for (i, &a) in operands.iter().enumerate() {
        for (j, &b) in operands.iter().enumerate() {
            let are_apart = own.contains(&a) && is_left(b) || own.contains(&b) && is_left(a);
            let is_number = |operand: Operand| matches!(operand, Operand::Number(_));
            let numbers = u32::from(is_number(a)) + u32::from(is_number(b));
            if i == j || are_apart || numbers == 2 || are_of_numbers && numbers == 0 {
                continue;
            }
            let holds = |order: Order| {
                samples.iter().all(|sample| order.holds(a.value(sample), b.value(sample)))
            };
            for &order in kinds {
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
    if halves {
        let half = Operand::Number(1 << 16);
        let all = words.iter().chain(&own);
        bounds.extend(all.map(|&word| Bound { a: word, b: half, order: Order::Ult }).filter(
            |it| {
                let holds =
                    |sample: &Vec<u32>| it.order.holds(it.a.value(sample), it.b.value(sample));
                samples.iter().all(holds)
            },
        ));
    }
    // An order that always holds is useless.
    bounds.retain(|bound| {
        let [a, b] = [bound.a, bound.b].map(|operand| operand.term(terms, values));
        let term = bound.order.term(terms, a, b);
        terms.as_bool(term).is_none()
    });
    bounds
}

/// The orders that hold on samples between words that were ordered before one of them took another
/// step: a loop ends when it has reached a bound, or passed it.
fn by_a_step(words: &[Operand], numbers: &BTreeSet<u32>, samples: &[Vec<u32>]) -> Vec<Bound> {
    let holds = |a: Operand, order: Order, b: Operand| {
        samples.iter().all(|sample| order.holds(a.value(sample), b.value(sample)))
    };
    let mut bounds = Vec::new();
    for &word in words {
        let Operand::Word(column) = word else { continue };
        for &b in words.iter().filter(|&&b| b != word) {
            for order in [Order::Ult, Order::Slt] {
                let is_ordered = |order| holds(word, order, b) || holds(b, order, word);
                if is_ordered(order) || order.weaker().is_some_and(is_ordered) {
                    continue;
                }
                let steps = numbers.iter().filter(|step| **step > 0);
                let moved = steps.flat_map(|&step| {
                    [step.wrapping_neg(), step].map(|by| Operand::Moved(column, by))
                });
                bounds.extend(moved.filter(|&a| holds(a, order, b)).map(|a| Bound { a, b, order }));
            }
        }
    }
    bounds
}
