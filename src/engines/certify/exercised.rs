//! Finds an input for which a statement claims something (a check against vacuity).
//!
//! A proof of a statement that no allowed input exercises proves nothing: the contract allows no
//! input, the claim covers only inputs before the least one, or both programs would have to stop
//! within fewer steps than they ever take. So a certificate is accepted only with such an input.
//! Likely inputs are run first; then a solver finds inputs for other paths.

use std::rc::Rc;
use std::sync::Arc;

use tamarin_checker::certificate::Among;

use super::reasons;
use super::statement::{Exercise, Extent, Statement};
use super::{Certified, Uncertified};
use crate::contract::Contract;
use crate::engines::paths::{Options, order, outcome, sweep};
use crate::engines::tree::{Bench, LeftPath, Next, Reply, Walk};
use crate::machine::{Image, Inputs};
use crate::solver::bitblast::Bitblast;
use crate::solver::{Effort, Stop};
use crate::symbolic::query::Query;
use crate::term::Term;

/// Maximum number of steps of a run.
const FUEL: u64 = 100_000;
/// Maximum number of steps of both programs in runs on likely inputs.
const STEPS: u64 = 4_000_000;
/// Maximum number of runs of the walk over paths.
const RUNS: u32 = 400;
/// Maximum number of inputs with which the walk begins.
const SEEDS: usize = 48;
/// Maximum number of terms in queries of the walk.
const ASKED: u64 = 2_000_000;
/// The effort of a query.
const EFFORT: Effort = Effort(10_000);

impl Exercise {
    /// Why a statement is refused, if no input is known for which it claims something.
    pub fn reason(&self, statement: &Statement) -> Option<String> {
        match self {
            Exercise::On(_) => None,
            _ => Some(reasons::vacuous(self, statement)),
        }
    }
}

/// A certificate, if its statement is not vacuous.
///
/// # Errors
///
/// No input is known for which it claims anything.
pub async fn exercised(
    certified: Certified,
    images: [&Rc<Image>; 2],
    contract: &Arc<Contract>,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let shown = Statement::of(&certified.checked);
    match exercise(&shown, images, contract, stop).await.reason(&shown) {
        None => Ok(certified),
        Some(why) => Err(Uncertified::Vacuous(why)),
    }
}

/// Looks for an input for which a statement claims something.
pub async fn exercise(
    statement: &Statement,
    images: [&Rc<Image>; 2],
    contract: &Arc<Contract>,
    stop: &Stop,
) -> Exercise {
    let fuel = match statement.extent {
        Extent::Always | Extent::IfBothStop => FUEL,
        Extent::UpTo(steps) | Extent::IfBothStopWithin(steps) => steps.min(FUEL),
    };
    let mut tried = Vec::new();
    match by_runs(statement, images, contract, fuel, &mut tried) {
        Some(inputs) => Exercise::On(inputs),
        None => by_solver(statement, images, contract, fuel, tried, stop).await,
    }
}

/// Runs the programs on likely inputs. Inputs that the statement covers without claiming anything
/// about them go to `tried`.
fn by_runs(
    statement: &Statement,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    fuel: u64,
    tried: &mut Vec<Inputs>,
) -> Option<Inputs> {
    let mut steps = 0;
    let zeros = contract.fit(&[]);
    let zeros = contract.allows(&zeros).then_some(zeros);
    let likely = sweep::candidates(contract, images, &contract.first_inputs());
    for inputs in likely.chain(zeros).filter(|inputs| statement.is_about(inputs)) {
        if statement.extent == Extent::Always {
            return Some(inputs);
        }
        if steps > STEPS {
            break;
        }
        let outcomes = images.map(|image| outcome::outcome(image, &inputs, fuel));
        if statement.is_exercised_by(&outcomes) {
            return Some(inputs);
        }
        steps += outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
        if tried.len() < SEEDS {
            tried.push(inputs);
        }
    }
    None
}

/// Walks over the pairs of paths of both programs, starting from tried inputs and continuing with
/// those that the solver finds.
async fn by_solver(
    statement: &Statement,
    images: [&Rc<Image>; 2],
    contract: &Arc<Contract>,
    fuel: u64,
    mut seeds: Vec<Inputs>,
    stop: &Stop,
) -> Exercise {
    let options = Options { contract: Arc::clone(contract), fuel, ..Options::default() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let mut bench = Bench::new(images, &options, &mut solver, &mut observer, stop);
    (bench.effort, bench.asked) = (EFFORT, ASKED);
    let about = about(&mut bench, &statement.inputs);
    if seeds.is_empty() {
        let near = contract.fit(&[]);
        let yes = bench.terms.bool(true);
        for (goal, none) in [(yes, Exercise::NoInput), (about, Exercise::Empty)] {
            let assumptions = bench.premises().collect();
            let query = Query { name: "contract".to_owned(), assumptions, goal };
            match bench.ask(&query, &near).await {
                Reply::Inputs(inputs) => seeds = vec![inputs],
                Reply::Refuted => return none,
                Reply::Unknown => return Exercise::Unknown,
            }
        }
        if statement.extent == Extent::Always {
            let found = seeds.pop().filter(|inputs| is_of(statement, contract, inputs));
            return found.map_or(Exercise::Unknown, Exercise::On);
        }
    }
    let mut walk = Walk::new(&bench, seeds, &[], LeftPath::Free, RUNS);
    while let Next::Leaf(leaf) = walk.next(&mut bench).await {
        if !statement.is_exercised_by(&leaf.outcomes) {
            continue;
        }
        // All inputs of a leaf end in the same way after the same number of steps.
        if let Reply::Inputs(inputs) = bench.ask_leaf(&leaf, about).await
            && is_of(statement, contract, &inputs)
            && statement.is_exercised_by(&images.map(|it| outcome::outcome(it, &inputs, fuel)))
        {
            return Exercise::On(inputs);
        }
    }
    Exercise::Unknown
}

fn is_of(statement: &Statement, contract: &Contract, inputs: &Inputs) -> bool {
    contract.allows(inputs) && statement.is_about(inputs)
}

/// The condition that the inputs are in a set, as a boolean.
fn about(bench: &mut Bench<'_>, among: &Among) -> Term {
    let words = bench.inputs();
    let terms = &mut bench.terms;
    match among {
        Among::All => terms.bool(true),
        Among::Before(bound) => order::smaller(terms, &words, bound),
        Among::OtherThan(others) => {
            let mut same = terms.bool(true);
            for (&word, &other) in words.iter().zip(others) {
                let other = terms.word(other);
                let equal = terms.eq(word, other);
                same = terms.and(same, equal);
            }
            terms.not(same)
        }
    }
}
