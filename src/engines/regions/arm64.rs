//! Regions of ARM64 programs: all pairs of numbers `x0`, `x1` on which two programs differ.
//!
//! The concolic run of the prover ([`trace`]) gives the conditions of a path, and the observed words as
//! forms over the inputs. Conditions become decision diagrams ([`Ground`]), so the inputs
//! that no path covers are a diagram, too: the next input is drawn from it, and the paths cover all
//! inputs once it is false. No solver is asked. Inputs are counted path by path; paths are disjoint.
//!
//! A path whose conditions have no diagram (a product of both inputs, for example), or on which a
//! program has not ended within the steps, leaves the number open: there are bounds and an estimate.
//!
//! A sample of each region is replayed on the emulator before it is reported.

mod ground;
mod standing;

use num_bigint::BigUint;
use tamarin_kernel::Claim;
use tamarin_kernel::execute::Ending;
use tamarin_prove::refute::STEPS_PER_RUN;
use tamarin_prove::refute::trace::{Observed, Trace};

use super::conditions::Conditions;
use super::diagram::Diagram;
use super::estimate::{self, REJECTED, Runs};
use super::random::Random;
use super::teller::Teller;
use super::{Does, Kind, PARTS, Piece, RUNS, Regions, TOO_LARGE};
use crate::engines::arm64::{Differing, Options, claim_of_numbers, samples_of};
use crate::machine::arm64::agreement::{Both, Difference, Tried, agree, difference};
use crate::machine::arm64::{FaultClass, Given, Observable, Observation, Register, Stop as End};
use crate::report::Agreement;
use crate::solver::Stop;
use ground::{Ground, Truth};

pub use standing::{Standing, standing};

/// Number of input words: `x0` and `x1`.
const WORDS: usize = 2;

/// The inputs on which two ARM64 programs differ.
#[derive(Clone, Debug)]
pub struct Found {
    /// The regions, over `x0` and `x1`.
    pub regions: Regions<Vec<u64>, FaultClass>,
    /// What these paths establish of the witness.
    pub standing: Standing,
}

/// The regions of a difference. `None` if the inputs are no two numbers, if the prover has no machine for the mode, or if
/// the assumptions have no diagram. Returns what is known once `stop` is due.
pub async fn regions(differing: &Differing<'_>, stop: &Stop) -> Option<Found> {
    let claim = claim_of_numbers(differing.words(), differing.options)?;
    Some(Paths::explored(&claim, differing, stop)?.regions().await)
}

/// The paths of two programs that were explored.
struct Paths<'p> {
    claim: &'p Claim,
    ground: Ground,
    runs: Emulated<'p>,
    stop: &'p Stop,
    /// The number of inputs that the assumptions allow.
    all: BigUint,
    /// Those that are on no path so far.
    rest: Diagram,
    /// The names of the observed words, as the claim has them.
    names: Vec<String>,
    pieces: Vec<Piece<Ground>>,
    /// Number of explored paths.
    explored: u32,
    /// Number of paths without a diagram.
    too_large: u32,
    /// Whether it is open on some of the explored paths whether the programs differ.
    is_open: bool,
    differing: BigUint,
    agreeing: BigUint,
}

