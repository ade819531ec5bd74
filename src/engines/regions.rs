//! All inputs on which two programs differ, as conditions and as a count.
//!
//! The difference of two programs is a set of inputs, described by conditions on them (Partush and
//! Yahav, "Abstract Semantic Differencing for Numerical Programs", SAS 2013, where it is an
//! abstract state at each pair of ends). Here it is exact where the tree of pairs of paths is
//! explored completely: each leaf has its conditions, and the condition that its ends differ.
//! Leaves form a group if each program does the same on all of them, by one expression over the
//! inputs. A group is reported as a few [`Region`]s:
//!
//! - if one input word decides, by its intervals, from a decision diagram;
//! - else by conjunctions of a few [`atoms`], which are learnt from examples and proved to imply
//!   the group, until the whole group is covered ([`learn`]);
//! - if none is learnt, by the conditions of a leaf, as few as still imply the group (a prime
//!   implicant).
//!
//! Regions of a group may overlap; those of different groups do not. Each is proved: on all its
//! inputs the programs differ in that way. The contract parser reads its text again, and the
//! meaning is compared with what was proved, so the text can be used as an assumption unchanged.
//!
//! If loops prevent a complete exploration, regions are guessed from runs and proved by invariants
//! of the [`loops`]. Where that fails, a proof is attempted that the programs agree on the [`rest`]
//! for every number of steps.
//!
//! Inputs are counted leaf by leaf, by decision diagrams: leaves are disjoint. If a leaf has no
//! diagram, or the exploration is incomplete, there are lower and upper bounds, and an
//! [`Estimate`], which is not a proof.

#[cfg(feature = "evidence")]
pub mod arm64;
mod atoms;
mod conditions;
mod diagram;
mod estimate;
mod grammar;
mod groups;
mod judge;
mod learn;
mod loops;
mod near;
mod overflow;
mod random;
mod rest;
mod teller;

use std::rc::Rc;

use num_bigint::BigUint;

pub use diagram::{Diagram, Diagrams, TermDiagrams, TooLarge};
use estimate::Draws;
pub use estimate::Estimate;
pub use overflow::Reason;

use super::difference::Difference;
use super::paths::{Observer, outcome, sweep};
use super::tree::{Bench, Ending, Fix, Leaf, Next, Reply, Walk};
use crate::contract::Contract;
use crate::machine::setup::{Observable, Observation};
use crate::machine::{FaultKind, Inputs, Stop as End};
use crate::program::Address;
use crate::report::{Progress, ReasonCode, Side};
use crate::solver::{Effort, Solver, Stop};
use crate::symbolic::assumption;
use crate::symbolic::output::Written;
use crate::term::{Node, Symbol, Term};
use crate::word::Word;
use conditions::Conditions;
use overflow::Overflows;
use teller::Mips;

/// Maximum number of runs of both programs.
const RUNS: u32 = 400;
/// Maximum number of steps of runs over terms.
const STEPS: u64 = 4_000_000;
/// Maximum number of terms in queries of the walk.
const ASKED: u64 = 4_000_000;
/// Maximum cost of the walk's queries, as the solver counts.
const WORK: u64 = 4_000_000;
/// The same for all other queries together.
const WORK_OF_TELLER: u64 = 8_000_000;
/// Number of inputs of the sweep that the walk begins with.
const SEEDS: usize = 48;
/// The effort of a query.
const EFFORT: Effort = Effort(4_000);
/// Number of leaves without a diagram after which no more are tried.
const TOO_LARGE: u32 = 6;
/// Number of pieces up to which those of a loop may be all: more are its rounds, and not described
/// where bounds are known.
const FEW: usize = 24;
/// Maximum length in bytes of a reported expression.
const EXPRESSION: usize = 80;

/// Maximum number of output parts shown for a program that never stops.
const PARTS: usize = 32;

/// How two programs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Both stop, with different results or other observed words.
    Result,
    /// They end in the same way, with the same results if both stop, but different outputs.
    Output,
    /// The left program faults, the right one does not.
    LeftFaults,
    /// The right program faults, the left one does not.
    RightFaults,
    /// One of them never stops, the other one does.
    NeverStops,
}

