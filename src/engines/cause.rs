//! The pair of instructions whose values, made equal, make two programs agree.
//!
//! After Lahiri, Sinha and Hawblitzel, "Automatic Rootcausing for Program Equivalence
//! Failures in Binaries" (CAV 2015). A *fix* (l, r) replaces the word that the
//! instruction r of one program writes by the one that l of the other, the
//! *reference*, wrote on the same input ([`Fix`], section 3.1's `AssignFix`). It needs
//! no template and repairs nothing: it points at two places where the programs should
//! have held the same. Three checks, each weaker than the one before (Theorem 2):
//!
//! - [`Check::AllFix`]: with the fix the programs agree on all inputs;
//! - [`Check::LeftPathFix`]: on all inputs on which the reference takes the path that
//!   it takes on the witness;
//! - [`Check::LeftPathEarliestFix`]: on each of these they agree, or have equal
//!   words at the first point at which they should and on the witness do not.
//!
//! A label is an execution of an instruction that writes a register, `hi` or `lo`, a
//! word of memory or a byte of the output, or all of its executions, which goes first.
//! Candidates are told apart by running them (the emulator takes an override), on the
//! witness and on other inputs: what Theorem 1 prunes by a question, an input on which
//! the fix fails prunes as well, and each input on which a proof failed joins the
//! others. What is left is proved by a walk over all pairs of paths of the fixed
//! programs ([`tree`](super::tree)). Of the fixes that hold the first one is taken, in
//! the order of the labels (section 3); before all others those of words that the runs
//! on the witness do not have in common (the paper looks around the first mismatch
//! only; here that is a preference). Fixes that replace the output itself come last
//! (the paper's trivial ones): nearly every program of one output has one.

mod labels;
mod samples;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::difference::Difference;
use super::paths::Observer;
use super::tree::{Bench, Ending, Fix, Leaf, Next, Place, Reply, Walk};
use crate::isa::Reg;
use crate::machine::{Image, Slot, Stop as End};
use crate::report::Side;
use crate::solver::{Effort, Solver, Stop};
use crate::symbolic::concolic::Written;
use crate::term::Term;
use labels::{LABELS, Label, changes, common, first_change, labels};
use samples::{Run, Samples, Synchronised, synchronised};

/// Steps of runs with fixes, for one reference at most.
const STEPS: u64 = 60_000_000;
/// Steps of runs over terms, for one reference at most.
const TERM_STEPS: u64 = 2_000_000;
/// Fixes that are put to a proof, for one check at most.
const PROOFS: u32 = 40;
/// Runs of one proof at most.
const RUNS: u32 = 200;
/// What a question may cost.
const EFFORT: Effort = Effort(4_000);

/// What a fix was found to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Definition 1.
    AllFix,
    /// Definition 2.
    LeftPathFix,
    /// Definition 3.
    LeftPathEarliestFix,
}

impl Check {
    /// The strongest first.
    pub const ALL: [Check; 3] = [Check::AllFix, Check::LeftPathFix, Check::LeftPathEarliestFix];
}

/// Why two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What is proved of the fix.
    pub check: Check,
    /// The program whose words are taken.
    pub reference: Side,
    /// The fix: from the reference, to the other program.
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
    /// What the left and the right instruction write on the witness.
    pub words: [Word; 2],
}

/// A word on the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub value: u32,
    /// How-manieth execution wrote it: of several the first that the fix changes.
    pub occurrence: u32,
}

/// How many fixes there are, of both references, by what was found of each. One that
/// was tried for several checks counts once, by the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// That write what was there on the witness.
    pub equal: u64,
    /// With which the programs differ on the witness.
    pub witness: u64,
    /// That fail on another input that was run.
    pub inputs: u64,
    /// That fail on an input that a proof came to.
    pub proof: u64,
    /// Of which it was left open.
    pub undecided: u64,
    /// That were not looked at, since the cause goes before them, or for a limit.
    pub untried: u64,
}

