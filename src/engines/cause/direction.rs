//! The search for a fix with one of the programs as the reference.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::filters::Passing;
use super::labels::{Candidate, changes, first_change, fixes, is_alike, labels, taken_operands};
use super::near::Near;
use super::options::{Check, Options};
use super::points::synchronised;
use super::samples::{HeldAt, Run, Samples, Synchronised};
use super::violation::Violation;
use super::{EFFORT_PER_QUERY, Ruled, Suspects, Tally, Tools, WitnessWord};
use crate::engines::difference::Difference;
use crate::engines::mend;
use crate::engines::tree::{Bench, Ending, Fix, Leaf, LeftPath, Next, Reply, Walk};
use crate::machine::Image;
use crate::report::{Agreement, Progress, Side};
use crate::solver::{Effort, Stop};
use crate::symbolic::concolic::{Instance, Operands};
use crate::term::Term;

/// Number of fixes that are run on the witness between two pauses.
const BATCH: usize = 32;
/// Maximum number of steps of the runs of a fix on the witness.
const STEPS_ON_WITNESS: u64 = 30_000_000;
/// Maximum number of steps of runs with fixes on all samples, for each check: a strong check must not use up
/// the share of the weaker ones.
const STEPS_ON_SAMPLES: [u64; Check::ALL.len()] = [30_000_000, 10_000_000, 10_000_000];
/// Maximum number of steps of runs over terms, for each check: a fix of a loop is often undecided, and must
/// not use up the share of later fixes.
const STEPS_OVER_TERMS: u64 = 2_000_000;
/// Maximum number of steps of runs over terms in one proof.
const STEPS_OVER_TERMS_PER_PROOF: u64 = 500_000;
/// Maximum number of terms of queries, for each check: for long paths, terms take most of the time.
pub(super) const ASKED: u64 = 1_000_000;
/// Maximum number of terms of queries of one proof.
const ASKED_OF_PROOF: u64 = 500_000;
/// Maximum cost of queries for each check, in the units of [`spent`](crate::solver::Solver::spent). If a
/// query of one proof is too hard, most proofs have such a query.
pub(super) const WORK: u64 = 4_000_000;
/// Maximum cost of queries of one proof.
const WORK_OF_PROOF: u64 = 2_000_000;
/// Maximum number of undecided queries of a proof. The proof fails with the first one, but an input that
/// refutes the fix may still be found.
const UNDECIDED: Option<u32> = Some(2);
/// Maximum number of fixes whose proof is attempted, for one check.
const PROOFS: u32 = 40;
/// Maximum number of runs of one proof.
const RUNS: u32 = 200;

/// The search for a fix with one of the programs as the reference.
pub(super) struct Direction<'d> {
    pub reference: Side,
    /// The programs, the reference first.
    pub images: [&'d Rc<Image>; 2],
    /// What registers of the second program hold before suspect instructions.
    held: HeldAt,
    /// The runs on the witness.
    pub runs: [Run; 2],
    /// The fixes that were ruled out or are undecided, with the reason.
    ruled: FxHashMap<Fix, Ruled>,
    /// Fixes with which the programs agree on the witness, or may agree, in order; `None` before they were
    /// searched.
    candidates: Option<Vec<(Fix, bool)>>,
    pub samples: Option<Samples<'d>>,
    /// The first two words that should be equal and are not on the witness.
    pub synchronised: Option<Synchronised>,
    /// Maximum effort of a query.
    effort: Effort,
    /// The remaining budget of each check.
    steps: [u64; Check::ALL.len()],
    pub term_steps: [u64; Check::ALL.len()],
    pub asked: [u64; Check::ALL.len()],
    pub work: [u64; Check::ALL.len()],
    /// Whether some fixes were not tried.
    is_cut: bool,
}