/// An observation of a program that stops, other than its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// `$3`.
    Result,
    /// This observable.
    Other(Observable),
    /// The number of observed elements of an array.
    Length,
}

impl<F> Does<F> {
    /// The kind of observation, if it is reported.
    fn seen(&self) -> Option<Seen> {
        match self {
            Does::Gives(seen, _) => Some(*seen),
            _ => None,
        }
    }
}

/// The behaviour of a program on all inputs of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does<F = FaultKind<()>> {
    /// It stops with this observation, as an expression over the inputs; `None` if there is no
    /// short one.
    Gives(Seen, Option<String>),
    /// It stops, with many different results: the other program faults or never stops.
    Stops,
    /// It prints these bytes and numbers, as expressions over the inputs; `None` as above.
    Prints(Vec<Option<String>>),
    /// It faults.
    Faults(F),
    /// It runs for ever.
    RunsForEver,
}

/// Inputs on which two programs differ in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region<I = Inputs, F = FaultKind<()>> {
    /// How they differ.
    pub kind: Kind,
    /// The condition on them, in addition to the contract, in the language of the contract's
    /// assumptions.
    pub condition: String,
    /// One of them.
    pub sample: I,
    /// The behaviour of the left and the right program on them.
    pub does: [Does<F>; 2],
    /// The addresses at which a sum, difference or product of the right program overflows, read as
    /// signed, on each of these inputs; nothing else overflows on any of them. `None` if that was
    /// not established.
    pub wraps: Option<Vec<Address>>,
    /// The right program's observed word without the left one's, on each of these inputs, as an
    /// expression over the inputs, if that was proved and the words themselves are not known.
    pub by: Option<String>,
    /// The number of inputs, if it is known.
    pub count: Option<BigUint>,
}

/// All inputs on which two programs differ, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions<I = Inputs, F = FaultKind<()>> {
    /// Whether the regions are complete: on all other inputs the programs agree.
    pub is_exact: bool,
    /// The number of inputs, if it is known.
    pub count: Option<BigUint>,
    /// Lower and upper bound.
    pub bounds: [BigUint; 2],
    /// The number of inputs that the contract allows, if it is known.
    pub all: Option<BigUint>,
    /// If the number is unknown: an estimate by sampling.
    pub estimate: Option<Estimate>,
    /// The instructions whose overflow explains the difference, best one first.
    pub reasons: Vec<Reason>,
    /// The regions, largest first.
    pub regions: Vec<Region<I, F>>,
    /// If the regions are not complete: conditions outside of which the programs are proved to
    /// agree. None if none are known.
    pub within: Vec<String>,
}

impl Regions {
    /// The regions of programs that agree on all inputs.
    pub fn none() -> Regions {
        let zero = BigUint::ZERO;
        let bounds = [zero.clone(), zero.clone()];
        let (reasons, regions) = (Vec::new(), Vec::new());
        Regions {
            is_exact: true,
            count: Some(zero),
            bounds,
            all: None,
            estimate: None,
            reasons,
            regions,
            within: Vec::new(),
        }
    }

    /// The regions of programs about which nothing is known.
    pub fn unknown(contract: &Contract) -> Regions {
        let all = power::<u32>(contract.names().len());
        let bounds = [BigUint::ZERO, all];
        let (reasons, regions) = (Vec::new(), Vec::new());
        Regions {
            is_exact: false,
            count: None,
            bounds,
            all: None,
            estimate: None,
            reasons,
            regions,
            within: Vec::new(),
        }
    }
}

/// The number of inputs with this many words.
fn power<W: Word>(words: usize) -> BigUint {
    BigUint::from(1u8) << (W::BITS as usize * words)
}