impl Tally {
    fn count(&mut self, of: Ruled) {
        *match of {
            Ruled::Witness => &mut self.witness,
            Ruled::Inputs => &mut self.inputs,
            Ruled::Proof => &mut self.proof,
            Ruled::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// Why a fix is none, as far as was looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ruled {
    Witness,
    Inputs,
    Proof,
    Undecided,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The cause.
    pub found: Found,
    /// The fixes that are none.
    pub tally: Tally,
}

impl Cause {
    /// The place in a program.
    pub fn place(&self, side: Side) -> Place {
        if side == self.reference { self.fix.from } else { self.fix.to }
    }
}

/// What a search for a cause came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This is one.
    Cause(Cause),
    /// No check holds of any pair: each one fails on an input that was run.
    None,
    /// None was found within the limits.
    Unknown,
}

/// Why two programs differ, as far as one pair of instructions says. Ends with what
/// was found once `stop` is due or the observer breaks.
pub async fn cause(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    let mut directions = Side::BOTH.map(|reference| Direction::new(reference, difference));
    let found = search(&mut directions, difference, solver, stop, observer).await;
    let mut tally = Tally::default();
    for direction in &mut directions {
        direction.tally(&mut tally);
    }
    if matches!(found, Found::Cause(_)) {
        tally.untried = tally.untried.saturating_sub(1);
    }
    Search { found, tally }
}

async fn search<'d>(
    directions: &mut [Direction<'d>; 2],
    difference: &Difference<'d>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Found {
    let mut is_open = false;
    for is_trivial in [false, true] {
        for check in Check::ALL {
            for direction in directions.iter_mut() {
                let reference = direction.reference;
                match direction.run(check, is_trivial, difference, solver, stop, observer).await {
                    Some(Some(fix)) => {
                        let mut words = direction.words(fix).expect("it changes a word");
                        if reference == Side::Right {
                            words.reverse();
                        }
                        return Found::Cause(Cause { check, reference, fix, is_trivial, words });
                    }
                    Some(None) => {}
                    None => is_open = true,
                }
                if stop.is_due() {
                    return Found::Unknown;
                }
            }
        }
    }
    if is_open { Found::Unknown } else { Found::None }
}

/// Whether a check holds of a fix of the difference, by proof: what [`cause`] claims.
/// None where that is left undecided.
pub async fn holds(
    difference: &Difference<'_>,
    (check, reference, fix): (Check, Side, Fix),
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<bool> {
    let mut direction = Direction::new(reference, difference);
    direction.prove(check, fix, difference, solver, stop, observer).await
}

/// The search for a fix with one of the programs as the reference.
struct Direction<'d> {
    reference: Side,
    /// The reference first.
    images: [&'d Rc<Image>; 2],
    /// On the witness.
    runs: [Run; 2],
    /// Whether each pair of labels is a fix that was ruled out.
    ruled: FxHashMap<Fix, Ruled>,
    /// Fixes that make the programs agree on the witness, in order; none yet.
    candidates: Option<Vec<(Fix, bool)>>,
    samples: Option<Samples<'d>>,
    synchronised: Option<Synchronised>,
    term_steps: u64,
    /// Whether there are fixes that were not looked at.
    is_cut: bool,
}

impl<'d> Direction<'d> {
    fn new(reference: Side, difference: &Difference<'d>) -> Direction<'d> {
        let [left, right] = difference.images;
        let images = match reference {
            Side::Left => [left, right],
            Side::Right => [right, left],
        };
        let fuel = difference.options.fuel;
        let runs = images.map(|image| Run::of(image, &difference.inputs, fuel));
        let synchronised = synchronised(&runs[0], &runs[1]);
        Direction {
            reference,
            images,
            runs,
            ruled: FxHashMap::default(),
            candidates: None,
            samples: None,
            synchronised,
            term_steps: TERM_STEPS,
            is_cut: false,
        }
    }

    /// The first fix of which a check holds, if it does of any; none where that is left
    /// open.
    async fn run(
        &mut self,
        check: Check,
        wants_trivial: bool,
        difference: &Difference<'d>,
        solver: &mut dyn Solver,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Option<Option<Fix>> {
        let wanted = match (check, self.synchronised) {
            (Check::LeftPathEarliestFix, None) => return Some(None),
            (Check::LeftPathEarliestFix, pair) => pair,
            _ => None,
        };
        self.find_candidates(difference, stop, solver, observer);
        let candidates = match wanted {
            None => self.candidates.clone()?,
            Some(pair) => self.that_synchronise(pair, stop),
        };
        let mut proofs = 0;
        let mut is_open = false;
        for (fix, is_trivial) in candidates {
            if is_trivial != wants_trivial {
                continue;
            }
            let samples = self.samples.as_mut()?;
            if proofs == PROOFS || samples.steps > STEPS || stop.is_due() {
                return None;
            }
            let fails = (0..samples.all.len()).any(|index| {
                let counts = check == Check::AllFix || samples.all[index].is_on_path;
                counts && !samples.agree(index, &[fix], wanted)
            });
            if fails {
                self.ruled.insert(fix, Ruled::Inputs);
                continue;
            }
            proofs += 1;
            match self.prove(check, fix, difference, solver, stop, observer).await {
                Some(true) => {
                    self.ruled.remove(&fix);
                    return Some(Some(fix));
                }
                Some(false) => {
                    self.ruled.insert(fix, Ruled::Proof);
                }
                None => {
                    self.ruled.insert(fix, Ruled::Undecided);
                    is_open = true;
                }
            }
        }
        is_open |= self.is_cut || self.samples.as_ref().is_none_or(|samples| samples.is_open);
        if is_open { None } else { Some(None) }
    }

    /// Runs each fix on the witness.
    fn find_candidates(
        &mut self,
        difference: &Difference<'d>,
        stop: &Stop,
        solver: &mut dyn Solver,
        observer: &mut dyn Observer,
    ) {
        if self.candidates.is_some() {
            return;
        }
        let mut bench = self.bench(difference, solver, observer, stop);
        let path = bench.run(&difference.inputs, &[], true).map(|leaf| held(&leaf));
        let Some(path) = path else {
            (self.candidates, self.is_cut) = (Some(Vec::new()), true);
            return;
        };
        let mut samples = Samples::new(self.images, difference, &mut bench.terms, &path);
        let mut candidates = Vec::new();
        for (fix, is_trivial) in self.fixes() {
            if samples.steps > STEPS / 2 || stop.is_due() {
                self.is_cut = true;
                break;
            }
            match samples.agree(0, &[fix], None) {
                true => candidates.push((fix, is_trivial)),
                false => _ = self.ruled.insert(fix, Ruled::Witness),
            }
        }
        (self.candidates, self.samples) = (Some(candidates), Some(samples));
    }

    /// The fixes with which two words are equal on the witness that should be.
    fn that_synchronise(&mut self, pair: Synchronised, stop: &Stop) -> Vec<(Fix, bool)> {
        let mut fixes = self.fixes();
        let Some(samples) = &mut self.samples else { return Vec::new() };
        fixes.retain(|(fix, _)| {
            let is_over = samples.steps >= STEPS || stop.is_due();
            self.is_cut |= is_over;
            !is_over && samples.agree(0, &[*fix], Some(pair))
        });
        fixes
    }

    /// All fixes of labels that occur on the witness and write other words there
    /// (section 4, `PruneCandidatesStatic`), in order; and whether each is trivial.
    fn fixes(&mut self) -> Vec<(Fix, bool)> {
        let runs = &self.runs;
        let [from, to] = runs.each_ref().map(|run| labels(&run.written));
        self.is_cut |= from.len() >= LABELS || to.len() >= LABELS;
        let is_last = |written: &Written<()>| written.reg == Some(Reg::RESULT);
        let last = runs[1].written.iter().rfind(|written| is_last(written));
        let last = last.filter(|_| runs[1].outcome.stop == End::Done);
        let common = common(runs);
        let mut fixes = Vec::new();
        for to in &to {
            let is_output = to.place.slot == Slot::Output
                || last.is_some_and(|written| to.place.contains(written.instance));
            for from in &from {
                if is_alike(from, to) && changes(from, to) {
                    // All executions of an instruction go before single ones.
                    let order = (
                        to.place.occurrence.is_some(),
                        common[1].contains(&to.position),
                        common[0].contains(&from.position),
                        to.position,
                        from.position,
                    );
                    fixes.push((order, (Fix { from: from.place, to: to.place }, is_output)));
                }
            }
        }
        fixes.sort_by_key(|(order, _)| *order);
        fixes.into_iter().map(|(_, fix)| fix).collect()
    }

    /// What a fix takes and what it replaces, where on the witness it first changes
    /// something.
    fn words(&self, fix: Fix) -> Option<[Word; 2]> {
        let [from, to] = self.runs.each_ref().map(|run| &run.written[..]);
        first_change(from, to, fix)
    }

    /// Counts its fixes.
    fn tally(&mut self, tally: &mut Tally) {
        let [from, to] = self.runs.each_ref().map(|run| labels(&run.written));
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
        for (from, to) in pairs.filter(|(from, to)| is_alike(from, to)) {
            let fix = Fix { from: from.place, to: to.place };
            match self.ruled.get(&fix) {
                Some(ruled) => tally.count(*ruled),
                None if changes(from, to) => tally.untried += 1,
                None => tally.equal += 1,
            }
        }
    }

    fn bench<'b>(
        &self,
        difference: &Difference<'b>,
        solver: &'b mut dyn Solver,
        observer: &'b mut dyn Observer,
        stop: &'b Stop,
    ) -> Bench<'b>
    where
        'd: 'b,
    {
        let mut bench = Bench::new(self.images, difference.options, solver, observer, stop);
        bench.effort = EFFORT.min(difference.options.effort);
        bench.steps = self.term_steps;
        bench
    }

    /// Whether a check holds of a fix; none where that is left undecided. An input
    /// that shows that it does not joins the samples.
    async fn prove(
        &mut self,
        check: Check,
        fix: Fix,
        difference: &Difference<'d>,
        solver: &mut dyn Solver,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Option<bool> {
        let holds_path = check != Check::AllFix;
        let wanted = match check {
            Check::LeftPathEarliestFix => Some(self.synchronised?),
            _ => None,
        };
        let mut bench = self.bench(difference, solver, observer, stop);
        let path = held(&bench.run(&difference.inputs, &[], true)?);
        let seeds = vec![difference.inputs.clone()];
        let mut walk = Walk::new(&bench, seeds, &[fix], holds_path, RUNS);
        let mut failed = None;
        let mut is_open = false;
        while let Next::Leaf(leaf) = walk.next(&mut bench).await {
            let differ = match leaf.ending {
                Ending::Agree => bench.terms.bool(false),
                Ending::Differ => bench.terms.bool(true),
                Ending::Results(differ) => differ,
                Ending::Open if wanted.is_some() => bench.terms.bool(true),
                Ending::Open => {
                    is_open = true;
                    continue;
                }
            };
            let goal = match wanted.and_then(|pair| words(&leaf, pair)) {
                Some([a, b]) => {
                    let equal = bench.terms.eq(a, b);
                    let unequal = bench.terms.not(equal);
                    bench.terms.and(differ, unequal)
                }
                None => differ,
            };
            if bench.terms.as_bool(goal) == Some(false) {
                continue;
            }
            match bench.ask_leaf(&leaf, goal).await {
                Reply::Refuted => {}
                Reply::Unknown => is_open = true,
                // Of a leaf that is open it is not known that they differ.
                Reply::Inputs(_) if leaf.ending == Ending::Open => is_open = true,
                Reply::Inputs(inputs) => {
                    failed = Some(inputs);
                    break;
                }
            }
        }
        self.term_steps = bench.steps;
        if let Some(inputs) = failed {
            if let Some(samples) = &mut self.samples {
                samples.insert(&inputs, &mut bench.terms, &path);
            }
            return Some(false);
        }
        (walk.is_exhausted() && !is_open).then_some(true)
    }
}

/// What holds of the inputs on which the first program takes the path of a leaf.
fn held(leaf: &Leaf) -> Vec<Term> {
    leaf.premises().map(|condition| condition.term).collect()
}

/// The two words that are to be equal, where both are written on a leaf.
fn words(leaf: &Leaf, Synchronised(a, b): Synchronised) -> Option<[Term; 2]> {
    let word = |program: usize, instance| {
        let mut written = leaf.written[program].iter();
        written.find(|one| one.instance == instance).map(|one| one.word.tag)
    };
    Some([word(0, a)?, word(1, b)?])
}

/// Whether both are single executions, or both are all of an instruction.
fn is_alike(from: &Label, to: &Label) -> bool {
    from.place.occurrence.is_some() == to.place.occurrence.is_some()
}
