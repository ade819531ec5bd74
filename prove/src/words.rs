//! Evidence from the machine words alone: by alignment of both programs, by all paths, or by recursive functions.
//!
//! Programs that neither branch back nor call anything have finitely many paths, and so do loops that do few rounds: where
//! alignment does not prove them equal, all paths are followed, and split at more facts. Functions are tried only where
//! there are loops.
//!
//! Alignment comes first. If no run ends soon, programs do about the same on all inputs, so all paths come first. If a program has a recursive procedure, aligned runs have no finite number of locations, so
//! functions come first. Functions may do more work than alignment: most of it is the evaluation of guesses, and they
//! are tried only where nothing else gives a proof.

use tamarin_kernel::evidence::{End, Exercise, How, Step};
use tamarin_kernel::machine::Instruction;
use tamarin_kernel::{Claim, Evidence, check as start};

use crate::align::{self, align, paths};
use crate::exempt::has_witness;
use crate::recursion::{is_recursive, recursion};
use crate::{Budget, Open, Solver, accepted, length, one_run, prove, samples};

/// Work of alignment, in parts of the budget's: numerator and denominator.
const ALIGNMENT: [u64; 2] = [3, 4];
/// Maximum number of elements of an array over which all paths are followed.
const ELEMENTS: u64 = 8;
/// Work of all paths through loops of few rounds, as a part of the budget's (1 / `ROUNDS`): most have too many.
const ROUNDS: u64 = 2;
/// Work of functions, in multiples of the budget's.
const FUNCTIONS: u64 = 3;

/// The methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All paths of both programs.
    Paths,
    /// Alignment.
    Alignment,
    /// Recursive functions.
    Functions,
}

/// Evidence for a claim, the method that found it, and the work that is charged; or why each method found none, in the
/// order in which they were tried.
pub struct Found {
    /// The evidence.
    pub evidence: Result<Evidence, Open>,
    /// The methods that were tried, with what they left open.
    pub open: Vec<(Method, Open)>,
    /// The units of work.
    pub work: u64,
}

/// Searches for evidence for a claim. The budget's work is that of a comparison; functions may spend more, but all
/// together not more than `most` units.
pub fn from_words(claim: &Claim, solver: &Solver<'_>, budget: &Budget, most: u64) -> Found {
    let is_loop_free = is_loop_free(claim);
    let is_one = claim.programs[0] == claim.programs[1]
        && claim.start[0] == claim.start[1]
        && claim.observed.facts.is_empty();
    if let Some(Ok(evidence)) = is_one.then(|| same(claim, budget)) {
        return Found { evidence: Ok(evidence), open: Vec::new(), work: 0 };
    }
    let mut within = Budget { work: budget.work.min(most), ..budget.clone() };
    let first = within.work;
    let (methods, long) = methods(claim, solver, &mut within);
    let mut work = first - within.work;
    let mut open: Vec<(Method, Open)> = Vec::new();
    for method in methods {
        let is_useful = match method {
            Method::Alignment => true,
            Method::Paths => {
                is_loop_free || has_witness(claim) || long.is_some() || has_few_rounds(claim)
            }
            Method::Functions => !is_loop_free,
        };
        if !is_useful {
            continue;
        }
        let share = match method {
            Method::Paths if is_loop_free => budget.work,
            Method::Paths => budget.work / ROUNDS,
            Method::Alignment => budget.work / ALIGNMENT[1] * ALIGNMENT[0],
            Method::Functions => budget.work.saturating_mul(FUNCTIONS),
        };
        let share = share.min(most.saturating_sub(work));
        within.work = share;
        within.steps = match long {
            Some(steps) if method == Method::Paths => steps,
            _ => budget.steps,
        };
        let found = match method {
            Method::Paths => paths(claim).and_then(|all| prove(claim, &all, solver, &mut within)),
            Method::Alignment => align(claim, solver, &mut within),
            Method::Functions => recursion(claim, solver, &mut within),
        };
        work += share - within.work;
        match found {
            Err(why) => {
                let is_last = matches!(why, Open::Differ(_));
                open.push((method, why));
                if is_last {
                    break;
                }
            }
            found => return Found { evidence: found, open, work },
        }
    }
    let differ = open.iter().find(|(_, why)| matches!(why, Open::Differ(_)));
    let of_alignment = open.iter().find(|(method, _)| *method == Method::Alignment);
    let why = differ.or(of_alignment).or(open.first()).map(|(_, why)| why.clone());
    Found { evidence: Err(why.unwrap_or(Open::Spent("work"))), open, work }
}

/// The methods in their order; and a number of instructions within which paths end, if these are long.
fn methods(claim: &Claim, solver: &Solver<'_>, budget: &mut Budget) -> (Vec<Method>, Option<u64>) {
    if one_run(claim).is_some() {
        return (vec![Method::Alignment], None);
    }
    if has_witness(claim) {
        return (vec![Method::Paths, Method::Alignment], None);
    }
    // To align runs of thousands of rounds takes longer than to follow them.
    if let Some(steps) = length::of_long_paths(claim) {
        return (vec![Method::Paths, Method::Alignment, Method::Functions], Some(steps));
    }
    let mut methods = vec![Method::Alignment, Method::Paths, Method::Functions];
    if is_recursive(claim, solver, budget) {
        methods.reverse();
    }
    (methods, None)
}

/// Evidence that a program agrees with itself; it does not show that the program stops.
fn same(claim: &Claim, budget: &Budget) -> Result<Evidence, Open> {
    let mut prover = start::inputs(claim, None, u64::MAX)?;
    let (_, point) = start::start(&mut prover, claim);
    let samples = samples::samples(claim, &prover.terms, &point);
    let exercise = Exercise { input: samples::exercise(claim, &samples)?, steps: budget.steps };
    let start = vec![Step::End { end: End::Same, how: How::default() }];
    accepted(claim, Evidence { exercise, start, ..Evidence::default() })
}

/// Whether loops do few rounds: over an array of few elements, or in all runs.
fn has_few_rounds(claim: &Claim) -> bool {
    let arrays = || claim.start.iter().filter_map(|start| start.array.as_ref());
    match arrays().map(|array| array.capacity).max() {
        Some(capacity) => capacity <= ELEMENTS,
        None => align::traces(claim, &Default::default()).is_ok_and(|runs| runs.are_short()),
    }
}

/// Whether no program branches back or calls anything. A constant among the instructions may be taken for one.
fn is_loop_free(claim: &Claim) -> bool {
    let Ok(machine) = claim.machine() else { return false };
    let goes_on = |word: &u64| match (machine.decode)(*word) {
        Some(Instruction::Branch { offset, .. }) => offset <= machine.width.half(),
        Some(Instruction::Jump { link, .. }) => link.is_none(),
        _ => true,
    };
    claim.programs.iter().flatten().all(goes_on)
}
