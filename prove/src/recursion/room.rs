//! Recursion that is as deep as an input says: agreement as long as the stack has room.
//!
//! Where the stack has room for all activations only if some inputs are small, programs that do the same agree on those
//! inputs, and one of them overwrites its text on others. [`within_room`] therefore
//!
//! 1. adds the condition that there is room to the premises, and searches for evidence under them;
//! 2. shows that on all other inputs neither program stops within a number of steps ([`Depth`]): a measure of its
//!    recursion or of its loop is large at first, becomes smaller by a constant from one activation or round to the
//!    next, and there is no way out before it is small.
//!
//! So if one of the programs stops within that number of steps, the other one stops too, with the same observations. The
//! kernel checks the first part; the second one rests on this module.

use tamarin_kernel::claim::Claim;
use tamarin_kernel::evidence::{Evidence, FactText, Side};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::Term;

use super::define::{Naming, define};
use super::extract::Graph;
use super::extract::procedures::{Call, Room};
use super::extract::tree::{Arrival, Tree, Way};
use super::recursion;
use crate::names::{Names, Style};
use crate::tactics::Effort;
use crate::{Budget, Open, Solver};

/// Agreement as long as the stack has room.
#[derive(Clone, Debug)]
pub struct Roomy {
    /// The claim under the condition that there is room, which is its last premises.
    pub claim: Claim,
    /// The number of these premises.
    pub conditions: usize,
    /// Evidence for it, which the kernel has accepted.
    pub evidence: Evidence,
    /// On inputs that do not satisfy the conditions, neither program stops within this number of steps.
    pub steps: u64,
}

impl Roomy {
    /// The conditions for the stacks to have room.
    pub fn conditions(&self) -> &[FactText] {
        &self.claim.premises[self.claim.premises.len() - self.conditions..]
    }
}

/// Agreement as long as the stack has room, for programs whose recursion is as deep as an input says.
///
/// # Errors
///
/// There is always room; or no evidence was found; or a program may stop soon where there is no room.
pub fn within_room(claim: &Claim, solver: &Solver<'_>, budget: &mut Budget) -> Result<Roomy, Open> {
    claim.validate()?;
    let mut conditions: Vec<FactText> = Vec::new();
    // Within fewer steps, the stacks of both programs have room.
    let mut steps = u64::MAX;
    for side in Side::BOTH {
        let mut graph = Graph::new(claim, side, solver, budget)?;
        let defined = define(&mut graph, &naming(), solver, budget)?;
        for Room { from, cut, facts, fits } in graph.rooms(&defined.measures)? {
            if graph.follows(&facts, &fits, Effort::Full, budget) {
                continue;
            }
            if from.is_some() {
                return Err(unknown("how much of the stack a loop's calls need"));
            }
            let names = &mut input_names(&graph);
            let text = names.fact(&graph.prover.terms, &fits);
            let text = text.map_err(|_| unknown("how much of the stack a call needs"))?;
            // The condition is printed as the bound of one word.
            if fits.sum.len() != 1 || fits.sum[0].1 != 1 {
                return Err(unknown("one word that says how much of the stack a call needs"));
            }
            if !conditions.contains(&text) {
                conditions.push(text);
            }
            // So many activations fit below the stack pointer of the call.
            let activations = u64::try_from(fits.most).unwrap_or(0);
            steps = steps
                .min(Depth::of(&mut graph, cut, &defined.measures, budget)?.steps(activations));
        }
    }
    if conditions.is_empty() {
        return Err(unknown("an input for which the stack has no room"));
    }
    for condition in &conditions {
        let mut other = claim.clone();
        other.premises.push(negated(claim, condition, solver, budget)?);
        for side in Side::BOTH {
            steps = steps.min(least_steps(&other, side, solver, budget)?);
        }
    }
    let mut roomy = claim.clone();
    roomy.premises.extend(conditions.iter().cloned());
    let evidence = recursion(&roomy, solver, budget)?;
    Ok(Roomy { claim: roomy, conditions: conditions.len(), evidence, steps })
}

fn unknown(what: &str) -> Open {
    Open::Obligation(what.to_owned())
}

/// Names of functions that no other part sees.
fn naming() -> Naming {
    Naming { function: "f".into(), argument: "x".into() }
}

/// The names of the inputs.
fn input_names(graph: &Graph<'_>) -> Names {
    let mut names = Names { style: Style::InPlace, ..Names::default() };
    for name in &graph.claim.inputs {
        let word = graph.prover.inputs.names[name];
        names.atoms.extend(graph.prover.terms.as_atom(word).map(|atom| (atom, name.clone())));
    }
    names
}

/// The negation of a condition on inputs.
fn negated(
    claim: &Claim,
    condition: &FactText,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<FactText, Open> {
    let mut with = claim.clone();
    with.premises = vec![condition.clone()];
    let graph = Graph::new(&with, Side::Left, solver, budget)?;
    let [fact] = graph.prover.inputs.facts() else {
        return Err(unknown("the negation of a condition"));
    };
    let text = input_names(&graph).fact(&graph.prover.terms, &fact.negated());
    text.map_err(|_| unknown("the negation of a condition"))
}

/// How a measure bounds the number of steps from a cut on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Depth {
    /// The measure, a term of the cut's words.
    measure: Term,
    /// By how much it gets smaller at most, from one activation or round to the next.
    by: u64,
    /// No path leads out while it is larger than this, as an unsigned number.
    last: u64,
    /// The number of instructions from one activation or round to the next, at least.
    instructions: u64,
}

