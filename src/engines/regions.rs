//! The inputs on which two programs differ: all of them, and how many.
//!
//! The difference of two programs is a set of inputs, described by what holds of them
//! (Partush and Yahav, "Abstract Semantic Differencing for Numerical Programs", SAS
//! 2013, where it is an abstract state at each pair of ends). Here it is exact where the
//! tree of pairs of paths is walked to its end: each leaf has its conditions, and the
//! condition that its ends differ. Leaves where each program does the same thing, as an
//! expression over the inputs that is true of them all, are one group, and a group is told as
//! few [`Region`]s:
//!
//! - where one input word decides, by its intervals, from a decision diagram;
//! - else by conditions of a leaf, as few of them as still imply the group: each one is
//!   dropped without which the rest does (a prime implicant). What is left of the group
//!   is told by another leaf.
//!
//! Regions of a group may overlap; those of different groups do not. Each is proved: on
//! all its inputs the programs differ in that way. Its text is read again by the
//! contract and compared with what was proved, so that it can be assumed as it stands.
//!
//! Where loops keep the walk from coming to its end, what was told is put to a proof about loops:
//! that the programs agree on the [`rest`] for every number of steps.
//!
//! Inputs are counted leaf by leaf, by diagrams: leaves are disjoint. Where a leaf has
//! none, or the walk did not come to its end, there are bounds from both sides; and an
//! [`Estimate`], which is no proof.

mod diagram;
mod estimate;
mod intervals;
mod rest;
mod shorter;
mod teller;

use std::rc::Rc;

use num_bigint::BigUint;

pub use diagram::{Diagram, Diagrams, TooLarge};
pub use estimate::Estimate;

use super::difference::Difference;
use super::paths::{Observer, outcome, sweep};
use super::tree::{Bench, Ending, Fix, Leaf, Next, Reply, Walk};
use crate::contract::Contract;
use crate::machine::setup::Observation;
use crate::machine::{FaultKind, Inputs, Stop as End};
use crate::program::Address;
use crate::report::{Progress, ReasonCode, Side};
use crate::solver::{Effort, Solver, Stop};
use crate::symbolic::output::Written;
use crate::term::{Node, Symbol, Term};
use teller::Teller;

/// Runs of both programs at most.
const RUNS: u32 = 400;
/// Steps of runs over terms at most.
const STEPS: u64 = 4_000_000;
/// Terms of questions of the walk at most.
const ASKED: u64 = 4_000_000;
/// What questions of the walk may cost at most, as the solver counts.
const WORK: u64 = 4_000_000;
/// The same of all others together.
const WORK_OF_TELLER: u64 = 8_000_000;
/// Inputs of a sweep that the walk begins with.
const SEEDS: usize = 48;
/// What a question may cost.
const EFFORT: Effort = Effort(4_000);
/// Leaves that are found to have no diagram, before no more are tried.
const TOO_LARGE: u32 = 6;
/// The longest expression that is told, in bytes.
const EXPRESSION: usize = 80;

/// Parts that are shown of what a program prints which never stops.
const PARTS: usize = 32;

/// In what way two programs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Both stop, with another result, or something else that is observed.
    Result,
    /// They end in the same way, with the same result where both stop, and print other things.
    Output,
    /// The left program faults, the right one does not.
    LeftFaults,
    /// The right program faults, the left one does not.
    RightFaults,
    /// One of them never stops, the other one does.
    NeverStops,
}

/// What a program does on all inputs of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// It stops with this result, over the inputs; none where that takes too long to say.
    Gives(Option<String>),
    /// It stops, with results of which there are many: the other one faults or never stops.
    Stops,
    /// It prints this: bytes, and numbers over the inputs; none as above.
    Prints(Vec<Option<String>>),
    /// It faults.
    Faults(FaultKind<()>),
    /// It runs for ever.
    RunsForEver,
}

