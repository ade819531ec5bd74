//! The paths of a MIPS and an ARM64 program on the same two numbers, as decision diagrams.
//!
//! The prover follows each program by its own machine ([`trace`]) and gives the conditions of the path and the observed
//! words as forms over the inputs, 32 bits wide for MIPS and 64 for ARM64. Both become diagrams over the bits of two words
//! of 32 bits ([`Circuit`]): a diagram is canonical, so no solver is asked. The next input is drawn from what no path has
//! covered. An input that a path shows to make a difference is run on both emulators before it counts.

use num_bigint::BigUint;
use tamarin_kernel::Claim;
use tamarin_kernel::execute::Ending;
use tamarin_prove::refute::STEPS_PER_RUN;
use tamarin_prove::refute::forms::{Form, Forms};
use tamarin_prove::refute::inputs::{Assignment, Inputs};
use tamarin_prove::refute::trace::{Observed, Trace, trace};

use super::{Runs, extended};
use crate::engines::arm64::{Stream, claim_of_numbers};
use crate::engines::evidence;
use crate::engines::regions::circuit::{Circuit, Known};
use crate::engines::regions::diagram::{Bits, Diagram, Diagrams, Made, extended as widened};
use crate::engines::regions::random::Random;
use crate::engines::statement::Statement;
use crate::machine::Signedness;
use crate::solver::Stop;

/// Maximum number of paths. Twice as many double the time of a comparison that stays open.
const PATHS: u32 = 400;
/// Paths without a diagram after which no more are tried.
const TOO_LARGE: u32 = 6;
/// Number of inputs.
const WORDS: usize = 2;

/// What the paths show.
pub struct Explored {
    /// Whether they cover all inputs, and it is known of each whether the programs differ.
    pub is_whole: bool,
    /// The number of paths.
    pub explored: u32,
    /// The number of inputs on these on which the programs differ.
    pub differing: BigUint,
    /// Whether on all of these the low 32 bits of the results are the same, and all else that is observed.
    pub is_narrow_same: bool,
}

/// Explores the paths of both programs. `None` if the inputs are no two numbers, or if the prover has no machine for
/// the mode.
pub fn explore(runs: &mut Runs<'_>, stop: &Stop) -> Option<Explored> {
    if runs.options.array.is_some() {
        return None;
    }
    let (programs, options) = (runs.programs, runs.options);
    let (mips, statement) = ([programs.mips; 2], &Statement::EQUIVALENT);
    let mips = evidence::claim::of_statement(mips, programs.contract, statement).ok()?;
    let of_arm64 = crate::engines::arm64::Options {
        mode: options.mode,
        stream: Stream::Text(options.stream.clone()),
        ..crate::engines::arm64::Options::default()
    };
    let arm64 = claim_of_numbers([programs.arm64; 2], &of_arm64)?;
    let mut paths = Paths {
        followers: [Follower::new(mips)?, Follower::new(arm64)?],
        diagrams: Diagrams::new(WORDS, stop),
        rest: Diagram::TRUE,
        explored: 0,
        too_large: 0,
        is_open: false,
        differing: BigUint::ZERO,
        is_narrow_same: true,
    };
    paths.all(runs, stop);
    let is_whole = paths.rest == Diagram::FALSE && paths.too_large == 0 && !paths.is_open;
    let Paths { explored, differing, is_narrow_same, .. } = paths;
    Some(Explored { is_whole, explored, differing, is_narrow_same })
}

/// A program, followed on inputs.
struct Follower {
    /// The claim that it agrees with itself.
    claim: Claim,
    inputs: Inputs,
    forms: Forms,
    known: Known,
}

impl Follower {
    fn new(claim: Claim) -> Option<Follower> {
        let forms = Forms::new(claim.machine().ok()?.width);
        Some(Follower { inputs: Inputs::new(&claim), claim, forms, known: Known::default() })
    }

    fn trace(&mut self, inputs: [u64; WORDS]) -> Option<Trace> {
        let assigned = Assignment::default().with((0..).zip(inputs));
        trace(&self.claim, &self.inputs, &mut self.forms, &assigned, STEPS_PER_RUN).ok()
    }

    fn circuit<'c>(&'c mut self, diagrams: &'c mut Diagrams) -> Circuit<'c, u32> {
        Circuit { diagrams, forms: &self.forms, known: &mut self.known }
    }

    /// The inputs that take a path.
    fn conditions(&mut self, diagrams: &mut Diagrams, path: &Trace) -> Made<Diagram> {
        let mut all = Diagram::TRUE;
        for condition in &path.conditions {
            let mut holds = self.circuit(diagrams).fact(condition.fact)?;
            if !condition.holds {
                holds = diagrams.not(holds)?;
            }
            all = diagrams.and(all, holds)?;
        }
        Ok(all)
    }

    /// A word as bits of its own width.
    fn bits(&mut self, diagrams: &mut Diagrams, form: Form) -> Made<Bits> {
        self.circuit(diagrams).form(form)
    }
}

struct Paths {
    /// The MIPS and the ARM64 program.
    followers: [Follower; 2],
    diagrams: Diagrams,
    /// The inputs that are on no path so far.
    rest: Diagram,
    explored: u32,
    too_large: u32,
    is_open: bool,
    differing: BigUint,
    is_narrow_same: bool,
}

/// The inputs of a path, and those of them on which the programs differ; `None` if that is open.
struct SharedPath {
    here: Diagram,
    differ: Option<Apart>,
}

