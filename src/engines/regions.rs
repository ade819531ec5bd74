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
//! - else by conjunctions of a few [`atoms`], which are learnt from examples and proved to
//!   imply the group, until nothing of it is left ([`learn`]);
//! - where none is learnt, by conditions of a leaf, as few of them as still imply the group
//!   (a prime implicant).
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

mod atoms;
mod diagram;
mod estimate;
mod groups;
mod judge;
mod learn;
mod near;
mod overflow;
mod random;
mod rest;
mod teller;

use std::rc::Rc;

use num_bigint::BigUint;

pub use diagram::{Diagram, Diagrams, TooLarge};
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
use crate::symbolic::concolic::Overflow;
use crate::symbolic::output::Written;
use crate::term::{Node, Symbol, Term};
use overflow::Overflows;
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

/// Something that is observed of a program that stops, beside its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// `$3`.
    Result,
    /// This.
    Other(Observable),
    /// How many elements of an array there are to look at.
    Length,
}

impl Does {
    /// What is observed, where it is told what that is.
    fn seen(&self) -> Option<Seen> {
        match self {
            Does::Gives(seen, _) => Some(*seen),
            _ => None,
        }
    }
}

/// What a program does on all inputs of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// It stops with this in what is observed, over the inputs; none where there is no short formula
    /// for it.
    Gives(Seen, Option<String>),
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
    /// How many there are, where that is known.
    pub count: Option<BigUint>,
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
    /// How many inputs the contract allows, where that is known.
    pub all: Option<BigUint>,
    /// Where it is not known: how many there are, by draws.
    pub estimate: Option<Estimate>,
    /// The instructions whose overflow explains the difference, the best one first.
    pub reasons: Vec<Reason>,
    /// The regions, the largest first.
    pub regions: Vec<Region>,
}

impl Regions {
    /// Those of programs that agree on all inputs.
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
        }
    }

    /// Those of programs of which not even that is known.
    pub fn unknown(contract: &Contract) -> Regions {
        let all = power(contract.names().len());
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
        }
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
    /// What is observed of both, where it is told what that is.
    results: [Option<Term>; 2],
    /// The operations of each program that may overflow.
    overflows: Rc<[Option<Vec<Overflow>>; 2]>,
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
    // Those of products are large; they must not use up what the others may.
    let mut of_overflows = Counter::new(&mut bench);
    let contract = &options.contract;
    let first = std::iter::once(difference.inputs.clone());
    let seeds = first.chain(sweep::spread(contract, images, SEEDS)).collect();
    let mut walk = Walk::new(&bench, seeds, fixes, false, RUNS);
    let (mut pieces, mut is_open) = (Vec::new(), false);
    let (mut differing, mut agreeing) = (Some(BigUint::ZERO), BigUint::ZERO);
    let mut at_least = BigUint::ZERO;
    let (mut progress, mut overflows) = (Progress::default(), Overflows::default());
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
            pieces.push(Piece { kind, does, results, overflows, literals, sample });
        }
    }
    let is_whole = walk.is_exhausted() && !is_open;
    let mut count = differing.filter(|_| is_whole);
    if at_least == BigUint::ZERO {
        // There is the witness.
        at_least = BigUint::from(1u8);
    }
    let reasons = match &count {
        Some(differ) => overflows.reasons([differ, &agreeing]),
        None => Vec::new(),
    };
    let mut bounds = [at_least, &counter.all - agreeing];
    (bench.asked, bench.work, bench.undecided) = (u64::MAX, WORK_OF_TELLER, None);
    let mut teller = Teller::new(bench, difference);
    let (regions, is_told) = teller.tell(pieces).await;
    let is_exact = is_told
        && (is_whole
            || fixes.is_empty()
                && !regions.is_empty()
                && rest::agrees(&mut teller.judge.bench, &regions).await);
    if is_exact && count.is_none() {
        count = teller.count(&regions);
    }
    if let Some(count) = &count {
        bounds = [count.clone(), count.clone()];
    }
    let wants_estimate = count.is_none() && fixes.is_empty() && counter.is_all_exact;
    let mut estimate = match wants_estimate {
        true => estimate::estimate(&mut teller.judge.bench, &counter.all).await,
        false => None,
    };
    if let Some(Estimate { interval, .. }) = &mut estimate {
        // What is proved holds besides.
        let [least, most] = &bounds;
        interval.iter_mut().for_each(|end| *end = (&*end).clamp(least, most).clone());
    }
    let all = counter.is_all_exact.then_some(counter.all);
    Regions { is_exact, count, bounds, all, estimate, reasons, regions }
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

/// Where the programs differ on a leaf.
#[derive(Clone, Copy)]
enum Look {
    /// How they end.
    End,
    /// One of the [observed words](Leaf::observed), the first that is another one.
    Word(usize),
    /// How many of these there are.
    Length,
    /// What they print.
    Output,
}

/// A way in which the programs differ on a leaf.
struct Apart {
    kind: Kind,
    look: Look,
    /// What holds of the inputs.
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
    // Two faults, and two runs that never stop, differ in what they print alone.
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

/// The first word of a leaf that counts: `$3`, if that is observed.
fn first_observed(bench: &Bench<'_>) -> usize {
    usize::from(!bench.observation().result)
}

/// What a program does on inputs of a leaf, and the word that it is told of, if it is told of one.
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
        // The other one does not stop, and the first word says most.
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

/// What a program prints on inputs of a leaf; of one that never stops, the beginning.
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

/// A word over the inputs, where that is short.
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