/// Inputs on which two programs differ in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The way.
    pub kind: Kind,
    /// What holds of them, beside the contract, as the contract's assumptions are
    /// written.
    pub condition: String,
    /// One of them.
    pub sample: Inputs,
    /// What the left and the right program do on them.
    pub does: [Does; 2],
    /// Where a sum, difference or product of the right program is not that of mathematics,
    /// read with a sign, on each of them; nowhere else is one on any. None where that was not
    /// established.
    pub wraps: Option<Vec<Address>>,
}

/// All inputs on which two programs differ, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// Whether they are all of them: on all other inputs the programs agree.
    pub is_exact: bool,
    /// How many inputs there are, where that is known.
    pub count: Option<BigUint>,
    /// Not fewer, and not more.
    pub bounds: [BigUint; 2],
    /// Where it is not known: how many there are, by draws.
    pub estimate: Option<Estimate>,
    /// The regions.
    pub regions: Vec<Region>,
}

impl Regions {
    /// Those of programs that agree on all inputs.
    pub fn none() -> Regions {
        let zero = BigUint::ZERO;
        let bounds = [zero.clone(), zero.clone()];
        let regions = Vec::new();
        Regions { is_exact: true, count: Some(zero), bounds, estimate: None, regions }
    }

    /// Those of programs of which not even that is known.
    pub fn unknown(contract: &Contract) -> Regions {
        let all = power(contract.names().len());
        let bounds = [BigUint::ZERO, all];
        let regions = Vec::new();
        Regions { is_exact: false, count: None, bounds, estimate: None, regions }
    }
}

/// The inputs of so many words.
fn power(words: usize) -> BigUint {
    BigUint::from(1u8) << (32 * words)
}

/// A leaf on which programs differ in one way, or a part of it.
struct Piece {
    kind: Kind,
    does: [Does; 2],
    /// The results of both, where it is told what they are.
    results: [Option<Term>; 2],
    /// Where the right program overflows.
    overflows: Option<Rc<[(Address, Term)]>>,
    /// What holds of its inputs beside the contract.
    literals: Vec<Term>,
    /// One of them.
    sample: Inputs,
}

