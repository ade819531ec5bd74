//! Splits nodes into cases, each of which has more equations than the node as a whole.
//!
//! There are two kinds. Inputs never change, so their signs and orders split all nodes and the start. The order of two
//! words of a state splits the node of one pair of locations: a sum made from both ends has one closed form until the
//! counters meet and another after that. A node can also be split on whether the divisor of a [congruence](Congruence) is
//! 0, which is where Euclid's algorithm ends, and on the value of a flag, if other words depend on it. A path then arrives
//! at the case whose order it satisfies.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::claim::Claim;

use super::congruences::Congruence;
use super::nodes::{Key, Maker, Node, Order, Sign, Variable, Word};
use super::plan::Plan;
use crate::Place;

/// Minimum number of rows for each case of a node.
const ROWS: usize = 16;

/// Candidates for splits of all nodes: the order of two inputs, and the signs of all inputs.
pub fn of_inputs(claim: &Claim, signs: &[Sign]) -> Vec<Vec<Order>> {
    let inputs: Vec<Option<Variable>> =
        (0..claim.inputs.len()).map(|number| Some(Variable::Input(number))).collect();
    let mut splits = Vec::new();
    for &sign in signs {
        let below = |less, greater| Order { less, by: 1, greater, sign };
        for &less in &inputs {
            let others = inputs.iter().filter(|greater| **greater != less);
            splits.extend(others.map(|greater| vec![below(less, *greater)]));
        }
        splits.push(inputs.iter().map(|input| below(None, *input)).collect());
    }
    splits
}

/// The average number of words per node that no equation gives, apart from counters, in thousandths.
pub fn unsolved(maker: &Maker<'_>, nodes: &BTreeMap<Key, Node>) -> usize {
    1_000 * nodes.values().map(|node| open(maker, node)).sum::<usize>() / nodes.len().max(1)
}

fn open(maker: &Maker<'_>, node: &Node) -> usize {
    node.free.iter().filter(|word| maker.pace(node, **word) != 1).count()
}

/// For each node, the order of two words that gives more equations in both of its cases.
pub fn of_words(
    maker: &Maker<'_>,
    plan: &Plan,
    nodes: &BTreeMap<Key, Node>,
) -> BTreeMap<[Place; 2], Order> {
    let all = nodes.values().filter_map(|node| Some((node.at, of_node(maker, plan, node)?)));
    all.collect()
}

fn of_node(maker: &Maker<'_>, plan: &Plan, node: &Node) -> Option<Order> {
    let before = open(maker, node);
    if before == 0 {
        return None;
    }
    let words = maker.counters(node);
    let pairs = words.iter().flat_map(|less| words.iter().map(move |greater| [*less, *greater]));
    let orders = pairs.filter(|[less, greater]| less != greater).flat_map(|[less, greater]| {
        let order = move |by, sign| Order { less: Some(less), by, greater: Some(greater), sign };
        maker.signs.iter().flat_map(move |sign| [order(0, *sign), order(1, *sign)])
    });
    let mut best: Option<(usize, Order)> = None;
    let mut consider = |order: Order, is_better: &dyn Fn([usize; 2]) -> bool| {
        let Some(cases) = cases(maker, plan, node, order) else { return };
        let after = cases.iter().sum();
        if is_better(cases) && best.is_none_or(|(least, _)| after < least) {
            best = Some((after, order));
        }
    };
    orders.for_each(|order| consider(order, &|cases| cases.iter().all(|it| *it < before)));
    // A remainder by 0 says nothing, but where a divisor is 0 an equation may hold instead.
    let is_less = |[a, b]: [usize; 2]| a.max(b) <= before && a.min(b) < before;
    let divisors = node.congruences.values().filter_map(Congruence::word);
    let positive = |word| Order { less: None, by: 1, greater: Some(word), sign: Sign::Unsigned };
    divisors.for_each(|word| consider(positive(word), &is_less));
    // A flag is a number in each case, and some other word has to be given by an equation there.
    let is_useful = |cases: [usize; 2]| cases.iter().all(|it| it + 1 < before);
    flags(maker, node).for_each(|order| consider(order, &is_useful));
    best.map(|(_, order)| order)
}

/// For each word that has two values at a node, whether it has the greater one: a flag says how the other program left its
/// loop.
fn flags(maker: &Maker<'_>, node: &Node) -> impl Iterator<Item = Order> {
    let values = |word: &Word| -> BTreeSet<i128> {
        let numbers = node.seen.iter().map(|seen| maker.value(seen, Variable::Word(*word)));
        numbers.map(|word| Sign::Signed.number(maker.width(), word)).collect()
    };
    node.free.iter().filter_map(move |word| {
        let values = values(word);
        let by = *values.last().filter(|_| values.len() == 2)? as i64;
        Some(Order { less: None, by, greater: Some(Variable::Word(*word)), sign: Sign::Signed })
    })
}

/// The open words of both cases of a node: where an order holds, and where it does not.
fn cases(maker: &Maker<'_>, plan: &Plan, node: &Node, order: Order) -> Option<[usize; 2]> {
    let local = BTreeMap::from([(node.at, order)]);
    let maker = maker.with(Vec::new(), local);
    let (yes, no): (Vec<_>, Vec<_>) =
        node.seen.iter().partition(|seen| maker.key(node.at, seen).1 == [true]);
    let are_enough = yes.len().min(no.len()) >= ROWS;
    are_enough.then(|| {
        [yes, no].map(|seen| {
            let mut case = Node::new((node.at, Vec::new()));
            case.seen = seen;
            maker.complete(&mut case, plan);
            open(&maker, &case)
        })
    })
}