/// A leaf on which programs differ in one way, or a part of it.
struct Piece<J: Conditions> {
    kind: Kind,
    does: [Does<J::Fault>; 2],
    /// The observed words of both, if they are reported.
    results: [Option<J::Word>; 2],
    /// The observed word of the right program without that of the left one, if that is reported
    /// instead.
    by: Option<String>,
    /// The operations of each program that may overflow.
    overflows: Rc<[Option<Vec<J::Overflow>>; 2]>,
    /// The conditions on its inputs, in addition to the contract.
    literals: Vec<J::Truth>,
    /// One of them.
    sample: J::Inputs,
}

/// The regions of a difference. Returns what is known once `stop` is due or the observer breaks.
pub async fn regions(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Regions {
    fixed(difference, (Side::Left, &[]), solver, stop, observer).await
}

/// The regions that remain if the program other than this reference runs with fixes from it. The
/// difference's input is one on which they still differ. The reference's behaviour is reported
/// first.
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
    // With fixes, a program does not execute its own text.
    bench.overflows = fixes.is_empty();
    let mut counter = Counter::new(&mut bench);
    // Their products are large and must not use up the budget of the others.
    let mut of_overflows = Counter::new(&mut bench);
    let contract = &options.contract;
    let first = std::iter::once(difference.inputs.clone());
    let seeds = first.chain(sweep::spread(contract, images, SEEDS)).collect();
    let mut walk = Walk::new(&bench, seeds, fixes, false, RUNS);
    let (mut pieces, mut is_open) = (Vec::new(), false);
    let (mut differing, mut agreeing) = (Some(BigUint::ZERO), BigUint::ZERO);
    let mut at_least = BigUint::ZERO;
    let (mut progress, mut overflows) = (Progress::default(), Overflows::default());
    let mut tests = Vec::new();
    while let Next::Leaf(leaf) = walk.next(&mut bench).await {
        progress.tried += 1;
        // The walk handles a break.
        let _ = bench.observer.progress(progress).await;
        let literals = literals(&bench, &leaf);
        tests.extend(literals.iter().copied());
        let differ = match leaf.ending {
            Ending::Agree => bench.terms.bool(false),
            Ending::Differ => bench.terms.bool(true),
            Ending::Results(differ) => differ,
            Ending::Open => {
                is_open = true;
                continue;
            }
        };
        overflows.leaf(&mut bench, &mut of_overflows, &leaf, (&literals, differ));
        let of_leaf = Rc::new(leaf.overflows.clone());
        let same = bench.terms.not(differ);
        let agree = counter.count(&bench, literals.iter().copied().chain([same]));
        agreeing += agree.unwrap_or_default();
        for Apart { kind, look, differ } in ways(&mut bench, &leaf, differ) {
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
            let [(left, one), (right, other)] = [0, 1].map(|side| does(&bench, &leaf, look, side));
            let (does, results) = ([left, right], [one, other]);
            let overflows = Rc::clone(&of_leaf);
            let by = None;
            pieces.push(Piece { kind, does, results, by, overflows, literals, sample });
        }
    }
    let is_whole = walk.is_exhausted() && !is_open;
    let mut count = differing.filter(|_| is_whole);
    if at_least == BigUint::ZERO {
        // There is at least the witness.
        at_least = BigUint::from(1u8);
    }
    let reasons = match &count {
        Some(differ) => overflows.reasons([differ, &agreeing]),
        None => Vec::new(),
    };
    let mut bounds = [at_least, &counter.all - agreeing];
    (bench.asked, bench.work, bench.undecided) = (u64::MAX, WORK_OF_TELLER, None);
    let mut teller = Mips::new(bench, difference);
    let of_loops = match is_whole || !fixes.is_empty() {
        true => None,
        false => loops::regions(&mut teller.judge.bench, difference, &tests).await,
    };
    let mut within = Vec::new();
    let (regions, is_exact) = match of_loops {
        Some(found) if found.is_exact || pieces.len() > FEW => {
            within = found.within;
            (found.regions, found.is_exact)
        }
        bound => {
            let (regions, is_told) = teller.tell(pieces).await;
            let is_exact = is_told
                && (is_whole
                    || fixes.is_empty()
                        && !regions.is_empty()
                        && rest::agrees(&mut teller.judge.bench, &regions).await);
            match bound {
                Some(found) if !is_exact => {
                    within = found.within;
                    (found.regions, false)
                }
                _ => (regions, is_exact),
            }
        }
    };
    if is_exact && count.is_none() {
        count = teller.count(&regions);
    }
    if let Some(count) = &count {
        bounds = [count.clone(), count.clone()];
    }
    if !within.is_empty()
        && let Some(most) = teller.count_of(&within)
    {
        bounds[1] = most.min(bounds[1].clone());
    }
    let wants_estimate = count.is_none() && fixes.is_empty() && counter.is_all_exact;
    let estimate = match wants_estimate {
        true => {
            let mut draws = Draws::new(&mut teller.judge.bench);
            estimate::estimate(&mut draws, &counter.all).await
        }
        false => None,
    };
    // The proved bounds hold in any case.
    let estimate = estimate.map(|it| it.within(&bounds));
    let all = counter.is_all_exact.then_some(counter.all);
    Regions { is_exact, count, bounds, all, estimate, reasons, regions, within }
}

