//! The words on which it depends which path a program takes: those in decisions, and those from which the next round's
//! decisions are computed (a backward slice for control, Weiser, ICSE 1981). Only facts about them can decide that a
//! path is dead or that a measure decreases; a domain with facts about other words is a burden to each lemma.

use std::collections::{BTreeSet, HashMap};

use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::Atom;

use super::super::extract::below;
use super::*;

/// What atoms stand for.
struct Sources {
    /// For each cut, the index of its variable.
    variables: Vec<HashMap<Atom, usize>>,
    /// For results of calls, the cut of the procedure.
    results: HashMap<Atom, usize>,
}

/// A flow of words to a cut, from another or from the start: for each of the cut's variables, the atoms of its value.
struct Flow {
    from: Option<usize>,
    to: usize,
    values: Vec<BTreeSet<Atom>>,
}

/// For each cut, which of its variables take part in control.
pub(super) fn control(graph: &mut Graph<'_>) -> Result<Vec<Vec<bool>>, Open> {
    let sources = sources(graph)?;
    let mut marks: Vec<Vec<bool>> =
        graph.cuts.iter().map(|cut| vec![false; cut.variables.len()]).collect();
    let mut flows = Vec::new();
    for from in (0..graph.cuts.len()).map(Some).chain([None]) {
        let tree = from.map_or(&graph.start, |cut| &graph.cuts[cut].tree).clone();
        let mut decisions = BTreeSet::new();
        for fact in tree.ways().iter().flat_map(|way| &way.facts) {
            decisions.extend(atoms(graph, fact));
        }
        mark(from, &decisions, &sources, &mut marks);
        for Arrival { to, state, .. } in tree.arrivals(&graph.calls) {
            let mut values = Vec::new();
            for variable in graph.cuts[to].variables.clone() {
                let value = graph.word(&state, variable)?;
                let mut found = BTreeSet::new();
                below(&graph.prover.terms, value, &mut found);
                values.push(found);
            }
            flows.push(Flow { from, to, values });
        }
    }
    loop {
        let mut is_same = true;
        for Flow { from, to, values } in &flows {
            for (index, value) in values.iter().enumerate() {
                if marks[*to][index] {
                    is_same &= !mark(*from, value, &sources, &mut marks);
                }
            }
        }
        if is_same {
            return Ok(marks);
        }
    }
}

fn sources(graph: &mut Graph<'_>) -> Result<Sources, Open> {
    let mut found = Sources { variables: Vec::new(), results: HashMap::new() };
    for cut in 0..graph.cuts.len() {
        let words = graph.words(cut)?;
        let atoms = words.into_iter().map(|word| graph.prover.terms.as_atom(word));
        let indexed = atoms.enumerate().filter_map(|(index, atom)| Some((atom?, index)));
        found.variables.push(indexed.collect());
    }
    for Call { cut, state, behind, .. } in &graph.calls {
        // Registers that the procedure restores are not its results.
        let results = behind.iter().filter(|word| !state.registers.contains(word));
        let atoms = results.filter_map(|word| graph.prover.terms.as_atom(*word));
        found.results.extend(atoms.map(|atom| (atom, *cut)));
    }
    Ok(found)
}

/// The atoms of a fact.
fn atoms(graph: &Graph<'_>, fact: &Fact) -> BTreeSet<Atom> {
    let mut found = BTreeSet::new();
    fact.sum.iter().for_each(|(term, _)| below(&graph.prover.terms, *term, &mut found));
    found
}

/// Marks what these atoms stand for on paths from a cut, or from the start; returns whether a mark is new. The result of
/// a call may depend on each variable of its procedure.
fn mark(
    from: Option<usize>,
    atoms: &BTreeSet<Atom>,
    sources: &Sources,
    marks: &mut [Vec<bool>],
) -> bool {
    let mut is_new = false;
    let mut set = |it: &mut bool| is_new |= !std::mem::replace(it, true);
    for atom in atoms {
        let variable = from.and_then(|cut| Some((cut, *sources.variables[cut].get(atom)?)));
        match (variable, sources.results.get(atom)) {
            (Some((cut, index)), _) => set(&mut marks[cut][index]),
            (None, Some(cut)) => marks[*cut].iter_mut().for_each(&mut set),
            (None, None) => {}
        }
    }
    is_new
}