/// Bounds that are tried for the measure where a path leads out.
const LAST: [u64; 6] = [0, 1, 2, 4, 16, 256];

impl Depth {
    /// The bound at a cut.
    fn of(
        graph: &mut Graph<'_>,
        cut: usize,
        measures: &[Vec<Term>],
        budget: &mut Budget,
    ) -> Result<Depth, Open> {
        let &[measure] = &measures[cut][..] else { return Err(unknown("how deep recursion is")) };
        let mut depth = Depth { measure, by: 1, last: 0, instructions: u64::MAX };
        let tree = graph.cuts[cut].tree.clone();
        let mut out = Vec::new();
        for way in tree.ways() {
            match first(graph, &way) {
                Some(Arrival { to, state, .. }) if to == cut => {
                    let after = graph.there(cut, &state, measure)?;
                    let by = graph.prover.terms.sub(measure, after)?;
                    let by = graph.prover.terms.as_constant(by);
                    let by = by.filter(|by| (1..graph.prover.terms.width.half()).contains(by));
                    depth.by =
                        depth.by.max(by.ok_or_else(|| unknown("how fast a measure gets smaller"))?);
                    depth.instructions = depth.instructions.min(state.steps);
                }
                _ if matches!(way.end, Tree::Dead) => {}
                _ => out.push(way.facts),
            }
        }
        depth.last = depth.by - 1;
        for facts in out {
            let domain = graph.cuts[cut].domain.iter();
            let known: Vec<Fact> = domain.chain(&facts).cloned().collect();
            let mut bounds = LAST.into_iter().filter(|last| *last >= depth.last);
            let last = bounds.find(|&last| {
                let goal = Fact::new(&mut graph.prover.terms, [(measure, 1)], last.into());
                goal.is_ok_and(|goal| graph.follows(&known, &goal, Effort::Full, budget))
            });
            depth.last =
                last.ok_or_else(|| unknown("that a measure is small where a loop ends"))?;
        }
        match depth.instructions {
            u64::MAX => Err(unknown("how often a loop goes round")),
            _ => Ok(depth),
        }
    }

    /// The number of steps that so many activations or rounds take at least.
    fn steps(&self, rounds: u64) -> u64 {
        rounds.saturating_mul(self.instructions)
    }

    /// The same for the rounds from where the measure has a value.
    fn steps_from(&self, value: u64) -> u64 {
        self.steps(value.saturating_sub(self.last) / self.by)
    }
}

/// Where a path first arrives at a cut or calls a procedure: the decisions before are all that it depends on.
fn first(graph: &Graph<'_>, way: &Way<'_>) -> Option<Arrival> {
    match (way.calls.first(), way.end) {
        (Some(&(call, count)), _) => {
            let Call { cut, state, .. } = &graph.calls[call];
            let facts = way.facts[..count].to_vec();
            Some(Arrival { facts, to: *cut, state: state.clone() })
        }
        (None, Tree::To(to, state)) => {
            Some(Arrival { facts: way.facts.clone(), to: *to, state: state.clone() })
        }
        _ => None,
    }
}

/// The number of steps that a program takes at least on all inputs of a claim.
fn least_steps(
    claim: &Claim,
    side: Side,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<u64, Open> {
    let mut graph = Graph::new(claim, side, solver, budget)?;
    let defined = define(&mut graph, &naming(), solver, budget)?;
    let mut steps = u64::MAX;
    let start = graph.start.clone();
    for way in start.ways() {
        let mut known = graph.prover.inputs.facts().to_vec();
        let Some(Arrival { facts, to: cut, state }) = first(&graph, &way) else {
            known.extend(way.facts);
            let is_taken = !matches!(way.end, Tree::Dead)
                && !graph.follows(&known, &Fact::never(), Effort::Full, budget);
            match is_taken {
                true => return Err(unknown("that a program takes long")),
                false => continue,
            }
        };
        known.extend(facts);
        let depth = Depth::of(&mut graph, cut, &defined.measures, budget)?;
        let measure = graph.there(cut, &state, depth.measure)?;
        let value = least(&mut graph, &known, measure, budget)?;
        steps = steps.min(depth.steps_from(value));
    }
    Ok(steps)
}

/// A lower bound of a word, as an unsigned number: the largest that follows among some near the bounds in the facts.
fn least(
    graph: &mut Graph<'_>,
    known: &[Fact],
    word: Term,
    budget: &mut Budget,
) -> Result<u64, Open> {
    let modulus = graph.prover.terms.width.modulus();
    let bounds = known.iter().flat_map(|fact| {
        let most = fact.most.unsigned_abs();
        fact.sum.iter().map(move |(_, factor)| most / factor.unsigned_abs().max(1))
    });
    let near =
        |bound: u128| [bound + 2, bound + 1, bound, bound - bound.min(1), bound / 2, bound / 4];
    let mut bounds: Vec<u128> =
        bounds.flat_map(near).filter(|bound| (1..modulus.unsigned_abs()).contains(bound)).collect();
    bounds.sort_unstable();
    bounds.dedup();
    for bound in bounds.into_iter().rev() {
        let goal = Fact::new(&mut graph.prover.terms, [(word, -1)], -(bound as i128))?;
        if graph.follows(known, &goal, Effort::Full, budget) {
            return Ok(bound as u64);
        }
    }
    Ok(0)
}