impl<'p> Paths<'p> {
    /// The paths of the witness, of samples and of other inputs. `None` if the assumptions have no diagram.
    fn explored(
        claim: &'p Claim,
        differing: &'p Differing<'p>,
        stop: &'p Stop,
    ) -> Option<Paths<'p>> {
        let mut paths = Paths::new(claim, differing, stop)?;
        let samples = samples_of(differing.words(), differing.options);
        let samples = samples.into_iter().map(|given| given.registers);
        paths.explore(std::iter::once(differing.tried.given.registers.clone()).chain(samples));
        Some(paths)
    }

    fn new(claim: &'p Claim, differing: &'p Differing<'p>, stop: &'p Stop) -> Option<Paths<'p>> {
        let witness = differing.tried.given.registers.clone();
        let mut ground = Ground::new(claim, witness, &differing.options.assumed, stop)?;
        Some(Paths {
            claim,
            all: ground.count(Truth::ALWAYS)?,
            rest: ground.allowed,
            ground,
            runs: Emulated::new(differing, stop),
            stop,
            names: names(&differing.options.observation),
            pieces: Vec::new(),
            explored: 0,
            too_large: 0,
            is_open: false,
            differing: BigUint::ZERO,
            agreeing: BigUint::ZERO,
        })
    }

    /// Explores the paths of these inputs, and then of others, until all inputs are on a path or a
    /// limit is reached.
    fn explore(&mut self, seeds: impl Iterator<Item = Vec<u64>>) {
        for inputs in seeds {
            if self.is_over() {
                return;
            }
            if self.ground.diagrams.holds(self.rest, &inputs) {
                self.path(&inputs);
            }
        }
        let mut random = Random::default();
        while !self.is_over() {
            // Small numbers end loops early, and arbitrary ones take the paths of many inputs.
            let draws = self.explored.is_multiple_of(2).then_some(&mut random);
            let inputs = self.ground.diagrams.sample(self.rest, draws);
            self.path(&inputs);
        }
    }

    fn is_over(&self) -> bool {
        let is_done = self.rest == Diagram::FALSE || self.explored == RUNS;
        is_done || self.too_large == TOO_LARGE || self.stop.is_due()
    }

    /// Explores the path of an input.
    fn path(&mut self, inputs: &[u64]) {
        self.explored += 1;
        let Some(trace) = self.ground.trace(self.claim, inputs, STEPS_PER_RUN) else {
            self.too_large += 1;
            return;
        };
        let literals: Vec<Truth> =
            trace.conditions.iter().map(|it| self.ground.fact(it.fact, it.holds)).collect();
        let here = self.ground.all(&literals);
        let left = self.ground.without(self.rest, here);
        let (Some(count), Some(left)) = (self.ground.count(here), left) else {
            self.too_large += 1;
            return;
        };
        debug_assert!(self.ground.holds(here, &inputs.to_vec()), "an input is on its path");
        self.rest = left;
        if trace.is_unfinished() {
            self.is_open = true;
            return;
        }
        let mut differing = BigUint::ZERO;
        for apart in self.ways(&trace) {
            let all = self.ground.and(here, apart.differ);
            match self.piece(&trace, &literals, all, apart) {
                Some(count) => differing += count,
                None => {
                    self.is_open = true;
                    return;
                }
            }
        }
        // Otherwise some of these inputs are open.
        self.agreeing += count - &differing;
        self.differing += differing;
    }

    /// Keeps what differs on a path, if it does. Returns the number of inputs, if it is known.
    fn piece(
        &mut self,
        trace: &Trace,
        literals: &[Truth],
        all: Truth,
        Apart { kind, look, differ }: Apart,
    ) -> Option<BigUint> {
        let count = self.ground.count(all)?;
        if count == BigUint::ZERO {
            return Some(count);
        }
        let sample = self.ground.example(all)?;
        let tried = self.runs.run(&sample)?;
        // A sample that does not replay would be a defect: nothing is claimed of its path.
        let is_replayed = kind_of(&tried).is_some_and(|found| found == kind);
        debug_assert!(is_replayed, "{sample:?} differs as its path does");
        if !is_replayed {
            return None;
        }
        let index = if let Look::Word(index) = look { index } else { 0 };
        let words = trace.observed.each_ref().map(|it| it.results.get(index).map(|it| it.form));
        let mut results = [None; 2];
        let does = [0, 1].map(|side| match (look, tried.runs[side].stop) {
            (Look::Output, _) => self.printed(&trace.observed[side]),
            (_, End::Fault(fault)) => Does::Faults(fault.kind.class()),
            _ => match self.names.get(index) {
                None => Does::Stops,
                Some(name) => {
                    let text = words[side].and_then(|form| self.ground.expression(form));
                    results[side] = words[side].filter(|_| text.is_some());
                    Does::Gives(name.clone(), text)
                }
            },
        });
        let are_known = results.iter().all(Option::is_some);
        let by = match (look, words) {
            (Look::Word(_), [Some(left), Some(right)]) if !are_known => {
                let by = self.ground.difference(right, left);
                self.ground.expression(by)
            }
            _ => None,
        };
        let mut literals = literals.to_vec();
        if self.ground.as_known(differ).is_none() {
            literals.push(differ);
        }
        let overflows = [None, None].into();
        self.pieces.push(Piece { kind, does, results, by, overflows, literals, sample });
        Some(count)
    }

    /// What a program prints on a path.
    fn printed(&mut self, observed: &Observed) -> Does<FaultClass> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let flush = |text: &mut String, parts: &mut Vec<Option<String>>| {
            if !text.is_empty() {
                parts.push(Some(format!("'{}'", std::mem::take(text))));
            }
        };
        for word in &observed.output {
            match self.ground.constant(word.form) {
                Some(byte) => text.push_str(&(byte as u8).escape_ascii().to_string()),
                None => {
                    flush(&mut text, &mut parts);
                    parts.push(self.ground.expression(word.form));
                }
            }
        }
        flush(&mut text, &mut parts);
        if parts.len() > PARTS {
            parts.truncate(PARTS);
            parts.push(Some("and so on".to_owned()));
        }
        Does::Prints(parts)
    }

    /// The ways in which the programs differ on a path that both end.
    fn ways(&mut self, trace: &Trace) -> Vec<Apart> {
        let [left, right] = &trace.observed;
        let always = self.ground.known(true);
        let kind = match [left, right].map(|it| it.ending == Some(Ending::Fault)) {
            [true, false] => Kind::LeftFaults,
            [false, true] => Kind::RightFaults,
            _ => Kind::Result,
        };
        if kind != Kind::Result {
            return vec![Apart { kind, look: Look::End, differ: always }];
        }
        let (mut all, mut rest) = (Vec::new(), always);
        if left.ending == Some(Ending::Done) {
            let pairs = left.results.iter().zip(&right.results);
            for (index, (a, b)) in pairs.map(|(a, b)| (a.form, b.form)).enumerate() {
                let same = self.ground.equal(a, b);
                let apart = self.ground.not(same);
                let differ = self.ground.and(rest, apart);
                all.push(Apart { kind, look: Look::Word(index), differ });
                rest = self.ground.and(rest, same);
            }
        }
        let apart = match left.output.len() == right.output.len() {
            false => always,
            true => {
                let bytes = left.output.iter().zip(&right.output);
                let bytes: Vec<_> = bytes.map(|(a, b)| [a.form, b.form]).collect();
                let same: Vec<Truth> =
                    bytes.into_iter().map(|[a, b]| self.ground.equal_bytes(a, b)).collect();
                let same = self.ground.all(&same);
                self.ground.not(same)
            }
        };
        let differ = self.ground.and(rest, apart);
        all.push(Apart { kind: Kind::Output, look: Look::Output, differ });
        all
    }

    /// Whether all inputs are on an explored path, and it is known of each whether the programs differ.
    fn is_whole(&self) -> bool {
        let is_whole = self.rest == Diagram::FALSE && self.too_large == 0 && !self.is_open;
        let counted = || &self.differing + &self.agreeing;
        debug_assert!(!is_whole || counted() == self.all, "each input is on one path");
        is_whole
    }

    /// What the explored paths establish of the witness.
    fn standing(&mut self) -> Standing {
        let is_whole = self.is_whole();
        let one = BigUint::from(1u8);
        let is_only = match is_whole {
            true => Some(self.differing == one),
            false => (self.differing > one).then_some(false),
        };
        let each: Vec<Truth> =
            self.pieces.iter().map(|piece| self.ground.all(&piece.literals)).collect();
        let known = self.ground.any(each);
        let is_least = match self.ground.is_least(known) {
            Some(true) if !is_whole => None,
            is_least => is_least,
        };
        Standing { is_least, is_only }
    }

    /// The regions of the explored paths.
    async fn regions(mut self) -> Found {
        let (is_whole, standing) = (self.is_whole(), self.standing());
        let Paths { ground, mut runs, pieces, differing, agreeing, all, .. } = self;
        let count = is_whole.then(|| differing.clone());
        // There is at least the witness.
        let at_least = differing.max(BigUint::from(1u8));
        let bounds = [at_least, &all - agreeing];
        let mut teller = Teller { judge: ground };
        let (regions, is_covered) = teller.tell(pieces).await;
        let estimate = match count {
            Some(_) => None,
            None => estimate::estimate(&mut runs, &all).await.map(|it| it.within(&bounds)),
        };
        let (reasons, within) = (Vec::new(), Vec::new());
        let is_exact = is_covered && is_whole;
        let all = Some(all);
        let regions = Regions { is_exact, count, bounds, all, estimate, reasons, regions, within };
        Found { regions, standing }
    }
}

