//! Several fixes that together make two programs agree.
//!
//! Programs with two mistakes have no single fix for all inputs. Then a smallest set of fixes is searched, of
//! up to [`FIXES_PER_SET`], by counterexamples (section 4's CEGIS) as a search for hitting sets (Reiter, "A theory of
//! diagnosis from first principles", 1987). On an input on which the programs differ with the fixes so far,
//! one more fix is needed that changes something in the run on it. So a node of the search is a list of fixes
//! with the first sample on which they fail. Its children have one more fix, of labels of both runs on that
//! sample; these labels need not occur on the witness. Longer lists are tried only after all shorter ones
//! failed. A list that passes all samples is proved like a single fix. An input on which the proof fails
//! joins the samples, and the search begins again.
//!
//! Fixes near a repair, and fixes of lines that are not in both texts, are tried first.
//!
//! Fixes that replace the output itself are used only if no others suffice. Words that are read from
//! registers, or that registers hold, are not used, except those of the cause itself.

use rustc_hash::FxHashSet;

use super::direction::{ASKED, Direction, WORK};
use super::hitting::{Fixing, Tree, sorted};
use super::labels::{Candidate, first_change, fixes};
use super::near::Likely;
use super::samples::Samples;
use super::{Check, FIXES_PER_SET, Found, Tools, WitnessWord};
use crate::engines::difference::Difference;
use crate::engines::regions::{self, Regions};
use crate::engines::tree::Fix;
use crate::machine::{Inputs, Slot};
use crate::report::{Agreement, Side};
use crate::solver::Stop;

/// Maximum number of steps of runs for sets, for one reference.
const STEPS_OF_RUNS: u64 = 5_000_000;
/// Maximum number of steps of runs over terms for sets, for one reference.
const STEPS_OVER_TERMS: u64 = 1_000_000;
/// Maximum number of sets of one size whose proof is attempted.
const PROOFS: u32 = 12;

/// A smallest set of fixes that together make the programs agree. It replaces the output itself only if no
/// other set suffices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The check that is proved of them together; never the one about the earliest words.
    pub check: Check,
    /// The program whose words are taken.
    pub reference: Side,
    /// The fixes.
    pub members: Vec<Member>,
}

/// A fix of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The fix.
    pub fix: Fix,
    /// An input on which the other fixes do not suffice.
    pub sample: Inputs,
    /// The words of the left and the right instruction there, with the other fixes.
    pub words: [WitnessWord; 2],
    /// The condition for all such inputs, if the set is for all inputs.
    pub part: Option<Regions>,
}

/// The set of fixes that achieves more than the single fix that was found.
pub(super) async fn set<'d>(
    found: &Found,
    directions: &mut [Direction<'d>; 2],
    difference: &Difference<'d>,
    likely: &Likely<'_>,
    tools: &mut Tools<'_>,
) -> Option<Set> {
    let (base, side, is_trivial) = match found {
        Found::Cause(cause) if cause.check != Check::AllFix && !cause.is_mended => {
            (vec![cause.fix], Some(cause.reference), cause.is_trivial)
        }
        Found::None => (Vec::new(), None, false),
        Found::Cause(_) | Found::Unknown => return None,
    };
    let holds_path = matches!(found, Found::Cause(cause) if cause.check == Check::LeftPathFix);
    for direction in directions.iter_mut() {
        direction.term_steps = [STEPS_OVER_TERMS; Check::ALL.len()];
        direction.asked = [ASKED; Check::ALL.len()];
        direction.work = [WORK; Check::ALL.len()];
        if let Some(samples) = &mut direction.samples {
            samples.steps = 0;
        }
    }
    let checks = [Check::AllFix, Check::LeftPathFix];
    for check in checks.into_iter().take(if holds_path { 1 } else { 2 }) {
        for takes_trivial in [is_trivial, true] {
            for size in 2..=FIXES_PER_SET {
                let mut is_open = false;
                let is_asked = |it: &&mut Direction| side.is_none_or(|side| side == it.reference);
                for direction in directions.iter_mut().filter(is_asked) {
                    let wanted = Wanted { check, base: &base, size, takes_trivial, likely };
                    match direction.smallest(wanted, difference, tools).await {
                        Some(Some(fixes)) => {
                            return direction.cause_of(check, fixes, difference, tools).await;
                        }
                        Some(None) => {}
                        None => is_open = true,
                    }
                }
                // A larger set is reported only if there is no smaller one.
                if is_open || tools.stop.is_due() {
                    break;
                }
            }
            if takes_trivial {
                break;
            }
        }
    }
    None
}

/// The set that is searched.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    check: Check,
    /// Fixes that are in every set.
    base: &'w [Fix],
    size: usize,
    takes_trivial: bool,
    /// Which fixes are tried first.
    likely: &'w Likely<'w>,
}