/// The conditions on the inputs of a leaf beyond the contract, without redundant ones.
fn literals(bench: &Bench<'_>, leaf: &Leaf) -> Vec<Term> {
    let end = leaf.conditions().count();
    let mut literals = Vec::new();
    let own = leaf.conditions().enumerate().skip(leaf.premises().count());
    for (_, condition) in own.filter(|(_, condition)| condition.said.is_needed_before(end)) {
        conjuncts(bench, condition.term, &mut literals);
    }
    literals
}

/// Splits a conjunction, without duplicates.
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

/// What differs on a leaf.
#[derive(Clone, Copy)]
enum Look {
    /// How they end.
    End,
    /// The first of the [observed words](Leaf::observed) that differs.
    Word(usize),
    /// The number of these.
    Length,
    /// The output.
    Output,
}

/// A way in which the programs differ on a leaf.
struct Apart {
    kind: Kind,
    look: Look,
    /// The condition on the inputs.
    differ: Term,
}

/// The ways in which the programs differ on a leaf.
fn ways(bench: &mut Bench<'_>, leaf: &Leaf, differ: Term) -> Vec<Apart> {
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
    if kind != Kind::Result {
        return vec![Apart { kind, look: Look::End, differ }];
    }
    // Two faults, and two runs that never stop, can differ only in their output.
    if left.stop != End::Done {
        return vec![Apart { kind: Kind::Output, look: Look::Output, differ }];
    }
    let Observation { output, .. } = *bench.observation();
    let [ours, theirs] = [0, 1].map(|side| leaf.observed(side).collect::<Vec<_>>());
    let mut rest = differ;
    let mut all = Vec::new();
    for index in first_observed(bench)..ours.len().min(theirs.len()) {
        let apart = bench.words_differ(leaf, [ours[index], theirs[index]]);
        let differ = bench.terms.and(rest, apart);
        all.push(Apart { kind, look: Look::Word(index), differ });
        let same = bench.terms.not(apart);
        rest = bench.terms.and(rest, same);
    }
    match (ours.len() == theirs.len(), output) {
        (false, _) => all.push(Apart { kind, look: Look::Length, differ: rest }),
        (true, true) => all.push(Apart { kind: Kind::Output, look: Look::Output, differ: rest }),
        (true, false) => {}
    }
    all.retain(|apart| bench.terms.as_bool(apart.differ) != Some(false));
    all
}

/// The index of the first word of a leaf that is relevant: `$3`, if that is observed.
fn first_observed(bench: &Bench<'_>) -> usize {
    usize::from(!bench.observation().result)
}