/// The names of observed words, in the order in which a claim about numbers has them: registers, then words of memory.
fn names(observation: &Observation) -> Vec<String> {
    let of = |is_register: bool| {
        let others = observation.others.iter();
        let others = others.filter(move |it| matches!(it, Observable::Register(_)) == is_register);
        others.map(ToString::to_string)
    };
    let result = observation.result.then(|| Register::RESULT.to_string());
    result.into_iter().chain(of(true)).chain(of(false)).collect()
}

/// What differs on a path.
#[derive(Clone, Copy)]
enum Look {
    /// How the programs end.
    End,
    /// The first observed word that differs, by its index.
    Word(usize),
    /// The output.
    Output,
}

/// A way in which the programs differ on a path.
struct Apart {
    kind: Kind,
    look: Look,
    /// The condition on the inputs, in addition to those of the path.
    differ: Truth,
}

/// How two runs that have ended differ. `None` unless both have.
fn kind_of(Tried { runs: [left, right], .. }: &Tried) -> Option<Kind> {
    let found = difference(left, right)?;
    Some(match (left.stop, right.stop) {
        (End::OutOfFuel, _) | (_, End::OutOfFuel) => return None,
        (End::Fault(_), End::Done) => Kind::LeftFaults,
        (End::Done, End::Fault(_)) => Kind::RightFaults,
        (End::Done, End::Done) if left.observed_words().ne(right.observed_words()) => Kind::Result,
        _ => {
            debug_assert_eq!(found, Difference::Outputs);
            Kind::Output
        }
    })
}

