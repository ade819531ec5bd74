//! Facts at a node besides equations: orders between counters, sums that do not wrap, remainders.
//!
//! When one program is done, the other one may still have to leave its loop by its own test. There, words that are not
//! counters get bounds, too.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::word::Width;

use super::columns::Columns;
use super::equations::{is_linear, is_sum};
use super::nodes::{Factor, Maker, Multiple, Node, Order, Sign, Variable};
use super::plan::Plan;
use super::runs::Given;
use crate::{Place, one_run};

/// Maximum offset in an order `x + by <= y`.
const BY: i128 = 16;
/// Maximum factor in a sum that does not wrap.
const FACTOR: i128 = 64;

impl Maker<'_> {
    /// Adds all facts to a node; returns the number of comparisons.
    pub(super) fn facts(&self, node: &mut Node, columns: &Columns, plan: &Plan) -> u64 {
        let words = self.counters(node);
        let all: Vec<Variable> = self.given(node).chain(words.iter().copied()).collect();
        let is_end = node.at.contains(&Place::Done);
        let others = node.free.iter().map(|word| Variable::Word(*word));
        let others: Vec<Variable> = others.filter(|it| is_end && !all.contains(it)).collect();
        // Products that do not wrap are about unsigned numbers.
        let is_unsigned = |sign: Sign| sign == Sign::Unsigned;
        let forms = closed_forms(node).filter(|it| !words.contains(it));
        let forms: Vec<Variable> = words.iter().copied().chain(forms).collect();
        node.orders.clear();
        if self.signs.iter().copied().any(is_unsigned) {
            products(node, columns, self.width());
        }
        let small = self.small(&all, &forms, &others, columns);
        for (index, &sign) in self.signs.iter().enumerate() {
            let small = if is_unsigned(sign) { &BTreeSet::new() } else { &small };
            let known = all.iter().chain(&forms).chain(&others).copied().map(Some).chain([None]);
            let numbers: Numbers = known.map(|it| (it, columns.numbers(sign, it))).collect();
            // At degree 1, closed forms are products of words in other orders, and these bound the products.
            let has_forms = is_unsigned(sign) && self.degree > 1;
            let ordered = if has_forms { &forms } else { &words };
            orders(node, [&all, ordered, &others], &numbers, small, (sign, self.array_address()));
            let width = self.width();
            let of_text = self.runs.numbers.iter().map(|word| sign.number(width, *word));
            let some: Vec<Variable> =
                words.iter().filter(|it| !small.contains(it)).copied().collect();
            bounds(node, &some, &numbers, (sign, &of_text.collect()));
            self.wholes(node, columns, &numbers, sign);
            if index == 0 {
                self.multiples(node, plan, &all, &words, &numbers);
                if one_run(self.claim).is_some() || self.runs.are_endless() {
                    last_bits(node, &all, &numbers, self.width());
                }
            }
        }
        (self.signs.len() * all.len() * (words.len() + 2) * columns.rows()) as u64
    }

    /// The words that are never negative. Where signed and unsigned numbers are compared, both say the same of these, and
    /// each further fact makes all proofs longer.
    fn small(
        &self,
        all: &[Variable],
        forms: &[Variable],
        others: &[Variable],
        columns: &Columns,
    ) -> BTreeSet<Variable> {
        if self.signs.len() < 2 {
            return BTreeSet::new();
        }
        let is_small = |it: &Variable| {
            let mut numbers = columns.numbers(Sign::Signed, Some(*it)).into_iter();
            numbers.all(|number| number >= 0)
        };
        all.iter().chain(forms).chain(others).copied().filter(is_small).collect()
    }

    /// Finds equations of counters that hold over the integers, without wrapping.
    fn wholes(&self, node: &mut Node, columns: &Columns, numbers: &Numbers, sign: Sign) {
        let of_variable = |it: Option<Variable>| {
            numbers.get(&it).cloned().unwrap_or_else(|| columns.numbers(sign, it))
        };
        for (&word, polynomial) in &node.solved {
            let factors = polynomial.values().map(|by| self.width().signed(*by));
            let is_small = factors.into_iter().all(|by| by.abs() <= FACTOR);
            let is_known = is_linear(polynomial) && is_small && is_sum(polynomial);
            if !is_known || !self.is_counter(node, word) {
                continue;
            }
            let mut sums = vec![0i128; columns.rows()];
            for (of, by) in polynomial {
                let by = self.width().signed(*by);
                match of.first() {
                    Some((variable, _)) => {
                        let column = of_variable(Some(*variable));
                        sums.iter_mut().zip(&column).for_each(|(sum, x)| *sum += by * *x);
                    }
                    None => sums.iter_mut().for_each(|sum| *sum += by),
                }
            }
            let column = of_variable(Some(Variable::Word(word)));
            if sums.iter().zip(&column).all(|(sum, x)| sum == x) {
                node.whole.insert(format!("whole.{}", node.whole.len()), (word, sign));
            }
        }
    }

    /// Finds inputs that a number divides at a node, but not in all runs: a program has tested the remainder.
    fn divided_inputs(&self, node: &mut Node) {
        for (number, of) in self.runs.divisions.iter().enumerate() {
            let [Given::Input(input), Given::Number(by)] = *of else { continue };
            let rest = |seen: &_| self.value(seen, Variable::Remainder(number));
            let is_everywhere = self.runs.inputs.iter().all(|of| of[input].is_multiple_of(by));
            if by > 1 && !is_everywhere && node.seen.iter().all(|seen| rest(seen) == 0) {
                let label = format!("multiple.{}", node.multiples.len());
                let of = [Some(Variable::Input(input)), None];
                let multiple = Multiple { of, plus: 0, by, is_of_bits: false };
                node.multiples.insert(label, multiple);
            }
        }
    }

    /// Finds remainders modulo the segment counts of a plan; those of two addresses modulo so many words.
    fn multiples(
        &self,
        node: &mut Node,
        plan: &Plan,
        all: &[Variable],
        words: &[Variable],
        numbers: &Numbers,
    ) {
        let mut counts: BTreeSet<i128> =
            plan.ways.iter().map(|way| i128::from(way.pieces)).collect();
        counts.insert(1);
        let mut pairs: Vec<[Option<Variable>; 2]> = Vec::new();
        for &one in all {
            pairs.push([Some(one), None]);
            pairs.extend(words.iter().filter(|it| **it != one).map(|it| [Some(one), Some(*it)]));
        }
        self.divided_inputs(node);
        for of in pairs {
            let values = || numbers[&of[0]].iter().zip(&numbers[&of[1]]).map(|(x, y)| x - y);
            let Some(first) = values().next() else { continue };
            let are_pointers = of
                .iter()
                .all(|it| matches!(it, Some(Variable::Word(word)) if self.is_pointer(node, *word)));
            let size = if are_pointers { i128::from(self.machine.layout.word) } else { 1 };
            for by in counts.iter().map(|count| count * size).filter(|by| *by > 1) {
                let rest = first.rem_euclid(by);
                let is_alike = values().all(|it| it >= 0 && it.rem_euclid(by) == rest);
                if is_alike && values().take(64).collect::<BTreeSet<i128>>().len() > 2 {
                    let plus = (by - rest) % by;
                    let label = format!("multiple.{}", node.multiples.len());
                    let (plus, by) = (plus as u64, by as u64);
                    node.multiples.insert(label, Multiple { of, plus, by, is_of_bits: false });
                }
            }
        }
    }
}