/// The behaviour of a program on inputs of a leaf, with the word that describes it, if there is
/// one.
fn does(bench: &Bench<'_>, leaf: &Leaf, look: Look, side: usize) -> (Does, Option<Term>) {
    let outcome = &leaf.outcomes[side];
    match outcome.stop {
        _ if matches!(look, Look::Output) => return (printed(bench, leaf, side), None),
        End::Fault(fault) => return (Does::Faults(fault.kind.at(|_| ())), None),
        End::OutOfFuel => return (Does::RunsForEver, None),
        End::Done => {}
    }
    let index = match look {
        Look::Word(index) => index,
        Look::Length => {
            let length = leaf.observed(side).count() - 1;
            return (Does::Gives(Seen::Length, Some(length.to_string())), None);
        }
        // The other program does not stop, and the first word is the most informative.
        Look::End | Look::Output => first_observed(bench),
    };
    let Some(word) = leaf.observed(side).nth(index) else { return (Does::Stops, None) };
    let seen = match index {
        0 => Seen::Result,
        _ => Seen::Other(outcome.others[index - 1].0),
    };
    let text = expression(bench, word);
    let word = text.is_some().then_some(word);
    (Does::Gives(seen, text), word)
}

/// The output of a program on inputs of a leaf; for one that never stops, the beginning.
fn printed(bench: &Bench<'_>, leaf: &Leaf, side: usize) -> Does {
    let printed = leaf.printed(side);
    let is_endless = leaf.outcomes[side].stop == End::OutOfFuel;
    let shown = if is_endless { PARTS } else { printed.len() };
    let parts = printed.iter().take(shown).map(|part| match part {
        Written::Number(word) => expression(bench, *word),
        Written::Byte(word) => match bench.terms.as_const(*word) {
            Some(byte) => Some(format!("'{}'", (byte as u8).escape_ascii())),
            None => expression(bench, *word),
        },
    });
    let more = (printed.len() > shown).then(|| Some("and so on".to_owned()));
    Does::Prints(parts.chain(more).collect())
}

/// A word as an expression over the inputs, if that is short.
fn expression(bench: &Bench<'_>, word: Term) -> Option<String> {
    let normal = match bench.terms.as_const(word) {
        Some(_) => None,
        None => assumption::word(&bench.terms, word),
    };
    let normal = normal.filter(|text| text.len() <= EXPRESSION);
    normal.or_else(|| bench.terms.infix(word, EXPRESSION))
}

/// Counts inputs of the contract.
struct Counter {
    symbols: Vec<Symbol>,
    diagrams: TermDiagrams,
    premises: Vec<Term>,
    /// The number of all inputs; an upper bound, if the contract's cannot be counted.
    all: BigUint,
    /// Whether that number is exact.
    is_all_exact: bool,
    stop: Stop,
    too_large: u32,
}

impl Counter {
    fn new(bench: &mut Bench<'_>) -> Counter {
        let symbols = symbols(bench);
        let premises: Vec<Term> = bench.premises().collect();
        let diagrams = TermDiagrams::new(&symbols, bench.stop);
        let all = power::<u32>(symbols.len());
        let stop = bench.stop.clone();
        let (is_all_exact, too_large) = (false, 0);
        let mut counter =
            Counter { symbols, diagrams, premises, all, is_all_exact, stop, too_large };
        if let Some(all) = counter.count(bench, []) {
            (counter.all, counter.is_all_exact) = (all, true);
        }
        counter
    }

    /// The number of the contract's inputs that satisfy all of these.
    fn count(&mut self, bench: &Bench<'_>, of: impl IntoIterator<Item = Term>) -> Option<BigUint> {
        if self.too_large == TOO_LARGE {
            return None;
        }
        let premises = self.premises.clone();
        let all = premises.into_iter().chain(of);
        match conjunction(&mut self.diagrams, bench, all) {
            Ok(diagram) => Some(self.diagrams.set.count(diagram)),
            Err(TooLarge) => {
                self.diagrams = TermDiagrams::new(&self.symbols, &self.stop);
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
    diagrams: &mut TermDiagrams,
    bench: &Bench<'_>,
    of: impl IntoIterator<Item = Term>,
) -> Result<Diagram, TooLarge> {
    of.into_iter().try_fold(Diagram::TRUE, |all, term| {
        let one = diagrams.of(&bench.terms, term)?;
        diagrams.set.and(all, one)
    })
}