/// Both programs on the emulator.
struct Emulated<'e> {
    both: Both,
    options: &'e Options,
    random: Random,
    stop: &'e Stop,
}

impl<'e> Emulated<'e> {
    fn new(differing: &'e Differing<'e>, stop: &'e Stop) -> Emulated<'e> {
        let Differing { options, .. } = *differing;
        let both = options.both(differing.words());
        Emulated { both, options, random: Random::default(), stop }
    }

    /// Runs both programs at least as far as the paths go. If only one has ended, the other one is watched for a
    /// repeated state.
    fn run(&mut self, inputs: &[u64]) -> Option<Tried> {
        let given = self.options.given(inputs.to_vec(), 0);
        let fuel = self.options.fuel.max(2 * STEPS_PER_RUN);
        let mut tried = self.both.run(&given, fuel)?;
        self.both.look_on(&mut tried, fuel);
        Some(tried)
    }
}

impl Emulated<'_> {
    /// The next input that the assumptions allow, by rejection.
    fn next(&mut self) -> Option<[u64; WORDS]> {
        let allows = |inputs: &[u64; WORDS]| {
            let registers = inputs.to_vec();
            self.options.assumed.allows(&Given { registers, ..Given::default() })
        };
        let mut drawn = (0..REJECTED).map(|_| [self.random.next(), self.random.next()]);
        drawn.find(allows)
    }
}

impl Runs for Emulated<'_> {
    fn draw(&mut self) -> Option<(Agreement, u64)> {
        let inputs = self.next()?;
        let tried = self.run(&inputs)?;
        let [left, right] = &tried.runs;
        let agreement = Agreement::of(agree(left, right));
        Some((agreement, left.steps + right.steps))
    }

    async fn is_over(&mut self) -> bool {
        self.stop.is_due()
    }
}