impl<'d> Direction<'d> {
    pub fn new(reference: Side, difference: &Difference<'d>, suspects: &Suspects) -> Direction<'d> {
        let [left, right] = difference.images;
        let images = match reference {
            Side::Left => [left, right],
            Side::Right => [right, left],
        };
        let fuel = difference.options.fuel;
        let none = HeldAt::default();
        let held = match reference {
            Side::Left => HeldAt::new(suspects.held.clone()),
            Side::Right => HeldAt::default(),
        };
        let run =
            |index: usize, held| Run::of_witness(images[index], &difference.inputs, fuel, held);
        let runs = [run(0, &none), run(1, &held)];
        let synchronised = synchronised(images, &runs, difference);
        Direction {
            reference,
            images,
            held,
            runs,
            ruled: FxHashMap::default(),
            candidates: None,
            samples: None,
            synchronised,
            effort: EFFORT_PER_QUERY,
            steps: STEPS_ON_SAMPLES,
            term_steps: [STEPS_OVER_TERMS; Check::ALL.len()],
            asked: [ASKED; Check::ALL.len()],
            work: [WORK; Check::ALL.len()],
            is_cut: false,
        }
    }

    /// Multiplies the budget of each check.
    pub fn extend_limits(&mut self, times: u64) {
        self.term_steps = self.term_steps.map(|steps| steps * times);
        self.asked = self.asked.map(|asked| asked * times);
        self.work = self.work.map(|work| work * times);
    }

    /// The labels that pass the filter; `None` if there is no filter.
    pub fn passing(&self, options: &Options) -> Option<Passing> {
        let [first, second] = &self.runs;
        options.filter.map(|filter| Passing::new(filter, self.images, [first, second]))
    }

    /// Sets the effort of the following proofs, which concern fixes of this nearness.
    pub fn set_near(&mut self, near: Near) {
        self.effort = if near.is_mend() { mend::EFFORT_PER_QUERY } else { EFFORT_PER_QUERY };
    }

    /// The first wanted fix that passes a check; `wanted` gets a fix and whether it is trivial. `None` if
    /// undecided.
    pub async fn run(
        &mut self,
        check: Check,
        wanted: &dyn Fn(Fix, bool) -> bool,
        difference: &Difference<'d>,
        tools: &mut Tools<'_>,
    ) -> Option<Option<Fix>> {
        let pair = self.first_violated(check);
        self.find_candidates(difference, tools).await;
        let candidates = match pair {
            None => self.candidates.clone()?,
            Some(pair) => self.that_synchronise(check, pair, tools.stop),
        };
        let mut proofs = 0;
        let mut is_open = false;
        let of = Some(candidates.len() as u32);
        for (tried, (fix, is_trivial)) in candidates.into_iter().enumerate() {
            if !wanted(fix, is_trivial) {
                continue;
            }
            let progress = Progress { tried: tried as u32, of, proofs };
            // If the observer breaks, `stop` is due.
            let _ = tools.observer.progress(progress).await;
            let samples = self.samples.as_mut()?;
            let left = &mut self.steps[check as usize];
            if proofs == PROOFS || *left == 0 || tools.stop.is_due() {
                return None;
            }
            let before = samples.steps;
            let ruled = samples.rule_out(check, &[fix], pair);
            *left = left.saturating_sub(samples.steps - before);
            if let Some(ruled) = ruled {
                self.ruled.insert(fix, ruled);
                is_open |= ruled == Ruled::Undecided;
                continue;
            }
            proofs += 1;
            match self.assign_fix(check, &[fix], difference, tools).await {
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
        is_open |= self.is_cut || self.samples.is_none();
        if is_open { None } else { Some(None) }
    }

    /// Runs each fix on the witness.
    async fn find_candidates(&mut self, difference: &Difference<'d>, tools: &mut Tools<'_>) {
        if self.candidates.is_some() {
            return;
        }
        let Some(mut samples) = self.samples_of_path(difference, tools) else {
            (self.candidates, self.is_cut) = (Some(Vec::new()), true);
            return;
        };
        let mut candidates = Vec::new();
        let fixes = self.fixes();
        let of = Some(fixes.len() as u32);
        let mut known = FxHashMap::default();
        for (tried, Candidate { fix, is_trivial, group }) in fixes.into_iter().enumerate() {
            let progress = Progress { tried: tried as u32, of, proofs: 0 };
            let is_over =
                tried.is_multiple_of(BATCH) && tools.observer.progress(progress).await.is_break();
            if is_over || samples.steps > STEPS_ON_WITNESS || tools.stop.is_due() {
                self.is_cut = true;
                break;
            }
            let agreement =
                known.entry(group).or_insert_with(|| samples.agreement(0, &[fix], None));
            match *agreement {
                Agreement::Differ => _ = self.ruled.insert(fix, Ruled::Witness),
                _ => {
                    self.is_cut |= self.stands_for_others(fix);
                    candidates.push((fix, is_trivial));
                }
            }
        }
        (self.candidates, self.samples) = (Some(candidates), Some(samples));
    }

    /// The inputs to run fixes on, the witness first. `None` if the path of the witness cannot be followed
    /// within the limits.
    fn samples_of_path(
        &self,
        difference: &Difference<'d>,
        tools: &mut Tools<'_>,
    ) -> Option<Samples<'d>> {
        let mut bench = self.bench(Check::AllFix, difference, tools);
        let path = held(&bench.run(&difference.inputs, &[], LeftPath::Held)?);
        let operands = Operands::Of(Rc::new(taken_operands(&self.runs[0])));
        let kept = (operands, self.held.clone());
        Some(Samples::new(self.images, kept, difference, &mut bench.terms, &path))
    }

    /// Makes the inputs to run fixes on; returns whether there are any.
    pub fn find_samples(&mut self, difference: &Difference<'d>, tools: &mut Tools<'_>) -> bool {
        if self.samples.is_none() {
            self.samples = self.samples_of_path(difference, tools);
        }
        self.samples.is_some()
    }

    /// The fixes with which two words that should be equal are equal on the witness.
    fn that_synchronise(
        &mut self,
        check: Check,
        pair: Synchronised,
        stop: &Stop,
    ) -> Vec<(Fix, bool)> {
        let fixes = self.fixes();
        let Some(samples) = &mut self.samples else { return Vec::new() };
        let (left, before) = (self.steps[check as usize], samples.steps);
        let mut known = FxHashMap::default();
        let mut synchronise = Vec::new();
        for Candidate { fix, is_trivial, group } in fixes {
            if samples.steps - before >= left || stop.is_due() {
                self.is_cut = true;
                break;
            }
            let agreement = || samples.agreement(0, &[fix], Some(pair));
            if *known.entry(group).or_insert_with(agreement) != Agreement::Differ {
                synchronise.push((fix, is_trivial));
            }
        }
        self.steps[check as usize] = left.saturating_sub(samples.steps - before);
        self.is_cut |= synchronise.iter().any(|&(fix, _)| self.stands_for_others(fix));
        synchronise
    }

    /// Whether fixes of single executions after the end of the fuel may do the same on the witness as this
    /// one, and something else on other inputs.
    fn stands_for_others(&self, fix: Fix) -> bool {
        fix.to.occurrence.is_some() && self.runs.iter().any(|run| run.repeats)
    }

    /// All fixes that change something on the witness, in order.
    fn fixes(&mut self) -> Vec<Candidate> {
        let (fixes, is_cut) = fixes([&self.runs[0], &self.runs[1]]);
        self.is_cut |= is_cut;
        fixes
    }

    /// The words that have to be equal for a check, in addition to the observed ones.
    pub fn first(&self, check: Check) -> Option<[Instance; 2]> {
        self.first_violated(check).map(|Synchronised(first, second)| [first, second])
    }

    /// The word that a fix takes and the word that it replaces, where it first changes something on the
    /// witness.
    pub fn words(&self, fix: Fix) -> Option<[WitnessWord; 2]> {
        let [from, to] = self.runs.each_ref().map(|run| &run.written[..]);
        first_change(from, to, fix)
    }

    /// Counts its fixes.
    pub fn tally(&mut self, tally: &mut Tally) {
        let ([from, to], _) = labels([&self.runs[0], &self.runs[1]]);
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

    /// A bench with steps for one proof of a check.
    pub fn bench<'b>(
        &self,
        check: Check,
        difference: &Difference<'b>,
        tools: &'b mut Tools<'_>,
    ) -> Bench<'b>
    where
        'd: 'b,
    {
        let Tools { solver, observer, stop } = tools;
        let mut bench =
            Bench::new(self.images, difference.options, &mut **solver, &mut **observer, stop);
        bench.effort = self.effort.min(difference.options.effort);
        bench.steps = self.term_steps[check as usize].min(STEPS_OVER_TERMS_PER_PROOF);
        bench.asked = self.asked[check as usize].min(ASKED_OF_PROOF);
        bench.work = self.work[check as usize].min(WORK_OF_PROOF);
        bench.undecided = Some(0);
        bench
    }

    /// `AssignFix`: whether fixes together pass a check; `None` if undecided. An input that refutes them
    /// joins the samples.
    pub async fn assign_fix(
        &mut self,
        check: Check,
        fixes: &[Fix],
        difference: &Difference<'d>,
        tools: &mut Tools<'_>,
    ) -> Option<bool> {
        let wanted = self.first_violated(check);
        let mut bench = self.bench(check, difference, tools);
        let given = (bench.steps, bench.asked, bench.work);
        let path = held(&bench.run(&difference.inputs, &[], LeftPath::Held)?);
        let seeds = vec![difference.inputs.clone()];
        let mut walk = Walk::new(&bench, seeds, fixes, check.hold_left_path(), RUNS);
        let mut failed = None;
        let mut is_open = false;
        while bench.undecided < UNDECIDED
            && let Next::Leaf(leaf) = walk.next(&mut bench).await
        {
            if leaf.ending == Ending::Open && wanted.is_none() {
                is_open = true;
                continue;
            }
            let violation = Violation::of(&mut bench.terms, &leaf, wanted);
            if violation.is_empty(&bench.terms) {
                continue;
            }
            match bench.ask_leaf(&leaf, violation.goal).await {
                Reply::Refuted => {}
                Reply::Unknown => is_open = true,
                Reply::Inputs(_) if !violation.is_known => is_open = true,
                Reply::Inputs(inputs) => {
                    failed = Some(inputs);
                    break;
                }
            }
        }
        self.term_steps[check as usize] -= given.0 - bench.steps;
        self.asked[check as usize] -= given.1 - bench.asked;
        self.work[check as usize] -= given.2 - bench.work;
        if let Some(inputs) = failed {
            if let Some(samples) = &mut self.samples {
                samples.insert(&inputs, &mut bench.terms, &path);
            }
            return Some(false);
        }
        (walk.is_exhausted() && !is_open).then_some(true)
    }

    /// The words that `AddEarlyDiseqAssumes` concerns, under a check that uses it.
    pub fn first_violated(&self, check: Check) -> Option<Synchronised> {
        self.synchronised.filter(|_| check == Check::LeftPathEarliestFix)
    }
}

/// The premises of the inputs on which the first program takes the path of a leaf.
fn held(leaf: &Leaf) -> Vec<Term> {
    leaf.premises().map(|condition| condition.term).collect()
}