/// Finds the last bits of words that only change by multiples of a power of two. A loop that counts past its bound may never
/// meet it for this reason.
fn last_bits(node: &mut Node, words: &[Variable], numbers: &Numbers, width: Width) {
    for &word in words {
        let column = &numbers[&Some(word)];
        let changes = column.windows(2).map(|two| two[1] - two[0]);
        let bits = changes.filter(|it| *it != 0).map(i128::trailing_zeros).min();
        let (Some(bits @ 1..), Some(first)) = (bits, column.first()) else { continue };
        let by = 1i128 << bits.min(width.bits() - 1);
        let (plus, by) = ((-first).rem_euclid(by) as u64, by as u64);
        let multiple = Multiple { of: [Some(word), None], plus, by, is_of_bits: true };
        node.multiples.insert(format!("bits.{}", node.multiples.len()), multiple);
    }
}

/// The words that closed forms with products give. If they are ordered, such a product need not wrap.
fn closed_forms(node: &Node) -> impl Iterator<Item = Variable> {
    let forms = node.solved.iter().filter(|(_, of)| !is_linear(of));
    forms.map(|(word, _)| Variable::Word(*word))
}

/// Finds products of two words in closed forms that do not wrap.
fn products(node: &mut Node, columns: &Columns, width: Width) {
    let pair = |of: &Vec<Factor>| match of[..] {
        [(x, 1), (y, 1)] => Some([x, y]),
        _ => None,
    };
    let pairs: BTreeSet<[Variable; 2]> =
        node.solved.values().flat_map(|of| of.keys().filter_map(pair)).collect();
    node.products.clear();
    for of in pairs {
        let fits = |row: usize| {
            let [x, y] = of.map(|it| u128::from(columns.value(it, row)));
            x * y <= u128::from(width.most())
        };
        if (0..columns.rows()).all(fits) {
            node.products.insert(format!("product.{}", node.products.len()), of);
        }
    }
}

