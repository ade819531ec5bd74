//! Decides whether two programs stop on the same inputs, and whether they stop at all.
//!
//! If one program stops, a run of the product moves it only finitely often. If the other one did
//! not stop, the run would repeat a cycle on which the first does not move. So they stop on the
//! same inputs if no such cycle can run for ever. A measure excludes a set of cycles. It is a word,
//! or the difference or sum of two words, that no transition increases (unsigned) and some
//! transitions decrease. Without the latter, the remaining transitions have to be excluded in the
//! same way (lexicographic measures; Bradley, Manna and Sipma, CAV 2005).

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxBuildHasher;

use super::decider::{Decided, Decider, Ended};
use super::product::{Product, Step, Transition};
use super::schedule::LocationPair;
use crate::machine::Inputs;
use crate::solver::Effort;
use crate::term::{self, Term};

/// Maximum number of changing words in measures.
const CHANGING: usize = 6;
/// Maximum number of other words.
const STANDING: usize = 6;
/// The effort of the query whether a sum decreases.
const OF_SUMS: Effort = Effort(4_000);
/// Maximum number of steps of one program alone for which inputs are queried.
const PARTINGS: usize = 4;
/// Maximum number of queries for all measures.
const QUESTIONS: u32 = 250;

/// What is proved about termination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stopping {
    /// Nothing.
    Open,
    /// They stop on the same inputs.
    Alike,
    /// They stop on all inputs.
    Always,
}

/// A word, its distance above another one, or the sum of two, by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A word.
    Word(usize),
    /// The first word minus the second.
    Above(usize, usize),
    /// The sum of both.
    Sum(usize, usize),
}

impl Measure {
    fn of(self, decider: &mut Decider<'_>, words: &[Term]) -> Term {
        match self {
            Measure::Word(word) => words[word],
            Measure::Above(word, other) => decider.terms.sub(words[word], words[other]),
            Measure::Sum(word, other) => decider.terms.add(words[word], words[other]),
        }
    }
}

/// What a product proves about termination, and the measures that show it.
pub async fn stopping(product: &Product, decider: &mut Decider<'_>) -> (Stopping, Vec<Measure>) {
    decider.allow(QUESTIONS);
    let mut measures = Vec::new();
    for still in [0, 1] {
        let steps = product.steps.iter().filter(|step| !step.way.moves[still]);
        match is_finite(steps.collect(), decider, &mut measures).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return (Stopping::Open, Vec::new()),
        }
    }
    let mut all = Vec::new();
    match is_finite(product.steps.iter().collect(), decider, &mut all).await {
        Ok(true) => (Stopping::Always, all),
        Ok(false) | Err(Ended::Limit) => (Stopping::Alike, measures),
        Err(_) => (Stopping::Open, Vec::new()),
    }
}

/// Inputs of states in which one program has ended and the other continues.
pub async fn partings(
    product: &Product,
    decider: &mut Decider<'_>,
    inputs: &[Term],
) -> Vec<Inputs> {
    let goes_on_alone = |step: &&Step| {
        let Transition { from, to, .. } = step.way;
        let ended = [from, to].map(|node| node.map(|at| at.is_final()));
        ended[1][0] != ended[1][1] || ended[0][0] != ended[0][1]
    };
    let mut found = Vec::new();
    for step in product.steps.iter().filter(goes_on_alone).take(PARTINGS) {
        let never = decider.terms.bool(false);
        if let Ok(Decided::Fails(state)) = decider.decide(&step.assumptions, never).await {
            let values = decider.terms.eval(inputs, &state);
            let inputs = values.into_iter().map(|value| value as u32).collect();
            if !found.contains(&inputs) {
                found.push(inputs);
            }
        }
    }
    found
}

/// Whether no run consists of these steps for ever. The measures that show it are added.
async fn is_finite(
    steps: Vec<&Step>,
    decider: &mut Decider<'_>,
    measures: &mut Vec<Measure>,
) -> Result<bool, Ended> {
    let mut open = cycles(steps);
    while let Some(cycle) = open.pop() {
        let Some((measure, rest)) = without_decreasing(&cycle, decider).await? else {
            return Ok(false);
        };
        if !measures.contains(&measure) {
            measures.push(measure);
        }
        open.extend(cycles(rest));
    }
    Ok(true)
}

