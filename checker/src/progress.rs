//! Termination: no cycle of nodes runs forever.
//!
//! A measure is a word, or the difference or sum of two modulo 2^32. It excludes a set of cycles if, as an unsigned
//! number, no step increases it and some steps decrease it; the remaining steps, without those, must be excluded in the
//! same way. A run that repeats these steps forever would decrease a 32-bit word again and again, and never increase
//! it.

use std::collections::{BTreeMap, BTreeSet};

use crate::advisor::Step;
use crate::certificate::{Location, Measure, Name};
use crate::obligation::{Goal, Kind, Obligation};
use crate::refusal::Refusal;
use crate::terms::{Condition, Fact, Terms, Word};
use crate::walk::Walk;

/// Refuses unless no run repeats these steps forever.
pub(crate) fn is_finite(walk: &mut Walk<'_>, steps: Vec<&Step>) -> Result<(), Refusal> {
    let mut open = cycles(steps);
    while let Some(cycle) = open.pop() {
        let rest = without_decreasing(walk, &cycle)?;
        open.extend(cycles(rest));
    }
    Ok(())
}

/// The steps on cycles, grouped by strongly connected components.
fn cycles(steps: Vec<&Step>) -> Vec<Vec<&Step>> {
    let mut reached: BTreeMap<[Location; 2], BTreeSet<[Location; 2]>> = BTreeMap::new();
    for step in &steps {
        reached.entry(step.from).or_default().insert(step.to);
    }
    // There are few nodes, so a simple transitive closure is enough.
    loop {
        let mut changed = false;
        for from in reached.keys().copied().collect::<Vec<_>>() {
            let further: BTreeSet<_> =
                reached[&from].iter().filter_map(|to| reached.get(to)).flatten().copied().collect();
            let all = reached.entry(from).or_default();
            let before = all.len();
            all.extend(further);
            changed |= all.len() > before;
        }
        if !changed {
            break;
        }
    }
    let reaches = |from: &[Location; 2], to: &[Location; 2]| {
        reached.get(from).is_some_and(|reached| reached.contains(to))
    };
    let mut cycles: BTreeMap<[Location; 2], Vec<&Step>> = BTreeMap::new();
    for step in steps {
        if step.from == step.to || reaches(&step.to, &step.from) {
            // The first node of a component names it.
            let together = reached.keys().filter(|node| {
                **node == step.from || reaches(node, &step.from) && reaches(&step.from, node)
            });
            let name = together.min().copied().unwrap_or(step.from);
            cycles.entry(name).or_default().push(step);
        }
    }
    cycles.into_values().collect()
}

fn without_decreasing<'s>(
    walk: &mut Walk<'_>,
    cycle: &[&'s Step],
) -> Result<Vec<&'s Step>, Refusal> {
    let measures = walk.advisor.measures(&walk.scene, cycle);
    for measure in measures {
        walk.advisor.tries(measure);
        let Some(goals) = goals(walk, measure, cycle) else {
            return Err(Refusal::Malformed("a measure is of words that there are not".into()));
        };
        let mut rest = Vec::new();
        let mut is_larger = false;
        for (&step, [less, more]) in cycle.iter().zip(goals) {
            let obligation = |kind, goal| Obligation {
                kind,
                node: step.from,
                conditions: &step.conditions,
                zeros: &[],
                goal: Goal::Holds(goal),
                claim: None,
            };
            let folded = |walk: &Walk<'_>, goal: Condition| {
                walk.scene.terms.folded(goal.fact).map(|holds| holds == goal.holds)
            };
            let is_less = match folded(walk, less) {
                Some(is_less) => is_less,
                None => walk.ask(&obligation(Kind::Decrease, less))?,
            };
            if is_less {
                continue;
            }
            let is_at_most = match folded(walk, more) {
                Some(is_at_most) => is_at_most,
                None => walk.ask(&obligation(Kind::NoIncrease, more))?,
            };
            if !is_at_most {
                is_larger = true;
                break;
            }
            rest.push(step);
        }
        if !is_larger && rest.len() < cycle.len() {
            return Ok(rest);
        }
    }
    let node = cycle.first().map_or([Location::Entry; 2], |step| step.from);
    Err(Refusal::NoMeasure(node))
}

/// For each step, that the measure decreases, and that it does not increase.
fn goals(walk: &mut Walk<'_>, measure: Measure, cycle: &[&Step]) -> Option<Vec<[Condition; 2]>> {
    let terms = &mut walk.scene.terms;
    let of_step = |step: &&Step| {
        let before = of(terms, measure, &step.before)?;
        let after = of(terms, measure, &step.after)?;
        let less = Condition { fact: Fact::Less(false, after, before), holds: true };
        let at_most = Condition { fact: Fact::Less(false, before, after), holds: false };
        Some([less, at_most])
    };
    cycle.iter().map(of_step).collect()
}

fn of(terms: &mut Terms, measure: Measure, values: &BTreeMap<Name, Word>) -> Option<Word> {
    let &(mut word) = values.get(&measure.word)?;
    if let Some(above) = measure.above {
        word = terms.sub(word, *values.get(&above)?);
    }
    if let Some(plus) = measure.plus {
        word = terms.add(word, *values.get(&plus)?);
    }
    Some(word)
}
