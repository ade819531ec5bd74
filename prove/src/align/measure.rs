//! Measures: words that get smaller where a program waits.
//!
//! Nodes between which programs wait are put into components that are strongly connected; their order is the first
//! word of the measure. Within a component words are looked for that get smaller on some edges and larger on none;
//! then others for the edges that are left.

use std::collections::{BTreeMap, BTreeSet};

use super::nodes::{Key, Maker, Node, Variable};
use super::plan::Plan;
use super::propose::Texts;
/// A node.
type At = Key;

/// A component of a measure: `x - y`, `x`, `-y` or zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    from: Option<Variable>,
    to: Option<Variable>,
}

/// A move between nodes on which a program waits, in one run.
struct Edge {
    from: At,
    to: At,
    before: (usize, [usize; 2]),
    after: (usize, [usize; 2]),
}

/// Components of a measure at most, besides the first one.
const COMPONENTS: usize = 3;

/// The measure of each node.
pub fn measures(
    maker: &Maker<'_>,
    texts: &Texts<'_>,
    plan: &Plan,
    nodes: &BTreeMap<At, Node>,
) -> BTreeMap<At, Vec<String>> {
    let mut edges = Vec::new();
    for (input, traces) in maker.runs.traces.iter().enumerate() {
        for two in plan.pairs(traces).windows(2) {
            let (before, after) = ((input, two[0]), (input, two[1]));
            let [from, to] = [before, after].map(|seen| {
                let places = [0, 1].map(|side| traces[side].stops[seen.1[side]].place);
                maker.key(places, &seen)
            });
            let waits = (0..2).any(|side| two[0][side] == two[1][side]);
            if waits && [&from, &to].iter().all(|at| nodes.contains_key(at)) {
                edges.push(Edge { from, to, before, after });
            }
        }
    }
    let ranks = ranks(nodes, &edges);
    let mut found: BTreeMap<At, Vec<String>> =
        nodes.keys().map(|at| (at.clone(), vec![ranks[at].to_string()])).collect();
    let mut open: Vec<&Edge> = edges.iter().filter(|it| ranks[&it.from] == ranks[&it.to]).collect();
    for _ in 0..COMPONENTS {
        if open.is_empty() {
            break;
        }
        let mut next = BTreeMap::new();
        let places: BTreeSet<usize> = open.iter().map(|edge| ranks[&edge.from]).collect();
        for rank in places {
            let some = open.iter().filter(|edge| ranks[&edge.from] == rank);
            let some: Vec<&Edge> = some.copied().collect();
            next.extend(component(maker, nodes, &some).unwrap_or_default());
        }
        for (at, measure) in &mut found {
            measure.push(next.get(at).map_or("0".to_owned(), |it| text(texts, *it)));
        }
        open.retain(|edge| {
            let [before, after] = values(maker, &next, edge);
            before <= after
        });
    }
    found
}

fn text(texts: &Texts<'_>, distance: Distance) -> String {
    match (distance.from, distance.to) {
        (Some(x), Some(y)) => format!("{} - {}", texts.variable(x), texts.variable(y)),
        (Some(x), None) => texts.variable(x),
        (None, Some(y)) => format!("0 - {}", texts.variable(y)),
        (None, None) => "0".into(),
    }
}

