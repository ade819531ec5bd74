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
use super::{Ruled, Suspects, Tally, Tools, Word};
use crate::engines::difference::Difference;
use crate::engines::tree::{Bench, Ending, Fix, Leaf, LeftPath, Next, Reply, Walk};
use crate::machine::Image;
use crate::report::{Agreement, Progress, Side};
use crate::solver::{Effort, Stop};
use crate::symbolic::concolic::{Instance, Operands};
use crate::term::Term;

/// Fixes that are run on the witness between two looks at the outside world.
const BATCH: usize = 32;
/// Steps of runs of each fix on the witness at most.
const STEPS_ON_WITNESS: u64 = 30_000_000;
/// Steps of runs with fixes on all samples at most, for each check: those that are tried for the
/// first one may not take from the weaker ones.
const STEPS: [u64; Check::ALL.len()] = [30_000_000, 10_000_000, 10_000_000];
/// Steps of runs over terms for each check at most: one that holds of all inputs of a loop is left
/// open often, and may not take from those that come after it.
const TERM_STEPS: u64 = 2_000_000;
/// Of these, for one proof.
const TERM_STEPS_OF_PROOF: u64 = 500_000;
/// Terms of questions for each check at most: where paths are long, it is those that take the time.
pub(super) const ASKED: u64 = 1_000_000;
/// Of these, for one proof.
const ASKED_OF_PROOF: u64 = 500_000;
/// What questions may cost for each check at most, as the solver counts
/// ([`spent`](crate::solver::Solver::spent)): where a question of one proof is too hard, most proofs have such a one.
pub(super) const WORK: u64 = 4_000_000;
/// Of this, for one proof.
const WORK_OF_PROOF: u64 = 2_000_000;
/// Questions of a proof that may be left undecided. It has failed with the first; but an input may
/// yet be found that shows that there is none.
const UNDECIDED: Option<u32> = Some(2);
/// Fixes that are put to a proof, for one check at most.
const PROOFS: u32 = 40;
/// Runs of one proof at most.
const RUNS: u32 = 200;
/// What a question may cost.
const EFFORT: Effort = Effort(4_000);
/// The same of what a mend points at: as much as one of the mend's own proof.
const EFFORT_NEAR_MEND: Effort = Effort(10_000);

/// The search for a fix with one of the programs as the reference.
pub(super) struct Direction<'d> {
    pub reference: Side,
    /// The reference first.
    pub images: [&'d Rc<Image>; 2],
    /// What is known of registers of the second one.
    held: HeldAt,
    /// On the witness.
    pub runs: [Run; 2],
    /// Whether each pair of labels is a fix that was ruled out.
    ruled: FxHashMap<Fix, Ruled>,
    /// Fixes that make the programs agree on the witness, or of which that is open, in order; none
    /// yet.
    candidates: Option<Vec<(Fix, bool)>>,
    pub samples: Option<Samples<'d>>,
    /// The words that should be equal first and on the witness are not.
    pub synchronised: Option<Synchronised>,
    /// What a question may cost.
    effort: Effort,
    /// What is left for each check.
    steps: [u64; Check::ALL.len()],
    pub term_steps: [u64; Check::ALL.len()],
    pub asked: [u64; Check::ALL.len()],
    pub work: [u64; Check::ALL.len()],
    /// Whether there are fixes that were not looked at.
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
            effort: EFFORT,
            steps: STEPS,
            term_steps: [TERM_STEPS; Check::ALL.len()],
            asked: [ASKED; Check::ALL.len()],
            work: [WORK; Check::ALL.len()],
            is_cut: false,
        }
    }

    /// Multiplies what each check may take.
    pub fn extend_limits(&mut self, times: u64) {
        self.term_steps = self.term_steps.map(|steps| steps * times);
        self.asked = self.asked.map(|asked| asked * times);
        self.work = self.work.map(|work| work * times);
    }

    /// The labels that pass the filter; none where there is no filter.
    pub fn passing(&self, options: &Options) -> Option<Passing> {
        let [first, second] = &self.runs;
        options.filter.map(|filter| Passing::new(filter, self.images, [first, second]))
    }

    /// Sets the effort of the proofs that follow, which are of fixes that are near to this.
    pub fn set_near(&mut self, near: Near) {
        self.effort = if near.is_mend() { EFFORT_NEAR_MEND } else { EFFORT };
    }

    /// The first fix of which a check holds, of those that are wanted (a fix, and whether it
    /// is trivial); none where that is left open.
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
            // Whoever breaks has `stop` due.
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

    /// Inputs to run fixes on, the witness first; none where the path of the witness cannot be followed
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

    /// Makes inputs to run fixes on; false where there are none.
    pub fn find_samples(&mut self, difference: &Difference<'d>, tools: &mut Tools<'_>) -> bool {
        if self.samples.is_none() {
            self.samples = self.samples_of_path(difference, tools);
        }
        self.samples.is_some()
    }

    /// The fixes with which two words are equal on the witness that should be.
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

    /// Whether there are fixes of single executions beyond the fuel that do on the witness what this one
    /// does, and other things on other inputs.
    fn stands_for_others(&self, fix: Fix) -> bool {
        fix.to.occurrence.is_some() && self.runs.iter().any(|run| run.repeats)
    }

    /// All fixes that change something on the witness, in order.
    fn fixes(&mut self) -> Vec<Candidate> {
        let (fixes, is_cut) = fixes([&self.runs[0], &self.runs[1]]);
        self.is_cut |= is_cut;
        fixes
    }

    /// The words that are to be equal for a check, beside the ends.
    pub fn first(&self, check: Check) -> Option<[Instance; 2]> {
        self.first_violated(check).map(|Synchronised(first, second)| [first, second])
    }

    /// What a fix takes and what it replaces, where on the witness it first changes
    /// something.
    pub fn words(&self, fix: Fix) -> Option<[Word; 2]> {
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
        bench.steps = self.term_steps[check as usize].min(TERM_STEPS_OF_PROOF);
        bench.asked = self.asked[check as usize].min(ASKED_OF_PROOF);
        bench.work = self.work[check as usize].min(WORK_OF_PROOF);
        bench.undecided = Some(0);
        bench
    }

    /// `AssignFix`: whether a check holds of fixes together; none where that is left undecided. An
    /// input that shows that it does not joins the samples.
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

    /// The words that `AddEarlyDiseqAssumes` is about, under a check that has it.
    pub fn first_violated(&self, check: Check) -> Option<Synchronised> {
        self.synchronised.filter(|_| check == Check::LeftPathEarliestFix)
    }
}

/// What holds of the inputs on which the first program takes the path of a leaf.
fn held(leaf: &Leaf) -> Vec<Term> {
    leaf.premises().map(|condition| condition.term).collect()
}