/// The regions of a difference. Ends with what is known once `stop` is due or the
/// observer breaks.
pub async fn regions(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Regions {
    fixed(difference, (Side::Left, &[]), solver, stop, observer).await
}

/// The regions that are left where the other program than this reference runs with fixes
/// from it. The difference's input is one on which they differ then. What they do is told
/// of the reference first.
pub async fn fixed(
    difference: &Difference<'_>,
    (reference, fixes): (Side, &[Fix]),
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Regions {
    let Difference { mut images, options, .. } = *difference;
    if reference == Side::Right {
        images.reverse();
    }
    let mut bench = Bench::new(images, options, solver, observer, stop);
    bench.effort = EFFORT.min(options.effort);
    (bench.steps, bench.asked, bench.work, bench.undecided) = (STEPS, ASKED, WORK, Some(0));
    // Else a program does something else than it does.
    bench.overflows = fixes.is_empty();
    let mut counter = Counter::new(&mut bench);
    let contract = &options.contract;
    let first = std::iter::once(difference.inputs.clone());
    let seeds = first.chain(sweep::spread(contract, images, SEEDS)).collect();
    let mut walk = Walk::new(&bench, seeds, fixes, false, RUNS);
    let (mut pieces, mut is_open) = (Vec::new(), false);
    let (mut differing, mut agreeing) = (Some(BigUint::ZERO), BigUint::ZERO);
    let mut at_least = BigUint::ZERO;
    let mut progress = Progress::default();
    while let Next::Leaf(leaf) = walk.next(&mut bench).await {
        progress.tried += 1;
        // Whoever breaks is heard by the walk.
        let _ = bench.observer.progress(progress).await;
        let literals = literals(&bench, &leaf);
        let differ = match leaf.ending {
            Ending::Agree => bench.terms.bool(false),
            Ending::Differ => bench.terms.bool(true),
            Ending::Results(differ) => differ,
            Ending::Open => {
                is_open = true;
                continue;
            }
        };
        let overflows = leaf.overflows.as_deref().map(Rc::from);
        let same = bench.terms.not(differ);
        let agree = counter.count(&bench, literals.iter().copied().chain([same]));
        agreeing += agree.unwrap_or_default();
        for (kind, differ) in ways(&mut bench, &leaf, differ) {
            let sample = match bench.ask_leaf(&leaf, differ).await {
                Reply::Refuted => continue,
                Reply::Unknown => {
                    is_open = true;
                    continue;
                }
                Reply::Inputs(sample) => sample,
            };
            let mut literals = literals.clone();
            conjuncts(&bench, differ, &mut literals);
            match counter.count(&bench, literals.iter().copied()) {
                Some(count) => {
                    at_least += &count;
                    differing = differing.map(|sum| sum + count);
                }
                None => differing = None,
            }
            let does = [0, 1].map(|side| does(&bench, &leaf, kind, side));
            let results = [0, 1].map(|side| match &does[side] {
                Does::Gives(Some(_)) => Some(leaf.result(side)),
                _ => None,
            });
            let overflows = overflows.clone();
            pieces.push(Piece { kind, does, results, overflows, literals, sample });
        }
    }
    let is_whole = walk.is_exhausted() && !is_open;
    let mut count = differing.filter(|_| is_whole);
    if at_least == BigUint::ZERO {
        // There is the witness.
        at_least = BigUint::from(1u8);
    }
    let mut bounds = [at_least, &counter.all - agreeing];
    (bench.asked, bench.work, bench.undecided) = (u64::MAX, WORK_OF_TELLER, None);
    let mut teller = Teller::new(bench, difference);
    let (regions, is_told) = teller.tell(pieces).await;
    let is_exact = is_told
        && (is_whole
            || fixes.is_empty()
                && !regions.is_empty()
                && rest::agrees(&mut teller.bench, &regions).await);
    if is_exact && count.is_none() {
        count = teller.count(&regions);
    }
    if let Some(count) = &count {
        bounds = [count.clone(), count.clone()];
    }
    let wants_estimate = count.is_none() && fixes.is_empty() && counter.is_all_exact;
    let mut estimate = match wants_estimate {
        true => estimate::estimate(&mut teller.bench, &counter.all).await,
        false => None,
    };
    if let Some(Estimate { interval, .. }) = &mut estimate {
        // What is proved holds besides.
        let [least, most] = &bounds;
        interval.iter_mut().for_each(|end| *end = (&*end).clamp(least, most).clone());
    }
    Regions { is_exact, count, bounds, estimate, regions }
}

/// What holds of the inputs of a leaf beside the contract, without what the rest says.
fn literals(bench: &Bench<'_>, leaf: &Leaf) -> Vec<Term> {
    let end = leaf.conditions().count();
    let mut literals = Vec::new();
    let own = leaf.conditions().enumerate().skip(leaf.premises().count());
    for (_, condition) in own.filter(|(_, condition)| condition.said.is_needed_before(end)) {
        conjuncts(bench, condition.term, &mut literals);
    }
    literals
}

/// Takes a conjunction apart; what is there already is not said twice.
fn conjuncts(bench: &Bench<'_>, term: Term, literals: &mut Vec<Term>) {
    match bench.terms.node(term) {
        Node::And(a, b) => {
            conjuncts(bench, a, literals);
            conjuncts(bench, b, literals);
        }
        Node::Bool(true) => {}
        _ if literals.contains(&term) => {}
        _ => literals.push(term),
    }
}

/// The ways in which the programs differ on a leaf, each with what holds of the inputs.
fn ways(bench: &mut Bench<'_>, leaf: &Leaf, differ: Term) -> Vec<(Kind, Term)> {
    let [left, right] = &leaf.outcomes;
    let kind = match outcome::difference(left, right) {
        _ if bench.terms.as_bool(differ) == Some(false) => return Vec::new(),
        Some(ReasonCode::OnlyLeftFaults) => Kind::LeftFaults,
        Some(ReasonCode::OnlyRightFaults) => Kind::RightFaults,
        Some(ReasonCode::OnlyLeftRunsForEver | ReasonCode::OnlyRightRunsForEver) => {
            Kind::NeverStops
        }
        _ => Kind::Result,
    };
    let observation = bench.observation();
    if kind != Kind::Result || !observation.output {
        return vec![(kind, differ)];
    }
    let results = Observation { output: false, ..observation.clone() };
    let Some(by_result) = bench.differ(leaf, &results) else { return vec![(kind, differ)] };
    let same = bench.terms.not(by_result);
    let by_output = bench.terms.and(differ, same);
    let ways = [(Kind::Result, by_result), (Kind::Output, by_output)];
    ways.into_iter().filter(|(_, term)| bench.terms.as_bool(*term) != Some(false)).collect()
}

/// What a program does on the inputs of a leaf.
fn does(bench: &Bench<'_>, leaf: &Leaf, kind: Kind, side: usize) -> Does {
    let outcome = &leaf.outcomes[side];
    match outcome.stop {
        _ if kind == Kind::Output => {
            let printed = leaf.printed(side);
            let shown = if outcome.stop == End::OutOfFuel { PARTS } else { printed.len() };
            let parts = printed.iter().take(shown).map(|part| match part {
                Written::Number(word) => bench.terms.infix(*word, EXPRESSION),
                Written::Byte(word) => match bench.terms.as_const(*word) {
                    Some(byte) => Some(format!("'{}'", (byte as u8).escape_ascii())),
                    None => bench.terms.infix(*word, EXPRESSION),
                },
            });
            let more = (printed.len() > shown).then(|| Some("and so on".to_owned()));
            Does::Prints(parts.chain(more).collect())
        }
        End::Fault(fault) => Does::Faults(fault.kind.at(|_| ())),
        End::OutOfFuel => Does::RunsForEver,
        End::Done => Does::Gives(bench.terms.infix(leaf.result(side), EXPRESSION)),
    }
}

/// Counts inputs of the contract.
struct Counter {
    symbols: Vec<Symbol>,
    diagrams: Diagrams,
    premises: Vec<Term>,
    /// How many there are: at most, where the contract's cannot be counted.
    all: BigUint,
    /// Whether there are as many.
    is_all_exact: bool,
    stop: Stop,
    too_large: u32,
}

impl Counter {
    fn new(bench: &mut Bench<'_>) -> Counter {
        let symbols = symbols(bench);
        let premises: Vec<Term> = bench.premises().collect();
        let diagrams = Diagrams::new(&symbols, bench.stop);
        let all = power(symbols.len());
        let stop = bench.stop.clone();
        let (is_all_exact, too_large) = (false, 0);
        let mut counter =
            Counter { symbols, diagrams, premises, all, is_all_exact, stop, too_large };
        if let Some(all) = counter.count(bench, []) {
            (counter.all, counter.is_all_exact) = (all, true);
        }
        counter
    }

    /// How many inputs of the contract satisfy all of these.
    fn count(&mut self, bench: &Bench<'_>, of: impl IntoIterator<Item = Term>) -> Option<BigUint> {
        if self.too_large == TOO_LARGE {
            return None;
        }
        let premises = self.premises.clone();
        let all = premises.into_iter().chain(of);
        match conjunction(&mut self.diagrams, bench, all) {
            Ok(diagram) => Some(self.diagrams.count(diagram)),
            Err(TooLarge) => {
                self.diagrams = Diagrams::new(&self.symbols, &self.stop);
                self.too_large += 1;
                None
            }
        }
    }
}

fn symbols(bench: &mut Bench<'_>) -> Vec<Symbol> {
    let inputs = bench.inputs();
    let of = |&word: &Term| {
        let set = bench.terms.mentions(word);
        bench.terms.members(set)[0]
    };
    inputs.iter().map(of).collect()
}

fn conjunction(
    diagrams: &mut Diagrams,
    bench: &Bench<'_>,
    of: impl IntoIterator<Item = Term>,
) -> Result<Diagram, TooLarge> {
    of.into_iter().try_fold(Diagram::TRUE, |all, term| {
        let one = diagrams.of(&bench.terms, term)?;
        diagrams.and(all, one)
    })
}