impl<'d> Direction<'d> {
    /// The first set of this size, if there is one; `None` if that is undecided.
    async fn smallest(
        &mut self,
        wanted: Wanted<'_>,
        difference: &Difference<'d>,
        tools: &mut Tools<'_>,
    ) -> Option<Option<Vec<Fix>>> {
        let mut undecided = FxHashSet::default();
        for _ in 0..PROOFS {
            let samples = self.samples.as_mut()?;
            samples.is_open = false;
            let (stop, reference) = (tools.stop, self.reference);
            let mut runs = OfSamples { reference, samples, wanted, stop };
            let mut tree = Tree::new(&mut runs, wanted.size, &undecided);
            let mut fixes = wanted.base.to_vec();
            if !tree.find(&mut fixes) {
                let is_open = tree.is_cut || runs.samples.is_open || !undecided.is_empty();
                return (!is_open).then_some(None);
            }
            match self.assign_fix(wanted.check, &fixes, difference, tools).await {
                Some(true) => return Some(Some(fixes)),
                Some(false) => {}
                None => _ = undecided.insert(sorted(&fixes)),
            }
        }
        None
    }

    /// The report of a set. `None` if it is not known that each of its fixes is needed.
    async fn cause_of(
        &mut self,
        check: Check,
        fixes: Vec<Fix>,
        difference: &Difference<'d>,
        tools: &mut Tools<'_>,
    ) -> Option<Set> {
        let mut members = Vec::new();
        for &fix in &fixes {
            let others: Vec<Fix> = fixes.iter().copied().filter(|other| *other != fix).collect();
            let mut failing = self.failing(check, &others);
            if failing.is_none() {
                self.assign_fix(check, &others, difference, tools).await;
                failing = self.failing(check, &others);
            }
            let (index, samples) = (failing?, self.samples.as_mut()?);
            let (run, _) = samples.run(index, &others);
            let sample = &samples.all[index];
            let mut words = first_change(&sample.first.written, &run.written, fix)?;
            if self.reference == Side::Right {
                words.reverse();
            }
            let sample = sample.inputs.clone();
            let part = match check {
                Check::AllFix => {
                    let here = Difference { inputs: sample.clone(), ..difference.clone() };
                    let Tools { solver, stop, observer } = tools;
                    let (reference, solver) = (self.reference, &mut **solver);
                    let observer = &mut **observer;
                    Some(regions::fixed(&here, reference, &others, solver, stop, observer).await)
                }
                _ => None,
            };
            members.push(Member { fix, sample, words, part });
        }
        Some(Set { check, reference: self.reference, members })
    }

    fn failing(&mut self, check: Check, fixes: &[Fix]) -> Option<usize> {
        failing(self.samples.as_mut()?, check, fixes)
    }
}

/// The first sample on which the programs differ with fixes.
fn failing(samples: &mut Samples, check: Check, fixes: &[Fix]) -> Option<usize> {
    (0..samples.all.len()).find(|&index| {
        let counts = check == Check::AllFix || samples.all[index].is_on_path;
        counts && samples.agreement(index, fixes, None) != Agreement::Agree
    })
}

/// The data of a search for a set of one reference's fixes.
struct OfSamples<'t, 'd> {
    reference: Side,
    samples: &'t mut Samples<'d>,
    wanted: Wanted<'t>,
    stop: &'t Stop,
}

impl Fixing for OfSamples<'_, '_> {
    type Fix = Fix;

    fn failing(&mut self, fixes: &[Fix]) -> Option<usize> {
        failing(self.samples, self.wanted.check, fixes)
    }

    fn agrees(&mut self, sample: usize, fixes: &[Fix]) -> bool {
        self.samples.agreement(sample, fixes, None) == Agreement::Agree
    }

    fn more(&mut self, sample: usize, fixes: &[Fix]) -> (Vec<Fix>, bool) {
        let (run, _) = self.samples.run(sample, fixes);
        let (mut more, is_cut) = self::fixes([&self.samples.all[sample].first, &run]);
        more.retain(|Candidate { fix, is_trivial, .. }| {
            (self.wanted.takes_trivial || !is_trivial)
                && !matches!(fix.to.slot, Slot::Held(_))
                && ![fix.from, fix.to].iter().any(|place| place.slot.is_operand())
                && fixes.iter().all(|other| !other.to.overlaps(&fix.to))
        });
        more.sort_by_key(|it| self.wanted.likely.near(self.reference, it.fix));
        (more.into_iter().map(|it| it.fix).collect(), is_cut)
    }

    fn is_over(&self) -> bool {
        self.samples.steps > STEPS_OF_RUNS || self.stop.is_due()
    }
}