/// Finds bounds of counters next to numbers of the programs: a loop runs up to a number, a remainder is below one.
fn bounds(
    node: &mut Node,
    words: &[Variable],
    numbers: &Numbers,
    (sign, of_text): (Sign, &BTreeSet<i128>),
) {
    for &word in words {
        let column = &numbers[&Some(word)];
        let (Some(&least), Some(&most)) = (column.iter().min(), column.iter().max()) else {
            return;
        };
        if least == most {
            continue;
        }
        // Where runs did not meet a bound, the loop's test or the remainder says what it is.
        let most = of_text.range(most..=most + BY).next().map(|it| [most, most.max(it - 1)]);
        let least =
            of_text.range(least - BY..=least).next_back().map(|it| [least, least.min(it + 1)]);
        let number = |it: i128| i64::try_from(it).ok().filter(|_| it > BY);
        let above = most.into_iter().flatten().filter_map(number);
        let below = least.into_iter().flatten().filter_map(number);
        let word = Some(word);
        let above = above.map(|it| Order { less: word, by: -it, greater: None, sign });
        let below = below.map(|it| Order { less: None, by: it, greater: word, sign });
        let found: BTreeSet<Order> = above.chain(below).collect();
        for order in found {
            node.orders.insert(format!("order.{}", node.orders.len()), order);
        }
    }
}

/// Whether the constant bounds of two words, which are orders too, say how far they are apart.
fn is_by_bounds(less: &[i128], greater: &[i128], by: i128) -> bool {
    let (Some(&most), Some(&least)) = (less.iter().max(), greater.iter().min()) else {
        return false;
    };
    least - most == by && most <= BY && least >= -BY
}

/// Columns as integers, by variable.
type Numbers = BTreeMap<Option<Variable>, Vec<i128>>;

/// Finds orders between counters, inputs and constants, which are 0 and the address of the array; none between `small` words
/// alone.
fn orders(
    node: &mut Node,
    [all, words, others]: [&[Variable]; 3],
    numbers: &Numbers,
    small: &BTreeSet<Variable>,
    (sign, array): (Sign, Option<i128>),
) {
    let mut found = Vec::new();
    let bounds = |one: &Variable| [[None, Some(*one)], [Some(*one), None]];
    let mut pairs: Vec<[Option<Variable>; 2]> = others.iter().flat_map(bounds).collect();
    for &one in all {
        pairs.extend(bounds(&one));
        for &other in words {
            if one != other {
                pairs.extend([[Some(one), Some(other)], [Some(other), Some(one)]]);
            }
        }
    }
    let mut seen = BTreeSet::new();
    pairs.retain(|of| of.iter().flatten().any(|it| !small.contains(it)));
    for [less, greater] in pairs {
        let differences = numbers[&greater].iter().zip(&numbers[&less]).map(|(x, y)| x - y);
        let Some(by) = differences.min() else { continue };
        let is_near = |at: i128| less.is_none() && (at..=at + BY).contains(&by);
        if let Some(at) = array.filter(|at| is_near(*at)) {
            let by = at as i64;
            found.push(Order { less, by, greater, sign });
            continue;
        }
        if less.is_some()
            && greater.is_some()
            && is_by_bounds(&numbers[&less], &numbers[&greater], by)
        {
            continue;
        }
        let order = Order { less, by: by.clamp(-BY, BY) as i64, greater, sign };
        // An unsigned number is never negative.
        let is_trivial = sign == Sign::Unsigned && less.is_none() && by <= 0;
        if by.abs() <= BY && !is_trivial && seen.insert(order) {
            found.push(order);
        }
    }
    for order in found {
        node.orders.insert(format!("order.{}", node.orders.len()), order);
    }
}
