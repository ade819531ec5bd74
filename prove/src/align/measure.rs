//! Measures that prove termination of cycles on which one program waits, and of all cycles if the claim is that both
//! programs stop.
//!
//! The graph of waiting edges is divided into strongly connected components; their order is the first component of the
//! measure. Within each, the search looks for a word, a difference or a sum of two words that decreases on some edges and
//! increases on none. The edges on which it stays the same are a smaller graph, which is divided again, and so on.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::claim::Stopping;

use super::nodes::{Key, Maker, Node, Variable};
use super::plan::Plan;
use super::propose::Texts;
/// The key of a node.
type At = Key;

/// A candidate component: a constant, `x`, `x - y` or `x + y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Component {
    Constant,
    Word(Variable),
    Difference(Variable, Variable),
    Sum(Variable, Variable),
}

/// A step between nodes that a measure is for, in one run.
struct Edge {
    from: At,
    to: At,
    before: (usize, [usize; 2]),
    after: (usize, [usize; 2]),
}

/// Maximum number of comparisons in the search for one component.
const COMPARISONS: u64 = 4_000_000;
/// Maximum number of edges compared between two nodes.
const EDGES: usize = 600;
/// Maximum number of components of a measure, after the first.
const COMPONENTS: usize = 3;

/// The measure of each node.
pub fn measures(
    maker: &Maker<'_>,
    texts: &Texts<'_>,
    plan: &Plan,
    nodes: &BTreeMap<At, Node>,
) -> BTreeMap<At, Vec<String>> {
    let stopping = texts.claim.statement.agreement();
    let both_stop = matches!(stopping, Some((_, Stopping::Both)));
    let mut edges = Vec::new();
    for (input, traces) in maker.runs.traces.iter().enumerate() {
        for two in plan.pairs(traces).windows(2) {
            let (before, after) = ((input, two[0]), (input, two[1]));
            let [from, to] = [before, after].map(|seen| {
                let places = [0, 1].map(|side| traces[side].stops[seen.1[side]].place);
                maker.key(places, &seen)
            });
            let waits = (0..2).any(|side| two[0][side] == two[1][side]);
            if (waits || both_stop) && [&from, &to].iter().all(|at| nodes.contains_key(at)) {
                edges.push(Edge { from, to, before, after });
            }
        }
    }
    let edges = some(edges);
    let mut found: BTreeMap<At, Vec<String>> =
        nodes.keys().map(|at| (at.clone(), Vec::new())).collect();
    let mut open: Vec<&Edge> = edges.iter().collect();
    for number in 0..COMPONENTS {
        let ranks = ranks(nodes, &open);
        if number == 0 || ranks.values().collect::<BTreeSet<_>>().len() > 1 {
            found.iter_mut().for_each(|(at, measure)| measure.push(ranks[at].to_string()));
        }
        open.retain(|it| ranks[&it.from] == ranks[&it.to]);
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

/// At most [`EDGES`] edges between each two nodes, sampled evenly from the runs.
fn some(edges: Vec<Edge>) -> Vec<Edge> {
    let mut by_ends: BTreeMap<(At, At), Vec<Edge>> = BTreeMap::new();
    for edge in edges {
        by_ends.entry((edge.from.clone(), edge.to.clone())).or_default().push(edge);
    }
    let few = |all: Vec<Edge>| {
        let step = all.len().div_ceil(EDGES).max(1);
        all.into_iter().step_by(step)
    };
    by_ends.into_values().flat_map(few).collect()
}

fn text(texts: &Texts<'_>, component: Component) -> String {
    match component {
        Component::Constant => "0".into(),
        Component::Word(x) => texts.variable(x),
        Component::Difference(x, y) => format!("{} - {}", texts.variable(x), texts.variable(y)),
        Component::Sum(x, y) => format!("{} + {}", texts.variable(x), texts.variable(y)),
    }
}

/// The rank of each node in a topological order of the components: an edge never leads to a higher rank.
fn ranks(nodes: &BTreeMap<At, Node>, edges: &[&Edge]) -> BTreeMap<At, usize> {
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
    // Nodes of one component reach the same nodes; a node of a lower component reaches fewer.
    let sizes: BTreeSet<(usize, &BTreeSet<At>)> = all.values().map(|it| (it.len(), it)).collect();
    let sizes: Vec<_> = sizes.into_iter().collect();
    let rank = |of: &BTreeSet<At>| sizes.iter().position(|(_, it)| *it == of).unwrap_or(0);
    all.iter().map(|(at, of)| (at.clone(), rank(of))).collect()
}

fn value(maker: &Maker<'_>, of: Option<&Component>, seen: &(usize, [usize; 2])) -> u64 {
    let value = |variable: &Variable| maker.value(seen, *variable);
    let word = match of {
        None | Some(Component::Constant) => 0,
        Some(Component::Word(x)) => value(x),
        Some(Component::Difference(x, y)) => value(x).wrapping_sub(value(y)),
        Some(Component::Sum(x, y)) => value(x).wrapping_add(value(y)),
    };
    maker.machine.width.wrap(word)
}

fn values(maker: &Maker<'_>, next: &BTreeMap<At, Component>, edge: &Edge) -> [u64; 2] {
    [
        value(maker, next.get(&edge.from), &edge.before),
        value(maker, next.get(&edge.to), &edge.after),
    ]
}

/// One word for each node, such that no edge increases it and some edge decreases it.
fn component(
    maker: &Maker<'_>,
    nodes: &BTreeMap<At, Node>,
    open: &[&Edge],
) -> Option<BTreeMap<At, Component>> {
    let within: BTreeSet<At> =
        open.iter().flat_map(|edge| [edge.from.clone(), edge.to.clone()]).collect();
    let within: Vec<At> = within.into_iter().collect();
    let place = |of: &At| within.iter().position(|at| at == of).unwrap_or(0);
    let ends: Vec<[usize; 2]> =
        open.iter().map(|edge| [place(&edge.from), place(&edge.to)]).collect();
    let pools: Vec<Vec<Component>> = within.iter().map(|at| pool(maker, &nodes[at])).collect();
    let mut search = Search {
        values: pools
            .iter()
            .enumerate()
            .map(|(at, pool)| values_of(maker, open, &ends, at, pool))
            .collect(),
        ends,
        chosen: Vec::new(),
        best: None,
        left: COMPARISONS,
    };
    let started = search.left;
    search.choose();
    maker.work.set(maker.work.get() + (started - search.left));
    let (_, best) = search.best?;
    Some(within.into_iter().zip(best.iter().zip(&pools).map(|(at, pool)| pool[*at])).collect())
}

/// The values of each candidate of a node before and after each edge that touches it.
fn values_of(
    maker: &Maker<'_>,
    open: &[&Edge],
    ends: &[[usize; 2]],
    at: usize,
    pool: &[Component],
) -> Vec<[Vec<u64>; 2]> {
    let values = |component: &Component| {
        [0, 1].map(|end| {
            let some = open.iter().zip(ends);
            let value = |(edge, ends): (&&Edge, &[usize; 2])| match ends[end] == at {
                true => value(maker, Some(component), [&edge.before, &edge.after][end]),
                false => 0,
            };
            some.map(value).collect()
        })
    };
    pool.iter().map(values).collect()
}

/// The candidates at a node.
fn pool(maker: &Maker<'_>, node: &Node) -> Vec<Component> {
    let words = maker.counters(node);
    let all: Vec<Variable> = maker.given(node).chain(words.iter().copied()).collect();
    let mut pool = Vec::new();
    for &from in &all {
        pool.push(Component::Word(from));
        let others = words.iter().filter(|to| **to != from);
        pool.extend(others.map(|to| Component::Difference(from, *to)));
    }
    // Other words decrease too, such as one that is halved, or a remainder.
    let words = node.free.iter().chain(node.solved.keys()).map(|word| Variable::Word(*word));
    let others = words.filter(|word| !all.contains(word));
    pool.extend(others.map(Component::Word));
    pool.push(Component::Constant);
    let sums = node.congruences.values().filter_map(|of| match of.sum[..] {
        [x, y] => Some(Component::Sum(x, y)),
        _ => None,
    });
    pool.extend(sums.collect::<BTreeSet<_>>());
    pool
}

/// The search for one candidate for each node.
struct Search {
    /// Values before and after each edge, by node and candidate.
    values: Vec<Vec<[Vec<u64>; 2]>>,
    /// The two nodes of each edge.
    ends: Vec<[usize; 2]>,
    chosen: Vec<usize>,
    /// The number of edges on which the best measure decreases, and its choice of candidates.
    best: Option<(usize, Vec<usize>)>,
    /// Comparisons left.
    left: u64,
}

impl Search {
    fn of(&self, edge: usize) -> [u64; 2] {
        [0, 1].map(|end| {
            let at = self.ends[edge][end];
            self.values[at][self.chosen[at]][end][edge]
        })
    }

    /// Chooses candidates for the remaining nodes, by backtracking.
    fn choose(&mut self) {
        let at = self.chosen.len();
        if at == self.values.len() {
            let edges = 0..self.ends.len();
            let count = edges.filter(|edge| matches!(self.of(*edge), [a, b] if b < a)).count();
            if count > self.best.as_ref().map_or(0, |(count, _)| *count) {
                self.best = Some((count, self.chosen.clone()));
            }
            return;
        }
        for distance in 0..self.values[at].len() {
            self.chosen.push(distance);
            let mut looks = 0;
            let rises = (0..self.ends.len()).any(|edge| {
                looks += 1;
                let is_known =
                    self.ends[edge].contains(&at) && self.ends[edge].iter().all(|it| *it <= at);
                is_known && matches!(self.of(edge), [a, b] if b > a)
            });
            self.left = self.left.saturating_sub(looks);
            if !rises {
                self.choose();
            }
            self.chosen.pop();
            if self.left == 0 {
                return;
            }
        }
    }
}