/// Where two runs of a path differ.
struct Apart {
    /// In anything.
    all: Diagram,
    /// In the low 32 bits of the results, or in anything else.
    narrow: Diagram,
}

impl Paths {
    /// Explores until all inputs are covered or a limit is reached.
    fn all(&mut self, runs: &mut Runs<'_>, stop: &Stop) {
        let mut random = Random::default();
        while self.rest != Diagram::FALSE {
            let is_over = self.explored == PATHS || self.too_large == TOO_LARGE || stop.is_due();
            if is_over {
                self.is_open = true;
                return;
            }
            // Small numbers end loops early, and arbitrary ones take the paths of many inputs.
            let draws = self.explored.is_multiple_of(2).then_some(&mut random);
            let inputs = self.diagrams.sample(self.rest, draws);
            self.explored += 1;
            let found = self.path([inputs[0], inputs[1]]);
            match found.and_then(|path| Some((self.without(path.here)?, path))) {
                Some((rest, path)) => self.cover(rest, path, runs, &mut random),
                None => self.too_large += 1,
            }
        }
    }

    fn without(&mut self, here: Diagram) -> Option<Diagram> {
        let rest = self.rest;
        self.attempt(|diagrams, _| {
            let not = diagrams.not(here)?;
            diagrams.and(rest, not)
        })
    }

    fn cover(&mut self, rest: Diagram, path: SharedPath, runs: &mut Runs<'_>, random: &mut Random) {
        self.rest = rest;
        let Some(Apart { all: differ, narrow }) = path.differ else {
            self.is_open = true;
            return;
        };
        self.is_narrow_same &= narrow == Diagram::FALSE;
        if differ == Diagram::FALSE {
            return;
        }
        self.differing += self.diagrams.count(differ);
        // Not only the smallest one: results beyond 32 bits may be the reason on some inputs and not on others.
        let small = self.diagrams.sample(differ, None);
        let drawn = (0..4).map(|_| self.diagrams.sample(differ, Some(random)));
        for inputs in std::iter::once(small).chain(drawn.collect::<Vec<_>>()) {
            let differs = runs.run(&inputs);
            debug_assert!(differs || runs.tried > 0, "{inputs:?} differs as its path does");
        }
    }

    /// The path of an input, if it has a diagram.
    fn path(&mut self, inputs: [u32; WORDS]) -> Option<SharedPath> {
        let [mips, arm64] = &mut self.followers;
        let traces = [mips.trace(inputs.map(u64::from))?, arm64.trace(inputs.map(extended))?];
        self.attempt(|diagrams, [mips, arm64]| {
            let [on_mips, on_arm64] = &traces;
            let one = mips.conditions(diagrams, on_mips)?;
            let other = arm64.conditions(diagrams, on_arm64)?;
            let here = diagrams.and(one, other)?;
            let observed = [&on_mips.observed[0], &on_arm64.observed[0]];
            let differ = match apart(diagrams, [mips, arm64], observed)? {
                Some(Apart { all, narrow }) => {
                    let (all, narrow) = (diagrams.and(here, all)?, diagrams.and(here, narrow)?);
                    Some(Apart { all, narrow })
                }
                None => None,
            };
            Ok(SharedPath { here, differ })
        })
    }

    /// Makes diagrams. If they are too large, their nodes are gone.
    fn attempt<T>(
        &mut self,
        make: impl FnOnce(&mut Diagrams, &mut [Follower; 2]) -> Made<T>,
    ) -> Option<T> {
        let Paths { diagrams, followers, .. } = self;
        let made = diagrams.attempt(|diagrams| make(diagrams, followers));
        if made.is_err() {
            followers.iter_mut().for_each(|follower| follower.known.clear());
        }
        made.ok()
    }
}

/// Where two runs of a path differ; `None` if one has not ended.
fn apart(
    diagrams: &mut Diagrams,
    [mips, arm64]: [&mut Follower; 2],
    [on_mips, on_arm64]: [&Observed; 2],
) -> Made<Option<Apart>> {
    let (Some(one), Some(other)) = (on_mips.ending, on_arm64.ending) else { return Ok(None) };
    if one != other || on_mips.output.len() != on_arm64.output.len() {
        return Ok(Some(Apart { all: Diagram::TRUE, narrow: Diagram::TRUE }));
    }
    let mut same = Diagram::TRUE;
    for (a, b) in on_mips.output.iter().zip(&on_arm64.output) {
        let (a, b) = (mips.bits(diagrams, a.form)?, arm64.bits(diagrams, b.form)?);
        let is_same = diagrams.equal(&a[..8], &b[..8])?;
        same = diagrams.and(same, is_same)?;
    }
    let mut narrow = same;
    if one == Ending::Done {
        for (a, b) in on_mips.results.iter().zip(&on_arm64.results) {
            let (a, b) = (mips.bits(diagrams, a.form)?, arm64.bits(diagrams, b.form)?);
            let is_same = diagrams.equal(&widened(&a, b.len(), Signedness::Signed), &b)?;
            same = diagrams.and(same, is_same)?;
            let is_same = diagrams.equal(&a, &b[..a.len()])?;
            narrow = diagrams.and(narrow, is_same)?;
        }
    }
    Ok(Some(Apart { all: diagrams.not(same)?, narrow: diagrams.not(narrow)? }))
}
