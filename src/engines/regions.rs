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
#[cfg(feature = "evidence")]
pub(super) mod circuit;
mod conditions;
mod counter;
pub(super) mod diagram;
mod estimate;
mod grammar;
mod groups;
mod judge;
mod learn;
mod leaves;
mod loops;
mod near;
mod overflow;
pub(super) mod random;
mod rest;
mod survey;
mod teller;

use std::rc::Rc;

use num_bigint::BigUint;

#[cfg(feature = "evidence")]
pub(super) use diagram::rank;
pub use diagram::{Diagram, Diagrams, TermDiagrams, TooLarge};
use estimate::Draws;
pub use estimate::Estimate;
pub use overflow::Reason;

use super::difference::Difference;
use super::paths::{Observer, sweep};
use super::tree::{Bench, Fix, LeftPath, Walk};
use crate::contract::Contract;
use crate::machine::{FaultKind, Inputs};
use crate::program::Address;
use crate::report::Side;
use crate::solver::{Effort, Solver, Stop};
use crate::word::Word;
use conditions::Conditions;
use judge::Judge;
use loops::Found;
use survey::Survey;
use teller::Mips;

/// Maximum number of runs of both programs.
const RUNS: u32 = 400;
/// Maximum number of steps of runs over terms.
const STEPS_OVER_TERMS: u64 = 4_000_000;
/// Maximum number of terms in queries of the walk.
const ASKED: u64 = 4_000_000;
/// Maximum cost of the walk's queries, as the solver counts.
const WORK: u64 = 4_000_000;
/// Maximum cost of all queries other than the walk's, as the solver counts.
const WORK_OF_TELLER: u64 = 8_000_000;
/// Number of inputs of the sweep that the walk begins with.
const SEEDS: usize = 48;
/// The effort of a query.
const EFFORT_PER_QUERY: Effort = Effort(4_000);
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

impl<F> Does<F> {
    /// The name of what is observed, if that is reported.
    fn seen(&self) -> Option<&str> {
        match self {
            Does::Gives(seen, _) => Some(seen),
            _ => None,
        }
    }
}

/// The behaviour of a program on all inputs of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does<F = FaultKind<()>> {
    /// It stops with this word: what is observed, in the contract's language (`$3`; `len` for the number of elements of an
    /// array), and the word as an expression over the inputs; `None` if there is no short one.
    Gives(String, Option<String>),
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
    /// Whether the kernel accepted evidence of how the programs differ on each of these inputs. `None` if none was found.
    pub checked: Option<bool>,
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
    /// If the regions are not complete: conditions such that the programs are proved to agree on all
    /// inputs outside them. Empty if none are known.
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
    fixed(difference, Side::Left, &[], solver, stop, observer).await
}

/// The regions that remain if the program other than this reference runs with fixes from it. The
/// difference's input is one on which they still differ. The reference's behaviour is reported
/// first.
pub async fn fixed(
    difference: &Difference<'_>,
    reference: Side,
    fixes: &[Fix],
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Regions {
    let Difference { mut images, options, .. } = *difference;
    if reference == Side::Right {
        images.reverse();
    }
    let mut bench = Bench::new(images, options, solver, observer, stop);
    bench.effort = EFFORT_PER_QUERY.min(options.effort);
    (bench.steps, bench.asked, bench.work, bench.undecided) =
        (STEPS_OVER_TERMS, ASKED, WORK, Some(0));
    // With fixes, a program does not execute its own text.
    bench.overflows = fixes.is_empty();
    let mut survey = Survey::new(&mut bench);
    let first = std::iter::once(difference.inputs.clone());
    let seeds = first.chain(sweep::spread(&options.contract, images, SEEDS)).collect();
    let mut walk = Walk::new(&bench, seeds, fixes, LeftPath::Free, RUNS);
    survey.explore(&mut bench, &mut walk).await;
    let Survey { counter, overflows, pieces, tests, totals, is_whole, .. } = survey;
    let mut count = totals.differing.clone().filter(|_| is_whole);
    let reasons = match &count {
        Some(differ) => overflows.reasons([differ, &totals.agreeing]),
        None => Vec::new(),
    };
    (bench.asked, bench.work, bench.undecided) = (u64::MAX, WORK_OF_TELLER, None);
    let mut teller = Mips::new(bench, difference);
    let has_fixes = !fixes.is_empty();
    let of_loops = match is_whole || has_fixes {
        true => None,
        false => loops::regions(&mut teller.judge.bench, difference, &tests).await,
    };
    let Found { regions, is_exact, within } =
        described(&mut teller, pieces, of_loops, is_whole, has_fixes).await;
    if is_exact && count.is_none() {
        count = teller.count(&regions);
    }
    let bounds = bounds(&mut teller, totals.bounds(&counter.all), count.as_ref(), &within);
    let wants_estimate = count.is_none() && !has_fixes && counter.is_all_exact;
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

/// The regions of all pieces, or those of the loops where the pieces do not describe everything.
async fn described<'t, 'd>(
    teller: &mut Mips<'t, 'd>,
    pieces: Vec<Piece<Judge<'t, 'd>>>,
    of_loops: Option<Found>,
    is_whole: bool,
    has_fixes: bool,
) -> Found {
    let of_loops = match of_loops {
        Some(found) if found.is_exact || pieces.len() > FEW => return found,
        of_loops => of_loops,
    };
    let (regions, is_covered) = teller.tell(pieces).await;
    let is_exact = is_covered
        && (is_whole
            || !has_fixes
                && !regions.is_empty()
                && rest::agrees(&mut teller.judge.bench, &regions).await);
    match of_loops {
        Some(found) if !is_exact => found,
        _ => Found { regions, is_exact, within: Vec::new() },
    }
}

/// The best known bounds on the number of inputs that differ: those of the survey, the number itself if it is known, and
/// the number of inputs in `within`; on all others the programs are proved to agree.
fn bounds(
    teller: &mut Mips<'_, '_>,
    of_survey: [BigUint; 2],
    count: Option<&BigUint>,
    within: &[String],
) -> [BigUint; 2] {
    let [least, most] = match count {
        Some(count) => [count.clone(), count.clone()],
        None => of_survey,
    };
    match if within.is_empty() { None } else { teller.count_of(within) } {
        Some(of_within) => [least, of_within.min(most)],
        None => [least, most],
    }
}