/// The place of each node in an order in which moves go down or stay within a component.
fn ranks(nodes: &BTreeMap<At, Node>, edges: &[Edge]) -> BTreeMap<At, usize> {
    let pairs: BTreeSet<(At, At)> =
        edges.iter().map(|edge| (edge.from.clone(), edge.to.clone())).collect();
    let reach = |from: At| {
        let (mut seen, mut open) = (BTreeSet::from([from.clone()]), vec![from]);
        while let Some(at) = open.pop() {
            for (_, to) in pairs.iter().filter(|(one, _)| *one == at) {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let all: BTreeMap<At, BTreeSet<At>> =
        nodes.keys().map(|at| (at.clone(), reach(at.clone()))).collect();
    // Nodes of one component reach the same nodes; a node below reaches fewer.
    let sizes: BTreeSet<(usize, &BTreeSet<At>)> = all.values().map(|it| (it.len(), it)).collect();
    let sizes: Vec<_> = sizes.into_iter().collect();
    let rank = |of: &BTreeSet<At>| sizes.iter().position(|(_, it)| *it == of).unwrap_or(0);
    all.iter().map(|(at, of)| (at.clone(), rank(of))).collect()
}

fn value(maker: &Maker<'_>, of: Option<&Distance>, seen: &(usize, [usize; 2])) -> u64 {
    let Some(distance) = of else { return 0 };
    let value = |it: Option<Variable>| it.map_or(0, |it| maker.value(seen, it));
    maker.machine.width.wrap(value(distance.from).wrapping_sub(value(distance.to)))
}

fn values(maker: &Maker<'_>, next: &BTreeMap<At, Distance>, edge: &Edge) -> [u64; 2] {
    [
        value(maker, next.get(&edge.from), &edge.before),
        value(maker, next.get(&edge.to), &edge.after),
    ]
}

/// One word for each node, that no edge makes larger and some edge from a node to itself makes smaller.
fn component(
    maker: &Maker<'_>,
    nodes: &BTreeMap<At, Node>,
    open: &[&Edge],
) -> Option<BTreeMap<At, Distance>> {
    let within: BTreeSet<At> =
        open.iter().flat_map(|edge| [edge.from.clone(), edge.to.clone()]).collect();
    let pools: Vec<(At, Vec<Distance>)> =
        within.iter().map(|at| (at.clone(), pool(maker, &nodes[at]))).collect();
    let mut best: Option<(usize, BTreeMap<At, Distance>)> = None;
    let mut budget = 20_000u32;
    search(maker, &pools, open, &mut BTreeMap::new(), &mut best, &mut budget);
    best.map(|(_, found)| found)
}

/// Distances that a measure may have at a node.
fn pool(maker: &Maker<'_>, node: &Node) -> Vec<Distance> {
    let inputs = 0..maker.runs.inputs.first().map_or(0, Vec::len);
    let words = maker.counters(node);
    let all: Vec<Variable> = inputs.map(Variable::Input).chain(words.iter().copied()).collect();
    let mut pool = Vec::new();
    for &from in &all {
        pool.push(Distance { from: Some(from), to: None });
        for &to in &words {
            if from != to {
                pool.push(Distance { from: Some(from), to: Some(to) });
            }
        }
    }
    pool.push(Distance { from: None, to: None });
    pool
}

fn search(
    maker: &Maker<'_>,
    pools: &[(At, Vec<Distance>)],
    open: &[&Edge],
    chosen: &mut BTreeMap<At, Distance>,
    best: &mut Option<(usize, BTreeMap<At, Distance>)>,
    budget: &mut u32,
) {
    let Some(((at, pool), rest)) = pools.split_first() else {
        let smaller = open.iter().filter(|edge| {
            let [before, after] = values(maker, chosen, edge);
            after < before
        });
        let count = smaller.count();
        if count > best.as_ref().map_or(0, |(count, _)| *count) {
            *best = Some((count, chosen.clone()));
        }
        return;
    };
    for &distance in pool {
        if *budget == 0 {
            return;
        }
        *budget -= 1;
        chosen.insert(at.clone(), distance);
        let is_known = |edge: &&&Edge| {
            let touches = edge.from == *at || edge.to == *at;
            touches && chosen.contains_key(&edge.from) && chosen.contains_key(&edge.to)
        };
        let rises = open.iter().filter(is_known).any(|edge| {
            let [before, after] = values(maker, chosen, edge);
            after > before
        });
        if !rises {
            search(maker, rest, open, chosen, best, budget);
        }
        chosen.remove(at);
    }
}