/// The steps on cycles, by strongly connected components.
fn cycles(steps: Vec<&Step>) -> Vec<Vec<&Step>> {
    let mut graph: DiGraphMap<LocationPair, (), FxBuildHasher> = DiGraphMap::new();
    for step in &steps {
        graph.add_edge(step.way.from, step.way.to, ());
    }
    let components = tarjan_scc(&graph);
    let component: BTreeMap<LocationPair, usize> = (0..)
        .zip(&components)
        .flat_map(|(number, nodes)| nodes.iter().map(move |&node| (node, number)))
        .collect();
    let mut cycles: BTreeMap<usize, Vec<&Step>> = BTreeMap::new();
    for step in steps {
        let number = component[&step.way.from];
        // A component of one node has a cycle only if a step stays there.
        if number == component[&step.way.to] {
            cycles.entry(number).or_default().push(step);
        }
    }
    cycles.into_values().collect()
}

/// A measure that no step increases, and the steps that do not decrease it; `None` where each step
/// leaves every such measure as it is.
async fn without_decreasing<'p>(
    cycle: &[&'p Step],
    decider: &mut Decider<'_>,
) -> Result<Option<(Measure, Vec<&'p Step>)>, Ended> {
    for measure in measures(cycle, decider) {
        let mut rest = Vec::new();
        let mut is_larger = false;
        for &step in cycle {
            let [before, after] =
                [&step.before, &step.after].map(|words| measure.of(decider, words));
            let less = less(decider, after, before);
            let is_less = match measure {
                // That a sum does not wrap around makes the query slower.
                Measure::Sum(..) => decider.holds_alone(&step.assumptions, less, OF_SUMS).await?,
                _ => matches!(decider.decide(&step.assumptions, less).await?, Decided::Holds),
            };
            if is_less {
                continue;
            }
            let more = decider.terms.ult(before, after);
            let at_most = decider.terms.not(more);
            match decider.decide(&step.assumptions, at_most).await? {
                Decided::Holds => rest.push(step),
                Decided::Fails(_) | Decided::Open => {
                    is_larger = true;
                    break;
                }
            }
        }
        if !is_larger && rest.len() < cycle.len() {
            return Ok(Some((measure, rest)));
        }
    }
    Ok(None)
}

/// The condition that a word is less than another. For `x - d` and `x` it says that `d` is nonzero
/// and does not exceed `x`, which is equivalent and known where the program has tested it.
fn less(decider: &mut Decider<'_>, after: Term, before: Term) -> Term {
    let terms = &mut decider.terms;
    let (direct, taken) = (terms.ult(after, before), terms.sub(before, after));
    if !matches!(terms.node(taken), term::Node::Symbol(_)) {
        return direct;
    }
    let zero = terms.word(0);
    let (none, more) = (terms.eq(taken, zero), terms.ult(before, taken));
    let neither = terms.or(none, more);
    terms.not(neither)
}

/// Measures to try: words that change, their distances above or below others, and the sums of two.
fn measures(cycle: &[&Step], decider: &Decider<'_>) -> Vec<Measure> {
    let is_number = |&term: &Term| decider.terms.as_const(term).is_some();
    let (mut changing, mut standing) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    let words = cycle.first().map_or(0, |step| step.before.len());
    for word in 0..words {
        let change = |step: &&Step| (step.before[word], step.after[word]);
        let all: Vec<(Term, Term)> = cycle.iter().map(change).collect();
        if !seen.insert(all.clone()) || all.iter().all(|(before, _)| is_number(before)) {
            continue;
        }
        match all.iter().any(|(before, after)| before != after) {
            true if changing.len() < CHANGING => changing.push(word),
            false if standing.len() < STANDING => standing.push(word),
            _ => {}
        }
    }
    let alone = changing.iter().map(|&word| Measure::Word(word));
    let others = |word: usize| {
        let others = changing.iter().chain(&standing).copied();
        others.filter(move |&other| other != word)
    };
    let differences = changing.iter().flat_map(|&word| {
        others(word)
            .flat_map(move |other| [Measure::Above(other, word), Measure::Above(word, other)])
    });
    let sums = changing.iter().enumerate().flat_map(|(index, &word)| {
        changing[index + 1..].iter().map(move |&other| Measure::Sum(word, other))
    });
    alone.chain(differences).chain(sums).collect()
}
